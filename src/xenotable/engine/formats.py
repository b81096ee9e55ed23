"""Formats of records, as of their time: what was written long ago becomes plain data of the format of today.

Files and the logs of servers go through the same upgrades. A record may come in pieces, so an upgrade takes any dict
with some of the parts of a save: `frames`, `tape`, `events` and so on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from xenotable.engine.events import open_args
from xenotable.engine.wording import Part, Secret, sentence

FORMAT = 2
LONGEST = 2000  # characters of a sentence, and of a value in it, that was told in format 1


def upgrade(plain: dict[str, Any], since: int) -> dict[str, Any]:
    """The parts of a record, from the format of its time to that of today; KeyError for a format that never was."""
    for old in range(since, FORMAT):
        plain = UPGRADES[old](plain)
    return plain


def _with_sentences(plain: dict[str, Any]) -> dict[str, Any]:
    """Format 1 kept templates and their values; records of today hold sentences."""
    return plain | {"events": [_upgrade_event(event) for event in plain.get("events", [])]}


def _upgrade_event(event: dict[str, Any]) -> dict[str, Any]:
    args = {name: _value(value) for name, value in event.pop("args", {}).items()}
    text: list[Part] = []
    left = LONGEST
    for part in sentence(event.pop("says")[:LONGEST], args):
        text.append(part)
        left -= len(str(part))
        if left < 0:  # a template that says the same again and again
            break
    return event | {"text": msgspec.to_builtins(text), "args": open_args(args)}


def _value(value: Any) -> Any:
    if isinstance(value, dict) and value.keys() == {"value", "seats", "shown"}:
        return Secret(_value(value["value"]), tuple(value["seats"]), _value(value["shown"]))
    return value if isinstance(value, int | float | bool | None) else str(value)[:LONGEST]


UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _with_sentences}  # format -> the next one
