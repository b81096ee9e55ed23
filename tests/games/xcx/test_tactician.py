"""How the tactician fights for a mission."""

from __future__ import annotations

from typing import Any

from xenotable.engine import Choose
from xenotable.games.xcx.opponent.battle import deploy, order, pick_model, skill, towards
from xenotable.games.xcx.opponent.plans import goal_of
from xenotable.games.xcx.rules.missions.deployment import deploy_ask
from xenotable.games.xcx.rules.skills.reach import gap_to
from xenotable.games.xcx.state import RESERVE


def picked(b: Any, *models: str) -> str:
    ask = Choose(seat=0, key="model", among=lambda: models)
    advice = pick_model(b.game, 0, ask, lambda: 0.5)
    assert advice is not None
    return str(advice[0])


def spire(bench: Any) -> tuple[Any, str]:
    b = bench(mission="cut-the-spire")
    return b, b.thing("site", 17, 17, 2, 2)


def test_attackers_of_the_spire_fight_before_they_run_to_it(bench: Any) -> None:
    b, site = spire(bench)
    attacker, defender = b.add(0, "volunteer", 10, 18), b.add(1, "advent-trooper", 26, 18)
    assert goal_of(b.game, attacker) is None
    b.game.note(round=3)
    assert goal_of(b.game, attacker) == ("interact", site)
    b.game.note(round=1, planter=attacker)
    officer = b.add(1, "advent-officer", 24, 18)
    assert goal_of(b.game, officer) == ("interact", site)  # a charge is removed at any time
    assert goal_of(b.game, defender) is None


def test_who_plants_a_charge_acts_last_and_lets_it_go_off_first(bench: Any) -> None:
    b, _ = spire(bench)
    b.game.note(round=4)
    planter, other = b.add(0, "volunteer", 16, 18), b.add(0, "volunteer", 6, 6)
    assert picked(b, planter, other) == other  # whoever has acted by then does not shoot at it
    foe, another = b.add(1, "shock-warden", 15, 18), b.add(1, "shock-warden", 6, 7)
    b.game.note(round=5, planter=planter)
    b.engage(planter, foe)
    b.engage(other, another)
    b.game.models.set(another, wounds=1)  # a blow at it is worth more than one at the other
    assert picked(b, planter, other) == planter


def test_who_cannot_reach_the_places_nearest_to_the_spire_still_comes_nearer(bench: Any) -> None:
    b, site = spire(bench)
    runner = b.add(0, "volunteer", 21.5, 28.5)  # of the places within its Run, the nearest are under the spire
    b.add(1, "advent-trooper", 18, 4)
    b.terrain("impassable", 13, 21, 14, 1)  # and the others behind a wall
    b.order(runner, "run")
    advice = towards(b.game, runner, site, b.match.open[0])
    assert advice is not None
    before = gap_to(b.game, runner, site)
    b.go(move=advice[0])
    assert gap_to(b.game, runner, site) < before - 3


def test_nobody_plants_a_charge_that_cannot_go_off_any_more(bench: Any) -> None:
    b, site = spire(bench)
    attacker, defender = b.add(0, "volunteer", 16, 18), b.add(1, "advent-officer", 20, 18)
    planting = Choose(seat=0, key="skill", among=lambda: [("interact", site), None])
    for n, wanted in ((5, ("interact", site)), (6, None)):
        b.game.note(round=n, active=attacker)
        advice = skill(b.game, 0, planting, lambda: 0.5)
        assert advice is not None
        assert advice[0] == wanted
        assert goal_of(b.game, attacker) == wanted
    b.game.note(planter=attacker)
    assert goal_of(b.game, defender) == ("interact", site)  # the planter may still be picked
    b.game.models.set(attacker, activated=True)
    assert goal_of(b.game, defender) is None


def test_who_comes_too_late_for_an_objective_fights(bench: Any) -> None:
    b = bench(mission="broken-convoy")
    box = b.thing("container", 18, 18)
    runner, _ = b.add(0, "volunteer", 18, 4), b.add(1, "advent-trooper", 18, 26)
    b.game.note(round=5, active=runner)  # a Run of 12 leads beside the box, and a round is left to search it
    assert goal_of(b.game, runner) == ("search", box)
    b.game.note(round=6)
    assert goal_of(b.game, runner) is None
    b.game.models.set(runner, y=8.0)
    orders = Choose(seat=0, key="order", among=lambda: ("fire", "advance", "run", "overwatch", "down"))
    advice = order(b.game, 0, orders, lambda: 0.5)
    assert advice is not None
    assert advice[0] in ("fire", "advance")


def test_objectives_are_shared_out(bench: Any) -> None:
    b = bench(mission="broken-convoy")
    near, far = b.thing("container", 10, 10), b.thing("container", 30, 10)
    first, second, third = (b.add(0, "volunteer", x, 4) for x in (10, 12, 16))
    assert goal_of(b.game, first) == goal_of(b.game, second) == ("search", near)
    assert goal_of(b.game, third) == ("search", far)  # two others are clearly nearer to the first


def test_of_those_who_run_the_foremost_goes_first(bench: Any) -> None:
    b = bench(mission="broken-convoy")
    b.thing("container", 18, 30)
    front, back = b.add(0, "volunteer", 18, 8), b.add(0, "volunteer", 18, 6)
    assert picked(b, front, back) == front


def test_protectors_take_position_near_all_civilians(bench: Any) -> None:
    b = bench(mission="exodus", size=48)
    west, east = b.add(3, "civilian", 8.5, 24.5), b.add(3, "civilian", 39.5, 23.5)
    ids = [b.add(0, "volunteer", 1, 1) for _ in range(2)]
    for id in ids:
        b.game.models.set(id, state=RESERVE)
    for civilian in (east, west):  # the nearer to its own edge first
        waiting = [id for id in ids if b.game.models[id].state == RESERVE]
        advice = deploy(b.game, 0, deploy_ask(b.game, 0, waiting), lambda: 0.5)
        assert advice is not None
        ((id, place),) = advice[0].at.items()
        b.game.models.set(id, x=place[0], y=place[1], state="table")
        assert abs(place[0] - b.game.models[civilian].x) <= 1.0
