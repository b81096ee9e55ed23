"""A unit is eliminated (rule "scenarios.attrition-loss")."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xenocide.rules.play.models import is_titan
from xenotable.games.xenocide.state import Xenocide


@rule("scenarios.attrition-loss")
def eliminate_unit(game: Xenocide, unit: str) -> None:
    row = game.units.set(unit, on=False, marks=0, watch=False, dug=False, burrowed=False)
    game.sides.set(row.seat, lost=game.sides[row.seat].lost + row.vp)
    rule_id = "titans.vp-destroyed" if is_titan(game, unit) else "shooting.unit-eliminated"
    game.tell("{unit} is eliminated: {vp} points lost.", rule_id, unit=unit, vp=row.vp)
