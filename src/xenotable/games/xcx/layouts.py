"""Layouts on the table (chapters `terrain`, `grid` and `missions`): sizes, objects, and the ground of a battle."""

from __future__ import annotations

import math
from functools import lru_cache

from xenotable.engine import rule
from xenotable.games.xcx import content
from xenotable.games.xcx.state import BattleSetup, Xcx
from xenotable.games.xcx.terrain import TOL, Field, apart, form_of, object_piece
from xenotable.table import Ground, Piece, rectangle

UNCHANGED: tuple[tuple[str, ...], tuple[float, ...]] = ((), ())  # nothing is gone, the core does not lie about


@rule("play.table-size", neutral=lambda limit: (36, 36))
def table_size(limit: int) -> tuple[int, int]:
    if limit <= 500:
        return (36, 36)
    return (48, 48) if limit <= 1000 else (72, 48)


@rule("missions.scaling", neutral=lambda mission, size, thing: thing)
def scaled(mission: content.Mission, size: tuple[int, int], thing: content.MissionObject) -> content.MissionObject:
    """An object of a mission on a table of another size: its centre moves, to the nearest 0.5, its size stays."""
    if size == (mission.base_width, mission.base_depth):
        return thing
    cx = _half((thing.x + thing.w / 2) * size[0] / mission.base_width, size[0] / 2)
    cy = _half((thing.y + thing.h / 2) * size[1] / mission.base_depth, size[1] / 2)
    return content.MissionObject(thing.kind, thing.number, cx - thing.w / 2, cy - thing.h / 2, thing.w, thing.h)


def _half(v: float, middle: float) -> float:
    """To the nearest 0.5; halfway, the one nearer to the middle of the table."""
    low = math.floor(v * 2) / 2
    if abs(v - low - 0.25) < 1e-9:
        return min((low, low + 0.5), key=lambda c: abs(c - middle))
    return low if v - low < 0.25 else low + 0.5


@rule("grid.terrain-from-layout", neutral=lambda layout, objects: Ground.of((), layout.width, layout.depth))
def layout_ground(layout: content.Layout, objects: tuple[tuple[str, content.MissionObject], ...]) -> Ground:
    """The layout's rectangles; what an object lands on is removed."""
    pieces = [rectangle(f"p{n}", t.x, t.y, t.x + t.w, t.y + t.h, form_of(t)) for n, t in enumerate(layout.piece)]
    for name, o in objects:
        body = object_piece(name, o.kind, o.x, o.y, o.w, o.h)
        pieces = [p for p in pieces if not _on(body, p)]
    return Ground.of(pieces, layout.width, layout.depth)


def _on(body: Piece, piece: Piece) -> bool:
    """Does an object overlap a piece (touching does not count)?"""
    (cx, cy), (dx, dy) = piece.corners[0], piece.corners[2]
    if body.disc is not None:
        x, y, r = body.disc
        return apart(cx, cy, dx, dy, x, y) < r - TOL
    (ax, ay), (bx, by) = body.corners[0], body.corners[2]
    return ax < dx - TOL and cx < bx - TOL and ay < dy - TOL and cy < by - TOL


def layout_for(setup: BattleSetup) -> content.Layout:
    """The layout chosen, or the mission's own, or the first of the table's size."""
    size = table_size(setup.limit)
    fits = [a for a in content.layouts().values() if (a.width, a.depth) == size]
    wanted = setup.layout or content.missions()[setup.mission].layout
    return next((a for a in fits if a.id == wanted), fits[0])


def mission_objects(setup: BattleSetup) -> tuple[tuple[str, content.MissionObject], ...]:
    mission, size = content.missions()[setup.mission], table_size(setup.limit)
    return tuple((f"o{o.number}", scaled(mission, size, o)) for o in mission.objects)


def first_field(setup: BattleSetup) -> Field:
    return _field(setup.mode, layout_for(setup).id, mission_objects(setup))


@lru_cache(128)
def _field(mode: str, layout: str, objects: tuple[tuple[str, content.MissionObject], ...]) -> Field:
    field = Field(mode, layout_ground(content.layouts()[layout], objects), objects)
    if objects:
        field.resembles(_field(mode, layout, ()))
    return field


def field_of(game: Xcx) -> Field:
    """The ground as it lies now: mostly as it lay when somebody last asked."""
    now, fields = game.battle["now"], game.fields
    last = fields.get("last")
    if last is None or last[0] is not now.gone or last[1] is not now.core:
        key = (now.gone, now.core)
        if UNCHANGED not in fields:
            fields[UNCHANGED] = first_field(game.setup)
        if key not in fields:
            fields[key] = fields[UNCHANGED].changed(*key)
        last = fields["last"] = (*key, fields[key])
    field: Field = last[2]
    return field
