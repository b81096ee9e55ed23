"""`paths.search`, compiled (see `compiled_walks`)."""

from __future__ import annotations

import math

import numpy as np

from xenotable.kernels import kernel
from xenotable.table.compiled_walks import clear, dist, free
from xenotable.table.layouts import F8, FLAT, I8, Flat
from xenotable.table.paths import TANGENT, lies_behind
from xenotable.table.shapes import snap

COS = math.cos(math.pi / 12.0)


@kernel()
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


@kernel()
def rise(f: F8, n: I8, heap: I8, i: int) -> None:
    """The heap holds numbers of entries: moving them is cheaper than moving entries."""
    new = heap[i]
    while i > 0:
        up = (i - 1) // 2
        if not before(f, n, new, heap[up]):
            break
        heap[i] = heap[up]
        i = up
    heap[i] = new


@kernel()
def sink(f: F8, n: I8, heap: I8, size: int) -> None:
    """The last one of the heap takes the place of the first."""
    last, i = heap[size], 0
    while 2 * i + 1 < size:
        j = 2 * i + 1
        if j + 1 < size and before(f, n, heap[j + 1], heap[j]):
            j += 1
        if not before(f, n, heap[j], last):
            break
        heap[i] = heap[j]
        i = j
    heap[i] = last


@kernel()
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


@kernel()
def order_points(points: F8, round_: I8, kept: I8, count: int, more: F8) -> tuple[F8, I8]:
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
    latest = np.empty(total, np.int64)  # the last bend at each place
    for i in range(total):
        k = order[i]
        x, y = found[k, 0], found[k, 1]
        if n and nodes[n - 1, 0] == x and nodes[n - 1, 1] == y:
            n -= 1
        else:
            nodes[n, 0], nodes[n, 1], latest[n] = x, y, -1
        if k < count:
            latest[n] = max(latest[n], kept[k])
        else:
            for j in range(points.shape[0] - 1, latest[n], -1):
                if points[j, 0] == x and points[j, 1] == y:
                    latest[n] = j
                    break
        n += 1
    for i in range(n):
        round_found[i] = round_[latest[i]] if latest[i] >= 0 else -1
    return nodes[:n], round_found[:n]


@kernel()
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
    nodes, ring = order_points(points, round_, kept, count, more)
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
    hf, hn, heap = np.empty((8 * size, 2)), np.empty((8 * size, 3), np.int64), np.empty(8 * size, np.int64)
    made = held = 0  # entries, and how many of them are on the heap
    at, spent = first, 0.0
    while True:
        settled[at], spents[at], order[done] = True, spent, at
        done += 1
        if done > 1 and target[at]:
            return nodes, parent, order[:done], at
        if made + size > heap.shape[0]:
            wide = 2 * heap.shape[0] + size
            wider_f, wider_n, wider = np.empty((wide, 2)), np.empty((wide, 3), np.int64), np.empty(wide, np.int64)
            wider_f[:made], wider_n[:made], wider[:held] = hf[:made], hn[:made], heap[:held]
            hf, hn, heap = wider_f, wider_n, wider
        px, py = nodes[at, 0], nodes[at, 1]
        for n in range(size):
            if settled[n]:
                continue
            qx, qy = nodes[n, 0], nodes[n, 1]
            g = spent + dist(px, py, qx, qy)
            if g + left[n] <= limit and g < cheap[n]:
                k = ring[n]
                if k >= 0 and lies_behind((px, py), (qx, qy), rings[k]):
                    continue
                hf[made, 0], hf[made, 1] = g + eager * left[n], g
                hn[made, 0], hn[made, 1], hn[made, 2] = n, at, 0
                heap[held] = made
                rise(hf, hn, heap, held)
                made += 1
                held += 1
        at = -1
        while held and at < 0:
            e = heap[0]
            f, g, n, p, examined = hf[e, 0], hf[e, 1], hn[e, 0], hn[e, 1], hn[e, 2]
            held -= 1
            sink(hf, hn, heap, held)
            if settled[n]:
                continue
            if examined == 0:
                px, py, qx, qy = nodes[p, 0], nodes[p, 1], nodes[n, 0], nodes[n, 1]
                if g >= cheap[n] or not clear(flat, rings, parts, off, edge, px, py, qx, qy):
                    continue
                true = spents[p] + dist(px, py, qx, qy)
                if true > limit or true >= cheap[n]:
                    continue
                cheap[n] = true
                if true > g + 1e-12:  # the entry goes back, examined
                    hf[e, 0], hf[e, 1], hn[e, 2] = f + true - g, true, 1
                    heap[held] = e
                    rise(hf, hn, heap, held)
                    held += 1
                    continue
            at, spent, parent[n] = n, g, p
        if at < 0:
            return nodes, parent, order[:done], -1


@kernel(f"({FLAT}, f8[:,::1], i8[::1], f8[::1], f8[::1], f8, f8, f8, f8[:,::1], f8, f8, f8, f8, f8)")
def search_flat(
    first: I8, plane: F8, side: F8, box: F8, turn_first: I8, turn: F8, twelve: F8, rings: F8, parts: I8, off: F8,
    edge: F8, apart: float, sx: float, sy: float, goals: F8, limit: float, ax: float, ay: float, slack: float,
    eager: float,
) -> tuple[F8, I8, I8, int]:  # fmt: skip
    """`search`, called from outside: handing over a named tuple would cost more than the search."""
    flat = Flat(first, plane, side, box, turn_first, turn, twelve)
    return search(flat, rings, parts, off, edge, apart, sx, sy, goals, limit, ax, ay, slack, eager)
