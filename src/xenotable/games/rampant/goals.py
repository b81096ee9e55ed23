"""Where the computer opponent wants its units to be (chapter "solo")."""

from __future__ import annotations

import math
from typing import NamedTuple

from xenotable.games.rampant.envoy import exits
from xenotable.games.rampant.field import HARD, SOFT, centre, distance, field, middle, outline, standing
from xenotable.games.rampant.marching import Marching
from xenotable.games.rampant.moving import allowance
from xenotable.games.rampant.paths import edge_distance, edge_point
from xenotable.games.rampant.scenarios import bracket_points, last_round, relay, scenario
from xenotable.games.rampant.state import Rampant, fielded, garrison
from xenotable.games.rampant.worths import (
    VICTORY,
    attack_gain,
    nearest_enemy,
    posture,
    shot_gain,
    worth,
)
from xenotable.games.rampant.zones import home_point

CLOSE = 2.5
Point = tuple[float, float]
MOVE_WORTH = 0.35
KEEN = 0.4  # how much more a Move is worth for each point that its goal is worth


# ---- where to go -----------------------------------------------------------------------------------------------------


def fights_close(game: Rampant, uid: str) -> bool:
    """Is the unit better with blades than with guns?"""
    what = game.profile[uid]
    if not what.attack or not what.attack_value or "no-assault" in what.has:
        return False
    return (
        not what.shoot_value
        or what.attack_value < what.shoot_value
        or (posture(game, game.units[uid].seat) == "rush" and what.attack_value <= what.shoot_value)
    )


class Goal(NamedTuple):
    """Where a unit would like to be, how near is near enough, and what being there is worth."""

    at: Point
    near: float
    worth: float
    edge: str = ""  # the table edge to be crossed


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
        at = middle(outline(game, house)) if standing(game, house) else (24.0, 24.0)
        found.append((at, 15.0))
    if seat == game.now.attacker:
        found += [(middle(outline(game, b)), 9.0) for b in standing_generators(game)]
    return found


def promise(game: Rampant, uid: str, at: Point, value: float) -> float:
    """What an objective is worth to this unit: a generator only as much as the unit can harm it."""
    b = next((b for b in standing_generators(game) if middle(outline(game, b)) == at), "")
    return min(14.0, 4.0 * max(siege(game, uid, b))) if b else value


def standing_generators(game: Rampant) -> list[str]:
    return [b for b, row in game.buildings.items() if row.kind == "generator" and row.strength > 0]


def siege(game: Rampant, uid: str, building: str) -> tuple[float, float]:
    """What shooting at a generator and attacking it would bring."""
    what = game.profile[uid]
    shoots = shot_gain(game, uid, building) if what.shoot_value else 0.0
    return shoots, attack_gain(game, uid, building) if what.attack and what.attack_value else 0.0


def goal(game: Rampant, uid: str) -> Goal | None:
    """The best of exits, objectives and enemies: what it is worth, how far it is, how many comrades are nearer."""
    at, seat = centre(game, uid), game.units[uid].seat
    edges = exits(game, uid)
    if edges:
        edge = min(edges, key=lambda e: edge_distance(game, at, e))
        if in_time(game, uid, edge_distance(game, at, edge)):
            x, y = edge_point(game, at, edge)[:2]
            prize = 14.0 if game.now.carrier == uid else 4.0 * bracket_points(game.profile[uid].points) + 4.0
            return Goal((x, y), 0.0, prize, edge)
        return Goal(home_point(game, uid, at), 2.0, 1.5)  # too slow to get away: it had better not be caught
    pace = 2.0 * max(1.0, allowance(game, uid))
    found = []
    for p, value in objective_points(game, seat):
        if game.profile[uid].vehicle and p == game.now.marker:
            continue
        crowd = sum(math.dist(centre(game, u), p) < math.dist(at, p) for u in mates(game, uid))
        value = promise(game, uid, p, value) / (1.0 + 0.6 * crowd)
        found.append(Goal(p, objective_gap(game, uid), value / (1.0 + math.dist(at, p) / pace)))
    foe = nearest_enemy(game, uid)
    if foe:
        far = math.dist(at, centre(game, foe))
        keen = 4.0 if fights_close(game, uid) or posture(game, seat) != "raid" else 2.5
        if game.profile[uid].commander and not fights_close(game, uid):
            keen = 1.5  # a Commander who falls costs more than it could win
        found.append(Goal(centre(game, foe), enemy_gap(game, uid), keen / (1.0 + far / pace)))
    return max(found, key=lambda g: g.worth, default=None)


def mates(game: Rampant, uid: str) -> list[str]:
    seat = game.units[uid].seat
    return [u for u in fielded(game, seat) if u != uid and not game.units[u].suppressed]


