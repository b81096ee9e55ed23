"""Lines between bases: to which points they run, what they cross, and how far from either end.

The books prescribe which lines are looked along (three, nine, a fan, 85 points of a silhouette), so sight between
bases is asked along given points, never along "some" line: `visible` tries exactly the points it gets. Points made
here are snapped, so the crossing of every line is decided exactly.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from xenotable.table.ground import Crossing, Ground, Part, clip_disc, line_length
from xenotable.table.shapes import SNAP, Circle, Point, snap, snap_point

Point3 = tuple[float, float, float]

_H = math.sqrt(0.5)
EIGHT = ((1, 0), (_H, _H), (0, 1), (-_H, _H), (-1, 0), (-_H, -_H), (0, -1), (_H, -_H))


def rim(c: Circle, n: int = 8, towards: Point | None = None, share: float = 1.0) -> list[Point]:
    """n evenly spaced points of a base's rim (or of `share` of its radius), the first at +x or pointing at a point."""
    r = c.r * share
    if n == 8 and towards is None:
        return [snap_point((c.x + r * u, c.y + r * v)) for u, v in EIGHT]
    dx, dy = (towards[0] - c.x, towards[1] - c.y) if towards is not None else (1.0, 0.0)
    long = math.sqrt(dx * dx + dy * dy)
    ux, uy = (r * dx / long, r * dy / long) if long else (r, 0.0)
    x, y = c.x, c.y
    return [
        (round((x + ux * u - uy * v) * SNAP) / SNAP, round((y + ux * v + uy * u) * SNAP) / SNAP) for u, v in _turns(n)
    ]


@lru_cache(16)
def _turns(n: int) -> tuple[Point, ...]:
    """The directions of n evenly spaced points, quarter turns exact."""
    return tuple((_exact(math.cos(t)), _exact(math.sin(t))) for t in (2.0 * math.pi * k / n for k in range(n)))


def _exact(share: float) -> float:
    return 0.0 if abs(share) < 1e-12 else share


def centre_and_rim(c: Circle, n: int = 8, towards: Point | None = None) -> list[Point]:
    """The centre and n points of the rim: nine points when n is 8."""
    return [(c.x, c.y), *rim(c, n, towards)]


def centre_and_sides(p: Point, c: Circle) -> list[Point]:
    """The centre and the two ends of the diameter at right angles to the line from p (left of it first)."""
    dx, dy = c.x - p[0], c.y - p[1]
    long = math.sqrt(dx * dx + dy * dy)
    if long == 0.0:
        return [(c.x, c.y)]
    ux, uy = -dy / long * c.r, dx / long * c.r
    return [(c.x, c.y), snap_point((c.x + ux, c.y + uy)), snap_point((c.x - ux, c.y - uy))]


def tangents(p: Point, c: Circle) -> tuple[Point, Point]:
    """Where the two tangents from p touch a base (left one first); the nearest rim point twice when p is in it."""
    dx, dy = p[0] - c.x, p[1] - c.y
    square = dx * dx + dy * dy
    if square <= c.r * c.r:
        long = math.sqrt(square)
        ux, uy = (dx / long, dy / long) if long else (1.0, 0.0)
        at = snap_point((c.x + ux * c.r, c.y + uy * c.r))
        return at, at
    k, h = c.r * c.r / square, c.r * math.sqrt(square - c.r * c.r) / square
    left, right = (c.x + k * dx + h * dy, c.y + k * dy - h * dx), (c.x + k * dx - h * dy, c.y + k * dy + h * dx)
    return snap_point(left), snap_point(right)


def cover_lines(p: Point, c: Circle, n: int = 16) -> list[Point]:
    """The far ends of a fan from p over a whole base: both tangents, the centre, and n points of the rim."""
    return [*tangents(p, c), *centre_and_rim(c, n, p)]


def sight_lines(a: Circle, b: Circle, n: int = 8) -> list[tuple[Point, Point]]:
    """Lines from base to base: centre to centre, the four common tangents, and each centre to the other's rim."""
    lines = [((a.x, a.y), q) for q in centre_and_rim(b, n)] + [(p, (b.x, b.y)) for p in rim(a, n)]
    dx, dy = b.x - a.x, b.y - a.y
    long = math.sqrt(dx * dx + dy * dy)
    for sign in (1.0, -1.0):
        for turn in (1.0, -1.0):
            cos = (a.r - sign * b.r) / long if long else 2.0
            if abs(cos) <= 1.0:
                t = math.atan2(dy, dx) + turn * math.acos(cos)
                u, v = math.cos(t), math.sin(t)
                far = (b.x + sign * b.r * u, b.y + sign * b.r * v)
                lines.append((snap_point((a.x + a.r * u, a.y + a.r * v)), snap_point(far)))
    return lines


def silhouette(
    c: Circle,
    height: float,
    viewer: Point,
    share: float = 1.0,
    around: int = 16,
    levels: Sequence[float] = (0.1, 0.3, 0.5, 0.75, 1.0),
) -> list[Point3]:
    """Sample points of an upright cylinder on a base: the axis and `around` points (the first towards the viewer)."""
    flat = [(c.x, c.y), *rim(c, around, viewer, share)]
    heights = [snap(c.z + height * level) for level in levels]
    return [(x, y, z) for z in heights for x, y in flat]


