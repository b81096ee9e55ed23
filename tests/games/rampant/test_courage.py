"""Chapter "courage": when it is tested, with how many dice, and what failure does."""

import re

import pytest

from games.rampant.skirmish import Skirmish, hits
from xenotable.games.rampant.rules.courage.courage_test import courage_test_for, takes_courage_tests
from xenotable.games.rampant.rules.courage.losses import credit, regain, remove, suffer
from xenotable.games.rampant.scenes import Aftermath, Bombardment, Charges, Melee, Nerve, Rally, Shock, Shooting
from xenotable.games.rampant.state import Spell


def alone(kind="heavy", *bought, at=(24, 24), **row):
    """One unit and an enemy 15 in south of it."""
    battle = Skirmish()
    unit = battle.put(0, kind, at, *bought, **row)
    battle.put(1, "elite", (24, 8))
    return battle, unit


def shot(battle, unit, lost=0, **more):
    return Shock(unit, "shoot", lost, by="b1", source=True, x=24.0, y=8.0, **more)


# ---- when ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.courage.when-hit", "rampant.shooting.courage-on-any-hit")
def test_one_hit_without_loss_is_tested_without_modifier():
    battle = Skirmish()
    shooter, target = battle.face_off(("elite",), ("heavy",))
    battle.start(Shooting(shooter)).roll(*hits(1, face=4), 2, 2).go(target=target)  # 4 at 4+: passes
    assert battle.unit(target).strength == 5
    assert not battle.unit(target).suppressed
    assert "passes its Courage test: 4 against 4" in battle.told()


@pytest.mark.rule("rampant.shooting.sequence")
def test_no_hit_no_test():
    battle = Skirmish()
    shooter, target = battle.face_off(("elite",), ("heavy",))
    battle.start(Shooting(shooter)).roll(*hits(0)).go(target=target)
    assert "Courage" not in battle.told()


@pytest.mark.rule("rampant.courage.when-losses")
def test_a_bombardment_that_costs_a_point_is_tested_at_minus_one():
    battle = Skirmish()
    observer, target = battle.put(0, "heavy", (4, 4), "bombardment"), battle.put(1, "heavy", (24, 24))
    battle.start(Bombardment(observer, 24.0, 24.0)).roll(*hits(3, face=4), 2, 2).go()
    assert battle.unit(target).strength == 4
    assert battle.unit(target).suppressed  # 4 - 1 = 3 at 4+
    assert battle.place(target)[1] < 24 or battle.place(target)[1] > 24


@pytest.mark.rule("rampant.courage.when-alone")
def test_the_last_unit_on_the_table_tests():
    battle = Skirmish()
    last, one, two = (battle.put(0, kind, (10 + 10 * i, 4)) for i, kind in enumerate(("elite", "light", "light")))
    battle.put(1, "heavy", (24, 40))
    for unit in (one, two):
        remove(battle.game, unit, "destroyed")
    battle.start(Aftermath()).roll(1, 1).go()  # two of eight points are gone; it fails in its zone, no move
    assert battle.unit(last).suppressed
    assert battle.told().count("Courage test") == 1


@pytest.mark.rule("rampant.courage.when-alone", "rampant.courage.removed-points")
def test_passengers_count_as_comrades_and_who_leaves_is_not_removed():
    from xenotable.games.rampant.rules.moving.table_edge import leave

    battle = Skirmish()
    truck = battle.put(0, "transport-vehicle", (10, 4))
    battle.put(0, "light", where="aboard", inside=truck)
    gone, out = battle.put(0, "light", (20, 4)), battle.put(0, "light", (30, 44))
    battle.put(0, "elite", where="reserve")
    remove(battle.game, gone, "routed")
    leave(battle.game, out)
    battle.start(Aftermath()).go()
    assert "Courage" not in battle.told()
    assert battle.of_side(0).removed == 1
    remove(battle.live, "a2", "destroyed")
    assert battle.live.sides[0].grief == ("last",)  # now the truck is alone


