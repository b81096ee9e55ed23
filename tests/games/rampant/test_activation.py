"""Chapter "activation": the three steps of a phase, orders, free actions and failure."""

from fractions import Fraction

import pytest

from games.rampant.skirmish import Skirmish, claim, hits, rules, way
from xenotable.engine import Moved, Placed
from xenotable.games.rampant.forecasts.asks import order_forecast
from xenotable.games.rampant.rules.activation.order_legality import orders_of, why_not_order, why_not_unit
from xenotable.games.rampant.rules.activation.order_tests import modifiers, score_of
from xenotable.games.rampant.rules.activation.wild_charge import charge_refusals, must_charge
from xenotable.games.rampant.rules.roster.numbers import free_action
from xenotable.games.rampant.scenes import Charges, Nerve, Orders, Rally, Shock, Turn
from xenotable.odds import sums

STAY = Moved()


def chance(battle, unit, order):
    """The exact chance of an ordered test, in 36ths."""
    need, bonus = score_of(battle.game, unit, order), modifiers(battle.game, unit, order)
    return sums(2, exact=True).at_least(need - bonus) * 36


def orders(*units, enemy=(24, 44), **more):
    """The third step of a phase with these units of seat 0, all in its zone; an enemy far away."""
    battle = Skirmish(**more)
    named = [u if isinstance(u, tuple) else (u,) for u in units]
    ids = [battle.put(0, kind, (6 + 8 * i, 4), *bought) for i, (kind, *bought) in enumerate(named)]
    battle.put(1, "heavy", enemy)
    return battle.start(Orders(0)), *ids


@pytest.mark.rule("rampant.activation.steps", "rampant.play.round-turn-phase", "rampant.play.markers")
def test_rally_then_charges_then_orders():
    battle = Skirmish()
    shaken = [battle.put(0, "heavy", (6 + 8 * i, 4), suppressed=True) for i in range(2)]
    _pack, _foe = battle.put(0, "lesser-xenomorph", (40, 20)), battle.put(1, "heavy", (40, 31))
    battle.put(0, "light", (30, 4), activated=True, targeted=True, moved=4.0, charge="held")
    battle.start(Turn(2, 0)).roll(6, 6, 6, 6, 1, 1).go(rally=shaken[1])
    rolls = [e.key for e in battle.match.tape if e.kind == "roll"]
    assert rolls == ["courage", "courage", "wild-charge"]
    assert battle.asked == "unit"
    row = battle.unit("a4")
    assert (row.activated, row.targeted, row.moved, row.charge) == (False, False, 0.0, "")
    assert (battle.live.now.round, battle.live.now.active, battle.live.now.phase) == (2, 0, "orders")


@pytest.mark.rule("rampant.activation.once")
def test_a_unit_is_activated_once():
    battle, rifles, other = orders("heavy", "light", enemy=(6, 20))
    battle.roll(*hits(0)).go(unit=rifles, order="shoot", target="b1")
    assert battle.asked == "unit"
    assert battle.why_not(rifles) == {"activation.once"}
    assert not battle.why_not(other)


@pytest.mark.rule("rampant.activation.rally-first", "rampant.suppression.must-rally")
def test_every_suppressed_unit_rallies_once_in_a_chosen_order():
    battle = Skirmish()
    a = battle.put(0, "heavy", (10, 4), suppressed=True, strength=2)
    b = battle.put(0, "heavy", (20, 4), suppressed=True)
    battle.put(1, "heavy", (24, 44))
    battle.start(Turn(1, 0))
    assert battle.asked == "rally"
    assert set(battle.options()) == {a, b}
    battle.roll(4, 4, 4).go(rally=b)
    assert [battle.unit(u).suppressed for u in (a, b)] == [False, False]
    assert battle.told().index("a2 rallies") < battle.told().index("a1 rallies")


@pytest.mark.rule("rampant.activation.rally-never-ends-phase")
def test_a_failed_rally_does_not_end_the_phase():
    battle = Skirmish()
    battle.put(0, "heavy", (10, 4), suppressed=True)
    rifles = battle.put(0, "heavy", (20, 4))
    battle.put(1, "heavy", (20, 18))
    battle.start(Turn(1, 0)).roll(1, 2).go()
    assert battle.asked == "unit"
    battle.roll(*hits(0)).go(unit=rifles, order="shoot", target="b1")
    assert battle.unit(rifles).activated


