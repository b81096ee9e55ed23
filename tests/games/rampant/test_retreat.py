"""Chapter "retreat": where a beaten unit goes, and what it costs to be hemmed in."""

import math

import pytest

from games.rampant.skirmish import Skirmish, claim, hits, way
from xenotable.games.rampant.rules.retreat.flight import retreat_distance
from xenotable.games.rampant.scenes import Nerve, Rally, Shock
from xenotable.games.rampant.state import Spell

FAIL = (1, 1)  # two dice that fail at 4+ without routing


def shaken(battle, unit, enemy=None, *dice, kind="shoot", **shock):
    """The unit fails a Courage test because of an enemy (a unit or a point)."""
    x, y = enemy if isinstance(enemy, tuple) else battle.place(enemy) if enemy else (0.0, 0.0)
    by = enemy if isinstance(enemy, str) else ""
    battle.start(Nerve(Shock(unit, kind, by=by, source=enemy is not None, x=x, y=y, **shock)))
    return battle.roll(*(dice or FAIL))


@pytest.mark.rule("rampant.retreat.infantry-distance", "rampant.moving.max-8")
@pytest.mark.parametrize(
    ("kind", "inches"),
    [("light", 4), ("heavy", 3), ("lesser-xenomorph", 6), ("greater-xenomorph", 5), ("elite", 4), ("militia", 3)],
)
def test_infantry_retreats_half_its_movement(kind, inches):
    from xenotable.games.rampant.rules.moving.allowance import allowance

    battle = Skirmish()
    unit, enemy = battle.put(0, kind, (24, 24)), battle.put(1, "light", (24, 10))
    runner = battle.put(0, "light", (44, 24))
    assert allowance(battle.game, runner) == 8
    shaken(battle, unit, enemy, 1, 1).go()
    if battle.game.profile[unit].courage > 2:
        assert battle.place(unit) == pytest.approx((24, 24 + inches), abs=0.01)
    assert retreat_distance(battle.live, unit) == inches


@pytest.mark.rule("rampant.psychic.leaden-limbs", "rampant.retreat.infantry-distance")
@pytest.mark.parametrize(("kind", "inches"), [("light", 2.0), ("heavy", 1.5)])
def test_leaden_limbs_halve_the_retreat(kind, inches):
    battle = Skirmish()
    unit = battle.put(0, kind, (24, 24), spells=(Spell("leaden-limbs", "b1", "end", 0),))
    battle.put(1, "light", (24, 40), "psychic:1", powers=("leaden-limbs",))
    assert retreat_distance(battle.game, unit) == inches


@pytest.mark.rule("rampant.retreat.infantry-distance", "rampant.terrain.rough-moving")
def test_rough_ground_halves_the_retreat():
    battle = Skirmish()
    battle.land("bog", 10, 10, 40, 40)
    unit, enemy = battle.put(0, "light", (24, 24)), battle.put(1, "light", (24, 14))
    shaken(battle, unit, enemy).go()
    assert battle.place(unit) == pytest.approx((24, 26), abs=0.01)
    assert battle.unit(unit).strength == 5  # distance lost to rough ground is not being blocked: no casualty dice


@pytest.mark.rule("rampant.retreat.vehicle-distance")
def test_a_vehicle_retreats_its_full_movement_and_then_turns():
    battle = Skirmish()
    truck, enemy = battle.put(0, "transport-vehicle", (24, 24), facing=270.0), battle.put(1, "light", (24, 10))
    shaken(battle, truck, enemy).go()
    assert battle.asked == "facing"
    assert battle.place(truck) == pytest.approx((24, 34), abs=0.01)
    battle.go(facing=90.0)
    assert battle.unit(truck).facing == 90.0
    assert battle.unit(truck).suppressed


