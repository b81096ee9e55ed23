"""Zones are pieces without bits: where something may be placed, and spots to try."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from xenotable.table.ground import Ground
from xenotable.table.near import TOLERANCE, centre_in, gap, on_table, wholly_in
from xenotable.table.shapes import Circle, Piece, Point, snap_point


def bounds(zone: Piece) -> tuple[float, float, float, float]:
    """x0, y0, x1, y1 of a zone or piece."""
    if zone.disc is not None:
        x, y, r = zone.disc
        return (x - r, y - r, x + r, y + r)
    xs, ys = [p[0] for p in zone.corners], [p[1] for p in zone.corners]
    return (min(xs), min(ys), max(xs), max(ys))


def fits(
    c: Circle,
    zones: Sequence[Piece],
    ground: Ground,
    avoid: int = 0,
    others: Sequence[Circle] = (),
    apart: float = 0.0,
    *,
    wholly: bool = True,
    tol: float = TOLERANCE,
) -> bool:
    """May a base be put here: on the table, in a zone, off the pieces of `avoid`, at least `apart` from others?

    wholly: the whole base in the zone; otherwise its centre. Without zones the whole table is one.
    """
    if not on_table(c, ground.width, ground.depth, tol):
        return False
    if zones and not any(wholly_in(c, z, tol) if wholly else centre_in(c, z) for z in zones):
        return False
    if any(gap(c, other) < apart - tol or _over(c, other, tol) for other in others):
        return False
    return not (avoid and ground.under(c, avoid, tol))


def _over(a: Circle, b: Circle, tol: float) -> bool:
    dx, dy, r = a.x - b.x, a.y - b.y, a.r + b.r - tol
    return dx * dx + dy * dy < r * r


def spots(
    zones: Piece | Sequence[Piece],
    r: float,
    ground: Ground,
    others: Sequence[Circle],
    n: int,
    rnd: Callable[[], float],
    *,
    avoid: int = 0,
    apart: float = 0.0,
    wholly: bool = True,
    tries: int = 40,
) -> list[Point]:
    """Up to n random places for a base of radius r, each legal by `fits` on its own (not together).

    `rnd` gives numbers in [0, 1); each place is tried `tries` times before giving up on it.
    """
    among = [zones] if isinstance(zones, Piece) else list(zones)
    if not among:
        among = [Piece("table", ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.depth), (0.0, ground.depth)))]
    found: list[Point] = []
    for _ in range(n):
        for _ in range(tries):
            zone = among[min(int(rnd() * len(among)), len(among) - 1)] if len(among) > 1 else among[0]
            x0, y0, x1, y1 = bounds(zone)
            edge = r if wholly else 0.0
            at = snap_point((_between(x0 + edge, x1 - edge, rnd()), _between(y0 + edge, y1 - edge, rnd())))
            if fits(Circle(at[0], at[1], r), among, ground, avoid, others, apart, wholly=wholly):
                found.append(at)
                break
    return found


def _between(low: float, high: float, share: float) -> float:
    return low + (high - low) * share if high > low else (low + high) / 2.0


def lattice(
    zones: Piece | Sequence[Piece],
    r: float,
    ground: Ground,
    others: Sequence[Circle] = (),
    step: float = 1.0,
    *,
    avoid: int = 0,
    apart: float = 0.0,
    wholly: bool = True,
) -> list[Point]:
    """Every legal place on a regular lattice over the zones, for rules that need the same places every time."""
    among = [zones] if isinstance(zones, Piece) else list(zones)
    found: dict[Point, None] = {}
    for zone in among:
        x0, y0, x1, y1 = bounds(zone)
        for i in range(math.floor((x1 - x0) / step) + 1):
            for j in range(math.floor((y1 - y0) / step) + 1):
                at = snap_point((min(x0 + r + i * step, x1 - r), min(y0 + r + j * step, y1 - r)))
                if fits(Circle(at[0], at[1], r), among, ground, avoid, others, apart, wholly=wholly):
                    found[at] = None
    return list(found)
