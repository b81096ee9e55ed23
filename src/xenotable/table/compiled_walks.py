"""Walks, compiled: what `legal.Walk` says about legs and places.

Each function is the twin of the one it is named after and does the very same operations in the same order, so the ways
are equal to the last bit. What a walk keeps away from is given as rows: circles are (x, y, d), parts are their index
in the tables of `layouts.Flat` and d. Costs are plain: no slow ground, nothing that is paid for crossing it.
"""

from __future__ import annotations

import math

import numpy as np

from xenotable.kernels import kernel
from xenotable.table.layouts import F8, I8, Flat, Outlines

GRID = 1024.0


@kernel()
def snap(v: float) -> float:
    return float(np.rint(v * GRID) / GRID)


@kernel()
def dist(px: float, py: float, qx: float, qy: float) -> float:
    dx, dy = px - qx, py - qy
    return math.sqrt(dx * dx + dy * dy)


# ---- ground ----------------------------------------------------------------------------------------------------------


@kernel()
def in_part(flat: Flat, k: int, x: float, y: float) -> bool:
    for e in range(flat.first[k], flat.first[k + 1]):
        if not flat.plane[e, 0] * x + flat.plane[e, 1] * y <= flat.plane[e, 2]:
            return False
    return True


@kernel()
def clips(flat: Flat, k: int, px: float, py: float, qx: float, qy: float) -> bool:
    """Does a line run through a convex part?"""
    t0, t1 = 0.0, 1.0
    for e in range(flat.first[k], flat.first[k + 1]):
        nx, ny, c = flat.plane[e, 0], flat.plane[e, 1], flat.plane[e, 2]
        a = nx * px + ny * py - c
        b = nx * qx + ny * qy - c
        if a >= 0.0 and b >= 0.0 and not (flat.plane[e, 3] != 0.0 and a == 0.0 and b == 0.0):
            return False
        if a > 0.0:
            t0 = max(t0, a / (a - b))
        elif b > 0.0:
            t1 = min(t1, a / (a - b))
        if t0 >= t1:
            return False
    return True


@kernel()
def meets(cx: float, cy: float, r: float, px: float, py: float, qx: float, qy: float) -> bool:
    """Does a line run through a disc?"""
    dx, dy, fx, fy = qx - px, qy - py, px - cx, py - cy
    a = dx * dx + dy * dy
    c = fx * fx + fy * fy - r * r
    if a == 0.0:
        return c < 0.0
    b = fx * dx + fy * dy
    root = b * b - a * c
    if root <= 0.0:
        return False
    root = math.sqrt(root)
    return max(0.0, (-b - root) / a) < min(1.0, (-b + root) / a)


@kernel()
def beside(px: float, py: float, qx: float, qy: float, side: F8, d: float) -> bool:
    ax, ay, ux, uy, long = side[0], side[1], side[2], side[3], side[4]
    t0, t1 = 0.0, 1.0
    for across in range(2):
        vx, vy, low, high = (uy, -ux, -d, d) if across else (ux, uy, 0.0, long)
        at = (px - ax) * vx + (py - ay) * vy
        to = (qx - ax) * vx + (qy - ay) * vy
        if at == to:
            if not low < at < high:
                return False
            continue
        s0, s1 = (low - at) / (to - at), (high - at) / (to - at)
        t0, t1 = max(t0, min(s0, s1)), min(t1, max(s0, s1))
    return t0 < t1


@kernel()
def close(flat: Flat, k: int, d: float, px: float, py: float, qx: float, qy: float) -> bool:
    """Does a leg come closer than d to a part (`moving.part_span`)?"""
    x0, y0, x1, y1 = flat.box[k, 0], flat.box[k, 1], flat.box[k, 2], flat.box[k, 3]
    cx, cy, rad = flat.box[k, 4], flat.box[k, 5], flat.box[k, 6]
    if flat.first[k] == flat.first[k + 1]:
        return meets(cx, cy, rad + d, px, py, qx, qy)
    if (px >= x1 + d and qx >= x1 + d) or (px <= x0 - d and qx <= x0 - d):
        return False
    if (py >= y1 + d and qy >= y1 + d) or (py <= y0 - d and qy <= y0 - d):
        return False
    dx, dy = qx - px, qy - py
    off, far = dx * (cy - py) - dy * (cx - px), rad + d
    if off * off > far * far * (dx * dx + dy * dy) and (dx != 0.0 or dy != 0.0):
        return False
    for e in range(flat.first[k], flat.first[k + 1]):
        ax, ay, ux, uy = flat.side[e, 0], flat.side[e, 1], flat.side[e, 2], flat.side[e, 3]
        if (px - ax) * uy - (py - ay) * ux >= d and (qx - ax) * uy - (qy - ay) * ux >= d:
            return False
    if clips(flat, k, px, py, qx, qy) if px != qx or py != qy else in_part(flat, k, px, py):
        return True
    if d > 0.0:
        for e in range(flat.first[k], flat.first[k + 1]):
            if meets(flat.side[e, 0], flat.side[e, 1], d, px, py, qx, qy):
                return True
            if beside(px, py, qx, qy, flat.side[e], d):
                return True
    return False


