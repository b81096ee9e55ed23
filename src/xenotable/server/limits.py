"""How much, how deep and how often: what a hostile client cannot exceed."""

from __future__ import annotations

import re
import time

from xenotable.faults import Fault

MESSAGE = 64 * 1024  # bytes of a message or a request
UPLOAD = 8 * 1024 * 1024  # bytes of a save
DEEPEST = 24  # levels of JSON

_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BRACKETS = re.compile(rb"[\[\]{}]")


class TooMuch(Fault):
    """A message that is too large or too deep."""


class TooFast(Fault):
    """Messages that come too quickly."""


def check_size(data: bytes, most: int = MESSAGE) -> None:
    if len(data) > most:
        raise TooMuch(f"That message is too large: {len(data)} bytes; {most} are allowed.")


def check_depth(data: bytes) -> None:
    depth = 0
    for bracket in _BRACKETS.findall(_STRINGS.sub(b"", data)):
        depth += 1 if bracket in b"[{" else -1
        if depth > DEEPEST:
            raise TooMuch(f"That message is nested too deeply; {DEEPEST} levels are allowed.")


class Bucket:
    """So many a second, and twice that at once."""

    def __init__(self, rate: float) -> None:
        self.rate, self.most = rate, rate * 2
        self.left, self.since = self.most, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.since) * self.rate)
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """One bucket for each address; the full ones are forgotten."""

    KEPT = 10_000

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self._all: dict[str, Bucket] = {}

    def take(self, who: str) -> bool:
        if who not in self._all:
            if len(self._all) >= self.KEPT:
                self._all.clear()
            self._all[who] = Bucket(self.rate)
        return self._all[who].take()
