"""The pieces of the computer's tactics: what it wants, fears, swears, and where it lines up."""

import math

import pytest

from games.rampant.skirmish import Skirmish
from xenotable.engine import Match, Placed, is_legal
from xenotable.games.rampant.opponent.attack_value import demolition, prize_of
from xenotable.games.rampant.opponent.before_battle import (
    chances_to_keep,
    deployment_plan,
    exposure,
    leaves,
    prospects_of_vows,
    supposing_vows,
    vows_for,
    wish_from,
)
from xenotable.games.rampant.opponent.generators import falls, siege, siege_gain, striking_at
from xenotable.games.rampant.opponent.goals import Goal, exit_gain, goal, in_time, ways_to
from xenotable.games.rampant.opponent.order_choice import Weighed, hazard, in_turn, promise
from xenotable.games.rampant.opponent.order_choice import weigh_orders as all_weighed
from xenotable.games.rampant.opponent.position_cache import weighing
from xenotable.games.rampant.opponent.positions import PositionValue, charge_targets, crossing_point, dangers, move_gain
from xenotable.games.rampant.opponent.powers import best_bomb, bomb_gain, power_value, threats
from xenotable.games.rampant.opponent.prospects import outcome, prospects_of
from xenotable.games.rampant.opponent.target_value import attack_threat, exchange, fighter, mean_strength_lost
from xenotable.games.rampant.opponent.worth import VICTORY, victory_points_at_stake, worth
from xenotable.games.rampant.rules.setup.deployment import deploy_refusals
from xenotable.games.rampant.scenes import Charges, Deploy, Moving, Orders, Vowing
from xenotable.games.rampant.title import GAME


def weighed(unit, chance, gain, order="move"):
    return Weighed(unit, order, chance, gain, chance * gain)


def test_what_cannot_fail_comes_first_then_what_brings_most_for_its_risk():
    options = [weighed("a", 0.6, 2.0), weighed("b", 1.0, 0.1), weighed("c", 0.9, 1.5), weighed("d", 0.9, 0.0)]
    assert [w.unit for w in in_turn(options)] == ["b", "c", "a"]  # d brings nothing


def test_a_phase_promises_what_is_reached():
    assert promise([weighed("a", 0.5, 2.0), weighed("b", 0.9, 1.0)]) == pytest.approx(0.9 * 1.0 + 0.9 * 0.5 * 2.0)
    assert promise([weighed("a", 0.5, 2.0), weighed("b", 1.0, 0.1)]) == pytest.approx(0.1 + 1.0)


def test_a_risky_order_can_come_last():
    """Nothing is lost by a failure at the end, so the better order is tried instead of a small step for nothing."""
    options = [weighed("a", 1.0, 0.4), weighed("a", 0.6, 1.0, "shoot"), weighed("b", 0.9, 2.0)]
    assert [(w.unit, w.order) for w in in_turn(options)] == [("b", "move"), ("a", "shoot")]


def test_each_unit_gets_the_order_that_is_best_with_what_a_failure_would_cost():
    """A free shot beats a better one that may end the phase before another unit has acted."""
    options = [weighed("a", 1.0, 1.0, "shoot"), weighed("a", 0.6, 1.8, "attack"), weighed("b", 0.9, 2.0)]
    assert {w.unit: w.order for w in in_turn(options)}["a"] == "shoot"
    assert {w.unit: w.order for w in in_turn(options[:2])}["a"] == "attack"  # nobody else has anything to lose


def test_the_goal_of_a_runner_is_the_edge_and_of_others_the_objective():
    line = Skirmish("break-the-line").now(attacker=0)
    runner, guard = line.put(0, "light", (24, 30)), line.put(1, "light", (24, 44))
    assert goal(line.game, runner).edge == "north"
    assert goal(line.game, guard).edge == ""
    beacons = Skirmish("three-beacons")
    uid = beacons.put(0, "light", (10, 12))
    assert goal(beacons.game, uid).at == (12, 24)


