"""Measuring, and the yardstick that makes machines comparable."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

RATES = ("decisions/s", "games/s", "queries/s")


class Figure(NamedTuple):
    name: str
    value: float
    unit: str

    def ratio(self, reference: float) -> float:
        """Rates: per thousand turns of an empty loop; times: in thousands of turns of it; counts as they are."""
        if self.unit in RATES:
            return self.value / reference * 1000
        seconds = {"s": 1.0, "ms": 1e-3, "µs": 1e-6}.get(self.unit)
        return self.value if seconds is None else self.value * seconds * reference / 1000

    def data(self, reference: float) -> dict[str, Any]:
        return {"name": self.name, "value": self.value, "unit": self.unit, "ratio": self.ratio(reference)}


def spin(turns: int = 2_000_000) -> float:
    """Turns of an empty loop a second: the yardstick."""
    start = time.process_time()
    for _ in range(turns):
        pass
    return turns / (time.process_time() - start)


def timed(work: Callable[[], Any], least: float = 0.2) -> float:
    """Seconds that one call takes: the best of several rounds."""
    calls, best = 1, float("inf")
    spent = 0.0
    while spent < least:
        start = time.perf_counter()
        for _ in range(calls):
            work()
        took = time.perf_counter() - start
        spent += took
        best = min(best, took / calls)
        if took < least / 20:
            calls *= 2
    return best
