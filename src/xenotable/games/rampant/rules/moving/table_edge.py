"""Leaving the table of one's own will."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import cite, memoize, rule
from xenotable.engine.gestures import Left
from xenotable.games.rampant.rules.moving.move_legality import MoveContext
from xenotable.games.rampant.rules.play.conventions import edge_distance, edge_point
from xenotable.games.rampant.rules.psychic.lasting import end_powers
from xenotable.games.rampant.rules.scenarios.battlefield import scenario_id
from xenotable.games.rampant.rules.setup.arrival import home_edges
from xenotable.games.rampant.rules.terrain.field import field, scenario_of
from xenotable.games.rampant.state import Rampant, passenger
from xenotable.table import Circle, Costs, Point, Region, Walk, ways_into
from xenotable.table.near import TOLERANCE


@rule("moving.table-edge")
def exits(game: Rampant, unit: str) -> Sequence[str]:
    """The edges over which this unit may leave the table."""
    seat, now = game.units[unit].seat, game.now
    if now.carrier == unit:
        return home_edges(game, seat)
    return _exits(scenario_id(game), "attacker" if seat == now.attacker else "defender")


@memoize(64)
def _exits(id: str, part: str) -> Sequence[str]:
    scenario = scenario_of(id)
    cite(scenario.rule)
    return tuple([o.edge for o in scenario.objectives if o.kind == "exit" and o.who == part])


def way_out(game: Rampant, unit: str, edge: str, budget: float) -> bool:
    """Can the unit's centre get across this edge within the budget, by any way?"""
    row = game.units[unit]
    if row.where != "table":
        return False
    p, far = (row.x, row.y), edge_distance(game, (row.x, row.y), edge)
    if far > budget + TOLERANCE:
        return False
    context = MoveContext(game, unit, budget)
    off = Costs(context.costs.impassable, 0, context.costs.slow, context.costs.crossing, edge=False)
    column, gap = Circle(*p, context.way_r), 0.0 if context.flies else context.gap
    walk = Walk(column, context.ground, off, context.others, gap, span=budget)

    def check(way: Sequence[Point]) -> bool:
        return next(walk.faults(way, budget), None) is None

    if check((edge_point(game, p, edge),)):
        return True
    region = beyond(game, edge, Region.of(walk, budget + TOLERANCE))
    return next(ways_into([region], walk, budget, check), None) is not None


def beyond(game: Rampant, edge: str, region: Region) -> Region:
    """Narrows a region down to what lies across this edge and across no other."""
    for side, nx, ny, c in (
        ("south", 0.0, -1.0, 0.0), ("north", 0.0, 1.0, field(game).depth),
        ("west", -1.0, 0.0, 0.0), ("east", 1.0, 0.0, field(game).width),
    ):  # fmt: skip
        region.half_plane(*((-nx, -ny, -c) if side == edge else (nx, ny, c)), TOLERANCE)
    return region


def leave(game: Rampant, unit: str) -> None:
    """Out of the battle by its own will: not removed. Who rides in a vehicle leaves with it."""
    row = game.units[unit]
    rider = passenger(game, unit)
    end_powers(game, unit)
    game.units.set(unit, where="gone", gone="exited", inside="", spells=())
    game.sides.set(row.seat, exited=(*game.sides[row.seat].exited, unit))
    game.tell("{unit} leaves the table.", "moving.table-edge", shows=(Left(unit),), unit=unit)
    if rider:
        leave(game, rider)