def test_who_is_too_slow_for_the_exit_goes_home():
    battle = Skirmish("break-the-line").now(attacker=0, round=6)
    slow, fast = battle.put(0, "militia", (24, 10)), battle.put(0, "lesser-xenomorph", (30, 30))
    rooted = battle.put(0, "greater-xenomorph", (40, 46), "placid", "rooted")
    assert not in_time(battle.game, slow, 38.0)
    assert in_time(battle.game, fast, 18.0)
    assert not in_time(battle.game, rooted, 2.0)
    assert goal(battle.game, slow).at[1] <= 8.0
    assert exit_gain(battle.game, fast, 10.0, 12.0) > exit_gain(battle.game, fast, 20.0, 12.0)


def test_units_hunt_whom_they_can_harm():
    battle = Skirmish("the-envoy")
    rifles = battle.put(0, "light", (24, 10))
    tank, soft = battle.put(1, "fighting-vehicle", (24, 30)), battle.put(1, "recon", (40, 36))
    game = battle.game
    assert mean_strength_lost(10, 4, 5) == pytest.approx(638 / 1024 + 1 / 1024)  # five hits or more, and ten once again
    shot_soft, _ = exchange(fighter(game, rifles), fighter(game, soft))
    shot_tank, fight_tank = exchange(fighter(game, rifles), fighter(game, tank))
    assert shot_soft > 10 * shot_tank
    assert fight_tank < 0
    assert goal(game, rifles).at == (40, 36)
    assert goal(game, rifles).hunted


def test_a_move_into_the_jaws_is_worth_nothing():
    for jaws, gain in ((5, False), (0, True)):
        battle = Skirmish("the-envoy")
        rifles = battle.put(0, "heavy", (24, 12), commander=True)
        battle.put(1, "light", (24, 40))
        for x in range(4, 4 + 8 * jaws, 8):
            battle.put(1, "greater-xenomorph", (x, 25))
        assert (move_gain(battle.game, rifles) > 0) is gain


@pytest.mark.parametrize(("number", "late"), [(2, False), (7, True)])
def test_a_place_promises_what_can_still_be_done_from_there(number, late):
    battle = Skirmish("the-envoy").now(round=number)
    pack = battle.put(0, "greater-xenomorph", (24, 4))
    battle.put(1, "light", (24, 44))
    near, far = (prospects_of(battle.game, pack).promise(p) for p in ((24.0, 33.0), (24.0, 12.0)))
    assert near > far
    assert (far == 0.0) is late  # too late to begin a hunt
    assert (move_gain(battle.game, pack) == 0.0) is late


def test_good_range_promises_more_than_extreme_range():
    battle = Skirmish("the-envoy").now(round=1)
    guns = battle.put(0, "light", (24, 4))
    battle.put(1, "primitive", (24, 40))
    campaign = prospects_of(battle.game, guns)
    assert campaign.promise((24.0, 24.0)) > campaign.promise((24.0, 12.0)) > campaign.promise((24.0, 4.0)) > 0


def test_an_order_that_may_be_the_end_of_a_unit_brings_less():
    battle = Skirmish()
    plain, shaky = battle.put(0, "light", (20, 10)), battle.put(0, "light", (28, 10), "unstable")
    worn_out = battle.put(0, "light", (36, 10), "machine", strength=2)
    game = battle.game
    assert hazard(game, plain, "shoot", 0.7) == 0.0
    assert hazard(game, shaky, "shoot", 1.0) == 0.0  # no test, no double
    assert hazard(game, shaky, "shoot", 0.7) > 0.0
    assert hazard(game, worn_out, "shoot", 0.7) > 0.0


def test_the_outcome_of_a_blow_adds_up():
    gone, lost, shaken = outcome(10, 4, 2, 5, 5, 4)
    assert 0 < gone < 1
    assert 0 < lost < 1
    assert 0 < shaken < 1 - gone
    assert outcome(10, 4, 2, 5, 5, -99)[2] == pytest.approx(0.0)  # machines do not test
    assert outcome(10, 4, 2, 2, 5, 4)[0] > gone


