"""Cover against an enemy, and in a Courage test."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import acts, memoize, rule
from xenotable.games.rampant.rules.play.conventions import bits_under, centre, circle, within
from xenotable.games.rampant.rules.terrain.field import (
    DENSE,
    FENCE,
    HARD,
    HARD_COVER,
    NONE,
    ROUGH,
    SOFT,
    SOFT_COVER,
    field_of,
)
from xenotable.games.rampant.rules.terrain.sight import hidden_from, hidden_lines
from xenotable.games.rampant.rules.xeno.combat import is_flying
from xenotable.games.rampant.scenes import Shock
from xenotable.games.rampant.state import Rampant
from xenotable.table import Circle, Piece, Point, to_segment


@rule("terrain.cover-best", neutral=lambda *a, **k: 0)
def cover(game: Rampant, unit: str, enemy: str = "", hiding: bool = True, at: Point | None = None) -> int:
    """The best cover of a unit against an enemy unit. Without an enemy: areas, buildings, and any obstacle close by.

    hiding: does being partly hidden count?
    at: where the enemy stood or the shell fell, if that is not where the enemy is now
    """
    if is_flying(game, unit) and acts("xeno.flying-sight"):
        return NONE
    best = standing_cover(game, unit)
    if enemy and is_flying(game, enemy) and acts("xeno.flying-sight"):
        return best if game.units[unit].where == "inside" or bits_under(game, unit) & DENSE else NONE
    if best < HARD_COVER:
        best = max(best, obstacle_cover(game, unit, centre(game, enemy) if enemy and at is None else at))
    if best == NONE and hiding and enemy and partly_hidden(game, unit, enemy, at):
        best = SOFT_COVER
    return best


@rule("terrain.cover-area", neutral=lambda *a: 0)
def standing_cover(game: Rampant, unit: str) -> int:
    """Cover against everybody: the area that holds the centre, or the building."""
    if game.units[unit].where == "inside" and acts("terrain.building-cover"):
        return HARD_COVER
    bits = bits_under(game, unit)
    return HARD_COVER if bits & HARD else SOFT_COVER if bits & SOFT else NONE


@rule("terrain.cover-obstacle", neutral=lambda *a: 0)
def obstacle_cover(game: Rampant, unit: str, enemy: Point | None) -> int:
    """An obstacle within 1 in of the footprint that the line between the centres crosses (any, where no enemy is)."""
    row = game.units[unit]
    if row.where != "table":
        return NONE
    return max([c for _, c in obstacles_between(game, circle(game, unit), enemy)], default=NONE)


def obstacles_between(game: Rampant, base: Circle, enemy: Point | None) -> Sequence[tuple[Piece, int]]:
    return _obstacles_between(game.now.terrain, base, enemy)


@memoize(16384)
def _obstacles_between(terrain: str, base: Circle, enemy: Point | None) -> Sequence[tuple[Piece, int]]:
    found, ground = [], field_of(terrain).ground
    for piece in ground.near(base, 1.0, FENCE):
        assert piece.line is not None
        if not piece.bits & (SOFT | HARD) or not within(to_segment(base, *piece.line), 1.0):
            continue
        if enemy is None or any(c.piece is piece for c in ground.crossings((base.x, base.y), enemy, FENCE)):
            found.append((piece, HARD_COVER if piece.bits & HARD else SOFT_COVER))
    return found


@rule("terrain.cover-partly-hidden", neutral=lambda *a: False)
def partly_hidden(game: Rampant, unit: str, enemy: str, at: Point | None = None) -> bool:
    """Terrain blocks some but not all of the lines from the enemy, or from the place where it stood."""
    if at is not None:
        lines, hidden = hidden_lines(game, at, unit)
    else:
        lines, hidden = hidden_from(game, enemy, unit)
    return 0 < hidden < lines


@rule("terrain.cover-for-courage", neutral=lambda *a: False)
def covered_against(game: Rampant, shock: Shock) -> bool:
    """Soft or hard cover against the enemy that caused a test or a retreat, from where it stood when it struck, or
    against the point of an explosion; cover at all where nothing of that kind did."""
    if not shock.source:
        return cover(game, shock.unit) > NONE
    by, at = shock.by, (shock.x, shock.y)
    stays = by in game.units and game.units[by].where in ("table", "inside") and centre(game, by) == at
    return cover(game, shock.unit, by, at=None if stays else at) > NONE


def in_rough(game: Rampant, unit: str) -> bool:
    return bool(bits_under(game, unit) & ROUGH)
