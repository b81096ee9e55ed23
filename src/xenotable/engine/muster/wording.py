"""Changes and prices in words."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine.muster.book import Book
from xenotable.engine.muster.values import (
    Add,
    ArmyList,
    Changes,
    Choose,
    Count,
    Duplicate,
    Path,
    Remove,
    Rename,
    Reorder,
    entry_at,
)


def describe(book: Book, army: ArmyList, change: Changes) -> str:
    """What a change would do to this list: "remove Full Squad from Rifle Section"."""
    match change:
        case Add():
            return f"add {_choice(book, army, change)}{_to(book, army, change.at, 'to')}"
        case Choose():
            title = book.group(army, change.at, change.group).title
            if not change.pick:
                return f"choose no {title}{_to(book, army, change.at, 'for')}"
            what = _choice(book, army, change)
            role = f" as {title}" if what != title else ""
            return f"choose {what}{role}{_to(book, army, change.at, 'for')}"
        case Remove():
            return f"remove {book.called(army, change.at)}{_to(book, army, change.at[:-1], 'from')}"
        case Rename():
            return f"rename {book.called(army, change.at) or 'the list'} to {change.name}"
        case Count():
            was = entry_at(army, change.at).count
            of = _to(book, army, change.at[:-1], "of")
            return f"{change.count} instead of {was} {book.title_of(army, change.at)}{of}"
        case Duplicate():
            return f"one more like {book.called(army, change.at)}"
        case Reorder():
            return f"move {book.called(army, change.at)} to place {change.to + 1}"


def _choice(book: Book, army: ArmyList, change: Add | Choose) -> str:
    group = book.group(army, change.at, change.group)
    return next((c.title for c in group.choices if c.id == change.pick), change.pick)


def _to(book: Book, army: ArmyList, owner: Path, word: str) -> str:
    return f" {word} {book.called(army, owner)}" if owner else ""


def describe_all(book: Book, army: ArmyList, changes: Sequence[Changes]) -> str:
    """Several changes one after the other, as one sentence without its end."""
    said = []
    for change in changes:
        said.append(describe(book, army, change))
        army = book.apply(army, change)
    words = ", then ".join(said)
    return words[:1].upper() + words[1:]


def price_words(price: int) -> str:
    """+2, -1; nothing changes: 0."""
    return f"{price:+d}" if price else "0"
