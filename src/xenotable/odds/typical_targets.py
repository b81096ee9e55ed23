"""What a list does to typical targets in one round of fire, and what typical shooters do to it: exactly, by a
calculator of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import NamedTuple

from xenotable.engine.display import Chance, Forecast
from xenotable.odds.calculators import Calculating, Value

Filled = Mapping[str, Value]


class Body(NamedTuple):
    """A unit as a calculator sees it: how it shoots, once for each weapon, and how it is shot at."""

    label: str
    shots: Sequence[Filled]
    target: Filled


class Range(NamedTuple):
    """The calculator, its groups for who shoots and who is shot at, and the chance that says that a target is done
    for."""

    calculator: Calculating
    shooter: str
    target: str
    done: str


def exchanges(at: Range, mine: Sequence[Body], typical: Sequence[Body]) -> list[Forecast]:
    """What the list does to each typical unit, and what it suffers from each; both say what every unit has in it."""
    found = [_table(at, f"All shoot at {foe.label}", [(m, m, foe) for m in mine]) for foe in typical]
    found += [_table(at, f"{foe.label} shoot at each", [(m, foe, m) for m in mine]) for foe in typical]
    return [f for f in found if f is not None]


def _table(at: Range, title: str, pairs: Sequence[tuple[Body, Body, Body]]) -> Forecast | None:
    """The mean of all together, and for each unit its own and the chance that it is enough."""
    calculator, first, second, _ = at
    chances: list[Chance] = []
    notes, total, unit = [], 0.0, ""
    for whose, shooter, target in pairs:
        answers = [
            answer
            for shot in shooter.shots
            for answer in calculator.work(calculator.read({first: shot, second: target.target}), False)[:1]
        ]
        if not answers:
            continue
        mean = sum(a.mean or 0.0 for a in answers)
        total, unit = total + mean, answers[0].unit
        chances += _at_least_once(f"{whose.label}: {at.done}", at.done, answers)
        notes.append(f"{whose.label}: {mean:.2f}")
    if not notes:
        return None
    return Forecast(title, mean=total, unit=unit, chances=tuple(chances), notes=tuple(notes))


def _at_least_once(label: str, done: str, answers: Sequence[Forecast]) -> Iterator[Chance]:
    """The chance that one of the weapons alone is enough."""
    found = [chance.p for answer in answers for chance in answer.chances if chance.label == done]
    if found:
        yield Chance(label, 1.0 - prod(1.0 - p for p in found))
