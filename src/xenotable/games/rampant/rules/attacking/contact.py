"""Coming into contact: can a target be reached, and by which ways."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from xenotable.engine import Move, Moved, Piece, Point, Random, Refusal, is_legal, rule
from xenotable.engine.citing import recall
from xenotable.games.rampant.rules.moving.allowance import allowance
from xenotable.games.rampant.rules.moving.move_legality import FEW, MoveContext, move_refusals, touching_place
from xenotable.games.rampant.rules.play.conventions import circle, to_building
from xenotable.games.rampant.rules.terrain.field import middle, outline
from xenotable.games.rampant.state import Rampant
from xenotable.table import Circle, legs, snap_point, ways_into
from xenotable.table import Piece as Land
from xenotable.table.moving import leg_cost
from xenotable.table.near import TOLERANCE, point_to_segment

TOUCH = 0.004  # positions lie on a grid of 1/1024 in, so contact is never exact


def house_of(game: Rampant, target: str) -> str:
    """The building to move to: the target itself, or the one around a garrison."""
    if target in game.buildings:
        return target
    return game.units[target].inside if game.units[target].where == "inside" else ""


def in_contact(game: Rampant, unit: str, target: str) -> bool:
    """Do footprint and footprint, or footprint and building, touch?"""
    if game.units[unit].where != "table":
        return False
    return touches(game, circle(game, unit), target)


def touches(game: Rampant, base: Circle, target: str) -> bool:
    return abs(bird_flight(game, base, target)) <= TOUCH


def attack_context(game: Rampant, unit: str, target: str) -> MoveContext:
    house = house_of(game, target)
    return MoveContext(game, unit, allowance(game, unit), (target, house) if house else (target,))


def goals(game: Rampant, context: MoveContext, target: str) -> Iterator[Point]:
    """Places where the footprint touches the target, the straight one first, then all around."""
    base, house = context.base, house_of(game, target)
    if house:
        piece: Land = outline(game, house)
        mid = middle(piece)
        first = math.atan2(base.y - mid[1], base.x - mid[0])
        for k in range(24):
            turn = first + math.radians(15.0 * ((k + 1) // 2) * (1 if k % 2 else -1))
            yield touching_place(piece, mid, (math.cos(turn), math.sin(turn)), base.r)
        return
    c = circle(game, target)
    first, near = math.atan2(base.y - c.y, base.x - c.x), c.r + base.r
    for k in range(24):
        turn = first + math.radians(15.0 * ((k + 1) // 2) * (1 if k % 2 else -1))
        yield snap_point((c.x + near * math.cos(turn), c.y + near * math.sin(turn)))


def straight_ways(game: Rampant, context: MoveContext, target: str, n: int) -> Iterator[tuple[Point, ...]]:
    """Contact places that a straight leg reaches."""
    walk, p, most = context.walk, (context.base.x, context.base.y), context.budget + TOLERANCE
    for goal in goals(game, context, target):
        q = (goal[0], goal[1])
        if n <= 0:
            return
        if math.dist(p, q) > most or not walk.clear(p, q) or not walk.ends(q):  # terrain only ever adds to the length
            continue
        paid = leg_cost(p, q, context.ground, context.costs) <= most
        if paid and _outside(game, context, target, (q,)) and context.keeps_off((q,)):
            n -= 1
            yield (q,)


@rule("attacking.reach", neutral=lambda *a: None)
def way_to(game: Rampant, unit: str, target: str) -> tuple[Point, ...] | None:
    """A way of legal cost into contact, or None."""
    base = circle(game, unit)
    far = bird_flight(game, base, target)
    if abs(far) <= TOUCH:
        return ()
    if far > allowance(game, unit) + TOLERANCE:
        return None
    context, house = attack_context(game, unit, target), house_of(game, target)
    if len(_KEPT) > MOST_KEPT:
        _KEPT.clear()
    foe = None if house else circle(game, target)
    key = (*context.surroundings(foe), house or foe)
    return recall(_KEPT, key, _find_way, game, context, target)[0]


MOST_KEPT = 2048
_KEPT: dict[Any, tuple[tuple[Point, ...] | None]] = {}  # who weighs an Attack, gives the order and makes it asks often


def _find_way(game: Rampant, context: MoveContext, target: str) -> tuple[tuple[Point, ...] | None]:
    direct = next(goals(game, context, target))  # nearly always free
    if is_legal(contact_refusals(game, context, target, (direct,))):
        return ((direct,),)
    return (next(contact_ways(game, context, target), None),)


def contact_ways(game: Rampant, context: MoveContext, target: str) -> Iterator[tuple[Point, ...]]:
    """Legal ways into contact, straight ones first: one at least, if there is any."""
    region, house, r = context.region(), house_of(game, target), context.base.r
    in_the_way: list[Circle] = []
    if house:
        region.near_piece(outline(game, house), r, TOUCH)
    else:
        c = circle(game, target)
        region.at_least(c.x, c.y, c.r + r, TOUCH).at_most(c.x, c.y, c.r + r, TOUCH)
        in_the_way = [] if context.flies else [c]

    def check(way: tuple[Point, ...]) -> bool:
        return is_legal(contact_refusals(game, context, target, way))

    return ways_into([region], context.walk, context.budget, check, lambda: context.scout(*in_the_way))


def bird_flight(game: Rampant, base: Circle, target: str) -> float:
    """From edge to edge; below zero where a footprint overlaps the target's."""
    house = house_of(game, target)
    if house:
        return max(0.0, to_building(game, house, base.x, base.y) - base.r)
    c = circle(game, target)
    return math.hypot(c.x - base.x, c.y - base.y) - c.r - base.r


