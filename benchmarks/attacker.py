"""`python -m benchmarks.attacker ADDRESS HERE`: one anonymous client, calling from HERE, that uses every address of a
server as much as its limits allow, and a little more, until its input ends. For `benchmarks.server --attack`; it speaks
to loopback only."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import re
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

REQUESTS, MESSAGES = 40.0, 80.0  # a second: above the limits of 30 and 60
FILES = 60.0  # of the page, a second; they are not limited
SILENT, WATCHING, TALKING, SHOUTING, COMING = 36, 10, 12, 3, 3  # sockets; 64 are allowed
LINES = 60  # that say nothing; the address has 128 in all
LARGE = "x" * 120_000  # twice as long as a message may be; packed it is short
DECISIONS = 300  # of the record that is uploaded again and again
TWO = [{"kind": "human"}, {"kind": "human"}]
LARGEST = "command-centers-generic-2000-thren-2000"
MACHINES = [{"kind": "machine", "level": "random"}] * 2


def record() -> Any:
    """A long record of the game with the largest state."""
    from xenotable import games
    from xenotable.engine import Match, View
    from xenotable.engine.saving import save
    from xenotable.players import player

    title = games.family("xenocide")["xenocide"]
    match: Match[Any] = Match(title.new(title.offers()[0].setup), b"attack")
    players = [player("random", title, str(seat)) for seat in range(match.game.seats)]
    for _ in range(DECISIONS):
        if match.over:
            break
        seat = next(ask.seat for i, ask in enumerate(match.open) if i not in match.held)
        said = players[seat].decide(View(match, seat), time.monotonic() + 1)
        match.answer(seat, said.value, said.key)  # type: ignore[union-attr]  # random players never wait
    return json.loads(save(match))


class Attacker:
    def __init__(self, address: str, here: str) -> None:
        self.address, self.here = address, here
        self.counts: dict[str, int] = {}
        self.rooms: list[str] = []
        self.own: tuple[str, list[str]] = ("", [])
        self.crowded: tuple[str, list[str]] = ("", [])  # a table with the largest battle
        self.save = record()
        transport = httpx.AsyncHTTPTransport(local_address=here, limits=httpx.Limits(max_connections=100))
        self.http = httpx.AsyncClient(base_url=f"http://{address}", transport=transport, timeout=30)

    async def run(self) -> None:
        self.own = await self.opened(game="duel", seats=TWO)
        self.crowded = await self.opened(game="xenocide", offer=LARGEST, seats=TWO)
        for _ in range(WATCHING):
            self.rooms.append((await self.opened(game="duel", seats=MACHINES))[0])
        page = (await self.http.get("/")).text
        self.files = ["/", *re.findall(r'(?:src|href)="(/assets/[^"]+)"', page)]
        print("ready", flush=True)
        attack = asyncio.gather(
            self.ask(),
            self.fetch(),
            *(self.line() for _ in range(LINES)),
            *(self.socket(self.silent) for _ in range(SILENT)),
            *(self.socket(self.watch, room) for room in self.rooms),
            *(self.socket(self.talk) for _ in range(TALKING)),
            *(self.socket(self.shout, packed=True) for _ in range(SHOUTING)),
            *(self.socket(self.come, self.crowded[0], pause=0.1) for _ in range(COMING)),
        )
        await asyncio.to_thread(sys.stdin.read)
        attack.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await attack

    async def opened(self, **wanted: Any) -> tuple[str, list[str]]:
        made = (await self.http.post("/api/rooms", json=wanted)).json()
        return made["room"]["id"], list(made.get("tokens", {}).values())

    def count(self, what: object) -> None:
        self.counts[str(what)] = self.counts.get(str(what), 0) + 1

    async def ask(self) -> None:
        """All addresses in turn, whether or not those before have answered."""
        asked: set[asyncio.Task[None]] = set()
        for method, path, body in itertools.cycle(self.requests()):
            if len(asked) < 100:
                task = asyncio.create_task(self.request(method, path, body))
                asked.add(task)
                task.add_done_callback(asked.discard)
            await asyncio.sleep(1 / REQUESTS)

    def requests(self) -> list[tuple[str, str, Any]]:
        room = f"/api/rooms/{self.own[0]}"
        looked = ["/api/games", "/api/games/xenocide", "/api/games/xenocide/rules", "/api/games/killteam/odds"]
        looked += [
            room,
            f"{room}/replay",
            f"{room}/replay/3",
            f"{room}/save",
            f"{room}/verify",
            "/api/docs",
            "/healthz",
        ]
        sent = {
            "/api/games/killteam/odds/shoot": {"values": {}},
            "/api/rooms": {"game": "xenocide", "seats": MACHINES},
            "/api/rooms/resume": {"save": self.save},
            "/api/replays": {"save": self.save},
            f"{room}/branch": {"index": 1, "seats": TWO},
            f"{room}/join": {"name": "x" * 40},
        }
        return [("GET", path, None) for path in looked] + [("POST", path, body) for path, body in sent.items()]

    async def request(self, method: str, path: str, body: Any) -> None:
        with contextlib.suppress(httpx.HTTPError):
            tokens = {"Authorization": f"Bearer {','.join(self.own[1])}"}
            reply = await self.http.request(method, path, json=body, headers=tokens)
            self.count(f"{method} {path.replace(self.own[0], 'ROOM')} {reply.status_code}")

    async def fetch(self) -> None:
        """The page, as often as can be: nothing limits that."""
        for path in itertools.cycle(self.files):
            with contextlib.suppress(httpx.HTTPError):
                self.count(f"files {(await self.http.get(path)).status_code}")
            await asyncio.sleep(1 / FILES)

    async def line(self) -> None:
        """A line that asks for nothing."""
        address, _, port = self.address.partition(":")
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(address, int(port), local_addr=(self.here, 0))
                await reader.read()
                writer.close()
                self.count("lines closed")
            await asyncio.sleep(1.0)

    # ---- sockets ---------------------------------------------------------------------------------------------------

    async def socket(
        self, use: Callable[[Any], Awaitable[None]], room: str = "", pause: float = 1.0, packed: bool = False
    ) -> None:
        """Opened again whenever the server closes it."""
        while True:
            url = f"ws://{self.address}/api/rooms/{room or self.own[0]}/socket"
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                how = "deflate" if packed else None
                async with connect(url, local_addr=(self.here, 0), compression=how, max_size=None) as line:
                    self.count("sockets")
                    await use(line)
            await asyncio.sleep(pause)

    async def silent(self, line: Any) -> None:
        await line.wait_closed()

    async def watch(self, line: Any) -> None:
        await line.send('{"type": "hello"}')
        async for _ in line:
            pass

    async def talk(self, line: Any) -> None:
        await line.send(json.dumps({"type": "hello", "tokens": self.own[1]}))
        reading = asyncio.create_task(self.read(line))
        try:
            for message in self.messages():
                await line.send(json.dumps(message))
                await asyncio.sleep(TALKING / MESSAGES)
        finally:
            reading.cancel()

    async def shout(self, line: Any) -> None:
        """Messages that are too large, the last one far too large."""
        for n in range(40):
            await line.send(json.dumps({"type": "chat", "says": LARGE * (50 if n == 39 else 1)}))
            self.count(json.loads(await line.recv()).get("code", ""))

    async def come(self, line: Any) -> None:
        """Sits down where there is much to show, and goes."""
        await line.send(json.dumps({"type": "hello", "tokens": self.crowded[1]}))
        self.count(json.loads(await line.recv())["type"])

    async def read(self, line: Any) -> None:
        async for message in line:
            self.count(json.loads(message)["type"])

    def messages(self) -> Iterator[dict[str, Any]]:
        for n in itertools.count():
            do = f"{n}-{time.monotonic_ns()}"
            yield {"type": "act", "seat": n % 2, "ask": "0.stance", "do": do, "value": "aim"}
            yield {"type": "query", "seat": 0, "n": n, "query": "hint"}
            yield {"type": "undo", "seat": n % 2, "do": f"u{do}"}
            yield {"type": "chat", "says": "x" * 400}
            yield {"type": "order", "seat": 0, "do": f"o{do}", "key": f"junk{n}", "order": "x" * 1000}
            yield {"type": "query", "seat": 0, "n": n, "query": "measure", "value": {"from": "a", "to": "b"}}


async def main() -> None:
    os.nice(5)  # in life this is another machine
    attacker = Attacker(sys.argv[1], sys.argv[2])
    await attacker.run()
    print(json.dumps(attacker.counts), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
