"""What changes a to-hit value: range, cover, moving, a target that is Down."""

from __future__ import annotations

from xenotable.engine import acts, cite, rule
from xenotable.games.xcx.rules.modifiers.values import Part
from xenotable.games.xcx.rules.play.measuring import distance_between
from xenotable.games.xcx.rules.play.table import TOL
from xenotable.games.xcx.rules.sight import look
from xenotable.games.xcx.rules.terrain.forms import IN_HARD, IN_SOFT
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import Xcx


@rule("shooting.long-range", neutral=lambda distance, range_: None)
def range_band(distance: float, range_: float) -> Part:
    """Less than half the Range is short, everything else long: there is no band between."""
    cite("grid.half-range")
    if distance < range_ / 2 - TOL and acts("shooting.short-range"):
        return ("short range", 1, "shooting.short-range")
    return ("long range", -1, "shooting.long-range")


@rule("shooting.soft-cover", neutral=lambda cover: None)
def cover_part(cover: int) -> Part | None:
    """Soft and Hard Cover never add up, and each counts once."""
    cite("sight.cover-not-cumulative")
    cite("modifiers.same-source-once")
    if cover == IN_HARD and acts("shooting.hard-cover"):
        return ("hard cover", -2, "shooting.hard-cover")
    return ("soft cover", -1, "shooting.soft-cover") if cover == IN_SOFT else None


@rule("shooting.target-down", neutral=lambda game, target: None)
def down_part(game: Xcx, target: str) -> Part | None:
    if not game.models[target].down:
        return None
    cite("actions.down-effect")
    return ("target down", -2, "shooting.target-down")


@rule("shooting.moving", neutral=lambda manner, braced: None)
def moving_part(manner: str, braced: bool) -> Part | None:
    """Every shot of an Advance order, whether before or after the move; a Recoil Brace cancels it."""
    if manner != "advance":
        return None
    cite("actions.advance-penalty")
    if braced and acts("rewards.recoil-brace"):
        return None
    return ("moving", -1, "shooting.moving")


@rule("shooting.distance-moment", neutral=lambda game, model, target, manner: (0.0, 0))
def shot_from(game: Xcx, model: str, target: str, manner: str) -> tuple[float, int]:
    """Distance and cover at this moment; a free attack is made in contact, without cover."""
    if manner == "free" and acts("engaged.free-attack-shooting"):
        return 0.0, 0
    a, t, field = game.models[model], game.models[target], field_of(game)
    cite("sight.cover-attacker-side")
    return distance_between(field, a, t), max(0, look(field, a, t))
