"""Chapter "suppression": what a Suppressed unit does and cannot do, and how it rallies."""

import pytest

from games.rampant.positions import STAY, chance, orders
from games.rampant.skirmish import Skirmish, hits, rules, way
from xenotable.games.rampant.rules.activation.order_legality import why_not_order, why_not_unit
from xenotable.games.rampant.rules.activation.wild_charge import must_charge
from xenotable.games.rampant.rules.roster.numbers import free_action
from xenotable.games.rampant.scenes import Charges, Nerve, Orders, Rally, Shock, Turn

# ---- suppression -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.suppression.marker")
def test_one_marker_at_most():
    battle = Skirmish()
    unit = battle.put(0, "light", (24, 24))
    battle.put(1, "heavy", (24, 10))
    shock = Shock(unit, "shoot", by="b1", source=True, x=24.0, y=10.0)
    battle.start(Nerve(shock), Nerve(shock)).roll(1, 2, 1, 2).go()
    assert battle.unit(unit).suppressed is True
    assert battle.unit(unit).strength == 4
    assert battle.told().count("is Suppressed") == 1


@pytest.mark.rule("rampant.suppression.no-activation", "rampant.suppression.movement")
def test_the_suppressed_take_no_orders_and_do_not_charge():
    battle = Skirmish()
    pack, _ = battle.face_off(("lesser-xenomorph",), ("heavy",), 5.0)
    battle.rows[pack] |= {"suppressed": True}
    assert must_charge(battle.game, 0) == []
    assert rules(why_not_unit(battle.game, pack)) == {"suppression.no-activation"}


@pytest.mark.rule("rampant.suppression.rally-test")
def test_a_rally_counts_cover_but_no_losses():
    battle = Skirmish()
    battle.land("woods", 20, 20, 28, 28)
    unit = battle.put(0, "light", (24, 24), suppressed=True, strength=4)
    battle.put(1, "heavy", (24, 44))
    battle.start(Rally(0, (unit,))).roll(1, 2).go()
    assert "passes its Courage test: 4 against 4" in battle.told()
    assert not battle.unit(unit).suppressed


@pytest.mark.rule("rampant.suppression.rally-success")
@pytest.mark.rule("rampant.courage.when-rally", exercises=["suppression.rally-test"])
def test_who_rallied_does_nothing_more_but_may_react():
    battle = Skirmish()
    unit = battle.put(0, "light", (24, 24), suppressed=True)
    battle.put(1, "heavy", (24, 40))
    battle.start(Turn(1, 0)).roll(2, 2).go()
    assert battle.match.over or battle.asked == "unit"
    assert "activation.once" in rules(why_not_unit(battle.live, unit))
    from xenotable.games.rampant.rules.firefight import firefight_refusals

    assert not rules(firefight_refusals(battle.live, unit, "b1"))


@pytest.mark.rule("rampant.suppression.rally-failure")
@pytest.mark.parametrize(("strength", "dice", "left"), [(4, (1, 2), 3), (1, (2,), 0)])
def test_a_failed_rally_costs_a_point_and_ground(strength, dice, left):
    battle = Skirmish()
    unit = battle.put(0, "heavy", (24, 24), suppressed=True, strength=strength)
    battle.put(0, "elite", (4, 4)), battle.put(1, "heavy", (24, 44))
    battle.start(Rally(0, (unit,)))
    if not left:
        battle.roll(*dice, 6, 6)  # the comrade is alone now
    else:
        battle.roll(*dice)
    battle.go()
    assert battle.unit(unit).strength == left
    if left:
        assert battle.unit(unit).suppressed
        assert battle.place(unit) == pytest.approx((24, 21), abs=0.01)
    else:
        assert battle.unit(unit).gone == "destroyed"


@pytest.mark.rule("rampant.suppression.rally-rout")
@pytest.mark.parametrize(("die", "gone"), [(1, "routed"), (2, "")])
def test_a_rally_at_zero_routs(die, gone):
    battle = Skirmish().side(0, half=True)
    unit = battle.put(0, "heavy", (24, 24), suppressed=True, strength=2)
    lost = battle.put(0, "heavy", (10, 24), suppressed=True, strength=2)
    battle.put(0, "elite", (4, 4)), battle.put(1, "heavy", (24, 44))
    battle.start(Rally(0, (unit, lost))).roll(die, 1, *((6, 6) if gone else ())).go(rally=unit)
    assert battle.unit(unit).gone == gone
    assert battle.unit(lost).gone == "routed"
    if not gone:
        assert battle.unit(unit).strength == 1


