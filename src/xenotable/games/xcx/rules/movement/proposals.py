"""The ask for a move, some moves for machines, and whole moves made of a drag."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from xenotable.engine import Move, Moved, Option, Piece, Random, Refusal, is_legal
from xenotable.games.xcx.rules.charging import charge_moves, charge_path, within_charge
from xenotable.games.xcx.rules.engaged.fleeing import beside_refusals, best_flight, flee_refusals
from xenotable.games.xcx.rules.movement.grid_ways import affordable_part, straight_walk, way_to
from xenotable.games.xcx.rules.movement.legality import move_refusals
from xenotable.games.xcx.rules.movement.positions import allowance, occupied_spaces, others, walker
from xenotable.games.xcx.rules.play.models import enemies, seat_of
from xenotable.games.xcx.rules.terrain.forms import costs_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.scenes import Moving
from xenotable.games.xcx.state import Xcx
from xenotable.table import Point, furthest_towards, reach, snap_point
from xenotable.table.moving import leg_cost

CHARGES, MOVES = 2, 4  # of one draw: as likely as if all of them were worked out before


def move_ask(game: Xcx, model: str, run: bool, flee: bool = False) -> Move:
    """Where does it go? A Run of an unengaged model may be a charge."""
    return _move_ask(game, model, run, float(allowance(game, model, run)), run and not flee, flee)


def rest_ask(game: Xcx, at: Moving, left: float) -> Move:
    """Where does the rest of a move lead? A charge may go on as one, a flight must get away."""
    return _move_ask(game, at.model, at.run, left, bool(at.charge), foes=at.foes)


def _move_ask(
    game: Xcx, model: str, run: bool, far: float, charges: bool, flee: bool = False, foes: tuple[str, ...] = ()
) -> Move:
    row = game.models[model]
    modes = (Option("run", "Run"), Option("charge", "Charge into contact")) if charges else ()
    unit = "in" if game.setup.mode == "inches" else "space" if far == 1.0 else "spaces"

    def legal(move: Moved) -> Iterable[Refusal]:
        yield from move_refusals(game, model, run, move, far)
        if flee:
            yield from flee_refusals(game, model, move)
        yield from beside_refusals(game, foes, move.paths.get(model, ()))

    def propose(n: int, rnd: Random) -> list[Moved]:
        found = [] if flee else [Moved(mode="run" if charges else "")]
        found += some_moves(game, model, run, far, n, rnd, "run" if charges else "")
        if charges:
            found += charge_moves(game, model, CHARGES)
        if not whole:
            found = [f for f in found if is_legal(legal(f))]
        return found or flights(game, model)

    def one(rnd: Random) -> Moved | None:
        if flee:
            away = (move for move in some_moves(game, model, run, far, 1, rnd, "") if is_legal(legal(move)))
            return next(away, None) or best_flight(game, model)
        drawn = rnd()
        least, most = int(drawn * (1 + MOVES)), int(drawn * (1 + MOVES + CHARGES))
        matters = most > MOVES or least < 1 <= most  # else it stays, or moves, however many are near
        near = within_charge(game, model)[:CHARGES] if charges and matters else []
        n = int(drawn * (1 + MOVES + len(near)))
        if n > MOVES and (way := charge_path(game, model, near[n - MOVES - 1])):
            return Moved({model: tuple(way)}, "charge")
        mode = "run" if charges else ""
        return next(iter(some_moves(game, model, run, far, 1, rnd, mode) if n else ()), Moved(mode=mode))

    whole = not flee and not foes and far >= allowance(game, model, run)  # then all proposals are legal
    return Move(
        seat=seat_of(game, model),
        key="flee" if flee else "move",
        rule="engaged.flee-move" if flee else "movement.allowance",
        prompt="Where does {who} flee to?" if flee else "Move {who} up to {far:g} {unit}",
        args={"who": model, "far": far, "unit": unit},
        pieces=(Piece(model, row.here, row.r, far),),
        modes=modes,
        legal=legal,
        propose=propose,
        one=one if whole or flee else None,
        reach=lambda piece, mode: outline(game, model, run, far),
        toward=lambda piece, goal, mode: towards(game, model, run, (goal[0], goal[1]), mode, far),
    )


def flights(game: Xcx, model: str) -> list[Moved]:
    found = best_flight(game, model)
    return [found] if found is not None else []


def some_moves(game: Xcx, model: str, run: bool, far: float, n: int, rnd: Random, mode: str) -> list[Moved]:
    """A few random legal moves, cheaply: straight ones, or strolls from space to space."""
    found: list[Moved] = []
    x, y = game.models[model].here
    if field_of(game).grid is not None:
        taken = occupied_spaces(game, model)
        for _ in range(n):
            angle, long = rnd() * 2 * math.pi, far * (0.3 + 0.7 * rnd())
            path = straight_walk(game, model, run, (x + long * math.cos(angle), y + long * math.sin(angle)), far, taken)
            if path:
                found.append(Moved({model: path}, mode))
        return found
    walk = walker(game, model, run, span=far)
    ground, costs = field_of(game).ground, costs_of(run)
    for _ in range(n + 2):
        angle, long = rnd() * 2 * math.pi, (far - 0.01) * math.sqrt(rnd())
        goal = snap_point((x + long * math.cos(angle), y + long * math.sin(angle)))
        if walk.on_table(goal) and walk.ends(goal) and walk.clear((x, y), goal):
            if run and leg_cost((x, y), goal, ground, costs) > far:
                continue
            found.append(Moved({model: (goal,)}, mode))
            if len(found) >= n:
                break
    return found


def towards(game: Xcx, model: str, run: bool, goal: Point, mode: str, far: float) -> Moved | None:
    """A whole legal move out of one drag."""
    if mode == "charge":
        foe = min(enemies(game, model), key=lambda e: math.dist(game.models[e].here, goal), default=None)
        found = charge_path(game, model, foe) if foe else None
        return Moved({model: tuple(found)}, mode) if found else None
    path = furthest(game, model, run, goal, far)
    return Moved({model: tuple(path)}, mode) if path else None


def furthest(game: Xcx, model: str, run: bool, goal: Point, far: float) -> Sequence[Point]:
    row, field = game.models[model], field_of(game)
    if field.grid is not None:
        way = way_to(game, model, run, goal, 4 * far) or ()
        return affordable_part(game, run, way, far) or straight_walk(game, model, run, goal, far)
    circles = list(others(game, model).values())
    return furthest_towards(row.circle, goal, far, field.ground, costs_of(run), circles)


def outline(game: Xcx, model: str, run: bool, far: float) -> Sequence[Sequence[Point]]:
    row, field = game.models[model], field_of(game)
    circles = list(others(game, model).values())
    if field.grid is not None:
        start = field.number(row.here)
        found = field.flood(start, int(far), run, occupied_spaces(game, model))
        places, stop = field.grid.plan.places, costs_of(run).no_end
        ends = [start, *(n for n in found if not field.bits[n] & stop)]
        return [field.grid.outline(field.grid.space(places[n])) for n in ends]
    return reach(row.circle, far, field.ground, costs_of(run), circles)
