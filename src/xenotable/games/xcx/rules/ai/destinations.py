"""Where an AI model could go, and places in the order in which they are wanted."""

from __future__ import annotations

import heapq
import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from xenotable.engine import rule
from xenotable.games.xcx.rules.ai.attack_values import Firing
from xenotable.games.xcx.rules.charging import charge_path
from xenotable.games.xcx.rules.grid.objects import object_piece
from xenotable.games.xcx.rules.movement.positions import allowance, occupied_spaces, stands, walker
from xenotable.games.xcx.rules.play.table import TOL
from xenotable.games.xcx.rules.sight import shade
from xenotable.games.xcx.rules.terrain.forms import costs_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import Thing, Xcx
from xenotable.table import Circle, Hexes, Point, Space, Squares
from xenotable.table.near import to_piece
from xenotable.table.roads import Roads

G = TypeVar("G", bound=tuple[object, ...])
Prospect = tuple[float, int, float, Point, float]


class Ranked(Generic[G]):
    """Graded places, the lowest grade first: mostly the first few decide, so they are put in order as they are asked
    for. They can be gone through again."""

    def __init__(self, graded: list[G]) -> None:
        heapq.heapify(graded)
        self.rest, self.known = graded, list[G]()

    def __iter__(self) -> Iterator[G]:
        k, known, rest = 0, self.known, self.rest
        while True:
            if k == len(known):
                if not rest:
                    return
                known.append(heapq.heappop(rest))
            yield known[k]
            k += 1


