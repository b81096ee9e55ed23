"""Where a flyer can get to with its few turns (chapter "flight")."""

from __future__ import annotations

import math
from collections.abc import Iterator

from xenotable.engine import Moved
from xenotable.games.xenocide.rules.play.measuring import WITHIN
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import TOLERANCE, Ground, Point, Region, snap_point

TURN = 45.0
OUTWARD = {"south": 270.0, "north": 90.0, "west": 180.0, "east": 0.0}


def flies_off(game: Xenocide, model: str) -> bool:
    """Does a model get across an edge, turning at the start and once more after half of its Move?"""
    row, half, ground = game.models[model], kind_of(game, model).move / 2, game.field.ground
    away = {"south": row.y, "north": ground.depth - row.y, "west": row.x, "east": ground.width - row.x}
    for edge, far in away.items():
        off = abs((OUTWARD[edge] - row.facing + 180.0) % 360.0 - 180.0)
        if half * (heading(max(0.0, off - TURN))[0] + heading(max(0.0, off - 2 * TURN))[0]) > far:
            return True
    return False


def flights_abreast(game: Xenocide, unit: str) -> Iterator[Moved]:
    """Flights of a whole unit side by side: with a turn at the start, or that and one more half-way. If all face alike
    and any such flight ends on the table, one of these does."""
    models = game.units[unit].models
    rows, kinds = [game.models[m] for m in models], [kind_of(game, m) for m in models]
    half, most = max(k.move for k in kinds) / 2, float(min(k.move for k in kinds))
    lead, ground = rows[0], game.field.ground
    if any(row.facing != lead.facing for row in rows):
        return
    offsets = [(row.x - lead.x, row.y - lead.y) for row in rows]
    for first in (None, TURN, -TURN):
        bends, region = _reach((lead.x, lead.y), lead.facing, half, most, first)
        for off, kind in zip(offsets, kinds, strict=True):
            _on_table(region, off, kind.radius, ground)
        for _, end in region.candidates(ground.width / 2, ground.depth / 2):
            ways = [tuple((x + dx, y + dy) for x, y in (*bends, end)) for dx, dy in offsets]
            yield Moved(dict(zip(models, ways, strict=True)))


def _reach(at: Point, facing: float, half: float, most: float, first: float | None) -> tuple[list[Point], Region]:
    """Where a flyer bends and what it reaches then: straight on after one turn; or after a second half-way: all that is
    reached so is reached by whoever has turned as far as it may at the start."""
    region = Region(at, most)
    if first is None:
        return [], _ahead(region.at_least(*at, half, WITHIN).at_most(*at, most, WITHIN), at, facing)
    ux, uy = heading(facing + first)
    bend = snap_point((at[0] + half * ux, at[1] + half * uy))
    return [bend], _ahead(region.at_most(*bend, most - half, WITHIN), bend, facing + first)


def _ahead(region: Region, at: Point, facing: float) -> Region:
    """Narrows a region down to what lies at most 45 degrees off a facing, seen from a place."""
    (lx, ly), (rx, ry) = heading(facing + TURN + 90.0), heading(facing - TURN - 90.0)
    region.half_plane(lx, ly, lx * at[0] + ly * at[1])
    return region.half_plane(rx, ry, rx * at[0] + ry * at[1])


def _on_table(region: Region, off: Point, r: float, ground: Ground) -> None:
    """Narrows a region down to where somebody so far off stands on the table, too."""
    (dx, dy), low = off, r - TOLERANCE
    region.half_plane(-1.0, 0.0, dx - low).half_plane(1.0, 0.0, ground.width - low - dx)
    region.half_plane(0.0, -1.0, dy - low).half_plane(0.0, 1.0, ground.depth - low - dy)


def heading(degrees: float) -> Point:
    """A direction as a step of one inch."""
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
