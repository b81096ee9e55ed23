"""What games keep, they keep by all that it depends on: battles in which every kept answer is asked for anew."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress

import pytest

from doubting import Stale, doubt_kept_answers
from xenotable.engine import Match
from xenotable.engine.citing import recall
from xenotable.games import game, packages
from xenotable.players import Stall, play_out, player

DECISIONS = {"random": 400, "tactician": 120}


def play(name: str, level: str, seed: int) -> Counter[str]:
    """Part of a battle, with all that was kept on the way compared."""
    title = game(name)
    with doubt_kept_answers() as compared:
        match = Match(title.new(title.random_setup(random.Random(seed).random)), seed, live=False)
        with suppress(Stall):  # that was enough of it
            play_out(match, {s: player(level, title, seed + s) for s in range(match.game.seats)}, DECISIONS[level])
    return compared


@pytest.mark.parametrize("name", packages())
def test_what_was_kept_is_what_would_be_found_now(name: str) -> None:
    compared = sum((play(name, level, seed) for level in DECISIONS for seed in range(2)), Counter())
    assert compared.total() > 100, compared


def test_a_key_that_forgets_something_is_found_out() -> None:
    hand, known = [1], {}

    def largest(_: str) -> int:
        return max(hand)

    with doubt_kept_answers():
        assert recall(known, "mine", largest, "mine") == 1
        hand.append(2)
        with pytest.raises(Stale, match="was kept as 1, and is 2"):
            recall(known, "mine", largest, "mine")
