"""Do models hang together? Coherency of a unit."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.table.near import TOLERANCE, gap
from xenotable.table.shapes import Circle


def groups(circles: Sequence[Circle], d: float, tol: float = TOLERANCE) -> list[list[int]]:
    """The circles (by index) that hang together by gaps of at most d, largest group first, then lowest index."""
    left = list(range(len(circles)))
    found: list[list[int]] = []
    while left:
        group = [left.pop(0)]
        for i in group:
            close = [j for j in left if gap(circles[i], circles[j]) <= d + tol]
            group += close
            left = [j for j in left if j not in close]
        found.append(sorted(group))
    return sorted(found, key=lambda g: (-len(g), g))


def coherent(circles: Sequence[Circle], d: float, tol: float = TOLERANCE) -> bool:
    """Do all circles hang together by gaps of at most d?"""
    return len(circles) < 2 or len(groups(circles, d, tol)) == 1


def spread(circles: Sequence[Circle]) -> float:
    """The greatest gap between any two of the circles."""
    return max((gap(a, b) for i, a in enumerate(circles) for b in circles[i + 1 :]), default=0.0)
