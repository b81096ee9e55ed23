"""Where a unit stands: its bases and the rectangle around them; and how a flyer turns (chapter "play")."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import sqrt

from xenotable.engine import rule
from xenotable.games.xenocide.rules.buildings.walls import gap
from xenotable.games.xenocide.state import Model, Sides, Walls
from xenotable.table import Circle, Point

STRAIGHT = 0.5  # degrees that count as no turn at all


@rule("play.facing")
def turns(facing: float, base: Point, path: Sequence[Point], end: float | None = None) -> list[tuple[float, float]]:
    """Where a flyer turns, in inches flown, and by how much. `end`: as it faces afterwards, if not as it flew."""
    found, done, heading, at = [], 0.0, facing, base
    for to in path:
        if to == at:
            continue
        way = _heading(at, to)
        if (by := _between(heading, way)) > STRAIGHT:
            found.append((done, by))
        done += math.dist(at, to)
        heading, at = way, to
    if end is not None and (by := _between(heading, end)) > STRAIGHT:
        found.append((done, by))
    return found


def onward(facing: float, base: Point, path: Sequence[Point]) -> float:
    """As a flyer faces that has flown this way and not turned at its end."""
    points = [base, *path]
    return next((_heading(p, q) for q, p in pairwise(reversed(points)) if p != q), facing)


def _heading(at: Point, to: Point) -> float:
    """The direction of a leg in degrees."""
    return math.degrees(math.atan2(to[1] - at[1], to[0] - at[0]))


def _between(a: float, b: float) -> float:
    """The angle between two directions."""
    return abs((b - a + 180.0) % 360.0 - 180.0)


class Stance:
    """The bases of a unit, and the rectangle that holds them."""

    __slots__ = ("circles", "open", "x0", "x1", "y0", "y1")

    def __init__(self, circles: Sequence[Circle]) -> None:
        self.circles = circles
        self.open = True  # nobody of them is inside a building
        x0 = y0 = 1e9
        x1 = y1 = -1e9
        for c in circles:
            r = c.r
            if type(c) is Walls:
                left, low, right, high = c.sides
                self.open = False
            else:
                left = right = c.x
                low = high = c.y
            if left - r < x0:
                x0 = left - r
            if right + r > x1:
                x1 = right + r
            if low - r < y0:
                y0 = low - r
            if high + r > y1:
                y1 = high + r
        self.x0, self.x1, self.y0, self.y1 = x0, x1, y0, y1


ANYWHERE = Stance([Circle(0.0, 0.0, 1e6)])  # no table is so large


def middle(rows: Sequence[Model]) -> Point:
    """The middle of the places where models are."""
    x = y = 0.0
    for row in rows:
        x += row.x
        y += row.y
    return x / len(rows), y / len(rows)


def clear_by(a: Stance, b: Stance, far: float) -> bool:
    """Are two units certainly more than this apart, by the rectangles around them?"""
    return a.x0 - b.x1 > far or b.x0 - a.x1 > far or a.y0 - b.y1 > far or b.y0 - a.y1 > far


def close_by(units: Iterable[tuple[str, Stance]], box: Stance, far: float) -> list[tuple[str, Stance]]:
    """Those of these units that are not certainly more than this from a rectangle. (`clear_by` written out: it is asked
    of so many.)"""
    x0, x1, y0, y1 = box.x0, box.x1, box.y0, box.y1
    return [
        (unit, at)
        for unit, at in units
        if at.x0 - x1 <= far and x0 - at.x1 <= far and at.y0 - y1 <= far and y0 - at.y1 <= far
    ]


def beyond(here: Stance, sides: Sides, far: float) -> bool:
    """Is a unit certainly more than this from a rectangle?"""
    return here.x0 - sides[2] > far or sides[0] - here.x1 > far or here.y0 - sides[3] > far or sides[1] - here.y1 > far


def nearest(a: Iterable[Circle], b: Iterable[Circle], enough: float = -1.0) -> float:
    """The smallest gap between two groups of bases, or any up to `enough`. (`gap` of two round bases written out: it is
    asked so often.)"""
    best = 1e9
    for p in a:
        px, py, pr, round_ = p.x, p.y, p.r, type(p) is Circle
        for q in b:
            if round_ and type(q) is Circle:
                dx, dy = px - q.x, py - q.y
                d = sqrt(dx * dx + dy * dy) - pr - q.r
                if d >= best:
                    continue
                best = d if d > 0.0 else 0.0
            elif (d := gap(p, q)) < best:
                best = d
            if best <= enough:
                return best
    return best


def close_to(circles: Iterable[Circle], box: Stance, far: float) -> list[Circle]:
    """Those that come nearer than this to a rectangle; a few more, but all of them. For round bases."""
    x0, x1, y0, y1 = box.x0 - far, box.x1 + far, box.y0 - far, box.y1 + far
    return [c for c in circles if x0 <= c.x + c.r and c.x - c.r <= x1 and y0 <= c.y + c.r and c.y - c.r <= y1]
