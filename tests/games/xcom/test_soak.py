"""Many games without a crash, a stall or a broken invariant: at random, and well enough played to reach the end."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from xenotable.engine import Match
from xenotable.games.xcom.opponent.advice import advise
from xenotable.games.xcom.state import Xcom
from xenotable.games.xcom.title import COMPANION, GAME
from xenotable.players import RandomPlayer, play_out


@pytest.mark.parametrize("seed", range(40, 80))
def test_random_games_end(seed):
    kind = COMPANION if seed % 8 == 0 else GAME
    match = Match(kind.new(kind.random_setup(random.Random(seed).random)), seed, live=False)
    players = {seat: RandomPlayer(kind, f"{seed}:{seat}") for seat in range(match.game.seats)}
    play_out(match, players)
    assert match.game.result is not None
    assert not list(kind.invariants(match.game))


@pytest.mark.parametrize("seed", range(8))
def test_games_played_well_with_a_whim_now_and_then(seed):
    """Machine roles that answer every sixth ask at random: late rounds, final missions, odd choices."""
    rnd = random.Random(seed).random
    match = Match(GAME.new(GAME.random_setup(rnd)), seed, live=False)
    for n in range(20_000):
        if match.over:
            break
        whim(match, rnd, n)
        assert n % 10 or not [b for b in GAME.invariants(match.game) if not match.game.throws]
    assert match.game.result is not None


def whim(match: Match[Xcom], rnd: Callable[[], float], n: int) -> None:
    first = n % len(match.open)
    for i in (*range(first, len(match.open)), *range(first)):
        ask = match.open[i]
        if rnd() < 1 / 6:
            answers = ask.candidates(4, rnd)
            if answers:
                match.play(answers[int(rnd() * len(answers))], i)
                return
        advice = advise(match, ask.seat, ask, rnd)
        if advice is not None:
            match.play(advice[0], i)
            return
    if (due := match.due()) is not None:
        match.tick(min(due, match.now + 1_000))
