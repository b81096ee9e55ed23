"""One open socket: reads what a client says, hands it to its room, writes what the room says."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from xenotable.faults import Fault
from xenotable.files import NO_JSON
from xenotable.server.game_registry import Unknown
from xenotable.server.http.listening import LINE, SocketLine
from xenotable.server.limits import Bucket, Denied, TooFast, TooMuch, check_depth, check_size, one_line
from xenotable.server.log.codec import Damaged
from xenotable.server.log.storage import Lost, Unwritten
from xenotable.server.messages.protocol import (
    Act,
    Chat,
    Claim,
    Commit,
    Concede,
    Consent,
    Deed,
    Hello,
    Leave,
    Mute,
    Order,
    Ping,
    Pong,
    Query,
    Rematch,
    Replace,
    Show,
    ToServer,
    Trouble,
    Undo,
)
from xenotable.server.pacing import clocked
from xenotable.server.rooms import deciding, presence, queries, seating, sharing
from xenotable.server.rooms.room import Room, encode, seats_of
from xenotable.server.rooms.table_server import TableServer
from xenotable.server.visitors import address_of

BEHIND = 512  # messages that a slow client may be behind before it is sent away
QUERIES = 8  # questions of one client that may be open at once
IGNORED = 200  # messages over the limit before the line is cut
LETTERS = 64  # of an action id
POLICY, FULL = 1008, 1013  # codes of closing: against the rules; come again later

log = logging.getLogger(__name__)
decode = msgspec.json.Decoder(ToServer).decode
Socket = WebSocket[Any, Any, Any]


class Connection:
    def __init__(self, socket: Socket, server: TableServer, address: str) -> None:
        self.socket, self.server, self.address = socket, server, address
        extensions: Any = socket.scope["extensions"]
        self._line: SocketLine = extensions[LINE]
        self.seats: set[int] = set()
        self.name, self.fair = "", False
        self.room: Room | None = None
        self._bucket = Bucket(server.settings.rate)
        self._spend = server.visitors.spender(address)
        self._ignored = 0
        self._asking: set[asyncio.Task[None]] = set()
        self._parting: asyncio.Task[None] | None = None

    # ---- out -------------------------------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        if self._parting is not None:
            return
        if len(self._line.outbox) > BEHIND:
            self.part(FULL, "You are too far behind; please connect again.")
        else:
            self._line.post(data)

    def close(self, says: str) -> None:
        self.part(FULL, says)

    def part(self, code: int, says: str) -> None:
        """Ends it, once all that was said has been sent."""
        if self._parting is None:
            self._parting = asyncio.get_running_loop().create_task(self._part(code, says))

    async def _part(self, code: int, says: str) -> None:
        with contextlib.suppress(Exception):  # the line is broken: reading notices and ends it
            await self._line.writable.wait()
            self._line.flush()
            await self.socket.close(code, says[:120])

    def complain(self, says: str, code: str) -> None:
        self.send(encode(Trouble(says, code)))

    # ---- in --------------------------------------------------------------------------------------------------------

    async def run(self, room_id: str) -> None:
        loop = asyncio.get_running_loop()
        greeting = loop.call_later(self.server.settings.hello, self._silent)
        # A task of its own: each step of it would else go through all layers that have led here.
        reading = loop.create_task(self._clocked_read(room_id))
        try:
            await reading
        except WebSocketDisconnect:
            pass
        finally:
            reading.cancel()
            greeting.cancel()
            if self.room is not None:
                self.room.exit(self)
            for task in self._asking:
                task.cancel()
            self.part(1000, "")
            if self._parting is not None:
                await self._parting

    async def _clocked_read(self, room_id: str) -> None:
        await clocked(self.read(room_id), self._spend)

    def _silent(self) -> None:
        if self.room is None:
            self.part(POLICY, "You have not said who you are; please connect again.")

    async def read(self, room_id: str) -> None:
        while self._ignored < IGNORED:
            data = await self._line.text()
            await self.server.visitors.turn(self.address)
            try:
                await self.hear(data, room_id)
            except TooMuch as fault:
                self._ignored += 1
                self.complain(str(fault), "large")
            except TooFast as fault:
                self._ignored += 1
                self.complain(str(fault), "fast")
            except Unknown as fault:
                self.complain(str(fault), "unknown")
            except Denied as fault:
                self.complain(str(fault), "token")
            except (Damaged, Unwritten) as fault:
                self.complain(str(fault), "fault")
            except (Fault, Lost) as fault:
                self.complain(str(fault), "bad")
            except NO_JSON as fault:
                self.complain(f"That message is not understood: {fault}.", "bad")
            except WebSocketDisconnect:
                raise
            except Exception:
                log.exception("a message could not be dealt with")
                self.complain("Something went wrong here; nothing was changed.", "fault")
        self.part(POLICY, "Too many messages.")

    async def hear(self, data: bytes, room_id: str) -> None:
        if not self._bucket.take():
            raise TooFast("Too many messages; please slow down.")
        self.server.visitors.check_message(self.address)
        check_size(data)
        check_depth(data)
        said = decode(data)
        if not isinstance(said, Hello | Query | Ping):
            self.server.visitors.check_write(self.address)
        if isinstance(said, Hello):
            await self.hello(said, room_id)
        elif self.room is None:
            raise Fault("Say hello first.")
        elif isinstance(said, Deed):
            since = time.perf_counter()
            await self.deal(said, self.room)
            self.server.metrics.acknowledgements.observe(time.perf_counter() - since)
        else:
            await self.deal(said, self.room)

    async def hello(self, said: Hello, room_id: str) -> None:
        if self.room is not None:
            raise Fault("You have said hello already.")
        room = await self.server.room(room_id)
        seats = [room.sits(token) for token in said.tokens[:16]]
        if None in seats:
            raise Denied("That seat is not yours (any more); join again or watch.")
        self.seats = {seat for seat in seats if seat is not None}
        self.name = one_line(said.name)
        self.room, self.fair = room, said.fair
        await presence.came(room, self)
        await room.enter(self, said.version)

    async def deal(self, said: ToServer, room: Room) -> None:
        held = seats_of(self) if isinstance(said, Query) else self.seats  # spectators may measure
        seat: int | None = getattr(said, "seat", None)
        if seat is not None and seat not in held and not isinstance(said, Replace):
            raise Denied("You do not hold that seat.")
        if len(getattr(said, "do", "")) > LETTERS or getattr(said, "do", "-") == "":
            raise Fault(f"`do` is an id of 1 to {LETTERS} letters.")
        if room.closed and not isinstance(said, Query | Ping):
            raise Denied(room.closed)
        match said:
            case Act():
                await deciding.act(room, said.seat, said.ask, said.do, said.value, self)
            case Query():
                self.ask(said, room)
            case Undo():
                await deciding.undo(room, said.seat, said.do, self)
            case Consent():
                if wrong := await deciding.consent(room, said.seat, said.undo, said.yes, self):
                    raise Fault(wrong)
            case Order():
                await deciding.order(room, said, self)
            case Commit() | Show():
                async with room.lock:
                    if isinstance(said, Commit):
                        await sharing.commit(room, said.seat, said.epoch, said.hash)
                    else:
                        await sharing.show(room, said.seat, said.epoch, said.value)
            case Concede():
                await deciding.concede(room, said.seat, said.do, self)
            case Claim():
                await deciding.claim(room, said.seat, said.do, said.draw, self)
            case Chat():
                await seating.chat(room, said.says, self)
            case Mute():
                await seating.mute(room, said.seat, said.of, said.yes)
            case Leave():
                await seating.leave(room, said.seat)
            case Replace():
                await seating.replace_by_machine(room, said.seat, said.level, self)
            case Rematch():
                await self.rematch(room)
            case Ping():
                self.send(encode(Pong(room.clock.now())))

    def ask(self, query: Query, room: Room) -> None:
        """Questions do not hold up what comes after them."""
        if len(self._asking) >= QUERIES:
            raise TooFast("One question after the other, please.")

        async def answer() -> None:
            try:
                answered = queries.answer_query(room, query, self.address)
                self.send(encode(await clocked(answered, self._spend)))
            except Exception:
                log.exception("a question could not be answered")
                self.complain("Something went wrong here; nothing was changed.", "fault")

        task = asyncio.get_running_loop().create_task(answer())
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def rematch(self, room: Room) -> None:
        if not self.seats:
            raise Denied("Only players can ask for a rematch.")
        if not room.match.over and not room.owns(self.seats):
            raise Fault("The match is not over yet.")
        if not room.next:
            self.server.visitors.check_room(self.address)
        await self.server.rematch(room)


@websocket("/api/rooms/{room:str}/socket")
async def room_socket(socket: Socket, room: FromPath[str]) -> None:
    server: TableServer = socket.app.state.server
    address = address_of(socket)
    with server.visitors.socket(address) as let_in:
        await socket.accept()
        if let_in:
            await Connection(socket, server, address).run(room)
        else:
            await socket.close(FULL, "Too many tables are open at your address; please close one.")
