"""The story of a match: what happened, by which rule, worded for each seat when it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from xenotable.engine.gestures import Shown
from xenotable.engine.wording import Part, Secret, in_words, seen_by, sentence


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """`text` is a sentence in parts: ids whose names are looked up, words that are hidden from some, and plain text. A
    record that comes from elsewhere can say what it likes; it is never a template. One without words only shows."""

    text: tuple[Part, ...]
    rule: str
    only: tuple[int, ...] | None = None
    reveals: bool = False  # something hidden came out: nothing before it can be taken back
    at: int = 0  # length of the tape when it happened
    args: dict[str, Any] = {}  # what it is about, for a game that looks back on its story; not what is hidden
    shows: tuple[Shown, ...] = ()  # gestures, for whoever may see the event
    readings: tuple[str, ...] = ()  # on which the table agreed, and which decided something on the way to it

    def seen_by(self, seat: int) -> Event | None:
        """The event as this seat may know it; None if it may not."""
        if self.only is not None and seat not in self.only:
            return None
        text = seen_by(self.text, seat)
        return self if text is self.text else replace(self, text=text)

    def words(self, name: Callable[[str], str] = str) -> str:
        """The sentence, with names for the ids in it."""
        return in_words(self.text, name)


def story_for(seat: int, events: Iterable[Event]) -> list[Event]:
    """The events as this seat may know them."""
    return [seen for event in events if (seen := event.seen_by(seat)) is not None]


def make_event(
    says: str,
    rule: str,
    args: dict[str, Any],
    only: tuple[int, ...] | None = None,
    reveals: bool = False,
    at: int = 0,
    shows: tuple[Shown, ...] = (),
) -> Event:
    """The event that a template of the rules tells."""
    return Event(sentence(says, args), rule, only, reveals, at, open_args(args), shows)


def open_args(args: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in args.items() if type(value) is not Secret}
