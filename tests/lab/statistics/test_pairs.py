"""Mirrored pairs: five outcomes, intervals that hold what they promise, an exact test, Holm's correction."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from xenotable.lab.statistics.pairs import OUTCOMES, Pentanomial, holm, mean_interval, sign_flip_p
from xenotable.odds.intervals import wilson


def test_the_five_outcomes_are_counted_and_averaged():
    five = Pentanomial.of([0, 0.25, 0.5, 0.5, 0.75, 1, 1, 1])
    assert five.counts == (1, 1, 2, 1, 3)
    assert five.pairs == 8
    assert five.mean == pytest.approx(5 / 8)


def test_a_pair_that_splits_tells_more_than_two_games_alone():
    """Ten pairs that split in the middle are surer of "even" than pairs that fall to one side as often as the other."""
    split, torn = Pentanomial((0, 0, 10, 0, 0)), Pentanomial((5, 0, 0, 0, 5))
    assert split.mean == torn.mean == 0.5
    assert split.variance < torn.variance / 10
    assert split.interval[1] - split.interval[0] < 0.6 * (torn.interval[1] - torn.interval[0])


def test_a_known_example():
    """Fifty pairs: 6, 0, 20, 4, 20 is a mean of 0.66; the variance is that of the shares, plus one pair of chance."""
    five = Pentanomial((6, 0, 20, 4, 20))
    assert five.mean == pytest.approx(0.66)
    squares = sum(n * (o - 0.66) ** 2 for n, o in zip(five.counts, OUTCOMES, strict=True))
    assert five.variance == pytest.approx((squares + 0.125 + 0.16**2) / 50)
    low, high = five.interval
    assert low == pytest.approx(0.66 - 1.96 * (five.variance / 50) ** 0.5, abs=0.02)
    assert high == pytest.approx(0.66 + 1.96 * (five.variance / 50) ** 0.5, abs=0.02)


@pytest.mark.parametrize("pairs", [6, 20, 100])
@pytest.mark.parametrize(
    "chances", [(0.25, 0, 0.5, 0, 0.25), (0.01, 0, 0.18, 0, 0.81), (0.1, 0.2, 0.4, 0.2, 0.1), (0, 0, 0.02, 0, 0.98)]
)
def test_intervals_hold_the_truth_as_often_as_they_say(chances: tuple[float, ...], pairs: int):
    rnd = np.random.default_rng(7)
    truth = float(np.dot(chances, OUTCOMES))
    drawn = [Pentanomial(tuple(int(n) for n in row)) for row in rnd.multinomial(pairs, chances, 1500)]
    held = sum(one.interval[0] <= truth <= one.interval[1] for one in drawn) / len(drawn)
    assert held >= 0.935


def test_half_wins_are_not_rounded():
    assert wilson(0.55, 10)[0] > wilson(0.5, 10)[0]
    assert wilson(5.5 / 10, 10) != wilson(6 / 10, 10)
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_exact_test_counts_every_way_to_turn_the_signs():
    differences = [0.5, 0.25, -0.25, 0.5, 0.0, 0.25]
    seen = abs(sum(differences))
    ways = [abs(sum(s * d for s, d in zip(signs, differences, strict=True))) for signs in product((1, -1), repeat=6)]
    assert sign_flip_p(differences) == pytest.approx(sum(w >= seen - 1e-9 for w in ways) / 64)
    assert sign_flip_p([]) == 1.0
    assert sign_flip_p([0.5] * 10) == pytest.approx(2 / 1024)


def test_the_exact_test_is_wrong_no_more_often_than_it_says():
    rnd = np.random.default_rng(3)
    ps = [Pentanomial(tuple(int(n) for n in row)).p for row in rnd.multinomial(30, (0.2, 0.1, 0.4, 0.1, 0.2), 800)]
    assert sum(p <= 0.05 for p in ps) / len(ps) <= 0.065


def test_holm_on_a_worked_example():
    """0.01, 0.04, 0.03 and 0.005 of four: 4 x 0.005, 3 x 0.01, 2 x 0.03, and 0.04 not below the one before it."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.6, 0.9]) == [1.0, 1.0]


def test_the_interval_of_a_mean():
    mean, low, high = mean_interval([1.0, 2.0, 3.0, 4.0])
    assert mean == 2.5
    assert (high - low) / 2 == pytest.approx(1.96 * (5 / 3 / 4) ** 0.5)
