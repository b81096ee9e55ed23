"""`python -m benchmarks.server [--matches 1000] [--seconds 20] [--pause 8] [--attack]`: from a decision to its
acknowledgement.

A real server process on a fresh SQLite file, one socket for each match (both seats on one screen), and people who
decide at random moments, on average every `--pause` seconds. The clients run on the same machine and cost time too.
`--attack` measures twice, alone and while an anonymous client uses every address at its limits (`benchmarks.attacker`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

GAME = Path(__file__).parent.parent / "docs" / "duel.py"
SEATS = [{"kind": "human"}, {"kind": "human"}]
SHARED = 20  # matches from one address


def answer(ask: dict[str, Any]) -> Any:
    return {} if ask["type"] == "move" else random.choice(ask["options"])["value"]


class Screen:
    """Both seats of one match."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.states: dict[int, dict[str, Any]] = {}
        self.acks: asyncio.Queue[None] = asyncio.Queue()

    async def read(self) -> None:
        async for message in self.socket:
            self.hear(message)

    def hear(self, message: str | bytes) -> None:
        said = json.loads(message)
        for state in said.get("states", [said] if said["type"] in ("update", "state") else []):
            self.states[state["seat"]] = state
        if said["type"] == "ack":
            self.acks.put_nowait(None)

    def ask(self) -> dict[str, Any] | None:
        for state in self.states.values():
            for ask in state.get("asks", []):
                if ask["id"] not in state.get("locked", []):
                    return dict(ask)
        return None


async def sit_down(address: str, here: str, room: str, tokens: list[str], opening: asyncio.Semaphore) -> Screen:
    async with opening:
        url = f"ws://{address}/api/rooms/{room}/socket"
        screen = Screen(await connect(url, local_addr=(here, 0), compression=None, open_timeout=60))
        await screen.socket.send(json.dumps({"type": "hello", "tokens": tokens}))
        screen.hear(await screen.socket.recv())
        return screen


async def play(screen: Screen, pause: float, until: float, times: list[float]) -> None:
    reader = asyncio.create_task(screen.read())
    while time.monotonic() < until:
        await asyncio.sleep(min(random.expovariate(1 / pause), max(0.0, until - time.monotonic())))
        ask = screen.ask()
        if ask is None or time.monotonic() >= until:
            continue
        do = f"{random.getrandbits(48):x}"
        message = {"type": "act", "seat": ask["seat"], "ask": ask["id"], "do": do, "value": answer(ask)}
        start = time.perf_counter()
        await screen.socket.send(json.dumps(message))
        await screen.acks.get()
        times.append(time.perf_counter() - start)
    reader.cancel()
    await screen.socket.close()


def place(n: int) -> str:
    """Where a person calls from: a few share an address, as in a club."""
    return f"127.1.{n // SHARED // 250}.{n // SHARED % 250 + 1}"


async def opened(address: str, matches: int) -> list[tuple[str, list[str]]]:
    """A room for each match, with its tokens."""
    rooms = []
    for first in range(0, matches, SHARED):
        transport = httpx.AsyncHTTPTransport(local_address=place(first))
        async with httpx.AsyncClient(base_url=f"http://{address}", transport=transport, timeout=60) as http:
            for _ in range(first, min(matches, first + SHARED)):
                made = (await http.post("/api/rooms", json={"game": "duel", "seats": SEATS})).json()
                rooms.append((made["room"]["id"], list(made["tokens"].values())))
    return rooms


async def measure(address: str, rooms: list[tuple[str, list[str]]], seconds: float, pause: float) -> list[float]:
    """What people at all these tables wait for, once all of them have sat down."""
    times: list[float] = []
    opening = asyncio.Semaphore(20)
    screens = await asyncio.gather(*(sit_down(address, place(n), *room, opening) for n, room in enumerate(rooms)))
    until = time.monotonic() + seconds
    await asyncio.gather(*(play(screen, pause, until, times) for screen in screens))
    return times


def figures(times: list[float], seconds: float) -> dict[str, float]:
    cuts = statistics.quantiles(times, n=100)
    made: dict[str, float] = {"decisions": len(times), "per_second": round(len(times) / seconds, 1)}
    return made | {f"p{p}_ms": round(cuts[p - 1] * 1000, 2) for p in (50, 95, 99)}


@contextmanager
def server() -> Iterator[str]:
    """The real command on a fresh file, with the limits that it has by itself; gives where it is."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["-m", "xenotable", "serve", "--port", "0", "--database", f"sqlite:///{folder}/games.db"]
        process = subprocess.Popen([sys.executable, *command, "--game", str(GAME)], stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split("http://")[1].split("/")[0]
            time.sleep(1.0)
            yield address
        finally:
            process.terminate()
            process.wait()


def under_attack(address: str, rooms: list[tuple[str, list[str]]], seconds: float, pause: float) -> dict[str, Any]:
    """The same once more while one anonymous address does all it can."""
    command = [sys.executable, "-m", "benchmarks.attacker", address]
    attacker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert attacker.stdout is not None
        assert attacker.stdout.readline().strip() == "ready"
        found: dict[str, Any] = figures(asyncio.run(measure(address, rooms, seconds, pause)), seconds)
        return found | {"attacker": json.loads(attacker.communicate(timeout=60)[0])}
    finally:
        attacker.kill()
        attacker.wait()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pause", type=float, default=8.0)
    parser.add_argument("--attack", action="store_true")
    given = parser.parse_args()
    with server() as address:
        rooms = asyncio.run(opened(address, given.matches))
        alone = figures(asyncio.run(measure(address, rooms, given.seconds, given.pause)), given.seconds)
        found: dict[str, Any] = {"matches": given.matches, **alone}
        if given.attack:
            attacked = under_attack(address, rooms, given.seconds, given.pause)
            ratio = round(attacked["p95_ms"] / alone["p95_ms"], 2)
            found = {"matches": given.matches, "without": alone, "with": attacked, "p95_ratio": ratio}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
