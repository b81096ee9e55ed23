"""XCX keeps the promises that every game makes."""

from typing import ClassVar

from promises import PromisesContract
from xenotable.games.xcx.title import CAMPAIGN, GAME


class TestPromises(PromisesContract):
    game = GAME
    openings = ("bag.turn-and-round",)
    partial: ClassVar = {
        "march": "troopers",
        "react": "those on Overwatch",
        "skill": "machines and civilians",
        "contacts": "those within reach of the charge",
    }


class TestCampaignPromises(PromisesContract):
    game = CAMPAIGN
    openings = ("campaign.muster",)