class Destinations:
    """The end points that a model considers, each looked at only when it is wanted."""

    @rule("ai.positions")
    def __init__(self, game: Xcx, model: str, run: bool) -> None:
        self.game, self.id, self.run = game, model, run
        row = game.models[model]
        self.here, self.circle, self.far = row.here, row.circle, float(allowance(game, model, run))
        self.grid = field_of(game).grid
        self.before: dict[int, int] = {}
        self.spots: list[Point] = []
        self.spaces: list[Space] = []  # of a grid, where the spots are
        self.known: dict[Point, tuple[Point, ...] | None] = {}
        self.measured: dict[tuple[float, float, float], Sequence[float]] = {}
        self.shots: dict[str, Firing] = {}
        self.charges: dict[str, Sequence[Point] | None] = {}
        if self.grid is None:
            self.roads = Roads(walker(game, model, run), self.far, eager=True)
        else:
            self._flood(self.grid)

    def points(self, more: Iterable[Point] = ()) -> list[Point]:
        """The present position and all points that might be reached, in order of x and y."""
        if self.grid is None and not self.spots:
            # Who stands too close to something may stand a little closer than others: nothing is left out for it.
            field, r = field_of(self.game), self.circle.r
            room = r if stands(field, self.here, r) else 0.0
            self.spots = self._lattice(room)
        return sorted({*self.spots, *more}) if more and self.grid is None else self.spots

    def around(self) -> list[Point]:
        """All points within the allowance, whatever stands there."""
        return self._lattice(0.0) if self.grid is None else self.spots

    def _lattice(self, r: float) -> list[Point]:
        """The points (i + 0.5, j + 0.5) within the allowance on which the ground lets a base of this radius stand."""
        (x, y), far, found = self.here, self.far + TOL, list[Point]()
        columns = field_of(self.game).columns(r)
        for i in range(max(0, math.floor(x - far)), min(len(columns), math.ceil(x + far) + 1)):
            off = (i + 0.5 - x) ** 2
            if off > far * far:
                continue
            rows, points = columns[i]
            half = math.sqrt(far * far - off) + 1e-9
            first, last = bisect_left(rows, y - half), bisect_right(rows, y + half)
            while first < last and off + (rows[first] - y) ** 2 > far * far:
                first += 1
            while first < last and off + (rows[last - 1] - y) ** 2 > far * far:
                last -= 1
            found += points[first:last]
        k = bisect_left(found, self.here)
        if k == len(found) or found[k] != self.here:
            found.insert(k, self.here)
        return found

    def gaps(self, to: Circle) -> Sequence[float]:
        """How far each of the points is from a base; remembered, because several letters ask one after the other."""
        key = (to.x, to.y, to.r)
        if key not in self.measured:
            self.measured[key] = self._gaps(to)
        return self.measured[key]

    def _gaps(self, to: Circle) -> Sequence[float]:
        if self.grid is not None:
            return self._steps(self.grid, [self.grid.space((to.x, to.y))])
        points = self.points()
        tx, ty, r, root = to.x, to.y, self.circle.r, math.sqrt
        return [
            d if (d := root((x - tx) * (x - tx) + (y - ty) * (y - ty)) - r - to.r) > 0.0 else 0.0 for x, y in points
        ]

    def gaps_to_thing(self, thing: Thing) -> Sequence[float]:
        """How far each of the points is from an objective object."""
        if self.grid is not None:
            return self._steps(self.grid, field_of(self.game).thing_spaces(thing))
        piece, points = object_piece("object", thing.kind, thing.x, thing.y, thing.w, thing.h), self.points()
        if piece.disc is None:
            return [to_piece(self.at(p), piece) for p in points]
        cx, cy, far = piece.disc
        rough = [math.sqrt((x - cx) ** 2 + (y - cy) ** 2) - far for x, y in points]
        return [max(0.0, max(0.0, d) - self.circle.r) for d in rough]

    def _steps(self, grid: Squares | Hexes, goals: Sequence[Space]) -> Sequence[float]:
        found = grid.far_off(goals[0], self.spaces)
        for goal in goals[1:]:
            found = list(map(min, found, grid.far_off(goal, self.spaces)))
        return list(map(float, found))

    def nearer(self, to: Circle, than: float) -> Iterable[tuple[float, Point]]:
        """The points less far from a base than that, with their distance, the nearest first."""
        near = [(round(d, 6), p) for d, p in zip(self.gaps(to), self.points(), strict=True) if d < than + 1e-6]
        return Ranked([one for one in near if one[0] < than])

    def nearby(self, to: Circle, limit: float) -> Iterable[tuple[float, Point]]:
        """The points at most so far from a base, the nearest first, with their distance."""
        gaps, points = self.gaps(to), self.points()
        return sorted([(far, p) for far, p in zip(gaps, points, strict=True) if far <= limit])

    def about(self, gaps: Sequence[float], close: float) -> Iterable[tuple[float, float, Point]]:
        """The points by their distance from something, where what is close enough counts as there, and by that from
        the model itself."""
        points = self.points()
        return Ranked(
            [
                (0.0 if d <= close else round(d, 6), round(math.dist(p, self.here), 6), p)
                for d, p in zip(gaps, points, strict=True)
            ]
        )

    def farthest(self, foes: Sequence[Circle]) -> Iterable[tuple[float, Point]]:
        """The points by their distance from the nearest of some bases, below 0, the farthest first."""
        gaps, points = [self.gaps(f) for f in foes], self.points()
        return Ranked([(-round(min(far), 6), p) for *far, p in zip(*gaps, points, strict=True)])

    def prospects(self, firing: Firing, covered: bool, least: float) -> Iterable[Prospect]:
        """The points from which a shot may be worth something, and at least so much: what it is worth at most (below
        0), how much cover there can be at most (below 0), how far it is there, the point, how far from the target."""
        gaps, points = self.gaps(self.game.models[firing.target].circle), self.points()
        found, field, here, most = list[Prospect](), field_of(self.game), self.here, firing.most
        for p, far in zip(points, gaps, strict=True):
            if far <= firing.far and (worth := most(far)) > 0.0 and (worth := round(worth, 9)) >= least:
                own = shade(field, self.at(p))
                if own or not covered:
                    found.append((-worth, -own, round(math.dist(p, here), 6), p, far))
        return Ranked(found)

    def shaded(self) -> Iterable[Point]:
        """The points where there may be cover."""
        field = field_of(self.game)
        return [p for p in self.points() if shade(field, self.at(p))]

    def firing(self, foe: str, prefer: str) -> Firing:
        """The shots at an enemy after an Advance."""
        if foe not in self.shots:
            self.shots[foe] = Firing(self.game, self.id, foe, prefer)
        return self.shots[foe]

    def charge(self, foe: str) -> Sequence[Point] | None:
        """The way into contact with an enemy; None if there is none."""
        if foe not in self.charges:
            self.charges[foe] = charge_path(self.game, self.id, foe)
        return self.charges[foe]

    def path(self, p: Point) -> tuple[Point, ...] | None:
        """A shortest legal way there within the allowance; () for staying, None if there is none."""
        if p == self.here:
            return ()
        if p not in self.known:
            self.known[p] = self._grid_path(p) if self.grid is not None else self.roads.to(p)
        return self.known[p]

    def _flood(self, grid: Squares | Hexes) -> None:
        """All spaces within the allowance where a move may end."""
        field, run = field_of(self.game), self.run
        start = field.number(self.here)
        self.before = field.flood(start, int(self.far), run, occupied_spaces(self.game, self.id))
        stop, places = costs_of(run).no_end, grid.plan.places
        bits = field.bits
        self.spots = sorted([places[start], *[places[n] for n in self.before if not bits[n] & stop]])
        self.spaces = [grid.plan.spaces[p] for p in self.spots]

    def _grid_path(self, p: Point) -> tuple[Point, ...] | None:
        field = field_of(self.game)
        end = field.number(p)
        if end not in self.before or field.bits[end] & costs_of(self.run).no_end:
            return None
        return tuple(field.traced(end, self.before))

    def at(self, p: Point) -> Circle:
        return Circle(p[0], p[1], self.circle.r)

    def first(self, ordered: Iterable[Point]) -> Point | None:
        """The first of these that can be reached."""
        return next((p for p in ordered if self.path(p) is not None), None)
