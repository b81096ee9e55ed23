"""The ground of a map: features and buildings as pieces, and what each is to each type of model (chapter "ground")."""

from __future__ import annotations

from functools import cache

from xenotable.engine import cite, memoize, rule
from xenotable.games.xenocide.content import Map, Terrain, terrains
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.buildings.construction import COVERS, footprint, rooms_of
from xenotable.games.xenocide.rules.flight.skimmers import (
    amphibious_class,
    low_for_skimmers,
    no_end,
    skimmer_in_cover,
    too_high,
)
from xenotable.games.xenocide.rules.ground.classes import (
    CLIMB,
    DANGEROUS,
    DIFFICULT,
    IMPASSABLE,
    LOOSE,
    OPEN,
    STOP,
    WATER,
    shut_bit,
    skims,
    thumb,
)
from xenotable.games.xenocide.rules.stats.specials import combined_class
from xenotable.games.xenocide.state import COVER, OBSCURES, ROAD, SOLID, Feature, Field, ground_of
from xenotable.table import Costs, Ground, Point, rectangle

RANKS = {"open": OPEN, "difficult": DIFFICULT, "dangerous": DANGEROUS, "impassable": IMPASSABLE}
TYPE_RULES = {
    "infantry": "stats.type-infantry", "walker": "stats.type-walker", "wheeled": "stats.type-wheeled",
    "tracked": "stats.type-tracked", "skimmer": "stats.type-skimmer", "hover": "stats.type-hover",
    "flyer": "stats.type-flyer",
}  # fmt: skip
NO_DIGGING_DOWN = (*WATER, "road", "lava", "building")


@cache
def movers() -> tuple[str, ...]:
    return tuple(dict.fromkeys(k.mover for k in kinds().values()))


@rule("ground.classes", neutral=lambda t, mover: (OPEN, ""))
def rank(t: Terrain, mover: str) -> tuple[int, str]:
    """Open, difficult, dangerous or impassable for the best of a model's types, and which type that is."""
    types = mover.split("+")
    found = [(_rank(t, column), column) for column in types if column != "amphibious"]
    if "amphibious" in types and t.id in WATER:
        return amphibious_class(t)
    return combined_class(found)


def _rank(t: Terrain, column: str) -> int:
    cite(TYPE_RULES[column])
    if column in ("skimmer", "hover"):
        return skimmer_class(t)
    if column == "flyer":
        return OPEN
    row: str = getattr(t, column) or thumb(t.cover, t.id in LOOSE, column)
    return RANKS.get(row, OPEN)  # road25 and road50 are open ground with a bonus


def skimmer_class(t: Terrain) -> int:
    if t.height < 2.0:
        return low_for_skimmers()
    if t.solid:
        return too_high()
    return skimmer_in_cover() if t.cover != "none" else OPEN


def earthbound(mover: str) -> bool:
    """Does it float, but not up a cliff?"""
    return skims(mover) and rank(terrains()["cliff"], mover)[0] == IMPASSABLE


def costs(i: int, mover: str) -> Costs:
    """What is shut to a type of mover: to cross and to end in, to end in, or to cross only (cliffs that it cannot
    climb, though it may stand on them)."""
    return Costs(impassable=shut_bit(i) | CLIMB * earthbound(mover), no_end=shut_bit(i) | STOP * skims(mover))


def bits(t: Terrain, types: tuple[str, ...]) -> int:
    found = OBSCURES * t.obscuring | SOLID * t.solid | COVER * (t.cover != "none") | ROAD * (t.id == "road")
    for i, mover in enumerate(types):
        if rank(t, mover)[0] == IMPASSABLE:
            found |= CLIMB if skims(mover) and t.id == "cliff" else shut_bit(i)
        if no_end(t, mover):
            found |= STOP
    return found


@ground_of.fill
@memoize(64)
def field(table: Map, own: tuple[str, ...] = ()) -> Field:
    """The ground of a map, made once; also for types of movers that only own models have."""
    return build(table, own)


def build(table: Map, own: tuple[str, ...] = ()) -> Field:
    """The ground of a map. Sections of buildings stand on it as blocks: solid, impassable, cover for who is behind."""
    pieces, features, types = [], [], tuple(dict.fromkeys((*movers(), *own)))
    ranks: dict[str, list[tuple[int, str]]] = {mover: [] for mover in types}
    for i, (kind, x, y, w, d) in enumerate(table.features):
        t = terrains()[kind]
        name = f"t{i}"
        pieces.append(rectangle(name, x, y, x + w, y + d, bits(t, types), 0.0, t.height))
        sides = (x, y, x + w, y + d)
        cover = COVERS[t.cover]
        features.append(
            Feature(name, kind, t.name, cover, t.height, t.intrinsic, kind == "cliff", kind in WATER, sides)
        )
        for mover in types:
            ranks[mover].append(rank(t, mover))
    rooms = rooms_of(table)
    for r in rooms.values():
        pieces.append(rectangle(r.id, *r.sides, footprint(r.height, types), 0.0, r.height))
        features.append(Feature(r.id, "building", r.label, r.cover, r.height, False, False, False, r.sides))
        for mover in types:
            ranks[mover].append((IMPASSABLE, ""))
    ground = Ground.of(pieces, table.width, table.depth)
    walks = {mover: costs(i, mover) for i, mover in enumerate(types)}
    return Field(ground, tuple(features), {mover: tuple(rs) for mover, rs in ranks.items()}, walks, rooms)


def spans(sides: tuple[float, float, float, float], p: Point, q: Point) -> tuple[float, float] | None:
    """Between which shares of a leg its centre line runs inside a rectangle; touching is not inside."""
    x0, y0, x1, y1 = sides
    (px, py), (qx, qy) = p, q
    if (px <= x0 and qx <= x0) or (px >= x1 and qx >= x1) or (py <= y0 and qy <= y0) or (py >= y1 and qy >= y1):
        return None
    t0, t1 = 0.0, 1.0
    for a, b, low, high in ((px, qx, x0, x1), (py, qy, y0, y1)):
        d = b - a
        if d == 0.0:
            if not low < a < high:
                return None
            continue
        s0, s1 = (low - a) / d, (high - a) / d
        if s0 > s1:
            s0, s1 = s1, s0
        if s0 > t0:
            t0 = s0
        if s1 < t1:
            t1 = s1
    return (t0, t1) if t0 < t1 else None
