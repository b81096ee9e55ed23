"""Fork, undo, save, replay, determinism, equal worlds and bad answers."""

from contract import GameContract
from xenotable.games.rampant.title import GAME


class TestContract(GameContract):
    game = GAME
