"""Nothing legal is withheld: where the engine says "impossible", a judge with a dense grid finds nothing either."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import partial
from typing import Any

from judge import Tally, agree, judged, positions
from xenotable.engine import is_legal
from xenotable.games.rampant.rules.attacking.contact import (
    TOUCH,
    attack_context,
    bird_flight,
    contact_refusals,
    house_of,
    touches,
    way_to,
)
from xenotable.games.rampant.rules.moving.allowance import allowance
from xenotable.games.rampant.rules.moving.move_legality import MoveContext, Room, free_at, move_refusals
from xenotable.games.rampant.rules.moving.table_edge import way_out
from xenotable.games.rampant.rules.play.conventions import circle, distance, edge_distance, edge_point
from xenotable.games.rampant.rules.retreat.cover import cover_refusals, cover_regions, cover_ways
from xenotable.games.rampant.rules.retreat.flight import retreat_distance
from xenotable.games.rampant.rules.setup.arrival import free_at_edge
from xenotable.games.rampant.rules.terrain.buildings import door_in_reach, free_doorstep, leave_house
from xenotable.games.rampant.rules.terrain.field import HARD, SOFT, field, is_standing, middle, outline
from xenotable.games.rampant.rules.vehicles import ride_in_reach
from xenotable.games.rampant.rules.xeno.moving import drop_refusals, drop_spot
from xenotable.games.rampant.scenes import Shock
from xenotable.games.rampant.state import Rampant, fielded_units
from xenotable.games.rampant.title import GAME
from xenotable.table import Circle, Costs, Ground, Walk, along, path_to, point_to_piece, snap_point
from xenotable.table.near import TOLERANCE
from xenotable.table.paths import search
from xenotable.table.shapes import Point, edges

SEEDS = range(3)


def scattered(rnd: random.Random, game: Rampant) -> Rampant:
    """The same battle with everybody a few inches elsewhere: positions that no machine would choose."""
    for unit, row in list(game.units.items()):
        if row.where == "table":
            r = game.profile[unit].radius
            for _ in range(20):
                p = snap_point((row.x + rnd.uniform(-8, 8), row.y + rnd.uniform(-8, 8)))
                if free_at(game, unit, Circle(*p, r)):
                    game.units.set(unit, x=p[0], y=p[1])
                    break
    return game


def afoot(game: Rampant, flying: bool = True) -> list[str]:
    out = [u for u, row in game.units.items() if row.where == "table"]
    return [u for u in out if flying or "flying" not in game.profile[u].has]


def standing_buildings(game: Rampant) -> list[str]:
    return [b for b in game.buildings if is_standing(game, b)]


def way_found(context: MoveContext, scout: Walk, goal: Point) -> list[Any] | None:
    """The judge's way: the cheapest to this very place, as `path_to` has it, on a ground that is surveyed once."""
    start, limit = (context.base.x, context.base.y), context.budget + TOLERANCE
    if math.dist(start, goal) > limit or not scout.ends(goal):
        return None
    return search(scout, start, [goal], limit)[0]


def wrong_way(
    context: MoveContext,
    refusals: Callable[[Any], Any],
    short: Callable[[Point], float],
    *footprints: Circle,
) -> Callable[[Point], float]:
    """How much speaks against ending at a place: how far it is from what is wanted, then whether a way leads there."""
    walk, scout = context.walk, context.scout(*footprints)

    def wrong(p: Point) -> float:
        if (off := short(p)) > 0.0:
            return 10.0 + off
        if not walk.ends(p):
            return 5.0
        for way in ([p], way_found(context, scout, p)):
            if way and not any(True for _ in refusals(tuple(way))):
                return 0.0
        return 1.0

    return wrong


def test_cover_in_reach_is_offered() -> None:
    tally = Tally()
    for rnd, game in positions(GAME, SEEDS, 23):
        scattered(rnd, game)
        for unit in afoot(game, flying=False):
            for foe in rnd.sample(foes := fielded_units(game, 1 - game.units[unit].seat), min(2, len(foes))):
                shock = Shock(unit, "shot", by=foe, source=True, x=game.units[foe].x, y=game.units[foe].y)
                ask_for_cover(game, shock, tally)
    assert tally.answered > 20
    tally.close()


def ask_for_cover(game: Rampant, shock: Shock, tally: Tally) -> None:
    unit, row, far = shock.unit, game.units[shock.unit], retreat_distance(game, shock.unit)
    r, near = game.profile[unit].radius, field(game).ground.near(circle(game, unit), far + 1.0, SOFT | HARD)
    if not near:
        return
    context = MoveContext(game, unit, far)

    def refusals(way: Any) -> Any:
        yield from move_refusals(context, way)
        yield from cover_refusals(game, shock, way[-1])

    def short(p: Point) -> float:
        if math.dist(p, (row.x, row.y)) < 1.0 / 256.0:
            return 1.0  # staying is another choice
        off = [point_to_piece(p, piece) - (r + 1.0 if piece.line else 0.0) for piece in near]
        away = math.dist((row.x, row.y), (shock.x, shock.y)) - math.dist(p, (shock.x, shock.y)) - TOLERANCE
        return max(0.0, min(off)) + max(0.0, away) or (
            0.001 if any(True for _ in cover_refusals(game, shock, p)) else 0.0
        )

    def judge() -> Any:
        return judged(wrong_way(context, refusals, short), (row.x, row.y), far)

    found = next(cover_ways(game, shock, cover_regions(game, shock)), None) is not None
    tally.add(found, judge, f"{unit} at {row.x, row.y} from {shock.by}, {game.now.scenario}")