@pytest.mark.rule("rampant.courage.when-commander-lost", "rampant.command.loss")
def test_every_unit_tests_when_the_commander_is_lost():
    battle = Skirmish()
    chief = battle.put(0, "light", (24, 4), commander=True)
    others = [battle.put(0, "elite", (4 + 8 * i, 4)) for i in range(4)]
    battle.put(1, "heavy", (24, 40))
    remove(battle.game, chief, "routed")
    battle.start(Aftermath()).roll(*[1, 2] * 4).go(next_test=list(reversed(others))[:3])
    told = battle.told()
    assert told.count("passes its Courage test: 3 against 3") == 4  # no modifier for losses


@pytest.mark.rule("rampant.courage.when-half-lost", "rampant.courage.minus-half-lost")
def test_half_the_points_lost_is_tested_once():
    battle = Skirmish()
    battle.put(0, "elite", (10, 4)), battle.put(0, "elite", (20, 4))
    six, three, four = (
        battle.put(0, "elite", (30, 4)),
        battle.put(0, "light", (40, 4), "full-squad"),
        battle.put(0, "light", (40, 10), "full-squad"),
    )
    battle.put(1, "heavy", (24, 40))
    assert battle.game.sides[0].total == 24
    remove(battle.game, six, "destroyed")
    remove(battle.game, three, "routed")
    assert not battle.game.sides[0].half  # 9 of 24
    remove(battle.game, four, "fled")
    assert battle.game.sides[0].half
    battle.start(Aftermath()).roll(2, 2, 1, 2).go(next_test="a1")
    assert not battle.unit("a1").suppressed  # 4 - 1 = 3 at 3+
    assert battle.unit("a2").suppressed  # 3 - 1 = 2
    remove(battle.live, "a1", "destroyed")
    assert "half" not in battle.live.sides[0].grief


@pytest.mark.rule("rampant.courage.removed-points")
@pytest.mark.parametrize("how", ["destroyed", "routed", "fled"])
def test_full_points_count_whatever_was_lost_before(how):
    battle = Skirmish()
    unit = battle.put(0, "elite", (24, 24), strength=1)
    battle.put(0, "elite", (34, 24)), battle.put(0, "elite", (40, 24)), battle.put(0, "elite", (44, 24))
    battle.start(Nerve(Shock(unit, "army"))) if how == "routed" else None
    remove(battle.game, unit, how)
    assert battle.game.sides[0].removed == 6


# ---- dice and modifiers -------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.courage.dice-two")
@pytest.mark.parametrize(("bought", "strength"), [((), 3), (("full-squad",), 6)])
def test_two_dice_above_half(bought, strength):
    battle, unit = alone("heavy", *bought, strength=strength)
    battle.start(Nerve(shot(battle, unit))).roll(2, 5).go()
    assert "passes its Courage test: 7 against 4" in battle.told()


@pytest.mark.rule("rampant.courage.dice-one")
def test_one_die_at_half_counted_after_the_losses():
    battle = Skirmish()
    shooter, target = battle.face_off(("elite",), ("heavy",))
    battle.start(Shooting(shooter)).roll(*hits(9, face=4), 3).go(target=target)  # 3 lost, one die - 3 = 0: routed
    assert battle.unit(target).gone == "routed"


@pytest.mark.rule("rampant.courage.plus-cover", "rampant.terrain.cover-for-courage")
@pytest.mark.parametrize("kind", ["scrub", "ruins"])
def test_cover_gives_one_soft_or_hard(kind):
    battle, unit = alone()
    battle.land(kind, 20, 20, 28, 28)
    battle.start(Nerve(shot(battle, unit))).roll(1, 2).go()
    assert "passes its Courage test: 4 against 4" in battle.told()


@pytest.mark.rule("rampant.courage.plus-commander", "rampant.command.courage-bonus")
def test_the_commander_gives_one_within_twelve_inches():
    """From the Commander's base (radius 0.5) to the nearest edge of the unit (radius 1.5)."""
    for apart, total in ((12.0, 4), (12.1, 3)):
        battle, unit = alone()
        battle.put(0, "heavy", (24 + apart + 2.0, 24), commander=True)
        battle.start(Nerve(shot(battle, unit))).roll(1, 2).go()
        assert f"Courage test: {total} against 4" in battle.told()


