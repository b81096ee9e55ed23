"""Entering buildings: who may, and the ways to a wall (chapter "buildings")."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache

from xenotable.engine import Flow, Moved, Refusal, is_legal, rule
from xenotable.engine.memory import until_written
from xenotable.games.xenocide.content import Kind
from xenotable.games.xenocide.rules.buildings.occupants import (
    REACHED,
    climbs,
    fits,
    held_sections,
    in_the_open,
    indoors,
    near_sections,
    near_walls,
    section_refusals,
    sections_of,
    space,
    take_sides,
)
from xenotable.games.xenocide.rules.buildings.walls import (
    SIDES,
    along,
    beside,
    gap,
    line_of,
    off_side,
    off_walls,
)
from xenotable.games.xenocide.rules.movement.allowances import COHERENCY, allowance, costs, farthest
from xenotable.games.xenocide.rules.movement.restrictions import (
    coherency_refusals,
    resting,
    room_refusals,
    suppressed_refusals,
)
from xenotable.games.xenocide.rules.movement.zones import met_inside, zones
from xenotable.games.xenocide.rules.play.measuring import WITHIN, circle, stance
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.play.positions import Stance
from xenotable.games.xenocide.rules.play.units import kinds_in
from xenotable.games.xenocide.scenes import Manner
from xenotable.games.xenocide.state import Room, Sides, Xenocide
from xenotable.table import Circle, Piece, Point, Region, Walk, faults, length, move_circle, snap_point, wall, ways_into
from xenotable.table.paths import search

EXTRA = 2.0  # inches for the others, once one model is at the wall
SPOTS = 3  # places along a side that a quick look for a way aims at
ENTERING = {"enter": "walk", "enter-jump": "jump", "enter-teleport": "teleport", "enter-land": "land"}


# ---- entering: why not -----------------------------------------------------------------------------------------------


def enter_mode_refusals(game: Xenocide, unit: str, how: str) -> Iterator[Refusal]:
    """Why a unit cannot go for a building in this way at all."""
    if game.units[unit].high and how != "enter-land":
        yield Refusal("buildings.enter-edge", "{unit} is high up.", {"unit": unit}, "Land on the roof.")
        return
    near = sorted(in_reach(game, unit, how), key=lambda s: near_walls(game, unit, s))  # a way there is soonest found
    if not any(is_open(game, unit, how, s) for s in near):
        yield Refusal("buildings.enter-edge", "No building that {unit} could enter is in reach.", {"unit": unit})


def in_reach(game: Xenocide, unit: str, how: str) -> list[str]:
    """The sections that some model of a unit may enter and perhaps reach."""
    near = near_sections(game, unit, farthest(game, unit, ENTERING[how]))
    if not near:
        return []
    mine, whose, seat = sections_of(game, unit), held_sections(game), game.units[unit].seat
    kinds = [game.kinds[k] for k in kinds_in(game, unit)]
    return [
        s
        for s in near
        if s not in mine and whose.get(s, seat) == seat
        and any(fits(game.field.rooms[s], kind) and kind.size <= space(game, s) for kind in kinds)
    ]  # fmt: skip


@until_written
def open_to(game: Xenocide, unit: str, how: str) -> list[str]:
    """The sections that a unit can enter now: a way leads there. A garrison of another one first has to come out."""
    return [s for s in in_reach(game, unit, how) if is_open(game, unit, how, s)]


def is_open(game: Xenocide, unit: str, how: str, s: str) -> bool:
    """Can a unit enter a section in reach?"""
    if not is_legal(choice_refusals(game, unit, s)):
        return False
    manner = Manner(ENTERING[how], met_inside(game, unit, s), section=s)
    return bool(indoors(game, unit)) or gets_through(game, unit, manner)


def choice_refusals(game: Xenocide, unit: str, s: str) -> Iterator[Refusal]:
    """Why a unit may not choose to enter this section."""
    row = game.units[unit]
    foes = in_the_open(game, 1 - row.seat, s)
    if foes and row.marks and not row.freed:
        says = "{s} is in contact with {t}, and {unit} is suppressed."
        yield Refusal("movement.zoc-building-entry", says, {"unit": unit, "s": s, "t": foes[0]}, "Pay a command point.")


def enter_refusals(game: Xenocide, unit: str, manner: Manner, move: Moved) -> Iterator[Refusal]:
    """Everything that is wrong with a move into a section."""
    s, room = manner.section, game.field.rooms[manner.section]
    movers = [m for m in game.units[unit].models if move.paths.get(m)]
    yield from section_refusals(game, s, unit, movers)
    ways = {m: move.way(m) for m in movers}
    swept = [Circle(p[0], p[1], r) for m in movers for r in (kind_of(game, m).radius,) for p in ways[m]]
    box = Stance([*swept, *(circle(game, m) for m in movers)])
    off = zones(game, unit, manner, box)  # nobody else can be in the way
    for model in movers:
        yield from wall_refusals(game, unit, model, manner, move, off)
    yield from reach_refusals(game, unit, manner, move, movers)
    models = game.units[unit].models
    yield from coherency_refusals(game, unit, once_inside(game, unit, s, movers))
    if manner.mode == "land":  # who stays outside comes down where it is
        yield from room_refusals(game, unit, [circle(game, m) for m in game.units[unit].models if m not in movers])
    if not manner.limit:
        last = [room.walls if m in movers else circle(game, m) for m in models]
        yield from suppressed_refusals(game, unit, last)


def wall_refusals(
    game: Xenocide, unit: str, model: str, manner: Manner, move: Moved, off: list[Circle]
) -> Iterator[Refusal]:
    """One model's way to the wall: free, ending where it can get in."""
    kind, base, path, room = (
        kind_of(game, model),
        circle(game, model),
        move.way(model),
        game.field.rooms[manner.section],
    )
    args = {"m": kind.name, "unit": unit, "s": manner.section}
    if manner.mode == "jump" and len(path) > 1:
        yield Refusal("flight.jump", "{m} jumps in a straight line.", args)
    ends = move_circle(base, path[-1])
    if not gets_in(room, kind, ends, manner.mode):
        remedy = "End at a side with doors or windows."
        yield Refusal("buildings.enter-edge", "{m} of {unit} does not touch a way into {s}.", args, remedy)
    if any(gets_in(room, kind, move_circle(base, p), manner.mode) for p in path[:-1]):
        yield Refusal(
            "buildings.enter-ends-move", "{m} of {unit} is in {s}: its move is over.", args, "Stop at the wall."
        )
    if manner.mode != "walk":
        if not game.field.ground.on_table(ends):
            yield Refusal("movement.stay-on-table", "{m} of {unit} would leave the table.", args)
        return
    for fault in faults(base, path, game.field.ground, costs(game, kind, manner), off):
        if fault.kind == "close":
            yield Refusal("movement.zone-of-control", "{m} of {unit} would come within 4 in of the enemy.", args)
        else:
            yield Refusal("ground.impassable", "{m} of {unit} cannot go that way.", args, "Go round.")
        return


