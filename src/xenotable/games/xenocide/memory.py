"""Answers that are worked out once. A decision asks the same questions about the same table hundreds of times, and
nothing moves meanwhile. Most answers hold until any row of the game is written; those about who is where hold longer,
until somebody moves, falls or is shaken: orders, points and the like do not change them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from msgspec.structs import replace

from xenotable.engine import Table
from xenotable.engine.citing import TRACING

P = ParamSpec("P")
T = TypeVar("T")
Answers = dict[Any, Any]
NOTHING: frozenset[str] = frozenset()
WHERE = {
    "units": frozenset(("seat", "models", "riding", "on", "burrowed", "high", "popped", "dug", "marks", "sally")),
    "models": frozenset(("unit", "kind", "x", "y", "facing", "inside", "section", "door")),
    "sections": frozenset(("down",)),
    "titans": frozenset(("kind", "core", "layers", "damaged")),
}  # what says where everybody is, and what hides or hinders him there: fields by table


class Memo:
    """`now`: until a row is written; `here`: until somebody is somewhere else. Copies of a game share what they know
    about the same places. `last`: the last safe point, until a row is written."""

    __slots__ = ("here", "last", "now")

    def __init__(self, here: Answers) -> None:
        self.now: Answers = {}
        self.here = here
        self.last: Any = None

    def clear(self) -> None:
        self.now.clear()
        self.last = None
        self.here = {}  # another one: a copy that still stands as before keeps the old one


class Remembering(Protocol):
    memo: Memo


G = TypeVar("G", bound=Remembering)


class Watched(Table[Any, Any]):
    """A table that forgets the answers of its game when it is written."""

    __slots__ = ("memo", "same", "where")
    memo: Memo
    same: Watched | None  # a copy that was made since it was written last; nobody writes that one
    where: frozenset[str]  # the fields that say where everybody is

    def set(self, key: Any, /, **changes: Any) -> Any:
        memo = self.memo
        memo.now.clear()
        memo.last = self.same = None
        if not self.where.isdisjoint(changes):
            memo.here = {}
        row = replace(self[key], **changes)
        dict.__setitem__(self, key, row)
        return row

    def add(self, key: Any, row: Any) -> None:
        self._forget()
        super().add(key, row)

    def remove(self, key: Any) -> None:
        self._forget()
        super().remove(key)

    def _forget(self) -> None:
        self.same = None
        if self.where:
            self.memo.clear()
        else:
            self.memo.now.clear()
            self.memo.last = None


def remembered(f: Callable[Concatenate[G, P], T]) -> Callable[Concatenate[G, P], T]:
    """A question about the tables alone, with hashable arguments, none of them by name. Nobody may change the answer.
    Under test nothing is remembered, so that every rule behind an answer is cited whenever it is asked for."""
    return f if TRACING else _kept(f, brief=True)


def placed(f: Callable[Concatenate[G, P], T]) -> Callable[Concatenate[G, P], T]:
    """A question about places alone: it reads no other fields than those of `WHERE`, and what never changes in a
    battle. Remembered until somebody is somewhere else, in copies too."""
    return f if TRACING else _kept(f, brief=False)


def _kept(f: Callable[Concatenate[G, P], T], brief: bool) -> Callable[Concatenate[G, P], T]:
    def briefly(game: G, /, *args: Any) -> Any:
        memo = game.memo.now
        found = memo.get((f, args), memo)  # the memory itself is nobody's answer
        if found is memo:
            found = memo[f, args] = ask(game, *args)
        return found

    def longer(game: G, /, *args: Any) -> Any:
        memo = game.memo.here
        found = memo.get((f, args), memo)
        if found is memo:
            found = memo[f, args] = ask(game, *args)
        return found

    ask: Callable[..., Any] = f
    known: Any = wraps(f)(briefly if brief else longer)
    return known  # type: ignore[no-any-return]  # it takes what f takes, by position


def bind(game: Remembering, tables: Iterable[str], here: Answers | None = None) -> None:
    """The tables of a game, just made, and its memory know each other."""
    memo = game.memo = Memo({} if here is None else here)
    mine = game.__dict__
    for name in tables:
        table = mine[name]
        table.memo, table.where, table.same = memo, WHERE.get(name, NOTHING), None
