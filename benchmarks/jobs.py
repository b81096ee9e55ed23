"""Figures of two processes against one: the same games by `xenotable sim`, taking turns, few of them and many. The
start, which is the same for any number of games, cannot be shared: of few games it is a large part.

No machine makes quite twice as much with two of its cores, and one that has other work too far less. So two plain loops
side by side are measured in the same turns, and stand beside the times by the clock: where they make much less than
1.7, the machine has too much else to do. The processor time is told as well: what two idle cores would reach, were the
work shared evenly.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from typing import NamedTuple

from benchmarks.timing import Figure

GAME, SIZES, PAIRS = "rampant", (120, 1000), 3
ROUNDS = 20_000_000
LOOP = f"from benchmarks.timing import loop; loop({ROUNDS})"


class Turn(NamedTuple):
    """How many times as much two processes make as one."""

    waited: float  # by the clock
    spent: float  # by processor time
    loops: float  # two plain loops, by the clock


def figures() -> list[Figure]:
    return [figure for games in SIZES for figure in figures_of(games)]


def figures_of(games: int) -> list[Figure]:
    turns = [turn(games, (1, 2) if n % 2 else (2, 1)) for n in range(PAIRS)]
    name = f"jobs: two against one, {games:,} games"
    return [
        Figure(name, statistics.median(t.waited for t in turns), "times"),
        Figure(f"{name}, by processor time", statistics.median(t.spent for t in turns), "times"),
        Figure(f"{name}: two loops there", statistics.median(t.loops for t in turns), "times"),
    ]


def turn(games: int, order: tuple[int, int]) -> Turn:
    found = {jobs: simulated(games, jobs) for jobs in order}
    loops = {n: looped(n) for n in order}
    return Turn(found[1][0] / found[2][0], 2 * found[1][1] / found[2][1], 2 * loops[1] / loops[2])


def simulated(games: int, jobs: int) -> tuple[float, float]:
    """Seconds that pass, and of processors, the compiler's aside."""
    command = [sys.executable, "-m", "xenotable", "sim", GAME, "-n", str(games), "--jobs", str(jobs), "--json"]
    start, before = time.perf_counter(), os.times()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = os.times()
    children = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - start, children


def looped(processes: int) -> float:
    """Seconds until so many plain loops, begun at once, are done."""
    start = time.perf_counter()
    for process in [subprocess.Popen([sys.executable, "-c", LOOP]) for _ in range(processes)]:
        process.wait()
    return time.perf_counter() - start
