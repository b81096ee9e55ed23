"""Distances: in inches or spaces, and measuring before deciding."""

from __future__ import annotations

from typing import Any

from xenotable.engine import cite, rule
from xenotable.games.xcx.rules.sight import look
from xenotable.games.xcx.rules.terrain.field import Field
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import Xcx
from xenotable.table import Base

DISTANCE_RULES = {"inches": "play.measure-base-to-base", "square": "grid.square-distance", "hex": "grid.hex-distance"}


@rule("play.modes", neutral=lambda field, a, b: 0.0)
def distance_between(field: Field, a: Base, b: Base) -> float:
    cite(DISTANCE_RULES[field.mode])
    return field.metric.distance(a, b)


@rule("play.premeasure", neutral=lambda game, a, b: {"distance": 0.0, "sees": True, "cover": "none"})
def measured(game: Xcx, a: str, b: str) -> dict[str, Any]:
    """Distance, sight and cover between two models; measuring never commits anybody."""
    one, two = game.models[a].circle, game.models[b].circle
    seen = look(field_of(game), one, two)
    cover = ("none", "soft", "hard")[max(0, seen)]
    return {"distance": distance_between(field_of(game), one, two), "sees": seen >= 0, "cover": cover}
