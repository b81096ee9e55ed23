"""The legs of a path, what they cost, and why a path is refused (chapter movement). How paths are proposed:
`proposals`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from xenotable.engine import Point, Refusal, acts, cite, rule
from xenotable.engine.citing import memoize, recall
from xenotable.games.killteam.rules.datacards.printed import has_ability, has_keyword
from xenotable.games.killteam.rules.movement.climbing import EPS, Leg, Spot3, Way, counted_length, jump, up_and_down
from xenotable.games.killteam.rules.play.measuring import LARGEST, off_table, within
from xenotable.games.killteam.rules.sight.visibility import visible
from xenotable.games.killteam.rules.terrain.features import SOLID, TRAVERSABLE, VANTAGE, killzone, surface_under
from xenotable.games.killteam.state import KillTeam, Operative, card, circle, engagements, in_force, standing_operatives
from xenotable.table import Circle, Ground, Piece, gap3, overlaps, wholly_in
from xenotable.table.ground import Part
from xenotable.table.moving import comes_close
from xenotable.table.near import nearest_on_segment

ENGAGEMENT = 1.0
TRAVERSE = 2.0
FROM_BASE = ENGAGEMENT + LARGEST + 0.01  # farther from a base nobody's centre is who touches or engages it
Others = list[tuple[str, float, float, float, float, Operative]]
"""Other operatives, as one that moves sees them: their places, and from how near to them it overlaps them."""


def way_of(game: KillTeam, operative: str, action: str, budget: float, fly: bool = False) -> Way:
    row = game.operatives[operative]
    boots = action == "normal" and "it-st-grav-boots" in row.items
    return Way(
        operative,
        action,
        budget,
        fly or boots or has_keyword(game, operative, "FLY"),
        has_ability(game, operative, "ab-skitter"),
        "it-climbing-rig" in row.items or "ghost:2" in row.honours,
        "pounce" in row.effects,
        in_force(game, row.seat, "pl-cb-tide"),
    )


# ---- engagement range


@rule("movement.engagement-range", neutral=lambda *_: False)
def engages(game: KillTeam, a: Operative, b: Operative) -> bool:
    """Within 1 in, and one of the two sees the other."""
    dx, dy, reach = a.x - b.x, a.y - b.y, card(a.unit).r + card(b.unit).r + ENGAGEMENT + 0.01
    if dx * dx + dy * dy > reach * reach:
        return False
    return within(gap3(circle(a), circle(b)), ENGAGEMENT) and (visible(game, a, b) or visible(game, b, a))


def engaged_with(game: KillTeam, operative: str) -> tuple[str, ...]:
    """The enemies within engagement range of an operative; asked many times while nobody moves, worked out once."""
    return recall(engagements(game), (operative, killzone(game)), _met_by, game, operative)


def _met_by(game: KillTeam, operative: str) -> tuple[str, ...]:
    operatives = game.operatives
    row = operatives[operative]
    far = card(row.unit).r + FROM_BASE
    x0, x1, y0, y1 = row.x - far, row.x + far, row.y - far, row.y + far
    met = []
    for i in standing_operatives(game, 1 - row.seat):
        o = operatives[i]
        if x0 < o.x < x1 and y0 < o.y < y1 and engages(game, row, o):
            met.append(i)
    return tuple(met)


def is_engaged(game: KillTeam, operative: str) -> bool:
    return bool(engaged_with(game, operative))


def busy_elsewhere(game: KillTeam, enemy: str, mover: str) -> bool:
    """Is another operative of the mover's side within engagement range of this enemy?"""
    return any(i != mover for i in engaged_with(game, enemy))


# ---- where a base can stand


def others_near(game: KillTeam, operative: str, spots: Sequence[Spot3], far: float = 0.0) -> Others:
    """Everybody else whom a base could touch or engage somewhere between these spots, or up to so far from them."""
    x0, y0, _ = x1, y1, _ = spots[0]
    for x, y, _ in spots[1:]:
        x0, x1, y0, y1 = min(x0, x), max(x1, x), min(y0, y), max(y1, y)
    r = card(game.operatives[operative].unit).r
    far += r + FROM_BASE
    x0, x1, y0, y1 = x0 - far, x1 + far, y0 - far, y1 + far
    return [
        (i, o.x, o.y, o.z, r + card(o.unit).r, o)
        for i, o in game.operatives.items()
        if x0 <= o.x <= x1 and y0 <= o.y <= y1 and o.there and i != operative
    ]


