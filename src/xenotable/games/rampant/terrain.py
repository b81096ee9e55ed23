"""Terrain, cover and sight: going, lines, obstacles, buildings and wrecks.

The terrain of a battle is a string in its row (a scenario's id and lines of changes), so that a copy of the state copies
nothing and equal terrain is built once.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from xenotable.engine import cite, rule
from xenotable.games.rampant.content import Scenario, Spot, TerrainKind, content
from xenotable.games.rampant.state import NOW, Building, Rampant, garrison
from xenotable.table import (
    Circle,
    Ground,
    Piece,
    Point,
    centre_and_sides,
    circle_span,
    disc,
    gap,
    pieces_apart,
    point_to_piece,
    rectangle,
    snapped,
    to_piece,
    to_segment,
    wall,
    within,
)
from xenotable.table.near import inside

ROUGH, SOFT, HARD, DENSE, SOLID, OPAQUE, FENCE, WIRE, HILL, BUILDING, CRUSH = (1 << i for i in range(11))
NONE, SOFT_COVER, HARD_COVER = 0, 1, 2
GENERATOR = TerrainKind("generator", "Generator", "building", cover="none", armour=5, strength=5)


class Land(NamedTuple):
    kind: TerrainKind
    piece: Piece


class Field:
    """The terrain as it is now: the ground and what its pieces are."""

    def __init__(self, terrain: str) -> None:
        self.terrain = terrain
        id, *changes = terrain.split("\n")
        self.scenario = scenario_of(id)
        self.lands: dict[str, Land] = {}
        for spot in (*self.scenario.terrain, *(o for o in self.scenario.objectives if o.kind == "generator")):
            self._add(spot)
        for change in changes:
            self._change(change)
        width, depth = self.scenario.table
        self.ground = Ground.of((land.piece for land in self.lands.values()), width, depth)
        self.width, self.depth = width, depth

    def _add(self, spot: Spot, name: str = "") -> None:
        if not name:
            n = 1 + sum(land.kind.id == spot.kind for land in self.lands.values())
            name = f"{spot.kind}-{n}"
        kind = GENERATOR if spot.kind == "generator" else content().terrain[spot.kind]
        self.lands[name] = Land(kind, _piece(name, kind, spot))

    def _change(self, change: str) -> None:
        """ "-name" takes a piece away, "+kind name x y r" or "+kind name x0 y0 x1 y1" puts one down."""
        if change == "clear":
            self.lands = {n: land for n, land in self.lands.items() if self._required(land)}
            return
        if change[0] == "-":
            del self.lands[change[1:]]
            return
        kind, name, *numbers = change[1:].split(" ")
        at = [float(n) for n in numbers]
        spot = Spot(kind, *at) if len(at) == 3 else Spot(kind, None, None, None, *at)
        self._add(spot, name)

    def _required(self, land: Land) -> bool:
        wanted = {o.terrain for o in self.scenario.objectives if o.terrain} | {"generator"}
        return land.kind.id in wanted

    def label(self, name: str) -> str:
        alone = sum(land.kind.id == self.lands[name].kind.id for land in self.lands.values()) == 1 if name in self.lands else True
        kind = self.lands[name].kind.name if name in self.lands else name.partition("-")[0].title()
        return f"the {kind}" if alone else f"{kind} {name.rpartition('-')[2]}"


def _piece(name: str, kind: TerrainKind, spot: Spot) -> Piece:
    bits = bits_of(kind)
    if kind.shape == "line":
        return wall(name, (spot.x0, spot.y0), (spot.x1, spot.y1), 0.0, bits)
    if spot.r is not None:
        assert spot.x is not None and spot.y is not None
        return disc(name, spot.x, spot.y, spot.r, bits)
    return rectangle(name, spot.x0, spot.y0, spot.x1, spot.y1, bits)


@rule("terrain.kinds")
def bits_of(kind: TerrainKind) -> int:
    """A kind of terrain as bits of the ground."""
    if kind.shape == "building":
        return BUILDING
    bits = {"none": 0, "soft": SOFT, "hard": HARD}[kind.cover]
    bits |= ROUGH if kind.rough else 0
    bits |= DENSE if kind.dense else 0
    bits |= SOLID if kind.impassable else 0
    bits |= OPAQUE if kind.blocks_sight else 0
    bits |= HILL if kind.id == "hill" else 0
    if kind.shape == "line":
        bits |= WIRE if kind.cross_cost == 4 else FENCE
        bits |= CRUSH if kind.crush else 0
    return bits


def scenario_of(id: str) -> Scenario:
    if id == "quick-battle":
        from xenotable.games.rampant.variants import quick_battle

        return quick_battle()
    return content().scenarios[id]


@lru_cache(512)
def field_of(terrain: str) -> Field:
    return Field(terrain)


def field(game: Rampant) -> Field:
    return field_of(game.battle[NOW].terrain)


def change(game: Rampant, *changes: str) -> None:
    """Terrain comes or goes."""
    game.battle.set(NOW, terrain="\n".join((game.now.terrain, *changes)))


def lay_out(game: Rampant) -> None:
    """Puts the buildings of the field on record."""
    for name, land in field(game).lands.items():
        if land.kind.shape == "building" and name not in game.buildings:
            game.buildings.add(name, Building(land.kind.id, land.kind.armour, land.kind.strength, land.kind.strength))


# ---- measuring -------------------------------------------------------------------------------------------------------


def circle(game: Rampant, uid: str) -> Circle:
    """The footprint of a unit on the open table."""
    row = game.units[uid]
    return Circle(row.x, row.y, game.profile[uid].radius)


def outline(game: Rampant, building: str) -> Piece:
    return field(game).lands[building].piece


def standing(game: Rampant, id: str) -> bool:
    """Is this the id of a building that still stands?"""
    return id in game.buildings and game.buildings[id].strength > 0


def middle(piece: Piece) -> Point:
    if piece.disc is not None:
        return piece.disc[0], piece.disc[1]
    xs, ys = [p[0] for p in piece.corners], [p[1] for p in piece.corners]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def centre(game: Rampant, id: str) -> Point:
    """Where a unit is: its own centre, that of its building or vehicle; or the middle of a building."""
    if id in game.buildings:
        return middle(outline(game, id))
    row = game.units[id]
    if row.where == "aboard" and row.inside:  # nowhere while it is bailing out
        row = game.units[row.inside]
    return row.x, row.y


def shape(game: Rampant, id: str) -> Circle | Piece:
    """What distances are measured to: the footprint, or the building around a garrison."""
    if id in game.buildings:
        return outline(game, id)
    row = game.units[id]
    if row.where == "inside":
        cite("terrain.building-measure")
        return outline(game, row.inside)
    if row.where == "aboard" and row.inside:
        return circle(game, row.inside)
    return Circle(row.x, row.y, game.profile[id].radius)


@rule("play.measure")
def distance(game: Rampant, a: str, b: str) -> float:
    """Between the nearest edges of two units or buildings, never below zero."""
    return apart(shape(game, a), shape(game, b))


def apart(a: Circle | Piece, b: Circle | Piece) -> float:
    if isinstance(a, Circle):
        return gap(a, b) if isinstance(b, Circle) else to_piece(a, b)
    return to_piece(b, a) if isinstance(b, Circle) else pieces_apart(a, b)


def to_spot(game: Rampant, id: str, p: Point) -> float:
    """From a unit or building to a point."""
    at = shape(game, id)
    return max(0.0, math.hypot(at.x - p[0], at.y - p[1]) - at.r) if isinstance(at, Circle) else point_to_piece(p, at)


@rule("play.in-area")
def bits_under(game: Rampant, uid: str) -> int:
    """The terrain a unit is inside of: where its centre lies, boundaries included."""
    row = game.units[uid]
    if row.where != "table":
        return 0
    return _bits_at(game.battle[NOW].terrain, row.x, row.y)


@lru_cache(16384)
def _bits_at(terrain: str, x: float, y: float) -> int:
    return field_of(terrain).ground.bits_at((x, y)) & ~(FENCE | WIRE)


def areas_at(game: Rampant, p: Point, mask: int) -> list[Piece]:
    """The areas (not obstacles) of a mask that hold a point."""
    return [a for a in field(game).ground.at(p, mask) if not a.bits & (FENCE | WIRE)]


# ---- sight -----------------------------------------------------------------------------------------------------------


class Look(NamedTuple):
    """How many of the lines there are, how many are clear, and how many of the others terrain blocks."""

    lines: int
    clear: int
    hidden: int


def flying(game: Rampant, id: str) -> bool:
    return id in game.profile and "flying" in game.profile[id].has


@rule("terrain.sight")
def sees(game: Rampant, viewer: str, target: str) -> bool:
    """Is at least one of the lines clear?"""
    return look(game, viewer, target).clear > 0


def look(game: Rampant, viewer: str, target: str) -> Look:
    """All sight lines from one unit to another or to a building; a garrison uses the corners of its building."""
    if flying(game, viewer) or flying(game, target):
        return Look(3, 3 if _seen_in_flight(game, viewer, target) else 0, 0)
    best = Look(3, 0, 3)
    for p in eyes(game, viewer):
        found = _from(game, p, viewer, target)
        if found.clear > best.clear or (found.clear == best.clear and found.hidden < best.hidden):
            best = found
        if best.clear == best.lines:
            break
    return best


@rule("xeno.flying-sight")
def _seen_in_flight(game: Rampant, a: str, b: str) -> bool:
    """Only a dense area hides: who is in one and who flies see each other within 6 in."""
    for id in (a, b):
        if id in game.units and not flying(game, id) and bits_under(game, id) & DENSE:
            return within(distance(game, a, b), 6.0)
    return True


def eyes(game: Rampant, id: str) -> list[Point]:
    """Where lines from or to a unit may begin: its centre; for a garrison or a building its centre and corners."""
    name = id if id in game.buildings else game.units[id].inside if game.units[id].where == "inside" else ""
    if not name:
        row = game.units[id]
        return [(row.x, row.y)]
    cite("terrain.building-measure")
    piece = outline(game, name)
    return [snapped(middle(piece)), *piece.corners]


def _from(game: Rampant, p: Point, viewer: str, target: str) -> Look:
    own = frozenset(n for n in (_house(game, viewer), _house(game, target)) if n)
    ends = eyes(game, target) if _house(game, target) else centre_and_sides(p, circle(game, target))
    clear = hidden = 0
    blockers = list(_blockers(game, viewer, target))
    terrain, there = game.battle[NOW].terrain, centre(game, target)
    for q in ends:
        if line_blocked(terrain, p, q, there, own):
            hidden += 1
        elif not any(_crosses(p, q, c) for c in blockers):
            clear += 1
    return Look(len(ends), clear, hidden)


def _house(game: Rampant, id: str) -> str:
    if id in game.buildings:
        return id
    row = game.units[id]
    return row.inside if row.where == "inside" else ""


def _crosses(p: Point, q: Point, c: Circle) -> bool:
    span = circle_span(p, q, c)
    return span is not None and (span[1] - span[0]) * math.dist(p, q) > 0.001


@rule("terrain.sight-units")
def _blockers(game: Rampant, a: str, b: str) -> Iterator[Circle]:
    """The footprints that can hide one from the other: low units only between low ones, tall ones always."""
    both_low = _low(game, a) and _low(game, b)
    (ax, ay), (bx, by) = centre(game, a), centre(game, b)
    x0, x1, y0, y1 = min(ax, bx) - 5.0, max(ax, bx) + 5.0, min(ay, by) - 5.0, max(ay, by) + 5.0
    for uid, row in game.units.items():
        if row.where != "table" or uid in (a, b) or not (x0 <= row.x <= x1 and y0 <= row.y <= y1):
            continue
        what = game.profile[uid]
        if "flying" in what.has or not (what.tall or (both_low and not _over_hill(game, a, b, uid))):
            continue
        yield Circle(row.x, row.y, what.radius)


@rule("play.height")
def _low(game: Rampant, id: str) -> bool:
    return id in game.profile and not game.profile[id].tall


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


@lru_cache(65536)
def line_blocked(terrain: str, p: Point, q: Point, there: Point, own: frozenset[str]) -> bool:
    """Does terrain block the line from p (the viewer) to q, a point of a unit whose centre is `there`?"""
    ground = field_of(terrain).ground
    dense: dict[int, float] = {}
    for part, t0, t1 in ground.stretches(p, q, OPAQUE | BUILDING | DENSE):
        piece = ground.pieces[part.owner]
        if part.bits & OPAQUE or (part.bits & BUILDING and piece.name not in own):
            cite("terrain.sight-blockers")
            return True
        if part.bits & DENSE:
            dense[part.owner] = dense.get(part.owner, 0.0) + (t1 - t0) * math.dist(p, q)
    return any(dense_blocks(ground.pieces[i], long, p, there) for i, long in dense.items())


@rule("terrain.dense", neutral=lambda *a: False)
def dense_blocks(piece: Piece, long: float, p: Point, there: Point) -> bool:
    """Unless viewer or target is inside that very area and at most 6 in of the line lie in it."""
    return not (within(long, 6.0) and (inside(p, piece) or inside(there, piece)))


def sees_point(game: Rampant, viewer: str, p: Point) -> bool:
    """For aim points: a single line to the point itself."""
    own = frozenset(n for n in (_house(game, viewer),) if n)
    terrain = game.battle[NOW].terrain
    if flying(game, viewer):
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


# ---- cover -----------------------------------------------------------------------------------------------------------


@rule("terrain.cover-best")
def cover(game: Rampant, uid: str, enemy: str = "", hiding: bool = True) -> int:
    """The best cover of a unit against an enemy unit. Without an enemy: areas, buildings, and any obstacle close by.

    hiding: does being partly hidden count?
    """
    if flying(game, uid):
        cite("xeno.flying-sight")
        return NONE
    best = standing_cover(game, uid)
    if enemy and flying(game, enemy):
        cite("xeno.flying-sight")
        return best if game.units[uid].where == "inside" or bits_under(game, uid) & DENSE else NONE
    if best < HARD_COVER:
        best = max(best, obstacle_cover(game, uid, centre(game, enemy) if enemy else None))
    if best == NONE and hiding and enemy and partly_hidden(game, uid, enemy):
        best = SOFT_COVER
    return best


@rule("terrain.cover-area")
def standing_cover(game: Rampant, uid: str) -> int:
    """Cover against everybody: the area that holds the centre, or the building."""
    if game.units[uid].where == "inside":
        cite("terrain.building-cover")
        return HARD_COVER
    bits = bits_under(game, uid)
    return HARD_COVER if bits & HARD else SOFT_COVER if bits & SOFT else NONE


@rule("terrain.cover-obstacle", neutral=lambda *a: 0)
def obstacle_cover(game: Rampant, uid: str, enemy: Point | None) -> int:
    """An obstacle within 1 in of the footprint that the line between the centres crosses (any, where no enemy is)."""
    row = game.units[uid]
    if row.where != "table":
        return NONE
    return max((c for _, c in obstacles_between(game, circle(game, uid), enemy)), default=NONE)


def obstacles_between(game: Rampant, base: Circle, enemy: Point | None) -> Iterator[tuple[Piece, int]]:
    ground = field(game).ground
    for piece in ground.near(base, 1.0, FENCE):
        assert piece.line is not None
        if not piece.bits & (SOFT | HARD) or not within(to_segment(base, *piece.line), 1.0):
            continue
        if enemy is None or any(c.piece is piece for c in ground.crossings((base.x, base.y), enemy, FENCE)):
            yield piece, HARD_COVER if piece.bits & HARD else SOFT_COVER


@rule("terrain.cover-partly-hidden", neutral=lambda *a: False)
def partly_hidden(game: Rampant, uid: str, enemy: str) -> bool:
    """Terrain blocks some but not all of the lines from the enemy."""
    if game.units[enemy].where not in ("table", "inside"):
        return False
    seen = look(game, enemy, uid)
    return 0 < seen.hidden < seen.lines


@rule("terrain.cover-for-courage", neutral=lambda *a: False)
def covered_for_courage(game: Rampant, uid: str, enemy: str) -> bool:
    """Soft or hard cover against the enemy that caused the test, or cover at all where none did."""
    there = enemy in game.units and game.units[enemy].where in ("table", "inside")
    return cover(game, uid, enemy if there else "") > NONE


# ---- rough ground ----------------------------------------------------------------------------------------------------


def in_rough(game: Rampant, uid: str) -> bool:
    return bool(bits_under(game, uid) & ROUGH)


@rule("terrain.wreck")
def leave_wreck(game: Rampant, uid: str) -> None:
    """A vehicle shot or beaten to 0 leaves rough ground with soft cover of the size of its footprint."""
    row = game.units[uid]
    change(game, f"+wreck wreck-{uid} {row.x} {row.y} {game.profile[uid].radius}")
    game.tell("{u} is left a wreck.", "terrain.wreck", u=uid)


def rubble(game: Rampant, building: str) -> None:
    """A building becomes an area of rubble of its shape."""
    xs, ys = [p[0] for p in outline(game, building).corners], [p[1] for p in outline(game, building).corners]
    change(game, f"-{building}", f"+rubble rubble-{building} {min(xs)} {min(ys)} {max(xs)} {max(ys)}")


@rule("terrain.building-capacity")
def has_room(game: Rampant, building: str, seat: int) -> bool:
    """Room for one more of the same side, and not held by the enemy."""
    kind = field(game).lands[building].kind
    inside = garrison(game, building)
    return len(inside) < kind.capacity and all(game.units[u].seat == seat for u in inside)
