"""Figures of a game: decisions and whole games of random players, of players that list all candidates and of
tacticians; forks, saves, and the longest tail between safe points."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from benchmarks.timing import Figure, each_on_reference, quantile, spending
from xenotable.engine import Match, Title, View, Wait, load, save
from xenotable.games import game, packages
from xenotable.kernels import cache, compile_now, load_when_ready
from xenotable.kernels.background import PLAIN
from xenotable.lab.playing import MANY, ready_for
from xenotable.players import Decision, Player, RandomPlayer, play_out, player
from xenotable.players.random_player import FEW, IDLE, PATIENCE

TEACHING = "docs/duel.py"
SECONDS = 2.0  # of each kind of measurement


class ListingPlayer(RandomPlayer):
    """Lists all candidates before it takes one, as players do that weigh them."""

    def decide(self, view: View[Any], deadline: float | None = None) -> Decision | Wait:
        rnd = self.rnd
        if view.due is not None and rnd() < PATIENCE:
            return Wait(IDLE)
        candidates = [(ask.key, answer) for ask in view.undecided() for answer in ask.candidates(FEW, rnd)]
        return Decision(*candidates[int(rnd() * len(candidates))]) if candidates else Wait(IDLE)


def tactician(title: Title[Any], seed: str) -> Player:
    return player("tactician", title, seed)


def figures() -> list[Figure]:
    return [f for name in (TEACHING, *packages()) for f in game_figures(name)]


def game_figures(name: str) -> list[Figure]:
    make_ready(name)
    title = game(name).id
    decisions, games, spent = played(name)
    listed, _, listing = played(name, sit=ListingPlayer)
    _, battles, fighting = played(name, sit=tactician)
    forks, tails, saves = forked(name)
    return [
        Figure(f"{title}: decisions", decisions / spent, "decisions/s"),
        Figure(f"{title}: decisions, all candidates listed", listed / listing, "decisions/s"),
        Figure(f"{title}: whole games", games / spent, "games/s"),
        Figure(f"{title}: whole games of tacticians", battles / fighting, "games/s"),
        Figure(f"{title}: fork, mean", sum(forks) / len(forks) * 1e6, "µs"),
        Figure(f"{title}: fork, p95", quantile(forks, 0.95) * 1e6, "µs"),
        Figure(f"{title}: longest tail", max(tails), "answers"),
        Figure(f"{title}: save + load", sum(saves) / len(saves) * 1e6, "µs"),
    ]


def make_ready(name: str) -> None:
    """Ready to play many games on compiled code. What is missing of that is compiled first: no figure is of plain code,
    unless somebody wants that, and then it is told."""
    kind = game(name)
    if os.environ.get(PLAIN):
        print(f"{kind.title}: {PLAIN} is set, so this is plain code.", file=sys.stderr)
    elif missing := [module for module in kind.kernels if not cache.complete(module)]:
        print(f"{kind.title}: compiling first, which takes a minute or some ...", file=sys.stderr)
        for module in missing:
            compile_now(module)
    load_when_ready(kind.kernels, at_once=True)
    ready_for(name, MANY)


def played(
    name: str, seconds: float = SECONDS, first: int = 0, sit: Callable[[Title[Any], str], Player] = RandomPlayer
) -> tuple[int, int, float]:
    """Decisions, games, and the reference seconds that they took."""
    kind = game(name)
    decisions = games = 0
    spent = 0.0
    while spent < seconds:
        with spending() as here:
            match = new(name, first + games)
            players = {s: sit(kind, f"{first + games}:{s}") for s in range(match.game.seats)}
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
