"""Is there a legal place, and which is the nearest? Decided by the curves that bound it, not by samples.

Where the centre of a base may end is a region bounded by circles and straight lines: other bases and ranges, outlines
of terrain pushed out by a radius, the table's edge, the shadow behind a wall. If it holds anything, the point of it
nearest to a focus is the focus itself, the foot of the focus on one curve, or a crossing of two. So these points,
nearest first, decide it, and the game's own check judges each. The check must not refuse for anything that the region
was not told: then nothing is certain ("must move" is `at_least` 1/512 from the start).

Every curve is drawn `STEP` inside what is allowed, tolerances included, and `STEP` is how far snapping to the grid can
move a point. Distances change no faster than one moves, so a candidate stays legal when it is snapped, however sharp
the corner. Only slivers thinner than twice that (0.0014 in) can be overlooked.

    region = Region.of(walk, budget).in_piece(wood).at_least(enemy.x, enemy.y, was)      # for "or" one region each
    place = nearest_place([region], focus, lambda p: allowed(refusals(p)))
    way = next(ways_into([region], walk, budget, lambda way: allowed(refusals(way))), None)      # `arrival`
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from xenotable.table.curves import Curve, both_sides, crossings, foot, pushed, signed_distance
from xenotable.table.legal import Walk
from xenotable.table.near import TOLERANCE
from xenotable.table.shapes import Piece, Point, snap_point

STEP = 0.0007
"""A little more than half the diagonal of the grid: how far snapping moves a point at most."""
SLACK = 1e-7

Bound = tuple[int, float, float, float, float, float, float, tuple[Point, ...]]
"""Its kind, how far from it (a plane: n·p at most) and on which side of that; a centre, a normal or the bounds of an
outline, and its corners."""
DISC, PLANE, SHAPE = 0, 1, 2


class Region:
    """Where a centre may be: everything that was said must hold. For "or" take several regions.

    Only what lies within `limit` of the place `about` matters; curves elsewhere are left out. `tol` is always the
    tolerance of the very comparison that the game makes.
    """

    __slots__ = ("bounds", "curves", "empty", "limit", "ring", "x", "y")

    def __init__(self, about: Point, limit: float) -> None:
        (self.x, self.y), self.limit = about, limit
        self.curves: list[Curve] = []
        self.bounds: list[Bound] = []
        self.empty = False
        self.ring = (self.x, self.y, limit)  # a circle around all of it, the smallest known

    @staticmethod
    def of(walk: Walk, limit: float) -> Region:
        """Where the base of a walk may end (`Walk.ends`), so far away at most."""
        base, ground, costs, tol = walk.base, walk.ground, walk.costs, walk.tol
        region = Region((base.x, base.y), limit)
        parts, circles = walk.ends_off()
        for x, y, d, _ in circles:
            region.at_least(x, y, d, 0.0)
        for part, d in parts:
            if part.planes:
                region._shape(part.corners, d, 1.0, 0.0)
            else:
                region.at_least(part.cx, part.cy, part.rad + d, 0.0)
        if costs.edge:
            region.on_table(ground.width, ground.depth, base.r, tol)
        for piece in ground.near(base, limit + STEP, walk.no_end) if walk.no_end else ():
            region.off_piece(piece, base.r, tol)
        return region

    def copy(self) -> Region:
        """The same, to be narrowed down further."""
        other = Region((self.x, self.y), self.limit)
        other.curves, other.bounds, other.empty = self.curves.copy(), self.bounds.copy(), self.empty
        other.ring = self.ring
        return other

    # ---- what is said about it

    def at_least(self, x: float, y: float, d: float, tol: float = TOLERANCE) -> Region:
        """At least d from a point."""
        d += STEP - tol
        if d > 0.0 and math.hypot(x - self.x, y - self.y) < d + self.limit:
            self._draw(((x, y, d, 0.0, 0.0),))
            self.bounds.append((DISC, d, 1.0, x, y, 0.0, 0.0, ()))
        return self

    def at_most(self, x: float, y: float, d: float, tol: float = TOLERANCE) -> Region:
        """At most d from a point."""
        d -= STEP - tol
        far = math.hypot(x - self.x, y - self.y)
        if d < 0.0 or far > d + self.limit:
            self.empty = True
        elif far + self.limit > d:
            self._enclose(x, y, d)
            self._draw(((x, y, d, 0.0, 0.0),))
            self.bounds.insert(0, (DISC, d, -1.0, x, y, 0.0, 0.0, ()))
        return self

    def off_piece(self, piece: Piece, d: float, tol: float = TOLERANCE) -> Region:
        """At least d from a piece (its axis, if it is a line)."""
        if piece.disc is not None:
            return self.at_least(piece.disc[0], piece.disc[1], piece.disc[2] + d, tol)
        return self._shape(piece.line or piece.corners, d, 1.0, tol)

    def near_piece(self, piece: Piece, d: float, tol: float = TOLERANCE) -> Region:
        """At most d from a piece (its axis, if it is a line)."""
        if piece.disc is not None:
            return self.at_most(piece.disc[0], piece.disc[1], piece.disc[2] + d, tol)
        return self._shape(piece.line or piece.corners, d, -1.0, tol)

    def in_piece(self, piece: Piece, r: float = 0.0, tol: float = 0.0) -> Region:
        """In a piece; with a radius: a base of that size wholly in it."""
        if piece.disc is not None:
            return self.at_most(piece.disc[0], piece.disc[1], piece.disc[2] - r, tol)
        return self._shape(piece.corners, -r, -1.0, tol)

    def on_table(self, width: float, depth: float, r: float, tol: float = TOLERANCE) -> Region:
        """A base of this size wholly on the table."""
        low = r - tol
        self.half_plane(-1.0, 0.0, -low).half_plane(1.0, 0.0, width - low)
        return self.half_plane(0.0, -1.0, -low).half_plane(0.0, 1.0, depth - low)

    def half_plane(self, nx: float, ny: float, c: float, tol: float = 0.0) -> Region:
        """n·p <= c, with n of length 1."""
        c += tol - STEP
        here = c - nx * self.x - ny * self.y
        if here < -self.limit:
            self.empty = True
        elif here < self.limit:
            fx, fy = self.x + nx * here, self.y + ny * here
            half = math.sqrt(self.limit * self.limit - here * here)
            self.curves.append((fx + ny * half, fy - nx * half, 0.0, -2.0 * ny * half, 2.0 * nx * half))
            self.bounds.append((PLANE, c, -1.0, nx, ny, 0.0, 0.0, ()))
        return self

    def behind(self, a: Point, b: Point, seen_from: Point) -> Region:
        """The segment from a to b lies between the centre and a point."""
        (ax, ay), (bx, by), (ex, ey) = a, b, seen_from
        turn = (ax - ex) * (by - ey) - (ay - ey) * (bx - ex)
        if abs(turn) < 1e-9:
            self.empty = True
            return self
        if turn < 0.0:
            ax, ay, bx, by = bx, by, ax, ay
        for (px, py), (qx, qy) in (((ex, ey), (ax, ay)), ((bx, by), (ex, ey)), ((bx, by), (ax, ay))):
            long = math.hypot(qx - px, qy - py)
            nx, ny = (qy - py) / long, (px - qx) / long  # right of p -> q is forbidden
            self.half_plane(nx, ny, nx * px + ny * py)
        return self

    def mark(self, pieces: Iterable[Piece]) -> Region:
        """Outlines at which something changes without being forbidden: the price of a way."""
        for piece in pieces:
            self._draw(both_sides(piece, STEP))
        return self

    def _shape(self, corners: tuple[Point, ...], level: float, sign: float, tol: float) -> Region:
        """The signed distance to an outline (below 0 inside) is at least (sign 1) or at most (sign -1) a level."""
        level += sign * (STEP - tol)
        reach = self.limit + max(level, 0.0)
        xs, ys = [p[0] for p in corners], [p[1] for p in corners]
        x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
        if not (x0 - reach < self.x < x1 + reach and y0 - reach < self.y < y1 + reach):
            self.empty |= sign < 0.0
            return self
        if sign < 0.0:
            mx, my = (x0 + x1) / 2.0, (y0 + y1) / 2.0
            self._enclose(mx, my, math.hypot(x1 - mx, y1 - my) + max(level, 0.0))
        self.bounds.insert(len(self.bounds) if sign > 0.0 else 0, (SHAPE, level, sign, x0, y0, x1, y1, corners))
        self._draw(pushed(corners, level))
        return self

    def _draw(self, curves: Iterable[Curve]) -> None:
        x, y, limit = self.x, self.y, self.limit
        for curve in curves:
            fx, fy = foot(curve, x, y)
            if (fx - x) * (fx - x) + (fy - y) * (fy - y) <= limit * limit:
                self.curves.append(curve)

    def _enclose(self, x: float, y: float, r: float) -> None:
        if r < self.ring[2]:
            self.ring = (x, y, r)

    def tightened(self) -> Region:
        """The same without what cannot matter, because it is nowhere near the circle around the region."""
        x, y, r = self.ring
        if math.hypot(x - self.x, y - self.y) - r > self.limit:
            self.empty = True
        if self.empty or r >= self.limit:
            return self
        r += 0.01
        kept: list[Curve] = []
        for curve in self.curves:
            px, py = foot(curve, x, y)
            if (px - x) * (px - x) + (py - y) * (py - y) <= r * r:
                kept.append(curve)
        self.curves = kept
        self.bounds = [b for b in self.bounds if _margin(b, x, y) < r]
        return self

    # ---- what follows from it

    def holds(self, x: float, y: float) -> bool:
        """Is a centre allowed here, by what was said?"""
        bounds = self.bounds
        for i, bound in enumerate(bounds):
            if _margin(bound, x, y) < -SLACK:
                if i:  # what refuses once refuses again: look at it sooner
                    bounds.insert(i // 2, bounds.pop(i))
                return False
        return True

    def candidates(self, x: float, y: float, limit: float = math.inf) -> Iterator[tuple[float, Point]]:
        """All points that decide about the region, as (distance, point on the grid), nearest to (x, y) first.

        A curve is looked at when nothing nearer is left, and crossed with those looked at before.
        """
        if self.empty:
            return
        if self.holds(x, y):
            yield 0.0, snap_point((x, y))
        heap: list[tuple[float, int, float, float]] = []
        for i, curve in enumerate(self.curves):
            px, py = foot(curve, x, y)
            far = math.hypot(px - x, py - y)
            if far <= limit:
                heap.append((far, i, px, py))
        heapq.heapify(heap)
        seen: list[Curve] = []
        while heap:
            far, i, px, py = heapq.heappop(heap)
            if self.holds(px, py):
                yield far, snap_point((px, py))
            if i < 0:
                continue
            curve = self.curves[i]
            for other in seen:
                for qx, qy in crossings(curve, other):
                    d = math.hypot(qx - x, qy - y)
                    if d <= limit:
                        heapq.heappush(heap, (d, -1, qx, qy))
            seen.append(curve)

    def corners(self, first: int = 0) -> list[Point]:
        """Every crossing of two curves that is in the region, of those from `first` on with all before them."""
        found: list[Point] = []
        curves, x, y, limit = self.curves, self.x, self.y, self.limit
        for i, curve in enumerate(curves[first:], first):
            for other in curves[:i]:
                met = crossings(curve, other)
                found += [q for q in met if math.hypot(q[0] - x, q[1] - y) <= limit and self.holds(*q)]
        return found

    def on_line(self, p: Point, q: Point) -> list[Point]:
        """The points that decide about a straight line from p to q, in order: its ends, and where it meets a curve."""
        dx, dy = q[0] - p[0], q[1] - p[1]
        line: Curve = (p[0], p[1], 0.0, dx, dy)
        met = [p, q, *(m for curve in self.curves for m in crossings(curve, line))]
        met.sort(key=lambda m: (m[0] - p[0]) * dx + (m[1] - p[1]) * dy)
        return [snap_point(m) for m in met if not self.empty and self.holds(*m)]


def _margin(bound: Bound, x: float, y: float) -> float:
    """How far inside a bound a point is (below 0: outside); far off an outline measured from the box around it. Never
    changes faster than one moves."""
    kind, d, sign, x0, y0, x1, y1, corners = bound
    if kind == DISC:
        dx, dy = x - x0, y - y0
        return sign * (math.sqrt(dx * dx + dy * dy) - d)
    if kind == PLANE:
        return d - x0 * x - y0 * y
    far = d + SLACK
    if x0 - far <= x <= x1 + far and y0 - far <= y <= y1 + far:
        return sign * (signed_distance(corners, x, y) - d)
    return sign * (max(x0 - x, x - x1, y0 - y, y - y1) - d)


def nearest_place(
    regions: Sequence[Region], focus: Point, check: Callable[[Point], bool], limit: float = math.inf
) -> Point | None:
    """The nearest place in any of the regions that the game's check allows, or None: then there is none."""
    return next(legal_places(regions, focus, check, limit), None)


def legal_places(
    regions: Sequence[Region], focus: Point, check: Callable[[Point], bool], limit: float = math.inf
) -> Iterator[Point]:
    """Legal places, nearest first: one at least, if there is any."""
    streams = [region.candidates(focus[0], focus[1], limit) for region in regions]
    seen: set[Point] = set()
    for _, p in heapq.merge(*streams):
        if p not in seen:
            seen.add(p)
            if check(p):
                yield p
