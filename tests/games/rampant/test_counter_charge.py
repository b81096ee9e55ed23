"""Chapter "attacking": the Counter-Charge."""

import math

import pytest

from games.rampant.positions import fight, meet
from games.rampant.skirmish import Skirmish, claim, hits, rules, way
from xenotable.games.rampant.rules.attacking.targets import attack_refusals
from xenotable.games.rampant.rules.specials.charging import counter_refusals
from xenotable.games.rampant.scenes import Attack

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


@pytest.mark.rule("rampant.specials.counter-charge", exercises=["xeno.rooted", "scenarios.envoy-carrying"])
def test_who_can_take_no_attack_does_not_counter_charge():
    battle = Skirmish("the-envoy")
    foe, free = battle.put(1, "heavy", (24, 24)), battle.put(0, "berserk", (24, 16))
    rooted, carrier = battle.put(0, "berserk", (14, 16), "rooted"), battle.put(0, "berserk", (34, 16))
    battle.now(carrier=carrier)
    found = [rules(counter_refusals(battle.game, u, foe)) for u in (free, rooted, carrier)]
    assert found == [set(), {"xeno.rooted"}, {"scenarios.envoy-carrying"}]


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
