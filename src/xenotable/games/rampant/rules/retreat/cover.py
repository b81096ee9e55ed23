"""Retreating into cover: staying in it, running into it, going into buildings."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice

from xenotable.engine import Flow, Move, Moved, Piece, Point, Random, Refusal, is_legal, rule
from xenotable.games.rampant.rules.moving.allowance import separation
from xenotable.games.rampant.rules.moving.move_legality import MoveContext, keep_apart, move_refusals
from xenotable.games.rampant.rules.play.conventions import apart, shape
from xenotable.games.rampant.rules.retreat.flight import retreat_distance
from xenotable.games.rampant.rules.terrain.buildings import door_in_reach
from xenotable.games.rampant.rules.terrain.cover import covered_against, obstacles_between
from xenotable.games.rampant.rules.terrain.field import HARD, SOFT, WIRE, areas_at, field, has_room, middle, outline
from xenotable.games.rampant.scenes import Shock
from xenotable.games.rampant.state import Rampant, fielded_units
from xenotable.table import Circle, Region, ways_into
from xenotable.table import Piece as Land
from xenotable.table.near import TOLERANCE, point_to_piece

MOVED = 1.0 / 512.0  # who runs into cover goes somewhere: staying is another choice


@rule("retreat.already-in-cover", neutral=lambda *a: False)
def may_stay(game: Rampant, shock: Shock) -> bool:
    """In cover against whatever caused it, as for the Courage test, and the cause was no Attack."""
    return shock.kind != "attack" and covered_against(game, shock)


def cover_names(game: Rampant, base: Circle, shock: Shock) -> set[str]:
    """What gives cover at a place."""
    enemy = (shock.x, shock.y) if shock.source else None
    names = {a.name for a in areas_at(game, (base.x, base.y), SOFT | HARD)}
    return names | {piece.name for piece, _ in obstacles_between(game, base, enemy)}


@rule("retreat.into-cover", neutral=lambda *a: ())
def cover_refusals(game: Rampant, shock: Shock, p: Point) -> Iterator[Refusal]:
    """Why a retreat into cover may not end at p."""
    unit = shock.unit
    base = Circle(p[0], p[1], game.profile[unit].radius)
    names = cover_names(game, base, shock)
    free = game.reads("retreat.into-cover=any-cover")
    if shock.kind == "attack" and not free:
        names -= set(shock.fought)
    if not names:
        yield Refusal("retreat.into-cover", "{unit} would not be in new cover there.", {"unit": unit})
    for foe in fielded_units(game, 1 - game.units[unit].seat):
        if apart(base, shape(game, foe)) < separation(game) - TOLERANCE:  # it would be cornered there
            yield Refusal("retreat.separation", "{unit} would end too close to {e}.", {"unit": unit, "e": foe})
    if shock.source and not free:
        row = game.units[unit]
        was, now = math.dist((row.x, row.y), (shock.x, shock.y)), math.dist((p[0], p[1]), (shock.x, shock.y))
        if now < was - TOLERANCE:
            args = {"unit": unit, "n": was - now}
            yield Refusal("retreat.into-cover", "{unit} would end {n:.1f} in closer to the enemy.", args)


def cover_ways(game: Rampant, shock: Shock, regions: Sequence[Region]) -> Iterator[tuple[Point, ...]]:
    """A legal way into each cover that is in reach, in this order."""
    return (way for region in regions if (way := way_into_cover(game, shock, [region])))


def way_into_cover(game: Rampant, shock: Shock, regions: Sequence[Region]) -> tuple[Point, ...] | None:
    """A legal way into one of some regions of cover, or None: then there is none."""
    if not regions:
        return None
    context = MoveContext(game, shock.unit, cover_distance(game, shock.unit))

    def check(way: tuple[Point, ...]) -> bool:
        return is_legal(move_refusals(context, way)) and is_legal(cover_refusals(game, shock, way[-1]))

    return next(ways_into(regions, context.walk, context.budget, check, context.scout), None)


@rule("retreat.cover-distance-vehicles")
def cover_distance(game: Rampant, unit: str) -> float:
    """Within how many inches cover can be reached."""
    far = retreat_distance(game, unit)
    return far / 2 if game.profile[unit].vehicle and game.reads("retreat.cover-distance-vehicles=half") else far


def cover_regions(game: Rampant, shock: Shock) -> list[Region]:
    """Where a retreat into cover may end: in each area, or behind each obstacle, that is near enough."""
    unit = shock.unit
    if game.units[unit].where != "table":
        return []
    far, free = cover_distance(game, unit), game.reads("retreat.into-cover=any-cover")
    row, r, ground = game.units[unit], game.profile[unit].radius, field(game).ground
    here = (row.x, row.y)
    near = ground.near(Circle(row.x, row.y, r), far + 1.0, SOFT | HARD)
    pieces = [piece for piece in near if (free or piece.name not in shock.fought) and not piece.bits & WIRE]
    pieces = [p for p in pieces if p.line is not None or point_to_piece(here, p) <= far + TOLERANCE]
    if not pieces:
        return []
    open_ground = MoveContext(game, unit, far).region().at_least(row.x, row.y, MOVED)
    for foe in fielded_units(game, 1 - row.seat):
        keep_apart(open_ground, shape(game, foe), r + separation(game))
    if shock.source and not free:
        open_ground.at_least(shock.x, shock.y, math.dist(here, (shock.x, shock.y)))
    pieces.sort(key=lambda p: point_to_piece(here, p))
    return [_covered(open_ground.copy(), piece, r, shock) for piece in pieces]


def _covered(region: Region, piece: Land, r: float, shock: Shock) -> Region:
    if piece.line is None:
        return region.in_piece(piece)
    region.near_piece(piece, r + 1.0)
    return region.behind(*piece.line, (shock.x, shock.y)) if shock.source else region


def run_for_cover(game: Rampant, shock: Shock) -> Flow[None]:
    unit = shock.unit
    far = cover_distance(game, unit)
    context = MoveContext(game, unit, far)

    def legal(move: Moved) -> Iterator[Refusal]:
        path = move.paths.get(unit, ())
        yield from move_refusals(context, path)
        yield from cover_refusals(game, shock, path[-1] if path else (context.base.x, context.base.y))

    def propose(n: int, rnd: Random) -> list[Moved]:
        ways = cover_ways(game, shock, cover_regions(game, shock))
        return [Moved({unit: way}) for way in islice(ways, max(1, n))]

    def one(rnd: Random) -> Moved | None:
        """Into any cover; into the nearest, if that is out of reach."""
        regions = cover_regions(game, shock)
        any_cover = regions[int(rnd() * len(regions)) :][:1]
        way = way_into_cover(game, shock, any_cover) or way_into_cover(game, shock, regions)
        return None if way is None else Moved({unit: way})

    moved = yield from Move(
        seat=game.units[unit].seat,
        key="retreat-move",
        rule="retreat.into-cover",
        prompt="Move {unit} into cover",
        args={"unit": unit},
        pieces=(Piece(unit, (context.base.x, context.base.y), context.base.r, far),),
        legal=legal,
        propose=propose,
        one=one,
    )
    x, y = (moved.end(unit) or (context.base.x, context.base.y))[:2]
    game.units.set(unit, x=x, y=y)
    game.tell("{unit} runs into cover.", "retreat.into-cover", unit=unit)


# ---- buildings -------------------------------------------------------------------------------------------------------


def refuge_refusals(game: Rampant, shock: Shock, house: str) -> Iterator[Refusal]:
    """Why a unit may not retreat into a building: only friendly or empty ones with room, within the retreat distance
    and no closer to the enemy, serve."""
    unit = shock.unit
    row, what, piece = game.units[unit], game.profile[unit], outline(game, house)
    args: dict[str, object] = {"unit": unit, "b": house}
    if what.vehicle or what.tall or row.strength > 10:
        yield Refusal("terrain.building-enter", "{unit} does not fit into {b}.", args)
        return
    if house in shock.fought:
        yield Refusal("retreat.into-cover", "{unit} is just leaving {b}.", args)
        return
    if not has_room(game, house, row.seat):
        yield Refusal("terrain.building-capacity", "There is no room for {unit} in {b}.", args)
    at, far = (row.x, row.y), cover_distance(game, unit)
    if point_to_piece(at, piece) > far:
        args["over"] = point_to_piece(at, piece) - far
        yield Refusal("retreat.into-cover", "{b} is {over:.1f} in too far away for {unit}.", args)
        return
    nearer = math.dist(middle(piece), (shock.x, shock.y)) < math.dist(at, (shock.x, shock.y))
    if shock.source and nearer and not game.reads("retreat.into-cover=any-cover"):
        yield Refusal("retreat.into-cover", "{b} lies closer to the enemy than {unit}.", args)
    elif not door_in_reach(game, unit, house, far):
        yield Refusal("retreat.into-cover", "{unit} cannot reach {b} with this retreat.", args)
