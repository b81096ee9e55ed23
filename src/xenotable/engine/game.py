"""The state of a match of some game, and what every game offers beside its rules."""

from __future__ import annotations

import hashlib
import typing
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self, TypeVar, get_origin

import msgspec

from xenotable.engine.asks import NOBODY, Random
from xenotable.engine.citing import TRACING, cite
from xenotable.engine.display import Board, Calculator, Forecast, Panel, Sighting, Token
from xenotable.engine.events import Event
from xenotable.engine.refusals import Refusal
from xenotable.engine.rows import Row, Table
from xenotable.engine.scenes import Scene, scenes_of
from xenotable.faults import Fault

S = TypeVar("S", bound=Row)


class Result(Row, frozen=True):
    """How a match ended: the winning seats (none: a draw), why, and the score of each seat."""

    winners: tuple[int, ...]
    says: str
    rule: str
    scores: tuple[float, ...] = ()


class Offer(msgspec.Struct, frozen=True):
    """A ready battle: what a start page shows, and the set-up behind it."""

    id: str
    title: str
    about: str
    setup: Any
    origin: str = ""  # of its scenario: source, restored or ours


class Game:
    """State = scenes + tables + secrets + result. Every annotation `name: Table[...]` of a subclass is a table; rows in
    tables are open to all. What one seat alone may know stands in `secret[seat]`, what nobody knows in
    `secret[NOBODY]`.
    `setup` is frozen, JSON-able and shared; everything else that never changes is worked out from it in `prepare`."""

    id: ClassVar[str] = ""
    title: ClassVar[str] = ""
    about: ClassVar[str] = ""
    rules: ClassVar[int] = 1  # raised whenever a golden game changes
    together: ClassVar[bool] = False  # all seats are on one side: who shares a screen hides nothing from himself
    Setup: ClassVar[type[Row]]
    Hidden: ClassVar[type[Row]] = Row  # the row of a secret; its defaults say "nothing known"
    tables: ClassVar[tuple[str, ...]] = ()
    kept: ClassVar[type[Table[Any, Any]]] = Table  # what the tables are made of

    setup: Any
    seats: int
    scenes: list[Scene]
    secret: Table[int, Any]
    result: Result | None
    listener: list[Event] | None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        hints = typing.get_type_hints(cls)
        cls.tables = tuple(n for n, h in hints.items() if get_origin(h) is Table and n != "secret")
        cls._types = {n: h for n, h in hints.items() if get_origin(h) is Table}

    _types: ClassVar[dict[str, Any]] = {}

    def __init__(self, setup: Any, seats: int = 2) -> None:
        self.setup, self.seats = setup, seats
        self.scenes = []
        self.result = None
        self.listener = None
        self.length = 0  # of the tape, stamped on events
        for name in self.tables:
            setattr(self, name, self.kept())
        self.secret = Table({s: self.Hidden() for s in range(NOBODY, seats)})
        self.prepare()

    # ---- what a game provides --------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Works out what never changes (maps, profiles) from the set-up; keep it as attributes named in `shared`."""

    shared: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def new(cls, setup: Any) -> Self:
        """The state before the first decision."""
        raise NotImplementedError

    @classmethod
    def offers(cls) -> Sequence[Offer]:
        """Ready battles, the best one for a newcomer first."""
        raise NotImplementedError

    @classmethod
    def random_setup(cls, rnd: Random) -> Any:
        """Any legal set-up, for simulation and soak."""
        offers = cls.offers()
        return offers[int(rnd() * len(offers))].setup

    @classmethod
    def warm(cls) -> None:
        """Loads what takes its time and pays off in many matches; nothing is different afterwards but the speed."""

    @classmethod
    def lists(cls) -> Sequence[str]:
        """Ready-made armies by their ids, for games that have some; with `pairing` they can be balanced."""
        return ()

    @classmethod
    def pairing(cls, first: str, second: str, rnd: Random) -> Any:
        """A set-up in which the first list (seat 0) meets the second, in any scenario that suits both; or None."""
        return None

    @classmethod
    def calculators(cls) -> Sequence[Calculator]:
        """Odds that can be asked for without a match."""
        return ()

    @classmethod
    def calculate(cls, id: str, values: Mapping[str, Mapping[str, int | str]]) -> Sequence[Forecast]:
        """The answer of a calculator to values by group and field; a Fault in a sentence when they do not fit."""
        raise Fault(f"{cls.title} has nothing to calculate.")

    @classmethod
    def setup_refusals(cls, setup: Any) -> Iterator[Refusal]:
        """Everything that is wrong with a set-up."""
        yield from ()

    def redeal(self, seat: int, rnd: Random) -> None:
        """Fills the secrets that this seat does not know (they were blanked) with something possible."""

    def name(self, id: str) -> str:
        """What an id is called."""
        return id

    def seat_name(self, seat: int) -> str:
        return f"Player {seat + 1}"

    def seat_colour(self, seat: int) -> str:
        """green, purple, cyan or white where the rules give a seat its colour; "": any."""
        return ""

    def board(self) -> Board:
        return Board(0, 0)

    def tokens(self, seat: int) -> Sequence[Token]:
        return ()

    def panels(self, seat: int) -> Sequence[Panel]:
        return ()

    def sight(self, viewer: str, target: str) -> Sighting | None:
        """What a piece sees of another, for the tool that shows lines of sight; None: nothing to say."""
        return None

    def broken(self) -> Iterator[str]:
        """Invariants that do not hold, as sentences; used by soak tests."""
        yield from ()

    def concede_refusals(self, seat: int) -> Iterator[Refusal]:
        """Why this seat may not give up now; most books allow it at any moment."""
        yield from ()

    def conceded(self, seat: int) -> Result:
        others = tuple(s for s in range(self.seats) if s != seat)
        return Result(others, f"{self.seat_name(seat)} concedes.", "engine.concede")

    # ---- people who come, go and click too late ---------------------------------------------------------------------

    @classmethod
    def peopled(cls, setup: Any, people: Sequence[tuple[int, ...]]) -> Any:
        """The set-up as these people play it over a network; each of them holds these seats, machines the others."""
        return setup

    def parting(self, seat: int, alone: bool) -> Sequence[tuple[int, str, Any]]:
        """What is answered (seat, key, value) by itself when the last screen of a person is closed; `alone`: nobody
        else is left, and the clock stands."""
        return ()

    def stands_in(self, seat: int) -> bool:
        """Whether a machine decides for a person who is away; otherwise everybody waits."""
        return False

    def may_undo(self, key: str) -> bool:
        """Whether an answer to an ask with this key can be taken back now, be it with everybody's consent."""
        return True

    def too_late(self, seat: int, key: str, said: object) -> Iterator[Refusal]:
        """Why an answer to an ask that is closed came too late, where the rules have a word for it."""
        yield from ()

    # ---- what the engine provides ----------------------------------------------------------------------------------

    def tell(
        self, says: str, rule: str, /, only: tuple[int, ...] | None = None, reveals: bool = False, **args: Any
    ) -> None:
        """Adds a sentence to the story. Forks and simulations have no listener, so words cost nothing there."""
        if TRACING:
            cite(rule)
        if self.listener is not None:
            self.listener.append(Event(says, rule, args, only, reveals, self.length))

    def finish(self, winners: tuple[int, ...], says: str, rule: str, scores: tuple[float, ...] = ()) -> None:
        """The match ends when the running scene returns."""
        if TRACING:
            cite(rule)
        self.result = Result(winners, says, rule, scores)
        self.tell(says.replace("{", "{{").replace("}", "}}"), rule)

    def snapshot(self) -> Self:
        """The state as it is now, to go back to: it is read and copied, never written."""
        return self.copy()

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        mine, its = self.__dict__, twin.__dict__
        its["setup"], its["seats"], its["result"] = mine["setup"], mine["seats"], mine["result"]
        its["listener"], its["length"] = None, 0
        its["scenes"] = mine["scenes"].copy()
        its["secret"] = Table(mine["secret"])
        kept = self.kept
        for name in self.tables:
            its[name] = kept(mine[name])
        for name in self.shared:
            its[name] = mine[name]
        return twin

    def blanked(self, seat: int) -> Self:
        """A copy without what this seat may not know."""
        twin = self.copy()
        for s in twin.secret:
            if s != seat:
                dict.__setitem__(twin.secret, s, self.Hidden())
        return twin

    def encode(self) -> dict[str, Any]:
        """Plain data, in a fixed order."""
        state: dict[str, Any] = {n: getattr(self, n) for n in (*self.tables, "secret")}
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
            row = cls.Hidden if name == "secret" else row
            kept = Table if name == "secret" else cls.kept
            setattr(game, name, kept(msgspec.convert(state.get(name, {}), dict[key, row], strict=False)))  # type: ignore[valid-type]
        kinds = scenes_of(cls.__module__)
        game.scenes = [msgspec.convert(s, kinds[s["type"]]) for s in state["scenes"]]
        game.result = msgspec.convert(state["result"], Result | None)
        return game