@pytest.mark.rule("rampant.retreat.vehicle-distance")
def test_a_vehicle_in_rough_ground_goes_half_as_far():
    battle = Skirmish()
    battle.land("bog", 10, 10, 40, 45)
    truck, enemy = battle.put(0, "transport-vehicle", (24, 24)), battle.put(1, "light", (24, 10))
    shaken(battle, truck, enemy).go(facing=90.0)
    assert battle.place(truck) == pytest.approx((24, 29), abs=0.01)


@pytest.mark.rule("rampant.retreat.already-in-cover")
def test_a_unit_in_ruins_may_stay_when_shot_at():
    battle = Skirmish()
    battle.land("ruins", 20, 20, 28, 28)
    unit, enemy = battle.put(0, "light", (24, 24)), battle.put(1, "light", (24, 10))
    shaken(battle, unit, enemy, 1, 1).go()
    assert "stay" in battle.options()
    battle.go(retreat="stay")
    assert battle.place(unit) == (24, 24)
    assert battle.unit(unit).suppressed


@pytest.mark.rule("rampant.retreat.into-cover")
def test_after_an_attack_nobody_stays_in_cover():
    battle = Skirmish()
    wood = battle.land("ruins", 20, 20, 28, 28)
    battle.land("scrub", 20, 30, 28, 33)
    unit, enemy = battle.put(0, "light", (24, 27.5)), battle.put(1, "light", (24, 24.5))
    shaken(battle, unit, enemy, 1, 1, kind="attack", fought=(wood,)).go()
    assert battle.options() == ["cover", "away"]
    battle.go(retreat="cover")
    assert "retreat.into-cover" in battle.why_not(way(unit, (24, 27.75)))  # the very ruins where it fought
    battle.go(retreat_move=way(unit, (24, 30)))
    assert battle.place(unit) == (24, 30)


@pytest.mark.rule("rampant.retreat.already-in-cover")
def test_an_obstacle_must_stand_between_the_two():
    for y, stays in ((40.0, True), (10.0, False)):
        battle = Skirmish()
        battle.land("wall", 10, 30, 24, 30)
        unit, enemy = battle.put(0, "light", (17, 28)), battle.put(1, "light", (17, y))
        shaken(battle, unit, enemy).go()
        offered = battle.options() if battle.asked == "retreat" else []
        assert ("stay" in offered) is stays


@pytest.mark.rule("rampant.retreat.already-in-cover", "rampant.terrain.cover-partly-hidden")
def test_who_is_partly_hidden_is_in_cover_for_its_courage_and_for_staying():
    battle = Skirmish()
    battle.land("spires", 25, 16, 1)
    unit, enemy = battle.put(0, "light", (24, 24)), battle.put(1, "heavy", (24, 9))
    shaken(battle, unit, enemy).go(retreat="stay")  # 1 + 1 + 1 at 4+
    assert "fails its Courage test: 3 against 4" in battle.told()
    assert battle.place(unit) == (24, 24)


@pytest.mark.rule("rampant.retreat.into-cover")
def test_cover_in_reach_but_never_nearer_to_the_enemy():
    battle = Skirmish()
    battle.land("scrub", 27, 20, 35, 30)
    unit, enemy = battle.put(0, "light", (24, 24)), battle.put(1, "light", (24, 14))
    shaken(battle, unit, enemy).go(retreat="cover")
    assert "retreat.into-cover" in battle.why_not(way(unit, (27.0, 23.3)))  # 9.8 in from the enemy, not 10
    assert "retreat.into-cover" in battle.why_not(way(unit, (24, 27)))  # no cover there
    assert battle.why_not(way(unit, (29, 24)))  # too far
    battle.go(retreat_move=way(unit, (27.5, 24.5)))
    assert battle.place(unit) == (27.5, 24.5)
    assert battle.unit(unit).suppressed


@pytest.mark.rule("rampant.retreat.cover-distance-vehicles")
@pytest.mark.parametrize(("kind", "offered"), [("transport-vehicle", True), ("light", False)])
def test_cover_is_sought_within_the_own_retreat_distance(kind, offered):
    battle = Skirmish()
    battle.land("woods", 20, 31, 28, 38)
    unit, enemy = battle.put(0, kind, (24, 24)), battle.put(1, "light", (24, 10))
    shaken(battle, unit, enemy).go()
    assert (battle.asked == "retreat" and "cover" in battle.options()) is offered


