"""Answers that are worked out once. A decision asks the same questions about the same table hundreds of times, and
nothing moves meanwhile.

A game that remembers is a `RememberingGame`. `@until_written` keeps an answer until any row of the game is written.
`@until_moved` keeps it longer, until a field named in the game's `place_fields` is written: orders, points and such do
not change who sees whom. `@until_it_moved` is for questions about one unit, or about all units of one side: it keeps an
answer until such a field of that unit, or of that side, is written; `@until_they_moved` for questions about two. What
such functions may read is declared by that, and `tests/recording.py` checks the declaration by playing whole matches on
tables that note every field that is read.
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
About = str | int  # a unit by its id, or a side by its seat
Read = tuple[str, str, tuple[About, ...]]  # table, field, and whom the row is about
NOTHING: frozenset[str] = frozenset()
ROWS = "*"  # in place of a field: which rows there are
UNWATCHED = "game"  # in place of a table: parts of the state that change without a word to the memory


class Subjects(dict[About, Answers]):
    """What is known about each unit, and about each side, as long as it stays where it is."""

    __slots__ = ()

    def __missing__(self, about: About) -> Answers:
        found = self[about] = {}
        return found


class Memo:
    """`now`: until a row is written; `here`: until somebody is somewhere else; `of`: until the one that it is about is
    somewhere else. Copies of a game share what they know about the same places."""

    __slots__ = ("here", "now", "of", "shared")

    def __init__(self, here: Answers, of: Subjects) -> None:
        self.now: Answers = {}
        self.here, self.of = here, of
        self.shared = True  # with a copy: whoever moves somebody first takes another `of`

    def copy(self) -> Memo:
        self.shared = True
        return Memo(self.here, self.of)

    def clear(self) -> None:
        self.now.clear()
        self.here, self.of = {}, Subjects()  # others: a copy that still stands as before keeps the old ones

    def forget(self, about: tuple[About, ...]) -> None:
        """Somebody is somewhere else: whom that is about."""
        self.here = {}
        if self.shared:
            self.of, self.shared = Subjects(self.of), False
        for subject in about:
            self.of[subject] = {}


class Watched(Table[Any, Any]):
    """A table that forgets the answers of its game when it is written."""

    __slots__ = ("memo", "place_fields", "same", "unit_field", "units")
    memo: Memo
    same: dict[Any, Any] | None  # a copy that was made since it was written last; nobody writes that one
    place_fields: frozenset[str]  # the fields that say where everybody is
    unit_field: str | None  # the field of a row that names its unit; "": its key does; None: it is about all of them
    units: Mapping[Any, Any] | None  # the table of units, if this is another one

    def set(self, key: Any, /, **changes: Any) -> Any:
        memo, row = self.memo, self[key]
        memo.now.clear()
        self.same = None
        places = self.place_fields
        if not places.isdisjoint(changes):
            for field, value in changes.items():
                if field in places and getattr(row, field) != value:  # who is put where he is stays
                    self._move(key, row)
                    break
        row = replace(row, **changes)
        dict.__setitem__(self, key, row)
        return row

    def _move(self, key: Any, row: Any) -> None:
        """Whoever this row is about is somewhere else."""
        if self.unit_field is None:
            self.memo.clear()
        else:
            self.memo.forget(self.about(key, row))

    def about(self, key: Any, row: Any) -> tuple[About, ...]:
        """The unit that a row is about, and its side."""
        if self.unit_field is None:
            return ()
        unit = getattr(row, self.unit_field) if self.unit_field else key
        whose = row if self.units is None else self.units.get(unit)
        return (unit,) if whose is None else (unit, whose.seat)

    def add(self, key: Any, row: Any) -> None:
        self._forget(key, row)
        super().add(key, row)

    def remove(self, key: Any) -> None:
        self._forget(key, self[key])
        super().remove(key)

    def _forget(self, key: Any, row: Any) -> None:
        self.same = None
        self.memo.now.clear()
        if self.place_fields and self.unit_field:
            self._move(key, row)
        elif self.place_fields:  # which units there are is known of all of them
            self.memo.clear()


class RememberingGame(Game):
    """A game whose functions may remember what they found out about its tables."""

    # Fields by table: who is where, and what hides or hinders him.
    place_fields: ClassVar[Mapping[str, frozenset[str]]] = {}
    # The first table here is that of the units, which have a `seat`. By table: the field that names the unit of a row,
    # "" where its key does. Rows of tables that are not here are about everybody.
    unit_fields: ClassVar[Mapping[str, str]] = {}
    fixed_fields: ClassVar[frozenset[str]] = frozenset()  # of any row: nobody writes them, so everybody may read them
    kept: ClassVar[type[Table[Any, Any]]] = Watched
    memo: Memo

    def prepare(self) -> None:
        self._bind()

    def _bind(self) -> None:
        """The tables, just made, and the memory know each other."""
        mine = self.__dict__
        mine["memo"] = Memo({}, Subjects())
        self._acquaint(mine)

    def _acquaint(self, its: dict[str, Any]) -> None:
        memo, places, fields = its["memo"], self.place_fields, self.unit_fields
        units = its[next(iter(fields))] if fields else None
        for name in self.tables:
            table = its[name]
            table.memo, table.same, table.place_fields = memo, None, places.get(name, NOTHING)
            table.unit_field, table.units = fields.get(name), None if table is units else units

    def _copy_tables(self, its: dict[str, Any]) -> None:
        kept = self.kept
        its["memo"] = its["memo"].copy()
        for name in self.tables:
            its[name] = kept(its[name])
        self._acquaint(its)

    def _freeze_tables(self, its: dict[str, Any]) -> None:
        """Tables that were not written since the last snapshot are shared with it."""
        its["memo"] = its["memo"].copy()
        for name in self.tables:
            table = its[name]
            if table.same is None:
                table.same = dict.copy(table)
            its[name] = table.same

    @classmethod
    def decode(cls, setup: Any, state: dict[str, Any]) -> Self:
        game = super().decode(setup, state)
        game._bind()
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
        return _recall_cited(game, game.memo.now, f, args)

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
        return _recall_cited(game, game.memo.here, f, args, _check_places)

    ask: Callable[..., Any] = f
    known: Any = wraps(f)(cited if TRACING else recall_about if len(signature(f).parameters) == 2 else recall)
    return known  # type: ignore[no-any-return]  # it takes what f takes, by position


def until_it_moved(f: Callable[Concatenate[G, P], T]) -> Callable[Concatenate[G, P], T]:
    """A question about the places of one unit, or of all units of a side, which is its first argument. Remembered until
    that unit, or one of that side, is somewhere else, in copies too."""

    def recall_about(game: G, about: Any, /) -> Any:
        known = game.memo.of[about]
        found = known.get(f, known)
        if found is known:
            found = known[f] = ask(game, about)
        return found

    def recall(game: G, about: Any, /, *more: Any) -> Any:
        known = game.memo.of[about]
        found = known.get((f, more), known)
        if found is known:
            found = known[f, more] = ask(game, about, *more)
        return found

    def cited(game: G, about: Any, /, *more: Any) -> Any:
        return _recall_cited(game, game.memo.of[about], f, (about, *more), _check_subject)

    ask: Callable[..., Any] = f
    known: Any = wraps(f)(cited if TRACING else recall_about if len(signature(f).parameters) == 2 else recall)
    return known  # type: ignore[no-any-return]  # it takes what f takes, by position


def until_they_moved(f: Callable[Concatenate[G, P], T]) -> Callable[Concatenate[G, P], T]:
    """The same for a question about two of them, which are its first two arguments."""

    def recall(game: G, one: Any, other: Any, /, *more: Any) -> Any:
        of = game.memo.of
        known, there = of[one], of[other]
        found = known.get((f, other, more))
        if found is None or found[0] is not there:  # the other has moved since
            found = known[f, other, more] = there, ask(game, one, other, *more)
        return found[1]

    def cited(game: G, one: Any, other: Any, /, *more: Any) -> Any:
        of = game.memo.of
        return _recall_cited(game, of[one], f, (one, other, *more), _check_two, of[other])

    ask: Callable[..., Any] = f
    known: Any = wraps(f)(cited if TRACING else recall)
    return known  # type: ignore[no-any-return]  # it takes what f takes, by position


# ---- under test: what is remembered cites its rules again, and reads no more than it declares -----------------------


READS: list[set[Read]] = []  # of the remembered functions that are being worked out, the outermost first


Checking = Callable[[Any, Callable[..., Any], Any, set[Read]], None]


def _recall_cited(
    game: Any, memo: Answers, f: Callable[..., Any], args: Any, check: Checking = lambda *asked: None,
    there: Answers | None = None,
) -> Any:  # fmt: skip
    key = (f, args, knocked_out())
    if key not in memo or memo[key][0] is not there:
        with _record_reads() as read:
            answer, cited = overhear(f, game, *args)
        memo[key] = there, answer, cited, frozenset(read)
        _check_watched(f, read)
        check(game, f, args, read)
    _, answer, cited, read_before = memo[key]
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


# Only a game of `recording` notes what is read.


def _check_watched(f: Callable[..., Any], read: set[Read]) -> None:
    for table, field, _ in sorted(read, key=str):
        if table == UNWATCHED:
            raise UndeclaredRead(f"{f.__qualname__} reads game.{field}, which can change without a word to the memory.")


def _check_places(game: Any, f: Callable[..., Any], args: Any, read: set[Read]) -> None:
    """Refuses a function that reads more than places."""
    places = game.place_fields
    for table, field, _ in sorted(read, key=str):
        if field not in places.get(table, NOTHING) and (field != ROWS or table not in places):
            what = "which rows there are" if field == ROWS else field
            raise UndeclaredRead(f"{f.__qualname__} is kept until somebody moves, but reads {what} of {table}.")


def _check_subject(game: Any, f: Callable[..., Any], args: Any, read: set[Read]) -> None:
    """Refuses a function that reads more than the places of the one whom it is about, and which units there are."""
    _check_about(game, f, args, read, args[:1])


def _check_two(game: Any, f: Callable[..., Any], args: Any, read: set[Read]) -> None:
    _check_about(game, f, args, read, args[:2])


def _check_about(game: Any, f: Callable[..., Any], args: Any, read: set[Read], whom: tuple[About, ...]) -> None:
    _check_places(game, f, args, read)
    for table, field, about in sorted(read, key=str):
        known = field in game.fixed_fields or (field == ROWS and game.unit_fields.get(table) == "")
        if not known and not any(one in about for one in whom):
            names = " or ".join(map(str, whom))
            says = f"{f.__qualname__} is kept until {names} moves, but reads {field} of {table} about {about}."
            raise UndeclaredRead(says)


class UndeclaredRead(AssertionError):
    """A remembered function depends on something that does not make it forget."""
