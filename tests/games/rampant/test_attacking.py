"""Chapter "attacking": close combat from declaration to the final retreat."""

import math

import pytest

from driver import numbers
from games.rampant.skirmish import Skirmish, claim, hits, rules, way
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.attacking.targets import attack_refusals
from xenotable.games.rampant.rules.attacking.values import attack_armour, attack_blow, building_armour, fight_value
from xenotable.games.rampant.rules.specials.charging import counter_refusals
from xenotable.games.rampant.rules.terrain.fighting import rough_sides
from xenotable.games.rampant.scenes import Attack, Melee
from xenotable.games.rampant.state import Spell


def meet(mine, theirs, *, at=(24, 20), **more):
    """Attacker (from the south) and defender in contact."""
    battle = Skirmish(**more)
    a, b = battle.face_off(mine, theirs, 0.0)
    shift = at[1] - battle.rows[b]["y"]
    for uid in (a, b):
        battle.rows[uid] |= {"y": battle.rows[uid]["y"] + shift}
    return battle.start(Melee(a, b)), a, b


def fight(mine, theirs, attack, defend, *courage, **more):
    """Hits of both sides, then the dice of the tests that follow."""
    battle, a, b = meet(mine, theirs, **more)
    battle.roll(*hits(attack, face=6), *hits(defend, face=6), *courage)
    return battle, a, b


# ---- whom and where --------------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.attacking.sequence")
def test_an_attack_from_target_to_courage():
    battle = Skirmish()
    pack, light = battle.face_off(("lesser-xenomorph",), ("light",), 8.0)
    battle.roll(*hits(6, face=4), *hits(3, face=5))
    battle.roll(6, 3, 3)  # the Light Infantry lost more: one die at -3 = 3, fails; then the pack: 6 - 1 = 5
    battle.start(Attack(pack)).go(target=light, contact=way(pack, (24, 12)))
    assert (battle.unit(light).strength, battle.unit(pack).strength) == (2, 4)
    told = battle.told()
    assert told.index("Light Infantry b1 fails its Courage test: 3") < told.index("Lesser Xenomorphs a1 passes")
    assert battle.unit(light).suppressed
    assert battle.place(light) == pytest.approx((24, 19), abs=0.01)
    assert battle.place(pack) == (24, 12)  # the enemy has gone: nobody else retreats


@pytest.mark.rule("rampant.attacking.target")
def test_a_target_must_be_seen():
    battle = Skirmish()
    pack, enemy = battle.face_off(("lesser-xenomorph",), ("light",), 5.0)
    battle.land("spires", 22, 7.5, 26, 8.5)
    assert "attacking.target" in rules(attack_refusals(battle.game, pack, enemy))


@pytest.mark.rule("rampant.xeno.flying-attack")
def test_who_flies_is_attacked_only_by_who_flies():
    battle = Skirmish()
    berserk, lances = battle.face_off(("berserk",), ("elite", "flying"), 5.0)
    wings = battle.put(0, "elite", (30, 4), "flying")
    assert rules(attack_refusals(battle.game, berserk, lances)) == {"xeno.flying-attack"}
    assert not rules(attack_refusals(battle.game, wings, lances))
    assert not rules(attack_refusals(battle.game, lances, berserk))


@pytest.mark.parametrize(
    ("kind", "gap", "bog", "legal"),
    [
        claim("attacking.reach", "lesser-xenomorph", 8.0, (7, 12), True),
        ("heavy", 4.0, (5, 8), False),
        claim("attacking.reach", "heavy", 4.0, (5, 6), True),
    ],
)
def test_terrain_counts_on_the_way(kind, gap, bog, legal):
    battle = Skirmish()
    battle.land("bog", 10, bog[0], 38, bog[1])
    attacker, enemy = battle.face_off((kind,), ("light",), gap)
    assert rules(attack_refusals(battle.game, attacker, enemy)) == (set() if legal else {"attacking.reach"})


@pytest.mark.rule("rampant.attacking.reach")
def test_a_third_unit_keeps_its_inch():
    battle = Skirmish()
    attacker, enemy = battle.face_off(("light",), ("light",), 6.0)
    for x in (19.6, 28.4):  # 1.4 in from the enemy's rim on either side
        battle.put(1, "light", (x, 13))
    for x in (19.6, 24.0, 28.4):
        battle.put(0, "light", (x, 17.5))
    assert not rules(attack_refusals(battle.game, attacker, enemy))
    for x in (20.5, 27.5):  # two more before it: 4 in between their rims, but the footprint must fit at the end
        battle.put(1, "light", (x, 9.5))
    assert rules(attack_refusals(battle.game, attacker, enemy)) == {"attacking.reach"}


@pytest.mark.rule("rampant.attacking.contact")
def test_the_attacker_stops_touching():
    battle = Skirmish()
    attacker, enemy = battle.put(0, "light", (24, 10)), battle.put(1, "light", (24, 18))
    battle.start(Attack(attacker)).go(target=enemy)
    assert battle.asked == "contact"
    assert "attacking.contact" in battle.why_not(way(attacker, (24, 14)))
    assert "attacking.contact" in battle.why_not(way(attacker, (24, 15.5)))
    assert "moving.action" in battle.why_not(way(attacker, (16, 12), (24, 15)))
    battle.roll(*hits(0), *hits(0)).go(contact=way(attacker, (24, 15)))
    assert battle.unit(attacker).moved == 5.0