@pytest.mark.rule("rampant.courage.plus-commander")
def test_the_commanders_own_unit_gets_it_too_but_not_while_suppressed():
    for suppressed, bonus in ((False, 1), (True, 0)):
        battle, unit = alone("heavy", commander=True, suppressed=suppressed)
        assert courage_test_for(battle.game, shot(battle, unit)).bonus == bonus


@pytest.mark.rule("rampant.courage.minus-losses")
def test_only_the_losses_of_this_event_count():
    battle, unit = alone("heavy", "full-squad", strength=5)
    for kind, bonus in (("shoot", -2), ("rally", 0), ("army", 0), ("attack", -2)):
        test = courage_test_for(battle.game, Shock(unit, kind, lost=2))
        assert (test.dice, test.bonus) == (1, bonus)


@pytest.mark.rule("rampant.courage.minus-half-lost")
def test_half_the_detachment_lost():
    for half, kind, bonus in ((True, "shoot", -1), (False, "shoot", 0), (True, "rally", -1)):
        battle, unit = alone()
        battle.side(0, half=half)
        assert courage_test_for(battle.game, Shock(unit, kind)).bonus == bonus


@pytest.mark.rule("rampant.courage.other-modifiers", "rampant.xeno.skittish", "rampant.xeno.dreadful")
def test_named_modifiers_add_up():
    battle, unit = alone("heavy", "skittish")
    battle.land("scrub", 20, 20, 28, 28)
    dread = Shock(unit, "attack", 1, by="b1", source=True, x=24.0, y=8.0, dread=True)
    assert courage_test_for(battle.game, dread).bonus == -1 - 1 - 1 + 1
    assert courage_test_for(battle.game, Shock(unit, "rally")).bonus == -1 + 1


@pytest.mark.rule("rampant.courage.other-modifiers")
def test_stunned_points_count_twice():
    battle, unit = alone()
    assert courage_test_for(battle.game, shot(battle, unit, stunned=2)).bonus == -4


@pytest.mark.rule("rampant.courage.other-modifiers", "rampant.command.champion-2-faint-hearted")
@pytest.mark.parametrize("suppressed", [False, True])
def test_the_faint_hearted_commander(suppressed):
    battle, unit = alone("heavy", commander=True, suppressed=suppressed)
    battle.side(0, trait="faint-hearted")
    other = battle.put(0, "heavy", (40, 40))
    near = 0 if suppressed else 1
    assert courage_test_for(battle.game, Shock(unit, "army")).bonus == near - 1
    assert courage_test_for(battle.game, Shock(other, "army")).bonus == 0


# ---- results ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.courage.pass")
def test_a_total_at_courage_passes():
    battle, unit = alone()
    battle.start(Nerve(shot(battle, unit))).roll(2, 2).go()
    assert (battle.place(unit), battle.unit(unit).suppressed) == ((24, 24), False)


@pytest.mark.rule("rampant.courage.fail-suppress")
def test_a_failure_above_zero_is_a_retreat_and_a_marker():
    battle, unit = alone("heavy", strength=3)
    battle.start(Nerve(shot(battle, unit, 2))).roll(2, 3).go()  # 5 - 2 = 3
    assert battle.place(unit) == pytest.approx((24, 27), abs=0.01)
    assert battle.unit(unit).suppressed
    assert battle.unit(unit).strength == 3


@pytest.mark.rule("rampant.courage.fail-rout")
@pytest.mark.parametrize(("die", "gone"), [(3, "routed"), (1, "routed"), (4, "")])
def test_a_total_of_zero_or_less_routs(die, gone):
    battle, unit = alone("heavy", strength=2)
    battle.put(0, "heavy", (40, 40), strength=1)
    other = Shock("a2", "shoot", 5, by="b1", source=True, x=24.0, y=8.0)
    battle.start(Nerve(shot(battle, unit, 3)), Nerve(other)).roll(die, 5).go()
    assert battle.unit(unit).gone == gone
    assert battle.unit("a2").gone == "routed"


