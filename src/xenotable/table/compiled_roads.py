"""`roads.Roads`, compiled (see `compiled_walks`): what a leg costs, the way round things, and the last leg of a way.

`legs` and `frees` are notes that belong to one walk: what the legs from its start to the bends cost, and which bends
may be passed; not known yet: not a number, and -1.
"""

from __future__ import annotations

import math

import numpy as np

from xenotable.kernels import kernel
from xenotable.table.compiled_search import bends, order_points, rise, sink
from xenotable.table.compiled_walks import clear, dist, ends, on_table
from xenotable.table.ground import clip, clip_disc, union
from xenotable.table.layouts import COURSE, F8, I8, Course, Flat, Outlines, Rows
from xenotable.table.paths import lies_behind


@kernel()
def slow_share(slow: Flat, px: float, py: float, qx: float, qy: float) -> float:
    """The share of a leg that runs through slow ground (`Ground.stretches`)."""
    turned = qx < px or (qx == px and qy < py)
    if turned:
        px, py, qx, qy = qx, qy, px, py
    dx, dy = qx - px, qy - py
    long = math.sqrt(dx * dx + dy * dy)
    low, high = min(py, qy), max(py, qy)
    spans = []
    for k in range(slow.box.shape[0]):
        x0, y0, x1, y1, cx, cy, rad = slow.box[k]
        if x0 > qx or x1 < px or y0 > high or y1 < low or abs(dx * (cy - py) - dy * (cx - px)) > rad * long:
            continue
        a, b = slow.first[k], slow.first[k + 1]
        t0, t1 = clip(slow.plane[a:b], px, py, qx, qy) if a < b else clip_disc(cx, cy, rad, px, py, qx, qy)
        if t0 < t1:
            spans.append((1.0 - t1, 1.0 - t0) if turned else (t0, t1))
    total = 0.0
    if spans:
        for t0, t1 in union(spans):
            total += t1 - t0
    return total


@kernel()
def course(t: Rows) -> Course:
    """A course by name: numba takes long to look at named tuples that come from outside."""
    flat, shut = Flat(t[0], t[1], t[2], t[3], t[4], t[5], t[6]), Outlines(t[7], t[8], t[9])
    slow = Flat(t[10], t[11], t[12], t[13], t[14], t[15], t[16])
    return Course(flat, shut, slow, t[17], t[18], t[19], t[20], t[21], t[22], t[23], t[24])


@kernel()
def leg(w: Course, px: float, py: float, qx: float, qy: float) -> float:
    """What a straight leg costs; infinite if it is not free."""
    if not clear(w.flat, w.rings, w.parts, w.off, w.edge, px, py, qx, qy):
        return math.inf
    long = dist(px, py, qx, qy)
    if w.slow.box.shape[0] == 0:
        return long
    share = (w.figures[4] - 1.0) * slow_share(w.slow, px, py, qx, qy)
    return float(long + long * share)


@kernel(f"({COURSE}, f8, f8)")
def straight(t: Rows, gx: float, gy: float) -> int:
    """0: the base may not end there; 1: a straight leg leads there; 2: none does."""
    w = course(t)
    if not on_table(w.edge, gx, gy):
        return 0
    if not ends(w.flat, w.shut, w.end_rings, w.end_parts, w.end_off, w.edge, w.figures[3], gx, gy):
        return 0
    return 1 if leg(w, w.figures[0], w.figures[1], gx, gy) <= w.figures[2] else 2


@kernel(f"({COURSE}, f8, f8, f8)")
def corners(t: Rows, limit: float, margin: float, apart: float) -> tuple[F8, I8]:
    """The bends within reach, by x and y; with the circle that each leads round (-1: none)."""
    w = course(t)
    sx, sy, most = w.figures[0], w.figures[1], w.figures[2]
    near, m = np.empty(w.slow.box.shape[0], np.int64), 0
    for k in range(w.slow.box.shape[0]):
        west, south, east, north = w.slow.box[k, 0], w.slow.box[k, 1], w.slow.box[k, 2], w.slow.box[k, 3]
        if west - limit <= sx <= east + limit and south - limit <= sy <= north + limit:
            near[m] = k
            m += 1
    around, _ = bends(w.slow, np.empty((0, 3)), near[:m], np.zeros(m), margin, sx, sy)
    points, round_ = bends(w.flat, w.rings, w.parts, w.off, apart, sx, sy)
    every = np.concatenate((around, points))
    circle = np.concatenate((np.full(around.shape[0], -1), round_))
    kept, count = np.empty(every.shape[0], np.int64), 0
    for i in range(every.shape[0]):
        x, y = every[i, 0], every[i, 1]
        if dist(sx, sy, x, y) <= most and (x != sx or y != sy):
            kept[count] = i
            count += 1
    return order_points(every, circle, kept, count, np.empty((0, 2)))


