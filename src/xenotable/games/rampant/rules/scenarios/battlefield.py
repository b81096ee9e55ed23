"""What a scenario makes of the table: parts of the sides, deployment zones, reserves, night."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from xenotable.engine import Refusal, memoize, rule
from xenotable.games.rampant.content import Scenario, Spot
from xenotable.games.rampant.rules.terrain.field import scenario_of
from xenotable.games.rampant.state import NOW, Rampant, roster_of
from xenotable.table import Ground, Piece, disc, more_than, rectangle


def scenario(game: Rampant) -> Scenario:
    now = game.battle[NOW]
    return _scenario(now.terrain, now.scenario)


@memoize(4096)
def _scenario(terrain: str, drawn: str) -> Scenario:
    return scenario_of(_first_line(terrain) or drawn)


@rule("scenarios.home-and-zones")
def part_of(game: Rampant, seat: int) -> str:
    """Which zone and home edge a seat has: those of the Attacker in the south, unless the sides were exchanged."""
    now = game.now
    return "attacker" if (seat == now.attacker) != now.swapped else "defender"


def scenario_id(game: Rampant) -> str:
    now = game.battle[NOW]
    return _first_line(now.terrain) or now.scenario


@lru_cache(4096)
def _first_line(terrain: str) -> str:
    return terrain.partition("\n")[0]


def own_zones(game: Rampant, seat: int) -> tuple[Piece, ...]:
    return _zones(scenario_id(game), part_of(game, seat))


@memoize(64)
def _zones(id: str, part: str) -> tuple[Piece, ...]:
    scenario = scenario_of(id)
    spots = scenario.attacker_zone if part == "attacker" else scenario.defender_zone
    return tuple(zone_piece(f"{part}-zone-{i}", s) for i, s in enumerate(spots))


def zone_piece(name: str, s: Spot) -> Piece:
    if s.r is not None:
        assert s.x is not None
        assert s.y is not None
        return disc(name, s.x, s.y, s.r, 1)
    return rectangle(name, s.x0, s.y0, s.x1, s.y1, 1)


def zone_ground(game: Rampant, seat: int) -> Ground:
    return _zone_ground(scenario_id(game), part_of(game, seat))


@memoize(64)
def _zone_ground(id: str, part: str) -> Ground:
    return Ground.of(_zones(id, part), *scenario_of(id).table)


@rule("scenarios.hold-the-relay", neutral=lambda *a: False)
def holds_back(game: Rampant, seat: int) -> bool:
    """May this side keep units back: the Attacker at the relay?"""
    return scenario_id(game) == "hold-the-relay" and part_of(game, seat) == "attacker"


def most_held_back(game: Rampant, seat: int) -> int:
    """Half of the units, whatever keeps them off the table."""
    return len(roster_of(game, seat)) // 2


def visibility(game: Rampant) -> float:
    """How far anybody sees; 0: as far as there is table."""
    return scenario(game).visibility


@rule("scenarios.night-visibility", neutral=lambda *a: ())
def night_refusals(game: Rampant, far: float, unit: str) -> Iterable[Refusal]:
    limit = visibility(game)
    if not limit or not more_than(far, limit):
        return ()
    says = "It is night: {unit} sees no farther than {limit:g} in."
    return (Refusal("scenarios.night-visibility", says, {"unit": unit, "limit": limit}),)
