"""One interface to open tables and to tables with spaces: a game asks the metric, never the mode.

A place is always a point: on a grid it is the centre of a space. Sight comes as lines, each a list of groups that it
meets: on an open table a group is one piece that the line runs through. On a grid (see `grids`) it is one space, or the
two spaces between which the line runs; a group counts only if each of its members does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from msgspec import Struct

from xenotable.table.ground import Ground
from xenotable.table.legal import faults
from xenotable.table.moving import FREE, Costs, Fault, cost, steps
from xenotable.table.near import TOLERANCE, bases_overlap, to_piece
from xenotable.table.near import gap as base_gap
from xenotable.table.paths import path_to
from xenotable.table.shapes import Base, Circle, Point, snap_point
from xenotable.table.sight import centre_and_rim


class Met(Struct, frozen=True):
    """Something that a sight line meets: its bits and its distance from observer and target."""

    bits: int
    from_a: float
    from_b: float
    name: str


Group = tuple[Met, ...]


class Metric(Protocol):
    """How a table is measured and walked on."""

    ground: Ground

    def place(self, p: Point) -> Point:
        """The place that holds this point: where a model put down there stands."""

    def bits(self, p: Point) -> int:
        """The terrain of a place."""

    def distance(self, a: Base, b: Base) -> float:
        """How far two bases are apart."""

    def contact(self, a: Circle, b: Circle) -> bool:
        """Can these two be in base contact where they stand?"""

    def taken(self, a: Circle, b: Circle, gap: float) -> bool:
        """Do these two stand too close for a separation of `gap`?"""

    def path(
        self,
        base: Circle,
        goal: Point,
        budget: float | None,
        costs: Costs = FREE,
        others: Sequence[Circle] = (),
        gap: float = 0.0,
    ) -> list[Point] | None:
        """The cheapest legal path, or None."""

    def cost(self, base: Circle, path: Sequence[Point], costs: Costs = FREE) -> float:
        """What a path costs."""

    def faults(
        self,
        base: Circle,
        path: Sequence[Point],
        costs: Costs = FREE,
        others: Sequence[Circle] = (),
        gap: float = 0.0,
        budget: float | None = None,
    ) -> Iterator[Fault]:
        """Every reason why a move is not legal; on a grid also "step": the next space is no neighbour, or shut off."""

    def steps(self, base: Circle, path: Sequence[Point]) -> list[Point]:
        """The places passed along a path, one for each Range of the way, and the last."""

    def lines(self, a: Circle, b: Circle, mask: int) -> list[list[Group]]:
        """The sight lines from a to b, each with what it meets of the mask, in order."""


class Inches:
    """An open table: distances from rim to rim, sight along one line to the centre and some to the rim."""

    def __init__(self, ground: Ground, rim: int = 8, tol: float = TOLERANCE) -> None:
        self.ground, self.rim, self.tol = ground, rim, tol

    def place(self, p: Point) -> Point:
        return snap_point(p)

    def bits(self, p: Point) -> int:
        return self.ground.bits_at(p)

    def distance(self, a: Base, b: Base) -> float:
        return base_gap(a, b)

    def contact(self, a: Circle, b: Circle) -> bool:
        return base_gap(a, b) <= self.tol

    def taken(self, a: Circle, b: Circle, gap: float) -> bool:
        return base_gap(a, b) < gap - self.tol or bases_overlap(a, b, self.tol)

    def path(
        self,
        base: Circle,
        goal: Point,
        budget: float | None,
        costs: Costs = FREE,
        others: Sequence[Circle] = (),
        gap: float = 0.0,
    ) -> list[Point] | None:
        return path_to(base, goal, budget, self.ground, costs, others, gap)

    def cost(self, base: Circle, path: Sequence[Point], costs: Costs = FREE) -> float:
        return cost(base, path, self.ground, costs)

    def faults(
        self,
        base: Circle,
        path: Sequence[Point],
        costs: Costs = FREE,
        others: Sequence[Circle] = (),
        gap: float = 0.0,
        budget: float | None = None,
    ) -> Iterator[Fault]:
        return faults(base, path, self.ground, costs, others, gap, budget, tol=self.tol)

    def steps(self, base: Circle, path: Sequence[Point]) -> list[Point]:
        return [snap_point(p) for p in steps(base, path, 1.0)]

    def lines(self, a: Circle, b: Circle, mask: int) -> list[list[Group]]:
        eye = (a.x, a.y)
        known: dict[int, Met] = {}
        found: list[list[Group]] = []
        ends = centre_and_rim(b, self.rim)
        among = self.ground.corridor(eye, ends, mask)
        for end in ends:
            line: list[Group] = []
            for crossing in self.ground.crossings(eye, end, mask, among=among):
                i = crossing.index
                if i not in known:
                    piece = crossing.piece
                    known[i] = Met(piece.bits, to_piece(a, piece), to_piece(b, piece), piece.name)
                line.append((known[i],))
            found.append(line)
        return found
