"""What a unit's movement is judged by: ways, costs, separation, and why a way is not legal."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from xenotable.engine import Point, Random, Refusal, acts, cite, rule
from xenotable.games.rampant.rules.moving.allowance import separation, way_radius
from xenotable.games.rampant.rules.play.conventions import circle
from xenotable.games.rampant.rules.terrain.crossing import enemy_houses, terrain_costs
from xenotable.games.rampant.rules.terrain.field import BUILDING, field, middle
from xenotable.games.rampant.state import Rampant, ids_on_table, is_in_force
from xenotable.table import (
    Circle,
    Fault,
    Ground,
    Region,
    Walk,
    bounds,
    furthest_towards,
    legal_places,
    legs,
    length,
    polygon,
    snap_point,
    to_piece,
)
from xenotable.table import Piece as Land
from xenotable.table import reach as table_reach
from xenotable.table.moving import leg_cost
from xenotable.table.near import TOLERANCE, segment_to_piece

LEEWAY = 0.01  # inches by which a way may be too long and still be looked at like any other
FEW = 4  # ways, staying among them, of which one is drawn


class MoveContext:
    """Everything that a unit's movement within a budget is judged by, put together once. Who stands farther off than
    such a way can touch does not matter."""

    def __init__(
        self, game: Rampant, unit: str, budget: float, but: Sequence[str] = (), start: Circle | None = None
    ) -> None:
        self.game, self.unit, self.budget, self.but = game, unit, budget, but
        self.base = base = circle(game, unit) if start is None else start
        self.costs, self.ground = terrain_costs(game, unit), field(game).ground
        self.gap, self.way_r = separation(game), way_radius(game, unit)
        self.reach = reach = budget + max(base.r, self.way_r) + self.gap + 0.1
        x, y, profile = base.x, base.y, game.profile
        self.ids: list[str] = []
        near: list[Circle] = []
        for other, row in game.units.items():
            if row.where != "table" or math.hypot(row.x - x, row.y - y) > reach + (r := profile[other].radius):
                continue
            if other != unit and other not in but:
                self.ids.append(other)
                near.append(Circle(row.x, row.y, r))
        self.flies = "flying" in profile[unit].has
        # Who flies passes over units and only ends apart from them.
        self.others: list[Circle] = [] if self.flies else near
        self.solid = [Circle(c.x, c.y, c.r + self.gap - TOLERANCE) for c in near] if self.flies else []
        self.houses = enemy_houses(game, unit, *but) if game.buildings else []
        if self.houses:
            self.houses = [house for house in self.houses if not _beyond((x, y), (x, y), house, reach)]
        self._made: Walk | None = None

    def surroundings(self, to: Circle | None = None) -> tuple[Any, ...]:
        """All that ways within the budget depend on, or only those that touch something. What is found out about such
        ways still holds when somebody moves who stands farther off."""
        base, gap, near = self.base, self.gap, self.solid if self.flies else self.others
        if to is not None:  # no way leads over a point from which the rest of the budget does not suffice
            most = 2.0 * self.reach - self.budget + base.r + to.r
            here, at = (base.x, base.y), (to.x, to.y)
            near = [c for c in near if math.dist(here, (c.x, c.y)) + math.dist((c.x, c.y), at) <= most + 2.0 * c.r]
        houses = [house.name for house in self.houses]
        return self.ground, self.costs, base, self.budget, gap, self.way_r, self.flies, *near, *houses

    @property
    def walk(self) -> Walk:
        """Ways that are no longer than the budget."""
        if self._made is None:  # `cached_property` would take a lock each time
            self._made = self._walk(self.ground, self.others)
        return self._made

    def _walk(self, ground: Ground, others: Sequence[Circle]) -> Walk:
        gap, span = 0.0 if self.flies else self.gap, self.budget + LEEWAY
        return Walk(self.base, ground, self.costs, others, gap, solid=self.solid, way_r=self.way_r, span=span)

    def reaching(self, far: float) -> MoveContext:
        """This one; for a way that is longer than the budget, one with all that such a way may touch."""
        if far <= self.budget + LEEWAY:
            return self
        return MoveContext(self.game, self.unit, far, self.but, self.base)

    def region(self) -> Region:
        """Where the unit may end within its budget, by what it keeps away from."""
        region = Region.of(self.walk, self.budget + TOLERANCE)
        for house in self.houses:
            region.off_piece(house, self.base.r + self.gap)
        return region

    def scout(self, *footprints: Circle) -> Walk:
        """Who looks for ways round corners: keeps off the enemy's buildings, and goes round these footprints."""
        gap = 0.0 if self.flies else self.gap
        return self._walk(self.widened(), [*self.others, *(Circle(c.x, c.y, c.r - gap) for c in footprints)])

    @rule("moving.path-cost")
    def faults(self, path: Sequence[Point], budget: float | None = None) -> Iterator[Fault]:
        """What is wrong with a way that is hardly longer than the budget."""
        return self.walk.faults([(p[0], p[1]) for p in path], self.budget if budget is None else budget)

    def near_house(self, p: Point, q: Point, last: bool) -> bool:
        """Does a leg come too close to a building held by the enemy?"""
        r = (self.base.r if last else self.way_r) + self.gap - TOLERANCE
        b = (q[0], q[1])
        a = b if last else (p[0], p[1])
        return any(not _beyond(a, b, h, r) and segment_to_piece(a, b, h) < r for h in self.houses)

    def keeps_off(self, path: Sequence[Point]) -> bool:
        if not self.houses or self.flies:
            return not (self.houses and path and self.near_house(path[-1], path[-1], True))
        pairs = list(legs(self.base, [(p[0], p[1]) for p in path]))
        return not any(self.near_house(p, q, False) for p, q in pairs) and not (
            pairs and self.near_house(pairs[-1][1], pairs[-1][1], True)
        )

    def widened(self) -> Ground:
        """The ground with the buildings of the enemy made wider by the separation: for finding ways."""
        if not self.houses:
            return self.ground
        bits = self.costs.impassable & BUILDING
        wide = [polygon(f"kept-off-{i}", _wider(house, self.gap), bits) for i, house in enumerate(self.houses)]
        return self.ground.plus(*wide)


