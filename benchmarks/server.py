"""`python -m benchmarks.server [--game xenocide] [--matches 300] [--seconds 20] [--pause 1] [--attack]`: from a
decision to its acknowledgement.

A real server process on a fresh SQLite file, one socket for each match (both seats on one screen), and people who
decide at random moments, on average every `--pause` seconds, whatever the rules allow. The clients run on the same
machine and cost time too. `--attack` measures in turn alone and while an anonymous client uses every address at its
limits (`benchmarks.attacker`, each time from an address of its own), `--rounds` times; the ratio is that of the
medians, because machines have moods. `--database` names another one: with two `--servers` people sit at both of them.

`figures` measures what `make bench` shows: processor time of the server for a decision, memory of a live match, and
what it takes to bring an idle one back.
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
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks.at_table import offer
from benchmarks.playing import OPEN, Screen, Server, get_up, greet, opened, place, server, sit_down
from benchmarks.timing import Figure, each_on_reference, quantile

DUEL = str(Path(__file__).parent.parent / "docs" / "duel.py")
STANDARD = 1000  # points of a battle of Xenocide
LIVE = 8  # matches whose memory is weighed
SHARING = 2  # rooms for which a server loads what all of them share
MIDDLE = 80  # decisions until the middle of a battle
FULL = 40  # tables that decide at once
ASLEEP = 42  # matches that come back: enough of them that the worst one alone is no p95
Rooms = Sequence[tuple[str, list[str]]]


def wanted(game: str) -> dict[str, Any]:
    """A room of a game that machines have set up, so that people begin with the first real decision."""
    if game == "xenocide":
        return {"game": game, "offer": offer(STANDARD), "options": {"ready": True}}
    return {"game": game} if game == "duel" else {"game": game, "options": {"ready": True}}


# ---- one table after the other: processor time and memory


def figures() -> list[Figure]:
    found = []
    with server(*OPEN) as house:
        for game, name in (("killteam", "Kill Team"), ("xenocide", f"Xenocide, {STANDARD:,} points")):
            spent = asyncio.run(decided(house, game))
            if spent:
                found.append(Figure(f"server: a decision of {name}", statistics.mean(spent) * 1000, "ms"))
            else:
                print(f"No decision of {name} came in time: the machine is too busy to measure it.", file=sys.stderr)
            busy = statistics.mean(asyncio.run(decided_together(house, game)))
            found.append(Figure(f"server: a decision of {name}, {FULL} tables at once", busy * 1000, "ms"))
        found += asyncio.run(weighed(house))
    return [*found, *brought_back()]


async def decided(house: Server, game: str, decisions: int = 150, warm: int = 20) -> list[float]:
    """Reference seconds of the server's own process for each decision, shown to both seats."""
    (room,) = await opened(house.address, 1, **wanted(game))
    screen, reader = await sit_down(house.address, place(0), *room)
    times = []
    for n in range(decisions):
        ask = await screen.asked()
        if ask is None:
            break
        if n == warm:
            await house.settled()
        value = await screen.legal(ask)
        before = house.seconds()
        await screen.act(ask, value)
        await asyncio.sleep(0.02)  # the other seat is shown it too
        if n >= warm:
            times.append(house.seconds() - before)
    await get_up(screen, reader)
    return each_on_reference(times)


async def decided_together(house: Server, game: str, rounds: int = 40, warm: int = 20) -> list[float]:
    """Reference seconds of the server's own process for a decision where many come at once, of each round: what a
    server does that has much to do, and so finds in the processor's caches what it needs."""
    rooms = await opened(house.address, FULL, **wanted(game))
    tables = [await sit_down(house.address, place(n), *room) for n, room in enumerate(rooms)]
    times = []
    for n in range(rounds):
        asks = [(screen, ask) for screen, _ in tables if (ask := await screen.asked()) is not None]
        moves = [(screen, ask, await screen.legal(ask)) for screen, ask in asks]
        if n == warm:
            await house.settled()
        before = house.seconds()
        await asyncio.gather(*(screen.act(ask, value) for screen, ask, value in moves))
        await asyncio.sleep(0.02)  # the other seats are shown it too
        if n >= warm:
            times.append((house.seconds() - before) / len(moves))
    for table in tables:
        await get_up(*table)
    return each_on_reference(times)


async def weighed(house: Server) -> list[Figure]:
    """Memory of live battles."""
    rooms = await opened(house.address, 1, **wanted("xenocide"))  # what all share is there
    await played_on(house.address, rooms, 15)
    await house.settled()
    before = house.memory()
    rooms = await opened(house.address, LIVE, **wanted("xenocide"))
    await played_on(house.address, rooms, 15)
    return [Figure("server: memory of a live match of Xenocide", (house.memory() - before) / LIVE / 1e6, "MB")]


