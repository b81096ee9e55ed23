"""Random battles across missions and lists: no crash, no stall, no broken invariant. XENOTABLE_SOAK asks for more."""

import os
import random

import pytest

from xenotable.engine import Match
from xenotable.games.killteam.title import GAME
from xenotable.players import RandomPlayer, play_out

BATTLES = int(os.environ.get("XENOTABLE_SOAK", "12"))


@pytest.mark.parametrize("seed", range(BATTLES))
def test_a_random_battle_ends_soundly(seed):
    setup = GAME.random_setup(random.Random(seed).random)
    assert list(GAME.setup_refusals(setup)) == []
    match = Match(GAME.new(setup), seed, live=False)

    def sound(m):
        assert list(GAME.invariants(m.game)) == []

    play_out(match, {s: RandomPlayer(GAME, f"{seed}:{s}") for s in (0, 1)}, watch=sound)
    assert match.game.result is not None
