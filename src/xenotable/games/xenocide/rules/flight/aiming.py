"""Firing from and at what flies: arcs, the way up, no cover (chapter "flight")."""

from __future__ import annotations

import math
from collections.abc import Sequence

from xenotable.engine import rule
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.rules.sight.viewpoints import Seen
from xenotable.games.xenocide.rules.stats.specials import anti_air
from xenotable.games.xenocide.state import Xenocide


@rule("flight.flyer-arc", neutral=lambda *a: True)
def ahead(x: float, y: float, facing: float, marks: Sequence[Seen]) -> bool:
    for mx, my, r, _ in marks:
        far = math.hypot(mx - x, my - y)
        wide = math.degrees(math.asin(min(1.0, r / far))) if far > r else 180.0
        off = (math.degrees(math.atan2(my - y, mx - x)) - facing + 180.0) % 360.0 - 180.0
        if abs(off) <= 45.0 + wide:
            return True
    return False


@rule("flight.high-range", neutral=lambda *a: 0.0)
def climb(game: Xenocide, shooter: str, w: Weapon, target: str) -> float:
    """What the altitude of a target adds to the distance: nothing for Anti-Air, and for who is high as well."""
    up = game.units[target].high and not game.units[shooter].high and not game.units[target].popped
    return 6.0 if up and not anti_air(w) else 0.0


@rule("flight.high-no-cover", neutral=lambda *a: False)
def bare(game: Xenocide, target: str) -> bool:
    """High models never have cover."""
    return game.units[target].high
