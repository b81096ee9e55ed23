"""Figures of a game under random play: decisions, games, forks, saves, and the longest tail between safe points."""

from __future__ import annotations

import random
import time
from typing import Any

from benchmarks.timing import Figure
from xenotable.engine import Match, load, save
from xenotable.games import game
from xenotable.lab.playing import MANY, ready_for
from xenotable.players import RandomPlayer, play_out


def game_figures(name: str, seconds: float) -> list[Figure]:
    ready_for(name, MANY)
    kind = game(name)
    title = kind.id
    decisions = games = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        match = new(name, games)
        decisions += play_out(match, {s: RandomPlayer(kind, f"{games}:{s}") for s in range(match.game.seats)})
        games += 1
    spent = time.process_time() - start
    forks, tails, saves = forked(name, seconds)
    forks.sort()
    return [
        Figure(f"{title}: decisions", decisions / spent, "decisions/s"),
        Figure(f"{title}: whole games", games / spent, "games/s"),
        Figure(f"{title}: fork, mean", sum(forks) / len(forks) * 1e6, "µs"),
        Figure(f"{title}: fork, p95", forks[int(len(forks) * 0.95)] * 1e6, "µs"),
        Figure(f"{title}: longest tail", max(tails), "answers"),
        Figure(f"{title}: save + load", sum(saves) / len(saves) * 1e6, "µs"),
    ]


def new(name: str, seed: int, live: bool = False) -> Match[Any]:
    kind = game(name)
    return Match(kind.new(kind.random_setup(random.Random(seed).random)), seed, live=live)


def forked(name: str, seconds: float) -> tuple[list[float], list[int], list[float]]:
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
    return forks, tails, saves
