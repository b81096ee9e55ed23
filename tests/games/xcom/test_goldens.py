"""Whole games as readable text: one for each plan, and one for each way to end."""

from pathlib import Path

import pytest

from golden import Golden, check
from xenotable.games.xcom.state import Setup
from xenotable.games.xcom.title import GAME

FOLDER = Path(__file__).parent / "goldens"
MACHINES = ("tactician",)
GOLDENS = [
    Golden("beachhead-timed-panic", Setup("normal", "beachhead", "on"), 3, MACHINES),
    Golden("harvest-won", Setup("hard", "harvest", "off"), 1, MACHINES),
    Golden("black-signal-timed-panic", Setup("hard", "black_signal", "on"), 3, MACHINES),
    Golden("hive-below-base", Setup("hard", "hive_below", "off"), 2, MACHINES),
    Golden("quiet-coup-won", Setup("hard", "quiet_coup", "off"), 1, MACHINES),
    Golden("tutorial-given-up", Setup("easy", "beachhead", tutorial=True), 1, MACHINES, concede=220),
]


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda g: g.name)
def test_golden_game(golden):
    check(GAME, golden, FOLDER)
