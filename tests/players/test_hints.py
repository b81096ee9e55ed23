"""Hints speak the language of the table: what, how likely, why; no scores, ids or coordinates."""

from __future__ import annotations

import re

import pytest

from xenotable import games
from xenotable.engine import Match, View
from xenotable.players import Tactician, play_out
from xenotable.players.hints import hint_words
from xenotable.players.protocol import Decision

RAW = re.compile(r"\d\.\d\d|[a-z]+:[a-z0-9]|\d\.\d, \d|\bX \d|[a-z]+_[a-z]|gain \d|value -?\d|\{")


class Listener(Tactician):
    """Decides as the tactician does, and keeps what would have been said to a person."""

    def __init__(self, title, seed, match, heard):
        super().__init__(title, seed)
        self.match, self.heard = match, heard

    def decide(self, view: View, deadline: float | None = None):
        said = super().decide(view, deadline)
        if isinstance(said, Decision):
            at = self.match.find(view.seat, said.key)
            self.heard.append((said.key, hint_words(self.match.game, self.match.open[at], said)))
        return said


@pytest.mark.parametrize("game", ["rampant", "killteam", "xcx", "xenocide", "xcom"])
def test_a_hint_is_something_that_a_person_would_say(game):
    title, heard = games.game(game), []
    match = Match(title.new(title.peopled(title.offers()[0].setup, [(0,)])), "hints")
    play_out(match, {s: Listener(title, s, match, heard) for s in range(match.game.seats)})
    for key, words in heard:
        assert words, key
        assert words[0].isupper() or not words[0].isalpha(), (key, words)
        assert not RAW.search(words), (key, words)
    if game != "xcom":
        assert any(re.search(r": .*\d+% ", words) for _, words in heard)  # chances are named


def test_chances_and_gains_are_named():
    title, heard = games.game("rampant"), []
    match = Match(title.new(title.offers()[0].setup), "hints")
    play_out(match, {s: Listener(title, s, match, heard) for s in (0, 1)})
    aimed = [words for key, words in heard if key == "target"]
    assert all(" promises most." in words and "about " in words for words in aimed)
