"""The places that an AI model considers as arrays, for whoever plays many games (`rules/ai/destinations` has the lists,
and a test holds this to them). numpy is imported with this module, so it is imported only once compiled code is loaded.

Places of one ground are numbered in order of x and y; among equals that is the order in which they are wanted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from xenotable.games.xcx.kernels.sight import ARM, HARD, IN_HARD, IN_SOFT, OPEN, SOFT, TOL
from xenotable.table import Circle, Hexes, Point
from xenotable.table.grids import Plan

if TYPE_CHECKING:
    from xenotable.games.xcx.rules.ai.attack_values import Firing
    from xenotable.games.xcx.rules.terrain.field import Field

F8 = npt.NDArray[np.float64]
I8 = npt.NDArray[np.int64]
MICRO = 1e6  # distances are compared to a millionth


def micro(d: F8) -> F8:
    """To six places, as `round` does it."""
    return np.rint(d * MICRO) / MICRO


class Board:
    """All places of a ground with `room` around them where a base of radius r may want to end."""

    def __init__(self, field: Field, room: float, r: float) -> None:
        self.field, self.r = field, r
        if field.grid is None:
            self.points = [p for _, column in field.columns(room) for p in column]
            self.x, self.y = np.array(self.points).reshape(-1, 2).T.copy()
            self.shades = self._shades()
        else:
            self.points, self.x, self.y, self.i, self.j, self.numbers, self.rank = _spaces(field.grid.plan)
            self.hexes, self.bits = isinstance(field.grid, Hexes), np.array(field.bits)
            self.shades = self._grid_shades(field)

    def _shades(self) -> I8:
        """`sight.shade` of each place."""
        xs, ys = (np.arange(0.5, side, dtype=np.float64) for side in (self.field.width, self.field.depth))
        found, arm = np.zeros((len(xs), len(ys)), np.int64), ARM + self.r
        for x0, y0, x1, y1, _, _, _, part in self.field.sighted:
            most = IN_HARD if part.bits & HARD else IN_SOFT if part.bits & SOFT else OPEN
            if most:
                columns = slice(max(0, math.floor(x0 - arm)), math.ceil(x1 + arm))
                rows = slice(max(0, math.floor(y0 - arm)), math.ceil(y1 + arm))
                near = off(x0, y0, x1, y1, xs[columns, None], ys[None, rows]) <= arm
                found[columns, rows] = np.maximum(found[columns, rows], np.where(near, most, OPEN))
        at: I8 = found[self.x.astype(np.int64), self.y.astype(np.int64)]
        return at

    def _grid_shades(self, field: Field) -> I8:
        assert field.compiled is not None
        assert field.grid is not None
        forms, beside = field.compiled.forms, field.compiled.steps[:, :, 0]
        around = np.bitwise_or.reduce(forms[beside], axis=1) | forms & SOFT
        shades = np.where(around & HARD, IN_HARD, np.where(around & SOFT, IN_SOFT, OPEN))
        at: I8 = shades[self.numbers].astype(np.int64)
        return at


@lru_cache(32)
def _spaces(plan: Plan) -> tuple[list[Point], F8, F8, I8, I8, I8, I8]:
    """The places of a grid, their x and y, their columns and rows, their numbers; and by number where they are here."""
    points = sorted(plan.places.values())
    (x, y), (i, j) = np.array(points).T.copy(), np.array([plan.spaces[p] for p in points]).T.copy()
    numbers = np.array([plan.numbered[p] for p in points])
    rank = np.zeros(int(numbers.max()) + 1, np.int64)
    rank[numbers] = np.arange(len(points))
    return points, x, y, i, j, numbers, rank


def off(x0: float, y0: float, x1: float, y1: float, x: F8, y: F8) -> F8:
    """Points to a rectangle along the table's sides."""
    dx, dy = np.maximum(np.maximum(x0 - x, x - x1), 0.0), np.maximum(np.maximum(y0 - y, y - y1), 0.0)
    found: F8 = np.sqrt(dx * dx + dy * dy)
    return found


def board(field: Field, room: float = 0.0, r: float = 0.0) -> Board:
    key = (room, r)
    known: Board | None = field.boards.get(key)
    if known is None:
        known = field.boards[key] = Board(field, room, r)
    return known


