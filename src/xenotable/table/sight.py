"""Lines between bases: to which points they run, what they cross, and how far from either end.

The books prescribe which lines are looked along (three, nine, a fan), so sight between bases is asked along given
points, never along "some" line. Points made here are snapped, so the crossing of every line is decided exactly.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from xenotable.kernels import kernel
from xenotable.table.ground import Ground, clip_disc
from xenotable.table.shapes import SNAP, Circle, Point, along, snap_point

_H = math.sqrt(0.5)
EIGHT = ((1, 0), (_H, _H), (0, 1), (-_H, _H), (-1, 0), (-_H, -_H), (0, -1), (_H, -_H))


def rim(c: Circle, n: int = 8, towards: Point | None = None, share: float = 1.0) -> list[Point]:
    """n evenly spaced points of a base's rim (or of `share` of its radius), the first at +x or pointing at a point."""
    r = c.r * share
    if n == 8 and towards is None:
        return [snap_point((c.x + r * u, c.y + r * v)) for u, v in EIGHT]
    px, py = (towards[0], towards[1]) if towards is not None else (c.x + 1.0, c.y)
    return ring(c.x, c.y, r, px, py, turns(n))


@kernel()
def ring(x: float, y: float, r: float, px: float, py: float, turns: Iterable[Point]) -> list[Point]:
    """Points at a distance from a centre, turned away from the direction of p like this."""
    dx, dy = px - x, py - y
    long = math.sqrt(dx * dx + dy * dy)
    ux, uy = (r * dx / long, r * dy / long) if long else (r, 0.0)
    return [(round((x + ux * u - uy * v) * SNAP) / SNAP, round((y + ux * v + uy * u) * SNAP) / SNAP) for u, v in turns]


@lru_cache(16)
def turns(n: int) -> tuple[Point, ...]:
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
    return touching(p[0], p[1], c.x, c.y, c.r)


@kernel()
def touching(px: float, py: float, x: float, y: float, r: float) -> tuple[Point, Point]:
    """The same in numbers."""
    dx, dy = px - x, py - y
    square = dx * dx + dy * dy
    if square <= r * r:
        long = math.sqrt(square)
        ux, uy = (dx / long, dy / long) if long else (1.0, 0.0)
        at = (round((x + ux * r) * SNAP) / SNAP, round((y + uy * r) * SNAP) / SNAP)
        return at, at
    k, h = r * r / square, r * math.sqrt(square - r * r) / square
    x, y = x + k * dx, y + k * dy
    return (
        (round((x + h * dy) * SNAP) / SNAP, round((y - h * dx) * SNAP) / SNAP),
        (round((x - h * dy) * SNAP) / SNAP, round((y + h * dx) * SNAP) / SNAP),
    )


def circle_span(p: Point, q: Point, c: Circle) -> tuple[float, float] | None:
    """Between which shares of its way a flat line runs inside a circle; touching is not inside."""
    if q < p:
        t0, t1 = clip_disc(c.x, c.y, c.r, q[0], q[1], p[0], p[1])
        t0, t1 = 1.0 - t1, 1.0 - t0
    else:
        t0, t1 = clip_disc(c.x, c.y, c.r, p[0], p[1], q[0], q[1])
    return (t0, t1) if t0 < t1 else None


def runs(ground: Ground, p: Point, q: Point, mask: int) -> tuple[tuple[Point, Point], ...]:
    """Where a line runs through terrain: entry and exit of each stretch, for display."""
    return tuple((along(p, q, t0), along(p, q, t1)) for _, t0, t1 in ground.stretches(p, q, mask))


@kernel()
def off_base(
    p: Point, q: Point, t: float, base: tuple[float, float, float, float], pz: float, qz: float, lift: float
) -> float:
    """How far the point at share t of a line is from a base (x, y, radius and height) that is lifted by `lift`:
    sqrt(plan² + height²)."""
    x, y = along(p, q, t)
    dx, dy = x - base[0], y - base[1]
    flat = max(0.0, math.sqrt(dx * dx + dy * dy) - base[2])
    up = pz + (qz - pz) * t - base[3] - lift
    return math.sqrt(flat * flat + up * up)