def visible(
    ground: Ground, p: Point, ends: Sequence[Point], mask: int, width: float = 0.0, skip: Collection[str] = ()
) -> bool:
    """Is at least one of the flat lines from p to these ends not blocked?"""
    among = ground.corridor(p, ends, mask)
    lines = ((q, None, None) for q in ends)
    return _some_clear(ground, p, lines, among, width, skip)


def visible3(
    ground: Ground, eye: Point3, ends: Sequence[Point3], mask: int, width: float = 0.0, skip: Collection[str] = ()
) -> bool:
    """Is at least one of the lines in space from the eye to these ends not blocked?"""
    p, z = (eye[0], eye[1]), eye[2]
    if not ends:
        return False
    low, high = min(z, *(e[2] for e in ends)), max(z, *(e[2] for e in ends))
    plan = list(dict.fromkeys((x, y) for x, y, _ in ends))
    among = [part for part in ground.corridor(p, plan, mask) if part.low < high and part.high > low]
    lines = (((x, y), z, h) for x, y, h in ends)
    return _some_clear(ground, p, lines, among, width, skip)


def _some_clear(
    ground: Ground,
    p: Point,
    lines: Iterable[tuple[Point, float | None, float | None]],
    among: Sequence[Part],
    width: float,
    skip: Collection[str],
) -> bool:
    """Is one of these lines (end, both heights) clear? What blocked the last line is tried first on the next."""
    counts = [part for part in among if ground.pieces[part.owner].name not in skip] if skip else among
    last: list[Part] = []
    for q, pz, qz in lines:
        long = line_length(p, q, pz, qz)
        for parts in (last, counts):
            runs = ground.stretches(p, q, 0, pz, qz, parts)
            hit = next((part for part, t0, t1 in runs if (t1 - t0) * long > width), None) if parts else None
            if hit is not None:
                last = [hit]
                break
        else:
            return True
    return False


def circle_span(p: Point, q: Point, c: Circle) -> tuple[float, float] | None:
    """Between which shares of its way a flat line runs inside a circle; touching is not inside."""
    if q < p:
        t0, t1 = clip_disc(c.x, c.y, c.r, q[0], q[1], p[0], p[1])
        t0, t1 = 1.0 - t1, 1.0 - t0
    else:
        t0, t1 = clip_disc(c.x, c.y, c.r, p[0], p[1], q[0], q[1])
    return (t0, t1) if t0 < t1 else None


def circle_crossed(p: Point, q: Point, centre: Point, r: float) -> float:
    """The length that a flat line runs inside a circle; 0 when it only touches."""
    span = circle_span(p, q, Circle(centre[0], centre[1], r))
    return 0.0 if span is None else (span[1] - span[0]) * math.dist(p, q)


def blocking_circle(p: Point, q: Point, circles: Iterable[Circle], width: float = 0.0) -> Circle | None:
    """The first of these circles that a flat line runs through for more than `width`."""
    long = math.dist(p, q)
    for c in circles:
        span = circle_span(p, q, c)
        if span is not None and (span[1] - span[0]) * long > width:
            return c
    return None


def runs(ground: Ground, p: Point, q: Point, mask: int) -> tuple[tuple[Point, Point], ...]:
    """Where a line runs through terrain: entry and exit of each stretch, for display."""
    return tuple((along(p, q, t0), along(p, q, t1)) for _, t0, t1 in ground.stretches(p, q, mask))


def along(p: Point, q: Point, t: float) -> Point:
    """The point at this share of the way."""
    return (p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t)


def from_base(p: Point, q: Point, t: float, base: Circle, pz: float = 0.0, qz: float = 0.0, lift: float = 0.0) -> float:
    """How far the point at share t of a line is from a base that is lifted by `lift`: sqrt(plan² + height²)."""
    x, y = along(p, q, t)
    flat = max(0.0, math.sqrt((x - base.x) ** 2 + (y - base.y) ** 2) - base.r)
    up = pz + (qz - pz) * t - base.z - lift
    return math.sqrt(flat * flat + up * up)


def reach_of(
    crossing: Crossing, p: Point, q: Point, base: Circle, pz: float = 0.0, qz: float = 0.0, lift: float = 0.0
) -> tuple[float, float]:
    """The nearest and farthest distance of a crossing from the base in which the line starts or ends.

    Seen from a base that holds one end, distance only grows along the line, so the ends of the stretch decide.
    """
    one = from_base(p, q, crossing.t0, base, pz, qz, lift)
    two = from_base(p, q, crossing.t1, base, pz, qz, lift)
    return (one, two) if one <= two else (two, one)


def leaves(p: Point, q: Point, base: Circle, d: float, pz: float = 0.0, qz: float = 0.0, lift: float = 0.0) -> float:
    """The share of the way from which a line that starts in a base is farther than d from it (1.0: never)."""
    if from_base(p, q, 1.0, base, pz, qz, lift) <= d:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(40):
        half = (low + high) / 2.0
        if from_base(p, q, half, base, pz, qz, lift) > d:
            high = half
        else:
            low = half
    return low
