"""Bytecodes that Python runs for a decision of random players, by package and by function.

`python -m benchmarks.bytecodes killteam`: counts are the same however busy the machine is, and differ by version of
Python. They are no times: one bytecode may call into C for long. Code is plain: what is compiled elsewhere is counted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from xenotable.kernels.background import PLAIN

os.environ[PLAIN] = "1"  # before a game is loaded

from benchmarks.games import new
from xenotable.games import game, packages
from xenotable.players import RandomPlayer, play_out

ROOT = Path(sys.modules["xenotable"].__path__[0])
PARTS = {
    "engine": "engine and players",
    "players": "engine and players",
    "table": "table",
    "games": "rules of the game",
}
WARM = 20  # games before the count begins: what is worked out once is not of a decision

Trace = Callable[[FrameType, str, Any], Any]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bytecodes", description=__doc__)
    parser.add_argument("game", choices=packages())
    parser.add_argument("--games", type=int, default=20, help="so many are counted")
    parser.add_argument("--most", type=int, default=20, help="functions that are listed")
    asked = parser.parse_args()
    counted, decisions = count(asked.game, asked.games)
    total = sum(counted.values())
    print(f"{decisions:,} decisions, {total / decisions:,.0f} bytecodes each")
    for part, n in by_part(counted).most_common():
        print(f"{n / total:6.1%}  {part}")
    print()
    for code, n in counted.most_common(asked.most):
        print(f"{n / total:6.1%}  {place(code)}:{code.co_firstlineno} {code.co_qualname}")


def count(name: str, games: int) -> tuple[Counter[CodeType], int]:
    """Bytecodes by function, and decisions, of so many seeded games."""
    for seed in range(WARM):
        play(name, games + seed)
    found: Counter[CodeType] = Counter()

    def follow(frame: FrameType, event: str, arg: object) -> Trace:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        code = frame.f_code

        def note(frame: FrameType, event: str, arg: object) -> Trace:
            if event == "opcode":
                found[code] += 1
            return note

        return note

    sys.settrace(follow)
    try:
        decisions = sum(play(name, seed) for seed in range(games))
    finally:
        sys.settrace(None)
    return found, decisions


def play(name: str, seed: int) -> int:
    match = new(name, seed)
    return play_out(match, {s: RandomPlayer(game(name), f"{seed}:{s}") for s in range(match.game.seats)})


def by_part(counted: Counter[CodeType]) -> Counter[str]:
    found: Counter[str] = Counter()
    for code, n in counted.items():
        found[PARTS.get(place(code).split("/")[0], "other")] += n
    return found


def place(code: CodeType) -> str:
    """The module within the package, or the file's name where it is not ours."""
    path = Path(code.co_filename)
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


if __name__ == "__main__":
    main()
