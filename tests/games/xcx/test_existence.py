"""Nothing legal is withheld: where the engine says "impossible", a judge with a dense grid finds nothing either."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from judge import Tally, agree, judged, positions
from xenotable.engine import Moved, is_legal
from xenotable.games.xcx.rules.charging import charge_path, contacts_at
from xenotable.games.xcx.rules.engaged.fleeing import best_flight, flee_refusals
from xenotable.games.xcx.rules.movement.forced import straight_away
from xenotable.games.xcx.rules.movement.legality import move_refusals
from xenotable.games.xcx.rules.movement.positions import (
    allowance,
    can_end,
    end_region,
    nearest_end,
    others,
    stands,
    walker,
)
from xenotable.games.xcx.rules.play.models import standing_models
from xenotable.games.xcx.rules.special.weapons import pull
from xenotable.games.xcx.rules.terrain.forms import SOLID, costs_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import Xcx
from xenotable.games.xcx.title import GAME
from xenotable.table import Costs, Point, Walk, snap_point
from xenotable.table.roads import Roads

SEEDS = range(4)
GRAZED = 0.06  # how much farther a line that grazes a circle leads within the tolerance


def crowds(every: int, wide: float = 5.0) -> Iterator[tuple[random.Random, Xcx, str, str]]:
    """Positions of played games with everybody pressed about one model, and an enemy of it."""
    for rnd, game in positions(GAME, SEEDS, every):
        ids = standing_models(game)
        pairs = [(a, b) for a in ids for b in ids if {game.models[a].side, game.models[b].side} == {0, 1}]
        if not pairs:
            continue
        model, foe = rnd.choice(pairs)
        m = game.models[model]
        for i in ids:
            for _ in range(20):
                turn, far = rnd.uniform(0, 2 * math.pi), rnd.uniform(1.2, wide)
                p = field_of(game).place((m.x + far * math.cos(turn), m.y + far * math.sin(turn)))
                if i != model and stands(field_of(game), p, game.models[i].r):
                    game.models.set(i, x=p[0], y=p[1])
                    break
        yield rnd, game, model, foe


def engaged(rnd: random.Random, game: Xcx, model: str, foe: str) -> None:
    """The two in contact."""
    m, e = game.models[model], game.models[foe]
    turn = rnd.uniform(0, 2 * math.pi)
    far = m.r + e.r if field_of(game).grid is None else 1.0
    p = field_of(game).place((m.x + far * math.cos(turn), m.y + far * math.sin(turn)))
    game.models.set(foe, x=p[0], y=p[1], engaged=(model,))
    game.models.set(model, engaged=(foe,))


class Ways:
    """The judge's ways: straight, or the cheapest to a very place."""

    def __init__(self, game: Xcx, model: str, declared: list[str]) -> None:
        self.here, far = game.models[model].here, float(allowance(game, model, True))
        self.walk = walker(game, model, True, declared)
        self.roads = Roads(self.walk, far)

    def lead_to(self, p: Point, refused: Callable[[Any], Any]) -> bool:
        if self.walk.clear(self.here, p) and is_legal(refused((p,))):
            return True
        way = self.roads.to(p)
        return bool(way) and is_legal(refused(tuple(way or ())))


def test_flights_in_reach_are_offered() -> None:
    tally = Tally()
    for rnd, game, model, foe in crowds(9):
        engaged(rnd, game, model, foe)
        judge = partial(flight_on_grid if field_of(game).grid is not None else flight, game, model)
        tally.add(best_flight(game, model) is not None, judge, f"{model} from {foe}")
    assert tally.answered > 30
    tally.close()


def flight(game: Xcx, model: str) -> Any:
    m, far = game.models[model], float(allowance(game, model, True))

    def refused(way: Any) -> Any:
        yield from move_refusals(game, model, True, Moved({model: way}))
        yield from flee_refusals(game, model, Moved({model: way}))

    ways = Ways(game, model, [])

    def wrong(p: Point) -> float:
        return 2.0 - ways.lead_to(p, refused) * 2.0 if can_end(game, model, p, m.r) else 4.0

    return judged(wrong, m.here, far, 0.5)


def flight_on_grid(game: Xcx, model: str) -> Any:
    """Every space, by every way of up to three steps and the cheapest to those beyond."""
    grid, seen, ways = field_of(game).grid, set(), [()]
    assert grid is not None
    while ways:
        way: tuple[Point, ...] = ways.pop(0)
        for p in map(grid.centre, grid.beside(grid.space(way[-1] if way else game.models[model].here))):
            longer = (*way, p)
            if p not in seen and is_legal(move_refusals(game, model, True, Moved({model: longer}))):
                seen.add(p)
                ways.append(longer)
                if is_legal(flee_refusals(game, model, Moved({model: longer}))):
                    return longer
    return None