def _wider(house: Land, gap: float) -> list[tuple[float, float]]:
    """What lies within a gap of an upright rectangle, its round corners cut off by two sides each."""
    x0, y0, x1, y1 = bounds(house)
    far, eighth = gap / math.cos(math.pi / 8), math.pi / 8
    return [
        (x + far * math.cos(eighth * k), y + far * math.sin(eighth * k))
        for quarter, (x, y) in enumerate(((x1, y1), (x0, y1), (x0, y0), (x1, y0)))
        for k in (4 * quarter + 1, 4 * quarter + 3)
    ]


def _beyond(a: Point, b: Point, house: Land, r: float) -> bool:
    """A quick look that spares the long one: is the whole leg farther than r to one side of a building?"""
    x0, y0, x1, y1 = bounds(house)
    far = r + TOLERANCE
    return (
        (a[0] < x0 - far and b[0] < x0 - far)
        or (a[0] > x1 + far and b[0] > x1 + far)
        or (a[1] < y0 - far and b[1] < y0 - far)
        or (a[1] > y1 + far and b[1] > y1 + far)
    )


def reverses(game: Rampant, unit: str) -> bool:
    """Does reversing cost this unit extra?"""
    what = game.profile[unit]
    if not what.has.isdisjoint(("walker", "flying", "hover")) and acts("vehicles.walker-driving"):
        return False
    return what.vehicle


FAULT_RULES = {
    "impassable": ("terrain.impassable", "{unit} cannot go through {what}."),
    "close": ("moving.separation", "{unit} would come {amount:.2f} in too close to {other}."),
    "edge": ("moving.table-edge", "{unit} may not leave the table."),
    "end": ("terrain.impassable", "{unit} may not stop on {what}."),
    "long": ("moving.action", "That way is {amount:.2f} in too long for {unit}."),
}


def fault_refusal(context: MoveContext, fault: Fault) -> Refusal:
    """A fault of the table in the words of the book."""
    id, says = FAULT_RULES[fault.kind]
    game = context.game
    args: dict[str, object] = {"unit": context.unit, "amount": fault.amount}
    if fault.piece >= 0:
        args["what"] = field(game).label(context.ground.pieces[fault.piece].name)
    if fault.kind == "close":
        args["other"] = context.ids[fault.other]
        if is_in_force(game, "wide-order"):
            id = "variants.wide-order"
    return Refusal(id, says, args)


