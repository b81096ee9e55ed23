"""Fork, undo, save, replay, determinism, equal worlds and bad answers."""

from contract import GameContract
from xenotable.games.rampant import GAME


class TestContract(GameContract):
    game = GAME
