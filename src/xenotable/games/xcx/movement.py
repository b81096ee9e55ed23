"""Movement: how far, along which path, how close to others, where a model may end, and forced moves."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from xenotable.engine import Move, Moved, Option, Piece, Random, Refusal, cite, rule
from xenotable.games.xcx.state import TABLE, Xcx
from xenotable.games.xcx.terrain import FORM_NAMES, HARD, MANY, OBJECT, OBSTACLE, SOLID, TOL, Field, costs_of
from xenotable.table import Circle, Costs, Fault, Point, Walk, faults, furthest_towards, path_to, reach, snapped
from xenotable.table.moving import leg_cost

GAP = 1.0


# ---- how far ---------------------------------------------------------------------------------------------------------


@rule("movement.allowance", neutral=lambda game, id: 99)
def mobility(game: Xcx, id: str) -> int:
    """The card's Mobility, less for heavy armour and for whoever carries the core."""
    p = game.profile(id)
    now = p.mobility
    if p.worn is not None and p.worn.mobility:
        cite("rewards.siege-plate")
        now += p.worn.mobility
    if game.models[id].core:
        cite("missions.hive-core")
        now -= 2
    return max(1, now)


def allowance(game: Xcx, id: str, run: bool) -> int:
    return mobility(game, id) * (2 if run else 1)


# ---- who is in the way -----------------------------------------------------------------------------------------------


@rule("movement.separation", neutral=lambda game, id, declared=(): ())
def others(game: Xcx, id: str, declared: Sequence[str] = ()) -> list[tuple[str, Circle]]:
    """Models and markers with the room that a mover leaves them: 1 Range, none around the declared enemies of a charge.

    Who is in contact at the start may be left: the table's `Walk` lets a mover go as long as it comes no closer.
    """
    grid = game.field.grid is not None
    found = []
    for i, m in game.models.items():
        if m.state == TABLE and i != id:
            room = 0.0 if grid or i in declared else GAP
            if i in declared:
                cite("movement.separation-exceptions")
            found.append((i, Circle(m.x, m.y, m.r + room)))
    if game.markers:
        cite("movement.separation-markers")
        found += [(i, Circle(k.x, k.y, k.r + (0.0 if grid else GAP))) for i, k in game.markers.items()]
    return found


def walker(game: Xcx, id: str, run: bool, declared: Sequence[str] = (), span: float | None = None) -> Walk:
    m = game.models[id]
    circles = [c for _, c in others(game, id, declared)]
    far = allowance(game, id, run) if span is None else span
    return Walk(m.circle, game.field.ground, costs_of(run), circles, 0.0, span=far)


# ---- is a move legal? ------------------------------------------------------------------------------------------------


@rule("movement.illegal-refused", neutral=lambda game, id, run, move, budget=None: iter(()))
def move_refusals(game: Xcx, id: str, run: bool, move: Moved, budget: float | None = None) -> Iterator[Refusal]:
    """Every reason why this move is not legal; a charge must end in contact, any other move nowhere near it."""
    path = flat(move.paths.get(id, ()))
    limit = float(allowance(game, id, run)) if budget is None else budget
    if any(len(p) != 2 for p in move.paths.get(id, ())):
        yield Refusal("play.flat-and-all-round", "The table is flat: give x and y, no height.")
        return
    if move.mode == "charge":
        yield from charge_refusals(game, id, path, limit)
    elif path:
        yield from path_refusals(game, id, run, path, limit)


def flat(path: Iterable[Sequence[float]]) -> list[Point]:
    return [(p[0], p[1]) for p in path]


def charge_refusals(game: Xcx, id: str, path: Sequence[Point], limit: float) -> Iterator[Refusal]:
    from xenotable.games.xcx.charging import touched

    if not path:
        yield Refusal("charging.contact", "A charge must move into contact.", {}, "Choose an ordinary Run instead.")
        return
    declared = touched(game, id, path[-1])
    if not declared:
        says = "{who} would not touch any enemy that it may charge."
        yield Refusal("charging.contact", says, {"who": id}, "End the charge in base contact with an enemy.")
    yield from path_refusals(game, id, True, path, limit, declared)


def path_refusals(
    game: Xcx, id: str, run: bool, path: Sequence[Point], limit: float, declared: Sequence[str] = ()
) -> Iterator[Refusal]:
    if game.field.grid is not None:
        yield from grid_refusals(game, id, run, path, limit)
        return
    cite("movement.path")
    around = others(game, id, declared)
    ground, base = game.field.ground, game.models[id].circle
    for fault in faults(base, path, ground, costs_of(run), [c for _, c in around], 0.0, limit):
        yield worded(game, id, run, fault, around)
    for other, c in around:  # who starts too close may leave, but must not end too close
        room = (c.r + base.r - TOL) ** 2
        if (c.x - base.x) ** 2 + (c.y - base.y) ** 2 < room > (c.x - path[-1][0]) ** 2 + (c.y - path[-1][1]) ** 2:
            args = {"who": id, "other": other}
            yield Refusal("movement.separation", "{who} would end closer than 1 Range to {other}.", args)


