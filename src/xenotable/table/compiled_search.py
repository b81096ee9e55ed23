"""`paths.search`, compiled (see `compiled_walks`)."""

from __future__ import annotations

import math

import numpy as np

from xenotable.table.compiled_walks import clear, dist, free, snap
from xenotable.table.jit import njit
from xenotable.table.quick import F8, I8, Flat

COS = math.cos(math.pi / 12.0)
TANGENT = math.tan(math.pi / 12.0)


@njit(cache=True, nogil=True, error_model="numpy")
def before(f: F8, n: I8, i: int, j: int) -> bool:
    """Entries (estimate, spent | node, from, examined) in the order of tuples."""
    if f[i, 0] != f[j, 0]:
        return bool(f[i, 0] < f[j, 0])
    if f[i, 1] != f[j, 1]:
        return bool(f[i, 1] < f[j, 1])
    for k in range(3):
        if n[i, k] != n[j, k]:
            return bool(n[i, k] < n[j, k])
    return False


@njit(cache=True, nogil=True, error_model="numpy")
def swap(f: F8, n: I8, i: int, j: int) -> None:
    for k in range(2):
        f[i, k], f[j, k] = f[j, k], f[i, k]
    for k in range(3):
        n[i, k], n[j, k] = n[j, k], n[i, k]


