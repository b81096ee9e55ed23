"""Square and hexagonal grids behind the interface of `metric`.

A model on a grid fills its space whatever its base. Sight between spaces runs from centre to centre (`grid_lines`). All
of it is decided in whole numbers, so sight is symmetric.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

from xenotable.kernels import Rows
from xenotable.table import grid_lines
from xenotable.table.grid_lines import Crossed
from xenotable.table.ground import Ground, in_part
from xenotable.table.metric import Group, Met
from xenotable.table.moving import FREE, Costs, Fault
from xenotable.table.near import pieces_apart
from xenotable.table.shapes import Base, Circle, Piece, Point, snap_point
from xenotable.table.zones import bounds

Space = tuple[int, int]
NOWHERE = (0, 0, 0)
K = TypeVar("K")
V = TypeVar("V")


class WorkedOut(dict[K, V]):
    """What is worked out when it is first asked for."""

    def __init__(self, make: Callable[[K], V]) -> None:
        self.make = make

    def __missing__(self, key: K) -> V:
        found = self[key] = self.make(key)
        return found


class Plan:
    """What all grids of one kind and size share: the centre of every space, which space has it, its neighbours, and
    its number, counted row by row with one space more at either end of a row. By number: its place, its `axes`, the
    numbers beside it, and for kernels `points`, and `steps` by whether n // stride is even or odd: how much higher the
    numbers of up to eight neighbours are, and those of the two spaces that a step there squeezes between (of the
    neighbour itself, where there are none)."""

    __slots__ = (
        "axes", "beside", "centres", "near", "numbered", "numbers", "places", "points", "spaces", "steps", "stride",
    )  # fmt: skip

    def __init__(self, kind: type[Spaces], columns: int, rows: int) -> None:
        self.centres = {(i, j): kind.middle((i, j)) for i in range(columns) for j in range(rows)}
        self.spaces = {p: s for s, p in self.centres.items()}
        self.stride = stride = columns + 2
        self.numbers = {(i, j): (j + 1) * stride + i + 1 for i, j in self.centres}
        self.places = {self.numbers[s]: p for s, p in self.centres.items()}
        self.numbered = {p: n for n, p in self.places.items()}
        self.axes = {n: kind.axes(s) for s, n in self.numbers.items()}
        self.beside = WorkedOut[Space, list[Space]](lambda s: [t for t in kind.around(s) if t in self.centres])
        self.near = WorkedOut[int, frozenset[int]](
            lambda n: frozenset([self.numbers[t] for t in self.beside[self.spaces[self.places[n]]]])
        )
        self.steps = Rows([self._steps(kind, (0, row)) for row in (1, 0)])
        self.points = Rows([self.places.get(n, (0.0, 0.0)) for n in range(stride * (rows + 2))])

    def _steps(self, kind: type[Spaces], s: Space) -> list[tuple[int, int, int]]:
        def higher(t: Space) -> int:
            return (t[1] - s[1]) * self.stride + t[0] - s[0]

        found = []
        for t in kind.around(s):
            one, two = kind.squeezed(s, t) or (t, t)
            found.append((higher(t), higher(one), higher(two)))
        return [*found, *[NOWHERE] * (8 - len(found))]


class Spaces:
    """What square and hexagonal grids share. `columns` x `rows` spaces; terrain by the layout's own squares.

    A space (i, j) takes the terrain at the point (i + 0.5, j + 0.5) of the ground, on hexagons too: layouts are drawn
    in columns and rows. Pieces with a bit of `spill` (objects) fill every space whose inside they overlap.
    """

    def __init__(self, ground: Ground, columns: int | None = None, rows: int | None = None, *, spill: int = 0) -> None:
        self.ground = ground
        self.columns = int(ground.width) if columns is None else columns
        self.rows = int(ground.depth) if rows is None else rows
        self.plan = self._plan(self.columns, self.rows)
        self.forget()
        self.forms = self._laid_out(spill)
        for piece in ground.pieces:
            if piece.bits & spill:
                for s in self.covered(piece):
                    self.forms[s] = self.forms.get(s, 0) | piece.bits

    def _laid_out(self, spill: int) -> dict[Space, int]:
        """The terrain of each space: what the point (i + 0.5, j + 0.5) lies in."""
        found: dict[Space, int] = {}
        for part in self.ground.parts:
            bits = part.bits & ~spill
            west, east = max(0, math.ceil(part.x0 - 0.5)), min(self.columns - 1, math.floor(part.x1 - 0.5))
            south, north = max(0, math.ceil(part.y0 - 0.5)), min(self.rows - 1, math.floor(part.y1 - 0.5))
            for i in range(west, east + 1) if bits else ():
                for j in range(south, north + 1):
                    if in_part(part, i + 0.5, j + 0.5):
                        found[i, j] = found.get((i, j), 0) | bits
        return dict(sorted(found.items()))

    @classmethod
    @lru_cache(maxsize=32)
    def _plan(cls, columns: int, rows: int) -> Plan:
        return Plan(cls, columns, rows)

    def covered(self, piece: Piece) -> list[Space]:
        """The spaces whose inside a piece overlaps."""
        x0, y0, x1, y1 = bounds(piece)
        low, high = self.space((x0 - 1.0, y0 - 1.0)), self.space((x1 + 1.0, y1 + 1.0))
        near = [(i, j) for i in range(low[0], high[0] + 1) for j in range(low[1], high[1] + 1)]
        return [s for s in near if pieces_apart(Piece("space", self.outline(s, 0.999)), piece) == 0.0]

    # what differs from grid to grid

    PERIOD = 1  # rows after which the pattern comes again

    def holder(self, p: Point) -> Space:
        """The space that holds any point, found the long way."""
        raise NotImplementedError

    @classmethod
    def middle(cls, s: Space) -> Point:
        """The centre of a space, also of one beyond the table."""
        raise NotImplementedError

    @classmethod
    def around(cls, s: Space) -> list[Space]:
        """The neighbours of a space on an endless table, lower column first, then lower row."""
        raise NotImplementedError

    @classmethod
    def axes(cls, s: Space) -> tuple[int, int]:
        """The coordinates by which steps are counted: column and row, on hexagons along slanted columns."""
        raise NotImplementedError

    def apart(self, s: Space, t: Space) -> int:
        """The distance between two spaces in steps."""
        raise NotImplementedError

    def far_off(self, n: int, numbers: Iterable[int]) -> list[int]:
        """`apart` for many spaces at once, by their numbers."""
        raise NotImplementedError

    def outline(self, s: Space, share: float = 1.0) -> tuple[Point, ...]:
        """The corners of a space, counter-clockwise, or of a smaller copy of it."""
        raise NotImplementedError

    # the interface

    def space(self, p: Point) -> Space:
        """The space that holds a point."""
        return self.plan.spaces.get(p) or self.holder(p)

    def centre(self, s: Space) -> Point:
        """The centre of a space."""
        return self.plan.centres.get(s) or self.middle(s)

    def beside(self, s: Space) -> list[Space]:
        """The neighbours of a space, lower column first, then lower row. Look, do not write."""
        return self.plan.beside[s]

    def place(self, p: Point) -> Point:
        return self.centre(self.space(p))

    def bits(self, p: Point) -> int:
        return self.forms.get(self.space(p), 0)

    def inside(self, s: Space) -> bool:
        """Is this a space of the table?"""
        return 0 <= s[0] < self.columns and 0 <= s[1] < self.rows

    def distance(self, a: Base, b: Base) -> float:
        return float(self.apart(self.space((a.x, a.y)), self.space((b.x, b.y))))

    def contact(self, a: Circle, b: Circle) -> bool:
        return self.distance(a, b) <= 1.0

    def taken(self, a: Circle, b: Circle, gap: float) -> bool:
        return self.space((a.x, a.y)) == self.space((b.x, b.y))

    def step_cost(self, s: Space, costs: Costs) -> float:
        """What it costs to enter a space: 1, or what slow ground or crossing makes of it; infinite if impassable."""
        bits = self.forms.get(s, 0)
        if not bits:
            return 1.0
        if bits & costs.impassable:
            return math.inf
        slow = max((factor for mask, factor in costs.slow if bits & mask), default=1.0)
        return slow + sum(price for mask, price in costs.crossing if bits & mask)

    @classmethod
    def squeezed(cls, s: Space, t: Space) -> tuple[Space, Space] | None:
        """The two spaces between which a step from one space to a neighbour squeezes through, if it does."""
        return None

    def shut(self, s: Space, t: Space, costs: Costs) -> bool:
        """Is a step between two neighbours forbidden by what stands on both sides of it?"""
        sides = self.squeezed(s, t)
        if sides is None:
            return False
        one, two = sides
        return bool(self.forms.get(one, 0) & costs.impassable and self.forms.get(two, 0) & costs.impassable)

    def onward(self, s: Space, costs: Costs) -> list[tuple[Space, float]]:
        """The spaces that a step from here may enter, with what it costs; remembered until `forget`."""
        known = self.links.get(costs)
        if known is None:
            known = self.links[costs] = {}
        steps = known.get(s)
        if steps is None:
            priced = [(t, self.step_cost(t, costs)) for t in self.beside(s) if not self.shut(s, t, costs)]
            steps = known[s] = [(t, price) for t, price in priced if price < math.inf]
        return steps

    def forget(self) -> None:
        """The terrain has changed: what was remembered of it is not true any more."""
        self.links: dict[Costs, dict[Space, list[tuple[Space, float]]]] = {}

    def spread(
        self, start: Space, budget: float, costs: Costs, occupied: set[Space], goal: Space | None = None
    ) -> tuple[dict[Space, float], dict[Space, Space]]:
        """What it costs to get where (as far as the goal is), and from which space each is entered."""
        spent = {start: 0.0}
        before: dict[Space, Space] = {}
        heap = [(0.0, start)]
        self.onward(start, costs)
        links = self.links[costs]
        while heap:
            g, s = heapq.heappop(heap)
            if s == goal:
                break
            if g > spent[s]:
                continue
            for t, price in links.get(s) or self.onward(s, costs):
                to = g + price
                if to <= budget + 1e-9 and to < spent.get(t, math.inf) and t not in occupied:
                    spent[t], before[t] = to, s
                    heapq.heappush(heap, (to, t))
        return spent, before

    def back(self, end: Space, start: Space, before: dict[Space, Space]) -> list[Point]:
        """The way that `spread` has found, as places without the start."""
        way = [end]
        while way[-1] != start:
            way.append(before[way[-1]])
        return [self.centre(s) for s in reversed(way[:-1])]

    def path(
        self,
        base: Circle,
        goal: Point,
        budget: float | None,
        costs: Costs = FREE,
        others: Sequence[Circle] = (),
        gap: float = 0.0,
    ) -> list[Point] | None:
        start, end = self.space((base.x, base.y)), self.space(goal)
        if start == end:
            return []
        occupied = {self.space((c.x, c.y)) for c in others} - {start}
        limit = math.inf if budget is None else budget
        spent, before = self.spread(start, limit, costs, occupied, end)
        if end not in spent or self.forms.get(end, 0) & costs.no_end:
            return None
        return self.back(end, start, before)

    def cost(self, base: Circle, path: Sequence[Point], costs: Costs = FREE) -> float:
        return sum(self.step_cost(self.space(p), costs) for p in path)

    def faults(
        self,
        base: Circle,
        path: Sequence[Point],
        costs: Costs = FREE,
        others: Sequence[Circle] = (),
        gap: float = 0.0,
        budget: float | None = None,
    ) -> Iterator[Fault]:
        at = self.space((base.x, base.y))
        taken = {self.space((c.x, c.y)): i for i, c in enumerate(others)}
        for leg, p in enumerate(path):
            to = self.space(p)
            if to not in self.beside(at) or self.shut(at, to, costs):
                yield Fault("step", leg, p)
            if self.forms.get(to, 0) & costs.impassable:
                yield Fault("impassable", leg, p)
            if to in taken:
                yield Fault("close", leg, p, other=taken[to])
            at = to
        if path and self.forms.get(at, 0) & costs.no_end:
            yield Fault("end", len(path) - 1, path[-1])
        if budget is not None and (spent := self.cost(base, path, costs)) > budget + 1e-9:
            yield Fault("long", len(path) - 1, path[-1], amount=spent - budget)

    def steps(self, base: Circle, path: Sequence[Point]) -> list[Point]:
        return [self.place(p) for p in path]

    def lines(self, a: Circle, b: Circle, mask: int) -> list[list[Group]]:
        s, t = self.space((a.x, a.y)), self.space((b.x, b.y))
        met = [group for group in self.line(s, t) if all(self.forms.get(u, 0) & mask for u in group)]
        return [[tuple(self._met(u, s, t) for u in group) for group in met]]

    def _met(self, u: Space, s: Space, t: Space) -> Met:
        return Met(self.forms.get(u, 0), float(self.apart(u, s)), float(self.apart(u, t)), f"{u[0]},{u[1]}")

    def line(self, s: Space, t: Space) -> list[tuple[Space, ...]]:
        """The spaces between two spaces that their sight line meets, in order from s, without the two themselves.

        One space: the line runs through it. Two: it runs along their common border, or between them through a corner.
        """
        u, v = s[0], s[1] - s[1] % self.PERIOD  # a shift by whole columns and so many rows changes nothing
        met = self.crossed(s[1] - v, t[0] - u, t[1] - v)
        groups = (dict.fromkeys([(i + u, j + v), (k + u, m + v)]) for i, j, k, m in met)
        return [tuple(group) for group in groups if all(self.inside(one) for one in group)]

    def numbered(self, mask: int, beyond: int = 0) -> list[int]:
        """The terrain of the mask by the numbers of the spaces; these bits beyond the table's edge."""
        stride, row, numbers = self.plan.stride, [beyond, *[0] * self.columns, beyond], self.plan.numbers
        found = [beyond] * stride + row * self.rows + [beyond] * stride
        for s, bits in self.forms.items():
            found[numbers[s]] = bits & mask
        return found

    def between(self, s: Space, t: Space) -> tuple[tuple[int, int], ...]:
        """`line` for those in a hurry: of both members of a group (twice the same, where it is one) how much higher
        than the number of s theirs is."""
        j = s[1] - s[1] % self.PERIOD
        return self._between(self.plan.stride, s[1] - j, t[0] - s[0], t[1] - j)

    @classmethod
    @lru_cache(maxsize=65536)
    def _between(cls, stride: int, row: int, column: int, other: int) -> tuple[tuple[int, int], ...]:
        """`crossed` as `between` gives it, where so many numbers make a row."""
        base, met = row * stride, cls.crossed(row, column, other)
        return tuple([(j * stride + i - base, m * stride + k - base) for i, j, k, m in met])

    @classmethod
    def crossed(cls, row: int, column: int, other: int) -> Crossed:
        """What the line from space (0, row) to space (column, other) meets (`grid_lines`)."""
        raise NotImplementedError