def worded(game: Xcx, id: str, run: bool, fault: Fault, around: Sequence[tuple[str, Circle]]) -> Refusal:
    """A fault of the table in the words of the book."""
    if fault.kind == "long":
        args = {"who": id, "more": fault.amount, "may": allowance(game, id, run)}
        return Refusal(
            "movement.allowance", "{who} may move {may}; that is {more:.1f} too far.", args, "Stop {more:.1f} earlier."
        )
    if fault.kind == "edge":
        return Refusal("movement.table-edge", "{who} would leave the table.", {"who": id})
    if fault.kind == "close":
        other = around[fault.other][0]
        cite("movement.through-models")
        return Refusal(
            "movement.separation", "{who} would come closer than 1 Range to {other}.", {"who": id, "other": other}
        )
    bits = game.field.ground.pieces[fault.piece].bits
    if fault.kind == "end":
        if bits & OBSTACLE:
            return Refusal("terrain.obstacle-end", "A move may not end overlapping an Obstacle.", {})
        return Refusal("movement.end-positions", "A move may not end overlapping {form}.", {"form": form_name(bits)})
    if bits & OBJECT:
        return Refusal("terrain.objectives-are-not-terrain", "{who} cannot move through an objective.", {"who": id})
    if bits & (HARD | OBSTACLE):
        says = "{form} can be crossed on a Run only."
        return Refusal("terrain.hard-cover-advance", says, {"form": form_name(bits)}, "Run instead, or go round it.")
    return Refusal("terrain.impassable", "Nothing moves through Impassable terrain.", {}, "Go round it.")


def form_name(bits: int) -> str:
    return next((name for bit, name in FORM_NAMES.items() if bits & bit), "terrain")


@rule("grid.step-cost", neutral=lambda game, id, run, path, limit: iter(()))
def grid_refusals(game: Xcx, id: str, run: bool, path: Sequence[Point], limit: float) -> Iterator[Refusal]:
    """Step by step: to neighbouring, free, enterable spaces, within the allowance."""
    grid = game.field.grid
    assert grid is not None
    at = grid.space(game.models[id].here)
    taken = {grid.space((c.x, c.y)): other for other, c in others(game, id)}
    costs, spent, seen = costs_of(run), 0.0, 0
    for p in path:
        to = grid.space(p)
        if grid.apart(at, to) != 1:
            yield Refusal("grid.step-cost", "A move goes from space to neighbouring space.", {}, "Name every space.")
            return
        if to in taken:
            cite("movement.through-models")
            yield Refusal("grid.one-model-per-space", "{other} stands in the way.", {"other": taken[to]})
        bits = grid.forms.get(to, 0)
        if bits & costs.impassable:
            yield blocked_space(bits)
        elif grid.shut(at, to, Costs(impassable=SOLID)):
            yield Refusal("grid.corner-cutting", "A diagonal step between two closed spaces is forbidden.", {})
        spent += 2.0 if bits & OBSTACLE else 1.0
        at, seen = to, bits
    if seen & costs.no_end:
        rule_id = "terrain.obstacle-end" if seen & OBSTACLE else "movement.end-positions"
        yield Refusal(rule_id, "A move may not end in {form}.", {"form": form_name(seen)})
    if spent > limit + TOL:
        args = {"who": id, "more": spent - limit, "may": limit}
        yield Refusal("movement.allowance", "{who} may move {may:.0f}; that is {more:.0f} too far.", args)


def blocked_space(bits: int) -> Refusal:
    if bits & OBJECT:
        return Refusal("terrain.objectives-are-not-terrain", "No model may enter the space of an objective.", {})
    if bits & (HARD | OBSTACLE):
        args = {"form": form_name(bits)}
        return Refusal("terrain.hard-cover-advance", "{form} can be crossed on a Run only.", args, "Run instead.")
    return Refusal("terrain.impassable", "Nothing moves through Impassable terrain.", {})


# ---- may it stand there? ---------------------------------------------------------------------------------------------


@rule("movement.end-positions", neutral=lambda game, id, p, r, apart=(): True)
def can_end(game: Xcx, id: str, p: Point, r: float, apart: Iterable[str] = ()) -> bool:
    """Is p a legal end position for a base of this size? `apart` names models that it may touch."""
    return stands(game.field, p, r) and has_room(game.field, p, r, [c for _, c in others(game, id, tuple(apart))])


def has_room(field: Field, p: Point, r: float, around: Iterable[Circle]) -> bool:
    """Does a base of this size keep away from these circles there? In a grid: is the space free?"""
    if field.grid is not None:
        s, space = field.grid.space(p), field.grid.space
        return s not in [space((c.x, c.y)) for c in around]
    x, y = p
    return all((c.x - x) ** 2 + (c.y - y) ** 2 >= (c.r + r - TOL) ** 2 for c in around)


def stands(field: Field, p: Point, r: float) -> bool:
    """May a base of this size stand on the ground there, whoever else is about?"""
    if field.grid is not None:
        return not field.grid.forms.get(field.grid.space(p), 0) & (SOLID | HARD | OBSTACLE)
    known = field.free.get((p, r))
    if known is None:
        if len(field.free) > MANY:
            field.free.clear()
        here = Circle(p[0], p[1], r)
        known = field.ground.on_table(here) and not field.ground.under(here, SOLID | HARD | OBSTACLE)
        field.free[p, r] = known
    return known


