"""How people reach the application: lines (of TCP) that are too many, say nothing or say too much at once are closed
before they cost anything."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import h11
import uvicorn
from litestar import Litestar
from litestar.connection import ASGIConnection
from uvicorn.protocols.http.h11_impl import H11Protocol

from xenotable.server.limits import MESSAGE
from xenotable.server.pacing import clocked
from xenotable.server.rooms import Settings, TableServer
from xenotable.server.visitors import caller_address, network_of

LINES = 2  # times as many as sockets: a browser has some for requests, too


class Line(H11Protocol):
    """One line of HTTP, until it becomes a socket. A subclass says which server it leads to."""

    settings: Settings
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


def configure(app: Litestar) -> uvicorn.Config:
    house: TableServer = app.state.house
    line: Any = type("Line", (Line,), {"settings": house.settings, "held": Counter()})

    async def share_time(scope: Any, receive: Any, send: Any) -> None:
        """Requests, each in its turn; sockets look after their messages themselves."""
        if scope["type"] == "http":
            address = caller_address(ASGIConnection(scope), house.settings.behind_proxy)
            await house.visitors.turn(address)
            await clocked(app(scope, receive, send), house.visitors.spender(address))
        else:
            await app(scope, receive, send)

    return uvicorn.Config(
        share_time,
        http=line,
        lifespan="on",
        log_level="warning",
        access_log=False,
        ws_max_size=2 * MESSAGE,  # one that is a little too large gets a sentence; unpacking large ones takes time
        server_header=False,
        proxy_headers=False,  # whom a proxy speaks for is for `visitors` to say
    )
