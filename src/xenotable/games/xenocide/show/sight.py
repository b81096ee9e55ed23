"""What the tool for lines of sight says about two models."""

from __future__ import annotations

from xenotable.engine import Sighting
from xenotable.games.xenocide.rules.flight.aiming import bare
from xenotable.games.xenocide.rules.play.models import is_titan
from xenotable.games.xenocide.rules.saves.cover import cover, vehicles
from xenotable.games.xenocide.rules.shooting.pools import from_above, from_where
from xenotable.games.xenocide.rules.sight.line_of_sight import base, between, model_sees, sight_shape
from xenotable.games.xenocide.rules.titans.cover import giant_cover
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import ALL, Ground, gap, rectangle, runs


def sighting(game: Xenocide, viewer: str, target: str) -> Sighting | None:
    if viewer not in game.models or target not in game.models:
        return None
    apart = gap(base(sight_shape(game, viewer)), base(sight_shape(game, target)))
    eye, there = sight_shape(game, viewer), sight_shape(game, target)
    blocks = [rectangle(str(i), *b[:4], 1) for i, b in enumerate(between(game, (eye,), (there,)))]
    ground = Ground.of(blocks, game.field.ground.width, game.field.ground.depth)
    through = runs(ground, eye[:2], there[:2], ALL)
    sees = model_sees(game, viewer, target)
    notes = (f"{apart:.1f} in apart.", *(shelter(game, viewer, target) if sees else ()))
    return Sighting(sees, notes, through)


def shelter(game: Xenocide, viewer: str, target: str) -> tuple[str, ...]:
    """The cover that the target has against this viewer, as shooting finds it."""
    unit = game.models[target].unit
    if not game.units[unit].on or bare(game, unit):
        return ()
    there, eyes = sight_shape(game, target), [] if from_above(game, viewer) else [sight_shape(game, viewer)]
    if is_titan(game, unit):
        value = giant_cover(game, target, there, eyes)
    else:
        at, dug = (there[0], there[1]), game.units[unit].dug
        value = cover(game, target, at, from_where(eyes, there), vehicles(game), dug)
    return (f"The target is in cover {value}: a hit is saved on {value} or less.",) if value else ("No cover.",)
