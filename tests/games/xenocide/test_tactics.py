"""The machine opponent, and random battles without a broken invariant."""

import random

import pytest

from xenotable.engine import Match
from xenotable.games.xenocide.opponent import tactics
from xenotable.games.xenocide.title import GAME
from xenotable.players import RandomPlayer, play_out, player


def test_advice_is_legal_and_says_why():
    match = Match(GAME.new(GAME.offers()[0].setup), 11)
    rnd = random.Random(11).random
    good = bad = 0
    for _ in range(200):
        i = next((i for i in range(len(match.open)) if i not in match.held), None)
        if i is None:
            break
        ask = match.open[i]
        world = match.imagine(ask.seat, f"{good}:{bad}")
        mine = next(a for a in world.open if a.seat == ask.seat and a.key == ask.key)
        advice = tactics.advise(world, ask.seat, mine, rnd)
        answers = ask.candidates(4, rnd)
        value = answers[int(rnd() * len(answers))]
        if advice is not None:
            assert advice[1]
            if ask.accepts(advice[0]):
                value, good = advice[0], good + 1
            else:
                bad += 1
        match.play(value, i)
    assert good > 50
    assert bad <= good * 0.02


@pytest.mark.parametrize("side", [0, 1])
def test_the_tactician_beats_chance(side):
    match = Match(GAME.new(GAME.offers()[0].setup), 5)
    play_out(match, {side: player("tactician", GAME, 5), 1 - side: RandomPlayer(GAME, 5)})
    assert match.game.result.winners == (side,)
    assert tactics.prospects(match.game, side) > 0


@pytest.mark.parametrize("seed", range(4))
def test_random_battles_keep_every_invariant(seed):
    match = Match(GAME.new(GAME.random_setup(random.Random(seed).random)), seed)

    def sound(m):
        assert not [*GAME.invariants(m.game)]

    play_out(match, {s: RandomPlayer(GAME, f"{seed}:{s}") for s in (0, 1)}, watch=sound)
    assert match.game.result is not None