@pytest.mark.rule("rampant.retreat.away")
@pytest.mark.parametrize(("enemy", "ends"), [((24, 14), (24, 28)), ((20, 21), (27.2, 26.4)), ((34, 24), (20, 24))])
def test_flight_runs_from_the_enemys_centre_through_the_own(enemy, ends):
    battle = Skirmish()
    unit, foe = battle.put(0, "light", (24, 24)), battle.put(1, "light", enemy)
    shaken(battle, unit, foe).go()
    assert battle.place(unit) == pytest.approx(ends, abs=0.01)


@pytest.mark.rule("rampant.retreat.away")
def test_from_an_aim_point_where_no_unit_stands():
    battle = Skirmish()
    unit = battle.put(0, "light", (24, 24))
    shaken(battle, unit, (26.0, 24.0), kind="bomb").go()
    assert battle.place(unit) == pytest.approx((20, 24), abs=0.01)


@pytest.mark.parametrize(
    ("kind", "start", "ends"),
    [
        claim("retreat.home", "heavy", (24, 24), 21),
        claim("retreat.home", "light", (24, 10), 8),
        ("light", (24, 5), 5),
    ],
)
def test_without_an_enemy_it_flees_home(kind, start, ends):
    battle = Skirmish()
    unit = battle.put(0, kind, start)
    shaken(battle, unit, None, kind="army").go()
    assert battle.place(unit) == pytest.approx((24, ends), abs=0.01)
    assert battle.unit(unit).strength == 5


@pytest.mark.rule("rampant.retreat.fan")
@pytest.mark.parametrize(("side", "x"), [("left", -1), ("right", 1)])
def test_the_fan_takes_the_first_direction_that_is_free(side, x):
    battle = Skirmish()
    unit, enemy = battle.put(0, "light", (24, 24)), battle.put(1, "light", (24, 10))
    friend = battle.put(0, "light", (24, 30))
    shaken(battle, unit, enemy).go()
    assert battle.asked == "fan"
    battle.go(fan=side)
    assert battle.place(unit) == pytest.approx((24 + x * 2.83, 26.83), abs=0.01)
    far = math.dist(battle.place(unit), battle.place(friend)) - 3
    assert far == pytest.approx(1.25, abs=0.01)
    assert battle.unit(unit).strength == 5


@pytest.mark.rule("rampant.retreat.separation", "rampant.retreat.fan")
def test_a_direction_that_would_end_too_close_is_not_taken():
    """A friend that leaves exactly 1 in does not block; a little nearer and the fan is tried."""
    for y, straight in ((32.0, True), (31.9, False)):
        battle = Skirmish()
        unit, enemy = battle.put(0, "light", (24, 24)), battle.put(1, "light", (24, 10))
        battle.put(0, "light", (24, y))
        shaken(battle, unit, enemy).go()
        assert (battle.asked == "") is straight
        if straight:
            assert battle.place(unit) == pytest.approx((24, 28), abs=0.01)
        else:
            battle.go(fan="left")
            assert battle.place(unit) == pytest.approx((24 - 4 * math.sin(math.radians(15)), 27.86), abs=0.01)


def hemmed_in(width=2.5, kind="light", **more):
    """North of the unit a chasm lies across the whole table, so far from its rim."""
    battle = Skirmish()
    battle.land("chasm", 0, 24 + 1.5 + width, 48, 40)
    return battle, battle.put(0, kind, (24, 24), **more), battle.put(1, "light", (24, 10))


