"""The odds beside every decision against the rules themselves: whole exchanges, played over and over with real dice.

XENOTABLE_TRIALS says how often (20,000 unless told otherwise; attacks by their steps, the rest by their scenes)."""

from __future__ import annotations

import math
import os
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from xenotable.engine import Forecast, Roll, Seeded
from xenotable.games.xcx import content
from xenotable.games.xcx.forecasts.attacks import both_ways
from xenotable.games.xcx.forecasts.choices import attempt_forecasts, casualty_forecast, order_forecasts, rally_odds
from xenotable.games.xcx.rules import suppression
from xenotable.games.xcx.rules.actions.orders import rally
from xenotable.games.xcx.rules.campaign.aftermath import suffer
from xenotable.games.xcx.rules.campaign.roster import enlist
from xenotable.games.xcx.rules.modifiers.tables import will_aim
from xenotable.games.xcx.rules.modifiers.values import MELEE
from xenotable.games.xcx.rules.shooting.attack import ATTACK, attack, terms_of
from xenotable.games.xcx.rules.shooting.terms import Shot
from xenotable.games.xcx.rules.skills.performing import perform
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.tests import UNDER
from xenotable.games.xcx.title import CAMPAIGN
from xenotable.odds import agrees, distribution, simulate

rule = pytest.mark.rule
TRIALS = int(os.environ.get("XENOTABLE_TRIALS", "20000"))
PLAYED = max(400, TRIALS // 20)  # by whole scenes, which take longer


def chances(f: Forecast) -> dict[str, float]:
    return {c.label: c.p for c in (*f.distribution, *f.chances)}


def close(p: float, n: int, among: int) -> bool:
    """Within 4 sigma."""
    return abs(n - p * among) <= 4 * math.sqrt(among * p * (1 - p)) + 1e-9


def run(flow: Any, dice: Seeded) -> Any:
    """A flow of the rules with real dice; other asks are answered with their default or the first option."""
    try:
        ask = next(flow)
        while True:
            if isinstance(ask, Roll):
                ask = flow.send(ask.counts(dice.roll(ask.n, ask.sides)))
            elif hasattr(ask, "bag"):
                ask = flow.send(dice.draw(ask.bag))
            else:
                ask = flow.send(ask.candidates(1, random.random)[0])
    except StopIteration as end:
        return end.value


def often(play: Callable[[Seeded], Any]) -> Counter[Any]:
    dice = Seeded(5)
    return Counter(play(dice) for _ in range(PLAYED))


# ---- attacks, both directions ----------------------------------------------------------------------------------------

DUELS = [
    ("volunteer", "advent-trooper", "patrol-rifle", "fire", 20),
    ("volunteer", "advent-trooper", "patrol-rifle", "advance", 8),
    ("longwatch", "advent-officer", "marksman-rifle", "fire", 15),
    ("breacher", "advent-trooper", "grenade-launcher", "fire", 10),
    ("breacher", "advent-trooper", "autocannon", "fire", 10),
    ("gremlin", "advent-trooper", "arc-coil", "fire", 5),
    ("lashback", "volunteer", "lash-tendril", "fire", 5),
    ("seer", "advent-trooper", content.MINDSPIN, "fire", 8),
    ("volunteer", "advent-trooper", "knife", MELEE, 1),
    ("volunteer", "bulwark", "patrol-rifle", MELEE, 1),
]


@rule("xcx.play.odds-preview")
@pytest.mark.parametrize(("one", "two", "weapon", "manner", "far"), DUELS)
def test_attacks_and_what_may_come_back(bench: Any, one: str, two: str, weapon: str, manner: str, far: float) -> None:
    b = bench()
    a, t = b.add(0, one, 10, 5), b.add(1, two, 10, 5 + far)
    if manner == MELEE:
        b.game.models.set(a, engaged=(t,))
        b.game.models.set(t, engaged=(a,))
    mine, *theirs = both_ways(b.game, a, t, weapon, manner)
    assert theirs, "the other could answer"
    steps = ATTACK.compiled()
    terms = terms_of(b.game, a, t, weapon, manner)
    assert agrees(distribution(steps, terms, Shot()), simulate(steps, terms, Shot(), n=TRIALS, seed=3))
    told = chances(mine)

    def once(dice: Seeded) -> bool:
        shot = run(attack(b.game, a, t, weapon, manner), dice)
        for id in (a, t):
            b.game.models.set(
                id, wounds=b.game.models[id].full, state="table", markers=0, down=False, side=0 if id == a else 1
            )
            b.game.models.set(id, x=10.0, y=5.0 if id == a else 5.0 + far, caster="", controls="", activated=False)
        return bool(shot.hit)

    assert close(told["hit"], often(once)[True], PLAYED)
    assert 0.0 <= chances(theirs[0])["hit"] <= 1.0


# ---- tests of one model ----------------------------------------------------------------------------------------------


@rule("xcx.play.odds-preview", "xcx.suppression.value")
def test_will_before_an_order(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 5)
    b.add(1, "advent-trooper", 10, 15)
    b.game.models.set(a, markers=2)
    first, shot, back = order_forecasts(b.game, a, "fire")
    assert (first.rule, shot.mean is not None, "answer" in back.title) == ("suppression.value", True, True)
    seen = often(lambda dice: run(suppression.passes_will_test(b.game, a), dice))
    assert close(chances(first)["success"], seen[True], PLAYED)
    assert order_forecasts(b.game, a, "down") == []


@rule("xcx.play.odds-preview", "xcx.skills.used-on-down")
def test_will_before_a_skill_counts_in_its_odds(bench: Any) -> None:
    b = bench(mission="open-line")
    a, t = b.add(0, "signalist", 10, 5, markers=2), b.add(1, "gremlin", 10, 6.25)
    will, value = UNDER[will_aim(b.game, a).value], profile_of(b.game, a).skill("computer_use")
    first, hack = attempt_forecasts(b.game, a, ("computer_use", t))
    assert chances(first)["success"] == pytest.approx(will / 36)
    assert chances(hack)["success"] == pytest.approx(will * UNDER[value] / 36**2)
    assert chances(hack)["override"] == pytest.approx(will * UNDER[value // 2] / 36**2)
    b.order(a, "down")
    assert b.match.open[0].odds(("computer_use", t)) == [first, hack]


@rule("xcx.play.odds-preview", "xcx.modifiers.will-table")
def test_will_before_an_attack_counts_in_its_odds(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 5)
    b.add(1, "advent-trooper", 10, 15)
    calm = order_forecasts(b.game, a, "fire")[0]
    b.game.models.set(a, markers=2)
    first, shot, _ = order_forecasts(b.game, a, "fire")
    p = chances(first)["success"]
    assert p == pytest.approx(UNDER[profile_of(b.game, a).will - 2] / 36)
    assert shot.mean == pytest.approx(p * calm.mean)
    assert chances(shot)["hit"] == pytest.approx(p * chances(calm)["hit"])
    assert sum(c.p for c in shot.distribution) == pytest.approx(1.0)


@rule("xcx.play.odds-preview", "xcx.actions.rally")
def test_rally_leaves_so_many_markers(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 5)

    def once(dice: Seeded) -> int:
        b.game.models.set(a, markers=4)
        run(rally(b.game, a), dice)
        return int(b.game.models[a].markers)

    seen, told = often(once), chances(rally_odds(4))
    for n in range(4):
        assert close(told[f"{n} left"], seen[n], PLAYED)
    assert order_forecasts(b.game, a, "rally")[0].title == "Rally"


@rule("xcx.play.odds-preview", "xcx.skills.search-table")
def test_searching(bench: Any) -> None:
    b = bench(mission="broken-convoy")
    a = b.add(0, "volunteer", 10, 5)
    box = b.thing("container", 10, 6.5)
    (told,) = attempt_forecasts(b.game, a, ("search", box))
    assert told is not None

    def once(dice: Seeded) -> str:
        run(perform(b.game, a, ("search", box)), dice)
        finds = b.game.models[a].finds
        b.game.models.set(a, finds=())
        b.game.things.set(box, gone=False)
        b.game.note(gone=(), points=(0, 0))
        return finds[0] if finds else "failure"

    seen, p = often(once), chances(told)
    assert sum(c.p for c in told.distribution) == pytest.approx(1.0)
    for kind in ("nothing", "supplies", "failure"):
        assert close(p[kind], seen[kind], PLAYED), kind


@rule("xcx.play.odds-preview", "xcx.skills.hack-override")
def test_hacking_a_machine(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "signalist", 10, 5), b.add(1, "strider", 10, 6.6)
    (told,) = attempt_forecasts(b.game, a, ("computer_use", t))
    assert told is not None

    def once(dice: Seeded) -> str:
        run(perform(b.game, a, ("computer_use", t)), dice)
        m = b.game.models[t]
        end = "override" if m.side == 0 else "down" if m.down else "failure"
        b.game.models.set(t, side=1, owner=1, caster="", down=False, activated=False, until=0)
        b.game.models.set(a, controls="")
        return end

    seen, p = often(once), chances(told)
    assert close(p["override"], seen["override"], PLAYED)
    assert close(p["success"], seen["override"] + seen["down"], PLAYED)


@rule("xcx.play.odds-preview", "xcx.engaged.free-attack")
def test_a_flight_shows_the_free_attacks(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 5), b.add(1, "advent-trooper", 10, 6)
    b.game.models.set(a, engaged=(t,))
    b.game.models.set(t, engaged=(a,))
    (told,) = order_forecasts(b.game, a, "flee")
    assert told.title.startswith(b.game.name(t))
    mine, back = order_forecasts(b.game, a, "strike")
    assert mine.mean is not None
    assert "answer" in back.title


# ---- the campaign ----------------------------------------------------------------------------------------------------


@rule("xcx.play.odds-preview", "xcx.campaign.casualties")
@pytest.mark.parametrize(("more", "twice"), [(0, False), (1, False), (0, True), (1, True)])
def test_casualty_rolls(more: int, twice: bool) -> None:
    war = CAMPAIGN.new(CAMPAIGN.offers()[0].setup)
    war.ledger.set("now", winners=(1,))
    told = chances(casualty_forecast(more, twice, False))
    assert sum(c.p for c in casualty_forecast(more, twice, False).distribution) == pytest.approx(1.0)
    dice, seen = Seeded(9), Counter[str]()
    for _ in range(PLAYED):
        id = enlist(war, 0, "volunteer")
        face = max(dice.roll(2 if twice else 1, 6))
        suffer(war, id, min(6, face + more))
        seen[war.soldiers[id].story[-1].partition(": ")[2].rstrip(".")] += 1
        war.soldiers.remove(id)
    for name, n in seen.items():
        assert close(told[name], n, PLAYED), name
    assert "out for two missions" in chances(casualty_forecast(0, False, True))
