"""Where a unit stands, worked out once: its bases and the rectangle around them. Remembered by unit and believed as
long as the rows of its models are the very same, so forks may share it."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.games.xenocide.walls import gap, outline
from xenotable.table import Circle


class Stance:
    """The bases of a unit, and the rectangle that holds them."""

    __slots__ = ("circles", "rows", "x0", "x1", "y0", "y1")

    def __init__(self, rows: Sequence[object], circles: list[Circle]) -> None:
        self.rows, self.circles = rows, circles
        self.x0 = self.y0 = 1e9
        self.x1 = self.y1 = -1e9
        for c in circles:
            x0, y0, x1, y1 = outline(c)
            self.x0, self.x1 = min(self.x0, x0 - c.r), max(self.x1, x1 + c.r)
            self.y0, self.y1 = min(self.y0, y0 - c.r), max(self.y1, y1 + c.r)


def clear_by(a: Stance, b: Stance, far: float) -> bool:
    """Are two units certainly more than this apart, by the rectangles around them?"""
    return a.x0 - b.x1 > far or b.x0 - a.x1 > far or a.y0 - b.y1 > far or b.y0 - a.y1 > far


def nearest(a: Sequence[Circle], b: Sequence[Circle]) -> float:
    """The smallest gap between two groups of bases."""
    best = 1e9
    for p in a:
        for q in b:
            d = gap(p, q)
            if d < best:
                best = d
    return best
