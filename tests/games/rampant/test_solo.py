"""Chapter "solo": what the computer may know and how it decides."""

import re

import pytest
from msgspec.structs import replace

from games.rampant.skirmish import Skirmish
from xenotable.engine import Confirm, Match, View
from xenotable.games.rampant.opponent.levels import compare_orders, draw_order, recruit, recruit_weights, veteran
from xenotable.games.rampant.opponent.order_choice import (
    answers_fire,
    countercharges,
    explain_orders,
    order_value,
    retreats,
    second_chance,
    weigh_orders,
)
from xenotable.games.rampant.opponent.tactics import prospects
from xenotable.games.rampant.opponent.worth import posture, suggest_trait
from xenotable.games.rampant.rules.activation.order_legality import why_not_order
from xenotable.games.rampant.rules.content import ready
from xenotable.games.rampant.rules.detachment.profiles import profile
from xenotable.games.rampant.scenes import Orders, Shooting
from xenotable.games.rampant.state import Entry, Setup
from xenotable.games.rampant.title import GAME
from xenotable.players import RandomPlayer, Tactician, play_out


@pytest.mark.rule("rampant.solo.fair")
def test_the_computer_decides_the_same_whatever_it_cannot_know():
    pair = (ready("cinder-company"), ready("ninefold-brood"))

    def chosen(vows):
        match = Match(GAME.new(Setup(pair, "break-the-line")), 5)
        seat = 1 - match.game.now.attacker  # who deploys first
        match.answer(seat, ["unbroken"])
        match.answer(1 - seat, vows)
        world = match.imagine(seat, b"x" * 16)
        asks = [a for a in world.open if a.seat == seat]
        assert asks
        return [GAME.advise(world, seat, ask, lambda: 0.5) for ask in asks]

    advice = chosen(["cold-steel"])
    assert None not in advice
    assert advice == chosen(["long-arm", "heads-down"])


def duel():
    """One unit that can shoot the nearest enemy or move, and one that can only move."""
    battle = Skirmish()
    shooter = battle.put(0, "elite", (24, 10))
    runner = battle.put(0, "primitive", (40, 4))
    battle.put(1, "light", (24, 25))
    return battle, shooter, runner


@pytest.mark.rule("rampant.solo.levels")
def test_a_recruit_likes_the_nearest_enemy_three_times_as_much():
    battle, shooter, runner = duel()
    weights = dict(recruit_weights(battle.game, 0))
    assert weights == {(shooter, "move"): 1, (shooter, "shoot"): 3, (runner, "move"): 1}
    drafts = [draw_order(recruit_weights(battle.game, 0), lambda at=at: at / 5) for at in range(5)]
    assert drafts.count((shooter, "shoot")) == 3
    tired = Skirmish()
    uid = tired.put(0, "militia", (24, 10))
    tired.put(1, "heavy", (24, 45))
    assert dict(recruit_weights(tired.game, 0)) == {(uid, "move"): 1, ("end", ""): 1}


@pytest.mark.rule("rampant.solo.levels")
def test_a_veteran_compares_its_best_orders_by_simulation():
    battle, shooter, runner = duel()
    battle.start(Orders(0))
    match = battle.match
    options = weigh_orders(match.game, 0)
    asked = []
    choice = compare_orders(match, 0, options, lambda: 0.25, lambda: not asked.append("more"), simulations=4)
    assert len(asked) == 4
    assert compare_orders(match, 0, options[1:2], lambda: 0.25, lambda: True) == options[1]  # nothing to compare
    assert compare_orders(match, 0, [], lambda: 0.25, lambda: True) is None
    assert choice.unit in (shooter, runner)
    assert not list(why_not_order(match.game, choice.unit, choice.order))
    hurried = compare_orders(match, 0, options, lambda: 0.25, lambda: False)  # no time: one simulation each
    assert hurried.unit in (shooter, runner)


@pytest.mark.rule("rampant.solo.levels")
def test_recruits_and_veterans_give_units_and_orders():
    battle, shooter, _ = duel()
    battle.start(Orders(0))
    unit, _ = recruit(battle.match, 0, battle.ask, lambda: 0.3)
    assert unit == shooter
    unit, why = veteran(battle.match, 0, battle.ask, lambda: 0.3, lambda: False)
    assert unit in battle.options()
    assert why.startswith("By simulation")
    battle.go(unit=shooter)
    assert recruit(battle.match, 0, battle.ask, lambda: 0.9)[0] == "shoot"
    assert veteran(battle.match, 0, battle.ask, lambda: 0.3, lambda: False)[0] in ("shoot", "move")
    other = Confirm(seat=0, key="storm")  # the rest is left to the tactics
    assert recruit(battle.match, 0, other, lambda: 0.5) is None
    assert veteran(battle.match, 0, other, lambda: 0.5, lambda: True) is None


@pytest.mark.rule("rampant.solo.order-value")
def test_an_order_is_worth_its_gain_minus_what_failure_would_cost():
    assert order_value(26 / 36, 2, 3) == pytest.approx(22 / 36)
    assert order_value(1.0, 0.5, 3) == 0.5
    battle, shooter, _ = duel()
    best = weigh_orders(battle.game, 0)[0]
    assert (best.unit, best.order, best.chance) == (shooter, "shoot", 1.0)


