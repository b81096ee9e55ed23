"""Chapter "terrain": going, cover, sight, obstacles, buildings and wrecks."""

import pytest

from games.rampant.skirmish import Skirmish, hits, way
from xenotable.games.rampant.rules.attacking.values import attack_armour, fight_value
from xenotable.games.rampant.rules.courage.courage_test import courage_test_for
from xenotable.games.rampant.rules.shooting.armour import shooting_armour
from xenotable.games.rampant.rules.terrain.cover import cover, obstacle_cover
from xenotable.games.rampant.rules.terrain.field import HARD_COVER, NONE
from xenotable.games.rampant.rules.terrain.fighting import rough_sides
from xenotable.games.rampant.rules.terrain.sight import look, sees
from xenotable.games.rampant.scenes import Moving, Shock, Shooting


def stand_in(kind, mine="light", *bought):
    """A unit in the middle of some terrain, and an enemy 12 in to the south."""
    battle = Skirmish()
    if kind:
        battle.land(kind, 24, 24, 4)
    uid = battle.put(0, mine, (24, 24), *bought)
    return battle, uid, battle.put(1, "heavy", (24, 9))


@pytest.mark.parametrize(
    ("kind", "inches", "armour"),
    [("woods", 4, 3), ("scrub", 8, 3), ("ruins", 4, 4), ("craters", 4, 3), ("bog", 4, 2), ("hill", 8, 2)],
)
@pytest.mark.rule("rampant.terrain.kinds")
def test_kinds_of_terrain(kind, inches, armour):
    battle = Skirmish()
    battle.land(kind, 24, 24, 12)
    uid, foe = battle.put(0, "light", (24, 24)), battle.put(1, "heavy", (24, 15))
    assert shooting_armour(battle.game, foe, uid, False, "") == armour
    battle.start(Moving(uid)).go(manner="move")
    assert not battle.why_not(way(uid, (24 + inches, 24)))
    assert battle.why_not(way(uid, (24 + inches + 0.1, 24))) == {"moving.action"}


@pytest.mark.rule("rampant.terrain.impassable", "rampant.xeno.hover")
def test_nobody_crosses_a_chasm_but_who_hovers():
    battle = Skirmish()
    battle.land("chasm", 0, 14, 48, 18)
    light, drone = battle.put(0, "light", (10, 12)), battle.put(0, "light", (30, 12), "hover")
    battle.start(Moving(light), Moving(drone)).go(manner="move")
    assert "terrain.impassable" in battle.why_not(way(light, (10, 19.6)))
    battle.go(move=way(light, (10, 11)), manner="move")
    assert battle.why_not(way(drone, (30, 16))) == {"terrain.impassable"}
    battle.go(move=way(drone, (30, 19.75)))
    assert battle.place(drone) == (30, 19.75)


@pytest.mark.rule("rampant.terrain.cover-soft", "rampant.terrain.cover-hard", "rampant.terrain.cover-area")
def test_cover_adds_to_armour_when_the_centre_is_in_it():
    for kind, more, lost in (("scrub", 1, 1), ("ruins", 2, 1), ("", 0, 2)):
        battle, uid, foe = stand_in(kind)
        assert shooting_armour(battle.game, foe, uid, False, "") == 2 + more
        battle.start(Shooting(foe)).roll(*hits(5, face=6), 6, 6).go(target=uid)
        assert battle.unit(uid).strength == 5 - lost
    battle = Skirmish()
    battle.land("ruins", 24, 28.6, 4)  # only the rim of the unit lies in it
    uid, foe = battle.put(0, "light", (24, 24)), battle.put(1, "heavy", (24, 9))
    assert cover(battle.game, uid, foe) == NONE


@pytest.mark.rule("rampant.terrain.cover-obstacle")
def test_who_is_inside_has_no_cover_from_an_obstacle_before_the_house():
    battle = Skirmish()
    house = battle.land("house", 20, 32, 28, 40)
    battle.land("wall", 10, 30.8, 40, 30.8)
    inside = battle.put(0, "light", where="inside", inside=house, x=24.0, y=33.0)
    before = battle.put(0, "light", (24, 33))
    assert obstacle_cover(battle.game, before, (24.0, 10.0)) > 0
    assert obstacle_cover(battle.game, inside, (24.0, 10.0)) == 0


