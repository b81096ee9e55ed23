"""Xenocide holds what every game must hold."""

from contract import GameContract
from xenotable.games.xenocide.title import GAME


class TestContract(GameContract):
    game = GAME
    decisions = 90
