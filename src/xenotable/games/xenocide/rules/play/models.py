"""What a model is, and its base."""

from __future__ import annotations

from xenotable.games.xenocide.content import Kind
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle


def kind_of(game: Xenocide, model: str) -> Kind:
    return game.kinds[game.models[model].kind]


def own_base(game: Xenocide, model: str) -> Circle:
    row = game.models[model]
    return Circle(row.x, row.y, game.kinds[row.kind].radius)


def stands_free(game: Xenocide, model: str, base: Circle) -> bool:
    """May a model end with its base here, on the table and on ground where its kind can stand?"""
    ground = game.field.ground
    return ground.on_table(base) and not ground.under(base, game.field.walks[kind_of(game, model).mover].no_end)


def is_titan(game: Xenocide, unit: str) -> bool:
    """Is this unit a titan? A titan is always a unit of one model."""
    return unit in game.titans
