"""The teaching game holds the contract that the five games hold."""

from contract import GameContract
from xenotable.games import game


class TestDuel(GameContract):
    game = game("docs/duel.py")
    seeds = (1, 2, 3)
    every = 1

    def locator(self) -> str:
        return "docs/duel.py"
