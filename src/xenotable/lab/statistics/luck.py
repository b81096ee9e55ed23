"""Results with the luck taken out. What dice gave beyond their mean has mean zero and goes along with the result: less
so much of it as the result follows, the result varies less and its mean stays where it is.

How much that is gets estimated from other pairs than those it is applied to (in turn, a part at a time). So it cannot
adapt to the very luck that it takes out, and the mean stays exactly unbiased however few pairs there are. It is held
back by as much as chance alone would make it seem, so that dice that do not matter are left alone; and where results
vary no less without their luck, nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from xenotable.lab.statistics.pairs import mean_interval

PARTS = 10
PER_KIND = 12  # pairs that are needed for each kind of roll that is told apart
LEAST = 20  # pairs below which nothing is taken out

Array = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


class Adjusted(msgspec.Struct, frozen=True):
    """The mean with the luck taken out, its 95 % interval, and the part of the variance that luck was."""

    mean: float
    low: float
    high: float
    saved: float
    kinds: tuple[str, ...]


def adjust(scores: Sequence[float], luck: Sequence[Mapping[str, float]]) -> Adjusted | None:
    """`luck`: for each pair, by kind of roll, how far the dice of the first side were above their mean, less those of
    the second. None when there are too few pairs to tell, or no dice."""
    if len(scores) < LEAST:
        return None
    kinds, table = _variates(luck, max(1, len(scores) // PER_KIND))
    if not kinds:
        return None
    got = np.array(scores, dtype=float)
    left = got.copy()
    for part in range(PARTS):
        inside = np.arange(len(got)) % PARTS == part
        if inside.any():
            left[inside] -= table[inside] @ _weights(table[~inside], got[~inside])
    before, after = float(got.var(ddof=1)), float(left.var(ddof=1))
    if after >= before:
        return None
    mean, low, high = mean_interval([float(x) for x in left])
    return Adjusted(mean, low, high, 1 - after / before, kinds)


def _variates(luck: Sequence[Mapping[str, float]], most: int) -> tuple[tuple[str, ...], Array]:
    """The kinds of roll that vary most, each for itself, and all others together. Results are not looked at."""
    names = sorted({kind for one in luck for kind in one})
    table = np.array([[one.get(kind, 0.0) for kind in names] for one in luck]).reshape(len(luck), len(names))
    varied = sorted((i for i in range(len(names)) if table[:, i].any()), key=lambda i: -float(table[:, i].var()))
    single, rest = varied[: most - 1], varied[most - 1 :]
    columns = [table[:, i] for i in single] + ([table[:, rest].sum(axis=1)] if rest else [])
    labels = [names[i] for i in single] + ([names[rest[0]] if len(rest) == 1 else "other rolls"] if rest else [])
    return tuple(labels), np.column_stack(columns) if columns else np.zeros((len(luck), 0))


def _weights(table: Array, got: Array) -> Array:
    """How much of the result follows the luck: least squares, held back by what chance would explain as well."""
    centred, apart = table - table.mean(axis=0), got - got.mean()
    spread = centred.T @ centred
    held = spread + np.diag(np.full(len(spread), 1e-9) + np.diag(spread) / len(got))
    weights = np.asarray(np.linalg.solve(held, centred.T @ apart))
    explained = float(apart @ apart) - float(((apart - centred @ weights) ** 2).sum())
    return weights * _held_back(explained, float(apart @ apart), len(got), len(weights))


def _held_back(explained: float, total: float, pairs: int, kinds: int) -> float:
    """The share of a fit to keep: none if so many kinds of pure chance would explain as much, nearly all if they would
    explain much less (Stein's rule on the F statistic)."""
    freedom = pairs - kinds - 1
    if explained <= 0 or freedom <= 0:
        return 0.0
    by_chance = kinds * (total - explained) / freedom
    return max(0.0, 1 - by_chance / explained)
