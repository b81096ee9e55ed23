"""Cover lines (chapter sight): what terrain and smoke do to lines between two bases, wherever they stand.

Cover lines from one point p to a whole base fill the triangle between p and the two tangent points (and the base), so
on level ground a terrain part is crossed exactly if it reaches into that triangle. The points p from which one convex
part gives Cover form a convex set: sixteen points of the rim decide for the whole base to within 0.01 in. Between
different heights lines are tried one by one.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from xenotable.engine import acts, cite, memoize, rule
from xenotable.games.killteam.rules.play.line_geometry import (
    LINE_WIDTH,
    Poly,
    beside,
    between,
    clip_outline,
    inside_disc,
    outline_of,
    reaches,
    shades,
    stretch,
)
from xenotable.games.killteam.rules.terrain.features import COVERS, HEAVY, ignored_from
from xenotable.table import Circle, Ground, Point, from_base, rim, tangents
from xenotable.table.ground import Part, clip, clip_height
from xenotable.table.near import to_outline

LIFT = 0.1  # cover lines run this high above the surfaces
NEAR = 1.0  # what is crossed within this of the target gives Cover
COVER_FROM = 2.0  # nobody nearer than this is in Cover
OBSCURED_FROM = 2.0
BY_LIGHT, BY_HEAVY, BY_OPERATIVE = 1, 2, 4
SMOKE_RADIUS, SMOKE_HEIGHT = 1.0, 3.0
Smokes = tuple[tuple[float, float, float], ...]


class View(NamedTuple):
    """What cover lines from the chosen point say about a target."""

    point: Point
    obscured: bool
    cover: int  # bits: by Light terrain, by Heavy terrain, by an operative
    by: str = ""  # what gives the Cover, or obscures


# ---- the best point of the shooter's base


def worse(view: View) -> int:
    """Order of the shooter's preference: not Obscured, not in Cover, then Cover by Light parts or operatives."""
    return 8 * view.obscured + (4 if view.cover & BY_HEAVY else 1 if view.cover else 0)


def points(s: Circle, t: Circle) -> list[Point]:
    """Points of the shooter's base: the centre, the ends of the base across the line, then the rest of the rim."""
    ring = rim(s, 16, (t.x, t.y))
    return [(s.x, s.y), ring[4], ring[12], *ring[:4], *ring[5:12], *ring[13:]]


@lru_cache(32768)
def hides(ground: Ground, s: Circle, t: Circle, covers: bool) -> View | None:
    """One part that every line from the shooter's base to the centre of the target runs through where it hides it.

    Along the lines from that centre the near face of a convex part is farthest at an outermost line, so two lines tell
    for all whether it is within 1 in of the target.
    """
    for part in relevant(ground, s, t):
        if not shades(part, t.x, t.y, s.x, s.y, s.r + 0.002):
            continue
        heavy, name = bool(part.bits & HEAVY), ground.pieces[part.owner].name
        if (
            heavy
            and to_outline((t.x, t.y), part.corners) > t.r + OBSCURED_FROM + 0.002
            and to_outline((s.x, s.y), part.corners) > s.r + NEAR + 0.002
        ):
            return View((s.x, s.y), True, 0, name)
        if covers and all(_near_along(part, t, q) for q in tangents((t.x, t.y), Circle(s.x, s.y, s.r + 0.002))):
            return View((s.x, s.y), False, BY_HEAVY if heavy else BY_LIGHT, name)
    return None


def _near_along(part: Part, t: Circle, q: Point) -> bool:
    """Does the line from q to the centre of a base cross a part within 1 in of that base?"""
    long = math.hypot(t.x - q[0], t.y - q[1])
    span = stretch(part, q, t, long)
    return span is not None and (1.0 - span[1]) * long <= NEAR + t.r - 0.002


@memoize(65536)
def terrain_view(ground: Ground, s: Circle, t: Circle, far: float, smokes: Smokes) -> View:
    parts = relevant(ground, s, t)
    if not parts and not smokes:
        return View((s.x, s.y), False, 0)
    best = from_point(ground, s, t, (s.x, s.y), far, smokes)
    bad = worse(best)
    if not bad:
        return best
    queue = list(parts)
    for p in points(s, t)[1:]:
        if _no_better(ground, s, t, p, queue, far > COVER_FROM + 0.001, bad):
            continue
        view = from_point(ground, s, t, p, far, smokes)
        if worse(view) < bad:
            best, bad = view, worse(view)
        if not bad:
            break
    return best


