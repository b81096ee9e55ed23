"""Golden playthroughs: one battle of each mission, the first battle, one that is conceded, and two campaigns."""

from pathlib import Path

import pytest

from golden import Golden, check
from xenotable.games.killteam.title import CAMPAIGN, GAME

READY = {offer.id: offer.setup for offer in GAME.offers()}
GOLDENS = [
    Golden("relay-ground", READY["relay-ground"], 1),
    Golden("data-harvest", READY["data-harvest"], 2),
    Golden("salvage-run", READY["salvage-run"], 3),
    Golden("break-the-line", READY["break-the-line"], 4),
    Golden("first-battle", READY["first-battle"], 5),
    Golden("at-random", READY["matched"], 6, ("random", "random")),
    Golden("conceded", READY["relay-ground"], 7, ("random", "random"), concede=60),
]


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda g: g.name)
def test_golden(golden):
    check(GAME, golden, Path(__file__).parent / "goldens")


WARS = [
    Golden("campaign-alone", CAMPAIGN.offers()[0].setup, 1, ("random",)),
    Golden("campaign-together", CAMPAIGN.offers()[1].setup, 2, ("random", "random")),
]


@pytest.mark.parametrize("golden", WARS, ids=lambda g: g.name)
def test_golden_campaign(golden):
    check(CAMPAIGN, golden, Path(__file__).parent / "goldens")
