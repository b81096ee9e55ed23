"""Lines of sight and fans of cover lines in numbers (chapter sight): asked thousands of times in a battle, so compiled
while the game goes on. Which rules act say those who ask: `visibility` and `cover_lines`.

Cover lines from one point p to a whole base fill the triangle between p and the two tangent points (and the base), so
on level ground a terrain part is crossed exactly if it reaches into that triangle. The points p from which one convex
part gives Cover form a convex set: sixteen points of the rim decide for the whole base to within 0.01 in. Between
different heights lines are tried one by one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from xenotable.games.killteam.rules.play.line_geometry import (
    LINE_WIDTH,
    PART_TABLES,
    Base,
    Box,
    PartTables,
    Poly,
    beside,
    between,
    clip_outline,
    inside_disc,
    length,
    reaches,
    runs_through,
    shades,
    stretch,
)
from xenotable.kernels import kernel, load
from xenotable.table import Point
from xenotable.table.ground import Plane, clip, clip_height
from xenotable.table.near import to_outline
from xenotable.table.sight import off_base, ring, touching, turns

LEVELS = (1.0, 0.75, 0.5, 0.3, 0.1)  # at which a miniature is looked at, as shares of its height
LIFT = 0.1  # cover lines run this high above the surfaces
NEAR = 1.0  # what is crossed within this of the target gives Cover
OBSCURED_FROM = 2.0
BY_LIGHT, BY_HEAVY = 1, 2
SMOKE_RADIUS, SMOKE_HEIGHT = 1.0, 3.0
NOTHING, SMOKE = -1, -2  # in place of the part that gives Cover or obscures
SIXTEEN, THIRTY_TWO = turns(16), turns(32)
SIDES_FIRST = (SIXTEEN[4], SIXTEEN[12], *SIXTEEN[:4], *SIXTEEN[5:12], *SIXTEEN[13:])  # which most often show
Marks = tuple[float, float, bool, bool]
"""What acts: the feature under the target and the one under the shooter, whose parts below them do not count (-1:
none); whether there is Cover at this distance; and whether whatever is crossed obscures, wherever it is."""

PAIR = "UniTuple(f8, 4), UniTuple(f8, 4), f8[:,::1], Tuple((f8, f8, b1, b1))"


def use_compiled() -> None:
    """From now on lines are drawn by compiled code."""
    load(__name__)


# ---- Visible


@kernel(f"b1({PART_TABLES}, f8, f8, f8, f8, f8, f8, f8, f8, f8)")
def shows(
    parts: PartTables, ax: float, ay: float, head: float, bx: float, by: float, bz: float, r: float, height: float,
    width: float,
) -> bool:  # fmt: skip
    """Is some part of a miniature on an unblocked line from a head? Its axis is looked at first, then its two sides."""
    boxes, planes, _, inner, _, _ = parts
    low, high = min(head, bz), max(head, bz + height)
    near = between(boxes, ax, ay, bx, by, r, low, high)
    if len(near) == 0:
        return True
    tall = [k for k in near if boxes[k][4] <= low and boxes[k][5] >= high]
    short = [k for k in near if boxes[k][4] > low or boxes[k][5] < high]
    if not is_blocked(planes, tall, ax, ay, bx, by, width):
        if shows_at_point(boxes, planes, short, ax, ay, head, bx, by, bz, height, width):
            return True
    else:
        for k in tall:  # perhaps one part hides all of it
            if shades(planes[k], inner[k], ax, ay, bx, by, r + 0.002):
                return False
    for x, y in ring(bx, by, r, ax, ay, SIDES_FIRST):
        if not is_blocked(planes, tall, ax, ay, x, y, width) and shows_at_point(
            boxes, planes, short, ax, ay, head, x, y, bz, height, width
        ):
            return True
    return False


@kernel()
def is_blocked(
    planes: Sequence[Sequence[Plane]], tall: list[int], ax: float, ay: float, x: float, y: float, width: float
) -> bool:
    """Does a line run through one of the parts that no line passes over? What stopped it comes first for the next."""
    long = length(ax, ay, 0.0, x, y, 0.0)
    for n, k in enumerate(tall):
        t0, t1 = clip(planes[k], ax, ay, x, y)
        if t1 > t0 and (t1 - t0) * long > width:
            if n:
                tall.insert(0, tall.pop(n))
            return True
    return False


@kernel()
def shows_at_point(
    boxes: Sequence[Box], planes: Sequence[Sequence[Plane]], short: list[int],
    ax: float, ay: float, head: float, x: float, y: float, bz: float, height: float, width: float,
) -> bool:  # fmt: skip
    """Is a line to one of the levels above a point free of the parts that lines may pass over or under?"""
    for level in LEVELS:
        free = True
        for k in short:
            box = boxes[k]
            if runs_through(planes[k], box[4], box[5], ax, ay, head, x, y, bz + height * level, width):
                free = False
                break
        if free:
            return True
    return False


# ---- cover lines


@kernel()
def relevant(boxes: Sequence[Box], s: Base, t: Base, skip: float) -> list[int]:
    """Parts with Cover that cover lines between these bases could cross."""
    low, high = min(s[3], t[3]) + LIFT, max(s[3], t[3]) + LIFT
    reach = t[2] + NEAR + 0.01  # farther off a Light part does nothing: it never obscures
    found = []
    for k in between(boxes, s[0], s[1], t[0], t[1], max(s[2], t[2]), low - 0.001, high + 0.001):
        x0, x1, y0, y1, _, top, _, _, _, heavy, feature = boxes[k]
        if feature == skip and top <= t[3] + 0.01:
            continue
        if heavy or (x0 - reach <= t[0] <= x1 + reach and y0 - reach <= t[1] <= y1 + reach):
            found.append(k)
    return found


@kernel(f"Tuple((i8, b1))({PART_TABLES}, UniTuple(f8, 4), UniTuple(f8, 4), f8, b1)")
def surely_hidden(parts: PartTables, s: Base, t: Base, skip: float, covers: bool) -> tuple[int, bool]:
    """One part that every line from the shooter's base to the centre of the target runs through where it hides it, and
    whether it obscures.

    Along the lines from that centre the near face of a convex part is farthest at an outermost line, so two lines tell
    for all whether it is within 1 in of the target.
    """
    boxes, planes, corners, inner, _, cores = parts
    for k in relevant(boxes, s, t, skip):
        if not shades(planes[k], inner[k], t[0], t[1], s[0], s[1], s[2] + 0.002):
            continue
        if boxes[k][9] and is_far_from_both(corners[k], s, t):
            return k, True
        if covers:
            left, right = touching(t[0], t[1], s[0], s[1], s[2] + 0.002)
            if near_along(cores[k], t, left) and near_along(cores[k], t, right):
                return k, False
    return NOTHING, False


@kernel()
def is_far_from_both(corners: Sequence[Point], s: Base, t: Base) -> bool:
    """Is all of a part where it obscures?"""
    return (
        to_outline((t[0], t[1]), corners) > t[2] + OBSCURED_FROM + 0.002
        and to_outline((s[0], s[1]), corners) > s[2] + NEAR + 0.002
    )


@kernel()
def near_along(core: Iterable[Plane], t: Base, q: Point) -> bool:
    """Does the line from q to the centre of a base cross a part within 1 in of that base?"""
    long = length(t[0], t[1], 0.0, q[0], q[1], 0.0)
    t0, t1 = stretch(core, q, t, long)
    return t0 < t1 and (1.0 - t1) * long <= NEAR + t[2] - 0.002


@kernel()
def badness(obscured: bool, cover: int) -> int:
    """Order of the shooter's preference: not Obscured, not in Cover, then Cover by Light parts or operatives."""
    return (8 if obscured else 0) + (4 if cover & BY_HEAVY else 1 if cover else 0)


