"""Shortest ways: where they may bend, and A* over these way-points. The kernel behind `paths.search`."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from functools import lru_cache

from xenotable.kernels import kernel, load
from xenotable.table.ground import TWELVE, Box, Plane, Side, Turn
from xenotable.table.moving import Toll, Tolls, leg_price
from xenotable.table.obstacles import (
    OBSTACLES,
    Kept,
    Obstacles,
    Ring,
    Wall,
    free_points,
    is_clear,
    may_stand,
    ring_around,
)
from xenotable.table.shapes import SNAP, Point

MARGIN = 2.0 / SNAP
"""How much farther off than needed the way-points stand, because they are snapped."""

DETOUR, ASIDE = 1.25, 3.5  # of the straight line, and inches more: ways that are longer are looked for last
TANGENT = math.tan(math.pi / 12.0)
COSINE = math.cos(math.pi / 12.0)  # by which the points around a circle stand farther off than the mover keeps;
SHARPEST = math.cos(math.pi / 7.8)  # for those around a part that is the least
NEARLY = 0.125  # inches more than way-points stand off and are snapped by

Bend = tuple[float, float, int]  # where a way may bend, and the number of the ring that it leads round there (-1: none)


def use_compiled() -> None:
    """From now on ways are found by compiled code."""
    load(__name__)


@kernel(f"({OBSTACLES}, f8, f8, f8, f8, f8, f8, i8)")
def places_about(
    kept: Sequence[Kept], walls: Sequence[Wall], spans: Sequence[tuple[int, int]], planes: Sequence[Plane],
    sides: Sequence[Side], boxes: Sequence[Box], edge: tuple[float, float, float],
    sx: float, sy: float, goal_x: float, goal_y: float, near: float, wider: float, rings: int,
) -> list[Point]:  # fmt: skip
    """Where a base may stand that shall come this near to a goal, the side of the start first; if it may stand nowhere
    there, on the first of so many wider rings where it may. What it keeps off is what `Walk.ends_about` gives."""
    found, taken = [(0.0, 0.0) for _ in range(0)], 0.0
    for x, y, d, _ in kept:
        taken = max(taken, d - math.sqrt((x - goal_x) * (x - goal_x) + (y - goal_y) * (y - goal_y)))
    first = math.atan2(sy - goal_y, sx - goal_x)
    for k in range(rings):
        around = near + k * wider
        if around < taken - MARGIN:
            continue  # somebody stands all over it
        r = max(0.0, around - MARGIN / 2.0)
        for turn in range(24 if around > 0.0 else 1):
            t = first + math.pi * turn / 12.0
            x = round((goal_x + r * math.cos(t)) * SNAP) / SNAP
            y = round((goal_y + r * math.sin(t)) * SNAP) / SNAP
            if may_stand(kept, walls, spans, planes, sides, boxes, edge, x, y):
                found.append((x, y))
        if len(found) > 0:
            break
    return found


@kernel()
def lies_behind(px: float, py: float, nx: float, ny: float, ring: Ring) -> bool:
    """Does a leg to a way-point n around a circle run through that very circle?"""
    _, _, _, _, x, y, square = ring
    vx, vy, ux, uy = nx - x, ny - y, px - nx, py - ny
    inward, long = -vx * ux - vy * uy, ux * ux + uy * uy
    off = vx * uy - vy * ux
    return 0.0 < inward <= long and off * off < square * long


@kernel()
def in_the_way(x: float, y: float, r: float, sx: float, sy: float, aim_x: float, aim_y: float, most: float) -> bool:
    """Can a way of at most this length from the start to the aim touch a circle? (A few more can.)"""
    there = math.sqrt((x - sx) * (x - sx) + (y - sy) * (y - sy))
    on = math.sqrt((x - aim_x) * (x - aim_x) + (y - aim_y) * (y - aim_y))
    return there + on - 2.0 * r <= most + NEARLY


@kernel()
def circles_in_the_way(
    kept: Sequence[Kept], sx: float, sy: float, aim_x: float, aim_y: float, most: float
) -> list[tuple[float, float, float]]:
    """The circles that a way of this length may touch, or lead over the points around."""
    found = [(0.0, 0.0, 0.0) for _ in range(0)]
    for x, y, d, _ in kept:
        if in_the_way(x, y, d / COSINE, sx, sy, aim_x, aim_y, most):
            found.append((x, y, d))
    return found


@kernel()
def walls_in_the_way(
    walls: Sequence[Wall], boxes: Sequence[Box], sx: float, sy: float, aim_x: float, aim_y: float, most: float
) -> list[Wall]:
    """The same for parts."""
    found = [(0.0, 0.0, 0.0, 0.0, 0, 0.0) for _ in range(0)]
    for x0, x1, y0, y1, part, d in walls:
        k = int(part)
        _, _, _, _, x, y, rad = boxes[k]
        if in_the_way(x, y, rad / COSINE + max(d, 0.0) / SHARPEST, sx, sy, aim_x, aim_y, most):
            found.append((x0, x1, y0, y1, k, d))
    return found


@lru_cache(maxsize=8192)
@kernel()
def points_around(x: float, y: float, r: float) -> list[Point]:
    """Twelve points around a circle; from one to the next a way stays out of it."""
    far, found = r / COSINE, [(0.0, 0.0) for _ in range(0)]
    for u, v in TWELVE:
        found.append((round((x + far * u) * SNAP) / SNAP, round((y + far * v) * SNAP) / SNAP))
    return found


@kernel()
def bends(
    circles: Sequence[tuple[float, float, float]], walls: Sequence[Wall], spans: Sequence[tuple[int, int]],
    boxes: Sequence[Box], turn_spans: Sequence[tuple[int, int]], turns: Sequence[Turn],
    slow: Sequence[Toll], crossing: Sequence[Toll],
    sx: float, sy: float, limit: float, tol: float,
) -> list[Bend]:  # fmt: skip
    """The points a shortest path may bend at: round these parts and circles, and at the corners of what is priced.
    Some stand there twice."""
    apart, ring = tol + MARGIN, 0
    found = [(0.0, 0.0, 0) for _ in range(0)]
    stood_off = [(wall[4], wall[5] + apart) for wall in walls]
    for priced in (slow, crossing):
        for x0, x1, y0, y1, part, _, _ in priced:
            if x0 - limit <= sx <= x1 + limit and y0 - limit <= sy <= y1 + limit:
                stood_off.append((int(part), MARGIN))
    for k, d in stood_off:
        i, j = turn_spans[k]
        off = d if spans[k][0] < spans[k][1] else boxes[k][6] + d  # a disc has no planes
        found += [
            (round((x + off / c * u) * SNAP) / SNAP, round((y + off / c * v) * SNAP) / SNAP, -1)
            for x, y, u, v, c in turns[i:j]
        ]
    for x, y, d in circles:
        for u, v in points_around(x, y, d + apart):
            found.append((u, v, ring if d > 0.0 else -1))
        if d > 0.0:
            ring += 1
            if math.sqrt((sx - x) * (sx - x) + (sy - y) * (sy - y)) <= d + apart:
                # From the rim of a circle a base may leave along it to either side: between two neighbours there is no
                # other way out, and hardly ever does one of the twelve points lie in that very direction.
                dx, dy = TANGENT * (sy - y), TANGENT * (sx - x)
                for way in (-1.0, 1.0):
                    along_x, along_y = sx + way * dx, sy - way * dy
                    found.append((round(along_x * SNAP) / SNAP, round(along_y * SNAP) / SNAP, -1))
    return found


Node = tuple[float, float, float, int, int]
"""A way-point: x, y, what is left at least, the ring that it leads round, and the number of the goal (after those the
start, then all others alike)."""


@kernel()
def within_limit(
    found: Sequence[Bend], ends: Sequence[Point], sx: float, sy: float,
    aim_x: float, aim_y: float, slack: float, limit: float,
) -> list[Node]:  # fmt: skip
    """The goals, the start and the bends that a way within the limit may lead over, in the order of the points."""
    goals, nodes, each = 0, [(0.0, 0.0, 0.0, 0, 0) for _ in range(0)], [(0.0, 0.0, 0.0, 0, 0) for _ in range(0)]
    for x, y in ends:
        left = math.sqrt((x - aim_x) * (x - aim_x) + (y - aim_y) * (y - aim_y)) - slack
        nodes.append((x, y, max(left, 0.0), -1, goals))
        goals += 1
    nodes.append((sx, sy, 0.0, -1, goals))
    for x, y, ring in found:
        left = math.sqrt((x - aim_x) * (x - aim_x) + (y - aim_y) * (y - aim_y)) - slack
        if left < 0.0:
            left = 0.0
        if math.sqrt((sx - x) * (sx - x) + (sy - y) * (sy - y)) + left <= limit:
            nodes.append((x, y, left, ring, goals + 1))
    nodes.sort()
    for node in nodes:
        if len(each) == 0 or each[-1][0] != node[0] or each[-1][1] != node[1]:
            each.append(node)
        elif node[4] < each[-1][4]:
            each[-1] = node
    return each


@kernel()
def settle(
    obstacles: Obstacles, tolls: Tolls, nodes: Sequence[Node], goals: int, limit: float, eager: float
) -> tuple[list[tuple[float, float, int]], float]:
    """The way-points in the order in which they are reached, each with the place of the one before it in this order;
    the last is the first goal, if one is reached. And what the way there costs.

    A leg is examined only when it is the cheapest one left."""
    rings, slow, crossing, least = obstacles[0], tolls[0], tolls[1], tolls[2]
    free_of_charge = len(slow) == 0 and len(crossing) == 0 and least == 0.0
    free = free_points(obstacles, [node[0] for node in nodes], [node[1] for node in nodes])
    start, size = [node[4] for node in nodes].index(goals), len(nodes)
    ahead = [(n, nodes[n][0], nodes[n][1], nodes[n][2]) for n in range(size) if free[n] or nodes[n][4] <= goals]
    places, cheap, spents = [-1] * size, [math.inf] * size, [0.0] * size  # places: in the order
    heap = [(0.0, 0.0, start, start, True)]  # estimate, cost so far, to, from, whether the leg has been examined
    later = [[(0.0, 0.0, 0)][1:] for _ in range(0)]  # the heap holds one step from each place; these follow
    order = [(0.0, 0.0, 0) for _ in range(0)]
    while heap:
        f, g, n, p, examined = heap[0]
        if not examined and later[places[p]]:
            estimate, spent, to = heapq.heappop(later[places[p]])
            heapq.heapreplace(heap, (estimate, spent, to, p, False))
        else:
            heapq.heappop(heap)
        if places[n] >= 0:
            continue
        x, y, left, ring, k = nodes[n]
        if not examined:
            px, py, _ = order[places[p]]
            if g >= cheap[n] or (ring >= 0 and lies_behind(px, py, x, y, rings[ring])):
                continue
            if not is_clear(obstacles, px, py, x, y):
                continue
            true = spents[p]
            if free_of_charge:
                true += math.sqrt((px - x) * (px - x) + (py - y) * (py - y))
            else:
                true += leg_price(tolls, px, py, x, y)
            if true > limit or true >= cheap[n]:
                continue
            cheap[n] = true
            if true > g + 1e-12:
                heapq.heappush(heap, (f + true - g, true, n, p, True))
                continue
        places[n], spents[n] = len(order), g
        order.append((x, y, places[p]))
        if k < goals:
            return order, g
        steps = [(0.0, 0.0, 0) for _ in range(0)]
        for to, u, v, left in ahead:
            if places[to] < 0:
                spent = g + math.sqrt((x - u) * (x - u) + (y - v) * (y - v))
                if spent + left <= limit and spent < cheap[to]:
                    steps.append((spent + eager * left, spent, to))
        if steps:
            heapq.heapify(steps)  # few of them are ever looked at
            estimate, spent, to = heapq.heappop(steps)
            heapq.heappush(heap, (estimate, spent, to, n, False))
        later.append(steps)
    return order, math.inf


@kernel()
def ways_to(
    kept: Sequence[Kept], walls: Sequence[Wall], spans: Sequence[tuple[int, int]], planes: Sequence[Plane],
    sides: Sequence[Side], boxes: Sequence[Box], edge: tuple[float, float, float],
    turn_spans: Sequence[tuple[int, int]], turns: Sequence[Turn],
    slow: Sequence[Toll], crossing: Sequence[Toll], least: float,
    ends: Sequence[Point], sx: float, sy: float, aim_x: float, aim_y: float, slack: float,
    limit: float, eager: float, tol: float,
) -> list[tuple[float, float, int]]:  # fmt: skip
    """The way-points that `settle` reaches from the start within the limit, to the first of these ends if a way leads
    to one. All ends are within the slack of the aim."""
    tolls, goals, most = (slow, crossing, least, spans, planes, boxes), len(ends), limit
    if goals > 0:
        # Most ways are hardly longer than the straight line: few way-points lie so near to it. What a search with the
        # whole limit looks at before it has a way of this cost is within `eager` times the cost, so then it finds the
        # same.
        dx, dy = sx - aim_x, sy - aim_y
        most = min(limit, eager * (DETOUR * max(0.0, math.sqrt(dx * dx + dy * dy) - slack) + ASIDE))
    while True:
        circles = circles_in_the_way(kept, sx, sy, aim_x, aim_y, most + slack)
        rings = [ring_around(x, y, d) for x, y, d in circles if d > 0.0]
        near = walls_in_the_way(walls, boxes, sx, sy, aim_x, aim_y, most + slack)
        found = bends(circles, near, spans, boxes, turn_spans, turns, slow, crossing, sx, sy, limit, tol)
        nodes = within_limit(found, ends, sx, sy, aim_x, aim_y, slack, most)
        order, spent = settle((rings, near, spans, planes, sides, boxes, edge), tolls, nodes, goals, most, eager)
        if most == limit or eager * spent < most:
            return order
        most = limit


WalkRows = tuple[
    Sequence[Kept], Sequence[Wall], Sequence[tuple[int, int]], Sequence[Plane], Sequence[Side], Sequence[Box],
    tuple[float, float, float], Sequence[tuple[int, int]], Sequence[Turn], Sequence[Toll], Sequence[Toll], float,
]  # fmt: skip
"""What is in the way of a walk, where it may bend and what it costs (`moving.Tolls`)."""

WALK = f"{OBSTACLES}, i8[:,::1], f8[:,::1], f8[:,::1], f8[:,::1], f8"  # as numba spells them


@kernel(f"({WALK}, f8[:,::1], f8, f8, f8, f8, f8, f8, f8, f8)")
def find_ways(
    kept: Sequence[Kept], walls: Sequence[Wall], spans: Sequence[tuple[int, int]], planes: Sequence[Plane],
    sides: Sequence[Side], boxes: Sequence[Box], edge: tuple[float, float, float],
    turn_spans: Sequence[tuple[int, int]], turns: Sequence[Turn],
    slow: Sequence[Toll], crossing: Sequence[Toll], least: float,
    ends: Sequence[Point], sx: float, sy: float, aim_x: float, aim_y: float, slack: float,
    limit: float, eager: float, tol: float,
) -> list[tuple[float, float, int]]:  # fmt: skip
    """`ways_to`, for who is no kernel."""
    return ways_to(
        kept, walls, spans, planes, sides, boxes, edge, turn_spans, turns, slow, crossing, least,
        ends, sx, sy, aim_x, aim_y, slack, limit, eager, tol,
    )  # fmt: skip
