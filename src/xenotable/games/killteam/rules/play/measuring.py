"""The table (chapter play): measuring between bases and to markers, friend and enemy, distances as printed."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from xenotable.engine import Refusal, cite, rule
from xenotable.faults import Fault, nearest
from xenotable.games.killteam.content import HEIGHTS, MM
from xenotable.games.killteam.state import DEPTH, SEATS, WIDTH, KillTeam, Operative, card, circle
from xenotable.table import TOLERANCE, Circle, gap3

LARGEST = max(HEIGHTS) / MM / 2  # no base has a larger radius
SYMBOLS = {"triangle": 1.0, "circle": 2.0, "square": 3.0, "pentagon": 6.0}
PRINTED = re.compile(rf"(\w+) ((?:\d+ )?(?:{'|'.join(SYMBOLS)})s?)")


def distance(a: Operative, b: Operative) -> float:
    """Between two operatives."""
    return base_to_base(circle(a), circle(b))


@rule("play.measure-bases", neutral=lambda *_: 0.0)
def base_to_base(a: Circle, b: Circle) -> float:
    """Between the nearest parts of two bases, heights of their surfaces included; free at any time."""
    cite("play.measure-any-time")
    return gap3(a, b)


def between(game: KillTeam, a: str, b: str) -> float:
    """The distance of two operatives; an operative is at no distance from itself."""
    return 0.0 if a == b else distance(game.operatives[a], game.operatives[b])


@rule("play.within", neutral=lambda *_: True)
def within(gap: float, limit: float) -> bool:
    return gap <= limit + TOLERANCE


def may_be_within(a: Operative, b: Operative, limit: float) -> bool:
    """Could the bases of two operatives be so near? A quick no before they are measured."""
    far = limit + 2.0 * LARGEST + 0.1
    return -far < a.x - b.x < far and -far < a.y - b.y < far


@rule("play.measure-markers", neutral=lambda *_: 0.0)
def to_centre(row: Operative, x: float, y: float, z: float) -> float:
    """From a base to the centre of a marker or token."""
    cite("markers.height")
    flat = max(0.0, math.hypot(row.x - x, row.y - y) - card(row.unit).r)
    return math.hypot(flat, row.z - z)


@rule("play.friendly-enemy", neutral=lambda *_: [])
def enemies(game: KillTeam, seat: int) -> list[str]:
    """Enemy operatives in the killzone, also those that fell in this action and still stand."""
    return [i for i, row in game.operatives.items() if row.there and row.seat != seat]


@rule("play.table", neutral=lambda *_: ())
def off_table(name: str, x: float, y: float, r: float) -> Sequence[Refusal]:
    if r - TOLERANCE <= x <= WIDTH - r + TOLERANCE and r - TOLERANCE <= y <= DEPTH - r + TOLERANCE:
        return ()
    says = "{who} would reach over the edge of the killzone."
    return (Refusal("play.table", says, {"who": name}, "Stay inside."),)


def order_of_effects(game: KillTeam) -> int:
    """Who orders rules that take effect at the same moment."""
    cite("play.simultaneous-effects")
    if game.now.turn == 0:
        return next(s for s in SEATS if game.sides[s].role == "attacker")
    return game.now.initiative


def in_inches(text: str) -> str:
    """A special rule as a card prints it ("Blast circle"), with its distance in inches ("Blast 2")."""
    found = PRINTED.fullmatch(text.strip())
    return text if found is None else f"{found[1]} {inches(found[2]):g}"


@rule("play.distance-symbols", neutral=lambda *_: 0.0)
def inches(text: str) -> float:
    """A printed distance ("3 circles", "pentagon") in inches."""
    number, _, shape = text.rpartition(" ")
    shape = shape.removesuffix("s")
    if shape not in SYMBOLS or not (number or "1").isdigit():
        raise Fault(f'"{text}" is no distance.{nearest(shape, SYMBOLS)}')
    return int(number or 1) * SYMBOLS[shape]
