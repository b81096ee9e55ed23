"""What a game puts on paper: cards, reference pages, counters to cut out. Games fill it, one renderer draws it.

A `Paper` is a list of sheets, each of which starts on a page of its own. A card has rows of cells (a label and a value,
marked where it is not the printed one), boxes to tick, and texts below. A reference page has tables and short texts in
columns. Everything is text: nothing here knows HTML, so that nothing of a list can become part of a page's code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from xenotable.engine.muster.book import Book
from xenotable.engine.muster.values import ArmyList
from xenotable.faults import Fault

Size = Literal["a4", "letter"]
SIZES: dict[Size, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # millimetres


class Cell(msgspec.Struct, frozen=True):
    label: str
    value: str = ""
    marked: bool = False  # not what is printed for its type
    wide: bool = False  # over the whole card


class Table(msgspec.Struct, frozen=True):
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    wide: bool = False  # across all columns of a page


class Text(msgspec.Struct, frozen=True):
    """A heading and what stands below it, as sentences or as a list."""

    title: str
    says: tuple[str, ...]


class Card(msgspec.Struct, frozen=True):
    title: str = ""
    about: str = ""  # under the title: type, points, keywords
    cells: tuple[Cell, ...] = ()
    tables: tuple[Table, ...] = ()
    texts: tuple[Text, ...] = ()
    boxes: int = 0  # to tick: wounds, strength
    box_name: str = ""


class Counter(msgspec.Struct, frozen=True):
    """A marker to cut out, so many times."""

    name: str
    sign: str  # one to three letters
    count: int = 6
    shape: Literal["round", "square"] = "round"
    about: str = ""


class Sheet(msgspec.Struct, frozen=True):
    """One or more pages. `cards`: as many as fit, in columns. `six`: six to a page, as on a play sheet.
    `reference`: one page in columns. `counters`: to cut out."""

    title: str
    kind: Literal["cards", "six", "reference", "counters"] = "cards"
    columns: int = 2
    cards: tuple[Card, ...] = ()
    tables: tuple[Table, ...] = ()
    texts: tuple[Text, ...] = ()
    counters: tuple[Counter, ...] = ()


class Paper(msgspec.Struct, frozen=True):
    title: str
    sheets: tuple[Sheet, ...]


class Press(msgspec.Struct, frozen=True):
    """What a title can print: the type of its lists, the ready ones by name, and the paper of a list (None: blank)."""

    list_type: Any
    ready: Callable[[], Mapping[str, Any]]
    paper: Callable[[Any], Paper]

    def printed(self, made: Any) -> Paper:
        """The paper of a list, a Fault where it names something that is not in the book."""
        try:
            return self.paper(made)
        except KeyError as unknown:
            raise Fault(f"This list names something that is not in the book: {unknown}.") from None

    def of_army(self, book: Book, army: ArmyList) -> Any:
        """A list of the builder as the game's own value; a Fault that says what is wrong with it."""
        if army.game != book.game:
            raise Fault(f"This is a list of {army.game}, not of {book.game}.")
        for fault in book.faults(army):
            raise Fault(f"This list cannot be printed yet: {fault.says}")
        built = book.build(army)
        parts = [built, *(getattr(built, f) for f in getattr(built, "__struct_fields__", ()))]
        return next(part for part in parts if isinstance(part, self.list_type))


# ---- from a rulebook -------------------------------------------------------------------------------------------------

LONGEST = 150  # characters of a sentence that a reference page has room for


def shortened(says: str) -> str:
    """The first sentence of a rule: what it comes to. Colons and full stops of numbers end none."""
    for i, letter in enumerate(says):
        if letter == "." and says[i + 1 : i + 2] == " " and not says[:i].endswith(("e.g", "i.e")):
            return says[: i + 1]
    return says


_WITH_ID = re.compile(r" \([^()]*\b[a-z]+\.[a-z][a-z-]+[^()]*\)")  # a remark that refers to a rule by its id
_ID = re.compile(r"\b[a-z]+\.[a-z][a-z-][a-z-]+")


def sentences(rules: Mapping[str, Any], chapter: str, most: int) -> tuple[str, ...]:
    """The first sentences of a chapter's rules, as long as there is room for them."""
    found: list[str] = []
    left = most
    for id, rule in rules.items():
        short = _WITH_ID.sub("", shortened(rule.says))
        if id.partition(".")[0] != chapter or len(short) > min(LONGEST, left) or _ID.search(short):
            continue
        found.append(short)
        left -= len(short)
    return tuple(found)


def reference(
    title: str, rules: Mapping[str, Any], chapters: Iterable[tuple[str, str, int]], tables: Sequence[Table] = ()
) -> Sheet:
    """A page of the turn and its tables: (chapter, heading, characters that it may take), by the catalogue."""
    texts = [Text(heading, sentences(rules, chapter, room)) for chapter, heading, room in chapters]
    return Sheet(title, "reference", 3, tables=tuple(tables), texts=tuple(t for t in texts if t.says))
