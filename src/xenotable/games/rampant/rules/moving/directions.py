"""Naming a direction and moving along it: shared by Blink and Hurl."""

from __future__ import annotations

import math
from collections.abc import Callable

from xenotable.engine import Choose, Flow, Forecast
from xenotable.games.rampant.rules.moving.move_legality import Room
from xenotable.games.rampant.rules.play.conventions import circle
from xenotable.games.rampant.state import Rampant
from xenotable.table import Circle, snap_point

COMPASS = {
    0: "east",
    45: "north-east",
    90: "north",
    135: "north-west",
    180: "west",
    225: "south-west",
    270: "south",
    315: "south-east",
}


def ask_direction(
    game: Rampant, seat: int, unit: str, rule_id: str, odds: Callable[[int], Forecast] | None = None
) -> Flow[int]:
    """A direction in steps of 15 degrees, east being 0, against the clock."""
    return (
        yield from Choose(
            seat=seat,
            key="direction",
            rule=rule_id,
            prompt="In which direction does {unit} go?",
            args={"unit": unit},
            among=lambda: tuple(range(0, 360, 15)),
            label=lambda d: COMPASS.get(d, f"{d} degrees"),
            odds=odds,
        )
    )


def ask_along(game: Rampant, seat: int, unit: str, degrees: int, far: float, rule_id: str) -> Flow[None]:
    """How far along that line, among the legal places; not at all is always one."""
    base = circle(game, unit)
    heading = (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
    spots = line_spots(game, unit, (base.x, base.y), heading, far)
    if len(spots) > 1:
        at = yield from Choose(
            seat=seat,
            key="along",
            rule=rule_id,
            prompt="How far does {unit} go?",
            args={"unit": unit},
            among=lambda: spots,
            label=lambda p: f"{math.dist(p, (base.x, base.y)):.1f} in",
            on=lambda p: unit,
        )
        game.units.set(unit, x=at[0], y=at[1], prone=False)
        game.tell("{unit} is moved {n:.1f} in.", rule_id, unit=unit, n=math.dist(at, (base.x, base.y)))


def line_spots(
    game: Rampant, unit: str, at: tuple[float, float], towards: tuple[float, float], far: float
) -> list[tuple[float, float]]:
    """The legal places along a line up to a distance, every half inch, farthest first, and one at least where there is
    any; the place it stands on is always one."""
    long = math.hypot(*towards) or 1.0
    r, room = game.profile[unit].radius, Room(game, unit)
    found = []
    for step in range(int(far * 2), 0, -1):
        d = min(far, step / 2.0)
        p = snap_point((at[0] + towards[0] / long * d, at[1] + towards[1] / long * d))
        if room.holds(Circle(p[0], p[1], r)):
            found.append(p)
    if not found:
        line = room.region(r, at, far).on_line(at, (at[0] + towards[0] / long * far, at[1] + towards[1] / long * far))
        found = [p for p in reversed(line) if p != at and room.holds(Circle(p[0], p[1], r))]
    return [*found, at]