@rule("buildings.enter-edge", neutral=lambda room, kind, ends, mode: True)
def gets_in(room: Room, kind: Kind, ends: Circle, mode: str) -> bool:
    """By touching a side with an opening; hovering and jumping models by the roof; teleporters right inside."""
    if gap(room.walls, ends) > REACHED:
        return False
    return mode != "walk" or climbs(kind) or any(side_gap(room, side, ends) <= REACHED for side in room.openings)


def side_gap(room: Room, side: str, base: Circle) -> float:
    """How far a base is from one side of a section."""
    return off_walls(base.x, base.y, base.r, line_of(room.sides, side))


def reach_refusals(game: Xenocide, unit: str, manner: Manner, move: Moved, movers: Sequence[str]) -> Iterator[Refusal]:
    """Nobody goes farther than it may; once one model is at the wall the others get 2 inches more."""
    long = {m: length(circle(game, m), move.way(m)) for m in movers}
    far = {m: allowance(game, m, manner, move.way(m)) for m in movers}
    first = any(long[m] <= far[m] + WITHIN for m in movers)
    for model in movers:
        over = long[model] - far[model] - (extra_reach(manner) if first else 0.0)
        if over > WITHIN:
            args = {"m": kind_of(game, model).name, "unit": unit, "over": over, "s": manner.section}
            yield Refusal("movement.model-path", "{m} of {unit} is {over:.1f} in too far from {s}.", args, "Leave it.")
            return


@rule("buildings.enter-extra-reach", neutral=lambda manner: 0.0)
def extra_reach(manner: Manner) -> float:
    return EXTRA if manner.mode == "walk" else 0.0


# ---- entering: ways --------------------------------------------------------------------------------------------------


@until_written
def ways_in(game: Xenocide, unit: str, manner: Manner) -> Moved:
    """The largest party that may go in: everybody who can, until the section is full."""
    for went in reversed(list(parties(game, unit, manner))):
        if is_legal(enter_refusals(game, unit, manner, went)):
            return went
    return Moved()