# ---- dice, values, Armour --------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.attacking.values", "rampant.attacking.losses")
def test_attack_value_against_defence_value():
    battle, a, b = meet(("greater-xenomorph",), ("heavy",))
    battle.roll(3, 3, 2, 6, 1, 1, 1, 1, 1, 1)  # 3 hits at 3+: one point of Armour 3
    battle.roll(5, 4, 6, 1, 5, 5, 1, 1, 1, 1)  # 4 hits at 5+: one point of Armour 4
    battle.roll(4, 1, 5, 5).go()
    assert (battle.unit(a).strength, battle.unit(b).strength) == (4, 4)


@pytest.mark.rule("rampant.attacking.losses")
def test_remaining_hits_are_wasted():
    battle, a, b = fight(("light",), ("light",), 7, 1, 6)
    battle.go()
    assert (battle.unit(b).strength, battle.unit(a).strength) == (2, 5)


@pytest.mark.parametrize(
    ("strength", "dice"),
    [
        pytest.param((5, 3), (10, 10), marks=pytest.mark.rule("rampant.attacking.dice-full")),
        pytest.param((2, 3), (5, 10), marks=pytest.mark.rule("rampant.attacking.dice-half")),
        pytest.param((3, 1), (10, 5), marks=pytest.mark.rule("rampant.attacking.dice-half")),
    ],
)
def test_dice_are_counted_before_losses(strength, dice):
    battle, a, b = meet(("heavy",), ("heavy",))
    battle.rows[a] |= {"strength": strength[0]}
    battle.rows[b] |= {"strength": strength[1]}
    battle.roll(*hits(0, of=dice[0]), *hits(0, of=dice[1])).go()
    assert [e.value for e in battle.match.tape if e.kind == "roll"] == [(1,) * dice[0], (1,) * dice[1]]


@pytest.mark.rule("rampant.attacking.suppressed-sixes", "rampant.suppression.hits-on-six")
def test_the_suppressed_hit_on_six():
    battle, a, b = meet(("light",), ("elite",))
    battle.rows[b] |= {"suppressed": True}
    battle.roll(*hits(0), 6, 5, 4, 4, 6, 1, 2, 3, 5, 5, 4, 4).go()
    assert "Elite Infantry b1 scores 2" in battle.told()
    assert battle.unit(a).strength == 4


@pytest.mark.rule("rampant.terrain.rough-dash")
def test_rough_ground_does_not_help_the_suppressed_nor_those_without_a_value():
    battle, a, b = meet(("support",), ("heavy",))
    battle.land("woods", 10, 10, 40, 40)
    battle.rows[b] |= {"suppressed": True}
    ground = rough_sides(battle.game, a, b, False)
    assert fight_value(battle.game, b, False, ground) == 6
    assert fight_value(battle.game, a, True, ground) == 0


ARMOUR = [
    ("attacking.armour-order", ("elite", "powered-edges"), ("heavy",), ("wall", 10, 18.2, 40, 18.2), 3 + 1 - 1),
    ("attacking.armour-order", ("elite", "powered-edges"), ("heavy",), ("woods", 10, 10, 40, 40), 2 - 1),
    ("specials.powered-edges", ("elite", "powered-edges"), ("elite",), None, 3),
    ("attacking.armour-order", ("elite", "powered-edges"), ("primitive",), None, 1),
    ("specials.powered-edges", ("lesser-xenomorph", "powered-edges"), ("heavy",), None, 2),
    ("specials.breaching", ("elite", "breaching"), ("fighting-vehicle",), None, 3),
    ("specials.breaching", ("elite", "breaching"), ("fighting-vehicle",), ("bog", 10, 10, 40, 40), 1),
    ("specials.vehicle", ("elite", "breaching"), ("heavy",), None, 3),
    ("specials.breaching", ("fighting-vehicle",), ("transport-vehicle",), None, 2),
    ("specials.breaching", ("fighting-vehicle",), ("elite", "titan-plate"), None, 2),
    ("specials.ranger", ("light",), ("elite",), ("woods", 10, 10, 40, 40), 4),
    ("terrain.rough-fighting", ("light",), ("heavy",), ("woods", 10, 10, 40, 40), 2),
    ("terrain.rough-fighting", ("light",), ("militia",), ("woods", 10, 10, 40, 40), 2),
    ("terrain.cover-not-in-attacks", ("light",), ("heavy",), ("scrub", 10, 10, 40, 40), 3),
    ("terrain.obstacle-defence", ("light",), ("heavy",), ("wall", 10, 18.2, 40, 18.2), 4),
    ("attacking.armour-order", ("light",), ("heavy",), ("wire", 10, 18.2, 40, 18.2), 3),
    ("options.hide-armour", ("light",), ("primitive", "hide-armour"), None, 2),
    ("options.titan-plate", ("elite", "breaching"), ("elite", "titan-plate"), None, 2),
]


