"""Is a move legal, and if not, why: the one predicate behind suggestions, checks and machines."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from xenotable.kernels import Rows
from xenotable.table.ground import Ground, Part, clip_disc
from xenotable.table.moving import FREE, Costs, Fault, cost, legs, length, part_span, point_to_part
from xenotable.table.near import TOLERANCE, overlaps
from xenotable.table.obstacles import Ends, Kept, Obstacles, Ring, Wall, is_clear, may_stand, ring_around
from xenotable.table.shapes import Base, Circle, Point, along


class Walk:
    """One base about to move: what it must keep away from, and by how much, worked out once for many legs.

    others: bases it keeps `gap` away from, all along and at the end. (For different gaps enlarge the circles.)
    solid:  bases it may pass (its own unit) but not overlap at the end.
    way_r:  the radius that is checked along the way, where it is not the base's (a unit moving as a column).
    span:   how far the move can lead at most: what is farther away is left out.
    no_end: what it may cross but not end on. It keeps off what it may not cross at its end, too: that is judged once,
            unless it stands too near to it now and may therefore end nearer than the costs allow.
    """

    __slots__ = (
        "_end_circles",
        "_end_parts",
        "_ends",
        "_obstacles",
        "_way_circles",
        "_way_parts",
        "base",
        "costs",
        "gap",
        "ground",
        "no_end",
        "tol",
        "way_r",
    )

    def __init__(
        self,
        base: Circle,
        ground: Ground,
        costs: Costs = FREE,
        others: Sequence[Base] = (),
        gap: float = 0.0,
        *,
        solid: Sequence[Circle] = (),
        way_r: float | None = None,
        span: float = math.inf,
        tol: float = TOLERANCE,
    ) -> None:
        self.base, self.ground, self.costs, self.gap, self.tol = base, ground, costs, gap, tol
        self.way_r = base.r if way_r is None else way_r
        self.no_end = costs.no_end & ~costs.impassable
        reach = span + base.r + 1e-6
        x, y, start, most = base.x, base.y, (base.x, base.y), max(base.r, self.way_r)
        self._way_parts: list[tuple[Part, float]] = []
        self._end_parts: list[tuple[Part, float]] = []
        for x0, x1, y0, y1, part in ground.bounds(costs.impassable) if costs.impassable else ():
            if x0 - reach <= x <= x1 + reach and y0 - reach <= y <= y1 + reach:
                d = _at_most(start, part, most)
                # Whose centre stands in a piece (a garrison coming out) walks out of it, and must be out at the end.
                if d > tol:
                    self._way_parts.append((part, (d if d < self.way_r else self.way_r) - tol))
                self._end_parts.append((part, (d if 0.0 < d < base.r else base.r) - tol))
                if 0.0 < d < base.r:
                    self.no_end = costs.no_end
        # Of circles: centre, the distance that the mover's centre keeps from it, and its index.
        self._way_circles: list[Kept] = []
        self._end_circles: list[Kept] = []
        self._obstacles: Obstacles | None = None
        self._ends: Ends | None = None
        way, end, far = self.way_r + gap, base.r + gap, reach + gap
        for i, c in enumerate(others):
            cx, cy, r = c.x, c.y, c.r
            most = far + r
            dx, dy = cx - x, cy - y
            if -most <= dx <= most and -most <= dy <= most and (d := math.sqrt(dx * dx + dy * dy)) <= most:
                keep = way + r
                self._way_circles.append((cx, cy, (d if d < keep else keep) - tol, i))
                if way != end:
                    self._end_circles.append((cx, cy, min(end + r, d) - tol, i))
        if way == end:
            self._end_circles = [*self._way_circles] if solid else self._way_circles
        for i, c in enumerate(solid, len(others)):
            d = math.sqrt((c.x - x) * (c.x - x) + (c.y - y) * (c.y - y))
            if d <= reach + c.r:
                self._end_circles.append((c.x, c.y, min(base.r + c.r, d) - tol, i))

    def ways_off(self) -> tuple[list[tuple[Part, float]], list[Kept]]:
        """The parts and circles in the way, each with the distance that the centre keeps from it."""
        return self._way_parts, self._way_circles

    def ends_off(self) -> tuple[list[tuple[Part, float]], list[Kept]]:
        """The same for its end."""
        return self._end_parts, self._end_circles

    def stop(self, p: Point, q: Point) -> tuple[float, int, int]:
        """The share of a leg at which the base is too close to something (1.0: never), and which piece or circle."""
        first, piece, other = 1.0, -1, -1
        for part, d in self._way_parts:
            span = part_span(p, q, part, d)
            if span is not None and span[0] < first:
                first, piece = span[0], part.owner
        px, py = p
        qx, qy = q
        for x, y, d, i in self._way_circles:
            if d > 0.0:
                t0, t1 = clip_disc(x, y, d, px, py, qx, qy)
                if t0 < t1 and t0 < first:
                    first, piece, other = t0, -1, i
        return first, piece, other

    def obstacles(self) -> Obstacles:
        """What is in the way, for kernels: made when first asked for."""
        if self._obstacles is None:
            ground, low = self.ground, self.way_r - self.tol if self.costs.edge else -math.inf
            numbers, spans, planes, sides, boxes, *_ = ground.rows()
            rings = Rows(ring_rows(self._way_circles))
            walls = Rows([_wall(part, numbers[part], d) for part, d in self._way_parts])
            edge = (low, ground.width - low, ground.depth - low)
            self._obstacles = rings, walls, spans, planes, sides, boxes, edge
        return self._obstacles

    def clear(self, p: Point, q: Point) -> bool:
        """Is a leg free of pieces, circles and the table's edge?"""
        return is_clear(self._obstacles or self.obstacles(), p[0], p[1], q[0], q[1])

    def on_table(self, p: Point) -> bool:
        """Is the moving base wholly on the table?"""
        r, g = self.way_r - self.tol, self.ground
        return r <= p[0] <= g.width - r and r <= p[1] <= g.depth - r

    def free(self, p: Point) -> bool:
        """May the moving base be at p on its way?"""
        return self.clear(p, p)

    def ends(self, p: Point) -> bool:
        """May the base end here? (`end_faults`, without saying why.)"""
        if self._ends is None:
            self._ends = self._end_rows(self._end_circles, self._end_parts)
        if not may_stand(*self._ends, p[0], p[1]):
            return False
        no_end = self.no_end
        return not no_end or not self.ground.under(Circle(p[0], p[1], self.base.r), no_end, self.tol)

    def ends_about(self, about: Point, reach: float) -> Ends:
        """What the base keeps away from where it ends no farther than this from a place, for kernels: what is beyond is
        in nobody's way."""
        (x, y), far, r = about, reach + 0.01, self.base.r - self.tol
        circles = [c for c in self._end_circles if math.sqrt((c[0] - x) ** 2 + (c[1] - y) ** 2) < c[2] + far]
        parts = [pair for pair in self._end_parts if _may_touch(*pair, x, y, far)]
        if self.no_end:
            parts += [(part, r) for part in self.ground.chosen(self.no_end) if _may_touch(part, r, x, y, far)]
        return self._end_rows(circles, parts)

    def _end_rows(self, circles: Sequence[Kept], parts: Sequence[tuple[Part, float]]) -> Ends:
        ground, low = self.ground, self.base.r - self.tol if self.costs.edge else -math.inf
        numbers, spans, planes, sides, boxes, *_ = ground.rows()
        walls = [_wall(part, numbers[part], d) for part, d in parts]
        return circles, walls, spans, planes, sides, boxes, (low, ground.width - low, ground.depth - low)

    def leg_faults(self, p: Point, q: Point, leg: int) -> Iterator[Fault]:
        """What is wrong with one leg."""
        for part, d in self._way_parts:
            span = part_span(p, q, part, d)
            if span is not None:
                yield Fault("impassable", leg, along(p, q, span[0]), piece=part.owner)
        for x, y, d, i in self._way_circles:
            t0, t1 = clip_disc(x, y, d, p[0], p[1], q[0], q[1]) if d > 0.0 else (1.0, 0.0)
            if t0 < t1:
                near = min(_apart(along(p, q, t), x, y) for t in (t0, (t0 + t1) / 2.0, t1))
                yield Fault("close", leg, along(p, q, t0), other=i, amount=d + self.tol - near)
        if self.costs.edge and not self.on_table(q):
            yield Fault("edge", leg, q)

    def end_faults(self, p: Point, leg: int) -> Iterator[Fault]:
        """Why the base may not end at p."""
        here = Circle(p[0], p[1], self.base.r)
        for part, d in self._end_parts:
            if part_span(p, p, part, d) is not None:
                yield Fault("impassable", leg, p, piece=part.owner)
        for x, y, d, i in self._end_circles:
            apart = _apart(p, x, y)
            if apart < d:
                yield Fault("close", leg, p, other=i, amount=d + self.tol - apart)
        if self.costs.edge and not self.ground.on_table(here, self.tol):
            yield Fault("edge", leg, p)
        if self.no_end:
            for piece in self.ground.near(here, 0.0, self.no_end):
                if overlaps(here, piece, self.tol):
                    yield Fault("end", leg, p, piece=self.ground.index(piece.name))

    def faults(self, path: Sequence[Point], budget: float | None = None) -> Iterator[Fault]:
        """Every reason why the base may not go this way, which is no longer than the span."""
        if not path:
            return
        straight = list(legs(self.base, path))
        if not self.ends(path[-1]) or not all(self.clear(p, q) for p, q in straight):  # most moves are legal
            for leg, (p, q) in enumerate(straight):
                yield from self.leg_faults(p, q, leg)
            yield from self.end_faults(path[-1], len(path) - 1)
        if budget is not None and (spent := cost(self.base, path, self.ground, self.costs)) > budget + self.tol:
            yield Fault("long", len(path) - 1, path[-1], amount=spent - budget)


