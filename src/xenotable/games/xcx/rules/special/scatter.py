"""Scatter: the spots where a shot may explode, and who is caught there."""

from __future__ import annotations

import math
from collections.abc import Iterator

from xenotable.engine import Refusal, rule
from xenotable.games.xcx.rules.play.measuring import distance_between
from xenotable.games.xcx.rules.play.models import rank, standing
from xenotable.games.xcx.rules.play.table import TOL
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import Xcx
from xenotable.table import Circle, Point, snapped

APART, SPREAD, BLAST, FUSE = 1.0, 12.0, 1.0, 3.0


@rule("special.scatter-spot", neutral=lambda game, target, p: iter(()))
def spot_refusals(game: Xcx, target: str, p: Point) -> Iterator[Refusal]:
    """Exactly 3 Range from the edge of the target's base, on the table."""
    field, t = field_of(game), game.models[target]
    if not (0 <= p[0] <= field.width and 0 <= p[1] <= field.depth):
        yield Refusal("special.scatter-spot", "The spot must be on the table.", {})
    gap = distance_between(field, t, Circle(p[0], p[1], 0.0))
    if abs(gap - FUSE) > 0.002:
        yield Refusal("special.scatter-spot", "The spot must be exactly 3 Range away, not {gap:.2f}.", {"gap": gap})


def blast_spots(game: Xcx, target: str) -> list[Point]:
    """Every 15 degrees around the target, starting east; or the spaces at distance 3."""
    field, t = field_of(game), game.models[target]
    if field.grid is not None:
        at = field.grid.space(t.here)
        return [p for p in field.points() if field.grid.apart(at, field.grid.space(p)) == 3]
    far = t.r + FUSE
    turns = [math.radians(15 * k) for k in range(24)]
    found = [snapped((t.x + far * math.cos(a), t.y + far * math.sin(a))) for a in turns]
    return [p for p in found if 0 <= p[0] <= field.width and 0 <= p[1] <= field.depth]


def models_in_blast(game: Xcx, spot: Point) -> list[str]:
    """Every model, friend, foe or civilian, whose base is within 1 Range of the spot, by number."""
    here = Circle(spot[0], spot[1], 0.0)
    found = [i for i in standing(game) if distance_between(field_of(game), here, game.models[i]) <= BLAST + TOL]
    return sorted(found, key=lambda i: rank(game, i))
