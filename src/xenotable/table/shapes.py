"""What lies on a table: points, round bases, pieces of terrain and zones; outlines cut into convex parts.

Everything is in inches. Positions lie on a grid of 1/1024 in (`snap`), so that orientation tests of grid points are
exact in doubles: touching is decided once, for every caller alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Protocol

from msgspec import Struct

from xenotable.kernels import kernel

Point = tuple[float, float]
SNAP = 1024.0
SKY = 1024.0
"""The top of a piece that no line passes over."""
HAIR = 1.0 / SNAP
"""Half the thickness of a line drawn without one: the thinnest thing on the grid that can be crossed."""
DIRECTIONS = tuple((math.cos(k * math.pi / 16), math.sin(k * math.pi / 16)) for k in range(32))
"""Where the corners of a disc lie as seen from its centre."""


class Circle(Struct, frozen=True, cache_hash=True):
    """A round base: centre, radius and the height of the surface it stands on."""

    x: float
    y: float
    r: float
    z: float = 0.0


class Base(Protocol):
    """Whatever is round and stands somewhere: a circle, or a row of a game that has the same figures."""

    @property
    def x(self) -> float: ...

    @property
    def y(self) -> float: ...

    @property
    def r(self) -> float: ...


class Piece(Struct, frozen=True):
    """A piece of terrain, or a zone: an outline between two heights. `bits` are classes that the game chooses.

    `corners` run counter-clockwise; those of a disc are a 32-gon for drawing: rules use `disc` = (x, y, r) itself.
    `line` is the axis of a wall drawn without thickness: distances are measured to it, crossings to a hair around it.
    """

    name: str
    corners: tuple[Point, ...]
    bits: int = 0
    low: float = 0.0
    high: float = SKY
    disc: tuple[float, float, float] | None = None
    line: tuple[Point, Point] | None = None


class ShapeError(ValueError):
    """An outline that is none; the message is a sentence for whoever drew it."""


@kernel()
def snap(value: float) -> float:
    """The nearest multiple of 1/1024."""
    return round(value * SNAP) / SNAP


def snap_point(p: Point) -> Point:
    """The point on the grid nearest to this one."""
    return (round(p[0] * SNAP) / SNAP, round(p[1] * SNAP) / SNAP)


@kernel()
def along(p: Point, q: Point, t: float) -> Point:
    """The point at this share of the way."""
    return (p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t)


def orient(a: Point, b: Point, c: Point) -> float:
    """Above 0 when c lies left of the line from a to b, 0 when on it: exact for points on the grid."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def area(corners: Sequence[Point]) -> float:
    """The signed area of an outline, positive when counter-clockwise."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in edges(corners)) / 2.0


def edges(corners: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    """The sides of an outline in turn."""
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def polygon(name: str, corners: Iterable[Point], bits: int = 0, low: float = 0.0, high: float = SKY) -> Piece:
    """A piece with any simple outline, corners in either direction, snapped to the grid."""
    outline = _outline(name, [snap_point(p) for p in corners])
    return Piece(name, outline, bits, float(low), float(high))


def rectangle(
    name: str, x0: float, y0: float, x1: float, y1: float, bits: int = 0, low: float = 0.0, high: float = SKY
) -> Piece:
    """A piece with sides parallel to the table's."""
    x0, x1, y0, y1 = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    return polygon(name, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), bits, low, high)


def disc(name: str, x: float, y: float, r: float, bits: int = 0, low: float = 0.0, high: float = SKY) -> Piece:
    """A round piece, exact in every rule."""
    x, y, r = snap(x), snap(y), snap(r)
    if r <= 0.0:
        raise ShapeError(f"{name}: a disc needs a radius above 0, not {r:g}.")
    ring = tuple([snap_point((x + r * c, y + r * s)) for c, s in DIRECTIONS])
    return Piece(name, ring, bits, float(low), float(high), (x, y, r))


def wall(
    name: str, a: Point, b: Point, thickness: float = 0.0, bits: int = 0, low: float = 0.0, high: float = SKY
) -> Piece:
    """A straight wall, hedge or line from a to b. Without thickness it is a hair (2/1024 in) that can be crossed."""
    a, b = snap_point(a), snap_point(b)
    long = math.dist(a, b)
    if long == 0.0:
        raise ShapeError(f"{name}: a wall needs two different ends.")
    half = max(thickness / 2.0, HAIR)
    nx, ny = -(b[1] - a[1]) / long * half, (b[0] - a[0]) / long * half
    around = [(a[0] - nx, a[1] - ny), (b[0] - nx, b[1] - ny), (b[0] + nx, b[1] + ny), (a[0] + nx, a[1] + ny)]
    drawn = polygon(name, around, bits, low, high)
    return Piece(name, drawn.corners, bits, drawn.low, drawn.high, None, (a, b) if thickness <= 2.0 * HAIR else None)


