"""Plays a match between any players, without people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from xenotable.engine import Ask, First, Match, View, Wait
from xenotable.engine.asks import sole_decision
from xenotable.players.protocol import Decision, Player

ALONE = (0,)  # the place of the only ask


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
    asks = match.look()
    patience: int | None = None
    asked: tuple[int, ...] = ()
    for i in ALONE if len(asks) == 1 else _in_turn(match, asks):
        ask = asks[i]
        seat = ask.seat
        if seat in asked:
            continue
        said = players[seat].decide(views[seat])
        if isinstance(said, Decision):
            match.play(said.value, i if ask.key == said.key else _place(asks, seat, said.key))
            return
        asked += (seat,)
        patience = said.ms if patience is None else min(patience, said.ms)
    _pass(match, patience)


def _in_turn(match: Match[Any], asks: tuple[Ask[Any], ...]) -> Sequence[int]:
    """The order in which seats get their turn, by the places of their asks."""
    top = match.top
    if type(top) is not First:
        return [i for i in range(len(asks)) if i not in match.held]
    if top.fresh and (sole := sole_decision(top)) is not None:
        return (asks.index(sole),)
    return _round(len(asks), len(match.tape) % len(asks))


@lru_cache(4096)
def _round(n: int, first: int) -> Sequence[int]:
    """The turn goes round: a seat that always finds something to do would starve the others."""
    return (*range(first, n), *range(first))


def _place(asks: tuple[Ask[Any], ...], seat: int, key: str) -> int:
    """Which of the open asks of this seat is answered."""
    for i, ask in enumerate(asks):
        if ask.seat == seat and ask.key == key:
            return i
    raise Stall(f"Seat {seat} answers {key!r}, which nobody asked.")


def _pass(match: Match[Any], patience: int | None) -> None:
    """Time passes."""
    due = match.due()
    if due is None:
        keys = " and ".join(dict.fromkeys(repr(ask.key) for ask in match.open))
        raise Stall(f"Who is asked {keys} waits, but no clock runs: nobody goes on. It is in {match.game.scenes[-1:]}.")
    match.tick(min(due, match.now + (patience or Wait(1).ms)))
