"""Visible, Cover, Obscured and Line of Sight of operatives (chapter sight). Cover lines themselves: `cover_lines`."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import acts, cite, memoize, rule
from xenotable.games.killteam.rules.play.line_geometry import between, line_width, part_tables, through
from xenotable.games.killteam.rules.play.measuring import LARGEST, base_to_base
from xenotable.games.killteam.rules.sight import fans
from xenotable.games.killteam.rules.sight.cover_lines import (
    BY_OPERATIVE,
    COVER_FROM,
    NO_SMOKE,
    Smokes,
    View,
    base_of,
    from_point,
    hides,
    obscured_from_all,
    points,
    terrain_view,
    worse,
)
from xenotable.games.killteam.rules.sight.fans import NEAR
from xenotable.games.killteam.rules.terrain.features import SOLID, killzone
from xenotable.games.killteam.rules.terrain.vantage import seen_from_vantage
from xenotable.games.killteam.state import CONCEAL, ENGAGE, KillTeam, Operative, card, circle
from xenotable.kernels import Rows
from xenotable.table import Circle, Ground, Point

SILHOUETTE = 0.8


# ---- Visible


@rule("sight.visible", neutral=lambda *_: True)
def sees(game: KillTeam, viewer: str, target: str) -> bool:
    """Is some part of the target's miniature on an unblocked line from the viewer's head? It need not be mutual."""
    cite("sight.visible-not-mutual")
    return viewer == target or visible(game, game.operatives[viewer], game.operatives[target])


def visible(game: KillTeam, a: Operative, b: Operative) -> bool:
    return visible_on(killzone(game), a, b)


def visible_on(ground: Ground, a: Operative, b: Operative) -> bool:
    cite("play.miniature-model")
    return _sees(ground, a.unit, a.x, a.y, a.z, b.unit, b.x, b.y, b.z)


@memoize(65536)
def _sees(ground: Ground, a: str, ax: float, ay: float, az: float, b: str, bx: float, by: float, bz: float) -> bool:
    """Does a unit of type a see one of type b?"""
    if not (acts("terrain.blocks-sight") and acts("sight.visible-obstructions") and acts("play.visibility-sampling")):
        return True
    head, target = az + card(a).height, card(b)
    parts, r = part_tables(ground, SOLID), target.r * SILHOUETTE
    return bool(fans.shows(parts, ax, ay, head, bx, by, bz, r, target.height, line_width()))


@rule("sight.visible-point", neutral=lambda *_: True)
def sees_point(game: KillTeam, viewer: str, x: float, y: float, z: float) -> bool:
    """An unblocked line from the viewer's head to a point on a surface."""
    row = game.operatives[viewer]
    head = row.z + card(row.unit).height
    parts, boxes = killzone(game).chosen(SOLID), part_tables(killzone(game), SOLID).boxes
    near = between(boxes, row.x, row.y, x, y, 0.01, min(head, z), max(head, z))
    return not any(through(parts[k], row.x, row.y, head, x, y, z) for k in near)


# ---- cover lines


@rule("sight.cover-lines", neutral=lambda *_: View((0.0, 0.0), False, 0))
def look(game: KillTeam, viewer: str, target: str, point: Point | None = None, busy: tuple[str, ...] = ()) -> View:
    """What cover lines say, from the point best for the shooter unless one is given."""
    shooter, foe = game.operatives[viewer], game.operatives[target]
    s, t = circle(shooter), circle(foe)
    far = base_to_base(s, t)
    smokes = smokes_of(game)
    screen = [] if far <= COVER_FROM + 0.001 else _screen(game, viewer, target, s, t)
    if point is None:
        best = terrain_view(killzone(game), s, t, far, smokes)
        if not screen or worse(best):  # operatives matter where terrain leaves the target clear
            return best
    found: View | None = None
    for p in (point,) if point is not None else points(s, t):
        view = from_point(killzone(game), s, t, p, far, smokes)
        if not view.cover and not view.obscured and screen:
            view = _behind(game, viewer, target, p, s, t, screen, view, busy)
        if found is None or worse(found) > worse(view):
            found = view
        if not worse(view):
            break
    assert found is not None
    return found


