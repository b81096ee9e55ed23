"""What is in a mover's way as rows of numbers, and the kernels that judge legs and places by them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from xenotable.kernels import kernel
from xenotable.table.ground import Box, Plane, Side
from xenotable.table.moving import comes_close

Kept = tuple[float, float, float, int]
"""A circle to keep away from: its centre, the distance that the mover's centre keeps from it, its index."""

Ring = tuple[float, float, float, float, float, float, float]
"""The same with the bounds around it, for legs: they, its centre, and the square of the distance that is kept."""

Wall = tuple[float, float, float, float, int, float]
"""A convex part: the bounds beyond which nothing is too close to it, its number, and the distance that is kept."""

Obstacles = tuple[
    Sequence[Ring], Sequence[Wall],
    Sequence[tuple[int, int]], Sequence[Plane], Sequence[Side], Sequence[Box],  # of the ground: `Ground.rows`
    tuple[float, float, float],  # the least x and y where the mover is on the table, the greatest x, the greatest y
]  # fmt: skip

Ends = tuple[
    Sequence[Kept], Sequence[Wall],
    Sequence[tuple[int, int]], Sequence[Plane], Sequence[Side], Sequence[Box], tuple[float, float, float],
]  # fmt: skip
"""The same for the place where it ends: what `may_stand` looks at."""

OBSTACLES = "f8[:,::1], f8[:,::1], i8[:,::1], f8[:,::1], f8[:,::1], f8[:,::1], f8[::1]"  # as numba spells them


@kernel()
def ring_around(x: float, y: float, d: float) -> Ring:
    """A circle to keep d away from."""
    return x - d, x + d, y - d, y + d, x, y, d * d


@kernel()
def is_clear(obstacles: Obstacles, px: float, py: float, qx: float, qy: float) -> bool:
    """Is a leg free of parts, circles and the table's edge? (`clip_disc` is written out: most legs pass most things at
    a distance.)"""
    rings, walls, spans, planes, sides, boxes, edge = obstacles
    low, wide, deep = edge
    if not (low <= qx <= wide and low <= qy <= deep):
        return False
    west, east = (px, qx) if px < qx else (qx, px)
    south, north = (py, qy) if py < qy else (qy, py)
    dx, dy = qx - px, qy - py
    a = dx * dx + dy * dy
    for x0, x1, y0, y1, x, y, square in rings:
        if x0 > east or x1 < west or y0 > north or y1 < south:
            continue
        fx, fy = px - x, py - y
        b, c = fx * dx + fy * dy, fx * fx + fy * fy - square
        if c < 0.0 and (a == 0.0 or b * b - a * c > 0.0):
            if a == 0.0 or -b + math.sqrt(b * b - a * c) > 0.0:
                return False
        elif b < 0.0:
            root = b * b - a * c
            if root > 0.0:
                root = math.sqrt(root)
                if max(0.0, (-b - root) / a) < min(1.0, (-b + root) / a):
                    return False
    for x0, x1, y0, y1, part, d in walls:
        if west >= x1 or east <= x0 or south >= y1 or north <= y0:
            continue
        k = int(part)
        i, j = spans[k]
        if comes_close(planes[i:j], sides[i:j], boxes[k], d, px, py, qx, qy):
            return False
    return True


@kernel()
def may_stand(
    circles: Sequence[Kept], walls: Sequence[Wall], spans: Sequence[tuple[int, int]], planes: Sequence[Plane],
    sides: Sequence[Side], boxes: Sequence[Box], edge: tuple[float, float, float], px: float, py: float,
) -> bool:  # fmt: skip
    """Is a place where the mover would end free of circles, parts and the table's edge?"""
    for x, y, d, _ in circles:
        if math.sqrt((px - x) * (px - x) + (py - y) * (py - y)) < d:
            return False
    low, wide, deep = edge
    if not (low <= px <= wide and low <= py <= deep):
        return False
    for x0, x1, y0, y1, part, d in walls:
        if x0 < px < x1 and y0 < py < y1:
            k = int(part)
            i, j = spans[k]
            if comes_close(planes[i:j], sides[i:j], boxes[k], d, px, py, px, py):
                return False
    return True


@kernel()
def free_points(obstacles: Obstacles, xs: Sequence[float], ys: Sequence[float]) -> list[bool]:
    """At which of these points, in order of x, the mover may be on its way."""
    rings, walls, spans, planes, sides, boxes, edge = obstacles
    low, wide, deep = edge
    coming = [(x0, x1, x, y, square) for x0, x1, _, _, x, y, square in rings]
    coming.sort(reverse=True)
    beside = coming[:0]  # the circles that reach from west to east of where we are
    found = [low <= x <= wide and low <= y <= deep for x, y in zip(xs, ys)]  # noqa: B905  # numba knows no `strict`
    for n in range(len(found)):
        px, py = xs[n], ys[n]
        if len(coming) > 0 and coming[-1][0] <= px:
            beside = [ring for ring in beside if ring[1] >= px]
            while len(coming) > 0 and coming[-1][0] <= px:
                beside.append(coming.pop())
        if found[n]:
            for _, _, x, y, square in beside:
                if (px - x) * (px - x) + (py - y) * (py - y) < square:
                    found[n] = False
                    break
        if found[n]:
            for x0, x1, y0, y1, part, d in walls:
                if x0 < px < x1 and y0 < py < y1:
                    k = int(part)
                    i, j = spans[k]
                    if comes_close(planes[i:j], sides[i:j], boxes[k], d, px, py, px, py):
                        found[n] = False
                        break
    return found
