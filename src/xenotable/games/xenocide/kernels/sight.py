"""Rays of whole units against whole units, compiled.

The arithmetic is that of `rules.sight.rays.open_ray`, in the same order. Veils must not overlap (`Field.apart`):
then what a ray runs through is the sum of its runs."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from xenotable.kernels import kernel

F8 = npt.NDArray[np.float64]
GRID = 1.0 / 1024.0  # the rim of a base is snapped to it
B1 = npt.NDArray[np.bool_]
I8 = npt.NDArray[np.int64]


@kernel()
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


@kernel("void(f8[:,::1], f8[:,::1], f8[:,::1], f8[:,::1], f8, b1[:,::1])")
def table(every: F8, eyes: F8, targets: F8, turns: F8, through: float, seen: B1) -> None:
    """For each eye (x, y, r, z) which targets it sees: the centre first, then the rim. Only blocks in the rectangle
    around all of them can be in the way."""
    west = south = np.inf
    east = north = -np.inf
    for i in range(eyes.shape[0]):
        west, east = min(west, eyes[i, 0]), max(east, eyes[i, 0])
        south, north = min(south, eyes[i, 1]), max(north, eyes[i, 1])
    for j in range(targets.shape[0]):
        far = targets[j, 2] + GRID
        west, east = min(west, targets[j, 0] - far), max(east, targets[j, 0] + far)
        south, north = min(south, targets[j, 1] - far), max(north, targets[j, 1] + far)
    near, n = np.empty_like(every), 0
    for b in range(every.shape[0]):
        if every[b, 0] <= east and every[b, 2] >= west and every[b, 1] <= north and every[b, 3] >= south:
            near[n] = every[b]
            n += 1
    blocks = near[:n]
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


@kernel("void(f8[:,::1], f8[:,::1], f8[:,:,:,::1], f8[:,::1], f8, f8, i8[::1])")
def sections(blocks: F8, rooms: F8, marks: F8, eyes: F8, far: float, through: float, found: I8) -> None:
    """What somebody with these eyes (x, y, r, z) can do to each section (x0, y0, x1, y1, height): 0: it is too far for
    all, 1: it is in range, 2: somebody in range sees one of the points of a side that is turned to him."""
    near = np.empty_like(blocks)
    for s in range(rooms.shape[0]):
        x0, y0, x1, y1, height = rooms[s, 0], rooms[s, 1], rooms[s, 2], rooms[s, 3], rooms[s, 4]
        found[s] = 0
        west, south, east, north = x0, y0, x1, y1
        for i in range(eyes.shape[0]):
            x, y = eyes[i, 0], eyes[i, 1]
            dx = x - x1 if x > x1 else x0 - x if x0 > x else 0.0
            dy = y - y1 if y > y1 else y0 - y if y0 > y else 0.0
            if max(0.0, (dx * dx + dy * dy) ** 0.5 - eyes[i, 2]) <= far:
                found[s] = 1
                west, east, south, north = min(west, x), max(east, x), min(south, y), max(north, y)
        if found[s] == 0:
            continue
        n = 0
        for b in range(blocks.shape[0]):
            if blocks[b, 0] <= east and blocks[b, 2] >= west and blocks[b, 1] <= north and blocks[b, 3] >= south:
                near[n] = blocks[b]
                n += 1
        for i in range(eyes.shape[0]):
            x, y, z = eyes[i, 0], eyes[i, 1], eyes[i, 3]
            dx = x - x1 if x > x1 else x0 - x if x0 > x else 0.0
            dy = y - y1 if y > y1 else y0 - y if y0 > y else 0.0
            if max(0.0, (dx * dx + dy * dy) ** 0.5 - eyes[i, 2]) > far:
                continue
            for side in range(4):
                out = y - y1 if side == 0 else x - x1 if side == 1 else y0 - y if side == 2 else x0 - x
                if out <= 0.0:
                    continue
                for k in range(3):
                    if open_ray(near[:n], x, y, z, marks[s, side, k, 0], marks[s, side, k, 1], height, through):
                        found[s] = 2
                        break
                if found[s] == 2:
                    break
            if found[s] == 2:
                break
