"""Rays of whole units against whole units, one after the other: the arithmetic of sight, asked thousands of times in a
battle, so it is compiled while the game goes on."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from xenotable.games.xenocide.rules.sight.corridors import around, between, is_hidden
from xenotable.games.xenocide.state import Block
from xenotable.kernels import kernel, load
from xenotable.table.ground import union

Seen = tuple[float, float, float, float]  # x, y, radius, height
Spot = tuple[float, float]
Box = tuple[float, float, float, float]  # west, east, south, north
GRID = 1 / 1024  # the rim is snapped to it


def use_compiled() -> None:
    """From now on rays are drawn by compiled code."""
    load(__name__)


@kernel("(f8[:,::1], f8[:,::1], f8[:,::1], f8[:,::1], f8)")
def table(
    blocks: Iterable[Block], eyes: Sequence[Seen], targets: Sequence[Seen], turns: Sequence[Spot], through: float
) -> list[bool]:
    """Eye by eye which targets it sees: the centre first, the rim of those that are left."""
    low, top = math.inf, -math.inf
    for _, _, _, z in eyes:
        low, top = min(low, z), max(top, z)
    for _, _, _, z in targets:
        low, top = min(low, z), max(top, z)
    every, there = len(eyes) * len(targets), around(targets, True)
    parts = between(blocks, around(eyes, True), there, low)
    if len(parts) == 0:
        return [True] * every
    if every > 1 and is_hidden(parts, around(eyes, False), there, top, through):
        return [False] * every
    return _looked(parts, eyes, targets, turns, through)


@kernel()
def _looked(
    blocks: Sequence[Block], eyes: Sequence[Seen], targets: Sequence[Seen], turns: Sequence[Spot], through: float
) -> list[bool]:
    n, x0, y0, x1, y1, top = len(targets), math.inf, math.inf, -math.inf, -math.inf, -math.inf
    for x, y, r, z in targets:
        x0, x1, y0, y1 = min(x0, x - r - GRID), max(x1, x + r + GRID), min(y0, y - r - GRID), max(y1, y + r + GRID)
        top = max(top, z)
    blind = [n > 1 and shut_off(blocks, px, py, max(pz, top), (x0, x1, y0, y1), through) for px, py, _, pz in eyes]
    seen = [False] * (len(eyes) * n)
    for j in range(n):
        x, y, r, z = targets[j]
        box = (x - r - GRID, x + r + GRID, y - r - GRID, y + r + GRID)
        left = []
        for i in range(len(eyes)):
            px, py, _, pz = eyes[i]
            if blind[i]:
                continue
            if open_ray(blocks, px, py, pz, x, y, z, through):
                seen[i * n + j] = True
            elif r > 0.0 and not shut_off(blocks, px, py, max(pz, z), box, through):
                left.append(i)
        if len(left) > 0:
            rim = [(round((x + r * u) * 1024) / 1024, round((y + r * v) * 1024) / 1024) for u, v in turns]
            for i in left:
                px, py, _, pz = eyes[i]
                seen[i * n + j] = _rim_seen(blocks, px, py, pz, x, y, r, z, rim, through)
    return seen


@kernel()
def sees_mark(
    blocks: Sequence[Block], px: float, py: float, pz: float, x: float, y: float, r: float, z: float,
    turns: Iterable[Spot], through: float,
) -> bool:  # fmt: skip
    """Does an eye see one mark? As `table`, for who looks at many places once."""
    if open_ray(blocks, px, py, pz, x, y, z, through):
        return True
    box = (x - r - GRID, x + r + GRID, y - r - GRID, y + r + GRID)
    if r <= 0.0 or shut_off(blocks, px, py, max(pz, z), box, through):
        return False
    rim = [(round((x + r * u) * 1024) / 1024, round((y + r * v) * 1024) / 1024) for u, v in turns]
    return _rim_seen(blocks, px, py, pz, x, y, r, z, rim, through)


@kernel("(f8[:,::1], f8[:,::1], f8[:,::1], f8[:,::1], f8, f8)")
def sections(
    blocks: Iterable[Block], rooms: Sequence[Sequence[float]], marks: Sequence[Spot], eyes: Sequence[Seen], far: float,
    through: float,
) -> list[int]:  # fmt: skip
    """What people with these eyes can do to each section of a town (x0, y0, x1, y1, height; three marks on each of its
    sides). 0: it is too far for all, 1: it is in range, 2: somebody in range sees a mark on a side turned to him."""
    found = []
    for s in range(len(rooms)):
        x0, y0, x1, y1, height = rooms[s]
        near, low = [], height
        for x, y, r, z in eyes:
            dx = x - x1 if x > x1 else x0 - x if x0 > x else 0.0
            dy = y - y1 if y > y1 else y0 - y if y0 > y else 0.0
            if max(0.0, (dx * dx + dy * dy) ** 0.5 - r) <= far:
                near.append((x, y, r, z))
                low = min(low, z)
        if len(near) == 0:
            found.append(0)
            continue
        parts = between(blocks, around(near, False), (x0, y0, x1, y1), low)
        seen = _overlooks(parts, near, (x0, y0, x1, y1), height, marks[12 * s : 12 * s + 12], through)
        found.append(2 if seen else 1)
    return found


@kernel()
def _overlooks(
    blocks: Sequence[Block], eyes: Iterable[Seen], room: Box, height: float, marks: Sequence[Spot], through: float
) -> bool:
    x0, y0, x1, y1 = room
    for x, y, _, z in eyes:
        for side in range(4):
            out = y - y1 if side == 0 else x - x1 if side == 1 else y0 - y if side == 2 else x0 - x
            if out > 0.0:
                for qx, qy in marks[3 * side : 3 * side + 3]:
                    if open_ray(blocks, x, y, z, qx, qy, height, through):
                        return True
    return False


@kernel()
def open_ray(
    blocks: Iterable[Block], px: float, py: float, pz: float, qx: float, qy: float, qz: float, through: float
) -> bool:
    """Does a ray from p to q meet nothing solid and at most `through` inches of the rest?"""
    if qx < px or (qx == px and qy < py):
        px, py, pz, qx, qy, qz = qx, qy, qz, px, py, pz
    dx, dy, dz = qx - px, qy - py, qz - pz
    ly, hy = (py, qy) if py < qy else (qy, py)
    runs = []
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
        if t0 >= t1:
            continue
        if dz > 0.0:
            s1 = (top - pz) / dz
            if s1 < t1:
                t1 = s1
        elif dz < 0.0:
            s0 = (top - pz) / dz
            if s0 > t0:
                t0 = s0
        elif pz >= top:
            continue
        if t0 < t1:
            if solid:
                return False
            runs.append((t0, t1))
    if len(runs) == 0:
        return True
    inside = 0.0
    for t0, t1 in union(runs):
        inside += t1 - t0
    plan: float = (dx * dx + dy * dy) ** 0.5
    return plan * inside <= through


@kernel()
def shut_off(blocks: Iterable[Block], px: float, py: float, z: float, box: Box, through: float) -> bool:
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


@kernel()
def _goes_by(to: float, c0: float, c1: float, near: float, far: float, low: float, high: float) -> bool:
    """Do all rays from the origin to the box (near..far, low..high) cross the line at `to` between c0 and c1?"""
    s, t = to / near, to / far
    if s > t:
        s, t = t, s
    return c0 < (s if low > 0.0 else t) * low and (t if high > 0.0 else s) * high < c1


@kernel()
def _rim_seen(
    blocks: Iterable[Block], px: float, py: float, pz: float, x: float, y: float, r: float, z: float,
    rim: Iterable[Spot], through: float,
) -> bool:  # fmt: skip
    far = r + GRID
    x0, x1 = (px - far, x + far) if px < x else (x - far, px + far)
    y0, y1 = (py - far, y + far) if py < y else (y - far, py + far)
    near = [b for b in blocks if b[0] <= x1 and b[2] >= x0 and b[1] <= y1 and b[3] >= y0]
    for qx, qy in rim:  # noqa: SIM110  # numba knows no generators
        if open_ray(near, px, py, pz, qx, qy, z, through):
            return True
    return False
