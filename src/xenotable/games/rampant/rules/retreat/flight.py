"""Fleeing: how far and where to, the straight line, the fan, hemmed-in units and the edge of the table."""

from __future__ import annotations

import math
from typing import NamedTuple

from xenotable.engine import Choose, Flow, Roll, Scene, acts, cite, rule
from xenotable.games.rampant.rules.courage.losses import remove, suffer
from xenotable.games.rampant.rules.moving.allowance import separation
from xenotable.games.rampant.rules.moving.move_legality import MoveContext, Room
from xenotable.games.rampant.rules.play.conventions import circle, distance
from xenotable.games.rampant.rules.scenarios.battlefield import own_zones, zone_ground
from xenotable.games.rampant.rules.terrain.crossing import hard_going
from xenotable.games.rampant.rules.terrain.field import FENCE, WIRE
from xenotable.games.rampant.scenes import Shock
from xenotable.games.rampant.state import Rampant, fielded_units
from xenotable.table import Costs, Point, fan, snap_point
from xenotable.table.ground import clip_disc
from xenotable.table.moving import affordable, leg_cost, part_span, point_to_part
from xenotable.table.near import TOLERANCE, nearest_on

ANGLES = (15.0, 30.0, 45.0)
ON = 12.0  # no slowed unit has to be moved on farther than this to be clear of its enemy


class Run(NamedTuple):
    """How far a unit gets in a direction: where it stops, what it could not spend, and how it ended."""

    far: float
    at: Point
    unspent: float
    full: bool
    off: bool


@rule("retreat.away", neutral=lambda *a: None)
def direction(game: Rampant, shock: Shock) -> Point | None:
    """From the enemy's centre through the own; None: towards home."""
    row = game.units[shock.unit]
    if not shock.source or (row.x, row.y) == (shock.x, shock.y):
        return None
    return row.x - shock.x, row.y - shock.y


def is_at_home(game: Rampant, shock: Shock) -> bool:
    """Does a unit that no enemy drives away flee home, and is it there?"""
    row = game.units[shock.unit]
    at = (row.x, row.y)
    return direction(game, shock) is None and math.dist(home_point(game, shock.unit, at), at) < TOLERANCE


def flee(game: Rampant, shock: Shock) -> Flow[list[Scene]]:
    """Straight away, or home; the fan is tried where the way is blocked."""
    unit = shock.unit
    away = direction(game, shock)
    row = game.units[unit]
    home = away is None
    far = retreat_distance(game, unit)
    if is_at_home(game, shock):
        game.tell("{unit} is at home already and does not move.", "retreat.home", unit=unit)
        return []
    if away is None:
        goal = home_point(game, unit, (row.x, row.y))
        away = (goal[0] - row.x, goal[1] - row.y)
    heading, run = yield from best_run(game, unit, away, far, home)
    if run.off:
        return remove(game, unit, "fled", shock)
    game.units.set(unit, x=run.at[0], y=run.at[1])
    game.tell("{unit} retreats {far:.1f} in.", "retreat.home" if home else "retreat.away", unit=unit, far=run.far)
    if game.profile[unit].vehicle:
        yield from turn_round(game, unit)
    if not run.full:
        gone = yield from casualty_test(game, shock, run.unspent)
        if gone is not None:
            return gone
    return resolve_cornered(game, shock, run, heading)


def best_run(game: Rampant, unit: str, away: Point, far: float, home: bool) -> Flow[tuple[Point, Run]]:
    """The straight line, else the first direction of the fan that allows the full distance, else the farthest."""
    lane = Lane(game, unit, far, home)
    heading = fan(away, (0.0,))[0]
    straight = lane.run(heading)
    if straight.full or game.reads("retreat.fan=straight-only"):
        return heading, straight
    cite("retreat.fan")
    tried = [(0.0, heading, straight)]
    for angle in ANGLES:
        left, right = fan(away, (angle, -angle))
        runs = [(angle, left, lane.run(left)), (-angle, right, lane.run(right))]
        full = [t for t in runs if t[2].full]
        if len(full) == 2:
            return (yield from left_or_right(game, unit, full))
        if full:
            return full[0][1], full[0][2]
        tried += runs
    farthest = max(t[2].far for t in tried)
    best = [t for t in tried if t[2].far > farthest - TOLERANCE]
    least = min(abs(t[0]) for t in best)
    best = [t for t in best if abs(t[0]) == least]
    if len(best) == 2:
        return (yield from left_or_right(game, unit, best))
    return best[0][1], best[0][2]


