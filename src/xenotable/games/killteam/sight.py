"""Chapter sight: Visible, Cover, Obscured and Line of Sight.

Cover lines from one point p to a whole base fill the triangle between p and the two tangent points (and the base), so
on level ground a terrain part is crossed exactly if it reaches into that triangle. The points p from which one convex
part gives Cover form a convex set: sixteen points of the rim decide for the whole base to within 0.01 in. Between
different heights lines are tried one by one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from xenotable.engine import cite, rule
from xenotable.games.killteam.lines import (
    LINE_WIDTH,
    Poly,
    SeenPlane,
    beside,
    between,
    clipped,
    flat_through,
    inside_disc,
    reaches,
    seen_from,
    shades,
    shrunk,
    stretch,
    through,
)
from xenotable.games.killteam.play import distance
from xenotable.games.killteam.state import CONCEAL, ENGAGE, KillTeam, Op, card, circle
from xenotable.games.killteam.terrain import COVERS, HEAVY, SOLID, ignored_from, on_vantage
from xenotable.table import Circle, Ground, Point, from_base, rim, tangents
from xenotable.table.ground import Part, clip, clip_height
from xenotable.table.near import to_outline

LIFT = 0.1  # cover lines run this high above the surfaces
NEAR = 1.0  # what is crossed within this of the target gives Cover
COVER_FROM = 2.0  # nobody nearer than this is in Cover
OBSCURED_FROM = 2.0
LEVELS = (1.0, 0.75, 0.5, 0.3, 0.1)
SILHOUETTE = 0.8
BY_LIGHT, BY_HEAVY, BY_OPERATIVE = 1, 2, 4
SMOKE_RADIUS, SMOKE_HEIGHT = 1.0, 3.0


Smokes = tuple[tuple[float, float, float], ...]


class View(NamedTuple):
    """What cover lines from the chosen point say about a target."""

    point: Point
    obscured: bool
    cover: int  # bits: by Light terrain, by Heavy terrain, by an operative
    by: str = ""  # what gives the Cover, or obscures


# ---- Visible


@rule("sight.visible", neutral=lambda *_: True)
def sees(game: KillTeam, a: str, b: str) -> bool:
    """Is some part of b's miniature on an unblocked line from a's head? Only from there: it need not be mutual."""
    cite("sight.visible-not-mutual")
    return a == b or visible(game, game.ops[a], game.ops[b])


def visible(game: KillTeam, a: Op, b: Op) -> bool:
    cite("play.miniature-model")
    one, two = card(a.unit), card(b.unit)
    return _sees(game.ground, a.x, a.y, a.z + one.height, b.x, b.y, b.z, two.r * SILHOUETTE, two.height)


@lru_cache(65536)
def _sees(
    ground: Ground, ax: float, ay: float, head: float, bx: float, by: float, bz: float, r: float, height: float
) -> bool:
    cite("terrain.blocks-sight")
    cite("sight.visible-obstructions")
    cite("play.visibility-sampling")
    low, high = min(head, bz), max(head, bz + height)
    near = between(ground, SOLID, ax, ay, bx, by, r, low, high)
    if not near:
        return True
    tall: list[list[SeenPlane]] = []
    for part in near:
        if part.low <= low and part.high >= high:
            planes = seen_from(part, ax, ay)
            if shades(part, planes, ax, ay, bx, by, r + 0.002):
                return False
            tall.append(planes)
    short = [p for p in near if not (p.low <= low and p.high >= high)]
    for x, y in _silhouette(ax, ay, bx, by, r):
        if _walled(tall, x, y, math.hypot(x - ax, y - ay)):
            continue
        if not short:
            return True
        for level in LEVELS:
            z = bz + height * level
            if not any(through(p, ax, ay, head, x, y, z) for p in short):
                return True
    return False


def _silhouette(ax: float, ay: float, bx: float, by: float, r: float) -> Iterator[Point]:
    """The axis of a miniature, then points around it."""
    yield bx, by
    yield from rim(Circle(bx, by, r), 16, (ax, ay))


def _walled(tall: list[list[SeenPlane]], x: float, y: float, long: float) -> bool:
    """Does a line run through one of these parts? What stopped it comes first for the next line."""
    for n, planes in enumerate(tall):
        if flat_through(planes, x, y, long):
            if n:
                tall.insert(0, tall.pop(n))
            return True
    return False


@rule("sight.visible-point")
def sees_point(game: KillTeam, a: str, x: float, y: float, z: float) -> bool:
    """An unblocked line from a's head to a point on a surface."""
    op = game.ops[a]
    head = op.z + card(op.unit).height
    near = between(game.ground, SOLID, op.x, op.y, x, y, 0.01, min(head, z), max(head, z))
    return not any(through(p, op.x, op.y, head, x, y, z) for p in near)