def nearest_end(game: Xcx, id: str, p: Point, r: float, least: float = 0.0) -> Point | None:
    """The legal end position nearest to a point (lower x, then lower y among equals)."""
    field = game.field
    if field.grid is not None:
        spots = sorted(field.points(), key=lambda q: (math.dist(p, q), q))
        return next((q for q in spots if can_end(game, id, q, r)), None)
    far = least
    while far < max(field.width, field.depth):
        n = max(1, math.ceil(far * 16))
        ring = sorted(
            snapped((p[0] + far * math.cos(2 * math.pi * k / n), p[1] + far * math.sin(2 * math.pi * k / n)))
            for k in range(n)
        )
        for q in ring:
            if can_end(game, id, q, r):
                return q
        far += 0.125
    return None


# ---- the ask ---------------------------------------------------------------------------------------------------------


def move_ask(game: Xcx, id: str, run: bool, flee: bool = False, budget: float | None = None) -> Move:
    """Where does it go? A Run of an unengaged model may be a charge."""
    from xenotable.games.xcx.charging import charge_moves
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
        seat=game.seat(id),
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
    if game.field.grid is not None:
        taken = occupied(game, id)
        for _ in range(n):
            angle, long = rnd() * 2 * math.pi, far * (0.3 + 0.7 * rnd())
            path = stroll(game, id, run, (x + long * math.cos(angle), y + long * math.sin(angle)), far, taken)
            if path:
                found.append(Moved({id: path}, mode))
        return found
    walk = walker(game, id, run, span=far)
    ground, costs = game.field.ground, costs_of(run)
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
    field, grid = game.field, game.field.grid
    assert grid is not None
    taken = occupied(game, id) if taken is None else taken
    links, places, spaces, apart = field.links[run], grid.plan.places, grid.plan.spaces, grid.apart
    at, aim, stop = field.number(game.models[id].here), grid.space(goal), costs_of(run).no_end
    nearer, (gx, gy) = apart(spaces[places[at]], aim), goal
    path: list[Point] = []
    legal, spent = 0, 0
    while nearer:
        best = None
        for t, more in links.get(at) or field.onward(at, run):
            if t not in taken:
                x, y = p = places[t]
                d = (x - gx) ** 2 + (y - gy) ** 2
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


def occupied(game: Xcx, id: str) -> frozenset[int]:
    """The spaces of everybody else, by their numbers."""
    return frozenset([game.field.number((c.x, c.y)) for _, c in others(game, id)])


def towards(game: Xcx, id: str, run: bool, goal: Point, mode: str, far: float) -> Moved | None:
    """A whole legal move out of one drag."""
    from xenotable.games.xcx.charging import charge_path

    if mode == "charge":
        foe = min(game.enemies(id), key=lambda e: math.dist(game.models[e].here, goal), default=None)
        found = charge_path(game, id, foe) if foe else None
        return Moved({id: tuple(found)}, mode) if found else None
    path = furthest(game, id, run, goal, far)
    return Moved({id: tuple(path)}, mode) if path else None


def furthest(game: Xcx, id: str, run: bool, goal: Point, far: float) -> Sequence[Point]:
    m, field = game.models[id], game.field
    if field.grid is not None:
        way = way_to(game, id, run, goal, 4 * far) or ()
        return cut(game, run, way, far) or stroll(game, id, run, goal, far)
    circles = [c for _, c in others(game, id)]
    return furthest_towards(m.circle, goal, far, field.ground, costs_of(run), circles)


def cut(game: Xcx, run: bool, way: Sequence[Point], far: float) -> Sequence[Point]:
    """As much of a way from space to space as the allowance pays for, ending where a model may stand."""
    grid, stop, spent, end = game.field.grid, costs_of(run).no_end, 0.0, 0
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
    m, field = game.models[id], game.field
    circles = [c for _, c in others(game, id, declared)]
    if field.grid is None:
        return path_to(m.circle, goal, far, field.ground, costs_of(run), circles)
    start, end, taken = field.number(m.here), field.number(goal), occupied(game, id)
    if start == end:
        return []
    before = field.flood(start, int(far), run, taken, 0 if end in taken else end, tidy=True)
    return field.traced(end, before) if end in before and not field.bits[end] & costs_of(run).no_end else None


def outline(game: Xcx, id: str, run: bool, far: float) -> Sequence[Sequence[Point]]:
    m, field = game.models[id], game.field
    circles = [c for _, c in others(game, id)]
    if field.grid is not None:
        start = field.number(m.here)
        found = field.flood(start, int(far), run, occupied(game, id))
        places, stop = field.grid.plan.places, costs_of(run).no_end
        ends = [start, *(n for n in found if not field.bits[n] & stop)]
        return [field.grid.outline(field.grid.space(places[n])) for n in ends]
    return reach(m.circle, far, field.ground, costs_of(run), circles)
