"""Battles of AI cards against AI cards."""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import Match, cite, rule
from xenotable.games.xcx.rules.missions.setup import new
from xenotable.games.xcx.state import BattleSetup, Xcx


@rule("play.simulation", neutral=lambda setup, seed: new(setup))
def fought_by_cards(setup: BattleSetup, seed: int) -> Xcx:
    """A battle at its end, with AI cards for both sides; the same for the same seed."""
    cite("play.randomness")
    sides = tuple(replace(side, ai=True) for side in setup.sides)
    return Match(new(replace(setup, sides=sides, pick_leaders=False)), seed, live=False).game
