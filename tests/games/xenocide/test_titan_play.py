"""Battles with titans: the contract, the machine's use of power, the terminal, random battles without a fault."""

import random

import pytest
from rich.console import Console

from contract import GameContract
from games.xenocide.battlefield import Battlefield
from xenotable.cli.terminal import Sitting
from xenotable.engine import Choose, First, Match, View
from xenotable.games.xenocide.opponent import tactics, titans
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.titans import power
from xenotable.games.xenocide.rules.titans.shooting import load_weapon
from xenotable.games.xenocide.rules.titans.weapons import guns
from xenotable.games.xenocide.title import GAME
from xenotable.players import RandomPlayer, play_out, player
from xenotable.players.running import _step

OFFERS = {o.id: o.setup for o in GAME.offers() if "titan-750" in o.id}


class TestContract(GameContract):
    game = GAME
    decisions = 70

    def setups(self):
        for seed, id in enumerate(("attrition-generic-titan-750-thren-titan-750",), 5):
            yield seed, OFFERS[id]


def test_every_titan_stands_in_a_ready_battle():
    lists = [a for o in GAME.offers() for a in o.setup.armies]
    fielded = {k.partition("+")[0] for a in lists for c in a.companies for u in c.units for k, _ in u}
    assert {k.id for k in kinds().values() if k.titan and "+" not in k.id} <= fielded


@pytest.mark.parametrize("seed", range(2))
def test_random_battles_with_titans_keep_every_invariant(seed):
    setup = list(OFFERS.values())[seed * 5 % len(OFFERS)]
    match = Match(GAME.new(setup), seed)

    def sound(m):
        assert not [*GAME.invariants(m.game)]

    play_out(match, {s: RandomPlayer(GAME, f"{seed}:{s}") for s in (0, 1)}, watch=sound)
    assert match.game.result is not None


def test_random_set_ups_bring_titans_and_their_options():
    ids = set()
    for seed in range(40):
        setup = GAME.random_setup(random.Random(seed).random)
        ids |= {k for a in setup.armies for c in a.companies for u in c.units for k, _ in u if kinds()[k].titan}
    assert len({k.partition("+")[0] for k in ids}) >= 5
    assert any("+" in k for k in ids)


# ---- the machine -----------------------------------------------------------------------------------------------------


def wanted(kind="bastion-titan", far=20.0, order="move-and-fire", enemy="medium-tank", **state):
    field = Battlefield()
    u = field.put(0, kind, (30.0, 10.0), order=order)
    field.put(1, enemy, (30.0, 10.0 + far), 3)
    field.game.war.set("war", company="b0")
    field.game.titans.set(u, **state)
    ask = power.spend_ask(field.game, boosts=True)
    assert ask is not None
    found = titans.wanted_power_use(field.game, ask)
    return None if found is None else (found[0][1], found[1])


@pytest.mark.parametrize(
    ("state", "use"),
    [
        ({"core": 1, "power": 2}, "core"),
        ({"layers": 0, "power": 3}, "recharge"),
        ({"layers": 2, "power": 4, "order": "fire-and-move", "far": 70.0}, "recharge"),
        ({"power": 4, "order": "assault", "far": 15.0}, "boost"),
        ({"core": 3, "power": 3, "far": 70.0, "layers": 3}, "core"),
        ({"power": 3, "damaged": ("w0",), "far": 70.0}, "w0"),
        ({"power": 3, "damaged": ("drive",), "far": 70.0}, "drive"),
        ({"power": 3, "layers": 2, "damaged": ("projector",), "far": 70.0}, "projector"),
        ({"power": 4, "far": 70.0}, "boost"),
    ],
)
def test_power_goes_where_it_is_needed(state, use):
    found = wanted(**state)
    assert found is not None
    assert found[0] == use
    assert found[1].endswith(".")


def test_power_is_kept_for_weapons_that_are_worth_it():
    assert wanted(core=3, power=2, enemy="heavy-tank", order="fire-and-move") is None
    assert wanted(core=3, power=3, order="assault", far=8.0) is None  # three points for the sword


def test_the_line_that_adds_most_is_chosen():
    field = Battlefield()
    u = field.put(0, "bastion-titan", (30.0, 10.0))
    field.put(1, "heavy-tank", (30.0, 30.0), 3)
    field.game.titans.set(u, power=4)
    said = {}

    def think(ask):
        said["level"] = titans.level(field.game, 0, ask, lambda: 0.0)
        return

    field.run(load_weapon(field.game, u, guns(field.game, u)[0], lambda w: ()), level=think)
    assert said["level"][0] in (1, 2)
    assert "points" in said["level"][1]


def test_advice_in_a_titan_battle_is_legal_and_says_why():
    match = Match(GAME.new(OFFERS["seize-ground-generic-titan-750-thren-titan-750"]), 3)
    rnd = random.Random(4).random
    good = bad = spent = 0
    for k in range(420):
        asks = [a for i, a in enumerate(match.open) if i not in match.held]
        if not asks:
            break
        world = match.imagine(asks[0].seat, f"{k}")
        for ask in (a for a in asks if a.seat == asks[0].seat):
            mine = next(a for a in world.open if a.seat == ask.seat and a.key == ask.key)
            advice = tactics.advise(world, ask.seat, mine, rnd)
            if advice is not None:
                break
        else:
            ask, advice = asks[0], None
        answers = ask.candidates(4, rnd)
        value = answers[int(rnd() * len(answers))]
        if advice is not None:
            assert advice[1]
            if ask.accepts(advice[0]):
                value, good = advice[0], good + 1
                spent += ask.key in ("power", "level")
            else:
                bad += 1
        match.play(value, match.open.index(ask))
    assert good > 200
    assert bad <= good * 0.02
    assert spent > 5


@pytest.mark.parametrize("side", [0, 1])
def test_the_tactician_with_titans_beats_chance(side):
    match = Match(GAME.new(OFFERS["attrition-lumen-titan-750-thren-titan-750"]), 8)
    play_out(match, {side: player("tactician", GAME, 8), 1 - side: RandomPlayer(GAME, 8)})
    assert match.game.result.winners == (side,)


# ---- in the terminal -------------------------------------------------------------------------------------------------


def test_power_is_offered_in_the_terminal_beside_the_question_of_the_moment(monkeypatch):
    match = Match(GAME.new(OFFERS["attrition-generic-titan-750-thren-titan-750"]), 1)
    machines = {s: player("tactician", GAME, s) for s in (0, 1)}
    steps = 0
    while not (type(match.top) is First and match.open[0].seat == 0):
        _step(match, machines, {s: View(match, s) for s in (0, 1)})
        steps += 1
        assert steps < 900
    (u,) = {use[0] for use in match.open[1].options()}
    left = match.game.titans[u].power
    console = Console(record=True, width=120, force_terminal=False)
    said = iter(["next", "odds", "1", "quit", ""])
    monkeypatch.setattr(console, "input", lambda *_: next(said))
    Sitting(console, match, {0: None, 1: machines[1]}, True).run()
    text = console.export_text()
    assert f"Spend power of {match.game.name(u)} ({left} left)?" in text
    assert "or (type next)" in text
    assert match.game.titans[u].power == left - 1
    assert isinstance(match.open[0], Choose)
