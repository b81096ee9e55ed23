"""Lines across the table (chapter play): which terrain single lines and fans of cover lines run through."""

from __future__ import annotations

import math
from functools import lru_cache

from xenotable.engine import rule
from xenotable.table import Circle, Ground, Point
from xenotable.table.ground import Part, Plane, clip, clip_height

LINE_WIDTH = 0.04  # a line 1 mm wide crosses what it runs through for longer than this
CORE = 0.03
Poly = list[Point]
Box = tuple[float, float, float, float, float, float, float, float, float, Part]


def between(
    ground: Ground, mask: int, ax: float, ay: float, bx: float, by: float, r: float, low: float, high: float
) -> list[Part]:
    """The parts that could matter to lines from a to somewhere around b at these heights."""
    x0, x1 = (ax, bx + r) if ax < bx - r else (bx - r, ax if ax > bx + r else bx + r)
    y0, y1 = (ay, by + r) if ay < by - r else (by - r, ay if ay > by + r else by + r)
    dx, dy = bx - ax, by - ay
    long = math.hypot(dx, dy)
    found = []
    for px0, px1, py0, py1, bottom, top, cx, cy, rad, part in _boxes(ground, mask):
        if px1 < x0 or px0 > x1 or py1 < y0 or py0 > y1 or top <= low or bottom >= high:
            continue
        if abs(dx * (cy - ay) - dy * (cx - ax)) <= (rad + r) * long:
            found.append(part)
    return found


@lru_cache(256)
def _boxes(ground: Ground, mask: int) -> tuple[Box, ...]:
    """What is asked of every part before anything else, side by side: bounds, heights, and the circle around it."""
    return tuple((p.x0, p.x1, p.y0, p.y1, p.low, p.high, p.cx, p.cy, p.rad, p) for p in ground.chosen(mask))


# ---- single lines


@rule("play.line-width", neutral=lambda *_: False)
def through(part: Part, px: float, py: float, pz: float, qx: float, qy: float, qz: float) -> bool:
    """Does a line in space run through a part for more than its own width?"""
    t0, t1 = clip(part.planes, px, py, qx, qy)
    if t0 >= t1:
        return False
    t0, t1 = clip_height(part.low, part.high, pz, qz, t0, t1)
    return t1 > t0 and (t1 - t0) * math.dist((px, py, pz), (qx, qy, qz)) > LINE_WIDTH


@rule("play.line-width", neutral=lambda *_: False)
def flat_through(part: Part, px: float, py: float, qx: float, qy: float, long: float) -> bool:
    """Does the flat line from p to q, that long, run through a part for more than its own width?"""
    t0, t1 = clip(part.planes, px, py, qx, qy)
    return t1 > t0 and (t1 - t0) * long > LINE_WIDTH


def shades(part: Part, ax: float, ay: float, bx: float, by: float, r: float) -> bool:
    """Does every line from a to somewhere in the disc around b certainly run through this part? A quick yes.

    The disc lies behind every side that faces a, beyond one that does not, and between the lines from a to two corners
    of the part shrunk by CORE: whatever passes through that core runs inside the part for twice CORE.
    """
    faced = beyond = False
    for nx, ny, c, _ in part.planes:
        b, long = nx * bx + ny * by - c, math.hypot(nx, ny)
        if nx * ax + ny * ay - c > 0.0:
            if b > -(r + CORE) * long:
                return False
            faced = True
        elif b >= r * long:
            beyond = True
    if not faced or not beyond:
        return False
    dx, dy = bx - ax, by - ay
    left = right = False
    for x, y in _without_rim(part):
        ex, ey = x - ax, y - ay
        side = ex * dy - ey * dx
        if side * side >= r * r * (ex * ex + ey * ey) and ex * dx + ey * dy > 0.0:
            if side > 0.0:
                right = True
            else:
                left = True
    return left and right


# ---- fans of cover lines


@lru_cache(8192)
def shrunk(corners: tuple[Point, ...], by: float = LINE_WIDTH / 2) -> tuple[Point, ...]:
    """An outline with each corner moved along both its sides: without the rim that a line may graze."""
    n, moved = len(corners), []
    for i, (x, y) in enumerate(corners):
        for qx, qy in (corners[i - 1], corners[(i + 1) % n]):
            long = math.hypot(qx - corners[i][0], qy - corners[i][1])
            x, y = x + by * (qx - corners[i][0]) / long, y + by * (qy - corners[i][1]) / long
        moved.append((x, y))
    return tuple(moved)


