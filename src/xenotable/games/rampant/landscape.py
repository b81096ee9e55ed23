"""Random terrain (rule setup.terrain): mirrored pairs on a square table, single pieces elsewhere."""

from __future__ import annotations

from functools import lru_cache

from xenotable.engine import Draw, Flow, rule
from xenotable.games.rampant.content import Scenario, content
from xenotable.games.rampant.field import field_of, scenario_of
from xenotable.table import Piece, disc, pieces_apart, rectangle, wall
from xenotable.table.near import point_to_piece

TRIES = 200
SIZES = {"hall": (8.0, 8.0), "bunker": (3.0, 3.0)}
RADII = {"hill": 4.0, "spires": 2.0}
STEPS = 8  # places are drawn on a grid of 1/8 in


@rule("setup.terrain")
def random_terrain(id: str) -> Flow[str]:
    """The terrain string of a random layout; what the scenario requires stays."""
    scenario = scenario_of(id)
    width, depth = scenario.table
    square = width == depth
    kinds = [k for k in content().terrain if k not in ("wreck", "rubble")]
    lines = [id, "clear"]
    placed = [land.piece for land in field_of("\n".join(lines)).lands.values()]
    for n in range(3 if square else 7):
        kind = yield from Draw(key="terrain", rule="setup.terrain", bag=[(k, 1) for k in kinds])
        pair = yield from find_place(scenario, kind, placed, square)
        for tag, (text, piece) in zip(("a", "b"), pair, strict=False):
            lines.append(f"+{kind} {kind}-{n + 1}{tag} {text}")
            placed.append(piece)
    return "\n".join(lines)


@lru_cache(16)
def _places(n: int) -> tuple[tuple[int, int], ...]:
    return tuple((i, 1) for i in range(n))


def find_place(scenario: Scenario, kind: str, placed: list[Piece], square: bool) -> Flow[list[tuple[str, Piece]]]:
    """A free place for a piece, with its mirror image on a square table; nothing after 200 tries."""
    width, depth = scenario.table
    for _ in range(TRIES):
        x = (yield from Draw(key="place", rule="setup.terrain", bag=_places(int(width * STEPS)))) / STEPS
        y = (yield from Draw(key="place", rule="setup.terrain", bag=_places(int(depth * STEPS)))) / STEPS
        upright = (yield from Draw(key="turn", rule="setup.terrain", bag=[(0, 1), (1, 1)])) == 1
        found = [shape_at(kind, x, y, upright)]
        if square:
            found.append(shape_at(kind, width - x, depth - y, upright))
        if all(fits(scenario, p, [*placed, *(q for _, q in found if q is not p)]) for _, p in found):
            return found
    return []


def shape_at(kind: str, x: float, y: float, upright: bool) -> tuple[str, Piece]:
    """A piece of the standard size around a point, in words and as an outline."""
    shape = content().terrain[kind].shape
    if shape == "area":
        r = RADII.get(kind, 3.0)
        return f"{x} {y} {r}", disc("new", x, y, r)
    if shape == "line":
        dx, dy = (0.0, 3.0) if upright else (3.0, 0.0)
        return f"{x - dx} {y - dy} {x + dx} {y + dy}", wall("new", (x - dx, y - dy), (x + dx, y + dy))
    w, d = SIZES.get(kind, (4.0, 3.0))
    return f"{x - w / 2} {y - d / 2} {x + w / 2} {y + d / 2}", rectangle(
        "new", x - w / 2, y - d / 2, x + w / 2, y + d / 2
    )


def fits(scenario: Scenario, piece: Piece, others: list[Piece]) -> bool:
    """2 in from the edges, 1 in from other pieces, 3 in from objective points."""
    width, depth = scenario.table
    xs, ys = [p[0] for p in piece.corners], [p[1] for p in piece.corners]
    if min(xs) < 2 or min(ys) < 2 or max(xs) > width - 2 or max(ys) > depth - 2:
        return False
    for spot in scenario.objectives:
        if spot.x is not None and spot.y is not None and point_to_piece((spot.x, spot.y), piece) < 3:
            return False
    return all(pieces_apart(piece, other) >= 1 for other in others)