@kernel(f"Tuple((f8, f8, b1, i8, i8))({PART_TABLES}, {PAIR})")
def best_view(
    tables: PartTables, s: Base, t: Base, smokes: Sequence[tuple[float, float, float]], marks: Marks
) -> tuple[float, float, bool, int, int]:
    """The point of the shooter's base that is best for it, whether the target is Obscured from there, its Cover, and
    the part behind that."""
    boxes, planes, _, _, outlines, cores = tables
    parts = relevant(boxes, s, t, marks[0])
    x, y = s[0], s[1]
    obscured, cover, by = fan(boxes, planes, outlines, cores, parts, s, t, (x, y), smokes, marks)
    bad = badness(obscured, cover)
    if bad == 0:
        return x, y, obscured, cover, by
    queue = parts[:]
    for p in ring(s[0], s[1], s[2], t[0], t[1], SIDES_FIRST):
        if no_better(boxes, planes, outlines, cores, queue, s, t, p, marks, bad):
            continue
        hidden, covered, cause = fan(boxes, planes, outlines, cores, parts, s, t, p, smokes, marks)
        worse = badness(hidden, covered)
        if worse < bad:
            x, y, obscured, cover, by, bad = p[0], p[1], hidden, covered, cause, worse
        if bad == 0:
            break
    return x, y, obscured, cover, by


