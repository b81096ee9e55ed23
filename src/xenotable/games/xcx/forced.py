"""Forced moves (chapter `movement`): no activation, no react fire, no free attacks."""

from __future__ import annotations

import math

from xenotable.engine import cite, rule
from xenotable.games.xcx.layouts import field_of
from xenotable.games.xcx.movement import others, walker
from xenotable.games.xcx.state import CIVIL, Xcx
from xenotable.games.xcx.terrain import HARD, OBSTACLE, SOLID, costs_of
from xenotable.table import Costs, Point, snapped
from xenotable.table.moving import trimmed


@rule("movement.forced", neutral=lambda game, id, p: None)
def forced_to(game: Xcx, id: str, p: Point) -> None:
    """A forced move is no activation, draws no fire, and ends Down, Overwatch and engagements."""
    from xenotable.games.xcx.engaged import part_from_all

    if (game.models[id].x, game.models[id].y) != p:
        part_from_all(game, id)
    cite("actions.down-lasts")
    game.models.set(id, x=p[0], y=p[1], down=False, watch=False)


def straight_away(game: Xcx, id: str, source: Point, far: float) -> Point:
    """Where a model ends that runs directly away from a point: the last legal place before something stops it."""
    m, field = game.models[id], field_of(game)
    if field.grid is not None:
        return grid_away(game, id, source, far)
    dx, dy = m.x - source[0], m.y - source[1]
    long = math.hypot(dx, dy) or 1.0
    ux, uy = dx / long, dy / long
    walk = walker(game, id, True, span=far)
    goal = (m.x + ux * far, m.y + uy * far)
    path = trimmed(m.circle, [goal], far, field.ground, costs_of(True))
    end = path[-1] if path else m.here
    t = walk.stop(m.here, end)[0]
    gone = math.dist(m.here, end) * t
    while gone > 0.0:
        p = snapped((m.x + ux * gone, m.y + uy * gone))
        if walk.on_table(p) and walk.ends(p):
            return p
        gone -= 1 / 64
    return m.here


@rule("grid.directly-away", neutral=lambda game, id, source, far: game.models[id].here)
def grid_away(game: Xcx, id: str, source: Point, far: float) -> Point:
    """Space by space, each further from the source, closest to the ray; stands in the last legal one it passed."""
    grid = field_of(game).grid
    assert grid is not None
    start = grid.space(game.models[id].here)
    caster = grid.space(source)
    (cx, cy), (sx, sy) = grid.centre(caster), grid.centre(start)
    dx, dy = sx - cx, sy - cy
    taken = {grid.space((c.x, c.y)) for _, c in others(game, id)}
    at, last, left = start, start, far
    while True:
        options = []
        for t in grid.beside(at):
            bits = grid.forms.get(t, 0)
            if t in taken or bits & SOLID or grid.apart(caster, t) <= grid.apart(caster, at):
                continue
            if grid.shut(at, t, Costs(impassable=SOLID)) or (2.0 if bits & OBSTACLE else 1.0) > left:
                continue
            x, y = grid.centre(t)
            options.append((round(abs(dx * (y - cy) - dy * (x - cx)), 6), t))
        if not options:
            return grid.centre(last)
        at = min(options)[1]
        bits = grid.forms.get(at, 0)
        left -= 2.0 if bits & OBSTACLE else 1.0
        if not bits & (HARD | OBSTACLE):
            last = at


def is_civilian(game: Xcx, id: str) -> bool:
    return game.models[id].side == CIVIL
