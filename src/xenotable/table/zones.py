"""Zones are pieces without bits: where something may be placed, and how far that reaches."""

from __future__ import annotations

from xenotable.table.shapes import Piece


def bounds(zone: Piece) -> tuple[float, float, float, float]:
    """x0, y0, x1, y1 of a zone or piece."""
    if zone.disc is not None:
        x, y, r = zone.disc
        return (x - r, y - r, x + r, y + r)
    xs, ys = [p[0] for p in zone.corners], [p[1] for p in zone.corners]
    return (min(xs), min(ys), max(xs), max(ys))
