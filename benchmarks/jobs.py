"""Figures of two processes against one: the same games by `xenotable sim`, taking turns.

On a machine that has other work too, the time that passes says little. So the processor time is told as well: what two
processes make of it together. `times` is what two idle cores would reach, were the work shared evenly.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time

from benchmarks.timing import Figure

GAME, GAMES, PAIRS = "rampant", 120, 3


def figures() -> list[Figure]:
    waited, spent = [], []
    for n in range(PAIRS):
        found = {jobs: simulated(jobs) for jobs in ((1, 2) if n % 2 else (2, 1))}
        waited.append(found[1][0] / found[2][0])
        spent.append(2 * found[1][1] / found[2][1])
    return [
        Figure("jobs: two against one", statistics.median(waited), "times"),
        Figure("jobs: two against one, by processor time", statistics.median(spent), "times"),
    ]


def simulated(jobs: int) -> tuple[float, float]:
    """Seconds that pass, and of processors, the compiler's aside."""
    command = [sys.executable, "-m", "xenotable", "sim", GAME, "-n", str(GAMES), "--jobs", str(jobs), "--json"]
    start, before = time.perf_counter(), os.times()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = os.times()
    children = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - start, children
