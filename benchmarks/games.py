"""Figures of a game under random play: decisions, games, forks, saves, and the longest tail between safe points."""

from __future__ import annotations

import random
import time
from typing import Any

from benchmarks.timing import Figure, each_on_reference, quantile, spending
from xenotable.engine import Match, load, save
from xenotable.games import game, packages
from xenotable.lab.playing import MANY, ready_for
from xenotable.players import RandomPlayer, play_out

TEACHING = "docs/duel.py"
SECONDS = 2.0  # of each kind of measurement


def figures() -> list[Figure]:
    return [f for name in (TEACHING, *packages()) for f in game_figures(name)]


def game_figures(name: str) -> list[Figure]:
    ready_for(name, MANY)
    title = game(name).id
    decisions, games, spent = played(name)
    forks, tails, saves = forked(name)
    return [
        Figure(f"{title}: decisions", decisions / spent, "decisions/s"),
        Figure(f"{title}: whole games", games / spent, "games/s"),
        Figure(f"{title}: fork, mean", sum(forks) / len(forks) * 1e6, "µs"),
        Figure(f"{title}: fork, p95", quantile(forks, 0.95) * 1e6, "µs"),
        Figure(f"{title}: longest tail", max(tails), "answers"),
        Figure(f"{title}: save + load", sum(saves) / len(saves) * 1e6, "µs"),
    ]


def played(name: str, seconds: float = SECONDS, first: int = 0) -> tuple[int, int, float]:
    """Decisions, games, and the reference seconds that they took."""
    kind = game(name)
    decisions = games = 0
    spent = 0.0
    while spent < seconds:
        with spending() as here:
            match = new(name, first + games)
            players = {s: RandomPlayer(kind, f"{first + games}:{s}") for s in range(match.game.seats)}
            decisions += play_out(match, players)
        games += 1
        spent += here.seconds
    return decisions, games, spent


def new(name: str, seed: int, live: bool = False) -> Match[Any]:
    kind = game(name)
    return Match(kind.new(kind.random_setup(random.Random(seed).random)), seed, live=live)


def forked(name: str, seconds: float = SECONDS) -> tuple[list[float], list[int], list[float]]:
    """Times of forks at every decision of live random games, the tails they replay, and some saves."""
    kind = game(name)
    forks: list[float] = []
    tails: list[int] = []
    saves: list[float] = []
    clock = time.thread_time  # what else the machine does meanwhile does not count

    def watch(m: Match[Any]) -> None:
        if not m.open:
            return
        start = clock()
        m.fork()
        forks.append(clock() - start)
        tails.append(len(m.tail))
        if len(forks) % 50 == 1:
            start = clock()
            load(save(m), kind)
            saves.append(clock() - start)

    start, seed = clock(), 0
    while clock() - start < seconds:
        match = new(name, seed, live=True)
        play_out(match, {s: RandomPlayer(kind, f"{seed}:{s}") for s in range(match.game.seats)}, watch=watch)
        seed += 1
    return each_on_reference(forks), tails, each_on_reference(saves)
