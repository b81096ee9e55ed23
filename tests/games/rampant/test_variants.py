"""Chapter "variants": optional rules."""

import pytest

from games.rampant.skirmish import Skirmish, claim, hits, rules, way
from xenotable.engine import Match, Scripted
from xenotable.games.rampant.rules.content import ready
from xenotable.games.rampant.rules.moving.allowance import separation
from xenotable.games.rampant.rules.moving.move_legality import MoveContext, move_refusals
from xenotable.games.rampant.rules.shooting.armour import shooting_armour
from xenotable.games.rampant.rules.shooting.dice import volley
from xenotable.games.rampant.rules.terrain.field import field_of
from xenotable.games.rampant.rules.variants.quick_battle import quick_battle
from xenotable.games.rampant.scenes import Attack
from xenotable.games.rampant.state import Entry, Roster, Setup
from xenotable.games.rampant.title import GAME


def squad(name):
    units = tuple(Entry(f"{name} {i}", "light", commander=i == 0) for i in range(3))
    return Roster(name, units)


@pytest.mark.rule("rampant.variants.switches")
def test_the_log_lists_what_is_in_force():
    both = ready("cinder-company"), ready("silent-vault")
    match = Match(GAME.new(Setup(both, variants=("wide-order", "rear-hits"))), Scripted((5, 2)))
    told = "\n".join(e.words(match.game.name) for e in match.events)
    assert "Wide Order is in force." in told
    assert "Rear Hits is in force." in told
    assert "Steady Command" not in told
    assert rules(GAME.setup_refusals(Setup(both, variants=("wide-ordr",)))) == {"variants.switches"}


@pytest.mark.rule("rampant.variants.wide-order")
@pytest.mark.parametrize(("y", "legal"), [(12.0, True), (12.1, False)])
def test_wide_order_keeps_three_inches(y, legal):
    battle = Skirmish(variants=("wide-order",))
    unit = battle.put(0, "light", (24, 10))
    battle.put(0, "light", (24, 18))
    assert separation(battle.game) == 3
    found = rules(move_refusals(MoveContext(battle.game, unit, 8.0), ((24.0, y),)))
    assert found == (set() if legal else {"variants.wide-order"})


@pytest.mark.parametrize(("gap", "legal"), [(7.0, True), claim("variants.wide-order", 6.9, False)])
def test_wide_order_between_two_units(gap, legal):
    battle = Skirmish(variants=("wide-order",))
    unit = battle.put(0, "elite", (24, 10), "mobile")
    for side in (-1, 1):
        battle.put(1, "light", (24 + side * (gap / 2 + 1.5), 16))
    found = rules(move_refusals(MoveContext(battle.game, unit, 12.0), ((24.0, 22.0),)))
    assert found == (set() if legal else {"variants.wide-order"})


@pytest.mark.parametrize(
    ("at", "bought", "armour"),
    [
        claim("variants.rear-hits", (24, 10), (), 4),
        ((38, 24), (), 5),
        ((24, 38), (), 5),
        claim("variants.rear-hits", (24, 10), ("anti-vehicle",), 1),
        claim("variants.rear-hits", (33.9, 14), (), 4),
    ],
)
def test_hits_from_behind(at, bought, armour):
    battle = Skirmish(variants=("rear-hits",))
    truck = battle.put(1, "transport-vehicle", (24, 24), facing=90.0)
    shooter = battle.put(0, "elite", at, *bought)
    assert volley(battle.game, shooter, truck, "shoot").armour == armour


@pytest.mark.rule("rampant.variants.rear-hits")
def test_walkers_have_no_rear():
    battle = Skirmish(variants=("rear-hits",))
    walker = battle.put(1, "transport-vehicle", (24, 24), "walker", facing=90.0)
    truck = battle.put(1, "transport-vehicle", (34, 24), facing=90.0)
    one, two = battle.put(0, "elite", (24, 10)), battle.put(0, "elite", (34, 10))
    assert shooting_armour(battle.game, one, walker, False, "") == 5
    assert shooting_armour(battle.game, two, truck, False, "") == 4


@pytest.mark.rule("rampant.variants.quick-battle")
def test_a_quick_battle_is_small():
    plan = quick_battle()
    assert (plan.table, plan.rounds) == ((36.0, 36.0), 5)
    (circle,) = plan.objectives
    assert (circle.x, circle.y, circle.r) == (18, 18, 5)
    found = field_of("quick-battle")
    kinds = [land.kind.id for land in found.lands.values()]
    assert "spires" not in kinds
    centres = {(land.kind.id, *land.piece.disc[:2]) for land in found.lands.values() if land.piece.disc}
    assert ("hill", 18, 18) in centres
    assert {("woods", 4, 14), ("woods", 32, 22)} <= centres


@pytest.mark.rule("rampant.variants.quick-battle")
def test_a_quick_battle_is_first_blood_at_twelve_points():
    both = squad("Reds"), squad("Blues")
    assert not rules(GAME.setup_refusals(Setup(both, limit=12, variants=("quick-battle",))))
    wrong = Setup(both, limit=24, variants=("quick-battle",))
    assert rules(GAME.setup_refusals(wrong)) == {"variants.quick-battle"}
    heavy = Roster("Tanks", (*both[0].units[:2], Entry("Tank", "fighting-vehicle")))
    refused = rules(GAME.setup_refusals(Setup((heavy, both[1]), limit=12, variants=("quick-battle",))))
    assert "detachment.heavy-vehicle-cap" in refused
    match = Match(GAME.new(Setup(both, limit=12, variants=("quick-battle",))), Scripted((5, 2)))
    assert match.game.now.scenario == "quick-battle"
    assert quick_battle().name == "Quick Battle"


@pytest.mark.rule("rampant.variants.no-vows")
def test_plain_victory_counts_the_scenario_alone():
    from xenotable.games.rampant.rules.scenarios.scoring import finish

    battle = Skirmish(variants=("no-vows",))
    battle.put(0, "light", (24, 24))
    battle.put(1, "light", (24, 44))
    battle.side(0, score=1).side(1, score=0)
    game = battle.game
    game.secret.set(1, vows=("no-step-back",))  # would be worth 2
    finish(game, None)
    assert game.result is not None
    assert (game.result.winners, game.result.scores) == ((0,), (3.0, 0.0))
    match = Match(GAME.new(Setup((squad("Reds"), squad("Blues")), variants=("no-vows",))), Scripted((5, 2)))
    keys = []
    for _ in range(60):
        if match.over or match.game.now.round:
            break
        ask = match.open[0]
        keys.append(ask.key)
        match.dice.faces.extend([3] * 5)
        assert not match.answer(ask.seat, ask.candidates(1, lambda: 0.37)[0], ask.key)
    assert "vows" not in keys
    assert "deploy" in " ".join(keys)


@pytest.mark.parametrize(("facing", "lost"), [claim("variants.rear-hits", 90.0, 1), (270.0, 0)])
def test_an_attack_from_behind_is_judged_where_it_begins(facing, lost):
    """4 hits on a Transport (Armour 5): enough from behind; it does not matter where contact is made."""
    battle = Skirmish(variants=("rear-hits",))
    truck = battle.put(1, "transport-vehicle", (24, 24), facing=facing)
    unit = battle.put(0, "elite", (24, 17))
    battle.put(1, "elite", (44, 44))
    battle.start(Attack(unit)).roll(*hits(4, face=4), *hits(0), *((6, 6) if lost else ()))
    battle.go(target=truck, contact=way(unit, (20.5, 24)), **({"facing": 90.0} if lost else {}))  # the loser turns
    assert battle.unit(truck).strength == 5 - lost