# ---- Wild Charge -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.activation.wild-charge-must", "rampant.specials.wild-charge")
def test_who_could_attack_must_test():
    battle = Skirmish()
    near = battle.put(0, "lesser-xenomorph", (10, 20))
    battle.put(0, "lesser-xenomorph", (40, 4))  # nobody within 12 in
    battle.put(0, "lesser-xenomorph", (4, 22), rallied=True)
    battle.put(0, "lesser-xenomorph", (16, 22), suppressed=True)
    battle.put(0, "heavy", (10, 14))
    battle.put(1, "heavy", (10, 33))
    assert must_charge(battle.game, 0) == [near]


@pytest.mark.parametrize(("gap", "tested"), [claim("specials.wild-charge", 10.0, True), (13.0, False)])
def test_wild_charge_needs_a_reachable_enemy(gap, tested):
    battle = Skirmish()
    pack, _ = battle.face_off(("lesser-xenomorph",), ("heavy",), gap)
    assert must_charge(battle.game, 0) == ([pack] if tested else [])


@pytest.mark.rule("rampant.activation.wild-charge-recheck")
def test_a_skipped_unit_tests_when_a_target_opens():
    """The first pack hides the enemy from the second; it charges elsewhere and opens the view."""
    battle = Skirmish()
    first, second = battle.put(0, "lesser-xenomorph", (24, 13)), battle.put(0, "lesser-xenomorph", (24, 9))
    battle.put(1, "heavy", (24, 19))
    weak = battle.put(1, "primitive", (38.5, 15), strength=1)  # 11.6 in from the first, 12.7 from the second
    battle.put(1, "elite", (44, 44))
    assert must_charge(battle.game, 0) == [first]
    battle.start(Charges(0), Orders(0)).roll(6, 5, *hits(1, face=6), *hits(0, of=5))
    battle.roll(2, 2)  # now the second pack must test, and holds back
    battle.go(target=weak, contact=way(first, (38.5 - 3 * 14.5 / 14.637, 15 - 6 / 14.637)))
    assert battle.unit(weak).gone == "destroyed"
    assert battle.unit(second).charge == "held"


@pytest.mark.rule("rampant.activation.wild-charge-test", "rampant.command.order-bonus")
def test_no_commander_bonus_in_a_wild_charge_test():
    battle = Skirmish()
    pack, _ = battle.face_off(("lesser-xenomorph",), ("heavy",), 8.0)
    battle.put(0, "heavy", (30, 4), commander=True)
    assert modifiers(battle.game, pack, "attack") == 1  # an order would have it
    battle.start(Charges(0)).roll(2, 2).go()
    assert battle.unit(pack).charge == "held"
    assert sums(2, exact=True).at_least(5) == Fraction(30, 36)


@pytest.mark.rule("rampant.activation.wild-charge-success")
def test_a_successful_charge_must_attack():
    battle = Skirmish()
    _pack, a = battle.face_off(("lesser-xenomorph",), ("heavy",), 8.0)
    b = battle.put(1, "heavy", (30, 14))
    battle.start(Charges(0)).roll(3, 3).go()
    assert battle.asked == "target"
    assert set(battle.options()) == {a, b}
    battle.go(target=b)
    assert battle.asked == "contact"
    assert battle.why_not(STAY) == {"attacking.contact"}


@pytest.mark.rule("rampant.activation.wild-charge-failure", "rampant.activation.failure-exceptions")
def test_who_balked_may_only_move():
    battle = Skirmish()
    _pack, _ = battle.face_off(("lesser-xenomorph", "spit"), ("heavy",), 8.0)
    beast = battle.put(0, "lesser-xenomorph", (34, 4))
    battle.start(Charges(0), Orders(0)).roll(2, 2).go()
    assert battle.unit(beast).charge == "held"
    assert battle.asked == "unit"
    assert rules(why_not_order(battle.live, beast, "attack")) == {"activation.wild-charge-failure"}
    assert not rules(why_not_order(battle.live, beast, "move"))
    assert free_action(battle.live, beast, "move")


