"""Where a unit may start: on the table, aboard, in a building or in reserve."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from xenotable.engine import acts, is_legal, rule
from xenotable.games.rampant.rules.play.conventions import distance
from xenotable.games.rampant.rules.scenarios.battlefield import holds_back, most_held_back, own_zones
from xenotable.games.rampant.rules.specials.moving import seat_refusals
from xenotable.games.rampant.rules.terrain.field import field, field_of, has_room, is_standing, middle
from xenotable.games.rampant.state import Rampant, fielded_units, roster_of
from xenotable.table import Circle, centre_in
from xenotable.table import Piece as Zone
from xenotable.table.near import TOLERANCE

ENEMY_GAP = 6.0  # what units that are deployed keep from every enemy


def plain_start(game: Rampant, unit: str) -> str:
    """Where a unit starts unless its owner plans otherwise."""
    return "reserve" if game.units[unit].arrives or "drop-troops" in game.profile[unit].has else "table"


def starts(game: Rampant, seat: int, unit: str) -> list[str]:
    """Where a unit may start, given what is planned for the others; the plain way first."""
    row, what = game.units[unit], game.profile[unit]
    if row.arrives:
        return ["reserve"]
    plans = dict(game.secret[seat].plans)
    found = [plain_start(game, unit)]
    relay, taken = found[0] == "table" and holds_back(game, seat), list(plans.values())
    if not what.vehicle:
        for v in game.transports:
            rides, there = f"aboard:{v}", game.units[v]
            if (
                v != unit
                and there.seat == seat
                and there.where == "reserve"
                and rides not in taken
                and is_legal(seat_refusals(game, unit, v))
                and not (relay and crowds_reserves(game, unit, {**plans, unit: rides}))
                and acts("vehicles.start-aboard")
            ):
                found.append(rides)
    if found[0] == "table" and not what.vehicle and not what.tall and "flying" not in what.has and row.strength <= 10:
        found += [f"inside:{b}" for b in zone_houses(game, seat) if taken.count(f"inside:{b}") < _room(game, b)]
    if relay and "rooted" not in what.has and not crowds_reserves(game, unit, {**plans, unit: "reserve"}):
        found.append("reserve")
    return found


def crowds_reserves(game: Rampant, unit: str, plans: Mapping[str, str]) -> bool:
    """Would a unit that starts as planned be one too many of those off the table: in reserve, or aboard a vehicle that
    is?"""

    def waits(unit: str) -> bool:
        start = plans.get(unit) or plain_start(game, unit)
        return start == "reserve" or (start.startswith("aboard:") and waits(start[7:]))

    seat = game.units[unit].seat
    return waits(unit) and sum(map(waits, roster_of(game, seat))) > most_held_back(game, seat)


def _room(game: Rampant, building: str) -> int:
    return field(game).lands[building].kind.capacity


def zone_houses(game: Rampant, seat: int) -> list[str]:
    """The buildings of the zone where a unit may start: with room, and 6 in from every enemy like any other place."""
    own = _houses_in(game.now.terrain, own_zones(game, seat))
    free = [b for b in game.buildings if b in own and is_standing(game, b) and has_room(game, b, seat)]
    return [b for b in free if is_far_from_enemies(game, seat, b)]


@rule("setup.deploy-enemy-gap", neutral=lambda *a: True)
def is_far_from_enemies(game: Rampant, seat: int, building: str) -> bool:
    return all(distance(game, foe, building) >= ENEMY_GAP - TOLERANCE for foe in fielded_units(game, 1 - seat))


@lru_cache(512)
def _houses_in(terrain: str, zones: tuple[Zone, ...]) -> frozenset[str]:
    """The buildings of a table whose middle lies in one of the zones."""
    middles = {b: Circle(*middle(land.piece), 0.0) for b, land in field_of(terrain).lands.items()}
    return frozenset(b for b, at in middles.items() if any(centre_in(at, z) for z in zones))


def start_label(game: Rampant, start: str) -> str:
    kind, _, what = start.partition(":")
    plain = {"table": "On the table", "reserve": "In reserve"}
    return plain.get(kind) or f"{'Aboard' if kind == 'aboard' else 'In'} {game.name(what)}"
