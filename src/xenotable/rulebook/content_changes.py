"""Rules that are rows of data (a unit, an option, a card) are changed in the row: each field of it, one at a time.

The rows are those that the game holds: found once, by their class and the rule that they name (`rule`), or by an id
that is the slug of a rule.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import force_setattr

from xenotable.rulebook.catalogue import ALTERED, catalogue

WORDS = frozenset(("id", "name", "rule", "about", "says", "text", "flavour", "title", "label", "origin"))


class ContentChange(NamedTuple):
    game: str
    rule: str  # its slug, with the chapter
    kind: str  # the class of the row
    id: str
    field: str

    def __str__(self) -> str:
        return f"{self.game}: {self.kind} {self.id}: {self.field} changed"


@cache
def living_rows(game: str) -> dict[str, list[Any]]:
    """The rows of data of a game by the rules that they stand for. A table that holds them is enough to find them."""
    rules, home = catalogue(game).rules, f"xenotable.games.{game}."
    slugs = {id.partition(".")[2]: id for id in rules}
    found: dict[str, dict[int, Any]] = {}
    for held in gc.get_objects():
        rows = held.values() if type(held) is dict else held if type(held) in (tuple, list) else ()
        for row in rows:
            if isinstance(row, msgspec.Struct) and type(row).__module__.startswith(home):
                named = getattr(row, "rule", None) or slugs.get(str(getattr(row, "id", "")))
                if isinstance(named, str) and named in rules:
                    found.setdefault(named, {})[id(row)] = row
    return {rule: list(rows.values()) for rule, rows in found.items()}


def content_changes(rule: str) -> list[ContentChange]:
    """Every change of the rows of a rule, named with its game."""
    game, _, slug = rule.partition(".")
    return sorted({
        ContentChange(game, slug, type(row).__name__, str(getattr(row, "id", "")), field)
        for row in living_rows(game).get(slug, ())
        for field in row.__struct_fields__
        if field not in WORDS and changed(getattr(row, field)) != getattr(row, field)
    })  # fmt: skip


def changed(value: Any) -> Any:
    """Every number in it one more, every yes a no, what is only words taken away."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case dict():
            return {key: changed(inner) for key, inner in value.items()}
        case tuple() | frozenset() if all(isinstance(inner, str) for inner in value):
            return type(value)()
        case tuple():
            return tuple(changed(inner) for inner in value)
    return value


@contextmanager
def content_changed(change: ContentChange) -> Iterator[bool]:
    """While it lasts, the rows are changed, those that are read anew too; says whether there are any."""

    def is_meant(row: Any) -> bool:
        return (type(row).__name__, str(getattr(row, "id", ""))) == (change.kind, change.id)

    rows = [row for row in living_rows(change.game)[change.rule] if is_meant(row)]
    with altered(rows, is_meant, str(change), lambda row: {change.field: changed(getattr(row, change.field))}):
        yield bool(rows)


@contextmanager
def altered(
    rows: Sequence[Any], is_meant: Callable[[Any], bool], why: str, fields: Callable[[Any], Mapping[str, Any]]
) -> Iterator[None]:
    """Rows with other fields: those given, and those that are meant and are read meanwhile."""
    from xenotable.engine.citing import knock_out

    def alter(row: Any) -> None:
        for field, value in (fields(row) if is_meant(row) else {}).items():
            force_setattr(row, field, value)

    before = [{field: getattr(row, field) for field in fields(row)} for row in rows]
    knock_out(why)  # what is remembered is remembered apart
    ALTERED.append(alter)
    try:
        for row in rows:
            alter(row)
        yield
    finally:
        ALTERED.remove(alter)
        for row, known in zip(rows, before, strict=True):
            for field, value in known.items():
                force_setattr(row, field, value)
        knock_out(None)
