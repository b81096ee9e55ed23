"""How people reach the application: lines (of TCP) that are too many, say nothing or say too much at once are closed
before they cost anything, and what it takes to read them counts as time of the loop, too."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import h11
import uvicorn
from litestar import Litestar
from litestar.connection import ASGIConnection
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from xenotable.server.limits import MESSAGE
from xenotable.server.pacing import clocked
from xenotable.server.rooms import Settings, TableServer
from xenotable.server.visitors import LONGEST, Visitors, caller_address, network_of

LINE = "xenotable.line"  # the extension of a socket's scope that holds its SocketLine
LINES = 2  # times as many as sockets: a browser has some for requests, too


@contextmanager
def charged(visitors: Visitors, address: str) -> Iterator[None]:
    """The address pays for what is done meanwhile; "": nobody knows yet who it is."""
    since = time.thread_time()
    try:
        yield
    finally:
        if address:
            visitors.spend(address, time.thread_time() - since)


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
        with charged(self.visitors, self._address):
            super().data_received(data)

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


class SocketLine(WebSocketsSansIOProtocol):
    """One line that has become a socket. Messages wait until the application takes them; what it never hears of, such
    as pings, waits here if the address has had its share."""

    settings: Settings
    visitors: Visitors
    _address = ""

    def data_received(self, data: bytes) -> None:
        with charged(self.visitors, self._address):
            super().data_received(data)
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

    def send_texts(self, texts: Iterable[bytes]) -> None:
        """Sends messages in one piece. One by one, through all layers, each would take as long as all of them here."""
        if self.disconnected or self.close_sent:
            raise ClientDisconnected
        for text in texts:
            self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))


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
