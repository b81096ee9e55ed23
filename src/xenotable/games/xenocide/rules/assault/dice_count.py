"""How many dice a unit has in close assault (chapter "assault")."""

from __future__ import annotations

import math
from collections.abc import Sequence

from xenotable.engine import rule
from xenotable.games.xenocide.rules.play.models import is_titan, kind_of
from xenotable.games.xenocide.rules.stats.specials import charge_bonus
from xenotable.games.xenocide.rules.stats.values import assault_dice
from xenotable.games.xenocide.rules.titans import assault
from xenotable.games.xenocide.state import Xenocide


@rule("assault.tally")
def tally(game: Xenocide, unit: str, models: Sequence[str], first: bool) -> int:
    """The dice of a unit: the CAA of its engaged models, with Charge in a first round started on Assault orders."""
    if is_titan(game, unit):
        return assault.dice(game, unit) if models else 0
    charging = first and game.units[unit].charge == "assault"
    return sum(assault_dice(kind_of(game, m)) + (charge_bonus(kind_of(game, m)) if charging else 0) for m in models)


@rule("assault.disadvantage", neutral=lambda n: (n, n // 3))
def at_disadvantage(n: int) -> tuple[int, int]:
    """A third is lost, rounded up, but one die stays; half of the rest may defend."""
    left = max(min(n, 1), n - math.ceil(n / 3))
    return left, left // 2
