"""The unit of statistics is the mirrored pair: the same battle and dice, sides changed. Its outcome is the share of the
two games that the first side won: 0, 1/4, 1/2, 3/4 or 1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

import msgspec

from xenotable.odds.intervals import Z, wilson

OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)
CHANCE = 0.125  # the variance of a pair of two independent even games


class Pentanomial(msgspec.Struct, frozen=True):
    """How many pairs had each of the five outcomes, the worst for the first side first."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, scores: Iterable[float]) -> Pentanomial:
        """Counted from the scores of pairs: 0, 0.25, 0.5, 0.75 or 1."""
        counts = [0] * 5
        for score in scores:
            counts[round(score * 4)] += 1
        return cls((counts[0], counts[1], counts[2], counts[3], counts[4]))

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The share of the first side."""
        return sum(o * n for o, n in zip(OUTCOMES, self.counts, strict=True)) / self.pairs if self.pairs else 0.5

    @property
    def variance(self) -> float:
        """Of one pair. As if one pair of pure chance had been played beside, so that a few equal pairs do not pass for
        certainty."""
        if not self.pairs:
            return CHANCE
        squares = sum(n * (o - self.mean) ** 2 for o, n in zip(OUTCOMES, self.counts, strict=True))
        return (squares + CHANCE + (self.mean - 0.5) ** 2) / self.pairs

    @property
    def interval(self) -> tuple[float, float]:
        """In which the true share lies, 95 times in 100."""
        return interval_of(self.mean, self.variance, self.pairs)

    @property
    def p(self) -> float:
        """How often two equal sides would end at least as far apart."""
        return sign_flip_p([o - 0.5 for o, n in zip(OUTCOMES, self.counts, strict=True) for _ in range(n)])


def interval_of(mean: float, variance: float, pairs: int, z: float = Z) -> tuple[float, float]:
    """Wilson's interval for as many games as would vary as little as these pairs do."""
    if not pairs:
        return 0.0, 1.0
    drawn = (mean * pairs + 0.5) / (pairs + 1)  # a little towards even, so that 0 and 1 have a width
    games = min(8.0 * pairs, drawn * (1 - drawn) * pairs / variance) if variance > 0 else 8.0 * pairs
    return wilson(mean, max(games, 1.0), z + 2 / pairs)  # few pairs tell little of how much they vary


def sign_flip_p(differences: Sequence[float], unit: float = 0.25) -> float:
    """Exact: if the two sides are equal, each difference is as likely as its opposite. The share of all ways to turn
    the signs that give a sum at least as far from zero."""
    import numpy as np

    steps = [abs(round(d / unit)) for d in differences]
    most, seen = sum(steps), abs(sum(round(d / unit) for d in differences))
    ways = np.zeros(2 * most + 1)
    ways[most] = 1.0
    for step in steps:
        if step:
            ways = (np.roll(ways, step) + np.roll(ways, -step)) / 2
    sums = np.abs(np.arange(2 * most + 1) - most)
    return min(1.0, float(ways[sums >= seen].sum()))


def holm(ps: Sequence[float]) -> list[float]:
    """Holm's correction: with many comparisons, how often any of them would look so by chance alone."""
    order = sorted(range(len(ps)), key=lambda i: ps[i])
    out, most = [0.0] * len(ps), 0.0
    for rank, i in enumerate(order):
        most = max(most, min(1.0, (len(ps) - rank) * ps[i]))
        out[i] = most
    return out


def mean_interval(values: Sequence[float], z: float = Z) -> tuple[float, float, float]:
    """The mean of some numbers, and its 95 % interval."""
    n = len(values)
    if not n:
        return 0.0, float("-inf"), float("inf")
    mean = sum(values) / n
    if n == 1:
        return mean, float("-inf"), float("inf")
    half = z * sqrt(sum((v - mean) ** 2 for v in values) / (n - 1) / n)
    return mean, mean - half, mean + half
