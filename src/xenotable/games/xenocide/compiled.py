"""Rays of whole units against whole units, compiled: imported by `glimpse.warm()` alone, because numba takes its time.

The arithmetic is that of `glimpse.open_ray`, in the same order. Veils must not overlap (`Field.apart`): then what a ray
runs through is the sum of its runs."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from xenotable.table.jit import njit

F8 = npt.NDArray[np.float64]
B1 = npt.NDArray[np.bool_]


@njit(cache=True, nogil=True, error_model="numpy")
def open_ray(blocks: F8, px: float, py: float, pz: float, qx: float, qy: float, qz: float, through: float) -> bool:
    """Does a ray meet nothing solid and at most `through` inches of the rest?"""
    if qx < px or (qx == px and qy < py):
        px, py, pz, qx, qy, qz = qx, qy, qz, px, py, pz
    dx, dy, dz = qx - px, qy - py, qz - pz
    ly, hy = min(py, qy), max(py, qy)
    run = 0.0
    for b in range(blocks.shape[0]):
        x0, y0, x1, y1, top = blocks[b, 0], blocks[b, 1], blocks[b, 2], blocks[b, 3], blocks[b, 4]
        if x0 > qx or x1 < px or y0 > hy or y1 < ly:
            continue
        t0, t1 = 0.0, 1.0
        if dy != 0.0:
            s0, s1 = (y0 - py) / dy, (y1 - py) / dy
            t0, t1 = max(t0, min(s0, s1)), min(t1, max(s0, s1))
        elif not y0 < py < y1:
            continue
        if dx != 0.0:
            s0, s1 = (x0 - px) / dx, (x1 - px) / dx
            t0, t1 = max(t0, min(s0, s1)), min(t1, max(s0, s1))
        elif not x0 < px < x1:
            continue
        if dz > 0.0:
            t1 = min(t1, (top - pz) / dz)
        elif dz < 0.0:
            t0 = max(t0, (top - pz) / dz)
        elif pz >= top:
            continue
        if t0 < t1:
            if blocks[b, 5] != 0.0:
                return False
            run += t1 - t0
    return run == 0.0 or (dx * dx + dy * dy) ** 0.5 * run <= through


@njit(cache=True, nogil=True, error_model="numpy")
def table(blocks: F8, eyes: F8, targets: F8, turns: F8, through: float, seen: B1) -> None:
    """For each eye (x, y, r, z) which targets it sees: the centre first, then the rim."""
    for i in range(eyes.shape[0]):
        px, py, pz = eyes[i, 0], eyes[i, 1], eyes[i, 3]
        for j in range(targets.shape[0]):
            x, y, r, z = targets[j, 0], targets[j, 1], targets[j, 2], targets[j, 3]
            clear = open_ray(blocks, px, py, pz, x, y, z, through)
            if not clear and r > 0.0:
                for k in range(turns.shape[0]):
                    qx = np.rint((x + r * turns[k, 0]) * 1024.0) / 1024.0
                    qy = np.rint((y + r * turns[k, 1]) * 1024.0) / 1024.0
                    if open_ray(blocks, px, py, pz, qx, qy, z, through):
                        clear = True
                        break
            seen[i, j] = clear