def brought_back() -> list[Figure]:
    """Battles that have left memory: a server that knows only their logs is asked for them."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/games.db"
        with server(*OPEN, database=database) as house:
            rooms = asyncio.run(opened(house.address, ASLEEP, **wanted("xenocide")))
            asyncio.run(played_on(house.address, rooms, MIDDLE))
        with server(*OPEN, database=database) as house:
            waited, spent = zip(*asyncio.run(sat_down_again(house, rooms)), strict=True)
    name = "server: an idle match comes back"
    return [
        Figure(f"{name}, median", statistics.median(each_on_reference([*waited])) * 1000, "ms"),
        Figure(f"{name}, p95", quantile(each_on_reference([*waited]), 0.95) * 1000, "ms"),
        Figure(f"{name}, processor", statistics.mean(each_on_reference([*spent])) * 1000, "ms"),
    ]


async def sat_down_again(house: Server, rooms: Rooms) -> list[tuple[float, float]]:
    """Seconds until both seats are shown where it stands, and of the server's processor time for it. The first rooms do
    not count: what all matches share is loaded for them. Nor does what this client would make of what it is shown, and
    what the server does when people go: the next who come do not wait for that."""
    found = []
    for n, room in enumerate(rooms):
        if n == SHARING:
            await house.settled()
        start, before = time.perf_counter(), house.seconds()
        socket, _ = await greet(house.address, place(n), *room)
        waited = time.perf_counter() - start
        await asyncio.sleep(0.02)  # it is noted who is there
        found.append((waited, house.seconds() - before))
        await socket.close()
        await asyncio.sleep(0.1)
    return found[SHARING:]


async def played_on(address: str, rooms: Rooms, decisions: int) -> None:
    for n, room in enumerate(rooms):
        screen, reader = await sit_down(address, place(n), *room)
        for _ in range(decisions):
            ask = await screen.asked()
            if ask is None:
                break
            await screen.act(ask, await screen.legal(ask))
        await get_up(screen, reader)


# ---- many tables at once


async def play(screen: Screen, pause: float, until: float, times: list[float]) -> None:
    """Thinks about what is allowed first, and then waits for its moment: only the acknowledgement is timed."""
    while time.monotonic() < until:
        ask = await screen.asked(patience=1.0)
        value = None if ask is None else await screen.legal(ask)
        await asyncio.sleep(min(random.expovariate(1 / pause), max(0.0, until - time.monotonic())))
        if ask is None or value is None or time.monotonic() >= until:
            continue
        times.append((await screen.act(ask, value))[1])


async def measure(addresses: Sequence[str], rooms: Rooms, seconds: float, pause: float) -> list[float]:
    """What people at all these tables wait for, once all of them have sat down."""
    times: list[float] = []
    tables = [
        await sit_down(addresses[n % len(addresses)], place(n), *room)  # one by one: this is not what is measured
        for n, room in enumerate(rooms)
    ]
    until = time.monotonic() + seconds
    await asyncio.gather(*(play(screen, pause, until, times) for screen, _ in tables))
    for table in tables:
        await get_up(*table)
    return times


def quantiles(times: list[float], seconds: float) -> dict[str, float]:
    made: dict[str, float] = {"decisions": len(times), "per_second": round(len(times) / seconds, 1)}
    if len(times) < 2:  # the machine has too much else to do
        return made
    cuts = statistics.quantiles(times, n=100)
    return made | {f"p{p}_ms": round(cuts[p - 1] * 1000, 2) for p in (50, 95, 99)}


def utilisation(spent: Sequence[float], decisions: int, seconds: float) -> dict[str, Any]:
    """What each server had to do, questions for legal answers included: that does not depend on who else wants the
    machine."""
    return {
        "processor_ms_per_decision": round(sum(spent) / max(1, decisions) * 1000, 2),
        "utilisation": [round(one / seconds, 3) for one in spent],
    }


def under_attack(n: int, address: str, rooms: Rooms, seconds: float, pause: float) -> dict[str, Any]:
    """The same once more while one anonymous address, the n-th of its kind, does all it can."""
    command = [sys.executable, "-m", "benchmarks.attacker", address, f"127.66.6.{n + 1}"]
    attacker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert attacker.stdout is not None
        assert attacker.stdout.readline().strip() == "ready"
        found: dict[str, Any] = quantiles(asyncio.run(measure([address], rooms, seconds, pause)), seconds)
        return found | {"attacker": json.loads(attacker.communicate(timeout=60)[0])}
    finally:
        attacker.kill()
        attacker.wait()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__.split("\n\n")[0])
    parser.add_argument("--game", default="xenocide")
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pause", type=float, default=1.0)
    parser.add_argument("--attack", action="store_true", help="with the limits that a server has by itself")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--database", default="", help="for example a PostgreSQL, for several servers")
    parser.add_argument("--servers", type=int, default=1)
    given = parser.parse_args()
    with ExitStack() as stack:
        options = ["--game", DUEL, *(() if given.attack else OPEN)]
        houses = [stack.enter_context(server(*options, database=given.database)) for _ in range(given.servers)]
        addresses = [house.address for house in houses]
        rooms = asyncio.run(opened(addresses[0], given.matches, **wanted(given.game)))
        alone: list[dict[str, Any]] = []
        attacked: list[dict[str, Any]] = []
        for n in range(given.rounds):
            before = [house.seconds() for house in houses]
            times = asyncio.run(measure(addresses, rooms, given.seconds, given.pause))
            spent = [house.seconds() - first for house, first in zip(houses, before, strict=True)]
            alone.append({**quantiles(times, given.seconds), **utilisation(spent, len(times), given.seconds)})
            if given.attack:
                attacked.append(under_attack(n, addresses[0], rooms, given.seconds, given.pause))
    found: dict[str, Any] = {"matches": given.matches, "without": alone}
    if attacked:
        ratio = statistics.median(a["p95_ms"] for a in attacked) / statistics.median(a["p95_ms"] for a in alone)
        found |= {"with": attacked, "p95_ratio": round(ratio, 2)}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
