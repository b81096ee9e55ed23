"""`python -m benchmarks.probes`: one of the two processes of `compare`. It reads "NAME<tab>N" and says what piece
N of that probe took: processor time, how much work it was, and what came of it, so that the same piece of two trees can
be held to each other. Each piece is played by a copy of this process, which remembers nothing of the pieces before:
played again, it is the same work. A tree that lacks a part answers with the fault."""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from typing import Any, NamedTuple

from benchmarks.timing import in_copy


class Piece(NamedTuple):
    """Seconds of processor time, how many decisions, forks or answers that was, and what came of it."""

    seconds: float
    work: int
    result: str = ""


Probe = Callable[[int], Piece]


def decisions(name: str, who: str = "RandomPlayer") -> Probe:
    """The game with this seed, played out."""

    def probe(seed: int) -> Piece:
        from benchmarks import games
        from xenotable.games import game
        from xenotable.players import play_out

        kind, sit, start = game(name), getattr(games, who), time.process_time()
        match = games.new(name, seed)
        made = play_out(match, {s: sit(kind, f"{seed}:{s}") for s in range(match.game.seats)})
        return Piece(time.process_time() - start, made, match.game.fingerprint())

    return probe


def forks(name: str) -> Probe:
    """A fork at every decision of the game with this seed."""

    def probe(seed: int) -> Piece:
        from benchmarks.games import new
        from xenotable.games import game
        from xenotable.players import RandomPlayer, play_out

        kind, match, times = game(name), new(name, seed, live=True), []

        def watch(m: Any) -> None:
            if m.open:
                start = time.process_time()
                m.fork()
                times.append(time.process_time() - start)

        play_out(match, {s: RandomPlayer(kind, f"{seed}:{s}") for s in range(match.game.seats)}, watch=watch)
        return Piece(sum(times), len(times), match.game.fingerprint())

    return probe


def shown(name: str, decisions: int = 30) -> Probe:
    """What all seats are shown after each of the first decisions of the battle with this seed."""

    def probe(seed: int) -> Piece:
        from benchmarks.games import new
        from xenotable.engine.showing import Sight
        from xenotable.games import game
        from xenotable.players import RandomPlayer, play_out
        from xenotable.server.messages.screens import Screen

        kind, match, times = game(name), new(name, seed, live=True), []

        class Enough(Exception):
            pass

        def watch(m: Any) -> None:
            start = time.process_time()
            sight = Sight(m.game)
            for seat in range(m.game.seats):
                Screen(m, seat, sight)
            times.append(time.process_time() - start)
            if len(times) >= decisions:
                raise Enough

        with suppress(Enough):
            play_out(match, {s: RandomPlayer(kind, f"{seed}:{s}") for s in range(match.game.seats)}, watch=watch)
        return Piece(sum(times), len(times), match.game.fingerprint())

    return probe


def shots(policy: str, count: int) -> Probe:
    def probe(seed: int) -> Piece:
        from xenotable.games.killteam.forecasts import situations

        rnd = random.Random(seed)
        many = [
            situations.Shoot(
                rnd.randint(2, 5), rnd.randint(2, 5), (3, rnd.randint(3, 6)), (), 3, rnd.randint(2, 6), policy=policy,
                wounds=rnd.randint(5, 20),
            )
            for _ in range(count)
        ]  # fmt: skip
        start = time.process_time()
        situations.shoot_answers(many, fast=count > 1)
        return Piece(time.process_time() - start, count)

    return probe


GAMES = ("rampant", "killteam", "xcx", "xenocide", "xcom")
PROBES: dict[str, Probe] = {
    **{f"{name}: decisions": decisions(name) for name in GAMES},
    **{f"{name}: listed decisions": decisions(name, "ListingPlayer") for name in GAMES},
    **{f"{name}: tacticians": decisions(name, "tactician") for name in GAMES},
    **{f"{name}: forks": forks(name) for name in GAMES},
    **{f"{name}: showing": shown(name) for name in GAMES},
    "killteam: one shot by the rules": shots("plain", 1),
    "killteam: shots in a batch": shots("plain", 2000),
}


def load_compiled(name: str) -> None:
    """Made ready as whoever plays many games is, with compiled code that is compiled now where it is not there yet."""
    from xenotable.games import game
    from xenotable.kernels import compile_now
    from xenotable.lab.playing import MANY, ready_for

    for module in game(name).kernels:
        compile_now(module)
    ready_for(name, MANY)


WARM_UP = 10_000  # a piece that nobody else asks for: modules and tables that every piece needs are loaded by it


@cache
def warmed_up(name: str) -> Probe:
    if not os.environ.get("XENOTABLE_PLAIN"):
        load_compiled(name.partition(":")[0])
    PROBES[name](WARM_UP)
    return PROBES[name]


def said(name: str, n: int) -> dict[str, Any]:
    try:
        return PROBES[name](n)._asdict()
    except Exception as fault:  # an older tree has other names
        return {"fault": f"{type(fault).__name__}: {fault}"}


def main() -> None:
    for line in sys.stdin:
        name, _, n = line.rstrip("\n").partition("\t")
        with suppress(Exception):  # the copy says what is wrong
            warmed_up(name)
        print(json.dumps(in_copy(partial(said, name, int(n)))), flush=True)


if __name__ == "__main__":
    main()
