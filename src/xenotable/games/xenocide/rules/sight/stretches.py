"""When somebody on the move comes into sight: every stretch of a way on which an eye sees him, however short (rule
"overwatch.trigger"). Numbers in, numbers out, so it is compiled while the game goes on.

On a straight leg the answer of a ray changes only where the ray passes a corner of a block or slips over its top, where
the mover comes into range or steps onto a plateau: all these moments are roots of equations, and between two of them
one look is enough. Only how deep a ray runs through obscuring ground changes in between; there looks are `FINE` apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from xenotable.games.xenocide.rules.sight.corridors import around, between, is_hidden
from xenotable.games.xenocide.rules.sight.rays import sees_mark
from xenotable.games.xenocide.state import Block, Plateau
from xenotable.kernels import kernel, load

GRID = 1 / 1024  # inches: nobody stands between two points of it
FINE = 0.25  # inches between two looks through obscuring ground
Seen = tuple[float, float, float, float]  # x, y, radius, height
Spot = tuple[float, float]
Leg = tuple[float, float, float, float, float, float, float, float, float, float]
"""Whose way it belongs to, from x, y to x, y, its length and that of the whole way, the walker's radius, his height,
and whether (1.0) that is above the ground or (0.0) above the table."""

View = tuple[float, float, float, float, float, float, float]
"""What an eye looks at, (x, y) with u * x + v * y > d, and the sides of the section that it is in."""

OPEN: View = (0.0, 0.0, -1.0, math.inf, math.inf, math.inf, math.inf)  # of who is in no section


def use_compiled() -> None:
    """From now on compiled code looks along ways."""
    load(__name__)


@kernel()
def plateau_at(plateaus: Iterable[Plateau], x: float, y: float) -> float:
    """The height of the plateau at a point."""
    best = 0.0
    for x0, y0, x1, y1, height in plateaus:
        if x0 <= x <= x1 and y0 <= y <= y1 and height > best:
            best = height
    return best


@kernel(f"({', '.join(['f8[:,::1]'] * 7)}, f8, f8, f8[::1])")
def unseen(
    blocks: Sequence[Block], plateaus: Sequence[Plateau], eyes: Sequence[Seen], views: Sequence[View],
    legs: Iterable[Leg], rim: Sequence[Spot], turns: Sequence[Spot], far: float, through: float, known: Iterable[float],
) -> list[float]:  # fmt: skip
    """Moments, as shares of a way, that show a stretch in sight and range of an eye which the moments known miss. The
    legs of a way follow each other."""
    found, new = [share for share in known], [share for share in known][:0]  # noqa: C416  # numba knows no `list(array)`
    for k in range(len(eyes)):
        ex, ey, er, ez = eyes[k]
        u, v, d, x0, y0, x1, y1 = views[k]
        walker, begun, done = -1.0, -1.0, 0.0
        for leg in legs:
            if leg[0] != walker:
                if begun >= 0.0:
                    note_stretch(found, new, begun, 1.0)
                walker, begun, done = leg[0], -1.0, 0.0
            long, way = leg[5], leg[6]
            for share, seen in seen_parts(
                blocks, plateaus, (ex, ey, er, ez), (u, v, d, x0, y0, x1, y1), leg, rim, turns, far, through
            ):
                if seen:
                    if begun < 0.0:
                        begun = (done + share * long) / way
                elif begun >= 0.0:
                    note_stretch(found, new, begun, (done + share * long) / way)
                    begun = -1.0
            done += long
        if begun >= 0.0:
            note_stretch(found, new, begun, 1.0)
    new.sort()
    return new


@kernel()
def note_stretch(found: list[float], new: list[float], low: float, high: float) -> None:
    """The middle of a stretch, if none of the moments found is in it."""
    for share in found:
        if low <= share <= high:
            return
    found.append((low + high) / 2.0)
    new.append((low + high) / 2.0)


@kernel()
def seen_parts(
    blocks: Iterable[Block], plateaus: Sequence[Plateau], eye: Seen, view: View, leg: Leg, rim: Sequence[Spot],
    turns: Sequence[Spot], far: float, through: float,
) -> list[tuple[float, bool]]:  # fmt: skip
    """The parts of a leg in which nothing changes: where each begins, as a share of it, and whether it is seen."""
    _, ax, ay, bx, by, long, _, r, tall, grounded = leg
    ex, ey, er, ez = eye
    reach = far + er + r
    if not comes_near(ex, ey, ax, ay, bx, by, reach + GRID):
        return [(0.0, False)]
    rises = grounded > 0.0 and len(plateaus) > 0
    za = tall + plateau_at(plateaus, ax, ay) if rises else tall
    zb = tall + plateau_at(plateaus, bx, by) if rises else tall
    here, there = (ax, ay, r, za), (bx, by, r, zb)
    box = around((here, there), True)
    parts = between(blocks, around((eye,), True), box, min(ez, za, zb))
    if len(plateaus) == 0:
        parts = low_enough(parts, eye, (here, there))
    if len(parts) > 0 and is_hidden(parts, around((eye,), False), box, max(ez, za, zb), through):
        return [(0.0, False)]
    shares = turning_points(parts, plateaus, eye, view, here, there, rim, reach, long)
    u, v, d = view[0], view[1], view[2]
    found = []
    for k in range(len(shares) - 1):
        t = (shares[k] + shares[k + 1]) / 2.0
        x, y = ax + (bx - ax) * t, ay + (by - ay) * t
        seen = math.sqrt((ex - x) * (ex - x) + (ey - y) * (ey - y)) - er - r <= far and u * x + v * y > d
        if seen and len(parts) > 0:
            z = tall + plateau_at(plateaus, x, y) if rises else tall
            seen = sees_mark(parts, ex, ey, ez, x, y, r, z, turns, through)
        found.append((shares[k], seen))
    return found


@kernel()
def comes_near(x: float, y: float, ax: float, ay: float, bx: float, by: float, reach: float) -> bool:
    """Can who walks a leg come into range at all? (By the rectangle around it.)"""
    west, east = (ax, bx) if ax < bx else (bx, ax)
    south, north = (ay, by) if ay < by else (by, ay)
    return west - reach <= x <= east + reach and south - reach <= y <= north + reach


@kernel()
def low_enough(blocks: Iterable[Block], eye: Seen, ends: tuple[Seen, Seen]) -> list[Block]:
    """Without the blocks that every ray passes above: of a ray that rises steeply, only the part near its lower end is
    below their tops. (Where the ground is level. By the rectangle around that part.)"""
    (ax, ay, r, z), (bx, by, _, _) = ends
    ex, ey, _, ez = eye
    low, high, near = min(z, ez), max(z, ez), r + GRID
    found = []
    for x0, y0, x1, y1, top, solid in blocks:
        if top <= low:
            continue
        below = (top - low) / (high - low) if top < high else 1.0
        begin, end = (0.0, below) if z < ez else (1.0 - below, 1.0)  # of the ray, from the mover to the eye
        xa, xb, xc, xd = ax + (ex - ax) * begin, ax + (ex - ax) * end, bx + (ex - bx) * begin, bx + (ex - bx) * end
        ya, yb, yc, yd = ay + (ey - ay) * begin, ay + (ey - ay) * end, by + (ey - by) * begin, by + (ey - by) * end
        if x0 > max(xa, xb, xc, xd) + near or x1 < min(xa, xb, xc, xd) - near:
            continue
        if y0 <= max(ya, yb, yc, yd) + near and y1 >= min(ya, yb, yc, yd) - near:
            found.append((x0, y0, x1, y1, top, solid))
    return found


@kernel()
def turning_points(
    blocks: Sequence[Block], plateaus: Iterable[Plateau], eye: Seen, view: View, here: Seen, there: Seen,
    rim: Iterable[Spot], reach: float, long: float,
) -> list[float]:  # fmt: skip
    """The shares of a leg at which it can change whether an eye sees who walks it, with 0 and 1."""
    found = [0.0]
    in_range(found, eye, here, there, reach)
    if view[3] < math.inf:  # it looks out at one side
        crossings(found, view[3], view[4], view[5], view[6], here, there)
    if len(blocks) > 0:
        for x0, y0, x1, y1, _ in plateaus:
            crossings(found, x0, y0, x1, y1, here, there)
        past_blocks(found, eye, here, there, blocks, rim)
        veiled = False
        for block in blocks:
            veiled = veiled or not block[5]
        if veiled:
            steps = math.ceil(long / FINE)
            found += [k / steps for k in range(1, steps)]
    found.sort()
    apart, least, last = [0.0], GRID / long, 0.0
    for share in found:  # not those that are within a step of the grid of the one before
        if 0.0 < share < 1.0 and share - last > least:
            apart.append(share)
            last = share
    apart.append(1.0)
    return apart


@kernel()
def in_range(found: list[float], eye: Seen, a: Seen, b: Seen, far: float) -> None:
    """Where a leg crosses a circle around an eye."""
    dx, dy, ox, oy = b[0] - a[0], b[1] - a[1], a[0] - eye[0], a[1] - eye[1]
    square, half, rest = dx * dx + dy * dy, ox * dx + oy * dy, ox * ox + oy * oy - far * far
    under = half * half - square * rest
    if under >= 0.0:
        root = math.sqrt(under)
        found.append((-half - root) / square)
        found.append((-half + root) / square)


@kernel()
def crossings(found: list[float], x0: float, y0: float, x1: float, y1: float, a: Seen, b: Seen) -> None:
    """Where a leg crosses the lines of a rectangle's sides."""
    if a[0] != b[0]:
        found.append((x0 - a[0]) / (b[0] - a[0]))
        found.append((x1 - a[0]) / (b[0] - a[0]))
    if a[1] != b[1]:
        found.append((y0 - a[1]) / (b[1] - a[1]))
        found.append((y1 - a[1]) / (b[1] - a[1]))


