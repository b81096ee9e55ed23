"""Chapter play: the table, measuring between bases and to markers, friend and enemy, what must always hold."""

from __future__ import annotations

import math
from collections.abc import Iterator

from xenotable.engine import Refusal, cite, rule
from xenotable.games.killteam.state import DEPTH, SEATS, WIDTH, KillTeam, Op, card, circle
from xenotable.table import TOLERANCE, gap3

LARGEST = 1.5  # no base has a larger radius


@rule("play.measure-bases", neutral=lambda *_: 0.0)
def distance(a: Op, b: Op) -> float:
    """Between the nearest parts of two bases, heights of their surfaces included; free at any time."""
    cite("play.measure-any-time")
    return gap3(circle(a), circle(b))


def between(game: KillTeam, a: str, b: str) -> float:
    """The distance of two operatives; an operative is at no distance from itself."""
    return 0.0 if a == b else distance(game.ops[a], game.ops[b])


@rule("play.within", neutral=lambda *_: True)
def within(gap: float, limit: float) -> bool:
    return gap <= limit + TOLERANCE


@rule("play.measure-markers", neutral=lambda *_: 0.0)
def to_centre(op: Op, x: float, y: float, z: float) -> float:
    """From a base to the centre of a marker or token."""
    cite("markers.height")
    flat = max(0.0, math.hypot(op.x - x, op.y - y) - card(op.unit).r)
    return math.hypot(flat, op.z - z)


@rule("play.friendly-enemy", neutral=lambda *_: [])
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
    there = sorted([(op.x, op.y, op.z, card(op.unit).r, op.name) for op in game.ops.values() if op.there])
    for n, (x, y, z, r, name) in enumerate(there):
        if not (r - 0.001 <= x <= WIDTH - r + 0.001 and r - 0.001 <= y <= DEPTH - r + 0.001):
            yield f"{name} reaches over the edge"
        for x2, y2, z2, r2, other in there[n + 1 :]:
            if x2 - x > r + LARGEST:
                break
            if (x2 - x) ** 2 + (y2 - y) ** 2 < (r + r2 - 0.005) ** 2 and abs(z - z2) < 1.0:
                yield f"{name} and {other} overlap"
    for op in game.ops.values():
        if op.there and not 0 <= op.wounds <= op.full:
            yield f"{op.name} has {op.wounds} wounds of {op.full}"
        if op.ap < 0:
            yield f"{op.name} has {op.ap} AP"
    for seat in SEATS:
        side = game.sides[seat]
        if side.cp < 0:
            yield f"{game.seat_name(seat)} has {side.cp} CP"
    for i, marker in game.markers.items():
        if marker.carrier and game.ops[marker.carrier].carries != i:
            yield f"{i} and its carrier disagree"
