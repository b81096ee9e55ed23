"""Fleeing from contact: which flights are legal, and some that are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from xenotable.engine import Moved, Refusal, is_legal, rule
from xenotable.engine.citing import reuse
from xenotable.games.xcx.rules.movement.grid_ways import straight_walk
from xenotable.games.xcx.rules.movement.legality import path_refusals
from xenotable.games.xcx.rules.movement.positions import (
    allowance,
    can_end,
    end_region,
    flat,
    occupied_spaces,
    others,
    walker,
)
from xenotable.games.xcx.rules.terrain.forms import costs_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import TABLE, Xcx
from xenotable.table import Point, Walk, snap_point, ways_into
from xenotable.table.moving import leg_cost


@rule("engaged.flee-move", neutral=lambda game, model, move: iter(()))
def flee_refusals(game: Xcx, model: str, move: Moved) -> Iterator[Refusal]:
    path = flat(move.paths.get(model, ()))
    if not path:
        yield Refusal(
            "engaged.flee-move", "A fleeing model must move away.", {}, "Attack instead, or choose a way out."
        )
        return
    row = game.models[model]
    if not can_end(game, model, path[-1], row.r):
        yield Refusal("engaged.flee-move", "The flight must end at least 1 Range from every model.", {})
    yield from beside_refusals(game, row.engaged, path)


def beside_refusals(game: Xcx, foes: Sequence[str], path: Sequence[Sequence[float]]) -> Iterator[Refusal]:
    """In grid mode a flight ends in no space beside an enemy that the model was engaged with."""
    grid = field_of(game).grid
    if grid is None or not path:
        return
    end = grid.space((path[-1][0], path[-1][1]))
    for foe in foes:
        if game.models[foe].state == TABLE and grid.apart(end, grid.space(game.models[foe].here)) <= 1:
            args = {"foe": foe}
            yield Refusal("engaged.flee-move", "That is beside {foe}, from whom it flees.", args, "Go on further.")


def best_flight(game: Xcx, model: str) -> Moved | None:
    """Some legal flight, straight away from the enemy and far if that is possible; None if there is none. Whoever is
    ordered to flee is asked where to right after somebody has looked whether it can."""
    rows = (game.now, *game.models.values(), *game.markers.values())
    return reuse(game.weighed, ("flight", model), rows, _best_flight, game, model)


def _best_flight(game: Xcx, model: str) -> Moved | None:
    row = game.models[model]
    far = float(allowance(game, model, True))
    foes = [game.models[e].here for e in row.engaged] or [row.here]
    cx, cy = sum(x for x, _ in foes) / len(foes), sum(y for _, y in foes) / len(foes)
    first = math.atan2(row.y - cy, row.x - cx)
    turns = [first + math.radians(d) for k in range(0, 181, 15) for d in (k, -k)]
    if field_of(game).grid is not None:
        aims = [(row.x + far * math.cos(t), row.y + far * math.sin(t)) for t in turns]
        return next(_flights(game, model, aims, far), None) or next(_detours(game, model, far), None)
    walk, ground, costs = walker(game, model, True), field_of(game).ground, costs_of(True)
    for share in (1.0, 0.6, 0.3):
        for t in turns:
            long = (far - 0.01) * share
            p: Point = snap_point((row.x + long * math.cos(t), row.y + long * math.sin(t)))
            if (
                walk.on_table(p)
                and walk.ends(p)
                and walk.clear(row.here, p)
                and leg_cost(row.here, p, ground, costs) <= far
            ):
                move = Moved({model: (p,)})
                if next(flee_refusals(game, model, move), None) is None:
                    return move
    return _any_flight(game, model, walk, far)


def _any_flight(game: Xcx, model: str, walk: Walk, far: float) -> Moved | None:
    """Any legal flight on an open table, by whatever way; None if there is none."""
    row, around = game.models[model], others(game, model)
    region = end_region(field_of(game), row.r, around.values(), row.here, far)

    def check(way: tuple[Point, ...]) -> bool:
        return is_legal(path_refusals(game, model, True, way, far)) and is_legal(
            flee_refusals(game, model, Moved({model: way}))
        )

    way = next(ways_into([region], walk, far, check), None)
    return Moved({model: way}) if way else None


def _detours(game: Xcx, model: str, far: float) -> Iterator[Moved]:
    """Every legal flight from space to space, by the cheapest ways."""
    field = field_of(game)
    before = field.flood(field.number(game.models[model].here), int(far), True, occupied_spaces(game, model), tidy=True)
    for end in before:
        move = Moved({model: tuple(field.traced(end, before))})
        if is_legal(flee_refusals(game, model, move)):
            yield move


def _flights(game: Xcx, model: str, aims: list[Point], far: float) -> Iterator[Moved]:
    for aim in aims:
        path = straight_walk(game, model, True, aim, far)
        while path:
            move = Moved({model: path})
            if next(flee_refusals(game, model, move), None) is None:
                yield move
                break
            path = path[:-1]
