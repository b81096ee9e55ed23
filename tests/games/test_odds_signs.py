"""Where a decision offers odds there are some, and where it offers none there are none: nobody clicks in vain."""

from __future__ import annotations

import os
from typing import Any

import pytest

from xenotable.engine import Choose, Forecast, Match, is_legal
from xenotable.games import NAMES, game
from xenotable.players import RandomPlayer, play_out

MORE = int(os.environ.get("XENOTABLE_ODDS_SIGNS", "1"))  # times as many options
BATTLES = 6  # at most, until odds are offered: random players seldom come to blows in a small one
EACH = 3  # options of a kind of decision, with and without odds


@pytest.mark.parametrize("name", NAMES)
def test_odds_are_offered_just_where_there_are_some(name: str):
    title = game(name)
    looked: dict[tuple[str, bool], int] = {}
    wrong: set[str] = set()

    def watch(match: Match[Any]) -> None:
        for ask in match.open:
            if not isinstance(ask, Choose) or ask.odds is None:
                continue
            key = ask.key.partition(":")[0]
            for option in ask.among():
                offered = ask.foretells(option)
                if looked.get((key, offered), 0) >= EACH * MORE or (ask.why_not and not is_legal(ask.why_not(option))):
                    continue
                looked[key, offered] = looked.get((key, offered), 0) + 1
                said = ask.odds(option)
                there = isinstance(said, Forecast) or bool(said)
                if there != offered:
                    wrong.add(f"{key}, {option}: {'offered' if offered else 'there'}")

    for seed in range(BATTLES):
        match: Match[Any] = Match(title.new(title.offers()[0].setup), seed)
        play_out(match, {s: RandomPlayer(title, s) for s in range(match.game.seats)}, watch=watch)
        if any(offered for _, offered in looked):
            break
    assert not wrong, "; ".join(sorted(wrong))
    assert any(offered for _, offered in looked)