@pytest.mark.rule("rampant.activation.wild-charge-no-target")
def test_who_never_had_a_target_is_ordered_normally():
    battle = Skirmish()
    pack, _ = battle.face_off(("lesser-xenomorph",), ("heavy",), 13.0)
    battle.start(Charges(0), Orders(0)).go()
    assert battle.asked == "unit"
    battle.live.units.set("b1", y=14.0)  # somebody has cleared the lane
    assert not rules(why_not_order(battle.live, pack, "attack"))


# ---- orders ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.activation.orders")
def test_the_orders_a_unit_knows():
    battle, recon, light = orders("recon", "light")
    assert orders_of(battle.game, recon) == ["attack", "move", "shoot", "skirmish"]
    assert orders_of(battle.game, light) == ["attack", "move", "shoot"]
    assert "skirmish" not in orders_of(battle.game, light)
    assert [score_of(battle.game, recon, o) for o in ("attack", "shoot", "skirmish")] == [7, 7, 7]
    battle.go(unit="end")
    assert battle.asked == ""
    assert not battle.unit(recon).activated


@pytest.mark.rule("rampant.activation.orders")
def test_orders_that_rules_give():
    battle = Skirmish()
    hulk = battle.put(0, "heavy", (10, 4), "bombardment", "regrowth", "volatile:2", strength=4)
    tank = battle.put(0, "fighting-vehicle", (20, 4))
    psy = battle.put(0, "elite", (30, 4), "psychic:2", powers=("calm", "hurl"))
    drop = battle.put(0, "elite", None, "drop-troops")
    assert {"bombard", "regrow", "detonate"} <= set(orders_of(battle.game, hulk))
    assert "advance" in orders_of(battle.game, tank)
    assert {"manifest:calm", "manifest:hurl"} <= set(orders_of(battle.game, psy))
    assert orders_of(battle.game, drop) == ["drop"]
    needs = [score_of(battle.game, hulk, o) for o in ("bombard", "regrow", "detonate")]
    assert needs == [7, 7, 5]


@pytest.mark.rule("rampant.activation.legal-order", "rampant.play.illegal-choices")
def test_an_order_must_be_possible():
    battle, rabble, shaken = orders("militia", "light", enemy=(6, 14.5))  # 7 in away, its weapons reach 6 in
    battle.rows[shaken] |= {"suppressed": True}
    found = rules(why_not_order(battle.game, rabble, "shoot"))
    assert found == {"activation.legal-order", "shooting.extreme-range"}
    assert not rules(why_not_order(battle.game, rabble, "move"))  # staying in place counts
    assert battle.why_not(shaken) == {"suppression.no-activation"}
    assert battle.why_not("b1") == {"engine.no-such-option"}
    assert not [e for e in battle.match.tape if e.kind == "roll"]
    assert not battle.unit(rabble).activated


@pytest.mark.rule("rampant.activation.test")
@pytest.mark.parametrize(("dice", "passes"), [((2, 3), True), ((2, 2), False)])
def test_two_dice_and_modifiers_against_the_score(dice, passes):
    battle, light = orders("light", enemy=(6, 18))
    battle.put(0, "heavy", (18, 4), commander=True)
    battle.roll(*dice, *(hits(0) if passes else ())).go(unit=light, order="shoot")
    assert battle.live.now.over is not passes
    assert ("shoots at" in battle.told()) is passes
    assert chance(battle, light, "shoot") == 30


@pytest.mark.rule("rampant.activation.modifiers")
def test_all_modifiers_add_up():
    battle = Skirmish()
    near = battle.put(0, "heavy", (10, 10), commander=True)
    robots = battle.put(0, "heavy", (10, 14), "machine", machine_free="move")
    tank = battle.put(0, "fighting-vehicle", (10, 18))
    crack = battle.put(0, "fighting-vehicle", (16, 18), "crack-crew")
    eager, sullen = battle.put(0, "heavy", (14, 10), hired=4), battle.put(0, "heavy", (18, 10), hired=3)
    far = battle.put(0, "heavy", (44, 44))
    found = {u: modifiers(battle.game, u, "shoot") for u in (near, robots, eager, sullen, far)}
    assert found == {near: 1, robots: 0, eager: 2, sullen: 0, far: 0}
    assert (modifiers(battle.game, tank, "advance"), modifiers(battle.game, crack, "advance")) == (0, 1)
    assert modifiers(battle.game, eager, "skirmish") == 1


