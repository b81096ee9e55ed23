"""Chapter "terrain": buildings, in and out of them."""

import math

import pytest

from games.rampant.skirmish import Skirmish, hits, rules, way
from xenotable.engine import Placed
from xenotable.games.rampant.rules.attacking.targets import attack_refusals
from xenotable.games.rampant.rules.courage.courage_test import courage_test_for
from xenotable.games.rampant.rules.play.conventions import distance
from xenotable.games.rampant.rules.shooting.armour import shooting_armour
from xenotable.games.rampant.rules.terrain.buildings import enter_refusals, leave_house, masonry_blow
from xenotable.games.rampant.rules.terrain.cover import cover
from xenotable.games.rampant.rules.terrain.field import field
from xenotable.games.rampant.rules.terrain.fighting import rough_sides
from xenotable.games.rampant.rules.terrain.sight import sees
from xenotable.games.rampant.scenes import Blast, Boom, Melee, Moving, Nerve, Shock, Shooting

# ---- buildings ---------------------------------------------------------------------------------------------------


def at_house(kind="house", mine="light", far=6.0, *bought, **rows):
    battle = Skirmish()
    house = battle.land(kind, 22, 34, 26, 37)
    uid = battle.put(0, mine, (24, 34 - far), *bought, **rows)
    return battle, house, uid


@pytest.mark.rule("rampant.terrain.building-enter")
def test_entering_ends_the_move():
    battle, house, uid = at_house()
    battle.start(Moving(uid)).go(manner=f"enter:{house}")
    row = battle.unit(uid)
    assert (row.where, row.inside) == ("inside", house)
    assert battle.asked == ""
    far, house, uid = at_house(far=8.5)
    assert rules(enter_refusals(far.game, uid, house, 8.0)) == {"terrain.building-enter"}
    tall, house, uid = at_house(mine="greater-xenomorph")
    assert rules(enter_refusals(tall.game, uid, house, 10.0)) == {"terrain.building-enter"}


@pytest.mark.rule("rampant.terrain.building-capacity")
def test_a_house_holds_one_unit_a_hall_two():
    for strength, refused in ((11, {"terrain.building-capacity"}), (10, set())):
        battle, house, uid = at_house("house", "primitive", 6.0, "throng", strength=strength)
        assert rules(enter_refusals(battle.game, uid, house, 8.0)) == refused
    for kind, refused in (("house", {"terrain.building-capacity"}), ("hall", set())):
        battle, house, uid = at_house(kind)
        battle.put(0, "light", where="inside", inside=house, x=24.0, y=35.5)
        assert rules(enter_refusals(battle.game, uid, house, 8.0)) == refused
    held, house, uid = at_house("hall")
    held.put(1, "light", where="inside", inside=house, x=24.0, y=35.5)
    assert rules(enter_refusals(held.game, uid, house, 8.0)) == {"terrain.building-enter"}


def garrisoned(kind="house", mine="light", *bought):
    battle = Skirmish()
    house = battle.land(kind, 22, 34, 26, 37)
    uid = battle.put(0, mine, None, *bought, where="inside", inside=house, x=24.0, y=35.5)
    return battle, house, uid


@pytest.mark.rule("rampant.terrain.building-leave")
def test_a_garrison_comes_out_at_any_edge_and_moves_on():
    battle, _, uid = garrisoned()
    battle.start(Moving(uid)).go(manner="out")
    assert battle.why_not(Placed({uid: (24.0, 39.5)})) == {"terrain.building-leave"}
    battle.go(door=Placed({uid: (24.0, 38.5)}))
    assert battle.why_not(way(uid, (24, 46.6)))
    battle.go(move=way(uid, (24, 46.5)))
    assert battle.place(uid) == (24, 46.5)
    assert battle.unit(uid).where == "table"


@pytest.mark.rule("rampant.terrain.building-measure")
def test_a_garrison_is_measured_from_its_walls_and_sees_from_its_corners():
    battle, house, uid = garrisoned()
    foe = battle.put(1, "heavy", (24, 20))
    assert distance(battle.game, uid, foe) == 12.5
    assert sees(battle.game, uid, foe)
    assert sees(battle.game, foe, uid)
    battle.start(Moving(foe)).go(manner="move")
    mover = Skirmish()
    house = mover.land("house", 22, 34, 26, 37)
    mover.put(1, "light", where="inside", inside=house, x=24.0, y=35.5)
    mine = mover.put(0, "light", (24, 28))
    mover.start(Moving(mine)).go(manner="move")
    assert mover.why_not(way(mine, (24, 32))) == {"terrain.building-measure"}
    assert not mover.why_not(way(mine, (24, 31.5)))