def test_charges_in_reach_are_offered() -> None:
    tally = Tally()
    for _, game, model, foe in crowds(9, wide=6.0):
        if field_of(game).grid is None:
            tally.add(charge_path(game, model, foe) is not None, partial(charge, game, model, foe), f"{model} at {foe}")
    assert tally.answered > 12
    tally.close()


def charge(game: Xcx, model: str, foe: str) -> Any:
    m, t = game.models[model], game.models[foe]

    def refused(way: Any) -> Any:
        yield from move_refusals(game, model, True, Moved({model: way}, "charge"))

    known: dict[tuple[str, ...], Ways] = {}
    for k in range(720):
        turn = math.radians(k / 2)
        for far in (m.r + t.r, m.r + t.r + 0.0005):
            p = snap_point((t.x + far * math.cos(turn), t.y + far * math.sin(turn)))
            declared = contacts_at(game, model, p) if stands(field_of(game), p, m.r) else []
            if foe in declared:
                ways = known.setdefault(tuple(declared), Ways(game, model, declared))
                if ways.lead_to(p, refused):
                    return p
    return None


def test_nothing_nearer_and_nothing_farther() -> None:
    """The nearest place to stand, the last place of a flight straight on, and the contact of a pull are the best."""
    tally = Tally()
    for _, game, model, foe in crowds(9):
        field, m = field_of(game), game.models[model]
        if field.grid is not None:
            continue
        spot = nearest_end(game, model, m.here, m.r)
        far = math.dist(m.here, spot) if spot else 40.0

        def nearer(p: Point, game: Xcx = game, model: str = model, r: float = m.r) -> float:
            return 0.0 if can_end(game, model, p, r) else 1.0

        tally.add(
            False, partial(judged, nearer, m.here, far - 0.02, 0.125) if far > 0.02 else nothing, f"{model} stands"
        )
        end = straight_away(game, model, game.models[foe].here, 8.0)
        tally.add(False, partial(farther, game, model, foe, end), f"{model} runs from {foe}")
        pulled = pull(game, foe, model)
        offered = any(touching for _, touching in pulled)
        tally.add(offered, partial(contact_of_pull, game, foe, model), f"{foe} pulls {model}")
    assert tally.impossible > 20
    tally.close()


def nothing() -> None:
    return None


def farther(game: Xcx, model: str, foe: str, end: Point) -> Any:
    m, walk = game.models[model], walker(game, model, True, span=8.0)
    source = game.models[foe].here
    dx, dy = m.x - source[0], m.y - source[1]
    long, gone = math.hypot(dx, dy) or 1.0, math.dist(m.here, end) + GRAZED
    while gone < 8.0:
        p = (m.x + dx / long * gone, m.y + dy / long * gone)
        if not walk.clear(m.here, p) or path_cost(game, m, p) > 8.0:
            return None
        if walk.ends(snap_point(p)):
            return p
        gone += 1 / 256
    return None


def path_cost(game: Xcx, m: Any, p: Point) -> float:
    return field_of(game).metric.cost(m.circle, [p], costs_of(True))


def contact_of_pull(game: Xcx, firer: str, target: str) -> Any:
    """A place in contact with the firer, where nothing stops the pull on its way."""
    f, t = game.models[firer], game.models[target]
    bodies = [game.models[i].circle for i in standing_models(game) if i not in (firer, target)]
    straight = Walk(t.circle, field_of(game).ground, Costs(impassable=SOLID), bodies, 0.0)
    far = math.dist(t.here, f.here)
    share = (far - f.r - t.r) / far
    if not straight.clear(t.here, (t.x + (f.x - t.x) * share, t.y + (f.y - t.y) * share)):
        return None  # something solid or somebody stops it: it stays at the last legal place
    walk = walker(game, target, True, (firer,))
    around = others(game, target, (firer,)).values()
    for k in range(1440):
        p = snap_point(
            (f.x + (f.r + t.r) * math.cos(math.radians(k / 4)), f.y + (f.r + t.r) * math.sin(math.radians(k / 4)))
        )
        if can_end(game, target, p, t.r, around) and walk.clear(t.here, p):
            return p
    return None


def test_regions_say_what_the_checks_say() -> None:
    for rnd, game, model, _ in crowds(30):
        field, m = field_of(game), game.models[model]
        if field.grid is None:
            around = others(game, model).values()
            points = [(m.x + rnd.uniform(-6, 6), m.y + rnd.uniform(-6, 6)) for _ in range(100)]
            check = partial(stands_free, game, model, m.r)
            agree(end_region(field, m.r, around, m.here, 9.0), check, points)


def stands_free(game: Xcx, model: str, r: float, p: Point) -> bool:
    return can_end(game, model, p, r)
