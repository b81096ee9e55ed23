"""Asking for a way and carrying it out: facing, reverse, what is crushed."""

from __future__ import annotations

import math
from collections.abc import Sequence

from xenotable.engine import Flow, Move, Moved, Option, Piece, Point, cite, rule
from xenotable.games.rampant.rules.moving.move_legality import (
    MoveContext,
    move_refusals,
    one_way,
    outlines,
    reverses,
    some_ways,
    way_towards,
)
from xenotable.games.rampant.rules.play.conventions import circle
from xenotable.games.rampant.rules.specials.moving import crush
from xenotable.games.rampant.state import Rampant
from xenotable.table import Circle, legs, length

DRIVING = (Option("forward", "Forward"), Option("reverse", "Last leg in reverse"))


def ask_way(
    game: Rampant, unit: str, budget: float, rule_id: str, start: Circle | None = None, but: Sequence[str] = ()
) -> Move:
    """The ask for a way on the open table. Vehicles may drive the last leg in reverse."""
    base, what = circle(game, unit) if start is None else start, game.profile[unit]

    made: list[MoveContext] = []  # when somebody looks: replaying never does

    def context() -> MoveContext:
        if not made:
            made.append(MoveContext(game, unit, budget, but, base))
        return made[0]

    def moved(way: tuple[Point, ...]) -> Moved:
        return Moved({unit: way} if way else {})

    return Move(
        seat=game.units[unit].seat,
        key="move",
        rule=rule_id,
        prompt="Move {unit} up to {far:g} in",
        args={"unit": unit, "far": budget},
        pieces=(Piece(unit, (base.x, base.y), what.radius, budget, what.vehicle),),
        legal=lambda m: move_refusals(context(), m.paths.get(unit, ()), m.mode == "reverse"),
        propose=lambda n, rnd: [moved(way) for way in some_ways(context(), n, rnd)],
        one=lambda rnd: moved(one_way(context, rnd)),
        modes=DRIVING if what.vehicle else (),
        reach=lambda piece, mode: outlines(slow_context(context(), mode)),
        toward=lambda piece, goal, mode: Moved({unit: way_towards(slow_context(context(), mode), goal)}, mode),
    )


def slow_context(context: MoveContext, mode: str) -> MoveContext:
    """For what is suggested in reverse: half the budget pays for every way, whichever of its legs is the last."""
    if mode != "reverse" or not reverses(context.game, context.unit):
        return context
    return MoveContext(context.game, context.unit, context.budget / 2.0, start=context.base)


def carry_out(game: Rampant, unit: str, start: Circle, moved: Moved) -> None:
    """Puts a unit where its way led; what it crushed is gone."""
    path = [(p[0], p[1]) for p in moved.paths.get(unit, ())]
    if not path:
        if moved.facing.get(unit) is not None and game.profile[unit].vehicle:
            game.units.set(unit, facing=moved.facing[unit])
        return
    far, facing = length(start, path), _final_facing(game, unit, start, path, moved)
    x, y = path[-1]
    game.units.set(unit, x=x, y=y, moved=game.units[unit].moved + far, prone=False, facing=facing)
    if "bulldoze" in game.profile[unit].has:
        crush(game, start, path)
    game.tell("{unit} moves {far:.1f} in.", "moving.action", unit=unit, far=far)


@rule("moving.no-facing")
def _final_facing(game: Rampant, unit: str, start: Circle, path: list[tuple[float, float]], moved: Moved) -> float:
    """Only vehicles have a facing: the way they drove, or as their owner turns them at the end."""
    if not game.profile[unit].vehicle:
        return game.units[unit].facing
    if unit in moved.facing:
        cite("vehicles.driving")
        return moved.facing[unit]
    a, b = list(legs(start, path))[-1]
    if a == b:
        return game.units[unit].facing
    degrees = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    return (degrees + 180.0 if moved.mode == "reverse" else degrees) % 360.0


def plain_move(game: Rampant, unit: str, budget: float, rule_id: str = "moving.action") -> Flow[None]:
    """A Move on the open table."""
    moved = yield from ask_way(game, unit, budget, rule_id)
    carry_out(game, unit, circle(game, unit), moved)
