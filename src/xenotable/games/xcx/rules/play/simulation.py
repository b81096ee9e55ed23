"""Battles of AI cards against AI cards."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from xenotable.engine import Match, cite, rule
from xenotable.games.xcx.rules.missions.setup import new
from xenotable.games.xcx.state import CIVIL, DEAD, BattleSetup


@rule("play.simulation", neutral=lambda setup, n, first_seed=0: {"battles": 0})
def simulate(setup: BattleSetup, n: int, first_seed: int = 0) -> dict[str, Any]:
    """AI cards for both sides, consecutive seeds: shares of wins and draws, mean VP, mean losses per unit."""
    cite("play.randomness")
    sides = tuple(replace(s, ai=True) for s in setup.sides)
    wins, points, lost = [0, 0, 0], [0, 0], dict[str, int]()
    for seed in range(first_seed, first_seed + n):
        game = Match(new(replace(setup, sides=sides, pick_leaders=False)), seed, live=False).game
        wins[game.now.winner] += 1
        points = [points[0] + game.now.points[0], points[1] + game.now.points[1]]
        for m in game.models.values():
            if m.state == DEAD and m.owner != CIVIL:
                lost[m.unit] = lost.get(m.unit, 0) + 1
    return {
        "battles": n,
        "first": wins[0] / n,
        "second": wins[1] / n,
        "draw": wins[2] / n,
        "points": (points[0] / n, points[1] / n),
        "losses": {u: k / n for u, k in sorted(lost.items())},
    }
