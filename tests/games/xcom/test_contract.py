"""XCOM holds what every game must hold."""

from contract import GameContract
from xenotable.games.xcom.title import GAME


class TestContract(GameContract):
    game = GAME
