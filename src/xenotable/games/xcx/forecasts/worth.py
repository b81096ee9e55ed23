"""What a Squad is worth in one round of fire, against three typical models."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Forecast
from xenotable.games.xcx import content
from xenotable.games.xcx.forecasts.calculators import CALCULATORS, Shooter, Target, guns
from xenotable.games.xcx.forecasts.stage import values_of
from xenotable.games.xcx.rules.squad.profiles import weapon_ids
from xenotable.games.xcx.state import Recruit
from xenotable.odds.typical_targets import Body, Range, exchanges

TYPICAL = ("volunteer", "advent-trooper", "spark")


def body(recruit: Recruit) -> Body:
    """With its first gun; armour that it wears is not counted."""
    unit = content.units()[recruit.unit]
    names = [content.weapons()[w].name for w in weapon_ids(unit, recruit) if w in content.weapons()]
    known = guns()
    gun = next((name for name in names if name in known), "")
    shots = [{**values_of(unit, Shooter), "weapon": gun}] if gun else []
    return Body(recruit.name or unit.name, shots, values_of(unit, Target))


def squad_worth(models: Sequence[Recruit]) -> list[Forecast]:
    typical = [body(Recruit(t)) for t in TYPICAL]
    mine = [body(r) for r in models if r.unit in content.units()]
    return exchanges(Range(CALCULATORS.by_id["shoot"], "shooter", "target", "kill"), mine, typical)