@pytest.mark.rule("rampant.courage.fail-already-suppressed")
@pytest.mark.parametrize(("strength", "dice", "left"), [(3, (1, 2), 2), (1, (2,), 0)])
def test_the_suppressed_lose_a_point_first(strength, dice, left):
    battle, unit = alone("light", strength=strength, suppressed=True)
    battle.start(Nerve(shot(battle, unit))).roll(*dice).go()
    assert battle.unit(unit).strength == left
    if left:
        assert battle.place(unit) == pytest.approx((24, 28), abs=0.01)
        assert battle.unit(unit).suppressed
    else:
        assert battle.unit(unit).gone == "destroyed"


@pytest.mark.rule("rampant.courage.event-order")
def test_army_wide_tests_come_after_those_of_the_units_hit():
    """The shot destroys the Commander's unit; the shooter, hit by its answering fire, tests first."""
    battle = Skirmish()
    shooter, chief = battle.face_off(("elite",), ("heavy", "full-squad"))
    battle.entries[1][0] = type(battle.entries[1][0])(
        **{**{f: getattr(battle.entries[1][0], f) for f in battle.entries[1][0].__struct_fields__}, "commander": True}
    )
    battle.rows[chief]["strength"] = 3
    other = battle.put(1, "light", (4, 44))
    battle.roll(4, 3)  # the answer to the fire: 7
    battle.roll(*hits(9, face=4)).roll(*hits(1, of=5, face=5)).roll(2, 2)  # hits; the shooter passes at 3+
    battle.roll(1, 1)  # the other unit, for the Commander and half the points: 2 - 1 = 1
    battle.start(Shooting(shooter), Aftermath()).go(target=chief, firefight=True)
    told = battle.told()
    assert battle.unit(chief).gone == "destroyed"
    assert told.index("Elite Infantry a1 passes") < told.index("Light Infantry b2 fails")
    assert told.count("Light Infantry b2 fails") == 1
    assert battle.unit(other).suppressed


@pytest.mark.rule("rampant.courage.army-test-once")
@pytest.mark.parametrize("active", [0, 1])
def test_of_two_shaken_armies_the_active_players_tests_first_in_an_order_of_its_own(active):
    battle = Skirmish().now(active=active).side(0, grief=("commander",)).side(1, grief=("commander",))
    units = [[battle.put(s, "heavy", (x, 10 + 25 * s)) for x in (10, 30)] for s in (0, 1)]
    battle.start(Aftermath()).go()
    mine, theirs = units[active], units[1 - active]
    assert (battle.asked, battle.ask.seat, battle.options()) == ("next-test", active, mine)
    battle.roll(6, 6, 6, 6).go(next_test=mine[1])
    assert (battle.asked, battle.ask.seat, battle.options()) == ("next-test", 1 - active, theirs)
    battle.roll(6, 6, 6, 6).go(next_test=theirs[1])
    told = battle.told()
    assert [told.index(f"{u} passes") for u in (mine[1], mine[0], theirs[1], theirs[0])] == sorted(
        told.index(f"{u} passes") for u in (*mine, *theirs)
    )


@pytest.mark.rule("rampant.courage.army-test-once")
def test_several_causes_are_one_test_and_routs_make_a_new_event():
    battle = Skirmish()
    chief = battle.put(0, "elite", (24, 4), commander=True)  # 6 of 9 points: Commander and half lost at once
    one, two, three = (battle.put(0, "light", (4 + 8 * i, 4), strength=2) for i in range(3))
    battle.put(1, "heavy", (24, 40))
    remove(battle.game, chief, "destroyed")
    battle.roll(1, 1, 6)  # 1 - 1 = 0: two of them rout; the third passes
    battle.roll(2)  # and tests again, being the last one: 2 - 1 = 1
    battle.start(Aftermath()).go(next_test=[one, two])
    assert [battle.unit(u).gone for u in (one, two, three)] == ["routed", "routed", ""]
    assert battle.told().count("Light Infantry a4") == 4  # passes, fails, stays at home, is Suppressed
    assert battle.unit(three).suppressed


