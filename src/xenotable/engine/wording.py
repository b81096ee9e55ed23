"""Sentences of the rules: templates that rules write, filled with what happened.

A template has fields and nothing else: `{name}`, `{name!r}` (in quotes), `{n:model}` (1 model, 2 models),
`{n:die|dice}` and the few ways of writing a number in `NUMBERS`; `{{` and `}}` are braces. It reaches no attribute, no
index and no width. What is not a template is plain text. Templates stand in code only: records hold sentences in parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

NUMBERS = frozenset((".0f", ".1f", ".2f", ".0%", ".1%", "+d", "g"))
_BRACES = re.compile(r"\{\{|\}\}|\{([A-Za-z_]\w*)(!r)?(?::([^{}]+))?\}|[{}]")
_WORDS = re.compile(r"[A-Za-z][A-Za-z' -]+(\|[A-Za-z' -]+)?")


class Field(msgspec.Struct, frozen=True, gc=False):
    name: str
    write: Callable[[Any], str] | None = None  # None: the value itself; ids of pieces become their names


class Named(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="name"):
    """An id in a sentence: whoever reads it reads what the game calls it."""

    id: str


Plain = str | Named


class Hidden(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="secret"):
    """Words that only some seats may read; the others read `shown`."""

    value: Plain
    seats: tuple[int, ...]
    shown: Plain


Part = str | Named | Hidden


class Secret(msgspec.Struct, frozen=True, gc=False):
    """An argument of an event that only some seats may know; the others read `shown`."""

    value: Any
    seats: tuple[int, ...]
    shown: Any = "something"


@lru_cache(4096)
def parse_template(template: str) -> tuple[str | Field, ...]:
    """The parts of a template; ValueError when it is none."""
    parts: list[str | Field] = []
    at = 0
    for found in _BRACES.finditer(template):
        parts.append(template[at : found.start()])
        at = found.end()
        if found[1]:
            parts.append(Field(found[1], _writer(bool(found[2]), found[3] or "")))
        elif len(found[0]) == 2:
            parts.append(found[0][0])
        else:
            raise ValueError(f"a brace stands alone in {template!r}")
    return tuple(part for part in (*parts, template[at:]) if part != "")


def _writer(quoted: bool, form: str) -> Callable[[Any], str] | None:
    if form in NUMBERS:
        return lambda value: format(value, form) if isinstance(value, int | float) else str(value)
    if form:
        if quoted or not _WORDS.fullmatch(form):
            raise ValueError(f"a field cannot be written as {form!r}")
        one, _, many = form.partition("|")
        many = many or one + "s"
        return lambda value: f"{value} {one if value == 1 else many}"
    return repr if quoted else None


def parts_of(template: str) -> tuple[str | Field, ...]:
    """The parts of a template; what is none is plain text."""
    try:
        return parse_template(template)
    except ValueError:
        return (template,)


def check_template(template: str, args: Mapping[str, Any]) -> None:
    """Under test: a template that would be shown as it stands is a fault of whoever wrote it."""
    missing = [part.name for part in parse_template(template) if type(part) is Field and part.name not in args]
    if missing:
        raise ValueError(f"{template!r} is told without {', '.join(missing)}")


def escape_template(text: str) -> str:
    """The template of this plain text."""
    return text.replace("{", "{{").replace("}", "}}")


def fill_template(template: str, args: Mapping[str, Any]) -> str:
    """A template with its values as they are."""
    return _join_parts(template, args, str)


def render_template(template: str, args: Mapping[str, Any], name: Callable[[str], str]) -> str:
    """A template in words: ids of pieces become their names, and a sentence that opens with one gets its capital."""
    if not template:  # as many a remedy
        return ""
    said = _join_parts(template, args, name)
    return said[:1].upper() + said[1:] if template.startswith("{") else said


def _join_parts(template: str, args: Mapping[str, Any], name: Callable[[str], str]) -> str:
    out = []
    for part in parts_of(template):
        if type(part) is str:
            out.append(part)
        else:
            assert type(part) is Field
            value = args.get(part.name, f"{{{part.name}}}")
            if type(value) is str:
                value = name(value)
            out.append(str(value) if part.write is None else part.write(value))
    return "".join(out)


# ---- sentences as records keep them ----------------------------------------------------------------------------------


def sentence(template: str, args: Mapping[str, Any]) -> tuple[Part, ...]:
    """A template and its values in parts."""
    return tuple(part if type(part) is str else _part(part, args) for part in parts_of(template))


def _part(field: Any, args: Mapping[str, Any]) -> Part:
    value = args.get(field.name, f"{{{field.name}}}")
    if type(value) is Secret:
        return Hidden(_plain(field, value.value), value.seats, _plain(field, value.shown))
    return _plain(field, value)


def _plain(field: Field, value: Any) -> Plain:
    if field.write is not None:
        return field.write(value)
    return Named(value) if type(value) is str else str(value)


def seen_by(text: tuple[Part, ...], seat: int) -> tuple[Part, ...]:
    """The sentence as this seat may read it."""
    if Hidden not in map(type, text):
        return text
    return tuple(_open(part, seat) if type(part) is Hidden else part for part in text)


def _open(part: Hidden, seat: int) -> Plain:
    return part.value if seat in part.seats else part.shown


def in_words(text: tuple[Part, ...], name: Callable[[str], str]) -> str:
    """The sentence, with its capital. Who may read it is settled before (`seen_by`)."""
    said = "".join(name(part.id) if type(part) is Named else str(part) for part in text)
    return said[:1].upper() + said[1:]
