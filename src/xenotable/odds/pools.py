"""Large pools in numbers: where the classes of many dice explode, an attack pool against a defence pool as
arrays, one or many at a time. Imports numpy, so no rule imports this at the top; it is property-tested against `exact`.

The rules of the dice stand in one function over arrays, `outcome(attack, defence)`: it gets the counts of each class of
either pool, to be broadcast against each other, and gives the whole number (damage, losses) that comes of them:

    def damage(attack: Classes, defence: Classes) -> Ints:
        (_, hits), (_, saves) = attack, defence
        return 2 * np.maximum(hits - saves, 0)

    exchange(Pool(25, shares((4,))), Pool(8, shares((5,))), damage).mean
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from xenotable.engine.dice import count_classes
from xenotable.odds.result import Odds

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Classes = tuple[Ints, ...]
Outcome = Callable[[Classes, Classes], Ints]


class Pool(NamedTuple):
    """n dice, and the probability of each class for one die: one row, or a row for each exchange of a batch."""

    n: int
    shares: Floats


def shares(cuts: tuple[int, ...], sides: int = 6) -> Floats:
    """The probability of each class of one die, as `Roll` cuts them."""
    return np.array(count_classes(range(1, sides + 1), cuts, sides), np.float64) / sides


def exchange(attack: Pool, defence: Pool, outcome: Outcome) -> Odds:
    """The odds of one exchange of two pools."""
    values, chances = batch(attack, defence, outcome)
    return Odds(dict(zip(values.tolist(), chances[0].tolist(), strict=True)))


def batch(attack: Pool, defence: Pool, outcome: Outcome) -> tuple[Ints, Floats]:
    """The values that can come out, and a row of their probabilities for each exchange: pools of the same size whose
    dice succeed differently. One row of shares serves for all."""
    ways, counts = _counts(attack.n, attack.shares.shape[-1])
    other_ways, other_counts = _counts(defence.n, defence.shares.shape[-1])
    results = outcome(tuple(counts.T[:, :, None]), tuple(other_counts.T[:, None, :]))
    values, index = np.unique(np.broadcast_to(results, (len(counts), len(other_counts))), return_inverse=True)
    flat = index.ravel()
    ours = _probabilities(ways, counts, attack.shares)
    theirs = _probabilities(other_ways, other_counts, defence.shares)
    rows = np.broadcast_shapes((len(ours),), (len(theirs),))[0]
    out = np.empty((rows, len(values)))
    for row in range(rows):
        weights = np.outer(ours[row % len(ours)], theirs[row % len(theirs)]).ravel()
        out[row] = np.bincount(flat, weights, len(values))
    return values, out


@lru_cache(256)
def _counts(n: int, classes: int) -> tuple[Floats, Ints]:
    """Every way n dice can fall into classes: how many orders of the dice, and the counts."""
    found: list[tuple[int, ...]] = []
    ways: list[int] = []

    def go(left: int, more: int, orders: int, got: tuple[int, ...]) -> None:
        if more == 1:
            found.append((*got, left))
            ways.append(orders)
            return
        for k in range(left + 1):
            go(left - k, more - 1, orders * comb(left, k), (*got, k))

    go(n, classes, 1, ())
    return np.array(ways, np.float64), np.array(found, np.int64).reshape(-1, classes)


def _probabilities(ways: Floats, counts: Ints, one: Floats) -> Floats:
    rows = np.atleast_2d(one)
    probabilities: Floats = ways * np.prod(rows[:, None, :] ** counts[None, :, :], axis=2)
    return probabilities
