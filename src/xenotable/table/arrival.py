"""Is there a legal way into a region? (`existence`: the places, `paths`: the way-points.)

A way ends with a straight leg from the start or from a way-point that it bends at, so each way-point within the budget
is one more focus, and two kinds of lines are more curves: those from a way-point that graze something, where its shadow
ends, and outlines at which the price of a way changes. Not exact in two things: over slow ground the cheapest way bends
where it enters it, and round corners are gone round by the way-points of `paths.search`.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from xenotable.table.curves import Curve, Stop, crossings, foot, grazing_lines
from xenotable.table.existence import STEP, Region
from xenotable.table.legal import Walk
from xenotable.table.moving import leg_cost
from xenotable.table.near import TOLERANCE
from xenotable.table.paths import Paths, search
from xenotable.table.shapes import Piece, Point, snap_point

Way = tuple[Point, ...]
HINTS = 6  # places that a search for ways aims at first
MANY = 24  # curves of a region


def ways_into(
    regions: Sequence[Region],
    walk: Walk,
    budget: float,
    check: Callable[[Way], bool],
    scout: Callable[[], Walk] | None = None,
) -> Iterator[Way]:
    """Legal ways into the regions, straight ones by length, then those round corners: one at least, if there is any.

    scout: makes the walk that knows what else to go round (the target itself), when corners are needed at all.
    """
    regions = [region for region in regions if not region.tightened().empty]
    start, most = (walk.base.x, walk.base.y), budget + TOLERANCE
    found: list[list[Point]] = [[] for _ in regions]
    seen: set[Point] = set()
    streams = [_indexed(i, region.candidates(*start, most)) for i, region in enumerate(regions)]
    for _, p, i in heapq.merge(*streams):
        found[i].append(p)
        if p not in seen:
            seen.add(p)
            if _passable(walk, start, p, most) and check((p,)):
                yield (p,)
    if seen:  # else nothing is in reach even as the crow flies
        corners = _Corners(regions, found, walk, most, scout() if scout else walk)
        yield from corners.ways(check, {(start, p) for p in seen})


def _indexed(i: int, candidates: Iterable[tuple[float, Point]]) -> Iterator[tuple[float, Point, int]]:
    return ((far, p, i) for far, p in candidates)


def _passable(walk: Walk, p: Point, q: Point, most: float) -> bool:
    """A quick look that spares the check: is the last leg free, and not too dear by itself?"""
    return walk.clear(p, q) and (p == q or leg_cost(p, q, walk.ground, walk.costs) <= most)


class _Corners:
    """The ways that no foot of the start decides: behind the edge of a shadow, over slow ground, round corners."""

    def __init__(
        self, regions: Sequence[Region], found: Sequence[list[Point]], walk: Walk, most: float, scout: Walk
    ) -> None:
        self.walk, self.most, self.scout = walk, most, scout
        self.start = (walk.base.x, walk.base.y)
        charged = 0
        for mask, _ in (*walk.costs.slow, *walk.costs.crossing):
            charged |= mask
        marked = walk.ground.near(walk.base, most, charged) if charged else []
        self.regions = [region.copy().mark(marked).tightened() for region in regions] if marked else regions
        self.stops = _stops(scout, marked)
        pairs = zip(regions, self.regions, found, strict=True)
        self.corners = [known + more.corners(len(region.curves)) for region, more, known in pairs]

    def ways(self, check: Callable[[Way], bool], tried: set[tuple[Point, Point]]) -> Iterator[Way]:
        """From the start, then from every way-point; each time the points nearest to it before the edges of shadows."""
        yield from self._from({self.start: []}, check, tried)
        path, paths = self._way_points(self._hints())
        if path is not None:
            if check(tuple(path)):
                yield tuple(path)
            _, paths = self._way_points([])
        yield from self._from({w: path for w, path in paths.items() if path}, check, tried)

    def _from(
        self, paths: dict[Point, list[Point]], check: Callable[[Way], bool], tried: set[tuple[Point, Point]]
    ) -> Iterator[Way]:
        paid = self._paid(paths)
        for grazing in (False, True):
            for _, w, p in self._ends(paid, grazing):
                if (w, p) not in tried:
                    tried.add((w, p))
                    if _passable(self.walk, w, p, self.most) and check((*paths[w], p)):
                        yield (*paths[w], p)

    def _hints(self) -> list[Point]:
        """A few places that are probably good enough: a search ends at the first of them that it reaches."""
        return self.corners[0][:HINTS] if len(self.regions) == 1 else []

    def _way_points(self, goals: list[Point]) -> Paths:
        """The way to the first of some goals; else the way-points from which a region may be in reach, each with the
        cheapest way to it."""
        if len(self.regions) > 1:
            return search(self.scout, self.start, goals, self.most)
        x, y, r = self.regions[0].ring
        slack = max((math.dist(p, (x, y)) for p in goals), default=0.0)
        return search(self.scout, self.start, goals, self.most + max(0.0, r - slack), (x, y))

    def _paid(self, paths: dict[Point, list[Point]]) -> dict[Point, float]:
        """What the way to each way-point costs; a path comes after its beginning."""
        paid = {self.start: 0.0}
        for w, path in paths.items():
            if path:
                before = path[-2] if len(path) > 1 else self.start
                paid[w] = paid[before] + leg_cost(before, w, self.walk.ground, self.walk.costs)
        return {w: paid[w] for w in paths}

    def _ends(self, paid: dict[Point, float], grazing: bool) -> Iterator[tuple[float, Point, Point]]:
        """(length, way-point, end) of every last leg worth trying, the shortest way first; a way-point is looked at
        when no shorter way is left."""
        heap: list[tuple[float, Point, Point]] = []
        for least, w in sorted((spent + self._to_regions(w), w) for w, spent in paid.items()):
            while heap and heap[0][0] <= least:
                yield heapq.heappop(heap)
            if least > self.most:
                break
            for q in self._ends_from(w, self.most - paid[w], grazing):
                heapq.heappush(heap, (paid[w] + math.hypot(q[0] - w[0], q[1] - w[1]), w, snap_point(q)))
        while heap:
            yield heapq.heappop(heap)

    def _to_regions(self, w: Point) -> float:
        """How far it is to the nearest region at least."""
        return max(0.0, min(math.dist(w, region.ring[:2]) - region.ring[2] for region in self.regions))

    def _ends_from(self, w: Point, left: float, grazing: bool) -> Iterator[Point]:
        for region, corners in zip(self.regions, self.corners, strict=True):
            x, y, r = region.ring
            if math.dist(w, (x, y)) - r <= left:
                yield from self._shadow_ends(region, w, left) if grazing else _feet(region, w, left, corners)

    def _clear_part(self, line: Curve) -> Curve:
        x, y, r, dx, dy = line
        t = self.walk.stop((x, y), (x + dx, y + dy))[0]
        return x, y, r, dx * t, dy * t

    def _shadow_ends(self, region: Region, w: Point, left: float) -> Iterator[Point]:
        """Where the lines from a way-point that graze something meet the curves of a region."""
        lines = grazing_lines(w, self.stops, left, region.ring)
        if len(region.curves) > MANY:  # a line ends where something stops it: that spares most crossings
            lines = [self._clear_part(line) for line in lines]
            left = max((math.hypot(line[3], line[4]) for line in lines), default=0.0)
        for curve in region.curves if lines else ():
            if math.dist(foot(curve, *w), w) <= left:
                for line in lines:
                    for q in crossings(curve, line):
                        if region.holds(*q):
                            yield q


def _feet(region: Region, w: Point, left: float, corners: Sequence[Point]) -> Iterator[Point]:
    """The points of a region that decide, as seen from a way-point: itself, its foot on every curve, the corners."""
    wx, wy = w
    if region.holds(wx, wy):
        yield w
    for curve in region.curves:
        px, py = foot(curve, wx, wy)
        if (px - wx) * (px - wx) + (py - wy) * (py - wy) <= left * left and region.holds(px, py):
            yield px, py
    for px, py in corners:
        if (px - wx) * (px - wx) + (py - wy) * (py - wy) <= left * left:
            yield px, py


def _stops(walk: Walk, marked: Sequence[Piece]) -> list[Stop]:
    """What a straight leg may graze: circles, and corners with the distance kept from them."""
    parts, circles = walk.ways_off()
    found = [(x, y, d + STEP) for x, y, d, _ in circles if d > 0.0]
    for part, d in parts:
        if part.planes:
            found += [(x, y, max(d, 0.0) + STEP) for x, y in part.corners]
        else:
            found.append((part.cx, part.cy, part.rad + d + STEP))
    for piece in marked:
        if piece.disc is not None:
            found.append((piece.disc[0], piece.disc[1], piece.disc[2] + STEP))
        else:
            found += [(x, y, STEP) for x, y in piece.corners]
    return found