@pytest.mark.parametrize(
    ("mine", "theirs", "land", "armour"),
    [pytest.param(*a[1:], marks=pytest.mark.rule(f"rampant.{a[0]}"), id=f"{a[0]}-{i}") for i, a in enumerate(ARMOUR)],
)
def test_armour_of_the_defender(mine, theirs, land, armour):
    battle, a, b = meet(mine, theirs)
    if land:
        battle.land(*land)
    ground = rough_sides(battle.game, a, b, False)
    assert attack_armour(battle.game, b, a, True, ground, False) == armour
    rough = land and land[0] in ("woods", "bog")
    if rough and "ranger" not in battle.game.profile[b].has:
        assert fight_value(battle.game, b, False, ground) == fight_value(battle.game, b, True, ground) == 5


@pytest.mark.rule("rampant.specials.powered-edges")
def test_a_tank_uses_its_edges_on_infantry():
    battle, a, b = meet(("fighting-vehicle",), ("heavy",))
    assert attack_blow(battle.game, a, b, True, rough_sides(battle.game, a, b, False), False).armour == 2
    other, a, b = meet(("fighting-vehicle",), ("soft-skin-vehicle",))
    assert attack_blow(other.game, a, b, True, rough_sides(other.game, a, b, False), False).armour == 1


@pytest.mark.parametrize(
    ("wood", "armour"),
    [
        claim("terrain.rough-who", (10, 18.6, 40, 30), (2, 2)),
        claim("terrain.rough-who", (10, 10, 40, 18.4), (2, 3)),
        ((10, 30, 40, 40), (3, 3)),
    ],
)
def test_who_goes_in_after_the_enemy_fights_on_its_ground(wood, armour):
    battle, a, b = meet(("heavy",), ("heavy",))  # centres at y=17 and y=20
    battle.land("woods", *wood)
    ground = rough_sides(battle.game, a, b, False)
    found = (
        attack_armour(battle.game, a, b, False, ground, False),
        attack_armour(battle.game, b, a, True, ground, False),
    )
    assert found == armour


@pytest.mark.rule("rampant.specials.prone")
@pytest.mark.parametrize(("theirs", "value"), [(("light", "full-squad"), 5), (("primitive",), 6), (("heavy",), 5)])
def test_the_prone_defend_badly(theirs, value):
    battle, a, b = meet(("elite",), theirs)
    battle.rows[b] |= {"prone": True}
    assert fight_value(battle.game, b, False, rough_sides(battle.game, a, b, False)) == value


@pytest.mark.rule("rampant.xeno.monofilament")
def test_monofilament_sixes_count_twice():
    battle, _a, b = meet(("elite", "monofilament"), ("elite",))
    battle.roll(6, 6, 5, 4, 1, 1, 2, 2, 3, 3, *hits(0), 5, 5).go()
    assert "a1 scores 6 hits" in battle.told()
    assert battle.unit(b).strength == 4


@pytest.mark.rule("rampant.xeno.undying-hits")
def test_the_undying_round_up_in_attacks():
    battle, _, b = fight(("light",), ("light", "undying"), 3, 0, 6, 6)
    battle.go()
    assert battle.unit(b).strength == 3


@pytest.mark.parametrize(("tier", "dice", "lost"), [claim("xeno.deflector", 3, (5, 1), 1), (2, (), 2)])
def test_only_the_third_deflector_works_in_attacks(tier, dice, lost):
    battle, _, b = fight(("elite",), ("heavy", f"deflector:{tier}"), 6, 0, *dice, 6, 6)
    battle.go()
    assert battle.unit(b).strength == 5 - lost


@pytest.mark.parametrize(
    ("strength", "took", "gave", "left"), [claim("xeno.infectious", 12, 2, 1, 11), (15, 0, 1, 15), (12, 0, 0, 12)]
)
def test_the_infectious_regain_a_point(strength, took, gave, left):
    battle, a, _b = meet(("militia", "throng", "undying", "infectious"), ("primitive",))
    battle.rows[a] |= {"strength": strength}
    battle.roll(*hits(gave, face=6), *hits(took, face=6))
    if took:
        battle.roll(6, 6)
    if gave:
        battle.roll(6, 6)
    battle.go()
    assert battle.unit(a).strength == left


@pytest.mark.rule("rampant.xeno.stunners-attack")
def test_stunned_points_decide_who_retreats():
    battle, a, b = meet(("heavy", "stunners"), ("heavy",))
    battle.roll(*hits(6, face=6), *hits(3, face=6), 6, 6, 6, 6).go(stun="stun")  # enemy tests at -4: 8
    assert (battle.unit(a).strength, battle.unit(b).strength) == (4, 5)
    assert "Courage test: 8 against 4" in battle.told()
    assert battle.place(b)[1] == pytest.approx(23, abs=0.01)  # 2 against 1: it retreats 3 in
    assert not battle.unit(b).suppressed


@pytest.mark.rule("rampant.xeno.stunners")
def test_stunning_that_would_cost_nothing_is_not_tested():
    battle, a, _ = meet(("heavy", "stunners"), ("heavy",))
    battle.roll(*hits(2, face=6), *hits(0)).go(stun="stun")
    assert "Courage" not in battle.told()
    assert battle.place(a)[1] == pytest.approx(14, abs=0.01)  # 0 and 0: the attacker retreats


