"""Figures of questions at the table: Xenocide of 2,000 points over a real socket, played by hints.

Told are the time until the answer is there, and the processor time of the server and its workers for it: on a machine
with nothing else to do the two are nearly the same.
"""

from __future__ import annotations

import asyncio
from typing import Any

from benchmarks.playing import OPEN, Screen, Server, get_up, opened, place, server, sit_down
from benchmarks.timing import Figure, each_on_reference, quantile
from xenotable.games import game

POINTS = 2000
DECISIONS, WARM = 260, 90  # the first ones are not counted: workers load the game, and armies are deployed
KINDS = ("odds", "check", "reach", "toward", "hint")
Times = dict[str, list[tuple[float, float]]]  # by kind: seconds until the answer, and of processor time


def figures() -> list[Figure]:
    with server(*OPEN) as house:
        times = asyncio.run(asked_around(house))
    found = []
    name = f"table, Xenocide of {POINTS:,} points"
    for kind in KINDS:
        if times[kind]:
            waited, spent = (each_on_reference([*column]) for column in zip(*times[kind], strict=True))
            found.append(Figure(f"{name}: {kind}, p95", quantile(waited, 0.95) * 1000, "ms"))
            found.append(Figure(f"{name}: {kind}, p95, processor", quantile(spent, 0.95) * 1000, "ms"))
    return found


def offer(points: int) -> str:
    """A ready battle of this size."""
    return next(o.id for o in game("xenocide").offers() if getattr(o.setup, "points", 0) == points)


async def asked_around(house: Server) -> Times:
    times: Times = {kind: [] for kind in KINDS}
    (room,) = await opened(house.address, 1, game="xenocide", offer=offer(POINTS), options={"ready": True})
    screen, reader = await sit_down(house.address, place(0), *room)
    for n in range(DECISIONS):
        ask = await screen.asked()
        if ask is None:
            break
        if n == WARM:
            await house.settled()
        here: Times = {kind: [] for kind in KINDS}
        value = await questions(house, screen, ask, here)
        if n >= WARM:
            for kind, some in here.items():
                times[kind] += some
        await screen.act(ask, value if value is not None else await screen.legal(ask))
    await get_up(screen, reader)
    return times


async def questions(house: Server, screen: Screen, ask: dict[str, Any], times: Times) -> Any:
    """Asks all that can be asked of a decision; what the hint says."""

    async def query(kind: str, value: Any = None) -> dict[str, Any]:
        before = house.seconds(workers=True)
        said, waited = await screen.query(kind, ask, value)
        spent = house.seconds(workers=True) - before
        if kind == "check" or not said.get("refusals"):
            times[kind].append((waited, spent))
        return said

    hint = await query("hint")
    value = hint.get("value") if hint.get("ask") == ask["id"] else None
    if ask["type"] == "move":
        piece, mode = ask["pieces"][0]["on"], ask["modes"][0]["value"]
        await query("reach", {"piece": piece, "mode": mode})
        moved = await query("toward", {"piece": piece, "to": [24.0, 24.0], "mode": mode})
        if moved.get("value") is not None:
            await query("check", moved["value"])
    elif value is not None:
        await query("check", value)
        if ask["type"] in ("choose", "confirm", "pick", "assign"):
            await query("odds", value)
    return value