def test_whoever_is_hemmed_in_waits_until_the_others_have_gone():
    battle = Skirmish("the-envoy")
    pack = battle.put(0, "greater-xenomorph", (24, 2))
    battle.put(1, "light", (24, 36))
    free = move_gain(battle.game, pack)
    for at in ((19, 2), (20.5, 5), (24, 6), (27.5, 5), (29, 2)):
        battle.put(0, "heavy", at)
    assert move_gain(battle.game, pack) < 0.5 * free


def test_dangers_are_enemies_who_would_gladly_charge():
    battle = Skirmish()
    rifles = battle.put(0, "light", (24, 10))
    pack = battle.put(1, "greater-xenomorph", (24, 30))
    battle.put(1, "support", (10, 30))  # never attacks
    battle.put(1, "greater-xenomorph", (40, 30), suppressed=True)
    (danger,) = dangers(battle.game, rifles)
    assert danger.at == (24, 30)
    assert danger.reach == pytest.approx(10 + 1.5 + 1.5, abs=0.2)  # from rim to rim, and hardly more
    alone = danger.cost
    battle.put(0, "light", (28, 20))
    (shared,) = dangers(battle.game, rifles)
    assert 0 < shared.cost < alone  # it charges only one of them
    assert not dangers(battle.game, pack)


def test_a_place_out_of_reach_of_a_charge_is_better():
    battle = Skirmish()
    rifles = battle.put(0, "light", (24, 10))
    battle.put(1, "greater-xenomorph", (24, 30))
    places = PositionValue(battle.game, rifles, Goal((24, 26), 2.0, 0.5))
    assert places.score((24.0, 16.5)) > places.score((24.0, 19.0))
    safe, exposed = (PositionValue(battle.game, rifles, None).score((24.0, y)) for y in (16.9, 17.1))
    assert safe > exposed + 1.0


def test_a_good_charge_next_turn_draws_a_fighter_on():
    battle = Skirmish()
    pack = battle.put(0, "greater-xenomorph", (24, 10))
    battle.put(1, "light", (24, 34))
    (chance,) = charge_targets(battle.game, pack)
    assert chance.gain > 0
    places = PositionValue(battle.game, pack, None)
    assert places.score((24.0, 24.0)) > places.score((24.0, 20.0))


def test_whoever_charges_unasked_keeps_away_from_those_it_cannot_beat():
    battle = Skirmish("the-envoy")
    pack = battle.put(0, "berserk", (24, 10))
    battle.put(1, "fighting-vehicle", (24, 34))
    (bad,) = charge_targets(battle.game, pack)
    assert bad.gain < 0
    places = PositionValue(battle.game, pack, None)
    assert places.score((24.0, 12.0)) > places.score((24.0, 28.0))


def test_who_can_charge_next_turn_is_a_menace():
    battle = Skirmish()
    battle.put(0, "light", (24, 20))
    pack, other = battle.put(1, "greater-xenomorph", (24, 30)), battle.put(1, "greater-xenomorph", (4, 44))
    assert attack_threat(battle.game, pack) > 0
    assert attack_threat(battle.game, other) == 0.0  # nobody is in its reach
    battle.put(1, "support", (24, 26))
    battle.live.units.set(pack, suppressed=True)
    assert attack_threat(battle.game, pack) == 0.0


def test_vows_make_units_dearer_while_they_can_be_kept():
    plain, sworn = (worth(*vowing(v)) for v in ((), ("no-step-back", "unbroken")))
    assert sworn > plain + VICTORY
    battle, unit = vowing(("no-step-back", "unbroken"))
    battle.sides.set(0, facts=("stepped-back",), removed=24)
    assert worth(battle, unit) == pytest.approx(plain)


def vowing(vows):
    battle = Skirmish()
    unit = battle.put(0, "light", (24, 20))
    battle.game.secret.set(0, vows=vows)
    battle.game.sides.set(0, total=24)
    return battle.game, unit


