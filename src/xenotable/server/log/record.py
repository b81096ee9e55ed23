"""The lines of a room's log, and the fold that makes a room out of them again.

A match is logged by what its record gained; taking something back is a line that cuts the record first. Tokens stand
here only as hashes, so a copy of the database opens no seat.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from xenotable.engine.asks import UNSET
from xenotable.engine.dice import DiceState
from xenotable.engine.events import Event
from xenotable.engine.fair import Epoch, Fair, Fairness, Taken, cut
from xenotable.engine.formats import FORMAT
from xenotable.engine.game import Result
from xenotable.engine.match import Match
from xenotable.engine.running import Frame
from xenotable.engine.saving import Save, SavedFrame, saved_frame
from xenotable.engine.tape import Entry
from xenotable.server.messages.bodies import Kind, Options
from xenotable.server.messages.protocol import ChatLine, UndoAsked

REMEMBERED = 64  # lines of chat that a newcomer gets, and actions of a seat whose repeat is recognised


class SeatRow(msgspec.Struct, frozen=True, omit_defaults=True):
    kind: Kind
    name: str = ""
    level: str = ""
    key: str = ""  # the hash of its token
    here: str = ""  # the process where its player is
    away: int = 0  # seconds since 1970: when its player was last here
    muted: list[int] = []  # seats whose chat its player does not want to hear; SPECTATOR: all who watch


class LoggedFrame(msgspec.Struct, frozen=True):
    """A keyframe whose state stays JSON: most are never looked at again, and they are most of a record."""

    index: int
    now: int
    told: int
    dice: DiceState
    fingerprint: str
    state: msgspec.Raw
    serial: int | None = None

    @classmethod
    def of(cls, frame: SavedFrame) -> LoggedFrame:
        state = msgspec.Raw(msgspec.json.encode(frame.state))
        return cls(frame.index, frame.now, frame.told, frame.dice, frame.fingerprint, state, frame.serial)

    def read(self) -> SavedFrame:
        state = msgspec.json.decode(self.state)
        return SavedFrame(self.index, self.now, self.told, self.dice, self.fingerprint, state, self.serial)


class Delta(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a match gained after the first `cut` entries and `told` events."""

    cut: int
    told: int
    tape: list[Entry]
    events: list[Event]
    frames: list[LoggedFrame]
    now: int
    undone: int = 0
    standing: list[tuple[int, str, Any]] = []  # all of them, unless they are `kept`
    result: Result | None = None
    kept: bool = False  # the standing orders of the line before stand: they may be long, and lines are many
    taken: list[Taken] | None = None  # dice that were seen and then taken back; None: as before


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """Base of all lines."""


class Pledge(msgspec.Struct, frozen=True):
    """The server's secret for an epoch of dice: its hash, and itself under the seal of the server."""

    commitment: str
    sealed: str


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
    fair: Fairness | None = None  # None: a room from before there were fair dice
    pledge: Pledge | None = None


class Acted(Line, frozen=True, tag="acted"):
    """Something changed the match: an action of a seat (with its id), a machine, or the clock."""

    delta: Delta
    seat: int = -1
    do: str = ""


class Sat(Line, frozen=True, tag="sat"):
    seats: list[SeatRow]


class Pledged(Line, frozen=True, tag="pledged"):
    """The server commits to the secret of the next epoch; until it begins there are no dice."""

    pledge: Pledge
    attempt: int = 1


class Committed(Line, frozen=True, tag="committed"):
    """The hash of a seat's share; none: its client makes no shares."""

    seat: int
    hash: str = ""


class Shown(Line, frozen=True, tag="shown"):
    seat: int
    value: str


class Begun(Line, frozen=True, tag="begun"):
    """An epoch begins; `counted`: the seats of those who were there."""

    epoch: Epoch
    counted: list[int]
    delta: Delta | None = None  # what the match gained that had waited for it


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


class Closed(Line, frozen=True, tag="closed"):
    """The administrator has closed the table: it can be looked at, and nothing else."""

    says: str


Dealing = Pledged | Committed | Shown | Begun
AnyLine = Opened | Acted | Sat | Dealing | Chatted | Wished | Followed | Fought | Closed


