"""How far a model moves, how close it may come to others, and where it may end."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from xenotable.engine import acts, cite, rule
from xenotable.games.xcx.rules.play.table import TOL
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.terrain.field import MANY, Field
from xenotable.games.xcx.rules.terrain.forms import HARD, OBSTACLE, SOLID, costs_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import TABLE, Xcx
from xenotable.kernels import Rows
from xenotable.table import Base, Circle, Point, Region, Walk, nearest_place, snap_point
from xenotable.table.existence import STEP
from xenotable.table.moving import leg_cost

GAP = 1.0


@rule("movement.allowance", neutral=lambda game, model: 99)
def mobility(game: Xcx, model: str) -> int:
    """The card's Mobility, less for heavy armour and for whoever carries the core."""
    p = profile_of(game, model)
    now = p.mobility
    if p.worn is not None and p.worn.mobility:
        cite("rewards.siege-plate")
        now += p.worn.mobility
    if game.models[model].core:
        cite("missions.hive-core")
        now -= 2
    return max(1, now)


def allowance(game: Xcx, model: str, run: bool) -> int:
    return mobility(game, model) * (2 if run else 1)


@rule("movement.separation", neutral=lambda game, model: {})
def bodies(game: Xcx, model: str) -> dict[str, Base]:
    """Models and markers that a mover keeps away from."""
    found: dict[str, Base] = {i: m for i, m in game.models.items() if m.state == TABLE and i != model}
    if game.markers and acts("movement.separation-markers"):
        found |= game.markers
    return found


def others(game: Xcx, model: str, declared: Sequence[str] = ()) -> dict[str, Circle]:
    """The same with the room that a mover leaves them: 1 Range, none around the declared enemies of a charge.

    Who is in contact at the start may be left: the table's `Walk` lets a mover go as long as it comes no closer.
    """
    room = GAP if field_of(game).grid is None else 0.0
    found = {i: Circle(b.x, b.y, b.r + room) for i, b in bodies(game, model).items()}
    for i in declared:
        if i in found and acts("movement.separation-exceptions"):
            found[i] = game.models[i].circle
    return found


def occupied_spaces(game: Xcx, model: str) -> Rows:
    """The spaces of everybody else, by their numbers."""
    return Rows(field_of(game).numbers((b.x, b.y) for b in bodies(game, model).values()))


def walker(game: Xcx, model: str, run: bool, declared: Sequence[str] = (), span: float | None = None) -> Walk:
    """The walk of a model on an open table, past the declared enemies of a charge as close as they let it."""
    bases: Iterable[Base] = bodies(game, model).values() if not declared else others(game, model, declared).values()
    far, room = allowance(game, model, run) if span is None else span, 0.0 if declared else GAP
    return Walk(game.models[model].circle, field_of(game).ground, costs_of(run), list(bases), room, span=far)


def way_cost(game: Xcx, run: bool, way: Sequence[Point]) -> float:
    """What a way costs of the allowance, its start first: Obstacles count double."""
    field = field_of(game)
    if field.grid is not None:
        forms, space = field.grid.forms, field.grid.space
        return sum(2.0 if forms.get(space(p), 0) & OBSTACLE else 1.0 for p in way[1:])
    return sum(leg_cost(p, q, field.ground, costs_of(run)) for p, q in pairwise(way))


def flat(path: Iterable[Sequence[float]]) -> list[Point]:
    return [(p[0], p[1]) for p in path]


@rule("movement.end-positions", neutral=lambda game, model, p, r, around=None: True)
def can_end(game: Xcx, model: str, p: Point, r: float, around: Collection[Circle] | None = None) -> bool:
    """Is p a legal end position for a base of this size? `around`: whom it keeps away from, if that is known."""
    field = field_of(game)
    return has_room(field, p, r, others(game, model).values() if around is None else around) and stands(field, p, r)


def has_room(field: Field, p: Point, r: float, around: Iterable[Circle]) -> bool:
    """Does a base of this size keep away from these circles there? In a grid: is the space free?"""
    if field.grid is not None:
        s, space = field.grid.space(p), field.grid.space
        return s not in [space((c.x, c.y)) for c in around]
    x, y = p
    for c in around:  # noqa: SIM110  # a generator takes twice as long
        if (c.x - x) ** 2 + (c.y - y) ** 2 < (c.r + r - TOL) ** 2:
            return False
    return True


def stands(field: Field, p: Point, r: float) -> bool:
    """May a base of this size stand on the ground there, whoever else is about?"""
    if field.grid is not None:
        return not field.grid.forms.get(field.grid.space(p), 0) & (SOLID | HARD | OBSTACLE)
    known = field.free.get((p, r))
    if known is None:
        if len(field.free) > MANY:
            field.free.clear()
        here = Circle(p[0], p[1], r)
        known = field.ground.on_table(here) and not field.ground.under(here, SOLID | HARD | OBSTACLE)
        field.free[p, r] = known
    return known


def end_region(field: Field, r: float, around: Iterable[Circle], about: Point, limit: float) -> Region:
    """Where `can_end` says yes to a base of this size on an open table, as a region so wide about a place."""
    region, (x, y), far = Region(about, limit).on_table(field.width, field.depth, r), about, limit + r + STEP
    for x0, x1, y0, y1, part in field.ground.bounds(SOLID | HARD | OBSTACLE):  # each piece is one convex part
        if x0 - far < x < x1 + far and y0 - far < y < y1 + far:
            region.off_piece(field.ground.pieces[part.owner], r)
    for c in around:
        region.at_least(c.x, c.y, c.r + r, TOL)
    return region


def too_close(base: Circle, end: Point, around: Mapping[str, Circle]) -> Iterator[str]:
    """To whom a move would end too close: who starts too close may leave, but must not end there."""
    for other, c in around.items():
        room = (c.r + base.r - TOL) ** 2
        if (c.x - base.x) ** 2 + (c.y - base.y) ** 2 < room > (c.x - end[0]) ** 2 + (c.y - end[1]) ** 2:
            yield other


def nearest_end(game: Xcx, model: str, p: Point, r: float) -> Point | None:
    """The legal end position nearest to a point."""
    field, around = field_of(game), others(game, model).values()
    if field.grid is not None:
        spots = [(math.dist(p, q), q) for q in field.points()]
        heapq.heapify(spots)  # one of the first will do
        ordered = (heapq.heappop(spots)[1] for _ in range(len(spots)))
        return next((q for q in ordered if can_end(game, model, q, r, around)), None)
    if can_end(game, model, snap_point(p), r, around):
        return snap_point(p)
    region = end_region(field, r, around, p, field.width + field.depth)
    return nearest_place([region], p, lambda q: can_end(game, model, q, r, around))
