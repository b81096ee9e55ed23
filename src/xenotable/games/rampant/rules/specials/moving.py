"""Special rules of movement: Ranger, Bulldoze, Prone, Transport."""

from __future__ import annotations

import math
from collections.abc import Iterator

from xenotable.engine import Refusal, rule
from xenotable.games.rampant.rules.terrain.field import CRUSH, change, field
from xenotable.games.rampant.state import Rampant, passenger
from xenotable.table import Circle, Point, legs, snap_point


@rule("specials.ranger", neutral=lambda *a: False)
def ranges(game: Rampant, unit: str) -> bool:
    return "ranger" in game.profile[unit].has


@rule("specials.bulldoze")
def crush(game: Rampant, start: Circle, path: list[tuple[float, float]]) -> None:
    """The 4 in around each crossing of a crushable obstacle are gone after the move."""
    for p, q in legs(start, path):
        for hit in field(game).ground.crossings(p, q, CRUSH):
            assert hit.piece.line is not None
            (ax, ay), (bx, by) = hit.piece.line
            t = (hit.t0 + hit.t1) / 2.0
            x, y = p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t
            long = math.hypot(bx - ax, by - ay)
            ux, uy = (bx - ax) / long, (by - ay) / long
            at = (x - ax) * ux + (y - ay) * uy
            _cut(game, hit.piece.name, (ax, ay), (ux, uy), long, at)


def _cut(game: Rampant, name: str, a: Point, heading: Point, long: float, at: float) -> None:
    kind = field(game).lands[name].kind.id
    left, right = at - 2.0, at + 2.0
    new = []
    for tag, (s, e) in (("w", (0.0, left)), ("e", (right, long))):
        if e - s > 0.01:
            (x0, y0), (x1, y1) = (
                snap_point((a[0] + heading[0] * s, a[1] + heading[1] * s)),
                snap_point((a[0] + heading[0] * e, a[1] + heading[1] * e)),
            )
            new.append(f"+{kind} {name}{tag} {x0} {y0} {x1} {y1}")
    change(game, f"-{name}", *new)
    game.tell("A stretch of {what} is crushed.", "specials.bulldoze", what=kind)


def drop_prone(game: Rampant, unit: str) -> None:
    game.units.set(unit, prone=True)
    game.tell("{unit} drops Prone.", "specials.prone", unit=unit)


@rule("specials.prone-ends", neutral=lambda *a: None)
def stand_up(game: Rampant, unit: str) -> None:
    """Any order ends Prone."""
    if game.units[unit].prone:
        game.units.set(unit, prone=False)
        game.tell("{unit} gets up.", "specials.prone-ends", unit=unit)


@rule("specials.transport", neutral=lambda *a: ())
def seat_refusals(game: Rampant, unit: str, vehicle: str) -> Iterator[Refusal]:
    """Why a unit may not ride in a vehicle, wherever the two are."""
    what, ride = game.profile[unit], game.profile[vehicle]
    args: dict[str, object] = {"unit": unit, "v": vehicle, "n": ride.seats}
    if not ride.seats or game.units[vehicle].seat != game.units[unit].seat:
        yield Refusal("specials.transport", "{v} carries nobody.", args)
        return
    if what.vehicle or what.tall:
        yield Refusal("vehicles.board", "Only low infantry rides; {unit} does not fit in.", args)
    if game.units[unit].strength > ride.seats:
        yield Refusal("specials.transport", "{v} has seats for {n}; {unit} is more.", args)
    if passenger(game, vehicle) not in ("", unit):
        yield Refusal("vehicles.board", "{v} carries somebody already.", args)
    if "rooted" in what.has:
        yield Refusal("xeno.rooted", "{unit} cannot be moved aboard.", args)
    if game.now.carrier == unit:
        yield Refusal("scenarios.envoy-carrying", "{unit} carries the envoy and cannot ride.", args)