@pytest.mark.rule("rampant.terrain.cover-obstacle")
def test_an_obstacle_covers_only_from_its_other_side():
    battle = Skirmish()
    battle.land("wall", 14, 30, 20, 30)
    uid = battle.put(0, "light", (17, 28))
    north, south = battle.put(1, "heavy", (17, 40)), battle.put(1, "heavy", (17, 10))
    assert cover(battle.game, uid, north) == HARD_COVER
    assert cover(battle.game, uid, south) == NONE
    far = Skirmish()
    far.land("wall", 14, 30, 20, 30)
    away, foe = far.put(0, "light", (17, 27.4)), far.put(1, "heavy", (17, 40))  # 1.1 in from the wall
    assert cover(far.game, away, foe) == NONE


@pytest.mark.rule("rampant.terrain.cover-partly-hidden")
def test_one_line_blocked_by_terrain_is_soft_cover():
    battle = Skirmish()
    battle.land("spires", 25.2, 14, 28, 16)
    uid, foe = battle.put(0, "light", (24, 24)), battle.put(1, "heavy", (24, 9))
    assert look(battle.game, foe, uid).hidden == 0
    hidden = Skirmish()
    hidden.land("spires", 24.4, 14, 28, 16)
    uid, foe = hidden.put(0, "light", (24, 24)), hidden.put(1, "heavy", (24, 9))
    assert look(hidden.game, foe, uid).hidden == 1
    assert shooting_armour(hidden.game, foe, uid, False, "") == 3
    by_unit = Skirmish()
    by_unit.put(1, "transport-vehicle", (26.4, 15))
    uid, foe = by_unit.put(0, "light", (24, 24)), by_unit.put(1, "heavy", (24, 9))
    seen = look(by_unit.game, foe, uid)
    assert (seen.clear, seen.hidden) == (2, 0)
    assert cover(by_unit.game, uid, foe) == NONE


@pytest.mark.rule("rampant.terrain.cover-best")
def test_only_the_best_cover_counts_and_prone_adds_to_it():
    battle = Skirmish()
    battle.land("ruins", 24, 24, 4)
    battle.land("hedge", 20, 22, 28, 22)
    uid, foe = battle.put(0, "light", (24, 24), prone=True), battle.put(1, "heavy", (24, 9))
    assert shooting_armour(battle.game, foe, uid, False, "") == 5


@pytest.mark.rule("rampant.terrain.cover-for-courage", "rampant.courage.plus-cover")
def test_cover_is_worth_one_in_a_courage_test_whatever_it_is():
    for kind in ("scrub", "ruins"):
        battle, uid, foe = stand_in(kind)
        assert courage_test_for(battle.game, Shock(uid, "shoot", by=foe, source=True, x=24, y=9)).bonus == 1
    battle = Skirmish()
    battle.land("wall", 20, 26, 28, 26)
    uid, foe = battle.put(0, "light", (24, 24)), battle.put(1, "heavy", (24, 9))
    assert courage_test_for(battle.game, Shock(uid, "rally")).bonus == 1
    assert courage_test_for(battle.game, Shock(uid, "shoot", by=foe, source=True, x=24, y=9)).bonus == 0


@pytest.mark.rule("rampant.terrain.cover-for-courage")
@pytest.mark.parametrize(("kind", "gone"), [("shoot", True), ("shoot", False), ("blast", True)])
def test_a_wall_helps_courage_on_the_side_from_which_the_blow_came(kind, gone):
    """The enemy may be gone, it may have run to the other side, or only a blast was there."""
    for wall, bonus in ((22, 1), (26, 0)):
        battle = Skirmish()
        battle.land("wall", 20, wall, 28, wall)
        uid, foe = battle.put(0, "light", (24, 24)), battle.put(1, "heavy", (24, 40))
        if gone:
            battle.game.units.set(foe, where="gone")
        shock = Shock(uid, kind, by="" if kind == "blast" else foe, source=True, x=24, y=9)
        assert courage_test_for(battle.game, shock).bonus == bonus


@pytest.mark.rule("rampant.firefight.simultaneous")
def test_a_wall_behind_is_no_cover_after_a_firefight_that_destroyed_the_shooter():
    battle = Skirmish(react=True)
    shooter, target = battle.put(0, "light", (24, 9), strength=1), battle.put(1, "heavy", (24, 24))
    battle.land("wall", 20, 26, 28, 26)
    battle.start(Shooting(shooter)).roll(6, 6, *hits(1, 5, face=6), *hits(10, face=6), 2, 1).go(
        target=target, firefight=True
    )
    assert battle.unit(shooter).where == "gone"
    assert "fails its Courage test: 3 against 4" in battle.told()  # + 1 from the wall would be 4


