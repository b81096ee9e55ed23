"""Movement: the ask, some moves for machines, and whole moves made of a drag (chapter `movement`)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from xenotable.engine import Move, Moved, Option, Piece, Random, Refusal
from xenotable.games.xcx.charging import charge_moves, charge_path
from xenotable.games.xcx.layouts import field_of
from xenotable.games.xcx.models import enemies, seat_of
from xenotable.games.xcx.movement import allowance, move_refusals, occupied, others, walker
from xenotable.games.xcx.state import Xcx
from xenotable.games.xcx.terrain import OBSTACLE, Field, costs_of
from xenotable.table import Point, furthest_towards, path_to, reach, snapped
from xenotable.table.moving import leg_cost


def move_ask(game: Xcx, id: str, run: bool, flee: bool = False, budget: float | None = None) -> Move:
    """Where does it go? A Run of an unengaged model may be a charge."""
    from xenotable.games.xcx.engaged import flee_refusals

    m = game.models[id]
    far = float(allowance(game, id, run)) if budget is None else budget
    charges = run and not flee and budget is None
    modes = (Option("run", "Run"), Option("charge", "Charge into contact")) if charges else ()

    def legal(move: Moved) -> Iterable[Refusal]:
        yield from move_refusals(game, id, run, move, far)
        if flee:
            yield from flee_refusals(game, id, move)

    def propose(n: int, rnd: Random) -> list[Moved]:
        found = [] if flee else [Moved(mode="run" if charges else "")]
        found += some_moves(game, id, run, far, n, rnd, "run" if charges else "")
        if charges:
            found += charge_moves(game, id, 2)
        if flee:
            found = [f for f in found if not any(True for _ in flee_refusals(game, id, f))]
            found = found or flights(game, id)
        return found

    return Move(
        seat=seat_of(game, id),
        key="flee" if flee else "move",
        rule="engaged.flee-move" if flee else "movement.allowance",
        prompt="Where does {who} flee to?" if flee else "Move {who} up to {far:g}",
        args={"who": id, "far": far},
        pieces=(Piece(id, m.here, m.r, far),),
        modes=modes,
        legal=legal,
        propose=propose,
        reach=lambda piece, mode: outline(game, id, run, far),
        toward=lambda piece, goal, mode: towards(game, id, run, (goal[0], goal[1]), mode, far),
    )


def flights(game: Xcx, id: str) -> list[Moved]:
    from xenotable.games.xcx.engaged import best_flight

    found = best_flight(game, id)
    return [found] if found is not None else []


def some_moves(game: Xcx, id: str, run: bool, far: float, n: int, rnd: Random, mode: str) -> list[Moved]:
    """A few random legal moves, cheaply: straight ones, or strolls from space to space."""
    found: list[Moved] = []
    x, y = game.models[id].here
    if field_of(game).grid is not None:
        taken = occupied(game, id)
        for _ in range(n):
            angle, long = rnd() * 2 * math.pi, far * (0.3 + 0.7 * rnd())
            path = stroll(game, id, run, (x + long * math.cos(angle), y + long * math.sin(angle)), far, taken)
            if path:
                found.append(Moved({id: path}, mode))
        return found
    walk = walker(game, id, run, span=far)
    ground, costs = field_of(game).ground, costs_of(run)
    for _ in range(n + 2):
        angle, long = rnd() * 2 * math.pi, (far - 0.01) * math.sqrt(rnd())
        goal = snapped((x + long * math.cos(angle), y + long * math.sin(angle)))
        if walk.on_table(goal) and walk.ends(goal) and walk.clear((x, y), goal):
            if run and leg_cost((x, y), goal, ground, costs) > far:
                continue
            found.append(Moved({id: (goal,)}, mode))
            if len(found) >= n:
                break
    return found


def stroll(
    game: Xcx, id: str, run: bool, goal: Point, far: float, taken: frozenset[int] | None = None
) -> tuple[Point, ...]:
    """From space to space straight at a goal, as long as the way is free and paid for; ends where it may."""
    taken = occupied(game, id) if taken is None else taken
    field, start = field_of(game), field_of(game).number(game.models[id].here)
    if field.quick is not None:
        return field.quick.stroll(start, goal, field.number(goal), far, costs_of(run), taken)
    return strolled(field, start, run, goal, far, taken)


def strolled(field: Field, start: int, run: bool, goal: Point, far: float, taken: frozenset[int]) -> tuple[Point, ...]:
    grid = field.grid
    assert grid is not None
    links, places, spaces, apart = field.links[run], grid.plan.places, grid.plan.spaces, grid.apart
    at, aim, stop = start, grid.space(goal), costs_of(run).no_end
    nearer, (gx, gy) = apart(spaces[places[at]], aim), goal
    path: list[Point] = []
    legal, spent = 0, 0
    while nearer:
        best = None
        for t, more in links.get(at) or field.onward(at, run):
            if t not in taken:
                x, y = p = places[t]
                d = (x - gx) * (x - gx) + (y - gy) * (y - gy)
                if (best is None or d < best[0]) and (left := apart(spaces[p], aim)) < nearer:
                    best = (d, t, more, left)
        if best is None:
            break
        _, at, more, nearer = best
        spent += more
        if spent > far:
            break
        path.append(places[at])
        if not field.bits[at] & stop:
            legal = len(path)
    return tuple(path[:legal])


def towards(game: Xcx, id: str, run: bool, goal: Point, mode: str, far: float) -> Moved | None:
    """A whole legal move out of one drag."""
    if mode == "charge":
        foe = min(enemies(game, id), key=lambda e: math.dist(game.models[e].here, goal), default=None)
        found = charge_path(game, id, foe) if foe else None
        return Moved({id: tuple(found)}, mode) if found else None
    path = furthest(game, id, run, goal, far)
    return Moved({id: tuple(path)}, mode) if path else None


def furthest(game: Xcx, id: str, run: bool, goal: Point, far: float) -> Sequence[Point]:
    m, field = game.models[id], field_of(game)
    if field.grid is not None:
        way = way_to(game, id, run, goal, 4 * far) or ()
        return cut(game, run, way, far) or stroll(game, id, run, goal, far)
    circles = [c for _, c in others(game, id)]
    return furthest_towards(m.circle, goal, far, field.ground, costs_of(run), circles)


def cut(game: Xcx, run: bool, way: Sequence[Point], far: float) -> Sequence[Point]:
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


def way_to(game: Xcx, id: str, run: bool, goal: Point, far: float, declared: Sequence[str] = ()) -> list[Point] | None:
    """The shortest legal path, or None."""
    m, field = game.models[id], field_of(game)
    circles = [c for _, c in others(game, id, declared)]
    if field.grid is None:
        return path_to(m.circle, goal, far, field.ground, costs_of(run), circles)
    start, end, taken = field.number(m.here), field.number(goal), occupied(game, id)
    if start == end:
        return []
    before = field.flood(start, int(far), run, taken, 0 if end in taken else end, tidy=True)
    return field.traced(end, before) if end in before and not field.bits[end] & costs_of(run).no_end else None


def outline(game: Xcx, id: str, run: bool, far: float) -> Sequence[Sequence[Point]]:
    m, field = game.models[id], field_of(game)
    circles = [c for _, c in others(game, id)]
    if field.grid is not None:
        start = field.number(m.here)
        found = field.flood(start, int(far), run, occupied(game, id))
        places, stop = field.grid.plan.places, costs_of(run).no_end
        ends = [start, *(n for n in found if not field.bits[n] & stop)]
        return [field.grid.outline(field.grid.space(places[n])) for n in ends]
    return reach(m.circle, far, field.ground, costs_of(run), circles)
