"""The server of tables: all rooms of this process. Idle ones leave memory and come back from the log."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import re
import secrets
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy.exc import DBAPIError

from xenotable.engine import Match
from xenotable.engine.saving import Save, SaveFault
from xenotable.players import Declared, declare
from xenotable.server.game_registry import GameRegistry, Unknown
from xenotable.server.log import archive, registers
from xenotable.server.log.codec import Codec, Damaged
from xenotable.server.log.dice import fresh_dice
from xenotable.server.log.record import Followed, Ledger, Opened, opening_line
from xenotable.server.log.sealing import default_key_file, seal_from
from xenotable.server.log.seats import check_options, seat_rows
from xenotable.server.log.storage import DELETED, Lost, Storage
from xenotable.server.messages.bodies import NewRoom, Seated
from xenotable.server.metrics import Metrics
from xenotable.server.prepared import Prepared
from xenotable.server.rooms import battles, presence, sharing
from xenotable.server.rooms.machines import Machines
from xenotable.server.rooms.room import Room
from xenotable.server.visitors import BANNED, HOUR, Visitors
from xenotable.server.workers.pool import Pool, cores
from xenotable.server.workers.tasks import Rebuilt

log = logging.getLogger(__name__)
DAY = 24 * HOUR
ENTERING = 5.0  # seconds in which somebody for whom a room was looked up has come in
PIECE = 50  # lines of a log that are read at once
ROOM = re.compile(r"[A-Za-z0-9_-]{1,32}")  # the id of a room: older ones have dashes too


def new_room_id() -> str:
    return secrets.token_hex(8)  # no dash at its head: it is an argument of `xenotable admin`


class Settings(msgspec.Struct, frozen=True):
    """How a server runs; the command line sets these."""

    database: str
    files: tuple[str, ...] = ()  # games from files, beside those of the package
    bots: dict[str, Declared] = {}  # machines from outside, by the names under which they can be seated
    key_file: str = ""  # seals what the database must not tell; "": in the folder of this system for settings
    think: float = 2.0  # seconds for a decision of a machine
    answer: float = 5.0  # seconds for a question
    idle: float = 600.0  # seconds after which a room that nobody is in leaves memory
    rate: float = 30.0  # messages a second from one socket, and requests from one address
    sockets: int = 64  # open at once from one address
    rooms: int = 60  # new ones in an hour from one address
    archive: int = 90  # days after which a room that nobody touched is archived; 0: never
    metrics_token: str = ""  # with it, the figures can be read from elsewhere
    head: float = 10.0  # seconds in which a line has to ask for something
    hello: float = 10.0  # seconds in which a socket has to say who it is
    hosts: tuple[str, ...] = ()  # names under which the server may be called; none: any
    reports: str = ""  # the folder with reports of studies; "": none are shown
    behind_proxy: bool = False  # the address of a client is the one that the proxy in front adds to X-Forwarded-For


class TableServer:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        declare(settings.bots)
        self.registry = GameRegistry(settings.files)
        self.seal = seal_from(Path(settings.key_file) if settings.key_file else default_key_file())
        self.storage = Storage(settings.database)
        self.visitors = Visitors(settings.rate, settings.sockets, settings.rooms)
        self.metrics = Metrics(lambda: len(self.rooms), lambda: self.visitors.sockets.total())
        self.rooms: dict[str, Room] = {}
        self.descriptions: dict[str, Prepared] = {}  # of the games
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._chores: set[asyncio.Task[Any]] = set()
        self._games: asyncio.Task[None] | None = None
        self._closing = False
        self.time: Callable[[], float] = time.time
        self.started = self.time()
        self.beats: dict[str, float] = {}  # when other processes gave their last sign of life

    async def start(self) -> None:
        self.thinkers = Pool(
            max(1, cores() - 1), self.settings.files, self.metrics.waits.labels("thinkers").observe, self.settings.bots
        )
        waits = self.metrics.waits.labels("helpers").observe
        # One for those who play, whatever others calculate; one for others, whatever one of them calculates.
        self.helpers = Pool(3, self.settings.files, waits)
        self.storage.listen(self._heard)
        self._chore(self._sweep())
        await self._look_around()
        self._chore(self._keep_looking_around())
        if self.settings.archive:
            self._chore(self._archive())
        self._games = asyncio.get_running_loop().create_task(asyncio.to_thread(self._load_games))

    def _load_games(self) -> None:
        """They take a moment: it passes while the browser fetches the page, and before anybody waits for a game."""
        self.registry.all()
        # A search for cycles stops everybody, in all that is loaded for as long as a second: this is never searched
        # again, and what rooms add to it hardly ever. What is new is searched often, so that it is never much.
        gc.collect()
        gc.freeze()
        gc.set_threshold(1_000, 10, 2_000)

    async def games(self) -> GameRegistry:
        """The games, once they are loaded: they must not be loaded by two threads at once."""
        assert self._games is not None
        await asyncio.shield(self._games)
        return self.registry

    async def stop(self) -> None:
        """Ends everything that `start` began, be it but half of it."""
        self._closing = True
        for task in list(self._chores):
            task.cancel()
        await asyncio.gather(*self._chores, *filter(None, [self._games]), return_exceptions=True)
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

    async def log(self, id: str, opens: bool = False) -> tuple[Ledger, Codec]:
        """The log of a room, folded up to now, and what writes its next line; `opens`: the room comes into memory."""
        lines = await asyncio.to_thread(self._lines, id, opens) if ROOM.fullmatch(id) else []
        if not lines:
            raise Unknown("There is no such table; perhaps the link is not complete.")
        if lines[0][1] == DELETED:
            raise Unknown("This table was deleted by the administrator.")
        codec, read = Codec(self.seal, id), []
        for n, (sequence, line) in enumerate(lines):
            if n % PIECE == PIECE - 1:
                await asyncio.sleep(0)  # a long log does not hold the others up
            read.append(codec.decode(sequence, line))
        return Ledger(read), codec

    def _lines(self, id: str, opens: bool) -> list[tuple[int, bytes]]:
        if opens:
            archive.fetch(self.storage.engine, id, self.time())
        return self.storage.read(id)

    async def ledger(self, id: str) -> Ledger:
        return (await self.log(id))[0]

    async def _load(self, id: str) -> Room:
        ledger, codec = await self.log(id, opens=True)
        await self.games()
        try:
            room = Room(self, id, ledger, codec)
        except SaveFault as fault:
            raise Damaged(f"This room cannot be opened any more: {fault}") from None
        await room.ready()
        self.rooms[id] = room
        return room

    def forget(self, room: Room, says: str) -> None:
        """What is in memory is not what the log says, and must not be seen."""
        self.rooms.pop(room.id, None)
        self._chore(room.machines.close())
        for person in list(room.people):  # soon: first they hear what was refused
            asyncio.get_running_loop().call_soon(person.close, says)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(30.0, self.settings.idle))
            late = time.monotonic() - self.settings.idle
            for room in list(self.rooms.values()):
                if room.deserted and room.touched < late:
                    del self.rooms[room.id]

    async def _keep_looking_around(self) -> None:
        while True:
            await asyncio.sleep(registers.BEAT)
            try:
                await self._look_around()
            except DBAPIError:
                log.exception("the registers of the database cannot be read")

    async def _look_around(self) -> None:
        """Gives a sign of life, and reads what other processes and the administrator have noted."""
        engine, me = self.storage.engine, self.storage.me
        await asyncio.to_thread(registers.beat, engine, me, self.time())
        beats = await asyncio.to_thread(registers.beats, engine)
        self.beats = {process: beat for process, beat in beats.items() if process != me}
        self.visitors.bans = await asyncio.to_thread(registers.bans, engine, self.time())
        for room in list(self.rooms.values()):
            for person in [p for p in room.people if p.address in self.visitors.bans]:
                person.close(BANNED)
        for id, sequence in (await asyncio.to_thread(self.storage.latest, list(self.rooms))).items():
            self._heard(id, sequence)

    async def _archive(self) -> None:
        """Once an hour. What is in memory here is touched first, so that no other process takes it for idle."""
        engine = self.storage.engine
        while True:
            now = self.time()
            try:
                await asyncio.to_thread(archive.touch, engine, list(self.rooms), now)
                await asyncio.to_thread(archive.archive, engine, now - self.settings.archive * DAY, now)
            except DBAPIError:
                log.exception("idle rooms cannot be archived")
            await asyncio.sleep(HOUR)

    def lives(self, process: str) -> bool:
        """Whether people may be at this process, which is not ours."""
        return self.beats.get(process, 0.0) > self.time() - registers.DEAD

    def _heard(self, id: str, sequence: int) -> None:
        """Another process has written to the log of a room."""
        room = self.rooms.get(id)
        if room is None or sequence <= room.sequence or self._closing:
            return
        late = time.monotonic() - ENTERING
        if room.deserted and room.touched < late and not room.opened.parent:
            del self.rooms[id]  # it is played elsewhere: who comes here finds it in the log
        else:
            self._chore(self._catch_up(room, sequence))

    async def _catch_up(self, room: Room, sequence: int) -> None:
        async with room.lock:
            if sequence > room.sequence:
                with contextlib.suppress(Lost):
                    await room.reload()
                    await sharing.look_after(room)

    # ---- new rooms -------------------------------------------------------------------------------------------------

    async def open(self, wanted: NewRoom) -> Seated:
        game = (await self.games()).new(wanted)
        rows, tokens = seat_rows(wanted.seats, game.seats)
        check_options(wanted.options)
        room = await self.write(opening_line(Match(game, fresh_dice(wanted.options)), wanted.options, rows))
        return Seated(room.wire(), tokens)

    async def take_over(self, rebuilt: Rebuilt) -> Seated:
        """A new room for a record that a worker has looked through."""
        room = await self.write(rebuilt.first)
        return Seated(room.wire(), rebuilt.tokens, rebuilt.note)

    def look_after(self, room: Room) -> None:
        """Campaigns and their battles."""
        if battles.has_battle_news(room):
            self._chore(battles.look_after(room))

    def parted(self, room: Room, seats: Sequence[int]) -> None:
        """Somebody closed the last screen of these seats."""
        self._chore(presence.note_departure(room, seats))

    async def write(self, first: Opened, id: str = "") -> Room:
        """A new room from the first line of its log; Taken if there is one of this id."""
        id = id or new_room_id()
        if not first.watch:
            first = msgspec.structs.replace(first, pledge=sharing.new_pledge(self.seal, id))
        codec = Codec(self.seal, id)
        line = codec.encode(first)
        await self.storage.append(id, 0, line)
        codec.written(line)
        await self.games()
        room = self.rooms[id] = Room(self, id, Ledger([first]), codec)
        async with room.lock:
            await sharing.look_after(room)
        return room

    def record(self, id: str, ledger: Ledger, back: int) -> Save:
        """A match with all that the server knows of it, the secrets of its dice included."""
        return sharing.with_secrets(ledger.save(back), ledger, self.seal, id)

    async def public_record(self, room: Room) -> bytes:
        """A match as it may leave the server."""
        return sharing.public_record(await self.ledger(room.id), self.seal, room.id)

    async def rematch(self, room: Room) -> None:
        """Another room like this one; whoever has a token here has the same seat there."""
        async with room.lock:
            if not room.next:
                title, options = self.registry.title(room.opened.game), room.opened.options
                match = Match(title.new(room.match.game.setup), fresh_dice(options))
                new = await self.write(opening_line(match, options, room.seats))
                await room.commit(Followed(new.id))
                room.next = new.id
            room.tell_room()
