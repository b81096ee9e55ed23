"""Players of every level, held to one protocol."""

from __future__ import annotations

import itertools
import time
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from workshop import GAME as WORKSHOP
from workshop import STEPS, Plan
from xenotable.engine import Match, View, Wait
from xenotable.faults import Fault
from xenotable.games import game
from xenotable.players import LEVELS, Decision, Recruit, Searcher, Stall, Veteran, play_out, player, searcher

DUEL = game("docs/duel.py")


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_every_kind_of_ask(level: str):
    scenes = tuple(s for s in STEPS if s != "stumble")
    match = Match(WORKSHOP.new(Plan(scenes)), 3, live=False)
    seats = {s: player(level, WORKSHOP, s) for s in (0, 1)}
    if level in ("searcher", "veteran"):
        seats = {s: Hurried(p) for s, p in seats.items()}
    play_out(match, seats)
    assert match.game.result is not None


class Hurried:
    """Has hardly any time, so that the test is quick."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def decide(self, view: View[Any], deadline: float | None = None) -> Decision | Wait:
        return self.inner.decide(view, time.monotonic() + 0.002)


def test_a_decision_comes_with_its_reason():
    match = Match(DUEL.new(DUEL.offers()[0].setup), 1)
    said = player("tactician", DUEL).decide(View(match, 0))
    assert isinstance(said, Decision)
    assert said.key == "stance"
    assert said.reason.endswith(".")


def test_the_same_seed_plays_the_same_game():
    def played(seed: int) -> str:
        match = Match(DUEL.new(DUEL.offers()[0].setup), 1, live=False)
        play_out(match, {s: player("random", DUEL, seed) for s in (0, 1)})
        return match.game.fingerprint()

    assert played(1) == played(1)
    assert played(1) != played(2)


@pytest.mark.parametrize("name", ["docs/duel.py", "rampant", "xenocide"])
def test_who_looks_ahead_where_nobody_was_to_finds_the_same(name: str):
    """Random players need no safe points, so none are copied; whoever forks or imagines all the same gets the last one
    by running the rules again."""
    title = game(name)

    def looked(ahead: bool) -> list[Any]:
        match = Match(title.new(title.offers()[0].setup), 7, live=False)
        seats = {s: player("random", title, s) for s in range(match.game.seats)}
        for sits in seats.values():
            sits.looks_ahead = ahead
        found: list[Any] = []

        def watch(m: Match[Any]) -> None:
            assert m.sparse is not ahead
            if len(m.tape) % 7 == 0 and m.open:
                fork, world = m.fork(), m.imagine(0, 5)
                play_out(fork, {s: player("random", title, s) for s in seats}, limit=10_000)
                found.append((m.key.fingerprint(), m.since, world.game.fingerprint(), fork.game.fingerprint()))

        with suppress(Stall):
            play_out(match, seats, limit=60, watch=watch)
        found.append((match.fork().game.fingerprint(), match.game.fingerprint()))
        return found

    assert looked(ahead=False) == looked(ahead=True)


def test_a_passed_deadline_still_gets_the_quick_answer():
    match = Match(DUEL.new(DUEL.offers()[0].setup), 1)
    assert isinstance(Searcher(DUEL).decide(View(match, 0), deadline=0.0), Decision)


def test_searching_sees_the_shot_that_wins(monkeypatch: pytest.MonkeyPatch):
    """The foe is in sight and has one wound: holding fire is worse in every imagined battle."""
    looks = itertools.count()  # a clock that goes on when somebody looks at it: the same search on every machine
    monkeypatch.setattr(searcher, "time", SimpleNamespace(monotonic=lambda: next(looks)))
    start = DUEL.new(DUEL.offers()[1].setup)
    start.figures.set("a", x=1.0, y=4.0)  # type: ignore[attr-defined]  # the teaching game has figures
    start.figures.set("b", x=1.0, y=8.0)  # type: ignore[attr-defined]  # likewise
    match = Match(start, 1)
    for seat in (0, 1):
        match.answer(seat, "aim")
    shooter = match.open[0].seat
    match.answer(shooter, {"paths": {}})
    assert match.open[0].key == "shoot"
    said = [Searcher(DUEL, seed).decide(View(match, shooter), next(looks) + 20.0) for seed in range(5)]
    assert [s.value for s in said if isinstance(s, Decision)] == [True] * 5
    assert next(looks) > 100  # the time was used


def test_an_unknown_level_gets_the_nearest_name():
    with pytest.raises(Fault, match="tactician"):
        player("tacticia", DUEL)


def test_a_match_that_never_ends_is_a_stall():
    match = Match(DUEL.new(DUEL.offers()[0].setup), 1, live=False)
    with pytest.raises(Stall, match="not over after 5"):
        play_out(match, {s: player("random", DUEL) for s in (0, 1)}, limit=5)


def test_a_recruit_errs_where_no_book_says_how_it_decides():
    recruit = Recruit(DUEL, 1)
    assert recruit.own is None
    match = Match(DUEL.new(DUEL.offers()[0].setup), 1)
    said = [recruit.decide(View(match, 0)) for _ in range(60)]
    careless = sum(isinstance(s, Decision) and s.reason == "Chosen at random." for s in said)
    assert 8 <= careless <= 32  # a third of them


def test_where_a_book_describes_levels_they_play_by_it():
    rampant = game("rampant")
    assert Recruit(rampant).own is not None
    assert Veteran(rampant).own is not None
    match = Match(rampant.new(rampant.offers()[0].setup), 1, live=False)
    players = {0: player("recruit", rampant), 1: Hurried(player("veteran", rampant))}
    play_out(match, players)
    assert match.game.result is not None
