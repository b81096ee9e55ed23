"""The one loop serves everybody, so its time is shared: what is done for an address is measured, and who has had more
than a share waits while others are there. Nothing is refused for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Generator
from types import coroutine
from typing import Any, TypeVar

T = TypeVar("T")


@coroutine
def clocked(work: Coroutine[Any, Any, T], spend: Callable[[float], None]) -> Generator[Any, Any, T]:
    """Does the work and tells how many seconds of this thread it took, waiting not included."""
    step: Callable[[Any], Any] = work.send
    value: Any = None
    while True:
        since = time.thread_time()
        try:
            wanted = step(value)
        except StopIteration as done:
            result: T = done.value
            return result
        finally:
            spend(time.thread_time() - since)
        try:
            step, value = work.send, (yield wanted)
        except BaseException as thrown:  # such as the end of who waits for it
            step, value = work.throw, thrown
