"""Retreat: where a beaten unit goes, and what happens when it cannot."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from xenotable.engine import Choose, Flow, Move, Moved, Piece, Point, Refusal, Roll, Scene, cite, rule
from xenotable.games.rampant.losses import drop_marker, lose, remove
from xenotable.games.rampant.moving import Marching, going, hard_going, march_refusals, others, separation
from xenotable.games.rampant.scenes import Shock
from xenotable.games.rampant.state import Rampant
from xenotable.games.rampant.terrain import (
    BUILDING,
    FENCE,
    HARD,
    SOFT,
    WIRE,
    areas_at,
    circle,
    cover,
    distance,
    eyes,
    field,
    flying,
    has_room,
    middle,
    obstacles_between,
    outline,
    standing,
)
from xenotable.games.rampant.zones import own_zones, zone_ground
from xenotable.table import Circle, Costs, fan, legs, path_to, snapped
from xenotable.table import Piece as Land
from xenotable.table.ground import clip_disc
from xenotable.table.moving import affordable, leg_cost, part_span, point_to_part
from xenotable.table.near import TOLERANCE, nearest_on, point_to_piece

ANGLES = (15.0, 30.0, 45.0)


@rule("retreat.infantry-distance")
def retreat_distance(game: Rampant, uid: str) -> float:
    """Half its Maximum Movement for infantry, all of it for vehicles and for whoever flies."""
    what = game.profile[uid]
    if what.vehicle:
        cite("retreat.vehicle-distance")
        far = float(what.max_move)
    else:
        far = float(what.max_move) if "flying" in what.has else what.max_move / 2.0
    return far / 2.0 if hard_going(game, uid) else far


def retreat(game: Rampant, shock: Shock) -> Flow[list[Scene]]:
    """A unit gives way: it stays in cover, runs into cover, or flees."""
    uid = shock.unit
    how = yield from retreat_choice(game, shock)
    if how == "stay":
        game.tell("{u} stays in cover.", "retreat.already-in-cover", u=uid)
        return []
    if "rooted" in game.profile[uid].has:
        cite("xeno.rooted")
        return remove(game, uid, "routed", shock)
    drop_marker(game, uid)
    game.units.set(uid, prone=False)
    if how.startswith("house:"):
        enter_house(game, uid, how[6:])
        return []
    if how == "cover":
        yield from run_for_cover(game, shock)
        return []
    if game.units[uid].where == "inside" and not leave_house(game, shock):
        return remove(game, uid, "destroyed", shock)
    if flying(game, uid):
        return fly_off(game, shock)
    return (yield from flee(game, shock))


# ---- cover -----------------------------------------------------------------------------------------------------------


def retreat_choice(game: Rampant, shock: Shock) -> Flow[str]:
    """What the owner may choose among; nothing is asked where there is no choice."""
    uid = shock.unit
    options = [*(["stay"] if may_stay(game, shock) else [])]
    rooted = "rooted" in game.profile[uid].has
    if not rooted and not flying(game, uid):
        options += [f"house:{h}" for h in refuge_houses(game, shock)]
        if cover_ways(game, shock):
            options.append("cover")
    options.append("away")
    if len(options) == 1:
        return "away"
    labels = {"stay": "Stay in cover", "cover": "Run into cover", "away": "Rout" if rooted else "Flee"}
    how = yield from Choose(
        seat=game.units[uid].seat, key="retreat", rule="retreat.into-cover", prompt="Where does {u} retreat?",
        args={"u": uid}, among=lambda: options,
        label=lambda o: labels.get(o) or f"Into {field(game).label(o[6:])}",
        on=lambda o: o[6:] if o.startswith("house:") else uid,
    )  # fmt: skip
    return how


@rule("retreat.already-in-cover", neutral=lambda *a: False)
def may_stay(game: Rampant, shock: Shock) -> bool:
    """In cover against the enemy that caused it, and the cause was no Attack; being partly hidden does not count."""
    if shock.kind == "attack" or flying(game, shock.unit):
        return False
    uid = shock.unit
    if shock.source and not (shock.by and game.units[shock.by].where in ("table", "inside")):
        return covered_at(game, uid, (game.units[uid].x, game.units[uid].y), shock)
    return cover(game, uid, shock.by if shock.source else "", hiding=False) > 0


def covered_at(game: Rampant, uid: str, p: Point, shock: Shock) -> bool:
    """Would the unit be in cover at p: in an area, in its building, or with an obstacle between it and the enemy?"""
    if game.units[uid].where == "inside":
        return True
    if areas_at(game, p, SOFT | HARD):
        return True
    base = Circle(p[0], p[1], game.profile[uid].radius)
    return any(True for _ in obstacles_between(game, base, (shock.x, shock.y) if shock.source else None))


def cover_names(game: Rampant, base: Circle, shock: Shock) -> set[str]:
    """What gives cover at a place."""
    enemy = (shock.x, shock.y) if shock.source else None
    names = {a.name for a in areas_at(game, (base.x, base.y), SOFT | HARD)}
    return names | {piece.name for piece, _ in obstacles_between(game, base, enemy)}


@rule("retreat.into-cover", neutral=lambda *a: ())
def cover_refusals(game: Rampant, shock: Shock, p: Point) -> Iterator[Refusal]:
    """Why a retreat into cover may not end at p."""
    uid = shock.unit
    base = Circle(p[0], p[1], game.profile[uid].radius)
    names = cover_names(game, base, shock)
    if shock.kind == "attack":
        names -= set(shock.fought)
    if not names:
        yield Refusal("retreat.into-cover", "{u} would not be in new cover there.", {"u": uid})
    if shock.source:
        row = game.units[uid]
        was, now = math.dist((row.x, row.y), (shock.x, shock.y)), math.dist((p[0], p[1]), (shock.x, shock.y))
        if now < was - TOLERANCE:
            args = {"u": uid, "n": was - now}
            yield Refusal("retreat.into-cover", "{u} would end {n:.1f} in closer to the enemy.", args)


def cover_ways(game: Rampant, shock: Shock) -> list[tuple[Point, ...]]:
    """Some legal ways into cover within the retreat distance, nearest cover first."""
    uid = shock.unit
    if game.units[uid].where != "table":
        return []
    far = retreat_distance(game, uid)
    goals = list(cover_goals(game, shock, far))
    if not goals:
        return []
    march = Marching(game, uid, far)
    found: list[tuple[Point, ...]] = []
    for goal in goals:
        if any(True for _ in cover_refusals(game, shock, goal)):
            continue
        way = path_to(
            march.base, (goal[0], goal[1]), far, march.widened(), march.costs, march.others, march.gap, way_r=march.way_r
        )
        if way and not any(True for _ in march_refusals(march, way)):
            found.append(tuple(way))
    return found


@rule("retreat.cover-distance-vehicles")
def cover_goals(game: Rampant, shock: Shock, far: float) -> Iterator[Point]:
    """Places worth trying: just inside each area, and behind each obstacle, that is near enough."""
    uid = shock.unit
    row, r = game.units[uid], game.profile[uid].radius
    here = (row.x, row.y)
    ground = field(game).ground
    for piece in ground.near(Circle(row.x, row.y, 0.0), far, SOFT | HARD):
        if piece.name in shock.fought:
            continue
        if piece.line is None:
            yield from _into(piece, here, far)
        else:
            yield from _behind(piece, here, r, shock)


def _into(piece: Land, here: Point, far: float) -> Iterator[Point]:
    edge, mid = nearest_on(piece, (here[0], here[1])), middle(piece)
    if edge == here:
        return
    long = math.dist(edge, mid) or 1.0
    for deep in (1 / 16, 1.0, far):
        share = min(1.0, deep / long)
        yield snapped((edge[0] + (mid[0] - edge[0]) * share, edge[1] + (mid[1] - edge[1]) * share))


def _behind(piece: Land, here: Point, r: float, shock: Shock) -> Iterator[Point]:
    assert piece.line is not None
    (ax, ay), (bx, by) = piece.line
    long = math.hypot(bx - ax, by - ay)
    nx, ny = -(by - ay) / long, (bx - ax) / long
    foot = nearest_on(piece, (here[0], here[1]))
    for side in (1.0, -1.0):
        if shock.source and ((shock.x - foot[0]) * nx + (shock.y - foot[1]) * ny) * side > 0:
            continue
        yield snapped((foot[0] + nx * side * (r + 0.25), foot[1] + ny * side * (r + 0.25)))


def run_for_cover(game: Rampant, shock: Shock) -> Flow[None]:
    uid = shock.unit
    far = retreat_distance(game, uid)
    march = Marching(game, uid, far)

    def legal(m: Moved) -> Iterator[Refusal]:
        path = m.paths.get(uid, ())
        yield from march_refusals(march, path)
        yield from cover_refusals(game, shock, path[-1] if path else (march.base.x, march.base.y))

    ways = cover_ways(game, shock)
    moved = yield from Move(
        seat=game.units[uid].seat, key="retreat-move", rule="retreat.into-cover", prompt="Move {u} into cover",
        args={"u": uid}, pieces=(Piece(uid, (march.base.x, march.base.y), march.base.r, far),),
        legal=legal, propose=lambda n, rnd: [Moved({uid: way}) for way in ways[: max(1, n)]],
    )  # fmt: skip
    x, y = moved.paths[uid][-1][:2]
    game.units.set(uid, x=x, y=y)
    game.tell("{u} runs into cover.", "retreat.into-cover", u=uid)


# ---- buildings -------------------------------------------------------------------------------------------------------


def refuge_houses(game: Rampant, shock: Shock) -> list[str]:
    """Friendly or empty buildings with room within the retreat distance that lie no closer to the enemy."""
    uid = shock.unit
    row, what = game.units[uid], game.profile[uid]
    if what.vehicle or what.tall or row.where != "table" or row.strength > 10:
        return []
    found = []
    for name in game.buildings:
        if not standing(game, name) or name in shock.fought or not has_room(game, name, row.seat):
            continue
        piece = outline(game, name)
        at = (row.x, row.y)
        if point_to_piece(at, piece) > retreat_distance(game, uid):
            continue
        if shock.source and math.dist(middle(piece), (shock.x, shock.y)) < math.dist(at, (shock.x, shock.y)):
            continue
        goal = nearest_on(piece, at)
        if leg_cost(at, goal, field(game).ground, going(game, uid)) <= retreat_distance(game, uid) + TOLERANCE:
            found.append(name)
    return found


def enter_house(game: Rampant, uid: str, building: str) -> None:
    x, y = middle(outline(game, building))
    game.units.set(uid, where="inside", inside=building, x=x, y=y, prone=False)
    game.tell("{u} goes into {b}.", "terrain.building-enter", u=uid, b=building)


@rule("terrain.building-retreat")
def leave_house(game: Rampant, shock: Shock) -> bool:
    """Puts a garrison outside, on the far side from the enemy; False where no place is free."""
    uid = shock.unit
    building, r = game.units[uid].inside, game.profile[uid].radius
    piece = outline(game, building)
    mx, my = middle(piece)
    ux, uy = (mx - shock.x, my - shock.y) if shock.source else _homewards(game, uid, (mx, my))
    for p in doorsteps(piece, (mx, my), (ux, uy), r):
        if free_at(game, uid, Circle(p[0], p[1], r)):
            game.units.set(uid, where="table", inside="", x=p[0], y=p[1])
            return True
    return False


def _homewards(game: Rampant, uid: str, at: Point) -> Point:
    goal = home_point(game, uid, at)
    return (goal[0] - at[0], goal[1] - at[1]) if goal != at else (0.0, 1.0)


def doorsteps(piece: Land, mid: Point, towards: Point, r: float) -> Iterator[Point]:
    """Places touching a building's edge: where a line from its middle leaves it first, then along the edge."""
    first = math.atan2(towards[1], towards[0])
    for k in range(37):
        turn = math.radians(5.0 * ((k + 1) // 2) * (1 if k % 2 else -1))
        ux, uy = math.cos(first + turn), math.sin(first + turn)
        yield touching_place(piece, mid, (ux, uy), r)


def touching_place(piece: Land, mid: Point, u: Point, r: float) -> Point:
    """Where a footprint pushed out from the middle in a direction first touches the outline from outside."""
    low, high = 0.0, 64.0
    for _ in range(40):
        half = (low + high) / 2.0
        if point_to_piece((mid[0] + u[0] * half, mid[1] + u[1] * half), piece) < r:
            low = half
        else:
            high = half
    return snapped((mid[0] + u[0] * high, mid[1] + u[1] * high))


def free_at(game: Rampant, uid: str, base: Circle, *but: str) -> bool:
    """May a footprint stand here: on the table, off impassable ground and buildings, apart from all units?"""
    ground, gap = field(game).ground, separation(game)
    if not ground.on_table(base, 0.002) or ground.under(base, going(game, uid).impassable | going(game, uid).no_end, 0.004):
        return False
    return all(math.hypot(c.x - base.x, c.y - base.y) - c.r - base.r >= gap - TOLERANCE for c in others(game, uid, *but))


# ---- flight ----------------------------------------------------------------------------------------------------------


class Run(NamedTuple):
    """How far a unit gets in a direction: where it stops, what it could not spend, and how it ended."""

    far: float
    at: Point
    unspent: float
    full: bool
    off: bool


@rule("retreat.away")
def direction(game: Rampant, shock: Shock) -> Point | None:
    """From the enemy's centre through the own; None: towards home."""
    row = game.units[shock.unit]
    if not shock.source or (abs(row.x - shock.x) < 1e-9 and abs(row.y - shock.y) < 1e-9):
        return None
    return row.x - shock.x, row.y - shock.y


@rule("retreat.home")
def home_point(game: Rampant, uid: str, at: Point) -> Point:
    """The nearest point of the own deployment zone."""
    zones = own_zones(game, game.units[uid].seat)
    return min((nearest_on(z, (at[0], at[1])) for z in zones), key=lambda p: math.dist(p, at))


def flee(game: Rampant, shock: Shock) -> Flow[list[Scene]]:
    """Straight away, or home; the fan is tried where the way is blocked."""
    uid = shock.unit
    away = direction(game, shock)
    row = game.units[uid]
    home = away is None
    far = retreat_distance(game, uid)
    if away is None:
        goal = home_point(game, uid, (row.x, row.y))
        away = (goal[0] - row.x, goal[1] - row.y)
        if math.hypot(*away) < TOLERANCE:
            game.tell("{u} is at home already and does not move.", "retreat.home", u=uid)
            return []
    u, run = yield from best_run(game, uid, away, far, home)
    if run.off:
        return remove(game, uid, "fled", shock)
    game.units.set(uid, x=run.at[0], y=run.at[1])
    game.tell("{u} retreats {far:.1f} in.", "retreat.home" if home else "retreat.away", u=uid, far=run.far)
    if game.profile[uid].vehicle:
        yield from turn_round(game, uid)
    if not run.full:
        lost = yield from casualty_test(game, uid, run.unspent)
        if lost:
            return remove(game, uid, "destroyed", shock)
    return cornered(game, shock, run, u)


def best_run(game: Rampant, uid: str, away: Point, far: float, home: bool) -> Flow[tuple[Point, Run]]:
    """The straight line, else the first direction of the fan that allows the full distance, else the farthest."""
    lane = Lane(game, uid, far, home)
    u = fan(away, (0.0,))[0]
    straight = lane.run(u)
    if straight.full:
        return u, straight
    cite("retreat.fan")
    tried = [(0.0, u, straight)]
    for angle in ANGLES:
        left, right = fan(away, (angle, -angle))
        runs = [(angle, left, lane.run(left)), (-angle, right, lane.run(right))]
        full = [t for t in runs if t[2].full]
        if len(full) == 2:
            return (yield from left_or_right(game, uid, full))
        if full:
            return full[0][1], full[0][2]
        tried += runs
    farthest = max(t[2].far for t in tried)
    best = [t for t in tried if t[2].far > farthest - TOLERANCE]
    least = min(abs(t[0]) for t in best)
    best = [t for t in best if abs(t[0]) == least]
    if len(best) == 2:
        return (yield from left_or_right(game, uid, best))
    return best[0][1], best[0][2]


def left_or_right(game: Rampant, uid: str, both: list[tuple[float, Point, Run]]) -> Flow[tuple[Point, Run]]:
    side = yield from Choose(
        seat=game.units[uid].seat, key="fan", rule="retreat.fan", prompt="{u} is blocked. To which side does it flee?",
        args={"u": uid}, among=lambda: ("left", "right"), label=lambda s: f"To the {s}",
    )  # fmt: skip
    _, u, run = both[0 if side == "left" else 1]
    return u, run


class Lane:
    """What stands in the way of a flight, put together once for all directions."""

    def __init__(self, game: Rampant, uid: str, far: float, home: bool) -> None:
        self.game, self.uid, self.far, self.home = game, uid, far, home
        self.march = Marching(game, uid, far)
        costs = self.march.costs
        self.fences = any(price > 100 for _, price in costs.crossing)
        self.costs = Costs(costs.impassable, costs.no_end, costs.slow, () if self.fences else costs.crossing, edge=False)
        base, gap = self.march.base, self.march.gap
        self.walk = self.march.walk()
        self.ends: list[tuple[float, float, float]] = []
        cite("retreat.separation")
        for c in self.march.others:
            apart = math.hypot(c.x - base.x, c.y - base.y)
            self.ends.append((c.x, c.y, min(base.r + gap + c.r, apart) - TOLERANCE))
        ground = self.march.ground
        self.parts = []
        for part in ground.chosen(costs.impassable | costs.no_end):
            d = point_to_part((base.x, base.y), part)
            self.parts.append((part, min(base.r, d or base.r) - TOLERANCE))
        self.zone = zone_ground(game, game.units[uid].seat)

    def run(self, u: Point) -> Run:
        """Along a direction: what the way costs, what blocks the column, where the footprint may stop."""
        base, ground = self.march.base, self.march.ground
        p = (base.x, base.y)
        far = self._homeward(p, u) if self.home else self.far
        q = (p[0] + u[0] * far, p[1] + u[1] * far)
        pays = far * affordable(p, q, self.far, ground, self.costs) if far > 0 else 0.0
        stop = min(pays, self._blocked(p, u, pays))
        edge = self._edge(p, u, 0.0)
        if not self.home and edge < stop - TOLERANCE:
            return Run(edge, p, 0.0, True, True)
        rim = max(0.0, self._edge(p, u, base.r))
        by_edge = rim < stop
        if by_edge:  # only the rim would cross: it stops there, and is not hemmed in
            cite("retreat.table-edge")
        stop = min(stop, rim)
        free = self._last_free(p, u, stop)
        full = free > min(pays, rim if by_edge else pays) - TOLERANCE
        at = snapped((p[0] + u[0] * free, p[1] + u[1] * free))
        spent = leg_cost(p, at, ground, self.costs) if free > 0 else 0.0
        return Run(free, at, max(0.0, self.far - spent), full, False)

    def _homeward(self, p: Point, u: Point) -> float:
        q = (p[0] + u[0] * self.far, p[1] + u[1] * self.far)
        first = min((t0 for _, t0, _ in self.zone.stretches((p[0], p[1]), q)), default=1.0)
        return min(self.far, first * self.far + 1.0 / 512.0)

    def _blocked(self, p: Point, u: Point, far: float) -> float:
        q = (p[0] + u[0] * far, p[1] + u[1] * far)
        t, _, _ = self.walk.stop((p[0], p[1]), q)
        if self.fences:
            for hit in self.march.ground.crossings((p[0], p[1]), q, FENCE | WIRE):
                t = min(t, hit.t0)
        return far * t

    def _edge(self, p: Point, u: Point, r: float) -> float:
        far = math.inf
        for at, d, size in ((p[0], u[0], self.march.ground.width), (p[1], u[1], self.march.ground.depth)):
            if d > 1e-12:
                far = min(far, (size - r - at) / d)
            elif d < -1e-12:
                far = min(far, (at - r) / -d)
        return far

    def _last_free(self, p: Point, u: Point, stop: float) -> float:
        """The farthest place up to `stop` where the whole footprint fits."""
        if stop <= 0.0:
            return 0.0
        q = (p[0] + u[0] * stop, p[1] + u[1] * stop)
        taken = [clip_disc(x, y, d, p[0], p[1], q[0], q[1]) for x, y, d in self.ends if d > 0.0]
        taken += [s for part, d in self.parts if (s := part_span((p[0], p[1]), q, part, d)) is not None]
        t = 1.0
        for t0, t1 in sorted((s for s in taken if s[0] < s[1]), key=lambda s: -s[1]):
            if t1 >= t - 1e-9 and t0 < t:
                t = t0
        return stop * max(0.0, t)


def turn_round(game: Rampant, uid: str) -> Flow[None]:
    """The owner of a vehicle chooses its facing after a retreat, in quarters."""
    old = game.units[uid].facing
    turn = yield from Choose(
        seat=game.units[uid].seat, key="facing", rule="retreat.vehicle-distance", prompt="Which way does {u} face?",
        args={"u": uid}, among=lambda: (old, *(d for d in (0.0, 90.0, 180.0, 270.0) if d != old)),
        label=lambda d: {0.0: "East", 90.0: "North", 180.0: "West", 270.0: "South"}.get(d, f"As it stands ({d:.0f} degrees)"),
    )  # fmt: skip
    game.units.set(uid, facing=turn)


@rule("retreat.casualty-test")
def casualty_test(game: Rampant, uid: str, unspent: float) -> Flow[bool]:
    """One die per inch left unspent, at most one per Strength Point; each 1, 2 or 3 costs a point. True: destroyed."""
    cite("retreat.every-retreat")
    dice = min(math.ceil(unspent - TOLERANCE), game.units[uid].strength)
    if dice <= 0:
        return False
    lost, _ = yield from Roll(
        seat=game.units[uid].seat, key="casualties", rule="retreat.casualty-test", n=dice, cuts=(4,),
        prompt="{u} is hemmed in: {n} dice for casualties", args={"u": uid, "n": dice}, names=("lost", "kept"),
    )  # fmt: skip
    game.tell("{u} is hemmed in and loses {n}.", "retreat.casualty-test", u=uid, n=lost)
    return lose(game, uid, lost)


@rule("retreat.cornered", neutral=lambda *a: [])
def cornered(game: Rampant, shock: Shock, run: Run, u: Point) -> list[Scene]:
    """Still closer than 1 in to an enemy: destroyed if it was blocked, moved on if it was only slowed."""
    uid = shock.unit
    seat, gap = game.units[uid].seat, separation(game)
    close = [
        foe for foe, row in game.units.items()
        if row.seat != seat and row.where in ("table", "inside") and distance(game, uid, foe) < gap - TOLERANCE
    ]  # fmt: skip
    if not close:
        return []
    if run.full:
        far = 0.0
        base = circle(game, uid)
        while far < 12.0:
            far += 1.0 / 64.0
            p = snapped((base.x + u[0] * far, base.y + u[1] * far))
            if free_at(game, uid, Circle(p[0], p[1], base.r)):
                game.units.set(uid, x=p[0], y=p[1])
                return []
    game.tell("{u} is cornered and surrenders.", "retreat.cornered", u=uid)
    return remove(game, uid, "destroyed", shock)


@rule("xeno.flying-retreat")
def fly_off(game: Rampant, shock: Shock) -> list[Scene]:
    """Its full Maximum Movement in a straight line over anything, and on to the first legal spot."""
    uid = shock.unit
    row, r = game.units[uid], game.profile[uid].radius
    far = retreat_distance(game, uid)
    away = direction(game, shock)
    if away is None:
        goal = home_point(game, uid, (row.x, row.y))
        away = (goal[0] - row.x, goal[1] - row.y)
        if math.hypot(*away) < TOLERANCE:
            return []
        far = min(far, math.hypot(*away) + 1.0 / 512.0)
    ux, uy = fan(away, (0.0,))[0]
    ground = field(game).ground
    while True:
        p = snapped((row.x + ux * far, row.y + uy * far))
        if not (0.0 <= p[0] <= ground.width and 0.0 <= p[1] <= ground.depth):
            return remove(game, uid, "fled", shock)
        inner = (min(max(p[0], r), ground.width - r), min(max(p[1], r), ground.depth - r))
        if free_at(game, uid, Circle(inner[0], inner[1], r)):
            game.units.set(uid, x=inner[0], y=inner[1])
            game.tell("{u} flies off {far:.1f} in.", "xeno.flying-retreat", u=uid, far=far)
            return []
        far += 1.0 / 16.0


__all__ = ["BUILDING", "eyes", "legs", "retreat"]