@pytest.mark.rule("rampant.courage.exempt", "rampant.xeno.machine-courage")
def test_machines_passengers_and_reserves_never_test():
    battle = Skirmish()
    robots, truck = battle.put(0, "heavy", (24, 24), "machine"), battle.put(0, "transport-vehicle", (34, 24))
    riders = battle.put(0, "light", where="aboard", inside=truck)
    reserve = battle.put(0, "light", where="reserve")
    battle.put(1, "elite", (24, 8))
    tested = [takes_courage_tests(battle.game, u) for u in (robots, truck, riders, reserve)]
    assert tested == [False, True, False, False]
    battle.start(Nerve(shot(battle, robots, 1))).go()
    assert not battle.unit(robots).suppressed


@pytest.mark.rule("rampant.xeno.undying-courage")
@pytest.mark.parametrize(("die", "gone"), [(3, ""), (2, "routed")])
def test_the_undying_pass_on_zero(die, gone):
    battle, unit = alone("heavy", "undying", strength=2)
    battle.start(Nerve(shot(battle, unit, 3))).roll(die).go()
    assert battle.unit(unit).gone == gone
    assert not battle.unit(unit).suppressed


@pytest.mark.rule("rampant.xeno.inspiring", "rampant.xeno.aura-distance")
def test_the_inspiring_let_a_friend_within_six_inches_test_again():
    for x, helped in ((33.0, True), (33.1, False)):
        battle, unit = alone()
        banner = battle.put(0, "heavy", (x, 24), "inspiring")
        battle.start(Nerve(shot(battle, unit))).roll(1, 2, *((2, 5) if helped else ()))
        if helped:
            assert_reroll(battle, banner)
        else:
            battle.go()
        assert battle.unit(unit).suppressed is not helped


def assert_reroll(battle, helper):
    """The owner is asked, with the helper among the options."""
    match = battle.match
    key = match.open[0].key
    assert helper in battle.options()
    battle.go(**{key.replace("-", "_"): helper})


@pytest.mark.rule("rampant.xeno.inspiring", "rampant.play.rerolls")
def test_a_test_is_never_rolled_a_third_time():
    battle, unit = alone()
    banner = battle.put(0, "heavy", (30, 24), "inspiring")
    battle.put(0, "heavy", (18, 24), "inspiring")
    battle.start(Nerve(shot(battle, unit))).roll(1, 2, 1, 1)
    assert_reroll(battle, banner)
    assert battle.asked == ""
    assert "fails its Courage test: 2 against 4" in battle.told()


@pytest.mark.rule("rampant.xeno.harsh-leader")
@pytest.mark.parametrize(("again", "suppressed"), [((2, 6), False), ((1, 2), True)])
def test_a_harsh_leader_costs_a_point_after_the_test(again, suppressed):
    battle, unit = alone()
    leader = battle.put(0, "heavy", (30, 24), "harsh-leader")
    battle.start(Nerve(shot(battle, unit))).roll(1, 2, *again)
    assert_reroll(battle, leader)
    assert battle.unit(unit).strength == 4
    assert battle.unit(unit).suppressed is suppressed


@pytest.mark.rule("rampant.xeno.overmind")
def test_an_overmind_unit_near_its_commander_needs_nothing():
    battle, unit = alone("heavy", "overmind")
    far = battle.put(0, "heavy", (44, 44), "overmind")
    battle.put(0, "heavy", (30, 24), commander=True)
    assert courage_test_for(battle.game, Shock(unit, "army")).need == 0
    test = courage_test_for(battle.game, Shock(far, "army"))
    assert (test.need, test.bonus) == (4, 1)  # counts as near for the bonus alone
    other = battle.put(0, "heavy", (44, 4))
    assert courage_test_for(battle.game, Shock(other, "army")).bonus == 0


# ---- nothing is lost in silence ---------------------------------------------------------------------------------


@pytest.mark.rule("rampant.suppression.rally-failure")
def test_the_point_of_a_failed_rally_is_told():
    battle, unit = alone("light", suppressed=True)
    battle.start(Rally(0, (unit,))).roll(1, 1).go()
    assert battle.rule_of("does not rally and loses 1") == "suppression.rally-failure"


