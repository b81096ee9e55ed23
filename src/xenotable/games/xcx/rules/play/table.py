"""The size of the table, and what counts as exactly at a limit."""

from __future__ import annotations

import math

from xenotable.engine import rule
from xenotable.kernels import kernel

TOL = 0.001


@rule("play.table-size", neutral=lambda limit: (36, 36))
def table_size(limit: int) -> tuple[int, int]:
    if limit <= 500:
        return (36, 36)
    return (48, 48) if limit <= 1000 else (72, 48)


@rule("play.tolerance", neutral=lambda distance, limit: distance <= limit)
def within(distance: float, limit: float) -> bool:
    """A distance within 0.001 of a limit counts as exactly the limit."""
    return distance <= limit + TOL


@kernel()
def apart(x0: float, y0: float, x1: float, y1: float, x: float, y: float) -> float:
    """A point to a rectangle along the table's sides."""
    dx = x0 - x if x < x0 else x - x1 if x > x1 else 0.0
    dy = y0 - y if y < y0 else y - y1 if y > y1 else 0.0
    return math.sqrt(dx * dx + dy * dy) if dx and dy else dx or dy