@pytest.mark.rule("rampant.terrain.cover-for-courage", "rampant.terrain.cover-partly-hidden")
def test_who_was_partly_hidden_from_a_destroyed_enemy_still_has_that_cover():
    battle = Skirmish()
    battle.land("spires", 25, 16, 1)
    uid, foe = battle.put(0, "light", (24, 24)), battle.put(1, "heavy", (24, 9))
    shock = Shock(uid, "shoot", by=foe, source=True, x=24, y=9)
    assert courage_test_for(battle.game, shock).bonus == 1
    battle.game.units.set(foe, where="gone")
    assert courage_test_for(battle.game, shock).bonus == 1


@pytest.mark.rule("rampant.terrain.cover-not-in-attacks", "rampant.terrain.rough-fighting")
def test_cover_is_nothing_in_an_attack_but_rough_ground_is():
    for kind, armour, value in (("scrub", 3, 5), ("ruins", 2, 5), ("", 3, 5)):
        battle, uid, foe = stand_in(kind, "heavy")
        ground = rough_sides(battle.game, foe, uid, False)
        assert attack_armour(battle.game, uid, foe, True, ground, False) == armour
        assert fight_value(battle.game, uid, False, ground) == value


@pytest.mark.rule("rampant.terrain.rough-fighting", "rampant.specials.ranger")
def test_rough_ground_levels_the_odds_for_better_or_worse():
    battle = Skirmish()
    battle.land("woods", 24, 24, 4)
    tank, berserk = battle.put(0, "fighting-vehicle", (24, 24)), battle.put(1, "berserk", (24, 20.5))
    ground = rough_sides(battle.game, berserk, tank, False)
    assert fight_value(battle.game, tank, False, ground) == 5
    assert attack_armour(battle.game, tank, berserk, True, ground, False) == 2
    assert fight_value(battle.game, berserk, True, ground) == 4
    assert attack_armour(battle.game, berserk, tank, False, ground, False) == 1  # its own 2, Powered Edges
    mob = Skirmish()
    mob.land("woods", 24, 24, 4)
    rabble, foe = mob.put(0, "militia", (24, 24)), mob.put(1, "heavy", (24, 20))
    ground = rough_sides(mob.game, foe, rabble, False)
    assert fight_value(mob.game, rabble, False, ground) == 5
    assert attack_armour(mob.game, rabble, foe, True, ground, False) == 2


@pytest.mark.rule("rampant.terrain.rough-who")
def test_who_goes_in_after_an_enemy_fights_on_its_ground():
    battle = Skirmish()
    battle.land("woods", 24, 26, 4)
    inside, outside = battle.put(0, "heavy", (24, 24)), battle.put(1, "heavy", (24, 21))
    assert rough_sides(battle.game, outside, inside, False).rough == {inside, outside}
    assert rough_sides(battle.game, inside, outside, False).rough == {inside}


@pytest.mark.rule("rampant.terrain.rough-dash", "rampant.attacking.suppressed-sixes")
def test_rough_ground_gives_no_value_and_no_relief():
    battle, uid, foe = stand_in("woods", "heavy")
    battle.rows[uid]["suppressed"] = True
    ground = rough_sides(battle.game, foe, uid, False)
    assert fight_value(battle.game, uid, False, ground) == 6
    other, support, _ = stand_in("woods", "support")
    assert fight_value(other.game, support, True, rough_sides(other.game, support, "b1", False)) == 0


@pytest.mark.rule("rampant.terrain.obstacle-defence")
def test_a_defended_wall_is_worth_one_armour():
    for kind, armour in (("wall", 4), ("wire", 3)):
        battle = Skirmish()
        battle.land(kind, 20, 22, 28, 22)
        uid, foe = battle.put(0, "heavy", (24, 23.6)), battle.put(1, "light", (24, 20.6))
        ground = rough_sides(battle.game, foe, uid, False)
        assert attack_armour(battle.game, uid, foe, True, ground, False) == armour
        assert attack_armour(battle.game, uid, foe, True, ground, True) == 3  # a Counter-Charge gives it up


