"""The compiled twin of `ground`: the same clipping over flat arrays, for batches of lines.

numpy is imported when arrays are made, numba only by `warm()`: a rule never waits for either. Without fast-math the
compiled code does the very operations of the twin in the same order, so the answers are equal to the last bit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from xenotable.table.ground import Ground, Part

F8 = npt.NDArray[np.float64]
I4 = npt.NDArray[np.int32]


class Arrays(NamedTuple):
    """Convex parts: planes of part m are plane[first[m]:first[m + 1]] (nx, ny, c, seam); none: a disc."""

    first: I4
    plane: F8
    box: F8
    z: F8
    bits: npt.NDArray[np.uint32]
    owner: I4


def layout(parts: Sequence[Part]) -> Arrays:
    """The arrays of these parts."""
    first = [0]
    for part in parts:
        first.append(first[-1] + len(part.planes))
    plane = np.array([p for part in parts for p in part.planes], np.float64).reshape(-1, 4)
    box = np.array([(p.x0, p.y0, p.x1, p.y1, p.cx, p.cy, p.rad) for p in parts], np.float64).reshape(-1, 7)
    z = np.array([(p.low, p.high) for p in parts], np.float64).reshape(-1, 2)
    bits = np.array([p.bits for p in parts], np.uint32)
    return Arrays(np.array(first, np.int32), plane, box, z, bits, np.array([p.owner for p in parts], np.int32))


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


def flat(
    seg: F8, first: I4, plane: F8, box: F8, bits: npt.NDArray[np.uint32], owner: I4, want: int, width: float, out: I4
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


def tall(
    seg: F8,
    first: I4,
    plane: F8,
    box: F8,
    z: F8,
    bits: npt.NDArray[np.uint32],
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


_compiled: dict[str, Callable[..., None]] = {}


def warm() -> None:
    """Compile the kernel, or load it from the cache, so that batches are fast from now on."""
    if _compiled:
        return
    import numba

    options = {"cache": True, "nogil": True, "error_model": "numpy"}
    global span
    span = numba.njit(inline="never", **options)(span)
    one = layout([])
    fast = {"flat": numba.njit(**options)(flat), "tall": numba.njit(**options)(tall)}
    out = np.empty(0, np.int32)
    want = np.uint32(1)
    fast["flat"](np.empty((0, 4)), one.first, one.plane, one.box, one.bits, one.owner, want, 0.0, out)
    fast["tall"](np.empty((0, 6)), one.first, one.plane, one.box, one.z, one.bits, one.owner, want, 0.0, out)
    _compiled.update(fast)


def is_warm() -> bool:
    """Will a batch run compiled?"""
    return bool(_compiled)


def blocked_batch(ground: Ground, segments: F8, mask: int, width: float) -> I4:
    """`Ground.blocked` for every row; see `Ground.blocked_batch`."""
    seg = np.ascontiguousarray(segments, np.float64)
    if seg.ndim != 2 or seg.shape[1] not in (4, 6):
        raise ValueError(f"Lines are rows of 4 numbers, or 6 with heights; these have the shape {seg.shape}.")
    out = np.empty(len(seg), np.int32)
    if not _compiled:
        out[:] = [_single(ground, row, mask, width) for row in seg.tolist()]
        return out
    a, want = ground.arrays(), np.uint32(mask)
    if seg.shape[1] == 4:
        _compiled["flat"](seg, a.first, a.plane, a.box, a.bits, a.owner, want, width, out)
    else:
        _compiled["tall"](seg, a.first, a.plane, a.box, a.z, a.bits, a.owner, want, width, out)
    return out


def _single(ground: Ground, row: list[float], mask: int, width: float) -> int:
    if len(row) == 4:
        hit = ground.blocked((row[0], row[1]), (row[2], row[3]), mask, width=width)
    else:
        hit = ground.blocked((row[0], row[1]), (row[3], row[4]), mask, row[2], row[5], width)
    return -1 if hit is None else ground.index(hit.name)
