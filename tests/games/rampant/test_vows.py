"""Chapter "scenarios": vows."""

import pytest

from games.rampant.skirmish import Skirmish, claim, hits, rules, way
from xenotable.engine import Placed
from xenotable.games.rampant.rules.scenarios.scoring import early_end, finish
from xenotable.games.rampant.rules.scenarios.vows import is_vow_kept, vow_refusals
from xenotable.games.rampant.rules.setup.deployment import deploy_refusals
from xenotable.games.rampant.scenes import Attack, Bombardment, Melee, Nerve, Orders, Shock, Shooting

# ---- vows ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.scenarios.vows")
def test_kept_vows_pay_and_broken_ones_cost():
    battle = Skirmish("three-beacons").side(0, facts=("cold-steel",), removed=0)
    battle.put(0, "heavy", (10, 10))
    battle.put(1, "heavy", (40, 40))
    battle.game.secret.set(0, vows=("cold-steel", "unbroken", "long-arm"))
    battle.game.listener = []
    finish(battle.game, None)
    assert battle.game.sides[0].score == 2 + 3 - 1
    assert "had vowed Long Arm: broken" in " ".join(e.words(battle.game.name) for e in battle.game.listener)


def facts(battle, seat):
    return set(battle.of_side(seat).facts)


@pytest.mark.rule("rampant.scenarios.vow-first-strike")
def test_first_strike_needs_the_first_loss_alone():
    battle = Skirmish()
    a, b = battle.face_off(("elite",), ("heavy",))
    battle.start(Shooting(a)).roll(*hits(3), 6, 6).go(target=b)
    assert "first-strike" in facts(battle, 0)
    both = Skirmish()
    a, b = both.face_off(("elite",), ("elite",))
    both.start(Shooting(a)).roll(6, 6, *hits(4), *hits(4), 6, 6, 6, 6).go(target=b, firefight=True)
    assert "first-strike" not in facts(both, 0) | facts(both, 1)


@pytest.mark.parametrize(("own", "kept"), [claim("scenarios.vow-first-strike", False, True), (True, False)])
def test_first_strike_by_a_bombardment(own, kept):
    """Everybody is struck at one moment: whoever bombards own units too has not struck first."""
    battle = Skirmish()
    caller, enemy = battle.put(0, "heavy", (4, 4)), battle.put(1, "light", (24, 24))
    if own:
        battle.put(0, "light", (28.5, 24))
    battle.roll(*hits(4)).roll(*(hits(2, of=5) if own else ())).roll(*[6] * (4 if own else 2))
    battle.start(Bombardment(caller, 24.0, 24.0)).go()
    assert battle.unit(enemy).strength == 3
    assert ("first-strike" in facts(battle, 0)) is kept
    assert "first-strike" not in facts(battle, 1)


@pytest.mark.rule("rampant.scenarios.vow-no-step-back")
def test_no_step_back_is_broken_by_a_rout_not_by_death():
    battle = Skirmish()
    dead, routed = battle.put(0, "heavy", (10, 10), strength=1), battle.put(0, "heavy", (20, 10), strength=1)
    foe = battle.put(1, "elite", (10, 20))
    battle.put(0, "heavy", (40, 10))
    battle.start(Shooting(foe)).roll(*hits(3)).go(target=dead)
    assert is_vow_kept(battle.live, 0, "no-step-back")
    again = Skirmish()
    routed = again.put(0, "heavy", (20, 10), strength=1)
    again.start(Nerve(Shock(routed, "shoot", 3))).roll(1).go()
    assert not is_vow_kept(again.live, 0, "no-step-back")


@pytest.mark.rule("rampant.scenarios.vow-take-their-head")
def test_the_commander_must_fall_by_arms():
    rally = Skirmish()
    chief = rally.put(1, "heavy", (20, 10), strength=1, commander=True)
    rally.start(Nerve(Shock(chief, "rally", 0))).roll(1).go()
    assert "take-their-head" not in facts(rally, 0)
    shot = Skirmish()
    foe, chief = shot.put(0, "elite", (20, 22)), shot.put(1, "heavy", (20, 10), strength=1, commander=True)
    shot.start(Nerve(Shock(chief, "shoot", 3, by=foe, source=True, x=20, y=22))).roll(1).go()
    assert shot.unit(chief).gone == "routed"
    assert "take-their-head" in facts(shot, 0)


@pytest.mark.rule("rampant.scenarios.vow-cold-steel")
def test_cold_steel_counts_kills_by_hits_in_attack_or_defence():
    battle = Skirmish()
    a, b = battle.put(0, "heavy", (24, 20), strength=2), battle.put(1, "heavy", (24, 23))
    battle.start(Melee(a, b)).roll(*hits(0, 5), *hits(6)).go()
    assert battle.unit(a).gone == "destroyed"
    assert "cold-steel" in facts(battle, 1)


@pytest.mark.rule("rampant.scenarios.vow-long-arm")
def test_long_arm_strikes_at_extreme_range():
    battle = Skirmish()
    a, b = battle.face_off(("support",), ("light",), 30.0)
    battle.start(Shooting(a)).roll(*hits(6), 6, 6).go(target=b)
    assert battle.unit(b).strength == 3
    assert "long-arm" in facts(battle, 0)


