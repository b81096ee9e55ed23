"""Terrain, cover and sight: lines, obstacles, rough ground, buildings and wrecks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from xenotable.engine import acts, cite, rule
from xenotable.games.rampant.field import (
    BUILDING,
    DENSE,
    FENCE,
    HARD,
    HARD_COVER,
    HILL,
    NONE,
    OPAQUE,
    ROUGH,
    SOFT,
    SOFT_COVER,
    areas_at,
    bits_under,
    centre,
    change,
    circle,
    distance,
    field,
    field_of,
    middle,
    outline,
    within,
)
from xenotable.games.rampant.state import NOW, Rampant, garrison
from xenotable.table import (
    Circle,
    Piece,
    Point,
    centre_and_sides,
    circle_span,
    snapped,
    to_segment,
)
from xenotable.table.near import inside

# ---- sight -----------------------------------------------------------------------------------------------------------


NOWHERE: frozenset[str] = frozenset()


class Look(NamedTuple):
    """How many of the lines there are, how many are clear, and how many of the others terrain blocks."""

    lines: int
    clear: int
    hidden: int


def flying(game: Rampant, id: str) -> bool:
    what = game.profile.get(id)
    return what is not None and "flying" in what.has


@rule("terrain.sight", neutral=lambda *a: True)
def sees(game: Rampant, viewer: str, target: str) -> bool:
    """Is at least one of the lines clear? The first that is suffices."""
    if flying(game, viewer) or flying(game, target):
        return _seen_in_flight(game, viewer, target)
    terrain, there = game.battle[NOW].terrain, centre(game, target)
    own = _houses(game, viewer, target)
    blockers: list[Circle] | None = None  # looked for only where terrain lets a line through
    for p in eyes(game, viewer):
        for q in _ends(game, p, target):
            if line_blocked(terrain, p, q, there, own):
                continue
            if blockers is None:
                blockers = _blockers(game, viewer, target)
            for c in blockers:
                if _crosses(p, q, c):
                    break
            else:
                return True
    return False


def look(game: Rampant, viewer: str, target: str) -> Look:
    """All sight lines from one unit to another or to a building; a garrison uses the corners of its building."""
    if flying(game, viewer) or flying(game, target):
        return Look(3, 3 if _seen_in_flight(game, viewer, target) else 0, 0)
    best = Look(3, 0, 3)
    for p in eyes(game, viewer):
        found = _from(game, p, viewer, target)
        if found.clear > best.clear or (found.clear == best.clear and found.hidden < best.hidden):
            best = found
        if best.clear == best.lines:
            break
    return best


@rule("xeno.flying-sight", neutral=lambda *a: True)
def _seen_in_flight(game: Rampant, a: str, b: str) -> bool:
    """Only a dense area hides: who is in one and who flies see each other within 6 in."""
    for id in (a, b):
        if id in game.units and not flying(game, id) and bits_under(game, id) & DENSE:
            return within(distance(game, a, b), 6.0)
    return True


def eyes(game: Rampant, id: str) -> list[Point]:
    """Where lines from or to a unit may begin: its centre; for a garrison or a building its centre and corners."""
    name = id if id in game.buildings else game.units[id].inside if game.units[id].where == "inside" else ""
    if not name:
        row = game.units[id]
        return [(row.x, row.y)]
    cite("terrain.building-measure")
    piece = outline(game, name)
    return [snapped(middle(piece)), *piece.corners]


def _from(game: Rampant, p: Point, viewer: str, target: str) -> Look:
    own, ends = _houses(game, viewer, target), list(_ends(game, p, target))
    clear = hidden = 0
    blockers = _blockers(game, viewer, target)
    terrain, there = game.battle[NOW].terrain, centre(game, target)
    for q in ends:
        if line_blocked(terrain, p, q, there, own):
            hidden += 1
        elif not any(_crosses(p, q, c) for c in blockers):
            clear += 1
    return Look(len(ends), clear, hidden)


def _ends(game: Rampant, p: Point, target: str) -> Iterator[Point]:
    """Where the lines from p to a target end; the centre, which mostly decides, first."""
    if _house(game, target):
        yield from eyes(game, target)
        return
    c = circle(game, target)
    yield c.x, c.y
    yield from centre_and_sides(p, c)[1:]


def _houses(game: Rampant, viewer: str, target: str) -> frozenset[str]:
    """The buildings that two are in or are: these hide nothing from them."""
    a, b = _house(game, viewer), _house(game, target)
    return frozenset(n for n in (a, b) if n) if a or b else NOWHERE


def _house(game: Rampant, id: str) -> str:
    if id in game.buildings:
        return id
    row = game.units[id]
    return row.inside if row.where == "inside" else ""


def _crosses(p: Point, q: Point, c: Circle) -> bool:
    (px, py), (qx, qy), x, y, r = p, q, c.x, c.y, c.r
    if (px < x - r and qx < x - r) or (px > x + r and qx > x + r):
        return False
    if (py < y - r and qy < y - r) or (py > y + r and qy > y + r):
        return False
    span = circle_span(p, q, c)
    return span is not None and (span[1] - span[0]) * math.dist(p, q) > 0.001


@rule("terrain.sight-units", neutral=lambda *a: [])
def _blockers(game: Rampant, a: str, b: str) -> list[Circle]:
    """The footprints that can hide one from the other: low units only between low ones, tall ones always."""
    both_low = _low(game, a) and _low(game, b)
    (ax, ay), (bx, by) = centre(game, a), centre(game, b)
    x0, x1 = (ax - 5.0, bx + 5.0) if ax < bx else (bx - 5.0, ax + 5.0)
    y0, y1 = (ay - 5.0, by + 5.0) if ay < by else (by - 5.0, ay + 5.0)
    found, profile = [], game.profile
    on_hill = both_low and bool((bits_under(game, a) | bits_under(game, b)) & HILL)  # both are units, if both are low
    for uid, row in game.units.items():
        if row.where != "table" or not (x0 <= row.x <= x1 and y0 <= row.y <= y1) or uid in (a, b):
            continue
        what = profile[uid]
        if "flying" in what.has or not (what.tall or (both_low and not (on_hill and _over_hill(game, a, b, uid)))):
            continue
        found.append(Circle(row.x, row.y, what.radius))
    return found


@rule("play.height", neutral=lambda *a: False)
def _low(game: Rampant, id: str) -> bool:
    return id in game.profile and not game.profile[id].tall


@rule("terrain.hill", neutral=lambda *a: False)
def _over_hill(game: Rampant, a: str, b: str, between: str) -> bool:
    """Low units off the hill do not hide one that stands on it."""
    for id in (a, b):
        row = game.units.get(id)
        if row is None or row.where != "table" or not bits_under(game, id) & HILL:
            continue
        mine = {p.name for p in areas_at(game, (row.x, row.y), HILL)}
        other = game.units[between]
        if mine.isdisjoint(p.name for p in areas_at(game, (other.x, other.y), HILL)):
            return True
    return False


@lru_cache(65536)
def line_blocked(terrain: str, p: Point, q: Point, there: Point, own: frozenset[str]) -> bool:
    """Does terrain block the line from p (the viewer) to q, a point of a unit whose centre is `there`?"""
    ground = field_of(terrain).ground
    dense: dict[int, float] = {}
    for part, t0, t1 in ground.stretches(p, q, OPAQUE | BUILDING | DENSE):
        piece = ground.pieces[part.owner]
        if (part.bits & OPAQUE or (part.bits & BUILDING and piece.name not in own)) and acts("terrain.sight-blockers"):
            return True
        if part.bits & DENSE:
            dense[part.owner] = dense.get(part.owner, 0.0) + (t1 - t0) * math.dist(p, q)
    return any(dense_blocks(ground.pieces[i], long, p, there) for i, long in dense.items())


@rule("terrain.dense", neutral=lambda *a: False)
def dense_blocks(piece: Piece, long: float, p: Point, there: Point) -> bool:
    """Unless viewer or target is inside that very area and at most 6 in of the line lie in it."""
    return not (within(long, 6.0) and (inside(p, piece) or inside(there, piece)))


def sees_point(game: Rampant, viewer: str, p: Point) -> bool:
    """For aim points: a single line to the point itself."""
    own = frozenset(n for n in (_house(game, viewer),) if n)
    terrain = game.battle[NOW].terrain
    if flying(game, viewer):
        return True
    blockers = [
        Circle(row.x, row.y, game.profile[u].radius)
        for u, row in game.units.items()
        if row.where == "table" and u != viewer and game.profile[u].tall and "flying" not in game.profile[u].has
    ]
    for eye in eyes(game, viewer):
        on = [b for b in blockers if math.hypot(b.x - p[0], b.y - p[1]) > b.r]
        if not line_blocked(terrain, eye, p, p, own) and not any(_crosses(eye, p, b) for b in on):
            return True
    return False


# ---- cover -----------------------------------------------------------------------------------------------------------


@rule("terrain.cover-best", neutral=lambda *a, **k: 0)
def cover(game: Rampant, uid: str, enemy: str = "", hiding: bool = True) -> int:
    """The best cover of a unit against an enemy unit. Without an enemy: areas, buildings, and any obstacle close by.

    hiding: does being partly hidden count?
    """
    if flying(game, uid) and acts("xeno.flying-sight"):
        return NONE
    best = standing_cover(game, uid)
    if enemy and flying(game, enemy) and acts("xeno.flying-sight"):
        return best if game.units[uid].where == "inside" or bits_under(game, uid) & DENSE else NONE
    if best < HARD_COVER:
        best = max(best, obstacle_cover(game, uid, centre(game, enemy) if enemy else None))
    if best == NONE and hiding and enemy and partly_hidden(game, uid, enemy):
        best = SOFT_COVER
    return best


@rule("terrain.cover-area", neutral=lambda *a: 0)
def standing_cover(game: Rampant, uid: str) -> int:
    """Cover against everybody: the area that holds the centre, or the building."""
    if game.units[uid].where == "inside" and acts("terrain.building-cover"):
        return HARD_COVER
    bits = bits_under(game, uid)
    return HARD_COVER if bits & HARD else SOFT_COVER if bits & SOFT else NONE


@rule("terrain.cover-obstacle", neutral=lambda *a: 0)
def obstacle_cover(game: Rampant, uid: str, enemy: Point | None) -> int:
    """An obstacle within 1 in of the footprint that the line between the centres crosses (any, where no enemy is)."""
    row = game.units[uid]
    if row.where != "table":
        return NONE
    return max((c for _, c in obstacles_between(game, circle(game, uid), enemy)), default=NONE)


def obstacles_between(game: Rampant, base: Circle, enemy: Point | None) -> Iterator[tuple[Piece, int]]:
    ground = field(game).ground
    for piece in ground.near(base, 1.0, FENCE):
        assert piece.line is not None
        if not piece.bits & (SOFT | HARD) or not within(to_segment(base, *piece.line), 1.0):
            continue
        if enemy is None or any(c.piece is piece for c in ground.crossings((base.x, base.y), enemy, FENCE)):
            yield piece, HARD_COVER if piece.bits & HARD else SOFT_COVER


@rule("terrain.cover-partly-hidden", neutral=lambda *a: False)
def partly_hidden(game: Rampant, uid: str, enemy: str) -> bool:
    """Terrain blocks some but not all of the lines from the enemy."""
    if game.units[enemy].where not in ("table", "inside"):
        return False
    seen = look(game, enemy, uid)
    return 0 < seen.hidden < seen.lines


@rule("terrain.cover-for-courage", neutral=lambda *a: False)
def covered_for_courage(game: Rampant, uid: str, enemy: str) -> bool:
    """Soft or hard cover against the enemy that caused the test, or cover at all where none did."""
    there = enemy in game.units and game.units[enemy].where in ("table", "inside")
    return cover(game, uid, enemy if there else "") > NONE


# ---- rough ground ----------------------------------------------------------------------------------------------------


def in_rough(game: Rampant, uid: str) -> bool:
    return bool(bits_under(game, uid) & ROUGH)


@rule("terrain.wreck", neutral=lambda *a: None)
def leave_wreck(game: Rampant, uid: str) -> None:
    """A vehicle shot or beaten to 0 leaves rough ground with soft cover of the size of its footprint."""
    row = game.units[uid]
    change(game, f"+wreck wreck-{uid} {row.x} {row.y} {game.profile[uid].radius}")
    game.tell("{u} is left a wreck.", "terrain.wreck", u=uid)


def rubble(game: Rampant, building: str) -> None:
    """A building becomes an area of rubble of its shape."""
    xs, ys = [p[0] for p in outline(game, building).corners], [p[1] for p in outline(game, building).corners]
    change(game, f"-{building}", f"+rubble rubble-{building} {min(xs)} {min(ys)} {max(xs)} {max(ys)}")


@rule("terrain.building-capacity", neutral=lambda *a: True)
def has_room(game: Rampant, building: str, seat: int) -> bool:
    """Room for one more of the same side, and not held by the enemy."""
    kind = field(game).lands[building].kind
    inside = garrison(game, building)
    return len(inside) < kind.capacity and all(game.units[u].seat == seat for u in inside)
