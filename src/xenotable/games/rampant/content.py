"""The content of the catalogue as frozen structs, read once (chapter "content")."""

from __future__ import annotations

import msgspec

from xenotable.engine import cite, memoize, rule
from xenotable.rulebook import catalogue

ACTIONS = ("attack", "move", "shoot")
SCORES = ("attack", "move", "shoot", "courage", "attack_value", "defence_value", "shoot_value")  # lower is better
VALUES = ("attack_value", "defence_value", "shoot_value")
NATURES = {"machine": "machine", "undying": "undying", "otherworldly": "rift"}
KINS = ("terran", "alien", "beast")

Changes = dict[str, dict[str, int]]  # unit type, or "all" -> field -> number


class UnitType(msgspec.Struct, frozen=True, rename={"kind": "class"}):
    id: str
    name: str
    kind: str
    height: str
    points: int
    attack: int
    move: int
    shoot: int
    free: tuple[str, ...]
    courage: int
    armour: int
    attack_value: int
    defence_value: int
    shoot_value: int
    shoot_range: int
    max_move: int
    strength: int
    footprint: int
    specials: tuple[str, ...]
    xeno_allow: tuple[str, ...] | None = None
    xeno_deny: tuple[str, ...] = ()


class Named(msgspec.Struct, frozen=True):
    """A special rule: what it is called and where it is defined."""

    id: str
    name: str
    rule: str


class Option(msgspec.Struct, frozen=True):
    id: str
    name: str
    rule: str
    cost: dict[str, int]
    set: Changes = {}
    add: Changes = {}
    grants: dict[str, tuple[str, ...]] = {}
    removes: tuple[str, ...] = ()
    needs: dict[str, tuple[str, ...]] = {}
    excludes: tuple[str, ...] = ()


class Tier(msgspec.Struct, frozen=True):
    tier: int
    cost: int


class Xeno(msgspec.Struct, frozen=True, rename={"kind": "class"}):
    id: str
    name: str
    rule: str
    cost: int = 0
    tiers: tuple[Tier, ...] = ()
    kind: str = ""
    needs_any: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


class Trait(msgspec.Struct, frozen=True):
    id: str
    name: str
    table: str
    roll: int
    rule: str


class Power(msgspec.Struct, frozen=True):
    id: str
    name: str
    rule: str
    difficulty: int
    target: str
    range: int
    lasts: str


class TerrainKind(msgspec.Struct, frozen=True):
    id: str
    name: str
    shape: str
    rough: bool = False
    cover: str = "none"
    dense: bool = False
    impassable: bool = False
    blocks_sight: bool = False
    crush: bool = False
    cross_cost: int = 0
    armour: int = 0
    strength: int = 0
    capacity: int = 0


class Vow(msgspec.Struct, frozen=True):
    id: str
    name: str
    value: int
    rule: str


class Spot(msgspec.Struct, frozen=True):
    """A disc (x, y, r), a rectangle (x0 to y1) or, for lines, the segment between two points."""

    kind: str = ""
    x: float | None = None
    y: float | None = None
    r: float | None = None
    x0: float = 0.0
    y0: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    who: str = ""
    edge: str = ""
    terrain: str = ""
    armour: int = 0
    strength: int = 0


class Scenario(msgspec.Struct, frozen=True):
    id: str
    name: str
    rule: str
    table: tuple[float, float]
    rounds: int
    attacker_zone: tuple[Spot, ...]
    defender_zone: tuple[Spot, ...]
    attacker_home: tuple[str, ...]
    defender_home: tuple[str, ...]
    side_choice: bool
    objectives: tuple[Spot, ...]
    scoring: tuple[str, ...]
    terrain: tuple[Spot, ...]
    visibility: float = 0.0


class ReadyUnit(msgspec.Struct, frozen=True):
    name: str
    type: str
    options: tuple[str, ...]
    xeno: tuple[str, ...]
    kin: str
    points: int
    final: dict[str, int]
    powers: tuple[str, ...] = ()
    machine_free: str = ""
    commander: bool = False


class ReadyDetachment(msgspec.Struct, frozen=True):
    id: str
    name: str
    style: str
    points: int
    trait: str
    posture: str
    unit: tuple[ReadyUnit, ...]


class Content(msgspec.Struct, frozen=True):
    units: dict[str, UnitType]
    specials: dict[str, Named]
    options: dict[str, Option]
    xeno: dict[str, Xeno]
    traits: dict[str, Trait]
    powers: dict[str, Power]
    terrain: dict[str, TerrainKind]
    vows: dict[str, Vow]
    scenarios: dict[str, Scenario]
    detachments: dict[str, ReadyDetachment]
    hires: tuple[ReadyUnit, ...]


@rule("content.types")
@memoize(4)
def content() -> Content:
    """Everything that ships, each entry linked to its rule."""
    cite("units.source")
    cite("options.list")
    cite("xeno.list")
    book = catalogue("rampant")
    return Content(
        book.by_id("unit", UnitType),
        book.by_id("special", Named),
        book.by_id("option", Option),
        book.by_id("xeno", Xeno),
        book.by_id("trait", Trait),
        book.by_id("power", Power),
        book.by_id("terrain", TerrainKind),
        book.by_id("vow", Vow),
        book.by_id("scenario", Scenario),
        book.by_id("detachment", ReadyDetachment),
        book.content("hire", ReadyUnit),
    )


def origin(table: str, id: str) -> str:
    """Where an entry comes from: source, restored or ours."""
    return catalogue("rampant").origin(table, id)


def rule_text(id: str) -> str:
    """What a rule says."""
    known = catalogue("rampant").rules.get(id)
    return known.says if known else ""
