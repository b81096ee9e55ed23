"""Figures of Xenocide as a mass battle: sight between whole units, a turn of two standard armies, moving a unit."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from benchmarks.timing import Figure, each_on_reference, quantile
from xenotable.engine import Match, Move
from xenotable.games import game
from xenotable.games.xenocide.content import armies, maps
from xenotable.games.xenocide.rules.sight import line_of_sight
from xenotable.games.xenocide.state import lay
from xenotable.kernels import compile_now
from xenotable.players import RandomPlayer, play_out

STANDARD = 1000  # points of a standard army
SIDE = 8  # models of a unit


class Enough(Exception):
    """The match has gone on for as long as was wanted."""


def figures() -> list[Figure]:
    for module in game("xenocide").kernels:  # as a simulation of many battles does
        compile_now(module)
    looks, moves, turns = (each_on_reference([*times]) for times in (glances(), handled(), turn_times()))
    return [
        Figure("xenocide: sight, 8 x 8 models, mean", sum(looks) / len(looks) * 1e6, "µs"),
        Figure("xenocide: sight, 8 x 8 models, p95", quantile(looks, 0.95) * 1e6, "µs"),
        Figure(f"xenocide: a turn of {STANDARD} points, random, mean", sum(turns) / len(turns), "s"),
        Figure(f"xenocide: a turn of {STANDARD} points, random, longest", turns[-1], "s"),
        Figure("xenocide: reach and check of a unit of 8, mean", sum(moves) / len(moves) * 1e3, "ms"),
        Figure("xenocide: reach and check of a unit of 8, p95", quantile(moves, 0.95) * 1e3, "ms"),
    ]


def glances() -> Iterator[float]:
    """Two blocks of eight anywhere on each map, looked at for the first time."""
    kind = game("xenocide")
    state: Any = kind.new(kind.offers()[0].setup)
    rnd = random.Random(3)
    for m in maps().values():
        lay(state, m)
        for _ in range(100):
            a, b = (block(rnd.uniform(4, m.width - 8), rnd.uniform(4, m.depth - 6)) for _ in range(2))
            start = time.process_time()
            line_of_sight.visible(state, a, b)
            yield time.process_time() - start


def block(x: float, y: float) -> tuple[tuple[float, float, float, float], ...]:
    return tuple((_grid(x + 1.25 * (i % 4)), _grid(y + 1.25 * (i // 4)), 0.5, 0.5) for i in range(SIDE))


def _grid(v: float) -> float:
    return round(v * 1024) / 1024


def standard(seed: int) -> Match[Any]:
    """Two ready-made armies of different factions, in any scenario."""
    kind = game("xenocide")
    rnd = random.Random(seed)
    ids = [id for id in kind.lists() if armies()[id].points == STANDARD]
    first, second = rnd.sample(ids, 2)
    return Match(kind.new(kind.pairing(first, second, rnd.random)), seed, live=False)


def turn_times(battles: int = 3, turns: int = 6) -> Iterator[float]:
    """Seconds of processor time of each of the first turns of some battles."""
    kind = game("xenocide")
    for seed in range(battles):
        match = standard(seed)
        marks: dict[int, float] = {}

        def watch(m: Match[Any], marks: dict[int, float] = marks) -> None:
            turn = m.game.now.turn
            if turn not in marks:
                marks[turn] = time.process_time()
            if turn > turns:
                raise Enough

        with suppress(Enough):
            play_out(match, {s: RandomPlayer(kind, f"{seed}:{s}") for s in (0, 1)}, watch=watch)
        yield from (marks[n + 1] - marks[n] for n in range(1, turns) if n + 1 in marks)


def handled(wanted: int = 40) -> Iterator[float]:
    """Units of eight about to move: the outline of one model's reach, the unit dragged there, and the check of it."""
    kind, found = game("xenocide"), 0
    for seed in range(100):
        times: list[float] = []

        def watch(m: Match[Any], times: list[float] = times) -> None:
            ask = m.open[0] if m.open else None
            if isinstance(ask, Move) and ask.key == "move" and ask.reach and ask.toward and len(ask.pieces) >= SIDE:
                piece, mode = ask.pieces[0], ask.modes[0].value
                ground = m.game.field.ground
                start = time.process_time()
                ask.reach(piece.on, mode)
                moved = ask.toward(piece.on, (ground.width / 2, ground.depth / 2), mode)
                assert moved is not None
                list(ask.check(moved))
                times.append(time.process_time() - start)
            if m.game.now.turn > 3 or len(times) >= 12:
                raise Enough

        with suppress(Enough):
            play_out(standard(seed), {s: RandomPlayer(kind, f"{seed}:{s}") for s in (0, 1)}, watch=watch)
        yield from times
        found += len(times)
        if found >= wanted:
            return
