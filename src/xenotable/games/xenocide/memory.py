"""Answers that are worked out once: they hold until any row of the game is written. A decision asks the same questions
about the same table hundreds of times, and nothing moves meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from xenotable.engine import Table
from xenotable.engine.citing import TRACING

P = ParamSpec("P")
T = TypeVar("T")
Memo = dict[Any, Any]


class Remembering(Protocol):
    memo: Memo


G = TypeVar("G", bound=Remembering)


class Watched(Table[Any, Any]):
    """A table that forgets the answers of its game when it is written."""

    __slots__ = ("memo",)
    memo: Memo

    def set(self, key: Any, /, **changes: Any) -> Any:
        self.memo.clear()
        return super().set(key, **changes)

    def add(self, key: Any, row: Any) -> None:
        self.memo.clear()
        super().add(key, row)

    def remove(self, key: Any) -> None:
        self.memo.clear()
        super().remove(key)


def remembered(f: Callable[Concatenate[G, P], T]) -> Callable[Concatenate[G, P], T]:
    """A question about the tables alone, with hashable arguments. Nobody may change the answer. Under test nothing is
    remembered, so that every rule behind an answer is cited whenever it is asked for."""
    if TRACING:
        return f

    @wraps(f)
    def known(game: G, /, *args: P.args, **named: P.kwargs) -> T:
        if named:
            return f(game, *args, **named)
        memo = game.memo
        key = (f, args)
        found: T = memo.get(key, memo)  # the memory itself is nobody's answer
        if found is memo:
            found = memo[key] = f(game, *args, **named)
        return found

    return known


def bind(game: Remembering, tables: Iterable[str]) -> None:
    """The tables of a game, just made, and its memory know each other."""
    memo = game.memo = {}
    mine = game.__dict__
    for name in tables:
        mine[name].memo = memo
