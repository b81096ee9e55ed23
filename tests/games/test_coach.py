"""The coach of each first battle: words that players use, about rules that exist, when it really happens."""

from __future__ import annotations

import re
from functools import cache

import pytest

from xenotable import games
from xenotable.engine import Match, coach_marks
from xenotable.players import play_out, player
from xenotable.rulebook import catalogue

GAMES = ("rampant", "killteam", "xcx", "xenocide", "xcom")
SEEDS = 4
MOST = 240  # letters of a mark


def marks(game: str):
    return coach_marks(f"xenotable.games.{game}.show")


@cache
def happened(game: str, seed: int) -> frozenset[str]:
    """What happens in a guided battle to a person who does as the machine suggests, against a recruit."""
    title = games.game(game)
    match = Match(title.new(title.peopled(title.offers()[0].setup, [(0,)])), f"coach {seed}")
    found: set[str] = set()

    def look(match: Match) -> None:
        found.update(f"ask:{ask.key.partition(':')[0]}" for ask in match.open if ask.seat == 0)

    seats = range(match.game.seats)
    play_out(match, {s: player("recruit" if s else "tactician", title, f"{seed}:{s}") for s in seats}, watch=look)
    return frozenset(found | {f"rule:{event.rule}" for event in match.events})


@pytest.mark.parametrize("game", GAMES)
def test_the_first_battle_has_a_coach(game):
    title = games.game(game)
    board = title.new(title.offers()[0].setup)
    (panel,) = (p for p in title.panels(board, 0) if p.kind == "coach")
    assert [line.value for line in panel.lines] == [mark.says for mark in marks(game)]
    others = [offer for offer in title.offers()[1:] if not any(part in offer.id for part in ("tutorial", "first-b"))]
    for offer in others[:2]:
        assert not [p for p in title.panels(title.new(offer.setup), 0) if p.kind == "coach"]


@pytest.mark.parametrize("game", GAMES)
def test_its_words_are_short_and_have_their_rule_at_hand(game):
    rules = catalogue(game).rules
    assert 5 <= len(marks(game)) <= 10
    assert len({mark.when for mark in marks(game)}) == len(marks(game))
    for mark in marks(game):
        assert mark.rule in rules
        assert len(mark.says) <= MOST, mark.title
        assert not re.search(r"[a-z]-[a-z]+\.|[a-z]\.[a-z]|\{|_", mark.says), mark.says  # no ids, no templates
        kind, _, what = mark.when.partition(":")
        assert kind in ("ask", "rule")
        assert kind == "ask" or what in rules


@pytest.mark.parametrize("game", GAMES)
def test_each_trigger_happens_in_the_guided_battle(game):
    wanted = {mark.when for mark in marks(game)}
    for seed in range(SEEDS):
        now = happened(game, seed)
        assert len(now & {mark.when for mark in marks(game)}) >= 5  # every battle teaches most of it
        wanted -= now
        if not wanted:
            break
    assert not wanted