def test_a_lane_avoids_those_who_would_charge():
    battle = Skirmish("break-the-line").now(attacker=0)
    runner = battle.put(0, "light", (20, 24))
    free = crossing_point(battle.game, runner, "north", dangers(battle.game, runner), 0.1)
    assert free == (20.0, 48.0)
    for x in (12, 20):
        battle.put(1, "greater-xenomorph", (x, 40))
    x, y = crossing_point(battle.game, runner, "north", dangers(battle.game, runner), 0.1)
    assert y == 48.0
    assert x > 29


def test_ways_to_a_goal_fan_out():
    battle = Skirmish()
    uid = battle.put(0, "light", (24, 10))
    points = ways_to(battle.game, uid, Goal((24, 40), 2.0, 1.0))
    assert points[0] == pytest.approx((24, 18))
    assert all(math.dist(p, (24, 10)) == pytest.approx(8) for p in points)
    assert len(set(points)) == 7
    corner = battle.put(0, "light", (2, 2))
    assert all(1.5 <= x <= 46.5 and 1.5 <= y <= 46.5 for x, y in ways_to(battle.game, corner, Goal((0, 0), 0.0, 1.0)))


def test_runners_line_up_opposite_the_gap():
    battle = Skirmish("break-the-line").now(attacker=0, phase="setup")
    units = [battle.put(0, "light", None, where="reserve") for _ in range(3)]
    for x in (6, 14, 22):
        battle.put(1, "greater-xenomorph", (x, 30))
    game = battle.game
    assert leaves(game, 0) == ["north"]
    assert leaves(game, 1) == []
    assert wish_from(game, 0, (9.0, 5.0)) == (9.0, 48.0)
    assert exposure(game, 0, (14.0, 8.0), (14.0, 48.0)) == 6.0
    placed = deployment_plan(game, 0, units)
    assert set(placed.at) == set(units)
    assert is_legal(deploy_refusals(game, 0, placed))
    assert all(p[0] > 34 and p[1] > 5 for p in placed.at.values())
    battle.start(Deploy(0))
    answer, why = GAME.advise(battle.match, 0, battle.ask, lambda: 0.5)
    assert isinstance(answer, Placed)
    assert answer == placed
    assert why.endswith(".")


def test_vows_follow_from_what_a_detachment_can_do():
    horde = Skirmish()
    for x in (8, 16, 24, 32):
        horde.put(0, "lesser-xenomorph", (x, 4))
    gunners = Skirmish()
    for x in (8, 16, 24, 32):
        gunners.put(0, "support", (x, 4))
    assert chances_to_keep(prospects_of_vows(horde.game, 0))["wild-hunt"] > 0.9
    assert chances_to_keep(prospects_of_vows(gunners.game, 0))["wild-hunt"] == 0.0
    assert "cold-steel" in vows_for(horde.game, 0)
    assert "no-step-back" in vows_for(gunners.game, 0)
    runners = Skirmish("break-the-line").now(attacker=0)
    runners.put(0, "light", (8, 4))
    assert "take-their-head" not in vows_for(runners.game, 0)
    for battle in (horde, gunners, runners):
        assert len(vows_for(battle.game, 0)) <= 3


def test_infantry_rides_where_leaving_counts():
    battle = Skirmish("break-the-line").now(attacker=0, phase="setup")
    uid = battle.put(0, "heavy", None, where="reserve")
    truck = battle.put(0, "transport-vehicle", None, where="reserve")
    battle.put(1, "heavy", (24, 40))
    from xenotable.games.rampant.scenes import Muster

    battle.start(Muster(0), Deploy(0))
    assert GAME.advise(battle.match, 0, battle.ask, lambda: 0.5)[0] == f"aboard:{truck}"
    plain = Skirmish("three-beacons").now(attacker=0, phase="setup")
    plain.put(0, "heavy", None, where="reserve")
    plain.put(0, "transport-vehicle", None, where="reserve")
    plain.start(Muster(0), Deploy(0))
    assert GAME.advise(plain.match, 0, plain.ask, lambda: 0.5)[0] == "table"
    aboard = Skirmish("break-the-line").now(attacker=0)
    rider = aboard.put(0, "heavy", None, where="aboard", inside="a2")
    aboard.put(0, "transport-vehicle", (24, 10))
    assert move_gain(aboard.game, rider) == 0.0
    assert uid