@pytest.mark.rule("rampant.scenarios.vow-into-the-maw")
def test_into_the_maw_wants_a_commander_who_holds():
    for lost, held in ((3, True), (0, False)):
        battle = Skirmish()
        a, b = battle.put(0, "elite", (24, 20), commander=True), battle.put(1, "heavy", (24, 23))
        battle.start(Melee(a, b)).roll(*hits(lost), *hits(0), *((6, 6) if lost else ())).go()
        assert ("into-the-maw" in facts(battle, 0)) is held
    walls = Skirmish()
    chief, house = walls.put(0, "elite", (24, 20), commander=True), walls.land("shack", 22.5, 21.5, 25.5, 24.5)
    walls.start(Melee(chief, house)).roll(*hits(4), *hits(0, of=5)).go()
    assert walls.live.buildings[house].strength == 4
    assert "into-the-maw" not in facts(walls, 0)  # there is no enemy in it to face


@pytest.mark.rule("rampant.scenarios.vow-clockwork")
def test_clockwork_wants_a_tested_order_in_each_of_three_rounds():
    battle = Skirmish().side(0, tested=(1, 2, 3)).side(1, tested=(1, 3))
    assert is_vow_kept(battle.game, 0, "clockwork")
    assert not is_vow_kept(battle.game, 1, "clockwork")
    failed = Skirmish().side(0, tested=(1, 2, 3), failed=(2,))
    assert not is_vow_kept(failed.game, 0, "clockwork")
    orders = Skirmish()
    uid = orders.put(0, "heavy", (10, 10))
    orders.put(1, "heavy", (40, 40))
    orders.start(Orders(0)).roll(1, 1).go(unit=uid, order="move")
    assert (orders.of_side(0).tested, orders.of_side(0).failed) == ((1,), (1,))


@pytest.mark.rule("rampant.scenarios.vow-last-word")
def test_the_last_word_is_an_answer_that_costs_something():
    for n, got in ((3, True), (2, False)):
        battle = Skirmish()
        a, b = battle.face_off(("heavy",), ("elite",))
        battle.start(Shooting(a)).roll(6, 6, *hits(0), *hits(n), 6, 6).go(target=b, firefight=True)
        assert ("last-word" in facts(battle, 1)) is got


@pytest.mark.rule("rampant.scenarios.vow-unbroken")
def test_unbroken_is_less_than_a_quarter():
    assert is_vow_kept(Skirmish().side(0, total=24, removed=5).game, 0, "unbroken")
    assert not is_vow_kept(Skirmish().side(0, total=24, removed=6).game, 0, "unbroken")


@pytest.mark.rule("rampant.scenarios.vow-wild-hunt")
def test_the_wild_hunt_is_won_in_the_charge_step():
    for wild in (True, False):
        battle = Skirmish()
        a, b = battle.put(0, "lesser-xenomorph", (24, 20)), battle.put(1, "heavy", (24, 30))
        battle.put(1, "heavy", (44, 44))
        battle.start(Attack(a, wild)).roll(*hits(9), *hits(3, face=6), 6, 6, 6)
        battle.go(target=b, contact=way(a, (24, 27)))
        assert battle.unit(b).strength == 2
        assert ("wild-hunt" in facts(battle, 0)) is wild


@pytest.mark.rule("rampant.scenarios.vow-heads-down")
def test_heads_down_is_three_at_once():
    battle = Skirmish()
    battle.put(1, "heavy", (10, 10), suppressed=True)
    battle.put(1, "heavy", (20, 10), suppressed=True)
    third = battle.put(1, "heavy", (30, 20))
    battle.put(0, "heavy", (30, 10))
    battle.start(Nerve(Shock(third, "shoot", by="a1", source=True, x=30, y=10))).roll(1, 1).go()
    assert "heads-down" in facts(battle, 0)


@pytest.mark.rule("rampant.scenarios.vow-turned-tide")
def test_the_turned_tide_needs_half_lost_and_a_costly_victim():
    for kind, half, got in (("support", True, True), ("heavy", True, False), ("support", False, False)):
        battle = Skirmish().side(0, half=half)
        a, b = battle.face_off(("elite",), (kind,))
        battle.rows[b]["strength"] = 1
        battle.put(1, "heavy", (44, 44))
        battle.start(Shooting(a)).roll(*hits(6)).go(target=b)
        assert battle.unit(b).gone == "destroyed"
        assert ("turned-tide" in facts(battle, 0)) is got


@pytest.mark.rule("rampant.scenarios.early-end", "rampant.scenarios.the-envoy")
@pytest.mark.parametrize("carried", [True, False])
def test_a_side_that_is_alone_could_have_taken_the_envoy(carried):
    from xenotable.games.rampant.rules.courage.losses import remove

    battle = Skirmish("the-envoy").now(phase="orders", marker=None if carried else (24.0, 24.0))
    _squad, last = battle.put(0, "light", (10, 10)), battle.put(1, "light", (40, 40))
    battle.now(carrier=last if carried else "")
    remove(battle.game, last, "destroyed")
    early_end(battle.game)
    assert battle.game.result is not None
    assert battle.game.sides[0].score == 1 + 2  # the unit and the envoy


@pytest.mark.rule("rampant.setup.deploy-enemy-gap")
def test_garrisons_count_for_the_gap_of_deployment():
    battle = Skirmish("break-the-line")
    house = battle.land("house", 22, 26, 26, 29)
    battle.put(1, "light", where="inside", inside=house, x=24.0, y=27.5)
    battle.now(attacker=0)
    uid = battle.put(0, "heavy")
    assert "setup.deploy-enemy-gap" in rules(deploy_refusals(battle.game, 0, Placed({uid: (24.0, 18.6)})))
    assert "setup.deploy-enemy-gap" not in rules(deploy_refusals(battle.game, 0, Placed({uid: (24.0, 18.5)})))


@pytest.mark.rule("rampant.scenarios.vows")
def test_up_to_three_different_vows():
    for vows, legal in (("abc", True), ("abcd", False), ("aa", False), ("aab", False), ("", True)):
        assert rules(vow_refusals(vows)) == (set() if legal else {"scenarios.vows"})