def _no_better(ground: Ground, s: Circle, t: Circle, p: Point, parts: list[Part], covers: bool, limit: int) -> bool:
    """Do the parts make the view from p as bad as this? One alone often does: it is asked first about the next point.
    Smoke is left out, so a no is not certain."""
    own = ignored_from(ground, s.x, s.y, s.z) if s.z else ()
    left, right = tangents(p, t)
    cross = _cross_part_level if s.z == t.z else _cross_part_aslant
    hidden = covered = 0
    for n, part in enumerate(parts):
        heavy = part.bits & HEAVY
        if not heavy and (not covers or covered):
            continue
        near, beyond = cross(part, s, t, p, left, right, not covers or covered == 4)
        if near and covers:
            covered = 4 if heavy else covered or 1
        if beyond and heavy and ground.pieces[part.owner].name not in own:
            hidden = 8
        if hidden + covered >= limit:
            if n:
                parts.insert(0, parts.pop(n))
            return True
    return False


@memoize(65536)
def obscured_from_all(ground: Ground, s: Circle, t: Circle, far: float, smokes: Smokes) -> bool:
    if not from_point(ground, s, t, (s.x, s.y), far, smokes).obscured:
        return False
    queue = [p for p in relevant(ground, s, t) if p.bits & HEAVY]
    for p in points(s, t)[1:]:
        if not _no_better(ground, s, t, p, queue, False, 8) and not from_point(ground, s, t, p, far, smokes).obscured:
            return False
    return True


# ---- the fan from one point


@memoize(32768)
def relevant(ground: Ground, s: Circle, t: Circle) -> tuple[Part, ...]:
    """Parts with Cover that cover lines between these bases could cross."""
    low, high = min(s.z, t.z) + LIFT, max(s.z, t.z) + LIFT
    skip = ignored_from(ground, t.x, t.y, t.z)
    if skip and not acts("terrain.vantage-target"):
        skip = frozenset()
    near = between(ground, COVERS, s.x, s.y, t.x, t.y, max(s.r, t.r), low - 0.001, high + 0.001)
    reach = t.r + NEAR + 0.01  # farther off a Light part does nothing: it never obscures
    return tuple(
        p
        for p in near
        if ground.pieces[p.owner].name not in skip
        and (p.bits & HEAVY or (p.x0 - reach <= t.x <= p.x1 + reach and p.y0 - reach <= t.y <= p.y1 + reach))
    )


@memoize(131072)
def from_point(ground: Ground, s: Circle, t: Circle, p: Point, far: float, smokes: Smokes) -> View:
    """Cover and Obscured by terrain and smoke, for the fan from one point."""
    cite("sight.cover-line-geometry")
    covers = far > COVER_FROM + 0.001 or not acts("sight.cover-distance")
    own = ignored_from(ground, s.x, s.y, s.z)
    cover, obscured, by = 0, False, ""
    left, right = tangents(p, t)
    cross = _cross_part_level if s.z == t.z else _cross_part_aslant
    for part in relevant(ground, s, t):
        near, beyond = cross(part, s, t, p, left, right)
        name = ground.pieces[part.owner].name
        if near and covers:
            cite("sight.cover-terrain")
            if part.bits & HEAVY:
                cite("terrain.heavy")
                cover |= BY_HEAVY
            else:
                cite("terrain.light")
                cover |= BY_LIGHT
            by = name
        if beyond and part.bits & HEAVY:
            if name in own and acts("terrain.vantage-own-feature"):
                continue
            cite("terrain.heavy")
            obscured, by = True, name
    if not obscured and any(_is_smoked(m, s, t, p) for m in smokes) and acts("terrain.smoke"):
        obscured, by = True, "smoke"
    return View(p, obscured and acts("sight.obscured"), cover, by)


