"""The clipping of `ground`, for compiled code.

Without fast-math the compiled code does the very operations of the twin in the same order, so the answers are equal to
the last bit. Two short cuts make it fast and cannot change an answer: bounds and outer circles of all parts are tried
in one pass without branches, and a line that runs through a part's inner circle by a margin far above any rounding
error needs no clipping.
"""

from __future__ import annotations

import math

import numpy as np

from xenotable.kernels import kernel
from xenotable.table.kernel import F8, I4, I8, U4

MARGIN = 1e-6


@kernel()
def span(m: int, px: float, py: float, qx: float, qy: float, first: I4 | I8, plane: F8, box: F8) -> tuple[float, float]:
    """Entry and exit of a line through part m; entry at or after exit when it does not cross."""
    t0, t1 = 0.0, 1.0
    if first[m] == first[m + 1]:
        dx, dy, fx, fy = qx - px, qy - py, px - box[4, m], py - box[5, m]
        a = dx * dx + dy * dy
        c = fx * fx + fy * fy - box[6, m] * box[6, m]
        if a == 0.0:
            return (0.0, 1.0) if c < 0.0 else (1.0, 0.0)
        b = fx * dx + fy * dy
        root = b * b - a * c
        if root <= 0.0:
            return 1.0, 0.0
        root = math.sqrt(root)
        return max(0.0, (-b - root) / a), min(1.0, (-b + root) / a)
    for e in range(first[m], first[m + 1]):
        a = plane[e, 0] * px + plane[e, 1] * py - plane[e, 2]
        b = plane[e, 0] * qx + plane[e, 1] * qy - plane[e, 2]
        if a >= 0.0 and b >= 0.0 and not (plane[e, 3] != 0.0 and a == 0.0 and b == 0.0):
            return 1.0, 0.0
        if a > 0.0:
            t0 = max(t0, a / (a - b))
        elif b > 0.0:
            t1 = min(t1, a / (a - b))
        if t0 >= t1:
            return 1.0, 0.0
    return t0, t1


@kernel()
def surely(m: int, px: float, py: float, dx: float, dy: float, long: float, box: F8, width: float) -> bool:
    """Does the line run through the inner circle of part m for clearly more than `width`?"""
    fx, fy, r = box[4, m] - px, box[5, m] - py, box[7, m]
    off = abs(dx * fy - dy * fx)
    if off >= r * long:
        return False
    off, foot = off / long, (dx * fx + dy * fy) / long
    half = math.sqrt(r * r - off * off)
    run: float = min(long, foot + half) - max(0.0, foot - half)
    return run > width + MARGIN


@kernel("void(f8[:,::1], i4[::1], f8[:,::1], f8[:,::1], u4[::1], i4[::1], u4, f8, i4[::1])")
def flat(seg: F8, first: I4, plane: F8, box: F8, bits: U4, owner: I4, want: int, width: float, out: I4) -> None:
    """For every row (px, py, qx, qy) the piece that blocks it, or -1; heights do not matter."""
    x0, y0, x1, y1, cx, cy, rad = box[0], box[1], box[2], box[3], box[4], box[5], box[6]
    parts = box.shape[1]
    near = np.empty(parts, np.uint8)
    for n in range(seg.shape[0]):
        px, py, qx, qy = seg[n, 0], seg[n, 1], seg[n, 2], seg[n, 3]
        if qx < px or (qx == px and qy < py):
            px, py, qx, qy = qx, qy, px, py
        dx, dy = qx - px, qy - py
        long = math.sqrt(dx * dx + dy * dy)
        ly, hy = min(py, qy), max(py, qy)
        for m in range(parts):
            around = (x0[m] <= qx) & (x1[m] >= px) & (y0[m] <= hy) & (y1[m] >= ly) & (bits[m] & want != 0)
            near[m] = around & (abs(dx * (cy[m] - py) - dy * (cx[m] - px)) <= rad[m] * long)
        hit = -1
        for m in range(parts):
            if near[m]:
                if surely(m, px, py, dx, dy, long, box, width):
                    hit = owner[m]
                    break
                t0, t1 = span(m, px, py, qx, qy, first, plane, box)
                if t0 < t1 and (t1 - t0) * long > width:
                    hit = owner[m]
                    break
        out[n] = hit


@kernel("void(f8[:,::1], i4[::1], f8[:,::1], f8[:,::1], f8[:,::1], u4[::1], i4[::1], u4, f8, i4[::1])")
def tall(seg: F8, first: I4, plane: F8, box: F8, z: F8, bits: U4, owner: I4, want: int, width: float, out: I4) -> None:
    """For every row (px, py, pz, qx, qy, qz) the piece that blocks it, or -1."""
    x0, y0, x1, y1, cx, cy, rad, foot, top = box[0], box[1], box[2], box[3], box[4], box[5], box[6], z[0], z[1]
    parts = box.shape[1]
    near = np.empty(parts, np.uint8)
    for n in range(seg.shape[0]):
        px, py, pz, qx, qy, qz = seg[n, 0], seg[n, 1], seg[n, 2], seg[n, 3], seg[n, 4], seg[n, 5]
        if qx < px or (qx == px and qy < py):
            px, py, pz, qx, qy, qz = qx, qy, qz, px, py, pz
        dx, dy, dz = qx - px, qy - py, qz - pz
        long = math.sqrt(dx * dx + dy * dy)
        whole = math.sqrt(long * long + dz * dz)
        ly, hy, lz, hz = min(py, qy), max(py, qy), min(pz, qz), max(pz, qz)
        for m in range(parts):
            around = (x0[m] <= qx) & (x1[m] >= px) & (y0[m] <= hy) & (y1[m] >= ly) & (bits[m] & want != 0)
            level = (lz < top[m]) & (hz > foot[m])
            near[m] = around & level & (abs(dx * (cy[m] - py) - dy * (cx[m] - px)) <= rad[m] * long)
        hit = -1
        for m in range(parts):
            if near[m]:
                if lz > foot[m] and hz < top[m] and surely(m, px, py, dx, dy, long, box, width):
                    hit = owner[m]
                    break
                t0, t1 = span(m, px, py, qx, qy, first, plane, box)
                if t0 < t1 and dz != 0.0:
                    ta, tb = (foot[m] - pz) / dz, (top[m] - pz) / dz
                    t0, t1 = max(t0, min(ta, tb)), min(t1, max(ta, tb))
                if t0 < t1 and (t1 - t0) * whole > width:
                    hit = owner[m]
                    break
        out[n] = hit
