"""Moving a whole unit together: each model to its place in the formation, or as near to it as it can stand."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from msgspec import Struct

from xenotable.kernels import Rows, kernel, load
from xenotable.table.ground import Box, Ground, Plane, Side, Turn
from xenotable.table.groups import coherent, spread
from xenotable.table.legal import Walk
from xenotable.table.moving import FREE, Costs, Toll, leg_cost, leg_price, move_circle
from xenotable.table.near import TOLERANCE
from xenotable.table.obstacles import Kept, Wall, is_clear, may_stand, ring_around
from xenotable.table.paths import far, walk_rows
from xenotable.table.shapes import SNAP, Circle, Point, snap_point
from xenotable.table.shortest_paths import WALK, ways_to


def use_compiled() -> None:
    """From now on the spots of a formation are found by compiled code."""
    load(__name__)


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


def _advance(
    models: Sequence[Circle], order: Sequence[int], step: Point, budgets: Sequence[float], rules: _Rules
) -> Formation | None:
    """Every model moved by about `step`, or None if that does not work out."""
    ends: dict[int, Circle] = {}
    paths: dict[int, tuple[Point, ...]] = {}
    placed: list[Base] = []
    for i in order:
        c = models[i]
        walk = Walk(c, rules.ground, rules.costs, rules.others, rules.gap, span=budgets[i])
        path = _place(walk, snap_point((c.x + step[0], c.y + step[1])), budgets[i] + TOLERANCE, placed, rules)
        if path is None and not fits(placed, c.x, c.y, c.r, rules.coherency, rules.every_pair):
            return None
        paths[i] = tuple(path or ())
        ends[i] = move_circle(c, paths[i][-1]) if paths[i] else c
        placed.append((ends[i].x, ends[i].y, c.r))
    last = tuple(ends[i] for i in range(len(models)))
    return Formation(tuple(paths[i] for i in range(len(models))), last, True) if rules.hold(last) else None


def _place(walk: Walk, goal: Point, most: float, placed: Sequence[Base], rules: _Rules) -> Sequence[Point] | None:
    """A path to the goal, or to the nearest spot around it that fits and that a way leads to."""
    (x, y), base = goal, walk.base
    start, r, hold = (base.x, base.y), base.r, (rules.coherency, rules.every_pair)
    fine = far(start, goal) <= most and fits(placed, x, y, r, *hold) and walk.ends(goal) and walk.clear(start, goal)
    if fine and leg_cost(start, goal, walk.ground, walk.costs) <= most:  # most models get it: no need to hand over rows
        return [goal] if goal != start else []
    kept, walls, *_, edge = walk.ends_about(goal, len(RINGS) * _ring_width(r))
    spots = _steps_around(r)
    path = way_to_spot(*walk_rows(walk), kept, walls, edge, placed, spots, *goal, *start, r, most, *hold, walk.tol)
    if not path:
        return None
    return path if path != [start] else []


Base = tuple[float, float, float]  # a base that has its place: its centre and its radius


@kernel()
def fits(placed: Sequence[Base], x: float, y: float, r: float, coherency: float, every_pair: bool) -> bool:
    """Does a base there overlap none of those placed, and is it coherent with them?"""
    close = len(placed) == 0
    for other_x, other_y, other_r in placed:
        dx, dy, apart = x - other_x, y - other_y, r + other_r
        square, near = dx * dx + dy * dy, apart - TOLERANCE
        if near > 0.0 and square < near * near:
            return False
        if math.sqrt(square) - r - other_r <= coherency + TOLERANCE:
            close = True
        elif every_pair:
            return False
    return close


@kernel(f"({WALK}, f8[:,::1], f8[:,::1], f8[::1], f8[:,::1], f8[:,::1], f8, f8, f8, f8, f8, f8, f8, b1, f8)")
def way_to_spot(
    kept: Sequence[Kept], walls: Sequence[Wall], spans: Sequence[tuple[int, int]], planes: Sequence[Plane],
    sides: Sequence[Side], boxes: Sequence[Box], edge: tuple[float, float, float],
    turn_spans: Sequence[tuple[int, int]], turns: Sequence[Turn],
    slow: Sequence[Toll], crossing: Sequence[Toll], least: float,
    end_kept: Sequence[Kept], end_walls: Sequence[Wall], end_edge: tuple[float, float, float],
    placed: Sequence[Base], steps: Sequence[Point], goal_x: float, goal_y: float, sx: float, sy: float, r: float,
    most: float, coherency: float, every_pair: bool, tol: float,
) -> list[Point]:  # fmt: skip
    """The way to the goal or else to the first of the spots so many steps around it that fits and that a way leads to;
    none: there is no such spot."""
    rings = [ring_around(x, y, d) for x, y, d, _ in kept if d > 0.0]
    obstacles = (rings, walls, spans, planes, sides, boxes, edge)
    tolls = (slow, crossing, least, spans, planes, boxes)
    straight = True
    for dx, dy in steps:
        x, y = round((goal_x + dx) * SNAP) / SNAP, round((goal_y + dy) * SNAP) / SNAP
        if math.sqrt((sx - x) * (sx - x) + (sy - y) * (sy - y)) > most:
            continue
        if not fits(placed, x, y, r, coherency, every_pair):
            continue
        if not may_stand(end_kept, end_walls, spans, planes, sides, boxes, end_edge, x, y):
            continue
        if is_clear(obstacles, sx, sy, x, y) and leg_price(tolls, sx, sy, x, y) <= most:
            return [(x, y)]
        if straight:
            straight = False  # ways round obstacles are dear: only the best spot gets one
            order = ways_to(
                kept, walls, spans, planes, sides, boxes, edge, turn_spans, turns, slow, crossing, least,
                [(x, y)], sx, sy, x, y, 0.0, most, 1.0, tol,
            )  # fmt: skip
            last = len(order) - 1
            if order[last][0] == x and order[last][1] == y:
                path = [(x, y) for _ in range(0)]
                while last > 0:
                    path.append((order[last][0], order[last][1]))
                    last = order[last][2]
                path.reverse()
                return path
    return [(0.0, 0.0) for _ in range(0)]


def _ring(n: int) -> list[Point]:
    return [(math.cos(2.0 * math.pi * k / n), math.sin(2.0 * math.pi * k / n)) for k in range(n)]


RINGS = [(ring, _ring(6 * ring)) for ring in range(1, 5)]


def _ring_width(r: float) -> float:
    return max(r, 0.25)


@lru_cache(maxsize=64)
def _steps_around(r: float) -> Sequence[Point]:
    """From a goal to itself and to the spots on growing rings around it."""
    sizes = [(ring * _ring_width(r), spots) for ring, spots in RINGS]
    return Rows([(0.0, 0.0), *((d * u, d * v) for d, spots in sizes for u, v in spots)])
