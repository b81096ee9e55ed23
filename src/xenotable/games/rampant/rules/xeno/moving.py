"""Drop Troops, Blink and the retreat of Flying units."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from xenotable.engine import (
    Confirm,
    Flow,
    Forecast,
    Piece,
    Place,
    Placed,
    Random,
    Refusal,
    Roll,
    Scene,
    Slot,
    is_legal,
    rule,
    scene,
)
from xenotable.games.rampant.rules.courage.losses import remove, suffer
from xenotable.games.rampant.rules.moving.directions import ask_along, ask_direction
from xenotable.games.rampant.rules.moving.move_legality import Room, free_at, keep_apart
from xenotable.games.rampant.rules.moving.placing import turn
from xenotable.games.rampant.rules.play.conventions import shape, to_spot
from xenotable.games.rampant.rules.retreat.flight import direction, home_point, retreat_distance
from xenotable.games.rampant.rules.roster.numbers import courage_score
from xenotable.games.rampant.rules.terrain.field import field
from xenotable.games.rampant.rules.xeno.combat import treat_losses
from xenotable.games.rampant.scenes import Drop, Nerve, Shock
from xenotable.games.rampant.state import Rampant, fielded_units
from xenotable.table import Circle, Point, fan, nearest_place, snap_point
from xenotable.table.near import TOLERANCE


@rule("xeno.drop-troops", neutral=lambda *a: ())
def drop_refusals(
    game: Rampant, unit: str, p: tuple[float, ...], near: str = "", far: float = 0.0
) -> Iterator[Refusal]:
    """Why a unit may not come down here; `near`, `far`: it must be within so much of that unit (Beckon)."""
    base = Circle(p[0], p[1], game.profile[unit].radius)
    if not free_at(game, unit, base):
        yield Refusal("xeno.drop-troops", "{unit} does not fit there.", {"unit": unit})
    for foe in fielded_units(game, 1 - game.units[unit].seat):
        if to_spot(game, foe, (p[0], p[1])) - base.r < 6.0 - TOLERANCE:
            yield Refusal("xeno.drop-troops", "{unit} must stay 6 in away from {e}.", {"unit": unit, "e": foe})
    if near and to_spot(game, near, (p[0], p[1])) - base.r > far + TOLERANCE:
        says = "{unit} must come down within {far:g} in of {n}."
        yield Refusal("psychic.beckon", says, {"unit": unit, "far": far, "n": near})


def drop_spots(
    game: Rampant, unit: str, n: int, rnd: Random, near: str = "", far: float = 0.0
) -> list[tuple[float, float]]:
    width, depth, r = field(game).width, field(game).depth, game.profile[unit].radius
    found = []
    for _ in range(30 * n):
        p = snap_point((r + rnd() * (width - 2 * r), r + rnd() * (depth - 2 * r)))
        if near:
            row, a, d = game.units[near], rnd() * 2 * math.pi, rnd() * (far + 2 * r)
            p = snap_point((row.x + d * math.cos(a), row.y + d * math.sin(a)))
        if is_legal(drop_refusals(game, unit, p, near, far)):
            found.append(p)
            if len(found) >= n:
                break
    only = None if found else drop_spot(game, unit, near, far)
    return found if only is None else [only]


def drop_spot(game: Rampant, unit: str, near: str = "", far: float = 0.0) -> tuple[float, float] | None:
    """A place where a unit may come down, or None: then there is none."""
    width, depth, r = field(game).width, field(game).depth, game.profile[unit].radius
    region = Room(game, unit).region(r, (width / 2, depth / 2), width + depth)
    for foe in fielded_units(game, 1 - game.units[unit].seat):
        keep_apart(region, shape(game, foe), r + 6.0)
    if near:
        at = shape(game, near)  # a garrison calls from the edge of its building
        if isinstance(at, Circle):
            region.at_most(at.x, at.y, far + r + at.r)
        else:
            region.near_piece(at, far + r)
    return nearest_place([region], (r, r), lambda p: is_legal(drop_refusals(game, unit, p, near, far)))


def ask_drop(
    game: Rampant, unit: str, rule_id: str, near: str = "", far: float = 0.0, always: bool = True
) -> Flow[bool]:
    """The owner puts a unit down from orbit."""
    r = game.profile[unit].radius
    placed = yield from Place(
        seat=game.units[unit].seat,
        key="drop",
        rule=rule_id,
        prompt="Where does {unit} come down?",
        args={"unit": unit},
        pieces=(Piece(unit, (), r, 0.0, game.profile[unit].vehicle),),
        optional=not always,
        legal=lambda p: drop_refusals(game, unit, p.at[unit], near, far) if unit in p.at else (),
        propose=lambda n, rnd: [Placed({unit: p}) for p in drop_spots(game, unit, n, rnd, near, far)] or [Placed()],
    )
    if unit not in placed.at:
        return False
    turn(game, unit, placed)
    x, y = placed.at[unit][:2]
    game.units.set(unit, where="table", x=x, y=y, activated=True)
    game.tell("{unit} comes down.", rule_id, unit=unit)
    return True


landing_odds = Slot[[Rampant, str], Forecast]("rampant.landing_odds")


@scene
def drop(game: Rampant, at: Drop) -> Flow[list[Scene]]:
    """A drop, or what its owner makes of a failed one."""
    unit = at.unit
    seat = game.units[unit].seat
    game.sides.set(seat, drops=game.sides[seat].drops + 1)
    if drop_spot(game, unit) is None:
        return []
    if not at.failed:
        yield from ask_drop(game, unit, "xeno.drop-troops", always=False)
        return []
    yes = yield from Confirm(
        seat=seat,
        key="drop-anyway",
        rule="xeno.drop-troops-failure",
        args={"unit": unit},
        prompt="The drop has failed. Put {unit} down all the same?",
        yes="Put it down",
        no="Leave it in reserve",
        odds=lambda yes: landing_odds(game, unit) if yes else None,
    )
    if not yes:
        return []
    if not (yield from ask_drop(game, unit, "xeno.drop-troops-failure", always=False)):
        return []
    return (yield from hard_landing(game, unit))


def hard_landing(game: Rampant, unit: str) -> Flow[list[Scene]]:
    """One die; if it is lower than the unit's Courage, so many Strength Points are lost, and Courage is tested."""
    counts = yield from Roll(
        seat=game.units[unit].seat,
        key="landing",
        rule="xeno.drop-troops-failure",
        prompt="{unit} lands hard: one die",
        args={"unit": unit},
        n=1,
    )
    die = 1 + counts.index(1)
    if die >= courage_score(game, unit):
        game.tell("{unit} lands unharmed.", "xeno.drop-troops-failure", unit=unit)
        return []
    lost = min((yield from treat_losses(game, unit, die)), game.units[unit].strength)
    gone = suffer(game, unit, lost, "xeno.drop-troops-failure", says="{unit} lands hard and loses {n:Strength Point}.")
    return [Nerve(Shock(unit, "drop", lost=lost))] if gone is None else gone


