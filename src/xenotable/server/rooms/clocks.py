"""The match clock: whole milliseconds that pass while somebody is there."""

from __future__ import annotations

import time


class Clock:
    def __init__(self, now: int) -> None:
        self._base = now
        self._since: float | None = None

    @property
    def running(self) -> bool:
        return self._since is not None

    def now(self) -> int:
        if self._since is None:
            return self._base
        return self._base + int((time.monotonic() - self._since) * 1000)

    def start(self) -> None:
        if self._since is None:
            self._since = time.monotonic()

    def stop(self) -> None:
        self._base, self._since = self.now(), None

    def set(self, now: int) -> None:
        """Somebody took something back, or another process knows better."""
        self._base = now
        if self._since is not None:
            self._since = time.monotonic()
