"""Rays one after the other, as quick as plain arithmetic goes: `sight.clear` and `sight.sees` written out, because they
are asked thousands of times in a battle. The rules stand there; a test holds this to them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING

from xenotable.games.xenocide.rules.buildings.walls import SIDES, along
from xenotable.games.xenocide.state import Block, Field, Room
from xenotable.kernels import load
from xenotable.table.ground import union

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Seen = tuple[float, float, float, float]  # x, y, radius, height
Spot = tuple[float, float]
Box = tuple[float, float, float, float]  # west, east, south, north
GRID = 1 / 1024  # the rim is snapped to it


def open_ray(
    blocks: Sequence[Block], px: float, py: float, pz: float, qx: float, qy: float, qz: float, through: float
) -> bool:
    """Does a ray from p to q meet nothing solid and at most `through` inches of the rest?"""
    if qx < px or (qx == px and qy < py):
        px, py, pz, qx, qy, qz = qx, qy, qz, px, py, pz
    dx, dy, dz = qx - px, qy - py, qz - pz
    ly, hy = (py, qy) if py < qy else (qy, py)
    runs: list[tuple[float, float]] = []
    for x0, y0, x1, y1, top, solid in blocks:
        if x0 > qx or x1 < px or y0 > hy or y1 < ly:
            continue
        t0, t1 = 0.0, 1.0
        if dy != 0.0:
            s0, s1 = (y0 - py) / dy, (y1 - py) / dy
            if s0 > s1:
                s0, s1 = s1, s0
            if s0 > t0:
                t0 = s0
            if s1 < t1:
                t1 = s1
        elif not y0 < py < y1:
            continue
        if dx != 0.0:
            s0, s1 = (x0 - px) / dx, (x1 - px) / dx
            if s0 > s1:
                s0, s1 = s1, s0
            if s0 > t0:
                t0 = s0
            if s1 < t1:
                t1 = s1
        elif not x0 < px < x1:
            continue
        if dz > 0.0:
            t1 = min(t1, (top - pz) / dz)
        elif dz < 0.0:
            t0 = max(t0, (top - pz) / dz)
        elif pz >= top:
            continue
        if t0 < t1:
            if solid:
                return False
            runs.append((t0, t1))
    if not runs:
        return True
    plan: float = (dx * dx + dy * dy) ** 0.5
    if len(runs) == 1:
        return plan * (runs[0][1] - runs[0][0]) <= through
    return plan * sum(t1 - t0 for t0, t1 in union(runs)) <= through


_compiled: list[ModuleType] = []


def use_compiled() -> None:
    """From now on the rays of many are drawn at once (imports numpy and numba)."""
    from xenotable.games.xenocide.kernels import sight as compiled

    load(compiled.__name__)
    _compiled[:] = [compiled]


def use_plain() -> None:
    """From now on rays are drawn one by one again."""
    _compiled.clear()


def is_warm() -> bool:
    """Will rays of many be drawn at once?"""
    return bool(_compiled)


class Town:
    """The blocks of a map and the sections of its buildings as arrays: what compiled rays look at."""

    def __init__(self, blocks: Sequence[Block], rooms: Sequence[Room]) -> None:
        import numpy as np

        points = [[along(room.sides, side, 3) for side in SIDES] for room in rooms]
        self.blocks = np.array(blocks, np.float64).reshape(-1, 6)
        self.rooms = np.array([(*room.sides, room.height) for room in rooms], np.float64).reshape(-1, 5)
        self.marks = np.array(points, np.float64).reshape(-1, 4, 3, 2)


def town_of(field: Field) -> Town:
    """The arrays of a map, made when they are first wanted."""
    if not isinstance(field.town, Town):
        field.town = Town(field.blocks, tuple(field.rooms.values()))
    return field.town


@lru_cache(maxsize=4)
def _turns(turns: Sequence[Spot]) -> npt.NDArray[np.float64]:
    import numpy as np

    return np.array(turns, np.float64)


def at_once(
    town: Town, eyes: Sequence[Seen], targets: Sequence[Seen], turns: Sequence[Spot], through: float
) -> tuple[tuple[bool, ...], ...]:
    """`table`, compiled; for blocks of which no two veils overlap."""
    import numpy as np

    seen = np.empty((len(eyes), len(targets)), np.bool_)
    here, there = np.array(eyes, np.float64), np.array(targets, np.float64)
    _compiled[0].table(town.blocks, here, there, _turns(turns), through, seen)
    return tuple([tuple(row) for row in seen.tolist()])


def sections(town: Town, eyes: Sequence[Seen], far: float, through: float) -> list[int]:
    """What people with these eyes can do to each section of a town, compiled; for blocks of which no two veils overlap.
    0: it is too far, 1: it is in range, 2: somebody in range sees it."""
    import numpy as np

    found = np.empty(len(town.rooms), np.int64)
    here = np.array(eyes, np.float64).reshape(-1, 4)
    _compiled[0].sections(town.blocks, town.rooms, town.marks, here, far, through, found)
    return found.tolist()


def table(
    blocks: Sequence[Block], eyes: Sequence[Seen], targets: Sequence[Seen], turns: Sequence[Spot], through: float
) -> tuple[tuple[bool, ...], ...]:
    """For each eye which targets it sees: the centre first, the rim of those that are left."""
    found: list[list[bool]] = []
    left: list[tuple[int, int]] = []
    boxes = [(x - r - GRID, x + r + GRID, y - r - GRID, y + r + GRID) for x, y, r, _ in targets]
    whole, top = _around(boxes), max(t[3] for t in targets)
    for i, (px, py, _, pz) in enumerate(eyes):
        if len(boxes) > 1 and shut_off(blocks, px, py, max(pz, top), whole, through):
            found.append([False] * len(targets))
            continue
        row = [open_ray(blocks, px, py, pz, x, y, z, through) for x, y, _, z in targets]
        found.append(row)
        for j, clear in enumerate(row):
            base = targets[j]
            if not clear and base[2] > 0.0 and not shut_off(blocks, px, py, max(pz, base[3]), boxes[j], through):
                left.append((i, j))
    rims: dict[int, list[Spot]] = {}
    for i, j in left:
        rim = rims.get(j)
        if rim is None:
            rim = rims[j] = around(targets[j], turns)
        found[i][j] = _rim_seen(blocks, eyes[i], targets[j], rim, through)
    return tuple([tuple(row) for row in found])


def _around(boxes: Sequence[Box]) -> Box:
    wests, easts, souths, norths = zip(*boxes, strict=True)
    return min(wests), max(easts), min(souths), max(norths)


def shut_off(blocks: Sequence[Block], px: float, py: float, z: float, box: Box, through: float) -> bool:
    """Does one block certainly stop every ray from a point to a rectangle: higher than both, with the whole fan of
    rays going in by the side that is turned to the eye and, unless it is solid, coming out by the opposite one?"""
    west, east, south, north = box[0] - px, box[1] - px, box[2] - py, box[3] - py
    for x0, y0, x1, y1, top, solid in blocks:
        if z >= top:
            continue
        x0, x1, y0, y1 = x0 - px, x1 - px, y0 - py, y1 - py
        across = (0.0 < x0 < west or 0.0 > x1 > east) if solid else (0.0 < x0 < x1 < west or 0.0 > x1 > x0 > east)
        if across and (solid or x1 - x0 > through):
            near, far = (x0, x1) if x0 > 0.0 else (x1, x0)
            if _goes_by(near, y0, y1, west, east, south, north) and (
                solid or _goes_by(far, y0, y1, west, east, south, north)
            ):
                return True
            continue
        along = (0.0 < y0 < south or 0.0 > y1 > north) if solid else (0.0 < y0 < y1 < south or 0.0 > y1 > y0 > north)
        if along and (solid or y1 - y0 > through):
            near, far = (y0, y1) if y0 > 0.0 else (y1, y0)
            if _goes_by(near, x0, x1, south, north, west, east) and (
                solid or _goes_by(far, x0, x1, south, north, west, east)
            ):
                return True
    return False


def _goes_by(to: float, c0: float, c1: float, near: float, far: float, low: float, high: float) -> bool:
    """Do all rays from the origin to the box (near..far, low..high) cross the line at `to` between c0 and c1?"""
    s, t = to / near, to / far
    if s > t:
        s, t = t, s
    return c0 < (s if low > 0.0 else t) * low and (t if high > 0.0 else s) * high < c1


def _rim_seen(blocks: Sequence[Block], eye: Seen, target: Seen, rim: Sequence[Spot], through: float) -> bool:
    (px, py, _, pz), (x, y, r, z) = eye, target
    far = r + GRID
    x0, x1 = (px - far, x + far) if px < x else (x - far, px + far)
    y0, y1 = (py - far, y + far) if py < y else (y - far, py + far)
    near = [b for b in blocks if b[0] <= x1 and b[2] >= x0 and b[1] <= y1 and b[3] >= y0]
    return any(open_ray(near, px, py, pz, qx, qy, z, through) for qx, qy in rim)


def around(target: Seen, turns: Sequence[Spot]) -> list[Spot]:
    """The rim of a base, on the grid."""
    x, y, r, _ = target
    return [(round((x + r * u) * 1024) / 1024, round((y + r * v) * 1024) / 1024) for u, v in turns]
