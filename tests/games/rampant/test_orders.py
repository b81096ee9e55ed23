"""Chapter "activation": orders, and why some cannot be given."""

import pytest

from games.rampant.positions import STAY, chance, orders
from games.rampant.skirmish import Skirmish, claim, hits, rules
from xenotable.engine import Placed
from xenotable.games.rampant.forecasts.asks import order_forecast
from xenotable.games.rampant.rules.activation.order_legality import orders_of, why_not_order, why_not_unit
from xenotable.games.rampant.rules.activation.order_tests import modifiers, score_of
from xenotable.games.rampant.rules.activation.wild_charge import charge_refusals, must_charge
from xenotable.games.rampant.rules.roster.numbers import free_action
from xenotable.games.rampant.scenes import Charges, Orders, Turn

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
    assert "The phase of" not in battle.told()


@pytest.mark.rule("rampant.activation.test")
def test_the_chance_of_an_order_is_shown():
    battle, light = orders("light", enemy=(6, 18))
    shown = order_forecast(battle.game, light, "shoot")
    first = shown[0] if isinstance(shown, list) else shown
    assert first.chances[0].p == pytest.approx(26 / 36)
    battle.roll(3, 3, *hits(0)).go(unit=light, order="shoot")


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
    assert rules(why_not_unit(battle.game, late, skip_orders=True)) == refused - {"activation.legal-order"}


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
