"""A unit is eliminated (rule "scenarios.attrition-loss")."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xenocide.rules.play.models import is_titan
from xenotable.games.xenocide.state import Xenocide


@rule("scenarios.attrition-loss")
def eliminated(game: Xenocide, u: str) -> None:
    unit = game.units.set(u, on=False, marks=0, watch=False, dug=False, burrowed=False)
    game.sides.set(unit.seat, lost=game.sides[unit.seat].lost + unit.vp)
    rule_id = "titans.vp-destroyed" if is_titan(game, u) else "shooting.unit-eliminated"
    game.tell("{u} is eliminated: {vp} points lost.", rule_id, u=u, vp=unit.vp)
