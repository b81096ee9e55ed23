"""Where the computer opponent wants its units to be (chapter "solo")."""

from __future__ import annotations

import math
from typing import NamedTuple

from xenotable.engine import allowed
from xenotable.games.rampant.envoy import exits
from xenotable.games.rampant.field import HARD, SOFT, areas_at, centre, field, middle, outline, standing
from xenotable.games.rampant.marching import Marching
from xenotable.games.rampant.moving import allowance
from xenotable.games.rampant.paths import edge_distance, edge_point
from xenotable.games.rampant.psychic import power_refusals, power_targets
from xenotable.games.rampant.scenarios import bracket_points, relay, scenario
from xenotable.games.rampant.state import Rampant, fielded
from xenotable.games.rampant.worths import nearest_enemy, posture, worth

CLOSE = 2.5
Point = tuple[float, float]
MOVE_WORTH = 0.35


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
        generators = [b for b, row in game.buildings.items() if row.kind == "generator" and row.strength > 0]
        found += [(middle(outline(game, b)), 9.0) for b in generators]
    return found


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
    if any(o.kind == "generator" for o in plan.objectives):
        return enemy_gap(game, uid)
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
    if any(edge_distance(game, (row.x, row.y), e) <= far for e in exits(game, uid)):
        return 8.0
    left = math.dist((row.x, row.y), aim.at) - aim.near
    return MOVE_WORTH * (0.6 + 0.25 * aim.worth) * max(0.0, min(1.0, left / far))


def place_score(game: Rampant, uid: str, p: Point, aim: Goal | None) -> float:
    """How good a place is: near the goal, in cover, not next to a strong enemy for nothing."""
    score = 0.0
    if aim is not None:
        score -= max(0.0, math.dist(p, aim.at) - aim.near)
    if areas_at(game, p, SOFT | HARD):
        score += 1.2
    if not fights_close(game, uid):
        for foe in fielded(game, 1 - game.units[uid].seat):
            reach = game.profile[foe].max_move + 2.0
            if fights_close(game, foe) and math.dist(p, centre(game, foe)) < reach:
                score -= 0.8
    return score


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
