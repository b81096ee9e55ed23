"""Lists that nobody wrote: completed from a beginning, or made by chance. The choices are those of the slots."""

from __future__ import annotations

from collections import Counter

from xenotable.engine.asks import Random
from xenotable.engine.muster.book import Book
from xenotable.engine.muster.repairs import repairs
from xenotable.engine.muster.values import (
    Add,
    ArmyList,
    Changes,
    Choose,
    Count,
    Path,
    Remove,
    node_at,
    parts_in,
    paths,
    places_of,
)

STEPS_OF_MENDING = 12


def complete(book: Book, army: ArmyList, rnd: Random) -> ArmyList:
    """The list with everything that it lacks and as much more as the limit allows. Nothing is taken out, so faults may
    be left that only the owner can decide about."""
    army = _fill(book, book.settle(army), rnd)
    if book.is_legal(army):
        return army
    return _fill(book, _mend_by_adding(book, army), rnd)


def _fill(book: Book, army: ArmyList, rnd: Random) -> ArmyList:
    """Adds at random places until nothing more can be added anywhere."""
    places = _places(book, army)
    while places and not (book.left(army) == 0 and book.is_legal(army)):
        at = () if () in places and rnd() < 0.5 else places[int(rnd() * len(places))]
        larger = _enlarged(book, army, at, rnd)
        if larger is None:
            places.remove(at)
        else:
            army = larger
            places = _places(book, army)
    return army


def _places(book: Book, army: ArmyList) -> list[Path]:
    """Where something can be chosen."""
    return [at for at in paths(army) if book.groups(army, at)]


def _enlarged(book: Book, army: ArmyList, at: Path, rnd: Random) -> ArmyList | None:
    """The list with something more at a place and no new fault: what is required, or what costs something."""
    faults, total, left = book.fault_keys(army), book.total(army), book.left(army) or 0
    options = _additions_at(book, army, at)
    while options:
        change, required = options.pop(int(rnd() * len(options)))
        after = _furnished(book, book.apply(army, change), change, rnd)
        if (book.left(after) or 0) < min(0, left):  # too dear, and one more choice would cost even more
            continue
        keys = book.fault_keys(after)
        if keys - faults:
            after = _excused(book, after, change, faults)
            keys = book.fault_keys(after)
        if keys - faults:
            continue
        if required or keys.total() < faults.total() or book.total(after) > total:
            return after
    return None


def _additions_at(book: Book, army: ArmyList, at: Path) -> list[tuple[Changes, bool]]:
    owner = node_at(army, at)
    found: list[tuple[Changes, bool]] = []
    for group in book.groups(army, at):
        mine = parts_in(owner, group.id)
        if group.counts and not group.setting:
            for i, part in enumerate(owner.parts):
                if part.group == group.id and part.count < group.counts[1]:
                    found.append((Count((*at, i), part.count + 1), False))
        if group.automatic or (group.most is not None and len(mine) >= group.most):
            continue
        required = len(mine) < group.least
        if group.setting and not required:
            continue
        for choice in group.choices:
            if group.repeats or choice.id not in (p.pick for p in mine):
                click = book.click(army, at, group, choice.id)
                if isinstance(click, Add | Choose):
                    found.append((click, required))
    return found


def _newest(army: ArmyList, change: Changes) -> Path | None:
    """Where something that was just added stands."""
    if not isinstance(change, Add | Choose):
        return None
    places = places_of(node_at(army, change.at), change.group)
    return (*change.at, places[-1]) if places else None


def _furnished(book: Book, army: ArmyList, change: Changes, rnd: Random) -> ArmyList:
    """What was just added, with any choice where it must have one: a unit has models, a company units."""
    at = _newest(army, change)
    if at is None:
        return army
    for group in book.groups(army, at):
        while len(parts_in(node_at(army, at), group.id)) < group.least and not group.automatic:
            pick = group.choices[int(rnd() * len(group.choices))].id
            low, high = group.counts or (1, 1)
            more = Add(at, group.id, pick, low + int(rnd() * (high - low + 1)))
            army = _furnished(book, book.apply(army, more), more, rnd)
    return army


def _excused(book: Book, army: ArmyList, change: Changes, faults: Counter[tuple[str, ...]]) -> ArmyList:
    """The list with one more choice for what was just added, if that takes its new faults away: the first model is
    the leader."""
    at = _newest(army, change)
    for more, _ in _additions_at(book, army, at) if at is not None else ():
        after = book.apply(army, more)
        if not book.fault_keys(after) - faults:
            return after
    return army


def _mend_by_adding(book: Book, army: ArmyList) -> ArmyList:
    """Removes faults by the smallest repairs that take nothing out."""
    for _ in range(STEPS_OF_MENDING):
        kind = [r for _, found in repairs(book, army) for r in found if not any(map(_takes_out, r.changes))]
        if not kind:
            return army
        for change in kind[0].changes:
            army = book.apply(army, change)
    return army


def _takes_out(change: Changes) -> bool:
    return isinstance(change, Remove) or (isinstance(change, Choose) and not change.pick)


def random_list(book: Book, rnd: Random) -> ArmyList:
    """A legal list by chance."""
    return complete(book, book.draft(rnd), rnd)