# ---- tests and retreats ----------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.attacking.courage")
def test_only_losses_are_tested_not_hits():
    battle, _, b = fight(("heavy",), ("heavy",), 3, 2, 6, 6)
    battle.go()
    assert battle.told().count("Courage test") == 1
    assert "b1 passes its Courage test: 11" in battle.told()
    assert battle.unit(b).strength == 4


@pytest.mark.rule("rampant.attacking.courage-order")
@pytest.mark.parametrize(("attack", "defend", "first"), [(6, 3, "b1"), (3, 3, "a1"), (3, 6, "a1")])
def test_who_lost_more_tests_first(attack, defend, first):
    battle, _, _ = fight(("heavy",), ("heavy",), attack, defend, 6, 6, 6, 6)
    battle.go()
    told = battle.told()
    other = {"a1": "b1", "b1": "a1"}[first]
    assert told.index(f"{first} passes its Courage") < told.index(f"{other} passes its Courage")


@pytest.mark.rule("rampant.attacking.still-in-contact")
def test_nobody_retreats_from_the_dead():
    battle, a, b = meet(("heavy",), ("heavy",))
    battle.rows[b] |= {"strength": 2}
    battle.roll(*hits(6, face=6), *hits(5, of=5, face=6), 6, 6).go()
    assert battle.unit(b).gone == "destroyed"
    assert "retreats" not in battle.told()
    assert battle.place(a)[1] == 17
    assert battle.unit(a).strength == 4


@pytest.mark.rule("rampant.attacking.loser", "rampant.attacking.loser-not-suppressed")
def test_who_lost_more_retreats_without_a_marker():
    battle, a, b = fight(("light",), ("light",), 4, 2, 6, 6, 6, 6)
    battle.go()
    assert battle.place(b) == pytest.approx((24, 24), abs=0.01)
    assert battle.place(a) == (24, 17)
    assert not battle.unit(b).suppressed


@pytest.mark.rule("rampant.courage.fail-already-suppressed")
def test_a_suppressed_defender_that_fails_loses_one_more():
    battle, a, b = meet(("heavy",), ("heavy",))
    battle.rows[b] |= {"suppressed": True}
    battle.roll(*hits(3, face=6), *hits(3, face=6), 6, 6, 2, 2).go()  # attacker passes; 4 - 1 = 3 fails
    assert battle.unit(b).strength == 3
    assert battle.place(b)[1] == pytest.approx(23, abs=0.01)
    assert battle.place(a)[1] == 17


@pytest.mark.rule("rampant.attacking.tie")
@pytest.mark.parametrize(("n", "dice"), [(0, ()), (6, (6, 6, 6, 6))])
def test_a_tie_sends_the_attacker_back(n, dice):
    battle, a, b = fight(("heavy",), ("heavy",), n, n, *dice)
    battle.go()
    assert battle.place(a)[1] == pytest.approx(14, abs=0.01)
    assert battle.place(b)[1] == 20
    assert not battle.unit(a).suppressed


@pytest.mark.rule("rampant.attacking.loser-not-suppressed")
def test_a_suppressed_loser_retreats_and_stays_suppressed():
    battle, _, b = meet(("heavy",), ("heavy",))
    battle.rows[b] |= {"suppressed": True}
    battle.roll(*hits(6, face=6), *hits(0), 6, 6).go()
    assert battle.place(b)[1] == pytest.approx(23, abs=0.01)
    assert battle.unit(b).suppressed
    assert battle.unit(b).strength == 3


@pytest.mark.rule("rampant.attacking.blocked-retreat")
def test_a_blocked_loser_takes_casualties():
    battle, _, b = fight(("light",), ("light",), 2, 0, 6, 6, 3, 6)
    battle.land("chasm", 0, 23.5, 48, 40)  # 2 in behind its rim
    battle.go(fan="left")  # 45 degrees: 2.83 in of 4, so 2 dice
    assert battle.unit(b).strength == 3
    assert battle.unit(b).gone == ""


# ---- Storm -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.attacking.storm")
@pytest.mark.parametrize(("kind", "far"), [("light", 3.0), ("heavy", 2.0)])
def test_the_winner_may_storm(kind, far):
    battle, a, _ = fight(("light",), (kind,), 3, 0, 6, 6)
    battle.land("scrub", 10, 19, 40, 21)
    battle.go(storm=True)
    assert battle.place(a)[1] - 17 == pytest.approx(far, abs=0.0011)  # the very last point that leaves 1 in


@pytest.mark.rule("rampant.attacking.storm")
def test_a_destroyed_enemy_leaves_its_place():
    battle, a, b = meet(("light",), ("light",))
    battle.land("scrub", 10, 19, 40, 21)
    battle.rows[b] |= {"strength": 1}
    battle.roll(*hits(2, face=6), *hits(0, of=5)).go(storm=True)
    assert battle.place(a) == pytest.approx((24, 20), abs=0.01)


@pytest.mark.rule("rampant.attacking.no-pursuit")
def test_in_the_open_the_winner_stays():
    battle, a, _ = fight(("light",), ("light",), 2, 0, 6, 6)
    battle.go()
    assert battle.asked == ""
    assert battle.place(a) == (24, 17)


@pytest.mark.rule("rampant.attacking.no-pursuit")
def test_vehicles_do_not_storm():
    battle, _, _ = fight(("fighting-vehicle",), ("light",), 2, 0, 6, 6)
    battle.land("scrub", 10, 19, 40, 21)
    battle.go()
    assert battle.asked == ""
    plain, a, _ = fight(("light",), ("light",), 2, 0, 6, 6)
    plain.go()
    assert plain.place(a) == (24, 17)


