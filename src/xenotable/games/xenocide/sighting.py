"""What the tool for lines of sight says about two models."""

from __future__ import annotations

from xenotable.engine import Sighting
from xenotable.games.xenocide.sight import base, between, model_sees, seen
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import ALL, Ground, gap, rectangle, runs


def sighting(game: Xenocide, viewer: str, target: str) -> Sighting | None:
    if viewer not in game.models or target not in game.models:
        return None
    apart = gap(base(seen(game, viewer)), base(seen(game, target)))
    eye, there = seen(game, viewer), seen(game, target)
    blocks = [rectangle(str(i), *b[:4], 1) for i, b in enumerate(between(game, (eye,), (there,)))]
    ground = Ground.of(blocks, game.field.ground.width, game.field.ground.depth)
    through = runs(ground, eye[:2], there[:2], ALL)
    return Sighting(model_sees(game, viewer, target), (f"{apart:.1f} in apart.",), through)
