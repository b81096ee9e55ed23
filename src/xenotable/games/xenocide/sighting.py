"""What the tool for lines of sight says about two models."""

from __future__ import annotations

from xenotable.engine import Sighting
from xenotable.games.xenocide.sight import base, model_sees, seen
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import gap


def sighting(game: Xenocide, viewer: str, target: str) -> Sighting | None:
    if viewer not in game.models or target not in game.models:
        return None
    apart = gap(base(seen(game, viewer)), base(seen(game, target)))
    return Sighting(model_sees(game, viewer, target), (f"{apart:.1f} in apart.",))
