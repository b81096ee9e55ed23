"""What a list is worth: battles between machines against the ready lists, and the rate with its interval."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from xenotable.engine import Match, Random, Title
from xenotable.engine.muster import ArmyList, Book, complete
from xenotable.faults import Fault
from xenotable.players import play_out, player

LEVEL = "tactician"
RANDOM_FOES = 4  # lists by chance, where no ready one is of the same size


class Trial(msgspec.Struct, frozen=True):
    """One battle: against which list, and what came of it: 1 a win, 0.5 a draw, 0 a loss."""

    against: str
    score: float

    @property
    def words(self) -> str:
        return {1.0: "won", 0.5: "drawn", 0.0: "lost"}[self.score]


def trials(title: Title[Any], army: ArmyList, n: int, seed: str = "") -> Iterator[Trial]:
    """The first n battles."""
    return (trial(title, army, k, seed) for k in range(n))


def trial(title: Title[Any], army: ArmyList, n: int, seed: str = "", level: str = LEVEL) -> Trial:
    """Battle n of a list: it follows from the list, the number and the seed alone. Foes come in turn, each twice with
    the seats changed. A Fault when the list is not legal."""
    book = title.muster
    if book is None:
        raise Fault(f"{title.title} has no army builder.")
    rnd = random.Random(f"{title.id}:{seed}:{n // 2}")
    base = arena(title, rnd.random)
    if len(book.lists_in(base)) == 1:  # all are on one side: the game itself is the foe
        setup, mine, against = book.seated(base, 0, army), 0, title.title
    else:
        foes = foes_of(title, army)
        name, foe = foes[n // 2 % len(foes)]
        mine, against = n % 2, name
        setup = book.seated(book.seated(base, mine, army), 1 - mine, foe)
    match: Match[Any] = Match(title.begin(setup), rnd.randbytes(16), live=False)
    if match.game.seats < len(book.lists_in(setup)):
        raise Fault("A list that cards play cannot be tried out; let a player play it.")
    play_out(match, {s: player(level, title, f"{seed}:{n}:{s}") for s in range(match.game.seats)})
    result = match.game.result
    drawn = result is None or (not result.winners and len(book.lists_in(base)) > 1)
    return Trial(against, 0.5 if drawn else float(result is not None and mine in result.winners))


def arena(title: Title[Any], rnd: Random) -> Any:
    """A battle in which lists can meet; which ones stand in it does not matter."""
    if title.lists():
        first = title.lists()[0]
        found = title.pairing(first, first, rnd)
        if found is not None:
            return found
    assert title.muster is not None
    offers = [o.setup for o in title.offers()]
    most = max(min(len(title.muster.lists_in(s)), 2) for s in offers)
    fit = [s for s in offers if len(title.muster.lists_in(s)) == most and title.new(s).seats >= most]
    return fit[int(rnd() * len(fit))]


@lru_cache(32)
def foes_of(title: Title[Any], army: ArmyList) -> tuple[tuple[str, ArmyList], ...]:
    """The ready lists that can meet this one, by their names; some by chance where there is none of its size."""
    book = title.muster
    assert book is not None
    base = arena(title, random.Random(0).random)
    found = [(foe.name, foe) for foe in book.ready().values() if _can_meet(title, book, base, army, foe)]
    if found:
        return tuple(found)
    settings = {g.id for g in book.groups(army, ()) if g.setting}
    bare = replace(army, name="by chance", parts=tuple(p for p in army.parts if p.group in settings))
    drafts = [complete(book, bare, random.Random(n).random) for n in range(RANDOM_FOES)]
    found = [(f"a list by chance ({n})", d) for n, d in enumerate(drafts, 1) if book.is_legal(d)]
    if not found:
        raise Fault("There is no list of this size to fight against.")
    return tuple(found)


def _can_meet(title: Title[Any], book: Book, base: Any, army: ArmyList, foe: ArmyList) -> bool:
    """Whether both may stand in one battle: it is the same whoever sits down first, and legal."""
    setup = book.seated(book.seated(base, 0, army), 1, foe)
    if setup != book.seated(book.seated(base, 1, foe), 0, army):
        return False
    return next(iter(title.setup_refusals(setup)), None) is None
