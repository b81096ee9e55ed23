"""Chapter movement: the legs of a path, what they cost, and why a path is refused. How paths are proposed: `routes`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from xenotable.engine import Point, Refusal, cite, rule
from xenotable.games.killteam.datacards import has_ability, has_keyword
from xenotable.games.killteam.play import off_table, within
from xenotable.games.killteam.sight import visible
from xenotable.games.killteam.state import KillTeam, Op, card, circle
from xenotable.games.killteam.terrain import (
    INSIGNIFICANT,
    SCALABLE,
    SOLID,
    TRAVERSABLE,
    VANTAGE,
    feature_of,
    parts_with,
    surface_under,
)
from xenotable.table import Circle, Piece, gap, gap3, nearest_on_boundary, pieces_apart, to_piece, wholly_in
from xenotable.table.moving import part_span
from xenotable.table.near import nearest_on_segment

ENGAGEMENT = 1.0
CLIMB_FROM, STEP, DROP_MOST, JUMP_MOST, JUMP_HEIGHT = 1.0, 2.0, 6.0, 3.0, 2.0
TRAVERSE = 2.0
EPS = 0.002
Spot3 = tuple[float, float, float]


class Way(NamedTuple):
    """What the moving operative may do in this action."""

    op: str
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


def way_of(game: KillTeam, op: str, action: str, budget: float, fly: bool = False) -> Way:
    from xenotable.games.killteam.ploys import in_force

    row = game.ops[op]
    boots = action == "normal" and "it-st-grav-boots" in row.items
    return Way(
        op,
        action,
        budget,
        fly or boots or has_keyword(game, op, "FLY"),
        has_ability(game, op, "ab-skitter"),
        "it-climbing-rig" in row.items or "ghost:2" in row.honours,
        "pounce" in row.effects,
        in_force(game, row.seat, "pl-cb-tide"),
    )


# ---- engagement range


@rule("movement.engagement-range", neutral=lambda *_: False)
def engages(game: KillTeam, a: Op, b: Op) -> bool:
    """Within 1 in, and one of the two sees the other."""
    if abs(a.x - b.x) > 4.0 or abs(a.y - b.y) > 4.0:
        return False
    return within(gap3(circle(a), circle(b)), ENGAGEMENT) and (visible(game, a, b) or visible(game, b, a))


def engaged_with(game: KillTeam, op: str) -> list[str]:
    """The enemies within engagement range of an operative."""
    row = game.ops[op]
    seat, x, y = row.seat, row.x, row.y
    return [
        i
        for i, o in game.ops.items()
        if -4.0 < o.x - x < 4.0
        and -4.0 < o.y - y < 4.0
        and o.seat != seat
        and o.there
        and not o.fallen
        and engages(game, row, o)
    ]


def engaged(game: KillTeam, op: str) -> bool:
    return bool(engaged_with(game, op))


def busy_elsewhere(game: KillTeam, enemy: str, mover: str) -> bool:
    """Is another operative of the mover's side within engagement range of this enemy?"""
    return any(i != mover for i in engaged_with(game, enemy))


# ---- where a base can stand


@rule("movement.end-place", neutral=lambda *_: ())
def place_refusals(game: KillTeam, op: str, x: float, y: float, z: float) -> Iterator[Refusal]:
    """Why an operative cannot stand at a place."""
    row = game.ops[op]
    base, height = Circle(x, y, card(row.unit).r, z), card(row.unit).height
    yield from off_table(op, x, y, base.r)
    ground = game.ground
    cite("terrain.standing-contact")
    if z > 0.0:
        under = surface_under(ground, x, y, z)
        if under is None or not wholly_in(base, under):
            yield Refusal("movement.end-place", "{op} has no surface under its whole base there.", {"op": op})
    for piece in ground.under(base, SOLID):
        if piece.low < z + height - EPS and piece.high > z + EPS:
            rule = "terrain.traversable" if piece.bits & TRAVERSABLE else "movement.end-place"
            yield Refusal(rule, "{op} cannot stand in {t}.", {"op": op, "t": piece.name}, "Stop beside it.")
    for i, other in game.ops.items():
        if not (-2.5 < other.x - x < 2.5 and -2.5 < other.y - y < 2.5):
            continue
        if i != op and other.there and abs(other.z - z) < 1.0 and gap(base, circle(other)) <= 0.0:
            d = math.hypot(x - other.x, y - other.y) - base.r - card(other.unit).r
            if d < -EPS:
                cite("play.bases")
                yield Refusal("movement.end-place", "{op} would overlap {o}.", {"op": op, "o": i})


