"""A live room: a match, those who sit at it and those who watch. One thing after the other: what changes the match is
worked out in memory, written to the log, and only then acknowledged and shown."""

from __future__ import annotations

import asyncio
import contextlib
import time
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from xenotable.engine import Match, load
from xenotable.engine.asks import NOBODY
from xenotable.engine.display import Board
from xenotable.engine.fair import Fair, Fairness
from xenotable.engine.readings import chosen_readings
from xenotable.engine.running import Frame
from xenotable.engine.saving import SavedFrame, saved_frame
from xenotable.engine.showing import Sight
from xenotable.engine.tape import SAID
from xenotable.engine.wire import Why
from xenotable.kernels import load_when_ready
from xenotable.server.game_registry import Unknown
from xenotable.server.limits import Bucket
from xenotable.server.log.codec import Codec
from xenotable.server.log.record import (
    REMEMBERED,
    Acted,
    AnyLine,
    Begun,
    Ledger,
    Mark,
    Seating,
    SeatRow,
    brief,
    delta_since,
    hash_token,
    regrown,
)
from xenotable.server.log.storage import Lost, Taken, Unwritten
from xenotable.server.messages.bodies import RoomWire, SeatWire
from xenotable.server.messages.protocol import SPECTATOR, Ack, ChatLine, RoomNews, State, ToClient, Trouble, Welcome
from xenotable.server.messages.screens import Screen, Surroundings, Terms, state, update
from xenotable.server.rooms import presence, sharing
from xenotable.server.rooms.clocks import Clock
from xenotable.server.workers.pool import Standing

if TYPE_CHECKING:
    from xenotable.server.rooms.machines import Machines
    from xenotable.server.rooms.table_server import TableServer

COMINGS = 20  # times that people came or went which are written down at once; then one every ten seconds
encode = msgspec.json.Encoder().encode


class Person(Protocol):
    """One open socket."""

    seats: set[int]  # none: a spectator
    name: str
    address: str  # on whose account machines think and questions are answered
    fair: bool  # whether their client makes shares of the dice

    def send(self, data: bytes) -> None: ...
    def close(self, says: str) -> None: ...


class Drawn(NamedTuple):
    """What all will be shown."""

    board: Board | None  # only if it has changed
    seats: dict[int, dict[str, Any] | Trouble]