class Spots:
    """Places of a board: those within an allowance, and where the model stands."""

    def __init__(self, on: Board, which: I8, here: Circle) -> None:
        self.board, self.here = on, here
        self.points: list[Point] = [*itemgetter(*which.tolist(), -1)(on.points)][:-1] if len(which) else []
        self.x, self.y, self.shades = on.x[which], on.y[which], on.shades[which]
        self.which = which

    @staticmethod
    def within(on: Board, here: Circle, far: float, shade: int) -> Spots:
        """In inches. `shade` is that of where the model stands."""
        dx, dy = on.x - here.x, on.y - here.y
        found = Spots(on, np.nonzero(dx * dx + dy * dy <= (far + TOL) * (far + TOL))[0], here)
        at, points = (here.x, here.y), found.points
        k = int(np.searchsorted(found.x, here.x))
        while k < len(points) and points[k] < at:
            k += 1
        if k == len(points) or points[k] != at:
            points.insert(k, at)
            found.x, found.y = _put(found.x, k, here.x), _put(found.y, k, here.y)
            found.shades = _put(found.shades, k, shade)
        return found

    @staticmethod
    def reached(on: Board, numbers: Sequence[int], start: int, stop: int, here: Circle) -> Spots:
        """In a grid: the spaces of these numbers where a move may end, and the start."""
        at = np.array(numbers, np.int64)
        at = at[on.bits[at] & stop == 0] if len(at) else at
        return Spots(on, np.sort(on.rank[np.append(at, start)]), here)

    def gaps(self, to: Circle) -> F8:
        """How far each of them is from a base, in inches."""
        dx, dy = self.x - to.x, self.y - to.y
        return np.maximum(np.sqrt(dx * dx + dy * dy) - self.here.r - to.r, 0.0)

    def steps(self, goals: Sequence[tuple[int, int]]) -> F8:
        """How far each of them is from the nearest of these spaces."""
        i, j, on = self.board.i[self.which], self.board.j[self.which], self.board
        found = None
        for k, m in goals:
            if on.hexes:
                dq, dr = (i - (j - j % 2) // 2) - (k - (m - m % 2) // 2), j - m
                d = (abs(dq) + abs(dr) + abs(dq + dr)) // 2
            else:
                d = np.maximum(abs(i - k), abs(j - m))
            found = d if found is None else np.minimum(found, d)
        assert found is not None
        steps: F8 = found.astype(np.float64)
        return steps

    def gaps_to_rectangle(self, x0: float, y0: float, x1: float, y1: float) -> F8:
        return np.maximum(off(x0, y0, x1, y1, self.x, self.y) - self.here.r, 0.0)

    def gaps_to_disc(self, x: float, y: float, r: float) -> F8:
        dx, dy = self.x - x, self.y - y
        found: F8 = np.maximum(np.maximum(np.sqrt(dx * dx + dy * dy) - r, 0.0) - self.here.r, 0.0)
        return found

    def off_here(self) -> F8:
        """How far each of them is from where the model stands, to six places."""
        dx, dy = self.x - self.here.x, self.y - self.here.y
        return micro(np.sqrt(dx * dx + dy * dy))

    # ---- in the order in which they are wanted (as `Destinations` says)

    def nearest(self, gaps: Any) -> Ordered:
        return Ordered(self.points, micro(gaps))

    def nearby(self, gaps: Any, limit: float) -> Ordered:
        return Ordered(self.points, gaps, among=np.nonzero(gaps <= limit)[0])

    def about(self, gaps: Any, close: float) -> Ordered:
        return Ordered(self.points, np.where(gaps <= close, 0.0, micro(gaps)), self.off_here())

    def farthest(self, gaps: Sequence[Any]) -> Ordered:
        return Ordered(self.points, -micro(np.minimum.reduce(gaps)))

    def prospects(self, firing: Firing, gaps: Any, covered: bool, least: float) -> Iterator[Any]:
        worth = np.zeros(len(self.points))
        band = np.zeros(len(self.points), np.int64)
        for _, r in firing.guns:
            band = 3 * band + (gaps < r / 2 - TOL) + (gaps <= r + TOL)
        near = gaps <= firing.far
        if covered:
            near &= self.shades > 0
        for b in set(band[near].tolist()):
            one = band == b
            most = firing.most(float(gaps[one.argmax()]))
            if most > 0.0 and round(most, 9) >= least:
                worth[one] = -round(most, 9)
        among = np.nonzero(near & (worth < 0.0))[0]
        found = Ordered(self.points, worth, -self.shades, self.off_here(), among=among)
        return zip(*found.grades, map(self.points.__getitem__, found.order), gaps[found.order].tolist(), strict=True)


def _put(values: Any, k: int, value: float) -> Any:
    return np.concatenate((values[:k], [value], values[k:]))


class Ordered:
    """Places with their grades, the lowest first; they can be gone through again."""

    def __init__(self, points: Sequence[Point], *grades: F8 | I8, among: I8 | None = None) -> None:
        chosen = grades if among is None else tuple([g[among] for g in grades])
        order = np.argsort(chosen[0], kind="stable") if len(chosen) == 1 else np.lexsort(chosen[::-1])
        self.grades = [g[order].tolist() for g in chosen]
        self.order: list[int] = (order if among is None else among[order]).tolist()
        self.points = points

    def __iter__(self) -> Iterator[Any]:
        return zip(*self.grades, map(self.points.__getitem__, self.order), strict=True)
