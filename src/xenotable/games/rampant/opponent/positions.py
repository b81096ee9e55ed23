"""How well a unit would stand somewhere: on its way, in cover, out of reach of charges.

Everything is counted in points of units, as in `worth`, so that a way and a risk can be weighed against each other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from xenotable.games.rampant.opponent.goals import (
    Goal,
    exit_gain,
    exit_value,
    goal,
    may_take_relay,
    move_chance,
    relay_gain,
)
from xenotable.games.rampant.opponent.position_cache import once
from xenotable.games.rampant.opponent.prospects import OVERTIME, prospects_of
from xenotable.games.rampant.opponent.target_value import CHARGES, ORDERED, battle_line, exchange, fighter
from xenotable.games.rampant.opponent.worth import holds
from xenotable.games.rampant.rules.moving.allowance import allowance
from xenotable.games.rampant.rules.moving.move_legality import MoveContext, way_towards
from xenotable.games.rampant.rules.moving.table_edge import exits
from xenotable.games.rampant.rules.play.conventions import centre, edge_distance
from xenotable.games.rampant.rules.scenarios.scoring import last_round, relay
from xenotable.games.rampant.rules.specials.charging import wild
from xenotable.games.rampant.rules.terrain.field import HARD, SOFT, areas_of, field, field_of
from xenotable.games.rampant.state import Rampant
from xenotable.table import snap_point
from xenotable.table.moving import leg_cost
from xenotable.table.near import point_to_segment

Point = tuple[float, float]
LONG = 5.0  # with fewer rounds to go, a unit has less to live for
MARGIN = 0.1  # inches: how far out of reach is far enough
SECOND = 0.4  # how much the second of two charges on one unit still costs
COVER = 0.35  # what standing in cover is worth
MOVE_WORTH = 0.35
ARRIVES = 0.5
KEEN = 0.4  # how much more a Move is worth for each point that its goal is worth
DETOUR = 16.0  # inches that a bar across the way is likely to cost
CAUTION = 2.0  # how much more a unit fears that only has to get away: each loss costs vows as well
HOPE = 0.5  # what the prize for leaving counts when a place is chosen
AROUND = [(math.cos(math.pi * k / 8.0), math.sin(math.pi * k / 8.0)) for k in range(16)]
SLACK = 0.1  # inches by which a way may seem longer than it is
MOST_KEPT = 512  # positions of units whose surroundings are remembered
READY = 0.3  # what it is worth to be able to charge next turn, in shares of the charge's gain


class Danger(NamedTuple):
    """An enemy who would gladly charge: from where, how far, and what that would cost, in points."""

    at: Point
    reach: float
    cost: float


def dangers(game: Rampant, unit: str, far: float = math.inf) -> list[Danger]:
    """Enemies who gain by attacking this unit, at any place at most so far from where it stands; those who charge
    unasked are the worst. An enemy who has several of us before it charges only one."""
    here, seat, mine, found = centre(game, unit), game.units[unit].seat, fighter(game, unit), []
    own, friends = mine.what.radius, battle_line(game, seat).units
    for foe in battle_line(game, 1 - seat).units:
        at, what = foe.at, foe.fighter.what
        reach = what.max_move + what.radius + own + MARGIN
        if math.dist(here, at) > reach + far or not may_charge(game, foe.unit):
            continue
        loss = exchange(foe.fighter, mine)[1]
        if loss <= 0.0:
            continue
        others = sum([math.dist(at, f.at) < reach + 2.0 for f in friends if f.unit != unit])
        chance = (CHARGES if wild(game, foe.unit) else ORDERED) * min(1.0, rounds_left(game) / LONG)
        found.append(Danger(at, reach, loss * chance / (1.0 + 0.5 * others)))
    return found


def may_charge(game: Rampant, unit: str) -> bool:
    """Is a unit able and free to attack?"""
    what, row = game.profile[unit], game.units[unit]
    able = what.attack and what.attack_value and what.has.isdisjoint(("no-assault", "rooted"))
    return bool(able) and not row.suppressed and row.where == "table"


class ChargeTarget(NamedTuple):
    """An enemy whom the unit could charge next turn: where, from how far, and what that is worth."""

    at: Point
    reach: float
    gain: float


def charge_targets(game: Rampant, unit: str, far: float = math.inf) -> list[ChargeTarget]:
    """Enemies whom the unit would gladly charge, from any place at most so far from where it stands; for one that
    charges unasked also those it had better not meet."""
    here, what, mine = centre(game, unit), game.profile[unit], fighter(game, unit)
    if not what.attack or not what.attack_value or "no-assault" in what.has:
        return []
    must, leaving, found = wild(game, unit), bool(exits(game, unit)), []
    for foe in battle_line(game, 1 - game.units[unit].seat).units:
        at, theirs = foe.at, foe.fighter.what
        reach = what.max_move + what.radius + theirs.radius - 0.5
        if math.dist(here, at) > reach + far or ("flying" in theirs.has and "flying" not in what.has):
            continue
        gain = exchange(mine, foe.fighter)[1]
        gain = (0.0 if leaving else READY * gain) if gain > 0.0 else CHARGES * gain
        if must or gain > 0.0:
            found.append(ChargeTarget(at, reach, gain))
    return found


def rounds_left(game: Rampant) -> int:
    """This one included."""
    return max(1, last_round(game) - game.now.round + 1)


def value_of_an_inch(game: Rampant, unit: str, aim: Goal | None) -> float:
    """What an inch of way is worth: a share of the goal, more as time runs out."""
    if aim is None:
        return 0.0
    haste = 1.0 + 3.0 / rounds_left(game)
    return haste * (0.25 + 0.12 * aim.worth) / max(4.0, allowance(game, unit))


def way_length(context: MoveContext, p: Point, q: Point) -> float:
    """The straight way from p to q as a unit would pay for it, with a detour where something bars it."""
    inner = (min(max(q[0], 0.01), context.ground.width - 0.01), min(max(q[1], 0.01), context.ground.depth - 0.01))
    long = min(leg_cost(p, inner, context.ground, context.costs), 3.0 * math.dist(p, q))
    barred = any(True for _ in context.ground.stretches(p, inner, context.costs.impassable))
    return long + (DETOUR if barred else 0.0)


def crossing_point(game: Rampant, unit: str, edge: str, near: list[Danger], each: float) -> Point:
    """Where to cross an edge: the point that costs least in way and in charges on the way there."""
    at, size, r = centre(game, unit), field(game), game.profile[unit].radius
    along = size.width if edge in ("south", "north") else size.depth
    fixed = {"south": 0.0, "north": size.depth, "west": 0.0, "east": size.width}[edge]
    spots = [r + (along - 2.0 * r) * k / 8.0 for k in range(9)]
    spots.append(min(max(at[0] if edge in ("south", "north") else at[1], r), along - r))
    points = [(t, fixed) if edge in ("south", "north") else (fixed, t) for t in spots]

    context = MoveContext(game, unit, allowance(game, unit))

    def cost(q: Point) -> float:
        met = sorted((d.cost for d in near if point_to_segment(d.at, at, q) < d.reach), reverse=True)
        return each * way_length(context, at, q) + sum(c * SECOND**i for i, c in enumerate(met))

    return min(points, key=cost)


class PositionValue:
    """All that the places of one unit are judged by, worked out once: those at most so far from where it stands. Who
    is still out of reach from there does not matter."""

    def __init__(self, game: Rampant, unit: str, aim: Goal | None, far: float = math.inf) -> None:
        self.game, self.terrain, self.inch = game, game.now.terrain, value_of_an_inch(game, unit, aim)
        edge = aim is not None and bool(aim.edge)
        self.near = dangers(game, unit, math.inf if edge else far + SLACK)  # the way to an edge is long
        self.foes = charge_targets(game, unit, far + SLACK)
        if aim is not None and aim.edge:
            self.near = [d._replace(cost=CAUTION * d.cost) for d in self.near]
            aim = aim._replace(at=crossing_point(game, unit, aim.edge, self.near, self.inch))
            self.pace, self.prize = max(1.0, allowance(game, unit)), HOPE * exit_value(game, unit)
            self.turns = (last_round(game) - game.now.round + OVERTIME) * move_chance(game, unit)  # after this one
        self.campaign = prospects_of(game, unit) if not relay(game) and (aim is None or not aim.edge) else None
        if self.campaign is not None and aim is not None and aim.hunted:
            lead = self.campaign.leading(centre(game, unit))
            aim = aim._replace(at=lead.at, near=lead.reach) if lead is not None else aim
        self.aim = aim

    def leaving(self, p: Point, edge: str) -> float:
        """What it is worth to be at a place with an edge to cross: how likely there is still time for it."""
        slack = self.turns - math.ceil(edge_distance(self.game, p, edge) / self.pace)
        return self.prize * (1.0 - 0.5 * math.exp(-0.5 - slack)) if slack > -1.0 else 0.0

    def score(self, p: Point) -> float:
        return self.scores((p,), (gives_cover(self.terrain, p),))[0]

    def scores(self, places: Sequence[Point], covered: Sequence[bool]) -> list[float]:
        """Of each place: near the goal, in cover, within reach of a good charge, out of reach of a bad one."""
        aim, campaign, foes, near = self.aim, self.campaign, self.foes, self.near
        dist, found = math.dist, []
        for p, cover in zip(places, covered, strict=True):
            total = 0.0 if campaign is None else campaign.promise(p)
            if aim is not None and (campaign is None or not aim.hunted):
                total -= self.inch * max(0.0, dist(p, aim.at) - aim.near)
            if aim is not None and aim.edge:
                total += self.leaving(p, aim.edge)
            if cover:
                total += COVER
            most = -math.inf
            for at, reach, gain in foes:
                if gain > most and dist(p, at) < reach:
                    most = gain
            if most > -math.inf:
                total += most
            if near and (costs := [cost for at, reach, cost in near if dist(p, at) < reach]):
                costs.sort(reverse=True)
                total -= sum([cost * SECOND**i for i, cost in enumerate(costs)])
            found.append(total)
        return found

    def scored_around(self, start: Point, far: float) -> Sequence[tuple[Point, float]]:
        """The places around with their scores. Kept by all that they are judged by: after most orders the other units
        find the same as before."""
        if self.aim is not None and self.aim.edge:
            return self._scored(start, far)
        campaign = None if self.campaign is None else self.campaign.judged_by()
        key = (start, far, self.terrain, self.inch, self.aim, campaign, *self.near, *self.foes)
        if key not in _SCORED:
            if len(_SCORED) > MOST_KEPT:
                _SCORED.clear()
            _SCORED[key] = self._scored(start, far)
        return _SCORED[key]

    def _scored(self, start: Point, far: float) -> Sequence[tuple[Point, float]]:
        places = places_around(start, far)
        covered = covered_around(self.terrain, *start, far)
        return list(zip(places, self.scores(places, covered), strict=True))


_SCORED: dict[Any, Sequence[tuple[Point, float]]] = {}


def move_gain(game: Rampant, unit: str) -> float:
    """What a Move is worth: how much more the best place in reach promises than this one. Where the relay is to be held
    it is the way towards it that counts, in shares of a whole Move."""
    row = game.units[unit]
    if row.where == "reserve":
        return arrival_gain(game, unit)
    if row.where == "aboard":
        return 0.0 if exits(game, unit) else 0.8  # who rides off the table has left it
    aim = goal(game, unit)
    if aim is None or "rooted" in game.profile[unit].has:
        return 0.0
    if row.where == "inside":
        away = math.dist(centre(game, unit), aim.at) > 6.0 or (aim.fights and not holds(game, unit))
        return 0.5 if away else 0.0  # nobody attacks out of a building
    far = allowance(game, unit)
    if aim.edge:
        return exit_gain(game, unit, edge_distance(game, (row.x, row.y), aim.edge), far)
    if may_take_relay(game, unit, far):
        return relay_gain(game)
    better = improvement(game, unit, aim, far)
    if not relay(game) or better <= 0.0:
        return better
    left = math.dist((row.x, row.y), aim.at) - aim.near
    gain = MOVE_WORTH * (0.6 + KEEN * aim.worth) * max(0.0, min(1.0, left / far))
    return gain * min(1.0, (rounds_left(game) - 0.5) / 2.0) if aim.hunted else gain


def arrival_gain(game: Rampant, unit: str) -> float:
    """What it is worth that a unit comes out of reserve: all that it can do. What its loss would cost is no gain."""
    return ARRIVES * game.profile[unit].points


def improvement(game: Rampant, unit: str, aim: Goal, far: float) -> float:
    """How much better the best place is that the unit can go to now; others may stand in its way."""
    places, ways = PositionValue(game, unit, aim, far), ways_from(game, unit, far)
    here = places.score(ways.start)
    ranked = [(score - here, p) for p, score in places.scored_around(ways.start, far) if score > here]
    ranked.sort(reverse=True)
    for better, p in ranked:
        if ways.is_open(p):
            return better
    if not ranked:
        return 0.0
    way = way_towards(ways.context, places.aim.at if places.aim is not None else aim.at)
    return max(0.0, places.score((way[-1][0], way[-1][1])) - here) if way else 0.0


_OPEN: dict[Any, dict[Point, bool]] = {}  # by surroundings: the places that straight ways lead to, or do not


class StraightWays:
    """Where a unit can go straight away; kept as long as nobody near it moves."""

    def __init__(self, context: MoveContext) -> None:
        self.context, self.start = context, (context.base.x, context.base.y)
        if len(_OPEN) > MOST_KEPT:
            _OPEN.clear()
        self.known = _OPEN.setdefault(context.surroundings(), {})

    def is_open(self, p: Point) -> bool:
        """Is the straight way to a place open and short enough?"""
        if p not in self.known:
            self.known[p] = self._is_open(p)
        return self.known[p]

    def _is_open(self, p: Point) -> bool:
        context, walk, start = self.context, self.context.walk, self.start
        return (
            walk.clear(start, p)
            and walk.ends(p)
            and leg_cost(start, p, context.ground, context.costs) <= context.budget
            and context.keeps_off((p,))
        )


@once
def ways_from(game: Rampant, unit: str, far: float) -> StraightWays:
    return StraightWays(MoveContext(game, unit, far))


def places_around(start: Sequence[float], far: float) -> Sequence[Point]:
    """Places all around, as far as a Move goes, and nearer."""
    return _places_around(start[0], start[1], far)


@lru_cache(1024)
def _places_around(x: float, y: float, far: float) -> Sequence[Point]:
    """Kept, because a unit looks around before each order that is given, and seldom from another place."""
    steps = [(far - 0.01) * share for share in (1.0, 0.67, 0.34)]
    return tuple([snap_point((x + d * c, y + d * s)) for c, s in AROUND for d in steps])


@lru_cache(1024)
def covered_around(terrain: str, x: float, y: float, far: float) -> Sequence[bool]:
    """Which of these places give cover; mostly none, because no cover is so near."""
    places, far = _places_around(x, y, far), far + SLACK
    for x0, x1, y0, y1, _ in field_of(terrain).ground.bounds(SOFT | HARD):
        if x0 - far <= x <= x1 + far and y0 - far <= y <= y1 + far:
            return [gives_cover(terrain, p) for p in places]
    return [False] * len(places)


@lru_cache(16384)
def gives_cover(terrain: str, p: Point) -> bool:
    """Does a place lie in an area of cover?"""
    return bool(areas_of(terrain, p, SOFT | HARD))
