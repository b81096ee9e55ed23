"""The smallest changes that remove a fault: all single steps are tried, then a few steps of the kind that helped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence

import msgspec

from xenotable.engine.muster.answers import ListFault
from xenotable.engine.muster.book import Book
from xenotable.engine.muster.values import (
    Add,
    ArmyList,
    Changes,
    Choose,
    Count,
    Path,
    Remove,
    Rename,
    distinct_name,
    entry_at,
    node_at,
    parts_in,
    paths,
)
from xenotable.engine.muster.wording import describe_all
from xenotable.faults import Fault

STEPS = 4  # changes of one repair
WIDTH = 6  # lists that are followed further from one step to the next
SHOWN = 3  # repairs of one fault


class Repair(msgspec.Struct, frozen=True, omit_defaults=True):
    """Changes that remove a fault and bring no other, in words and points."""

    says: str
    changes: tuple[Changes, ...]
    price: int = 0


class Trial(msgspec.Struct, frozen=True):
    """A list after some changes, compared with the one at first."""

    changes: tuple[Changes, ...]
    army: ArmyList
    faults: Counter[tuple[str, ...]]
    says: frozenset[str]  # of the faults
    total: int
    known: Counter[tuple[str, ...]]  # the faults at first
    new: bool = False  # it has faults that were not there at first
    settings: int = 0  # how many of the changes are about the list as a whole
    handicaps: int = 0  # how many of them add something that costs less than nothing


def first_trial(book: Book, army: ArmyList) -> Trial:
    faults = book.faults(army)
    known = Counter(f.key for f in faults)
    return Trial((), army, known, frozenset(f.says for f in faults), book.total(army), known)


def attempt(book: Book, before: Trial, change: Changes) -> Trial | None:
    """The list after one more change; None when it cannot be made."""
    try:
        after = book.apply(before.army, change)
    except Fault:
        return None
    faults = book.faults(after)
    keys, total = Counter(f.key for f in faults), book.total(after)
    adds = isinstance(change, Add | Choose)
    setting = isinstance(change, Add | Choose) and book.group(before.army, change.at, change.group).setting
    return Trial(
        (*before.changes, change),
        after,
        keys,
        frozenset(f.says for f in faults),
        total,
        before.known,
        bool(keys - before.known),
        before.settings + setting,
        before.handicaps + (adds and total < before.total),
    )


def repairs(book: Book, army: ArmyList) -> list[tuple[ListFault, list[Repair]]]:
    """Every fault with its repairs, the smallest first."""
    faults = book.faults(army)
    if not faults:
        return []
    start = first_trial(book, army)
    tops = None if any(not f.at for f in faults) else {f.at[0] for f in faults}
    changes = single_changes(book, army, tops)
    single = [t for change in changes if (t := attempt(book, start, change)) is not None]
    return [(fault, _repairs_of(book, start, fault, single)) for fault in faults]


def _repairs_of(book: Book, start: Trial, fault: ListFault, single: Sequence[Trial]) -> list[Repair]:
    """Single steps if there are any; else several of the kind that helped; else two, the second of which pays for
    the first."""
    found = [t for t in single if _mends(t, fault)]
    beam = _best([t for t in single if not t.new and not t.settings and _moves(t, fault)], start.total)
    for _ in range(STEPS - 1):
        if any(not t.settings for t in found) or not beam:
            break
        further = [t for b in beam for c in _alike(book, b) if (t := attempt(book, b, c)) is not None]
        found += [t for t in further if _mends(t, fault)]
        beam = _best([t for t in further if not t.new and _moves(t, fault)], start.total)
    found = found or _paid(book, start, fault, single)
    found.sort(
        key=lambda t: (t.settings, len(t.changes), t.handicaps, abs(t.total - start.total), _units_lost(t), t.total)
    )
    said: dict[str, Repair] = {}
    for t in found:
        repair = _repair(book, start, t)
        said.setdefault(repair.says, repair)
        if len(said) == SHOWN:
            break
    return list(said.values())


def _paid(book: Book, start: Trial, fault: ListFault, single: Sequence[Trial]) -> list[Trial]:
    """Steps that remove the fault but bring another, which a second step removes."""
    near = sorted(
        (t for t in single if t.new and t.faults[fault.key] < t.known[fault.key]),
        key=lambda t: (t.settings, t.handicaps, abs(t.total - start.total)),
    )
    return [
        t
        for first in near[:WIDTH]
        for change in single_changes(book, first.army)
        if (t := attempt(book, first, change)) is not None and _mends(t, fault)
    ]


def _repair(book: Book, start: Trial, t: Trial) -> Repair:
    price = t.total - start.total
    return Repair(describe_all(book, start.army, t.changes), t.changes, price)


def _units_lost(t: Trial) -> int:
    """How much is taken away: a whole unit is more than an option."""
    return sum(isinstance(c, Remove) and len(c.at) == 1 for c in t.changes)


def _mends(t: Trial, fault: ListFault) -> bool:
    return not t.new and t.faults[fault.key] < t.known[fault.key]


def _moves(t: Trial, fault: ListFault) -> bool:
    """Whether the same fault has other numbers now: a step on the way, perhaps."""
    return t.faults[fault.key] == t.known[fault.key] and fault.says not in t.says


def _best(trials: Sequence[Trial], total: int) -> list[Trial]:
    """Those to be followed: the ones that add and the ones that take away, nearest in points."""
    ranked = sorted(trials, key=lambda t: (t.faults.total(), abs(t.total - total)))
    more = [t for t in ranked if t.total > total][:WIDTH]
    less = [t for t in reversed(ranked) if t.total < total][:WIDTH]  # whoever has too much begins with the largest
    return [*more, *less, *[t for t in ranked if t.total == total][:WIDTH]]


def _alike(book: Book, t: Trial) -> Iterator[Changes]:
    """The further changes at the place of the last one."""
    last = t.changes[-1]
    at = last.at if isinstance(last, Add | Choose) else last.at[:-1]
    for change in _changes_at(book, t.army, at):
        if type(change) is type(last):
            yield change


# ---- every single step -----------------------------------------------------------------------------------------------


def single_changes(book: Book, army: ArmyList, tops: Container[int] | None = None) -> Iterator[Changes]:
    """Every change that one click can make: choices, removals, numbers one up or down, a name of its own; everywhere,
    or in some branches of the list."""
    for at in paths(army):
        if tops is None or (at and at[0] in tops):
            yield from _changes_at(book, army, at)
    if tops is not None:
        yield from (Remove((i,)) for i in range(len(army.parts)) if i in tops)


def _changes_at(book: Book, army: ArmyList, at: Path) -> Iterator[Changes]:
    owner = node_at(army, at)
    groups = {g.id: g for g in book.groups(army, at)}
    for group in groups.values():
        for choice in group.choices:
            change = book.click(army, at, group, choice.id)
            if not isinstance(change, Remove):
                yield change
    for i, part in enumerate(owner.parts):
        place = (*at, i)
        known = groups.get(part.group)
        yield Remove(place)
        if known is None:
            continue
        if known.counts:
            low, high = known.counts
            yield from (Count(place, n) for n in _numbers(part.count, low, high))
        if known.named:
            yield from _renaming(book, army, place)


def _numbers(now: int, low: int, high: int) -> Iterator[int]:
    """The neighbours of a number, and the nearest one that is allowed."""
    found = {now - 1, now + 1, max(low, min(high, now))} - {now}
    return (n for n in sorted(found) if low <= n <= high)


def _renaming(book: Book, army: ArmyList, place: Path) -> Iterator[Changes]:
    entry = entry_at(army, place)
    names = [p.name for p in parts_in(node_at(army, place[:-1]), entry.group)]
    if not entry.name.strip() or names.count(entry.name) > 1:
        yield Rename(place, distinct_name(entry.name.strip() or book.title_of(army, place), names))
