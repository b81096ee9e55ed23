"""Measuring, and the yardstick that makes machines comparable.

The yardstick is a loop of plain Python. Everything is measured in processor time with the loop run right before and
after it, and counted in rounds of that loop; rates and times are told as on a core that makes 15 million rounds a
second, so that another machine, or a machine with other work to do, shows the same figures.
"""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

REFERENCE = 15_000_000  # rounds a second of the core that figures are told for
SECONDS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6}
BURST = 200_000  # rounds of one look at the loop


class Figure(NamedTuple):
    """What was measured: a rate ("odds/s") or a time ("ms") as on the reference core, or a count ("MB")."""

    name: str
    value: float
    unit: str

    @property
    def rounds(self) -> float | None:
        """Rounds of the loop that one of it takes; None of counts."""
        if self.unit.endswith("/s"):
            return REFERENCE / self.value
        return self.value * SECONDS[self.unit] * REFERENCE if self.unit in SECONDS else None

    def data(self) -> dict[str, Any]:
        return {"name": self.name, "value": self.value, "unit": self.unit, "rounds": self.rounds}


def loop(rounds: int) -> int:
    x = 0
    for i in range(rounds):
        x += i * i & 7
    return x


def speed() -> float:
    """Rounds of the loop a second of processor time, now."""
    start = time.process_time()
    loop(BURST)
    return BURST / (time.process_time() - start)


class Spent:
    """Processor time, in seconds of the reference core."""

    seconds = 0.0


@contextmanager
def spending() -> Iterator[Spent]:
    """Measures what is done in here, with the loop before and after."""
    spent, first = Spent(), speed()
    start = time.process_time()
    yield spent
    took = time.process_time() - start
    spent.seconds = took * (first + speed()) / 2 / REFERENCE


def seconds_of(work: Callable[[], Any], parts: int = 7, least: float = 0.05) -> float:
    """Reference seconds of one call: the median of several parts, each long enough to be measured."""
    calls = 1
    while True:
        with spending() as spent:
            for _ in range(calls):
                work()
        if spent.seconds >= least:
            break
        calls = max(calls * 2, int(calls * least / max(spent.seconds, 1e-9)) + 1)
    found = [spent.seconds / calls]
    for _ in range(parts - 1):
        with spending() as spent:
            for _ in range(calls):
                work()
        found.append(spent.seconds / calls)
    return statistics.median(found)


def in_copy(work: Callable[[], Any]) -> Any:
    """What the work gives (plain data), done by a copy of this process: done again it is the same work, because this
    process remembers nothing of it."""
    there, here = os.pipe()
    copy = os.fork()
    if copy == 0:
        with os.fdopen(here, "w", encoding="utf-8") as out:
            json.dump(work(), out)
        os._exit(0)
    os.close(here)
    with os.fdopen(there, encoding="utf-8") as found:
        answer = found.read()
    os.waitpid(copy, 0)
    return json.loads(answer)


def each_on_reference(times: list[float]) -> list[float]:
    """Times taken one by one just now, in order of size, as on the reference core."""
    share = speed() / REFERENCE
    return sorted(t * share for t in times)


def quantile(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
