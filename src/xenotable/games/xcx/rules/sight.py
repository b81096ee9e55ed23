"""Line of sight and cover.

One look answers both questions: -1 unseen, 0 in the open, 1 in Soft Cover, 2 in Hard Cover. Looks are remembered by the
ground, because models stand still most of the time."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from xenotable.engine import acts, cite, rule
from xenotable.engine.citing import recall
from xenotable.games.xcx.rules.grid.sight import grid_line, grid_lines, grid_shades
from xenotable.games.xcx.rules.play.table import TOL, apart
from xenotable.games.xcx.rules.terrain.field import MANY, Column, Field, Sighted, points_within
from xenotable.games.xcx.rules.terrain.forms import HARD, IMPASSABLE, IN_HARD, IN_SOFT, OPEN, SOFT, UNSEEN
from xenotable.kernels import Rows, is_loaded, kernel, load
from xenotable.table import Base, Circle, Point, wholly_in
from xenotable.table.shapes import SNAP
from xenotable.table.sight import EIGHT

ARM = 1.0 + TOL
RIM = tuple((float(u), float(v)) for u, v in EIGHT)
NOTHING, NEAR, AMID_SOFT = 0, 1, 2  # bits: what lines may meet
Box = tuple[float, float, float, float]
Line = tuple[float, float, float, float]  # from where, to where
Cover = tuple[float, float, float, float, int]  # bounds, the cover it gives


def look(field: Field, a: Base, b: Base) -> int:
    """What a sees of b: UNSEEN, or the cover that b has against a shot from a."""
    return recall(field.seen, (a.x, a.y, a.r, b.x, b.y, b.r), _look, field, a, b)


def _look(field: Field, a: Base, b: Base) -> int:
    if len(field.seen) > MANY:
        field.seen.clear()
    return _nine_lines(field, a, b) if field.grid is None else grid_line(field, field.grid, a, b)


def looks(field: Field, places: Sequence[Point], r: float, b: Base) -> Iterable[int]:
    """What a base of this size would see of b from each of these places. Compiled code looks along all lines in one
    call, whoever has looked along some of them before."""
    if not is_loaded(__name__):
        return (look(field, Circle(x, y, r), b) for x, y in places)
    if field.grid is None:
        return _nine_lines_each(field, [(x, y, b.x, b.y) for x, y in places], r, b.r)
    end = field.number((b.x, b.y))
    return grid_lines(field, field.grid, [(n, end) for n in field.numbers(places)])


def looks_at(field: Field, a: Base, places: Sequence[Point], r: float) -> Iterable[int]:
    """What a would see of a base of this size in each of these places."""
    if not is_loaded(__name__):
        return (look(field, a, Circle(x, y, r)) for x, y in places)
    if field.grid is None:
        return _nine_lines_each(field, [(a.x, a.y, x, y) for x, y in places], a.r, r)
    start = field.number((a.x, a.y))
    return grid_lines(field, field.grid, [(start, n) for n in field.numbers(places)])


def sees(field: Field, a: Base, b: Base) -> bool:
    return look(field, a, b) != UNSEEN


def shade(field: Field, b: Base) -> int:
    """The most cover that a model standing there can have against anybody: what lies within 1 Range of it."""
    if field.grid is not None:
        return grid_shades(field, field.grid)[field.number((b.x, b.y))]
    if b.x % 1.0 == b.y % 1.0 == 0.5:  # one of the many places that an AI model looks at?
        return point_shades(field, b.r).get((b.x, b.y), OPEN)
    key = (b.x, b.y, b.r)
    known = field.shades.get(key)
    if known is None:
        if len(field.shades) > MANY:
            field.shades.clear()
        known = field.shades[key] = _open_shade(field, b)
    return known


def shady_column(field: Field, i: int, room: float, r: float) -> Column:
    """A column of an open table (`Field.columns`), of those points alone where a base of this size may have cover."""
    return recall(field.shady, (i, room, r), _shady_column, field, i, room, r)


def _shady_column(field: Field, i: int, room: float, r: float) -> Column:
    points = shady_points(field, field.columns(room)[i][1], r)
    return [y for _, y in points], points


def shady_lattice(field: Field, room: float, r: float) -> Sequence[Point]:
    """The same points of all columns, for kernels."""
    return recall(field.shady_rows, (room, r), _shady_lattice, field, room, r)


def _shady_lattice(field: Field, room: float, r: float) -> Sequence[Point]:
    return Rows(shady_points(field, field.lattice(room), r))


def shady_points(field: Field, points: Sequence[Point], r: float) -> list[Point]:
    """Those of some points (i + 0.5, j + 0.5), or spaces, where a base of this size may have cover."""
    if field.grid is not None:
        shades = grid_shades(field, field.grid)
        return [p for p, n in zip(points, field.numbers(points), strict=True) if shades[n]]
    return [*filter(point_shades(field, r).__contains__, points)]


def point_shades(field: Field, r: float) -> dict[Point, int]:
    """`shade` of all points (i + 0.5, j + 0.5) of an open table where a base of this size can have cover."""
    return recall(field.point_shades, r, _point_shades, field, r)


def _point_shades(field: Field, r: float) -> dict[Point, int]:
    """Piece by piece, those of the most cover last."""
    arm, found = ARM + r, dict[Point, int]()
    for form, cover in ((SOFT, IN_SOFT), (HARD, IN_HARD)):
        for x0, y0, x1, y1, _, _, _, bits in field.sighted:
            if bits & form:
                found.update(dict.fromkeys(points_within(x0, y0, x1, y1, arm), cover))
    return found


def _open_shade(field: Field, b: Base) -> int:
    arm, most = ARM + b.r, OPEN
    x, y = b.x, b.y
    for x0, y0, x1, y1, _, _, _, bits in field.corridor(x, y, x, y, b.r):
        if x0 - x > arm or x - x1 > arm or y0 - y > arm or y - y1 > arm:
            continue
        if bits & (HARD | SOFT) and apart(x0, y0, x1, y1, x, y) <= arm:
            most = max(most, IN_HARD if bits & HARD else IN_SOFT)
    return most


@rule("sight.nine-lines", neutral=lambda field, a, b: OPEN)
def _nine_lines(field: Field, a: Base, b: Base) -> int:
    """One line to the centre and eight to the edge: seen if one is free, covered as the worst of the free ones is."""
    # Compiled code has gone through all pieces before those that are near could be found.
    pieces = field.sighted if is_loaded(__name__) else field.corridor(a.x, a.y, b.x, b.y, b.r)
    return _cover(field, b.x, b.y, b.r, *nine_lines(pieces, a.x, a.y, a.r, b.x, b.y, b.r)) if pieces else OPEN


@rule("sight.nine-lines", neutral=lambda field, lines, ar, br: [OPEN] * len(lines))
def _nine_lines_each(field: Field, lines: list[Line], ar: float, br: float) -> list[int]:
    """The same for many pairs of bases."""
    if not field.sighted or not lines:
        return [OPEN] * len(lines)
    found = nine_lines_each(field.sighted, lines, ar, br)
    return [_cover(field, x, y, br, worst, met) for (_, _, x, y), (worst, met) in zip(lines, found, strict=True)]


def _cover(field: Field, x: float, y: float, r: float, worst: int, met: int) -> int:
    """What is seen of a base, by what `nine_lines` has found."""
    if met == NOTHING:
        return OPEN
    if not acts("sight.blocked-line"):
        worst = OPEN
    cite("sight.visible")
    cite("sight.wholly-covered")
    if worst == OPEN and met & AMID_SOFT:
        here = Circle(x, y, r)
        if any(wholly_in(here, piece) for piece in field.ground.at((x, y), SOFT)):
            return IN_SOFT
    return worst


# ---- by numbers: compiled while the game goes on ---------------------------------------------------------------------


def use_compiled() -> None:
    """From now on lines are drawn by compiled code."""
    load(__name__)


@kernel("(f8[:,::1], f8, f8, f8, f8, f8, f8)")
def nine_lines(
    pieces: Iterable[Sighted], ax: float, ay: float, ar: float, bx: float, by: float, br: float
) -> tuple[int, int]:
    """The least cover of the nine lines from a to b, UNSEEN if none is free; and what they may meet: NOTHING if there
    is nothing near them, AMID_SOFT if the centre of b is among Soft Cover."""
    blocking, covering, met = _near_lines(pieces, ax, ay, ar, bx, by, br)
    if len(blocking) == 0 and len(covering) == 0:
        return OPEN, NOTHING
    worst = _one_line(ax, ay, bx, by, blocking, covering)
    if worst != OPEN:
        for u, v in RIM:
            x, y = round((bx + br * u) * SNAP) / SNAP, round((by + br * v) * SNAP) / SNAP
            cover = _one_line(ax, ay, x, y, blocking, covering)
            if cover != UNSEEN and (worst == UNSEEN or cover < worst):
                worst = cover
                if worst == OPEN:
                    break
    return worst, met


@kernel("(f8[:,::1], f8[:,::1], f8, f8)")
def nine_lines_each(pieces: Sequence[Sighted], lines: Sequence[Line], ar: float, br: float) -> list[tuple[int, int]]:
    """The same for many pairs of bases."""
    return [nine_lines(pieces, ax, ay, ar, bx, by, br) for ax, ay, bx, by in lines]


@kernel()
def _near_lines(
    pieces: Iterable[Sighted], ax: float, ay: float, ar: float, bx: float, by: float, br: float
) -> tuple[list[Box], list[Cover], int]:
    """The pieces that any of the nine lines could meet: those that would block it, those that cover the target."""
    lx, hx = (ax, bx + br) if ax < bx - br else (bx - br, ax if ax > bx + br else bx + br)
    ly, hy = (ay, by + br) if ay < by - br else (by - br, ay if ay > by + br else by + br)
    dx, dy = bx - ax, by - ay
    long = math.sqrt(dx * dx + dy * dy)
    blocking, covering, met = [], [], NEAR
    for x0, y0, x1, y1, cx, cy, rad, form in pieces:
        if x0 > hx or x1 < lx or y0 > hy or y1 < ly or abs(dx * (cy - ay) - dy * (cx - ax)) > (rad + br) * long:
            continue
        bits = int(form)
        if bits & IMPASSABLE:
            blocking.append((x0, y0, x1, y1))
        elif apart(x0, y0, x1, y1, bx, by) <= ARM + br:
            covering.append((x0, y0, x1, y1, IN_SOFT if bits & SOFT else IN_HARD))
            if bits & SOFT and x0 <= bx <= x1 and y0 <= by <= y1:
                met |= AMID_SOFT
        elif not bits & SOFT and apart(x0, y0, x1, y1, ax, ay) > ARM + ar:
            blocking.append((x0, y0, x1, y1))
    return blocking, covering, met


@kernel()
def _one_line(ax: float, ay: float, x: float, y: float, blocking: list[Box], covering: list[Cover]) -> int:
    """The best cover along one line, of pieces within 1 Range of the target, UNSEEN if it is blocked. What blocked one
    line is tried first on the next."""
    best = OPEN
    for k in range(len(blocking)):
        x0, y0, x1, y1 = blocking[k]
        if _crosses(ax, ay, x, y, x0, y0, x1, y1):
            if k:
                blocking[0], blocking[k] = blocking[k], blocking[0]
            return UNSEEN
    for x0, y0, x1, y1, cover in covering:
        if cover > best and _crosses(ax, ay, x, y, x0, y0, x1, y1):
            best = cover
    return best


@kernel()
def _crosses(ax: float, ay: float, x: float, y: float, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Does a line run through a rectangle?"""
    dx, dy, t0, t1 = x - ax, y - ay, 0.0, 1.0
    if dx != 0.0:
        s0, s1 = ((x0 - ax) / dx, (x1 - ax) / dx) if dx > 0.0 else ((x1 - ax) / dx, (x0 - ax) / dx)
        if s0 > t0:
            t0 = s0
        if s1 < t1:
            t1 = s1
    elif not x0 < ax < x1:
        return False
    if dy != 0.0:
        s0, s1 = ((y0 - ay) / dy, (y1 - ay) / dy) if dy > 0.0 else ((y1 - ay) / dy, (y0 - ay) / dy)
        if s0 > t0:
            t0 = s0
        if s1 < t1:
            t1 = s1
    elif not y0 < ay < y1:
        return False
    return t0 < t1
