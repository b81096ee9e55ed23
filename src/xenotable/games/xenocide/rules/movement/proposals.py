"""Whole moves out of one wish: a unit marches in formation, charges or jumps. People drag one model, machines
name a goal; both get the same legal move."""

from __future__ import annotations

import math
from collections.abc import Sequence

from xenotable.engine import Moved, Random
from xenotable.engine.memory import until_written
from xenotable.games.xenocide.content import Kind
from xenotable.games.xenocide.rules.buildings.entering import ways_in
from xenotable.games.xenocide.rules.buildings.walls import gap, towards
from xenotable.games.xenocide.rules.movement.allowances import COHERENCY, allowance, friends
from xenotable.games.xenocide.rules.movement.legality import is_sound, regroups
from xenotable.games.xenocide.rules.movement.regrouping import is_torn
from xenotable.games.xenocide.rules.movement.restrictions import short_of
from xenotable.games.xenocide.rules.movement.zones import zones
from xenotable.games.xenocide.rules.play.measuring import CONTACT, bases, centre, centres, circle, circles, stance
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.scenes import Manner
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle, Costs, Point, faults, formation, furthest_towards, move_circle, snap_point

FEW = 4  # who wants no more moves than that gets one of them, beside staying
NEARLY = 0.5  # inches beyond a budget: nothing is overlooked
CLOSE = 3.5  # how near a charging model goes to its enemy: well in contact, still outside a guarded edge


def unit_costs(game: Xenocide, unit: str, manner: Manner) -> Costs:
    """What no model of the unit may cross or end on."""
    if manner.mode == "fly":
        return Costs()
    book = game.field.walks if manner.mode == "walk" else game.field.air
    found = {kind_of(game, m).mover for m in game.units[unit].models}
    impassable = no_end = 0
    for mover in found:
        impassable |= book[mover].impassable
        no_end |= book[mover].no_end
    return Costs(impassable=impassable, no_end=no_end)


def toward(game: Xenocide, unit: str, manner: Manner, piece: str, goal: Point) -> Moved:
    """The unit goes as far as it can so that this model comes to the goal; it stays if nothing legal leads there."""
    if manner.named and not manner.overrun:
        return charge(game, unit, manner)
    at = game.models[piece]
    return march(game, unit, manner, (goal[0] - at.x, goal[1] - at.y))


@until_written
def march(game: Xenocide, unit: str, manner: Manner, delta: Point) -> Moved:
    models = game.units[unit].models
    far = math.hypot(*delta)
    if far == 0.0 or not models:
        return Moved()
    if is_torn(game, unit) and (whole := regroups(game, unit, manner)).paths:
        return whole
    if manner.mode != "walk" or manner.overrun:
        return leap(game, unit, manner, delta)
    budgets = [allowance(game, m, manner) for m in models]
    near = in_the_way(game, unit, manner, max(budgets))
    found = formation(
        circles(game, unit), delta, budgets, game.field.ground, unit_costs(game, unit, manner), near,
        coherency=COHERENCY,
        every_pair=True,
    )  # fmt: skip
    move = Moved({m: path for m, path in zip(models, found.paths, strict=True) if path})
    return move if is_sound(game, unit, manner, move) else leap(game, unit, manner, delta)


def in_the_way(game: Xenocide, unit: str, manner: Manner, far: float) -> list[Circle]:
    """The zones and the friends that a unit can come to at all: a way is never longer than its budget."""
    here, most = stance(game, unit), far + NEARLY
    return [*zones(game, unit, manner, here, most), *friends(game, unit, here, most)]


def leap(game: Xenocide, unit: str, manner: Manner, delta: Point) -> Moved:
    """Everybody by the same step, as large a share of it as is legal."""
    models = game.units[unit].models
    far = math.hypot(*delta)
    most = min(allowance(game, m, manner) for m in models)
    first = min(1.0, most / far) if far else 0.0
    for share in (first, first * 0.75, first * 0.5, first * 0.25):
        step = (delta[0] * share, delta[1] * share)
        move = Moved({m: (step_model(game, m, step),) for m in models})
        if share > 0.0 and is_sound(game, unit, manner, move):
            return move
    return Moved()


def step_model(game: Xenocide, model: str, step: Point) -> Point:
    """Where a model is after a step, on the grid, not farther."""
    row = game.models[model]
    x, y = row.x + step[0], row.y + step[1]
    down = (math.floor if step[0] > 0 else math.ceil, math.floor if step[1] > 0 else math.ceil)
    return down[0](x * 1024) / 1024, down[1](y * 1024) / 1024


