"""The state of a battle: what is agreed before it, its rows, and the ground that it is fought on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Self

import msgspec

from xenotable.engine import Row, Table
from xenotable.engine.memory import RememberingGame
from xenotable.engine.readings import Agreement
from xenotable.engine.slots import Slot
from xenotable.games.xenocide.content import Army, Design, Kind, Map, design_id, maps
from xenotable.kernels import Rows
from xenotable.table import Circle, Costs, Ground

OBSCURES, SOLID, COVER, ROAD = 1, 2, 4, 8
MARKER_ID = re.compile(r"o\d+")
KEPT = 20_000  # points of a map of which it is known what they are in
Sides = tuple[float, float, float, float]  # x0, y0, x1, y1
Block = tuple[float, float, float, float, float, bool]  # x0, y0, x1, y1, top, solid: what sight looks at
Plateau = tuple[float, float, float, float, float]  # x0, y0, x1, y1, height


class Feature(msgspec.Struct, frozen=True):
    """A piece of terrain on a map: what the rules ask about it."""

    name: str
    kind: str
    label: str
    cover: int
    height: float
    intrinsic: bool
    cliff: bool
    water: bool
    sides: tuple[float, float, float, float]  # x0, y0, x1, y1


class Walls(Circle, frozen=True):
    """The outline of a section, in place of the base of a model inside. Where only circles are looked at, its centre
    without any radius stands for it: nobody outside ever comes to that point."""

    sides: Sides = (0.0, 0.0, 0.0, 0.0)


class Room(msgspec.Struct, frozen=True, cache_hash=True):
    """A section: what does not change about it during a battle."""

    id: str
    building: str
    kind: str  # what the building is called in the catalogue
    label: str
    about: str  # its construction in words
    sides: Sides
    height: float
    armor: int
    structure: int
    cover: int
    capacity: int
    floors: int
    openings: tuple[str, ...]  # sides with doors or windows
    vehicle: int  # the size of the largest vehicle that gets in
    walls: Walls
    beside: tuple[str, ...] = ()  # sections of the same building behind a shared wall


class Field:
    """The ground of one map with its features; made once per map and shared."""

    def __init__(
        self, ground: Ground, features: tuple[Feature, ...], ranks: dict[str, tuple[tuple[int, str], ...]],
        walks: dict[str, Costs], rooms: dict[str, Room],
    ) -> None:  # fmt: skip
        self.ground, self.features, self.ranks, self.walks, self.rooms = ground, features, ranks, walks, rooms
        self.air = {mover: Costs(no_end=walk.no_end) for mover, walk in walks.items()}
        roads = [f for f in features if f.kind == "road"]
        self.roads = tuple(f.sides for f in roads)
        chosen = [(f.sides, f.height, p.bits) for f, p in zip(features, ground.pieces, strict=True)]
        self.blocks: tuple[Block, ...] = Rows(
            (*sides, height, bool(b & SOLID)) for sides, height, b in chosen if b & (SOLID | OBSCURES)
        )
        self.open_ground = [(i, *f.sides, f) for i, f in enumerate(features) if f.kind != "building"]
        self.is_perilous = any(f.intrinsic for f in features)  # some of it is dangerous by itself
        self._inside: dict[tuple[float, float], list[int]] = {}
        self.cliffs: tuple[Plateau, ...] = Rows((*f.sides, f.height) for f in features if f.cliff)

    def inside(self, x: float, y: float) -> Sequence[int]:
        """The features (by index) that a point is in; where a road overlaps another feature only the road counts."""
        found = self._inside.get((x, y))
        if found is None:
            if len(self._inside) >= KEPT:
                self._inside.clear()
            found = self._inside[x, y] = self._looked_up(x, y)
        return found

    def _looked_up(self, x: float, y: float) -> list[int]:
        found = [
            i for i, f in enumerate(self.features) if f.sides[0] <= x <= f.sides[2] and f.sides[1] <= y <= f.sides[3]
        ]
        on_road = [i for i in found if self.features[i].kind == "road"]
        return on_road or found


class Battle(Agreement, frozen=True):
    """What the players agree on before the battle. No scenario: it is rolled. No attacker: the roll-off decides."""

    scenario: str
    map: str
    points: int
    armies: tuple[Army, Army]
    scale: str = "6mm"
    attacker: int = -1
    drawn: Map | None = None  # a map of the players' own; it replaces the shipped one
    designs: tuple[Design, ...] = ()  # own models, which both players have agreed to
    agreed: bool = False
    terrain: str = "agreed"  # or "one-player": the winner of a roll-off sets it up, the other takes a home edge
    turns: int = 12  # after which a battle ends that nobody has won; 0: it goes on


class Model(Row, frozen=True):
    unit: str
    kind: str
    x: float = 0.0
    y: float = 0.0
    facing: float = 0.0  # of a flyer, in degrees; east is 0, against the clock
    inside: str = ""  # the transport it rides in; it is then where that is
    section: str = ""  # of a building that it is in; it then stands at one of its sides
    door: str = ""  # the section at whose wall it stands just now, on its way in or out


class Unit(Row, frozen=True):
    seat: int
    home: str  # its company
    company: str  # the company it acts with this turn
    name: str
    vp: int
    start: int  # how many models it started with
    models: tuple[str, ...]  # that stand on the table
    riding: tuple[str, ...] = ()  # inside transports of the unit
    on: bool = False  # on the table
    marks: int = 0  # suppression markers
    watch: bool = False
    dug: bool = False
    burrowed: bool = False
    high: bool = False  # twelve inches up
    popped: bool = False  # up for a pop-up attack
    away: int = 0  # the turn in which it flew off the table; -1: held back for a teleport, -2: a flyer yet to come
    order: str = ""
    acted: bool = False  # finished its action of this phase
    moved: bool = False  # moved in this activation
    shot: bool = False  # shot, dug in or went on overwatch in this activation
    repelled: bool = False  # thrown back from an overrun in this activation
    freed: bool = False  # a command point lifted the limits of suppression for this activation
    charge: str = ""  # how it attacks: "assault", "firing", "titan" (after firing, at ease), "called" (as help) or ""
    came: tuple[float, float] = (0.0, 0.0)  # where it stood before the move that brought it into the assault
    fallen: int = 0  # casualties of this assault, multi-six models counted by weight
    dropped: tuple[str, ...] = ()  # models that got out of transports into this assault
    fled: bool = False  # fled or retreated from this assault
    sally: str = ""  # how it fights across walls: "out" of its building, "storm" between sections of one building
    attack: int = 0  # close assault dice of this round
    defence: int = 0
    edged: tuple[int, ...] = ()  # how many of them can have Cutter and Shatter, Cutter alone, Shatter alone


class Company(Row, frozen=True):
    seat: int
    name: str
    planned: bool = False  # waiting for its place in the order
    reserve: bool = False


class Side(Row, frozen=True):
    value: int  # of the army bought
    edge: str = ""  # home edge: south, north, and in Invasion the edge of arrival
    points: int = 3  # command points
    bid: int = 0
    best: int = 0
    lost: int = 0  # VP of eliminated units
    score: int = 0
    won: bool = False  # the initiative of this turn


class Marker(Row, frozen=True):
    seat: int  # its owner; NOBODY for an objective
    x: float
    y: float
    shown: str = ""  # "" until revealed, then "real" or "decoy"


class Section(Row, frozen=True):
    """What a battle does to a section of a building; `game.field.rooms` knows the rest."""

    points: int  # structure points left
    down: bool = False  # collapsed


class Fire(Row, frozen=True):
    """What a unit received in this phase, for its suppression test."""

    models: int  # when the phase began
    shots: int = 0  # that could cause a casualty
    area: int = 0
    units: tuple[str, ...] = ()  # that fired shots that could
    hit: bool = False
    casualty: bool = False
    weapons: int = 0  # Suppression weapons that hit
    nearest: tuple[float, float, float] = (0.0, 0.0, 1e9)  # the nearest model that fired, and how far


class War(Row, frozen=True):
    scenario: str
    turn: int = 0
    map: str = ""  # that was chosen at the table; empty: as agreed
    without: tuple[int, ...] = ()  # pieces of the map that were left out: features, then buildings
    attacker: int = -1  # of an invasion
    company: str = ""  # being activated
    watching: bool = False  # the command point for overwatch has been paid
    chosen: bool = False  # the real command centers have been chosen


class Hidden(Row, frozen=True):
    """What one player alone knows: the order of companies to come, the bid, the real command center."""

    order: tuple[str, ...] = ()
    bid: int = 0
    real: str = ""


COLOURS = ("Blue", "Red")
PLACES = {
    "units": frozenset(
        (
            "name",
            "start",
            "vp",  # which nobody changes
            "seat",
            "company",
            "models",
            "riding",
            "on",
            "burrowed",
            "high",
            "popped",
            "dug",
            "marks",
            "sally",
        )
    ),
    "models": frozenset(("unit", "kind", "x", "y", "facing", "inside", "section", "door")),
    "sections": frozenset(("down",)),
    "titans": frozenset(("kind", "core", "layers", "damaged")),
}  # what says where everybody is and with whom, and what hides or hinders him there: fields by table
UNITS = {"units": "", "models": "unit", "titans": ""}  # whom a row is about: its key, or the unit that it names
models_of = Slot[[Battle], Mapping[str, Kind]]("xenocide.models_of")  # all that can fight, players' own among them
ground_of = Slot[[Map, tuple[str, ...]], Field]("xenocide.ground_of")  # with the types of movers of own models


class Titan(Row, frozen=True):
    """The state of a titan, by the id of its unit. The row stays when the titan is destroyed: it may still strike back
    in the round in which it falls."""

    kind: str
    core: int
    power: int = 0
    layers: int = 0  # of its deflector
    damaged: tuple[str, ...] = ()  # systems: mounts of weapons, the drive, the shield projector
    fired: tuple[str, ...] = ()  # mounts that have fired since its last activation began
    boosted: bool = False  # has boosted its Move in this activation
    dug: bool = False  # has paid for burrowing in this activation
    blades: tuple[tuple[str, int], ...] = ()  # power in close assault weapons, until the end of the assault


class Xenocide(RememberingGame):
    Hidden = Hidden
    place_fields = PLACES
    unit_fields = UNITS
    fixed_fields = frozenset(("name", "start", "vp", "seat", "kind"))

    sides: Table[int, Side]
    companies: Table[str, Company]
    units: Table[str, Unit]
    models: Table[str, Model]
    markers: Table[str, Marker]
    sections: Table[str, Section]
    fire: Table[str, Fire]
    titans: Table[str, Titan]  # by the id of the unit
    war: Table[str, War]

    kinds: Mapping[str, Kind]
    field: Field
    sights: dict[Any, Any]  # what was found out about lines on this ground, by the places of both ends
    free: dict[Any, Any]  # the points of a zone that nobody stands on, and who stood where then

    def prepare(self) -> None:
        super().prepare()
        self.kinds = models_of(self.setup)
        lay(self, self.setup.drawn or maps()[self.setup.map])

    @classmethod
    def decode(cls, setup: Battle, state: dict[str, Any]) -> Self:
        game = super().decode(setup, state)
        if game.now.map or game.now.without:
            lay(game, laid(game))
        return game

    @property
    def now(self) -> War:
        """The row of the battle itself: turn, scenario, who acts."""
        return self.war["war"]

    def name(self, id: str) -> str:
        if id in self.units:
            return self.units[id].name
        if id in self.models:
            return self.kinds[self.models[id].kind].name
        if id in self.companies:
            return self.companies[id].name
        if id in self.field.rooms:
            return self.field.rooms[id].label
        return f"marker {int(id[1:]) + 1}" if MARKER_ID.fullmatch(id) else id

    def seat_name(self, seat: int) -> str:
        return COLOURS[seat]


def whole_map(game: Xenocide) -> Map:
    """The map that was agreed, or chosen at the table, with all its pieces."""
    return maps()[game.now.map] if game.now.map else game.setup.drawn or maps()[game.setup.map]


def laid(game: Xenocide) -> Map:
    """The map as the players have laid it out."""
    table = whole_map(game)
    out, n = game.now.without, len(table.features)
    features = tuple(f for i, f in enumerate(table.features) if i not in out)
    buildings = tuple(b for i, b in enumerate(table.buildings, n) if i not in out)
    return msgspec.structs.replace(table, features=features, buildings=buildings) if out else table


def lay(game: Xenocide, table: Map) -> None:
    """This is the ground from now on; what was seen on another is forgotten."""
    game.memo.clear()
    own = {game.kinds[design_id(d)].mover for d in game.setup.designs}
    game.field = ground_of(table, tuple(sorted(own)))
    game.sights, game.free = {}, {}


DRIVE, PROJECTOR = "drive", "projector"