# ---- cover lines


@rule("sight.cover-lines", neutral=lambda *_: View((0.0, 0.0), False, 0))
def look(game: KillTeam, a: str, b: str, point: Point | None = None, busy: tuple[str, ...] = ()) -> View:
    """What cover lines from a to b say, from the point best for the shooter unless one is given."""
    shooter, target = game.ops[a], game.ops[b]
    s, t = circle(shooter), circle(target)
    far = distance(shooter, target)
    smokes = tuple((m.x, m.y, m.z) for m in game.spots.values() if m.kind == "smoke")
    screen = [] if far <= COVER_FROM + 0.001 else _screen(game, a, b, s, t)
    if point is None:
        best = _terrain_view(game.ground, s, t, far, smokes)
        if not screen or _worse(best):  # operatives matter where terrain leaves the target clear
            return best
    found: View | None = None
    for p in (point,) if point is not None else _points(s, t):
        view = _from_point(game.ground, s, t, p, far, smokes)
        if not view.cover and not view.obscured and screen:
            view = _behind(game, a, b, p, s, t, screen, view, busy)
        if found is None or _worse(found) > _worse(view):
            found = view
        if not _worse(view):
            break
    assert found is not None
    return found


def views(game: KillTeam, a: str, b: str, point: Point | None = None) -> Iterator[View]:
    """What hides a target for certain, if that is quickly found; then all that cover lines say."""
    s, t = circle(game.ops[a]), circle(game.ops[b])
    if point is None and s.z == t.z == 0.0:
        sure = _hides(game.ground, s, t, distance(game.ops[a], game.ops[b]) > COVER_FROM + 0.001)
        if sure is not None:
            yield sure
    yield look(game, a, b, point)


@lru_cache(32768)
def _hides(ground: Ground, s: Circle, t: Circle, covers: bool) -> View | None:
    """One part that every line from the shooter's base to the centre of the target runs through where it hides it.

    Along the lines from that centre the near face of a convex part is farthest at an outermost line, so two lines tell
    for all whether it is within 1 in of the target.
    """
    for part in _relevant(ground, s, t):
        if not shades(part, seen_from(part, t.x, t.y), t.x, t.y, s.x, s.y, s.r + 0.002):
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


def obscured(game: KillTeam, a: str, b: str, point: Point | None = None) -> bool:
    """Is the target Obscured, from the point best for the shooter? Needs no look at what else that point sees."""
    s, t = circle(game.ops[a]), circle(game.ops[b])
    ground, far = game.ground, distance(game.ops[a], game.ops[b])
    smokes = tuple((m.x, m.y, m.z) for m in game.spots.values() if m.kind == "smoke")
    if not smokes and not any(p.bits & HEAVY for p in _relevant(ground, s, t)):
        return False
    if point is None and s.z == t.z == 0.0 and (sure := _hides(ground, s, t, False)) is not None and sure.obscured:
        return True
    if point is not None:
        return _from_point(ground, s, t, point, far, smokes).obscured
    return _obscured_from_all(ground, s, t, far, smokes)


@lru_cache(65536)
def _obscured_from_all(ground: Ground, s: Circle, t: Circle, far: float, smokes: Smokes) -> bool:
    if not _from_point(ground, s, t, (s.x, s.y), far, smokes).obscured:
        return False
    queue = [p for p in _relevant(ground, s, t) if p.bits & HEAVY]
    return all(
        _no_better(ground, s, t, p, queue, False, 8) or _from_point(ground, s, t, p, far, smokes).obscured
        for p in _points(s, t)[1:]
    )


def _worse(view: View) -> int:
    """Order of the shooter's preference: not Obscured, not in Cover, then Cover by Light parts or operatives."""
    return 8 * view.obscured + (4 if view.cover & BY_HEAVY else 1 if view.cover else 0)


def _points(s: Circle, t: Circle) -> list[Point]:
    """Points of the shooter's base: the centre, the ends of the base across the line, then the rest of the rim."""
    ring = rim(s, 16, (t.x, t.y))
    return [(s.x, s.y), ring[4], ring[12], *ring[:4], *ring[5:12], *ring[13:]]