class Room(Seating):
    def __init__(self, server: TableServer, id: str, ledger: Ledger, codec: Codec) -> None:
        self.server, self.id = server, id
        self.lock = asyncio.Lock()
        self.people: set[Person] = set()
        self.screens: dict[int, Screen] = {}
        self.touched = time.monotonic()
        self.loaded = server.time()
        self.comings = Bucket(0.1, COMINGS)
        self._frame: tuple[Frame, SavedFrame] | None = None
        self._drawn: Drawn | None = None
        self.machines: Machines = server.machines(self)
        self.clock = Clock(0)
        self._install(ledger, codec)

    def _install(self, ledger: Ledger, codec: Codec, back: int | None = None) -> None:
        self.codec = codec
        self.closed = ledger.closed
        self.opened, self.seats, self.chat = ledger.opened, ledger.seats, ledger.chat[-REMEMBERED:]
        self.sequence, self.version, self.told = ledger.sequence, ledger.version, ledger.told
        self.asked, self.to, self.next, self.battle = ledger.asked, ledger.to, ledger.next, ledger.battle
        self.done = {key: Ack(*key, version) for key, version in ledger.done.items()}
        self.round, self.counted, self.handed = ledger.round, ledger.counted, ledger.handed
        title = self.server.registry.title(ledger.opened.game)
        load_when_ready(title.kernels)
        self.match: Match[Any]
        saved = self.server.record(self.id, ledger, len(ledger.tape) if back is None else back)
        self.match, self.note = load(saved, title)
        self.mark = Mark.of_log(saved)
        self.board, self._drawn = Sight(self.match.game).board(), None
        self.clock.set(self.match.now)

    # ---- the log ---------------------------------------------------------------------------------------------------

    async def commit(self, line: AnyLine) -> None:
        """Writes a line of the log; Lost if that cannot be, and then the room stands as the log says."""
        try:
            data = self.codec.encode(line)
            await self.server.storage.append(self.id, self.sequence + 1, data)
        except Taken:
            await self.reload()
            raise Lost("Somebody else was quicker; look again.") from None
        except (TypeError, ValueError) as fault:  # a game that answers with what no log can hold
            await self.reload()
            raise Lost(f"This cannot be written down ({fault}), so it did not happen.") from None
        except Unwritten:
            self.server.forget(self, "This could not be written down. Please connect again.")
            raise Lost("This could not be written down, so it did not happen.") from None
        self.codec.written(data)
        self.sequence += 1

    async def commit_match(
        self, seat: int = NOBODY, do: str = "", back: int | None = None, always: bool = False, shown: bool = False
    ) -> None:
        """Logs what the match has gained, if it has (or `always`, for its time); `back`: what it has lost; `shown`: it
        is shown right afterwards."""
        if back is None and not always and not self.unlogged:
            return
        delta = delta_since(self.match, self.mark) if back is None else regrown(self.match)
        if back is not None:
            self.told = {}
        if shown:
            with contextlib.suppress(Exception):  # it is drawn once more by `show`, which says what is wrong with it
                self.draw(back)
        await self.commit_change(Acted(delta, seat, do))

    @property
    def unlogged(self) -> bool:
        """Whether the match has gained something that is not in the log."""
        return Mark.of(self.match) != self.mark

    async def commit_change(self, line: Acted | Begun) -> None:
        await self.commit(line)
        self.version += 1
        self.mark = Mark.of(self.match)
        self.told[self.version] = len(self.match.events)

    async def reload(self, back: int | None = None) -> None:
        """Back to what the log says, and everybody is shown it; `back`: an entry that somebody would go back to."""
        try:
            self._install(*await self.server.log(self.id), back)
        except Unknown as deleted:
            self.server.forget(self, str(deleted))
            raise Lost(str(deleted)) from None
        await self._log_resumption()
        self.machines.look()
        sight = Sight(self.match.game)
        self.screens = {seat: Screen(self.match, seat, sight) for p in self.people for seat in seats_of(p)}
        for person in self.people:
            person.send(encode(self._welcome(person, sight)))

    async def _log_resumption(self) -> None:
        """Changed rules may not follow the old record to its end, or lead beyond it; then the log is cut at the last
        keyframe, and goes on as the match does."""
        if self.unlogged:
            note, self.note = self.note, ""
            await self.commit_match(back=len(self.match.tape))
            if note:
                self.tell(Trouble(note, "rules"))

    async def ready(self) -> None:
        """After the first loading. If somebody wrote meanwhile, the room has been loaded anew."""
        with contextlib.suppress(Lost):
            await self._log_resumption()

    def standing(self) -> Standing:
        """Where the match stands, for workers, with the time as it is now: a machine that waits for a moment which is
        no deadline would wait for ever."""
        match, due = self.match, self.match.due()
        now = self.clock.now() if due is None else min(self.clock.now(), due - 1)
        frame, tape, length = match.frames[-1], match.tape, len(match.tape)

        def whole() -> bytes:
            """The keyframe in it is made once, however often it is wanted."""
            if self._frame is None or self._frame[0] is not frame:
                self._frame = frame, saved_frame(frame)
            return brief(match, self._frame[1], tape[:length], now)

        return Standing(self.id, tape, length, max(now, match.now), whole)

    def brief(self) -> bytes:
        """The match as a worker gets it that knows nothing of it."""
        return self.standing().brief()

    # ---- people ----------------------------------------------------------------------------------------------------

    def sits(self, token: str) -> int | None:
        key = hash_token(token)
        return next((i for i, s in enumerate(self.seats) if s.key == key), None)

    async def enter(self, person: Person, version: int) -> None:
        async with self.lock:
            self.people.add(person)
            self.touched = time.monotonic()
            self.mind_the_clock()
            sight = Sight(self.match.game)
            for seat in seats_of(person):
                self.screens.setdefault(seat, Screen(self.match, seat, sight))
            self.machines.look()
            told = self.told.get(version, 0) if version else 0
            person.send(encode(self._welcome(person, sight, told)))
            self.tell_room(but=person)
            with contextlib.suppress(Lost):
                await presence.note_arrival(self, person)  # nobody waits for the disk to see the table
                await sharing.look_after(self)
            self.server.look_after(self)

    def _welcome(self, person: Person, sight: Sight, told: int = 0) -> Welcome:
        states = [self.state(seat, sight, told) for seat in sorted(seats_of(person))]
        return Welcome(self.wire(), self.board, states, [c for c in self.chat if self.hears(person, c)], self.asked)

    def exit(self, person: Person) -> None:
        self.people.discard(person)
        self.touched = time.monotonic()
        held = {s for p in self.people for s in seats_of(p)}
        self.screens = {seat: screen for seat, screen in self.screens.items() if seat in held}
        self.mind_the_clock()
        if not self.people:
            self.machines.rest()
        if gone := [seat for seat in sorted(person.seats) if not self.online(seat)]:
            self.server.parted(self, gone)  # and the others are told when it is known since when
        else:
            self.tell_room()

    def mind_the_clock(self) -> None:
        """Time passes while a player is there; where only machines play, while somebody watches."""
        if self.attended:
            self.clock.start()
        else:
            self.clock.stop()

    @property
    def attended(self) -> bool:
        return any(p.seats for p in self.people) or bool(self.people and not self.humans)

    @property
    def deserted(self) -> bool:
        """Whether nobody is here, and nothing is being done."""
        return not self.people and not self.lock.locked() and not self.machines.busy

    def away(self, seat: int) -> bool:
        """Whether the person of this seat is not there while others are."""
        return self.seats[seat].kind != "machine" and self.attended and not self.online(seat)

    @property
    def humans(self) -> list[int]:
        return [i for i, s in enumerate(self.seats) if s.kind == "human"]

    def online(self, seat: int) -> bool:
        return any(seat in p.seats for p in self.people)

    def present(self, seat: int) -> bool:
        """Whether the person of this seat is here, at the battle of this campaign, or at another process that lives."""
        fights = self.fought is not None and self.fought.online(seat)
        return self.online(seat) or fights or self.server.lives(self.seats[seat].here)

    @property
    def fought(self) -> Room | None:
        """The battle of this campaign, if it is in memory."""
        return self.server.rooms.get(self.battle[1])

    def rollers(self) -> dict[int, int]:
        """Who types in the dice of those who have no hands."""
        if self.opened.options.dice != "typed" or not self.humans:
            return {}
        first = next((s for s in self.humans if self.online(s)), self.humans[0])
        return {NOBODY: first} | {i: first for i, s in enumerate(self.seats) if s.kind != "human"}

    def owns(self, held: set[int]) -> bool:
        """Whether no seat was, is or can become another person's: nothing then needs to be kept from whoever holds
        these, nor asked of others."""
        people = {seat for seat, row in enumerate(self.seats) if row.key or row.kind == "open"}
        return bool(held) and held >= people and not self.handed

    def brings(self, seat: int) -> bool:
        """Whether somebody is there who makes a share of the dice for this seat."""
        return any(seat in p.seats and p.fair for p in self.people)

    def fairness(self) -> Fairness:
        dice = self.match.dice
        return dice.fairness() if isinstance(dice, Fair) else Fairness()

    @property
    def opening(self) -> bool:
        """Whether the table is still set up, and a machine was asked to do that for everybody."""
        if not self.opened.options.ready:
            return False
        said = (entry.key for entry in reversed(self.match.tape) if entry.kind in SAID)
        keys = chain((ask.key for ask in self.match.open), said)  # the latest first: later on they say it at once
        return all(key.partition(":")[0] in self.match.title.opening for key in keys)

    # ---- what is said ----------------------------------------------------------------------------------------------

    def terms(self) -> Terms:
        policy = "strict" if self.opened.watch else self.opened.options.undo
        return Terms(policy, self.humans, self.rollers(), self.opening)

    def around(self, board: Board | None = None) -> Surroundings:
        machines = self.machines
        return Surroundings(
            self.version,
            max(self.match.now, self.clock.now()),
            machines.limits(),
            machines.thinking(),
            self.clock.running,
            board,
            {seat: row.muted for seat, row in enumerate(self.seats)},
        )

    def state(self, seat: int, sight: Sight, told: int = 0) -> State:
        return state(self.match, seat, sight, self.terms(), self.around(), told)

    def draw(self, back: int | None = None) -> None:
        """Works out what every seat will be shown. That is done before the log is written: afterwards the processor
        has forgotten all about this match, and would take twice as long. Nobody is told of it before `show`."""
        sight, terms, before = Sight(self.match.game), self.terms(), self.board
        self.board = sight.board()
        new = self.board if self.board is not before and self.board != before else None
        self._drawn = Drawn(new, {s: self._draw(screen, sight, terms, back) for s, screen in self.screens.items()})

    def _draw(self, screen: Screen, sight: Sight, terms: Terms, back: int | None) -> dict[str, Any] | Trouble:
        try:
            return screen.draw(self.match, sight, terms, back)
        except Exception as fault:  # a fault in how a game shows itself must not take the room down
            return Trouble(f"The table cannot be shown ({type(fault).__name__}: {fault}).", "fault")

    def show(self, back: int | None = None) -> None:
        """Tells every seat what has changed for it."""
        self.touched = time.monotonic()
        self.machines.look()
        self.server.look_after(self)
        if self._drawn is None:
            self.draw(back)
        assert self._drawn is not None
        drawn, self._drawn = self._drawn, None
        around = self.around(drawn.board)
        for seat, parts in drawn.seats.items():
            self.send(seat, parts if isinstance(parts, Trouble) else update(parts, around))
        if self.match.over:
            self.tell_room()  # the secret of the dice is shown

    def hears(self, person: Person, line: ChatLine) -> bool:
        """Whether nobody at this screen has muted who says this."""
        return not any(line.seat in self.seats[seat].muted for seat in person.seats)

    def send(self, seat: int, said: ToClient) -> None:
        data = encode(said)
        for person in self.people:
            if seat in seats_of(person):
                person.send(data)

    def tell(self, said: ToClient, but: Person | None = None) -> None:
        data = encode(said)
        for person in self.people:
            if person is not but:
                person.send(data)

    def tell_room(self, but: Person | None = None) -> None:
        self.tell(RoomNews(self.wire()), but)

    def wire(self) -> RoomWire:
        game, title = self.match.game, self.match.title
        seats = [
            SeatWire(
                i,
                game.seat_name(i),
                s.kind,
                s.name,
                s.level,
                s.kind == "machine" or self.present(i),
                title.seat_colour(game, i),
                presence.seconds_kept(self, i),
            )
            for i, s in enumerate(self.seats)
        ]
        return RoomWire(
            self.id,
            title.id,
            title.title,
            seats,
            msgspec.structs.replace(self.opened.options, grace=presence.grace(self.opened.options)),
            title.rules,
            sum(not p.seats for p in self.people),
            self.match.over or self.opened.watch or bool(self.closed),
            self.next,
            self.battle[1] if self.battle[0] in map(self.match.id, self.match.open) else "",
            self.opened.parent,
            title.together,
            self.notes(),
            self.closed,
            sharing.wire(self),
            chosen_readings(title, game.setup),
            list(title.unseated(game)),
        )

    def notes(self) -> list[str]:
        """What everybody at the table should know about the match before they play."""
        began, now = self.opened.rules, self.match.title.rules
        older = f"It began by version {began} of the rules and goes on by version {now}." if began != now else ""
        return [note for note in (self.opened.origin, older) if note]

    def named(self, seat: int) -> str:
        row = self.seats[seat] if 0 <= seat < len(self.seats) else SeatRow("open")
        return row.name or (self.match.game.seat_name(seat) if seat >= 0 else "A spectator")

    def remember(self, line: ChatLine) -> None:
        self.chat = [*self.chat, line][-REMEMBERED:]

    def known(self, seat: int, do: str) -> Ack | None:
        return self.done.get((seat, do))

    def acknowledged(self, seat: int, do: str, refusals: list[Why]) -> Ack:
        """Remembers the answer, so that a repeat gets the same."""
        ack = Ack(seat, do, self.version, refusals)
        if do:
            self.done[seat, do] = ack
            if len(self.done) > REMEMBERED * max(1, len(self.seats)):
                del self.done[next(iter(self.done))]
        return ack


def seats_of(person: Person) -> set[int]:
    return person.seats or {SPECTATOR}
