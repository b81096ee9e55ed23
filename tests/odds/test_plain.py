"""Plain dice against icepool, which counts them by other means."""

from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xenotable.odds import Odds, doubles, pool, retry_chance, sums

n_dice = st.integers(1, 6)
sides_of = st.integers(2, 10)


def theirs(die: Any) -> Odds:
    return Odds({int(v): Fraction(die.quantity(v), die.denominator()) for v in die.outcomes()})


@given(n_dice, sides_of)
def test_sums(n: int, sides: int) -> None:
    assert sums(n, sides, exact=True) == theirs(n @ icepool.d(sides))


@given(n_dice, sides_of, st.integers(0, 6))
@settings(max_examples=60)
def test_the_highest_and_the_lowest_dice(n: int, sides: int, kept: int) -> None:
    kept = min(kept, n)
    dice = icepool.d(sides).pool(n)
    assert sums(n, sides, highest=kept, exact=True) == theirs(dice.highest(kept).sum())
    assert sums(n, sides, lowest=kept, exact=True) == theirs(dice.lowest(kept).sum())


@given(st.integers(0, 12), st.integers(0, 9), st.integers(2, 8))
def test_pools_of_successes(n: int, need: int, sides: int) -> None:
    assert pool(n, need, sides, exact=True) == theirs(n @ (icepool.d(sides) >= need))


@given(st.integers(0, 8), st.integers(1, 7), st.integers(0, 5))
def test_pools_with_dice_rolled_again(n: int, need: int, again: int) -> None:
    low = set(range(1, again + 1))
    die = icepool.d6.reroll(low, depth=1) if low else icepool.d6
    assert pool(n, need, again=again, exact=True) == theirs(n @ (die >= need))
    assert pool(n, need, again=6, exact=True) == pool(n, need, exact=True)  # all of them: as if rolled once


def test_tests_of_the_books() -> None:
    two = sums(2, exact=True)
    assert (two.at_least(6), two.at_least(5), two.at_least(8)) == (Fraction(26, 36), Fraction(30, 36), Fraction(15, 36))
    assert (two.at_most(8), two.at_most(6), two.at_most(1)) == (Fraction(26, 36), Fraction(15, 36), 0)  # rolling under
    assert sums(3, lowest=2, exact=True).at_most(7) == Fraction(174, 216)  # three dice, the highest discarded
    assert sums(2, 3, exact=True)[4] == Fraction(1, 3)  # two D3
    assert retry_chance(Fraction(1, 3)) == Fraction(5, 9)


def test_floats_are_the_fractions() -> None:
    assert sums(3).chances == pytest.approx({v: float(p) for v, p in sums(3, exact=True).chances.items()})
    assert pool(10, 5).mean == pytest.approx(10 / 3)
    assert all(type(p) is float for p in pool(10, 5).chances.values())
    assert sums(2) is sums(2)


@given(st.integers(0, 5), st.integers(1, 6))
@settings(max_examples=30)
def test_doubles(n: int, sides: int) -> None:
    distinct = icepool.d(sides).pool(n).expand()
    same = sum(distinct.quantity(f) for f in distinct.outcomes() if len(set(f)) < n)
    assert doubles(n, sides, exact=True) == Fraction(same, distinct.denominator())


def test_no_dice() -> None:
    assert sums(0).chances == {0: 1.0}
    assert pool(0, 4).chances == {0: 1.0}
    with pytest.raises(ValueError, match="not both"):
        sums(3, highest=1, lowest=1)
