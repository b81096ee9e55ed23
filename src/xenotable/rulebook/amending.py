"""Changed numbers, for the length of a process: `unit.cw-warden.wounds+1` is the entry "cw-warden" of the content table
"unit" with one wound more. The files stay as they are.

Games read their content once and keep it, so a process plays by one set of changes: `amend` comes before the game.
"""

import re
from collections.abc import Iterable
from copy import deepcopy
from importlib import resources
from typing import Any

import msgspec

from xenotable.faults import Fault, nearest, some
from xenotable.rulebook.catalogue import AMENDED, Catalogue, Entry, Part, catalogue, games

NUMBER = re.compile(r"\d+(\.\d+)?")
MOST = 100_000  # a figure beyond this is a slip of the keyboard


class Amendment(msgspec.Struct, frozen=True):
    """One change: the table, the entry and the field, what is done, and by how much."""

    path: tuple[str, ...]
    how: str  # "=" sets, "+" and "-" add and take away, "*" multiplies
    value: str

    def __str__(self) -> str:
        return f"{'.'.join(self.path)}{self.how}{self.value}"


def parse_amendment(text: str) -> Amendment:
    """`unit.cw-warden.wounds+1`, `... = 8`, `...-1` or `...*1.5`."""
    head, equals, tail = text.partition("=")
    # "-" also stands inside of ids: the change is the last sign before the number.
    found = re.fullmatch(r"(?P<path>.+)(?P<how>[-+*])(?P<value>\d+(\.\d+)?)", text.strip()) if not equals else None
    if equals:
        path, how, value = head, "=", tail.strip()
        if sign := re.fullmatch(r"([-+*])\s*(\d+(\.\d+)?)", value):
            how, value = sign[1], sign[2]
    elif found:
        path, how, value = found["path"], found["how"], found["value"]
    else:
        raise Fault(f'"{text}" changes nothing: write a path and a change, such as unit.cw-warden.wounds+1 or ...=8.')
    parts = tuple(part.strip() for part in path.split("."))
    if len(parts) < 2 or not all(parts) or not value:
        raise Fault(f'"{text}" changes nothing: the path is table.entry.field, such as unit.cw-warden.wounds.')
    return Amendment(parts, how, value)


def amend(game: str, changes: Iterable[str]) -> None:
    """From here on this process plays by the changed content; Fault if they do not fit."""
    wanted = tuple(changes)
    if not wanted:
        return
    check_amendments(game, wanted)
    if catalogue.cache_info().currsize and AMENDED.get(game, ()) != wanted:
        raise RuntimeError(f"the content of {game} has been read already")
    AMENDED[game] = wanted


def check_amendments(game: str, changes: Iterable[str]) -> None:
    """Fault, in a sentence, if a change does not fit the content of this game."""
    if game not in games():
        raise Fault(f"{game} keeps no catalogue, so a study cannot change its numbers.")
    book = Catalogue(resources.files("xenotable.games") / game)
    for amendment in map(parse_amendment, changes):
        if amendment.path[0] not in book.tables:
            known = f"There are {some(sorted(book.tables))}."
            raise Fault(f'{game} has no table "{amendment.path[0]}".{nearest(amendment.path[0], book.tables)} {known}')
        amended_parts(book.parts(amendment.path[0]), (amendment,), book.aliases)


def amended_parts(
    parts: tuple[Part, ...], amendments: Iterable[Amendment], aliases: dict[str, str]
) -> tuple[Part, ...]:
    """The table with these changes; Fault if one finds nothing to change."""
    changed = tuple(Part(p.file, p.table, tuple(map(deepcopy, p.entries))) for p in parts)
    for amendment in amendments:
        entry, rest = _entry(changed, amendment)
        _change(entry, rest, amendment, aliases)
    return changed


def _entry(parts: tuple[Part, ...], amendment: Amendment) -> tuple[Entry, tuple[str, ...]]:
    """The entry that the path names, and what is left of the path. A table that stands once needs no id."""
    table, id, *rest = amendment.path
    entries = [entry for part in parts for entry in part.entries]
    if len(entries) == 1 and "id" not in entries[0]:
        return entries[0], (id, *rest)
    for entry in entries:
        if entry.get("id") == id:
            if not rest:
                raise Fault(f'"{amendment}" names no field; {id} has {some(entry)}.')
            return entry, tuple(rest)
    ids = [str(entry["id"]) for entry in entries if "id" in entry]
    raise Fault(f'There is no {table} "{id}".{nearest(id, ids)} There are {some(ids)}.')


def _change(entry: Any, path: tuple[str, ...], amendment: Amendment, aliases: dict[str, str]) -> None:
    *way, last = path
    for step in way:
        entry = entry[_key(entry, step, amendment, aliases)]
    key = _key(entry, last, amendment, aliases)
    entry[key] = _changed(entry[key], amendment)


def _key(entry: Any, step: str, amendment: Amendment, aliases: dict[str, str]) -> Any:
    if isinstance(entry, list):
        if step.isdecimal() and int(step) < len(entry):
            return int(step)
        raise Fault(f'"{amendment}": "{step}" is not one of the {len(entry)} entries, counted from 0.')
    if isinstance(entry, dict):
        for name in (step, aliases.get(step, step)):
            if name in entry:
                return name
        known = [*entry, *(word for word, field in aliases.items() if field in entry)]
        raise Fault(f'"{amendment}": there is no "{step}".{nearest(step, known)} There are {some(known)}.')
    raise Fault(f'"{amendment}": there is nothing inside {entry!r}.')


def _changed(value: Any, amendment: Amendment) -> Any:
    how, by = amendment.how, amendment.value
    if isinstance(value, bool):
        if how != "=" or by not in ("true", "false"):
            raise Fault(f'"{amendment}": it is true or false; write =true or =false.')
        return by == "true"
    if isinstance(value, str) and how == "=":
        return by.strip("\"'")
    if not isinstance(value, int | float):
        raise Fault(f'"{amendment}": {value!r} is not a number; a study changes numbers, words, true and false.')
    if not NUMBER.fullmatch(by.removeprefix("-")):
        raise Fault(f'"{amendment}": "{by}" is not a number.')
    number = float(by)
    new = {"=": number, "+": value + number, "-": value - number, "*": value * number}[how]
    if abs(new) > MOST:
        raise Fault(f'"{amendment}" would make {value} to {new:g}; no figure is beyond {MOST:,}.')
    if new < 0 < value:
        raise Fault(f'"{amendment}" would make {value} to {new:g}; it cannot be negative.')
    if isinstance(value, int):
        if new != int(new):
            raise Fault(f'"{amendment}" would make {value} to {new:g}; it is a whole number.')
        return int(new)
    return new
