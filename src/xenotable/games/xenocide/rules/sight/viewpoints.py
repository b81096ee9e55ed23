"""From where a model looks and is looked at (chapter "sight")."""

from __future__ import annotations

from xenotable.engine import cite, rule
from xenotable.games.xenocide.rules.flight.effects import high_up
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.state import Xenocide

Seen = tuple[float, float, float, float]  # x, y, radius, height of what looks or is looked at


@rule("sight.elevation", neutral=lambda game, x, y: 0.0)
def elevation_at(game: Xenocide, x: float, y: float) -> float:
    return game.field.plateau(x, y)


def eye_at(game: Xenocide, model: str, x: float, y: float) -> Seen:
    """A model as sight knows it if it stood in the open at this place."""
    cite("play.heights")
    kind = kind_of(game, model)
    if game.units[game.models[model].unit].high:
        return x, y, kind.radius, high_up()
    tall = titan_eye(kind.height) if kind.titan is not None else kind.height
    return x, y, kind.radius, tall + elevation_at(game, x, y)


@rule("sight.titan-eye", neutral=lambda height: 1.0)
def titan_eye(height: float) -> float:
    """Titans look, and are looked at, at their full height: head or weapon mount. The rays to half of it matter for
    their cover alone, since a lower ray is never clear where a higher one is not."""
    return height
