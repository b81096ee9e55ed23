"""Distances: in inches or spaces, and what counts as exactly at a limit (chapter `play`)."""

from __future__ import annotations

from xenotable.engine import cite, rule
from xenotable.games.xcx.terrain import TOL, Field
from xenotable.table import Base

DISTANCE_RULES = {"inches": "play.measure-base-to-base", "square": "grid.square-distance", "hex": "grid.hex-distance"}


@rule("play.modes", neutral=lambda field, a, b: 0.0)
def distance_between(field: Field, a: Base, b: Base) -> float:
    cite(DISTANCE_RULES[field.mode])
    return field.metric.distance(a, b)


@rule("play.tolerance", neutral=lambda distance, limit: distance <= limit)
def within(distance: float, limit: float) -> bool:
    """A distance within 0.001 of a limit counts as exactly the limit."""
    return distance <= limit + TOL
