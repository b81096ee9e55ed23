"""Whole battles as readable text: one per scenario, one at random, one with titans, one conceded."""

from pathlib import Path

import pytest

from golden import Golden, check
from xenotable.games.xenocide.title import GAME

FOLDER = Path(__file__).parent / "goldens"
OFFERS = {offer.id: offer.setup for offer in GAME.offers()}
LISTS = "generic-500-thren-500"
GOLDENS = [
    *(Golden(s, OFFERS[f"{s}-{LISTS}"], 7) for s in ("attrition", "seize-ground", "invasion", "command-centers")),
    Golden("city", OFFERS[f"city-invasion-{LISTS}"], 7),
    Golden("at-random", OFFERS["attrition-lumen-ground-500-thren-ground-500"], 3, ("random", "random")),
    Golden("titans", OFFERS["attrition-generic-titan-750-thren-titan-750"], 7),
    Golden("conceded", OFFERS[f"attrition-{LISTS}"], 5, concede=60),
]


@pytest.mark.parametrize("golden", GOLDENS, ids=[g.name for g in GOLDENS])
def test_golden(golden: Golden) -> None:
    check(GAME, golden, FOLDER)
