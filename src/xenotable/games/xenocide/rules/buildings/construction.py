"""The sections of the buildings of a map, as the map fixes them (chapter "buildings")."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xenocide.content import Building, Map, buildings
from xenotable.games.xenocide.rules.buildings.walls import SIDES, walls
from xenotable.games.xenocide.rules.ground.classes import STOP, shut_bit, skims
from xenotable.games.xenocide.state import COVER, SOLID, Room

COVERS = {"none": 0, "soft": 1, "hard": 2, "fortified": 3}
CLASSES = {"weak": (4, "soft"), "normal": (5, "hard"), "strong": (6, "hard"), "bunker": (6, "fortified")}
POINTS = {"small": 5, "normal": 10, "large": 20}


@rule("buildings.sections", neutral=lambda b: (1, 1))
def grid(b: Building) -> tuple[int, int]:
    """How many sections a building has from west to east and from south to north."""
    return b.sections


@rule("buildings.classes", neutral=lambda b: (0, 0))
def strength(b: Building) -> tuple[int, int]:
    """Armour and cover by construction."""
    armor, cover = CLASSES[b.construction]
    return armor, COVERS[cover]


@rule("buildings.structure-size", neutral=lambda b: 1)
def structure(b: Building) -> int:
    return POINTS[b.size]


def rooms_of(table: Map) -> dict[str, Room]:
    """Every section of every building of a map, by id."""
    found: dict[str, Room] = {}
    count: dict[str, int] = {}
    many = {kind for kind, _, _ in table.buildings if sum(k == kind for k, _, _ in table.buildings) > 1}
    for i, (kind, x, y) in enumerate(table.buildings):
        count[kind] = count.get(kind, 0) + 1
        b = buildings()[kind]
        label = f"{b.name} {count[kind]}" if kind in many else b.name
        found |= {r.id: r for r in sections(f"b{i}", label, b, x, y)}
    return found


def sections(building: str, label: str, b: Building, x: float, y: float) -> list[Room]:
    across, up = grid(b)
    w, d = b.width / across, b.depth / up
    armor, cover = strength(b)
    about = f"{b.construction} construction, armour {armor}, {b.cover} cover, holds {b.capacity}"
    made = []
    for k in range(across * up):
        i, j = k % across, k // across
        inner = {"W": i > 0, "E": i < across - 1, "S": j > 0, "N": j < up - 1}
        sides = (x + i * w, y + j * d, x + (i + 1) * w, y + (j + 1) * d)
        beside = {"W": k - 1, "E": k + 1, "S": k - across, "N": k + across}
        made.append(Room(
            f"{building}s{k}", building, b.name, label + part(i, j, across, up), about, sides, b.height, armor,
            structure(b), cover, b.capacity, b.floors, tuple(s for s in SIDES if s in b.openings and not inner[s]),
            b.max_vehicle_size, walls(sides), tuple(f"{building}s{beside[s]}" for s in SIDES if inner[s]),
        ))  # fmt: skip
    return made


def part(i: int, j: int, across: int, up: int) -> str:
    """Which section of a building it is, in words: nothing if there is only one."""
    north = "" if up == 1 else ("south", "north")[j] if up == 2 else f"row {j + 1}"
    east = "" if across == 1 else ("west", "east")[i] if across == 2 else f"column {i + 1}"
    return f" ({'-'.join(x for x in (north, east) if x)})" if north or east else ""


FIRE, ASSAULT, UNDERMINED = 5, 2, 1  # what a collapse test must not exceed: by fire (less strength), blows, burrowers


@rule("buildings.footprint", neutral=lambda height, types: SOLID | COVER)
def footprint(height: float, types: tuple[str, ...]) -> int:
    """Nobody walks through a building; skimmers pass over one lower than 2 inches but do not end on it."""
    shut = SOLID | COVER
    for i, mover in enumerate(types):
        shut |= STOP if skims(mover) and height < 2.0 else shut_bit(i)
    return shut