@pytest.mark.rule("rampant.terrain.building-cover")
def test_a_garrison_has_hard_cover_and_may_stay_when_shot():
    battle, _, uid = garrisoned()
    foe = battle.put(1, "heavy", (24, 20))
    assert shooting_armour(battle.game, foe, uid, False, "") == 4
    battle.start(Shooting(foe)).roll(*hits(1, face=6), 1, 1).go(target=uid)
    assert battle.asked == "retreat"
    battle.go(retreat="stay")
    assert battle.unit(uid).where == "inside"
    assert battle.unit(uid).suppressed


@pytest.mark.rule("rampant.terrain.building-attack-garrison", "rampant.terrain.building-retreat")
def test_a_beaten_garrison_comes_out_on_the_far_side():
    battle, house, uid = garrisoned()
    foe = battle.put(1, "heavy", (24, 32.5))
    ground = rough_sides(battle.game, foe, uid, False)
    assert ground.rough == {foe, uid}
    battle.start(Melee(foe, uid)).roll(*hits(4), *hits(0), 6, 6).go()  # 4 hits on Armour 2: 2 lost, it passes
    assert battle.asked == "storm"
    assert battle.unit(uid).where == "table"
    assert battle.place(uid)[0] == pytest.approx(24.0, abs=0.01)
    assert battle.place(uid)[1] == pytest.approx(38.5 + 4.0, abs=0.01)
    battle.go(storm=True)
    assert battle.unit(foe).inside == house


@pytest.mark.parametrize(("kind", "hit", "lost"), [("shack", 9, 2), ("house", 10, 2), ("hall", 9, 1), ("bunker", 9, 1)])
@pytest.mark.rule("rampant.terrain.building-profile", "rampant.terrain.building-target")
def test_buildings_have_armour_and_strength(kind, hit, lost):
    battle = Skirmish()
    house = battle.land(kind, 22, 34, 26, 37)
    inside = battle.put(1, "light", where="inside", inside=house, x=24.0, y=35.5)
    shooter = battle.put(0, "elite", (24, 24))
    before = battle.game.buildings[house].strength
    battle.start(Shooting(shooter)).roll(*hits(hit)).go(target=house)
    assert battle.live.buildings[house].strength == before - lost
    assert battle.unit(inside).strength == 5
    assert battle.asked == ""


@pytest.mark.rule("rampant.terrain.building-profile", "rampant.specials.anti-vehicle")
def test_anti_vehicle_weapons_halve_a_building():
    battle = Skirmish()
    bunker = battle.land("bunker", 22, 34, 26, 37)
    shooter = battle.put(0, "elite", (24, 24), "anti-vehicle")
    battle.start(Shooting(shooter)).roll(*hits(9)).go(target=bunker)
    assert battle.live.buildings[bunker].strength == 5 - 2


@pytest.mark.rule("rampant.terrain.building-strikes-back")
def test_masonry_falls_on_who_attacks_a_building():
    battle = Skirmish()
    shack = battle.land("shack", 22, 34, 26, 37)
    uid = battle.put(0, "heavy", (24, 32.5))
    assert not rules(attack_refusals(battle.game, uid, shack))
    battle.start(Melee(uid, shack)).roll(*hits(0), 5, 6, 5, 1, 2, 6, 6).go()
    assert battle.unit(uid).strength == 4
    assert battle.place(uid) == (24, 32.5)


@pytest.mark.rule("rampant.terrain.building-strikes-back", "rampant.attacking.armour-order")
@pytest.mark.parametrize(
    ("bought", "rough", "armour"), [((), False, 4), (("hide-armour",), False, 2), ((), True, 2), (("flying",), True, 4)]
)
def test_masonry_meets_the_armour_of_an_attack(bought, rough, armour):
    """Elite: Armour 4, but 2 in rough terrain without Ranger."""
    battle = Skirmish()
    if rough:
        battle.land("ruins", 20, 20, 28, 28)
    kind = "greater-xenomorph" if bought == () and not rough else "heavy" if rough and not bought else "elite"
    uid = battle.put(0, kind if bought != ("hide-armour",) else "primitive", (24, 24), *bought)
    assert masonry_blow(battle.game, uid).armour == armour


