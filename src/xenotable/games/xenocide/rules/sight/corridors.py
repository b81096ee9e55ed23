"""Looking at two whole units before any ray is drawn: which blocks can lie between them, and whether one of them hides
everything from everybody for certain. Exact: what is not certain is left to the rays."""

from __future__ import annotations

from collections.abc import Iterable

from xenotable.games.xenocide.state import Block
from xenotable.kernels import kernel

Box = tuple[float, float, float, float]  # x0, y0, x1, y1
Seen = tuple[float, float, float, float]
GRID = 1 / 1024  # the rim of a base is snapped to it


@kernel()
def around(group: Iterable[Seen], rim: bool) -> Box:
    """The rectangle that holds the points rays start from or, with the rim, go to."""
    x0 = y0 = 1e9
    x1 = y1 = -1e9
    for x, y, r, _ in group:
        r = r + GRID if rim else 0.0
        if x - r < x0:  # (`min` and `max` take three times as long in plain code)
            x0 = x - r
        if x + r > x1:
            x1 = x + r
        if y - r < y0:
            y0 = y - r
        if y + r > y1:
            y1 = y + r
    return x0, y0, x1, y1


@kernel()
def between(blocks: Iterable[Block], a: Box, b: Box, low: float) -> list[Block]:
    """The blocks higher than the lowest eye that a ray from one rectangle to the other can meet: those that the larger
    of the two, carried from centre to centre, touches."""
    wide = max(a[2] - a[0], b[2] - b[0]) / 2.0 + GRID
    deep = max(a[3] - a[1], b[3] - b[1]) / 2.0 + GRID
    px, py = (a[0] + a[2]) / 2.0, (a[1] + a[3]) / 2.0
    dx, dy = (b[0] + b[2]) / 2.0 - px, (b[1] + b[3]) / 2.0 - py
    west, east = (px - wide, px + dx + wide) if dx > 0.0 else (px + dx - wide, px + wide)
    south, north = (py - deep, py + dy + deep) if dy > 0.0 else (py + dy - deep, py + deep)
    found = []
    for x0, y0, x1, y1, top, solid in blocks:
        if x0 > east or x1 < west or y0 > north or y1 < south or top <= low:
            continue
        if _crosses(x0 - wide - px, x1 + wide - px, dx, y0 - deep - py, y1 + deep - py, dy):
            found.append((x0, y0, x1, y1, top, solid))
    return found


@kernel()
def _crosses(x0: float, x1: float, dx: float, y0: float, y1: float, dy: float) -> bool:
    """Does the way (dx, dy) from the origin touch the rectangle?"""
    t0, t1 = 0.0, 1.0
    for low, high, by in ((x0, x1, dx), (y0, y1, dy)):
        if by == 0.0:
            if low > 0.0 or high < 0.0:
                return False
            continue
        s0, s1 = low / by, high / by
        if s0 > s1:
            s0, s1 = s1, s0
        if s0 > t0:
            t0 = s0
        if s1 < t1:
            t1 = s1
    return t0 <= t1


@kernel()
def is_hidden(blocks: Iterable[Block], a: Box, b: Box, top: float, through: float) -> bool:
    """Does one block certainly stop every ray: higher than both, and so wide that none goes past it?"""
    for x0, y0, x1, y1, height, solid in blocks:
        if height <= top:
            continue
        if _is_sealed(x0, x1, y0, y1, a, b, solid, through):
            return True
        if _is_sealed(y0, y1, x0, x1, (a[1], a[0], a[3], a[2]), (b[1], b[0], b[3], b[2]), solid, through):
            return True
    return False


@kernel()
def _is_sealed(x0: float, x1: float, y0: float, y1: float, a: Box, b: Box, solid: bool, through: float) -> bool:
    """Everybody on one side of a block, everything on the other, all lines between them inside its width?"""
    if a[0] > b[0]:
        a, b = b, a
    if a[2] >= x0 or b[0] <= x1 or (not solid and x1 - x0 <= through):
        return False
    return _within(x0, y0, y1, a, b) and _within(x1, y0, y1, a, b)


@kernel()
def _within(x: float, y0: float, y1: float, a: Box, b: Box) -> bool:
    """Do all lines from a to b cross this x strictly between y0 and y1?"""
    s0, s1 = (x - a[0]) / (b[0] - a[0]), (x - a[0]) / (b[2] - a[0])
    s2, s3 = (x - a[2]) / (b[0] - a[2]), (x - a[2]) / (b[2] - a[2])
    t0, t1 = min(s0, s1, s2, s3), max(s0, s1, s2, s3)
    low = min(a[1] + t0 * (b[1] - a[1]), a[1] + t1 * (b[1] - a[1]))
    high = max(a[3] + t0 * (b[3] - a[3]), a[3] + t1 * (b[3] - a[3]))
    return low > y0 and high < y1