def move_refusals(context: MoveContext, path: Sequence[Point], back: bool = False) -> Iterator[Refusal]:
    """Every reason why a unit may not go this way."""
    game, unit = context.game, context.unit
    extra = 0.0
    if back and path and reverses(game, unit):
        cite("vehicles.driving")
        pairs = list(legs(context.base, [(p[0], p[1]) for p in path]))
        extra = leg_cost(*pairs[-1], context.ground, context.costs)
    wide = context.reaching(length(context.base, [(p[0], p[1]) for p in path]))
    for fault in wide.faults(path, context.budget - extra):
        yield fault_refusal(wide, fault)
    if not wide.keeps_off(path):
        says = "{unit} must keep {gap} in away from buildings held by the enemy."
        yield Refusal("terrain.building-measure", says, {"unit": unit, "gap": context.gap})


def some_ways(context: MoveContext, n: int, rnd: Random) -> list[tuple[Point, ...]]:
    """Random straight ways that are legal, and staying; for machines."""
    return [(), *filter(None, [some_way(context, rnd) for _ in range(n - 1)])]


def one_way(context: Callable[[], MoveContext], rnd: Random) -> tuple[Point, ...]:
    """One of a few such ways, or staying, drawn before the others are worked out. What is barred is drawn once more:
    who stands in a crowd or at an edge would stay too often else."""
    if rnd() * FEW < 1.0:
        return ()
    return some_way(context(), rnd) or some_way(context(), rnd)


def some_way(context: MoveContext, rnd: Random) -> tuple[Point, ...]:
    """A random straight way that is legal; none, if what bars it is near."""
    walk, start, ground, costs = context.walk, (context.base.x, context.base.y), context.ground, context.costs
    angle, far = rnd() * 2 * math.pi, context.budget * (0.35 + 0.65 * rnd())
    ux, uy = far * math.cos(angle), far * math.sin(angle)
    for share in (1.0, 0.5, 0.25):
        p = snap_point((start[0] + share * ux, start[1] + share * uy))
        if (
            walk.clear(start, p)
            and walk.ends(p)
            and leg_cost(start, p, ground, costs) <= context.budget + TOLERANCE
            and context.keeps_off((p,))
        ):
            return (p,)
    return ()


def way_towards(context: MoveContext, goal: Point) -> tuple[Point, ...]:
    """As far towards a goal as the budget goes. Whoever stands on the rest of the way matters, too."""
    whole = context.reaching(math.inf)
    path = tuple(
        furthest_towards(
            context.base,
            (goal[0], goal[1]),
            context.budget,
            whole.widened(),
            context.costs,
            whole.others,
            0.0 if context.flies else context.gap,
            solid=whole.solid,
            way_r=context.way_r,
        )
    )
    ok = path and context.keeps_off(path) and next(context.faults(path), None) is None
    return path if ok else ()


def outlines(context: MoveContext) -> list[list[Point]]:
    """The area in reach, for a screen."""
    found = table_reach(
        context.base,
        context.budget,
        context.widened(),
        context.costs,
        context.others,
        0.0 if context.flies else context.gap,
        way_r=context.way_r,
    )
    return [list(poly) for poly in found]


def touching_place(piece: Land, mid: Point, heading: Point, r: float) -> tuple[float, float]:
    """Where a footprint pushed out from the middle in a direction first touches the outline from outside.

    Buildings are upright rectangles and hulls are discs, so this is arithmetic.
    """
    if piece.disc is not None:
        t = piece.disc[2] + r
    else:
        x0, y0, x1, y1 = bounds(piece)
        t = _out_of_box((x1 - x0) / 2.0, (y1 - y0) / 2.0, abs(heading[0]), abs(heading[1]), r)
    return snap_point((mid[0] + heading[0] * t, mid[1] + heading[1] * t))