@kernel(f"b1({PART_TABLES}, {PAIR})")
def is_obscured_from_all(
    tables: PartTables, s: Base, t: Base, smokes: Sequence[tuple[float, float, float]], marks: Marks
) -> bool:
    """Is the target Obscured from every point of the shooter's base?"""
    boxes, planes, corners, inner, outlines, cores = tables
    parts = [k for k in relevant(boxes, s, t, marks[0]) if boxes[k][9]]
    if len(parts) == 0 and len(smokes) == 0:
        return False
    if s[3] == 0.0 and t[3] == 0.0:
        for k in parts:  # perhaps one hides it for certain
            if shades(planes[k], inner[k], t[0], t[1], s[0], s[1], s[2] + 0.002) and is_far_from_both(corners[k], s, t):
                return True
    if not fan(boxes, planes, outlines, cores, parts, s, t, (s[0], s[1]), smokes, marks)[0]:
        return False
    queue = parts[:]
    for p in ring(s[0], s[1], s[2], t[0], t[1], SIDES_FIRST):
        if (
            not no_better(boxes, planes, outlines, cores, queue, s, t, p, marks, 8)
            and not fan(boxes, planes, outlines, cores, parts, s, t, p, smokes, marks)[0]
        ):
            return False
    return True


@kernel(f"Tuple((b1, i8, i8))({PART_TABLES}, {PAIR}, UniTuple(f8, 2))")
def view_from(
    tables: PartTables, s: Base, t: Base, smokes: Sequence[tuple[float, float, float]], marks: Marks, p: Point
) -> tuple[bool, int, int]:
    """The same for the fan from one point."""
    boxes, planes, _, _, outlines, cores = tables
    return fan(boxes, planes, outlines, cores, relevant(boxes, s, t, marks[0]), s, t, p, smokes, marks)


@kernel()
def fan(
    boxes: Sequence[Box], planes: Sequence[Sequence[Plane]], outlines: Sequence[Sequence[Point]],
    cores: Sequence[Sequence[Plane]], parts: list[int], s: Base, t: Base, p: Point,
    smokes: Sequence[tuple[float, float, float]], marks: Marks,
) -> tuple[bool, int, int]:  # fmt: skip
    """Obscured and Cover by terrain and smoke, for the fan from one point, and the part behind that."""
    _, own, covers, everywhere = marks
    obscured, cover, by = False, 0, NOTHING
    lines = lines_of(s, t, p)
    for k in parts:
        box = boxes[k]
        near, beyond = crossed(box, planes[k], outlines[k], cores[k], s, t, lines, p, not covers, everywhere)
        if near and covers:
            cover |= BY_HEAVY if box[9] else BY_LIGHT
            by = k
        if beyond and not (box[10] == own and box[5] <= s[3] + 0.01):
            obscured, by = True, k
    if not obscured:
        for smoke in smokes:
            if is_smoked(smoke, s, t, p, everywhere):
                return True, cover, SMOKE
    return obscured, cover, by