def can_stand(game: KillTeam, op: str, x: float, y: float, z: float) -> bool:
    return next(place_refusals(game, op, x, y, z), None) is None


def levels(game: KillTeam, op: str, path: Sequence[Point]) -> list[Spot3]:
    """Way-points with heights: those left out are the level the operative is on, else the floor, else the top there."""
    row = game.ops[op]
    z, out = row.z, []
    for p in path:
        if len(p) > 2:
            z = p[2]
        else:
            tops = [t.high for t in game.ground.at((p[0], p[1]), VANTAGE)]
            if z > 0.0 and not any(abs(t - z) < 0.01 for t in tops):
                z = 0.0
            if z == 0.0 and not can_stand(game, op, p[0], p[1], 0.0):
                z = next((t for t in sorted(tops) if can_stand(game, op, p[0], p[1], t)), 0.0)
        out.append((p[0], p[1], z))
    return out


# ---- legs


def legs_of(game: KillTeam, way: Way, path: Sequence[Point]) -> list[Leg]:
    """The legs of a path, each with what it costs and what is wrong with it."""
    cite("movement.path-shown")
    row = game.ops[way.op]
    at: Spot3 = (row.x, row.y, row.z)
    found = []
    for to in levels(game, way.op, path):
        found.append(leg_of(game, way, at, to))
        at = to
    return found


@rule("movement.increments", neutral=lambda a, b: math.hypot(b[0] - a[0], b[1] - a[1]))
def counted(a: Spot3, b: Spot3) -> float:
    """The horizontal length of a leg as it counts: at least 1 in."""
    long = math.hypot(b[0] - a[0], b[1] - a[1])
    return 0.0 if long == 0.0 and a[2] == b[2] else max(1.0, long)


def leg_of(game: KillTeam, way: Way, a: Spot3, b: Spot3) -> Leg:
    row = game.ops[way.op]
    r, height = card(row.unit).r, card(row.unit).height
    if way.fly:
        cite("movement.fly-terrain")
        return Leg(a, b, counted(a, b), "fly", tuple(off_table(way.op, b[0], b[1], r)))
    cite("movement.not-off-board")
    faults = list(_base_faults(game, way, a, b, r))
    faults += off_table(way.op, b[0], b[1], r)
    if a[2] != b[2] or surface_under(game.ground, *a) is not surface_under(game.ground, *b):
        jump = _jump(game, way, a, b, r)
        if jump is not None:
            return jump._replace(faults=(*faults, *jump.faults))
    crossed = _crossed(game, a, b, r, height)
    low = [p for p in crossed if p.bits & TRAVERSABLE and a[2] == b[2]]
    high = [p for p in crossed if p not in low]
    cost = counted(a, b) + (0.0 if way.skitter else TRAVERSE) * len(low)
    if low:
        cite("movement.traverse")
    if a[2] == b[2] and not high:
        return Leg(a, b, cost, "traverse" if low else "walk", tuple(faults))
    return _up_and_down(game, way, a, b, r, high, cost, faults)


def _crossed(game: KillTeam, a: Spot3, b: Spot3, r: float, height: float) -> list[Piece]:
    """The parts in the way of a base that goes from a to b: those that rise above the level it walks on."""
    cite("terrain.insignificant")
    ground, level = game.ground, max(a[2], b[2])
    p, q = (a[0], a[1]), (b[0], b[1])
    x0, x1 = min(a[0], b[0]) - r, max(a[0], b[0]) + r
    y0, y1 = min(a[1], b[1]) - r, max(a[1], b[1]) + r
    found: dict[int, None] = {}
    for part in ground.chosen(SOLID):
        if part.x0 > x1 or part.x1 < x0 or part.y0 > y1 or part.y1 < y0:
            continue
        if part.low < level + height - EPS and part.high > level + EPS and part_span(p, q, part, r - EPS) is not None:
            found[part.owner] = None
    if not found:
        cite("terrain.doors")
    return [ground.pieces[i] for i in found]