def _out_of_box(a: float, b: float, ux: float, uy: float, r: float) -> float:
    """How far from the middle of a box with half sides a and b a disc of radius r is when it only just touches it."""
    if ux > 0.0 and uy * (a + r) / ux <= b:
        return (a + r) / ux
    if uy > 0.0 and ux * (b + r) / uy <= a:
        return (b + r) / uy
    # At a corner: (ux t - a)^2 + (uy t - b)^2 = r^2, the farther solution.
    half, rest = ux * a + uy * b, a * a + b * b - r * r
    return half + math.sqrt(max(0.0, half * half - rest))


TOUCHING = 0.01  # how far a footprint put down against an outline may be off it


class Room:
    """Where a unit could stand, as things are now; put together once for many places."""

    def __init__(self, game: Rampant, unit: str, *but: str) -> None:
        costs, units, profile = terrain_costs(game, unit), game.units, game.profile
        self.ground, self.near = field(game).ground, separation(game) - TOLERANCE
        self.barred = costs.impassable | costs.no_end
        self.others = [(units[u].x, units[u].y, profile[u].radius) for u in ids_on_table(game, unit, *but)]
        self.houses = enemy_houses(game, unit, *but)

    def holds(self, base: Circle) -> bool:
        """May a footprint stand here: on the table, off impassable ground and buildings, apart from all units?"""
        if not self.ground.on_table(base, 0.002):
            return False
        x, y, r, near = base.x, base.y, base.r, self.near
        for ox, oy, radius in self.others:
            if math.hypot(ox - x, oy - y) - radius - r < near:
                return False
        if self.ground.under(base, self.barred, 0.004):
            return False
        return all(to_piece(base, house) >= near for house in self.houses)

    def first(self, spots: Iterable[tuple[float, float]], r: float) -> tuple[float, float] | None:
        """The first of some places where it holds a footprint."""
        return next((p for p in spots if self.holds(Circle(*p, r))), None)

    def drawn(self, spots: Iterable[tuple[float, float]], r: float, rnd: Random) -> tuple[float, float] | None:
        """One of those where it does, any of them as likely as another; the others need not be judged."""
        left = list(spots)
        while left:
            p = left.pop(int(rnd() * len(left)))
            if self.holds(Circle(*p, r)):
                return p
        return None

    def region(self, r: float, about: tuple[float, float], limit: float) -> Region:
        """The same as a region: where `holds` says yes to a footprint of this size."""
        ground = self.ground
        region = Region(about, limit).on_table(ground.width, ground.depth, r, 0.002)
        for x, y, radius in self.others:
            region.at_least(x, y, radius + r + self.near, 0.0)
        for piece in ground.pieces:
            if piece.bits & self.barred:
                region.off_piece(piece, r, 0.004)
        for house in self.houses:
            region.off_piece(house, r + self.near, 0.0)
        return region

    def spots(self, region: Region, r: float) -> list[tuple[float, float]]:
        """A dozen places at most where it holds a footprint, those nearest to what the region is about first."""
        about = (region.x, region.y)
        return list(islice(legal_places([region], about, lambda p: self.holds(Circle(p[0], p[1], r))), 12))

    def touching(self, piece: Land, r: float) -> Region:
        """Where a footprint stands free and touches an outline from outside."""
        mid, (x0, y0, x1, y1) = middle(piece), bounds(piece)
        region = self.region(r, mid, math.hypot(x1 - x0, y1 - y0) + r + 1.0)
        return region.near_piece(piece, r, TOUCHING).off_piece(piece, r, TOUCHING)

    def along(self, p: tuple[float, float], q: tuple[float, float], r: float) -> Iterator[tuple[float, float]]:
        """The places on a line where a footprint can stand and a little further on or back perhaps cannot, and both
        ends: the first and the last place of the line that hold it are among them."""
        for at in self.region(r, p, math.dist(p, q) + 1.0).on_line(p, q):
            if self.holds(Circle(at[0], at[1], r)):
                yield at


def keep_apart(region: Region, other: Circle | Land, d: float) -> Region:
    """Narrows a region down to what is at least so far from a footprint or a building."""
    return region.at_least(other.x, other.y, other.r + d) if isinstance(other, Circle) else region.off_piece(other, d)


def free_at(game: Rampant, unit: str, base: Circle, *but: str) -> bool:
    """May a footprint stand at this one place?"""
    return Room(game, unit, *but).holds(base)
