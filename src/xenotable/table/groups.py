"""Many models: coherency, and moving a whole unit together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from xenotable.table.ground import Ground
from xenotable.table.legal import Walk
from xenotable.table.moving import FREE, Costs, leg_cost, move_circle
from xenotable.table.near import TOLERANCE, gap
from xenotable.table.paths import search
from xenotable.table.shapes import SNAP, Circle, Point, snap_point


def groups(circles: Sequence[Circle], d: float, tol: float = TOLERANCE) -> list[list[int]]:
    """The circles (by index) that hang together by gaps of at most d, largest group first, then lowest index."""
    left = list(range(len(circles)))
    found: list[list[int]] = []
    while left:
        group = [left.pop(0)]
        for i in group:
            close = [j for j in left if gap(circles[i], circles[j]) <= d + tol]
            group += close
            left = [j for j in left if j not in close]
        found.append(sorted(group))
    return sorted(found, key=lambda g: (-len(g), g))


def coherent(circles: Sequence[Circle], d: float, tol: float = TOLERANCE) -> bool:
    """Do all circles hang together by gaps of at most d?"""
    return len(circles) < 2 or len(groups(circles, d, tol)) == 1


def spread(circles: Sequence[Circle]) -> float:
    """The greatest gap between any two of the circles."""
    return max((gap(a, b) for i, a in enumerate(circles) for b in circles[i + 1 :]), default=0.0)


class Formation(Struct, frozen=True):
    """Where each model of a unit goes: a path per model (empty: it stays), and whether the unit is coherent then."""

    paths: tuple[tuple[Point, ...], ...]
    ends: tuple[Circle, ...]
    coherent: bool


def formation(
    models: Sequence[Circle],
    delta: Point,
    budget: float | Sequence[float],
    ground: Ground,
    costs: Costs = FREE,
    others: Sequence[Circle] = (),
    gap: float = 0.0,
    *,
    coherency: float = math.inf,
    every_pair: bool = False,
    accept: Callable[[Sequence[Circle]], bool] | None = None,
) -> Formation:
    """Move many models together by about `delta`, each legally: within its budget, overlapping nobody, coherent.

    `coherency` is the greatest gap between neighbours that hang together, or (`every_pair`) between any two models.
    Models of the unit pass each other freely. Whoever cannot go straight goes round what is in the way; whoever does
    not fit stands as near to its place as it can. When the unit would not be coherent (or not `accept`ed), it goes less
    far: three quarters, half, a quarter of the way; at last it stays.
    """
    rules = _Rules(ground, costs, others, gap, coherency, every_pair)
    budgets = [float(budget)] * len(models) if isinstance(budget, (int, float)) else [float(b) for b in budget]
    long = math.hypot(*delta)
    order = sorted(range(len(models)), key=lambda i: (-(models[i].x * delta[0] + models[i].y * delta[1]), i))
    most = min(budgets, default=0.0)
    first = min(1.0, most / long) if long > 0.0 else 0.0
    for share in (first, first * 0.75, first * 0.5, first * 0.25):
        if share <= 0.0:
            break
        step = (delta[0] * share, delta[1] * share)
        tried = _advance(models, order, step, budgets, rules)
        if tried is not None and (accept is None or accept(tried.ends)):
            return tried
    return Formation(tuple(() for _ in models), tuple(models), rules.hold(models))


class _Rules(Struct, frozen=True):
    """What holds for every model of a formation."""

    ground: Ground
    costs: Costs
    others: Sequence[Circle]
    gap: float
    coherency: float
    every_pair: bool

    def hold(self, circles: Sequence[Circle]) -> bool:
        """Is the unit coherent?"""
        if self.every_pair:
            return spread(circles) <= self.coherency + TOLERANCE
        return coherent(circles, self.coherency)

    def fit(self, x: float, y: float, r: float, placed: Sequence[Circle]) -> bool:
        """A base there overlaps none of those placed, and is coherent with them."""
        most, every, close = self.coherency + TOLERANCE, self.every_pair, not placed
        for other in placed:
            dx, dy, apart = x - other.x, y - other.y, r + other.r
            square, near = dx * dx + dy * dy, apart - TOLERANCE
            if near > 0.0 and square < near * near:
                return False
            if math.sqrt(square) - r - other.r <= most:
                close = True
            elif every:
                return False
        return close


def _advance(
    models: Sequence[Circle], order: Sequence[int], step: Point, budgets: Sequence[float], rules: _Rules
) -> Formation | None:
    """Every model moved by about `step`, or None if that does not work out."""
    ends: dict[int, Circle] = {}
    paths: dict[int, tuple[Point, ...]] = {}
    for i in order:
        c = models[i]
        walk = Walk(c, rules.ground, rules.costs, rules.others, rules.gap, span=budgets[i])
        placed = list(ends.values())
        path = _place(walk, snap_point((c.x + step[0], c.y + step[1])), budgets[i], placed, rules)
        if path is None and not rules.fit(c.x, c.y, c.r, placed):
            return None
        paths[i] = tuple(path or ())
        ends[i] = move_circle(c, paths[i][-1]) if paths[i] else c
    last = tuple(ends[i] for i in range(len(models)))
    return Formation(tuple(paths[i] for i in range(len(models))), last, True) if rules.hold(last) else None


def _place(walk: Walk, goal: Point, budget: float, placed: Sequence[Circle], rules: _Rules) -> list[Point] | None:
    """A path to the goal, or to the nearest spot around it that fits and that a way leads to."""
    x, y, r = walk.base.x, walk.base.y, walk.base.r
    start = (x, y)
    bent = True  # ways round obstacles are dear: only the best spot gets one
    most, fit, ends = budget + TOLERANCE, rules.fit, walk.ends
    for spot in _around(goal, r):
        u, v = spot
        if math.sqrt((x - u) * (x - u) + (y - v) * (y - v)) > most or not fit(u, v, r, placed) or not ends(spot):
            continue
        if walk.clear(start, spot) and leg_cost(start, spot, walk.ground, walk.costs) <= most:
            return [spot] if spot != start else []
        if bent:
            bent = False
            path = search(walk, start, [spot], most)[0]
            if path is not None:
                return path
    return None


def _ring(n: int) -> list[Point]:
    return [(math.cos(2.0 * math.pi * k / n), math.sin(2.0 * math.pi * k / n)) for k in range(n)]


RINGS = [(ring, _ring(6 * ring)) for ring in range(1, 5)]


@lru_cache(maxsize=64)
def _steps_around(r: float) -> tuple[Point, ...]:
    """From a goal to the spots on growing rings around it."""
    sizes = [(ring * max(r, 0.25), spots) for ring, spots in RINGS]
    return tuple([(d * u, d * v) for d, spots in sizes for u, v in spots])


def _around(goal: Point, r: float) -> Iterator[Point]:
    """The goal, then spots on growing rings around it."""
    yield goal
    x, y = goal
    for dx, dy in _steps_around(r):
        yield (round((x + dx) * SNAP) / SNAP, round((y + dy) * SNAP) / SNAP)