class Squares(Spaces):
    """Squares of side 1; a diagonal step counts 1 but may not squeeze between two closed spaces."""

    def holder(self, p: Point) -> Space:
        i, j = math.floor(p[0]), math.floor(p[1])
        return (min(max(i, 0), self.columns - 1), min(max(j, 0), self.rows - 1))

    @classmethod
    def middle(cls, s: Space) -> Point:
        return (s[0] + 0.5, s[1] + 0.5)

    @classmethod
    def around(cls, s: Space) -> list[Space]:
        return [(s[0] + u, s[1] + v) for u in (-1, 0, 1) for v in (-1, 0, 1) if u or v]

    def apart(self, s: Space, t: Space) -> int:
        return max(abs(s[0] - t[0]), abs(s[1] - t[1]))

    @classmethod
    def axes(cls, s: Space) -> tuple[int, int]:
        return s

    def far_off(self, n: int, numbers: Iterable[int]) -> list[int]:
        axes = self.plan.axes
        i, j = axes[n]
        return [a if (a := abs(i - u)) > (b := abs(j - v)) else b for u, v in map(axes.__getitem__, numbers)]

    @classmethod
    def squeezed(cls, s: Space, t: Space) -> tuple[Space, Space] | None:
        return None if s[0] == t[0] or s[1] == t[1] else ((s[0], t[1]), (t[0], s[1]))

    def outline(self, s: Space, share: float = 1.0) -> tuple[Point, ...]:
        (x, y), h = self.centre(s), 0.5 * share
        return ((x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h))

    @classmethod
    def crossed(cls, row: int, column: int, other: int) -> Crossed:
        return grid_lines.square_line(row, column, other)


