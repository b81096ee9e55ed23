"""How people reach the application: lines (of TCP) that are too many, say nothing or say too much at once are closed
before they cost anything, and what it takes to read them counts as time of the loop, too."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from typing import Any

import h11
import uvicorn
from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.exceptions import WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from xenotable.server.limits import MESSAGE
from xenotable.server.pacing import clocked
from xenotable.server.rooms.table_server import Settings, TableServer
from xenotable.server.visitors import LONGEST, Visitors, caller_address, network_of

LINE = "xenotable.line"  # the extension of a socket's scope that holds its SocketLine
LINES = 2  # times as many as sockets: a browser has some for requests, too


class Line(H11Protocol):
    """One line of HTTP, until it becomes a socket. A subclass says which server it leads to."""

    settings: Settings
    visitors: Visitors
    held: Counter[str]
    _address = ""
    _greeting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the base
        super().connection_made(transport)
        if self.client is not None and not self.settings.behind_proxy:  # there all lines are those of the proxy
            self._address = network_of(self.client[0])
        self.held[self._address] += 1
        self._greeting = self.loop.call_later(self.settings.head, self._close_if_silent)
        if self._address and self.held[self._address] > self.settings.sockets * LINES:
            transport.close()

    def data_received(self, data: bytes) -> None:
        since = time.thread_time()
        super().data_received(data)
        self.visitors.spend(self._address, time.thread_time() - since)

    def _close_if_silent(self) -> None:
        if self.cycle is None:  # not even the head of a request is there
            self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._release()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        super().connection_lost(exc)

    def _release(self) -> None:
        """Once: from here on it is a socket, which is counted by itself, or it is gone."""
        if self._greeting is not None:
            self._greeting.cancel()
            self._greeting = None
            self.held[self._address] -= 1
            if not self.held[self._address]:
                del self.held[self._address]


class Inbox(deque[Any]):
    """What has come in, for the one who reads it: all of a queue that is needed here."""

    _reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        while not self:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self.popleft()

    def empty(self) -> bool:
        return not self


class SocketLine(WebSocketsSansIOProtocol):
    """One line that has become a socket. Messages wait until the application takes them; what it never hears of, such
    as pings, waits here if the address has had its share. Texts go in and out past all layers between the line and the
    application, each of which would take as long as it takes here."""

    settings: Settings
    visitors: Visitors
    _address = ""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.queue: Any = Inbox()
        self.outbox: list[bytes] = []
        self._flushing = False

    def data_received(self, data: bytes) -> None:
        since = time.thread_time()
        super().data_received(data)
        self.visitors.spend(self._address, time.thread_time() - since)
        if self._address and not self.read_paused and (seconds := self.visitors.wait(self._address)):
            self.transport.pause_reading()
            self.loop.call_later(min(seconds, LONGEST), self._read_on)

    def _read_on(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:  # it is let in
            self._address = caller_address(ASGIConnection(scope), self.settings.behind_proxy)
            scope["extensions"][LINE] = self

    async def text(self) -> bytes:
        """The next message; WebSocketDisconnect if there is none any more."""
        message: Any = await self.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="", code=message["code"])
        return (message.get("text") or "").encode()  # bytes that are no text say nothing

    def post(self, text: bytes) -> None:
        """Sends a message soon, in one piece with those that follow at once. While the line is full they wait."""
        self.outbox.append(text)
        if not self._flushing:
            self._flushing = True
            self.loop.call_soon(self.flush)

    def flush(self) -> None:
        self._flushing = False
        if self.disconnected or self.conn.state is not State.OPEN:  # who says goodbye is not listening any more
            self.outbox.clear()
        elif self.outbox and self.writable.is_set():
            since = time.thread_time()
            for text in self.outbox:
                self.conn.send_text(text)
            self.outbox.clear()
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.visitors.spend(self._address, time.thread_time() - since)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.flush()


def configure(app: Litestar) -> uvicorn.Config:
    server: TableServer = app.state.server
    ours = {"settings": server.settings, "visitors": server.visitors}
    line: Any = type("Line", (Line,), {**ours, "held": Counter()})
    socket_line: Any = type("SocketLine", (SocketLine,), ours)

    async def share_time(scope: Any, receive: Any, send: Any) -> None:
        """Requests and sockets, each in its turn. Each message of a socket then waits for its own."""
        if scope["type"] == "lifespan":
            await app(scope, receive, send)
            return
        address = caller_address(ASGIConnection(scope), server.settings.behind_proxy)
        await server.visitors.turn(address)
        await clocked(app(scope, receive, send), server.visitors.spender(address))

    return uvicorn.Config(
        share_time,
        http=line,
        ws=socket_line,
        lifespan="on",
        log_level="warning",
        access_log=False,
        ws_max_size=2 * MESSAGE,  # one that is a little too large gets a sentence; unpacking large ones takes time
        server_header=False,
        proxy_headers=False,  # whom a proxy speaks for is for `visitors` to say
    )
