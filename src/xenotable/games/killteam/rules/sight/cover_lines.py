"""Cover lines (chapter sight): what terrain and smoke do to lines between two bases, wherever they stand. The lines
themselves: `fans`."""

from __future__ import annotations

from typing import NamedTuple

from xenotable.engine import acts, memoize, rule
from xenotable.games.killteam.rules.play.line_geometry import Base, feature_number, part_tables
from xenotable.games.killteam.rules.sight import fans
from xenotable.games.killteam.rules.sight.fans import BY_HEAVY, BY_LIGHT, NOTHING, SIDES_FIRST, SMOKE, Marks, badness
from xenotable.games.killteam.rules.terrain.features import COVERS, feature_under
from xenotable.kernels import Rows
from xenotable.table import Circle, Ground, Point
from xenotable.table.sight import ring

COVER_FROM = 2.0  # nobody nearer than this is in Cover
BY_OPERATIVE = 4  # beside BY_LIGHT and BY_HEAVY
Smokes = tuple[tuple[float, float, float], ...]
NO_SMOKE: Smokes = Rows()


class View(NamedTuple):
    """What cover lines from the chosen point say about a target."""

    point: Point
    obscured: bool
    cover: int  # bits: by Light terrain, by Heavy terrain, by an operative
    by: str = ""  # what gives the Cover, or obscures


def worse(view: View) -> int:
    """Order of the shooter's preference."""
    return badness(view.obscured, view.cover)


def points(s: Circle, t: Circle) -> list[Point]:
    """Points of the shooter's base: the centre, the ends of the base across the line, then the rest of the rim."""
    return [(s.x, s.y), *ring(s.x, s.y, s.r, t.x, t.y, SIDES_FIRST)]


def base_of(c: Circle) -> Base:
    return c.x, c.y, c.r, c.z


@memoize(32768)
def hides(ground: Ground, s: Circle, t: Circle, covers: bool) -> View | None:
    """One part that hides the target from every point of the shooter's base for certain, on the floor."""
    tables = part_tables(ground, COVERS)
    k, obscured = fans.surely_hidden(tables, base_of(s), base_of(t), _ignored(ground, t), covers)
    if k == NOTHING:
        return None
    cover = 0 if obscured else BY_HEAVY if tables.boxes[k][9] else BY_LIGHT
    return View((s.x, s.y), obscured, cover, _name(ground, k))


@memoize(65536)
def terrain_view(ground: Ground, s: Circle, t: Circle, far: float, smokes: Smokes) -> View:
    """The view from the point best for the shooter."""
    x, y, obscured, cover, by = fans.best_view(
        part_tables(ground, COVERS),
        base_of(s),
        base_of(t),
        _acting(smokes),
        _marks(ground, s, t, _is_coverable(far)),
    )
    return _view(ground, (x, y), obscured, cover, by)


@memoize(65536)
def obscured_from_all(ground: Ground, s: Circle, t: Circle, smokes: Smokes) -> bool:
    """Is the target Obscured from every point of the shooter's base?"""
    obscured = fans.is_obscured_from_all(
        part_tables(ground, COVERS),
        base_of(s),
        base_of(t),
        _acting(smokes),
        _marks(ground, s, t, False),
    )
    return bool(obscured) and acts("sight.obscured")


@memoize(131072)
def from_point(ground: Ground, s: Circle, t: Circle, p: Point, far: float, smokes: Smokes) -> View:
    """Cover and Obscured by terrain and smoke, for the fan from one point."""
    obscured, cover, by = fans.view_from(
        part_tables(ground, COVERS),
        base_of(s),
        base_of(t),
        _acting(smokes),
        _marks(ground, s, t, _is_coverable(far)),
        (p[0], p[1]),
    )
    return _view(ground, p, obscured, cover, by)


# ---- which rules act, and which did


def _is_coverable(far: float) -> bool:
    """Is there Cover at this distance?"""
    return far > COVER_FROM + 0.001 or not acts("sight.cover-distance")


def _marks(ground: Ground, s: Circle, t: Circle, covers: bool) -> Marks:
    feature = feature_under(ground, s.x, s.y, s.z)
    own = feature_number(feature) if feature and acts("terrain.vantage-own-feature") else -1.0
    return _ignored(ground, t), own, covers, is_obscured_anywhere()


@rule("sight.obscured-near-shooter", neutral=lambda: True)
def is_obscured_anywhere() -> bool:
    """Does what is crossed obscure wherever it is? Only more than 1 in from the shooter and 2 in from the target."""
    return False


def _ignored(ground: Ground, t: Circle) -> float:
    """The feature under a target on a Vantage Point: its parts that do not rise above that surface do not count."""
    feature = feature_under(ground, t.x, t.y, t.z)
    return feature_number(feature) if feature and acts("terrain.vantage-target") else -1.0


def _acting(smokes: Smokes) -> Smokes:
    return smokes if smokes and acts("terrain.smoke") else NO_SMOKE


def _view(ground: Ground, p: Point, obscured: bool, crossed: int, by: int) -> View:
    """What Light and Heavy parts that were crossed near the target, and what was crossed elsewhere, do to it."""
    light = BY_LIGHT if crossed & BY_LIGHT and acts("terrain.light") else 0
    heavy = BY_HEAVY if crossed & BY_HEAVY and acts("terrain.heavy") else 0
    covered = (light or heavy) and acts("sight.cover-line-geometry") and acts("sight.cover-terrain")
    hidden = bool(obscured) and (by == SMOKE or acts("terrain.heavy")) and acts("sight.obscured")
    return View(p, hidden, light | heavy if covered else 0, _name(ground, by))


def _name(ground: Ground, k: int) -> str:
    return ground.pieces[ground.chosen(COVERS)[k].owner].name if k >= 0 else "smoke" if k == SMOKE else ""
