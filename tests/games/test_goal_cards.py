"""The goal card of a first battle speaks of that battle: its length, its forces, and nothing that it lacks."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest

from xenotable.engine import Match
from xenotable.games import game
from xenotable.players import RandomPlayer, play_out
from xenotable.players.running import Stall

LENGTH = {  # what the card says, and how long the battle really is
    "rampant": (r"^5 rounds", 5),
    "killteam": (r"^2 turning points\.$", 2),
    "xcx": (r"^5 rounds\.$", 5),
    "xenocide": (r"After turn 3 whoever has lost fewer points wins\.$", 3),
    "xcom": (r"^There is no round limit", 0),
}
LACKING = {"rampant": "vow", "killteam": "three|turning point 4"}


def first_battle(name: str) -> tuple[Match[Any], dict[str, str]]:
    title = game(name)
    match = Match(title.new(title.offers()[0].setup), 1)
    with suppress(Stall):  # until it has begun
        play_out(match, dict.fromkeys(range(match.game.seats), RandomPlayer(title, 1)), 12)
    goal = next(panel for panel in title.panels(match.game, 0) if panel.kind == "goal")
    return match, {line.label: line.value for line in goal.lines}


@pytest.mark.parametrize("name", LENGTH)
def test_it_says_how_long_that_battle_is(name: str) -> None:
    match, lines = first_battle(name)
    says, rounds = LENGTH[name]
    assert re.search(says, lines["How long"])
    assert game(name).progress(match.game).rounds == rounds


@pytest.mark.parametrize("name", LACKING)
def test_it_speaks_of_nothing_that_battle_lacks(name: str) -> None:
    _, lines = first_battle(name)
    assert not re.search(LACKING[name], " ".join(lines.values()), re.IGNORECASE)


@pytest.mark.parametrize("name", LENGTH)
def test_no_card_shows_the_name_of_a_rule(name: str) -> None:
    _, lines = first_battle(name)
    assert not re.search(r"\([a-z-]+\.[a-z-]+\)|\[\[|\w_\w", " ".join(lines.values()))