@kernel()
def past_blocks(
    found: list[float], eye: Seen, here: Seen, there: Seen, blocks: Iterable[Block], rim: Iterable[Spot]
) -> None:
    """Where the ray to a point on the rim of who walks passes a corner of a block, or comes out over its top exactly at
    one of its sides."""
    x, y, _, z = eye
    points = []
    for u, v in rim:
        px, py = here[0] + u * here[2], here[1] + v * here[2]
        points.append((px, py, px - x, py - y, there[0] + u * there[2] - px, there[1] + v * there[2] - py))
    for x0, y0, x1, y1, top, _ in blocks:
        west, east, south, north = x0 - x, x1 - x, y0 - y, y1 - y
        corners = ((west, south), (east, south), (east, north), (west, north))
        for _, _, qx, qy, run, rise in points:
            for dx, dy in corners:
                turn = dx * rise - dy * run
                if turn != 0.0:
                    found.append(-(dx * qy - dy * qx) / turn)
        for height in (here[3], there[3]):
            share = (top - z) / (height - z) if height != z else 0.0
            if 0.0 < share < 1.0:
                for px, py, _, _, run, rise in points:
                    if run != 0.0:
                        found.append((x + west / share - px) / run)
                        found.append((x + east / share - px) / run)
                    if rise != 0.0:
                        found.append((y + south / share - py) / rise)
                        found.append((y + north / share - py) / rise)
