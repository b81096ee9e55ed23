"""XCOM holds what every game must hold."""

from contract import GameContract
from xenotable.games.xcom import Xcom


class TestContract(GameContract):
    game = Xcom
