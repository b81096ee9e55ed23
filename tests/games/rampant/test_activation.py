"""Chapter "activation": the three steps of a phase, orders, free actions and failure."""

from fractions import Fraction

import pytest

from games.rampant.positions import STAY, orders
from games.rampant.skirmish import Skirmish, claim, hits, rules, way
from xenotable.games.rampant.rules.activation.order_legality import why_not_order
from xenotable.games.rampant.rules.activation.order_tests import modifiers
from xenotable.games.rampant.rules.activation.wild_charge import must_charge
from xenotable.games.rampant.rules.roster.numbers import free_action
from xenotable.games.rampant.scenes import Charges, Orders, Turn
from xenotable.odds import sums


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
