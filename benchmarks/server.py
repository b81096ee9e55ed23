"""`python -m benchmarks.server [--matches 1000] [--seconds 20] [--pause 8]`: from a decision to its acknowledgement.

A real server process on a fresh SQLite file, one socket for each match (both seats on one screen), and people who
decide at random moments, on average every `--pause` seconds. The clients run on the same machine and cost time too.
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
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

GAME = Path(__file__).parent.parent / "docs" / "duel.py"


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


async def play(address: str, room: str, tokens: list[str], pause: float, until: float, times: list[float]) -> None:
    async with connect(f"ws://{address}/api/rooms/{room}/socket", compression=None) as socket:
        screen = Screen(socket)
        reader = asyncio.create_task(screen.read())
        await socket.send(json.dumps({"type": "hello", "tokens": tokens}))
        while time.monotonic() < until:
            await asyncio.sleep(min(random.expovariate(1 / pause), max(0.0, until - time.monotonic())))
            ask = screen.ask()
            if ask is None or time.monotonic() >= until:
                continue
            do = f"{random.getrandbits(48):x}"
            message = {"type": "act", "seat": ask["seat"], "ask": ask["id"], "do": do, "value": answer(ask)}
            start = time.perf_counter()
            await socket.send(json.dumps(message))
            await screen.acks.get()
            times.append(time.perf_counter() - start)
        reader.cancel()


async def measure(address: str, matches: int, seconds: float, pause: float) -> list[float]:
    seats = [{"kind": "human"}, {"kind": "human"}]
    rooms = []
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as http:
        for _ in range(matches):
            while (reply := await http.post("/api/rooms", json={"game": "duel", "seats": seats})).status_code == 429:
                await asyncio.sleep(0.05)
            made = reply.json()
            rooms.append((made["room"]["id"], list(made["tokens"].values())))
    times: list[float] = []
    until = time.monotonic() + seconds + matches / 500
    await asyncio.gather(*(play(address, room, tokens, pause, until, times) for room, tokens in rooms))
    return times


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pause", type=float, default=8.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = ["-m", "xenotable", "serve", "--port", "0", "--database", f"sqlite:///{folder}/games.db"]
        command += ["--game", str(GAME), "--rate", "100000"]
        server = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split("http://")[1].split("/")[0]
            time.sleep(1.0)
            times = asyncio.run(measure(address, given.matches, given.seconds, given.pause))
        finally:
            server.terminate()
            server.wait()
    cuts = statistics.quantiles(times, n=100)
    figures = {"matches": given.matches, "decisions": len(times), "per_second": round(len(times) / given.seconds, 1)}
    figures |= {f"p{p}_ms": round(cuts[p - 1] * 1000, 2) for p in (50, 95, 99)}
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