@pytest.mark.rule("rampant.activation.modifiers", "rampant.xeno.otherworldly-weakness", "rampant.psychic.manifest")
def test_modifiers_of_powers():
    battle = Skirmish()
    psy = battle.put(0, "elite", (10, 10), "psychic:1", strength=2, powers=("dread-vision",))
    rift = battle.put(1, "heavy", (10, 20), "otherworldly")
    assert modifiers(battle.game, psy, "manifest:dread-vision", rift) == -1 + 2


@pytest.mark.rule("rampant.activation.declare-then-test")
def test_the_target_is_chosen_after_the_test():
    battle, light = orders("light", enemy=(6, 18))
    battle.put(1, "heavy", (14, 18))
    battle.roll(4, 3).go(unit=light, order="shoot")
    keys = [e.key for e in battle.match.tape]
    assert keys[-1] == "order-test"
    assert battle.asked == "target"


@pytest.mark.rule("rampant.shooting.bombardment-order", "rampant.activation.declare-then-test")
@pytest.mark.parametrize(("dice", "left"), [((4, 3), 2), ((3, 3), 3)])
def test_a_bombardment_names_its_point_first(dice, left):
    battle, observer = orders(("heavy", "bombardment"), enemy=(6, 30))
    battle.go(unit=observer, order="bombard")
    assert battle.asked == "aim"
    assert "shooting.bombardment-order" in battle.why_not(Placed({"aim": (6.0, 11.3)}))  # 5.8 in from the rim
    battle.roll(*dice, *(hits(0) if left == 2 else ())).go(aim=Placed({"aim": (6.0, 30.0)}))
    assert battle.of_side(0).bombs == left
    assert battle.live.now.over is (left == 3)


def test_three_bombardments_and_no_more():
    battle, observer = orders(("heavy", "bombardment"))
    battle.side(0, bombs=0)
    assert rules(why_not_order(battle.game, observer, "bombard")) == {"shooting.bombardment-order"}


@pytest.mark.rule("rampant.activation.free")
def test_a_free_action_needs_no_dice_but_is_the_activation():
    battle, rifles, light = orders("heavy", "light", enemy=(6, 18))
    assert free_action(battle.game, rifles, "shoot")
    battle.roll(*hits(0)).go(unit=rifles, order="shoot", target="b1")
    assert battle.unit(rifles).activated
    battle.roll(2, 3).go(unit=light, order="shoot")  # 5 against 6+: the shot before stands, the phase is over
    assert battle.asked == ""
    assert battle.live.now.over


@pytest.mark.rule("rampant.activation.failure-ends-phase")
def test_the_first_failed_order_ends_the_phase():
    battle, light, rifles, third = orders("light", "heavy", "light", enemy=(6, 18))
    battle.roll(3, 2).go(unit=light, order="shoot")
    assert battle.asked == ""
    assert "is over" in battle.told()
    assert not battle.unit(rifles).activated  # not even its free Shoot
    assert not battle.unit(third).activated


@pytest.mark.rule("rampant.variants.steady-command")
def test_steady_command_ends_only_that_units_activation():
    battle, light, rifles = orders("light", "heavy", enemy=(6, 18), variants=("steady-command",))
    battle.roll(3, 2).go(unit=light, order="shoot")
    assert battle.asked == "unit"
    assert battle.why_not(light) == {"activation.once"}
    assert not battle.why_not(rifles)


@pytest.mark.rule("rampant.activation.failure-exceptions")
def test_a_reaction_of_the_enemy_ends_nobodys_phase():
    battle, rifles, _ = orders("heavy", "light", enemy=(6, 18))
    battle.roll(3, 3, *hits(0)).go(unit=rifles, order="shoot", target="b1", firefight=True)
    assert battle.asked == "unit"
    pack = Skirmish()
    pack.face_off(("lesser-xenomorph",), ("heavy",), 8.0)
    pack.start(Charges(0), Orders(0)).roll(2, 2).go()
    assert pack.asked == "unit"


