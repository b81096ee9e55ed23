"""Mission 6, Heart of the Hive: the core, the nests and the Brood Maw."""

from __future__ import annotations

import math

from xenotable.engine import cite, rule
from xenotable.games.xcx.rules.engaged.contact import part_from_all
from xenotable.games.xcx.rules.missions.points import HIVE, count_objective, finish
from xenotable.games.xcx.rules.movement.positions import can_end, end_region, nearest_end, others
from xenotable.games.xcx.rules.play.measuring import distance_between
from xenotable.games.xcx.rules.play.models import standing_models
from xenotable.games.xcx.rules.play.table import TOL
from xenotable.games.xcx.rules.squad.profiles import join
from xenotable.games.xcx.rules.terrain.ground import field_of, top
from xenotable.games.xcx.state import LEFT, NEUTRAL, TABLE, Recruit, Thing, Xcx
from xenotable.table import Circle, Point, nearest_place


@rule("missions.hive-core", neutral=lambda game, model, target: False)
def picks_up_core(game: Xcx, model: str, target: str) -> bool:
    if game.setup.mission != HIVE:
        return False
    game.things.set(target, gone=True)
    game.note(gone=(*(g for g in game.now.gone if g != target), target), core=())
    game.models.set(model, core=True)
    game.tell("{who} picks up the core.", "missions.hive-core", who=model)
    return True


@rule("missions.hive-drop", neutral=lambda game, model: None)
def drop_core(game: Xcx, model: str) -> None:
    """The core lies where its carrier stood and must be searched for again."""
    row = game.models[model]
    game.models.set(model, core=False)
    thing = next(t for t, o in game.things.items() if o.kind in ("container", "core"))
    game.things.set(thing, kind="core", x=row.x, y=row.y, gone=False)
    game.note(core=(row.x, row.y))
    game.tell("{core} falls where {who} stood.", "missions.hive-drop", core=thing, who=model)


@rule("missions.hive-exit", neutral=lambda game, model: None)
def end_of_move(game: Xcx, model: str) -> None:
    """A carrier that ends a move touching its own edge leaves with the core and wins."""
    row = game.models[model]
    if not row.core or row.state != TABLE:
        return
    if field_of(game).near_edge(row.circle, game.now.south != row.side):
        count_objective(game, model)
        part_from_all(game, model)
        game.models.set(model, state=LEFT)
        finish(game, row.side, f"{game.name(model)} carries the core off the table.", "missions.hive-exit")


@rule("missions.hive-nests", neutral=lambda game, nest: None)
def hatch(game: Xcx, nest: str) -> None:
    """Each open nest places a Gnasher beside it, nearest to an enemy, as long as fewer than six are on the table."""
    alive = [i for i in standing_models(game, NEUTRAL) if game.models[i].unit == "gnasher"]
    if len(alive) >= 6:
        return
    cite("missions.hive-neutral-dice")
    t = game.things[nest]
    id = monster(game, "gnasher")
    r = game.models[id].r
    foes = [game.models[i].here for i in standing_models(game) if game.models[i].side < NEUTRAL]
    around, spots = others(game, id).values(), beside(game, t, r)
    foes = _nearest_to_any(foes, spots)
    spots.sort(key=lambda p: (round(min([math.dist(p, f) for f in foes], default=0.0), 6), p))
    p = next((p for p in spots if can_end(game, id, p, r, around)), None)
    p = p or nearest_end(game, id, field_of(game).from_layout((t.x, t.y)), r)
    assert p is not None  # no table is full
    game.models.set(id, x=p[0], y=p[1], state=TABLE)
    game.tell("{who} crawls out of {nest}.", "missions.hive-nests", who=id, nest=nest)


def _nearest_to_any(foes: list[Point], spots: list[Point]) -> list[Point]:
    """Those who can be the nearest to some place beside an object."""
    wide = max([math.dist(spots[0], p) for p in spots])
    gaps = [math.dist(spots[0], f) for f in foes]
    least = min(gaps, default=0.0)
    return [f for f, gap in zip(foes, gaps, strict=True) if gap <= least + 2.0 * wide + TOL]


def beside(game: Xcx, t: Thing, r: float) -> list[Point]:
    """Places adjacent to an object."""
    grid = field_of(game).grid
    if grid is not None:
        filled = field_of(game).thing_spaces(t)
        return [grid.centre(s) for s in dict.fromkeys(n for f in filled for n in grid.beside(f)) if s not in filled]
    far = t.r + r + 0.5
    turns = [math.radians(15 * k) for k in range(24)]
    return [(round((t.x + far * math.cos(a)) * 64) / 64, round((t.y + far * math.sin(a)) * 64) / 64) for a in turns]


def monster(game: Xcx, unit: str) -> str:
    number = 1 + max((m.number for m in game.models.values() if m.owner == NEUTRAL), default=0)
    return join(game, NEUTRAL, number, Recruit(unit), "", -1)


@rule("missions.hive-maw", neutral=lambda game: None)
def maw(game: Xcx) -> None:
    """The Brood Maw rises as near to the centre as it can, at least 3 Range from every model."""
    id, field = monster(game, "brood-maw"), field_of(game)
    r, middle = game.models[id].r, (field_of(game).width / 2, field_of(game).depth / 2)
    if field.mode == "hex":
        middle = (middle[0], top(game) / 2)
    bodies, around = [game.models[i].circle for i in standing_models(game)], list(others(game, id).values())

    def free(p: Point) -> bool:
        here = Circle(p[0], p[1], r)
        return can_end(game, id, p, r, around) and all(distance_between(field, here, c) >= 3 - TOL for c in bodies)

    if field.grid is not None:
        p = next(filter(free, field.outward(middle)), None)
    else:
        wide = [Circle(c.x, c.y, c.r + 3) for c in bodies]
        p = nearest_place([end_region(field, r, around + wide, middle, field.width + field.depth)], middle, free)
    if p is not None:
        game.models.set(id, x=p[0], y=p[1], state=TABLE)
        game.tell("{who} rises at {x:.1f}, {y:.1f}.", "missions.hive-maw", who=id, x=p[0], y=p[1])
