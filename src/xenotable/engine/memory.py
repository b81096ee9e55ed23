"""Answers that are worked out once. A decision asks the same questions about the same table hundreds of times, and
nothing moves meanwhile.

A game that remembers is a `RememberingGame`. `@until_written` keeps an answer until any row of the game is written.
`@until_moved` keeps it longer, until a field named in the game's `place_fields` is written: orders, points and such do
not change who sees whom. What such functions may read is declared by that, and `tests/recording.py` checks the
declaration by playing whole matches on tables that note every field that is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from inspect import signature
from typing import Any, ClassVar, Concatenate, ParamSpec, Self, TypeVar

from msgspec.structs import replace

from xenotable.engine.citing import SEEN, TRACING, knocked_out, overhear
from xenotable.engine.game import Game
from xenotable.engine.rows import Table

P = ParamSpec("P")
T = TypeVar("T")
G = TypeVar("G", bound="RememberingGame")
Answers = dict[Any, Any]
Read = tuple[str, str]  # table and field
NOTHING: frozenset[str] = frozenset()
ROWS = "*"  # in place of a field: which rows there are
UNWATCHED = "game"  # in place of a table: parts of the state that change without a word to the memory


class Memo:
    """`now`: until a row is written; `here`: until somebody is somewhere else. Copies of a game share what they know
    about the same places."""

    __slots__ = ("here", "now")

    def __init__(self, here: Answers) -> None:
        self.now: Answers = {}
        self.here = here

    def clear(self) -> None:
        self.now.clear()
        self.here = {}  # another one: a copy that still stands as before keeps the old one


class Watched(Table[Any, Any]):
    """A table that forgets the answers of its game when it is written."""

    __slots__ = ("memo", "place_fields", "same")
    memo: Memo
    same: dict[Any, Any] | None  # a copy that was made since it was written last; nobody writes that one
    place_fields: frozenset[str]  # the fields that say where everybody is

    def set(self, key: Any, /, **changes: Any) -> Any:
        memo, row = self.memo, self[key]
        memo.now.clear()
        self.same = None
        places = self.place_fields
        if places:
            for field, value in changes.items():
                if field in places and getattr(row, field) != value:  # who is put where he is stays
                    memo.here = {}
                    break
        row = replace(row, **changes)
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
        if self.place_fields:
            self.memo.clear()
        else:
            self.memo.now.clear()


class RememberingGame(Game):
    """A game whose functions may remember what they found out about its tables."""

    # Fields by table: who is where, and what hides or hinders him.
    place_fields: ClassVar[Mapping[str, frozenset[str]]] = {}
    kept: ClassVar[type[Table[Any, Any]]] = Watched
    memo: Memo

    def prepare(self) -> None:
        self._bind({})

    def _bind(self, here: Answers) -> None:
        """The tables, just made, and the memory know each other."""
        memo, fields, mine = Memo(here), self.place_fields, self.__dict__
        mine["memo"] = memo
        for name in self.tables:
            table = mine[name]
            table.memo, table.place_fields, table.same = memo, fields.get(name, NOTHING), None

    def _copy_tables(self, its: dict[str, Any]) -> None:
        kept, places = self.kept, self.place_fields
        memo = its["memo"] = Memo(its["memo"].here)
        for name in self.tables:
            table: Any = kept(its[name])
            table.memo, table.same, table.place_fields = memo, None, places.get(name, NOTHING)
            its[name] = table

    def _freeze_tables(self, its: dict[str, Any]) -> None:
        """Tables that were not written since the last snapshot are shared with it."""
        its["memo"] = Memo(its["memo"].here)
        for name in self.tables:
            table = its[name]
            if table.same is None:
                table.same = dict.copy(table)
            its[name] = table.same

    @classmethod
    def decode(cls, setup: Any, state: dict[str, Any]) -> Self:
        game = super().decode(setup, state)
        game._bind({})
        return game


def until_written(f: Callable[Concatenate[G, P], T]) -> Callable[Concatenate[G, P], T]:
    """A question about the tables alone, with hashable arguments, none of them by name. Nobody may change the answer.
    Remembered until any row is written."""

    def recall(game: G, /, *args: Any) -> Any:
        memo = game.memo.now
        found = memo.get((f, args), memo)  # the memory itself is nobody's answer
        if found is memo:
            found = memo[f, args] = ask(game, *args)
        return found

    def cited(game: G, /, *args: Any) -> Any:
        return _recall_cited(game, game.memo.now, f, args, None)

    ask: Callable[..., Any] = f
    known: Any = wraps(f)(cited if TRACING else recall)
    return known  # type: ignore[no-any-return]  # it takes what f takes, by position


def until_moved(f: Callable[Concatenate[G, P], T]) -> Callable[Concatenate[G, P], T]:
    """A question about places alone: it reads no other fields than those of `place_fields`, and what never changes in a
    match. Remembered until somebody is somewhere else, in copies too."""

    def recall_about(game: G, about: Any, /) -> Any:  # most questions are about one unit: less to pack and to hash
        memo = game.memo.here
        found = memo.get((f, about), memo)
        if found is memo:
            found = memo[f, about] = ask(game, about)
        return found

    def recall(game: G, /, *args: Any) -> Any:
        memo = game.memo.here
        found = memo.get((f, args), memo)
        if found is memo:
            found = memo[f, args] = ask(game, *args)
        return found

    def cited(game: G, /, *args: Any) -> Any:
        return _recall_cited(game, game.memo.here, f, args, game.place_fields)

    ask: Callable[..., Any] = f
    known: Any = wraps(f)(cited if TRACING else recall_about if len(signature(f).parameters) == 2 else recall)
    return known  # type: ignore[no-any-return]  # it takes what f takes, by position


# ---- under test: what is remembered cites its rules again, and reads no more than it declares -----------------------


READS: list[set[Read]] = []  # of the remembered functions that are being worked out, the outermost first


def _recall_cited(
    game: Any, memo: Answers, f: Callable[..., Any], args: Any, places: Mapping[str, frozenset[str]] | None
) -> Any:
    key = (f, args, knocked_out())
    if key not in memo:
        with _record_reads() as read:
            answer, cited = overhear(f, game, *args)
        memo[key] = answer, cited, frozenset(read)
        _check(f, read, places)
    answer, cited, read_before = memo[key]
    SEEN.update(cited)
    if READS:
        READS[-1] |= read_before
    return answer


@contextmanager
def _record_reads() -> Iterator[set[Read]]:
    read: set[Read] = set()
    READS.append(read)
    try:
        yield read
    finally:
        READS.pop()


def _check(f: Callable[..., Any], read: set[Read], places: Mapping[str, frozenset[str]] | None) -> None:
    """Refuses a function that reads more than it declares; only a game of `recording` notes what is read."""
    for table, field in sorted(read):
        if table == UNWATCHED:
            raise UndeclaredRead(f"{f.__qualname__} reads game.{field}, which can change without a word to the memory.")
        if places is not None and field not in places.get(table, NOTHING) and (field != ROWS or table not in places):
            what = "which rows there are" if field == ROWS else field
            raise UndeclaredRead(f"{f.__qualname__} is kept until somebody moves, but reads {what} of {table}.")


class UndeclaredRead(AssertionError):
    """A remembered function depends on something that does not make it forget."""
