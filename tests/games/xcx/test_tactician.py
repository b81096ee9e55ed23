"""How the tactician fights for a mission."""

from __future__ import annotations

from typing import Any

from xenotable.engine import Choose
from xenotable.games.xcx.opponent.battle import goal_of, pick_model, towards
from xenotable.games.xcx.rules.skills.reach import gap_to


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