@njit(cache=True, nogil=True, error_model="numpy")
def rise(f: F8, n: I8, i: int) -> None:
    while i > 0 and before(f, n, i, (i - 1) // 2):
        swap(f, n, i, (i - 1) // 2)
        i = (i - 1) // 2


@njit(cache=True, nogil=True, error_model="numpy")
def sink(f: F8, n: I8, size: int) -> None:
    i = 0
    while 2 * i + 1 < size:
        j = 2 * i + 1
        if j + 1 < size and before(f, n, j + 1, j):
            j += 1
        if not before(f, n, j, i):
            return
        swap(f, n, i, j)
        i = j


@njit(cache=True, nogil=True, error_model="numpy")
def bends(flat: Flat, rings: F8, parts: I8, off: F8, apart: float, sx: float, sy: float) -> tuple[F8, I8]:
    """`paths.bends`: the points, and the circle that each leads round (-1: none)."""
    count = 14 * rings.shape[0]
    for i in range(parts.shape[0]):
        count += flat.turn_first[parts[i] + 1] - flat.turn_first[parts[i]]
    points, round_ = np.empty((count, 2)), np.empty(count, np.int64)
    at = 0
    for i in range(parts.shape[0]):
        k = parts[i]
        d = off[i] + apart
        if flat.first[k] == flat.first[k + 1]:
            d = flat.box[k, 6] + d
        for e in range(flat.turn_first[k], flat.turn_first[k + 1]):
            far = d / flat.turn[e, 4]
            points[at, 0] = snap(flat.turn[e, 0] + far * flat.turn[e, 2])
            points[at, 1] = snap(flat.turn[e, 1] + far * flat.turn[e, 3])
            round_[at] = -1
            at += 1
    for i in range(rings.shape[0]):
        far = (rings[i, 2] + apart) / COS
        for e in range(12):
            points[at, 0] = snap(rings[i, 0] + far * flat.twelve[e, 0])
            points[at, 1] = snap(rings[i, 1] + far * flat.twelve[e, 1])
            round_[at] = i if rings[i, 2] > 0.0 else -1
            at += 1
    for i in range(rings.shape[0]):
        if rings[i, 2] > 0.0 and dist(sx, sy, rings[i, 0], rings[i, 1]) <= rings[i, 2] + apart:
            dx, dy = TANGENT * (sy - rings[i, 1]), TANGENT * (sx - rings[i, 0])
            points[at, 0], points[at, 1], round_[at] = snap(sx - dx), snap(sy + dy), -1
            points[at + 1, 0], points[at + 1, 1], round_[at + 1] = snap(sx + dx), snap(sy - dy), -1
            at += 2
    return points[:at], round_[:at]


@njit(cache=True, nogil=True, error_model="numpy")
def lies_behind(px: float, py: float, nx: float, ny: float, x: float, y: float, d: float) -> bool:
    vx, vy, ux, uy = nx - x, ny - y, px - nx, py - ny
    inward, long = -vx * ux - vy * uy, ux * ux + uy * uy
    off = vx * uy - vy * ux
    return 0.0 < inward <= long and off * off < d * d * long


@njit(cache=True, nogil=True, error_model="numpy")
def ordered(points: F8, round_: I8, kept: I8, count: int, more: F8) -> tuple[F8, I8]:
    """The points kept and `more`, each once, by x and y; with the circle of the last bend at that very place."""
    total = count + more.shape[0]
    found, round_found = np.empty((total, 2)), np.empty(total, np.int64)
    for i in range(count):
        found[i] = points[kept[i]]
    found[count:] = more
    order = np.argsort(found[:, 0], kind="mergesort")
    for i in range(1, total):  # by y where x is the same
        j = i
        while j > 0 and found[order[j], 0] == found[order[j - 1], 0] and found[order[j], 1] < found[order[j - 1], 1]:
            order[j], order[j - 1] = order[j - 1], order[j]
            j -= 1
    nodes, n = np.empty((total, 2)), 0
    for i in range(total):
        x, y = found[order[i], 0], found[order[i], 1]
        if n and nodes[n - 1, 0] == x and nodes[n - 1, 1] == y:
            continue
        nodes[n, 0], nodes[n, 1] = x, y
        round_found[n] = -1
        for j in range(points.shape[0] - 1, -1, -1):
            if points[j, 0] == x and points[j, 1] == y:
                round_found[n] = round_[j]
                break
        n += 1
    return nodes[:n], round_found[:n]


@njit(cache=True, nogil=True, error_model="numpy")
def search(
    flat: Flat, rings: F8, parts: I8, off: F8, edge: F8, apart: float, sx: float, sy: float, goals: F8, limit: float,
    ax: float, ay: float, slack: float, eager: float,
) -> tuple[F8, I8, I8, int]:  # fmt: skip
    """`paths.search` behind its straight first try: all nodes, from which node each was reached, the nodes in the
    order in which they were settled (the start first), and the goal that was reached (-1: none)."""
    points, round_ = bends(flat, rings, parts, off, apart, sx, sy)
    kept, count = np.empty(points.shape[0], np.int64), 0
    for i in range(points.shape[0]):
        x, y = points[i, 0], points[i, 1]
        rest = max(0.0, dist(x, y, ax, ay) - slack)
        if dist(sx, sy, x, y) + rest <= limit and free(flat, rings, parts, off, edge, x, y):
            kept[count] = i
            count += 1
    more = np.empty((goals.shape[0] + 1, 2))
    more[0, 0], more[0, 1] = sx, sy
    more[1:] = goals
    nodes, ring = ordered(points, round_, kept, count, more)
    size = nodes.shape[0]
    left, cheap, spents = np.empty(size), np.full(size, math.inf), np.empty(size)
    target, settled, parent = np.zeros(size, np.bool_), np.zeros(size, np.bool_), np.full(size, -1)
    order, done, first = np.empty(size, np.int64), 0, 0
    for i in range(size):
        left[i] = max(0.0, dist(nodes[i, 0], nodes[i, 1], ax, ay) - slack)
        if nodes[i, 0] == sx and nodes[i, 1] == sy:
            first = i
        for j in range(goals.shape[0]):
            target[i] |= nodes[i, 0] == goals[j, 0] and nodes[i, 1] == goals[j, 1]
    hf, hn, held = np.empty((8 * size, 2)), np.empty((8 * size, 3), np.int64), 0
    at, spent = first, 0.0
    while True:
        settled[at], spents[at], order[done] = True, spent, at
        done += 1
        if done > 1 and target[at]:
            return nodes, parent, order[:done], at
        if held + size > hf.shape[0]:
            wider_f, wider_n = np.empty((2 * hf.shape[0] + size, 2)), np.empty((2 * hf.shape[0] + size, 3), np.int64)
            wider_f[:held], wider_n[:held] = hf[:held], hn[:held]
            hf, hn = wider_f, wider_n
        for n in range(size):
            if settled[n]:
                continue
            g = spent + dist(nodes[at, 0], nodes[at, 1], nodes[n, 0], nodes[n, 1])
            if g + left[n] <= limit and g < cheap[n]:
                hf[held, 0], hf[held, 1] = g + eager * left[n], g
                hn[held, 0], hn[held, 1], hn[held, 2] = n, at, 0
                rise(hf, hn, held)
                held += 1
        at = -1
        while held and at < 0:
            f, g, n, p, examined = hf[0, 0], hf[0, 1], hn[0, 0], hn[0, 1], hn[0, 2]
            held -= 1
            swap(hf, hn, 0, held)
            sink(hf, hn, held)
            if settled[n]:
                continue
            if examined == 0:
                px, py, qx, qy = nodes[p, 0], nodes[p, 1], nodes[n, 0], nodes[n, 1]
                k = ring[n]
                if g >= cheap[n] or (k >= 0 and lies_behind(px, py, qx, qy, rings[k, 0], rings[k, 1], rings[k, 2])):
                    continue
                if not clear(flat, rings, parts, off, edge, px, py, qx, qy):
                    continue
                true = spents[p] + dist(px, py, qx, qy)
                if true > limit or true >= cheap[n]:
                    continue
                cheap[n] = true
                if true > g + 1e-12:
                    hf[held, 0], hf[held, 1] = f + true - g, true
                    hn[held, 0], hn[held, 1], hn[held, 2] = n, p, 1
                    rise(hf, hn, held)
                    held += 1
                    continue
            at, spent, parent[n] = n, g, p
        if at < 0:
            return nodes, parent, order[:done], -1


@njit(cache=True, nogil=True, error_model="numpy")
def found(
    first: I8, plane: F8, side: F8, box: F8, turn_first: I8, turn: F8, twelve: F8, rings: F8, parts: I8, off: F8,
    edge: F8, apart: float, sx: float, sy: float, goals: F8, limit: float, ax: float, ay: float, slack: float,
    eager: float,
) -> tuple[F8, I8, I8, int]:  # fmt: skip
    """`search`, called from outside: handing over a named tuple would cost more than the search."""
    flat = Flat(first, plane, side, box, turn_first, turn, twelve)
    return search(flat, rings, parts, off, edge, apart, sx, sy, goals, limit, ax, ay, slack, eager)