def enemy_gap(game: Rampant, uid: str) -> float:
    """How near an enemy a unit wants to be: shooters stop in range, others go all the way."""
    what = game.profile[uid]
    return CLOSE if fights_close(game, uid) else max(6.0, what.shoot_range - 3.0)


def objective_gap(game: Rampant, uid: str) -> float:
    """A marker is held from close by; a generator is shot at from afar."""
    plan = scenario(game)
    generators = standing_generators(game)
    if generators:
        shoots, strikes = siege(game, uid, generators[0])
        return CLOSE if strikes > shoots else max(6.0, game.profile[uid].shoot_range - 3.0)
    return 5.0 if any(o.kind in ("circle", "building") for o in plan.objectives) else CLOSE


def move_gain(game: Rampant, uid: str) -> float:
    """What a Move is worth: the way it makes towards the goal, in shares of a whole Move."""
    row = game.units[uid]
    if row.where == "reserve":
        return worth(game, uid) * 0.5
    if row.where == "aboard":
        return 0.0 if exits(game, uid) else 0.8  # who rides off the table has left it
    aim = goal(game, uid)
    if aim is None or "rooted" in game.profile[uid].has:
        return 0.0
    if row.where == "inside":
        return 0.0 if math.dist(centre(game, uid), aim.at) < 6.0 else 0.5
    far = allowance(game, uid)
    if aim.edge:
        return exit_gain(game, uid, edge_distance(game, (row.x, row.y), aim.edge), far)
    if may_take_relay(game, uid, far):
        return 5.0
    left = math.dist((row.x, row.y), aim.at) - aim.near
    return MOVE_WORTH * (0.6 + KEEN * aim.worth) * max(0.0, min(1.0, left / far))


def in_time(game: Rampant, uid: str, left: float) -> bool:
    """Can a unit cover this distance before the battle is likely to end, given how often it obeys?"""
    from xenotable.games.rampant.forecast import order_chance
    from xenotable.games.rampant.orders import free_action, modifiers, score_of

    if "rooted" in game.profile[uid].has or not game.profile[uid].move:
        return False
    free = free_action(game, uid, "move")
    obeys = 1.0 if free else order_chance(score_of(game, uid, "move"), modifiers(game, uid, "move"))
    turns = last_round(game) - game.now.round + 1.75  # it goes on for three quarters of a round on average
    return math.ceil(left / max(1.0, allowance(game, uid))) <= turns * min(1.0, obeys + 0.1)


def exit_gain(game: Rampant, uid: str, left: float, far: float) -> float:
    """What a Move towards an exit is worth: a share of what leaving gives, all the more the less time is left."""
    prize = VICTORY * (5.0 if game.now.carrier == uid else bracket_points(game.profile[uid].points))
    moves, turns = math.ceil(left / max(1.0, far)), last_round(game) - game.now.round + 1
    if moves <= 1:
        return max(8.0, prize)
    return prize / moves * (2.5 if moves >= turns - 1 else 2.0)


def may_take_relay(game: Rampant, uid: str, far: float) -> bool:
    """Could the unit go into the relay now, with nobody in it?"""
    house = relay(game)
    if not house or not standing(game, house) or garrison(game, house):
        return False
    what = game.profile[uid]
    return not (what.vehicle or what.tall or "flying" in what.has) and distance(game, uid, house) <= far


def ways_to(game: Rampant, uid: str, aim: Goal) -> list[Point]:
    """Points to make for when the straight way is barred: a Move away, more and more to the side."""
    row, far = game.units[uid], allowance(game, uid)
    to = math.atan2(aim.at[1] - row.y, aim.at[0] - row.x)
    r, size = game.profile[uid].radius, field(game)
    found = []
    for turn in (0, 25, -25, 50, -50, 75, -75):
        x, y = row.x + far * math.cos(to + math.radians(turn)), row.y + far * math.sin(to + math.radians(turn))
        found.append((min(max(x, r), size.width - r), min(max(y, r), size.depth - r)))
    return found


def cover_near(game: Rampant, uid: str) -> list[Point]:
    """The nearest area of cover, for those who shoot."""
    if fights_close(game, uid) or game.units[uid].where != "table" or game.profile[uid].vehicle:
        return []
    row = game.units[uid]
    ground, far = field(game).ground, allowance(game, uid)
    march = Marching(game, uid, far)
    pieces = [p for p in ground.near(march.base, far, SOFT | HARD) if p.line is None]
    return [middle(p) for p in sorted(pieces, key=lambda p: math.dist(middle(p), (row.x, row.y)))[:1]]