# ---- Counter-Charge --------------------------------------------------------------------------------------------------


def charge(mine, theirs, gap=7.0):
    battle = Skirmish(react=True)
    a, b = battle.face_off(mine, theirs, gap)
    return battle.start(Attack(a)), a, b


@pytest.mark.parametrize(
    ("mine", "offered"),
    [
        ("elite", True),
        ("heavy", True),
        claim("specials.counter-charge", "lesser-xenomorph", False),
        claim("specials.counter-charge", "soft-skin-vehicle", False),
    ],
)
def test_only_infantry_no_faster_is_counter_charged(mine, offered):
    battle, _, b = charge((mine,), ("berserk",), 5.0)
    battle.go(target=b)
    assert (battle.asked == "counter-charge") is offered


@pytest.mark.rule("rampant.xeno.flying-attack", "rampant.specials.counter-charge")
def test_who_flies_is_counter_charged_only_by_who_flies():
    battle = Skirmish()
    flyer, horde = battle.put(1, "light", (24, 24), "flying"), battle.put(0, "berserk", (24, 16))
    winged = battle.put(0, "berserk", (14, 16), "flying")
    assert "xeno.flying-attack" in rules(counter_refusals(battle.game, horde, flyer))
    assert "xeno.flying-attack" not in rules(counter_refusals(battle.game, winged, flyer))


@pytest.mark.rule("rampant.specials.counter-charge")
def test_a_garrison_does_not_counter_charge():
    battle = Skirmish()
    house = battle.land("house", 30, 30, 36, 36)
    afoot, horde = battle.put(1, "heavy", (24, 24)), battle.put(0, "berserk", (24, 16))
    inside = battle.put(0, "berserk", where="inside", inside=house, x=33.0, y=33.0)
    assert rules(counter_refusals(battle.game, horde, afoot)) == set()
    assert rules(counter_refusals(battle.game, inside, afoot)) == {"specials.counter-charge"}


@pytest.mark.rule("rampant.attacking.target", "rampant.xeno.flying-attack")
def test_one_reason_against_an_attack_is_enough_and_no_way_is_looked_for():
    battle = Skirmish()
    battle.land("chasm", 0, 7, 48, 8)
    mine, flyer = battle.put(0, "heavy", (24, 4)), battle.put(1, "light", (24, 11), "flying")
    afoot = battle.put(1, "light", (30, 11))
    assert rules(attack_refusals(battle.game, mine, flyer)) == {"xeno.flying-attack"}
    assert rules(attack_refusals(battle.game, mine, afoot)) == {"attacking.reach"}


@pytest.mark.rule("rampant.xeno.grudge")
def test_a_grudge_turns_on_its_kin_alone():
    battle = Skirmish()
    mine = battle.put(0, "heavy", (24, 10), "grudge")
    hated, others = battle.put(1, "light", (24, 18)), battle.put(1, "light", (14, 18), kin="beast")
    assert "xeno.grudge" not in rules(attack_refusals(battle.game, mine, hated, "terran"))
    assert "xeno.grudge" in rules(attack_refusals(battle.game, mine, others, "terran"))


@pytest.mark.rule("rampant.specials.counter-charge")
def test_the_suppressed_do_not_counter_charge():
    battle, _, b = charge(("elite",), ("berserk",))
    battle.rows[b] |= {"suppressed": True}
    battle.go(target=b)
    assert battle.asked == "contact"


@pytest.mark.rule("rampant.specials.counter-charge-move")
@pytest.mark.parametrize(("gap", "met"), [(7.0, 4.0), (3.0, 3.0)])
def test_it_meets_the_attacker(gap, met):
    battle, a, b = charge(("elite",), ("berserk",), gap)
    y = battle.rows[b]["y"]
    battle.roll(4, 3)
    if gap == met:
        battle.roll(*hits(0), *hits(0))
    battle.go(target=b, counter_charge=True)
    assert battle.place(b) == pytest.approx((24, y - met), abs=0.01)
    if gap > met:
        battle.roll(*hits(0), *hits(5, face=4), 6, 6)  # both attack: the berserks hit on 4+
        battle.go(contact=way(a, (24, y - met - 3)))
        assert battle.unit(a).strength == 4


@pytest.mark.rule("rampant.specials.counter-charge-move")
def test_it_stops_where_the_attacker_can_still_come_into_contact():
    """Half its movement on, a friend of the attacker and a hall would leave no room beside it."""
    battle = Skirmish(react=True)
    crowd = battle.put(0, "primitive", (18.11, 15.39), "throng", "hover")
    battle.put(0, "light", (23.95, 13.28))
    berserks = battle.put(1, "berserk", (24.23, 6.29))
    battle.land("hall", 9, 4.375, 17, 12.375)
    battle.start(Attack(crowd)).roll(6, 6).go(target=berserks, counter_charge=True)
    assert battle.asked == "contact"
    assert battle.ask.candidates(3, lambda: 0.5)
    assert 0.5 < math.dist(battle.place(berserks), (24.23, 6.29)) < 3.9


