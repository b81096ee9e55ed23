"""What is kept of a finished game (chapter "modes")."""

from __future__ import annotations

import msgspec

from xenotable.engine import rule
from xenotable.games.xcom.content import ROLE_NAMES
from xenotable.games.xcom.state import Xcom


class Record(msgspec.Struct, frozen=True):
    """A finished game as lists of games show it; its log is the story of the match."""

    difficulty: str
    plan: str
    players: tuple[tuple[str, str], ...]  # role, who
    timer: str
    rounds: int
    won: bool
    score: float
    marked: bool  # played with the timer relaxed or off


@rule("modes.records")
def record(game: Xcom) -> Record:
    """What is kept of a finished game."""
    assert game.result is not None, "only a finished game is recorded"
    held = [seat for player in game.setup.humans for seat in player]
    who = tuple((name, "a person" if seat in held else "the machine") for seat, name in enumerate(ROLE_NAMES))
    timer, won = game.setup.timer, bool(game.result.winners)
    score = game.result.scores[0] if game.result.scores else 0.0
    return Record(game.setup.difficulty, game.now.plan, who, timer, game.now.round, won, score, timer != "on")