@rule("movement.end-place", neutral=lambda *_: ())
def place_refusals(
    game: KillTeam,
    operative: str,
    x: float,
    y: float,
    z: float,
    others: Others | None = None,
    parts: Sequence[Part] | None = None,
) -> Iterator[Refusal]:
    """Why an operative cannot stand at a place, with those around it and the parts that it could stand in, if they are
    known."""
    model = card(game.operatives[operative].unit)
    r = model.r
    yield from off_table(operative, x, y, r)
    cite("terrain.standing-contact")
    for i, ox, oy, oz, reach, _ in others_near(game, operative, ((x, y, z),)) if others is None else others:
        dx, dy, least = x - ox, y - oy, reach - EPS
        if dx * dx + dy * dy < least * least and abs(oz - z) < 1.0:
            cite("play.bases")
            yield Refusal("movement.end-place", "{operative} would overlap {o}.", {"operative": operative, "o": i})
    if z > 0.0:
        under = surface_under(killzone(game), x, y, z)
        if under is None or not wholly_in(Circle(x, y, r, z), under):
            yield Refusal(
                "movement.end-place", "{operative} has no surface under its whole base there.", {"operative": operative}
            )
    if parts is None:
        parts = _parts_near(killzone(game), (x, y, z), (x, y, z), r, model.height)
    for piece in _standing_in(killzone(game), x, y, r, parts) if parts else ():
        rule = "terrain.traversable" if piece.bits & TRAVERSABLE else "movement.end-place"
        yield Refusal(
            rule, "{operative} cannot stand in {t}.", {"operative": operative, "t": piece.name}, "Stop beside it."
        )


def _standing_in(ground: Ground, x: float, y: float, r: float, parts: Sequence[Part]) -> Iterator[Piece]:
    """The terrain that a base would stand in, of these parts."""
    found: dict[int, None] = {}
    for part in parts:
        if part.x0 - r <= x <= part.x1 + r and part.y0 - r <= y <= part.y1 + r:
            found[part.owner] = None
    for i in found:
        if overlaps(Circle(x, y, r), ground.pieces[i]):
            yield ground.pieces[i]


def _parts_near(ground: Ground, a: Spot3, b: Spot3, r: float, height: float) -> tuple[Part, ...]:
    """The parts that could be in the way of a miniature from a to b: those that rise above the level it walks on, in
    the rectangle around the leg."""
    cite("terrain.insignificant")
    level = a[2] if a[2] > b[2] else b[2]
    west, east = (a[0] - r, b[0] + r) if a[0] < b[0] else (b[0] - r, a[0] + r)
    south, north = (a[1] - r, b[1] + r) if a[1] < b[1] else (b[1] - r, a[1] + r)
    foot, head = level + EPS, level + height - EPS
    wide, deep = east - west, north - south
    found = []
    for x0, x1, y0, y1, part in ground.bounds_about(
        west + wide / 2, south + deep / 2, (wide if wide > deep else deep) / 2, SOLID
    ):
        if x0 <= east and x1 >= west and y0 <= north and y1 >= south and part.low < head and part.high > foot:
            found.append(part)
    return tuple(found)


def can_stand(game: KillTeam, operative: str, x: float, y: float, z: float) -> bool:
    return next(place_refusals(game, operative, x, y, z), None) is None


def solid_pieces(game: KillTeam, low: float, high: float) -> list[Piece]:
    """The terrain between two heights that nobody can stand in."""
    ground = killzone(game)
    owners = {part.owner: None for part in ground.chosen(SOLID) if part.low < high - EPS and part.high > low + EPS}
    return [ground.pieces[owner] for owner in owners]


def levels(game: KillTeam, operative: str, path: Sequence[Point]) -> list[Spot3]:
    """Way-points with heights: those left out are the level the operative is on, else the floor, else the top there."""
    row = game.operatives[operative]
    z, out = row.z, []
    for p in path:
        if len(p) > 2:
            z = p[2]
        else:
            tops = [t.high for t in killzone(game).at((p[0], p[1]), VANTAGE)]
            if z > 0.0 and not any(abs(t - z) < 0.01 for t in tops):
                z = 0.0
            if z == 0.0 and not can_stand(game, operative, p[0], p[1], 0.0):
                z = next((t for t in sorted(tops) if can_stand(game, operative, p[0], p[1], t)), 0.0)
        out.append((p[0], p[1], z))
    return out


# ---- legs