@pytest.mark.rule("rampant.retreat.casualty-test", "rampant.retreat.every-retreat")
def test_blocked_by_a_chasm_costs_a_die_per_inch_left():
    battle, unit, enemy = hemmed_in(1.5)
    shaken(battle, unit, enemy, *FAIL, 2, 5).go(fan="left")  # 45 degrees: 1.5 / cos 45 = 2.12 in, 1.88 in are left
    assert battle.unit(unit).strength == 4
    assert battle.unit(unit).suppressed
    assert battle.place(unit)[1] == pytest.approx(25.5, abs=0.01)


@pytest.mark.rule("rampant.retreat.casualty-test")
def test_never_more_dice_than_strength_points():
    battle, unit, enemy = hemmed_in(0.0, strength=2)
    shaken(battle, unit, enemy, 2, 1, 6).go()
    assert battle.unit(unit).strength == 1


@pytest.mark.rule("rampant.retreat.casualty-test")
def test_the_last_point_may_go():
    battle, unit, enemy = hemmed_in(0.0, strength=1)
    shaken(battle, unit, enemy, 2, 3).go()
    assert battle.unit(unit).gone == "destroyed"


@pytest.mark.rule("rampant.retreat.casualty-test")
def test_units_in_the_way_hem_in_too():
    battle = Skirmish()
    unit, enemy = battle.put(0, "heavy", (24, 24)), battle.put(1, "light", (24, 10))
    for x in (17, 20, 24, 28, 31):
        battle.put(0, "heavy", (x, 28.5))
    shaken(battle, unit, enemy, *FAIL, 6, 3, 6).go(fan="left")  # 0.76 in at 45 degrees: 2.24 in are left
    assert battle.unit(unit).strength == 4
    assert battle.unit(unit).suppressed
    assert all(math.dist(battle.place(unit), battle.place(f)) - 3 >= 1 - 0.002 for f in ("a2", "a3", "a4", "a5", "a6"))


@pytest.mark.rule("rampant.retreat.table-edge")
@pytest.mark.parametrize(("y", "ends"), [(45.0, None), (43.0, 46.5), (44.0, 46.5)])
def test_a_centre_that_crosses_the_edge_has_fled(y, ends):
    battle = Skirmish()
    unit, enemy = battle.put(0, "light", (24, y)), battle.put(1, "light", (24, y - 10))
    shaken(battle, unit, enemy).go()
    if ends is None:
        assert battle.unit(unit).gone == "fled"
        assert battle.of_side(0).removed == 1
        assert not battle.unit(unit).suppressed
    else:
        assert battle.place(unit) == pytest.approx((24, ends), abs=0.01)
        assert battle.unit(unit).suppressed
        assert battle.unit(unit).strength == 5


@pytest.mark.rule("rampant.retreat.cornered")
def test_whoever_cannot_get_an_inch_away_surrenders():
    battle = Skirmish()
    battle.land("chasm", 0, 26.1, 48, 40)
    unit, enemy = battle.put(0, "light", (24, 24)), battle.put(1, "light", (24, 21))
    shaken(battle, unit, enemy, *FAIL, 6, 6, 6, 6, kind="attack").go(fan="left")
    assert battle.unit(unit).gone == "destroyed"
    assert [e.rule for e in battle.match.events if "destroyed" in e.words()] == ["retreat.cornered"]


@pytest.mark.rule("rampant.retreat.cornered")
def test_whoever_was_only_slowed_is_moved_on_to_one_inch():
    battle = Skirmish()
    battle.land("wire", 0, 24.3, 48, 24.3)
    unit, enemy = battle.put(0, "support", (24, 24), "slow"), battle.put(1, "light", (24, 21))
    assert retreat_distance(battle.game, unit) == 2  # the wire costs 4 in
    shaken(battle, unit, enemy, *FAIL, kind="attack").go()
    assert battle.place(unit)[1] - 21 - 3 == pytest.approx(1.0, abs=0.02)
    assert battle.unit(unit).gone == ""