@pytest.mark.rule("rampant.terrain.obstacle-crossing")
def test_obstacles_cost_to_cross_and_stop_vehicles():
    for kind, far in (("wall", 16), ("wire", 14), ("hedge", 16), ("rampart", 16)):
        battle = Skirmish()
        battle.land(kind, 10, 13, 38, 13)
        uid = battle.put(0, "light", (24, 10))
        battle.start(Moving(uid)).go(manner="move")
        assert not battle.why_not(way(uid, (24, far)))
        assert battle.why_not(way(uid, (24, far + 0.1))) == {"moving.action"}
    battle = Skirmish()
    battle.land("hedge", 10, 13, 38, 13)
    truck, walker = battle.put(0, "soft-skin-vehicle", (16, 10)), battle.put(0, "soft-skin-vehicle", (30, 10), "walker")
    battle.start(Moving(truck), Moving(walker)).go()
    assert battle.why_not(way(truck, (16, 16)))
    battle.go(move=way(truck, (16, 10.5)))
    assert not battle.why_not(way(walker, (30, 18)))


@pytest.mark.rule("rampant.terrain.sight")
def test_one_clear_line_of_three_is_enough():
    battle = Skirmish()
    viewer, target = battle.put(0, "heavy", (10, 24)), battle.put(1, "heavy", (30, 24))
    battle.land("spires", 19, 18, 21, 24.5)  # hides the centre and one side
    seen = look(battle.game, viewer, target)
    assert (seen.lines, seen.clear) == (3, 1)
    assert sees(battle.game, viewer, target)
    wider = Skirmish()
    viewer, target = wider.put(0, "heavy", (10, 24)), wider.put(1, "heavy", (30, 24))
    wider.land("spires", 19, 18, 21, 26)
    assert not sees(wider.game, viewer, target)


@pytest.mark.rule("rampant.terrain.sight-blockers")
@pytest.mark.parametrize("kind", ["spires", "house"])
def test_rock_and_walls_block_sight(kind):
    battle = Skirmish()
    battle.land(kind, 18, 20, 30, 24)
    a, b = battle.put(0, "heavy", (24, 10)), battle.put(1, "heavy", (24, 34))
    assert not sees(battle.game, a, b)


def test_touching_an_edge_does_not_block():
    for y0, y1, clear in ((18, 24, 2), (18, 24.1, 1), (22, 26, 0)):
        battle = Skirmish()
        viewer, target = battle.put(0, "heavy", (10, 24)), battle.put(1, "heavy", (30, 24))
        battle.land("house", 19, y0, 23, y1)
        assert look(battle.game, viewer, target).clear == clear
    through = Skirmish()
    viewer, target = through.put(0, "heavy", (10, 24)), through.put(1, "heavy", (30, 24))
    for kind in ("wreck", "hill", "chasm"):
        through.land(kind, 20, 24, 3)
    through.land("wall", 15, 20, 15, 28)
    assert look(through.game, viewer, target).clear == 3


@pytest.mark.parametrize(("deep", "seen"), [(4, True), (6, True), (7, False)])
@pytest.mark.rule("rampant.terrain.dense")
def test_woods_hide_what_is_deep_inside_or_behind(deep, seen):
    battle = Skirmish()
    battle.land("woods", 10, 20, 40, 40)
    viewer, target = battle.put(0, "heavy", (24, 10)), battle.put(1, "heavy", (24, 20 + deep))
    assert sees(battle.game, viewer, target) is seen
    thin = Skirmish()
    thin.land("woods", 10, 20, 40, 23)
    a, b = thin.put(0, "heavy", (24, 17)), thin.put(1, "heavy", (24, 26))
    assert not sees(thin.game, a, b)


@pytest.mark.rule("rampant.terrain.sight-units", "rampant.play.height")
def test_low_units_hide_low_ones_and_tall_ones_hide_all():
    def between(middle, far):
        battle = Skirmish()
        viewer, target = battle.put(0, "light", (24, 10)), battle.put(1, far, (24, 30))
        battle.put(0, middle, (24, 20))
        return sees(battle.game, viewer, target)

    assert not between("light", "light")
    assert between("light", "fighting-vehicle")
    assert not between("transport-vehicle", "light")
    assert not between("transport-vehicle", "fighting-vehicle")
    flyer = Skirmish()
    viewer, target = flyer.put(0, "light", (24, 10)), flyer.put(1, "light", (24, 30))
    flyer.put(0, "elite", (24, 20), "flying")
    assert sees(flyer.game, viewer, target)


@pytest.mark.rule("rampant.terrain.hill")
def test_from_a_hill_one_looks_over_low_units():
    for middle, seen in (("light", True), ("transport-vehicle", False)):
        battle = Skirmish()
        battle.land("hill", 24, 10, 4)
        viewer, target = battle.put(0, "light", (24, 10)), battle.put(1, "light", (24, 30))
        battle.put(0, middle, (24, 20))
        assert sees(battle.game, viewer, target) is seen
