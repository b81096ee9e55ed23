"""Dice without an exchange: sums, tests, pools. Counted in whole numbers, remembered, as floats or Fractions."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb, perm

from xenotable.odds.result import Odds


def _share(ways: int, total: int, exact: bool) -> float:
    # Typed as a float, since a Fraction serves wherever these odds go.
    return Fraction(ways, total) if exact else ways / total  # type: ignore[return-value]


@lru_cache(1024)
def sums(n: int, sides: int = 6, *, highest: int | None = None, lowest: int | None = None, exact: bool = False) -> Odds:
    """The sum of n dice, or of the `highest` or `lowest` so many of them. A test against it is `at_least` or, rolling
    under, `at_most`; `again` rolls the whole test once more."""
    if highest is not None and lowest is not None:
        raise ValueError("Keep the highest dice or the lowest, not both.")
    kept = lowest if lowest is not None else highest if highest is not None else n
    faces = range(1, sides + 1) if lowest is not None else range(sides, 0, -1)  # from the end that is kept
    ways = {(n, kept, 0): 1}  # (dice left, still to keep, total): how often
    for face in faces:
        after: dict[tuple[int, int, int], int] = {}
        for (left, keep, total), count in ways.items():
            for k in range(left + 1) if face != faces[-1] else (left,):
                taken = min(k, keep)
                state = left - k, keep - taken, total + taken * face
                after[state] = after.get(state, 0) + count * comb(left, k)
        ways = after
    chances: dict[int, float] = {}
    for (_, _, total), count in ways.items():
        chances[total] = chances.get(total, 0) + _share(count, sides**n, exact)
    return Odds(chances)


@lru_cache(4096)
def pool(n: int, need: int, sides: int = 6, *, again: int = 0, exact: bool = False) -> Odds:
    """How many of n dice show at least `need`. Dice that show `again` or less are rolled once more: 1 for ones,
    `need - 1` for all misses."""
    good = _faces(need, sides)
    kept = _faces(max(need, again + 1), sides)
    hit = kept * sides + min(max(again, 0), sides) * good  # of sides * sides
    whole = sides * sides
    return Odds({k: _share(comb(n, k) * hit**k * (whole - hit) ** (n - k), whole**n, exact) for k in range(n + 1)})


def _faces(need: int, sides: int) -> int:
    """How many faces show at least this."""
    return min(max(sides + 1 - need, 0), sides)


def doubles(n: int = 2, sides: int = 6, exact: bool = False) -> float:
    """The chance that at least two of n dice show the same."""
    return _share(sides**n - perm(sides, n), sides**n, exact)


def retry_chance(p: float) -> float:
    """The chance to pass a test that may be rolled once more when it fails."""
    return p + (1 - p) * p