@pytest.mark.rule("rampant.suppression.in-own-turn")
def test_who_is_suppressed_in_its_own_phase_waits():
    battle, rifles, other = orders("heavy", "light", enemy=(6, 18))
    battle.roll(6, 6, *hits(0), *hits(1, face=6), 1, 1)
    battle.go(unit=rifles, order="shoot", target="b1", firefight=True)
    assert battle.unit(rifles).suppressed
    assert battle.asked == "unit"
    assert "suppression.no-activation" in battle.why_not(rifles)
    assert not battle.why_not(other)


@pytest.mark.rule("rampant.specials.rebound")
@pytest.mark.parametrize(("dice", "shoots"), [((2, 2), False), ((3, 2), True)])
def test_rebound_gives_one_tested_order(dice, shoots):
    battle = Skirmish()
    elite, _ = battle.face_off(("elite",), ("heavy",), 10.0)
    battle.rows[elite] |= {"suppressed": True}
    battle.start(Rally(0, (elite,)), Orders(0)).roll(2, 2).go()
    assert battle.asked == "unit"
    battle.roll(*dice, *(hits(0) if shoots else ())).go(unit=elite, order="shoot")
    assert ("shoots at" in battle.told()) is shoots


@pytest.mark.rule("rampant.specials.prone", "rampant.moving.move-alternatives")
def test_dropping_prone_is_a_way_to_move():
    battle, light = orders("light")
    battle.go(unit=light, order="move", manner="prone")
    assert battle.unit(light).prone
    assert not [e for e in battle.match.tape if e.kind == "roll"]


@pytest.mark.rule("rampant.specials.prone-ends")
def test_an_order_ends_prone_but_a_reaction_does_not():
    battle, rifles = orders("heavy", enemy=(6, 18))
    battle.rows[rifles] |= {"prone": True}
    battle.roll(*hits(0)).go(unit=rifles, order="shoot", target="b1")
    assert not battle.unit(rifles).prone
    from xenotable.games.rampant.scenes import Shooting

    other = Skirmish()
    shooter, target = other.face_off(("heavy",), ("heavy",), 10.0)
    other.rows[target] |= {"prone": True}
    other.start(Shooting(shooter)).roll(6, 6, *hits(0), *hits(0)).go(target=target, firefight=True)
    assert other.unit(target).prone


@pytest.mark.rule("rampant.specials.skirmish")
def test_a_skirmish_moves_half_and_shoots_on_six():
    battle, recon = orders("recon", enemy=(6, 21))
    battle.roll(4, 3).go(unit=recon, order="skirmish", part="move")
    if battle.asked == "manner":
        battle.go(manner="move")
    assert "moving.action" in battle.why_not(way(recon, (6, 8.5)))
    battle.roll(6, *hits(0, of=9, miss=5), 6, 6).go(move=way(recon, (6, 8)), part="shoot", target="b1")
    assert "1 hit." in battle.told()
    assert battle.place(recon) == (6, 8)


@pytest.mark.rule("rampant.specials.skirmish")
def test_a_shaken_skirmisher_loses_its_move():
    battle, recon = orders("recon", enemy=(6, 14))
    battle.roll(4, 3, 6, 6, *hits(0), *hits(2, face=6), 1, 2)  # 2 hits on Armour 2: one lost, 3 - 1 = 2 at 5+
    battle.go(unit=recon, order="skirmish", part="shoot", target="b1", firefight=True)
    assert battle.unit(recon).suppressed
    assert battle.asked in ("", "unit")


@pytest.mark.rule("rampant.specials.no-assault", "rampant.xeno.grudge")
@pytest.mark.parametrize(("gap", "shoots"), [(5.0, True), (7.0, False)])
def test_support_with_a_grudge_shoots_instead(gap, shoots):
    battle = Skirmish().side(0, grudge="terran")
    guns, foe = battle.face_off(("support", "grudge"), ("heavy",), gap)
    battle.start(Charges(0))
    if shoots:
        battle.roll(*hits(0))
    battle.go(**({"target": foe} if shoots else {}))
    assert ("shoots at" in battle.told()) is shoots
    assert "specials.no-assault" in rules(why_not_order(battle.live, guns, "attack")) or shoots


@pytest.mark.rule("rampant.xeno.grudge")
def test_a_grudge_with_wild_charge_needs_no_dice_and_one_alone_only_its_kin():
    battle = Skirmish().side(0, grudge="terran")
    battle.face_off(("greater-xenomorph", "grudge"), ("heavy",), 6.0)
    battle.put(1, "heavy", (32, 12), kin="alien")
    battle.start(Charges(0)).go()
    assert battle.asked == "contact"  # no dice, and only the hated kin is a target
    assert battle.why_not(STAY) == {"attacking.contact"}
    other = Skirmish().side(0, grudge="terran")
    other.face_off(("heavy", "grudge"), ("heavy",), 30.0)
    other.put(1, "heavy", (24, 9), kin="alien")
    assert must_charge(other.game, 0) == []


