"""Which moments of a move show every stretch of it that a watching unit sees (rule "overwatch.whole-way")."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from xenotable.games.xenocide.rules.buildings.occupants import window
from xenotable.games.xenocide.rules.sight import stretches
from xenotable.games.xenocide.rules.sight.line_of_sight import TURNS, WHOLE, depth, sight_shape, solid
from xenotable.games.xenocide.rules.sight.stretches import OPEN, Leg, View
from xenotable.games.xenocide.rules.sight.viewpoints import height_of, plateaus
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Point


def legs_of(game: Xenocide, starts: Mapping[str, Point], ways: Mapping[str, Sequence[Point]]) -> list[Leg]:
    """The legs of everybody's way."""
    found: list[Leg] = []
    for k, (model, start) in enumerate(starts.items()):
        if ways.get(model):
            radius, tall, grounded = height_of(game, model)
            points = [start, *ways[model]]
            longs = [math.dist(a, b) for a, b in pairwise(points)]
            way = sum(longs)
            for (a, b), long in zip(pairwise(points), longs, strict=True):
                if long:
                    found.append((k, *a, *b, long, way, radius, tall, grounded))
    return found


def unseen_stretches(
    game: Xenocide, guns: Sequence[str], far: float, legs: Sequence[Leg], known: Sequence[float]
) -> list[float]:
    """Moments, as shares of the way, that show a stretch in sight and range of a gun which the moments known miss."""
    eyes, views = [sight_shape(game, gun) for gun in guns], [view_of(game, gun) for gun in guns]
    blocks, cliffs = solid(game.field.blocks), plateaus(game)
    return stretches.unseen(blocks, cliffs, eyes, views, legs, WHOLE, TURNS, far, depth(), known)


def view_of(game: Xenocide, gun: str) -> View:
    section = game.models[gun].section
    return (*window(game, gun), *game.field.rooms[section].sides) if section else OPEN
