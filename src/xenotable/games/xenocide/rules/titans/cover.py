"""Cover for giants (chapter "titans")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import rule
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.sight.line_of_sight import RIM, between, sees_any, sight_shape
from xenotable.games.xenocide.rules.sight.viewpoints import Seen
from xenotable.games.xenocide.state import Block, Xenocide
from xenotable.table.shapes import snap

# ---- cover for giants ------------------------------------------------------------------------------------------------


def giant_cover(game: Xenocide, model: str, at: Seen, eyes: Sequence[Seen]) -> int:
    """The cover of a titan: a wood half as tall as it, or something solid as tall that hides a part of it."""
    tall = kind_of(game, model).height
    best = in_forest(game, tall, at)
    if eyes:
        eye = min(eyes, key=lambda e: (e[0] - at[0]) ** 2 + (e[1] - at[1]) ** 2)
        best = max(best, behind_solid(game, tall, at, eye))
    return best


@rule("titans.cover-forest", neutral=lambda *a: 0)
def in_forest(game: Xenocide, tall: float, at: Seen) -> int:
    here = [game.field.features[i] for i in game.field.inside(at[0], at[1])]
    return int(any(f.kind == "forest" and f.height * 2.0 >= tall for f in here))


@rule("titans.cover-terrain", neutral=lambda *a: 0)
def behind_solid(game: Xenocide, tall: float, at: Seen, eye: Seen) -> int:
    """Hard cover if one solid feature half as tall blocks one of the eighteen rays, and one ray is clear."""
    blocks = between(game, (eye,), ((at[0], at[1], at[2], at[3] - tall / 2.0),))
    walls = [b for b in blocks if b[5] and b[4] * 2.0 >= tall]
    if not walls or not any(is_reached(blocks, eye, p) for p in marks(tall, at)):
        return 0
    return 2 if any(not is_reached((b,), eye, p) for b in walls for p in marks(tall, at)) else 0


def marks(tall: float, at: Seen) -> Iterator[tuple[float, float, float]]:
    """Centre and rim of a titan's base, at its height and at half of it."""
    x, y, r, top = at
    for z in (top, top - tall / 2.0):
        for u, v in RIM:
            yield snap(x + r * u), snap(y + r * v), z


def is_reached(blocks: Sequence[Block], eye: Seen, p: tuple[float, float, float]) -> bool:
    x, y, z = p
    return sees_any(blocks, eye, ((x, y, 0.0, z),))


def sheltered_from(game: Xenocide, unit: str, shooter: tuple[float, float]) -> bool:
    """Is a titan in hard cover from the model that stands at a point (or stood there until now)?"""
    model = game.units[unit].models[0]
    there = [x for x, row in game.models.items() if (row.x, row.y) == shooter and not row.inside]
    eye = sight_shape(game, there[0]) if there else (*shooter, 0.5, 1.0)
    return behind_solid(game, kind_of(game, model).height, sight_shape(game, model), eye) >= 2
