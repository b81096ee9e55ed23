"""How many points a list is worth: it fights with units left out, now on its side and now on the other, until one can
see at which proportion of points the battle is even."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

import msgspec
import numpy as np
from msgspec.structs import replace

from xenotable.faults import Fault
from xenotable.games import game as game_named
from xenotable.lab.playing import Row
from xenotable.lab.scoring import pair_score
from xenotable.lab.study import EVERY, Arm, Study, WrittenStudy, known_ids, make_study
from xenotable.lab.summary import pairs_of

HANDICAPS = ((0, 0), (1, 0), (2, 0), (0, 1), (0, 2))  # units left out of the list, and of its opponent's
RESAMPLES = 400


class Price(msgspec.Struct, frozen=True):
    """What a list costs, what it wins at that, and what it should cost to win half, with a 95 % interval."""

    name: str
    points: float
    share: float
    fair: float
    low: float
    high: float
    pairs: int


def price_study(written: WrittenStudy, name: str) -> Study:
    """The list against each list that it can meet, with each handicap."""
    title = game_named(written.game)
    if title.points is None:
        raise Fault(f"{title.title} has no lists whose points could be found.")
    known_ids((name,), title.lists(), f"{title.title} has no list")
    study = make_study(replace(written, lists=(name, *written.lists) if written.lists else EVERY))
    met = [first_is(arm, name) for arm in study.arms if name in arm.lists]
    if not met:
        raise Fault(f'"{name}" can meet none of these lists.')
    return replace(study, arms=tuple(with_handicap(arm, units) for arm in met for units in HANDICAPS))


def first_is(arm: Arm, name: str) -> Arm:
    if arm.lists[0] == name:
        return arm
    lists, players = (arm.lists[1], arm.lists[0]), tuple(reversed((arm.players * 2)[:2]))
    return replace(arm, name=f"{lists[0]} against {lists[1]}", lists=lists, players=players)


def with_handicap(arm: Arm, units: tuple[int, int]) -> Arm:
    said = [f"{arm.lists[side]} with {n} fewer" for side, n in enumerate(units) if n]
    return replace(arm, name=", ".join((arm.name, *said)), thinned=units)


def price_of(study: Study, rows: Sequence[Row], seed: int = 0) -> Price:
    """The price at which the list would win half. The logarithm of the odds is taken to follow the logarithm of the
    proportion of points. The interval comes from battles drawn anew, each with all its handicaps: they share dice."""
    name, full = study.arms[0].lists[0], []
    battles: dict[tuple[tuple[str, ...], int], list[tuple[float, float]]] = {}
    for arm in study.arms:
        for pair in pairs_of(row for row in rows if row.arm == arm.name):
            score = pair_score(pair)
            if score is None:
                continue
            cost = points_of(study, pair[0])
            battles.setdefault((arm.lists, pair[0].pair), []).append((log(cost[0] / cost[1]), score))
            if arm.thinned == (0, 0):
                full.append((cost[0], score))
    if not full:
        raise Fault("Nothing has been played with the whole list yet.")
    groups = [np.array(one) for one in battles.values()]
    table = np.concatenate(groups)
    rnd = np.random.default_rng(seed)
    drawn = (rnd.integers(0, len(groups), len(groups)) for _ in range(RESAMPLES))
    draws = [even_at(np.concatenate([groups[i] for i in some])) for some in drawn]
    points, share = full[0][0], sum(score for _, score in full) / len(full)
    low, high = np.quantile([points / exp(x) for x in draws], (0.025, 0.975))
    return Price(name, points, share, points / exp(even_at(table)), float(low), float(high), len(table))


def points_of(study: Study, row: Row) -> tuple[float, float]:
    """What both lists of a game cost, that of the first side first."""
    title = game_named(study.game)
    assert title.points is not None
    cost = row.points or tuple(title.points(msgspec.convert(row.setup, title.setup), seat) for seat in (0, 1))
    return (cost[0], cost[1]) if row.sides[0] == 0 else (cost[1], cost[0])


def even_at(table: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
    """The logarithm of the proportion at which the fitted share is one half. The slope is held towards what armies of
    points are about: twice the points win nine times in ten."""
    usual, trust = log(9) / log(2), 2.0
    at, slope = 0.0, usual
    x, y = table[:, 0], table[:, 1]
    for _ in range(50):
        chance = 1 / (1 + np.exp(-(at + slope * x)))
        weight = 2 * chance * (1 - chance)  # a pair is two games
        gradient = np.array(
            [2 * (y - chance).sum() - 0.05 * at, 2 * (x * (y - chance)).sum() - (slope - usual) / trust]
        )
        bend = np.array(
            [[weight.sum() + 0.05, (weight * x).sum()], [(weight * x).sum(), (weight * x * x).sum() + 1 / trust]]
        )
        step = np.linalg.solve(bend, gradient)
        at, slope = at + float(step[0]), max(0.5, slope + float(step[1]))
        if np.abs(step).max() < 1e-9:
            break
    return max(-log(3), min(log(3), -at / slope))
