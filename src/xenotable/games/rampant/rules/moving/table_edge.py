"""Leaving the table of one's own will."""

from __future__ import annotations

import math
from collections.abc import Iterator

from xenotable.engine import cite, rule
from xenotable.engine.gestures import Left
from xenotable.games.rampant.rules.moving.move_legality import MoveContext
from xenotable.games.rampant.rules.play.conventions import edge_distance, edge_point
from xenotable.games.rampant.rules.psychic.lasting import end_powers
from xenotable.games.rampant.rules.scenarios.battlefield import scenario
from xenotable.games.rampant.rules.setup.arrival import home_edges
from xenotable.games.rampant.rules.terrain.field import field
from xenotable.games.rampant.state import Rampant, passenger
from xenotable.table import Costs, Point, Walk
from xenotable.table.moving import leg_cost
from xenotable.table.near import TOLERANCE


@rule("moving.table-edge")
def exits(game: Rampant, unit: str) -> list[str]:
    """The edges over which this unit may leave the table."""
    seat = game.units[unit].seat
    if game.now.carrier == unit:
        return list(home_edges(game, seat))
    part = "attacker" if seat == game.now.attacker else "defender"
    cite(scenario(game).rule)
    return [o.edge for o in scenario(game).objectives if o.kind == "exit" and o.who == part]


def way_out(game: Rampant, unit: str, edge: str, budget: float) -> bool:
    """Can the unit's centre get across this edge within the budget, straight ahead or aslant past an obstacle?"""
    row = game.units[unit]
    if row.where != "table":
        return False
    p, far = (row.x, row.y), edge_distance(game, (row.x, row.y), edge)
    if far > budget + TOLERANCE:
        return False
    context = MoveContext(game, unit, budget)
    off = Costs(context.costs.impassable, 0, context.costs.slow, context.costs.crossing, edge=False)
    gap = 0.0 if context.flies else context.gap
    walk = Walk(context.base, context.ground, off, context.others, gap, way_r=context.way_r, span=budget)

    def crosses(q: tuple[float, float]) -> bool:
        return walk.clear(p, q) and leg_cost(p, q, context.ground, off) <= budget + TOLERANCE

    return any(crosses(q) for q in edge_points(game, p, edge, math.sqrt(max(0.0, budget * budget - far * far))))


def edge_points(game: Rampant, p: Point, edge: str, aside: float) -> Iterator[tuple[float, float]]:
    """Points of an edge up to so far to either side of a place, the nearest first."""
    x, y = edge_point(game, p, edge)[:2]
    size, level = field(game), edge in ("south", "north")
    yield x, y
    for k in range(1, int(aside) + 1):
        for step in (float(k), -float(k)):
            q = (x + step, y) if level else (x, y + step)
            if 0.0 <= q[0] <= size.width and 0.0 <= q[1] <= size.depth:
                yield q


def leave(game: Rampant, unit: str) -> None:
    """Out of the battle by its own will: not removed. Who rides in a vehicle leaves with it."""
    row = game.units[unit]
    rider = passenger(game, unit)
    end_powers(game, unit)
    game.units.set(unit, where="gone", gone="exited", inside="", spells=())
    game.sides.set(row.seat, exited=(*game.sides[row.seat].exited, unit))
    game.tell("{u} leaves the table.", "moving.table-edge", shows=(Left(unit),), u=unit)
    if rider:
        leave(game, rider)
