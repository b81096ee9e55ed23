"""Line of sight and cover (chapter `sight`, and its grid versions of chapter `grid`).

One look answers both questions: -1 unseen, 0 in the open, 1 in Soft Cover, 2 in Hard Cover. Looks are remembered by the
ground, because models stand still most of the time.
"""

from __future__ import annotations

import math

from xenotable.engine import cite, rule
from xenotable.games.xcx.terrain import HARD, IMPASSABLE, SOFT, TOL, Field
from xenotable.table import Circle, Met, centre_and_rim, meets, wholly_in
from xenotable.table.ground import Part, clip, clip_disc

UNSEEN, OPEN, IN_SOFT, IN_HARD = -1, 0, 1, 2
MATTERS = SOFT | HARD | IMPASSABLE
ARM = 1.0 + TOL


def look(field: Field, a: Circle, b: Circle) -> int:
    """What a sees of b: UNSEEN, or the cover that b has against a shot from a."""
    key = (a.x, a.y, a.r, b.x, b.y, b.r)
    known = field.seen.get(key)
    if known is None:
        if len(field.seen) > 60_000:
            field.seen.clear()
        known = field.seen[key] = _nine_lines(field, a, b) if field.grid is None else _grid_line(field, a, b)
    return known


def sees(field: Field, a: Circle, b: Circle) -> bool:
    return look(field, a, b) != UNSEEN


def _apart(part: Part, x: float, y: float) -> float:
    """A point to a piece. Layouts are made of rectangles along the table's sides, so their bounds are the pieces."""
    dx = part.x0 - x if x < part.x0 else x - part.x1 if x > part.x1 else 0.0
    dy = part.y0 - y if y < part.y0 else y - part.y1 if y > part.y1 else 0.0
    return math.sqrt(dx * dx + dy * dy) if dx and dy else dx or dy


def _near_line(field: Field, a: Circle, b: Circle) -> list[tuple[Part, bool, bool]]:
    """The pieces that any of the nine lines could meet, each with whether observer and target lean on it."""
    lx, hx = min(a.x, b.x - b.r), max(a.x, b.x + b.r)
    ly, hy = min(a.y, b.y - b.r), max(a.y, b.y + b.r)
    dx, dy = b.x - a.x, b.y - a.y
    long = math.sqrt(dx * dx + dy * dy)
    found = []
    for part in field.ground.chosen(MATTERS):
        if part.x0 > hx or part.x1 < lx or part.y0 > hy or part.y1 < ly:
            continue
        if abs(dx * (part.cy - a.y) - dy * (part.cx - a.x)) > (part.rad + b.r) * long:
            continue
        by_a = _apart(part, a.x, a.y) - a.r <= ARM
        by_b = _apart(part, b.x, b.y) - b.r <= ARM
        if part.bits & SOFT and not by_b:
            continue
        found.append((part, by_a, by_b))
    return found


@rule("sight.nine-lines")
def _nine_lines(field: Field, a: Circle, b: Circle) -> int:
    """One line to the centre and eight to the edge: seen if one is free, covered as the worst of the free ones is."""
    near = _near_line(field, a, b)
    if not near:
        return OPEN
    worst = UNSEEN
    for end in centre_and_rim(b, 8):
        cover = _one_line(a, end, near)
        if cover != UNSEEN and (worst == UNSEEN or cover < worst):
            worst = cover
            if worst == OPEN:
                break
    cite("sight.visible")
    cite("sight.wholly-covered")
    if worst == OPEN and any(p.bits & SOFT and wholly_in(b, field.ground.pieces[p.owner]) for p, _, _ in near):
        return IN_SOFT
    return worst


@rule("sight.blocked-line")
def _one_line(a: Circle, end: tuple[float, float], near: list[tuple[Part, bool, bool]]) -> int:
    """The best cover along one line, of pieces within 1 Range of the target; UNSEEN if it is blocked."""
    best = OPEN
    for part, by_a, by_b in near:
        if part.planes:
            t0, t1 = clip(part, a.x, a.y, end[0], end[1])
        else:
            t0, t1 = clip_disc(part.cx, part.cy, part.rad, a.x, a.y, end[0], end[1])
        if t0 >= t1:
            continue
        if part.bits & IMPASSABLE or (part.bits & HARD and not by_a and not by_b):
            return UNSEEN
        if by_b:
            cite("sight.cover-within-one")
            cite("terrain.hard-cover" if part.bits & HARD else "terrain.soft-cover")
            best = max(best, IN_HARD if part.bits & HARD else IN_SOFT)
    return best


def _blocks(met: Met) -> bool:
    return bool(met.bits & IMPASSABLE or (met.bits & HARD and met.from_a > ARM and met.from_b > ARM))


@rule("grid.sight-line")
def _grid_line(field: Field, a: Circle, b: Circle) -> int:
    """From centre to centre; where it runs between two spaces, both must block or cover."""
    (line,) = field.metric.lines(a, b, MATTERS)
    cite("grid.sight-edges")
    cite("sight.symmetric")
    if meets(line, _blocks):
        cite("grid.sight-blocked")
        return UNSEEN
    cite("grid.cover")
    if meets(line, lambda met: bool(met.bits & HARD and met.from_b <= ARM)):
        return IN_HARD
    if meets(line, lambda met: bool(met.bits & (HARD | SOFT) and met.from_b <= ARM)):
        return IN_SOFT
    return IN_SOFT if field.metric.bits((b.x, b.y)) & SOFT else OPEN