@pytest.mark.rule("rampant.activation.resolve-fully")
def test_everything_is_finished_before_the_next_unit():
    battle, rifles, _ = orders(("elite",), "light", enemy=(40, 44))
    chief = battle.put(1, "primitive", (6, 18), commander=True, strength=1)
    battle.roll(*hits(1, face=4), 1, 1)  # the Commander is gone: the other unit fails its test at home
    battle.go(unit=rifles, order="shoot", target=chief)
    assert battle.asked == "unit"
    assert battle.unit("b1").suppressed


@pytest.mark.rule("rampant.activation.end")
def test_the_phase_ends_by_itself_when_all_are_done():
    battle = Skirmish()
    battle.put(0, "heavy", (10, 4), activated=True), battle.put(0, "heavy", (20, 4), suppressed=True)
    battle.put(0, "light", (30, 4))
    battle.put(1, "light", (24, 44))
    battle.start(Turn(1, 1), Turn(2, 0))
    battle.roll(6, 6).go(unit="b1", order="move", manner="move", move=STAY)  # and the Suppressed unit rallies
    assert battle.live.now.active == 0
    assert battle.asked == "unit"
    assert "ends its phase" not in battle.told()


@pytest.mark.rule("rampant.activation.test")
def test_the_chance_of_an_order_is_shown():
    battle, light = orders("light", enemy=(6, 18))
    shown = order_forecast(battle.game, light, "shoot")
    first = shown[0] if isinstance(shown, list) else shown
    assert first.chances[0].p == pytest.approx(26 / 36)
    battle.roll(3, 3, *hits(0)).go(unit=light, order="shoot")


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


# ---- orders that cannot be given say why ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bombs", "refused"), [(1, set()), claim("activation.legal-order", 0, {"shooting.bombardment-order"})]
)
def test_the_last_bombardment_can_be_ordered_and_no_more(bombs, refused):
    battle = Skirmish().side(0, bombs=bombs)
    guns = battle.put(0, "support", (24, 4), "bombardment")
    assert rules(why_not_order(battle.game, guns, "bombard")) == refused


@pytest.mark.parametrize(("y", "refused"), [(16, set()), claim("activation.legal-order", 44, {"psychic.target-first"})])
def test_a_power_needs_somebody_to_aim_at(y, refused):
    battle = Skirmish()
    psy = battle.put(0, "elite", (24, 4), "psychic:1", powers=("dread-vision",))
    battle.put(1, "heavy", (24, y))
    assert rules(why_not_order(battle.game, psy, "manifest:dread-vision")) == refused


@pytest.mark.parametrize(
    ("bought", "y", "refused"),
    [
        ((), 44, set()),
        (("rooted",), 14, set()),
        claim("specials.skirmish", ("rooted",), 44, {"activation.legal-order"}),
    ],
)
def test_who_is_rooted_skirmishes_only_if_there_is_somebody_to_shoot_at(bought, y, refused):
    battle = Skirmish()
    recon = battle.put(0, "recon", (24, 4), *bought)
    battle.put(1, "heavy", (24, y))
    assert rules(why_not_order(battle.game, recon, "skirmish")) == refused


@pytest.mark.rule("rampant.setup.home-edge")
def test_who_enters_may_only_move():
    battle = Skirmish()
    late, here = battle.put(0, "heavy", None, arrives=1), battle.put(0, "heavy", (24, 4))
    battle.put(1, "heavy", (24, 14))
    assert rules(why_not_order(battle.game, late, "shoot")) == {"setup.home-edge"}
    assert rules(why_not_order(battle.game, late, "move")) == rules(why_not_order(battle.game, here, "shoot")) == set()