blink_odds = Slot[[], Forecast]("rampant.blink_odds")


@rule("xeno.blink")
def blink(game: Rampant, unit: str) -> Flow[list[Scene]]:
    """A direction, two dice, and up to that many inches through anything; a double hurts."""
    seat = game.units[unit].seat
    degrees = yield from ask_direction(game, seat, unit, "xeno.blink", lambda _: blink_odds())
    counts = yield from Roll(
        seat=seat, key="blink", rule="xeno.blink", prompt="{unit} blinks: two dice", args={"unit": unit}, n=2
    )
    far = sum(face * n for face, n in enumerate(counts, 1))
    yield from ask_along(game, seat, unit, degrees, far, "xeno.blink")
    double = next((face for face, n in enumerate(counts, 1) if n == 2), 0)
    if not double:
        return []
    lost = min((yield from treat_losses(game, unit, double)), game.units[unit].strength)
    gone = suffer(game, unit, lost, "xeno.blink", says="{unit} blinks badly and loses {n:Strength Point}.")
    return [Nerve(Shock(unit, "blink", lost=lost))] if gone is None else gone


@rule("xeno.flying-retreat", neutral=lambda *a: [])
def fly_off(game: Rampant, shock: Shock) -> list[Scene]:
    """Its full Maximum Movement in a straight line over anything, and on to the first legal spot."""
    unit = shock.unit
    row = game.units[unit]
    far = retreat_distance(game, unit)
    away = direction(game, shock)
    if away is None:
        goal = home_point(game, unit, (row.x, row.y))
        away = (goal[0] - row.x, goal[1] - row.y)
        if math.hypot(*away) < TOLERANCE:
            return []
        far = min(far, math.hypot(*away) + 1.0 / 512.0)
    ux, uy = fan(away, (0.0,))[0]
    spot = first_landing(game, unit, (row.x + ux * far, row.y + uy * far), (ux, uy))
    if spot is None:
        return remove(game, unit, "fled", shock)
    gone = math.dist((row.x, row.y), spot)
    game.units.set(unit, x=spot[0], y=spot[1])
    game.tell("{unit} flies off {far:.1f} in.", "xeno.flying-retreat", unit=unit, far=gone)
    return []


def first_landing(game: Rampant, unit: str, p: Point, heading: Point) -> Point | None:
    """From p on in a direction, the first place where the footprint may stand before the centre leaves the table. Where
    the rim would cross the edge it stops touching it, so the line of places bends there and runs on along the edge."""
    ground, r, room = field(game).ground, game.profile[unit].radius, Room(game, unit)
    size = ground.width + ground.depth
    shares = [0.0]
    for at, d, most in ((p[0], heading[0], ground.width), (p[1], heading[1], ground.depth)):
        shares += [(c - at) / d for c in (0.0, r, most - r, most) if abs(d) > 1e-12 and (c - at) / d > 0.0]
    bends = sorted(shares)
    region = room.region(r, (ground.width / 2, ground.depth / 2), size)
    for near, beyond in pairwise(bends):
        ends = [(p[0] + heading[0] * t, p[1] + heading[1] * t) for t in (near, beyond)]
        if not all(-1e-9 <= x <= ground.width + 1e-9 and -1e-9 <= y <= ground.depth + 1e-9 for x, y in ends):
            return None
        a, b = [(min(max(x, r), ground.width - r), min(max(y, r), ground.depth - r)) for x, y in ends]
        for q in region.on_line(a, b):
            if room.holds(Circle(q[0], q[1], r)):
                return q
    return None
