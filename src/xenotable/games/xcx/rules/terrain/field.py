"""The ground of a battle in one distance mode: places, ways and what sight meets."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from itertools import filterfalse

from xenotable.engine import cite, rule
from xenotable.games.xcx import content, kernels
from xenotable.games.xcx.rules.grid.objects import filled_spaces, flat_squares, object_piece, one_space
from xenotable.games.xcx.rules.play.table import TOL, apart
from xenotable.games.xcx.rules.terrain.forms import (
    HARD,
    IMPASSABLE,
    MATTERS,
    OBJECT,
    OBSTACLE,
    PIT,
    SOFT,
    SOLID,
    costs_of,
)
from xenotable.games.xcx.state import Thing
from xenotable.kernels import Rows
from xenotable.table import Base, Circle, Ground, Hexes, Inches, Point, Space, Squares, disc
from xenotable.table.near import gap, gaps, to_piece

MANY = 60_000  # things of a kind that a ground remembers: looks, places
BLOCK = 4  # the side of the squares by which a table is cut up to find what is near
WIDEST = 1.0  # the radius of the largest base
Sighted = tuple[float, float, float, float, float, float, float, int]  # bounds, middle, radius, bits
Column = tuple[list[float], list[Point]]  # points of one x: their y, and the points themselves


class Field:
    """The ground in one distance mode. Everything else asks the field, never the mode."""

    def __init__(self, mode: str, ground: Ground, objects: tuple[tuple[str, content.MissionObject], ...]) -> None:
        self.mode, self.terrain = mode, ground
        self.width, self.depth = ground.width, ground.depth
        pieces = [object_piece(n, o.kind, o.x, o.y, o.w, o.h) for n, o in objects if o.kind != "civilian"]
        self.grid: Squares | Hexes | None = None
        if mode == "inches":
            self.ground = ground.plus(*pieces)
            self.metric: Inches | Squares | Hexes = Inches(self.ground)
            self.distance: Callable[[Base, Base], float] = gap  # base to base, in inches or spaces
        else:
            self.ground = ground
            cite("grid.square-spaces" if mode == "square" else "grid.hex-spaces")
            self.grid = self.metric = (Squares if mode == "square" else Hexes)(ground)
            self.distance = self._spaces_apart
            self.flat = flat_squares(ground.width, ground.depth)
            for _, o in objects:
                for s in filled_spaces(self.flat, o.kind, o.x, o.y, o.w, o.h) if o.kind != "civilian" else ():
                    self.grid.forms[s] = OBJECT
        self.apart: dict[tuple[float, float, float, float], float] = {}  # of places of a grid, whatever lies on it
        self.objects = objects
        self.forget()

    def forget(self) -> None:
        """Works out afresh what is remembered of the ground as it lies: what sight meets, looks, steps."""
        self.seen: dict[tuple[float, ...], int] = {}
        self.shades: dict[tuple[float, ...], int] = {}  # on an open table
        self.point_shades: dict[float, dict[Point, int]] = {}  # the same of points (i+0.5, j+0.5) in cover, by bases
        self.grid_shades: list[int] = []  # by the numbers of spaces
        self.lattices: dict[float, list[Column]] = {}
        self.lattice_rows: dict[float, Sequence[Point]] = {}
        self.shady: dict[tuple[int, float, float], Column] = {}  # where a base may have cover
        self.shady_rows: dict[tuple[float, float], Sequence[Point]] = {}
        self.free: dict[tuple[Point, float], bool] = {}  # where a base may stand
        self.hideouts: dict[Point, None] = {}  # where Infiltrate markers could be put
        self.posts: dict[tuple[bool, float, bool], list[Point]] = {}  # where AI models want to be deployed
        if self.grid is not None:
            self.grid.forget()
        forms = SOLID | HARD | OBSTACLE | SOFT
        self.bits: Sequence[int] = Rows(() if self.grid is None else self.grid.numbered(forms, kernels.BEYOND))
        self.numbered: Sequence[int] = Rows(() if self.grid is None else self.grid.numbered(MATTERS))
        parts = self.ground.chosen(MATTERS) if self.grid is None else ()
        self.sighted: tuple[Sighted, ...] = Rows((*p.box, p.bits) for p in parts)
        self.corridors: dict[tuple[int, int, int, int], tuple[Sighted, ...]] = {}

    def resembles(self, base: Field) -> None:
        """Another ground is much the same: looks are shared if sight meets the same there."""
        if self.sighted == base.sighted and self.numbered == base.numbered:
            self.seen, self.shades, self.corridors = base.seen, base.shades, base.corridors
            self.grid_shades, self.point_shades = base.grid_shades, base.point_shades

    def changed(self, gone: tuple[str, ...], core: tuple[float, ...]) -> Field:
        """The ground after destruction, removals and the fall of the core."""
        changed = copy.copy(self)
        if self.grid is None:
            kept = [p for p in self.ground.pieces if p.name not in gone]
            if core:
                kept.append(disc("core", core[0], core[1], 0.5, OBJECT))
            changed.ground = Ground.of(kept, self.width, self.depth)
            changed.metric = Inches(changed.ground)
            changed.forget()
            changed.resembles(self)
            return changed
        grid = copy.copy(self.grid)
        grid.forms = {s: b for s, b in self.grid.forms.items() if f"{s[0]},{s[1]}" not in gone}
        for name, o in self.objects:
            if name in gone:
                for s in filled_spaces(self.flat, o.kind, o.x, o.y, o.w, o.h):
                    grid.forms.pop(s, None)
        if core:
            grid.forms[grid.space((core[0], core[1]))] = OBJECT
        changed.grid = changed.metric = grid
        changed.forget()
        changed.resembles(self)
        return changed

    # ---- places ------------------------------------------------------------------------------------------------------

    def from_layout(self, p: Point) -> Point:
        """A point of the layout (a civilian, a deployment point) as a place of this table."""
        return p if self.grid is None else self.grid.centre(one_space(self.flat, p))

    def place(self, p: Point) -> Point:
        return self.metric.place(p)

    def columns(self, r: float) -> list[Column]:
        """By columns, the points (i+0.5, j+0.5) where no base of this radius is hopelessly off the table or in
        terrain."""
        known = self.lattices.get(r)
        if known is None:
            known = self.lattices[r] = self._columns(r)
        return known

    def _columns(self, r: float) -> list[Column]:
        deep, shut, count = r - 2 * TOL, set[Point](), int(self.depth)
        for part in self.ground.chosen(SOLID | HARD | OBSTACLE) if r else ():
            disc = () if part.planes else (part.cx, part.cy, part.rad)
            shut.update(points_within(part.x0, part.y0, part.x1, part.y1, math.nextafter(deep, 0.0), *disc))
        found, every = list[Column](), self.points()
        low, high = math.ceil(deep - 0.5), math.floor(self.depth - deep - 0.5) + 1
        for i in range(int(self.width)):
            column = every[i * count + low : i * count + high] if deep <= i + 0.5 <= self.width - deep else []
            free = [*filterfalse(shut.__contains__, column)]
            found.append(([y for _, y in free], free))
        return found

    def lattice(self, r: float) -> Sequence[Point]:
        """The points of all columns, for kernels."""
        known = self.lattice_rows.get(r)
        if known is None:
            known = self.lattice_rows[r] = Rows([p for _, column in self.columns(r) for p in column])
        return known

    def points(self) -> list[Point]:
        """All points (i+0.5, j+0.5), or spaces: where AI cards look."""
        return _points(self.mode == "hex", int(self.width), int(self.depth))

    def rows(self) -> dict[float, list[Point]]:
        """The same by their y."""
        return _rows(self.mode == "hex", int(self.width), int(self.depth))

    def outward(self, middle: Point, rows: frozenset[float] | None = None) -> list[Point]:
        """The same, of some rows or all, nearest to some middle first."""
        return _outward(self.mode == "hex", int(self.width), int(self.depth), middle, rows)

    def row(self, p: Point) -> float:
        """How far north a place is, in rows of a grid or inches."""
        return p[1] if self.grid is None else self.grid.space(p)[1] + 0.5

    def flood(
        self, start: int, far: int, run: bool, taken: Collection[int], goal: int = 0, tidy: bool = False
    ) -> dict[int, int]:
        """From which space each one within the allowance is entered on its cheapest way, by their numbers; found as far
        as the goal is, if there is one. `tidy`: of equal ways the one over lower columns, then lower rows."""
        assert self.grid is not None
        plan, (shut, double, _) = self.grid.plan, step_costs(run)
        reached, before = kernels.flood(self.bits, plan.steps, taken, start, far, shut, double, goal, plan.stride, tidy)
        return dict(zip(reached, before, strict=True))

    def straight_walk(self, start: int, run: bool, goal: Point, far: float, taken: Collection[int]) -> list[Point]:
        """From space to space straight at a goal, as long as the way is free and paid for; ends where it may."""
        assert self.grid is not None
        plan, (shut, double, stop), hexes = self.grid.plan, step_costs(run), isinstance(self.grid, Hexes)
        found = kernels.straight_walk(
            self.bits, plan.steps, plan.points, taken, start, goal[0], goal[1], self.number(goal), far, shut, double,
            stop, plan.stride, hexes,
        )  # fmt: skip
        return [plan.points[n] for n in found]

    def number(self, p: Point) -> int:
        """The number of the space that holds a point."""
        assert self.grid is not None
        return self.grid.plan.numbered.get(p) or self.grid.plan.numbers[self.grid.holder(p)]

    def numbers(self, places: Iterable[Point]) -> list[int]:
        """The same for many of them."""
        assert self.grid is not None
        known, number = self.grid.plan.numbered, self.number
        return [known.get(p) or number(p) for p in places]

    def traced(self, end: int, before: dict[int, int]) -> list[Point]:
        """The way to a space that `flood` has found, without the start."""
        assert self.grid is not None
        way, places = list[Point](), self.grid.plan.places
        while end in before:
            way.append(places[end])
            end = before[end]
        return way[::-1]

    def corridor(self, ax: float, ay: float, bx: float, by: float, r: float) -> tuple[Sighted, ...]:
        """What sight lines from a to a base of radius r at b can meet, and a little more: all that is near the lines
        between their blocks."""
        if r > WIDEST:
            return self.sighted
        key = (int(ax / BLOCK), int(ay / BLOCK), int(bx / BLOCK), int(by / BLOCK))
        known = self.corridors.get(key)
        if known is None:
            known = self.corridors[key] = self._between_blocks(key)
        return known

    def _between_blocks(self, key: tuple[int, int, int, int]) -> tuple[Sighted, ...]:
        half = BLOCK / 2
        ax, ay, bx, by = (k * BLOCK + half for k in key)
        wide = half * math.sqrt(2) + WIDEST + TOL
        far = half + 1.0 + WIDEST + 2 * TOL  # cover counts up to 1 Range around the base
        lx, hx, ly, hy = min(ax, bx) - far, max(ax, bx) + far, min(ay, by) - far, max(ay, by) + far
        dx, dy = bx - ax, by - ay
        long = math.sqrt(dx * dx + dy * dy)
        return Rows(
            piece
            for piece in self.sighted
            if piece[0] <= hx and piece[2] >= lx and piece[1] <= hy and piece[3] >= ly
            if abs(dx * (piece[5] - ay) - dy * (piece[4] - ax)) <= (piece[6] + wide) * long
        )

    # ---- distances ---------------------------------------------------------------------------------------------------

    def _spaces_apart(self, a: Base, b: Base) -> float:
        """`distance` on a grid; remembered, because it takes looking up the spaces."""
        key = (a.x, a.y, b.x, b.y)
        known = self.apart.get(key)
        if known is None:
            if len(self.apart) > MANY:
                self.apart.clear()
            known = self.apart[key] = self.metric.distance(a, b)
        return known

    def distances(self, a: Base, bases: Collection[Base]) -> list[float]:
        """`distance` of one base from each of many."""
        if self.grid is None:
            return gaps(a, bases)
        return [float(d) for d in self.grid.far_off(self.number((a.x, a.y)), self.numbers((b.x, b.y) for b in bases))]

    def nearest_gaps(self, bases: Iterable[Base], others: Collection[Base]) -> list[float]:
        """How far each of some bases is from the nearest of others."""
        if self.grid is None:
            return [min(gaps(a, others), default=math.inf) for a in bases]
        far_off, numbers = self.grid.far_off, self.numbers((b.x, b.y) for b in others)
        return [float(min(far_off(n, numbers), default=math.inf)) for n in self.numbers((a.x, a.y) for a in bases)]

    def to_thing(self, c: Circle, thing: Thing) -> float:
        """A base to an objective object, edge to edge, or in spaces."""
        if self.grid is None:
            return to_piece(c, object_piece("object", thing.kind, thing.x, thing.y, thing.w, thing.h))
        at = self.grid.space((c.x, c.y))
        return float(min(self.grid.apart(at, s) for s in self.thing_spaces(thing)))

    def may_reach(self, c: Circle, thing: Thing, far: float) -> bool:
        """Could an objective object be so near to a base? On an open table a quick no before it is measured."""
        wide, deep = far + c.r + 2.0 + thing.w, far + c.r + 2.0 + thing.h  # more than the largest disc adds
        return self.grid is not None or (-wide < thing.x - c.x < wide and -deep < thing.y - c.y < deep)

    def thing_spaces(self, thing: Thing) -> list[Space]:
        if thing.kind == "core":
            assert self.grid is not None
            return [self.grid.space((thing.x, thing.y))]
        return filled_spaces(self.flat, thing.kind, thing.x, thing.y, thing.w, thing.h)

    def near_edge(self, c: Circle, north: bool) -> bool:
        """Does a base touch its own table edge (in a grid: stand in the edge row)?"""
        if self.grid is not None:
            return self.grid.space((c.x, c.y))[1] == (int(self.depth) - 1 if north else 0)
        return (self.depth - c.y if north else c.y) - c.r <= TOL

    @rule("terrain.destroyed", neutral=lambda field, c, reach: ())
    def destroyed_around(self, c: Circle, reach: float) -> tuple[str, ...]:
        """The pieces (in a grid the spaces) any part of which is within reach."""
        if self.grid is None:
            found = self.ground.near(c, reach, SOFT | HARD | OBSTACLE | IMPASSABLE | PIT)
            return tuple(p.name for p in found)
        cite("grid.radius-effects")
        at = self.grid.space((c.x, c.y))
        hit = (s for s, b in self.grid.forms.items() if b != OBJECT and self.grid.apart(at, s) <= reach)
        return tuple(f"{i},{j}" for i, j in sorted(hit))


@lru_cache(8192)
def points_within(x0: float, y0: float, x1: float, y1: float, far: float, *disc: float) -> list[Point]:
    """The points (i+0.5, j+0.5) at most so far from a rectangle along the table's sides, or from the disc in it (centre
    and radius). Layouts are made of these, and many missions are fought on one."""
    columns, rows = range(math.floor(x0 - far), math.ceil(x1 + far)), range(math.floor(y0 - far), math.ceil(y1 + far))
    points = [(i + 0.5, j + 0.5) for i in columns for j in rows]
    if disc:
        cx, cy, rad = disc
        return [(x, y) for x, y in points if math.sqrt((x - cx) ** 2 + (y - cy) ** 2) - rad <= far]
    return [(x, y) for x, y in points if apart(x0, y0, x1, y1, x, y) <= far]


def step_costs(run: bool) -> tuple[int, int, int]:
    """Where no step leads to, what a step into an Obstacle costs, and where no move ends."""
    costs = costs_of(run)
    return costs.impassable, int(costs.slow[0][1]) if costs.slow else 1, costs.no_end


@lru_cache(64)
def _points(hexes: bool, width: int, depth: int) -> list[Point]:
    if hexes:
        grid = Hexes(Ground.of((), width, depth))
        return [grid.centre((i, j)) for i in range(width) for j in range(depth)]
    return [(i + 0.5, j + 0.5) for i in range(width) for j in range(depth)]


@lru_cache(64)
def _rows(hexes: bool, width: int, depth: int) -> dict[float, list[Point]]:
    found: dict[float, list[Point]] = {}
    for p in _points(hexes, width, depth):
        found.setdefault(p[1], []).append(p)
    return found


@lru_cache(64)
def _outward(hexes: bool, width: int, depth: int, middle: Point, rows: frozenset[float] | None) -> list[Point]:
    points = [p for y, row in _rows(hexes, width, depth).items() if rows is None or y in rows for p in row]
    x, y = middle
    return [p for _, p in sorted([((p[0] - x) * (p[0] - x) + (p[1] - y) * (p[1] - y), p) for p in points])]
