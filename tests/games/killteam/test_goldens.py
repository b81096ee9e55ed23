"""Golden playthroughs: one battle of each mission, the first battle, and one that is conceded."""

from pathlib import Path

import pytest

from golden import Golden, check
from xenotable.games.killteam import GAME

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
