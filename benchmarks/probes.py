"""`python -m benchmarks.probes [NAME ...]`: what `compare` measures in each of two trees: short pieces of work by parts
that have stood for long, in rounds of the loop. A tree that lacks a part answers null."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from benchmarks.timing import REFERENCE, seconds_of, spending

Probe = Callable[[], float]


def decisions(name: str) -> Probe:
    """Reference seconds of a decision of random play."""

    def probe() -> float:
        from benchmarks.games import played

        made, _, spent = played(name, seconds=1.0)
        return spent / made

    return probe


def forks(name: str) -> Probe:
    def probe() -> float:
        from benchmarks.games import forked

        times, _, _ = forked(name, seconds=0.5)
        return sum(times) / len(times)

    return probe


def shown(name: str, decisions: int = 60) -> Probe:
    """What both seats are shown, after each decision of one battle."""

    def probe() -> float:
        from benchmarks.games import new
        from xenotable.games import game
        from xenotable.players import RandomPlayer, play_out
        from xenotable.server.screens import Screen

        kind, match = game(name), new(name, 5, live=True)
        spent, count = 0.0, 0

        class Enough(Exception):
            pass

        def watch(m: Any) -> None:
            nonlocal spent, count
            with spending() as here:
                for seat in range(m.game.seats):
                    Screen(m, seat)
            spent, count = spent + here.seconds, count + 1
            if count >= decisions:
                raise Enough

        with suppress(Enough):
            play_out(match, {s: RandomPlayer(kind, f"5:{s}") for s in range(match.game.seats)}, watch=watch)
        return spent / count

    return probe


def shots(policy: str, count: int) -> Probe:
    def probe() -> float:
        from xenotable.games.killteam.forecasts import situations

        rnd = random.Random(7)
        many = [
            situations.Shoot(
                rnd.randint(2, 5), rnd.randint(2, 5), (3, rnd.randint(3, 6)), (), 3, rnd.randint(2, 6), policy=policy,
                wounds=rnd.randint(5, 20),
            )
            for _ in range(count)
        ]  # fmt: skip
        return seconds_of(lambda: situations.shoot_answers(many, fast=count > 1), parts=3) / count

    return probe


GAMES = ("rampant", "killteam", "xcx", "xenocide", "xcom")
PROBES: dict[str, Probe] = {
    **{f"{name}: decisions": decisions(name) for name in GAMES},
    **{f"{name}: forks": forks(name) for name in GAMES},
    **{f"{name}: showing": shown(name) for name in GAMES},
    "killteam: one shot by the rules": shots("plain", 1),
    "killteam: shots in a batch": shots("plain", 2000),
}


def main() -> None:
    found: dict[str, float | None] = {}
    for name in sys.argv[1:] or PROBES:
        try:
            found[name] = PROBES[name]() * REFERENCE
        except Exception as fault:  # an older tree has other names
            print(f"{name}: {type(fault).__name__}: {fault}", file=sys.stderr)
            found[name] = None
    print(json.dumps(found))


if __name__ == "__main__":
    main()
