"""A real server, and people who play real games at it over sockets: what `server` and `at_table` measure with.

Answers come from the server's own questions ("legal", "hint"), so that any game can be played to its end. Processor
time is read from the system's clocks of the server and its workers, to the microsecond.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

import httpx
import psutil
from websockets.asyncio.client import ClientConnection, connect

from xenotable.kernels.background import PATIENCE

SEATS = [{"kind": "human"}, {"kind": "human"}]
SHARED = 20  # matches from one address
IDLE = 0.05  # seconds of a processor that a server with nothing to do takes in a second, at most
OPEN = ["--rate", "100000", "--rooms", "100000", "--sockets", "100000"]  # no limits: they are not what is measured


class Server(NamedTuple):
    address: str
    pid: int

    def seconds(self, workers: bool = False) -> float:
        """Processor time of the server so far; with that of its workers, or without."""
        pids = [self.pid, *(self._workers() if workers else ())]
        return sum(_seconds(pid) for pid in pids)

    def _workers(self) -> list[int]:
        """Not those who compile meanwhile."""
        found = []
        for child in psutil.Process(self.pid).children(recursive=True):
            with suppress(psutil.Error):  # it has just ended
                if any("worker" in word for word in child.cmdline()):
                    found.append(child.pid)
        return found

    async def settled(self) -> None:
        """Once the server and its workers have loaded their compiled code, and have nothing to do."""
        await asyncio.sleep(PATIENCE + 1.0)
        before = -1.0
        while (now := self.seconds(workers=True)) - before > IDLE:
            before = now
            await asyncio.sleep(1.0)

    def memory(self) -> float:
        """Bytes that the server has for itself."""
        return float(psutil.Process(self.pid).memory_full_info().uss)


def _seconds(pid: int) -> float:
    """Of all threads of a process, also of those that have ended: the kernel's clock of that process."""
    with suppress(OSError):
        return time.clock_gettime((~pid << 3) | 2)
    return 0.0


@contextmanager
def server(*options: str, database: str = "") -> Iterator[Server]:
    """The real command, on a fresh file unless a database is named."""
    with tempfile.TemporaryDirectory() as folder:
        where = ["--database", database or f"sqlite:///{folder}/games.db"]
        command = [sys.executable, "-m", "xenotable", "serve", "--port", "0", *where, *options]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split("http://")[1].split("/")[0]
            httpx.get(f"http://{address}/api/games", timeout=60)
            yield Server(address, process.pid)
        finally:
            process.terminate()
            process.wait()


def place(n: int) -> str:
    """Where a person calls from: a few share an address, as in a club."""
    return f"127.1.{n // SHARED // 250}.{n // SHARED % 250 + 1}"


async def opened(address: str, matches: int, **wanted: Any) -> list[tuple[str, list[str]]]:
    """A room for each match, with its tokens."""
    rooms = []
    for first in range(0, matches, SHARED):
        transport = httpx.AsyncHTTPTransport(local_address=place(first))
        async with httpx.AsyncClient(base_url=f"http://{address}", transport=transport, timeout=120) as http:
            for _ in range(first, min(matches, first + SHARED)):
                made = (await http.post("/api/rooms", json={"seats": SEATS, **wanted})).json()
                rooms.append((made["room"]["id"], list(made["tokens"].values())))
    return rooms


class Screen:
    """Both seats of one match."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.states: dict[int, dict[str, Any]] = {}
        self.expected: dict[Any, asyncio.Future[dict[str, Any]]] = {}
        self.numbers = itertools.count(1)
        self.news = asyncio.Event()

    async def read(self) -> None:
        async for message in self.socket:
            self.hear(json.loads(message))

    def hear(self, said: dict[str, Any]) -> None:
        for state in said.get("states", [said] if said["type"] in ("update", "state") else []):
            self.states[state["seat"]] = state
            self.news.set()
        waiting = self.expected.pop(said.get("do") or said.get("n"), None)
        if waiting is not None and not waiting.done():
            waiting.set_result(said)

    def ask(self) -> dict[str, Any] | None:
        for state in self.states.values():
            for ask in state.get("asks", []):
                if ask["id"] not in state.get("locked", []):
                    return dict(ask)
        return None

    async def asked(self, patience: float = 60.0) -> dict[str, Any] | None:
        """The next decision, as soon as somebody has one; None when the match is over."""
        until = time.monotonic() + patience
        while (ask := self.ask()) is None:
            if any(state.get("result") for state in self.states.values()) or time.monotonic() > until:
                return None
            self.news.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), 1.0)
        return ask

    async def say(self, key: Any, **message: Any) -> tuple[dict[str, Any], float]:
        """The answer to a message, and the seconds until it came."""
        waiting = self.expected[key] = asyncio.get_running_loop().create_future()
        start = time.perf_counter()
        await self.socket.send(json.dumps(message))
        said = await asyncio.wait_for(waiting, 60)
        return said, time.perf_counter() - start

    async def query(self, kind: str, ask: dict[str, Any], value: Any = None) -> tuple[dict[str, Any], float]:
        n = next(self.numbers)
        return await self.say(n, type="query", seat=ask["seat"], n=n, query=kind, ask=ask["id"], value=value)

    async def act(self, ask: dict[str, Any], value: Any) -> tuple[dict[str, Any], float]:
        do = f"{random.getrandbits(48):x}"
        return await self.say(do, type="act", seat=ask["seat"], ask=ask["id"], do=do, value=value)

    async def legal(self, ask: dict[str, Any]) -> Any:
        """Some legal answer."""
        if ask["type"] == "choose" and ask.get("options") and all(not o.get("why") for o in ask["options"]):
            return random.choice(ask["options"])["value"]
        answers = (await self.query("legal", ask))[0].get("value") or []
        return random.choice(answers) if answers else None


async def greet(address: str, here: str, room: str, tokens: Sequence[str]) -> tuple[ClientConnection, str | bytes]:
    """A socket that has said who it is, and what these seats are shown, as it came."""
    url = f"ws://{address}/api/rooms/{room}/socket"
    socket = await connect(
        url, local_addr=(here, 0), compression=None, open_timeout=60, ping_timeout=None, max_size=None
    )
    await socket.send(json.dumps({"type": "hello", "tokens": tokens}))
    return socket, await socket.recv()


async def sit_down(address: str, here: str, room: str, tokens: Sequence[str]) -> tuple[Screen, asyncio.Task[None]]:
    socket, shown = await greet(address, here, room, tokens)
    screen = Screen(socket)
    screen.hear(json.loads(shown))
    return screen, asyncio.create_task(screen.read())


async def get_up(screen: Screen, reader: asyncio.Task[None]) -> None:
    reader.cancel()
    await screen.socket.close()
