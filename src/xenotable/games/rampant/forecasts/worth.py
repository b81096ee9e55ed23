"""What a detachment is worth in one round of fire, against three typical units."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Forecast
from xenotable.games.rampant.content import content
from xenotable.games.rampant.forecasts.calculators import CALCULATORS, Shooter, Target
from xenotable.games.rampant.forecasts.stage import values_of
from xenotable.games.rampant.rules.detachment.profiles import profile
from xenotable.games.rampant.state import Entry
from xenotable.odds.typical_targets import Body, Range, exchanges

TYPICAL = ("light", "heavy", "fighting-vehicle")


def body(entry: Entry) -> Body:
    what = profile(entry, False)
    shots = [values_of(what, entry.xeno, Shooter)] if what.shoot_value else []
    return Body(entry.name, shots, values_of(what, entry.xeno, Target))


def detachment_worth(units: Sequence[Entry]) -> list[Forecast]:
    typical = [body(Entry(content().units[t].name, t)) for t in TYPICAL]
    return exchanges(Range(CALCULATORS.by_id["shoot"], "shooter", "target", "destroyed"), [*map(body, units)], typical)
