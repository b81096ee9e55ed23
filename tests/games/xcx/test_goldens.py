"""Golden playthroughs: every mission, every distance mode, AI cards, the campaign, and every way to end."""

from pathlib import Path

import pytest

from golden import Golden, check
from xenotable.games.xcx.rules.content import solo, versus
from xenotable.games.xcx.title import CAMPAIGN, GAME

FOLDER = Path(__file__).parent / "goldens"
BATTLES = [
    Golden("spire-falls", versus("cut-the-spire", 500), 1),
    Golden("spire-attackers-wiped-out", versus("cut-the-spire", 500), 4),
    Golden("spire-stands-on-hexes", versus("cut-the-spire", 500, "hex"), 0, ("random", "random")),
    Golden("attrition", versus("attrition", 500), 0),
    Golden("attrition-draw", versus("attrition", 500), 0, ("random", "random")),
    Golden("attrition-conceded", versus("attrition", 500), 2, concede=81),
    Golden("attrition-solo", solo("attrition", 500, "easy"), 4, ("tactician",)),
    Golden("convoy", versus("broken-convoy", 500), 1),
    Golden("convoy-on-squares", versus("broken-convoy", 500, "square"), 33),
    Golden("open-line", versus("open-line", 750), 1),
    Golden("exodus", versus("exodus", 750), 0),
    Golden("hive-core-carried-off", versus("heart-of-the-hive", 1000), 0),
    Golden("hive-decided-by-points", versus("heart-of-the-hive", 1000), 1),
]
WARS = [Golden("campaign-solo", CAMPAIGN.offers()[0].setup, 2, ("random",))]


@pytest.mark.parametrize("golden", BATTLES, ids=lambda g: g.name)
def test_golden_battle(golden: Golden) -> None:
    check(GAME, golden, FOLDER)


@pytest.mark.parametrize("golden", WARS, ids=lambda g: g.name)
def test_golden_campaign(golden: Golden) -> None:
    check(CAMPAIGN, golden, FOLDER)
