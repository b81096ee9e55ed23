"""From where a model looks and is looked at (chapter "sight")."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import cite, rule
from xenotable.games.xenocide.rules.flight.effects import high_up
from xenotable.games.xenocide.rules.sight.stretches import plateau_at
from xenotable.games.xenocide.state import Plateau, Xenocide

Seen = tuple[float, float, float, float]  # x, y, radius, height of what looks or is looked at


@rule("sight.elevation", neutral=lambda game: ())
def plateaus(game: Xenocide) -> Sequence[Plateau]:
    """Where one stands higher than the table."""
    return game.field.cliffs


def eye_at(game: Xenocide, model: str, x: float, y: float) -> Seen:
    """A model as sight knows it if it stood in the open at this place."""
    radius, tall, grounded = height_of(game, model)
    raised = plateaus(game) if grounded else ()
    return x, y, radius, tall + plateau_at(raised, x, y) if raised else tall


def height_of(game: Xenocide, model: str) -> tuple[float, float, bool]:
    """The radius of a model, at which height it looks and is looked at, and whether that is above the ground (or, of
    who is high up, above the table)."""
    cite("play.heights")
    row = game.models[model]
    kind = game.kinds[row.kind]
    if game.units[row.unit].high:
        return kind.radius, high_up(), False
    return kind.radius, titan_eye(kind.height) if kind.titan is not None else kind.height, True


@rule("sight.titan-eye", neutral=lambda height: 1.0)
def titan_eye(height: float) -> float:
    """Titans look, and are looked at, at their full height: head or weapon mount. The rays to half of it matter for
    their cover alone, since a lower ray is never clear where a higher one is not."""
    return height
