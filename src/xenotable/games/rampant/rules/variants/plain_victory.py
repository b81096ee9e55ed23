"""Plain Victory: a battle without vows."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.rampant.state import Rampant, is_in_force


@rule("variants.no-vows", neutral=lambda game: True)
def has_vows(game: Rampant) -> bool:
    """Are vows chosen, and counted at the end?"""
    return not is_in_force(game, "no-vows")
