"""Distances, in inches or spaces."""

from __future__ import annotations

from collections.abc import Collection

from xenotable.engine import cite, rule
from xenotable.games.xcx.rules.terrain.field import Field
from xenotable.table import Base

DISTANCE_RULES = {"inches": "play.measure-base-to-base", "square": "grid.square-distance", "hex": "grid.hex-distance"}


@rule("play.modes", neutral=lambda field, a, b: 0.0)
def distance_between(field: Field, a: Base, b: Base) -> float:
    cite(DISTANCE_RULES[field.mode])
    return field.distance(a, b)


@rule("play.modes", neutral=lambda field, a, bases: [0.0] * len(bases))
def distances_between(field: Field, a: Base, bases: Collection[Base]) -> list[float]:
    """The same to each of many."""
    cite(DISTANCE_RULES[field.mode])
    return field.distances(a, bases)