@pytest.mark.parametrize(("rule", "left"), [("breaching", 3), ("powered-edges", 4)])
def test_a_tank_chooses_how_it_fights_armour(rule, left):
    battle, _, b = meet(("fighting-vehicle",), ("fighting-vehicle",))
    battle.go(reduction=rule)
    assert (battle.asked, battle.ask.seat, battle.ask.default) == ("reduction", 1, "breaching")
    battle.roll(*hits(6, face=6), *hits(0), 6, 6).go(reduction="breaching")  # Armour 6: 3 or 5
    assert battle.unit(b).strength == left


def test_a_failed_counter_charge_stands():
    battle, a, b = charge(("elite",), ("berserk",))
    y = battle.rows[b]["y"]
    battle.roll(3, 3).go(target=b, counter_charge=True)
    assert battle.place(b)[1] == y
    battle.roll(*hits(0), *hits(4, face=5)).go(contact=way(a, (24, y - 3)))
    assert battle.unit(a).strength == 5  # 5 is no hit at Defence Value 6+


def test_a_commander_beside_it_does_not_help_a_counter_charge():
    """A reaction is no ordered activation: 6 fails beside the Commander as it does elsewhere."""
    for dice, meets in (((3, 3), False), ((4, 3), True)):
        battle, _, b = charge(("elite",), ("berserk",))
        battle.put(1, "heavy", (30, battle.rows[b]["y"]), commander=True)
        battle.roll(*dice).go(target=b, counter_charge=True)
        assert ("counter-charges." in battle.told()) is meets


@pytest.mark.rule("rampant.specials.counter-charge-tie")
def test_after_a_counter_charge_a_tie_sends_back_who_began():
    battle, a, b = charge(("elite",), ("berserk",), 4.0)
    y = battle.rows[b]["y"]
    battle.roll(6, 6, *hits(2, face=6), *hits(4, face=6), 6, 6, 6, 6).go(target=b, counter_charge=True)
    assert (battle.unit(a).strength, battle.unit(b).strength) == (4, 4)
    assert battle.place(b)[1] == pytest.approx(y - 4, abs=0.01)
    assert battle.place(a)[1] < 4.1
    assert math.dist(battle.place(a), battle.place(b)) > 4


@pytest.mark.parametrize(
    ("mine", "theirs", "total"), [claim("xeno.dreadful", "dreadful", (), 3), (None, ("dreadful",), 4)]
)
def test_the_dreadful_frighten_only_when_they_attack(mine, theirs, total):
    battle, _, b = fight(("elite", *([mine] if mine else [])), ("heavy", *theirs), 3, 0, 3, 2)
    dread = battle.put(1, "heavy", (44, 44), "dreadful")
    battle.go()
    assert f"Courage test: {total} against 4" in battle.told()
    from xenotable.games.rampant.rules.xeno.combat import dreads

    assert not dreads(battle.live, dread)
    assert battle.unit(b).strength == 4


@pytest.mark.rule("rampant.xeno.unstable")
def test_a_target_that_its_own_double_destroys_is_not_fought():
    battle, a, b = charge(("elite",), ("berserk", "unstable"))
    battle.rows[b] |= {"strength": 3}
    battle.put(1, "elite", (44, 44))
    battle.roll(4, 4).go(target=b, counter_charge=True)
    assert battle.unit(b).gone == "destroyed"
    assert battle.asked == ""
    assert battle.place(a) == (24, 4)


@pytest.mark.rule("rampant.attacking.dice-half", "rampant.xeno.unstable")
def test_an_unstable_counter_charger_strikes_with_the_dice_it_had():
    battle = Skirmish(react=True)
    attacker, target = battle.put(0, "elite", (24, 10)), battle.put(1, "berserk", (24, 17), "unstable")
    battle.start(Attack(attacker)).roll(4, 4, *hits(0), *hits(0)).go(target=target, counter_charge=True)  # 10 dice each
    assert battle.unit(target).strength == 1
    assert battle.unit(attacker).strength == 5


# ---- who may attack whom, at the limits ------------------------------------------------------------------------------


@pytest.mark.rule("rampant.attacking.reach")
def test_an_enemy_just_out_of_reach_says_how_far():
    for gap in (8.0, 8.5):
        battle = Skirmish()
        attacker, enemy = battle.face_off(("light",), ("light",), gap)
        found = list(attack_refusals(battle.game, attacker, enemy))
        assert [r.args.get("over") for r in found] == ([pytest.approx(0.5)] if gap > 8 else [])


@pytest.mark.rule("rampant.psychic.veil")
def test_who_is_veiled_cannot_be_attacked_from_beyond_twelve_inches():
    for gap, refused in ((12.0, set()), (12.5, {"attacking.reach", "psychic.veil"})):
        battle = Skirmish()
        pack, enemy = battle.face_off(("lesser-xenomorph",), ("light",), gap)
        battle.rows[enemy] |= {"spells": (Spell("veil", "b1", "end", 1),)}
        assert rules(attack_refusals(battle.game, pack, enemy)) == refused