def turn_corners(corners: Iterable[Point], x: float, y: float, degrees: float = 0.0) -> tuple[Point, ...]:
    """Corners drawn around (0, 0), turned counter-clockwise and put down at (x, y); quarter turns are exact."""
    quarter, rest = divmod(degrees % 360.0, 90.0)
    c, s = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarter)]
    if rest:
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple([snap_point((x + c * px - s * py, y + s * px + c * py)) for px, py in corners])


def _outline(name: str, points: list[Point]) -> tuple[Point, ...]:
    """The outline counter-clockwise without needless corners; refuses what is no simple polygon."""
    points = [p for p, q in edges(points) if p != q] if points else points
    kept = True
    while kept and len(points) >= 3:
        kept = False
        for i in range(len(points)):
            if orient(points[i - 1], points[i], points[(i + 1) % len(points)]) == 0.0:
                del points[i]
                kept = True
                break
    if len(points) < 3:
        raise ShapeError(f"{name}: an outline needs three corners that are not on one line.")
    if area(points) < 0.0:
        points.reverse()
    sides = list(edges(points))
    for i, (a, b) in enumerate(sides):
        for c, d in sides[i + 2 : len(sides) - (i == 0)]:
            if _meet(a, b, c, d):
                raise ShapeError(f"{name}: the side from {a} to {b} meets the side from {c} to {d}.")
    return tuple(points)


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Do two segments touch or cross?"""
    o1, o2, o3, o4 = orient(a, b, c), orient(a, b, d), orient(c, d, a), orient(c, d, b)
    if ((o1 > 0) != (o2 > 0) or o1 == 0 or o2 == 0) and ((o3 > 0) != (o4 > 0) or o3 == 0 or o4 == 0):
        if o1 == o2 == 0.0:
            return max(min(a, b), min(c, d)) <= min(max(a, b), max(c, d))
        return not (o1 * o2 > 0.0 or o3 * o4 > 0.0)
    return False


def convex(corners: Sequence[Point]) -> bool:
    """Does a counter-clockwise outline turn left everywhere?"""
    n = len(corners)
    return all(orient(corners[i - 2], corners[i - 1], corners[i]) >= 0.0 for i in range(n))


def convex_parts(corners: tuple[Point, ...]) -> list[tuple[Point, ...]]:
    """A simple outline cut into convex ones (ears, then joined again while convex)."""
    if convex(corners):
        return [corners]
    parts = _ears(list(corners))
    joined = True
    while joined:
        joined = False
        for i, one in enumerate(parts):
            for j in range(i + 1, len(parts)):
                both = _join(one, parts[j])
                if both is not None:
                    parts[i] = both
                    del parts[j]
                    joined = True
                    break
            if joined:
                break
    return parts


def _ears(rest: list[Point]) -> list[tuple[Point, ...]]:
    parts: list[tuple[Point, ...]] = []
    while len(rest) > 3:
        for i in range(len(rest)):
            a, b, c = rest[i - 1], rest[i], rest[(i + 1) % len(rest)]
            turn = orient(a, b, c)
            if turn == 0.0:
                del rest[i]
                break
            if turn > 0.0 and not any(_in_triangle(p, a, b, c) for p in rest if p not in (a, b, c)):
                parts.append((a, b, c))
                del rest[i]
                break
        else:
            raise ShapeError(f"The outline {rest} cannot be cut into parts.")
    if orient(rest[0], rest[1], rest[2]) > 0.0:
        parts.append((rest[0], rest[1], rest[2]))
    return parts


def _in_triangle(p: Point, a: Point, b: Point, c: Point) -> bool:
    return orient(a, b, p) >= 0.0 and orient(b, c, p) >= 0.0 and orient(c, a, p) >= 0.0


def _join(one: tuple[Point, ...], two: tuple[Point, ...]) -> tuple[Point, ...] | None:
    """Both outlines as one, if they share a side and the whole is convex."""
    for i, (a, b) in enumerate(edges(one)):
        for j, (c, d) in enumerate(edges(two)):
            if a == d and b == c:
                whole = one[i + 1 :] + one[: i + 1] + (two[j + 1 :] + two[: j + 1])[1:-1]
                return whole if convex(whole) else None
    return None


def on_outline(a: Point, b: Point, corners: Sequence[Point]) -> bool:
    """Does the segment from a to b lie on one side of the outline?"""
    return any(orient(c, d, a) == 0.0 and orient(c, d, b) == 0.0 for c, d in edges(corners))