@kernel()
def no_better(
    boxes: Sequence[Box], planes: Sequence[Sequence[Plane]], outlines: Sequence[Sequence[Point]],
    cores: Sequence[Sequence[Plane]], parts: list[int], s: Base, t: Base, p: Point, marks: Marks, limit: int,
) -> bool:  # fmt: skip
    """Do the parts make the view from p as bad as this? One alone often does: it is asked first about the next point.
    Smoke is left out, so a no is not certain."""
    _, own, covers, everywhere = marks
    lines = lines_of(s, t, p)
    hidden = covered = 0
    for n, k in enumerate(parts):
        box = boxes[k]
        heavy = box[9] > 0.0
        if not heavy and (not covers or covered):
            continue
        near, beyond = crossed(
            box, planes[k], outlines[k], cores[k], s, t, lines, p, not covers or covered == 4, everywhere
        )
        if near and covers:
            covered = 4 if heavy else covered or 1
        if beyond and not (box[10] == own and box[5] <= s[3] + 0.01):
            hidden = 8
        if hidden + covered >= limit:
            if n:
                parts.insert(0, parts.pop(n))
            return True
    return False


@kernel()
def lines_of(s: Base, t: Base, p: Point) -> list[Point]:
    """Where the cover lines from p that are looked along end: at the centre and both sides of the base; between
    different heights all around its rim as well."""
    left, right = touching(p[0], p[1], t[0], t[1], t[2])
    ends = [(t[0], t[1]), left, right]
    return ends if s[3] == t[3] else ends + ring(t[0], t[1], t[2], p[0], p[1], THIRTY_TWO)


@kernel()
def crossed(
    box: Box, planes: Iterable[Plane], outline: Iterable[Point], core: Iterable[Plane], s: Base, t: Base,
    lines: list[Point], p: Point, near: bool, everywhere: bool,
) -> tuple[bool, bool]:  # fmt: skip
    """Do some cover lines cross a part near the target (unless that does not matter: then `near` is given); and, if it
    is Heavy, where it obscures (far from target and shooter)?"""
    if s[3] == t[3]:
        return crossed_level(box, outline, core, s, t, p, lines[1], lines[2], near, everywhere)
    return crossed_aslant(box, planes, s, t, p, lines, near, everywhere)


@kernel()
def crossed_aslant(
    box: Box, planes: Iterable[Plane], s: Base, t: Base, p: Point, lines: list[Point], near: bool, everywhere: bool
) -> tuple[bool, bool]:
    """Line by line."""
    beyond, a, b = False, s[3] + LIFT, t[3] + LIFT
    for q in lines:
        t0, t1 = clip(planes, p[0], p[1], q[0], q[1])
        if t0 < t1:
            t0, t1 = clip_height(box[4], box[5], a, b, t0, t1)
        if t0 >= t1 or (t1 - t0) * length(p[0], p[1], s[3], q[0], q[1], t[3]) <= LINE_WIDTH:
            continue
        near = (
            near
            or off_base(p, q, t0, t, a, b, LIFT) <= NEAR + 0.001
            or off_base(p, q, t1, t, a, b, LIFT) <= NEAR + 0.001
        )
        beyond = beyond or stretch_obscures(p, q, t0, t1, s, t, everywhere)
    return near, beyond and box[9] > 0.0


@kernel()
def crossed_level(
    box: Box, outline: Iterable[Point], core: Iterable[Plane], s: Base, t: Base, p: Point, left: Point, right: Point,
    near: bool, everywhere: bool,
) -> tuple[bool, bool]:  # fmt: skip
    """On level ground, where the fan is a triangle. Its middle line often tells already."""
    if beside(box[0], box[1], box[2], box[3], p, left, right):
        return False, False
    heavy = box[9] > 0.0
    beyond = not heavy  # a Light part never obscures: there is nothing to find out
    long = length(p[0], p[1], 0.0, t[0], t[1], 0.0)
    t0, t1 = stretch(core, p, t, long)
    if t0 < t1:
        near = near or (1.0 - t1) * long <= NEAR + t[2]
        if not beyond:
            near0, near1 = inside_disc(p, (t[0], t[1]), s[0], s[1], s[2] + NEAR + 0.002)
            free = max(t0, near1 if near0 < near1 else 0.0)
            beyond = min(t1, 1.0 - (t[2] + OBSCURED_FROM + 0.002) / long) > free + 1e-6
    if near and beyond:
        return True, heavy
    inside = clip_outline(outline, p, left, right)
    if len(inside) < 3:
        return False, False
    return near or reaches(inside, t, NEAR + t[2]), heavy and (beyond or outline_obscures(inside, s, t, everywhere))