@until_written
def charge(game: Xenocide, unit: str, manner: Manner) -> Moved:
    """Model by model, the nearest first, into contact with the nearest enemy named; stays if that is not legal."""
    foes = bases(game, manner.named)
    if not foes:
        return Moved()
    cost = unit_costs(game, unit, manner)
    budgets = {m: allowance(game, m, manner) for m in game.units[unit].models}
    off = [*in_the_way(game, unit, manner, max(budgets.values())), *foes]
    mine = {m: circle(game, m) for m in game.units[unit].models}
    order = sorted(mine, key=lambda m: (min(gap(mine[m], f) for f in foes), m))
    placed: list[Circle] = []
    paths: dict[str, tuple[Point, ...]] = {}
    for model in order:
        base, budget = mine[model], budgets[model]
        target = towards(min(foes, key=lambda f: (gap(base, f), f.x, f.y)), base)
        path = _approach(game, base, target, budget, cost, [*off, *placed])
        paths[model] = tuple(path)
        placed.append(move_circle(base, path[-1]) if path else base)
    move = Moved({m: p for m, p in paths.items() if p})
    return move if is_sound(game, unit, manner, move) else _rigid(game, unit, manner, foes)


def _approach(
    game: Xenocide, base: Circle, foe: Circle, budget: float, cost: Costs, others: Sequence[Circle]
) -> list[Point]:
    if gap(base, foe) < CLOSE and not any(gap(base, o) <= 0.0 for o in others):
        return []
    near = foe.r + base.r + CLOSE
    close = within_reach(base, others, budget)
    if (step := straight(game, base, foe, CLOSE, budget, cost, close)) is not None:
        return [step]
    return furthest_towards(base, (foe.x, foe.y), budget, game.field.ground, cost, close, near=near)


def within_reach(base: Circle, others: Sequence[Circle], budget: float) -> list[Circle]:
    """Those of them that a model can come to."""
    far = budget + base.r + NEARLY
    return [c for c in others if math.hypot(c.x - base.x, c.y - base.y) - c.r <= far]


def straight(
    game: Xenocide, base: Circle, goal: Circle, short: float, budget: float, cost: Costs, others: Sequence[Circle]
) -> Point | None:
    """The end of the straight way to so many inches short of a base, if it is open and not too long: it usually is, and
    then nobody need look for another."""
    spot = short_of(base, goal, short)
    if spot is None or math.dist((base.x, base.y), spot) > budget:
        return None
    bad = next(faults(base, [spot], game.field.ground, cost, others), None)
    return spot if bad is None else None


def approach(
    game: Xenocide, base: Circle, goal: Circle, budget: float, kind: Kind, others: Sequence[Circle]
) -> list[Point]:
    """The way of one model to touch another base, or as far as it gets."""
    cost = game.field.walks[kind.mover]
    close = within_reach(base, others, budget)
    if (step := straight(game, base, goal, 0.0, budget, cost, close)) is not None:
        return [step]
    return furthest_towards(base, (goal.x, goal.y), budget, game.field.ground, cost, close, near=goal.r + base.r)


def _rigid(game: Xenocide, unit: str, manner: Manner, foes: Sequence[Circle]) -> Moved:
    """The whole unit by one step towards the nearest enemy, until its first model is in contact."""
    mine = circles(game, unit)
    a, b = min(((p, towards(q, p)) for p in mine for q in foes), key=lambda pq: gap(*pq))
    long = math.hypot(b.x - a.x, b.y - a.y)
    most = min(allowance(game, m, manner) for m in game.units[unit].models)
    for keep in (3.0, 2.0, 1.0, 3.9):
        far = min(most, max(0.0, gap(a, b) - keep))
        if far <= 0.0 or long == 0.0 or gap(a, b) - far >= CONTACT:
            continue
        step = ((b.x - a.x) / long * far, (b.y - a.y) / long * far)
        move = Moved({m: (step_model(game, m, step),) for m in game.units[unit].models})
        if is_sound(game, unit, manner, move):
            return move
    return Moved()


# ---- for machines ----------------------------------------------------------------------------------------------------


def goals(game: Xenocide, unit: str, rnd: Random) -> list[Point]:
    """Places a unit may want to go: its nearest enemy, a marker, anywhere."""
    x, y = centre(game, unit)
    foes = centres(game, 1 - game.units[unit].seat)
    wants = [min(foes, key=lambda p: math.hypot(p[0] - x, p[1] - y))] if foes else []
    marks = [(m.x, m.y) for m in game.markers.values() if m.seat != game.units[unit].seat]
    if marks:
        wants.append(min(marks, key=lambda p: math.hypot(p[0] - x, p[1] - y)))
    ground = game.field.ground
    wants.append((rnd() * ground.width, rnd() * ground.depth))
    return wants


def some_moves(game: Xenocide, unit: str, manner: Manner, n: int, rnd: Random) -> list[Moved]:
    """Moves for machines: staying, and about n towards places worth going; where they go does not depend on whether
    any is wanted."""
    if manner.section:
        return [ways_in(game, unit, manner) if n else Moved()]
    if manner.named and not manner.overrun:
        return [charge(game, unit, manner) if n else Moved()]
    wants = goals(game, unit, rnd)
    if n <= FEW:
        wants = [wants[int(rnd() * len(wants))]]
    moves = [march_to(game, unit, manner, goal) for goal in wants[:n]]
    return [Moved(), *(m for m in moves if m.paths)]


def march_to(game: Xenocide, unit: str, manner: Manner, goal: Point) -> Moved:
    x, y = centre(game, unit)
    return march(game, unit, manner, snap_point((goal[0] - x, goal[1] - y)))
