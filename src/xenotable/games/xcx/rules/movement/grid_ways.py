"""Ways from space to space."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from xenotable.games.xcx.rules.movement.positions import occupied_spaces, others
from xenotable.games.xcx.rules.terrain.forms import OBSTACLE, costs_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import Xcx
from xenotable.table import Point, path_to


def straight_walk(
    game: Xcx, model: str, run: bool, goal: Point, far: float, taken: Collection[int] | None = None
) -> tuple[Point, ...]:
    """From space to space straight at a goal, as long as the way is free and paid for; ends where it may."""
    taken = occupied_spaces(game, model) if taken is None else taken
    field = field_of(game)
    return tuple(field.straight_walk(field.number(game.models[model].here), run, goal, far, taken))


def affordable_part(game: Xcx, run: bool, way: Sequence[Point], far: float) -> Sequence[Point]:
    """As much of a way from space to space as the allowance pays for, ending where a model may stand."""
    grid, stop, spent, end = field_of(game).grid, costs_of(run).no_end, 0.0, 0
    assert grid is not None
    for n, p in enumerate(way, 1):
        bits = grid.forms.get(grid.space(p), 0)
        spent += 2.0 if bits & OBSTACLE else 1.0
        if spent > far:
            break
        if not bits & stop:
            end = n
    return way[:end]


def way_to(
    game: Xcx, model: str, run: bool, goal: Point, far: float, declared: Sequence[str] = ()
) -> list[Point] | None:
    """The shortest legal path, or None."""
    row, field = game.models[model], field_of(game)
    circles = list(others(game, model, declared).values())
    if field.grid is None:
        return path_to(row.circle, goal, far, field.ground, costs_of(run), circles)
    start, end, taken = field.number(row.here), field.number(goal), occupied_spaces(game, model)
    if start == end:
        return []
    before = field.flood(start, int(far), run, taken, 0 if end in taken else end, tidy=True)
    return field.traced(end, before) if end in before and not field.bits[end] & costs_of(run).no_end else None
