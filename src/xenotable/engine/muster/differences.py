"""What became of a list from one version to the next, in words and points; and what new rules did to it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from xenotable.engine.muster.book import Book
from xenotable.engine.muster.values import ArmyList, Entry, Path, node_at, without_entry
from xenotable.engine.muster.wording import price_words


class Difference(msgspec.Struct, frozen=True, omit_defaults=True):
    says: str
    price: int = 0


def difference(book: Book, old: ArmyList, new: ArmyList) -> list[Difference]:
    """Everything that differs; the last line is the total if that does."""
    found = [Difference(f"Renamed from {old.name} to {new.name}.")] if old.name != new.name else []
    found += _between(book, old, (), new, ())
    was, now = book.total(old), book.total(new)
    if was != now:
        found.append(Difference(f"Together {now} {book.currency} instead of {was}.", now - was))
    return found


def _between(book: Book, old: ArmyList, a: Path, new: ArmyList, b: Path) -> Iterator[Difference]:
    """What differs below two entries that correspond to each other."""
    before, after = list(enumerate(node_at(old, a).parts)), list(enumerate(node_at(new, b).parts))
    pairs = _pairs(before, after)
    for i, _ in before:
        if i not in pairs:
            price = -_price(book, old, (*a, i))
            yield Difference(_words(book, old, a, f"{_what(book, old, (*a, i))} is gone", price), price)
    for j, _ in after:
        if j not in pairs.values():
            price = _price(book, new, (*b, j))
            yield Difference(_words(book, new, b, f"{_what(book, new, (*b, j))} is new", price), price)
    for i, j in pairs.items():
        yield from _entry(book, old, (*a, i), new, (*b, j))
    moved = [j for _, j in sorted(pairs.items())]
    if moved != sorted(moved):
        yield Difference(_words(book, new, b, "another order", 0))


def _entry(book: Book, old: ArmyList, a: Path, new: ArmyList, b: Path) -> Iterator[Difference]:
    one, two = node_at(old, a), node_at(new, b)
    assert isinstance(one, Entry)
    assert isinstance(two, Entry)
    owner = b[:-1]
    if one.name != two.name:
        yield Difference(_words(book, new, owner, f"{one.name or 'nameless'} is called {two.name or 'nothing'} now", 0))
    if one.pick != two.pick:
        price = _price(book, new, b) - _price(book, old, a)
        says = f"{book.title_of(new, b)} instead of {book.title_of(old, a)}"
        yield Difference(_words(book, new, owner, says, price), price)
    elif one.count != two.count:
        price = _price(book, new, b) - _price(book, old, a)
        says = f"{two.count} {book.title_of(new, b)} instead of {one.count}"
        yield Difference(_words(book, new, owner, says, price), price)
    yield from _between(book, old, a, new, b)


def _pairs(before: list[tuple[int, Entry]], after: list[tuple[int, Entry]]) -> dict[int, int]:
    """Which entries are the same: equal ones first, then those that share most."""
    found: dict[int, int] = {}
    for like in (
        lambda p: p,
        lambda p: (p.group, p.pick, p.name),
        lambda p: (p.group, p.name) if p.name else object(),
        lambda p: (p.group, p.pick),
    ):
        for i, part in before:
            if i in found:
                continue
            same = (j for j, other in after if j not in found.values() and like(other) == like(part))
            if (j := next(same, None)) is not None:
                found[i] = j
    single = {i: p for i, p in before if i not in found}
    for i, part in single.items():  # a group of one: another choice took its place
        rest = [j for j, other in after if j not in found.values() and other.group == part.group]
        if len(rest) == 1 and sum(p.group == part.group for p in single.values()) == 1 and not part.name:
            found[i] = rest[0]
    return found


def _price(book: Book, army: ArmyList, at: Path) -> int:
    return book.total(army) - book.total(without_entry(army, at))


def _what(book: Book, army: ArmyList, at: Path) -> str:
    entry = node_at(army, at)
    assert isinstance(entry, Entry)
    title = book.title_of(army, at)
    number = f"{entry.count} " if entry.count != 1 else ""
    return f"{number}{title} ({entry.name})" if entry.name and entry.name != title else f"{number}{title}"


def _words(book: Book, army: ArmyList, owner: Path, says: str, price: int) -> str:
    whose = f"{book.called(army, owner)}: " if owner else ""
    return f"{whose}{says}{f' ({price_words(price)})' if price else ''}."


def since_kept(book: Book, army: ArmyList) -> list[str]:
    """What a change of the rules did to a list that was kept before it; nothing if it is by the rules of today."""
    if not army.rules or army.rules == book.rules:
        return []
    found = [f"Kept by version {army.rules} of the rules; these are version {book.rules}."]
    total = book.total(army)
    if total != army.points:
        change = price_words(total - army.points)
        found.append(f"It costs {total} {book.currency} now, {army.points} then ({change}).")
    faults = book.faults(army)
    found += [f.says for f in faults]
    return found if len(found) > 1 else [*found, "Nothing has changed for this list."]