@until_written
def gets_through(game: Xenocide, unit: str, manner: Manner) -> bool:
    """Is there a way in for some of a unit? (`ways_in`, without looking for the ways of all.)"""
    if tears_apart(game, unit, manner):
        return False
    for went in parties(game, unit, manner):
        last = once_inside(game, unit, manner.section, went.paths)
        if is_legal(coherency_refusals(game, unit, last)) and is_legal(enter_refusals(game, unit, manner, went)):
            return True  # whom it would tear apart, most of those who do not get in, is known at once
    return False


def tears_apart(game: Xenocide, unit: str, manner: Manner) -> bool:
    """Would somebody be left behind, whichever ways there are? Of a unit that is together, all who are far from a
    section have to get in."""
    if not is_legal(coherency_refusals(game, unit, resting(game, unit))):
        return False  # it need only close up
    far, left = far_off(game, unit, manner.section), space(game, manner.section)
    inside: list[str] = []
    for model in entrants(game, unit, manner):
        size = kind_of(game, model).size
        if size <= left and model in far:
            inside.append(model)
            left -= size
    return not is_legal(coherency_refusals(game, unit, once_inside(game, unit, manner.section, inside)))


def far_off(game: Xenocide, unit: str, s: str) -> set[str]:
    """Who would be torn off if he stayed outside and the others were in a section."""
    walls = game.field.rooms[s].walls
    here = zip(game.units[unit].models, resting(game, unit), strict=True)
    return {m for m, base in here if gap(base, walls) > COHERENCY + WITHIN}


def once_inside(game: Xenocide, unit: str, s: str, movers: Container[str]) -> list[Circle]:
    """Where the models of a unit are measured once some have entered a section."""
    walls = game.field.rooms[s].walls
    here = zip(game.units[unit].models, resting(game, unit), strict=True)
    return [walls if m in movers else base for m, base in here]


def parties(game: Xenocide, unit: str, manner: Manner) -> Iterator[Moved]:
    """Those of a unit who can go to a way in: one whose own Move leads there, then with another one, and so on."""
    left = space(game, manner.section)
    order = entrants(game, unit, manner)
    paths: dict[str, tuple[Point, ...]] = {}
    for more in (False, True):
        for model in order:
            kind = kind_of(game, model)
            if more != bool(paths) or model in paths or kind.size > left:
                continue  # once one is at the wall all others may reach farther, those before it too
            if path := way_in(game, model, manner, more):
                paths[model] = path
                left -= kind.size
                yield Moved(dict(paths))


def entrants(game: Xenocide, unit: str, manner: Manner) -> list[str]:
    """The models that a section may take in, in the order in which they should go: last who comes too near to the enemy
    there, first who would be torn off outside, then the nearest."""
    room, models = game.field.rooms[manner.section], game.units[unit].models
    here = {m: circle(game, m) for m in models}
    off = {m: gap(here[m], room.walls) for m in models}

    def is_barred(model: str) -> bool:
        last = [room.walls if m == model else here[m] for m in models]
        return not is_legal(suppressed_refusals(game, unit, last))

    barred = {m for m in models if is_barred(m)} if game.units[unit].marks and not manner.limit else set()
    able = [m for m in models if not game.models[m].section and fits(room, kind_of(game, m)) and kind_of(game, m).move]
    able = [m for m in able if off[m] <= allowance(game, m, manner) + EXTRA + REACHED + WITHIN]
    far = far_off(game, unit, manner.section)
    return sorted(able, key=lambda m: (m in barred, m not in far, off[m]))


@until_written
def way_in(game: Xenocide, model: str, manner: Manner, more: bool) -> tuple[Point, ...]:
    """The way of a model to a wall that it can go through, perhaps with the inches more; nothing if there is none."""
    far = allowance(game, model, manner) + (extra_reach(manner) if more else 0.0)
    if manner.mode == "walk":
        return doorway(game, model, manner, far)
    base, (x0, y0, x1, y1) = circle(game, model), game.field.rooms[manner.section].sides
    spot = (min(max(base.x, x0), x1), min(max(base.y, y0), y1))
    long = math.dist((base.x, base.y), spot)
    if long <= far:
        return (spot,)
    share = 1.0 - base.r / long  # as far as the wall, if not onto the roof
    touch = snap_point((base.x + (spot[0] - base.x) * share, base.y + (spot[1] - base.y) * share))
    return (touch,) if long - base.r <= far else ()


