"""Lists that nobody wrote: completed from a beginning, or made by chance. The choices are those of the slots."""

from __future__ import annotations

from xenotable.engine.asks import Random
from xenotable.engine.muster.book import Book
from xenotable.engine.muster.repairs import attempt, first_trial, repairs
from xenotable.engine.muster.values import Add, ArmyList, Changes, Choose, Count, Path, Remove, node_at, parts_in, paths
from xenotable.faults import Fault

STEPS_OF_MENDING = 12
DRAFTS = 8  # beginnings of a random list


def complete(book: Book, army: ArmyList, rnd: Random) -> ArmyList:
    """The list with everything that it lacks and as much more as the limit allows. Nothing is taken out, so faults may
    be left that only the owner can decide about."""
    army = book.settle(army)
    places = _places(book, army)
    while places and not (book.left(army) == 0 and book.is_legal(army)):
        at = () if () in places and rnd() < 0.5 else places[int(rnd() * len(places))]
        change = _addition(book, army, at, rnd)
        if change is None:
            places.remove(at)
        else:
            army = book.apply(army, change)
            places = _places(book, army)
    return _mend_by_adding(book, army)


def _places(book: Book, army: ArmyList) -> list[Path]:
    """Where something can be chosen."""
    return [at for at in paths(army) if book.groups(army, at)]


def _addition(book: Book, army: ArmyList, at: Path, rnd: Random) -> Changes | None:
    """Something that can be added at a place without a new fault: what is still required first, then what costs
    something, or what a group that has no price still takes."""
    start = first_trial(book, army)
    options = _additions_at(book, army, at)
    while options:
        change, required = options.pop(int(rnd() * len(options)))
        t = attempt(book, start, change)
        if t is None or t.new:
            continue
        if required or len(t.faults) < len(start.faults) or t.total > start.total:
            return change
    return None


def _additions_at(book: Book, army: ArmyList, at: Path) -> list[tuple[Changes, bool]]:
    owner = node_at(army, at)
    found: list[tuple[Changes, bool]] = []
    for group in book.groups(army, at):
        mine = parts_in(owner, group.id)
        if group.counts:
            for i, part in enumerate(owner.parts):
                if part.group == group.id and part.count < group.counts[1]:
                    found.append((Count((*at, i), part.count + 1), False))
        if group.automatic or (group.most is not None and len(mine) >= group.most):
            continue
        required = len(mine) < group.least
        for choice in group.choices:
            if group.repeats or choice.id not in (p.pick for p in mine):
                click = book.click(army, at, group, choice.id)
                if isinstance(click, Add | Choose):
                    found.append((click, required))
    return found


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
    """A legal list by chance; one of the ready ones when chance does not find any."""
    for _ in range(DRAFTS):
        army = complete(book, book.draft(rnd), rnd)
        if not book.is_legal(army):
            army = mended(book, army)
        if book.is_legal(army):
            return army
    ready = list(book.ready().values())
    if not ready:
        raise Fault(f"{book.title} has no list to begin with.")
    return ready[int(rnd() * len(ready))]


def mended(book: Book, army: ArmyList) -> ArmyList:
    """The list with its faults removed by the smallest repairs, as far as these go."""
    for _ in range(STEPS_OF_MENDING):
        found = next((r[0] for _, r in repairs(book, army) if r), None)
        if found is None:
            return army
        for change in found.changes:
            army = book.apply(army, change)
    return army
