"""The content of the catalogue as frozen structs, read once (chapter "content"); lists and designs that players
write."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import force_setattr

from xenotable.engine import Row, cite, memoize, rule
from xenotable.rulebook import catalogue

CAD_ORDER = ("1", "2", "3", "4", "5", "6", "66", "666", "6666")
TYPES = ("infantry", "walker", "wheeled", "tracked", "skimmer", "hover", "flyer")
Buys = tuple[tuple[str, int], ...]  # kinds of model and how many: one unit


class Weapon(msgspec.Struct, frozen=True, cache_hash=True):
    id: str
    name: str
    shots: int
    range: float
    accuracy: int
    strength: int
    aoe: int
    special: tuple[str, ...]

    @property
    def artillery(self) -> bool:
        return "artillery" in self.special

    @property
    def bombs(self) -> bool:
        return "bombs" in self.special


class Entry(msgspec.Struct, frozen=True, rename={"kind": "class"}):
    """A model as its entry stands in the catalogue."""

    id: str
    name: str
    faction: str
    kind: str
    vp: int
    move: int
    type: tuple[str, ...]
    move_special: tuple[str, ...]
    size: int
    transport: int
    open_transport: bool
    aspect: int
    armor: int
    defense_special: tuple[str, ...]
    caa: int
    cad: str
    ca_special: tuple[str, ...]
    weapons: tuple[str, ...]
    special: tuple[str, ...]
    base: float
    height: float
    role: str


class Arm(msgspec.Struct, frozen=True):
    """A weapon mounted on a titan: a line for each power level, or dice for close assault."""

    mount: str  # where: w0, w1 and so on
    id: str
    name: str
    lines: tuple[Weapon, ...]
    caa: int = 0
    per_power: int = 0
    most: int = 0  # power that a close assault weapon takes
    special: frozenset[str] = frozenset()


class Frame(msgspec.Struct, frozen=True):
    """What a titan has beyond other models."""

    core: int
    boost: float
    hull_aspect: int
    arms: tuple[Arm, ...]
    layers: int = 0
    diffraction: bool = False
    flicker: int = 0
    regenerating: bool = False


class Kind(msgspec.Struct, frozen=True, cache_hash=True):
    """A kind of model with its specials read: what the rules look at."""

    id: str
    name: str
    faction: str
    klass: str
    vp: int
    move: float
    types: tuple[str, ...]
    size: int
    transport: int
    open_transport: bool
    aspect: int
    armor: int
    caa: int
    cad: int  # the level: 1 to 6, then 7 for 66, 8 for 666, 9 for 6666
    weapons: tuple[Weapon, ...]
    radius: float
    height: float
    role: str
    shield: int = 0
    stealth: bool = False
    entrench: bool = False
    recon: bool = False
    jump: float = 0.0
    teleport: float = 0.0
    burrowing: bool = False
    amphibious: bool = False
    guard: int = 0
    charge: int = 0
    cutter: bool = False
    shatter: bool = False
    titan: Frame | None = None
    mover: str = ""  # what terrain looks at: the types, and whether water is open
    infantry: bool = False  # these three say what is among the types
    flyer: bool = False
    hover: bool = False

    def __post_init__(self) -> None:
        force_setattr(self, "mover", "+".join(self.types) + ("+amphibious" if self.amphibious else ""))
        for kind in ("infantry", "flyer", "hover"):
            force_setattr(self, kind, kind in self.types)


class Terrain(msgspec.Struct, frozen=True):
    id: str
    name: str
    obscuring: bool
    solid: bool
    height: float
    cover: str
    infantry: str = ""  # open, difficult, dangerous, impassable or a road; nothing: by the rule of thumb
    walker: str = ""
    wheeled: str = ""
    tracked: str = ""
    intrinsic: bool = False


class Building(msgspec.Struct, frozen=True):
    id: str
    name: str
    construction: str
    size: str
    armor: int
    structure: int
    cover: str
    width: float
    depth: float
    height: float
    sections: tuple[int, int]
    capacity: int
    floors: int
    openings: tuple[str, ...]
    max_vehicle_size: int


class Map(msgspec.Struct, frozen=True):
    id: str
    name: str
    suits: str
    width: float
    depth: float
    features: tuple[tuple[str, float, float, float, float], ...]
    buildings: tuple[tuple[str, float, float], ...]


class ScenarioData(msgspec.Struct, frozen=True):
    id: str
    name: str
    roll: int
    zone_depth: float = 6.0
    objectives_per_player: int = 0
    objective_spacing: float = 12.0
    objective_edge_distance: float = 6.0
    control_distance: float = 4.0
    points_to_win: int = 10
    defender_distance: float = 18.0
    reserve_companies: int = 2
    score_distance: float = 24.0
    loss_threshold: float = 0.5
    break_target: int = 9
    forward_distance: float = 4.0
    markers_per_player: int = 3
    marker_min_edge: float = 6.0
    marker_max_edge: float = 18.0
    marker_spacing: float = 12.0
    enemy_marker_distance: float = 24.0


class ArmyCompany(msgspec.Struct, frozen=True):
    name: str
    units: tuple[tuple[tuple[str, int], ...], ...]
    vp: int = 0


class ArmyData(msgspec.Struct, frozen=True):
    id: str
    name: str
    faction: str
    points: int
    vp: int
    companies: tuple[ArmyCompany, ...]


class Company(Row, frozen=True, omit_defaults=True):
    name: str
    units: tuple[Buys, ...]
    names: tuple[str, ...] = ()  # of its units, where their player gave them some

    def named(self, unit: int) -> str:
        """The name that its player gave a unit, if any."""
        return self.names[unit] if unit < len(self.names) else ""


class Army(Row, frozen=True):
    name: str
    faction: str
    companies: tuple[Company, ...]


class Design(Row, frozen=True):
    """A model of a player's own. It has no price: that follows from the formula."""

    name: str
    faction: str
    move: int
    type: tuple[str, ...]
    aspect: int
    armor: int
    caa: int
    cad: str
    weapons: tuple[str, ...] = ()
    move_special: tuple[str, ...] = ()
    defense_special: tuple[str, ...] = ()
    ca_special: tuple[str, ...] = ()
    special: tuple[str, ...] = ()
    size: int = 1
    transport: int = 0
    open_transport: bool = False
    base: float = 1.0
    height: float = 1.0