@rule("movement.no-through-terrain")
def _up_and_down(
    game: KillTeam, way: Way, a: Spot3, b: Spot3, r: float, high: list[Piece], cost: float, faults: list[Refusal]
) -> Leg:
    """Climbs and drops: up to the highest thing in the way, then down to where the leg ends."""
    peak = max([a[2], b[2], *(p.high for p in high)])
    start = Circle(a[0], a[1], r, a[2])
    top = surface_under(game.ground, *b) if b[2] > a[2] else None
    climbed = [*high, *([top] if top is not None else [])]
    if high and a[2] == b[2]:
        faults += _over_faults(way.op, high, start, Circle(b[0], b[1], r))
    kind = "over" if a[2] == b[2] else "climb" if b[2] > a[2] else "drop"
    if b[2] > 0.0 and b[2] != a[2] and surface_under(game.ground, *b) is None:
        faults.append(Refusal("movement.climb-end", "There is nothing to stand on at that height.", {}))
    up, down = peak - a[2], peak - b[2]
    if up > EPS:
        faults += climb_faults(game, way.op, start, climbed)
        cost += climb_cost(up, scalable(game, start, climbed), way.exact_climb)
    if down > EPS and not way.pounce:
        faults += _edge_faults(game, way.op, a, r) if kind == "drop" else []
        cost += drop_cost(down)
    return Leg(a, b, cost, kind, tuple(faults))


def _over_faults(op: str, high: list[Piece], start: Circle, end: Circle) -> Iterator[Refusal]:
    """A part that is neither Traversable nor a Vantage Point may be climbed over; nobody walks through one."""
    for piece in high:
        if piece.bits & VANTAGE:
            says = "{t} is in the way; it can be gone round or climbed onto."
            yield Refusal("movement.no-through-terrain", says, {"t": piece.name}, "Set a way-point on top of it.")
        elif to_piece(start, piece) <= 0.0 and piece.low > 0.0:
            yield Refusal("movement.climb-over", "{op} stands under {t}.", {"op": op, "t": piece.name})
        else:
            cite("movement.climb-over")
            if to_piece(end, piece) <= 0.0 and piece.low > 0.0:
                yield Refusal("movement.climb-over", "{op} would end under {t}.", {"op": op, "t": piece.name})


def climb_faults(game: KillTeam, op: str, start: Circle, climbed: list[Piece]) -> Iterator[Refusal]:
    cite("movement.climb")
    near = [*climbed]
    for piece in climbed:
        near += [p for p in parts_with(game.ground, feature_of(piece)) if not p.bits & INSIGNIFICANT]
    if near and min(to_piece(start, p) for p in near) > CLIMB_FROM + 0.001:
        yield Refusal(
            "movement.climb", "{op} must be within 1 in of what it climbs.", {"op": op}, "Set a way-point at its foot."
        )


def scalable(game: KillTeam, start: Circle, climbed: list[Piece]) -> bool:
    """Is the climb made at a Scalable part (a high face, a ladder)?"""
    own = {feature_of(p) for p in climbed}
    return any(
        p.bits & SCALABLE and to_piece(start, p) <= CLIMB_FROM + 0.001
        for feature in own
        for p in parts_with(game.ground, feature)
    )


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


def _edge_faults(game: KillTeam, op: str, a: Spot3, r: float) -> list[Refusal]:
    under = surface_under(game.ground, *a)
    if under is None or _to_edge(under, a) - r <= CLIMB_FROM + 0.001:
        return []
    return [Refusal("movement.drop", "A drop starts within 1 in of an edge.", {"op": op}, "Walk to the edge first.")]


def _to_edge(piece: Piece, a: Spot3) -> float:
    x, y = nearest_on_boundary(piece, (a[0], a[1]))
    return math.hypot(x - a[0], y - a[1])


@rule("movement.jump", neutral=lambda *_: None)
def _jump(game: KillTeam, way: Way, a: Spot3, b: Spot3, r: float) -> Leg | None:
    """A leg from one Vantage Point to another across a gap is a jump; None: there is no gap to jump."""
    here, there = surface_under(game.ground, *a), surface_under(game.ground, *b)
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
    return Leg(a, b, counted(a, b), "jump", tuple(faults))


@rule("movement.no-through-bases", neutral=lambda *_: ())
def _base_faults(game: KillTeam, way: Way, a: Spot3, b: Spot3, r: float) -> Iterator[Refusal]:
    seat = game.ops[way.op].seat
    x0, x1 = min(a[0], b[0]) - r - 1.0, max(a[0], b[0]) + r + 1.0
    y0, y1 = min(a[1], b[1]) - r - 1.0, max(a[1], b[1]) + r + 1.0
    for i, other in game.ops.items():
        if not (x0 <= other.x <= x1 and y0 <= other.y <= y1) or i == way.op or not other.there:
            continue
        if min(abs(other.z - a[2]), abs(other.z - b[2])) > 1.0:
            continue
        if way.through_friends and other.seat == seat:
            cite("pl-cb-tide")
            continue
        near = nearest_on_segment((other.x, other.y), (a[0], a[1]), (b[0], b[1]))
        if math.hypot(near[0] - other.x, near[1] - other.y) < r + card(other.unit).r - EPS:
            rule = "movement.drop-blocked" if b[2] < a[2] else "movement.no-through-bases"
            yield Refusal(rule, "{o} is in the way.", {"o": i}, "Go round.")


