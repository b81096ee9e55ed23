"""Who is on the table, on whose side, in which order, and who decides for whom."""

from __future__ import annotations

from xenotable.engine import NOBODY, rule
from xenotable.games.xcx.state import CIVIL, TABLE, Xcx


@rule("play.model-numbers", neutral=lambda game, model: (0, 0))
def rank(game: Xcx, model: str) -> tuple[int, int]:
    """South before north, north before the neutral side, civilians last; then the lower number."""
    row = game.models[model]
    side = row.owner if row.owner >= 2 else int(row.owner != game.now.south)
    return (side, row.number)


def is_ai(game: Xcx, side: int) -> bool:
    return game.ai_sides[side]


def seat_of(game: Xcx, model: str) -> int:
    """Who decides for a model: its own player, or that of whoever controls it; NOBODY for AI cards."""
    row = game.models[model]
    if game.ai_sides[row.side]:
        return NOBODY
    if row.side == row.owner and row.seat >= 0:
        return row.seat
    if row.caster and game.models[row.caster].owner == row.side:
        return max(game.models[row.caster].seat, game.commanders[row.side][0])
    return game.commanders[row.side][0]


def standing_models(game: Xcx, side: int | None = None) -> list[str]:
    """The models on the table, of one side or all."""
    return [i for i, m in game.models.items() if m.state == TABLE and (side is None or m.side == side)]


def enemies(game: Xcx, model: str) -> list[str]:
    """All models of other sides, civilians never."""
    side = game.models[model].side
    return [i for i, m in game.models.items() if m.state == TABLE and m.side != side and m.side != CIVIL]


def is_stopped(game: Xcx, model: str) -> bool:
    row = game.models[model]
    return row.state != TABLE or row.halted
