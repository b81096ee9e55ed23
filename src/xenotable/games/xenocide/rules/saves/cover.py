"""What cover a model has against whom, and all its saves in order (chapter "saves")."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import rule
from xenotable.engine.memory import until_moved
from xenotable.games.xenocide.content import Kind, Weapon
from xenotable.games.xenocide.rules.ground.terrain import spans
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.saves.values import armor_save, cover_save, shield_save
from xenotable.games.xenocide.rules.sight.viewpoints import Seen
from xenotable.games.xenocide.rules.stats.values import is_infantry, size_of
from xenotable.games.xenocide.rules.titans.frame import thick_armor
from xenotable.games.xenocide.state import COVER, Feature, Xenocide
from xenotable.table import Circle, Point


@rule("saves.cover-open-transport")
def rider_cover() -> int:
    return 2


BEHIND = 1.0 + 0.01
MOST = 4


@rule("saves.cover-in", neutral=lambda game, x, y: 0)
def cover_in(game: Xenocide, x: float, y: float) -> int:
    """The best cover of the features that a base's centre lies in."""
    return max((game.field.features[i].cover for i in game.field.inside(x, y)), default=0)


@rule("saves.cover-behind", neutral=lambda game, base, shooter: 0)
def cover_behind(game: Xenocide, base: Circle, shooter: Point) -> int:
    """The best cover of the features that a model is directly behind, seen from the nearest firing model."""
    best = 0
    for piece in game.field.ground.near(base, 1.0, COVER, 0.01):
        f = game.field.features[game.field.ground.index(piece.name)]
        if f.height > 0 and f.cover > best and crosses(f, base, shooter):
            best = f.cover
    return best


def crosses(f: Feature, base: Circle, shooter: Point) -> bool:
    return spans(f.sides, (base.x, base.y), shooter) is not None


@rule("saves.vehicles-as-cover", neutral=lambda *a: 0)
def vehicle_cover(
    game: Xenocide, model: str, base: Circle, shooter: Point, vehicles: Sequence[tuple[int, Circle]]
) -> int:
    """Hard cover behind a larger vehicle, friend or foe."""
    size = size_of(kind_of(game, model))
    for other, c in vehicles:
        if other <= size or (c.x == base.x and c.y == base.y):
            continue
        dx, dy = c.x - base.x, c.y - base.y
        if dx * dx + dy * dy <= (c.r + base.r + BEHIND) ** 2 and passes(c, (base.x, base.y), shooter):
            return 2
    return 0


def passes(c: Circle, p: Point, q: Point) -> bool:
    """Does the line from p to q run through a base?"""
    dx, dy = q[0] - p[0], q[1] - p[1]
    long = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((c.x - p[0]) * dx + (c.y - p[1]) * dy) / long)) if long else 0.0
    x, y = p[0] + t * dx - c.x, p[1] + t * dy - c.y
    return x * x + y * y < c.r * c.r


@until_moved
def vehicles(game: Xenocide) -> list[tuple[int, Circle]]:
    """Every low vehicle on the table: its size and base."""
    return [
        (k.size, Circle(game.models[m].x, game.models[m].y, k.radius))
        for u in game.units.values()
        if u.on and not u.burrowed and not u.high
        for m in u.models
        if not (k := kind_of(game, m)).infantry and not game.models[m].section
    ]


def cover(
    game: Xenocide, model: str, at: Point, shooter: Point | None, big: Sequence[tuple[int, Circle]], dug: bool
) -> int:
    """The cover save of a model at a place against fire from a point (None: indirect fire, only where it is in)."""
    kind, row = kind_of(game, model), game.models[model]
    if row.section and at == (row.x, row.y):
        return in_building(game, model)
    best = cover_in(game, *at)
    if shooter is not None:
        base = Circle(at[0], at[1], kind.radius)
        best = best_cover(best, cover_behind(game, base, shooter), vehicle_cover(game, model, base, shooter, big))
    return min(MOST, raised_cover(kind, best, dug))


@rule("saves.cover-building", neutral=lambda game, model: 0)
def in_building(game: Xenocide, model: str) -> int:
    """The cover of the building, from wherever the fire comes; one more for infantry."""
    value = game.field.rooms[game.models[model].section].cover
    return infantry_cover(value) if is_infantry(kind_of(game, model)) else value


@rule("saves.cover-best", neutral=lambda *values: sum(values))
def best_cover(*values: int) -> int:
    return max(values)


def raised_cover(kind: Kind, value: int, dug: bool) -> int:
    """Infantry and dug-in models add to the cover they have; dug-in models have some in the open."""
    if dug and (kind.infantry or kind.entrench):
        value = dug_in(value)
    return infantry_cover(value) if value and is_infantry(kind) else value


@rule("saves.cover-dug-in", neutral=lambda value: value)
def dug_in(value: int) -> int:
    return value + 1


@rule("saves.cover-infantry", neutral=lambda value: value)
def infantry_cover(value: int) -> int:
    return value + 1


@rule("saves.order")
def save_values(kind: Kind, cover_value: int, w: Weapon, strength: int) -> tuple[int, int, int]:
    """Cover, shield and armour saves of a model against a hit of this weapon, in the order they are rolled."""
    armor = thick_armor(strength) if kind.armor > 6 else armor_save(kind.armor, strength)
    return cover_save(cover_value, w), shield_save(kind, w), armor


def at_nearest(target: Seen, firing: Sequence[Seen]) -> Point:
    """The firing model nearest to a target: cover is looked at from there."""
    s = min(firing, key=lambda e: (e[0] - target[0]) ** 2 + (e[1] - target[1]) ** 2)
    return s[0], s[1]
