"""Plays a match between any players, without people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from xenotable.engine import First, Match, View, Wait
from xenotable.engine.asks import sole_decision
from xenotable.players.protocol import Decision, Player


class Stall(Exception):
    """Nobody can go on, or the match never ends."""


def play_out(
    match: Match[Any],
    players: Mapping[int, Player],
    limit: int = 100_000,
    watch: Callable[[Match[Any]], None] | None = None,
) -> int:
    """Plays until the end; gives the number of decisions. Answers are trusted: they come from the asks themselves."""
    if not match.live:
        match.sparse = not any(getattr(player, "looks_ahead", True) for player in players.values())
    views = {seat: View(match, seat) for seat in range(match.game.seats)}
    decisions = 0
    while match.open:
        if decisions >= limit:
            raise Stall(f"The match is not over after {limit} decisions.")
        _step(match, players, views)
        decisions += 1
        if watch is not None:
            watch(match)
    return decisions


def _step(match: Match[Any], players: Mapping[int, Player], views: Mapping[int, View[Any]]) -> None:
    """The first seat that wants to act acts; if all would rather wait, time passes."""
    asks, held = match.open, match.held
    if type(asks) is not tuple:
        asks = match.open = tuple(asks)  # everybody looks at them now
    sole = asks[0] if len(asks) == 1 else sole_decision(match.top) if match.top is not None else None
    if sole is not None and not held and sole in asks:  # nearly always: nobody else is waiting
        only = players[sole.seat].decide(views[sole.seat])
        if isinstance(only, Decision):
            _take(match, asks.index(sole), only)
        else:
            _pass(match, only.ms)
        return
    patience: int | None = None
    asked: set[int] = set()
    # Where several act at once the turn goes round: a seat that always finds something to do would starve the others.
    first = len(match.tape) % len(asks) if type(match.top) is First else 0
    for i in (*range(first, len(asks)), *range(first)):
        ask = asks[i]
        seat = ask.seat
        if i in held or seat in asked:
            continue
        asked.add(seat)
        said = players[seat].decide(views[seat])
        if isinstance(said, Decision):
            _take(match, i, said)
            return
        patience = said.ms if patience is None else min(patience, said.ms)
    _pass(match, patience)


def _take(match: Match[Any], i: int, said: Decision) -> None:
    ask = match.open[i]
    at = i if ask.key == said.key else match.find(ask.seat, said.key)
    if at is None:
        raise Stall(f"Seat {ask.seat} answers {said.key!r}, which nobody asked.")
    match.play(said.value, at)


def _pass(match: Match[Any], patience: int | None) -> None:
    """Time passes."""
    due = match.due()
    if due is None:
        keys = " and ".join(dict.fromkeys(repr(ask.key) for ask in match.open))
        raise Stall(f"Who is asked {keys} waits, but no clock runs: nobody goes on. It is in {match.game.scenes[-1:]}.")
    match.tick(min(due, match.now + (patience or Wait(1).ms)))