def new_secret() -> str:
    """What holds a seat or a list: letters and digits alone, because it may have to be typed after a command, where a
    hyphen in front would begin an option."""
    return secrets.token_hex(24)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Round(msgspec.Struct, frozen=True):
    """An epoch that has not begun yet: hashes and shares as they come in, by seat. No hash: without a share."""

    pledge: Pledge
    attempt: int = 1
    hashes: dict[int, str] = {}
    shares: dict[int, str] = {}
    void: bool = False  # somebody who had committed is gone: all begin anew


class Seating:
    """Who sits where, and who had a hand in the dice."""

    seats: list[SeatRow]
    round: Round | None  # an epoch that has not begun
    counted: set[int]  # seats whose people had their hand in the current epoch
    handed: bool  # whether a seat went from one person to another, or to somebody who joined

    def sit(self, seats: list[SeatRow]) -> None:
        changed = {seat for seat, (old, new) in enumerate(zip(self.seats, seats, strict=True)) if old.key != new.key}
        gone = changed | {seat for seat, row in enumerate(seats) if row.kind != "human"}
        if self.round is not None and gone & self.round.hashes.keys():
            self.round = replace(self.round, void=True)
        self.handed |= bool(changed)
        self.counted -= changed
        self.seats = seats

    def take_note(self, line: Committed | Shown) -> None:
        if self.round is not None and isinstance(line, Committed):
            self.round = replace(self.round, hashes=self.round.hashes | {line.seat: line.hash})
        elif self.round is not None and isinstance(line, Shown):
            self.round = replace(self.round, shares=self.round.shares | {line.seat: line.value})


class Ledger(Seating):
    """A room's log, folded up to now."""

    def __init__(self, lines: Iterable[AnyLine]) -> None:
        self.sequence = self.version = -1
        self.seats = []
        self.chat: list[ChatLine] = []
        self.done: dict[tuple[int, str], int] = {}
        self.told: dict[int, int] = {}  # version -> number of events then; forgotten when something is taken back
        self.asked: UndoAsked | None = None
        self.to = 0
        self.next = ""
        self.closed = ""  # why nobody plays on
        self.battle = ("", "")  # the id of an ask, and the room where its battle is fought
        self.tape: list[Entry] = []
        self.events: list[Event] = []
        self.frames: list[LoggedFrame] = []
        self.standing: list[tuple[int, str, Any]] = []
        self.fair = Fairness()
        self.round, self.counted, self.handed = None, set(), False
        self.sealed: dict[str, str] = {}  # commitment -> the secret under seal
        for line in lines:
            self._add(line)
            self.sequence += 1

    def _add(self, line: AnyLine) -> None:
        match line:
            case Opened():
                self.opened, self.seats = line, line.seats
                self.fair = line.fair or Fairness()
                self._grow(line.delta)
                if line.pledge is not None:
                    self._pledge(line.pledge, 1)
            case Acted():
                self._grow(line.delta)
                if line.do:
                    self.done[line.seat, line.do] = self.version
                self.asked = None
            case Sat():
                self.sit(line.seats)
            case Pledged():
                self._pledge(line.pledge, line.attempt)
            case Committed() | Shown():
                self.take_note(line)
            case Begun():
                self.round, self.counted = None, set(line.counted)
                self.fair = replace(self.fair, epochs=[*self.fair.epochs, line.epoch], waiting=False)
                if line.delta is not None:
                    self._grow(line.delta)
            case Chatted():
                self.chat.append(line.line)
            case Wished():
                self.asked, self.to = line.asked, line.to
            case Followed():
                self.next = line.next
            case Fought():
                self.battle = line.ask, line.battle
            case Closed():
                self.closed = line.says

    def _pledge(self, pledge: Pledge, attempt: int) -> None:
        self.round = Round(pledge, attempt)
        self.sealed[pledge.commitment] = pledge.sealed
        self.fair = replace(self.fair, waiting=True, epochs=self.fair.epochs or self._before())

    def _before(self) -> list[Epoch]:
        """Dice from before there were fair ones."""
        return [Epoch()] if self.opened.fair is None else []

    def _grow(self, delta: Delta) -> None:
        if delta.cut < len(self.tape):
            self.told = {}
        self.tape[delta.cut :] = delta.tape
        self.events[delta.told :] = delta.events
        self.frames = [f for f in self.frames if f.index <= delta.cut] + delta.frames
        self.standing = self.standing if delta.kept else delta.standing
        self.last = delta
        if delta.taken is not None:
            self.fair = replace(self.fair, taken=delta.taken)
        if any(epoch.start > len(self.tape) for epoch in self.fair.epochs):
            self.fair = replace(self.fair, epochs=list(cut(self.fair.epochs, len(self.tape))))
        self.version += 1
        self.told[self.version] = len(self.events)

    def save(self, back: int) -> Save:
        """The match as a save, with the keyframes that are needed to go back to entry `back`."""
        first = max((frame.index for frame in self.frames if frame.index <= back), default=0)
        return self._saved([frame.read() for frame in self.frames if frame.index >= first])

    def record(self) -> Save:
        """The whole match; for writing only, since its states are JSON."""
        return self._saved(self.frames)

    def _saved(self, frames: list[Any]) -> Save:
        opened, last = self.opened, self.last
        return Save(
            format=FORMAT,
            game=opened.game,
            rules=opened.rules,
            setup=opened.setup,
            now=last.now,
            undone=last.undone,
            frames=frames,
            tape=self.tape,
            events=self.events,
            standing=self.standing,
            result=last.result,
            fair=self.fair if self.is_fair else UNSET,
        )

    @property
    def is_fair(self) -> bool:
        """Old rooms are not before somebody sits down in them."""
        return self.opened.fair is not None or bool(self.sealed)


