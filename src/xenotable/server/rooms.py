"""The house: all rooms of this process. Idle ones leave memory and come back from the log."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from xenotable.engine import Dice, Match, Seeded, TypedIn, load
from xenotable.engine.saving import Save, SaveFault, read
from xenotable.faults import Fault, nearest
from xenotable.players import LEVELS
from xenotable.server import battles, presence
from xenotable.server.bodies import NewRoom, Options, RoomWire, Seated, SeatPlan, Upload
from xenotable.server.codec import Codec, Damaged
from xenotable.server.limits import one_line
from xenotable.server.machines import Machines
from xenotable.server.record import Followed, Ledger, Opened, SeatRow, hashed, opened
from xenotable.server.room import Room
from xenotable.server.sealing import default_key_file, seal_from
from xenotable.server.shelf import Shelf, Unknown
from xenotable.server.storage import Storage
from xenotable.server.tasks import Admit
from xenotable.server.workers import Pool, Stuck, cores

ROOM = re.compile(r"[A-Za-z0-9_-]{1,32}")  # the id of a room: what `token_urlsafe` gives


class Settings(msgspec.Struct, frozen=True):
    """How a server runs; the command line sets these."""

    database: str
    files: tuple[str, ...] = ()  # games from files, beside those of the package
    key_file: str = ""  # seals what the database must not tell; "": in the folder of this system for settings
    think: float = 2.0  # seconds for a decision of a machine
    answer: float = 5.0  # seconds for a question
    idle: float = 600.0  # seconds after which a room that nobody is in leaves memory
    rate: float = 30.0  # messages a second from one socket, and requests from one address
    hosts: tuple[str, ...] = ()  # names under which the server may be called; none: any


class Denied(Fault):
    """It is there, but not for you."""


class House:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.shelf = Shelf(settings.files)
        self.seal = seal_from(Path(settings.key_file) if settings.key_file else default_key_file())
        self.storage = Storage(settings.database)
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._chores: set[asyncio.Task[Any]] = set()
        self._closing = False

    async def start(self) -> None:
        self.thinkers = Pool(max(1, cores() - 1), self.settings.files)
        self.helpers = Pool(1, self.settings.files)
        self.storage.listen(self._heard)
        self._chore(self._sweep())
        self.shelf.all()  # games take a moment to load: now, not when somebody waits; and not in two threads at once

    async def stop(self) -> None:
        """Ends everything that `start` began, be it but half of it."""
        self._closing = True
        for task in list(self._chores):
            task.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        for room in list(self.rooms.values()):
            await room.machines.close()
        await self.thinkers.close()
        await self.helpers.close()
        await asyncio.to_thread(self.storage.close)

    def machines(self, room: Room) -> Machines:
        return Machines(room)

    def _chore(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    # ---- rooms in memory -------------------------------------------------------------------------------------------

    async def room(self, id: str) -> Room:
        if id in self.rooms:
            room = self.rooms[id]
            room.touched = time.monotonic()  # it must not leave memory while somebody is about to come in
            return room
        if id not in self._loading:  # two who come at once get the same room
            task = self._loading[id] = asyncio.get_running_loop().create_task(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def log(self, id: str) -> tuple[Ledger, Codec]:
        """The log of a room, folded up to now, and what writes its next line."""
        lines = await self.storage.lines(id) if ROOM.fullmatch(id) else []
        if not lines:
            raise Unknown("There is no such room; perhaps the link is not complete.")
        codec = Codec(self.seal, id)
        return Ledger(codec.decode(sequence, line) for sequence, line in lines), codec

    async def ledger(self, id: str) -> Ledger:
        return (await self.log(id))[0]

    async def _load(self, id: str) -> Room:
        ledger, codec = await self.log(id)
        try:
            room = Room(self, id, ledger, codec)
        except SaveFault as fault:
            raise Damaged(f"This room cannot be opened any more: {fault}") from None
        await room.ready()
        self.rooms[id] = room
        return room

    def forget(self, room: Room) -> None:
        """The log could not be written: what is in memory is ahead of it and must not be seen."""
        self.rooms.pop(room.id, None)
        self._chore(room.machines.close())
        for person in list(room.people):  # soon: first they hear what was refused
            asyncio.get_running_loop().call_soon(person.close, "This could not be written down. Please connect again.")

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(30.0, self.settings.idle))
            late = time.monotonic() - self.settings.idle
            for room in list(self.rooms.values()):
                if not room.people and not room.lock.locked() and not room.machines.busy and room.touched < late:
                    del self.rooms[room.id]

    def _heard(self, id: str, sequence: int) -> None:
        """Another process has written to the log of a room."""
        room = self.rooms.get(id)
        if room is not None and sequence > room.sequence and not self._closing:
            self._chore(self._catch_up(room, sequence))

    async def _catch_up(self, room: Room, sequence: int) -> None:
        async with room.lock:
            if sequence > room.sequence:
                await room.reload()

    # ---- new rooms -------------------------------------------------------------------------------------------------

    async def open(self, wanted: NewRoom) -> Seated:
        game = self.shelf.new(wanted)
        rows, tokens = seated(wanted.seats, game.seats)
        seed = os.urandom(16)
        dice: Dice = TypedIn(seed) if wanted.options.dice == "typed" else Seeded(seed)
        check_options(wanted.options)
        return await self._open(Match(game, dice), wanted.options, rows, tokens)

    async def _open(
        self,
        match: Match[Any],
        options: Options,
        rows: list[SeatRow],
        tokens: dict[int, str],
        note: str = "",
        origin: str = "",
    ) -> Seated:
        if origin and any(row.kind == "open" for row in rows):
            renew_dice(match)
        room = await self.write(opened(match, options, rows, origin=origin))
        return Seated(room.wire(), tokens, note)

    def look_after(self, room: Room) -> None:
        """Campaigns and their battles."""
        if battles.concerned(room):
            self._chore(battles.look_after(room))

    def parted(self, room: Room, seats: Sequence[int]) -> None:
        """Somebody closed the last screen of these seats."""
        self._chore(presence.parted(room, seats))

    async def write(self, first: Opened) -> Room:
        """A new room from the first line of its log."""
        id = secrets.token_urlsafe(9)
        codec = Codec(self.seal, id)
        line = codec.encode(first)
        await self.storage.append(id, 0, line)
        codec.written(line)
        room = self.rooms[id] = Room(self, id, Ledger([first]), codec)
        return room

    async def resume(self, said: Upload) -> Seated:
        """Goes on from a save that somebody kept."""
        joined = any(plan.kind == "open" for plan in said.seats)
        saved, faults = await self._read(said.save, check=joined)
        match, note = load(saved, self.shelf.title(saved.game))
        rows, tokens = seated(said.seats, match.game.seats)
        check_options(said.options)
        origin = "This match goes on from a record that was brought along."
        if joined:
            origin += f" It is not in order: {faults[0]}" if faults else " It was checked: all follows from the rules."
        return await self._open(match, said.options, rows, tokens, note, origin)

    async def keep(self, said: Upload) -> RoomWire:
        """A room for a save that is only to be watched."""
        saved, _ = await self._read(said.save)
        match, _ = load(saved, self.shelf.title(saved.game))
        rows = [SeatRow("open")] * match.game.seats
        origin = "This record was brought along."
        return (await self.write(opened(match, Options(), rows, watch=True, origin=origin))).wire()

    async def _read(self, plain: Any, check: bool = False) -> tuple[Save, list[str]]:
        """A save from outside, and what is wrong in it if it is to be checked. A worker tries it first: rules that
        never come back must not hold the house up."""
        data = msgspec.json.encode(plain)
        saved = read(data)
        self.shelf.title(saved.game)
        try:
            found = await self.helpers.run(Admit(data, check), self.settings.answer)
        except Stuck:
            raise Fault("This save cannot be replayed in reasonable time.") from None
        return saved, msgspec.json.decode(found, type=list[str])

    async def branch(self, room: Room, index: int, plans: Sequence[SeatPlan]) -> Seated:
        ledger = await self.ledger(room.id)
        if not 0 <= index <= len(ledger.tape):
            raise Fault(f"The record has {len(ledger.tape)} entries; there is no place {index}.")
        match, _ = load(ledger.save(), self.shelf.title(ledger.opened.game))
        there = match.at(index)
        rows, tokens = seated(plans, there.game.seats)
        origin = f"This match branches off another one, after entry {index} of its record."
        return await self._open(there, ledger.opened.options, rows, tokens, origin=origin)

    async def rematch(self, room: Room) -> None:
        """Another room like this one; whoever has a token here has the same seat there."""
        async with room.lock:
            if not room.next:
                title, options = self.shelf.title(room.opened.game), room.opened.options
                seed = os.urandom(16)
                match = Match(title.new(room.match.game.setup), TypedIn(seed) if options.dice == "typed" else seed)
                new = await self.write(opened(match, options, room.seats))
                await room.commit(Followed(new.id))
                room.next = new.id
            room.tell_room()


def renew_dice(match: Match[Any]) -> None:
    """Dice that nobody can know who has seen the record. The tape keeps what was rolled; only what comes is new."""
    match.dice = TypedIn(os.urandom(16)) if match.dice.typed else Seeded(os.urandom(16))
    match.frames = [msgspec.structs.replace(frame, dice=match.dice.copy()) for frame in match.frames]


def check_options(options: Options) -> None:
    if options.seconds is not None and not 1 <= options.seconds <= 86_400:
        raise Fault("The time for a decision is from 1 second to a day (86400).")


def seated(plans: Sequence[SeatPlan], seats: int) -> tuple[list[SeatRow], dict[int, str]]:
    """The seats of a new room, and the tokens of those that belong to whoever makes it."""
    if not plans:
        plans = [SeatPlan("human"), *[SeatPlan("machine")] * (seats - 1)]
    if len(plans) != seats:
        raise Fault(f"This battle has {seats} seats, not {len(plans)}.")
    rows, tokens = [], {}
    for seat, plan in enumerate(plans):
        if plan.kind == "machine" and plan.level not in LEVELS:
            raise Fault(f'There is no machine "{plan.level[:40]}".{nearest(plan.level, LEVELS)}')
        key = ""
        if plan.kind == "human":
            tokens[seat] = secrets.token_urlsafe(24)
            key = hashed(tokens[seat])
        rows.append(SeatRow(plan.kind, one_line(plan.name), plan.level if plan.kind == "machine" else "", key))
    return rows, tokens