def legs_of(game: KillTeam, way: Way, path: Sequence[Point]) -> list[Leg]:
    """The legs of a path, each with what it costs and what is wrong with it."""
    cite("movement.path-shown")
    row = game.operatives[way.operative]
    at: Spot3 = (row.x, row.y, row.z)
    found = []
    for to in levels(game, way.operative, path):
        found.append(leg_of(game, way, at, to))
        at = to
    return found


def leg_of(game: KillTeam, way: Way, a: Spot3, b: Spot3, parts: tuple[Part, ...] | None = None) -> Leg:
    """Judged when it is proposed, checked when it is answered, and gone: worked out once, if terrain is near. `parts`:
    those that could be in the way, if they are known."""
    if way.fly:
        cite("movement.fly-terrain")
        return Leg(a, b, counted_length(a, b), "fly")
    model = card(game.operatives[way.operative].unit)
    if parts is None:
        parts = _parts_near(killzone(game), a, b, model.r, model.height)
    if not parts and a[2] == b[2] == 0.0:
        return walk_leg(a, b)
    return _leg(killzone(game), way, model.r, parts, a, b)


def walk_leg(a: Spot3, b: Spot3) -> Leg:
    cite("movement.not-off-board")
    return Leg(a, b, counted_length(a, b), "walk")


@memoize(8192)
def _leg(ground: Ground, way: Way, r: float, parts: tuple[Part, ...], a: Spot3, b: Spot3) -> Leg:
    raised = a[2] != 0.0 or b[2] != 0.0
    if raised and (a[2] != b[2] or surface_under(ground, *a) is not surface_under(ground, *b)):
        leap = jump(ground, way, a, b, r)
        if leap is not None:
            return leap
    crossed = _crossed_parts(ground, a, b, r, parts)
    if not crossed and a[2] == b[2]:
        return walk_leg(a, b)
    low = [p for p in crossed if p.bits & TRAVERSABLE and a[2] == b[2]]
    high = [p for p in crossed if p not in low]
    cost = counted_length(a, b)
    if low and not way.skitter and acts("movement.traverse"):
        cost += TRAVERSE * len(low)
    if a[2] == b[2] and not high:
        return Leg(a, b, cost, "traverse" if low else "walk")
    return up_and_down(ground, way, a, b, r, high, cost, [])


def _crossed_parts(ground: Ground, a: Spot3, b: Spot3, r: float, parts: Sequence[Part]) -> list[Piece]:
    """The terrain in the way of a base that goes from a to b, of these parts."""
    found: dict[int, None] = {}
    for part in parts:
        if part.owner not in found and comes_close(part.planes, part.sides, part.box, r - EPS, a[0], a[1], b[0], b[1]):
            found[part.owner] = None
    return [ground.pieces[i] for i in found] if found else []


@rule("movement.no-through-bases", neutral=lambda *_: ())
def _base_faults(way: Way, seat: int, a: Spot3, b: Spot3, others: Others) -> Sequence[Refusal]:
    ax, ay, az = a
    bx, by, bz = b
    x0, x1 = (ax, bx) if ax < bx else (bx, ax)
    y0, y1 = (ay, by) if ay < by else (by, ay)
    found = []
    for i, ox, oy, oz, reach, other in others:
        if not (x0 - reach < ox < x1 + reach and y0 - reach < oy < y1 + reach):
            continue  # nobody is touched from there
        if min(abs(oz - az), abs(oz - bz)) > 1.0:
            continue
        if way.through_friends and other.seat == seat:
            cite("pl-cb-tide")
            continue
        x, y = nearest_on_segment((ox, oy), (ax, ay), (bx, by))
        if math.hypot(x - ox, y - oy) < reach - EPS:
            rule = "movement.drop-blocked" if bz < az else "movement.no-through-bases"
            found.append(Refusal(rule, "{o} is in the way.", {"o": i}, "Go round."))
    return found


# ---- whole paths


