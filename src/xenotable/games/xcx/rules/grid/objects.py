"""Terrain and objects by the spaces that they fill."""

from __future__ import annotations

import math
from functools import lru_cache

from xenotable.engine import memoize, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.play.table import TOL, apart
from xenotable.games.xcx.rules.terrain.forms import OBJECT, form_of
from xenotable.table import Ground, Piece, Point, Space, Squares, disc, rectangle
from xenotable.table.near import pieces_apart


@memoize(128)
@rule("grid.terrain-from-layout", neutral=lambda layout, objects: Ground.of((), layout.width, layout.depth))
def layout_ground(layout: content.Layout, objects: tuple[tuple[str, content.MissionObject], ...]) -> Ground:
    """The layout's rectangles; what an object lands on is removed."""
    pieces = _rectangles(layout)
    for name, o in objects:
        body = object_piece(name, o.kind, o.x, o.y, o.w, o.h)
        pieces = [p for p in pieces if not _on(body, p)]
    return Ground.of(pieces, layout.width, layout.depth)


@memoize(64)
def _rectangles(layout: content.Layout) -> list[Piece]:
    return [rectangle(f"p{n}", t.x, t.y, t.x + t.w, t.y + t.h, form_of(t)) for n, t in enumerate(layout.piece)]


def _on(body: Piece, piece: Piece) -> bool:
    """Does an object overlap a piece (touching does not count)?"""
    (cx, cy), (dx, dy) = piece.corners[0], piece.corners[2]
    if body.disc is not None:
        x, y, r = body.disc
        return apart(cx, cy, dx, dy, x, y) < r - TOL
    (ax, ay), (bx, by) = body.corners[0], body.corners[2]
    return ax < dx - TOL and cx < bx - TOL and ay < dy - TOL and cy < by - TOL


@lru_cache(64)
def flat_squares(width: float, depth: float) -> Squares:
    """The columns and rows of layouts of this size, without their terrain."""
    return Squares(Ground.of((), width, depth))


@memoize(512)
@rule("grid.objects", neutral=lambda flat, kind, x, y, w=0.0, h=0.0: [])
def filled_spaces(flat: Squares, kind: str, x: float, y: float, w: float = 0.0, h: float = 0.0) -> list[Space]:
    """The spaces that an object fills, in columns and rows of the layout (`flat_squares`). Look, do not write."""
    if kind in ("derelict", "civilian", "marker", "core"):
        return [one_space(flat, (x, y))]
    piece = object_piece("object", kind, x, y, w, h)
    near = [
        (i, j)
        for i in range(max(0, int(x) - 2), min(flat.columns, int(x + w) + 3))
        for j in range(max(0, int(y) - 2), min(flat.rows, int(y + h) + 3))
    ]
    return [s for s in near if pieces_apart(Piece("space", flat.outline(s, 0.999)), piece) == 0.0]


def one_space(flat: Squares, p: Point) -> Space:
    """The space that holds a point; on a border the one nearest to the middle of the table."""
    columns = {math.floor(p[0]), math.ceil(p[0]) - 1}
    rows = {math.floor(p[1]), math.ceil(p[1]) - 1}
    middle = (flat.columns / 2, flat.rows / 2)
    near = [(i, j) for i in columns for j in rows if 0 <= i < flat.columns and 0 <= j < flat.rows]
    return min(near, key=lambda s: ((s[0] + 0.5 - middle[0]) ** 2 + (s[1] + 0.5 - middle[1]) ** 2, s))


@lru_cache(512)
def object_piece(name: str, kind: str, x: float, y: float, w: float, h: float) -> Piece:
    if w:
        return rectangle(name, x, y, x + w, y + h, OBJECT)
    return disc(name, x, y, 1.0 if kind == "derelict" else 0.5, OBJECT)
