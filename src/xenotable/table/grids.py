"""Square and hexagonal grids behind the interface of `metric`.

A model on a grid fills its space whatever its base. Sight between spaces runs from centre to centre. What it meets
comes as groups: one space that it runs through, or the two spaces on both sides where it runs exactly along a border
or through a corner. All of it is decided in whole numbers, so sight is symmetric.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from xenotable.kernels import Rows
from xenotable.table.ground import Ground, in_part
from xenotable.table.metric import Group, Met
from xenotable.table.moving import FREE, Costs, Fault
from xenotable.table.near import pieces_apart
from xenotable.table.shapes import Base, Circle, Piece, Point, snap_point
from xenotable.table.zones import bounds

Space = tuple[int, int]
Line = tuple[tuple[Space, ...], ...]
NOWHERE = (0, 0, 0)


class Plan:
    """What all grids of one kind and size share: the centre of every space, which space has it, its neighbours, and
    its number, counted row by row with one space more at either end of a row. By number: its place, the numbers
    beside it, and for kernels `points` and `steps`: up to eight neighbours, each with the two spaces that a step there
    squeezes between (number 0: none)."""

    __slots__ = ("beside", "centres", "near", "numbered", "numbers", "places", "points", "spaces", "steps", "stride")

    def __init__(self, kind: type[Spaces], columns: int, rows: int) -> None:
        every = [(i, j) for i in range(columns) for j in range(rows)]
        self.centres = {s: kind.middle(s) for s in every}
        self.spaces = {p: s for s, p in self.centres.items()}
        self.beside = {s: [t for t in kind.around(s) if t in self.centres] for s in every}
        self.stride = columns + 2
        self.numbers = {(i, j): (j + 1) * self.stride + i + 1 for i, j in every}
        self.places = {self.numbers[s]: p for s, p in self.centres.items()}
        self.numbered = {p: n for n, p in self.places.items()}
        self.near = {self.numbers[s]: frozenset([self.numbers[t] for t in near]) for s, near in self.beside.items()}
        size = self.stride * (rows + 2)
        steps, points = [[NOWHERE] * 8] * size, [(0.0, 0.0)] * size
        for s, near in self.beside.items():
            steps[self.numbers[s]] = [*[self._step(kind, s, t) for t in near], *[NOWHERE] * (8 - len(near))]
            points[self.numbers[s]] = self.centres[s]
        self.steps, self.points = Rows(steps), Rows(points)

    def _step(self, kind: type[Spaces], s: Space, t: Space) -> tuple[int, int, int]:
        sides, number = kind.squeezed(s, t), self.numbers
        return (number[t], number[sides[0]], number[sides[1]]) if sides else (number[t], 0, 0)


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

    def apart(self, s: Space, t: Space) -> int:
        """The distance between two spaces in steps."""
        raise NotImplementedError

    def far_off(self, s: Space, spaces: Sequence[Space]) -> list[int]:
        """`apart` for many spaces at once."""
        return [self.apart(s, t) for t in spaces]

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

    def towards(
        self,
        base: Circle,
        goal: Point,
        budget: float,
        costs: Costs = FREE,
        others: Sequence[Circle] = (),
        gap: float = 0.0,
        *,
        near: float = 0.0,
    ) -> list[Point]:
        start, end = self.space((base.x, base.y)), self.space(goal)
        if self.apart(start, end) <= near:
            return []
        occupied = {self.space((c.x, c.y)) for c in others} - {start}
        look = budget * 2.0 + self.apart(start, end)
        spent, before = self.spread(start, look, costs, occupied, end if near <= 0.0 else None)
        s = min(spent, key=lambda s: (max(float(self.apart(s, end)), near), spent[s], s))
        way: list[Space] = []
        while s != start:
            if way or (spent[s] <= budget + 1e-9 and not self.forms.get(s, 0) & costs.no_end):
                way.append(s)
            s = before[s]
        return [self.centre(s) for s in reversed(way)]

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
        i, j = s[0], s[1] - s[1] % self.PERIOD  # a shift by whole columns and so many rows changes nothing
        groups = (tuple((u + i, v + j) for u, v in group) for group in self._line(s[1] - j, t[0] - i, t[1] - j))
        return [group for group in groups if all(self.inside(u) for u in group)]

    def numbered(self, mask: int) -> list[int]:
        """The terrain of the mask by the numbers of the spaces; nothing beyond the table's edge."""
        found = [0] * (self.plan.stride * (self.rows + 2))
        for s, bits in self.forms.items():
            found[self.plan.numbers[s]] = bits & mask
        return found

    def between(self, s: Space, t: Space) -> tuple[tuple[int, int], ...]:
        """`line` for those in a hurry: of both members of a group (twice the same, where it is one) how much higher
        than the number of s theirs is."""
        j = s[1] - s[1] % self.PERIOD
        return self._between(self.plan.stride, s[1] - j, t[0] - s[0], t[1] - j)

    @classmethod
    def _between(cls, stride: int, row: int, column: int, other: int) -> tuple[tuple[int, int], ...]:
        """`_line` as `between` gives it, where so many numbers make a row."""
        raise NotImplementedError

    @classmethod
    def _line(cls, row: int, column: int, other: int) -> Line:
        """The line from space (0, row) to space (column, other)."""
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

    def far_off(self, s: Space, spaces: Sequence[Space]) -> list[int]:
        i, j = s
        return [a if (a := abs(i - u)) > (b := abs(j - v)) else b for u, v in spaces]

    @classmethod
    def squeezed(cls, s: Space, t: Space) -> tuple[Space, Space] | None:
        return None if s[0] == t[0] or s[1] == t[1] else ((s[0], t[1]), (t[0], s[1]))

    def outline(self, s: Space, share: float = 1.0) -> tuple[Point, ...]:
        (x, y), h = self.centre(s), 0.5 * share
        return ((x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h))

    @classmethod
    def _line(cls, row: int, column: int, other: int) -> Line:
        """As on other grids. All lines are turned or mirrored lines into the first eighth: `slanted_steps`."""
        far, high = abs(column), abs(other - row)
        east, north = 1 if column > 0 else -1, 1 if other > row else -1
        met: list[tuple[Space, ...]] = []
        for u, v, corner in slanted_steps(max(far, high), min(far, high)):
            if far < high:
                u, v = v, u
            if corner:  # the space crossed to along the row and the one along the column: left of the line, right of it
                beside, above = ((u + 1) * east, row + v * north), (u * east, row + (v + 1) * north)
                met.append((above, beside) if east == north else (beside, above))
            else:
                met.append(((u * east, row + v * north),))
        return tuple(met)

    @classmethod
    @lru_cache(maxsize=65536)
    def _between(cls, stride: int, row: int, column: int, other: int) -> tuple[tuple[int, int], ...]:
        far, high = abs(column), abs(other - row)
        one, two = 1 if column > 0 else -1, stride if other > row else -stride
        if far < high:
            far, high, one, two = high, far, two, one
        return tuple(
            [
                ((u + 1) * one + v * two, u * one + (v + 1) * two) if corner else (u * one + v * two,) * 2
                for u, v, corner in slanted_steps(far, high)
            ]
        )


