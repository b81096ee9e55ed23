"""Xenocide keeps the promises that every game makes."""

from typing import ClassVar

from promises import PromisesContract
from xenotable.games.xenocide.title import GAME


class TestPromises(PromisesContract):
    game = GAME
    openings = ("turn.turn-steps",)
    tallies: ClassVar = {"Command points": "command point", "Power": "power", "Core": "core"}
    partial: ClassVar = {
        "maneuver": "who fights in this assault",
        "follow": "who fought in this assault",
        "held": "the company that was chosen",
        "pool": "all but the unit that shoots",
        "guests": "all but the unit that has the transports",
        "react": "those on overwatch",
        "host-transport": "transports",
        "power": "titans",
    }