def test_a_firm_hand_holds_back_a_charge_that_would_cost_more_than_it_brings():
    def held(foe, strength):
        battle = Skirmish().side(0, trait="firm-hand")
        battle.put(0, "lesser-xenomorph", (24, 20), strength=strength, commander=True)
        battle.put(1, foe, (24, 28))
        battle.start(Charges(0))
        assert battle.asked == "firm-hand"
        return GAME.advise(battle.match, 0, battle.ask, lambda: 0.5)[0]

    assert held("elite", 1) is True
    assert held("primitive", 5) is False


def test_powers_are_worth_what_they_do():
    battle = Skirmish()
    seer = battle.put(0, "light", (24, 10), "psychic:2", powers=("dread-vision", "mend-flesh"))
    hurt = battle.put(0, "heavy", (30, 10), strength=3)
    chief, other = battle.put(1, "elite", (24, 24), commander=True), battle.put(1, "militia", (30, 24))
    game = battle.game
    assert power_value(game, seer, "dread-vision", chief) > power_value(game, seer, "dread-vision", other) > 0
    assert power_value(game, seer, "mend-flesh", hurt) > 0
    assert power_value(game, seer, "guide-the-shot", seer) == 0.0  # it has acted by then
    assert power_value(game, seer, "guide-the-blade", hurt) == 0.0  # there is nobody in reach
    assert power_value(game, seer, "unravel", chief) == 0.0


def test_gifts_go_to_those_in_danger():
    battle = Skirmish()
    seer = battle.put(0, "light", (24, 4), "psychic:1", powers=("barrier",))
    battle.put(1, "heavy", (24, 44))
    assert threats(battle.game, seer) == 0
    assert power_value(battle.game, seer, "barrier", seer) == 0.0
    near = Skirmish()
    seer = near.put(0, "light", (24, 20), "psychic:1", powers=("barrier",))
    near.put(1, "heavy", (24, 36))
    assert threats(near.game, seer) == 1
    assert power_value(near.game, seer, "barrier", seer) > 0.0


def test_bombs_fall_where_they_do_most():
    battle = Skirmish()
    caller = battle.put(0, "heavy", (24, 4), "bombardment")
    battle.put(1, "heavy", (10, 30)), battle.put(1, "recon", (34, 30))
    battle.put(1, "recon", (38.5, 30))
    at, gain = best_bomb(battle.game, caller)
    assert at[0] > 30
    assert gain == bomb_gain(battle.game, caller, at) > bomb_gain(battle.game, caller, (10.0, 30.0)) > 0
    mate = battle.put(0, "recon", (38.5, 25.6))
    assert bomb_gain(battle.game, caller, at) < gain
    assert mate


def test_a_unit_is_worth_the_points_that_its_removal_gives():
    for scenario, attacker, points in (
        ("three-beacons", 0, 1.0),
        ("first-blood", 0, 3.0),
        ("break-the-line", 0, 3.2),
        ("break-the-line", 1, 0.0),
        ("night-convoy", 0, 1.0),
        ("night-convoy", 1, 5.2),
    ):
        battle = Skirmish(scenario).now(attacker=attacker)
        chief = battle.put(0, "elite", (24, 10), commander=True)
        assert victory_points_at_stake(battle.game, chief) == pytest.approx(points), scenario