@pytest.mark.rule("rampant.options.walker", "rampant.options.engineer-kit", "rampant.terrain.building-strikes-back")
def test_walkers_fear_no_masonry_and_engineers_little():
    battle = Skirmish()
    walker = battle.put(0, "fighting-vehicle", (10, 10), "walker")
    dozer = battle.put(0, "fighting-vehicle", (20, 10), "engineer-kit")
    heavy = battle.put(0, "heavy", (30, 10))
    assert masonry_blow(battle.game, walker) is None
    assert (masonry_blow(battle.game, dozer).need, masonry_blow(battle.game, heavy).need) == (6, 5)


@pytest.mark.rule("rampant.terrain.building-collapse")
def test_a_collapse_buries_the_garrison():
    battle, house, uid = garrisoned()
    foe = battle.put(1, "elite", (24, 24), "anti-vehicle")
    battle.start(Shooting(foe)).roll(*hits(10), 1, 3, 4, 6, 6).go(target=house)  # floor(5/2) = 2: 5 lost
    assert battle.asked == "rubble"
    assert sees(battle.live, foe, uid)  # the walls that were around it are gone
    assert sees(battle.live, uid, foe)
    assert battle.why_not(Placed({uid: (30.0, 30.0)})) == {"terrain.building-collapse"}
    battle.roll(2, 3).go(rubble=Placed({uid: (24.0, 35.5)}))  # 5 - 2 + 1 = 4: passed
    assert not battle.unit(uid).suppressed
    assert battle.unit(uid).strength == 3
    land = field(battle.live).lands
    assert house not in land
    assert land[f"rubble-{house}"].kind.id == "rubble"
    test = courage_test_for(battle.live, Shock(uid, "collapse", 2, 0, foe, True, 24, 24))
    assert (test.dice, test.bonus) == (2, -1)  # two lost, one for the rubble


@pytest.mark.rule("rampant.terrain.wreck")
@pytest.mark.rule("rampant.vehicles.destroyed", exercises=["shooting.destroyed", "courage.fail-rout"])
def test_a_vehicle_shot_to_nothing_leaves_a_wreck_and_a_routed_one_none():
    battle = Skirmish()
    tank, foe = battle.put(0, "transport-vehicle", (24, 24), strength=1), battle.put(1, "heavy", (24, 10))
    battle.start(Shooting(foe)).roll(*hits(5, face=6)).go(target=tank)
    piece = field(battle.live).lands[f"wreck-{tank}"].piece
    assert piece.disc == (24, 24, 2)
    assert battle.unit(tank).gone == "destroyed"
    routed = Skirmish()
    tank = routed.put(0, "transport-vehicle", (24, 24), strength=1)
    routed.start(Nerve(Shock(tank, "shoot", 3))).roll(3).go()
    assert routed.unit(tank).gone == "routed"
    assert not any(n.startswith("wreck") for n in field(routed.live).lands)


# ---- in and out of buildings, at the limits --------------------------------------------------------------------------


@pytest.mark.rule("rampant.terrain.building-enter", "rampant.scenarios.sabotage")
def test_nobody_enters_a_generator():
    battle = Skirmish("sabotage", keep=True)
    generator = next(b for b, row in battle.game.buildings.items() if row.kind == "generator")
    squad = battle.put(0, "light", (12, 33))
    assert rules(enter_refusals(battle.game, squad, generator, 8.0)) == {"scenarios.sabotage"}


@pytest.mark.rule("rampant.terrain.building-leave")
def test_who_comes_out_keeps_clear_of_others():
    battle, house, uid = garrisoned()
    battle.put(0, "light", (24, 32.5))
    battle.start(Moving(uid)).go(manner="out")
    assert battle.why_not(Placed({uid: (24.0, 32.5)})) == {"moving.separation"}
    assert battle.why_not(Placed({uid: (24.0, 38.6)})) == {"terrain.building-leave"}
    assert battle.why_not(Placed({uid: (24.0, 38.5)})) == set()
    assert house in battle.live.buildings


@pytest.mark.rule("rampant.terrain.building-collapse")
def test_the_rubble_holds_whom_it_has_room_for():
    battle, house, uid = garrisoned()
    foe = battle.put(1, "elite", (24, 24), "anti-vehicle")
    beside = battle.put(0, "light", (24, 39.5))
    battle.start(Shooting(foe)).roll(*hits(10), *[6] * battle.unit(uid).strength).go(target=house)
    assert battle.why_not(Placed({uid: (24.0, 36.5)})) == {"moving.separation"}
    battle.roll(6, 6).go(rubble=Placed({uid: (23.0, 34.5)}))
    assert (battle.unit(uid).where, battle.place(uid)) == ("table", (23, 34.5))
    assert battle.unit(beside).strength == 5


