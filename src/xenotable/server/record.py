"""The lines of a room's log, and the fold that makes a room out of them again.

A match is logged by what its record gained; taking something back is a line that cuts the record first. Tokens stand
here only as hashes, so a copy of the database opens no seat.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable
from typing import Any

import msgspec

from xenotable.engine.asks import UNSET
from xenotable.engine.events import Event
from xenotable.engine.formats import FORMAT
from xenotable.engine.game import Result
from xenotable.engine.match import Match
from xenotable.engine.running import Frame
from xenotable.engine.saving import Save, SavedFrame, saved_frame
from xenotable.engine.tape import Entry
from xenotable.server.bodies import Kind, Options
from xenotable.server.protocol import ChatLine, UndoAsked

REMEMBERED = 64  # lines of chat that a newcomer gets, and actions of a seat whose repeat is recognised


class SeatRow(msgspec.Struct, frozen=True, omit_defaults=True):
    kind: Kind
    name: str = ""
    level: str = ""
    key: str = ""  # the hash of its token


class Delta(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a match gained after the first `cut` entries and `told` events."""

    cut: int
    told: int
    tape: list[Entry]
    events: list[Event]
    frames: list[SavedFrame]
    now: int
    undone: int = 0
    standing: list[tuple[int, str, Any]] = []
    result: Result | None = None


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """Base of all lines."""


class Opened(Line, frozen=True, tag="opened"):
    game: str
    rules: int
    setup: Any
    options: Options
    seats: list[SeatRow]
    delta: Delta
    at: int  # seconds since 1970
    watch: bool = False  # an uploaded record: nobody plays on
    parent: str = ""  # the room of the campaign that this battle belongs to
    origin: str = ""  # where a match that did not begin here comes from, in a sentence


class Acted(Line, frozen=True, tag="acted"):
    """Something changed the match: an action of a seat (with its id), a machine, or the clock."""

    delta: Delta
    seat: int = -1
    do: str = ""


class Sat(Line, frozen=True, tag="sat"):
    seats: list[SeatRow]


class Chatted(Line, frozen=True, tag="chatted"):
    line: ChatLine


class Wished(Line, frozen=True, tag="wished"):
    """Somebody asks to take a decision back (up to entry `to`); None: that is settled."""

    asked: UndoAsked | None = None
    to: int = 0


class Followed(Line, frozen=True, tag="followed"):
    """The room of the rematch."""

    next: str


class Fought(Line, frozen=True, tag="fought"):
    """The room of the battle that an ask waits for."""

    ask: str
    battle: str


AnyLine = Opened | Acted | Sat | Chatted | Wished | Followed | Fought


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Ledger:
    """A room's log, folded up to now."""

    def __init__(self, lines: Iterable[AnyLine]) -> None:
        self.sequence = self.version = -1
        self.seats: list[SeatRow] = []
        self.chat: list[ChatLine] = []
        self.done: dict[tuple[int, str], int] = {}
        self.told: dict[int, int] = {}  # version -> number of events then; forgotten when something is taken back
        self.asked: UndoAsked | None = None
        self.to = 0
        self.next = ""
        self.battle = ("", "")  # the id of an ask, and the room where its battle is fought
        self.tape: list[Entry] = []
        self.events: list[Event] = []
        self.frames: list[SavedFrame] = []
        for line in lines:
            self._add(line)
            self.sequence += 1

    def _add(self, line: AnyLine) -> None:
        match line:
            case Opened():
                self.opened, self.seats = line, line.seats
                self._grow(line.delta)
            case Acted():
                self._grow(line.delta)
                if line.do:
                    self.done[line.seat, line.do] = self.version
                self.asked = None
            case Sat():
                self.seats = line.seats
            case Chatted():
                self.chat.append(line.line)
            case Wished():
                self.asked, self.to = line.asked, line.to
            case Followed():
                self.next = line.next
            case Fought():
                self.battle = line.ask, line.battle

    def _grow(self, delta: Delta) -> None:
        if delta.cut < len(self.tape):
            self.told = {}
        self.tape[delta.cut :] = delta.tape
        self.events[delta.told :] = delta.events
        self.frames = [f for f in self.frames if f.index <= delta.cut] + delta.frames
        self.last = delta
        self.version += 1
        self.told[self.version] = len(self.events)

    def save(self, frames: int | None = None) -> Save:
        """The match as a save; with only the last keyframes if that will do."""
        opened, last = self.opened, self.last
        return Save(
            format=FORMAT,
            game=opened.game,
            rules=opened.rules,
            setup=opened.setup,
            now=last.now,
            undone=last.undone,
            frames=self.frames if frames is None else self.frames[-frames:],
            tape=self.tape,
            events=self.events,
            standing=last.standing,
            result=last.result,
        )


class Mark(msgspec.Struct, frozen=True):
    """How far a match is logged."""

    tape: int
    events: int
    frame: int
    standing: int

    @classmethod
    def of(cls, match: Match[Any]) -> Mark:
        return cls(len(match.tape), len(match.events), match.frames[-1].index, hash(repr(standing_of(match))))


def standing_of(match: Match[Any]) -> list[tuple[int, str, Any]]:
    return [(seat, key, order) for (seat, key), order in match.standing.items() if order is not UNSET]


def grown(match: Match[Any], mark: Mark) -> Delta:
    """What the match gained since the mark."""
    fresh = [f for f in match.frames if f.index > mark.frame]
    return _delta(match, mark.tape, mark.events, fresh)


def regrown(match: Match[Any]) -> Delta:
    """After something was taken back: all since the last keyframe that was left."""
    frame = match.frames[-1]
    return _delta(match, frame.index, frame.told, [])


def whole(match: Match[Any]) -> Delta:
    return _delta(match, 0, 0, list(match.frames))


def opened(
    match: Match[Any],
    options: Options,
    seats: list[SeatRow],
    parent: str = "",
    watch: bool = False,
    origin: str = "",
) -> Opened:
    """The first line of a room."""
    title = match.title
    setup = msgspec.to_builtins(match.game.setup, str_keys=True)
    return Opened(title.id, match.rules, setup, options, seats, whole(match), int(time.time()), watch, parent, origin)


def _delta(match: Match[Any], cut: int, told: int, frames: list[Frame]) -> Delta:
    return Delta(
        cut,
        told,
        match.tape[cut:],
        match.events[told:],
        [saved_frame(f) for f in frames],
        match.now,
        match.undone,
        standing_of(match),
        match.game.result,
    )


def brief(match: Match[Any], frame: SavedFrame, now: int) -> bytes:
    """What a worker needs to stand where this match stands: its last keyframe and the tape, without the story."""
    return msgspec.json.encode(
        Save(
            format=FORMAT,
            game=match.title.id,
            rules=match.title.rules,
            setup=match.game.setup,
            now=now,
            undone=match.undone,
            frames=[msgspec.structs.replace(frame, told=0)],
            tape=match.tape,
            events=[],
        )
    )