def left_or_right(game: Rampant, unit: str, both: list[tuple[float, Point, Run]]) -> Flow[tuple[Point, Run]]:
    side = yield from Choose(
        seat=game.units[unit].seat,
        key="fan",
        rule="retreat.fan",
        prompt="{unit} is blocked. To which side does it flee?",
        args={"unit": unit},
        among=lambda: ("left", "right"),
        label=lambda s: f"To the {s}",
    )
    _, heading, run = both[0 if side == "left" else 1]
    return heading, run


class Lane:
    """What stands in the way of a flight, put together once for all directions."""

    def __init__(self, game: Rampant, unit: str, far: float, home: bool) -> None:
        self.game, self.unit, self.far, self.home = game, unit, far, home
        self.context = MoveContext(game, unit, far)
        costs = self.context.costs
        self.fences = any(price > 100 for _, price in costs.crossing)
        self.costs = Costs(
            costs.impassable, costs.no_end, costs.slow, () if self.fences else costs.crossing, edge=False
        )
        base, gap = self.context.base, self.context.gap
        self.walk = self.context.walk
        self.ends: list[tuple[float, float, float]] = []
        cite("retreat.separation")
        for c in self.context.others:
            apart = math.hypot(c.x - base.x, c.y - base.y)
            self.ends.append((c.x, c.y, min(base.r + gap + c.r, apart) - TOLERANCE))
        ground, reach = self.context.ground, self.context.reach
        self.parts = []
        for part in ground.chosen(costs.impassable | costs.no_end):
            if math.hypot(part.cx - base.x, part.cy - base.y) - part.rad > reach:
                continue
            d = point_to_part((base.x, base.y), part)
            keep = base.r + (gap if self._held(part.owner) else 0.0)
            self.parts.append((part, min(keep, d or keep) - TOLERANCE))
        self.zone = zone_ground(game, game.units[unit].seat)

    def _held(self, owner: int) -> bool:
        """Is this a building held by the enemy, from which the separation is kept?"""
        return self.context.ground.pieces[owner] in self.context.houses

    def run(self, heading: Point) -> Run:
        """Along a direction: what the way costs, what blocks the column, where the footprint may stop."""
        base, ground = self.context.base, self.context.ground
        p = (base.x, base.y)
        far = self._homeward(p, heading) if self.home else self.far
        q = (p[0] + heading[0] * far, p[1] + heading[1] * far)
        pays = far * affordable(p, q, self.far, ground, self.costs) if far > 0 else 0.0
        stop = min(pays, self._blocked(p, heading, pays))
        edge = self._edge(p, heading, 0.0)
        if not self.home and edge < stop - TOLERANCE and acts("retreat.table-edge"):
            return Run(edge, p, 0.0, True, True)
        rim = max(0.0, self._edge(p, heading, base.r))
        by_edge = rim < stop and acts("retreat.table-edge")
        if by_edge:  # only the rim would cross: it stops there, and is not hemmed in
            stop = rim
        free = self._last_free(p, heading, stop)
        full = free > min(pays, rim if by_edge else pays) - TOLERANCE
        at = snap_point((p[0] + heading[0] * free, p[1] + heading[1] * free))
        spent = leg_cost(p, at, ground, self.costs) if free > 0 else 0.0
        return Run(free, at, max(0.0, self.far - spent), full, False)

    def _homeward(self, p: Point, heading: Point) -> float:
        q = (p[0] + heading[0] * self.far, p[1] + heading[1] * self.far)
        first = min((t0 for _, t0, _ in self.zone.stretches((p[0], p[1]), q)), default=1.0)
        return min(self.far, first * self.far + 1.0 / 512.0)

    def _blocked(self, p: Point, heading: Point, far: float) -> float:
        q = (p[0] + heading[0] * far, p[1] + heading[1] * far)
        t, _, _ = self.walk.stop((p[0], p[1]), q)
        for part, d in self.parts:
            if self._held(part.owner):  # the column keeps off it all the way; in contact it may only get away
                near = min(self.context.way_r + self.context.gap - TOLERANCE, d)
                span = part_span((p[0], p[1]), q, part, near)
                t = min(t, span[0]) if span is not None and span[0] < span[1] else t
        if self.fences:
            for hit in self.context.ground.crossings((p[0], p[1]), q, FENCE | WIRE):
                t = min(t, hit.t0)
        return far * t

    def _edge(self, p: Point, heading: Point, r: float) -> float:
        far = math.inf
        for at, d, size in (
            (p[0], heading[0], self.context.ground.width),
            (p[1], heading[1], self.context.ground.depth),
        ):
            if d > 1e-12:
                far = min(far, (size - r - at) / d)
            elif d < -1e-12:
                far = min(far, (at - r) / -d)
        return far

    def _last_free(self, p: Point, heading: Point, stop: float) -> float:
        """The farthest place up to `stop` where the whole footprint fits."""
        if stop <= 0.0:
            return 0.0
        q = (p[0] + heading[0] * stop, p[1] + heading[1] * stop)
        taken = [clip_disc(x, y, d, p[0], p[1], q[0], q[1]) for x, y, d in self.ends if d > 0.0]
        taken += [s for part, d in self.parts if (s := part_span((p[0], p[1]), q, part, d)) is not None]
        t = 1.0
        for t0, t1 in sorted((s for s in taken if s[0] < s[1]), key=lambda s: -s[1]):
            if t1 >= t - 1e-9 and t0 < t:
                t = t0
        return stop * max(0.0, t)