@pytest.mark.rule("rampant.courage.fail-already-suppressed")
def test_the_point_of_a_second_suppression_is_told():
    battle, unit = alone("light", suppressed=True)
    battle.start(Nerve(shot(battle, unit))).roll(1, 1).go()
    assert battle.rule_of("already Suppressed, loses 1 more") == "courage.fail-already-suppressed"


@pytest.mark.rule("rampant.xeno.harsh-leader")
def test_the_price_of_a_harsh_leader_is_told():
    battle, unit = alone()
    leader = battle.put(0, "heavy", (30, 24), "harsh-leader")
    battle.start(Nerve(shot(battle, unit))).roll(1, 2, 6, 6).go(courage_again=leader)
    assert battle.rule_of(f"costs Heavy Infantry {unit} 1") == "xeno.harsh-leader"


@pytest.mark.rule("rampant.attacking.losses")
def test_a_death_in_melee_is_told_under_the_rules_of_the_fight():
    battle = Skirmish()
    unit, foe = battle.put(0, "heavy", (24, 10), strength=1), battle.put(1, "heavy", (24, 13))
    battle.put(0, "light", (4, 4))
    battle.start(Melee(unit, foe)).roll(*[1] * 5, *hits(10, face=6)).go()
    assert battle.unit(unit).gone == "destroyed"
    assert battle.rule_of("is destroyed") == "attacking.losses"


@pytest.mark.rule("rampant.courage.plus-cover", "rampant.courage.minus-losses")
def test_a_courage_test_is_told_with_its_modifiers_in_words():
    battle, unit = alone("light")
    battle.land("scrub", 20, 20, 28, 28)
    battle.start(Nerve(shot(battle, unit, lost=2))).roll(6, 4).go()
    assert "passes its Courage test: 9 against 4 (+1 cover, -2 Strength Points lost)." in battle.told()


@pytest.mark.rule("rampant.firefight.test", "rampant.activation.wild-charge-test")
def test_the_totals_of_reactions_and_wild_charges_are_told():
    battle = Skirmish(react=True)
    shooter, target = battle.face_off(("elite",), ("heavy",))
    battle.start(Shooting(shooter)).roll(2, 4, *hits(0)).go(target=target, firefight=True)
    assert battle.rule_of("answers fire: 6 against 7, failure") == "firefight.test"
    wild = Skirmish()
    pack = wild.put(0, "berserk", (24, 10))
    wild.put(1, "light", (24, 16))
    wild.start(Charges(0)).roll(1, 1).go()
    assert wild.rule_of(f"{wild.game.name(pack)} tests for a Wild Charge: 2 against") == "activation.wild-charge-test"


# ---- losses, one by one ---------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.xeno.otherworldly")
def test_a_loss_of_nothing_changes_nothing():
    battle, unit = alone("heavy", "otherworldly")
    other = battle.put(0, "heavy", (4, 4))
    assert suffer(battle.game, unit, 0, "shooting.losses") is None
    assert (battle.unit(unit).unstable, battle.game.now.blood) == (False, False)
    assert suffer(battle.game, unit, 1, "shooting.losses") is None
    assert (battle.unit(unit).unstable, battle.game.now.blood) == (True, True)
    assert suffer(battle.game, other, 1, "shooting.losses") is None
    assert not battle.unit(other).unstable


@pytest.mark.rule("rampant.courage.removed-points")
def test_nobody_is_removed_twice_and_whoever_is_keeps_no_marker():
    battle, unit = alone("heavy", suppressed=True, prone=True)
    battle.now(carrier=unit)
    assert remove(battle.game, unit, "routed") == []
    row = battle.unit(unit)
    assert (row.where, row.suppressed, row.prone, row.spells) == ("gone", False, False, ())
    assert (battle.game.now.carrier, battle.game.now.marker) == ("", (24.0, 24.0))
    removed = battle.of_side(0).removed
    assert remove(battle.game, unit, "destroyed") == []
    assert (battle.unit(unit).gone, battle.of_side(0).removed) == ("routed", removed)


@pytest.mark.rule("rampant.xeno.regrowth")
@pytest.mark.parametrize(("strength", "after"), [(3, 4), (4, 5), (5, 5)])
def test_nobody_grows_beyond_full_strength(strength, after):
    battle, unit = alone("heavy", "regrowth", strength=strength)
    regain(battle.game, unit, "xeno.regrowth", "{unit} grows back.")
    assert battle.unit(unit).strength == after