@kernel()
def stretch_obscures(p: Point, q: Point, t0: float, t1: float, s: Base, t: Base, everywhere: bool) -> bool:
    """Is some point of a stretch more than 1 in from the shooter and more than 2 in from the target?"""
    if everywhere:
        return True
    for k in range(9):
        share = t0 + (t1 - t0) * k / 8
        from_target = off_base(p, q, share, t, s[3] + LIFT, t[3] + LIFT, LIFT)
        from_shooter = off_base(p, q, share, s, s[3] + LIFT, t[3] + LIFT, LIFT)
        if from_target > OBSCURED_FROM + 0.001 and from_shooter > NEAR + 0.001:
            return True
    return False


@kernel()
def outline_obscures(poly: Poly, s: Base, t: Base, everywhere: bool) -> bool:
    """Is some point of an outline more than 1 in from the shooter's base and more than 2 in from the target's?

    Two discs cannot hide the inside of a convex outline and leave none of its boundary free, so the sides decide.
    """
    if everywhere:
        return True
    a = poly[-1]
    for b in poly:
        one = inside_disc(a, b, s[0], s[1], s[2] + NEAR + 0.001)
        two = inside_disc(a, b, t[0], t[1], t[2] + OBSCURED_FROM + 0.001)
        free = 0.0
        for t0, t1 in (one, two) if one <= two else (two, one):
            if t0 < t1:
                if t0 > free + 1e-9:
                    return True
                free = max(free, t1)
        if free < 1.0 - 1e-9:
            return True
        a = b
    return False


@kernel()
def is_smoked(smoke: tuple[float, float, float], s: Base, t: Base, p: Point, everywhere: bool) -> bool:
    """Does some cover line run through smoke where it obscures?"""
    x, y, z = smoke
    left, right = touching(p[0], p[1], t[0], t[1], t[2])
    for q in [(t[0], t[1]), left, right] + ring(t[0], t[1], t[2], p[0], p[1], SIXTEEN):  # noqa: RUF005  # as numba adds
        t0, t1 = inside_disc(p, q, x, y, SMOKE_RADIUS)
        if t0 >= t1:
            continue
        t0, t1 = clip_height(z, z + SMOKE_HEIGHT, s[3] + LIFT, t[3] + LIFT, t0, t1)
        wide = (t1 - t0) * length(p[0], p[1], 0.0, q[0], q[1], 0.0)
        if wide > LINE_WIDTH and stretch_obscures(p, q, t0, t1, s, t, everywhere):
            return True
    return False


# ---- operatives as Cover


@kernel("b1(UniTuple(f8, 4), f8, UniTuple(f8, 4), UniTuple(f8, 4), UniTuple(f8, 2))")
def crosses_miniature(base: Base, height: float, s: Base, t: Base, p: Point) -> bool:
    """Does some cover line from p run through a miniature within 1 in of the target?"""
    x, y, r, z = base
    dx, dy = t[0] - p[0], t[1] - p[1]
    aside = abs(dx * (y - p[1]) - dy * (x - p[0]))  # of the middle line, times its length
    if aside > (r + t[2] + 0.01) * math.sqrt(dx * dx + dy * dy):
        return False  # no line of the fan comes near
    a, b = s[3] + LIFT, t[3] + LIFT
    left, right = touching(p[0], p[1], t[0], t[1], t[2])
    for q in [(t[0], t[1]), left, right] + ring(t[0], t[1], t[2], p[0], p[1], SIXTEEN):  # noqa: RUF005
        t0, t1 = inside_disc(p, q, x, y, r)
        if t0 >= t1:
            continue
        t0, t1 = clip_height(z, z + height, a, b, t0, t1)
        wide = (t1 - t0) * length(p[0], p[1], 0.0, q[0], q[1], 0.0)
        if wide > LINE_WIDTH and off_base(p, q, t1, t, a, b, LIFT) <= NEAR + 0.001:
            return True
    return False
