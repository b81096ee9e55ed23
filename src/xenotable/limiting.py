"""An end to what runs in this process and never comes back: an alarm interrupts it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

SOONEST = 0.001  # an alarm in no time at all would be none


class TooLate(BaseException):
    """The time is up. Not an Exception, so that `except Exception` in somebody's code does not swallow it."""


@contextmanager
def time_limit(seconds: float, again: float = 0.0) -> Iterator[None]:
    """Raises TooLate in what runs longer, and `again` after so many seconds in what caught that and went on. Only the
    first thread of a process can be interrupted, and none on Windows; elsewhere there is no limit."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, max(SOONEST, seconds), again)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(number: int, frame: object) -> None:
    raise TooLate
