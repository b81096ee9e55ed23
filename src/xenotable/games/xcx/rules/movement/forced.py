"""Forced moves: no activation, no react fire, no free attacks."""

from __future__ import annotations

import math

from xenotable.engine import cite, rule
from xenotable.games.xcx.rules.engaged.contact import part_from_all
from xenotable.games.xcx.rules.grid.moving import grid_away
from xenotable.games.xcx.rules.movement.positions import walker
from xenotable.games.xcx.rules.play.table import TOL
from xenotable.games.xcx.rules.terrain.forms import costs_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import Xcx
from xenotable.table import Point, Region
from xenotable.table.moving import trim_path

NO_MOVE = 2 * TOL  # whoever is stopped at once is not moved by the width of a tolerance, and stays in its contacts


@rule("movement.forced", neutral=lambda game, model, p: None)
def forced_to(game: Xcx, model: str, p: Point) -> None:
    """A forced move is no activation, draws no fire, and ends Down, Overwatch and engagements."""
    if math.dist(game.models[model].here, p) > NO_MOVE:
        part_from_all(game, model)
        game.models.set(model, x=p[0], y=p[1])
    cite("actions.down-lasts")
    game.models.set(model, down=False, watch=False)


def straight_away(game: Xcx, model: str, source: Point, far: float) -> Point:
    """Where a model ends that runs directly away from a point: the last legal place before something stops it."""
    row, field = game.models[model], field_of(game)
    if field.grid is not None:
        return grid_away(game, model, source, far)
    dx, dy = row.x - source[0], row.y - source[1]
    long = math.hypot(dx, dy) or 1.0
    ux, uy = dx / long, dy / long
    walk = walker(game, model, True, span=far)
    goal = (row.x + ux * far, row.y + uy * far)
    path = trim_path(row.circle, [goal], far, field.ground, costs_of(True))
    end = path[-1] if path else row.here
    gone = math.dist(row.here, end) * walk.stop(row.here, end)[0]
    line = Region.of(walk, far).on_line(row.here, (row.x + ux * gone, row.y + uy * gone))
    return next((p for p in reversed(line) if walk.ends(p)), row.here)
