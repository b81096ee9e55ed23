"""Many models: coherency, and moving a whole unit together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from xenotable.table.ground import Ground
from xenotable.table.legal import Walk
from xenotable.table.moving import FREE, Costs, leg_cost, move_circle
from xenotable.table.near import TOLERANCE, bases_overlap, gap
from xenotable.table.paths import far, plain, search
from xenotable.table.shapes import Circle, Point, snap_point


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


def nearest_mate(circles: Sequence[Circle], i: int) -> float:
    """The gap from circle i to the nearest other one; infinite when it is alone."""
    return min((gap(circles[i], c) for j, c in enumerate(circles) if j != i), default=math.inf)


def spread(circles: Sequence[Circle]) -> float:
    """The greatest gap between any two of the circles."""
    return max((gap(a, b) for i, a in enumerate(circles) for b in circles[i + 1 :]), default=0.0)


class Formation(Struct, frozen=True):
    """Where each model of a unit goes: a path per model (empty: it stays), and whether the unit is coherent then."""

    paths: tuple[tuple[Point, ...], ...]
    ends: tuple[Circle, ...]
    coherent: bool


Ways = tuple[tuple[Point, ...], ...]
COMPILED: list[
    Callable[[Sequence[Circle], Point, Sequence[float], Ground, Costs, Sequence[Circle], float, float], Ways | None]
] = []
"""The compiled formation, once `compiled_paths.use_compiled()` has loaded it."""


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
    if COMPILED and every_pair and accept is None and plain(costs):
        paths = COMPILED[0](models, delta, budgets, ground, costs, others, gap, coherency)
        if paths:
            ends = tuple([move_circle(c, way[-1]) if way else c for c, way in zip(models, paths, strict=True)])
            return Formation(paths, ends, True)
        if paths is not None:
            return Formation(tuple(() for _ in models), tuple(models), rules.hold(models))
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

    def fit(self, c: Circle, placed: Sequence[Circle]) -> bool:
        """Overlapping none of those placed, and coherent with them."""
        if not placed:
            return True
        for other in placed:
            if bases_overlap(c, other):
                return False
        gaps = [gap(c, other) for other in placed]
        return (max(gaps) if self.every_pair else min(gaps)) <= self.coherency + TOLERANCE


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
        if path is None and not rules.fit(c, placed):
            return None
        paths[i] = tuple(path or ())
        ends[i] = move_circle(c, paths[i][-1]) if paths[i] else c
    last = tuple(ends[i] for i in range(len(models)))
    return Formation(tuple(paths[i] for i in range(len(models))), last, True) if rules.hold(last) else None


def _place(walk: Walk, goal: Point, budget: float, placed: Sequence[Circle], rules: _Rules) -> list[Point] | None:
    """A path to the goal, or to the nearest spot around it that fits and that a way leads to."""
    c = walk.base
    start = (c.x, c.y)
    bent = 1  # ways round obstacles are dear: only the best spot gets one
    most = budget + TOLERANCE
    for spot in _around(goal, c.r):
        if far(start, spot) > most or not rules.fit(move_circle(c, spot), placed) or not walk.ends(spot):
            continue
        if walk.clear(start, spot) and leg_cost(start, spot, walk.ground, walk.costs) <= budget + TOLERANCE:
            return [spot] if spot != start else []
        if bent:
            bent -= 1
            path = search(walk, start, [spot], budget + TOLERANCE)[0]
            if path is not None:
                return path
    return None


def _ring(n: int) -> list[Point]:
    return [(math.cos(2.0 * math.pi * k / n), math.sin(2.0 * math.pi * k / n)) for k in range(n)]


RINGS = [(ring, _ring(6 * ring)) for ring in range(1, 5)]


def _around(goal: Point, r: float) -> Iterator[Point]:
    """The goal, then spots on growing rings around it."""
    yield goal
    x, y = goal
    for ring, spots in RINGS:
        d = ring * max(r, 0.25)
        for u, v in spots:
            yield snap_point((x + d * u, y + d * v))
