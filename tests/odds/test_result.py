"""Odds of a number: figures, combinations, what a screen and a file get."""

import operator
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from odds.mini import ATTACK, USUAL, Shot, Terms
from xenotable.engine import Forecast
from xenotable.odds import Odds, distribution, sums

weights = st.dictionaries(st.integers(-5, 9), st.integers(1, 9), min_size=1, max_size=6)
some_odds = weights.map(lambda w: Odds({v: Fraction(n, sum(w.values())) for v, n in w.items()}))
D6 = Odds({v: Fraction(1, 6) for v in range(1, 7)})


def test_figures_of_a_die() -> None:
    assert D6.mean == Fraction(7, 2)
    assert D6.variance == Fraction(35, 12)
    assert D6.deviation == pytest.approx(1.707825)
    assert (D6.at_least(5), D6.at_most(1), D6.at_least(0), D6.at_most(0)) == (Fraction(1, 3), Fraction(1, 6), 1, 0)
    assert (D6[3], D6[7]) == (Fraction(1, 6), 0)
    assert [D6.quantile(q) for q in (0, 0.5, 0.51, 1)] == [1, 3, 4, 6]
    assert Odds({1: 0.2, 2: 0.4, 3: 0.4}).likeliest == 2


def test_values_come_in_order_and_what_cannot_be_is_left_out() -> None:
    odds = Odds({3: 0.5, 1: 0.5, 2: 0.0})
    assert list(odds.chances) == [1, 3]
    assert odds == Odds({1: 0.5, 3: 0.5})
    assert hash(odds) == hash(Odds({1: 0.5, 3: 0.5}))
    assert odds != {1: 0.5, 3: 0.5}
    assert repr(odds) == "Odds({1: 0.5, 3: 0.5})"


def test_a_sum_of_floats_that_falls_short_of_one_still_has_a_last_quantile() -> None:
    assert Odds(dict.fromkeys(range(10), 0.1)).quantile(1) == 9
    assert Odds({0: 0.4, 1: 0.4}).quantile(1) == 1


def test_a_measure_over_a_distribution() -> None:
    ends = distribution(ATTACK.compiled(), Terms(), Shot(), USUAL, exact=True)
    damage = Odds.of(ends, lambda end: end.damage)
    assert sum(damage.chances.values()) == 1
    killed = Odds.of(ends, lambda end: end.damage >= 7)
    assert killed.mean == killed[True] == damage.at_least(7)


@given(some_odds, some_odds)
def test_sums_are_of_independent_values(a: Odds, b: Odds) -> None:
    both = a + b
    assert sum(both.chances.values()) == 1
    assert both.mean == a.mean + b.mean
    assert both.variance == a.variance + b.variance
    assert a.join(b, operator.sub) == a + b.map(operator.neg)
    assert a.join(b, max).at_most(2) == a.at_most(2) * b.at_most(2)


@given(some_odds, st.integers(0, 5))
def test_times_adds_so_many(a: Odds, n: int) -> None:
    total = Odds.certain(0)
    for _ in range(n):
        total = total + a
    assert a.times(n) == total


@given(some_odds, some_odds)
def test_a_mixture_lies_between(a: Odds, b: Odds) -> None:
    mixed = Odds.mixture([(Fraction(1, 4), a), (Fraction(3, 4), b)])
    assert mixed.mean == a.mean / 4 + 3 * b.mean / 4
    assert sum(mixed.chances.values()) == 1


def test_a_whole_test_rolled_again_when_it_fails() -> None:
    test = sums(2, exact=True)
    twice = test.again(lambda total: total < 7)
    p = test.at_least(7)
    assert twice.at_least(7) == p + (1 - p) * p
    assert sum(twice.chances.values()) == 1
    assert test.again(lambda total: True) == test


def test_a_forecast_for_the_screen() -> None:
    shown = D6.forecast(
        "Rally", "marker", "orders.rally", [("all gone", D6.at_least(4))], ["4 markers"], lambda v: f"{v} gone"
    )
    assert isinstance(shown, Forecast)
    assert (shown.title, shown.unit, shown.rule, shown.mean, shown.notes) == (
        "Rally", "marker", "orders.rally", 3.5, ("4 markers",),
    )  # fmt: skip
    assert [(c.label, c.p) for c in shown.chances] == [("all gone", 0.5)]
    assert shown.distribution[0].label == "1 gone"
    assert sum(c.p for c in shown.distribution) == pytest.approx(1)
    msgspec.json.encode(shown)


def test_plain_data_for_a_file() -> None:
    data = msgspec.json.decode(msgspec.json.encode(Odds({0: Fraction(1, 4), 2: Fraction(3, 4)}).data()))
    assert data["mean"] == 1.5
    assert data["values"] == [{"value": 0, "p": 0.25, "exact": "1/4"}, {"value": 2, "p": 0.75, "exact": "3/4"}]
    assert Odds({1: 1.0}).data()["values"] == [{"value": 1, "p": 1.0}]
