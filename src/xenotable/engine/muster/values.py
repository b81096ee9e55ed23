"""A list as a value: a tree of choices, and the closed vocabulary of changes to it. No game is known here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from xenotable.engine.rows import Row
from xenotable.faults import Fault

FORMAT = 1
Path = tuple[int, ...]  # places of parts, from the outermost inwards; () is the list itself
N = TypeVar("N", "ArmyList", "Entry")
T = TypeVar("T")


class Entry(Row, frozen=True, omit_defaults=True, cache_hash=True):
    """Something that was chosen: in which group of its owner, what, its own name, how many, and what was chosen for
    it in turn."""

    group: str
    pick: str
    name: str = ""
    count: int = 1
    parts: tuple[Entry, ...] = ()


class ArmyList(Row, frozen=True, omit_defaults=True, cache_hash=True):
    """A whole list. `rules` and `points` say by which rules it was last kept, and what it cost then."""

    game: str
    name: str = ""
    parts: tuple[Entry, ...] = ()
    rules: int = 0
    points: int = 0
    format: int = FORMAT


# ---- what can be done to a list --------------------------------------------------------------------------------------


class Change(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="do", forbid_unknown_fields=True):
    """Something that is done at a place of a list."""


class Add(Change, frozen=True, tag="add"):
    """Chooses something in a group of the entry at this place, beside what is there."""

    at: Path
    group: str
    pick: str
    count: int = 1
    name: str = ""


class Choose(Change, frozen=True, tag="choose"):
    """Chooses something in a group in place of what is there; nothing ("") empties the group."""

    at: Path
    group: str
    pick: str = ""


class Remove(Change, frozen=True, tag="remove"):
    at: Path


class Rename(Change, frozen=True, tag="rename"):
    at: Path
    name: str


class Count(Change, frozen=True, tag="count"):
    """How many of it."""

    at: Path
    count: int


class Duplicate(Change, frozen=True, tag="duplicate"):
    """Puts a copy behind it, under a name of its own."""

    at: Path


class Reorder(Change, frozen=True, tag="reorder"):
    """Puts it among the others of its group: `to` is its new place there, counted from 0."""

    at: Path
    to: int


Changes = Add | Choose | Remove | Rename | Count | Duplicate | Reorder


# ---- reading and writing the tree ------------------------------------------------------------------------------------


def node_at(army: ArmyList, at: Path) -> ArmyList | Entry:
    """What stands at a place; Fault when nothing does."""
    node: ArmyList | Entry = army
    for i in at:
        if not 0 <= i < len(node.parts):
            raise Fault("There is nothing at that place of the list.")
        node = node.parts[i]
    return node


def entry_at(army: ArmyList, at: Path) -> Entry:
    node = node_at(army, at)
    if isinstance(node, ArmyList):
        raise Fault("That can be done to a part of a list, not to the whole.")
    return node


def with_parts(node: N, at: Path, edit: Callable[[tuple[Entry, ...]], tuple[Entry, ...]]) -> N:
    """The same with the parts of the node at this place edited."""
    if not at:
        return replace(node, parts=edit(node.parts))
    i: int = at[0]
    return replace(node, parts=(*node.parts[:i], with_parts(node.parts[i], at[1:], edit), *node.parts[i + 1 :]))


def with_entry(army: ArmyList, at: Path, entry: Entry) -> ArmyList:
    return with_parts(army, at[:-1], lambda parts: (*parts[: at[-1]], entry, *parts[at[-1] + 1 :]))


def without_entry(army: ArmyList, at: Path) -> ArmyList:
    return with_parts(army, at[:-1], lambda parts: (*parts[: at[-1]], *parts[at[-1] + 1 :]))


def parts_in(node: ArmyList | Entry, group: str) -> tuple[Entry, ...]:
    """What was chosen in a group."""
    return tuple(p for p in node.parts if p.group == group)


def picks_in(node: ArmyList | Entry, group: str) -> tuple[str, ...]:
    return tuple(p.pick for p in node.parts if p.group == group)


def pick_in(node: ArmyList | Entry, group: str, otherwise: str = "") -> str:
    """The one thing chosen in a group."""
    return next(iter(picks_in(node, group)), otherwise)


def number_in(node: ArmyList | Entry, group: str, otherwise: int = 0) -> int:
    """The number written in a group of one counted entry."""
    return next((p.count for p in node.parts if p.group == group), otherwise)


def figure_in(node: ArmyList | Entry, group: str, otherwise: str = "") -> int:
    """The number that the one thing chosen in a group is; 0 when it is none, or one that no list has."""
    said = pick_in(node, group, otherwise)
    return int(said) if said.isdecimal() and len(said) < 6 else 0


def entries(group: str, *picks: str) -> list[Entry]:
    """Choices of a group; "" is none."""
    return [Entry(group, pick) for pick in picks if pick]


def places_of(node: ArmyList | Entry, group: str) -> list[int]:
    """The places of what was chosen in a group."""
    return [i for i, p in enumerate(node.parts) if p.group == group]


def paths(node: ArmyList | Entry, at: Path = ()) -> Iterator[Path]:
    """Every place of a list, owners before what they own."""
    yield at
    for i, part in enumerate(node.parts):
        yield from paths(part, (*at, i))


def distinct_name(wanted: str, taken: Sequence[str]) -> str:
    """This name, or the first of "name 2", "name 3" and so on that nobody has."""
    if wanted not in taken:
        return wanted
    stem = wanted.rpartition(" ")[0] if wanted.rpartition(" ")[2].isdigit() and " " in wanted else wanted
    return next(name for n in range(2, len(taken) + 3) if (name := f"{stem} {n}") not in taken)


def at_seat(both: tuple[T, T], seat: int, mine: T) -> tuple[T, T]:
    """The parts of a set-up for two, with this one in a seat."""
    if seat not in (0, 1):
        raise Fault("A battle has two seats.")
    one, two = both
    return (mine, two) if seat == 0 else (one, mine)