def doorway(game: Xenocide, model: str, manner: Manner, far: float) -> tuple[Point, ...]:
    """The way of a model to a side that it can go through: straight to where it first touches the nearest such side,
    else round corners, else as `table.existence` finds one, if there is any."""
    base, kind, room = circle(game, model), kind_of(game, model), game.field.rooms[manner.section]
    unit, start, limit = game.models[model].unit, (base.x, base.y), far + WITHIN
    off = zones_near(game, unit, manner)

    def check(way: Sequence[Point]) -> bool:
        way = up_to_door(room, kind, base, way)
        move = Moved({model: way})
        return length(base, way) <= limit and is_legal(wall_refusals(game, unit, model, manner, move, off))

    near = sorted((side_gap(room, side, base), side) for side in (SIDES if climbs(kind) else room.openings))
    sides = [side for apart, side in near if apart <= limit + REACHED]
    for side in sides:
        straight = (beside(room.sides, side, start, base.r),)
        if check(straight):
            return up_to_door(room, kind, base, straight)
    if not sides:
        return ()
    walk = Walk(base, game.field.ground, costs(game, kind, manner), off, span=limit)
    way = plain_way(walk, room, sides, limit)
    if way and check(way):
        return up_to_door(room, kind, base, way)
    for side in sides:
        region = Region.of(walk, limit).near_piece(wall_of(room.sides, side), base.r + REACHED, 0.0)
        for found in ways_into([region], walk, limit, check):
            return up_to_door(room, kind, base, found)
    return ()


@until_written
def zones_near(game: Xenocide, unit: str, manner: Manner) -> list[Circle]:
    """The zones of control that can be in the way of somebody of a unit."""
    far = farthest(game, unit, manner.mode, manner.limit) + EXTRA
    return zones(game, unit, manner, stance(game, unit), far + 1.0)


@lru_cache(maxsize=4096)
def wall_of(sides: Sides, side: str) -> Piece:
    """One side of a section, as terrain."""
    x0, y0, x1, y1 = line_of(sides, side)
    return wall(side, (x0, y0), (x1, y1))


def plain_way(walk: Walk, room: Room, sides: Sequence[str], limit: float) -> Sequence[Point]:
    """A way round corners to one of a few places at these sides of a section; nothing: there may be others."""
    base, start = walk.base, (walk.base.x, walk.base.y)
    spots = [beside(room.sides, side, start, base.r) for side in sides]
    spots += [off_side(side, at, base.r) for side in sides for at in along(room.sides, side, SPOTS)]
    free = [spot for spot in spots if walk.ends(spot)]
    return search(walk, start, free, limit)[0] or () if free else ()


def up_to_door(room: Room, kind: Kind, base: Circle, way: Sequence[Point]) -> tuple[Point, ...]:
    """A way on the grid as far as the first place that lets a model in."""
    snapped = tuple([snap_point(p) for p in way])
    n = next((i for i, p in enumerate(snapped, 1) if gets_in(room, kind, move_circle(base, p), "walk")), len(way))
    return snapped[:n]


def comes_in(game: Xenocide, model: str, manner: Manner, ends: Circle) -> bool:
    """Does a model that goes for a section and stops there get in?"""
    return gets_in(game.field.rooms[manner.section], kind_of(game, model), ends, manner.mode)


def at_door(game: Xenocide, manner: Manner, movers: Sequence[str]) -> None:
    """Those who have come to a way in stand there close together until they are inside."""
    for model in movers:
        gone = model not in game.models or game.models[model].section
        if not gone and comes_in(game, model, manner, circle(game, model)):
            game.models.set(model, door=manner.section)


def models_at_door(game: Xenocide, unit: str, s: str) -> list[str]:
    """The models of a unit that stand at the door of a section."""
    return [m for m in game.units[unit].models if game.models[m].door == s]


@rule("buildings.enter-ends-move")
def occupy(game: Xenocide, unit: str, s: str, models: Sequence[str]) -> Flow[None]:
    """Models at the wall go in, as many as there is room for, and take their places; their unit is done moving."""
    coming: list[str] = []
    left = space(game, s)
    for model in models:
        if kind_of(game, model).size <= left:
            coming.append(model)
            left -= kind_of(game, model).size
    if not coming:
        return
    yield from take_sides(game, unit, coming, (s,), "stations", "buildings.enter-place")
    game.units.set(unit, moved=True)
    game.tell("{unit} enters {s}.", "buildings.enter-ends-move", unit=unit, s=s)
