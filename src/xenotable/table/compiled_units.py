"""`groups.formation`, compiled (see `compiled_walks`): many models at once, each with its own walk."""

from __future__ import annotations

import math

import numpy as np

from xenotable.kernels import kernel
from xenotable.table.compiled_search import search
from xenotable.table.compiled_walks import clear, dist, ends
from xenotable.table.layouts import F8, FLAT, I8, OUTLINES, Flat, Outlines
from xenotable.table.moving import to_convex
from xenotable.table.shapes import snap


@kernel()
def to_part(flat: Flat, k: int, px: float, py: float) -> float:
    """`moving.point_to_part`."""
    a, b = flat.first[k], flat.first[k + 1]
    return to_convex((px, py), flat.plane[a:b], flat.side[a:b, :2], flat.box[k])


@kernel()
def walk(flat: Flat, others: F8, x: float, y: float, r: float, gap: float, span: float, tol: float) -> tuple[
    F8, I8, F8, I8, F8
]:  # fmt: skip
    """`Walk`: circles, parts on the way and what is kept off them, parts at the end and what is kept off them."""
    reach = span + r + 1e-6
    count = flat.box.shape[0]
    way, way_off, end, end_off = np.empty(count, np.int64), np.empty(count), np.empty(count, np.int64), np.empty(count)
    ways = ends_ = 0
    for k in range(count):
        if not (flat.box[k, 0] - reach <= x <= flat.box[k, 2] + reach):
            continue
        if not (flat.box[k, 1] - reach <= y <= flat.box[k, 3] + reach):
            continue
        dx, dy, far = x - flat.box[k, 4], y - flat.box[k, 5], flat.box[k, 6] + r
        d = r if dx * dx + dy * dy > far * far else min(r, to_part(flat, k, x, y))
        if d > tol:
            way[ways], way_off[ways] = k, min(r, d) - tol
            ways += 1
        end[ends_], end_off[ends_] = k, min(r, d if d != 0.0 else r) - tol
        ends_ += 1
    rings, n = np.empty((others.shape[0], 3)), 0
    for i in range(others.shape[0]):
        cx, cy, other = others[i, 0], others[i, 1], others[i, 2]
        d = dist(cx, cy, x, y)
        if d <= reach + gap + other:
            rings[n, 0], rings[n, 1], rings[n, 2] = cx, cy, min(r + gap + other, d) - tol
            n += 1
    return rings[:n], way[:ways], way_off[:ways], end[:ends_], end_off[:ends_]


@kernel()
def fit(placed: F8, count: int, x: float, y: float, r: float, coherency: float, tol: float) -> bool:
    """`_Rules.fit`, of every pair."""
    widest = 0.0
    for i in range(count):
        dx, dy, near = x - placed[i, 0], y - placed[i, 1], r + placed[i, 2] - tol
        square = dx * dx + dy * dy
        if near > 0.0 and square < near * near:
            return False
        widest = max(widest, math.sqrt(square) - r - placed[i, 2])
    return widest <= coherency + tol


@kernel()
def place(
    flat: Flat, shut: Outlines, others: F8, edge: F8, x: float, y: float, r: float, gap: float, gx: float, gy: float,
    budget: float, placed: F8, count: int, coherency: float, tol: float, apart: float, spots: F8,
) -> tuple[bool, F8]:  # fmt: skip
    """`_place`: whether there is a way, and its points; spots: ring and direction of the places around a goal."""
    rings, way, way_off, end, end_off = walk(flat, others, x, y, r, gap, budget, tol)
    low = r - tol if edge[0] != 0.0 else -math.inf
    edge = np.array((low, edge[1] - low, edge[2] - low))
    bent, most = True, budget + tol
    for i in range(spots.shape[0]):
        d = spots[i, 0] * max(r, 0.25)
        qx, qy = (snap(gx + d * spots[i, 1]), snap(gy + d * spots[i, 2])) if i else (gx, gy)
        if dist(x, y, qx, qy) > most or not fit(placed, count, qx, qy, r, coherency, tol):
            continue
        if not ends(flat, shut, rings, end, end_off, edge, r - tol, qx, qy):
            continue
        if clear(flat, rings, way, way_off, edge, x, y, qx, qy):
            found = np.empty((1 if qx != x or qy != y else 0, 2))
            for k in range(found.shape[0]):
                found[k, 0], found[k, 1] = qx, qy
            return True, found
        if bent:
            bent = False
            goals = np.empty((1, 2))
            goals[0, 0], goals[0, 1] = qx, qy
            nodes, parent, _, hit = search(
                flat, rings, way, way_off, edge, apart, x, y, goals, most, qx, qy, 0.0, 1.0
            )  # fmt: skip
            if hit >= 0:
                n, at = 0, hit
                while parent[at] >= 0:
                    n, at = n + 1, parent[at]
                found, at = np.empty((n, 2)), hit
                while n > 0:
                    n -= 1
                    found[n] = nodes[at]
                    at = parent[at]
                return True, found
    return False, np.empty((0, 2))


@kernel(f"({FLAT}, {OUTLINES}, f8[:,::1], f8[::1], f8[:,::1], i8[::1], f8[::1], f8, f8, f8, f8, f8, f8, f8, f8[:,::1])")
def formation(
    first_plane: I8, plane: F8, side: F8, box: F8, turn_first: I8, turn: F8, twelve: F8, first_corner: I8, corner: F8,
    around: F8, others: F8, edge: F8, models: F8, order: I8, budgets: F8, dx: float, dy: float,
    first: float, gap: float, coherency: float, tol: float, apart: float, spots: F8,
) -> tuple[bool, F8, I8]:  # fmt: skip
    """`groups.formation` of every pair: whether it goes, the points of all ways, and where those of each model begin;
    edge: (1 if the base must stay on the table, else 0; width; depth)."""
    flat = Flat(first_plane, plane, side, box, turn_first, turn, twelve)
    shut = Outlines(first_corner, corner, around)
    n = models.shape[0]
    points, begins = np.empty((0, 2)), np.zeros(n + 1, np.int64)
    for share in (first, first * 0.75, first * 0.5, first * 0.25):
        if share <= 0.0:
            break
        sx, sy = dx * share, dy * share
        placed, ways, count = np.empty((n, 3)), [np.empty((0, 2))] * n, 0
        good = True
        for i in order:
            x, y, r = models[i, 0], models[i, 1], models[i, 2]
            gx, gy = snap(x + sx), snap(y + sy)
            went, way = place(
                flat, shut, others, edge, x, y, r, gap, gx, gy, budgets[i], placed, count, coherency, tol, apart, spots
            )  # fmt: skip
            if not went and not fit(placed, count, x, y, r, coherency, tol):
                good = False
                break
            ways[i] = way
            last = way.shape[0] - 1
            placed[count, 0], placed[count, 1], placed[count, 2] = (
                way[last, 0] if last >= 0 else x, way[last, 1] if last >= 0 else y, r,
            )  # fmt: skip
            count += 1  # noqa: SIM113  # numba counts so
        for i in range(n if good else 0):
            for j in range(i + 1, n):
                gap_ = dist(placed[i, 0], placed[i, 1], placed[j, 0], placed[j, 1]) - placed[i, 2] - placed[j, 2]
                good &= gap_ <= coherency + tol
        if good:
            for i in range(n):
                begins[i + 1] = begins[i] + ways[i].shape[0]
            points = np.empty((begins[n], 2))
            for i in range(n):
                points[begins[i] : begins[i + 1]] = ways[i]
            return True, points, begins
    return False, points, begins
