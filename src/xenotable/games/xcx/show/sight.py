"""What the tool for lines of sight says about two models."""

from __future__ import annotations

from xenotable.engine import Sighting, rule
from xenotable.games.xcx.rules.play.measuring import distance_between
from xenotable.games.xcx.rules.sight import look
from xenotable.games.xcx.rules.terrain.forms import IN_HARD, IN_SOFT, MATTERS, UNSEEN
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import Xcx
from xenotable.table import runs

COVER = {IN_SOFT: "The target is in Soft Cover.", IN_HARD: "The target is in Hard Cover."}


@rule("play.premeasure", neutral=lambda game, viewer, target: None)
def sighting(game: Xcx, viewer: str, target: str) -> Sighting | None:
    """Distance, sight and cover between two models; measuring never commits anybody."""
    if viewer not in game.models or target not in game.models:
        return None
    a, b = game.models[viewer].circle, game.models[target].circle
    found = look(field_of(game), a, b)
    notes = [f"Range {distance_between(field_of(game), a, b):.1f}."]
    if found in COVER:
        notes.append(COVER[found])
    through = runs(field_of(game).ground, (a.x, a.y), (b.x, b.y), MATTERS)
    return Sighting(found != UNSEEN, tuple(notes), through)
