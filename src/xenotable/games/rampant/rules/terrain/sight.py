"""Lines of sight: who sees whom over terrain, units and hills."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from xenotable.engine import acts, cite, memoize, rule
from xenotable.games.rampant.rules.play.conventions import bits_under, centre, low, within
from xenotable.games.rampant.rules.terrain.field import (
    BUILDING,
    DENSE,
    HILL,
    OPAQUE,
    areas_at,
    field_of,
    is_standing,
    middle,
    outline,
)
from xenotable.games.rampant.rules.xeno.combat import is_flying, seen_in_flight
from xenotable.games.rampant.state import Rampant
from xenotable.table import Circle, Piece, Point, centre_and_sides, circle_span, snap_point
from xenotable.table.near import inside

NOWHERE: frozenset[str] = frozenset()


class Look(NamedTuple):
    """How many of the lines there are, how many are clear, and how many of the others terrain blocks."""

    lines: int
    clear: int
    hidden: int


@rule("terrain.sight", neutral=lambda *a: True)
def sees(game: Rampant, viewer: str, target: str) -> bool:
    """Is at least one of the lines clear? The first that is suffices."""
    if is_flying(game, viewer) or is_flying(game, target):
        return seen_in_flight(game, viewer, target)
    terrain, there = game.now.terrain, centre(game, target)
    own = _own_buildings(game, viewer, target)
    blockers: list[Circle] | None = None  # looked for only where terrain lets a line through
    for p in eyes(game, viewer):
        for q in _ends(game, p, target):
            if line_blocked(terrain, p, q, there, own):
                continue
            if blockers is None:
                blockers = _blockers(game, viewer, target)
            for c in blockers:
                if _crosses(p, q, c):
                    break
            else:
                return True
    return False


def look(game: Rampant, viewer: str, target: str) -> Look:
    """All sight lines from one unit to another or to a building; a garrison uses the corners of its building."""
    if is_flying(game, viewer) or is_flying(game, target):
        return Look(3, 3 if seen_in_flight(game, viewer, target) else 0, 0)
    best = Look(3, 0, 3)
    for p in eyes(game, viewer):
        found = _from(game, p, viewer, target)
        if found.clear > best.clear or (found.clear == best.clear and found.hidden < best.hidden):
            best = found
        if best.clear == best.lines:
            break
    return best


def eyes(game: Rampant, id: str) -> list[Point]:
    """Where lines from or to a unit may begin: its centre; for a garrison or a building its centre and corners. Who has
    still to get out of a fallen building has nothing around it."""
    row = game.units.get(id)
    if row is not None and (row.where != "inside" or not is_standing(game, row.inside)):
        return [(row.x, row.y)]
    cite("terrain.building-measure")
    piece = outline(game, id if row is None else row.inside)
    return [snap_point(middle(piece)), *piece.corners]


def _from(game: Rampant, p: Point, viewer: str, target: str) -> Look:
    own, ends = _own_buildings(game, viewer, target), tuple(_ends(game, p, target))
    clear = hidden = 0
    blockers = _blockers(game, viewer, target)
    terrain, there = game.now.terrain, centre(game, target)
    for q in ends:
        if line_blocked(terrain, p, q, there, own):
            hidden += 1
        elif not any(_crosses(p, q, c) for c in blockers):
            clear += 1
    return Look(len(ends), clear, hidden)


def hidden_from(game: Rampant, viewer: str, target: str) -> tuple[int, int]:
    """How many of the sight lines there are, and how many terrain blocks. Between two in the open the units between do
    not matter for that, and are not looked for."""
    (p, *more), flies = eyes(game, viewer), is_flying(game, viewer) or is_flying(game, target)
    if more or flies or _building_of(game, target):
        lines, _, hidden = look(game, viewer, target)
        return lines, hidden
    row = game.units[target]
    return _hidden_in_the_open(game.now.terrain, p, row.x, row.y, game.profile[target].radius)


@memoize(16384)
def _hidden_in_the_open(terrain: str, p: Point, x: float, y: float, r: float) -> tuple[int, int]:
    ends = _footprint_ends(p, x, y, r)
    return len(ends), sum([line_blocked(terrain, p, q, (x, y), NOWHERE) for q in ends])


def hidden_lines(game: Rampant, p: Point, target: str) -> tuple[int, int]:
    """Of the sight lines from a place to a unit: how many there are, and how many of them terrain blocks. A building
    around the place hides nothing from it."""
    own = _own_buildings(game, target, target) | {house.name for house in areas_at(game, p, BUILDING)}
    terrain, there, ends = game.now.terrain, centre(game, target), tuple(_ends(game, p, target))
    return len(ends), sum(line_blocked(terrain, p, q, there, own) for q in ends)


def _ends(game: Rampant, p: Point, target: str) -> Iterator[Point]:
    """Where the lines from p to a target end; the centre, which mostly decides, first."""
    if _building_of(game, target):
        yield from eyes(game, target)
        return
    row = game.units[target]
    yield row.x, row.y
    yield from _footprint_ends(p, row.x, row.y, game.profile[target].radius)[1:]


@lru_cache(16384)
def _footprint_ends(p: Point, x: float, y: float, r: float) -> Sequence[Point]:
    return centre_and_sides(p, Circle(x, y, r))


def _own_buildings(game: Rampant, viewer: str, target: str) -> frozenset[str]:
    """The buildings that two are in or are: these hide nothing from them."""
    if not game.buildings:
        return NOWHERE
    a, b = _building_of(game, viewer), _building_of(game, target)
    return frozenset(n for n in (a, b) if n) if a or b else NOWHERE


def _building_of(game: Rampant, id: str) -> str:
    row = game.units.get(id)
    if row is None:
        return id
    return row.inside if row.where == "inside" else ""


def _crosses(p: Point, q: Point, c: Circle) -> bool:
    (px, py), (qx, qy), x, y, r = p, q, c.x, c.y, c.r
    if (px < x - r and qx < x - r) or (px > x + r and qx > x + r):
        return False
    if (py < y - r and qy < y - r) or (py > y + r and qy > y + r):
        return False
    span = circle_span(p, q, c)
    return span is not None and (span[1] - span[0]) * math.dist(p, q) > 0.001


@rule("terrain.sight-units", neutral=lambda *a: [])
def _blockers(game: Rampant, a: str, b: str) -> list[Circle]:
    """The footprints that can hide one from the other: low units only between low ones, tall ones always."""
    both_low = low(game, a) and low(game, b)
    (ax, ay), (bx, by) = centre(game, a), centre(game, b)
    x0, x1 = (ax - 5.0, bx + 5.0) if ax < bx else (bx - 5.0, ax + 5.0)
    y0, y1 = (ay - 5.0, by + 5.0) if ay < by else (by - 5.0, ay + 5.0)
    found, profile = [], game.profile
    on_hill = both_low and bool((bits_under(game, a) | bits_under(game, b)) & HILL)  # both are units, if both are low
    for unit, row in game.units.items():
        if row.where != "table" or not (x0 <= row.x <= x1 and y0 <= row.y <= y1) or unit in (a, b):
            continue
        what = profile[unit]
        if "flying" in what.has or not (what.tall or (both_low and not (on_hill and _over_hill(game, a, b, unit)))):
            continue
        found.append(Circle(row.x, row.y, what.radius))
    return found


@rule("terrain.hill", neutral=lambda *a: False)
def _over_hill(game: Rampant, a: str, b: str, between: str) -> bool:
    """Low units off the hill do not hide one that stands on it."""
    for id in (a, b):
        row = game.units.get(id)
        if row is None or row.where != "table" or not bits_under(game, id) & HILL:
            continue
        mine = {p.name for p in areas_at(game, (row.x, row.y), HILL)}
        other = game.units[between]
        if mine.isdisjoint(p.name for p in areas_at(game, (other.x, other.y), HILL)):
            return True
    return False


@memoize(65536)
def line_blocked(terrain: str, p: Point, q: Point, there: Point, own: frozenset[str]) -> bool:
    """Does terrain block the line from p (the viewer) to q, a point of a unit whose centre is `there`?"""
    ground = field_of(terrain).ground
    dense: dict[int, float] = {}
    for part, t0, t1 in ground.stretches(p, q, OPAQUE | BUILDING | DENSE):
        piece = ground.pieces[part.owner]
        if (part.bits & OPAQUE or (part.bits & BUILDING and piece.name not in own)) and acts("terrain.sight-blockers"):
            return True
        if part.bits & DENSE:
            dense[part.owner] = dense.get(part.owner, 0.0) + (t1 - t0) * math.dist(p, q)
    return bool(dense) and any(dense_blocks(ground.pieces[i], long, p, there) for i, long in dense.items())


@rule("terrain.dense", neutral=lambda *a: False)
def dense_blocks(piece: Piece, long: float, p: Point, there: Point) -> bool:
    """Unless viewer or target is inside that very area and at most 6 in of the line lie in it."""
    return not (within(long, 6.0) and (inside(p, piece) or inside(there, piece)))


def sees_point(game: Rampant, viewer: str, p: Point) -> bool:
    """For aim points: a single line to the point itself."""
    own = frozenset(n for n in (_building_of(game, viewer),) if n)
    terrain = game.now.terrain
    if is_flying(game, viewer):
        return True
    blockers = [
        Circle(row.x, row.y, game.profile[u].radius)
        for u, row in game.units.items()
        if row.where == "table" and u != viewer and game.profile[u].tall and "flying" not in game.profile[u].has
    ]
    for eye in eyes(game, viewer):
        on = [b for b in blockers if math.hypot(b.x - p[0], b.y - p[1]) > b.r]
        if not line_blocked(terrain, eye, p, p, own) and not any(_crosses(eye, p, b) for b in on):
            return True
    return False