@pytest.mark.rule("rampant.terrain.building-collapse")
def test_who_finds_no_room_in_the_rubble_is_lost():
    battle, house, uid = garrisoned()
    foe = battle.put(1, "elite", (24, 24), "anti-vehicle")
    for x, y in ((20, 32), (24, 32), (28, 32), (20, 39), (24, 39), (28, 39), (20, 35.5), (28, 35.5)):
        battle.put(0, "light", (x, y))
    battle.start(Shooting(foe)).roll(*hits(10), *[6] * battle.unit(uid).strength).go(target=house)
    assert battle.unit(uid).gone == "destroyed"
    assert battle.rule_of("is destroyed") == "terrain.building-collapse"


@pytest.mark.rule("rampant.terrain.building-retreat")
@pytest.mark.parametrize(
    ("sx", "sy", "x", "y"), [(24, 20, 24, 38.5), (24, 46, 24, 32.5), (10, 35.5, 27.5, 35.5), (40, 35.5, 20.5, 35.5)]
)
def test_a_garrison_comes_out_on_the_side_away_from_the_enemy(sx, sy, x, y):
    battle, _, uid = garrisoned()
    assert leave_house(battle.game, Shock(uid, "attack", source=True, x=float(sx), y=float(sy)))
    assert battle.place(uid) == pytest.approx((x, y), abs=0.01)
    taken, _, uid = garrisoned()
    taken.put(0, "light", (x, y))
    assert leave_house(taken.game, Shock(uid, "attack", source=True, x=float(sx), y=float(sy)))
    assert 3.9 < math.dist(taken.place(uid), (x, y)) < 4.2  # as near to that place as it fits


@pytest.mark.rule("rampant.terrain.building-retreat")
def test_a_garrison_that_cannot_come_out_is_lost():
    battle, house, uid = garrisoned()
    for x, y in ((20, 32), (24, 32), (28, 32), (20, 39), (24, 39), (28, 39), (20, 35.5), (28, 35.5)):
        battle.put(0, "light", (x, y))
    foe = battle.put(1, "light", (24, 10))
    assert not leave_house(battle.game, Shock(uid, "attack", by=foe, source=True, x=24.0, y=10.0))
    assert battle.unit(uid).inside == house


@pytest.mark.rule("rampant.terrain.building-strikes-back")
def test_masonry_is_an_attack_for_whom_it_hits():
    battle = Skirmish()
    plain, undying = battle.put(0, "heavy", (10, 10)), battle.put(0, "heavy", (20, 10), "undying", "deflector:3")
    low = battle.put(0, "heavy", (30, 10), "deflector:1")
    blows = [masonry_blow(battle.game, u) for u in (plain, undying, low)]
    assert [(b.up, b.deflect, b.have) for b in blows] == [(False, 0, 5), (True, 5, 5), (False, 0, 5)]


@pytest.mark.rule("rampant.xeno.flying-sight")
def test_nobody_is_in_cover_from_above_but_in_buildings_and_dense_terrain():
    battle = Skirmish()
    battle.land("ruins", 8, 8, 14, 14), battle.land("woods", 20, 8, 26, 14)
    house = battle.land("house", 32, 8, 36, 11)
    ruins, woods = battle.put(0, "light", (11, 11)), battle.put(0, "light", (23, 11))
    inside = battle.put(0, "light", where="inside", inside=house, x=34.0, y=9.5)
    wings, foot = battle.put(1, "elite", (24, 30), "flying"), battle.put(1, "elite", (24, 34))
    assert [cover(battle.game, u, wings) > 0 for u in (ruins, woods, inside)] == [False, True, True]
    assert [cover(battle.game, u, foot) > 0 for u in (ruins, woods, inside)] == [True, True, True]


@pytest.mark.rule("rampant.terrain.cover-for-courage", "rampant.xeno.volatile-blast")
@pytest.mark.parametrize(("wall", "total"), [(26.0, 6), (30.0, 5)])
def test_a_wall_helps_against_an_explosion_only_on_its_side(wall, total):
    """The blast comes from the south: a wall before the unit steadies it, one behind it does not."""
    battle = Skirmish()
    battle.land("wall", 20, wall, 28, wall)
    bomb = battle.put(0, "heavy", (24, 22), "volatile:1", strength=1)
    battle.put(1, "light", (24, 28)), battle.put(0, "heavy", (4, 4)), battle.put(1, "heavy", (44, 44))
    battle.start(Blast((Boom(bomb, 24.0, 22.0, 2),))).roll(3, 1, 2, 3)
    battle.game.units.set(bomb, where="gone", gone="destroyed")
    battle.go()
    assert f"its Courage test: {total} against 4" in battle.told()