def turn_round(game: Rampant, unit: str) -> Flow[None]:
    """The owner of a vehicle chooses its facing after a retreat, in quarters."""
    old = game.units[unit].facing
    turn = yield from Choose(
        seat=game.units[unit].seat,
        key="facing",
        rule="retreat.vehicle-distance",
        prompt="Which way does {unit} face?",
        args={"unit": unit},
        among=lambda: (old, *(d for d in (0.0, 90.0, 180.0, 270.0) if d != old)),
        label=lambda d: {0.0: "East", 90.0: "North", 180.0: "West", 270.0: "South"}.get(
            d, f"As it stands ({d:.0f} degrees)"
        ),
    )
    if turn != old:
        game.units.set(unit, facing=turn)
        game.tell("{unit} turns round.", "retreat.vehicle-distance", unit=unit)


@rule("retreat.casualty-test", neutral=lambda *a: None)
def casualty_test(game: Rampant, shock: Shock, unspent: float) -> Flow[list[Scene] | None]:
    """One die per inch left unspent, at most one per Strength Point; each 1, 2 or 3 costs a point. Gives what its end
    sets off, or None while it lives."""
    if shock.kind != "attack" and game.reads("retreat.every-retreat=attacks-only"):
        return None
    cite("retreat.every-retreat")
    unit = shock.unit
    dice = min(math.ceil(unspent - TOLERANCE), game.units[unit].strength)
    if dice <= 0:
        return None
    lost, _ = yield from Roll(
        seat=game.units[unit].seat,
        key="casualties",
        rule="retreat.casualty-test",
        n=dice,
        cuts=(4,),
        prompt="{unit} is hemmed in: {n:die|dice} for casualties",
        args={"unit": unit, "n": dice},
        names=("lost", "kept"),
    )
    return suffer(game, unit, lost, "retreat.casualty-test", shock, "{unit} is hemmed in and loses {n:Strength Point}.")


@rule("retreat.cornered", neutral=lambda *a: [])
def resolve_cornered(game: Rampant, shock: Shock, run: Run, heading: Point) -> list[Scene]:
    """Still closer than 1 in to an enemy: destroyed if it was blocked, moved on if it was only slowed."""
    unit = shock.unit
    seat, gap = game.units[unit].seat, separation(game)
    close = [foe for foe in fielded_units(game, 1 - seat) if distance(game, unit, foe) < gap - TOLERANCE]
    if not close:
        return []
    if run.full:
        base = circle(game, unit)
        p, q = (base.x, base.y), (base.x + heading[0] * ON, base.y + heading[1] * ON)
        for x, y in Room(game, unit).along(p, q, base.r):
            game.units.set(unit, x=x, y=y)
            game.tell("{unit} goes on to a gap of {gap:g} in.", "retreat.cornered", unit=unit, gap=gap)
            return []
    game.tell("{unit} is cornered and surrenders.", "retreat.cornered", unit=unit)
    return remove(game, unit, "destroyed", shock, under="retreat.cornered")


@rule("retreat.infantry-distance", neutral=lambda *a: 0.0)
def retreat_distance(game: Rampant, unit: str) -> float:
    """Half its Maximum Movement for infantry, all of it for vehicles and for whoever flies."""
    what = game.profile[unit]
    if what.vehicle and acts("retreat.vehicle-distance"):
        far = float(what.max_move)
    else:
        far = float(what.max_move) if "flying" in what.has else what.max_move / 2.0
    return far / 2.0 if hard_going(game, unit) else far


def homewards(game: Rampant, unit: str, at: tuple[float, float]) -> tuple[float, float]:
    goal = home_point(game, unit, at)
    return (goal[0] - at[0], goal[1] - at[1]) if goal != at else (0.0, 1.0)


@rule("retreat.home", neutral=lambda game, unit, at: at)
def home_point(game: Rampant, unit: str, at: Point) -> Point:
    """The nearest point of the own deployment zone."""
    zones = own_zones(game, game.units[unit].seat)
    return min((nearest_on(z, (at[0], at[1])) for z in zones), key=lambda p: math.dist(p, at))
