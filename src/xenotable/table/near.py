"""Distances: bases, points, segments, outlines, table edges; within and wholly within.

All distances are measured between nearest parts and never fall below 0. Tolerances belong to comparisons of distances
alone, so every `within` takes one; the books use 0.001 in or 0.01 in.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from xenotable.kernels import kernel
from xenotable.table.shapes import Base, Circle, Piece, Point, edges, orient

TOLERANCE = 0.001


def gap(a: Base, b: Base) -> float:
    """Base to base, in plan."""
    dx, dy = a.x - b.x, a.y - b.y
    d = math.sqrt(dx * dx + dy * dy) - a.r - b.r
    return d if d > 0.0 else 0.0


def gaps(a: Base, bases: Iterable[Base]) -> list[float]:
    """The same to each of many bases."""
    x, y, r, root = a.x, a.y, a.r, math.sqrt
    apart = [root((x - b.x) * (x - b.x) + (y - b.y) * (y - b.y)) - r - b.r for b in bases]
    return [d if d > 0.0 else 0.0 for d in apart]


def gap3(a: Circle, b: Circle) -> float:
    """Base to base in space: the plan distance and the difference of the surfaces as the sides of a right angle."""
    flat, up = gap(a, b), a.z - b.z
    return math.sqrt(flat * flat + up * up)


def nearest_on_segment(p: Point, a: Point, b: Point) -> Point:
    """The point of the segment from a to b nearest to p."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    if square == 0.0:
        return a
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square
    if t <= 0.0:
        return a
    if t >= 1.0:
        return b
    return (a[0] + t * dx, a[1] + t * dy)


def point_to_segment(p: Point, a: Point, b: Point) -> float:
    """A point to a segment."""
    x, y = nearest_on_segment(p, a, b)
    dx, dy = p[0] - x, p[1] - y
    return math.sqrt(dx * dx + dy * dy)


def segment_to_segment(a: Point, b: Point, c: Point, d: Point) -> float:
    """The distance between two segments, 0 when they touch or cross."""
    o1, o2, o3, o4 = orient(a, b, c), orient(a, b, d), orient(c, d, a), orient(c, d, b)
    if o1 * o2 < 0.0 and o3 * o4 < 0.0:
        return 0.0
    ends = (point_to_segment(a, c, d), point_to_segment(b, c, d), point_to_segment(c, a, b), point_to_segment(d, a, b))
    return min(ends)


def to_segment(c: Circle, a: Point, b: Point) -> float:
    """Base to a segment."""
    return max(0.0, point_to_segment((c.x, c.y), a, b) - c.r)


def inside(p: Point, piece: Piece) -> bool:
    """Is a point in a piece? The boundary counts."""
    if piece.disc is not None:
        x, y, r = piece.disc
        return (p[0] - x) * (p[0] - x) + (p[1] - y) * (p[1] - y) <= r * r
    return in_outline(p, piece.corners)


@kernel()
def in_outline(p: Point, corners: Sequence[Point]) -> bool:
    """Is a point in an outline? The boundary counts."""
    x, y = p
    within = False
    ax, ay = corners[-1]
    for bx, by in corners:
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if side == 0.0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return True
        if (ay > y) != (by > y) and (side > 0.0) == (by > ay):
            within = not within
        ax, ay = bx, by
    return within


def nearest_on(piece: Piece, p: Point) -> Point:
    """The point of a piece nearest to p: p itself when it is inside."""
    if piece.disc is not None:
        x, y, r = piece.disc
        d = math.hypot(p[0] - x, p[1] - y)
        return p if d <= r else (x + (p[0] - x) * r / d, y + (p[1] - y) * r / d)
    if piece.line is not None:
        return nearest_on_segment(p, *piece.line)
    if in_outline(p, piece.corners):
        return p
    return nearest_on_boundary(piece, p)


def nearest_on_boundary(piece: Piece, p: Point) -> Point:
    """The point of a piece's outline nearest to p, from inside as well."""
    if piece.disc is not None:
        x, y, r = piece.disc
        d = math.hypot(p[0] - x, p[1] - y)
        return (x + (p[0] - x) * r / d, y + (p[1] - y) * r / d) if d else (x + r, y)
    ends = (nearest_on_segment(p, a, b) for a, b in edges(piece.corners))
    return min(ends, key=lambda e: (e[0] - p[0]) ** 2 + (e[1] - p[1]) ** 2)


def point_to_piece(p: Point, piece: Piece) -> float:
    """A point to the outline of a piece, 0 inside."""
    if piece.disc is not None:
        x, y, r = piece.disc
        return max(0.0, math.sqrt((p[0] - x) ** 2 + (p[1] - y) ** 2) - r)
    if piece.line is not None:
        return point_to_segment(p, *piece.line)
    if in_outline(p, piece.corners):
        return 0.0
    return to_outline(p, piece.corners)


