"""Line of sight and cover.

One look answers both questions: -1 unseen, 0 in the open, 1 in Soft Cover, 2 in Hard Cover. Looks are remembered by the
ground, because models stand still most of the time."""

from __future__ import annotations

import math
from functools import lru_cache

from xenotable.engine import cite, rule
from xenotable.games.xcx.kernels.ground import PERHAPS_IN, CompiledGround
from xenotable.games.xcx.rules.grid.sight import grid_line, grid_shade
from xenotable.games.xcx.rules.play.table import TOL, apart
from xenotable.games.xcx.rules.terrain.field import MANY, Field
from xenotable.games.xcx.rules.terrain.forms import HARD, IMPASSABLE, IN_HARD, IN_SOFT, OPEN, SOFT, UNSEEN
from xenotable.table import Base, Circle, Point, centre_and_rim, wholly_in
from xenotable.table.ground import Part

ARM = 1.0 + TOL
Near = tuple[float, float, float, float, int, bool, Part]  # bounds, the cover it gives, whether it blocks


def look(field: Field, a: Base, b: Base) -> int:
    """What a sees of b: UNSEEN, or the cover that b has against a shot from a."""
    key = (a.x, a.y, a.r, b.x, b.y, b.r)
    known = field.seen.get(key)
    if known is None:
        if len(field.seen) > MANY:
            field.seen.clear()
        if field.compiled is not None:
            known = _compiled_look(field, field.compiled, a, b)
        else:
            known = _nine_lines(field, a, b) if field.grid is None else grid_line(field, field.grid, a, b)
        field.seen[key] = known
    return known


def _compiled_look(field: Field, quick: CompiledGround, a: Base, b: Base) -> int:
    if field.grid is not None:
        return quick.grid_look(field.grid.space((a.x, a.y)), field.grid.space((b.x, b.y)))
    found = quick.look(a, b)
    if found != PERHAPS_IN:
        return found
    here, (x, y) = Circle(b.x, b.y, b.r), (b.x, b.y)
    soft = field.ground.at((x, y), SOFT)
    return IN_SOFT if any(wholly_in(here, piece) for piece in soft) else OPEN


def sees(field: Field, a: Base, b: Base) -> bool:
    return look(field, a, b) != UNSEEN


def shade(field: Field, b: Base) -> int:
    """The most cover that a model standing there can have against anybody: what lies within 1 Range of it."""
    key = (b.x, b.y, b.r)
    known = field.shades.get(key)
    if known is None:
        if len(field.shades) > MANY:
            field.shades.clear()
        # One of the many places that an AI model looks at? Compiled code has them as arrays.
        if field.grid is None and field.compiled is None and b.x % 1.0 == b.y % 1.0 == 0.5:
            _shade_all(field, b.r)
        known = field.shades[key] = grid_shade(field.grid, b) if field.grid is not None else _open_shade(field, b)
    return known


def _shade_all(field: Field, r: float) -> None:
    """The same for all points (i + 0.5, j + 0.5) at once, piece by piece."""
    arm, found = ARM + r, field.shades
    for x, y in field.points():
        found[x, y, r] = OPEN
    for x0, y0, x1, y1, _, _, _, part in field.sighted:
        most = IN_HARD if part.bits & HARD else IN_SOFT if part.bits & SOFT else OPEN
        columns = range(math.floor(x0 - arm), math.ceil(x1 + arm)) if most else ()
        for x, y in ((i + 0.5, j + 0.5) for i in columns for j in range(math.floor(y0 - arm), math.ceil(y1 + arm))):
            if found.get((x, y, r), IN_HARD) < most and apart(x0, y0, x1, y1, x, y) <= arm:
                found[x, y, r] = most


def _open_shade(field: Field, b: Base) -> int:
    arm, most = ARM + b.r, OPEN
    x, y = b.x, b.y
    for x0, y0, x1, y1, _, _, _, part in field.corridor(x, y, x, y, b.r):
        if x0 - x > arm or x - x1 > arm or y0 - y > arm or y - y1 > arm:
            continue
        if part.bits & (HARD | SOFT) and apart(x0, y0, x1, y1, x, y) <= arm:
            most = max(most, IN_HARD if part.bits & HARD else IN_SOFT)
    return most


