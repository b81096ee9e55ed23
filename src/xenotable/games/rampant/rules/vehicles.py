"""Vehicles and transports: boarding, leaving, bailing out. Driving stands in `moving`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from xenotable.engine import Flow, Refusal, Roll, Scene, cite, is_legal, rule, scene
from xenotable.games.rampant.rules.courage.losses import remove, suffer
from xenotable.games.rampant.rules.moving.move_legality import MoveContext, Room, move_refusals
from xenotable.games.rampant.rules.moving.placing import ask_place, put_down
from xenotable.games.rampant.rules.play.conventions import circle, distance
from xenotable.games.rampant.rules.psychic.lasting import end_powers
from xenotable.games.rampant.rules.specials.moving import seat_refusals
from xenotable.games.rampant.scenes import BailOut, Nerve, Shock
from xenotable.games.rampant.state import Rampant
from xenotable.table import Piece as Land
from xenotable.table import Point, disc, ways_into
from xenotable.table.near import TOLERANCE


@rule("vehicles.board", neutral=lambda *a: ())
def board_refusals(game: Rampant, unit: str, vehicle: str, budget: float) -> Iterator[Refusal]:
    """Why a unit may not board with a Move of this budget."""
    if game.units[vehicle].where != "table":
        yield Refusal("vehicles.board", "{v} is not on the table.", {"v": vehicle})
        return
    stopped = False
    for refusal in seat_refusals(game, unit, vehicle):
        stopped = True
        yield refusal
    if not stopped and not ride_in_reach(game, unit, vehicle, budget):
        yield Refusal("vehicles.board", "{unit} cannot reach {v} with this Move.", {"unit": unit, "v": vehicle})


def ride_in_reach(game: Rampant, unit: str, vehicle: str, budget: float) -> bool:
    if distance(game, unit, vehicle) > budget + TOLERANCE:
        return False
    cite("vehicles.one-way-per-phase")
    context = MoveContext(game, unit, budget, (vehicle,))
    c = circle(game, vehicle)
    near = c.r + context.base.r
    if math.hypot(c.x - context.base.x, c.y - context.base.y) <= near + 0.01:
        return True
    region = context.region().at_most(c.x, c.y, near)

    def check(way: Sequence[Point]) -> bool:
        return is_legal(move_refusals(context, way))

    return next(ways_into([region], context.walk, budget, check, context.scout), None) is not None


def carriers(game: Rampant, unit: str) -> list[str]:
    """The vehicles of a unit's side that carry others."""
    if not game.transports:
        return []
    units, seat = game.units, game.units[unit].seat
    return [v for v in game.transports if v != unit and units[v].seat == seat and units[v].where != "gone"]


def board(game: Rampant, unit: str, vehicle: str) -> None:
    row = game.units[vehicle]
    end_powers(game, unit)  # who is aboard is off the table, for powers of its own and on it
    game.units.set(unit, where="aboard", inside=vehicle, x=row.x, y=row.y, prone=False, spells=())
    game.tell("{unit} boards {v}.", "vehicles.board", unit=unit, v=vehicle)


@rule("vehicles.leave", neutral=lambda *a: ())
def leave_refusals(game: Rampant, unit: str) -> Iterator[Refusal]:
    """Why passengers may not leave in this phase."""
    vehicle = game.units[unit].inside
    if game.units[vehicle].where != "table":
        yield Refusal("vehicles.leave", "{v} is not on the table.", {"v": vehicle})
        return
    most = game.profile[vehicle].max_move / 2.0
    if game.units[vehicle].moved > most + TOLERANCE:
        says = "{v} has moved {n:.1f} in this phase, more than half its movement."
        yield Refusal(
            "vehicles.leave", says, {"v": vehicle, "n": game.units[vehicle].moved}, "Wait until the next phase."
        )


def hull(game: Rampant, vehicle: str) -> Land:
    """The footprint of a vehicle as an outline to be placed against."""
    row = game.units[vehicle]
    return disc("hull", row.x, row.y, game.profile[vehicle].radius)


@scene
def bail_out(game: Rampant, at: BailOut) -> Flow[list[Scene]]:
    """Passengers get out and test."""
    shock, after = yield from get_out(game, at)
    return after if shock is None else [Nerve(shock)]


@rule("vehicles.bail-out")
def get_out(game: Rampant, at: BailOut) -> Flow[tuple[Shock | None, list[Scene]]]:
    """Passengers lose a point for each 1 or 2 and are placed within 2 in of the wreck. Gives why they test; or, if
    none is left, what their end sets off."""
    unit, lost = at.unit, 0
    if at.rolls:
        lost, _ = yield from Roll(
            seat=game.units[unit].seat,
            key="bail-out",
            rule="vehicles.bail-out",
            n=game.units[unit].strength,
            cuts=(3,),
            prompt="{unit} bails out",
            args={"unit": unit},
            names=("lost", "safe"),
        )
    shock = Shock(unit, "bail", lost, 0, at.shock.by, at.shock.source, at.shock.x, at.shock.y)
    gone = suffer(game, unit, lost, "vehicles.bail-out", shock, "{unit} bails out and loses {n:Strength Point}.")
    if gone is not None:
        return None, gone
    if not (yield from ask_beside(game, unit, (at.x, at.y), at.r + 2.0)):
        return None, remove(game, unit, "destroyed", shock, "vehicles.bail-out")
    return shock, []


def ask_beside(game: Rampant, unit: str, at: tuple[float, float], far: float) -> Flow[bool]:
    """Survivors are put down so that their footprint is within reach of the wreck, apart from all units."""
    r, room = game.profile[unit].radius, Room(game, unit)
    spots = room.spots(room.region(r, at, far + r + 0.01).at_most(at[0], at[1], far + r), r)
    if not spots:
        return False

    def refusals(p: Point) -> Iterator[Refusal]:
        if math.dist(p, at) - r > far + TOLERANCE:
            yield Refusal("vehicles.bail-out", "{unit} must be placed within 2 in of the wreck.", {"unit": unit})

    prompt = "Where does {unit} get out?"
    why = "vehicles.bail-out"
    place = yield from ask_place(game, unit, spots[0], spots, refusals, key="bail-place", rule=why, prompt=prompt)
    put_down(game, unit, place)
    return True
