"""Random terrain: mirrored pairs on a square table, single pieces elsewhere."""

from __future__ import annotations

from xenotable.engine import Draw, Flow, Scene, memoize, rule, scene
from xenotable.engine.dice import Numbers
from xenotable.games.rampant.content import Scenario, content
from xenotable.games.rampant.rules.terrain.field import field_of, scenario_of
from xenotable.games.rampant.scenes import LayOut, Scatter
from xenotable.games.rampant.state import Rampant
from xenotable.table import Piece, bounds, disc, pieces_apart, rectangle, wall
from xenotable.table.near import point_to_piece

TRIES = 200
SIZES = {"hall": (8.0, 8.0), "bunker": (3.0, 3.0)}
RADII = {"hill": 4.0, "spires": 2.0}
STEPS = 8  # places are drawn on a grid of 1/8 in


@scene
@rule("setup.terrain")
def scatter(game: Rampant, at: Scatter) -> Flow[list[Scene]]:
    """A kind is drawn, then places until one is free; what the scenario requires stays."""
    scenario = scenario_of(at.lines[0])
    square = scenario.table[0] == scenario.table[1]
    if at.drawn == (3 if square else 7):
        return [LayOut("\n".join(at.lines))]
    kind = at.kind
    if not kind:
        kinds = [k for k in content().terrain if k not in ("wreck", "rubble")]
        kind = yield from Draw(key="terrain", rule="setup.terrain", bag=[(k, 1) for k in kinds])
    shapes = yield from draw_place(scenario, kind, square)
    if fit(scenario, kind, shapes, at.lines):
        new = [f"+{kind} {kind}-{at.drawn + 1}{tag} {text}" for tag, text in zip("ab", shapes, strict=False)]
        return [Scatter((*at.lines, *new), at.drawn + 1)]
    if at.tries + 1 == TRIES:
        return [Scatter(at.lines, at.drawn + 1)]
    return [Scatter(at.lines, at.drawn, kind, at.tries + 1)]


def draw_place(scenario: Scenario, kind: str, square: bool) -> Flow[list[str]]:
    """A piece somewhere on the table, with its mirror image on a square one; free or not."""
    width, depth = scenario.table
    x = (yield from Draw(key="place", rule="setup.terrain", bag=Numbers(int(width * STEPS)))) / STEPS
    y = (yield from Draw(key="place", rule="setup.terrain", bag=Numbers(int(depth * STEPS)))) / STEPS
    upright = (yield from Draw(key="turn", rule="setup.terrain", bag=[(0, 1), (1, 1)])) == 1
    found = [shape_at(kind, x, y, upright)]
    return [*found, shape_at(kind, width - x, depth - y, upright)] if square else found


def terrain_pieces(lines: tuple[str, ...]) -> list[Piece]:
    """What lies on the table: the scenario's own, then what was drawn."""
    own = [land.piece for land in field_of("\n".join(lines[:2])).lands.values()]
    parts = [line[1:].split(" ", 2) for line in lines[2:]]
    return own + [outline_piece(kind, text) for kind, _, text in parts]


def shape_at(kind: str, x: float, y: float, upright: bool) -> str:
    """The numbers of a piece of the standard size around a point."""
    shape = content().terrain[kind].shape
    if shape == "area":
        return f"{x} {y} {RADII.get(kind, 3.0)}"
    if shape == "line":
        dx, dy = (0.0, 3.0) if upright else (3.0, 0.0)
        return f"{x - dx} {y - dy} {x + dx} {y + dy}"
    w, d = SIZES.get(kind, (4.0, 3.0))
    return f"{x - w / 2} {y - d / 2} {x + w / 2} {y + d / 2}"


@memoize(256)
def outline_piece(kind: str, text: str) -> Piece:
    """The outline that such numbers give."""
    n = [float(word) for word in text.split()]
    shape = content().terrain[kind].shape
    if shape == "area":
        return disc("new", n[0], n[1], n[2])
    return wall("new", (n[0], n[1]), (n[2], n[3])) if shape == "line" else rectangle("new", n[0], n[1], n[2], n[3])


def fit(scenario: Scenario, kind: str, shapes: list[str], lines: tuple[str, ...]) -> bool:
    """May new pieces of a kind lie on the table, with what lies there and with each other?"""
    if any(over_edge(scenario, [float(word) for word in text.split()]) for text in shapes):
        return False
    placed = terrain_pieces(lines)
    for text in shapes:
        piece = outline_piece(kind, text)
        if not fits(scenario, piece, placed):
            return False
        placed.append(piece)
    return True


def over_edge(scenario: Scenario, numbers: list[float]) -> bool:
    """A quick look that spares the outline: is what these numbers give closer than 2 in to an edge?"""
    x, y, *more = numbers
    x0, y0, x1, y1 = (x - more[0], y - more[0], x + more[0], y + more[0]) if len(more) == 1 else (x, y, *more)
    return x0 < 2 or y0 < 2 or x1 > scenario.table[0] - 2 or y1 > scenario.table[1] - 2


def fits(scenario: Scenario, piece: Piece, others: list[Piece]) -> bool:
    """2 in from the edges, 1 in from other pieces, 3 in from objective points."""
    width, depth = scenario.table
    x0, y0, x1, y1 = bounds(piece)
    if x0 < 2 or y0 < 2 or x1 > width - 2 or y1 > depth - 2:
        return False
    for spot in scenario.objectives:
        if spot.x is not None and spot.y is not None and point_to_piece((spot.x, spot.y), piece) < 3:
            return False
    for other in others:
        u0, v0, u1, v1 = bounds(other)  # most pieces lie elsewhere
        if u0 < x1 + 1 and u1 > x0 - 1 and v0 < y1 + 1 and v1 > y0 - 1 and pieces_apart(piece, other) < 1:
            return False
    return True
