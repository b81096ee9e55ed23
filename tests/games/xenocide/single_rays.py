"""Sight ray by ray, as the book says it: what the quick ways of the game are held against."""

from collections.abc import Sequence

from xenotable.games.xenocide.rules.sight.line_of_sight import RIM, THROUGH
from xenotable.games.xenocide.rules.sight.viewpoints import Seen
from xenotable.games.xenocide.state import Block
from xenotable.table.ground import union
from xenotable.table.shapes import snap


def sees(parts: Sequence[Block], eye: Seen, target: Seen) -> bool:
    """Is one of the nine rays to the centre and the rim of the target clear?"""
    x, y, r, z = target
    px, py, _, pz = eye
    if not parts or clear(parts, px, py, pz, x, y, z):
        return True
    return r > 0.0 and any(clear(parts, px, py, pz, snap(x + r * u), snap(y + r * v), z) for u, v in RIM[1:])


def clear(blocks: Sequence[Block], px: float, py: float, pz: float, qx: float, qy: float, qz: float) -> bool:
    """Does a ray from p to q meet nothing solid and at most four inches of obscuring terrain below its top? Touching a
    side or a corner is not meeting."""
    if qx < px or (qx == px and qy < py):  # both directions of a line are clipped as one
        px, py, pz, qx, qy, qz = qx, qy, qz, px, py, pz
    dx, dy, dz = qx - px, qy - py, qz - pz
    ly, hy = (py, qy) if py < qy else (qy, py)
    runs: list[tuple[float, float]] = []
    for block in blocks:
        x0, y0, x1, y1, top, solid = block
        if x0 > qx or x1 < px or y0 > hy or y1 < ly:
            continue
        span = inside(x0, x1, px, dx, inside(y0, y1, py, dy, (0.0, 1.0)))
        t0, t1 = below(top, pz, dz, span)
        if t0 >= t1:
            continue
        if solid:
            return False
        runs.append((t0, t1))
    return (dx * dx + dy * dy) ** 0.5 * sum(t1 - t0 for t0, t1 in union(runs)) <= THROUGH


def inside(low: float, high: float, at: float, by: float, span: tuple[float, float]) -> tuple[float, float]:
    """The part of a span in which a coordinate lies between two sides."""
    if by == 0.0:
        return span if low < at < high else (1.0, 0.0)
    s0, s1 = (low - at) / by, (high - at) / by
    if s0 > s1:
        s0, s1 = s1, s0
    return (s0 if s0 > span[0] else span[0]), (s1 if s1 < span[1] else span[1])


def below(top: float, z: float, by: float, span: tuple[float, float]) -> tuple[float, float]:
    """The part of a span in which a ray is below the top of a feature."""
    if by == 0.0:
        return span if z < top else (1.0, 0.0)
    t = (top - z) / by
    return (span[0], min(span[1], t)) if by > 0.0 else (max(span[0], t), span[1])
