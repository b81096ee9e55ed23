"""Bradley-Terry: how strong each side is, so that strengths explain all results at once.

The chance of the side in the first seat is the logistic of (its strength - the other's + what the first seat is worth
+ what it is worth in this scenario). Draws count half for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

import msgspec
import numpy as np

RIDGE = (
    0.05  # holds strengths of sides that never lost, as if against an even opponent a small part of a game was drawn
)
ELO = 400 / log(10)
ROUNDS = 50
STEP = 2.0  # the longest of one round
NO_PAIR = -1  # the number of a pair that nobody has played

Array = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


class Meeting(msgspec.Struct, frozen=True):
    """One game: who sat in the first seat and who in the second, where, and what the first seat got."""

    first: str
    second: str
    scenario: str
    got: float
    cluster: tuple[str, int]  # the arm and the pair it belongs to: games of a pair are not independent


class Rating(msgspec.Struct, frozen=True):
    """A strength on the logistic scale, the average of all being 0, with its 95 % interval."""

    name: str
    strength: float
    low: float
    high: float

    @property
    def share(self) -> float:
        """What it would win against an average opponent."""
        return logistic(self.strength)

    @property
    def elo(self) -> float:
        return self.strength * ELO


class Ratings(msgspec.Struct, frozen=True):
    """All ratings, the strongest first; what the first seat is worth, alone and by scenario."""

    sides: tuple[Rating, ...]
    seat: Rating
    scenarios: tuple[Rating, ...]


def logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x > -700 else 0.0


def rate(meetings: Sequence[Meeting], resamples: int = 200, seed: int = 0) -> Ratings:
    """Strengths with intervals by bootstrap over pairs: as many are drawn anew, with repeats, within each arm. One pair
    of pure chance is drawn from beside them, so that a few equal pairs do not pass for certainty."""
    sides = sorted({name for m in meetings for name in (m.first, m.second)})
    scenarios = sorted({m.scenario for m in meetings})
    estimate = _fit(*_design(meetings, sides, scenarios), np.ones(len(meetings)), len(sides))
    beside = [*meetings, *_by_chance(meetings)]
    design, got = _design(beside, sides, scenarios)
    rnd = np.random.default_rng(seed)
    drawn = (_resample(beside, len(meetings), got, rnd) for _ in range(resamples))
    draws = np.array([_fit(design, luck, weights, len(sides)) for weights, luck in drawn])
    low, high = (np.quantile(draws, q, axis=0) if len(draws) else estimate for q in (0.025, 0.975))

    def rating(i: int, name: str) -> Rating:
        return Rating(name, float(estimate[i]), float(low[i]), float(high[i]))

    found = sorted((rating(i, name) for i, name in enumerate(sides)), key=lambda r: -r.strength)
    after = len(sides) + 1
    where = tuple(rating(after + k, name) for k, name in enumerate(scenarios))
    return Ratings(tuple(found), rating(len(sides), "first seat"), where)


def _design(meetings: Sequence[Meeting], sides: list[str], scenarios: list[str]) -> tuple[Array, Array]:
    place, where = {n: i for i, n in enumerate(sides)}, {n: i for i, n in enumerate(scenarios)}
    design = np.zeros((len(meetings), len(sides) + 1 + len(scenarios)))
    for row, m in zip(design, meetings, strict=True):
        row[place[m.first]] += 1
        row[place[m.second]] -= 1
        row[len(sides)] = 1
        row[len(sides) + 1 + where[m.scenario]] = 1
    return design, np.array([m.got for m in meetings])


def _fit(design: Array, got: Array, weights: Array, sides: int) -> Array:
    """Newton's method on the penalised likelihood, in steps that cannot overshoot far; strengths are centred at the
    end."""
    at = np.zeros(design.shape[1])
    penalty = np.full(design.shape[1], RIDGE)
    penalty[sides + 1 :] = 1.0  # scenarios tell how the first seat differs there: what all share is the seat's
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-(design @ at)))
        slope = design.T @ (weights * (got - chance)) - penalty * at
        bend = (design.T * (weights * chance * (1 - chance))) @ design + np.diag(penalty)
        step = np.clip(np.linalg.solve(bend, slope), -STEP, STEP)
        at += step
        if np.abs(step).max() < 1e-9:
            break
    at[:sides] -= at[:sides].mean()
    return at


def _by_chance(meetings: Sequence[Meeting]) -> list[Meeting]:
    """For each arm a pair whose two games are still to be drawn."""
    arms = {m.cluster[0]: m for m in meetings}
    both = ((m, m.first, m.second) for m in arms.values()), ((m, m.second, m.first) for m in arms.values())
    return [Meeting(one, two, m.scenario, 0.5, (m.cluster[0], NO_PAIR)) for some in both for m, one, two in some]


def _resample(meetings: Sequence[Meeting], played: int, got: Array, rnd: np.random.Generator) -> tuple[Array, Array]:
    """How often the pair of each game was drawn, and what the games brought; those by chance are thrown anew."""
    arms: dict[str, dict[int, list[int]]] = {}
    for i, m in enumerate(meetings):
        arms.setdefault(m.cluster[0], {}).setdefault(m.cluster[1], []).append(i)
    weights, luck = np.zeros(len(meetings)), got.copy()
    luck[played:] = rnd.integers(0, 2, len(meetings) - played)
    for pairs in arms.values():
        counts = rnd.multinomial(len(pairs), np.full(len(pairs), 1 / len(pairs)))
        for count, games in zip(counts, pairs.values(), strict=True):
            weights[games] = count
    return weights, luck