@lru_cache(maxsize=8192)
def slanted_steps(far: int, high: int) -> tuple[tuple[int, int, bool], ...]:
    """What the line meets that leads so many columns and so many rows further, by columns and rows crossed: a space, or
    the corner beyond a space. Borders lie at odd multiples of half a side; the next one of columns comes before that of
    rows, after it, or with it."""
    u = v = 0
    met: list[tuple[int, int, bool]] = []
    while u < far or v < high:
        turn = (2 * u + 1) * high - (2 * v + 1) * far
        if turn == 0:
            met.append((u, v, True))
        if turn <= 0:
            u += 1
        if turn >= 0:
            v += 1
        if u < far or v < high:
            met.append((u, v, False))
    return tuple(met)


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

    def apart(self, s: Space, t: Space) -> int:
        dq = (s[0] - (s[1] - s[1] % 2) // 2) - (t[0] - (t[1] - t[1] % 2) // 2)
        dr = s[1] - t[1]
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    def outline(self, s: Space, share: float = 1.0) -> tuple[Point, ...]:
        (x, y), h, k = self._exact(s), 0.5 * share, share * self.RISE / 3.0
        return ((x, y - 2 * k), (x + h, y - k), (x + h, y + k), (x, y + 2 * k), (x - h, y + k), (x - h, y - k))

    @classmethod
    @lru_cache(maxsize=65536)
    def _between(cls, stride: int, row: int, column: int, other: int) -> tuple[tuple[int, int], ...]:
        """A line that leads down, or west along its row, is one that leads up, or east, seen from its other end."""
        if other > row or (other == row and column >= 0):
            base, found = row * stride, list[tuple[int, int]]()
            for group in cls._line(row, column, other):
                i, j = group[0]
                one = two = j * stride + i - base
                if len(group) > 1:
                    i, j = group[1]
                    two = j * stride + i - base
                found.append((one, two))
            return tuple(found)
        end, odd = (other - row) * stride + column, other % 2
        back = cls._between(stride, odd, -column, row - other + odd)
        return tuple([(end + a, end + b) for a, b in reversed(back)])

    @classmethod
    @lru_cache(maxsize=65536)
    def _line(cls, row: int, column: int, other: int) -> Line:
        """The line from space (0, row) to space (column, other): from space to space, always over the side or through
        the corner where the line leaves. `left` of a corner: above 0 when it lies left of the line."""
        i, j, end = 0, row, (column, other)
        (ax, ay), corners = cls._shape((0, row))
        (bx, by), _ = cls._shape(end)
        dx, dy = bx - ax, by - ay
        left = [dx * v - dy * u for u, v, _, _ in corners]
        first, n = left.index(min(left)), len(left)
        front = [k % n for k in range(first, first + n)]  # from the rightmost corner on, the line's end ahead
        met: list[tuple[Space, ...]] = []
        while (i, j) != end:
            odd = j & 1
            middle = dx * (3 * j - ay) - dy * (2 * i + odd - ax)
            for k in front:
                if middle + left[k] >= 0:
                    break
            corners = _HEX[odd]
            _, _, u, v = corners[k - 1]
            over = (i + u, j + v)
            if middle + left[k] == 0:
                beyond = (i + corners[k][2], j + corners[k][3])
                between, over = cls._through((i, j), beyond, over, dx, dy)
                met += between
            i, j = over
            if over != end:
                met.append((over,))
        return tuple(met)

    @classmethod
    def _shape(cls, s: Space) -> tuple[tuple[int, int], tuple[tuple[int, int, int, int], ...]]:
        """The centre in whole numbers, on axes that keep straight lines straight, and for each corner in turn (counter-
        clockwise): where it is from the centre, and which neighbour lies behind the side that begins there."""
        # x in half widths, y in half sides: corners fall on whole numbers, and stretching keeps lines straight
        odd = s[1] % 2
        return (2 * s[0] + odd, 3 * s[1]), _HEX[odd]

    @classmethod
    def _through(cls, at: Space, left: Space, right: Space, dx: int, dy: int) -> tuple[list[tuple[Space, ...]], Space]:
        """A line that leaves a space through a corner: what it runs between there, and the space that it enters. Behind
        the corner two spaces meet: it enters the one on its side, or runs along their common border into the space at
        the far end of that."""
        (lx, ly), _ = cls._shape(left)
        (rx, ry), _ = cls._shape(right)
        (x, y), _ = cls._shape(at)
        ahead = (lx + rx - 2 * x, ly + ry - 2 * y)  # where the border leads; it bisects the way to the two centres
        turn = dx * ahead[1] - dy * ahead[0]
        if turn:
            return [], right if turn > 0 else left
        beyond = next(t for t in cls.around(left) if t != at and t in cls.around(right))
        return [(left, right)], beyond


_HEX = tuple(
    (
        (0, -2, odd, -1),
        (1, -1, 1, 0),
        (1, 1, odd, 1),
        (0, 2, odd - 1, 1),
        (-1, 1, -1, 0),
        (-1, -1, odd - 1, -1),
    )
    for odd in (0, 1)
)
"""The corners of a hexagon in an even and in an odd row, and the neighbours behind its sides."""
