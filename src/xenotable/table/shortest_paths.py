"""A* over way-points: the kernel behind `paths.search`."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence

from xenotable.kernels import kernel, load
from xenotable.table.ground import Box, Plane, Side
from xenotable.table.moving import Toll, leg_price
from xenotable.table.obstacles import OBSTACLES, Ring, Wall, free_points, is_clear


def use_compiled() -> None:
    """From now on ways are found by compiled code."""
    load(__name__)


@kernel()
def lies_behind(px: float, py: float, nx: float, ny: float, ring: Ring) -> bool:
    """Does a leg to a way-point n around a circle run through that very circle?"""
    _, _, _, _, x, y, square = ring
    vx, vy, ux, uy = nx - x, ny - y, px - nx, py - ny
    inward, long = -vx * ux - vy * uy, ux * ux + uy * uy
    off = vx * uy - vy * ux
    return 0.0 < inward <= long and off * off < square * long


Node = tuple[float, float, float, int, int]  # x, y, what is left at least, the ring that it leads round, its number


@kernel()
def within_limit(
    xs: Sequence[float], ys: Sequence[float], around: Sequence[int], goals: int,
    aim_x: float, aim_y: float, slack: float, limit: float,
) -> list[Node]:  # fmt: skip
    """The goals, the start and the bends that a way within the limit may lead over, in the order of the points."""
    sx, sy = xs[goals], ys[goals]
    nodes = [(sx, sy, 0.0, 0, 0) for _ in range(0)]
    for k in range(len(xs)):
        x, y = xs[k], ys[k]
        left = math.sqrt((x - aim_x) * (x - aim_x) + (y - aim_y) * (y - aim_y)) - slack
        if left < 0.0:
            left = 0.0
        if k <= goals or math.sqrt((sx - x) * (sx - x) + (sy - y) * (sy - y)) + left <= limit:
            nodes.append((x, y, left, around[k], k))
    nodes.sort()
    return nodes


@kernel(f"({OBSTACLES}, f8[::1], f8[::1], i8[::1], i8, f8, f8, f8, f8, f8, f8[:,::1], f8[:,::1], f8)")
def settle(
    rings: Sequence[Ring], walls: Sequence[Wall], spans: Sequence[tuple[int, int]], planes: Sequence[Plane],
    sides: Sequence[Side], boxes: Sequence[Box], edge: tuple[float, float, float],
    xs: Sequence[float], ys: Sequence[float], around: Sequence[int], goals: int,
    aim_x: float, aim_y: float, slack: float, limit: float, eager: float,
    slow: Sequence[Toll], crossing: Sequence[Toll], least: float,
) -> list[tuple[float, float, int]]:  # fmt: skip
    """The way-points in the order in which they are reached, each with the place of the one before it in this order;
    the last is the first goal, if one is reached.

    xs, ys: so many goals, the start, and where a way may bend; around: the ring that each leads round (-1: none). All
    goals are within the slack of the aim. slow, crossing, least: what legs cost beside their length (`moving.Tolls`).
    A leg is examined only when it is the cheapest one left.
    """
    obstacles = (rings, walls, spans, planes, sides, boxes, edge)
    tolls = (slow, crossing, least, spans, planes, boxes)
    free_of_charge = len(slow) == 0 and len(crossing) == 0 and least == 0.0
    nodes = within_limit(xs, ys, around, goals, aim_x, aim_y, slack, limit)
    free = free_points(obstacles, [node[0] for node in nodes], [node[1] for node in nodes])
    start, size = [node[4] for node in nodes].index(goals), len(nodes)
    ahead = [(n, nodes[n][0], nodes[n][1], nodes[n][2]) for n in range(size) if free[n] or nodes[n][4] <= goals]
    places, cheap, spents = [-1] * size, [math.inf] * size, [0.0] * size  # places: in the order
    heap = [(0.0, 0.0, start, start, True)]  # estimate, cost so far, to, from, whether the leg has been examined
    later = [[(0.0, 0.0, 0)][1:] for _ in range(size)]  # the heap holds one step from each way-point; these follow
    order = [(0.0, 0.0, 0) for _ in range(0)]
    while heap:
        f, g, n, p, examined = heap[0]
        if not examined and later[p]:
            estimate, spent, to = heapq.heappop(later[p])
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
            break
        steps = later[n]
        for to, u, v, left in ahead:
            if places[to] < 0:
                spent = g + math.sqrt((x - u) * (x - u) + (y - v) * (y - v))
                if spent + left <= limit and spent < cheap[to]:
                    steps.append((spent + eager * left, spent, to))
        if steps:
            heapq.heapify(steps)  # few of them are ever looked at
            estimate, spent, to = heapq.heappop(steps)
            heapq.heappush(heap, (estimate, spent, to, n, False))
    return order
