"""Nothing legal is withheld: where the engine says "impossible", a judge with a dense grid finds nothing either."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from functools import partial
from itertools import chain, combinations, islice
from typing import Any

import pytest

from games.xenocide.battlefield import Battlefield
from judge import MORE, Tally, positions
from xenotable.engine import Moved, is_legal
from xenotable.games.xenocide.rules.assault.flight import FAR, Flight
from xenotable.games.xenocide.rules.buildings.entering import (
    choice_refusals,
    enter_refusals,
    in_reach,
    open_to,
    wall_refusals,
)
from xenotable.games.xenocide.rules.buildings.occupants import indoors
from xenotable.games.xenocide.rules.flight.flyers import (
    flies,
    flight_refusals,
    flights,
    leave_refusals,
    length_refusals,
    turn_refusals,
)
from xenotable.games.xenocide.rules.movement.allowances import allowance, costs
from xenotable.games.xenocide.rules.movement.moving import cut_to, rest_refusals, shorten_ways
from xenotable.games.xenocide.rules.movement.zones import met_inside, zones
from xenotable.games.xenocide.rules.play.measuring import bases, circle
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.play.units import standing_units
from xenotable.games.xenocide.scenes import Manner
from xenotable.games.xenocide.state import Xenocide
from xenotable.games.xenocide.title import GAME
from xenotable.table import Circle, Point, Walk, bases_overlap, length, move_circle, path_to, snap_point
from xenotable.table.near import TOLERANCE

SEEDS = range(2)
GRAZED = 0.06  # how much farther a line that grazes a circle leads within the tolerance


def test_who_flees_runs_as_far_as_the_way_is_free() -> None:
    tally = Tally()
    for rnd, game in positions(GAME, SEEDS, 40):
        for unit in standing_units(game, 0) + standing_units(game, 1):
            if any(game.models[m].section for m in game.units[unit].models) or flies(game, unit):
                continue
            heading = rnd.uniform(0, 2 * math.pi)
            run = Flight(game, unit, heading)
            ask_for_room(game, unit, heading, run, tally)
    assert tally.answered + tally.impossible > 60
    tally.close()


def ask_for_room(game: Xenocide, unit: str, heading: float, run: Flight, tally: Tally) -> None:
    taken = bases(game, [t for t in standing_units(game, 0) + standing_units(game, 1) if t != unit])
    for m, path in run.paths.items():
        base = circle(game, m)
        end = path[-1] if path else (base.x, base.y)
        gone = math.dist((base.x, base.y), end)
        judge = partial(farther, game, m, heading, gone, list(taken))
        tally.add(gone > FAR - 0.01, judge, f"{m} of {unit} runs {gone:.2f}")
        taken.append(move_circle(base, end))


def farther(game: Xenocide, model: str, heading: float, gone: float, taken: list[Circle]) -> Any:
    """A place farther on where the base stands free, not just within the tolerance."""
    base, far = circle(game, model), FAR
    wider = Walk(
        Circle(base.x, base.y, base.r + TOLERANCE), game.field.ground, game.field.walks[kind_of(game, model).mover]
    )
    walk = Walk(base, game.field.ground, game.field.walks[kind_of(game, model).mover], span=FAR + 0.1)
    while far > gone + GRAZED:
        p = snap_point((base.x + far * math.cos(heading), base.y + far * math.sin(heading)))
        here = move_circle(base, p)
        if walk.clear((base.x, base.y), p) and wider.ends(p) and not any(bases_overlap(here, c, 0.0) for c in taken):
            return p
        far -= 1 / 64
    return None


def test_who_is_stopped_goes_as_far_as_all_can_stand() -> None:
    tally = Tally()
    for rnd, game in positions(GAME, SEEDS, 60):
        for unit in rnd.sample(units := standing_units(game, 0) + standing_units(game, 1), min(6, len(units))):
            if any(game.models[m].section for m in game.units[unit].models) or flies(game, unit):
                continue
            ways = {m: bent(rnd, game, m) for m in game.units[unit].models}
            share = gone(game, ways, shorten_ways(game, unit, Manner(), ways, {}))
            tally.add(share > 0.999, partial(longer, game, unit, ways, share), f"{unit} goes {share:.3f}")
    assert tally.answered + tally.impossible > 60
    tally.close()


def bent(rnd: random.Random, game: Xenocide, model: str) -> list[Point]:
    """A way of two legs, much the same for all of a unit."""
    row = game.models[model]
    first = ahead((row.x, row.y), 40.0 + rnd.uniform(-20, 20), 3.0)
    return [first, ahead(first, 90.0, 4.0)]


def gone(game: Xenocide, ways: dict[str, list[Point]], cut: Any) -> float:
    return max((length(circle(game, m), cut[m]) / length(circle(game, m), way) for m, way in ways.items()), default=1.0)


def longer(game: Xenocide, unit: str, ways: dict[str, list[Point]], share: float) -> Any:
    """A larger share of all ways after which the unit could stand, its models not just within the tolerance."""
    for k in range(256, int((share + GRAZED / 7.0) * 256) + 1, -1):
        cut = {m: cut_to(game, m, way, length(circle(game, m), way) * k / 256) for m, way in ways.items()}
        last = [move_circle(circle(game, m), path[-1]) for m, path in cut.items()]
        if is_legal(rest_refusals(game, unit, Manner(), cut)) and not any(
            bases_overlap(a, b, -0.003) for a, b in combinations(last, 2)
        ):
            return k / 256
    return None


def at_the_edge() -> Iterator[tuple[Xenocide, str]]:
    """A flyer near an edge or a corner of the table, facing anywhere."""
    rnd = random.Random(3)
    for _ in range(150 * MORE):
        field = Battlefield()
        ground = field.game.field.ground
        x, y = rnd.uniform(1, 9), rnd.uniform(1, ground.depth / 2)
        x, y = (x, y) if rnd.random() < 0.5 else (ground.width - x, ground.depth - y)
        unit = field.line(0, "strike-flyer", (snap_point((x, y)),), high=True)
        field.game.models.set(field.unit(unit).models[0], facing=float(rnd.randrange(360)))
        yield field.game, unit


def test_flyers_that_can_fly_on_or_off_may() -> None:
    tally = Tally()
    for game, unit in at_the_edge():
        on = bool(flights(game, unit, 1, lambda: 0.0))
        tally.add(on, partial(flown, game, unit, False), f"{unit} flies on")
        off = is_legal(leave_refusals(game, unit))
        tally.add(off, partial(flown, game, unit, True), f"{unit} flies off")
    assert tally.answered > 30
    tally.close()


def flown(game: Xenocide, unit: str, leaves: bool) -> Any:
    """Every flight with a turn at the start and one half-way, three degrees and a sixteenth of the Move at a time."""
    (model,) = game.units[unit].models
    row, most, ground = game.models[model], kind_of(game, model).move, game.field.ground
    for first in range(-45, 46, 3):
        bend = ahead((row.x, row.y), row.facing + first, most / 2)
        for second in range(-45, 46, 3):
            for k in range(9):
                end = ahead(bend, row.facing + first + second, most / 16 * k)
                way = (bend, end) if k else (bend,)
                over = not (0.0 <= end[0] <= ground.width and 0.0 <= end[1] <= ground.depth)
                if over == leaves and not wrong(game, unit, model, way, leaves):
                    return way
    return None


def ahead(p: Point, degrees: float, far: float) -> Point:
    return snap_point((p[0] + far * math.cos(math.radians(degrees)), p[1] + far * math.sin(math.radians(degrees))))


def wrong(game: Xenocide, unit: str, model: str, way: tuple[Point, ...], leaves: bool) -> bool:
    if not leaves:
        return not is_legal(flight_refusals(game, unit, Moved({model: way})))
    refused = (length_refusals(game, unit, model, way), turn_refusals(game, unit, model, way))
    return not all(is_legal(r) for r in refused)


@pytest.mark.rule("xenocide.buildings.enter-edge")
def test_who_can_enter_a_building_may() -> None:
    tally = Tally()
    for _, game in positions(GAME, range(6), 40):
        for unit in standing_units(game, 0) + standing_units(game, 1):
            if indoors(game, unit) or flies(game, unit) or game.units[unit].high:
                continue
            able = open_to(game, unit, "enter")
            for s in in_reach(game, unit, "enter"):
                if is_legal(choice_refusals(game, unit, s)):
                    tally.add(s in able, partial(entered, game, unit, s), f"{unit} enters {s}")
    assert tally.answered > 60
    tally.close()


def entered(game: Xenocide, unit: str, s: str) -> Any:
    """Places all around a section, straight and round corners, for some of a unit: all of them, all but one, and so
    on."""
    manner = Manner("walk", met_inside(game, unit, s), section=s)
    here = {m: way for m in game.units[unit].models if (way := around(game, unit, m, manner)) is not None}
    for n in range(len(here), 0, -1):
        for some in islice(combinations(here, n), 60):
            move = Moved({m: here[m] for m in some})
            if is_legal(enter_refusals(game, unit, manner, move)):
                return move
    return None


def around(game: Xenocide, unit: str, model: str, manner: Manner) -> tuple[Point, ...] | None:
    """A way of a model to a place where it touches a way in, with the two inches that others may give it."""
    base, kind, room = circle(game, model), kind_of(game, model), game.field.rooms[manner.section]
    far, off, cost = allowance(game, model, manner) + 2.0, zones(game, unit, manner), costs(game, kind, manner)
    x0, y0, x1, y1 = room.sides
    r = base.r + 0.02
    rim = [(x0 + (x1 - x0) * k / 24, y) for k in range(25) for y in (y0 - r, y1 + r)]
    rim += [(x, y0 + (y1 - y0) * k / 24) for k in range(25) for x in (x0 - r, x1 + r)]
    start = (base.x, base.y)
    places = sorted((math.dist(start, p), p) for p in map(snap_point, rim) if math.dist(start, p) <= far)
    straight: list[tuple[Point, ...]] = [(p,) for _, p in places]
    bends = (path_to(base, p, far, game.field.ground, cost, off) for _, p in places[::3])
    bent_ways = (tuple(snap_point(q) for q in way) for way in bends if way and len(way) > 1)
    for way in chain(straight, bent_ways):
        if is_legal(wall_refusals(game, unit, model, manner, Moved({model: way}), list(off))):
            return way
    return None
