"""A campaign that is played alone and lost is a defeat in all statistics, not a draw."""

from __future__ import annotations

import pytest

from xenotable.engine import Match
from xenotable.games import game
from xenotable.players import play_out, player


@pytest.mark.parametrize(
    ("name", "offer", "seed", "word", "result"),
    [
        ("xcx-campaign", "campaign-solo", 0, "lost", 0.0),
        ("xcx-campaign", "campaign-solo", 2, "held", 0.5),
        ("killteam-campaign", "alone-cinder-wardens", 2, "The machine won", 0.0),
    ],
)
def test_a_lost_campaign_is_a_defeat(name: str, offer: str, seed: int, word: str, result: float):
    title = game(name)
    match = Match(title.new(title.offered(offer).setup), seed, live=False)
    play_out(match, {0: player("random", title, seed)})
    assert word in match.game.result.says
    assert title.results(match.game) == (result,)


def begun(name: str, offer: str) -> Match:
    title = game(name)
    return Match(title.new(title.offered(offer).setup), 0, live=False)


def test_a_campaign_that_is_given_up_is_a_defeat_however_it_stood():
    even, ahead = begun("killteam-campaign", "alone-cinder-wardens"), begun("xcx-campaign", "campaign-solo")
    ahead.game.accounts.set(0, points=99)
    for match in (even, ahead):
        match.concede(0)
        assert match.title.results(match.game) == (0.0,)
