"""Kill Team keeps the contract that every game keeps."""

from contract import GameContract
from xenotable.games.killteam import GAME


class TestContract(GameContract):
    game = GAME
