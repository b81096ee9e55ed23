"""Measuring on the table, and how to read the book: "within", "half", kin, height."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from xenotable.engine import cite, memoize, rule
from xenotable.games.rampant.content import NATURES
from xenotable.games.rampant.rules.terrain.field import FENCE, WIRE, field, field_of, is_standing, middle, outline
from xenotable.games.rampant.state import Entry, Rampant, fielded_units
from xenotable.table import Circle, Piece, Point, gap, pieces_apart, to_piece
from xenotable.table.near import TOLERANCE, point_to_piece


def circle(game: Rampant, unit: str) -> Circle:
    """The footprint of a unit on the open table."""
    row = game.units[unit]
    return Circle(row.x, row.y, game.profile[unit].radius)


def centre(game: Rampant, id: str) -> Point:
    """Where a unit is: its own centre, that of its building or vehicle; or the middle of a building."""
    row = game.units.get(id)
    if row is None:
        return middle(outline(game, id))
    if row.where == "aboard" and row.inside:  # nowhere while it is bailing out
        row = game.units[row.inside]
    return row.x, row.y


def shape(game: Rampant, id: str) -> Circle | Piece:
    """What distances are measured to: the footprint, or the building around a garrison."""
    if house := _walls(game, id):
        return outline(game, house)
    row = game.units[id]
    if row.where == "aboard" and row.inside:
        return circle(game, row.inside)
    return Circle(row.x, row.y, game.profile[id].radius)


def _walls(game: Rampant, id: str) -> str:
    """The building that this is, or the one around a garrison."""
    row = game.units.get(id)
    if row is None:
        return id
    if row.where == "inside" and is_standing(game, row.inside):
        cite("terrain.building-measure")
        return row.inside
    return ""


@rule("play.measure", neutral=lambda *a: 0.0)
def distance(game: Rampant, a: str, b: str) -> float:
    """Between the nearest edges of two units or buildings, never below zero."""
    one, two = game.units.get(a), game.units.get(b)
    if one is not None and one.where == "table":
        if two is not None and two.where == "table":
            dx, dy = one.x - two.x, one.y - two.y
            far = math.sqrt(dx * dx + dy * dy) - game.profile[a].radius - game.profile[b].radius
            return far if far > 0.0 else 0.0
        if house := _walls(game, b):
            return max(0.0, to_building(game, house, one.x, one.y) - game.profile[a].radius)
    return apart(shape(game, a), shape(game, b))


def enemies_within(game: Rampant, unit: str, far: float = math.inf) -> list[str]:
    """The enemies on the table or in a building, without those that are farther away than this for sure: a quick look
    that spares the long one."""
    units, profile, found = game.units, game.profile, []
    row = units[unit]
    if row.where != "table" or far == math.inf:
        return fielded_units(game, 1 - row.seat)
    x, y, most = row.x, row.y, far + profile[unit].radius + 0.01
    for id in game.members[1 - row.seat]:
        foe = units[id]
        if foe.where == "table":
            if math.hypot(x - foe.x, y - foe.y) - profile[id].radius <= most:
                found.append(id)
        elif foe.where == "inside":
            found.append(id)
    return found


def houses_within(game: Rampant, unit: str, far: float = math.inf) -> list[str]:
    """The same of buildings that stand."""
    standing = [house for house, row in game.buildings.items() if row.strength > 0]
    row = game.units[unit]
    if row.where != "table" or far == math.inf or not standing:
        return standing
    x, y, most, bounds_of, found = row.x, row.y, far + game.profile[unit].radius + 0.01, field(game).bounds_of, []
    for house in standing:
        x0, y0, x1, y1 = bounds_of(house)
        if x0 - most <= x <= x1 + most and y0 - most <= y <= y1 + most:
            found.append(house)
    return found


def apart(a: Circle | Piece, b: Circle | Piece) -> float:
    if isinstance(a, Circle):
        return gap(a, b) if isinstance(b, Circle) else to_piece(a, b)
    return to_piece(b, a) if isinstance(b, Circle) else pieces_apart(a, b)


def to_building(game: Rampant, building: str, x: float, y: float) -> float:
    """From a point to the outline of a building; remembered, because units ask it again and again from one place."""
    return _to_land(game.now.terrain, building, x, y)


@lru_cache(16384)
def _to_land(terrain: str, name: str, x: float, y: float) -> float:
    return point_to_piece((x, y), field_of(terrain).lands[name].piece)


def to_spot(game: Rampant, id: str, p: Point) -> float:
    """From a unit or building to a point."""
    return shape_to_spot(shape(game, id), p)


def shape_to_spot(at: Circle | Piece, p: Point) -> float:
    return max(0.0, math.hypot(at.x - p[0], at.y - p[1]) - at.r) if isinstance(at, Circle) else point_to_piece(p, at)


@rule("play.in-area", neutral=lambda *a: 0)
def bits_under(game: Rampant, unit: str) -> int:
    """The terrain a unit is inside of: where its centre lies, boundaries included."""
    row = game.units[unit]
    if row.where != "table":
        return 0
    return _bits_at(game.now.terrain, row.x, row.y)


@memoize(16384)
def _bits_at(terrain: str, x: float, y: float) -> int:
    return field_of(terrain).ground.bits_at((x, y)) & ~(FENCE | WIRE)


@rule("play.table")
def edge_distance(game: Rampant, p: Sequence[float], edge: str) -> float:
    width, depth = field(game).width, field(game).depth
    return {"south": p[1], "north": depth - p[1], "west": p[0], "east": width - p[0]}[edge]


def edge_point(game: Rampant, p: Point, edge: str) -> Point:
    width, depth = field(game).width, field(game).depth
    return {"south": (p[0], 0.0), "north": (p[0], depth), "west": (0.0, p[1]), "east": (width, p[1])}[edge]


@rule("play.within", neutral=lambda *a: False)
def within(far: float, limit: float) -> bool:
    """ "Within N inches" includes N itself, with a tolerance of 0.001 in."""
    return far <= limit + TOLERANCE


@rule("play.rounding", neutral=lambda *a: True)
def above_half(game: Rampant, unit: str) -> bool:
    """More than half, exactly: twice the current Strength Points exceed the starting number."""
    return game.units[unit].strength * 2 > game.profile[unit].strength


def in_brackets(modifiers: Sequence[str]) -> str:
    """Modifiers of a test, as they are told after its total; nothing where there is none."""
    return f" ({', '.join(modifiers)})" if modifiers else ""


@rule("play.kin", neutral=lambda entry: entry.kin)
def kin_of(entry: Entry) -> str:
    """The tag on the roster, unless a nature forces another."""
    forced = [NATURES[x] for x in entry.xeno if x in NATURES]
    return forced[0] if forced else entry.kin


@rule("play.height", neutral=lambda *a: False)
def low(game: Rampant, id: str) -> bool:
    return id in game.profile and not game.profile[id].tall
