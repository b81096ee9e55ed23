"""Ratings find strengths that were planted, whatever the seat and the scenario add; intervals hold them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from xenotable.lab.statistics.ratings import Meeting, logistic, rate

STRENGTH = {"a": 0.9, "b": 0.3, "c": -0.2, "d": -1.0}
SEAT, PLACE = 0.4, {"field": 0.5, "town": -0.5}


def meetings(pairs: int, seed: int) -> list[Meeting]:
    rnd = np.random.default_rng(seed)
    out = []
    for one, two in combinations(STRENGTH, 2):
        for pair in range(pairs):
            place = ("field", "town")[pair % 2]
            for first, second in ((one, two), (two, one)):
                chance = logistic(STRENGTH[first] - STRENGTH[second] + SEAT + PLACE[place])
                got = float(rnd.random() < chance)
                out.append(Meeting(first, second, place, got, (f"{one}-{two}", pair)))
    return out


def test_planted_strengths_are_found():
    found = rate(meetings(400, 1), resamples=0)
    assert [r.name for r in found.sides] == ["a", "b", "c", "d"]
    for rating in found.sides:
        assert rating.strength == pytest.approx(STRENGTH[rating.name], abs=0.12)
    assert found.seat.strength == pytest.approx(SEAT, abs=0.15)
    field, town = found.scenarios
    assert field.strength - town.strength == pytest.approx(1.0, abs=0.2)


def test_a_scenario_that_favours_the_first_seat_is_not_taken_for_strength():
    """One side sits first whenever the first seat is good; without the terms it would look strong."""
    games = [Meeting("x", "y", "field", float(n % 10 < 8), ("arm", n)) for n in range(200)]
    games += [Meeting("y", "x", "field", float(n % 10 < 8), ("arm", n)) for n in range(200)]
    found = rate(games, resamples=0)
    assert all(abs(r.strength) < 0.02 for r in found.sides)
    assert found.seat.strength + found.scenarios[0].strength == pytest.approx(np.log(4), abs=0.1)


def test_bootstrap_intervals_hold_the_truth_about_as_often_as_they_say():
    held = total = 0
    for seed in range(25):
        for rating in rate(meetings(25, seed), resamples=100, seed=seed).sides:
            held += rating.low <= STRENGTH[rating.name] <= rating.high
            total += 1
    assert held / total >= 0.87


def test_draws_are_half_and_whoever_never_lost_has_a_finite_strength():
    even = rate([Meeting("a", "b", "", 0.5, ("arm", n)) for n in range(10)], resamples=0)
    assert [r.strength for r in even.sides] == pytest.approx([0, 0], abs=1e-9)
    lost = [Meeting("a", "b", "", 1.0, ("arm", n)) for n in range(10)] + [
        Meeting("b", "a", "", 0.0, ("arm", n)) for n in range(10)
    ]
    best = rate(lost, resamples=20).sides[0]
    assert best.name == "a"
    assert 1 < best.strength < 10
    assert best.share > 0.7
    assert best.elo == pytest.approx(best.strength * 173.7, rel=1e-3)


def test_the_same_games_give_the_same_ratings():
    assert rate(meetings(10, 3)) == rate(meetings(10, 3))


def test_one_pair_in_each_arm_is_no_certainty():
    """Each two sides have met once, and the first has won both games: such ratings are hardly known."""
    met = [(one, two) for one, two in combinations("abcd", 2)]
    games = [
        Meeting(a, b, "", got, (one + two, 0)) for one, two in met for a, b, got in ((one, two, 1.0), (two, one, 0.0))
    ]
    for rating in rate(games).sides:
        assert rating.high - rating.low > 1.0
