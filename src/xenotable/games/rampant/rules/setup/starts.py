"""Where a unit may start: on the table, aboard, in a building or in reserve."""

from __future__ import annotations

from functools import lru_cache

from xenotable.engine import acts, is_legal
from xenotable.games.rampant.rules.scenarios.battlefield import may_hold_back, own_zones
from xenotable.games.rampant.rules.specials.moving import seat_refusals
from xenotable.games.rampant.rules.terrain.field import field, field_of, has_room, is_standing, middle
from xenotable.games.rampant.state import Rampant
from xenotable.table import Circle, centre_in
from xenotable.table import Piece as Zone


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
    taken = list(plans.values())
    if not what.vehicle:
        for v in game.transports:
            rides, there = f"aboard:{v}", game.units[v]
            if (
                v != unit
                and there.seat == seat
                and there.where == "reserve"
                and rides not in taken
                and is_legal(seat_refusals(game, unit, v))
                and acts("vehicles.start-aboard")
            ):
                found.append(rides)
    if found[0] == "table" and not what.vehicle and not what.tall and "flying" not in what.has and row.strength <= 10:
        found += [f"inside:{b}" for b in zone_houses(game, seat) if taken.count(f"inside:{b}") < _room(game, b)]
    if may_hold_back(game, seat, taken) and "rooted" not in what.has and found[0] == "table":
        found.append("reserve")
    return found


def _room(game: Rampant, building: str) -> int:
    return field(game).lands[building].kind.capacity


def zone_houses(game: Rampant, seat: int) -> list[str]:
    own = _houses_in(game.now.terrain, own_zones(game, seat))
    return [b for b in game.buildings if b in own and is_standing(game, b) and has_room(game, b, seat)]


@lru_cache(512)
def _houses_in(terrain: str, zones: tuple[Zone, ...]) -> frozenset[str]:
    """The buildings of a table whose middle lies in one of the zones."""
    middles = {b: Circle(*middle(land.piece), 0.0) for b, land in field_of(terrain).lands.items()}
    return frozenset(b for b, at in middles.items() if any(centre_in(at, z) for z in zones))


def start_label(game: Rampant, start: str) -> str:
    kind, _, what = start.partition(":")
    plain = {"table": "On the table", "reserve": "In reserve"}
    return plain.get(kind) or f"{'Aboard' if kind == 'aboard' else 'In'} {game.name(what)}"
