"""How much, how deep and how often: what a hostile client cannot exceed."""

from __future__ import annotations

import time

import numpy as np

from xenotable.faults import Fault

MESSAGE = 64 * 1024  # bytes of a message or a request
UPLOAD = 8 * 1024 * 1024  # bytes of a save
DEEPEST = 24  # levels of JSON
NAME = 40  # letters of a name

_OTHERS = bytes(set(range(256)) - set(b'"[]{}'))
_STEPS = np.zeros(256, np.int8)
_STEPS[list(b"[{")], _STEPS[list(b"]}")] = 1, -1


class TooMuch(Fault):
    """A message that is too large or too deep."""


class TooFast(Fault):
    """Messages that come too quickly."""


def check_size(data: bytes, most: int = MESSAGE) -> None:
    if len(data) > most:
        raise TooMuch(f"That message is too large: {len(data)} bytes; {most} are allowed.")


def check_depth(data: bytes) -> None:
    """Goes over the data a fixed number of times, whatever is in it: escapes are taken out, then all but quotes and
    brackets; what lies between quotes does not count."""
    marks = data.replace(b"\\\\", b"").replace(b'\\"', b"").translate(None, _OTHERS)
    codes = np.frombuffer(marks, np.uint8)
    outside = np.cumsum(codes == ord('"'), dtype=np.int32) % 2 == 0
    depths = np.cumsum(_STEPS[codes] * outside, dtype=np.int32)
    if depths.max(initial=0) > DEEPEST:
        raise TooMuch(f"That message is nested too deeply; {DEEPEST} levels are allowed.")


def one_line(text: str, most: int = NAME) -> str:
    """What people write, for others to read: no line breaks, no direction marks, nothing that cannot be seen."""
    return "".join(c for c in text if c.isprintable()).strip()[:most]


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