class Mark(msgspec.Struct, frozen=True):
    """How far a match is logged."""

    tape: int
    events: int
    frame: int
    standing: int

    @classmethod
    def of(cls, match: Match[Any]) -> Mark:
        return cls(len(match.tape), len(match.events), match.frames[-1].index, hash(repr(standing_of(match))))

    @classmethod
    def of_log(cls, saved: Save) -> Mark:
        """By changed rules a match that is loaded may not stand where its log ends."""
        return cls(len(saved.tape), len(saved.events), saved.frames[-1].index, hash(repr(saved.standing)))


def standing_of(match: Match[Any]) -> list[tuple[int, str, Any]]:
    return [(seat, key, order) for (seat, key), order in match.standing.items() if order is not UNSET]


def delta_since(match: Match[Any], mark: Mark) -> Delta:
    """What the match gained since the mark."""
    fresh = [f for f in match.frames if f.index > mark.frame]
    delta = _delta(match, mark.tape, mark.events, fresh)
    same = bool(delta.standing) and Mark.of(match).standing == mark.standing
    return msgspec.structs.replace(delta, standing=[], kept=True) if same else delta


def regrown(match: Match[Any]) -> Delta:
    """After something was taken back: all since the last keyframe that was left."""
    frame = match.frames[-1]
    taken = match.dice.fairness().taken if isinstance(match.dice, Fair) else None
    return replace(_delta(match, frame.index, frame.told, []), taken=taken)


def whole(match: Match[Any]) -> Delta:
    return _delta(match, 0, 0, list(match.frames))


def opening_line(
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
    fair = match.dice.fairness() if isinstance(match.dice, Fair) else None
    now = int(time.time())
    return Opened(title.id, match.rules, setup, options, seats, whole(match), now, watch, parent, origin, fair)


def _delta(match: Match[Any], cut: int, told: int, frames: list[Frame]) -> Delta:
    return Delta(
        cut,
        told,
        match.tape[cut:],
        match.events[told:],
        [LoggedFrame.of(saved_frame(f)) for f in frames],
        match.now,
        match.undone,
        standing_of(match),
        match.game.result,
    )


def brief(match: Match[Any], frame: SavedFrame, tape: list[Entry], now: int) -> bytes:
    """What a worker needs to stand where this match stands: its last keyframe and the tape, without the story and
    without anything that foretells a die."""
    return msgspec.json.encode(
        Save(
            format=FORMAT,
            game=match.title.id,
            rules=match.title.rules,
            setup=match.game.setup,
            now=now,
            undone=match.undone,
            frames=[replace(frame, told=0, dice=DiceState("fair"))],
            tape=tape,
            events=[],
            fair=Fairness([Epoch()], typed=match.dice.typed),
        )
    )
