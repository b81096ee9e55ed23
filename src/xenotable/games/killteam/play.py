"""Chapter play: the table, measuring between bases and to markers, friend and enemy, what must always hold."""

from __future__ import annotations

import math
from collections.abc import Iterator

from xenotable.engine import Refusal, cite, rule
from xenotable.games.killteam.state import DEPTH, SEATS, WIDTH, KillTeam, Op, card, circle, present
from xenotable.table import TOLERANCE, bases_overlap, gap3, on_table


@rule("play.measure-bases")
def distance(a: Op, b: Op) -> float:
    """Between the nearest parts of two bases, heights of their surfaces included; free at any time."""
    cite("play.measure-any-time")
    return gap3(circle(a), circle(b))


def between(game: KillTeam, a: str, b: str) -> float:
    """The distance of two operatives; an operative is at no distance from itself."""
    return 0.0 if a == b else distance(game.ops[a], game.ops[b])


@rule("play.within")
def within(gap: float, limit: float) -> bool:
    return gap <= limit + TOLERANCE


@rule("play.measure-markers")
def to_centre(op: Op, x: float, y: float, z: float) -> float:
    """From a base to the centre of a marker or token."""
    cite("markers.height")
    flat = max(0.0, math.hypot(op.x - x, op.y - y) - card(op.unit).r)
    return math.hypot(flat, op.z - z)


@rule("play.friendly-enemy")
def enemies(game: KillTeam, seat: int) -> list[str]:
    """Enemy operatives in the killzone, also those that fell in this action and still stand."""
    return [i for i, op in game.ops.items() if op.there and op.seat != seat]


def friends(game: KillTeam, op: str) -> list[str]:
    """Other friendly operatives in the killzone."""
    seat = game.ops[op].seat
    return [i for i, o in game.ops.items() if o.there and o.seat == seat and i != op]


@rule("play.table", neutral=lambda *_: ())
def off_table(name: str, x: float, y: float, r: float) -> Iterator[Refusal]:
    if not (r - TOLERANCE <= x <= WIDTH - r + TOLERANCE and r - TOLERANCE <= y <= DEPTH - r + TOLERANCE):
        yield Refusal("play.table", "{who} would reach over the edge of the killzone.", {"who": name}, "Stay inside.")


def order_of_effects(game: KillTeam) -> int:
    """Who orders rules that take effect at the same moment."""
    cite("play.simultaneous-effects")
    if game.now.turn == 0:
        return next(s for s in SEATS if game.sides[s].role == "attacker")
    return game.now.initiative


def broken(game: KillTeam) -> Iterator[str]:
    """What must hold at any moment and does not."""
    there = present(game)
    for n, i in enumerate(there):
        op = game.ops[i]
        if not on_table(circle(op), WIDTH, DEPTH):
            yield f"{op.name} reaches over the edge"
        if not 0 <= op.wounds <= op.full:
            yield f"{op.name} has {op.wounds} wounds of {op.full}"
        if op.ap < 0:
            yield f"{op.name} has {op.ap} AP"
        for j in there[n + 1 :]:
            other = game.ops[j]
            if abs(op.z - other.z) < 1.0 and bases_overlap(circle(op), circle(other), 0.005):
                yield f"{op.name} and {other.name} overlap"
    for seat in SEATS:
        side = game.sides[seat]
        if side.cp < 0:
            yield f"{game.seat_name(seat)} has {side.cp} CP"
    for i, marker in game.markers.items():
        if marker.carrier and game.ops[marker.carrier].carries != i:
            yield f"{i} and its carrier disagree"
