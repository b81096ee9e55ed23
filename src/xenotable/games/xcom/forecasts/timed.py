"""Forecasts of the timed phase: the budget, and panic if nothing more is done."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from xenotable.engine import rule
from xenotable.games.xcom.content import CONTINENTS
from xenotable.games.xcom.forecasts.dice import ufos_left
from xenotable.games.xcom.rules.budget import assigned_units
from xenotable.games.xcom.rules.units.unit_locations import at
from xenotable.games.xcom.state import Xcom


class BudgetForecast(msgspec.Struct, frozen=True):
    credits: int
    units: int  # that the audit will count
    emergency: int


@rule("odds.budget-forecast", neutral=lambda game: BudgetForecast(0, 0, 0))
def budget_forecast(game: Xcom) -> BudgetForecast:
    return BudgetForecast(game.now.credits, assigned_units(game), game.now.emergency)


@rule("odds.panic-forecast", neutral=lambda game: {})
def panic_forecast(game: Xcom) -> dict[str, int]:
    """The panic of each continent if no UFO over it is destroyed."""
    rows = game.continents
    return {c: min(8, rows[c].panic + rows[c].ufos) for c in CONTINENTS if c in rows and not rows[c].fallen}


def defence_odds(game: Xcom, continent: str) -> tuple[Fraction, ...]:
    """The same for a continent with the Interceptors that are there now."""
    return ufos_left(len(at(game, continent)), game.continents[continent].ufos)
