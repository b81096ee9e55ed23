"""Kill Team keeps the promises that every game makes."""

from typing import ClassVar

from promises import PromisesContract
from xenotable.games.killteam.title import GAME


class TestPromises(PromisesContract):
    game = GAME
    openings = ("turns.",)
    tallies: ClassVar = {"Command points": "cp", "Victory points": "vp"}
    partial: ClassVar = {
        "further": "those whom the blast reaches",
        "fusillade": "all but the first target",
    }