class Hexes(Spaces):
    """Pointy-top hexagons in rows, every odd row shifted half a space to the east."""

    RISE, PERIOD = math.sqrt(0.75), 2

    def holder(self, p: Point) -> Space:
        """The space with the nearest centre, beyond the edge too: in one of the two nearest even or odd rows."""
        (x, y), rise, last, east = p, self.RISE, self.rows - 1, self.columns - 1
        row = math.floor((y - 0.5) / rise)
        best = (math.inf, (0, 0))
        for j in (row - 1, row, row + 1, row + 2):
            if not 0 <= j <= last:
                j = min(j % 2, last) if j < 0 else last - (last - j) % 2 if last else 0
            shift, up = 0.5 + 0.5 * (j % 2), (0.5 + j * rise - y) ** 2
            i = math.floor(x - shift)
            for k in (i, i + 1):
                k = 0 if k < 0 else east if k > east else k
                best = min(best, ((k + shift - x) ** 2 + up, (k, j)))
        return best[1]

    @classmethod
    def _exact(cls, s: Space) -> Point:
        return (s[0] + 0.5 + 0.5 * (s[1] % 2), 0.5 + s[1] * cls.RISE)

    @classmethod
    def middle(cls, s: Space) -> Point:
        return snap_point(cls._exact(s))

    @classmethod
    def around(cls, s: Space) -> list[Space]:
        i, j = s
        k = i + j % 2
        return sorted([(i - 1, j), (i + 1, j), (k - 1, j - 1), (k, j - 1), (k - 1, j + 1), (k, j + 1)])

    @classmethod
    def axes(cls, s: Space) -> tuple[int, int]:
        return (s[0] - (s[1] - s[1] % 2) // 2, s[1])

    def apart(self, s: Space, t: Space) -> int:
        dq = (s[0] - (s[1] - s[1] % 2) // 2) - (t[0] - (t[1] - t[1] % 2) // 2)
        dr = s[1] - t[1]
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    def far_off(self, n: int, numbers: Iterable[int]) -> list[int]:
        axes = self.plan.axes
        i, j = axes[n]
        return [(abs(a := i - u) + abs(b := j - v) + abs(a + b)) // 2 for u, v in map(axes.__getitem__, numbers)]

    def outline(self, s: Space, share: float = 1.0) -> tuple[Point, ...]:
        (x, y), h, k = self._exact(s), 0.5 * share, share * self.RISE / 3.0
        return ((x, y - 2 * k), (x + h, y - k), (x + h, y + k), (x, y + 2 * k), (x - h, y + k), (x - h, y - k))

    @classmethod
    def crossed(cls, row: int, column: int, other: int) -> Crossed:
        return grid_lines.hex_line(row, column, other)
