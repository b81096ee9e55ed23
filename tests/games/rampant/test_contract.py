"""Fork, undo, save, replay, determinism, equal worlds and bad answers."""

from contract import ToldContract
from xenotable.games.rampant.title import GAME


class TestContract(ToldContract):
    game = GAME
    openings = ("play.round-turn-phase",)
