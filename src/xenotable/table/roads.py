"""The shortest ways of one walk to many goals, each worked out when somebody asks for it."""

from __future__ import annotations

import heapq
import math
from bisect import bisect_left
from itertools import islice

from xenotable.table.legal import Walk
from xenotable.table.moving import leg_cost
from xenotable.table.near import TOLERANCE
from xenotable.table.paths import bends, far, search
from xenotable.table.shapes import Point
from xenotable.table.shortest_paths import lies_behind

PATIENCE = 6
"""Goals behind something that are looked for one by one; beyond that it is quicker to reach every bend once."""

Reached = list[tuple[Point, float, tuple[Point, ...]]]  # bends, what it costs to get there, the ways


Bend = tuple[Point, float, int]  # a place, a distance, the number of the ring that it leads round (-1: none)


class Roads:
    """Ways of at most `limit`, with the bends of `paths.search`.

    A bend can help on the way to a goal only if the way over it would be short enough with nothing in between; for a
    goal far off these are few, and mostly none.

    eager: of ways that look equally short a goal's is the first that the limit pays for, even if slow ground on its
    last leg makes it dearer than another.
    """

    __slots__ = ("_asked", "_bends", "_free", "_legs", "_reached", "eager", "limit", "start", "walk")

    def __init__(self, walk: Walk, limit: float, *, eager: bool = False) -> None:
        self.walk, self.limit, self.eager = walk, limit, eager
        self.start: Point = (walk.base.x, walk.base.y)
        self._asked = 0  # for goals that no straight leg leads to
        self._bends: list[Bend] | None = None
        self._reached: Reached | None = None
        self._free: dict[Point, bool] = {}
        self._legs: dict[tuple[Point, Point], float] = {}

    def to(self, goal: Point) -> tuple[Point, ...] | None:
        """The way to a goal; None if the base may not stand there or cannot get there."""
        if not self.walk.on_table(goal) or not self.walk.ends(goal):
            return None
        if self._leg(self.start, goal) <= self.limit + TOLERANCE:
            return (goal,)
        self._asked += 1
        return self._round(goal) if self._asked <= PATIENCE else self._over_any(goal)

    def _leg(self, p: Point, q: Point) -> float:
        """What a straight leg costs; infinite if it is not free."""
        known = self._legs.get((p, q))
        if known is None:
            free = self.walk.clear(p, q)
            known = leg_cost(p, q, self.walk.ground, self.walk.costs) if free else math.inf
            self._legs[p, q] = known
        return known

    def _on_the_way(self, goal: Point) -> list[Bend]:
        """The bends that can help, in the order of the points, each with its distance to the goal; and the start."""
        if self._bends is None:
            around = bends(self.walk, self.limit, self.walk.ways_off()[1])
            found = [(n, far(self.start, n), ring) for n, ring in around.items()]
            self._bends = sorted(b for b in found if b[1] <= self.limit + TOLERANCE and b[0] != self.start)
        most, free, walk = self.limit + TOLERANCE, self._free, self.walk
        # They lie in the ellipse around start and goal; what is outside its bounds need not be measured.
        (sx, sy), (gx, gy), near = self.start, goal, list[Bend]()
        dx, dy = gx - sx, gy - sy
        wide, high = math.sqrt(max(0.0, most * most - dy * dy)) / 2.0, math.sqrt(max(0.0, most * most - dx * dx)) / 2.0
        x, south, north = (sx + gx) / 2.0, (sy + gy) / 2.0 - high, (sy + gy) / 2.0 + high
        first = bisect_left(self._bends, ((x - wide, -math.inf),))
        for n, d, ring in islice(self._bends, first, None):
            if n[0] > x + wide:
                break
            if south <= n[1] <= north and d + (left := far(n, goal)) <= most:
                if n not in free:
                    free[n] = walk.free(n)
                if free[n]:
                    near.append((n, left, ring))
        return near

    def _all(self) -> Reached:
        """All bends that can be reached."""
        if self._reached is None:
            self._reached = []
            for bend, way in search(self.walk, self.start, [], self.limit)[1].items():
                if way:
                    legs = zip((self.start, *way), way, strict=False)
                    self._reached.append((bend, sum(self._leg(p, q) for p, q in legs), tuple(way)))
        return self._reached

    def _over_any(self, goal: Point) -> tuple[Point, ...] | None:
        """Once all bends are reached, only the last leg is to be found."""
        reached = self._all()
        best, most, found = math.inf, self.limit + TOLERANCE, None
        over = [(spent + far(bend, goal), k) for k, (bend, spent, _) in enumerate(reached)]
        for least, k in sorted(one for one in over if one[0] <= most):
            if least >= best:
                break
            bend, spent, before = reached[k]
            true = spent + self._leg(bend, goal)
            if true <= most and true < best:
                best, found = true, (*before, goal)
                if self.eager:
                    break
        return found

    def _round(self, goal: Point) -> tuple[Point, ...] | None:
        """A* over the bends, as in `shortest_paths.settle`. What the legs from the start cost is soon known, for this
        goal and all others; of other legs one is examined only when it is the cheapest. So of equally long ways that
        with fewer bends is found, and sooner than by `settle`, which begins anew for each goal and may stop at bends on
        a straight line."""
        start, most, legs = self.start, self.limit + TOLERANCE, self._leg
        nodes = self._on_the_way(goal)
        cheap = [legs(start, n) for n, _, _ in nodes]
        heap = [(g + nodes[k][1], g, k, -1, True) for k, g in enumerate(cheap) if g + nodes[k][1] <= most]
        heapq.heapify(heap)
        end = len(nodes)
        nodes.append((goal, 0.0, -1))
        rings = self.walk.obstacles()[0]
        cheap.append(math.inf)
        before, settled = [-1] * len(nodes), [False] * len(nodes)
        spents = cheap.copy()
        while heap:
            f, g, n, p, examined = heapq.heappop(heap)
            if settled[n]:
                continue
            at = nodes[n][0]
            if not examined:
                true = spents[p] + legs(nodes[p][0], at) if g < cheap[n] else math.inf
                if true > most or true >= cheap[n]:
                    continue
                cheap[n] = true
                if true > g + 1e-12 and not (n == end and self.eager):
                    heapq.heappush(heap, (f + true - g, true, n, p, True))
                    continue
            settled[n], spents[n], before[n] = True, g, p
            if n == end:
                return _trace_back(nodes, before)
            x, y = at
            for k, (to, left, ring) in enumerate(nodes):
                if not settled[k]:
                    spent = g + far(at, to)
                    if spent + left > most or spent >= cheap[k]:
                        continue
                    if ring < 0 or not lies_behind(x, y, *to, rings[ring]):
                        heapq.heappush(heap, (spent + left, spent, k, n, False))
        return None


def _trace_back(nodes: list[Bend], before: list[int]) -> tuple[Point, ...]:
    """From the last node back to the start."""
    way, n = list[Point](), len(nodes) - 1
    while n >= 0:
        way.append(nodes[n][0])
        n = before[n]
    return tuple(reversed(way))