VOWS = {"take-their-head", "cold-steel", "turned-tide"}


@pytest.mark.rule(*(f"rampant.scenarios.vow-{vow}" for vow in sorted(VOWS)))
def test_what_the_vows_of_the_enemy_make_of_a_loss():
    """Commander or not, how it ended, by what; and whether the enemy had lost half."""
    for kind, leads, how, cause, half, kept in (
        ("heavy", True, "destroyed", "blast", False, {"take-their-head"}),
        ("heavy", True, "routed", "shoot", False, {"take-their-head"}),
        ("heavy", True, "routed", "", False, set()),
        ("heavy", False, "destroyed", "attack", False, {"cold-steel"}),
        ("heavy", False, "routed", "attack", False, set()),
        ("heavy", False, "destroyed", "shoot", True, set()),
        ("greater-xenomorph", False, "destroyed", "shoot", True, {"turned-tide"}),
        ("greater-xenomorph", False, "destroyed", "shoot", False, set()),
        ("greater-xenomorph", False, "destroyed", "blast", True, set()),
        ("elite", True, "destroyed", "attack", True, VOWS),
    ):
        battle = Skirmish().side(1, half=half)
        unit, foe = battle.put(0, kind, (24, 24), commander=leads), battle.put(1, "light", (24, 10))
        by = foe if cause in ("shoot", "attack") else ""
        credit(battle.game, unit, how, Shock(unit, cause, by=by) if cause else None)
        assert set(battle.of_side(1).facts) & VOWS == kept, (kind, leads, how, cause, half)


@pytest.mark.rule("rampant.courage.event-order")
@pytest.mark.parametrize(("gone", "told"), [(0, ["The Commander"]), (1, ["Half the points"]), (2, [])])
def test_what_an_army_grieves_for_is_told(gone, told):
    """The Commander; half of the points; neither, while two are left."""
    battle = Skirmish()
    units = [
        battle.put(0, "light", (10, 4), commander=True),
        battle.put(0, "elite", (20, 4)),
        battle.put(0, "light", (30, 4)),
        battle.put(0, "light", (40, 4)),
    ]
    battle.put(1, "heavy", (24, 40))
    remove(battle.game, units[gone], "destroyed")
    battle.start(Aftermath()).roll(*((6, 6) * 3 if told else ())).go(
        **({"next_test": [u for i, u in enumerate(units) if i != gone][:2]} if told else {})
    )
    lost = ("The Commander", "Half the points")
    assert [what for what in lost if re.search(f"{what} of Side 0 (is|are) lost", battle.told())] == told


@pytest.mark.rule("rampant.play.rerolls", "rampant.psychic.calm")
def test_a_second_courage_test_names_who_allowed_it():
    battle, unit = alone("heavy", spells=(Spell("calm", "a1", "end", 0),))
    leader = battle.put(0, "heavy", (30, 24), "harsh-leader")
    battle.start(Nerve(shot(battle, unit))).roll(1, 2).go()
    labels = {who: battle.ask.label(who) for who in battle.options()}
    assert list(labels) == ["", leader, "calm"]
    assert labels[""] == "Let it stand (total 3)"
    assert labels[leader] == f"Again, thanks to {battle.game.name(leader)}, at the cost of 1 Strength Point"
    assert labels["calm"] == "Again, thanks to Calm"
    battle.roll(6, 6).go(courage_again="calm")
    assert "fails with 3 and tests again, thanks to Calm." in battle.told()
    stands, unit = alone("heavy", spells=(Spell("calm", "a1", "end", 0),))
    stands.start(Nerve(shot(stands, unit))).roll(1, 2).go(courage_again="")
    assert "tests again" not in stands.told()
    assert stands.unit(unit).suppressed
    again, unit = alone("heavy", spells=(Spell("calm", "a1", "end", 0),))
    again.start(Nerve(shot(again, unit))).roll(1, 3).go()  # 4 at 4+: nobody is asked
    assert "courage-again" not in [e.key for e in again.match.tape]