def design_id(d: Design) -> str:
    """The name under which a list buys it: made of all its values, so that a change makes another model."""
    return "own-" + hashlib.sha256(msgspec.json.encode(d)).hexdigest()[:12]


class Faction(msgspec.Struct, frozen=True):
    id: str
    name: str
    style: str


def number(specials: tuple[str, ...], name: str) -> int:
    """The N of a special written as name-N; 0 without it."""
    return next((int(s.rpartition("-")[2]) for s in specials if s.rpartition("-")[0] == name), 0)


@memoize(None)
@rule("content.cover-ranged-specials")
@rule("content.weapon-data")
def weapons() -> dict[str, Weapon]:
    cite("stats.ranged-specials")
    return catalogue("xenocide").by_id("weapon", Weapon)


@memoize(None)
@rule("content.cover-types")
@rule("content.cover-movement-specials")
@rule("content.cover-defence-specials")
@rule("content.cover-assault-specials")
@rule("content.generic-named-models")
@rule("content.unit-data")
def entries() -> tuple[Entry, ...]:
    """Every model but the titans, as it stands in the catalogue."""
    return tuple(catalogue("xenocide").content("unit", Entry))


@memoize(None)
@rule("content.terrain-data")
def terrains() -> dict[str, Terrain]:
    return catalogue("xenocide").by_id("terrain", Terrain)


@memoize(None)
@rule("content.building-data")
def buildings() -> dict[str, Building]:
    return catalogue("xenocide").by_id("building", Building)


@memoize(None)
@rule("content.map-data")
def maps() -> dict[str, Map]:
    return catalogue("xenocide").by_id("map", Map)


@memoize(None)
@rule("content.scenario-data")
def scenarios() -> dict[str, ScenarioData]:
    return catalogue("xenocide").by_id("scenario", ScenarioData)


@memoize(None)
@rule("content.army-data")
def armies() -> dict[str, ArmyData]:
    return catalogue("xenocide").by_id("army", ArmyData)


@memoize(None)
@rule("content.factions")
def factions() -> dict[str, Faction]:
    return catalogue("xenocide").by_id("faction", Faction)


@memoize(None)
def model_origin(kind: str) -> str:
    """Where a kind of model comes from: source, restored or ours; nothing for the players' own designs."""
    if kind.startswith("own-"):
        return ""
    id = kind.partition("+")[0]  # without the weapons that a titan has instead
    return catalogue("xenocide").origin("titan" if any(t["id"] == id for t in titans()) else "unit", id)


def scenario_origin(id: str) -> str:
    return catalogue("xenocide").origin("scenario", id)


@rule("content.titan-data")
def titans() -> tuple[dict[str, Any], ...]:
    return catalogue("xenocide").plain("titan")


@cache
def titan_weapons() -> dict[str, dict[str, Any]]:
    return {w["id"]: w for w in catalogue("xenocide").plain("titan_weapon")}
