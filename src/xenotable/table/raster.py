"""Areas of a board as cells of a grid: for maps of characters and for learning."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from xenotable.engine import Shape

Cells = np.ndarray[Any, np.dtype[np.bool_]]


@lru_cache(4096)
def cells_of(shape: Shape, width: float, depth: float, columns: int, rows: int) -> Cells:
    """Which cells of a board the shape covers, by their middles; the first row is the far edge. Thin things are as
    thick as a cell, so that none is lost."""
    thick = width / columns
    x = ((np.arange(columns) + 0.5) * thick)[None, :]
    y = (depth - (np.arange(rows) + 0.5) * depth / rows)[:, None]
    if shape.centre is not None:
        found = (x - shape.centre[0]) ** 2 + (y - shape.centre[1]) ** 2 <= max(shape.r, thick) ** 2
    elif shape.width or len(shape.points) == 2:
        reach = max(shape.width / 2, thick)
        found = np.zeros((rows, columns), bool)
        for a, b in pairwise(shape.points):
            found |= _distance(x, y, a, b) <= reach
    else:
        found = np.zeros((rows, columns), bool)
        for (ax, ay), (bx, by) in zip(shape.points, (*shape.points[1:], *shape.points[:1]), strict=True):
            if ay != by:
                found ^= ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
    found.flags.writeable = False
    return found


def _distance(x: Any, y: Any, a: tuple[float, float], b: tuple[float, float]) -> Any:
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = np.clip(((x - a[0]) * dx + (y - a[1]) * dy) / ((dx * dx + dy * dy) or 1.0), 0.0, 1.0)
    return np.hypot(a[0] + t * dx - x, a[1] + t * dy - y)
