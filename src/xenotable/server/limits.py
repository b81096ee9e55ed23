"""How much, how deep and how often: what a hostile client cannot exceed."""

from __future__ import annotations

import math
import time
from typing import Any, TypeVar

import msgspec
import numpy as np

from xenotable.faults import Fault
from xenotable.files import NO_JSON

T = TypeVar("T")

MESSAGE = 64 * 1024  # bytes of a message or a request
UPLOAD = 8 * 1024 * 1024  # bytes of a save
DEEPEST = 24  # levels of JSON
NAME = 40  # letters of a name

_OTHERS = bytes(set(range(256)) - set(b'"[]{}'))
_STEPS = np.zeros(256, np.int8)
_STEPS[list(b"[{")], _STEPS[list(b"]}")] = 1, -1


class TooMuch(Fault):
    """A message that is too large or too deep."""


class Denied(Fault):
    """It is there, but not for you."""


class TooFast(Fault):
    """Messages that come too quickly."""


def check_size(data: bytes, most: int = MESSAGE) -> None:
    if len(data) > most:
        raise TooMuch(f"That message is too large: {len(data)} bytes; {most} are allowed.")


def check_depth(data: bytes) -> None:
    """Goes over the data a fixed number of times, whatever is in it: escapes are taken out, then all but quotes and
    brackets; what lies between quotes does not count. Few brackets, as almost always, cannot be deep."""
    if data.count(b"[") + data.count(b"{") <= DEEPEST:
        return
    marks = data.replace(b"\\\\", b"").replace(b'\\"', b"").translate(None, _OTHERS)
    codes = np.frombuffer(marks, np.uint8)
    outside = np.cumsum(codes == ord('"'), dtype=np.int32) % 2 == 0
    depths = np.cumsum(_STEPS[codes] * outside, dtype=np.int32)
    if depths.max(initial=0) > DEEPEST:
        raise TooMuch(f"That message is nested too deeply; {DEEPEST} levels are allowed.")


def one_line(text: str, most: int = NAME) -> str:
    """What people write, for others to read: no line breaks, no direction marks, nothing that cannot be seen."""
    return "".join(c for c in text if c.isprintable()).strip()[:most]


def in_lines(value: Any, most: int = NAME) -> Any:
    """The same, for every text in a value of JSON: the names in a set-up are read by others, too."""
    if isinstance(value, str):
        return one_line(value, most)
    if isinstance(value, list):
        return [in_lines(item, most) for item in value]
    if isinstance(value, dict):
        return {one_line(key, most): in_lines(item, most) for key, item in value.items()}
    return value


def decode_body(data: bytes, kind: type[T]) -> T:
    """A request as a struct; whatever is wrong with it, in a sentence."""
    check_depth(data)
    try:
        return msgspec.json.decode(data, type=kind)
    except NO_JSON as fault:
        raise Fault(f"That request is not understood: {fault}.") from None


class Bucket:
    """So many a second, and `most` at once (twice as many, if nothing else is said). Nobody owes more than `debt`."""

    def __init__(self, rate: float, most: float = 0.0, debt: float = math.inf) -> None:
        self.rate, self.most, self.debt = rate, most or rate * 2, debt
        self.left, self.since = self.most, time.monotonic()

    def full(self) -> bool:
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.since) * self.rate)
        self.since = now
        return self.left >= self.most

    def take(self) -> bool:
        self.full()
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def charge(self, n: float) -> None:
        """For what was done already: what comes next may have to wait for it."""
        self.left = max(self.left - n, -self.debt)


class Buckets:
    """One bucket for each address; the full ones are forgotten."""

    KEPT = 10_000

    def __init__(self, rate: float, most: float = 0.0, debt: float = math.inf) -> None:
        self.rate, self.most, self.debt = rate, most, debt
        self._all: dict[str, Bucket] = {}

    def take(self, who: str) -> bool:
        return self._of(who).take()

    def charge(self, who: str, n: float) -> None:
        self._of(who).charge(n)

    def left(self, who: str) -> float:
        bucket = self._of(who)
        bucket.full()
        return bucket.left

    def _of(self, who: str) -> Bucket:
        if who not in self._all:
            if len(self._all) >= self.KEPT:
                self._all = {known: bucket for known, bucket in self._all.items() if not bucket.full()}
            self._all[who] = Bucket(self.rate, self.most, self.debt)
        return self._all[who]
