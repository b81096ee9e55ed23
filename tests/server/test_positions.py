"""Workers keep the matches that they serve: they are told what is new, and stand where the match stands."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from xenotable.engine import Match, View
from xenotable.engine.saving import saved_frame
from xenotable.games import game
from xenotable.players import RandomPlayer, Stall, play_out
from xenotable.server.log.record import brief
from xenotable.server.workers import tasks
from xenotable.server.workers.pool import Standing
from xenotable.server.workers.tasks import Forgotten, Position, Positions

GAMES = ("rampant", "killteam", "xcx", "xenocide", "xcom")


def standing(match: Match[Any], room: str = "r") -> Standing:
    frame, length = match.frames[-1], len(match.tape)
    return Standing(
        room, match.tape, length, match.now, lambda: brief(match, saved_frame(frame), match.tape, match.now)
    )


def sent(position: Position) -> Position:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(position), type=Position)


def seen(match: Match[Any]) -> list[Any]:
    """What both seats have to decide, and the table."""
    views = [View(match, seat) for seat in range(match.game.seats)]
    return [match.game.encode(), [[(a.key, a.seat) for a in v.asks] for v in views], match.now]


@pytest.mark.parametrize("id", GAMES)
def test_a_worker_that_is_told_what_is_new_stands_where_the_match_stands(id: str):
    title = game(id)
    match = Match(title.new(title.random_setup(random.Random(4).random)), 4)
    positions, known, kinds = Positions(game), None, Counter[str]()

    def look(match: Match[Any]) -> None:
        nonlocal known
        here = standing(match)
        position = here.since(known)
        kinds["whole" if position.save else "since" if position.tape else "nothing"] += 1
        assert seen(positions.stand(sent(position))) == seen(match)
        assert not here.since(here.known()).tape
        known = here.known()

    players = {seat: RandomPlayer(title, seat) for seat in range(match.game.seats)}
    with suppress(Stall):
        play_out(match, players, limit=60, watch=look)
    assert kinds["whole"] == 1  # once, however many keyframes there were since
    assert kinds["since"]


def a_duel(decisions: int) -> Match[Any]:
    title = game("rampant")
    match = Match(title.new(title.offers()[0].setup), 1)
    with suppress(Stall):
        play_out(match, {seat: RandomPlayer(title, seat) for seat in (0, 1)}, limit=decisions)
    return match


def test_a_tape_that_is_no_longer_the_same_is_sent_whole():
    match = a_duel(12)
    known = standing(match).known()
    last = next(i for i in range(len(match.tape) - 1, -1, -1) if match.tape[i].kind == "answer")
    assert not match.undo(last)
    assert standing(match).since(known).save  # shorter
    with suppress(Stall):
        play_out(match, {seat: RandomPlayer(match.title, seat + 7) for seat in (0, 1)}, limit=8)
    assert len(match.tape) >= known.length
    assert standing(match).since(known).save  # as long, but with other entries


def test_a_worker_that_has_forgotten_says_so():
    match, positions = a_duel(12), Positions(game)
    here = standing(match)
    with pytest.raises(Forgotten):
        positions.stand(here.since(here.known()))
    positions.stand(here.whole())
    with pytest.raises(Forgotten):
        positions.stand(Position("r", here.length + 3, 0))
    with pytest.raises(Forgotten):  # what went wrong is not kept
        positions.stand(here.since(here.known()))


def test_a_worker_keeps_the_matches_that_it_served_last():
    match, positions = a_duel(3), Positions(game)
    for n in range(tasks.KEPT + 2):
        positions.stand(standing(match, f"room {n}").whole())
    assert [*positions.matches] == [f"room {n}" for n in range(2, tasks.KEPT + 2)]