@pytest.mark.rule("rampant.attacking.target", "rampant.xeno.flying-attack")
def test_no_attack_goes_out_of_a_building_and_none_flies_into_one():
    battle = Skirmish()
    house = battle.land("house", 22, 22, 26, 25)
    inside = battle.put(0, "light", where="inside", inside=house, x=24.0, y=23.5)
    wings, walkers = battle.put(1, "elite", (24, 19), "flying"), battle.put(1, "light", (24, 28))
    assert rules(attack_refusals(battle.game, inside, walkers)) == {"attacking.target"}
    assert rules(attack_refusals(battle.game, wings, inside)) == {"xeno.flying-attack"}
    assert rules(attack_refusals(battle.game, walkers, inside)) == set()


@pytest.mark.rule("rampant.roster.dash", "rampant.specials.no-assault")
def test_a_dash_and_no_assault_are_reasons_of_their_own():
    for field in ("attack", "attack_value"):
        with numbers(content().units["heavy"], **{field: 0}):
            battle = Skirmish()
            dash, guns = battle.put(0, "heavy", (20, 10)), battle.put(0, "support", (28, 10))
            enemy, light = battle.put(1, "light", (24, 14)), battle.put(0, "light", (24, 8))
            assert rules(attack_refusals(battle.game, dash, enemy)) == {"roster.dash"}
            assert rules(attack_refusals(battle.game, guns, enemy)) == {"specials.no-assault"}
            assert rules(attack_refusals(battle.game, light, enemy)) == set()


@pytest.mark.rule("rampant.attacking.contact")
def test_the_way_into_contact_does_not_lead_through_the_target():
    battle = Skirmish()
    pack, enemy = battle.put(0, "lesser-xenomorph", (24, 10)), battle.put(1, "light", (24, 16))
    battle.start(Attack(pack)).go(target=enemy)
    assert battle.why_not(way(pack, (24, 19))) == {"attacking.contact"}
    assert battle.why_not(way(pack, (24, 13))) == set()


@pytest.mark.rule("rampant.attacking.contact")
def test_a_click_beside_the_target_is_the_contact_nearest_to_it():
    battle = Skirmish()
    pack, enemy = battle.put(0, "lesser-xenomorph", (24, 10)), battle.put(1, "light", (24, 18))
    battle.start(Attack(pack)).go(target=enemy)
    ends = {x: battle.ask.toward(pack, (x, 18.0), "").paths[pack][-1] for x in (18.0, 30.0)}
    assert ends[18.0][0] < 22.5
    assert ends[30.0][0] > 25.5
    assert all(math.dist(end[:2], (24, 18)) == pytest.approx(3.0, abs=0.01) for end in ends.values())


# ---- both sides of a fight -------------------------------------------------------------------------------------------


def thrown(battle):
    return [(e.key, e.seat) for e in battle.match.tape if e.kind == "roll"]


@pytest.mark.rule("rampant.attacking.values", "rampant.xeno.deflector")
def test_each_side_throws_its_own_dice_and_deflects_its_own_losses():
    battle, a, b = meet(("heavy", "deflector:3"), ("heavy", "deflector:3"))
    battle.roll(*hits(6, face=6), *hits(3, face=6), 1, 5, 1, 6, 6, 6, 6).go()
    assert thrown(battle)[:4] == [("hit", 0), ("hit", 1), ("deflect", 1), ("deflect", 0)]
    assert (battle.unit(a).strength, battle.unit(b).strength) == (4, 4)


@pytest.mark.rule("rampant.terrain.building-strikes-back", "rampant.xeno.deflector")
def test_the_other_side_throws_for_the_masonry():
    battle = Skirmish()
    shack = battle.land("shack", 22, 34, 26, 37)
    uid = battle.put(0, "heavy", (24, 32.5), "deflector:3")
    battle.start(Melee(uid, shack)).roll(*hits(0), 5, 6, 5, 1, 2, 1, 6, 6).go()
    assert thrown(battle) == [("hit", 0), ("hit", 1), ("deflect", 0), ("courage", 0)]