def test_contact_in_reach_is_offered() -> None:
    tally = Tally()
    for rnd, game in positions(GAME, SEEDS, 23):
        scattered(rnd, game)
        crowd(rnd, game)
        for unit in afoot(game):
            targets = fielded_units(game, 1 - game.units[unit].seat)
            for target in targets + standing_buildings(game):
                if bird_flight(game, circle(game, unit), target) <= allowance(game, unit) + TOLERANCE:
                    ask_for_contact(game, unit, target, tally)
    assert tally.answered > 60
    tally.close()


def ask_for_contact(game: Rampant, unit: str, target: str, tally: Tally) -> None:
    context, house = attack_context(game, unit, target), house_of(game, target)
    at = middle(outline(game, house)) if house else (game.units[target].x, game.units[target].y)
    r = game.profile[unit].radius
    footprint = () if house or context.flies else (circle(game, target),)

    def short(p: Point) -> float:
        base = Circle(*p, r)
        if touches(game, base, target):
            return 0.0
        if house:
            return abs(point_to_piece(p, outline(game, house)) - r)
        return abs(math.dist(p, at) - r - game.profile[target].radius)

    def judge() -> Any:
        wrong = wrong_way(context, lambda way: contact_refusals(game, context, target, way), short, *footprint)
        return around(wrong, game, house, at, r if house else r + game.profile[target].radius)

    tally.add(way_to(game, unit, target) is not None, judge, f"{unit} to {target}, {game.now.scenario}")


def around(wrong: Any, game: Rampant, house: str, at: Point, far: float) -> Any:
    """Contact is a thin ring: the judge walks along it, a quarter of a degree at a time."""
    piece = outline(game, house) if house else None
    for k in range(1440):
        u = (math.cos(k * math.pi / 720), math.sin(k * math.pi / 720))
        t = far
        if piece is not None:
            low, high = 0.0, 60.0
            while high - low > 1e-4:
                t = (low + high) / 2.0
                low, high = (t, high) if point_to_piece((at[0] + u[0] * t, at[1] + u[1] * t), piece) < far else (low, t)
        for off in (0.0, TOUCH / 2, -TOUCH / 2):
            p = snap_point((at[0] + u[0] * (t + off), at[1] + u[1] * (t + off)))
            if wrong(p) <= 0.0:
                return p
    return None


def test_free_places_against_edges_and_buildings_are_found() -> None:
    tally = Tally()
    for rnd, game in positions(GAME, SEEDS, 31):
        scattered(rnd, game)
        crowd(rnd, game)
        for unit in rnd.sample(units := list(game.units), min(4, len(units))):
            ask_for_room(rnd, game, unit, tally)
    assert tally.answered > 60
    tally.close()


def crowd(rnd: random.Random, game: Rampant) -> None:
    """Everybody on the table stands about one building or one edge."""
    size = field(game)
    places = [middle(outline(game, b)) for b in standing_buildings(game)] or [(size.width / 2, 2.0)]
    x, y = rnd.choice([*places, (rnd.uniform(0, size.width), 3.0)])
    for unit in afoot(game):
        r = game.profile[unit].radius
        for _ in range(30):
            turn, far = rnd.uniform(0, 2 * math.pi), rnd.uniform(2, 8)
            p = snap_point((x + far * math.cos(turn), y + far * math.sin(turn)))
            if free_at(game, unit, Circle(*p, r)):
                game.units.set(unit, x=p[0], y=p[1])
                break


def first_free(places: Any, wrong: Callable[[Any], float]) -> Any:
    return next((p for p in places if wrong(p) <= 0.0), None)


def ask_for_room(rnd: random.Random, game: Rampant, unit: str, tally: Tally) -> None:
    """Coming out of a building, being driven out of one, entering over an edge, dropping from orbit."""
    game = game.copy()
    r = game.profile[unit].radius
    game.units.set(unit, where="reserve", inside="")
    room, size = Room(game, unit), field(game)

    def crowded(p: Point) -> float:
        return 0.0 if room.holds(Circle(*p, r)) else 1.0

    for edge in ("south", "west"):
        line = [(r + k / 64, r) if edge == "south" else (r, r + k / 64) for k in range(64 * 48)]
        judge = partial(first_free, line, crowded)
        tally.add(free_at_edge(game, unit, edge) is not None, judge, f"{unit} over the {edge} edge")
    if "flying" not in game.profile[unit].has:
        for house in standing_buildings(game):
            piece, mid = outline(game, house), middle(outline(game, house))
            judge = partial(around, crowded, game, house, mid, r)
            tally.add(free_doorstep(game, unit, piece) is not None, judge, f"{unit} out of {house}")
            driven = game.copy()
            driven.units.set(unit, where="inside", inside=house, x=mid[0], y=mid[1])
            source = Shock(unit, "shot", source=True, x=mid[0] + rnd.uniform(-9, 9), y=mid[1] + rnd.uniform(-9, 9))
            tally.add(leave_house(driven, source), judge, f"{unit} driven out of {house}")

    def barred(p: Point) -> float:
        return float(sum(1 for _ in drop_refusals(game, unit, p)))

    tally.add(
        drop_spot(game, unit) is not None,
        lambda: judged(barred, (size.width / 2, size.depth / 2), 40.0, 0.5),
        f"{unit} drops",
    )


