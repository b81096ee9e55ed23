"""Situations as data: frozen structs read from JSON or from a form; what does not fit gets one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

import msgspec

from xenotable.faults import Fault, nearest
from xenotable.files import NO_JSON

S = TypeVar("S")

MEANINGS = (  # what the decoder says, and how a person says it
    (r"Expected `int` <= (\d+)", r"it is at most \1"),
    (r"Expected `int` >= (-?\d+)", r"it is at least \1"),
    (r"Expected `array` of length 2", "two numbers, normal and critical damage"),
    (r"Expected `array`, got `(\w+)`", r"a list is wanted, not \1"),
    (r"Expected `object`, got `(\w+)`", r"fields in braces are wanted, not \1"),
    (r"Expected `int \| null`, got `(\w+)`", r"a whole number or null is wanted, not \1"),
    (r"Expected `int`, got `(\w+)`", r"a whole number is wanted, not \1"),
    (r"Expected `bool`, got `(\w+)`", r"true or false is wanted, not \1"),
    (r"Expected `str`, got `(\w+)`", r"words are wanted, not \1"),
)
KINDS = {"str": "words", "int": "a number", "float": "a fraction", "array": "a list", "object": "fields in braces"}


def read(data: bytes, kind: type[S], fields: Iterable[str]) -> tuple[list[S], bool]:
    """The situations, and whether there was a list of them; a Fault in one sentence when something is wrong."""
    if not data.strip():
        raise Fault("Nothing came in: a situation or a list of them is wanted, as JSON.")
    many = data.lstrip()[:1] == b"["
    try:
        if many:
            return msgspec.json.decode(data, type=list[kind]), True  # type: ignore[valid-type]  # of the kind asked for
        return [msgspec.json.decode(data, type=kind)], False
    except msgspec.ValidationError as fault:
        raise Fault(sentence_of(str(fault), fields)) from None
    except NO_JSON as fault:
        raise Fault(f"This is not JSON: {fault}.") from None


def sentence_of(says: str, fields: Iterable[str]) -> str:
    """Which entry, which field, what is wrong, in one sentence."""
    what, _, path = says.partition(" - at `")
    found = re.match(r"\$(?:\[(\d+)\])?\.?(.*?)`?$", path)
    entry = f"Entry {int(found[1]) + 1}" if found and found[1] is not None else "The situation"
    field = f", field {found[2]}" if found and found[2] else ""
    unknown = re.search(r"unknown field `(.*?)`", what)
    if unknown:
        return f'{entry}{field}: there is no field "{unknown[1]}".{nearest(unknown[1], fields)}'
    absent = re.fullmatch(r"Invalid enum value '(.*)'", what)
    if absent:
        return f'{entry}{field}: there is no "{absent[1]}".{nearest(absent[1], fields)}'
    missing = re.search(r"missing required field `(.*?)`", what)
    if missing:
        return f'{entry}{field}: the field "{missing[1]}" is missing.'
    return f"{entry}{field}: {_plainly(what)}."


def _plainly(what: str) -> str:
    for said, means in MEANINGS:
        found = re.fullmatch(said, what)
        if found is not None:
            words: str = found.expand(means)
            return re.sub(r"not (\w+)$", lambda m: f"not {KINDS.get(m[1], m[1])}", words)
    return what[0].lower() + what[1:].replace("`", "")
