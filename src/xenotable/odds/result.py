"""Odds of a number (damage, hits), built from a distribution and a measure, or by the plain helpers."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from math import sqrt
from typing import Any, TypeVar

from xenotable.engine.display import Chance, Forecast

R = TypeVar("R")


class Odds:
    """The probability of each value, in the order of the values. Floats, or Fractions where asked for exactly;
    every figure follows suit. Never changed once made, so it can be shared and remembered."""

    __slots__ = ("chances",)

    def __init__(self, chances: Mapping[Any, float]) -> None:
        self.chances: dict[Any, float] = {v: chances[v] for v in sorted(chances) if chances[v]}

    @classmethod
    def of(cls, ends: Mapping[R, float], measure: Callable[[R], Any]) -> Odds:
        """The odds of a measure (damage, or whether it killed) over a distribution of records."""
        chances: dict[Any, float] = {}
        for end, p in ends.items():
            value = measure(end)
            chances[value] = chances.get(value, 0) + p
        return cls(chances)

    @classmethod
    def certain(cls, value: Any) -> Odds:
        """A value that chance has no part in."""
        return cls({value: 1})

    @classmethod
    def mixture(cls, parts: Iterable[tuple[float, Odds]]) -> Odds:
        """One of several odds, each with its probability."""
        chances: dict[Any, float] = {}
        for weight, odds in parts:
            for value, p in odds.chances.items():
                chances[value] = chances.get(value, 0) + weight * p
        return cls(chances)

    def __getitem__(self, value: Any) -> float:
        return self.chances.get(value, 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odds) and self.chances == other.chances

    def __hash__(self) -> int:
        return hash(tuple(self.chances.items()))

    def __repr__(self) -> str:
        return f"Odds({self.chances})"

    # ---- figures ---------------------------------------------------------------------------------------------------

    @property
    def mean(self) -> float:
        """The value to expect on average."""
        mean: float = sum(v * p for v, p in self.chances.items())
        return mean

    @property
    def variance(self) -> float:
        """The mean square of the distance from the mean."""
        mean = self.mean
        variance: float = sum((v - mean) * (v - mean) * p for v, p in self.chances.items())
        return variance

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    @property
    def likeliest(self) -> Any:
        """The most likely value; the lowest of several."""
        return max(self.chances, key=lambda v: self.chances[v])

    def at_least(self, value: Any) -> float:
        """The chance of this value or more."""
        return sum(p for v, p in self.chances.items() if v >= value)

    def at_most(self, value: Any) -> float:
        """The chance of this value or less."""
        return sum(p for v, p in self.chances.items() if v <= value)

    def quantile(self, q: float) -> Any:
        """The lowest value that is not exceeded with probability q: quantile(0.5) is the median."""
        so_far: float = 0
        for value, p in self.chances.items():
            so_far += p
            if so_far >= q - 1e-12:  # a sum of floats may fall short of 1
                return value
        return value

    # ---- other odds from these -------------------------------------------------------------------------------------

    def map(self, measure: Callable[[Any], Any]) -> Odds:
        """The odds of something worked out from the value: `hits.map(lambda n: n // armour)`."""
        return Odds.of(self.chances, measure)

    def join(self, other: Odds, measure: Callable[[Any, Any], Any]) -> Odds:
        """The odds of something worked out from two independent values: `mine.join(yours, operator.sub)`."""
        chances: dict[Any, float] = {}
        for a, p in self.chances.items():
            for b, q in other.chances.items():
                value = measure(a, b)
                chances[value] = chances.get(value, 0) + p * q
        return Odds(chances)

    def __add__(self, other: Odds) -> Odds:
        """The sum of two independent values."""
        return self.join(other, operator.add)

    def times(self, n: int) -> Odds:
        """The sum of n independent values of this kind."""
        total, power = Odds.certain(0), self
        while n:
            if n & 1:
                total = total + power
            n >>= 1
            if n:
                power = power + power
        return total

    def again(self, when: Callable[[Any], bool]) -> Odds:
        """The whole test rolled once more when the first value is such; the second stands."""
        more = sum(p for v, p in self.chances.items() if when(v))
        return Odds.mixture([(1, Odds({v: p for v, p in self.chances.items() if not when(v)})), (more, self)])

    # ---- for people and files --------------------------------------------------------------------------------------

    def forecast(
        self,
        title: str,
        unit: str = "",
        rule: str = "",
        chances: Iterable[tuple[str, float]] = (),
        notes: Iterable[str] = (),
        label: Callable[[Any], str] = str,
    ) -> Forecast:
        """What a screen shows before a choice."""
        return Forecast(
            title=title,
            rule=rule,
            mean=float(self.mean),
            unit=unit,
            chances=tuple(Chance.of(name, p) for name, p in chances),
            distribution=tuple(Chance.of(label(v), p) for v, p in self.chances.items()),
            notes=tuple(notes),
        )

    def data(self) -> dict[str, Any]:
        """Plain data for JSON; exact probabilities are written as fractions beside the floats."""
        values = [{"value": v, "p": float(p)} for v, p in self.chances.items()]
        for row, p in zip(values, self.chances.values(), strict=True):
            if not isinstance(p, float | int):
                row["exact"] = str(p)
        return {"mean": float(self.mean), "deviation": float(self.deviation), "values": values}


def chance(ends: Mapping[R, float], holds: Callable[[R], bool]) -> float:
    """The probability that something holds of how an exchange ends."""
    return sum(p for end, p in ends.items() if holds(end))
