"""Where the computer opponent wants its units to be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from xenotable.engine.citing import memoize
from xenotable.games.rampant.forecasts.chances import order_chance
from xenotable.games.rampant.opponent.generators import shooting_at, siege, siege_gain, standing_generators, striking_at
from xenotable.games.rampant.opponent.position_cache import once
from xenotable.games.rampant.opponent.prospects import OVERTIME
from xenotable.games.rampant.opponent.target_value import Fighter, Line, battle_line, exchange, fighter
from xenotable.games.rampant.opponent.worth import VICTORY, posture
from xenotable.games.rampant.rules.activation.order_tests import modifiers, score_of
from xenotable.games.rampant.rules.moving.allowance import allowance
from xenotable.games.rampant.rules.moving.table_edge import exits
from xenotable.games.rampant.rules.play.conventions import centre, circle, distance, edge_distance, edge_point
from xenotable.games.rampant.rules.retreat.flight import home_point
from xenotable.games.rampant.rules.roster.numbers import free_action
from xenotable.games.rampant.rules.scenarios.battlefield import scenario
from xenotable.games.rampant.rules.scenarios.scoring import RUBBLE, bracket_points, last_round, relay
from xenotable.games.rampant.rules.terrain.field import HARD, SOFT, field, is_standing, middle, outline
from xenotable.games.rampant.state import Profile, Rampant, fielded_units, garrison

CLOSE = 2.5
Point = tuple[float, float]
HELD = 0.5  # how likely whoever takes the relay holds it
HUNT = 4.5  # how keen units are on what they could do to an enemy
BESIEGING = 0.55  # how much of that is left where generators are to be broken


def fights_close(game: Rampant, unit: str) -> bool:
    """Is the unit better with blades than with guns?"""
    what = game.profile[unit]
    if not what.attack or not what.attack_value or "no-assault" in what.has:
        return False
    return (
        not what.shoot_value
        or what.attack_value < what.shoot_value
        or (posture(game, game.units[unit].seat) == "rush" and what.attack_value <= what.shoot_value)
    )


class Goal(NamedTuple):
    """Where a unit would like to be, how near is near enough, and what being there is worth."""

    at: Point
    near: float
    worth: float
    edge: str = ""  # the table edge to be crossed
    hunted: bool = False  # is it only a step on the way to what will be done there?
    fights: bool = False  # ... hand to hand?


@once
def objective_points(game: Rampant, seat: int) -> list[tuple[Point, float]]:
    """The places that this side wants to hold or break, with what they are worth."""
    found = [
        ((o.x, o.y), 6.0 if o.kind == "marker" else 3.0 + game.now.round)
        for o in scenario(game).objectives
        if o.kind in ("marker", "circle") and o.x is not None and o.y is not None
    ]
    if game.now.marker is not None:
        found.append((game.now.marker, 8.0))
    house = relay(game)
    if house:
        at = middle(outline(game, house)) if is_standing(game, house) else RUBBLE
        found.append((at, 8.0 if relay_held_by_enemy(game, seat) else 15.0))
    if seat == game.now.attacker:
        found += [(middle(outline(game, b)), 9.0) for b in standing_generators(game)]
    return found


def relay_held_by_enemy(game: Rampant, seat: int) -> bool:
    """Is the relay held by the enemy? Then it is to be taken from those inside, and nobody stands before its door."""
    house = relay(game)
    return bool(house) and any(game.units[u].seat != seat for u in garrison(game, house))


def objective_value(game: Rampant, unit: str, at: Point, value: float) -> float:
    """What an objective is worth to this unit: a generator only as much as the unit can harm it."""
    b = next((b for b in standing_generators(game) if middle(outline(game, b)) == at), "")
    return min(14.0, 4.0 * max(siege_ways(game, unit, b))) if b else value


def siege_ways(game: Rampant, unit: str, building: str) -> tuple[float, float]:
    """What shooting at a generator and attacking it would bring."""
    plan = siege(game, game.units[unit].seat)
    shot, strike = shooting_at(game, unit, building), striking_at(game, unit, building)
    return (
        siege_gain(game, unit, building, shot, plan) if shot is not None else 0.0,
        siege_gain(game, unit, building, strike, plan) if strike is not None else 0.0,
    )


def goal(game: Rampant, unit: str) -> Goal | None:
    """The best of exits, objectives and enemies: what it is worth, how far it is, how many comrades are nearer."""
    at, seat = centre(game, unit), game.units[unit].seat
    edges = exits(game, unit)
    if edges:
        edge = min(edges, key=lambda e: edge_distance(game, at, e))
        if in_time(game, unit, edge_distance(game, at, edge)):
            x, y = edge_point(game, at, edge)[:2]
            value = 14.0 if game.now.carrier == unit else 4.0 * bracket_points(game.profile[unit].points) + 4.0
            return Goal((x, y), 0.0, value, edge)
        return Goal(home_point(game, unit, at), 2.0, 1.5)  # too slow to get away: it had better not be caught
    pace = 2.0 * max(1.0, allowance(game, unit))
    generators, objectives = standing_generators(game), objective_points(game, seat)
    found = []
    if objectives:
        near, friends = objective_gap(game, unit), [centre(game, u) for u in comrades(game, unit)]
        for p, value in objectives:
            if game.profile[unit].vehicle and p == game.now.marker:
                continue
            left = math.dist(at, p)
            crowd = sum([math.dist(q, p) < left for q in friends])
            value = objective_value(game, unit, p, value) / (1.0 + (0.1 if generators else 0.6) * crowd)
            found.append(Goal(p, near, value / (1.0 + left / pace), hunted=bool(generators)))
    keen = HUNT if posture(game, seat) != "raid" else 0.6 * HUNT
    if generators and seat == game.now.attacker:
        keen *= BESIEGING
    if game.profile[unit].commander and not fights_close(game, unit):
        keen *= 0.4  # a Commander who falls costs more than it could win
    hunted = hunt(fighter(game, unit), battle_line(game, 1 - seat), at, pace, keen)
    return max([*found, *hunted], key=lambda g: g.worth, default=None)


@memoize(1024)
def hunt(unit: Fighter, foes: Line, at: Point, pace: float, keen: float) -> Sequence[Goal]:
    """Each enemy as a goal: what a unit could do to it, and how far it is. The best one is enough."""
    found = []
    for foe in foes.units:
        shot, fight = exchange(unit, foe.fighter)
        fights = fight > shot
        gap = CLOSE + unit.what.radius + foe.fighter.what.radius if fights else shooting_gap(unit.what)
        left = max(0.0, math.dist(at, foe.at) - gap)
        value = keen * (1.0 - math.exp(-0.1 - max(0.0, shot, fight) / 2.0)) / (1.0 + left / pace)
        found.append(Goal(foe.at, gap, value, hunted=True, fights=fights))
    return sorted(found, key=lambda g: -g.worth)[:1]


def comrades(game: Rampant, unit: str) -> list[str]:
    seat = game.units[unit].seat
    return [u for u in fielded_units(game, seat) if u != unit and not game.units[u].suppressed]


def shooting_gap(what: Profile) -> float:
    """How near an enemy a shooter wants to be: in range, and no nearer."""
    return max(6.0, what.shoot_range - 3.0)


def objective_gap(game: Rampant, unit: str) -> float:
    """A marker is held from close by; a generator is shot at from afar."""
    plan = scenario(game)
    generators = standing_generators(game)
    if generators:
        shoots, strikes = siege_ways(game, unit, siege(game, game.units[unit].seat).target)
        return CLOSE if strikes > shoots else shooting_gap(game.profile[unit])
    if relay_held_by_enemy(game, game.units[unit].seat):
        return 7.0 + game.profile[unit].radius
    return 5.0 if any(o.kind in ("circle", "building") for o in plan.objectives) else CLOSE


def in_time(game: Rampant, unit: str, left: float) -> bool:
    """Can a unit cover this distance before the battle is likely to end, given how often it obeys?"""
    if "rooted" in game.profile[unit].has or not game.profile[unit].move:
        return False
    turns = last_round(game) - game.now.round + 1 + OVERTIME
    return math.ceil(left / max(1.0, allowance(game, unit))) <= turns * move_chance(game, unit)


def move_chance(game: Rampant, unit: str) -> float:
    """How often a unit moves when it should."""
    if free_action(game, unit, "move"):
        return 1.0
    return min(1.0, 0.1 + order_chance(score_of(game, unit, "move"), modifiers(game, unit, "move")))


def exit_value(game: Rampant, unit: str) -> float:
    """What leaving the table is worth."""
    return VICTORY * (5.0 if game.now.carrier == unit else bracket_points(game.profile[unit].points))


def exit_gain(game: Rampant, unit: str, left: float, far: float) -> float:
    """What a Move towards an exit is worth: a share of what leaving gives, all the more the less time is left."""
    moves, turns = math.ceil(left / max(1.0, far)), last_round(game) - game.now.round + 1
    if moves <= 1:
        return max(8.0, exit_value(game, unit))
    return exit_value(game, unit) / moves * (2.5 if moves >= turns - 1 else 2.0)


def may_take_relay(game: Rampant, unit: str, far: float) -> bool:
    """Could the unit go into the relay now, with nobody in it?"""
    house = relay(game)
    if not house or not is_standing(game, house) or garrison(game, house):
        return False
    what = game.profile[unit]
    return not (what.vehicle or what.tall or "flying" in what.has) and distance(game, unit, house) <= far


def relay_gain(game: Rampant) -> float:
    """What it is worth to get into the empty relay: three points a round between the two sides, and six at the end,
    should it be held."""
    rounds = max(1, last_round(game) - game.now.round + 1)
    return VICTORY * HELD * (3.0 * rounds + 6.0)


def ways_to(game: Rampant, unit: str, aim: Goal) -> list[Point]:
    """Points to make for when the straight way is barred: a Move away, more and more to the side."""
    row, far = game.units[unit], allowance(game, unit)
    to = math.atan2(aim.at[1] - row.y, aim.at[0] - row.x)
    r, size = game.profile[unit].radius, field(game)
    found = []
    for turn in (0, 25, -25, 50, -50, 75, -75):
        x, y = row.x + far * math.cos(to + math.radians(turn)), row.y + far * math.sin(to + math.radians(turn))
        found.append((min(max(x, r), size.width - r), min(max(y, r), size.depth - r)))
    return found


def cover_near(game: Rampant, unit: str) -> list[Point]:
    """The nearest area of cover, for those who shoot."""
    if fights_close(game, unit) or game.units[unit].where != "table" or game.profile[unit].vehicle:
        return []
    row = game.units[unit]
    ground, far = field(game).ground, allowance(game, unit)
    pieces = [p for p in ground.near(circle(game, unit), far, SOFT | HARD) if p.line is None]
    return [middle(p) for p in sorted(pieces, key=lambda p: math.dist(middle(p), (row.x, row.y)))[:1]]