@kernel()
def too_close(flat: Flat, parts: I8, off: F8, px: float, py: float, qx: float, qy: float) -> bool:
    """Does a leg come too close to any of these parts?"""
    box = flat.box
    west, east, south, north = min(px, qx), max(px, qx), min(py, qy), max(py, qy)
    for i in range(parts.shape[0]):
        k, d = parts[i], off[i]
        far = west >= box[k, 2] + d or east <= box[k, 0] - d or south >= box[k, 3] + d or north <= box[k, 1] - d
        if far and flat.first[k] != flat.first[k + 1]:
            continue  # `close` would say no, too: but it takes longer to ask than to answer
        if close(flat, k, d, px, py, qx, qy):
            return True
    return False


@kernel()
def to_side(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The square of the distance from a point to a line (`near.to_outline`)."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    t = ((px - ax) * dx + (py - ay) * dy) / square if square != 0.0 else 0.0
    if t <= 0.0:
        x, y = px - ax, py - ay
    elif t >= 1.0:
        x, y = px - bx, py - by
    else:
        x, y = px - (ax + t * dx), py - (ay + t * dy)
    return float(x * x + y * y)


@kernel()
def over_outline(shut: Outlines, px: float, py: float, r: float) -> bool:
    """Is a point closer than r to any of these outlines, or inside (`near.point_to_piece`)?"""
    for k in range(shut.box.shape[0]):
        if shut.box[k, 0] - r > px or shut.box[k, 2] + r < px or shut.box[k, 1] - r > py or shut.box[k, 3] + r < py:
            continue
        within, least = False, math.inf
        last = shut.first[k + 1] - 1
        ax, ay = shut.corner[last, 0], shut.corner[last, 1]
        for e in range(shut.first[k], shut.first[k + 1]):
            bx, by = shut.corner[e, 0], shut.corner[e, 1]
            side = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
            if side == 0.0 and min(ax, bx) <= px <= max(ax, bx) and min(ay, by) <= py <= max(ay, by):
                least = 0.0
                break
            if (ay > py) != (by > py) and (side > 0.0) == (by > ay):
                within = not within
            least = min(least, to_side(px, py, ax, ay, bx, by))
            ax, ay = bx, by
        if (0.0 if within else math.sqrt(least)) < r:
            return True
    return False


# ---- walks -----------------------------------------------------------------------------------------------------------


@kernel()
def on_table(edge: F8, x: float, y: float) -> bool:
    """edge: the least x and y that are on the table, the greatest x, the greatest y."""
    return bool(edge[0] <= x <= edge[1] and edge[0] <= y <= edge[2])


@kernel()
def clear(flat: Flat, rings: F8, parts: I8, off: F8, edge: F8, px: float, py: float, qx: float, qy: float) -> bool:
    """`Walk.clear`."""
    if not on_table(edge, qx, qy):
        return False
    west, east, south, north = min(px, qx), max(px, qx), min(py, qy), max(py, qy)
    dx, dy = qx - px, qy - py
    a = dx * dx + dy * dy
    for i in range(rings.shape[0]):
        x, y, d = rings[i, 0], rings[i, 1], rings[i, 2]
        if d <= 0.0 or x - d > east or x + d < west or y - d > north or y + d < south:
            continue
        fx, fy = px - x, py - y
        b, c = fx * dx + fy * dy, fx * fx + fy * fy - d * d
        if c < 0.0 and (a == 0.0 or b * b - a * c > 0.0):
            if a == 0.0 or -b + math.sqrt(b * b - a * c) > 0.0:
                return False
        elif b < 0.0:
            root = b * b - a * c
            if root > 0.0:
                root = math.sqrt(root)
                if max(0.0, (-b - root) / a) < min(1.0, (-b + root) / a):
                    return False
    return not too_close(flat, parts, off, px, py, qx, qy)


@kernel()
def free(flat: Flat, rings: F8, parts: I8, off: F8, edge: F8, px: float, py: float) -> bool:
    """`Walk.freely` of one point."""
    if not on_table(edge, px, py):
        return False
    for i in range(rings.shape[0]):
        d = rings[i, 2]
        if d > 0.0 and (px - rings[i, 0]) * (px - rings[i, 0]) + (py - rings[i, 1]) * (py - rings[i, 1]) < d * d:
            return False
    return not too_close(flat, parts, off, px, py, px, py)


@kernel()
def ends(
    flat: Flat, shut: Outlines, rings: F8, parts: I8, off: F8, edge: F8, r: float, px: float, py: float
) -> bool:  # fmt: skip
    """`Walk.ends`; r: how near the outlines that nobody ends on may come."""
    for i in range(rings.shape[0]):
        dx, dy = px - rings[i, 0], py - rings[i, 1]
        if math.sqrt(dx * dx + dy * dy) < rings[i, 2]:
            return False
    if not on_table(edge, px, py):
        return False
    if too_close(flat, parts, off, px, py, px, py):
        return False
    return not over_outline(shut, px, py, r)
