"""XCOM keeps the promises that every game makes."""

from typing import Any, ClassVar

from promises import PromisesContract
from xenotable.engine import Match
from xenotable.games.xcom.title import GAME


class TestPromises(PromisesContract):
    game = GAME
    openings = ("timed.round",)
    tallies: ClassVar = {
        "Credits": "credit",
        "Emergency Funding": "emergency",
        "Salvage": "salvage",
        "Threat": "threat",
        "UFOs in orbit": "orbit",
        "Base damage": "damage",
    }
    partial: ClassVar = {
        "survivor": "those that have not caused their damage",
        "loss": "those that the effect is about",
    }

    def twin(self, match: Match[Any], unit: str) -> Any:
        row = match.game.units.get(unit)
        return (row.cls, row.place, row.elite, row.exhausted) if row else unit
