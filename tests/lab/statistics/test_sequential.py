"""The sequential test is wrong as seldom as it promises, and takes about as many pairs as it foretells."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from xenotable.lab.statistics.pairs import OUTCOMES
from xenotable.lab.statistics.sequential import bounds, decide, half_width, log_ratio, pairs_expected, tilted

RULE = (0.5, 0.6, 0.05, 0.05)


def two_games(share: float, draws: float = 0.1) -> list[float]:
    """The five outcomes of two games that know nothing of each other."""
    one = {1.0: share - draws / 2, 0.5: draws, 0.0: 1 - share - draws / 2}
    out = [0.0] * 5
    for (a, p), (b, q) in ((x, y) for x in one.items() for y in one.items()):
        out[round((a + b) * 2)] += p * q
    return out


def test_the_bounds_are_walds():
    assert bounds(0.05, 0.05) == pytest.approx((log(0.05 / 0.95), log(0.95 / 0.05)))
    assert bounds(0.01, 0.1) == pytest.approx((log(0.1 / 0.99), log(0.9 / 0.01)))


@pytest.mark.parametrize("mean", [0.3, 0.5, 0.55, 0.8])
def test_a_tilted_distribution_has_the_mean_and_stays_near(mean: float):
    found = tilted([0.1, 0.2, 0.4, 0.2, 0.1], mean)
    assert sum(found) == pytest.approx(1)
    assert sum(p * o for p, o in zip(found, OUTCOMES, strict=True)) == pytest.approx(mean)
    if mean == 0.5:
        assert found == pytest.approx([0.1, 0.2, 0.4, 0.2, 0.1])


def test_of_two_outcomes_only_it_is_the_plain_test():
    """With pairs that are all or nothing, the ratio is that of a coin: 60 of 100 under 0.6 against 0.5."""
    plain = 60 * log(0.6 / 0.5) + 40 * log(0.4 / 0.5)
    assert log_ratio([40, 0, 0, 0, 60], 0.5, 0.6) == pytest.approx(plain, rel=1e-3)
    assert log_ratio([0] * 5, 0.5, 0.6) == 0


def play(share: float, rnd: np.random.Generator) -> tuple[str, int]:
    counts = np.zeros(5)
    for n, outcome in enumerate(rnd.choice(5, size=2000, p=two_games(share)), 1):
        counts[outcome] += 1
        if said := decide(counts, *RULE):
            return said, n
    return "", 2000


@pytest.mark.parametrize(("share", "right"), [(0.5, "null"), (0.6, "alternative")])
def test_it_errs_as_seldom_and_lasts_as_long_as_it_says(share: float, right: str):
    rnd = np.random.default_rng(11)
    ends = [play(share, rnd) for _ in range(250)]
    assert all(said for said, _ in ends)
    assert sum(said != right for said, _ in ends) / len(ends) <= 0.09  # 0.05, and what chance adds to 250 tries
    variance = sum(p * (o - share) ** 2 for p, o in zip(two_games(share), OUTCOMES, strict=True))
    expected = pairs_expected(*RULE, variance)[right == "alternative"]
    assert 0.75 * expected < sum(n for _, n in ends) / len(ends) < 1.35 * expected


def test_a_share_between_the_two_takes_longest_and_a_clear_one_is_quick():
    rnd = np.random.default_rng(5)
    between = sum(play(0.55, rnd)[1] for _ in range(60)) / 60
    clear = sum(play(0.75, rnd)[1] for _ in range(60)) / 60
    assert clear < pairs_expected(*RULE)[1] < between


def test_what_a_fixed_number_can_tell():
    assert half_width(100) == pytest.approx(1.96 * (0.125 / 100) ** 0.5)
    assert half_width(400) == pytest.approx(half_width(100) / 2)