def smokes_of(game: KillTeam) -> Smokes:
    """Where smoke lies."""
    return Rows([(m.x, m.y, m.z) for m in game.spots.values() if m.kind == "smoke"]) if game.spots else NO_SMOKE


def views(game: KillTeam, viewer: str, target: str, point: Point | None = None) -> Iterator[View]:
    """What hides a target for certain, if that is quickly found; then all that cover lines say."""
    s, t = circle(game.operatives[viewer]), circle(game.operatives[target])
    if point is None and s.z == t.z == 0.0:
        sure = hides(killzone(game), s, t, base_to_base(s, t) > COVER_FROM + 0.001)
        if sure is not None:
            yield sure
    yield look(game, viewer, target, point)


def is_obscured(game: KillTeam, viewer: str, target: str, point: Point | None = None) -> bool:
    """Is the target Obscured, from the point best for the shooter? Needs no look at what else that point sees."""
    s, t = circle(game.operatives[viewer]), circle(game.operatives[target])
    ground, smokes = killzone(game), smokes_of(game)
    if point is not None:
        return from_point(ground, s, t, point, base_to_base(s, t), smokes).obscured
    return obscured_from_all(ground, s, t, smokes)


# ---- operatives as Cover


def _screen(game: KillTeam, viewer: str, target: str, s: Circle, t: Circle) -> list[str]:
    """Operatives near enough to the target, on the shooter's side of it, to give it Cover."""
    found = []
    tx, ty, far = t.x, t.y, t.r + NEAR + LARGEST
    x0, x1, y0, y1 = tx - far, tx + far, ty - far, ty + far
    for i, row in game.operatives.items():
        if not (x0 < row.x < x1 and y0 < row.y < y1) or not row.there or i in (viewer, target):
            continue
        dx, dy = row.x - tx, row.y - ty
        near = t.r + NEAR + card(row.unit).r
        if dx * dx + dy * dy <= near * near and dx * (s.x - tx) + dy * (s.y - ty) > -t.r * 2:
            found.append(i)
    return found


@rule("sight.cover-operative", neutral=lambda game, a, b, p, s, t, screen, view, busy: view)
def _behind(
    game: KillTeam,
    viewer: str,
    target: str,
    p: Point,
    s: Circle,
    t: Circle,
    screen: list[str],
    view: View,
    busy: tuple[str, ...],
) -> View:
    """The view with the Cover of operatives: only those that are in Line of Sight themselves, from this point."""
    for i in screen:
        if i in busy or not _crossed_base(game.operatives[i], p, s, t):
            continue
        if in_line_of_sight(game, viewer, i, p, (*busy, target)):
            return View(p, view.obscured, BY_OPERATIVE, i)
        cite("sight.cover-operative-los")
    return view


def _crossed_base(row: Operative, p: Point, s: Circle, t: Circle) -> bool:
    model = card(row.unit)
    return bool(
        fans.crosses_miniature((row.x, row.y, model.r, row.z), model.height, base_of(s), base_of(t), (p[0], p[1]))
    )


# ---- Line of Sight


@rule("sight.los-table", neutral=lambda *_, **__: True)
def in_line_of_sight(
    game: KillTeam,
    viewer: str,
    target: str,
    point: Point | None = None,
    busy: tuple[str, ...] = (),
    indirect: bool = False,
) -> bool:
    """Visible and not Obscured; with a Conceal order also not in Cover."""
    if not sees(game, viewer, target):
        return False
    view = look(game, viewer, target, point, busy)
    return not view.obscured and not hidden_by_cover(game, viewer, target, view, indirect)


@rule("sight.los-conceal", neutral=lambda *_: False)
def hidden_by_cover(game: KillTeam, viewer: str, target: str, view: View, indirect: bool = False) -> bool:
    """Does the Cover of a concealed target keep it from being selected?"""
    if game.operatives[target].order == ENGAGE:
        cite("sight.los-engage")
        return False
    if not view.cover or game.operatives[target].order != CONCEAL:
        return False
    if indirect and acts("specials.indirect"):
        return False
    return not seen_from_vantage(game, viewer, target, view)