def _cross_part_aslant(
    part: Part, s: Circle, t: Circle, p: Point, left: Point, right: Point, near: bool = False
) -> tuple[bool, bool]:
    """Do some cover lines cross a part near the target (unless that does not matter: then `near` is given); and where
    it obscures (far from target and shooter)?"""
    beyond = False
    for q in ((t.x, t.y), left, right, *rim(t, 32, p)):
        t0, t1 = clip(part.planes, p[0], p[1], q[0], q[1])
        if t0 < t1:
            t0, t1 = clip_height(part.low, part.high, s.z + LIFT, t.z + LIFT, t0, t1)
        if t0 >= t1 or (t1 - t0) * math.dist((*p, s.z), (*q, t.z)) <= LINE_WIDTH:
            continue
        near = (
            near
            or from_base(p, q, t0, t, s.z + LIFT, t.z + LIFT, LIFT) <= NEAR + 0.001
            or from_base(p, q, t1, t, s.z + LIFT, t.z + LIFT, LIFT) <= NEAR + 0.001
        )
        beyond = beyond or _stretch_obscures(p, q, t0, t1, s, t)
    return near, beyond


def _cross_part_level(
    part: Part, s: Circle, t: Circle, p: Point, left: Point, right: Point, near: bool = False
) -> tuple[bool, bool]:
    """The same on level ground, where the fan is a triangle. Its middle line often tells already."""
    if beside(part, p, left, right):
        return False, False
    beyond = not part.bits & HEAVY  # a Light part never obscures: there is nothing to find out
    long = math.hypot(t.x - p[0], t.y - p[1])
    span = stretch(part, p, t, long)
    if span is not None:
        near = near or (1.0 - span[1]) * long <= NEAR + t.r
        if not beyond:
            shade = inside_disc(p, (t.x, t.y), s.x, s.y, s.r + NEAR + 0.002)
            free = max(span[0], shade[1] if shade else 0.0)
            beyond = min(span[1], 1.0 - (t.r + OBSCURED_FROM + 0.002) / long) > free + 1e-6
    if near and beyond:
        return True, bool(part.bits & HEAVY)
    inside = clip_outline(outline_of(part), p, left, right)
    if len(inside) < 3:
        return False, False
    return near or reaches(inside, t, NEAR + t.r), bool(part.bits & HEAVY) and (beyond or _beyond(inside, s, t))


@rule("sight.obscured-near-shooter", neutral=lambda *_: True)
def _stretch_obscures(p: Point, q: Point, t0: float, t1: float, s: Circle, t: Circle) -> bool:
    """Is some point of a stretch more than 1 in from the shooter and more than 2 in from the target?"""
    for k in range(9):
        share = t0 + (t1 - t0) * k / 8
        from_target = from_base(p, q, share, t, s.z + LIFT, t.z + LIFT, LIFT)
        from_shooter = from_base(p, q, share, s, s.z + LIFT, t.z + LIFT, LIFT)
        if from_target > OBSCURED_FROM + 0.001 and from_shooter > NEAR + 0.001:
            return True
    return False


@rule("sight.obscured-near-shooter", neutral=lambda *_: True)
def _beyond(poly: Poly, s: Circle, t: Circle) -> bool:
    """Is some point of an outline more than 1 in from the shooter's base and more than 2 in from the target's?

    Two discs cannot hide the inside of a convex outline and leave none of its boundary free, so the sides decide.
    """
    a, b = poly[-1], poly[0]
    for b in poly:
        hidden = []
        for c, limit in ((s, s.r + NEAR), (t, t.r + OBSCURED_FROM)):
            span = inside_disc(a, b, c.x, c.y, limit + 0.001)
            if span is not None:
                hidden.append(span)
        free = 0.0
        for t0, t1 in sorted(hidden):
            if t0 > free + 1e-9:
                return True
            free = max(free, t1)
        if free < 1.0 - 1e-9:
            return True
        a = b
    return False


def _is_smoked(m: tuple[float, float, float], s: Circle, t: Circle, p: Point) -> bool:
    """Does some cover line run through smoke where it obscures?"""
    x, y, z = m
    for q in ((t.x, t.y), *tangents(p, t), *rim(t, 16, p)):
        span = inside_disc(p, q, x, y, SMOKE_RADIUS)
        if span is None:
            continue
        t0, t1 = clip_height(z, z + SMOKE_HEIGHT, s.z + LIFT, t.z + LIFT, *span)
        if (t1 - t0) * math.dist(p, q) > LINE_WIDTH and _stretch_obscures(p, q, t0, t1, s, t):
            return True
    return False
