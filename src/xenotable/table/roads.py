"""The shortest ways of one walk to many goals, each worked out when somebody asks for it."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence

from xenotable.kernels import Rows, kernel, load
from xenotable.table.ground import Box, Plane, Side, Turn
from xenotable.table.legal import Walk
from xenotable.table.moving import Toll, leg_cost, leg_price, tolls_of
from xenotable.table.near import TOLERANCE
from xenotable.table.obstacles import OBSTACLES, Kept, Obstacles, Ring, Wall, is_clear
from xenotable.table.paths import search
from xenotable.table.shapes import Point
from xenotable.table.shortest_paths import Node, bends, lies_behind

PATIENCE = 6
"""Goals behind something that are looked for one by one; beyond that it is quicker to reach every bend once."""

Spent = tuple[float, float, float]  # a bend, and what it costs to get there
Bend = tuple[float, float, float, int]  # a place, how far from the start, the ring that it leads round (-1: none)


class Roads:
    """Ways of at most `limit`, with the bends of `paths.search`.

    A bend can help on the way to a goal only if the way over it would be short enough with nothing in between; for a
    goal far off these are few, and mostly none.

    eager: of ways that look equally short a goal's is the first that the limit pays for, even if slow ground on its
    last leg makes it dearer than another.
    """

    __slots__ = ("_asked", "_bends", "_reached", "_ways", "eager", "limit", "start", "walk")

    def __init__(self, walk: Walk, limit: float, *, eager: bool = False) -> None:
        self.walk, self.limit, self.eager = walk, limit, eager
        self.start: Point = (walk.base.x, walk.base.y)
        self._asked = 0  # for goals that no straight leg leads to
        self._bends: Sequence[Bend] | None = None
        self._reached: Sequence[Spent] | None = None  # all bends that can be reached,
        self._ways: list[tuple[Point, ...]] = []  # and the ways there

    def to(self, goal: Point) -> tuple[Point, ...] | None:
        """The way to a goal; None if the base may not stand there or cannot get there."""
        walk, most = self.walk, self.limit + TOLERANCE
        if not walk.on_table(goal) or not walk.ends(goal):
            return None
        if walk.clear(self.start, goal) and leg_cost(self.start, goal, walk.ground, walk.costs) <= most:
            return (goal,)
        self._asked += 1
        return self._round(goal) if self._asked <= PATIENCE else self._over_any(goal)

    def _over_any(self, goal: Point) -> tuple[Point, ...] | None:
        """Once all bends are reached, only the last leg is to be found."""
        walk = self.walk
        if self._reached is None:
            paid, ways = {self.start: 0.0}, search(walk, self.start, [], self.limit)[1]
            for bend, way in ways.items():  # the way to a bend comes after its beginning
                if way:
                    before = way[-2] if len(way) > 1 else self.start
                    paid[bend] = paid[before] + leg_cost(before, bend, walk.ground, walk.costs)
            self._ways = [tuple(way) for way in ways.values() if way]
            self._reached = Rows([(*way[-1], paid[way[-1]]) for way in self._ways])
        slow, crossing, least, *_ = tolls_of(walk.ground, walk.costs)
        asked = *walk.obstacles(), slow, crossing, least, self._reached, *goal, self.limit + TOLERANCE, self.eager
        last = last_bend(*asked)
        return (*self._ways[last], goal) if last >= 0 else None

    def _round(self, goal: Point) -> tuple[Point, ...] | None:
        """The way over those bends that can help."""
        walk, most, (sx, sy), (gx, gy) = self.walk, self.limit + TOLERANCE, self.start, goal
        slow, crossing, least, *_ = tolls_of(walk.ground, walk.costs)
        if self._bends is None:
            _, walls, spans, _, _, boxes, _ = walk.obstacles()
            around, rows = (walk.ways_off()[1], walls, spans, boxes), walk.ground.rows()
            near = bends_within(
                *around, rows.turn_spans, rows.turns, slow, crossing, sx, sy, self.limit, most, walk.tol
            )
            self._bends = Rows(near)
        asked = *walk.obstacles(), slow, crossing, least, self._bends, sx, sy, gx, gy, most, self.eager
        over = go_round(*asked)
        return (*[self._bends[k][:2] for k in over], goal) if over else None


def use_compiled() -> None:
    """From now on ways round corners are found by compiled code."""
    load(__name__)


@kernel("(f8[:,::1], f8[:,::1], i8[:,::1], f8[:,::1], i8[:,::1], f8[:,::1], f8[:,::1], f8[:,::1], f8, f8, f8, f8, f8)")
def bends_within(
    kept: Sequence[Kept], walls: Sequence[Wall], spans: Sequence[tuple[int, int]], boxes: Sequence[Box],
    turn_spans: Sequence[tuple[int, int]], turns: Sequence[Turn], slow: Sequence[Toll], crossing: Sequence[Toll],
    sx: float, sy: float, limit: float, most: float, tol: float,
) -> list[Bend]:  # fmt: skip
    """The points that a shortest way may bend at, at most so far from the start, in order of x and y. Of some that are
    the same the last one counts."""
    circles = [(x, y, d) for x, y, d, _ in kept]
    parts = [(x0, x1, y0, y1, int(part), d) for x0, x1, y0, y1, part, d in walls]
    found = bends(circles, parts, spans, boxes, turn_spans, turns, slow, crossing, sx, sy, limit, tol)
    around = [(x, y, n, ring) for n, (x, y, ring) in enumerate(found)]
    around.sort()
    near = [(0.0, 0.0, 0.0, 0) for _ in range(0)]
    for n, (x, y, _, ring) in enumerate(around):
        if n + 1 < len(around) and around[n + 1][0] == x and around[n + 1][1] == y:
            continue
        d = math.sqrt((sx - x) * (sx - x) + (sy - y) * (sy - y))
        if d <= most and (x != sx or y != sy):
            near.append((x, y, d, ring))
    return near


@kernel(f"({OBSTACLES}, f8[:,::1], f8[:,::1], f8, f8[:,::1], f8, f8, f8, f8, f8, b1)")
def go_round(
    rings: Sequence[Ring], walls: Sequence[Wall], spans: Sequence[tuple[int, int]], planes: Sequence[Plane],
    sides: Sequence[Side], boxes: Sequence[Box], edge: tuple[float, float, float],
    slow: Sequence[Toll], crossing: Sequence[Toll], least: float,
    bends: Sequence[Bend], sx: float, sy: float, gx: float, gy: float, most: float, eager: bool,
) -> list[int]:  # fmt: skip
    """The numbers of the bends on the way from the start to a goal that no straight leg leads to; none: there is none.

    A* over the bends, as in `shortest_paths.settle`. What legs from the start cost is known at once; of other legs one
    is examined only when it is the cheapest. So of equally long ways that with fewer bends is found, and sooner than
    by `settle`, which may stop at bends on a straight line."""
    obstacles = (rings, walls, spans, planes, sides, boxes, edge)
    tolls = (slow, crossing, least, spans, planes, boxes)
    nodes = on_the_way(obstacles, bends, sx, sy, gx, gy, most)
    cheap, end = [math.inf] * (len(nodes) + 1), len(nodes)
    nodes.append((gx, gy, 0.0, -1, -1))
    heap = [(0.0, 0.0, 0, 0, True) for _ in range(0)]  # estimate, cost so far, to, from, whether the leg was examined
    for n in range(end):
        x, y, left, _, _ = nodes[n]
        if is_clear(obstacles, sx, sy, x, y):
            cheap[n] = leg_price(tolls, sx, sy, x, y)
            if cheap[n] + left <= most:
                heap.append((cheap[n] + left, cheap[n], n, -1, True))
    heapq.heapify(heap)
    before, settled, spents = [-1] * len(nodes), [False] * len(nodes), cheap.copy()
    while heap:
        f, g, n, p, examined = heapq.heappop(heap)
        if settled[n]:
            continue
        x, y, _, _, _ = nodes[n]
        if not examined:
            if g >= cheap[n] or not is_clear(obstacles, nodes[p][0], nodes[p][1], x, y):
                continue
            true = spents[p] + leg_price(tolls, nodes[p][0], nodes[p][1], x, y)
            if true > most or true >= cheap[n]:
                continue
            cheap[n] = true
            if true > g + 1e-12 and not (n == end and eager):
                heapq.heappush(heap, (f + true - g, true, n, p, True))
                continue
        settled[n], spents[n], before[n] = True, g, p
        if n == end:
            break
        for k in range(len(nodes)):
            if not settled[k]:
                u, v, left, ring, _ = nodes[k]
                spent = g + math.sqrt((x - u) * (x - u) + (y - v) * (y - v))
                if spent + left > most or spent >= cheap[k]:
                    continue
                if ring < 0 or not lies_behind(x, y, u, v, rings[ring]):
                    heapq.heappush(heap, (spent + left, spent, k, n, False))
    way, n = [0][:0], before[end]
    while n >= 0:
        way.append(nodes[n][4])
        n = before[n]
    return way[::-1]


@kernel(f"({OBSTACLES}, f8[:,::1], f8[:,::1], f8, f8[:,::1], f8, f8, f8, b1)")
def last_bend(
    rings: Sequence[Ring], walls: Sequence[Wall], spans: Sequence[tuple[int, int]], planes: Sequence[Plane],
    sides: Sequence[Side], boxes: Sequence[Box], edge: tuple[float, float, float],
    slow: Sequence[Toll], crossing: Sequence[Toll], least: float,
    reached: Sequence[Spent], gx: float, gy: float, most: float, eager: bool,
) -> int:  # fmt: skip
    """The number of the bend from which a straight leg ends the cheapest way to a goal; -1: there is no way."""
    obstacles = (rings, walls, spans, planes, sides, boxes, edge)
    tolls = (slow, crossing, least, spans, planes, boxes)
    over = [(0.0, 0) for _ in range(0)]
    for k, (x, y, spent) in enumerate(reached):
        estimate = spent + math.sqrt((x - gx) * (x - gx) + (y - gy) * (y - gy))
        if estimate <= most:
            over.append((estimate, k))
    over.sort()
    best, found = math.inf, -1
    for estimate, k in over:
        if estimate >= best:
            break
        x, y, spent = reached[k]
        if is_clear(obstacles, x, y, gx, gy):
            true = spent + leg_price(tolls, x, y, gx, gy)
            if true <= most and true < best:
                best, found = true, k
                if eager:
                    break
    return found


@kernel()
def on_the_way(
    obstacles: Obstacles, bends: Sequence[Bend], sx: float, sy: float, gx: float, gy: float, most: float
) -> list[Node]:
    """The free bends that can help, in the order of the points, each with its distance to the goal."""
    # They lie in the ellipse around start and goal; what is outside its bounds need not be measured.
    nodes = [(0.0, 0.0, 0.0, 0, 0) for _ in range(0)]
    dx, dy, middle_x, middle_y = gx - sx, gy - sy, (sx + gx) / 2.0, (sy + gy) / 2.0
    wide, high = math.sqrt(max(0.0, most * most - dy * dy)) / 2.0, math.sqrt(max(0.0, most * most - dx * dx)) / 2.0
    for k, (x, y, d, ring) in enumerate(bends):
        if x > middle_x + wide:
            break
        if x < middle_x - wide or not middle_y - high <= y <= middle_y + high:
            continue
        left = math.sqrt((x - gx) * (x - gx) + (y - gy) * (y - gy))
        if d + left <= most and is_clear(obstacles, x, y, x, y):
            nodes.append((x, y, left, int(ring), k))
    return nodes