def _outside(game: Rampant, context: MoveContext, target: str, path: tuple[Point, ...]) -> bool:
    """The way does not lead through the target's own footprint."""
    if house_of(game, target) or context.flies:
        return True
    c = circle(game, target)
    keep = min(context.way_r + c.r, math.hypot(c.x - context.base.x, c.y - context.base.y)) - TOUCH
    return all(point_to_segment((c.x, c.y), a, b) >= keep for a, b in legs(context.base, [(p[0], p[1]) for p in path]))


def contact_refusals(game: Rampant, context: MoveContext, target: str, path: Sequence[Point]) -> Iterator[Refusal]:
    unit = context.unit
    yield from move_refusals(context, path)
    end = path[-1] if path else (context.base.x, context.base.y)
    args = {"unit": unit, "t": target}
    if not touches(game, Circle(end[0], end[1], context.base.r), target):
        yield Refusal("attacking.contact", "{unit} must stop touching {t}.", args)
    elif path and not _outside(game, context, target, tuple(path)):
        yield Refusal("attacking.contact", "{unit} may not pass through {t}.", args)


def ask_contact(game: Rampant, unit: str, target: str) -> Move:
    """The ask for the way into contact."""
    context = attack_context(game, unit, target)

    def propose(n: int, rnd: Random) -> list[Moved]:
        ways = list(straight_ways(game, context, target, n))
        if not ways:
            way = way_to(game, unit, target)
            ways = [way] if way else []
        return [Moved({unit: way}) for way in ways]

    def one(rnd: Random) -> Moved | None:
        """One of a few proposals; those after it are not looked for."""
        return next(iter(propose(1 + int(rnd() * FEW), rnd)[::-1]), None)

    def toward(piece: str, goal: Point, mode: str) -> Moved | None:
        ways = propose(12, lambda: 0.0)
        return min(ways, key=lambda m: math.dist(m.paths[unit][-1][:2], goal[:2]), default=None)

    return Move(
        seat=game.units[unit].seat,
        key="contact",
        rule="attacking.contact",
        prompt="Move {unit} into contact with {t}",
        args={"unit": unit, "t": target},
        pieces=(Piece(unit, (context.base.x, context.base.y), context.base.r, context.budget),),
        legal=lambda m: contact_refusals(game, context, target, m.paths.get(unit, ())),
        propose=propose,
        one=one,
        toward=toward,
    )
