"""Chapter movement, the legs of a path that leave the level: climbing, dropping, jumping; and what a leg counts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from xenotable.engine import Refusal, cite, rule
from xenotable.games.killteam.rules.terrain.features import (
    SCALABLE,
    VANTAGE,
    feature_of,
    parts_with,
    significant_parts,
    surface_under,
)
from xenotable.table import Circle, Ground, Piece, nearest_on_boundary, pieces_apart, to_piece

CLIMB_FROM, STEP, DROP_MOST, JUMP_MOST, JUMP_HEIGHT = 1.0, 2.0, 6.0, 3.0, 2.0
EPS = 0.002
Spot3 = tuple[float, float, float]


class Way(NamedTuple):
    """What the moving operative may do in this action."""

    operative: str
    action: str  # normal, dash, charge or fall-back
    budget: float
    fly: bool = False
    skitter: bool = False
    exact_climb: bool = False
    pounce: bool = False
    through_friends: bool = False


class Leg(NamedTuple):
    a: Spot3
    b: Spot3
    cost: float
    kind: str  # walk, traverse, climb, drop, over, jump or fly
    faults: tuple[Refusal, ...] = ()


@rule("movement.increments", neutral=lambda a, b: math.hypot(b[0] - a[0], b[1] - a[1]))
def counted_length(a: Spot3, b: Spot3) -> float:
    """The horizontal length of a leg as it counts: at least 1 in."""
    long = math.hypot(b[0] - a[0], b[1] - a[1])
    return 0.0 if long == 0.0 and a[2] == b[2] else max(1.0, long)


@rule("movement.no-through-terrain")
def up_and_down(
    ground: Ground, way: Way, a: Spot3, b: Spot3, r: float, high: list[Piece], cost: float, faults: list[Refusal]
) -> Leg:
    """Climbs and drops: up to the highest thing in the way, then down to where the leg ends."""
    peak = max([a[2], b[2], *(p.high for p in high)])
    start = Circle(a[0], a[1], r, a[2])
    top = surface_under(ground, *b) if b[2] > a[2] else None
    climbed = [*high, *([top] if top is not None else [])]
    if high and a[2] == b[2]:
        faults += _over_faults(way.operative, high, start, Circle(b[0], b[1], r))
    kind = "over" if a[2] == b[2] else "climb" if b[2] > a[2] else "drop"
    if b[2] > 0.0 and b[2] != a[2] and surface_under(ground, *b) is None:
        faults.append(Refusal("movement.climb-end", "There is nothing to stand on at that height.", {}))
    up, down = peak - a[2], peak - b[2]
    if up > EPS:
        faults += climb_faults(ground, way.operative, start, climbed)
        cost += climb_cost(up, scalable(ground, start, climbed), way.exact_climb)
    if down > EPS and not way.pounce:
        faults += _edge_faults(ground, way.operative, a, r) if kind == "drop" else []
        cost += drop_cost(down)
    return Leg(a, b, cost, kind, tuple(faults))


def _over_faults(operative: str, high: list[Piece], start: Circle, end: Circle) -> Iterator[Refusal]:
    """A part that is neither Traversable nor a Vantage Point may be climbed over; nobody walks through one."""
    for piece in high:
        if piece.bits & VANTAGE:
            says = "{t} is in the way; it can be gone round or climbed onto."
            yield Refusal("movement.no-through-terrain", says, {"t": piece.name}, "Set a way-point on top of it.")
        elif piece.low > 0.0 and to_piece(start, piece) <= 0.0:
            yield Refusal(
                "movement.climb-over", "{operative} stands under {t}.", {"operative": operative, "t": piece.name}
            )
        else:
            cite("movement.climb-over")
            if piece.low > 0.0 and to_piece(end, piece) <= 0.0:
                yield Refusal(
                    "movement.climb-over", "{operative} would end under {t}.", {"operative": operative, "t": piece.name}
                )


def climb_faults(ground: Ground, operative: str, start: Circle, climbed: list[Piece]) -> Iterator[Refusal]:
    cite("movement.climb")
    beside = chain(climbed, *[significant_parts(ground, feature) for feature in {feature_of(p) for p in climbed}])
    if climbed and not any(_to_foot(start, p) <= CLIMB_FROM + 0.001 for p in beside):
        yield Refusal(
            "movement.climb",
            "{operative} must be within 1 in of what it climbs.",
            {"operative": operative},
            "Set a way-point at its foot.",
        )


def _to_foot(start: Circle, piece: Piece) -> float:
    """In plan, to what is climbed; of a floor overhead only the edge counts: nobody climbs through its middle."""
    far = to_piece(start, piece)
    if far > 0.0 or piece.low <= start.z + EPS:
        return far
    return _to_edge(piece, (start.x, start.y, start.z)) - start.r


def scalable(ground: Ground, start: Circle, climbed: list[Piece]) -> bool:
    """Is the climb made at a Scalable part (a high face, a ladder)?"""
    for feature in {feature_of(p) for p in climbed}:
        for p in parts_with(ground, feature):
            if p.bits & SCALABLE and to_piece(start, p) <= CLIMB_FROM + 0.001:
                return True
    return False


def climb_cost(up: float, easy: bool = False, exact: bool = False) -> float:
    """The height, rounded up to a multiple of 2 in; at a Scalable part a last stretch of less than 2 in is ignored."""
    if exact:
        cite("it-climbing-rig")
        return up
    if easy:
        cite("terrain.scalable")
        return math.floor((up + EPS) / STEP) * STEP
    return math.ceil((up - EPS) / STEP) * STEP


@rule("movement.drop", neutral=lambda down: 0.0)
def drop_cost(down: float) -> float:
    """Rounded down to a multiple of 2 in. What is deeper than 6 in is climbed down, at the price of a climb."""
    if down > DROP_MOST + EPS:
        cite("movement.climb-down")
        return climb_cost(down)
    return math.floor((down + EPS) / STEP) * STEP


def _edge_faults(ground: Ground, operative: str, a: Spot3, r: float) -> list[Refusal]:
    under = surface_under(ground, *a)
    if under is None or _to_edge(under, a) - r <= CLIMB_FROM + 0.001:
        return []
    return [
        Refusal(
            "movement.drop",
            "A drop starts within 1 in of an edge.",
            {"operative": operative},
            "Walk to the edge first.",
        )
    ]


def _to_edge(piece: Piece, a: Spot3) -> float:
    x, y = nearest_on_boundary(piece, (a[0], a[1]))
    return math.hypot(x - a[0], y - a[1])


@rule("movement.jump", neutral=lambda *_: None)
def jump(ground: Ground, way: Way, a: Spot3, b: Spot3, r: float) -> Leg | None:
    """A leg from one Vantage Point to another across a gap is a jump; None: there is no gap to jump."""
    here, there = surface_under(ground, *a), surface_under(ground, *b)
    if here is None or there is None or here is there:
        return None
    wide = pieces_apart(here, there)
    if wide <= 0.001:
        return None
    faults = []
    if wide > JUMP_MOST + 0.001 or abs(a[2] - b[2]) > JUMP_HEIGHT + 0.001:
        says = "The gap is {w:.1f} in wide and {h:.1f} in high; a jump goes 3 in far and 2 in high."
        faults.append(Refusal("movement.jump", says, {"w": wide, "h": abs(a[2] - b[2])}))
    if _to_edge(here, a) - r > CLIMB_FROM + 0.001:
        faults.append(Refusal("movement.jump", "A jump starts within 1 in of an edge.", {}, "Walk to the edge first."))
    return Leg(a, b, counted_length(a, b), "jump", tuple(faults))


def climbs(legs: Sequence[Leg]) -> bool:
    """Does a path climb or drop?"""
    return any(leg.kind in ("climb", "drop", "over") for leg in legs)