def path_refusals(game: KillTeam, way: Way, path: Sequence[Point], others: Others | None = None) -> Iterator[Refusal]:
    """Every reason why this path cannot be gone in this action; what is quick to judge first."""
    row = game.operatives[way.operative]
    start: Spot3 = (row.x, row.y, row.z)
    spots = levels(game, way.operative, path)
    starts = (start, *spots)
    model, last = card(row.unit), len(spots) - 1
    if others is None:
        others = others_near(game, way.operative, starts)
    around = others  # the place where it ends
    if not (way.fly and acts("movement.fly-bases")):
        for n, b in enumerate(spots):
            faults = _base_faults(way, row.seat, starts[n], b, others)
            for fault in faults:
                yield _on_leg(n, fault)
            if n == last and not faults and not way.through_friends:
                around = []  # who is not in the way of the last leg is not where it ends
    parts = None  # what is not near the last leg is not where it ends
    if spots:
        a, b = starts[-2:]
        if a[2] == b[2] == 0.0 and not way.fly:
            parts = _parts_near(killzone(game), a, b, model.r, model.height)
        if around or parts or parts is None:
            yield from place_refusals(game, way.operative, *b, around, parts)
        else:  # open floor, with nothing but the edge of the killzone
            yield from off_table(way.operative, b[0], b[1], model.r)
    legs: list[Leg] = []
    spent = 0.0
    for n, b in enumerate(spots):
        if n < last:
            for fault in off_table(way.operative, b[0], b[1], model.r):
                yield _on_leg(n, fault)
        leg = leg_of(game, way, starts[n], b, parts if n == last else None)
        for fault in leg.faults:
            yield _on_leg(n, fault)
        legs.append(leg)
        spent += leg.cost
    if spent > way.budget + 0.001:
        says = "That way counts {n:.1f} in; {b:.1f} in are allowed."
        yield Refusal(_too_long(legs), says, {"n": spent, "b": way.budget}, f"Save {spent - way.budget:.1f} in.")
    yield from _end_refusals(game, way, legs, others)


def _on_leg(n: int, fault: Refusal) -> Refusal:
    """What is wrong with the leg of this number, which people count from 1."""
    return Refusal(fault.rule, "Leg {leg}: " + fault.says, {**fault.args, "leg": n + 1}, fault.remedy)


def _too_long(legs: list[Leg]) -> str:
    kinds = {leg.kind for leg in legs}
    if "jump" in kinds:
        return "movement.jump-reach"
    if "traverse" in kinds:
        return "movement.traverse-dash"
    return "movement.climb-end" if "climb" in kinds else "movement.increments"


def _end_refusals(game: KillTeam, way: Way, legs: list[Leg], others: Others) -> Iterator[Refusal]:
    """What the action asks of engagement ranges, along the way and at the end."""
    row = game.operatives[way.operative]
    seat = row.seat
    enemies = [other for other in others if other[5].seat != seat and not other[5].fallen]
    if not enemies and way.action != "charge":
        return
    x, y, z = legs[-1].b if legs else (row.x, row.y, row.z)
    end = replace(row, x=x, y=y, z=z)
    met = [i for i, *_, o in enemies if engages(game, end, o)]
    if way.action in ("normal", "dash"):
        for i in met if acts("actions.normal-move-er") else ():
            yield Refusal("actions.normal-move-er", "The move would end within engagement range of {e}.", {"e": i})
        for i in _passed_enemies(game, way, legs, enemies):
            if i not in met and not busy_elsewhere(game, i, way.operative) and acts("actions.normal-move-er"):
                yield Refusal("actions.normal-move-er", "The way leads through the engagement range of {e}.", {"e": i})
    elif way.action == "fall-back":
        for i in met:
            yield Refusal("actions.fall-back", "A Fall Back ends outside the engagement range of {e}.", {"e": i})
    elif way.action == "charge":
        if not met:
            yield Refusal("actions.charge", "A Charge ends within engagement range of an enemy.")
        for i in _passed_enemies(game, way, legs, enemies):
            if i not in met and not busy_elsewhere(game, i, way.operative) and acts("actions.charge-path"):
                says = "The way leads through the engagement range of {e}, so the Charge must end there."
                yield Refusal("actions.charge-path", says, {"e": i})


def _passed_enemies(game: KillTeam, way: Way, legs: list[Leg], enemies: Others) -> Iterator[str]:
    """The enemies whose engagement range the way leads through."""
    row = game.operatives[way.operative]
    for i, ox, oy, oz, reach, other in enemies:
        limit = reach + ENGAGEMENT + 0.001
        for leg in legs:
            x, y = nearest_on_segment((ox, oy), leg.a[:2], leg.b[:2])
            if (x - ox) ** 2 + (y - oy) ** 2 > limit * limit:
                continue
            z = leg.a[2] if abs(leg.a[2] - oz) <= abs(leg.b[2] - oz) else leg.b[2]
            if engages(game, replace(row, x=x, y=y, z=z), other):
                yield i
                break
