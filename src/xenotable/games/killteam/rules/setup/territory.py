"""Territories and drop zones (chapter setup)."""

from __future__ import annotations

from functools import lru_cache

from xenotable.engine import rule
from xenotable.games.killteam.state import KillTeam, Operative, card, scenario_of


@rule("setup.territory", neutral=lambda *_: True)
def in_territory(game: KillTeam, seat: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Does a box lie wholly in this player's half?"""
    scenario = scenario_of(game)
    axis, value = _split(scenario.split)
    low, high = (x0, x1) if axis == "x" else (y0, y1)
    zone = scenario.zones[game.sides[seat].zone]
    below = (zone[0] if axis == "x" else zone[1]) < value
    return high <= value + 0.001 if below else low >= value - 0.001


@lru_cache(32)
def _split(text: str) -> tuple[str, float]:
    """Where the halves of the killzone meet, "x = 15"."""
    axis, _, value = text.partition(" = ")
    return axis, float(value)


def wholly_in_territory(game: KillTeam, seat: int, row: Operative) -> bool:
    r = card(row.unit).r
    return in_territory(game, seat, row.x - r, row.y - r, row.x + r, row.y + r)


def in_zone(game: KillTeam, seat: int, row: Operative, wholly: bool = True) -> bool:
    """Is an operative in this player's drop zone?"""
    r = card(row.unit).r
    return zone_holds(game, seat, row.x, row.y, r if wholly else -r)


def zone_holds(game: KillTeam, seat: int, x: float, y: float, r: float) -> bool:
    """Does a base of this radius lie wholly in this player's drop zone?"""
    x0, y0, x1, y1 = scenario_of(game).zones[game.sides[seat].zone]
    return x0 - 0.001 <= x - r and x + r <= x1 + 0.001 and y0 - 0.001 <= y - r and y + r <= y1 + 0.001
