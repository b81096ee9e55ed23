"""The state of a match of some game. What else there is to a game stands in its `Title`."""

from __future__ import annotations

import hashlib
import typing
from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import chain
from operator import is_
from typing import Any, ClassVar, Self, TypeVar, get_origin

import msgspec
from msgspec.structs import replace

from xenotable.engine.asks import NOBODY
from xenotable.engine.citing import TRACING, acts_in, cite
from xenotable.engine.events import Event, make_event
from xenotable.engine.gestures import Shown
from xenotable.engine.readings import readings_of
from xenotable.engine.rows import Row, Table
from xenotable.engine.scenes import Scene, scenes_of
from xenotable.engine.wording import check_template, escape_template

S = TypeVar("S", bound=Row)


class Result(Row, frozen=True):
    """How a match ended: the winning seats (none: a draw), why, and the score of each seat."""

    winners: tuple[int, ...]
    says: str
    rule: str
    scores: tuple[float, ...] = ()


class Game:
    """State = scenes + tables + secrets + result. Every annotation `name: Table[...]` of a subclass is a table; rows in
    tables are open to all. What one seat alone may know stands in `secret[seat]`, what nobody knows in
    `secret[NOBODY]`.
    `setup` is frozen, JSON-able and shared; everything else that never changes is worked out from it in `prepare`."""

    Hidden: ClassVar[type[Row]] = Row  # the row of a secret; its defaults say "nothing known"
    tables: ClassVar[tuple[str, ...]] = ()
    kept: ClassVar[type[Table[Any, Any]]] = Table  # what the tables are made of
    saved_as: ClassVar[Mapping[str, str]] = {}  # tables that were renamed keep their old names in saves
    passing: ClassVar[tuple[str, ...]] = ()  # attributes that hold for this very object: in a copy they are None

    setup: Any
    readings: frozenset[str]  # those of the set-up
    acted: dict[str, None]  # readings that decided something since the last event
    seats: int
    scenes: list[Scene]
    result: Result | None
    listener: list[Event] | None
    shown: dict[Any, Any]  # what was drawn last, part by part (`citing.reuse`); copies share it
    sparse: bool = False  # nobody is going to look ahead: the rules do not stop at safe points,
    begun: int = 0  # and note only how long the tape was at the last one
    still: tuple[Any, ...] | None = None  # of a copy that is only looked at: its open rows
    undealt: Callable[[Any], Table[int, Any]]  # of an imagined world: makes its `secret`

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        hints = typing.get_type_hints(cls)
        cls.tables = tuple(n for n, h in hints.items() if get_origin(h) is Table)
        cls._types = {n: hints[n] for n in cls.tables} | {"secret": Table[int, cls.Hidden]}  # type: ignore[name-defined]

    _types: ClassVar[dict[str, Any]] = {}

    def __init__(self, setup: Any, seats: int = 2) -> None:
        self.setup, self.seats = setup, seats
        self.readings, self.acted = frozenset(readings_of(setup)), {}
        self.scenes = []
        self.result = None
        self.listener = None
        self.shown = {}
        self.length = 0  # of the tape, stamped on events
        for name in self.tables:
            setattr(self, name, self.kept())
        self.secret = Table({s: self.Hidden() for s in range(NOBODY, seats)})
        self.prepare()
        # In Python 3.11 attributes are read three times as slowly once somebody has asked for `__dict__`, as copies do,
        # unless it is a dict of this object alone.
        self.__dict__ = dict(self.__dict__)

    # ---- what a game provides --------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Works out what never changes (maps, profiles) from the set-up. Copies share it, as they share every attribute
        that is no table."""

    def name(self, id: str) -> str:
        """What an id is called."""
        return id

    def seat_name(self, seat: int) -> str:
        """What the side of this seat is called."""
        return f"Player {seat + 1}"

    def worded(self, args: dict[str, Any]) -> dict[str, Any]:
        """What an event says. Ids are looked up when somebody reads it; a game may put words in their place now."""
        return args

    # ---- what the engine provides ----------------------------------------------------------------------------------

    @cached_property
    def secret(self) -> Table[int, Any]:
        """What seats may know alone, by seat. Of an imagined world it may be undealt until somebody looks."""
        return self.undealt(self)

    def deal_when_looked_at(self, deal: Callable[[Self], None]) -> None:
        """Puts off the dealing of an imagined world's secrets: most are imagined to see what lies open. `deal` is given
        the game instead of holding it, which would have to wait for the collector of cycles."""
        known = self.secret

        def undealt(game: Self) -> Table[int, Any]:
            game.secret = known
            deal(game)
            return known

        self.undealt = undealt
        del self.secret

    def reads(self, reading: str) -> bool:
        """Whether this table reads a rule in this way, `rule=name`, and not as we rule; the next event will say so."""
        if reading not in self.readings or (TRACING and not acts_in(type(self).__module__, reading)):
            return False
        self.acted[reading] = None
        return True

    def tell(
        self,
        says: str,
        rule: str,
        /,
        only: tuple[int, ...] | None = None,
        reveals: bool = False,
        shows: tuple[Shown, ...] = (),
        **args: Any,
    ) -> None:
        """Adds a sentence to the story. Forks and simulations have no listener, so words cost nothing there. What
        happens to pieces is shown by itself; `shows` adds what a table cannot: who aims, what is drawn or scored."""
        if TRACING:
            cite(rule)
            check_template(says, args)
        if self.listener is not None:
            event = make_event(says, rule, self.worded(args), only, reveals, self.length, shows)
            self.listener.append(replace(event, readings=tuple(self.acted)) if self.acted else event)
            self.acted.clear()

    def is_heard(self) -> bool:
        """Whether what is told reaches anybody: a listener, or a test that notes citations."""
        return self.listener is not None or TRACING

    def finish(self, winners: tuple[int, ...], says: str, rule: str, scores: tuple[float, ...] = ()) -> None:
        """The match ends when the running scene returns."""
        if TRACING:
            cite(rule)
        self.result = Result(winners, says, rule, scores)
        self.tell(escape_template(says), rule)

    def open_rows(self) -> tuple[Any, ...]:
        """All that lies open, with its ids. Rows are frozen: where they are the very same ones nothing has changed, and
        then this is the very same tuple as the last time, also in copies."""
        if self.still is not None:
            return self.still
        tables = [self.__dict__[name] for name in self.tables]
        rows = tuple(chain.from_iterable([part for table in tables for part in (table, table.values())]))
        known: tuple[Any, ...] | None = self.shown.get("rows")
        if known is not None and len(known) == len(rows) and all(map(is_, known, rows)):
            return known
        self.shown["rows"] = rows
        return rows

    def snapshot(self) -> Self:
        """The state as it is now, to go back to: it is read and copied, never written. So its tables are plain dicts,
        which are made and copied in less time."""
        return self._copied(self._freeze_tables, dict.copy)

    def copy(self) -> Self:
        return self._copied(self._copy_tables, Table)

    def _copied(self, give_tables: Callable[[dict[str, Any]], None], hidden: Callable[[Any], Any]) -> Self:
        """Another one. `give_tables` gives it tables instead of ours; `hidden` makes that of the secrets."""
        copy = object.__new__(type(self))
        copy.__dict__ = its = self.__dict__.copy()
        its["acted"], its["listener"], its["length"], its["still"] = {}, None, 0, None
        if "sparse" in its:
            del its["sparse"], its["begun"]
        its["scenes"] = its["scenes"].copy()
        for name in self.passing:
            its[name] = None
        if "secret" in its:
            its["secret"] = hidden(its["secret"])
        else:
            its["undealt"] = lambda _: Table(self.secret)
        give_tables(its)
        return copy

    def _copy_tables(self, its: dict[str, Any]) -> None:
        kept = self.kept
        for name in self.tables:
            its[name] = kept(its[name])

    def _freeze_tables(self, its: dict[str, Any]) -> None:
        for name in self.tables:
            its[name] = dict.copy(its[name])

    def blanked(self, seat: int) -> Self:
        """A copy without what this seat may not know."""
        return self.copy()._without_secrets(seat)

    def imagined(self, seat: int) -> Self:
        """Of a snapshot: the same without what this seat may not know, to be dealt anew. Its tables are ours: nobody
        writes them."""
        return self._copied(lambda its: None, Table)._without_secrets(seat)

    def _without_secrets(self, seat: int) -> Self:
        for s in self.secret:
            if s != seat:
                dict.__setitem__(self.secret, s, self.Hidden())
        return self

    def looked_at(self, seat: int, rows: tuple[Any, ...]) -> Self:
        """What this seat may know, to be looked at before anybody writes again: its tables are ours. `rows`: those that
        lie open."""
        seen = object.__new__(type(self))
        seen.__dict__ = its = self.__dict__.copy()
        its["acted"], its["listener"], its["length"], its["still"] = {}, None, 0, rows
        for name in self.passing:
            its[name] = None
        its["secret"] = Table({s: row if s == seat else self.Hidden() for s, row in self.secret.items()})
        return seen

    def encode(self) -> dict[str, Any]:
        """Plain data, in a fixed order."""
        state: dict[str, Any] = {self.saved_as.get(n, n): getattr(self, n) for n in (*self.tables, "secret")}
        state["scenes"] = self.scenes
        state["result"] = self.result
        return msgspec.to_builtins(state, str_keys=True)  # type: ignore[no-any-return]  # a dict, because a dict went in

    def encoded(self) -> bytes:
        return msgspec.json.encode(self.encode())

    def fingerprint(self) -> str:
        return hashlib.sha256(self.encoded()).hexdigest()[:16]

    @classmethod
    def decode(cls, setup: Any, state: dict[str, Any]) -> Self:
        """The state from plain data; ValueError (with the path) when it does not fit."""
        seats = len(state["secret"]) - 1
        game = cls.__new__(cls)
        Game.__init__(game, setup, seats)
        for name, hint in cls._types.items():
            key, row = typing.get_args(hint)
            kept = Table if name == "secret" else cls.kept
            rows = state.get(cls.saved_as.get(name, name), {})
            setattr(game, name, kept(msgspec.convert(rows, dict[key, row], strict=False)))  # type: ignore[valid-type]
        kinds = scenes_of(cls)
        game.scenes = [msgspec.convert(s, kinds[s["type"]]) for s in state["scenes"]]
        game.result = msgspec.convert(state["result"], Result | None)
        return game