def ring_rows(circles: Sequence[Kept]) -> list[Ring]:
    """Circles that a mover keeps away from, as kernels know them."""
    return [ring_around(x, y, d) for x, y, d, _ in circles if d > 0.0]


def _wall(part: Part, number: int, d: float) -> Wall:
    """A part with the bounds beyond which nothing is within d of it; a disc has none."""
    if not part.planes:
        return (-math.inf, math.inf, -math.inf, math.inf, number, d)
    return (part.x0 - d, part.x1 + d, part.y0 - d, part.y1 + d, number, d)


def _may_touch(part: Part, d: float, x: float, y: float, far: float) -> bool:
    """May a place no farther than this from a point be within d of a part?"""
    return not part.planes or (part.x0 - d - far < x < part.x1 + d + far and part.y0 - d - far < y < part.y1 + d + far)


def _at_most(p: Point, part: Part, most: float) -> float:
    """A point to a convex part, measured only as far as it matters."""
    dx, dy, far = p[0] - part.cx, p[1] - part.cy, part.rad + most
    return most if dx * dx + dy * dy > far * far else min(most, point_to_part(p, part))


def _apart(p: Point, x: float, y: float) -> float:
    return math.sqrt((p[0] - x) ** 2 + (p[1] - y) ** 2)


def faults(
    base: Circle,
    path: Sequence[Point],
    ground: Ground,
    costs: Costs = FREE,
    others: Sequence[Circle] = (),
    gap: float = 0.0,
    budget: float | None = None,
    *,
    solid: Sequence[Circle] = (),
    way_r: float | None = None,
    tol: float = TOLERANCE,
) -> Iterator[Fault]:
    """Every reason why this move is not legal, leg by leg, then the end, then the budget; nothing: it is legal.

    Indices of `solid` circles count on after those of `others`. A path without way-points is no move: always legal.
    """
    if not path:
        return
    span = length(base, path)
    walk = Walk(base, ground, costs, others, gap, solid=solid, way_r=way_r, span=span, tol=tol)
    yield from walk.faults(path, budget)


def legal(
    base: Circle,
    path: Sequence[Point],
    ground: Ground,
    costs: Costs = FREE,
    others: Sequence[Circle] = (),
    gap: float = 0.0,
    budget: float | None = None,
    *,
    solid: Sequence[Circle] = (),
    way_r: float | None = None,
    tol: float = TOLERANCE,
) -> bool:
    """Is this move legal?"""
    all_faults = faults(base, path, ground, costs, others, gap, budget, solid=solid, way_r=way_r, tol=tol)
    return next(all_faults, None) is None


def all_legal(
    models: Sequence[Circle],
    ways: Sequence[Sequence[Point]],
    ground: Ground,
    costs: Costs = FREE,
    others: Sequence[Circle] = (),
    solid: Sequence[Circle] = (),
) -> bool:
    """Is each model's way legal, by itself?"""
    return all(legal(c, way, ground, costs, others, solid=solid) for c, way in zip(models, ways, strict=True))