@pytest.mark.rule("rampant.retreat.then-suppressed")
def test_the_marker_comes_after_the_retreat():
    battle = Skirmish()
    unit, enemy = battle.put(0, "light", (24, 24)), battle.put(1, "light", (24, 14))
    shaken(battle, unit, enemy).go()
    told = battle.told()
    assert told.index("retreats") < told.index("is Suppressed")


@pytest.mark.rule("rampant.xeno.flying-retreat")
@pytest.mark.parametrize(("y", "ends"), [(42, None), (38, 46)])
def test_who_flies_retreats_over_anything(y, ends):
    battle = Skirmish()
    battle.land("spires", 20, 39.0, 28, 40.5)
    lances, enemy = battle.put(0, "elite", (24, y), "flying"), battle.put(1, "light", (24, 20))
    shaken(battle, lances, enemy, 1, 1).go()
    if ends is None:
        assert battle.unit(lances).gone == "fled"
    else:
        assert battle.place(lances) == pytest.approx((24, ends), abs=0.01)


@pytest.mark.rule("rampant.xeno.rooted")
@pytest.mark.parametrize("covered", [True, False])
def test_the_rooted_rout_where_they_would_have_to_move(covered):
    battle = Skirmish()
    if covered:
        battle.land("ruins", 20, 20, 28, 28)
    nest, enemy = battle.put(0, "heavy", (24, 24), "rooted"), battle.put(1, "light", (24, 10))
    shaken(battle, nest, enemy).go(**({"retreat": "stay"} if covered else {}))
    assert battle.unit(nest).gone == ("" if covered else "routed")
    assert battle.unit(nest).suppressed is covered


@pytest.mark.rule("rampant.xeno.rooted", "rampant.retreat.home")
@pytest.mark.parametrize(("y", "gone"), [(7.9, ""), (8.1, "routed")])
def test_the_rooted_need_not_move_when_they_flee_home_and_are_there(y, gone):
    battle = Skirmish().now(attacker=0, phase="rally")
    nest = battle.put(0, "heavy", (24, y), "rooted", suppressed=True)
    battle.put(1, "heavy", (24, 44)), battle.put(0, "heavy", (40, 4)), battle.put(0, "heavy", (34, 4))
    battle.start(Rally(0, (nest,))).roll(1, 1).go()
    assert battle.unit(nest).gone == gone
    if not gone:
        assert (battle.place(nest), battle.unit(nest).suppressed) == ((24, y), True)
        assert "is at home already" in battle.told()


@pytest.mark.rule("rampant.terrain.building-retreat")
def test_a_garrison_is_put_outside_and_retreats_from_there():
    battle = Skirmish()
    house = battle.land("house", 22, 34, 26, 37)
    unit = battle.put(1, "light", where="inside", inside=house, x=24.0, y=35.5)
    enemy = battle.put(0, "heavy", (24, 32.5))
    shaken(battle, unit, enemy, *FAIL, kind="attack", fought=(house,)).go()
    assert battle.unit(unit).where == "table"
    assert battle.place(unit) == pytest.approx((24, 38.5 + 4), abs=0.02)
    assert battle.unit(unit).suppressed


@pytest.mark.rule("rampant.terrain.building-retreat")
@pytest.mark.parametrize("kind", ["attack", "shoot"])
def test_a_garrison_that_comes_out_may_run_into_cover(kind):
    battle = Skirmish()
    house = battle.land("house", 22, 34, 26, 37)
    battle.land("scrub", 20, 40, 28, 44)
    unit = battle.put(1, "light", where="inside", inside=house, x=24.0, y=35.5)
    enemy = battle.put(0, "heavy", (24, 32.5))
    shaken(battle, unit, enemy, *FAIL, kind=kind, fought=(house,) if kind == "attack" else ())
    battle.go(**({"retreat": "away"} if kind == "shoot" else {}))  # who is only shot at could stay inside
    assert battle.options() == ["cover", "away"]
    assert battle.why_not(f"house:{house}") == {"retreat.into-cover"}  # not back into what it leaves
    battle.go(retreat="cover", retreat_move=way(unit, (24, 40)))
    assert battle.place(unit) == (24, 40)
    assert f"Light Infantry {unit} comes out of the House." in battle.told()


