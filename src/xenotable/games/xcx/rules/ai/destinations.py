"""Where an AI model could go."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from xenotable.engine import rule
from xenotable.games.xcx import kernels
from xenotable.games.xcx.rules.ai.attack_values import Firing, shot_at, strike_at
from xenotable.games.xcx.rules.ai.ranking import Far, Grouped, Ranked
from xenotable.games.xcx.rules.charging import charge_path, charge_reach
from xenotable.games.xcx.rules.grid.objects import object_piece
from xenotable.games.xcx.rules.grid.sight import grid_shades
from xenotable.games.xcx.rules.movement.positions import allowance, occupied_spaces, stands, walker
from xenotable.games.xcx.rules.play.table import TOL, within
from xenotable.games.xcx.rules.sight import looks, shade, shady_column, shady_lattice
from xenotable.games.xcx.rules.terrain.forms import UNSEEN, costs_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import Thing, Xcx
from xenotable.kernels import is_loaded
from xenotable.table import Circle, Hexes, Point, Squares
from xenotable.table.near import to_piece
from xenotable.table.roads import Roads

Prospect = tuple[float, int, float, Point, str]


class Destinations:
    """The end points that a model considers, each looked at only when it is wanted."""

    @rule("ai.positions")
    def __init__(self, game: Xcx, model: str, run: bool) -> None:
        self.game, self.id, self.run, self.field = game, model, run, field_of(game)
        row, self.grid = game.models[model], self.field.grid
        self.here, self.circle, self.far = row.here, row.circle, float(allowance(game, model, run))
        self.known: dict[Point, tuple[Point, ...] | None] = {}
        self.fires: dict[str, tuple[float, str] | None] = {}
        self.shots: dict[str, Firing] = {}
        self.charges: dict[str, Sequence[Point] | None] = {}

    # ---- places ------------------------------------------------------------------------------------------------------

    def points(self, more: Iterable[Point] = ()) -> list[Point]:
        """The present position and all points that might be reached."""
        return [*{*self._spots, *more}] if more and self.grid is None else self._spots

    @cached_property
    def _spots(self) -> list[Point]:
        if self.grid is None:
            return self._lattice(self._room)
        places = self.grid.plan.places
        return [places[n] for n in self._ends]

    @cached_property
    def _shady_spots(self) -> list[Point]:
        """Those of them where there may be cover."""
        if self.grid is None:
            found = [p for i in self._reach for p in self._column(i, self._room, shaded=True)]
            return found + [p for p in self._stands_apart(self._room) if shade(self.field, self.circle)]
        places = self.grid.plan.places
        return [places[n] for n in self._shady_ends]

    def around(self) -> list[Point]:
        """All points within the allowance, whatever stands there, in order of x and y."""
        return self._lattice(0.0) if self.grid is None else sorted(self._spots)

    @cached_property
    def _room(self) -> float:
        """Who stands too close to something may stand a little closer than others: nothing is left out for it."""
        return self.circle.r if stands(self.field, self.here, self.circle.r) else 0.0

    def _lattice(self, r: float) -> list[Point]:
        """The points (i + 0.5, j + 0.5) within the allowance on which the ground lets a base of this radius stand."""
        found, columns = list[Point](), self.field.columns(r)
        for i, half in self._reach.items():
            found += self._in_reach(columns[i], half)
        k = bisect_left(found, self.here)
        if k == len(found) or found[k] != self.here:
            found.insert(k, self.here)
        return found

    @cached_property
    def _reach(self) -> dict[int, float]:
        """The columns of points within the allowance, and how far it leads there to the north and to the south."""
        x, far, found = self.here[0], self.far + TOL, dict[int, float]()
        for i in range(max(0, math.floor(x - far)), min(int(self.field.width), math.ceil(x + far) + 1)):
            off = (i + 0.5 - x) ** 2
            if off <= far * far:
                found[i] = math.sqrt(far * far - off) + 1e-9
        return found

    def _in_reach(self, column: tuple[list[float], list[Point]], half: float) -> list[Point]:
        """The points of a column within the allowance."""
        (x, y), far, (rows, points) = self.here, self.far + TOL, column
        first, last = bisect_left(rows, y - half), bisect_right(rows, y + half)
        if first < last:
            off = (points[first][0] - x) ** 2
            while first < last and off + (rows[first] - y) ** 2 > far * far:
                first += 1
            while first < last and off + (rows[last - 1] - y) ** 2 > far * far:
                last -= 1
        return points[first:last]

    @cached_property
    def _before(self) -> dict[int, int]:
        """From which space of a grid each one within the allowance is entered."""
        taken = occupied_spaces(self.game, self.id)
        return self.field.flood(self.field.number(self.here), int(self.far), self.run, taken)

    @cached_property
    def _ends(self) -> list[int]:
        """The spaces of a grid where a move may end, the present one first."""
        bits, stop = self.field.bits, costs_of(self.run).no_end
        return [self.field.number(self.here), *[n for n in self._before if not bits[n] & stop]]

    @cached_property
    def _shady_ends(self) -> list[int]:
        """Those of them where there may be cover."""
        assert self.grid is not None
        shades = grid_shades(self.field, self.grid)
        return [n for n in self._ends if shades[n]]

    # ---- how far they are from something -----------------------------------------------------------------------------

    def measured(self, to: Circle | Thing, shaded: bool = False) -> Iterable[Far]:
        """The points, or those where there may be cover, each with its distance from a base or an objective object."""
        spots = self._shady_spots if shaded else self._spots
        if self.grid is None:
            return self._measured(spots, to)
        return zip(self._steps(self.grid, to, self._shady_ends if shaded else self._ends), spots, strict=True)

    def _measured(self, points: Iterable[Point], to: Circle | Thing) -> list[Far]:
        """The same for points of an open table."""
        if isinstance(to, Thing):
            return self._measured_to_thing(points, to)
        tx, ty, r, other, root = to.x, to.y, self.circle.r, to.r, math.sqrt
        return [
            (d if (d := root((p[0] - tx) * (p[0] - tx) + (p[1] - ty) * (p[1] - ty)) - r - other) > 0.0 else 0.0, p)
            for p in points
        ]

    def _measured_to_thing(self, points: Iterable[Point], thing: Thing) -> list[Far]:
        piece, r = object_piece("object", thing.kind, thing.x, thing.y, thing.w, thing.h), self.circle.r
        if piece.disc is None:
            return [(to_piece(self.at(p), piece), p) for p in points]
        cx, cy, far = piece.disc
        rough = [(math.sqrt((p[0] - cx) ** 2 + (p[1] - cy) ** 2) - far, p) for p in points]
        return [(max(0.0, max(0.0, d) - r), p) for d, p in rough]

    def _steps(self, grid: Squares | Hexes, to: Circle | Thing, ends: Sequence[int]) -> Sequence[float]:
        """How far each of some spaces is from a base or an objective object."""
        goals = self.field.thing_spaces(to) if isinstance(to, Thing) else [grid.space((to.x, to.y))]
        found, numbers = list[int](), grid.plan.numbers
        for goal in goals:
            gaps = grid.far_off(numbers[goal], ends)
            found = list(map(min, found, gaps)) if found else gaps
        return found

    # ---- in order ----------------------------------------------------------------------------------------------------

    def nearer(self, to: Circle, than: float) -> Iterable[Far]:
        """The points less far from a base than that, the nearest first, with their distance to 6 digits."""
        if self.grid is None:
            return self._outward(to, self._room, math.nextafter(than, -math.inf), True)
        return Ranked([one for one in self.measured(to) if one[0] < than])

    def closest(self, to: Circle | Thing, enough: float, count: int) -> list[Far]:
        """So many of all points within the allowance, whatever stands there, the nearest to a base or an object first,
        with their distance; what is near enough counts as there."""
        order: Iterable[Far]
        if self.grid is None:
            order = self._outward(to, 0.0)
        else:
            order = Ranked([*self.measured(to)])
        found = list[Far]()
        for far, p in order:
            if far > enough and len(found) >= count:
                break
            found.append((max(far, enough), p))
        return sorted(found)[:count]

    def _outward(self, to: Circle | Thing, r: float, limit: float = math.inf, rounded: bool = False) -> Grouped[Far]:
        """Points of an open table by their distance from something."""

        def within(points: Iterable[Point]) -> list[Far]:
            found = self._measured(points, to)
            return [one for d, p in found if (one := (round(d, 6) if rounded else d, p))[0] <= limit]

        groups = [((far, ()), int(p[0])) for far, p in within(self._tips(to))]
        return Grouped(groups, lambda i: within(self._column(i, r)), within(self._stands_apart(r)))

    def _tips(self, to: Circle | Thing) -> list[Point]:
        """The nearest that each column within the allowance can come to something: beside it, or at its end."""
        y, middle = self.here[1], to.y + to.h / 2.0 if isinstance(to, Thing) else to.y
        return [(i + 0.5, min(max(middle, y - half), y + half)) for i, half in self._reach.items()]

    def _column(self, i: int, r: float, shaded: bool = False) -> list[Point]:
        column = shady_column(self.field, i, r, self.circle.r) if shaded else self.field.columns(r)[i]
        return self._in_reach(column, self._reach[i])

    def _stands_apart(self, r: float) -> list[Point]:
        """The present position, if it is in no column."""
        x, _ = self.here
        return [] if x % 1.0 == 0.5 and self.here in self.field.columns(r)[int(x)][1] else [self.here]

    def about(self, to: Circle | Thing, close: float) -> Iterable[tuple[float, float, Point]]:
        """The points by their distance from something, where what is close enough counts as there, and by that from
        the model itself."""

        def graded(measured: Iterable[Far]) -> list[tuple[float, float, Point]]:
            here, far = self.here, math.dist
            return [(0.0 if d <= close else round(d, 6), round(far(p, here), 6), p) for d, p in measured]

        if self.grid is not None:
            rings: dict[float, list[Far]] = {}
            for far, p in self.measured(to):
                rings.setdefault(far, []).append((far, p))
            nearest = [((0.0 if far <= close else far, -1.0), far) for far in rings]
            return Grouped(nearest, lambda far: graded(rings[far]))
        groups = [((d, -1.0), int(p[0])) for d, _, p in graded(self._measured(self._tips(to), to))]
        alone = graded(self._measured(self._stands_apart(self._room), to))
        return Grouped(groups, lambda i: graded(self._measured(self._column(i, self._room), to)), alone)

    def farthest(self, foes: Sequence[Circle]) -> Iterable[Far]:
        """The points by their distance from the nearest of some bases, below 0, the farthest first."""
        gaps = [[far for far, _ in self.measured(f)] for f in foes]
        return Ranked([(-round(min(far), 6), p) for *far, p in zip(*gaps, self._spots, strict=True)])

    def prospects(self, firing: Firing, covered: bool, least: float) -> Iterable[Prospect]:
        """The points from which a shot is worth something, and at least so much: what it is worth (below 0), how much
        cover there can be at most (below 0), how far it is there, the point, the weapon. `covered`: only where there
        may be cover."""

        def graded(band: tuple[float, float]) -> Iterator[Prospect]:
            near = self._between(target, *band, covered)
            for ((x, y), far), cover in zip(near.items(), looks(field, [*near], r, target), strict=True):
                shot = firing.at(far, cover) if cover != UNSEEN else None
                if shot and (worth := round(shot[0], 9)) >= least:
                    away = round(math.dist((x, y), self.here), 6)
                    yield (-worth, -shade(field, Circle(x, y, r)), away, (x, y), shot[1])

        field, r, target = self.field, self.circle.r, self.game.models[firing.target].circle
        gap, reach = field.distance(self.circle, target), self.far + 2 * TOL
        bands = [(round(most, 9), band) for band, most in firing.bands(gap - reach, gap + reach) if most > 0.0]
        return Grouped([((-most, -math.inf), band) for most, band in bands if most >= least], graded)

    def _between(self, to: Circle, low: float, high: float, shaded: bool) -> dict[Point, float]:
        """The points, or those where there may be cover, that are from `low` up to (not at) `high` away from a base,
        each with its distance."""
        if self.grid is not None:
            return {p: far for far, p in self.measured(to, shaded) if low <= far < high}
        (x, y), r, room = self.here, self.circle.r, self._room
        points: Sequence[Point]
        if is_loaded(kernels.__name__):  # compiled code goes through all points before those in reach could be found
            points = shady_lattice(self.field, room, r) if shaded else self.field.lattice(room)
        else:
            points = self._shady_spots if shaded else self._spots
        found = kernels.points_between(points, x, y, self.far + TOL, to.x, to.y, r, to.r, low, high)
        near, gap = {points[n]: far for n, far in found}, self.field.distance(self.circle, to)
        if low <= gap < high and (not shaded or shade(self.field, self.circle)):
            near[self.here] = gap
        return near

    def shaded(self) -> Sequence[Point]:
        """The points where there may be cover."""
        return self._shady_spots

    # ---- attacks and ways --------------------------------------------------------------------------------------------

    def shot(self, foe: str, prefer: str) -> tuple[float, str] | None:
        """The best shot at an enemy from where it stands."""
        if foe not in self.fires:
            self.fires[foe] = shot_at(self.game, self.id, foe, "fire", prefer, self.circle)
        return self.fires[foe]

    def firing(self, foe: str, prefer: str) -> Firing:
        """The shots at an enemy after an Advance."""
        if foe not in self.shots:
            self.shots[foe] = Firing(self.game, self.id, foe, prefer)
        return self.shots[foe]

    def blow(self, foe: str, prefer: str) -> tuple[float, str] | None:
        """The best blow at an enemy near enough for a charge."""
        far = self.field.distance(self.circle, self.game.models[foe])
        return strike_at(self.game, self.id, foe, prefer) if within(far, self._charge_reach) else None

    @cached_property
    def _charge_reach(self) -> int:
        return charge_reach(self.game, self.id)

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
            self.known[p] = self._grid_path(p) if self.grid is not None else self._roads.to(p)
        return self.known[p]

    @cached_property
    def _roads(self) -> Roads:
        """The ways on an open table."""
        return Roads(walker(self.game, self.id, self.run), self.far, eager=True)

    def _grid_path(self, p: Point) -> tuple[Point, ...] | None:
        field = self.field
        end = field.number(p)
        if end not in self._before or field.bits[end] & costs_of(self.run).no_end:
            return None
        return tuple(field.traced(end, self._before))

    def at(self, p: Point) -> Circle:
        return Circle(p[0], p[1], self.circle.r)

    def first(self, ordered: Iterable[Point]) -> Point | None:
        """The first of these that can be reached."""
        return next((p for p in ordered if self.path(p) is not None), None)
