"""Ways found by compiled code: a ground as flat arrays, and walks over them. `paths` and `groups` hand on to this
module once their kernels are compiled.

numpy is imported with this module, numba only by `use_compiled()`: a rule never waits for either.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from xenotable.kernels import load, unload
from xenotable.table import compiled_roads, compiled_search, compiled_units
from xenotable.table.ground import Ground, Part
from xenotable.table.groups import COMPILED as FORMATIONS
from xenotable.table.groups import RINGS
from xenotable.table.layouts import F8, I8, Flat, Outlines, Rows
from xenotable.table.legal import Walk
from xenotable.table.moving import Costs
from xenotable.table.near import TOLERANCE
from xenotable.table.paths import COMPILED as SEARCHES
from xenotable.table.paths import MARGIN, TWELVE, turns
from xenotable.table.roads import COMPILED as TOURS
from xenotable.table.roads import Reached
from xenotable.table.shapes import Circle, Piece, Point


class Known(NamedTuple):
    flat: Flat
    places: dict[Part, int]


def _rows(rows: Sequence[Sequence[float]], width: int) -> F8:
    return np.array(rows, np.float64).reshape(-1, width)


def _firsts(counts: Sequence[int]) -> I8:
    return np.cumsum([0, *counts], dtype=np.int64)


def flatten(parts: Sequence[Part]) -> Flat:
    around = [turns(part) for part in parts]
    return Flat(
        _firsts([len(p.planes) for p in parts]),
        _rows([plane for p in parts for plane in p.planes], 4),
        _rows([side for p in parts for side in p.sides], 5),
        _rows([(p.x0, p.y0, p.x1, p.y1, p.cx, p.cy, p.rad) for p in parts], 7),
        _firsts([len(t) for t in around]),
        _rows([t for them in around for t in them], 5),
        _rows(TWELVE, 2),
    )


def outline_arrays(pieces: Sequence[Piece]) -> Outlines:
    boxes = [
        (min(xs), min(ys), max(xs), max(ys))
        for xs, ys in (([c[0] for c in p.corners], [c[1] for c in p.corners]) for p in pieces)
    ]
    return Outlines(
        _firsts([len(p.corners) for p in pieces]), _rows([c for p in pieces for c in p.corners], 2), _rows(boxes, 4)
    )


def known_parts(ground: Ground, mask: int) -> Known:
    """The parts of the mask as arrays, made when first asked for."""
    found = ground.flat.get(mask)
    if not isinstance(found, Known):
        parts = ground.chosen(mask) if mask else ()
        found = ground.flat[mask] = Known(flatten(parts), {part: k for k, part in enumerate(parts)})
    return found


def shut_outlines(ground: Ground, mask: int) -> Outlines | None:
    """The pieces of the mask as arrays; None where some of them are not plain outlines."""
    key = "end", mask
    if key not in ground.flat:
        pieces = [p for p in ground.pieces if p.bits & mask]
        odd = any(p.disc is not None or p.line is not None for p in pieces)
        ground.flat[key] = None if odd else outline_arrays(pieces)
    found = ground.flat[key]
    assert found is None or isinstance(found, Outlines)
    return found


SPOTS = _rows([(0.0, 0.0, 0.0), *((ring, u, v) for ring, spots in RINGS for u, v in spots)], 3)


def use_compiled() -> None:
    """From now on ways are found by compiled code."""
    load(compiled_search.__name__, compiled_units.__name__, compiled_roads.__name__)
    SEARCHES[:], TOURS[:], FORMATIONS[:] = [search], [tour], [formation]


def use_plain() -> None:
    """From now on ways are found by the plain code again."""
    for found in (SEARCHES, TOURS, FORMATIONS):
        found.clear()
    unload(compiled_search.__name__, compiled_units.__name__, compiled_roads.__name__)


def search(
    walk: Walk, start: Point, goals: Sequence[Point], limit: float, aim: Point, slack: float, eager: float
) -> tuple[list[Point] | None, dict[Point, list[Point]]]:
    """`paths.search` behind its straight first try, for plain costs."""
    flat, places = known_parts(walk.ground, walk.costs.impassable)
    parts, circles = walk.ways_off()
    rings = np.array([(x, y, d) for x, y, d, _ in circles], np.float64).reshape(-1, 3)
    low = walk.way_r - walk.tol if walk.costs.edge else -math.inf
    edge = np.array((low, walk.ground.width - low, walk.ground.depth - low))
    nodes, parent, order, hit = compiled_search.search_flat(
        *flat, rings, np.array([places[part] for part, _ in parts], np.int64),
        np.array([d for _, d in parts], np.float64), edge, walk.tol + MARGIN, start[0], start[1],
        np.array(goals, np.float64).reshape(-1, 2), limit, aim[0], aim[1], slack, eager,
    )  # fmt: skip
    if hit >= 0:
        found: list[Point] = []
        while parent[hit] >= 0:
            found.append((float(nodes[hit, 0]), float(nodes[hit, 1])))
            hit = parent[hit]
        return found[::-1], {}
    ways: dict[int, list[Point]] = {}
    points: list[Point] = [(x, y) for x, y in nodes.tolist()]
    back = parent.tolist()
    for n in order.tolist():
        ways[n] = [] if back[n] < 0 else [*ways[back[n]], points[n]]
    return None, {points[n]: way for n, way in ways.items()}


class Touring:
    """`roads.Tour`: one walk to many goals."""

    def __init__(self, walk: Walk, limit: float, eager: bool, shut_off: Outlines) -> None:
        self.limit, self.eager, self.apart = limit, eager, walk.tol + MARGIN
        ground, costs = walk.ground, walk.costs
        flat, places = known_parts(ground, costs.impassable)
        way, circles = walk.ways_off()
        end, end_circles = walk.ends_off()
        low = walk.way_r - walk.tol
        mask, factor = costs.slow[0] if costs.slow else (0, 1.0)
        base = walk.base
        self.course: Rows = (
            *flat, *shut_off, *known_parts(ground, mask).flat, _rings(circles), *_off(way, places), _rings(end_circles),
            *_off(end, places), np.array((low, ground.width - low, ground.depth - low)),
            np.array((base.x, base.y, limit + TOLERANCE, base.r - walk.tol, factor)),
        )  # fmt: skip
        self._bends: tuple[F8, I8, F8, I8] | None = None
        self._reached: tuple[object, F8] = (None, np.empty((0, 3)))

    def straight(self, goal: Point) -> int:
        found: int = compiled_roads.straight(self.course, float(goal[0]), float(goal[1]))
        return found

    def round(self, goal: Point) -> tuple[Point, ...] | None:
        if self._bends is None:
            nodes, ring = compiled_roads.corners(self.course, self.limit, MARGIN, self.apart)
            self._bends = nodes, ring, np.full(len(nodes), math.nan), np.full(len(nodes), -1)
        way = compiled_roads.way_round(self.course, *self._bends, self.eager, float(goal[0]), float(goal[1]))
        return (*[(x, y) for x, y in way.tolist()[:-1]], goal) if len(way) else None

    def over(self, goal: Point, reached: Reached) -> tuple[Point, ...] | None:
        if self._reached[0] is not reached:
            self._reached = reached, _rows([(x, y, spent) for (x, y), spent, _ in reached], 3)
        k = compiled_roads.over_any(self.course, self._reached[1], self.eager, float(goal[0]), float(goal[1]))
        return (*reached[k][2], goal) if k >= 0 else None


def tour(walk: Walk, limit: float, eager: bool) -> Touring | None:
    """For walks whose costs and ends are simple enough."""
    costs = walk.costs
    if len(costs.slow) > 1 or costs.crossing or costs.least or not costs.edge or walk.way_r != walk.base.r:
        return None
    ends = shut_outlines(walk.ground, costs.no_end)
    return None if ends is None else Touring(walk, limit, eager, ends)


def _rings(circles: Sequence[tuple[float, float, float, int]]) -> F8:
    return _rows([circle[:3] for circle in circles], 3)


def _off(parts: Sequence[tuple[Part, float]], places: dict[Part, int]) -> tuple[I8, F8]:
    return np.array([places[part] for part, _ in parts], np.int64), np.array([d for _, d in parts], np.float64)


def formation(
    models: Sequence[Circle], delta: Point, budgets: Sequence[float], ground: Ground, costs: Costs,
    others: Sequence[Circle], gap: float, coherency: float,
) -> tuple[tuple[Point, ...], ...] | None:  # fmt: skip
    """The ways of `groups.formation` for plain costs, every pair coherent; none: it stays. None where the ground is not
    for this module."""
    ends = shut_outlines(ground, costs.no_end)
    if ends is None:
        return None
    far = math.hypot(*delta)
    order = sorted(range(len(models)), key=lambda i: (-(models[i].x * delta[0] + models[i].y * delta[1]), i))
    first = min(1.0, min(budgets, default=0.0) / far) if far > 0.0 else 0.0
    goes, points, begins = compiled_units.formation(
        *known_parts(ground, costs.impassable).flat, *ends, _rows([(c.x, c.y, c.r) for c in others], 3),
        np.array((float(costs.edge), ground.width, ground.depth)), _rows([(c.x, c.y, c.r) for c in models], 3),
        np.array(order, np.int64), np.array(budgets, np.float64), delta[0], delta[1], first, gap, coherency, TOLERANCE,
        TOLERANCE + MARGIN, SPOTS,
    )  # fmt: skip
    if not goes:
        return ()
    way = [(x, y) for x, y in points.tolist()]
    return tuple([tuple(way[a:b]) for a, b in pairwise(begins.tolist())])
