"""Movement: how far, along which path, how close to others, where a model may end, and forced moves."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from xenotable.engine import Moved, Refusal, acts, cite, rule
from xenotable.games.xcx.layouts import field_of
from xenotable.games.xcx.recruits import profile_of
from xenotable.games.xcx.state import TABLE, Xcx
from xenotable.games.xcx.terrain import FORM_NAMES, HARD, MANY, OBJECT, OBSTACLE, SOLID, TOL, Field, costs_of
from xenotable.table import Circle, Costs, Fault, Point, Walk, faults, snapped

GAP = 1.0


# ---- how far ---------------------------------------------------------------------------------------------------------


@rule("movement.allowance", neutral=lambda game, id: 99)
def mobility(game: Xcx, id: str) -> int:
    """The card's Mobility, less for heavy armour and for whoever carries the core."""
    p = profile_of(game, id)
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
    grid = field_of(game).grid is not None
    found = []
    for i, m in game.models.items():
        if m.state == TABLE and i != id:
            room = 0.0 if grid or (i in declared and acts("movement.separation-exceptions")) else GAP
            found.append((i, Circle(m.x, m.y, m.r + room)))
    if game.markers and acts("movement.separation-markers"):
        found += [(i, Circle(k.x, k.y, k.r + (0.0 if grid else GAP))) for i, k in game.markers.items()]
    return found


def occupied(game: Xcx, id: str) -> frozenset[int]:
    """The spaces of everybody else, by their numbers."""
    return frozenset([field_of(game).number((c.x, c.y)) for _, c in others(game, id)])


def walker(game: Xcx, id: str, run: bool, declared: Sequence[str] = (), span: float | None = None) -> Walk:
    m = game.models[id]
    circles = [c for _, c in others(game, id, declared)]
    far = allowance(game, id, run) if span is None else span
    return Walk(m.circle, field_of(game).ground, costs_of(run), circles, 0.0, span=far)


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
    if field_of(game).grid is not None:
        yield from grid_refusals(game, id, run, path, limit)
        return
    cite("movement.path")
    around = others(game, id, declared)
    ground, base = field_of(game).ground, game.models[id].circle
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
    bits = field_of(game).ground.pieces[fault.piece].bits
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
    grid = field_of(game).grid
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
        elif grid.shut(at, to, Costs(impassable=SOLID)) and acts("grid.corner-cutting"):
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


@rule("movement.end-positions", neutral=lambda game, id, p, r, around=None: True)
def can_end(game: Xcx, id: str, p: Point, r: float, around: Sequence[Circle] | None = None) -> bool:
    """Is p a legal end position for a base of this size? `around`: whom it keeps away from, if that is known."""
    if not stands(field_of(game), p, r):
        return False
    return has_room(field_of(game), p, r, [c for _, c in others(game, id)] if around is None else around)


def has_room(field: Field, p: Point, r: float, around: Iterable[Circle]) -> bool:
    """Does a base of this size keep away from these circles there? In a grid: is the space free?"""
    if field.grid is not None:
        s, space = field.grid.space(p), field.grid.space
        return s not in [space((c.x, c.y)) for c in around]
    x, y = p
    for c in around:  # noqa: SIM110  # a generator takes twice as long
        if (c.x - x) ** 2 + (c.y - y) ** 2 < (c.r + r - TOL) ** 2:
            return False
    return True


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
    field, around = field_of(game), [c for _, c in others(game, id)]
    if field.grid is not None:
        spots = sorted(field.points(), key=lambda q: (math.dist(p, q), q))
        return next((q for q in spots if can_end(game, id, q, r, around)), None)
    far = least
    while far < max(field.width, field.depth):
        n = max(1, math.ceil(far * 16))
        ring = sorted(
            snapped((p[0] + far * math.cos(2 * math.pi * k / n), p[1] + far * math.sin(2 * math.pi * k / n)))
            for k in range(n)
        )
        for q in ring:
            if can_end(game, id, q, r, around):
                return q
        far += 0.125
    return None