@pytest.mark.rule("rampant.terrain.building-capacity")
def test_ways_of_retreat_that_are_closed_say_why():
    battle = Skirmish()
    battle.land("scrub", 27, 20, 35, 30)
    far, full = battle.land("house", 2, 40, 6, 44), battle.land("shack", 21, 26, 23, 28)
    for _ in range(2):
        battle.put(0, "light", where="inside", inside=full, x=22.0, y=27.0)
    unit, enemy = battle.put(0, "light", (24, 24)), battle.put(1, "light", (24, 14))
    shaken(battle, unit, enemy).go()
    assert battle.options() == ["cover", "away"]
    assert battle.why_not("stay") == {"retreat.already-in-cover"}
    assert battle.why_not(f"house:{far}") == {"retreat.into-cover"}
    assert battle.why_not(f"house:{full}") == {"terrain.building-capacity"}


@pytest.mark.rule("rampant.retreat.separation")
def test_a_retreat_keeps_off_a_building_held_by_the_enemy():
    for held, side in ((False, 0), (True, 1)):
        battle = Skirmish()
        house = battle.land("house", 26, 22, 30, 34)  # 0.5 in east of the way
        unit, enemy = battle.put(0, "light", (24, 20)), battle.put(1, "light", (24, 10))
        battle.put(1, "light", **({"where": "inside", "inside": house, "x": 28.0, "y": 28.0} if held else {}))
        shaken(battle, unit, enemy).go(**({} if held else {"retreat": "away"}))
        x, y = battle.place(unit)
        assert y > 23
        assert (x < 24) is bool(side)
        if held:
            assert 26 - x - 1.5 >= 1 - 0.002


@pytest.mark.rule("rampant.courage.event-order")
def test_an_explosion_comes_before_the_tests():
    from xenotable.games.rampant.scenes import Aftermath, Shooting

    battle = Skirmish()
    shooter, target = battle.face_off(("light", "volatile:1"), ("heavy",), 5.0)
    battle.rows[shooter] |= {"strength": 1}
    battle.put(0, "elite", (44, 4)), battle.put(1, "elite", (44, 44))
    battle.roll(6, 6, *hits(1, of=5, face=6), *hits(2, face=6))  # the shooter falls to the answering fire
    battle.roll(3, 6, 6, 6, 6)  # the blast hits once; tests for the blast and for the shot
    battle.roll(6, 6)  # and the last unit of its side
    battle.start(Shooting(shooter), Aftermath()).go(target=target, firefight=True)
    told = battle.told()
    assert told.index("explodes") < told.index("b1 passes its Courage")


def test_a_house_is_a_refuge_only_if_the_way_is_free():
    for blocked in (False, True):
        battle = Skirmish()
        house = battle.land("house", 22, 27, 26, 30)
        unit, enemy = battle.put(0, "light", (24, 24)), battle.put(1, "light", (24, 10))
        if blocked:
            battle.land("chasm", 0, 25.6, 48, 26.6)
        shaken(battle, unit, enemy, *FAIL, *((6, 6, 6, 6) if blocked else ()))
        offered = battle.options() if battle.asked == "retreat" else []
        assert (f"house:{house}" in offered) is not blocked


@pytest.mark.rule("rampant.retreat.separation")
def test_nobody_runs_into_cover_beside_an_enemy():
    battle = Skirmish()
    battle.land("scrub", 20, 26, 28, 34)
    unit, enemy = battle.put(0, "light", (24, 24)), battle.put(1, "light", (24, 21))
    battle.put(1, "light", (28.5, 27))
    shaken(battle, unit, enemy, kind="attack").go(retreat="cover")
    assert "retreat.separation" in battle.why_not(way(unit, (25, 26.5)))  # 0.5 in from the other enemy
    assert battle.why_not(way(unit, (22.5, 27))) == set()
