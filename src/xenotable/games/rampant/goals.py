"""Where the computer opponent wants its units to be (chapter "solo")."""

from __future__ import annotations

import math
from typing import NamedTuple

from xenotable.engine import allowed
from xenotable.games.rampant.envoy import exits
from xenotable.games.rampant.field import HARD, SOFT, areas_at, centre, distance, field, middle, outline, standing
from xenotable.games.rampant.marching import Marching
from xenotable.games.rampant.moving import allowance
from xenotable.games.rampant.paths import edge_distance, edge_point
from xenotable.games.rampant.psychic import power_refusals, power_targets
from xenotable.games.rampant.scenarios import bracket_points, last_round, relay, scenario
from xenotable.games.rampant.state import Rampant, fielded, garrison
from xenotable.games.rampant.worths import attack_gain, nearest_enemy, posture, shot_gain, worth

CLOSE = 2.5
Point = tuple[float, float]
MOVE_WORTH = 0.35
WILD, ORDERED = 6.0, 2.5  # how many inches of a way a unit gives to avoid a charge that costs a point
KEEN = 0.4  # how much more a Move is worth for each point that its goal is worth
POINT = 3.0  # what a victory point is worth, in points of units


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
        found.append((at, 9.0))
    if seat == game.now.attacker:
        found += [(middle(outline(game, b)), 9.0) for b in standing_generators(game)]
    return found


def promise(game: Rampant, uid: str, at: Point, value: float) -> float:
    """What an objective is worth to this unit: a generator only as much as the unit can harm it."""
    b = next((b for b in standing_generators(game) if middle(outline(game, b)) == at), "")
    return min(value, 2.5 * max(siege(game, uid, b))) if b else value


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
        x, y = edge_point(game, at, edge)[:2]
        return Goal(
            (x, y), 0.0, 14.0 if game.now.carrier == uid else 4.0 * bracket_points(game.profile[uid].points) + 4.0
        )
    pace = 2.0 * max(1.0, allowance(game, uid))
    found = []
    for p, value in objective_points(game, seat):
        if game.profile[uid].vehicle and p == game.now.marker:
            continue
        crowd = sum(math.dist(centre(game, u), p) < math.dist(at, p) for u in mates(game, uid))
        value = promise(game, uid, p, value)
        found.append(Goal(p, objective_gap(game, uid), value / (1.0 + 0.6 * crowd) / (1.0 + math.dist(at, p) / pace)))
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
        return 0.8
    aim = goal(game, uid)
    if aim is None or "rooted" in game.profile[uid].has:
        return 0.0
    if row.where == "inside":
        return 0.0 if math.dist(centre(game, uid), aim.at) < 6.0 else 0.5
    far = allowance(game, uid)
    edges = exits(game, uid)
    if edges:
        return exit_gain(game, uid, min(edge_distance(game, (row.x, row.y), e) for e in edges), far)
    if may_take_relay(game, uid, far):
        return 5.0
    left = math.dist((row.x, row.y), aim.at) - aim.near
    return MOVE_WORTH * (0.6 + KEEN * aim.worth) * max(0.0, min(1.0, left / far))


def exit_gain(game: Rampant, uid: str, left: float, far: float) -> float:
    """What a Move towards an exit is worth: a share of what leaving gives, all the more the less time is left."""
    prize = POINT * (5.0 if game.now.carrier == uid else bracket_points(game.profile[uid].points))
    moves, turns = math.ceil(left / max(1.0, far)), last_round(game) - game.now.round + 1
    if moves <= 1:
        return max(8.0, prize)
    if moves > turns + 1:
        return 0.1  # it would come too late
    return prize / moves * (2.5 if moves >= turns - 1 else 2.0)


def may_take_relay(game: Rampant, uid: str, far: float) -> bool:
    """Could the unit go into the relay now, with nobody in it?"""
    house = relay(game)
    if not house or not standing(game, house) or garrison(game, house):
        return False
    what = game.profile[uid]
    return not (what.vehicle or what.tall or "flying" in what.has) and distance(game, uid, house) <= far


class Danger(NamedTuple):
    """An enemy who would gladly charge: from where, how far, and what that would cost, in inches of a way."""

    at: Point
    reach: float
    cost: float


def dangers(game: Rampant, uid: str) -> list[Danger]:
    """Enemies who gain by attacking this unit; those who charge unasked are the worst."""
    found = []
    for foe in fielded(game, 1 - game.units[uid].seat):
        what = game.profile[foe]
        if not what.attack or not what.attack_value or "no-assault" in what.has or game.units[foe].suppressed:
            continue
        loss = attack_gain(game, foe, uid)
        if loss > 0.0:
            wild = "wild-charge" in what.has
            cost = loss * (WILD if wild else ORDERED)
            found.append(Danger(centre(game, foe), what.max_move + what.radius + 1.0, cost))
    return found


def place_score(game: Rampant, p: Point, aim: Goal | None, near: list[Danger]) -> float:
    """How good a place is: near the goal, in cover, not in reach of an enemy who would win the fight."""
    score = 0.0
    if aim is not None:
        score -= max(0.0, math.dist(p, aim.at) - aim.near)
    if areas_at(game, p, SOFT | HARD):
        score += 1.2
    return score - sum(d.cost for d in near if math.dist(p, d.at) < d.reach)


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


POWER_WORTH = {
    "dread-vision": 0.45,
    "mend-flesh": 0.3,
    "mend-machine": 0.3,
    "barrier": 0.2,
    "veil": 0.12,
    "guide-the-shot": 0.2,
    "guide-the-blade": 0.2,
    "leaden-limbs": 0.15,
    "calm": 0.1,
    "impel": 0.08,
    "beckon": 0.4,
    "hurl": 0.05,
    "unravel": 0.01,
}  # in shares of the target's worth


def power_gain(game: Rampant, uid: str, power: str) -> tuple[str, float]:
    """The best target of a power and what it is worth."""
    legal = [t for t in power_targets(game, uid, power) if allowed(power_refusals(game, uid, power, t))]
    scale = POWER_WORTH[power]

    def value(t: str) -> float:
        bonus = 0.5 if any(s.power == power for s in game.units[t].spells) else 1.0
        if power == "guide-the-shot" and not game.profile[t].shoot_value:
            return 0.0
        foe = game.units[t].seat != game.units[uid].seat
        if power == "unravel" and (not foe or not game.units[t].spells):
            return 0.0
        return scale * worth(game, t) * bonus

    gain, target = max(((value(t), t) for t in legal), default=(0.0, ""))
    return target, gain


def cover_near(game: Rampant, uid: str) -> list[Point]:
    """The nearest area of cover, for those who shoot."""
    if fights_close(game, uid) or game.units[uid].where != "table" or game.profile[uid].vehicle:
        return []
    row = game.units[uid]
    ground, far = field(game).ground, allowance(game, uid)
    march = Marching(game, uid, far)
    pieces = [p for p in ground.near(march.base, far, SOFT | HARD) if p.line is None]
    return [middle(p) for p in sorted(pieces, key=lambda p: math.dist(middle(p), (row.x, row.y)))[:1]]
