"""The curves that bound where a base may be: circles, and segments pushed aside by a radius."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

from xenotable.table.shapes import Piece, Point

Curve = tuple[float, float, float, float, float]
"""A circle: centre and radius, then 0, 0. A segment: its start, 0, then the way to its end."""


def foot(curve: Curve, x: float, y: float) -> Point:
    """The point of a curve nearest to a place."""
    cx, cy, r, dx, dy = curve
    px, py = x - cx, y - cy
    if r > 0.0:
        far = math.sqrt(px * px + py * py)
        return (cx + px * r / far, cy + py * r / far) if far > 0.0 else (cx + r, cy)
    t = (px * dx + py * dy) / (dx * dx + dy * dy or 1.0)
    t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
    return cx + t * dx, cy + t * dy


def crossings(one: Curve, two: Curve) -> tuple[Point, ...]:
    """Where two curves meet; touching counts."""
    if one[2] > 0.0 and two[2] > 0.0:
        return _two_circles(one, two)
    if one[2] > 0.0:
        return _circle_and_segment(one, two)
    if two[2] > 0.0:
        return _circle_and_segment(two, one)
    ax, ay, _, adx, ady = one
    bx, by, _, bdx, bdy = two
    turn = adx * bdy - ady * bdx
    if abs(turn) < 1e-12:
        return ()
    px, py = bx - ax, by - ay
    t, u = (px * bdy - py * bdx) / turn, (px * ady - py * adx) / turn
    return ((ax + t * adx, ay + t * ady),) if 0.0 <= t <= 1.0 and 0.0 <= u <= 1.0 else ()


def _two_circles(one: Curve, two: Curve) -> tuple[Point, ...]:
    ax, ay, ar, _, _ = one
    bx, by, br, _, _ = two
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if square > (ar + br) * (ar + br) + 1e-9 or square < (ar - br) * (ar - br) - 1e-9 or square < 1e-12:
        return ()
    t = (square + ar * ar - br * br) / (2.0 * square)
    rest = ar * ar / square - t * t
    mx, my = ax + t * dx, ay + t * dy
    if rest <= 1e-12:
        return ((mx, my),)
    h = math.sqrt(rest)
    return (mx - h * dy, my + h * dx), (mx + h * dy, my - h * dx)


def _circle_and_segment(circle: Curve, segment: Curve) -> tuple[Point, ...]:
    ax, ay, r, _, _ = circle
    bx, by, _, dx, dy = segment
    px, py = bx - ax, by - ay
    a, b, c = dx * dx + dy * dy, px * dx + py * dy, px * px + py * py - r * r
    root = b * b - a * c
    if root < -1e-9 or a == 0.0:
        return ()
    root = math.sqrt(root) if root > 0.0 else 0.0
    return tuple([(bx + t * dx, by + t * dy) for t in ((-b - root) / a, (-b + root) / a) if 0.0 <= t <= 1.0])


@lru_cache(maxsize=16384)
def pushed(corners: tuple[Point, ...], level: float) -> tuple[Curve, ...]:
    """The points at a distance from an outline (below 0: inside it): its sides pushed out, and a circle at each corner.

    Remembered, because terrain stays and few radii occur. Two corners are a segment with two sides.
    """
    found: list[Curve] = []
    ax, ay = corners[-1]
    for bx, by in corners:
        dx, dy = bx - ax, by - ay
        long = math.sqrt(dx * dx + dy * dy)
        found.append((ax + dy / long * level, ay - dx / long * level, 0.0, dx, dy))
        if level:
            found.append((bx, by, abs(level), 0.0, 0.0))
        ax, ay = bx, by
    return tuple(found)


def both_sides(piece: Piece, step: float) -> Iterable[Curve]:
    """Just outside and just inside an outline."""
    if piece.disc is not None:
        x, y, r = piece.disc
        return (x, y, r + step, 0.0, 0.0), (x, y, r - step, 0.0, 0.0)
    if piece.line is not None:
        return pushed(piece.corners, step)
    return (*pushed(piece.corners, step), *pushed(piece.corners, -step))


def signed_distance(corners: Sequence[Point], x: float, y: float) -> float:
    """The distance to an outline, negative inside; to a segment, if there are two corners."""
    least, within = math.inf, False
    ax, ay = corners[-1]
    for bx, by in corners:
        dx, dy, px, py = bx - ax, by - ay, x - ax, y - ay
        if (ay > y) != (by > y) and (dx * py - dy * px > 0.0) == (by > ay):
            within = not within
        t = (px * dx + py * dy) / (dx * dx + dy * dy)
        if t > 0.0:
            t = t if t < 1.0 else 1.0
            px, py = px - t * dx, py - t * dy
        d = px * px + py * py
        if d < least:
            least = d
        ax, ay = bx, by
    return -math.sqrt(least) if within else math.sqrt(least)


Stop = tuple[float, float, float]
"""Something round that a straight leg may graze: a corner with the distance kept from it, or a circle."""


def grazing_lines(w: Point, stops: Iterable[Stop], left: float, ring: Stop) -> list[Curve]:
    """The lines of a length from a point that graze something, where its shadow ends; only those that meet a ring."""
    found: list[Curve] = []
    (wx, wy), (cx, cy, size) = w, ring
    cx, cy, wide = cx - wx, cy - wy, size * left
    deep = math.sqrt(cx * cx + cy * cy)
    ex, ey = (cx / deep, cy / deep) if deep > size else (0.0, 0.0)
    for x, y, r in stops:
        dx, dy = x - wx, y - wy
        if deep > size:  # most things stand aside, or beyond
            if not -r <= dx * ex + dy * ey <= deep + size + r:
                continue
            if abs(dx * ey - dy * ex) > r + size * (1.0 + (size + r) / deep):
                continue
        far = math.sqrt(dx * dx + dy * dy)
        if far - r > left or far == 0.0:
            continue
        sine = r / far if r < far else 1.0
        cosine = math.sqrt(1.0 - sine * sine)
        ux, uy = dx / far * left, dy / far * left
        for lx, ly in (
            (ux * cosine - uy * sine, uy * cosine + ux * sine),
            (ux * cosine + uy * sine, uy * cosine - ux * sine),
        ):
            if -wide <= lx * cy - ly * cx <= wide:
                found.append((wx, wy, 0.0, lx, ly))
    return found
