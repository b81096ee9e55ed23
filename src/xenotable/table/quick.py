"""Ways found by compiled code: a ground as flat arrays, and walks over them. `paths` and `groups` hand on to this
module once it is warm.

numpy is imported with this module, numba only by `warm()`: a rule never waits for either.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from xenotable.table.ground import Ground, Part
from xenotable.table.groups import QUICK as FORMATIONS
from xenotable.table.groups import RINGS
from xenotable.table.legal import QUICK as LEGAL
from xenotable.table.legal import Walk
from xenotable.table.moving import Costs
from xenotable.table.near import TOLERANCE
from xenotable.table.paths import MARGIN, TWELVE, turns
from xenotable.table.paths import QUICK as SEARCHES
from xenotable.table.roads import QUICK as TOURS
from xenotable.table.roads import Reached
from xenotable.table.shapes import Circle, Piece, Point

F8 = npt.NDArray[np.float64]
I8 = npt.NDArray[np.int64]


class Flat(NamedTuple):
    """Convex parts: planes and sides of part k are those from first[k] to first[k + 1]; none: a disc.

    box: x0, y0, x1, y1, centre x and y, radius. turn (from turn_first[k] on): for each way-point around a part the
    corner it stands off from, the direction, and by how much farther off than the base keeps it stands (a cosine).
    """

    first: I8
    plane: F8
    side: F8
    box: F8
    turn_first: I8
    turn: F8
    twelve: F8


class Outlines(NamedTuple):
    """Pieces: corners of piece k are those from first[k] to first[k + 1]; box: x0, y0, x1, y1."""

    first: I8
    corner: F8
    box: F8


class Course(NamedTuple):
    """A walk with a limit: what it keeps away from on its way and at its end, and what slows it down. figures: the
    start, the limit, how near outlines that nobody ends on may come, and what an inch of slow ground counts."""

    flat: Flat
    shut: Outlines
    slow: Flat
    rings: F8
    parts: I8
    off: F8
    end_rings: F8
    end_parts: I8
    end_off: F8
    edge: F8
    figures: F8


Rows = tuple[Any, ...]  # the arrays of a course, one after the other


class Known(NamedTuple):
    flat: Flat
    places: dict[Part, int]


def _rows(rows: Sequence[Sequence[float]], width: int) -> F8:
    return np.array(rows, np.float64).reshape(-1, width)


def _firsts(counts: Sequence[int]) -> I8:
    return np.cumsum([0, *counts], dtype=np.int64)


def flattened(parts: Sequence[Part]) -> Flat:
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


def outlined(pieces: Sequence[Piece]) -> Outlines:
    boxes = [
        (min(xs), min(ys), max(xs), max(ys))
        for xs, ys in (([c[0] for c in p.corners], [c[1] for c in p.corners]) for p in pieces)
    ]
    return Outlines(
        _firsts([len(p.corners) for p in pieces]), _rows([c for p in pieces for c in p.corners], 2), _rows(boxes, 4)
    )


def known(ground: Ground, mask: int) -> Known:
    """The parts of the mask as arrays, made when first asked for."""
    found = ground.flat.get(mask)
    if not isinstance(found, Known):
        parts = ground.chosen(mask) if mask else ()
        found = ground.flat[mask] = Known(flattened(parts), {part: k for k, part in enumerate(parts)})
    return found


def shut(ground: Ground, mask: int) -> Outlines | None:
    """The pieces of the mask as arrays; None where some of them are not plain outlines."""
    key = "end", mask
    if key not in ground.flat:
        pieces = [p for p in ground.pieces if p.bits & mask]
        odd = any(p.disc is not None or p.line is not None for p in pieces)
        ground.flat[key] = None if odd else outlined(pieces)
    found = ground.flat[key]
    assert found is None or isinstance(found, Outlines)
    return found


_compiled: list[ModuleType] = []
SPOTS = _rows([(0.0, 0.0, 0.0), *((ring, u, v) for ring, spots in RINGS for u, v in spots)], 3)


def warm() -> None:
    """Compile the search, or load it from the cache, so that ways are found fast from now on."""
    if _compiled:
        return
    from xenotable.table import compiled_roads, compiled_search, compiled_units

    _compiled.extend((compiled_search, compiled_units, compiled_roads))
    walk = Walk(Circle(1.0, 1.0, 0.5), Ground((), 8.0, 8.0), others=[Circle(3.0, 1.0, 0.5)])
    search(walk, (1.0, 1.0), [(5.0, 1.0)], 8.0, (5.0, 1.0), 0.0, 1.0)
    unit = [Circle(1.0, 1.0, 0.5), Circle(1.0, 2.5, 0.5)]
    formation(unit, (2.0, 0.0), [4.0, 4.0], walk.ground, walk.costs, (), 0.0, 8.0)
    trial = Touring(walk, 8.0, True, outlined(()))
    trial.straight((5.0, 1.0)), trial.round((5.0, 1.0)), trial.over((5.0, 1.0), [((1.0, 3.0), 2.0, ((1.0, 3.0),))])
    SEARCHES.append(search)
    TOURS.append(tour)
    FORMATIONS.append(formation)
    sound(unit, [[(3.0, 1.0)], []], walk.ground, walk.costs, (), ())
    LEGAL.append(sound)


def cool() -> None:
    """From now on ways are found by the plain code again."""
    _compiled.clear()
    SEARCHES.clear()
    TOURS.clear()
    FORMATIONS.clear()
    LEGAL.clear()


def search(
    walk: Walk, start: Point, goals: Sequence[Point], limit: float, aim: Point, slack: float, eager: float
) -> tuple[list[Point] | None, dict[Point, list[Point]]]:
    """`paths.search` behind its straight first try, for plain costs."""
    flat, places = known(walk.ground, walk.costs.impassable)
    parts, circles = walk.ways_off()
    rings = np.array([(x, y, d) for x, y, d, _ in circles], np.float64).reshape(-1, 3)
    low = walk.way_r - walk.tol if walk.costs.edge else -math.inf
    edge = np.array((low, walk.ground.width - low, walk.ground.depth - low))
    nodes, parent, order, hit = _compiled[0].found(
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
        flat, places = known(ground, costs.impassable)
        way, circles = walk.ways_off()
        end, end_circles = walk.ends_off()
        low = walk.way_r - walk.tol
        mask, factor = costs.slow[0] if costs.slow else (0, 1.0)
        base = walk.base
        self.course: Rows = (
            *flat, *shut_off, *known(ground, mask).flat, _rings(circles), *_off(way, places), _rings(end_circles),
            *_off(end, places), np.array((low, ground.width - low, ground.depth - low)),
            np.array((base.x, base.y, limit + TOLERANCE, base.r - walk.tol, factor)),
        )  # fmt: skip
        self._bends: tuple[F8, I8, F8, I8] | None = None
        self._reached: tuple[object, F8] = (None, np.empty((0, 3)))

    def straight(self, goal: Point) -> int:
        found: int = _compiled[2].straight(self.course, float(goal[0]), float(goal[1]))
        return found

    def round(self, goal: Point) -> tuple[Point, ...] | None:
        if self._bends is None:
            nodes, ring = _compiled[2].corners(self.course, self.limit, MARGIN, self.apart)
            self._bends = nodes, ring, np.full(len(nodes), math.nan), np.full(len(nodes), -1)
        way = _compiled[2].way_round(self.course, *self._bends, self.eager, float(goal[0]), float(goal[1]))
        return (*[(x, y) for x, y in way.tolist()[:-1]], goal) if len(way) else None

    def over(self, goal: Point, reached: Reached) -> tuple[Point, ...] | None:
        if self._reached[0] is not reached:
            self._reached = reached, _rows([(x, y, spent) for (x, y), spent, _ in reached], 3)
        k = _compiled[2].over_any(self.course, self._reached[1], self.eager, float(goal[0]), float(goal[1]))
        return (*reached[k][2], goal) if k >= 0 else None


def tour(walk: Walk, limit: float, eager: bool) -> Touring | None:
    """For walks whose costs and ends are simple enough."""
    costs = walk.costs
    if len(costs.slow) > 1 or costs.crossing or costs.least or not costs.edge or walk.way_r != walk.base.r:
        return None
    ends = shut(walk.ground, costs.no_end)
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
    ends = shut(ground, costs.no_end)
    if ends is None:
        return None
    far = math.hypot(*delta)
    order = sorted(range(len(models)), key=lambda i: (-(models[i].x * delta[0] + models[i].y * delta[1]), i))
    first = min(1.0, min(budgets, default=0.0) / far) if far > 0.0 else 0.0
    goes, points, begins = _compiled[1].formation(
        *known(ground, costs.impassable).flat, *ends, _rows([(c.x, c.y, c.r) for c in others], 3),
        np.array((float(costs.edge), ground.width, ground.depth)), _rows([(c.x, c.y, c.r) for c in models], 3),
        np.array(order, np.int64), np.array(budgets, np.float64), delta[0], delta[1], first, gap, coherency, TOLERANCE,
        TOLERANCE + MARGIN, SPOTS,
    )  # fmt: skip
    if not goes:
        return ()
    way = [(x, y) for x, y in points.tolist()]
    return tuple([tuple(way[a:b]) for a, b in pairwise(begins.tolist())])


def sound(
    models: Sequence[Circle], ways: Sequence[Sequence[Point]], ground: Ground, costs: Costs,
    others: Sequence[Circle], solid: Sequence[Circle],
) -> bool | None:  # fmt: skip
    """Is the way of each model legal? None where the ground is not for this module."""
    ends = shut(ground, costs.no_end)
    if ends is None:
        return None
    found: bool = _compiled[1].legal(
        *known(ground, costs.impassable).flat, *ends, _rows([(c.x, c.y, c.r) for c in others], 3),
        _rows([(c.x, c.y, c.r) for c in solid], 3), np.array((float(costs.edge), ground.width, ground.depth)),
        _rows([(c.x, c.y, c.r) for c in models], 3), _rows([p for way in ways for p in way], 2),
        _firsts([len(way) for way in ways]), TOLERANCE,
    )  # fmt: skip
    return found