@kernel()
def to_outline(p: Point, corners: Sequence[Point], enough: float = 0.0) -> float:
    """A point to the nearest side of an outline: `point_to_segment` of each in one loop, because it is asked often. Or
    to the first one that is nearer than what is `enough`."""
    px, py = p
    least, near = math.inf, enough * enough
    ax, ay = corners[-1]
    for bx, by in corners:
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        t = ((px - ax) * dx + (py - ay) * dy) / square if square else 0.0
        if t <= 0.0:
            x, y = px - ax, py - ay
        elif t >= 1.0:
            x, y = px - bx, py - by
        else:
            x, y = px - (ax + t * dx), py - (ay + t * dy)
        far = x * x + y * y
        if far < least:
            least = far
            if far < near:
                break
        ax, ay = bx, by
    return math.sqrt(least)


def to_piece(c: Circle, piece: Piece) -> float:
    """Base to a piece of terrain or a zone, 0 when they overlap or touch."""
    return max(0.0, point_to_piece((c.x, c.y), piece) - c.r)


def pieces_apart(a: Piece, b: Piece) -> float:
    """The distance between two pieces, 0 when they overlap or touch."""
    if a.disc is not None:
        return max(0.0, point_to_piece((a.disc[0], a.disc[1]), b) - a.disc[2])
    if b.disc is not None:
        return pieces_apart(b, a)
    if in_outline(a.corners[0], b.corners) or in_outline(b.corners[0], a.corners):
        return 0.0
    return min(segment_to_segment(p, q, r, s) for p, q in edges(a.corners) for r, s in edges(b.corners))


def segment_to_piece(a: Point, b: Point, piece: Piece) -> float:
    """A straight line to a piece, 0 when it touches or crosses."""
    if piece.disc is not None:
        return max(0.0, point_to_segment((piece.disc[0], piece.disc[1]), a, b) - piece.disc[2])
    if in_outline(a, piece.corners):
        return 0.0
    return min(segment_to_segment(a, b, c, d) for c, d in edges(piece.corners))


def to_edge(c: Circle, width: float, depth: float, edge: str = "") -> float:
    """Base to the nearest table edge, or to the one named west, east, south or north; below 0 beyond it."""
    if edge == "west":
        return c.x - c.r
    if edge == "east":
        return width - c.x - c.r
    if edge == "south":
        return c.y - c.r
    if edge == "north":
        return depth - c.y - c.r
    assert not edge, edge
    return min(c.x - c.r, width - c.x - c.r, c.y - c.r, depth - c.y - c.r)


def on_table(c: Circle, width: float, depth: float, tol: float = TOLERANCE) -> bool:
    """Is the whole base on the table?"""
    r = c.r - tol
    return c.x >= r and c.y >= r and c.x <= width - r and c.y <= depth - r


def within(distance: float, limit: float, tol: float = TOLERANCE) -> bool:
    """At most the limit: exactly the limit counts."""
    return distance <= limit + tol


def more_than(distance: float, limit: float, tol: float = TOLERANCE) -> bool:
    """Farther than the limit: exactly the limit does not count."""
    return distance > limit + tol


def centre_in(c: Circle, piece: Piece) -> bool:
    """Is the centre of a base in a piece or zone? The boundary counts."""
    return inside((c.x, c.y), piece)


def overlaps(c: Circle, piece: Piece, tol: float = TOLERANCE) -> bool:
    """Does a base overlap a piece or zone? Touching does not count."""
    limit = c.r - tol
    if piece.disc is not None or piece.line is not None or limit <= tol:
        return point_to_piece((c.x, c.y), piece) < limit
    p = (c.x, c.y)  # a side well within the base settles it, and most often there is one
    return to_outline(p, piece.corners, limit - tol) < limit or in_outline(p, piece.corners)


def wholly_in(c: Circle, piece: Piece, tol: float = TOLERANCE) -> bool:
    """Does a base lie wholly in a piece or zone? Touching its boundary from inside is in."""
    if piece.disc is not None:
        x, y, r = piece.disc
        return math.hypot(c.x - x, c.y - y) + c.r <= r + tol
    p = (c.x, c.y)
    return in_outline(p, piece.corners) and math.dist(p, nearest_on_boundary(piece, p)) >= c.r - tol


def bases_overlap(a: Circle, b: Circle, tol: float = TOLERANCE) -> bool:
    """Do two bases overlap in plan? Touching does not count."""
    dx, dy, r = a.x - b.x, a.y - b.y, a.r + b.r - tol
    return r > 0.0 and dx * dx + dy * dy < r * r


def hull(points: list[Point]) -> tuple[Point, ...]:
    """The convex hull, counter-clockwise (fewer than three corners when the points lie on a line)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    halves: list[list[Point]] = []
    for run in (ordered, ordered[::-1]):
        half: list[Point] = []
        for p in run:
            while len(half) >= 2 and orient(half[-2], half[-1], p) <= 0.0:
                half.pop()
            half.append(p)
        halves.append(half[:-1])
    return tuple(halves[0] + halves[1])