@kernel()
def on_the_way(w: Course, nodes: F8, frees: I8, gx: float, gy: float) -> I8:
    """The bends that can help on the way to a goal."""
    sx, sy, most = w.figures[0], w.figures[1], w.figures[2]
    dx, dy = gx - sx, gy - sy
    wide, high = math.sqrt(max(0.0, most * most - dy * dy)) / 2.0, math.sqrt(max(0.0, most * most - dx * dx)) / 2.0
    x, south, north = (sx + gx) / 2.0, (sy + gy) / 2.0 - high, (sy + gy) / 2.0 + high
    found, n = np.empty(nodes.shape[0], np.int64), 0
    for k in range(nodes.shape[0]):
        u, v = nodes[k, 0], nodes[k, 1]
        if not (x - wide <= u <= x + wide and south <= v <= north):
            continue
        if dist(sx, sy, u, v) + dist(u, v, gx, gy) > most:
            continue
        if frees[k] < 0:
            frees[k] = clear(w.flat, w.rings, w.parts, w.off, w.edge, u, v, u, v)
        if frees[k]:
            found[n] = k
            n += 1
    return found[:n]


@kernel()
def push(hf: F8, hn: I8, heap: I8, e: int, held: int, f: float, g: float, n: int, p: int, examined: int) -> None:
    """Entry e is written, and is one more on the heap."""
    hf[e, 0], hf[e, 1] = f, g
    hn[e, 0], hn[e, 1], hn[e, 2] = n, p, examined
    heap[held] = e
    rise(hf, hn, heap, held)


@kernel()
def trace_back(nodes: F8, which: I8, back: I8, n: int, gx: float, gy: float) -> F8:
    """From the last node back to the start; the goal is the node after the last bend."""
    count, at = 0, n
    while at >= 0:
        count, at = count + 1, back[at]
    way = np.empty((count, 2))
    while n >= 0:
        count -= 1
        if n == which.shape[0]:
            way[count, 0], way[count, 1] = gx, gy
        else:
            way[count] = nodes[which[n]]
        n = back[n]
    return way


@kernel(f"({COURSE}, f8[:,::1], i8[::1], f8[::1], i8[::1], b1, f8, f8)")
def way_round(t: Rows, nodes: F8, ring: I8, legs: F8, frees: I8, eager: bool, gx: float, gy: float) -> F8:
    """`Roads._round`; no rows: there is no way."""
    w = course(t)
    sx, sy, most = w.figures[0], w.figures[1], w.figures[2]
    which = on_the_way(w, nodes, frees, gx, gy)
    end = which.shape[0]
    x, y, left, cheap = np.empty(end + 1), np.empty(end + 1), np.zeros(end + 1), np.full(end + 1, math.inf)
    spents, back, settled = np.zeros(end + 1), np.full(end + 1, -1), np.zeros(end + 1, np.bool_)
    size = 4 * end + 4
    hf, hn, heap = np.empty((size, 2)), np.empty((size, 3), np.int64), np.empty(size, np.int64)
    made = held = 0  # entries, and how many of them are on the heap
    x[end], y[end] = gx, gy
    for k in range(end):
        b = which[k]
        x[k], y[k] = nodes[b, 0], nodes[b, 1]
        if math.isnan(legs[b]):
            legs[b] = leg(w, sx, sy, x[k], y[k])
        left[k], cheap[k] = dist(x[k], y[k], gx, gy), legs[b]
        if cheap[k] + left[k] <= most:
            push(hf, hn, heap, made, held, cheap[k] + left[k], cheap[k], k, -1, 1)
            made, held = made + 1, held + 1
    while held:
        e = heap[0]
        f, g, n, p, examined = hf[e, 0], hf[e, 1], hn[e, 0], hn[e, 1], hn[e, 2]
        held -= 1
        sink(hf, hn, heap, held)
        if settled[n]:
            continue
        if examined == 0:
            true = spents[p] + leg(w, x[p], y[p], x[n], y[n]) if g < cheap[n] else math.inf
            if true > most or true >= cheap[n]:
                continue
            cheap[n] = true
            if true > g + 1e-12 and not (n == end and eager):
                push(hf, hn, heap, e, held, f + true - g, true, n, p, 1)
                held += 1
                continue
        settled[n], spents[n], back[n] = True, g, p
        if n == end:
            return trace_back(nodes, which, back, end, gx, gy)
        if made + end + 1 > heap.shape[0]:
            hf, hn = np.concatenate((hf, np.empty_like(hf))), np.concatenate((hn, np.empty_like(hn)))
            heap = np.concatenate((heap, np.empty_like(heap)))
        for k in range(end + 1):
            if settled[k]:
                continue
            spent = g + dist(x[n], y[n], x[k], y[k])
            if spent + left[k] > most or spent >= cheap[k]:
                continue
            c = ring[which[k]] if k < end else -1
            if c >= 0 and lies_behind((x[n], y[n]), (x[k], y[k]), w.rings[c]):
                continue
            push(hf, hn, heap, made, held, spent + left[k], spent, k, n, 0)
            made, held = made + 1, held + 1
    return np.empty((0, 2))


@kernel(f"({COURSE}, f8[:,::1], b1, f8, f8)")
def over_any(t: Rows, reached: F8, eager: bool, gx: float, gy: float) -> int:
    """`Roads._over_any`: over which of the bends reached (x, y, spent) the way leads; -1: over none."""
    w = course(t)
    most, best, found = w.figures[2], math.inf, -1
    least = np.empty(reached.shape[0])
    for k in range(reached.shape[0]):
        least[k] = reached[k, 2] + dist(reached[k, 0], reached[k, 1], gx, gy)
    for k in np.argsort(least, kind="mergesort"):
        if least[k] > most or least[k] >= best:
            break
        true = reached[k, 2] + leg(w, reached[k, 0], reached[k, 1], gx, gy)
        if true <= most and true < best:
            best, found = true, k
            if eager:
                break
    return found
