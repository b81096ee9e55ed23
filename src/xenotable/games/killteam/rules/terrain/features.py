"""Terrain features (chapter terrain), made of parts with traits, as pieces of the table's ground."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from xenotable.engine import cite, memoize, rule
from xenotable.games.killteam.content import Feature, scenarios, terrain_types
from xenotable.games.killteam.state import DEPTH, WIDTH, Barricade, KillTeam
from xenotable.table import Ground, Piece, turn_corners

HEAVY, LIGHT, TRAVERSABLE, INSIGNIFICANT, SCALABLE, VANTAGE = 1, 2, 4, 8, 16, 32
FLOOR = 64  # in the way of somebody on the floor, and not to be traversed
SOLID = 128  # everything but what is Insignificant
TRAITS = {
    "Heavy": HEAVY,
    "Light": LIGHT,
    "Traversable": TRAVERSABLE,
    "Insignificant": INSIGNIFICANT,
    "Scalable": SCALABLE,
    "Vantage Point": VANTAGE,
}
COVERS = HEAVY | LIGHT
HEADROOM = 2.4  # of the tallest miniature: lower undersides stand in the way on the floor


@rule("terrain.parts", neutral=lambda *_: [])
def pieces_of(feature: str, place: Feature, base: float = 0.0) -> list[Piece]:
    """The parts of a feature where it stands, each a piece named feature/part."""
    made = []
    for part in terrain_types()[place.type].parts:
        bits = sum(TRAITS[t] for t in part.traits)
        if not bits & INSIGNIFICANT:
            bits |= SOLID
            if not bits & TRAVERSABLE and part.z[0] < HEADROOM:
                bits |= FLOOR
        x0, y0, x1, y1 = part.box
        corners = turn_corners(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), place.x, place.y, place.rot)
        made.append(Piece(f"{feature}/{part.name}", corners, bits, part.z[0] + base, part.z[1] + base))
    return made


@memoize(64)
def fixed_pieces(scenario: str) -> tuple[Piece, ...]:
    """The terrain that a mission prescribes."""
    if not scenario:
        return ()
    found: list[Piece] = []
    for n, place in enumerate(scenarios()[scenario].terrain, 1):
        found += pieces_of(f"{place.type}-{n}", place)
    return tuple(found)


@memoize(64)
def fixed_ground(scenario: str) -> Ground:
    return Ground.of(fixed_pieces(scenario), WIDTH, DEPTH)


@rule("terrain.barricade", neutral=lambda *_: [])
@memoize(256)
def barricade_pieces(number: int, b: Barricade) -> list[Piece]:
    """Remembered, because a ground with one barricade more has all the others again."""
    return pieces_of(f"barricade-{number}", Feature("barricade", b.x, b.y, b.facing), b.z)


def ground_of(scenario: str, *barricades: Barricade) -> Ground:
    """The ground of a mission with these barricades."""
    more = [p for n, b in enumerate(barricades, 1) for p in barricade_pieces(n, b)]
    return fixed_ground(scenario).plus(*more)


def killzone(game: KillTeam) -> Ground:
    """Terrain and barricades; built anew when a barricade is placed."""
    scenario, walls, ground = game.built
    if ground is None or walls != len(game.barricades) or scenario != game.battle["now"].scenario:
        scenario, walls = game.now.scenario, len(game.barricades)
        ground = ground_of(scenario, *game.barricades.values())  # which are added, never changed
        game.built = (scenario, walls, ground)
    return ground


def feature_of(piece: Piece) -> str:
    """The feature that a part belongs to."""
    return piece.name.partition("/")[0]


def features(pieces: Iterable[Piece]) -> dict[str, list[Piece]]:
    found: dict[str, list[Piece]] = {}
    for piece in pieces:
        found.setdefault(feature_of(piece), []).append(piece)
    return found


@lru_cache(256)
def by_feature(ground: Ground) -> dict[str, list[Piece]]:
    return features(ground.pieces)


def parts_with(ground: Ground, feature: str) -> list[Piece]:
    """All parts of a feature."""
    return by_feature(ground).get(feature, [])


@lru_cache(1024)
def significant_parts(ground: Ground, feature: str) -> list[Piece]:
    """The parts of a feature that are not Insignificant."""
    return [p for p in parts_with(ground, feature) if not p.bits & INSIGNIFICANT]


@memoize(4096)
def surface_under(ground: Ground, x: float, y: float, z: float) -> Piece | None:
    """The Vantage Point part on which somebody at this place and height stands; None: the floor."""
    if z <= 0.0:
        return None
    cite("terrain.vantage")
    for piece in ground.at((x, y), VANTAGE):
        if abs(piece.high - z) < 0.01:
            return piece
    return None


def feature_under(ground: Ground, x: float, y: float, z: float) -> str:
    """The feature that somebody on a Vantage Point stands on; "": the floor."""
    under = surface_under(ground, x, y, z) if z > 0.0 else None
    return "" if under is None else feature_of(under)
