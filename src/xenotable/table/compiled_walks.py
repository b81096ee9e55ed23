"""Walks, compiled: what `legal.Walk` says about legs and places.

Each function here does the very operations of the one that it is named after in the same order, so the ways are equal
to the last bit; what a leg has to do with one part is asked of the same functions. What a walk keeps away from is given
as rows: circles are (x, y, d), parts are their index in the tables of `layouts.Flat` and d. Costs are plain: no slow
ground, nothing that is paid for crossing it.
"""

from __future__ import annotations

import math

from xenotable.kernels import kernel
from xenotable.table.layouts import F8, I8, Flat, Outlines
from xenotable.table.moving import comes_close
from xenotable.table.near import in_outline, to_outline


@kernel()
def dist(px: float, py: float, qx: float, qy: float) -> float:
    dx, dy = px - qx, py - qy
    return math.sqrt(dx * dx + dy * dy)


# ---- ground ----------------------------------------------------------------------------------------------------------


@kernel()
def close(flat: Flat, k: int, d: float, px: float, py: float, qx: float, qy: float) -> bool:
    """Does a leg come closer than d to part k?"""
    a, b = flat.first[k], flat.first[k + 1]
    return comes_close(flat.plane[a:b], flat.side[a:b], flat.box[k], d, px, py, qx, qy)


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
def over_outline(shut: Outlines, px: float, py: float, r: float) -> bool:
    """Is a point closer than r to any of these outlines, or inside?"""
    for k in range(shut.box.shape[0]):
        if shut.box[k, 0] - r > px or shut.box[k, 2] + r < px or shut.box[k, 1] - r > py or shut.box[k, 3] + r < py:
            continue
        corners = shut.corner[shut.first[k] : shut.first[k + 1]]
        if (0.0 if in_outline((px, py), corners) else to_outline((px, py), corners)) < r:
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
