"""Rear Hits: a vehicle that is struck from behind."""

from __future__ import annotations

import math

from xenotable.engine import rule
from xenotable.games.rampant.rules.play.conventions import centre
from xenotable.games.rampant.state import Rampant, is_in_force


def from_behind(game: Rampant, enemy: str, id: str) -> bool:
    if not is_in_force(game, "rear-hits"):
        return False
    return behind(game, enemy, id)


@rule("variants.rear-hits", neutral=lambda *a: False)
def behind(game: Rampant, enemy: str, id: str) -> bool:
    """Does the enemy's centre lie in the quarter behind a vehicle that is no Walker?"""
    if id not in game.profile or not game.profile[id].vehicle or "walker" in game.profile[id].has:
        return False
    (x, y), (ex, ey) = centre(game, id), centre(game, enemy)
    bearing = math.degrees(math.atan2(ey - y, ex - x))
    off = abs((bearing - game.units[id].facing - 180.0 + 180.0) % 360.0 - 180.0)
    return off <= 45.0 + 1e-9