@lru_cache(65536)
def _terrain_view(ground: Ground, s: Circle, t: Circle, far: float, smokes: Smokes) -> View:
    parts = _relevant(ground, s, t)
    if not parts and not smokes:
        return View((s.x, s.y), False, 0)
    points = _points(s, t)
    best = _from_point(ground, s, t, points[0], far, smokes)
    worse = _worse(best)
    if not worse:
        return best
    queue = list(parts)
    for p in points[1:]:
        if _no_better(ground, s, t, p, queue, far > COVER_FROM + 0.001, worse):
            continue
        view = _from_point(ground, s, t, p, far, smokes)
        if _worse(view) < worse:
            best, worse = view, _worse(view)
        if not worse:
            break
    return best


def _no_better(ground: Ground, s: Circle, t: Circle, p: Point, parts: list[Part], covers: bool, limit: int) -> bool:
    """Do the parts make the view from p as bad as this? One alone often does: it is asked first about the next point.
    Smoke is left out, so a no is not certain."""
    own = ignored_from(ground, s.x, s.y, s.z) if s.z else ()
    left, right = tangents(p, t)
    hidden = covered = 0
    for n, part in enumerate(parts):
        heavy = part.bits & HEAVY
        if not heavy and (not covers or covered):
            continue
        near, beyond = _crossed(part, s, t, p, left, right, not covers or covered == 4)
        if near and covers:
            covered = 4 if heavy else covered or 1
        if beyond and heavy and ground.pieces[part.owner].name not in own:
            hidden = 8
        if hidden + covered >= limit:
            if n:
                parts.insert(0, parts.pop(n))
            return True
    return False


@lru_cache(32768)
def _relevant(ground: Ground, s: Circle, t: Circle) -> tuple[Part, ...]:
    """Parts with Cover that cover lines between these bases could cross."""
    low, high = min(s.z, t.z) + LIFT, max(s.z, t.z) + LIFT
    skip = ignored_from(ground, t.x, t.y, t.z)
    if skip:
        cite("terrain.vantage-target")
    near = between(ground, COVERS, s.x, s.y, t.x, t.y, max(s.r, t.r), low - 0.001, high + 0.001)
    reach = t.r + NEAR + 0.01  # farther off a Light part does nothing: it never obscures
    return tuple(
        p
        for p in near
        if ground.pieces[p.owner].name not in skip
        and (p.bits & HEAVY or (p.x0 - reach <= t.x <= p.x1 + reach and p.y0 - reach <= t.y <= p.y1 + reach))
    )


@lru_cache(131072)
def _from_point(ground: Ground, s: Circle, t: Circle, p: Point, far: float, smokes: Smokes) -> View:
    """Cover and Obscured by terrain and smoke, for the fan from one point."""
    cite("sight.cover-line-geometry")
    covers = far > COVER_FROM + 0.001
    if not covers:
        cite("sight.cover-distance")
    own = ignored_from(ground, s.x, s.y, s.z)
    cover, obscured, by = 0, False, ""
    left, right = tangents(p, t)
    for part in _relevant(ground, s, t):
        near, beyond = _crossed(part, s, t, p, left, right)
        name = ground.pieces[part.owner].name
        if near and covers:
            cite("sight.cover-terrain")
            if part.bits & HEAVY:
                cite("terrain.heavy")
            else:
                cite("terrain.light")
            cover |= BY_HEAVY if part.bits & HEAVY else BY_LIGHT
            by = name
        if beyond and part.bits & HEAVY:
            if name in own:
                cite("terrain.vantage-own-feature")
                continue
            cite("terrain.heavy")
            obscured, by = True, name
    if not obscured and any(_smoked(m, s, t, p) for m in smokes):
        cite("terrain.smoke")
        obscured, by = True, "smoke"
    if obscured:
        cite("sight.obscured")
    return View(p, obscured, cover, by)


def _crossed(
    part: Part, s: Circle, t: Circle, p: Point, left: Point, right: Point, near: bool = False
) -> tuple[bool, bool]:
    """Do some cover lines cross a part near the target (unless that does not matter: then `near` is given); and where
    it obscures (far from target and shooter)?"""
    if s.z == t.z:
        return _fanned(part, s, t, p, left, right, near)
    beyond = False
    for q in ((t.x, t.y), left, right, *rim(t, 32, p)):
        t0, t1 = clip(part, p[0], p[1], q[0], q[1])
        if t0 < t1:
            t0, t1 = clip_height(part.low, part.high, s.z + LIFT, t.z + LIFT, t0, t1)
        if t0 >= t1 or (t1 - t0) * math.dist((*p, s.z), (*q, t.z)) <= LINE_WIDTH:
            continue
        ends = [from_base(p, q, share, t, s.z + LIFT, t.z + LIFT, LIFT) for share in (t0, t1)]
        near = near or min(ends) <= NEAR + 0.001
        beyond = beyond or _stretch_obscures(p, q, t0, t1, s, t)
    return near, beyond


