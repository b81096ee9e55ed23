"""What a change did: the same pairs with and without it, and their differences."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import msgspec

from xenotable.lab.statistics.pairs import CHANCE
from xenotable.odds.intervals import Z


class Shift(msgspec.Struct, frozen=True):
    """What some changes did to the share of a side."""

    changes: tuple[str, ...]
    name: str
    pairs: int
    before: float
    after: float
    change: float
    low: float
    high: float
    worth: float  # so many times the games would be needed without the same dice on both sides; 0: no pair differed


def shift_of(changes: tuple[str, ...], name: str, both: Sequence[tuple[float, float]]) -> Shift:
    """From what a side had of each pair before and after."""
    before, after = [b for b, _ in both], [a for _, a in both]
    differences = [a - b for b, a in both]
    change, low, high = shift_interval(differences)
    paired, apart = variance(differences), variance(before) + variance(after)
    worth = apart / paired if paired else 0.0
    return Shift(changes, name, len(both), sum(before) / len(both), sum(after) / len(both), change, low, high, worth)


def shift_interval(differences: Sequence[float]) -> tuple[float, float, float]:
    """The mean and its 95 % interval, as if beside these pairs one had gone each way by pure chance: that no pair has
    changed yet does not mean that none will."""
    n, mean = len(differences), sum(differences) / len(differences)
    squares = sum((d - mean) ** 2 for d in differences) + 2 * CHANCE
    half = Z * sqrt(squares / max(1, n - 1) / n)
    return mean, max(-1.0, mean - half), min(1.0, mean + half)


def variance(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sum((v - mean) ** 2 for v in values) / max(1, len(values) - 1)
