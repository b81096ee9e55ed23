"""Xenos Rampant keeps the promises that every game makes."""

from typing import ClassVar

from promises import PromisesContract
from xenotable.games.rampant.title import GAME


class TestPromises(PromisesContract):
    game = GAME
    openings = ("play.round-turn-phase",)
    partial: ClassVar = {
        "next-test": "those who test",
    }
