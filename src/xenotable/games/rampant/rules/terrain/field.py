"""The field of a battle: its terrain as it is now.

The terrain is a string in the battle's row (a scenario's id and lines of changes), so that a copy of the state copies
nothing and equal terrain is built once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from xenotable.engine import memoize, rule
from xenotable.games.rampant.content import Scenario, Spot, TerrainKind, content
from xenotable.games.rampant.rules.variants.quick_battle import quick_battle
from xenotable.games.rampant.state import NOW, Building, Rampant, building_name, garrison
from xenotable.table import Ground, Piece, Point, bounds, disc, rectangle, wall

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
        self._bounds: dict[str, tuple[float, float, float, float]] = {}

    def bounds_of(self, name: str) -> tuple[float, float, float, float]:
        """Between which x and y a piece lies: west, south, east, north."""
        found = self._bounds.get(name)
        if found is None:
            found = self._bounds[name] = bounds(self.lands[name].piece)
        return found

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
        if len(at) == 3:
            spot = Spot(kind, at[0], at[1], at[2])
        else:
            spot = Spot(kind, x0=at[0], y0=at[1], x1=at[2], y1=at[3])
        self._add(spot, name)

    def _required(self, land: Land) -> bool:
        wanted = {o.terrain for o in self.scenario.objectives if o.terrain} | {"generator"}
        return land.kind.id in wanted

    def label(self, name: str) -> str:
        alone = (
            sum(land.kind.id == self.lands[name].kind.id for land in self.lands.values()) == 1
            if name in self.lands
            else True
        )
        kind = self.lands[name].kind.name if name in self.lands else name.partition("-")[0].title()
        return f"the {kind}" if alone else f"{kind} {name.rpartition('-')[2]}"


def _piece(name: str, kind: TerrainKind, spot: Spot) -> Piece:
    return _make_piece(name, kind.shape == "line", bits_of(kind), spot)


@lru_cache(4096)
def _make_piece(name: str, line: bool, bits: int, spot: Spot) -> Piece:
    """Remembered, because a table with one wreck more has all the other pieces again."""
    if line:
        return wall(name, (spot.x0, spot.y0), (spot.x1, spot.y1), 0.0, bits)
    if spot.r is not None:
        assert spot.x is not None
        assert spot.y is not None
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
        return quick_battle()
    return content().scenarios[id]


@memoize(512)
def field_of(terrain: str) -> Field:
    return Field(terrain)


def field(game: Rampant) -> Field:
    return field_of(game.battle[NOW].terrain)


@building_name.fill
def label_of(game: Rampant, building: str) -> str:
    """What a building is called on this table."""
    return field(game).label(building)


def change(game: Rampant, *changes: str) -> None:
    """Terrain comes or goes."""
    game.battle.set(NOW, terrain="\n".join((game.now.terrain, *changes)))


def lay_out(game: Rampant) -> None:
    """Puts the buildings of the field on record."""
    for name, land in field(game).lands.items():
        if land.kind.shape == "building" and name not in game.buildings:
            game.buildings.add(name, Building(land.kind.id, land.kind.armour, land.kind.strength, land.kind.strength))


def outline(game: Rampant, building: str) -> Piece:
    return field(game).lands[building].piece


def is_standing(game: Rampant, id: str) -> bool:
    """Is this the id of a building that still stands?"""
    return id in game.buildings and game.buildings[id].strength > 0


def middle(piece: Piece) -> Point:
    if piece.disc is not None:
        return piece.disc[0], piece.disc[1]
    xs, ys = [p[0] for p in piece.corners], [p[1] for p in piece.corners]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def areas_at(game: Rampant, p: Point, mask: int) -> list[Piece]:
    """The areas (not obstacles) of a mask that hold a point."""
    return areas_of(game.now.terrain, p, mask)


def areas_of(terrain: str, p: Point, mask: int) -> list[Piece]:
    """The same of a field that is known by its terrain alone."""
    return [a for a in field_of(terrain).ground.at(p, mask) if not a.bits & (FENCE | WIRE)]


def enter_house(game: Rampant, unit: str, building: str) -> None:
    x, y = middle(outline(game, building))
    game.units.set(unit, where="inside", inside=building, x=x, y=y, prone=False)
    game.tell("{unit} goes into {b}.", "terrain.building-enter", unit=unit, b=building)


@rule("terrain.wreck", neutral=lambda *a: None)
def leave_wreck(game: Rampant, unit: str) -> None:
    """A vehicle shot or beaten to 0 leaves rough ground with soft cover of the size of its footprint."""
    row = game.units[unit]
    change(game, f"+wreck wreck-{unit} {row.x} {row.y} {game.profile[unit].radius}")
    game.tell("{unit} is left a wreck.", "terrain.wreck", unit=unit)


def rubble(game: Rampant, building: str) -> None:
    """A building becomes an area of rubble of its shape."""
    xs, ys = [p[0] for p in outline(game, building).corners], [p[1] for p in outline(game, building).corners]
    change(game, f"-{building}", f"+rubble rubble-{building} {min(xs)} {min(ys)} {max(xs)} {max(ys)}")


@rule("terrain.building-capacity", neutral=lambda *a: True)
def has_room(game: Rampant, building: str, seat: int) -> bool:
    """Room for one more of the same side, and not held by the enemy."""
    kind = field(game).lands[building].kind
    inside = garrison(game, building)
    return len(inside) < kind.capacity and all(game.units[u].seat == seat for u in inside)
