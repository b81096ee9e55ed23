"""How many attack dice of a close assault are left after the defence dice: exact, over arrays. Imported only where odds
of close assault are asked for, because it needs numpy.

Each defence die cancels an attack die of its own value or less, the highest that it can. So of the attack dice that
show f or more, max(0, max over g from f to 6 of (attack dice >= g) - (defence dice >= g)) are left (`dice.cancelled`
does the same dice by dice; a test holds the two against each other). The dice are counted face by face from 6 down."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

Chances = npt.NDArray[Any]  # floats, or Fractions where asked for exactly
Spread = dict[tuple[int, ...], float]


@lru_cache(512)
def falling_odds(n: int, face: int, exact: bool) -> Chances:
    """From how many of n dice show more than a face to how many show at least it: each of the others with 1 / face."""
    p = Fraction(1, face) if exact else 1.0 / face
    found = np.zeros((n + 1, n + 1), object if exact else float)
    for a in range(n + 1):
        for b in range(a, n + 1):
            found[a, b] = comb(n - a, b - a) * p ** (b - a) * (1 - p) ** (n - b)
    return found


def raise_excess(t: Chances) -> Chances:
    """The last axis is the highest excess of attack over defence dice so far: brings it up to date."""
    least, here = excesses(*t.shape[:2], t.shape[-1], t.ndim)
    return np.where(here > least, t, np.where(here == least, t.cumsum(axis=-1), 0))


@lru_cache(512)
def excesses(attacks: int, guards: int, ends: int, axes: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """The excess of so many attack dice (the first axis) over so many defence dice (the second), at least 0; and that
    of each place of the last axis, whose end stands for all that is more."""
    excess = np.clip(np.arange(attacks)[:, None] - np.arange(guards), 0, ends - 1)
    return excess.reshape(attacks, guards, *(1,) * (axes - 2)), np.arange(ends)


@lru_cache(2048)
def uncancelled_odds(
    n: int, guard: int, bands: tuple[int, ...], exact: bool = False, enough: tuple[int, ...] = ()
) -> Spread:
    """The attack dice that are left in each band of faces, the highest band first; a band reaches from its face up to
    the band above it. `enough`: by band, so many left down to it that nobody asks how many more there are, or what is
    left below."""
    kind = object if exact else float
    ends = [min(n, most) + 1 for most in enough] or [n + 1] * len(bands)
    t: Chances = np.zeros((n + 1, guard + 1, ends[0]), kind)
    t[0, 0, 0] = 1
    face = 6
    for i, low in enumerate(bands):
        if i:
            wide = np.zeros((*t.shape, ends[i]), kind)
            k = np.arange(ends[i - 1])
            wide[..., k, k] = t
            t = wide
        while face >= low:
            t = np.tensordot(falling_odds(n, face, exact), t, ((0,), (0,)))
            if guard:
                t = np.moveaxis(np.tensordot(falling_odds(guard, face, exact), t, ((0,), (1,))), 0, 1)
            t = raise_excess(t)
            face -= 1
    totals = t.sum(axis=(0, 1))
    some = totals > 0
    places, chances = np.argwhere(some).tolist(), totals[some].tolist()
    return {(at[0], *(b - a for a, b in pairwise(at))): p for at, p in zip(places, chances, strict=True)}
