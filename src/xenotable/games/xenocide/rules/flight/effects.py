"""How high "high" is, and what burrowers do to walls (chapter "flight")."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xenocide.rules.buildings.construction import ASSAULT, UNDERMINED

HIGH = 12.0


@rule("flight.high-line-of-sight", neutral=lambda: 0.5)
def high_up() -> float:
    return HIGH


@rule("flight.burrow-structures", neutral=lambda: (1, ASSAULT))
def undermining_damage() -> tuple[int, int]:
    """Burrowers take two points with each success, and what they attack stands only on a 1."""
    return 2, UNDERMINED