# ---- whole paths


def path_refusals(game: KillTeam, way: Way, path: Sequence[Point]) -> Iterator[Refusal]:
    """Every reason why this path cannot be gone in this action."""
    row = game.ops[way.op]
    legs = legs_of(game, way, path)
    for n, leg in enumerate(legs, 1):
        for fault in leg.faults:
            yield Refusal(fault.rule, "Leg {leg}: " + fault.says, {**fault.args, "leg": n}, fault.remedy)
    spent = sum(leg.cost for leg in legs)
    if spent > way.budget + 0.001:
        says = "That way counts {n:.1f} in; {b:.1f} in are allowed."
        yield Refusal(_too_long(legs), says, {"n": spent, "b": way.budget}, f"Save {spent - way.budget:.1f} in.")
    x, y, z = legs[-1].b if legs else (row.x, row.y, row.z)
    if legs:
        yield from place_refusals(game, way.op, x, y, z)
    yield from _end_refusals(game, way, legs, replace(row, x=x, y=y, z=z))


def _too_long(legs: list[Leg]) -> str:
    kinds = {leg.kind for leg in legs}
    if "jump" in kinds:
        return "movement.jump-reach"
    if "traverse" in kinds:
        return "movement.traverse-dash"
    return "movement.climb-end" if "climb" in kinds else "movement.increments"


def _end_refusals(game: KillTeam, way: Way, legs: list[Leg], end: Op) -> Iterator[Refusal]:
    """What the action asks of engagement ranges, along the way and at the end."""
    enemies = [i for i, o in game.ops.items() if o.seat != end.seat and o.there and not o.fallen]
    met = [i for i in enemies if engages(game, end, game.ops[i])]
    if way.action in ("normal", "dash"):
        for i in met:
            yield Refusal("actions.normal-move-er", "The move would end within engagement range of {e}.", {"e": i})
        for i in _passed(game, way, legs, enemies):
            if i not in met and not busy_elsewhere(game, i, way.op):
                yield Refusal("actions.normal-move-er", "The way leads through the engagement range of {e}.", {"e": i})
    elif way.action == "fall-back":
        for i in met:
            yield Refusal("actions.fall-back", "A Fall Back ends outside the engagement range of {e}.", {"e": i})
    elif way.action == "charge":
        if not met:
            yield Refusal("actions.charge", "A Charge ends within engagement range of an enemy.")
        for i in _passed(game, way, legs, enemies):
            if i not in met and not busy_elsewhere(game, i, way.op):
                says = "The way leads through the engagement range of {e}, so the Charge must end there."
                yield Refusal("actions.charge-path", says, {"e": i})


def _passed(game: KillTeam, way: Way, legs: list[Leg], enemies: list[str]) -> Iterator[str]:
    """The enemies whose engagement range the way leads through."""
    row = game.ops[way.op]
    r = card(row.unit).r
    for i in enemies:
        other = game.ops[i]
        if all(_far(leg, other) for leg in legs):
            continue
        limit = r + card(other.unit).r + ENGAGEMENT + 0.001
        for leg in legs:
            x, y = nearest_on_segment((other.x, other.y), leg.a[:2], leg.b[:2])
            if math.hypot(x - other.x, y - other.y) > limit:
                continue
            z = min((leg.a[2], leg.b[2]), key=lambda h, o=other.z: abs(h - o))  # type: ignore[misc]  # key of a float
            if engages(game, replace(row, x=x, y=y, z=z), other):
                yield i
                break


def _far(leg: Leg, o: Op) -> bool:
    """Is somebody clearly out of engagement range of a whole leg?"""
    (ax, ay, _), (bx, by, _) = leg.a, leg.b
    far = ENGAGEMENT + 2.0
    return o.x < min(ax, bx) - far or o.x > max(ax, bx) + far or o.y < min(ay, by) - far or o.y > max(ay, by) + far


def climbs(legs: Sequence[Leg]) -> bool:
    """Does a path climb or drop?"""
    return any(leg.kind in ("climb", "drop", "over") for leg in legs)