@lru_cache(8192)
def _without_rim(part: Part) -> tuple[Point, ...]:
    """Kept by the part itself, which is found sooner than its corners."""
    return shrunk(part.corners, CORE)


@lru_cache(8192)
def outline_of(part: Part) -> tuple[Point, ...]:
    """The outline of a part without the rim that a line may graze."""
    return shrunk(part.corners)


@lru_cache(8192)
def _core(part: Part) -> tuple[Plane, ...]:
    """The half-planes of that outline."""
    points = outline_of(part)
    return tuple(
        (by - ay, ax - bx, (by - ay) * ax + (ax - bx) * ay, False)
        for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True)
    )


def stretch(part: Part, p: Point, t: Circle, long: float) -> tuple[float, float] | None:
    """Between which shares the line from p to the centre of a base, that long, certainly crosses a part before it."""
    t0, t1 = clip(_core(part), p[0], p[1], t.x, t.y)
    t1 = min(t1, 1.0 - t.r / long if long else 0.0)
    return (t0, t1) if t1 - t0 > 1e-6 else None


def beside(part: Part, p: Point, q: Point, r: Point) -> bool:
    """Is a part clearly outside the triangle p, q, r? A quick no before it is clipped."""
    return (
        (p[0] <= part.x0 and q[0] <= part.x0 and r[0] <= part.x0)
        or (p[0] >= part.x1 and q[0] >= part.x1 and r[0] >= part.x1)
        or (p[1] <= part.y0 and q[1] <= part.y0 and r[1] <= part.y0)
        or (p[1] >= part.y1 and q[1] >= part.y1 and r[1] >= part.y1)
    )


def clip_outline(outline: tuple[Point, ...], p: Point, q: Point, r: Point) -> Poly:
    """What of a convex outline lies in the triangle p, q, r."""
    (px, py), (qx, qy), (rx, ry) = p, q, r
    if (qx - px) * (ry - py) - (qy - py) * (rx - px) < 0:
        qx, qy, rx, ry = rx, ry, qx, qy
    poly: Poly = list(outline)
    for ax, ay, bx, by in ((px, py, qx, qy), (qx, qy, rx, ry), (rx, ry, px, py)):
        ex, ey = bx - ax, by - ay
        kept: Poly = []
        lx, ly = poly[-1]
        last = ex * (ly - ay) - ey * (lx - ax)
        for x, y in poly:
            side = ex * (y - ay) - ey * (x - ax)
            if (side > 0) != (last > 0):
                share = last / (last - side)
                kept.append((lx + (x - lx) * share, ly + (y - ly) * share))
            if side > 0:
                kept.append((x, y))
            lx, ly, last = x, y, side
        if len(kept) < 3:
            return []
        poly = kept
    return poly


def reaches(poly: Poly, t: Circle, limit: float) -> bool:
    """Does an outline come this near to the centre of a base? (It never holds the centre.)"""
    limit += 0.001
    ax, ay = poly[-1]
    for bx, by in poly:
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        share = 0.0 if square == 0.0 else max(0.0, min(1.0, ((t.x - ax) * dx + (t.y - ay) * dy) / square))
        x, y = ax + share * dx - t.x, ay + share * dy - t.y
        if x * x + y * y <= limit * limit:
            return True
        ax, ay = bx, by
    return False


def inside_disc(a: Point, b: Point, x: float, y: float, r: float) -> tuple[float, float] | None:
    """Between which shares of the way from a to b it runs inside a disc."""
    dx, dy, fx, fy = b[0] - a[0], b[1] - a[1], a[0] - x, a[1] - y
    square = dx * dx + dy * dy
    c = fx * fx + fy * fy - r * r
    if square == 0.0:
        return (0.0, 1.0) if c <= 0.0 else None
    half = fx * dx + fy * dy
    root = half * half - square * c
    if root <= 0.0:
        return None
    root = math.sqrt(root)
    t0, t1 = max(0.0, (-half - root) / square), min(1.0, (-half + root) / square)
    return (t0, t1) if t0 < t1 else None
