"""Kill Team and its campaign keep the contract that every game keeps."""

from contract import GameContract, ToldContract
from xenotable.games.killteam.title import CAMPAIGN, GAME


class TestContract(ToldContract):
    game = GAME
    openings = ("turns.",)


class TestCampaign(GameContract):
    game = CAMPAIGN
    decisions = 60
    every = 9

    def has_catalogue(self) -> bool:
        return False  # its rules stand in the catalogue of the battles
