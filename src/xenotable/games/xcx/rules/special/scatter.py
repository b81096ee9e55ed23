"""Scatter: the spots where a shot may explode, and who is caught there."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from xenotable.engine import Refusal, rule
from xenotable.games.xcx.rules.play.measuring import distance_between
from xenotable.games.xcx.rules.play.models import rank, standing_models
from xenotable.games.xcx.rules.play.table import TOL, within
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import Xcx
from xenotable.table import Circle, Point, snap_point

APART, SPREAD, BLAST, FUSE = 1.0, 12.0, 1.0, 3.0
THIRDS = ("beyond the target", "to the left of the target", "to the right of the target", "wherever its player likes")
ANYWHERE = 3  # no third: the whole ring


class Drift(NamedTuple):
    """Where a scattered shot came from, and into which third of the ring around its target it goes."""

    source: Point
    third: int  # of THIRDS, as the shooter sees it


def drifts_to(game: Xcx, target: str, drift: Drift, p: Point) -> bool:
    """Does a spot lie in that third? The limits belong to both neighbours."""
    if drift.third == ANYWHERE:
        return True
    (sx, sy), (tx, ty) = drift.source, game.models[target].here
    along, aside = (tx - sx, ty - sy), (p[0] - tx, p[1] - ty)
    turn = math.atan2(along[0] * aside[1] - along[1] * aside[0], along[0] * aside[0] + along[1] * aside[1])
    if drift.third == 0:
        return abs(turn) <= math.pi / 3 + TOL
    left = turn >= math.pi / 3 - TOL or turn <= -math.pi + TOL
    right = turn <= -math.pi / 3 + TOL or turn >= math.pi - TOL
    return left if drift.third == 1 else right


@rule("special.scatter-spot", neutral=lambda game, target, drift, p: iter(()))
def spot_refusals(game: Xcx, target: str, drift: Drift, p: Point) -> Iterator[Refusal]:
    """Exactly 3 Range from the edge of the target's base, on the table, in the third that the die says."""
    field, t = field_of(game), game.models[target]
    if not (0 <= p[0] <= field.width and 0 <= p[1] <= field.depth):
        yield Refusal("special.scatter-spot", "The spot must be on the table.", {})
    if not drifts_to(game, target, drift, p) and spots_of_third(game, target, drift):
        says = "The shot goes {third}, as the shooter sees it."
        yield Refusal("special.scatter-spot", says, {"third": THIRDS[drift.third]}, "Choose a spot in that third.")
    gap = distance_between(field, t, Circle(p[0], p[1], 0.0))
    if abs(gap - FUSE) > 0.002:
        yield Refusal("special.scatter-spot", "The spot must be exactly 3 Range away, not {gap:.2f}.", {"gap": gap})


def blast_spots(game: Xcx, target: str, drift: Drift) -> list[Point]:
    """Spots in the third that the die says; all around the target where that third is off the table."""
    return spots_of_third(game, target, drift) or ring(game, target)


def spots_of_third(game: Xcx, target: str, drift: Drift) -> list[Point]:
    """Spots of the ring in this third; none only if no point of it is on the table: a piece of the ring that lies
    between two spots begins where the ring crosses the edge."""
    found = [p for p in ring(game, target) if drifts_to(game, target, drift, p)]
    return found or [p for p in edge_spots(game, target) if drifts_to(game, target, drift, p)]


def edge_spots(game: Xcx, target: str) -> list[Point]:
    """Where the ring around the target crosses the edge of the table."""
    field, t = field_of(game), game.models[target]
    if field.grid is not None:
        return []
    far, found = t.r + FUSE, list[Point]()
    for x in (0.0, field.width):
        half = math.sqrt(max(0.0, far**2 - (x - t.x) ** 2))
        found += [(x, t.y + half), (x, t.y - half)] if half else []
    for y in (0.0, field.depth):
        half = math.sqrt(max(0.0, far**2 - (y - t.y) ** 2))
        found += [(t.x + half, y), (t.x - half, y)] if half else []
    return [snap_point(p) for p in found if 0 <= p[0] <= field.width and 0 <= p[1] <= field.depth]


def ring(game: Xcx, target: str) -> list[Point]:
    """Every 15 degrees around the target, starting east; or the spaces at distance 3."""
    field, t = field_of(game), game.models[target]
    if field.grid is not None:
        at = field.grid.space(t.here)
        return [p for p in field.points() if field.grid.apart(at, field.grid.space(p)) == 3]
    far = t.r + FUSE
    turns = [math.radians(15 * k) for k in range(24)]
    found = [snap_point((t.x + far * math.cos(a), t.y + far * math.sin(a))) for a in turns]
    return [p for p in found if 0 <= p[0] <= field.width and 0 <= p[1] <= field.depth]


def models_in_blast(game: Xcx, spot: Point) -> list[str]:
    """Every model, friend, foe or civilian, whose base is within 1 Range of the spot, by number."""
    here = Circle(spot[0], spot[1], 0.0)
    found = [i for i in standing_models(game) if within(distance_between(field_of(game), here, game.models[i]), BLAST)]
    return sorted(found, key=lambda i: rank(game, i))