@pytest.mark.rule("rampant.solo.reactions")
def test_fire_is_answered_unless_a_double_could_be_the_end():
    for strength, yes in ((3, False), (4, True)):
        battle = Skirmish()
        uid = battle.put(0, "heavy", (24, 10), "unstable", strength=strength)
        assert answers_fire(battle.game, uid) is yes
    battle = Skirmish()
    berserk, foe = battle.put(0, "berserk", (24, 10)), battle.put(1, "elite", (24, 15))
    assert countercharges(battle.game, berserk, foe)
    poor = Skirmish()
    heavy, foe = poor.put(0, "heavy", (24, 10)), poor.put(1, "elite", (24, 15))
    assert not countercharges(poor.game, heavy, foe)


@pytest.mark.rule("rampant.solo.retreats")
def test_cover_first_flight_last():
    assert retreats(["stay", "cover", "away"]) == "stay"
    assert retreats(["house:house-1", "cover", "away"]) == "cover"
    assert retreats(["away"]) == "away"
    battle = Skirmish()
    leader = battle.put(0, "heavy", (24, 10), "harsh-leader")
    for strength, total, used in ((1, 2, ""), (1, 0, leader), (2, 2, leader)):
        fresh = Skirmish()
        leader = fresh.put(0, "heavy", (24, 10), "harsh-leader")
        uid = fresh.put(0, "heavy", (28, 10), strength=strength)
        assert second_chance(fresh.game, uid, total, ["", leader]) == used


@pytest.mark.rule("rampant.solo.posture")
def test_a_posture_is_given_or_follows_from_the_points():
    assert posture(GAME.new(Setup((ready("cinder-company"), ready("lancet-cadre")))), 1) == "raid"
    against_its_points = replace(ready("lancet-cadre"), posture="rush")
    assert posture(GAME.new(Setup((ready("cinder-company"), against_its_points))), 1) == "rush"

    def of(*entries):
        return suggest_trait([profile(e) for e in entries])

    wild = Entry("W", "lesser-xenomorph", ("swarm",), ("overmind",))  # 5
    assert of(wild, wild, Entry("P", "primitive", ("throng",)), Entry("E", "elite"), Entry("S", "support")) == "rush"
    moves = [Entry("a", "lesser-xenomorph", ("spit",)), Entry("b", "light"), Entry("c", "light"), Entry("d", "heavy")]
    assert of(*moves) == "raid"  # 12, 8, 8, 6: 8.5 on average
    assert of(Entry("c", "light"), Entry("d", "heavy")) == "line"


@pytest.mark.rule("rampant.solo.explain")
def test_the_computer_says_what_it_weighed():
    battle, shooter, _ = duel()
    battle.start(Orders(0))
    world = battle.match
    value, why = GAME.advise(world, 0, world.open[0], lambda: 0.5)
    assert value == shooter
    assert "succeeds with 100%" in why
    assert "gains much. Next best: " in why
    assert not re.search(r"\d\.\d", explain_orders(world.game, weigh_orders(world.game, 0)))  # no scores


def test_the_computer_takes_the_better_target():
    battle = Skirmish()
    uid = battle.put(0, "elite", (24, 10))
    battle.put(1, "elite", (18, 24), "titan-plate")
    weak = battle.put(1, "recon", (28, 18), "old-scouts", strength=1)
    battle.start(Shooting(uid))
    value, why = GAME.advise(battle.match, 0, battle.match.open[0], lambda: 0.5)
    assert value == weak
    assert "promises most" in why


def test_the_computer_beats_chance():
    won = 0
    for seed in range(6):
        seat = seed % 2
        match = Match(GAME.new(GAME.offers()[1].setup), seed, live=False)
        play_out(match, {seat: Tactician(GAME, seed), 1 - seat: RandomPlayer(GAME, seed)})
        won += match.game.result.winners == (seat,)
    assert won >= 5


def test_advice_is_legal_for_every_ask_of_a_battle():
    """A whole battle by advice alone, with no fallback: every answer passes the check."""
    match = Match(GAME.new(GAME.offers()[4].setup), 11)
    tactician = Tactician(GAME, 1)
    while match.open:
        seat = next(a.seat for i, a in enumerate(match.open) if i not in match.held)
        view = View(match, seat)
        decision = tactician.decide(view)
        assert not match.answer(view.seat, decision.value, decision.key)
    assert match.game.result is not None


def test_prospects_are_even_at_first_and_follow_losses_and_score():
    def stands(**more):
        battle = Skirmish().side(0, score=more.pop("score", 0))
        battle.put(0, "heavy", (24, 10), **more)
        battle.put(1, "heavy", (24, 38))
        return [prospects(battle.game, seat) for seat in (0, 1)]

    assert stands() == [0.0, 0.0]
    for worse in ({"strength": 2}, {"suppressed": True}, {"score": -2}):
        mine, theirs = stands(**worse)
        assert -1 < mine < 0 < theirs < 1
