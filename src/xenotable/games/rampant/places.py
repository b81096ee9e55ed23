"""How well a unit would stand somewhere: on its way, in cover, out of reach of charges (chapter "solo").

Everything is counted in points of units, as in `worths`, so that a way and a risk can be weighed against each other.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from xenotable.games.rampant.envoy import exits
from xenotable.games.rampant.field import HARD, SOFT, areas_at, centre, field
from xenotable.games.rampant.goals import OVERTIME, Goal, exit_gain, goal, may_take_relay, obeys, prize
from xenotable.games.rampant.marching import Marching
from xenotable.games.rampant.moving import allowance
from xenotable.games.rampant.paths import edge_distance
from xenotable.games.rampant.prey import hunt
from xenotable.games.rampant.scenarios import last_round
from xenotable.games.rampant.specials import wild
from xenotable.games.rampant.state import Rampant, fielded
from xenotable.games.rampant.worths import holds, worth
from xenotable.table.moving import leg_cost
from xenotable.table.near import point_to_segment

Point = tuple[float, float]
CHARGES = 0.8  # how likely an enemy charges who must
ORDERED = 0.35  # how likely an enemy is ordered to attack just this unit, and obeys
LONG = 5.0  # with fewer rounds to go, a unit has less to live for
SECOND = 0.4  # how much the second of two charges on one unit still costs
COVER = 0.35  # what standing in cover is worth
MOVE_WORTH = 0.35
KEEN = 0.4  # how much more a Move is worth for each point that its goal is worth
DETOUR = 16.0  # inches that a bar across the way is likely to cost
CAUTION = 4.0  # how much more a unit fears that only has to get away: each loss costs vows as well
HOPE = 0.5  # what the prize for leaving counts when a place is chosen
READY = 0.3  # what it is worth to be able to charge next turn, in shares of the charge's gain


class Danger(NamedTuple):
    """An enemy who would gladly charge: from where, how far, and what that would cost, in points."""

    at: Point
    reach: float
    cost: float


def dangers(game: Rampant, uid: str) -> list[Danger]:
    """Enemies who gain by attacking this unit; those who charge unasked are the worst. An enemy who has several of us
    before it charges only one."""
    found = []
    friends = [centre(game, u) for u in fielded(game, game.units[uid].seat) if u != uid]
    for foe in fielded(game, 1 - game.units[uid].seat):
        what = game.profile[foe]
        if not what.attack or not what.attack_value or "no-assault" in what.has or game.units[foe].suppressed:
            continue
        if "rooted" in what.has or game.units[foe].where != "table":
            continue
        loss = hunt(game, foe, uid).fight
        if loss <= 0.0:
            continue
        at, reach = centre(game, foe), what.max_move + what.radius + 1.0
        others = sum(math.dist(at, f) < reach + 2.0 for f in friends)
        chance = (CHARGES if wild(game, foe) else ORDERED) * min(1.0, rounds_left(game) / LONG)
        found.append(Danger(at, reach, loss * chance / (1.0 + 0.5 * others)))
    return found


class Chance(NamedTuple):
    """An enemy whom the unit would gladly charge next turn: where, from how far, and what that is worth."""

    at: Point
    reach: float
    gain: float


def chances(game: Rampant, uid: str) -> list[Chance]:
    what = game.profile[uid]
    if not what.attack or not what.attack_value or "no-assault" in what.has or exits(game, uid):
        return []
    found = []
    for foe in fielded(game, 1 - game.units[uid].seat):
        if "flying" in game.profile[foe].has and "flying" not in what.has:
            continue
        gain = hunt(game, uid, foe).fight
        if gain > 0.0:
            reach = what.max_move + what.radius + game.profile[foe].radius - 0.5
            found.append(Chance(centre(game, foe), reach, READY * gain))
    return found


def rounds_left(game: Rampant) -> int:
    """This one included."""
    return max(1, last_round(game) - game.now.round + 1)


def inch(game: Rampant, uid: str, aim: Goal | None) -> float:
    """What an inch of way is worth: a share of the goal, more as time runs out."""
    if aim is None:
        return 0.0
    haste = 1.0 + 3.0 / rounds_left(game)
    return haste * (0.25 + 0.12 * aim.worth) / max(4.0, allowance(game, uid))


def length(march: Marching, p: Point, q: Point) -> float:
    """The straight way from p to q as a unit would pay for it, with a detour where something bars it."""
    inner = (min(max(q[0], 0.01), march.ground.width - 0.01), min(max(q[1], 0.01), march.ground.depth - 0.01))
    long = min(leg_cost(p, inner, march.ground, march.costs), 3.0 * math.dist(p, q))
    barred = any(True for _ in march.ground.stretches(p, inner, march.costs.impassable))
    return long + (DETOUR if barred else 0.0)


def lane(game: Rampant, uid: str, edge: str, near: list[Danger], each: float) -> Point:
    """Where to cross an edge: the point that costs least in way and in charges on the way there."""
    at, size, r = centre(game, uid), field(game), game.profile[uid].radius
    along = size.width if edge in ("south", "north") else size.depth
    fixed = {"south": 0.0, "north": size.depth, "west": 0.0, "east": size.width}[edge]
    spots = [r + (along - 2.0 * r) * k / 8.0 for k in range(9)]
    spots.append(min(max(at[0] if edge in ("south", "north") else at[1], r), along - r))
    points = [(t, fixed) if edge in ("south", "north") else (fixed, t) for t in spots]

    march = Marching(game, uid, allowance(game, uid))

    def cost(q: Point) -> float:
        met = sorted((d.cost for d in near if point_to_segment(d.at, at, q) < d.reach), reverse=True)
        return each * length(march, at, q) + sum(c * SECOND**i for i, c in enumerate(met))

    return min(points, key=cost)


class Places:
    """All that the places of one unit are judged by, worked out once."""

    def __init__(self, game: Rampant, uid: str, aim: Goal | None) -> None:
        self.game, self.inch = game, inch(game, uid, aim)
        self.near, self.foes = dangers(game, uid), chances(game, uid)
        if aim is not None and aim.edge:
            self.near = [d._replace(cost=CAUTION * d.cost) for d in self.near]
            aim = aim._replace(at=lane(game, uid, aim.edge, self.near, self.inch))
            self.pace, self.prize = max(1.0, allowance(game, uid)), HOPE * prize(game, uid)
            self.turns = (last_round(game) - game.now.round + OVERTIME) * obeys(game, uid)  # after this one
        self.aim = aim

    def leaving(self, p: Point, edge: str) -> float:
        """What it is worth to be at a place with an edge to cross: how likely there is still time for it."""
        slack = self.turns - math.ceil(edge_distance(self.game, p, edge) / self.pace)
        return self.prize * (1.0 - 0.5 * math.exp(-0.5 - slack)) if slack > -1.0 else 0.0

    def score(self, p: Point) -> float:
        """Near the goal, in cover, within reach of a good charge, out of reach of a bad one."""
        total = 0.0
        if self.aim is not None:
            total -= self.inch * max(0.0, math.dist(p, self.aim.at) - self.aim.near)
            if self.aim.edge:
                total += self.leaving(p, self.aim.edge)
        if areas_at(self.game, p, SOFT | HARD):
            total += COVER
        total += max((c.gain for c in self.foes if math.dist(p, c.at) < c.reach), default=0.0)
        costs = sorted((d.cost for d in self.near if math.dist(p, d.at) < d.reach), reverse=True)
        return total - sum(cost * SECOND**i for i, cost in enumerate(costs))


def move_gain(game: Rampant, uid: str) -> float:
    """What a Move is worth: the way it makes towards the goal, in shares of a whole Move; nothing where every way on
    leads into a worse place."""
    row = game.units[uid]
    if row.where == "reserve":
        return worth(game, uid) * 0.5
    if row.where == "aboard":
        return 0.0 if exits(game, uid) else 0.8  # who rides off the table has left it
    aim = goal(game, uid)
    if aim is None or "rooted" in game.profile[uid].has:
        return 0.0
    if row.where == "inside":
        away = math.dist(centre(game, uid), aim.at) > 6.0 or (aim.fights and not holds(game, uid))
        return 0.5 if away else 0.0  # nobody attacks out of a building
    far = allowance(game, uid)
    if aim.edge:
        return exit_gain(game, uid, edge_distance(game, (row.x, row.y), aim.edge), far)
    if may_take_relay(game, uid, far):
        return 5.0
    left = math.dist((row.x, row.y), aim.at) - aim.near
    gain = MOVE_WORTH * (0.6 + KEEN * aim.worth) * max(0.0, min(1.0, left / far))
    if aim.hunted:
        gain *= min(1.0, (rounds_left(game) - 0.5) / 2.0)  # what is to be done there wants another turn
    return gain if gain > 0.0 and gets_better(game, uid, aim, far) else 0.0


def gets_better(game: Rampant, uid: str, aim: Goal, far: float) -> bool:
    """Is there a better place on the way, or a little beside it?"""
    row, size, places = game.units[uid], field(game), Places(game, uid, aim)
    here, to = places.score((row.x, row.y)), math.atan2(aim.at[1] - row.y, aim.at[0] - row.x)
    far = min(far, math.dist((row.x, row.y), aim.at))
    for turn, share in ((0, 1.0), (0, 0.5), (35, 1.0), (-35, 1.0), (70, 1.0), (-70, 1.0)):
        angle = to + math.radians(turn)
        p = row.x + share * far * math.cos(angle), row.y + share * far * math.sin(angle)
        if 0.0 < p[0] < size.width and 0.0 < p[1] < size.depth and places.score(p) > here:
            return True
    return False
