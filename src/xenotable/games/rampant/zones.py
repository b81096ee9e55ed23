"""Deployment zones and home edges of the sides (chapters "setup" and "scenarios")."""

from __future__ import annotations

import math
from functools import lru_cache

from xenotable.engine import rule
from xenotable.games.rampant.content import Spot
from xenotable.games.rampant.field import scenario_of
from xenotable.games.rampant.state import NOW, Rampant
from xenotable.table import Ground, Piece, Point, disc, rectangle
from xenotable.table.near import nearest_on


@rule("scenarios.home-and-zones")
def part_of(game: Rampant, seat: int) -> str:
    """Which zone and home edge a seat has: those of the Attacker in the south, unless the sides were exchanged."""
    now = game.battle[NOW]
    return "attacker" if (seat == now.attacker) != now.swapped else "defender"


def scenario_id(game: Rampant) -> str:
    now = game.battle[NOW]
    return _first_line(now.terrain) or now.scenario


@lru_cache(4096)
def _first_line(terrain: str) -> str:
    return terrain.partition("\n")[0]


def own_zones(game: Rampant, seat: int) -> tuple[Piece, ...]:
    return _zones(scenario_id(game), part_of(game, seat))


@lru_cache(64)
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


@lru_cache(64)
def _zone_ground(id: str, part: str) -> Ground:
    return Ground.of(_zones(id, part), *scenario_of(id).table)


@rule("setup.home-edge")
def home_edges(game: Rampant, seat: int) -> tuple[str, ...]:
    scenario = scenario_of(scenario_id(game))
    return scenario.attacker_home if part_of(game, seat) == "attacker" else scenario.defender_home


@rule("retreat.home", neutral=lambda game, uid, at: at)
def home_point(game: Rampant, uid: str, at: Point) -> Point:
    """The nearest point of the own deployment zone."""
    zones = own_zones(game, game.units[uid].seat)
    return min((nearest_on(z, (at[0], at[1])) for z in zones), key=lambda p: math.dist(p, at))
