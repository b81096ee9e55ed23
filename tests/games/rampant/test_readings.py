"""Rulings are the players' choice: each rule as we rule, and as a table may read it instead."""

import pytest

from games.rampant.skirmish import Skirmish, way
from games.rampant.test_retreat import shaken
from readings import both
from xenotable.games.rampant.rules.courage.courage_test import courage_test_for
from xenotable.games.rampant.scenes import Shock


@pytest.mark.rule("rampant.command.suppressed", "rampant.command.suppressed=own-unit")
def test_whether_a_suppressed_commander_steadies_its_own_unit():
    for readings, bonus in both("command.suppressed=own-unit", 0, 1):
        battle = Skirmish(readings=readings)
        chief = battle.put(0, "heavy", (10, 10), commander=True, suppressed=True)
        near = battle.put(0, "heavy", (20, 10), suppressed=True)
        assert courage_test_for(battle.game, Shock(chief, "rally")).bonus == bonus
        assert courage_test_for(battle.game, Shock(near, "rally")).bonus == 0  # nobody else gains by it


@pytest.mark.rule("rampant.command.suppressed=own-unit")
def test_an_uninspiring_commander_steadies_nobody():
    battle = Skirmish(readings=("command.suppressed=own-unit",)).side(0, trait="uninspiring")
    chief = battle.put(0, "heavy", (10, 10), commander=True, suppressed=True)
    kept = Skirmish(readings=("command.suppressed=own-unit",))
    other = kept.put(0, "heavy", (10, 10), commander=True, suppressed=True)
    assert courage_test_for(battle.game, Shock(chief, "rally")).bonus == 0
    assert courage_test_for(kept.game, Shock(other, "rally")).bonus == 1


@pytest.mark.rule("rampant.xeno.skittish", "rampant.xeno.skittish=minus-three")
def test_what_dread_costs_the_skittish():
    for readings, bonus in both("xeno.skittish=minus-three", -2, -3):
        battle = Skirmish(readings=readings)
        unit = battle.put(0, "light", (24, 24), "skittish")
        enemy = battle.put(1, "berserk", (24, 27), "dreadful")
        assert courage_test_for(battle.game, Shock(unit, "attack", by=enemy, dread=True)).bonus == bonus
        assert courage_test_for(battle.game, Shock(unit, "shoot", by=enemy)).bonus == -1


@pytest.mark.rule("rampant.retreat.into-cover", "rampant.retreat.into-cover=any-cover")
def test_whether_cover_may_lie_nearer_to_the_enemy():
    for readings, refused in both("retreat.into-cover=any-cover", {"retreat.into-cover"}, set()):
        battle = Skirmish(readings=readings)
        battle.land("scrub", 27, 20, 35, 30)
        unit, enemy = battle.put(0, "light", (24, 24)), battle.put(1, "light", (24, 14))
        shaken(battle, unit, enemy).go(retreat="cover")
        assert battle.why_not(way(unit, (27.0, 23.3))) == refused  # 9.8 in from the enemy, not 10


@pytest.mark.rule("rampant.retreat.into-cover", "rampant.retreat.into-cover=any-cover")
def test_whether_the_wood_where_it_fought_is_cover():
    for readings, offered in both("retreat.into-cover=any-cover", False, True):
        battle = Skirmish(readings=readings)
        wood = battle.land("ruins", 20, 20, 28, 32)
        unit, enemy = battle.put(0, "light", (24, 27.5)), battle.put(1, "light", (24, 24.5))
        shaken(battle, unit, enemy, 1, 1, kind="attack", fought=(wood,)).go()
        assert (battle.asked == "retreat" and "cover" in battle.options()) is offered
        if offered:
            battle.go(retreat="cover", retreat_move=way(unit, (24, 29)))
            assert battle.place(unit) == (24, 29)
            assert [e.readings for e in battle.match.events if e.rule == "retreat.into-cover"] == [readings]


@pytest.mark.rule("rampant.retreat.cover-distance-vehicles", "rampant.retreat.cover-distance-vehicles=half")
def test_how_far_a_vehicle_runs_for_cover():
    for readings, offered in both("retreat.cover-distance-vehicles=half", True, False):
        battle = Skirmish(readings=readings)
        battle.land("woods", 20, 31, 28, 38)  # 7 in away: the whole retreat of a vehicle is 10 in
        unit, enemy = battle.put(0, "transport-vehicle", (24, 24)), battle.put(1, "light", (24, 10))
        shaken(battle, unit, enemy).go()
        assert (battle.asked == "retreat" and "cover" in battle.options()) is offered


@pytest.mark.rule("rampant.retreat.fan", "rampant.retreat.fan=straight-only")
def test_whether_a_blocked_unit_turns_aside():
    def flight(*readings):
        battle = Skirmish(readings=readings)
        unit, enemy = battle.put(0, "light", (24, 24)), battle.put(1, "light", (24, 10))
        battle.put(0, "light", (24, 30))
        return shaken(battle, unit, enemy, 1, 1, *((2, 2) if readings else ())).go(), unit

    ruled, _ = flight()
    assert ruled.asked == "fan"
    straight, unit = flight("retreat.fan=straight-only")
    assert straight.asked == ""
    assert straight.place(unit) == pytest.approx((24, 26), abs=0.01)  # 1 in from the friend, 2 in unspent
    assert straight.unit(unit).strength == 3
    assert [e.readings for e in straight.match.events if e.rule == "retreat.away"] == [("retreat.fan=straight-only",)]


@pytest.mark.rule("rampant.retreat.every-retreat", "rampant.retreat.every-retreat=attacks-only")
def test_whether_gunfire_costs_a_unit_that_is_hemmed_in():
    for kind, readings, strength in (
        ("shoot", (), 3),
        ("shoot", ("retreat.every-retreat=attacks-only",), 5),
        ("attack", ("retreat.every-retreat=attacks-only",), 3),
    ):
        battle = Skirmish(readings=readings)
        battle.land("chasm", 0, 25.5, 48, 40)  # right behind it
        unit, enemy = battle.put(0, "light", (24, 24)), battle.put(1, "light", (24, 10))
        shaken(battle, unit, enemy, 1, 1, *((1, 1, 6, 6) if strength < 5 else ()), kind=kind).go()
        assert battle.unit(unit).strength == strength