@pytest.mark.rule("rampant.terrain.building-profile", "rampant.specials.breaching")
def test_a_building_is_breached_like_a_vehicle():
    battle = Skirmish()
    bunker, shack = battle.land("bunker", 22, 34, 26, 37), battle.land("shack", 2, 34, 4, 36)
    armour = {b: battle.game.buildings[b].armour for b in (bunker, shack)}
    for b, printed in armour.items():
        found = [building_armour(battle.game, b, r) for r in ("", "breaching", "powered-edges")]
        assert found == [printed, printed // 2, printed - 1]
    with numbers(content().terrain["shack"], armour=1):
        weak = Skirmish()
        hut = weak.land("shack", 2, 34, 4, 36)
        assert [building_armour(weak.game, hut, r) for r in ("", "breaching", "powered-edges")] == [1, 1, 1]


@pytest.mark.rule("rampant.specials.one-reduction")
def test_only_who_has_two_rules_against_armour_is_asked():
    battle, _, _ = meet(("fighting-vehicle",), ("transport-vehicle",))  # both rules; Powered Edges alone
    battle.roll(*hits(2, face=6), *hits(6, face=6), 6, 6, 6, 6).go(reduction="breaching")
    assert [e.key for e in battle.match.tape].count("reduction") == 1
    assert [battle.unit(u).strength for u in ("a1", "b1")] == [4, 4]  # Armour 6 - 1 and 5 / 2
    plain, _, b = meet(("fighting-vehicle",), ("heavy",))  # infantry is not breached, and has no such rule itself
    plain.roll(*hits(2, face=6), *hits(0), 6, 6).go()
    assert plain.unit(b).strength == 4
    assert "reduction" not in [e.key for e in plain.match.tape]


@pytest.mark.rule("rampant.specials.prone")
def test_who_lies_prone_defends_badly_and_attacks_as_ever():
    for prone, defence in ((False, 4), (True, 5)):
        battle, a, b = meet(("elite",), ("heavy",))
        battle.rows[a] |= {"prone": prone}
        ground = rough_sides(battle.game, a, b, False)
        assert fight_value(battle.game, a, False, ground) == defence
        assert fight_value(battle.game, a, True, ground) == 4


@pytest.mark.parametrize(
    ("bought", "countered", "total"),
    [((), True, 4), (("dreadful",), False, 4), claim("xeno.dreadful", ("dreadful",), True, 3)],
)
def test_a_dreadful_target_frightens_its_attacker_only_with_a_counter_charge(bought, countered, total):
    battle, a, b = meet(("heavy",), ("heavy", *bought))
    battle.roll(*hits(0), *hits(3, face=6), 3, 2).start(Melee(a, b, countered)).go()
    assert f"a1 {'passes' if total == 4 else 'fails'} its Courage test: {total} against 4" in battle.told()


@pytest.mark.rule("rampant.terrain.cover-for-courage")
def test_a_wall_behind_is_no_cover_in_a_fight():
    battle, _, _ = fight(("heavy",), ("heavy",), 3, 0, 3, 1)
    battle.land("wall", 20, 22, 28, 22)
    battle.go()
    assert "b1 fails its Courage test: 3 against 4" in battle.told()


@pytest.mark.rule("rampant.xeno.volatile-1")
def test_who_explodes_in_a_fight_takes_the_victor_along():
    battle, _, b = meet(("heavy",), ("heavy", "volatile:1"))
    battle.rows[b] |= {"strength": 1}
    battle.put(1, "light", (4, 44))
    battle.roll(
        *hits(3, face=6), *hits(0, of=5), 6, 6, 6
    ).go()  # one die on the attacker; both that are left are steady
    assert battle.unit(b).gone == "destroyed"
    assert battle.told().count("explodes") == 1


@pytest.mark.rule("rampant.xeno.stunners-attack")
def test_stunned_points_decide_who_tests_first():
    battle, _, _ = meet(("heavy", "stunners"), ("heavy",))
    battle.roll(*hits(6, face=6), *hits(3, face=6), 6, 6, 6, 6).go(stun="stun")
    assert battle.told().index("b1 passes") < battle.told().index("a1 passes")


@pytest.mark.rule("rampant.xeno.stunners-attack")
def test_an_attacker_that_is_stunned_more_is_driven_back():
    battle, a, b = meet(("heavy",), ("heavy", "stunners"))
    battle.roll(*hits(3, face=6), *hits(6, face=6), 6, 6, 6, 6).go(stun="stun")
    assert (battle.unit(a).strength, battle.unit(b).strength) == (5, 4)
    assert battle.place(a)[1] == pytest.approx(14, abs=0.01)


@pytest.mark.rule("rampant.xeno.infectious")
def test_an_infectious_defender_grows_too():
    battle, _, b = meet(("heavy",), ("militia", "infectious"))
    battle.rows[b] |= {"strength": 8}
    battle.roll(*hits(0), *hits(3, face=6), 6, 6).go()
    assert battle.unit(b).strength == 9


@pytest.mark.rule("rampant.scenarios.vow-first-strike")
def test_the_first_losses_of_a_battle_may_fall_in_a_fight():
    battle, _, _ = fight(("heavy",), ("heavy",), 3, 0, 6, 6)
    battle.go()
    assert "first-strike" in battle.of_side(0).facts
    assert "first-strike" not in battle.of_side(1).facts


@pytest.mark.rule("rampant.attacking.storm")
@pytest.mark.parametrize("yes", [True, False])
def test_the_winner_need_not_storm(yes):
    battle, a, _ = fight(("light",), ("light",), 3, 0, 6, 6)
    battle.land("scrub", 10, 19, 40, 21)
    battle.go(storm=yes)
    assert (battle.place(a) == (24, 17)) is not yes
    assert ("storms" in battle.told()) is yes


@pytest.mark.rule("rampant.attacking.storm")
@pytest.mark.parametrize(("kind", "bought", "offered"), [("light", (), True), ("fighting-vehicle", ("walker",), False)])
def test_a_beaten_garrison_leaves_its_building_to_who_fits_in(kind, bought, offered):
    battle = Skirmish()
    house = battle.land("house", 22, 34, 26, 37)
    garrison = battle.put(1, "light", where="inside", inside=house, x=24.0, y=35.5)
    attacker = battle.put(0, kind, (24, 34 - (1.5 if kind == "light" else 2.0)), *bought)
    battle.put(1, "light", (4, 44))
    battle.start(Melee(attacker, garrison)).roll(*hits(8 if offered else 4, face=6), *hits(0), 6).go()
    assert battle.unit(garrison).where == "table"
    assert battle.asked == ("storm" if offered else "")
    if offered:
        battle.go(storm=True)
        assert battle.unit(attacker).inside == house
