"""Lines across the table (chapter play): which terrain single lines and fans of cover lines run through.

Numbers in, numbers out, so that sight can be compiled: parts are known by their places in `PartTables`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple

from xenotable.engine import rule
from xenotable.games.killteam.rules.terrain.features import HEAVY, feature_of
from xenotable.kernels import Rows, RowTables, kernel
from xenotable.table import Ground, Point
from xenotable.table.ground import Part, Plane, clip, clip_height

LINE_WIDTH = 0.04  # a line 1 mm wide crosses what it runs through for longer than this
CORE = 0.03
Poly = list[Point]
Base = tuple[float, float, float, float]  # x, y, radius, height of the surface
Box = tuple[float, float, float, float, float, float, float, float, float, float, float]
"""What is asked of every part before anything else, side by side: bounds (west, east, south, north), heights, the
circle around it, whether it is Heavy, and the number of its feature."""


class _Tables(NamedTuple):
    boxes: Sequence[Box]
    planes: Sequence[Sequence[Plane]]  # the half-planes of each
    corners: Sequence[Sequence[Point]]
    inner: Sequence[Sequence[Point]]  # without CORE: whatever runs through that runs inside the part for twice CORE
    outlines: Sequence[Sequence[Point]]  # without the rim that a line may graze
    cores: Sequence[Sequence[Plane]]  # the half-planes of those outlines


class PartTables(_Tables, RowTables):
    """The parts of a ground that have a trait, each a box of four sides, as rows for kernels."""


PART_TABLES = f"Tuple((f8[:,::1], {', '.join(['f8[:,:,::1]'] * 5)}))"  # as numba spells them


@lru_cache(256)
def part_tables(ground: Ground, mask: int) -> PartTables:
    """Those of a ground with barricades are those without, and more."""
    before: Any = PartTables(*[Rows()] * 6) if ground.base is None else part_tables(ground.base, mask)
    found = [_rows_of(part, feature_of(ground.pieces[part.owner])) for part in ground.added if part.bits & mask]
    return PartTables(*map(Rows.plus, before, zip(*found, strict=True))) if found else before


@lru_cache(1024)
def _rows_of(p: Part, feature: str) -> tuple[Any, ...]:
    """What tables hold of one part: remembered, because it stands in those of several traits."""
    number, heavy = feature_number(feature), float(bool(p.bits & HEAVY))
    box = (p.x0, p.x1, p.y0, p.y1, p.low, p.high, p.cx, p.cy, p.rad, heavy, number)
    inner, outline = shrunk(p.corners, CORE), shrunk(p.corners, LINE_WIDTH / 2)
    return box, p.planes, p.corners, inner, outline, _half_planes(outline)


_NUMBERS: dict[str, float] = {}
_UNUSED = count()


def feature_number(feature: str) -> float:
    """What a feature is called in tables."""
    return _NUMBERS.get(feature) or _NUMBERS.setdefault(feature, 1.0 + next(_UNUSED))


def shrunk(corners: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """An outline with each corner moved along both its sides."""
    n, moved = len(corners), []
    for i, (x, y) in enumerate(corners):
        for qx, qy in (corners[i - 1], corners[(i + 1) % n]):
            long = math.hypot(qx - corners[i][0], qy - corners[i][1])
            x, y = x + by * (qx - corners[i][0]) / long, y + by * (qy - corners[i][1]) / long
        moved.append((x, y))
    return tuple(moved)


def _half_planes(corners: tuple[Point, ...]) -> tuple[Plane, ...]:
    """The half-planes of an outline."""
    return tuple(
        (by - ay, ax - bx, (by - ay) * ax + (ax - bx) * ay, False)
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True)
    )


@kernel()
def between(
    boxes: Sequence[Box], ax: float, ay: float, bx: float, by: float, r: float, low: float, high: float
) -> list[int]:
    """The parts that could matter to lines from a to somewhere around b at these heights."""
    x0, x1 = (ax, bx + r) if ax < bx - r else (bx - r, ax if ax > bx + r else bx + r)
    y0, y1 = (ay, by + r) if ay < by - r else (by - r, ay if ay > by + r else by + r)
    dx, dy = bx - ax, by - ay
    long = math.sqrt(dx * dx + dy * dy)
    found = []
    for k, (px0, px1, py0, py1, bottom, top, cx, cy, rad, _, _) in enumerate(boxes):
        if px1 < x0 or px0 > x1 or py1 < y0 or py0 > y1 or top <= low or bottom >= high:
            continue
        if abs(dx * (cy - ay) - dy * (cx - ax)) <= (rad + r) * long:
            found.append(k)
    return found


# ---- single lines


@rule("play.line-width", neutral=lambda: math.inf)
def line_width() -> float:
    """For how long a line must run inside a part to run through it: for more than its own width."""
    return LINE_WIDTH


def through(part: Part, px: float, py: float, pz: float, qx: float, qy: float, qz: float) -> bool:
    """Does a line in space run through a part for more than its own width?"""
    return runs_through(part.planes, part.low, part.high, px, py, pz, qx, qy, qz, line_width())


@kernel()
def runs_through(
    planes: Iterable[Plane], low: float, high: float, px: float, py: float, pz: float, qx: float, qy: float, qz: float,
    width: float,
) -> bool:  # fmt: skip
    """Does a line in space run for more than that width between these sides and heights?"""
    t0, t1 = clip(planes, px, py, qx, qy)
    if t0 >= t1:
        return False
    t0, t1 = clip_height(low, high, pz, qz, t0, t1)
    return t1 > t0 and (t1 - t0) * length(px, py, pz, qx, qy, qz) > width


@kernel()
def length(px: float, py: float, pz: float, qx: float, qy: float, qz: float) -> float:
    """Of a line in space."""
    dx, dy, dz = qx - px, qy - py, qz - pz
    return math.sqrt(dx * dx + dy * dy + dz * dz)


@kernel()
def shades(
    planes: Iterable[Plane], inner: Iterable[Point], ax: float, ay: float, bx: float, by: float, r: float
) -> bool:
    """Does every line from a to somewhere in the disc around b certainly run through this part? A quick yes.

    The disc lies behind every side that faces a, beyond one that does not, and between the lines from a to two corners
    of the part shrunk by CORE: whatever passes through that core runs inside the part for twice CORE.
    """
    faced = beyond = False
    for nx, ny, c, _ in planes:
        b, long = nx * bx + ny * by - c, math.sqrt(nx * nx + ny * ny)
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
    for x, y in inner:
        ex, ey = x - ax, y - ay
        side = ex * dy - ey * dx
        if side * side >= r * r * (ex * ex + ey * ey) and ex * dx + ey * dy > 0.0:
            if side > 0.0:
                right = True
            else:
                left = True
    return left and right


# ---- fans of cover lines


@kernel()
def stretch(core: Iterable[Plane], p: Point, t: Base, long: float) -> tuple[float, float]:
    """Between which shares the line from p to the centre of a base, that long, certainly crosses a part before it;
    entry at or after exit when it does not."""
    t0, t1 = clip(core, p[0], p[1], t[0], t[1])
    t1 = min(t1, 1.0 - t[2] / long if long else 0.0)
    return (t0, t1) if t1 - t0 > 1e-6 else (1.0, 0.0)


@kernel()
def beside(x0: float, x1: float, y0: float, y1: float, p: Point, q: Point, r: Point) -> bool:
    """Is a part with these bounds clearly outside the triangle p, q, r? A quick no before it is clipped."""
    return (
        (p[0] <= x0 and q[0] <= x0 and r[0] <= x0)
        or (p[0] >= x1 and q[0] >= x1 and r[0] >= x1)
        or (p[1] <= y0 and q[1] <= y0 and r[1] <= y0)
        or (p[1] >= y1 and q[1] >= y1 and r[1] >= y1)
    )


@kernel()
def clip_outline(outline: Iterable[Point], p: Point, q: Point, r: Point) -> Poly:
    """What of a convex outline lies in the triangle p, q, r; less than three corners: nothing."""
    px, py = p
    qx, qy = q
    rx, ry = r
    if (qx - px) * (ry - py) - (qy - py) * (rx - px) < 0:
        qx, qy, rx, ry = rx, ry, qx, qy
    poly = [(x, y) for x, y in outline]  # rows of an array in compiled code
    for ax, ay, bx, by in ((px, py, qx, qy), (qx, qy, rx, ry), (rx, ry, px, py)):
        ex, ey = bx - ax, by - ay
        kept = poly[:0]
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
        poly = kept
        if len(kept) < 3:
            break
    return poly


@kernel()
def reaches(poly: Poly, t: Base, limit: float) -> bool:
    """Does an outline come this near to the centre of a base? (It never holds the centre.)"""
    limit += 0.001
    ax, ay = poly[-1]
    for bx, by in poly:
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        share = 0.0 if square == 0.0 else max(0.0, min(1.0, ((t[0] - ax) * dx + (t[1] - ay) * dy) / square))
        x, y = ax + share * dx - t[0], ay + share * dy - t[1]
        if x * x + y * y <= limit * limit:
            return True
        ax, ay = bx, by
    return False


@kernel()
def inside_disc(a: Point, b: Point, x: float, y: float, r: float) -> tuple[float, float]:
    """Between which shares of the way from a to b it runs inside a disc; entry at or after exit when it does not."""
    dx, dy, fx, fy = b[0] - a[0], b[1] - a[1], a[0] - x, a[1] - y
    square = dx * dx + dy * dy
    c = fx * fx + fy * fy - r * r
    if square == 0.0:
        return (0.0, 1.0) if c <= 0.0 else (1.0, 0.0)
    half = fx * dx + fy * dy
    root = half * half - square * c
    if root <= 0.0:
        return 1.0, 0.0
    root = math.sqrt(root)
    return max(0.0, (-half - root) / square), min(1.0, (-half + root) / square)