@lru_cache(65536)
def _nine(x: float, y: float, r: float) -> tuple[Point, ...]:
    """The centre of a base and eight points of its edge."""
    return tuple(centre_and_rim(Circle(x, y, r), 8))


def _near_line(field: Field, a: Base, b: Base) -> list[Near]:
    """The pieces that any of the nine lines could meet: those that would block it, then those that cover the target."""
    ax, ay, bx, by, r = a.x, a.y, b.x, b.y, b.r
    lx, hx = (ax, bx + r) if ax < bx - r else (bx - r, ax if ax > bx + r else bx + r)
    ly, hy = (ay, by + r) if ay < by - r else (by - r, ay if ay > by + r else by + r)
    dx, dy = bx - ax, by - ay
    long = math.sqrt(dx * dx + dy * dy)
    arm_a, arm_b = ARM + a.r, ARM + r
    blocking: list[Near] = []
    covering: list[Near] = []
    for x0, y0, x1, y1, cx, cy, rad, part in field.corridor(ax, ay, bx, by, r):
        if x0 > hx or x1 < lx or y0 > hy or y1 < ly:
            continue
        if abs(dx * (cy - ay) - dy * (cx - ax)) > (rad + r) * long:
            continue
        if part.bits & IMPASSABLE:
            blocking.append((x0, y0, x1, y1, OPEN, True, part))
        elif apart(x0, y0, x1, y1, bx, by) <= arm_b:
            covering.append((x0, y0, x1, y1, IN_SOFT if part.bits & SOFT else IN_HARD, False, part))
        elif not part.bits & SOFT and apart(x0, y0, x1, y1, ax, ay) > arm_a:
            blocking.append((x0, y0, x1, y1, OPEN, True, part))
    return blocking + covering


@rule("sight.nine-lines", neutral=lambda field, a, b: OPEN)
def _nine_lines(field: Field, a: Base, b: Base) -> int:
    """One line to the centre and eight to the edge: seen if one is free, covered as the worst of the free ones is."""
    near = _near_line(field, a, b)
    if not near:
        return OPEN
    worst = UNSEEN
    for x, y in _nine(b.x, b.y, b.r):
        cover = _one_line(a.x, a.y, x, y, near)
        if cover != UNSEEN and (worst == UNSEEN or cover < worst):
            worst = cover
            if worst == OPEN:
                break
    cite("sight.visible")
    cite("sight.wholly-covered")
    if worst == OPEN and any(piece[6].bits & SOFT for piece in near):
        base, pieces = Circle(b.x, b.y, b.r), field.ground.pieces
        if any(p.bits & SOFT and wholly_in(base, pieces[p.owner]) for *_, p in near):
            return IN_SOFT
    return worst


@rule("sight.blocked-line", neutral=lambda ax, ay, x, y, near: OPEN)
def _one_line(ax: float, ay: float, x: float, y: float, near: list[Near]) -> int:
    """The best cover along one line, of pieces within 1 Range of the target; UNSEEN if it is blocked. What blocked one
    line is tried first on the next."""
    best, dx, dy = OPEN, x - ax, y - ay
    for k, (x0, y0, x1, y1, cover, blocks, _) in enumerate(near):
        if cover and cover <= best:
            continue
        t0, t1 = 0.0, 1.0
        if dx:
            s0, s1 = ((x0 - ax) / dx, (x1 - ax) / dx) if dx > 0 else ((x1 - ax) / dx, (x0 - ax) / dx)
            if s0 > t0:
                t0 = s0
            if s1 < t1:
                t1 = s1
        elif not x0 < ax < x1:
            continue
        if dy:
            s0, s1 = ((y0 - ay) / dy, (y1 - ay) / dy) if dy > 0 else ((y1 - ay) / dy, (y0 - ay) / dy)
            if s0 > t0:
                t0 = s0
            if s1 < t1:
                t1 = s1
        elif not y0 < ay < y1:
            continue
        if t0 >= t1:
            continue
        if blocks:
            if k:
                near.insert(0, near.pop(k))
            return UNSEEN
        cite("sight.cover-within-one")
        cite("terrain.hard-cover" if cover == IN_HARD else "terrain.soft-cover")
        best = cover
    return best