def test_a_side_goes_for_one_generator_and_only_with_hope():
    battle = Skirmish("sabotage", keep=True).now(attacker=0)
    strong = battle.put(0, "greater-xenomorph", (12, 30))
    battle.put(0, "greater-xenomorph", (16, 30))
    last = battle.put(1, "heavy", (40, 40))
    game = battle.game
    assert siege(game, 0).target == "generator-1"  # the nearest
    blow = striking_at(game, strong, "generator-1")
    whole = siege_gain(game, strong, "generator-1", blow)
    assert whole == demolition(game, strong, "generator-1", blow) > siege_gain(game, strong, "generator-3", blow)
    game.buildings.set("generator-1", strength=2)
    assert siege_gain(game, strong, "generator-1", blow) > whole > 0
    game.battle.set("battle", round=6)
    game.buildings.set("generator-1", strength=5)
    assert siege_gain(game, strong, "generator-1", blow) < whole  # too late for it
    assert worth(game, last) == 0.0  # its removal would end the battle with the generators standing
    assert falls(3.0, 0) == 1.0
    assert falls(3.0, 1) == pytest.approx(1 - math.exp(-3))
    assert falls(3.0, 2) == pytest.approx(1 - 4 * math.exp(-3))


def test_towards_the_end_only_victory_points_count():
    battle = Skirmish("three-beacons", keep=True).now(attacker=0)
    uid = battle.put(0, "elite", (4, 4))
    early = worth(battle.game, uid)
    battle.game.battle.set("battle", round=6)
    late = worth(battle.game, uid)
    assert early > late > VICTORY * victory_points_at_stake(battle.game, uid)
    assert VICTORY * victory_points_at_stake(battle.game, uid) > early - late > 0


def test_what_was_weighed_for_the_unit_holds_for_its_order():
    battle = Skirmish()
    uid = battle.put(0, "elite", (24, 10))
    battle.put(1, "light", (24, 25))

    def weighed(game):
        with weighing(game):
            return all_weighed(game, 0)

    first = weighed(battle.game)
    assert weighed(battle.game) is first
    assert weighed(battle.game.copy()) is first
    battle.game.units.set(uid, strength=1)
    assert weighed(battle.game) != first


def test_the_vows_of_the_enemy_are_supposed_alike_in_all_worlds():
    battle = Skirmish()
    battle.put(0, "elite", (24, 10))
    battle.put(1, "light", (24, 25))
    for guessed in ((), ("take-their-head",), ("unbroken", "no-step-back")):
        battle.game.secret.set(1, vows=guessed)
        with supposing_vows(battle.game, 0):
            assert battle.game.secret[1].vows == vows_for(battle.game, 1) != ()
        assert battle.game.secret[1].vows == guessed
    battle.game.scenes.append(Vowing())
    with supposing_vows(battle.game, 0):
        assert battle.game.secret[1].vows == guessed  # nobody has taken any yet


def test_a_held_relay_draws_fire():
    hall = Skirmish("hold-the-relay", keep=True).now(attacker=0)
    uid, relay = hall.put(0, "support", (24, 10)), "hall-1"
    assert prize_of(hall.game, uid, relay) == 0.0
    hall.put(1, "heavy", None, where="inside", inside=relay, x=24.0, y=24.0)
    assert prize_of(hall.game, uid, relay) > 0.0


@pytest.mark.parametrize("seed", [1, 2])
def test_a_move_is_legal_and_gets_on(seed):
    battle = Skirmish("three-beacons", keep=True)
    uid = battle.put(0, "light", (12, 4))
    battle.put(1, "heavy", (40, 44))
    battle.start(Moving(uid)).go(manner="move")
    import random

    move, why = GAME.advise(battle.match, 0, battle.ask, random.Random(seed).random)
    assert not list(battle.ask.check(move))
    assert move.end(uid)[1] > 10
    assert "goal" in why


def test_the_phase_is_ended_only_when_nothing_is_gained():
    battle = Skirmish()
    battle.put(0, "elite", (24, 10))
    battle.put(1, "light", (24, 25))
    battle.start(Orders(0))
    assert isinstance(battle.match, Match)
    assert GAME.advise(battle.match, 0, battle.ask, lambda: 0.5)[0] == "a1"