@pytest.mark.parametrize(
    ("bought", "arrives", "refused"),
    [
        claim("setup.reserves", (), 3, {"setup.reserves"}),
        ((), 2, set()),
        claim("setup.reserves", (), 0, {"setup.reserves", "activation.legal-order"}),
        (("drop-troops",), 0, set()),
    ],
)
def test_who_waits_in_reserve_may_be_called_from_its_round_on(bought, arrives, refused):
    battle = Skirmish().now(round=2)
    late = battle.put(0, "heavy", None, *bought, arrives=arrives)
    battle.put(0, "heavy", (24, 4)), battle.put(1, "heavy", (24, 44))
    assert rules(why_not_unit(battle.game, late)) == refused
    assert rules(why_not_unit(battle.game, late, quick=True)) == refused - {"activation.legal-order"}


@pytest.mark.rule("rampant.activation.wild-charge-must")
@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"suppressed": True}, "Suppressed"), ({"rallied": True}, "Suppressed"),
        ({"charge": "held"}, "has had"), ({"activated": True}, "has had"), ({}, "nobody"),
    ],
)  # fmt: skip
def test_who_does_not_test_for_a_wild_charge_learns_why(row, says):
    battle = Skirmish()
    pack = battle.put(0, "lesser-xenomorph", (24, 10), **row)
    (refusal,) = charge_refusals(battle.game, pack)
    assert says in refusal.says
    battle.put(1, "heavy", (24, 18))
    assert must_charge(battle.game, 0) == ([] if row else [pack])


@pytest.mark.rule("rampant.activation.wild-charge-must")
def test_who_is_not_wild_never_tests():
    battle = Skirmish()
    battle.put(0, "heavy", (24, 10)), battle.put(1, "heavy", (24, 16))
    pack = battle.put(0, "lesser-xenomorph", (30, 10))
    assert must_charge(battle.game, 0) == [pack]


@pytest.mark.rule("rampant.activation.wild-charge-test", "rampant.xeno.unstable")
@pytest.mark.parametrize(("dice", "total", "result"), [((3, 2), 5, "success"), ((2, 2), 4, "failure")])
def test_a_wild_charge_succeeds_at_its_score(dice, total, result):
    battle = Skirmish()
    pack, foe = battle.face_off(("lesser-xenomorph", "unstable"), ("heavy",), 8.0)
    battle.start(Charges(0)).roll(*dice).go()
    assert f"tests for a Wild Charge: {total} against 5, {result}" in battle.told()
    assert battle.asked == ("contact" if result == "success" else "")
    assert battle.unit(pack).strength == battle.live.profile[pack].strength - (2 if dice == (2, 2) else 0)
    assert battle.unit(foe).strength == 5


@pytest.mark.rule("rampant.activation.wild-charge-test", "rampant.xeno.unstable")
def test_who_perishes_in_its_own_wild_charge_charges_nobody():
    battle = Skirmish()
    pack, _ = battle.face_off(("lesser-xenomorph", "unstable"), ("heavy",), 8.0, strength=3)
    battle.put(0, "heavy", (4, 4))
    battle.start(Charges(0)).roll(3, 3, 6, 6).go()  # enough to charge; the comrade is alone and steady
    assert battle.unit(pack).gone == "destroyed"
    assert "charges wildly" not in battle.told()
    assert battle.live.now.phase == "orders"


@pytest.mark.rule("rampant.activation.declare-then-test")
@pytest.mark.parametrize(("dice", "over"), [((4, 4), False), ((1, 1), True)])
def test_who_perishes_under_an_order_ends_the_phase_only_if_it_failed(dice, over):
    battle, doomed, _other = orders(("heavy", "unstable"), "heavy")
    battle.rows[doomed] |= {"strength": 1}
    battle.roll(*dice, 6, 6).go(unit=doomed, order="move")
    assert battle.unit(doomed).gone == "destroyed"
    assert battle.live.now.over is over
    assert "moves" not in battle.told()


@pytest.mark.rule("rampant.activation.failure-ends-phase", "rampant.xeno.unstable")
def test_who_perishes_before_it_can_detonate_is_removed_once():
    battle, hulk, _other = orders(("heavy", "volatile:2", "unstable"), "heavy")
    battle.rows[hulk] |= {"strength": 1}
    battle.roll(1, 1, 6, 6).go(unit=hulk, order="detonate")
    assert battle.unit(hulk).gone == "destroyed"
    assert battle.of_side(0).removed == battle.live.profile[hulk].points
    assert battle.told().count("is destroyed") == 1
    assert battle.live.now.over
