"""Board, tokens and panels of a game as one seat sees it, worked out from what changed.

All of it follows from the rows that lie open and from the seat's own secret. Rows are frozen, so while they are the
very same objects nothing is drawn again, for whoever asks. What the parts of a drawing share with each other and with
other seats is for each game to keep, in `game.shown` by the same `reuse`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from xenotable.engine.citing import reuse
from xenotable.engine.display import Board, Panel, Token
from xenotable.engine.game import Game
from xenotable.engine.readings import show_readings
from xenotable.engine.title import title_of

T = TypeVar("T")


def board_of(game: Game) -> Board:
    """Of a state that holds no secrets."""
    return _drawn(game, "board", (), title_of(game).board, game)


def tokens_of(game: Game, seat: int) -> Sequence[Token]:
    """Of a state that holds no secrets but those of this seat, as for all below."""
    return _drawn(game, ("tokens", seat), (game.secret.get(seat),), title_of(game).tokens, game, seat)


def panels_of(game: Game, seat: int) -> Sequence[Panel]:
    """What stands beside the board: the panels of the game, and what this table agreed on."""
    return _drawn(game, ("panels", seat), (game.secret.get(seat),), _panels, game, seat)


def _panels(game: Game, seat: int) -> list[Panel]:
    title = title_of(game)
    return show_readings(title.panels(game, seat), title, game.setup)


def _drawn(game: Game, part: object, own: tuple[object, ...], draw: Callable[..., T], *args: object) -> T:
    if game.result is not None:  # a debriefing looks back on the story, too
        return draw(*args)
    return reuse(game.shown, part, (*game.open_rows(), *game.scenes, *own), draw, *args)
