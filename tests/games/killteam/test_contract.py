"""Kill Team and its campaign keep the contract that every game keeps."""

from contract import GameContract
from xenotable.games.killteam.title import CAMPAIGN, GAME


class TestContract(GameContract):
    game = GAME


class TestCampaign(GameContract):
    game = CAMPAIGN
    decisions = 60
    every = 9

    def has_catalogue(self) -> bool:
        return False  # its rules stand in the catalogue of the battles
