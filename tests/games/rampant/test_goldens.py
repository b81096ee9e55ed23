"""Whole battles as readable text: one per scenario, and one per way to end."""

from pathlib import Path

import pytest

from golden import Golden, check
from xenotable.games.rampant.title import GAME

FOLDER = Path(__file__).parent / "goldens"
OFFERS = {offer.id: offer.setup for offer in GAME.offers()}
GOLDENS = [
    *(Golden(id, setup, 7) for id, setup in OFFERS.items()),
    Golden("at-random", OFFERS["the-envoy"], 3, ("random", "random")),
    Golden("conceded", OFFERS["first-blood"], 5, concede=40),
]


@pytest.mark.parametrize("golden", GOLDENS, ids=[g.name for g in GOLDENS])
def test_golden(golden: Golden) -> None:
    check(GAME, golden, FOLDER)
