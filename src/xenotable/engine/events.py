"""The story of a match: what happened, by which rule, worded for each seat when it is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from xenotable.engine.refusals import worded


class Secret(msgspec.Struct, frozen=True, gc=False):
    """An argument of an event that only some seats may know; the others read `shown`."""

    value: Any
    seats: tuple[int, ...]
    shown: Any = "something"


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, as a template over `args`, with the rule behind it; `only`: the seats that may know."""

    says: str
    rule: str
    args: dict[str, Any] = {}
    only: tuple[int, ...] | None = None
    reveals: bool = False  # something hidden came out: nothing before it can be taken back
    at: int = 0  # length of the tape when it happened

    def __post_init__(self) -> None:
        """A save knows no types inside `args`: what was a secret must not come back as plain data for all to read."""
        for key, value in self.args.items():
            if type(value) is dict and value.keys() == {"value", "seats", "shown"}:
                self.args[key] = Secret(value["value"], tuple(value["seats"]), value["shown"])

    def seen_by(self, seat: int) -> Event | None:
        """The event as this seat may know it; None if it may not."""
        if self.only is not None and seat not in self.only:
            return None
        if not any(type(v) is Secret for v in self.args.values()):
            return self
        return replace(self, args={k: _open(v, seat) for k, v in self.args.items()})

    def words(self, name: Callable[[str], str] = str) -> str:
        """The sentence, with names for the ids in it."""
        return worded(self.says, self.args, name)


def _open(value: Any, seat: int) -> Any:
    if type(value) is not Secret:
        return value
    return value.value if seat in value.seats else value.shown