@pytest.mark.rule("rampant.xeno.unstable")
def test_an_unstable_unit_pays_before_it_acts():
    battle, rifles = orders(("heavy", "unstable"))
    battle.roll(3, 3).go(unit=rifles, order="move", manner="move", move=way(rifles, (6, 8)))
    assert battle.unit(rifles).strength == 2
    assert battle.place(rifles) == (6, 8)


@pytest.mark.rule("rampant.xeno.machine-worn")
@pytest.mark.parametrize(("dice", "gone"), [((1, 1), "destroyed"), ((2, 2), "destroyed"), ((3, 3), ""), ((1, 2), "")])
def test_a_worn_machine_shuts_down_on_a_failed_double(dice, gone):
    battle = Skirmish()
    robots = battle.put(0, "heavy", (10, 4), "machine", strength=2, machine_free="move")
    battle.put(0, "heavy", (20, 4), activated=True), battle.put(1, "heavy", (24, 44))
    assert not free_action(battle.game, robots, "move")
    battle.start(Orders(0)).roll(*dice)
    if gone:
        battle.roll(6, 6)  # the comrade is alone
    battle.go(unit=robots, order="move")
    assert battle.unit(robots).gone == gone


@pytest.mark.rule("rampant.xeno.machine-orders")
def test_a_machine_is_ordered_with_a_penalty_but_has_one_more_free_action():
    battle = Skirmish()
    robots = battle.put(0, "heavy", (10, 4), "machine", machine_free="move")
    assert chance(battle, robots, "attack") == 21
    assert free_action(battle.game, robots, "move")
    assert free_action(battle.game, robots, "shoot")
    assert not free_action(battle.game, robots, "attack")


@pytest.mark.rule("rampant.xeno.regrowth")
@pytest.mark.parametrize(("dice", "left", "over"), [((4, 3), 4, False), ((3, 3), 3, True)])
def test_regrowth(dice, left, over):
    battle, beast = orders(("heavy", "regrowth"))
    battle.rows[beast] |= {"strength": 3}
    battle.roll(*dice).go(unit=beast, order="regrow")
    assert battle.unit(beast).strength == left
    assert battle.live.now.over is over
    whole, beast = orders(("heavy", "regrowth"))
    assert rules(why_not_order(whole.game, beast, "regrow")) == {"xeno.regrowth"}


@pytest.mark.rule("rampant.xeno.volatile-2")
@pytest.mark.parametrize(("dice", "works"), [((2, 3), True), ((1, 3), False)])
def test_detonation(dice, works):
    battle = Skirmish()
    hulk = battle.put(0, "heavy", (24, 24), "volatile:2", strength=4)
    battle.put(0, "elite", (4, 4)), battle.put(0, "elite", (44, 4))
    victim, safe = battle.put(1, "heavy", (31, 24)), battle.put(1, "heavy", (40, 24))
    battle.start(Orders(0)).roll(*dice)
    if works:
        battle.roll(3, 3, 3, 1, 6, 6)
    battle.go(unit=hulk, order="detonate")
    assert battle.unit(hulk).gone == "destroyed"
    assert battle.unit(victim).strength == (4 if works else 5)
    assert battle.unit(safe).strength == 5
    assert battle.live.now.over is not works
    assert battle.of_side(0).removed == battle.live.profile[hulk].points


@pytest.mark.rule("rampant.firefight.next-activation")
def test_who_answered_fire_acts_as_usual_in_its_own_phase():
    from xenotable.games.rampant.scenes import Shooting

    battle = Skirmish()
    shooter, target = battle.face_off(("heavy",), ("heavy",), 10.0)
    battle.start(Shooting(shooter), Turn(1, 1)).roll(2, 2, *hits(0)).go(target=target, firefight=True)
    assert battle.asked == "unit"
    assert battle.ask.seat == 1
    assert not battle.why_not(target)


@pytest.mark.rule("rampant.retreat.not-an-activation")
def test_a_retreat_in_the_own_turn_is_no_activation():
    battle, _rifles = orders("heavy", enemy=(6, 18))
    machine = battle.put(0, "heavy", (20, 20), "machine", machine_free="move")
    enemy = battle.put(1, "heavy", (20, 23))
    from xenotable.games.rampant.scenes import Melee

    battle.start(Melee(enemy, machine), Orders(0)).roll(*hits(3, face=6), *hits(0)).go()
    assert battle.place(machine)[1] == pytest.approx(17, abs=0.01)
    assert not battle.unit(machine).activated
    assert not battle.why_not(machine)