def test_what_is_in_reach_of_a_move_is_offered() -> None:
    """Buildings to enter, vehicles to board, edges to leave over."""
    tally = Tally()
    for rnd, game in positions(GAME, SEEDS, 31):
        scattered(rnd, game)
        for unit in afoot(game, flying=False):
            ask_for_ways(game, unit, tally)
    assert tally.answered > 30
    tally.close()


def ask_for_ways(game: Rampant, unit: str, tally: Tally) -> None:
    budget, row = allowance(game, unit), game.units[unit]
    context, here = MoveContext(game, unit, budget), (row.x, row.y)
    costs = Costs(context.costs.impassable, 0, context.costs.slow, context.costs.crossing, edge=False)

    def column_to(goals: list[Point], ground: Ground) -> Any:
        column = Circle(*here, context.way_r)
        near = [p for p in goals if math.dist(p, here) <= budget]
        return next((p for p in near if path_to(column, p, budget, ground, costs, context.others, context.gap)), None)

    for edge in ("south", "north", "west", "east"):
        if edge_distance(game, here, edge) <= budget:
            level = edge in ("south", "north")
            at = edge_point(game, here, edge)
            steps = [k / 8 for k in range(-100, 101)]
            line = [(at[0] + s, at[1]) if level else (at[0], at[1] + s) for s in steps]
            line = [p for p in line if 0 <= p[0] <= field(game).width and 0 <= p[1] <= field(game).depth]
            judge = partial(column_to, line, context.ground)
            tally.add(way_out(game, unit, edge, budget), judge, f"{unit} at {here} over the {edge} edge")
    for house in standing_buildings(game):
        piece = outline(game, house)
        if point_to_piece(here, piece) <= budget:
            rim = [along(a, b, k / 40) for a, b in edges(piece.corners) for k in range(40)]
            judge = partial(column_to, rim, context.ground.minus(house))
            tally.add(door_in_reach(game, unit, house, budget), judge, f"{unit} at {here} into {house}")
    for other in afoot(game):
        if other != unit and game.units[other].seat == row.seat and distance(game, unit, other) <= budget:
            judge = partial(way_aboard, game, unit, other, budget)
            tally.add(ride_in_reach(game, unit, other, budget), judge, f"{unit} at {here} aboard {other}")


def way_aboard(game: Rampant, unit: str, vehicle: str, budget: float) -> Any:
    context, c = MoveContext(game, unit, budget, (vehicle,)), circle(game, vehicle)
    far, scout = c.r + context.base.r, context.scout()
    if math.dist((c.x, c.y), (context.base.x, context.base.y)) > far + budget:
        return None
    for k in range(360):
        turn = math.radians(k)
        p = snap_point((c.x + far * math.cos(turn), c.y + far * math.sin(turn)))
        way = way_found(context, scout, p) if math.dist(p, (c.x, c.y)) <= far else None
        if way and is_legal(move_refusals(context, way)):
            return p
    return None


def test_regions_say_what_the_checks_say() -> None:
    for rnd, game in positions(GAME, SEEDS, 61):
        crowd(rnd, game)
        for unit in rnd.sample(units := afoot(game), min(4, len(units))):
            room, r, here = Room(game, unit), game.profile[unit].radius, (game.units[unit].x, game.units[unit].y)
            points = [(here[0] + rnd.uniform(-6, 6), here[1] + rnd.uniform(-6, 6)) for _ in range(60)]
            agree(room.region(r, here, 9.0), partial(stands, room, r), points)
            for foe in fielded_units(game, 1 - game.units[unit].seat)[:2]:
                shock = Shock(unit, "shot", by=foe, source=True, x=game.units[foe].x, y=game.units[foe].y)
                far = retreat_distance(game, unit)  # regions know nothing of what lies beyond
                regions = [region for region in cover_regions(game, shock) if not region.empty]
                held = [p for region in regions for p in points if math.dist(p, here) <= far and region.holds(*p)]
                walk = MoveContext(game, unit, far).walk
                assert all(walk.ends(p) and is_legal(cover_refusals(game, shock, p)) for p in held)


def stands(room: Room, r: float, p: Point) -> bool:
    return room.holds(Circle(*p, r))
