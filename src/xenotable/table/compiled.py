"""The clipping of `ground`, compiled: imported by `kernel.warm()` alone, because numba takes its time.

Without fast-math the compiled code does the very operations of the twin in the same order, so the answers are equal to
the last bit.
"""

from __future__ import annotations

import math

from numba import njit

from xenotable.table.kernel import F8, I4, U4


@njit(cache=True, nogil=True, error_model="numpy")
def span(
    m: int, px: float, py: float, qx: float, qy: float, first: I4, plane: F8, box: F8
) -> tuple[float, float]:
    """Entry and exit of a line through part m; entry at or after exit when it does not cross."""
    t0, t1 = 0.0, 1.0
    if first[m] == first[m + 1]:
        dx, dy, fx, fy = qx - px, qy - py, px - box[m, 4], py - box[m, 5]
        a = dx * dx + dy * dy
        c = fx * fx + fy * fy - box[m, 6] * box[m, 6]
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


@njit(cache=True, nogil=True, error_model="numpy")
def flat(
    seg: F8, first: I4, plane: F8, box: F8, bits: U4, owner: I4, want: int, width: float, out: I4
) -> None:
    """For every row (px, py, qx, qy) the piece that blocks it, or -1; heights do not matter."""
    for n in range(seg.shape[0]):
        px, py, qx, qy = seg[n, 0], seg[n, 1], seg[n, 2], seg[n, 3]
        if qx < px or (qx == px and qy < py):
            px, py, qx, qy = qx, qy, px, py
        dx, dy = qx - px, qy - py
        long = math.sqrt(dx * dx + dy * dy)
        ly, hy = min(py, qy), max(py, qy)
        out[n] = -1
        for m in range(box.shape[0]):
            if box[m, 0] > qx or box[m, 2] < px or box[m, 1] > hy or box[m, 3] < ly or not bits[m] & want:
                continue
            if abs(dx * (box[m, 5] - py) - dy * (box[m, 4] - px)) > box[m, 6] * long:
                continue
            t0, t1 = span(m, px, py, qx, qy, first, plane, box)
            if t0 < t1 and (t1 - t0) * long > width:
                out[n] = owner[m]
                break


@njit(cache=True, nogil=True, error_model="numpy")
def tall(
    seg: F8,
    first: I4,
    plane: F8,
    box: F8,
    z: F8,
    bits: U4,
    owner: I4,
    want: int,
    width: float,
    out: I4,
) -> None:
    """For every row (px, py, pz, qx, qy, qz) the piece that blocks it, or -1."""
    for n in range(seg.shape[0]):
        px, py, pz, qx, qy, qz = seg[n, 0], seg[n, 1], seg[n, 2], seg[n, 3], seg[n, 4], seg[n, 5]
        if qx < px or (qx == px and qy < py):
            px, py, pz, qx, qy, qz = qx, qy, qz, px, py, pz
        dx, dy, dz = qx - px, qy - py, qz - pz
        long = math.sqrt(dx * dx + dy * dy)
        whole = math.sqrt(long * long + dz * dz)
        ly, hy, lz, hz = min(py, qy), max(py, qy), min(pz, qz), max(pz, qz)
        out[n] = -1
        for m in range(box.shape[0]):
            if box[m, 0] > qx or box[m, 2] < px or box[m, 1] > hy or box[m, 3] < ly or not bits[m] & want:
                continue
            if lz >= z[m, 1] or hz <= z[m, 0]:
                continue
            if abs(dx * (box[m, 5] - py) - dy * (box[m, 4] - px)) > box[m, 6] * long:
                continue
            t0, t1 = span(m, px, py, qx, qy, first, plane, box)
            if t0 >= t1:
                continue
            if dz != 0.0:
                ta, tb = (z[m, 0] - pz) / dz, (z[m, 1] - pz) / dz
                t0, t1 = max(t0, min(ta, tb)), min(t1, max(ta, tb))
            if t0 < t1 and (t1 - t0) * whole > width:
                out[n] = owner[m]
                break
