"""What can be taken back."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xcom.content import book
from xenotable.games.xcom.state import Xcom

TIMED_KEYS = ("act", "done", "pause", "instructions", "signal", "show", "peek-order", "start", "ready")


@rule("play.undo", neutral=lambda *_: True)
def may_undo(game: Xcom, key: str) -> bool:
    """What was said in a timed phase is taken back only within its action (timed.takeback)."""
    return game.now.phase != "timed" and key not in TIMED_KEYS and key not in book().cards