def _fanned(
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
    inside = clipped(shrunk(part.corners), p, left, right)
    if len(inside) < 3:
        return False, False
    return near or reaches(inside, t, NEAR + t.r), bool(part.bits & HEAVY) and (beyond or _beyond(inside, s, t))


def _stretch_obscures(p: Point, q: Point, t0: float, t1: float, s: Circle, t: Circle) -> bool:
    """Is some point of a stretch more than 1 in from the shooter and more than 2 in from the target?"""
    cite("sight.obscured-near-shooter")
    for k in range(9):
        share = t0 + (t1 - t0) * k / 8
        from_target = from_base(p, q, share, t, s.z + LIFT, t.z + LIFT, LIFT)
        from_shooter = from_base(p, q, share, s, s.z + LIFT, t.z + LIFT, LIFT)
        if from_target > OBSCURED_FROM + 0.001 and from_shooter > NEAR + 0.001:
            return True
    return False


@rule("sight.obscured-near-shooter")
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


def _smoked(m: tuple[float, float, float], s: Circle, t: Circle, p: Point) -> bool:
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


# ---- operatives as Cover


def _screen(game: KillTeam, a: str, b: str, s: Circle, t: Circle) -> list[str]:
    """Operatives near enough to the target, on the shooter's side of it, to give it Cover."""
    found = []
    for i, op in game.ops.items():
        if not op.there or i in (a, b):
            continue
        dx, dy, r = op.x - t.x, op.y - t.y, card(op.unit).r
        if dx * dx + dy * dy <= (t.r + NEAR + r) ** 2 and dx * (s.x - t.x) + dy * (s.y - t.y) > -t.r * 2:
            found.append(i)
    return found


@rule("sight.cover-operative", neutral=lambda game, a, b, p, s, t, screen, view, busy: view)
def _behind(
    game: KillTeam, a: str, b: str, p: Point, s: Circle, t: Circle, screen: list[str], view: View, busy: tuple[str, ...]
) -> View:
    """The view with the Cover of operatives: only those that are in Line of Sight themselves, from this point."""
    for i in screen:
        if i in busy or not _crossed_base(game.ops[i], p, s, t):
            continue
        if in_line_of_sight(game, a, i, p, (*busy, b)):
            return View(p, view.obscured, BY_OPERATIVE, i)
        cite("sight.cover-operative-los")
    return view


def _crossed_base(op: Op, p: Point, s: Circle, t: Circle) -> bool:
    r, height = card(op.unit).r, card(op.unit).height
    for q in ((t.x, t.y), *tangents(p, t), *rim(t, 16, p)):
        span = inside_disc(p, q, op.x, op.y, r)
        if span is None:
            continue
        t0, t1 = clip_height(op.z, op.z + height, s.z + LIFT, t.z + LIFT, *span)
        if (t1 - t0) * math.dist(p, q) > LINE_WIDTH and from_base(
            p, q, t1, t, s.z + LIFT, t.z + LIFT, LIFT
        ) <= NEAR + 0.001:
            return True
    return False


# ---- Line of Sight


@rule("sight.los-table", neutral=lambda *_, **__: True)
def in_line_of_sight(
    game: KillTeam, a: str, b: str, point: Point | None = None, busy: tuple[str, ...] = (), indirect: bool = False
) -> bool:
    """Visible and not Obscured; with a Conceal order also not in Cover."""
    if not sees(game, a, b):
        return False
    view = look(game, a, b, point, busy)
    return not view.obscured and not hidden_by_cover(game, a, b, view, indirect)


@rule("sight.los-conceal", neutral=lambda *_: False)
def hidden_by_cover(game: KillTeam, a: str, b: str, view: View, indirect: bool = False) -> bool:
    """Does the Cover of a concealed target keep it from being selected?"""
    if game.ops[b].order == ENGAGE:
        cite("sight.los-engage")
        return False
    if not view.cover or game.ops[b].order != CONCEAL:
        return False
    if indirect:
        cite("specials.indirect")
        return False
    return not seen_from_vantage(game, a, b, view)


@rule("terrain.vantage-shooting", neutral=lambda *_: False)
def seen_from_vantage(game: KillTeam, a: str, b: str, view: View) -> bool:
    """From a Vantage Point a target at least 2 in lower is found behind Light parts and operatives."""
    if view.cover & BY_HEAVY:
        if view.cover & BY_LIGHT:
            cite("terrain.vantage-mixed")
        return False
    if game.ops[a].order == CONCEAL:
        cite("combos.vantage-silent")
    return game.ops[a].z - game.ops[b].z >= 2.0 - 0.001 and on_vantage(game, a)
