"""The terrain of one map, and the one place that decides what a straight line crosses.

A line crosses a convex part if it runs through its inside: touching a corner or running along a face is not crossing.
For end points on the grid this is exact, and both directions of a line are clipped as one, so every answer is
symmetric. The seams between the convex parts of one outline are inside it, not faces.

Without heights (`pz`, `qz` left out) the table is flat and every piece reaches the sky. With heights a line counts
only where it is above a piece's foot and below its top; grazing either is not crossing.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from msgspec import Struct

from xenotable.kernels import Rows, kernel
from xenotable.table.near import TOLERANCE, on_table, overlaps, to_piece
from xenotable.table.shapes import Circle, Piece, Point, ShapeError, convex_parts, edges, on_outline

ALL = 0xFFFFFFFF
BLOCKS = (2.0, 4.0)  # the sides of the squares by which a map is cut up to find what is near
FEW = 256  # grounds without some piece that a ground remembers

Plane = tuple[float, float, float, bool]
Side = tuple[float, float, float, float, float]
Box = tuple[float, float, float, float, float, float, float]
Bounded = tuple[float, float, float, float, "Part"]  # west, east, south, north
Turn = tuple[float, float, float, float, float]
"""Where a way may bend round a part: the corner that it stands off from, in which direction, and by how much farther
than the mover keeps off (the cosine of half the turn)."""

TWELVE = tuple([(math.cos(k * math.pi / 6.0), math.sin(k * math.pi / 6.0)) for k in range(12)])


class Part:
    """A convex part of a piece: bounds, a circle around it, heights, and half-planes n·p <= c (none: a disc).

    `sides` are the same borders as start, direction (a unit vector) and length; `box`: bounds, and that circle.
    """

    __slots__ = (
        "bits",
        "box",
        "corners",
        "cx",
        "cy",
        "high",
        "low",
        "owner",
        "planes",
        "rad",
        "sides",
        "x0",
        "x1",
        "y0",
        "y1",
    )

    def __init__(self, piece: Piece, owner: int, corners: tuple[Point, ...]) -> None:
        self.owner, self.bits, self.low, self.high, self.corners = owner, piece.bits, piece.low, piece.high, corners
        if piece.disc is not None:
            x, y, r = self.cx, self.cy, self.rad = piece.disc
            self.x0, self.y0, self.x1, self.y1 = x - r, y - r, x + r, y + r
            self.planes: tuple[Plane, ...] = ()
            self.sides: tuple[Side, ...] = ()
            self.box: Box = (self.x0, self.y0, self.x1, self.y1, x, y, r)
            return
        self.box, self.planes, self.sides = _figure(corners, piece.corners)
        self.x0, self.y0, self.x1, self.y1, self.cx, self.cy, self.rad = self.box


@lru_cache(8192)
def _figure(corners: tuple[Point, ...], outline: tuple[Point, ...]) -> tuple[Box, tuple[Plane, ...], tuple[Side, ...]]:
    """A convex part of an outline in numbers. Many grounds are made of the same pieces."""
    xs, ys = [p[0] for p in corners], [p[1] for p in corners]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    rad = max(math.hypot(u - x, v - y) for u, v in corners) + 1e-6
    planes, sides = [_plane(a, b, outline) for a, b in edges(corners)], [_side(a, b) for a, b in edges(corners)]
    return (min(xs), min(ys), max(xs), max(ys), x, y, rad), tuple(planes), tuple(sides)


def _spans(lengths: Iterable[int]) -> Rows:
    """From where to where the rows of each stand, if they follow each other."""
    return Rows(pairwise(accumulate(lengths, initial=0)))


def _turns(part: Part) -> list[Turn]:
    """The points around a convex part that a shortest way may bend at."""
    if not part.planes:
        return [(part.cx, part.cy, u, v, math.cos(math.pi / 12.0)) for u, v in TWELVE]
    return _corner_turns(part.corners, part.planes)


@lru_cache(8192)
def _corner_turns(corners: tuple[Point, ...], planes: tuple[Plane, ...]) -> list[Turn]:
    found = []
    for i, (x, y) in enumerate(corners):
        a = math.atan2(planes[i - 1][1], planes[i - 1][0])
        turn = (math.atan2(planes[i][1], planes[i][0]) - a) % (2.0 * math.pi)
        n = max(1, math.ceil(turn / (math.pi / 3.9)))
        for k in range(n):
            t = a + turn * (2 * k + 1) / (2 * n)
            found.append((x, y, math.cos(t), math.sin(t), math.cos(turn / (2 * n))))
    return found


def _side(a: Point, b: Point) -> Side:
    long = math.dist(a, b)
    return (a[0], a[1], (b[0] - a[0]) / long, (b[1] - a[1]) / long, long)


def _plane(a: Point, b: Point, outline: tuple[Point, ...]) -> Plane:
    """The half-plane left of a side. Of the two parts at a seam, the one with the rising side owns the seam itself."""
    nx, ny = b[1] - a[1], a[0] - b[0]
    return (nx, ny, nx * a[0] + ny * a[1], b > a and not on_outline(a, b, outline))


class Crossing(Struct, frozen=True):
    """A line runs through a piece between the shares t0 and t1 of its way.

    `length` is the length of that stretch in space, `plan` in plan; they are the same on a flat table.
    """

    piece: Piece
    index: int
    t0: float
    t1: float
    length: float
    plan: float


class PartRows(NamedTuple):
    """The convex parts of a ground for kernels: their numbers, from where to where the planes and sides of each stand,
    those of all, the boxes, and the same for the turns round them."""

    numbers: dict[Part, int]
    spans: tuple[tuple[int, int], ...]
    planes: tuple[Plane, ...]
    sides: tuple[Side, ...]
    boxes: tuple[Box, ...]
    turn_spans: tuple[tuple[int, int], ...]
    turns: tuple[Turn, ...]


class Ground:
    """The terrain of a map: built once, never changed, shared by all forks; equal only to itself."""

    __slots__ = (
        "_blocks", "_bounds", "_chosen", "_index", "_rows", "_without", "added", "base", "depth", "parts", "pieces",
        "tolls", "width",
    )  # fmt: skip

    def __init__(self, pieces: Iterable[Piece], width: float, depth: float, base: Ground | None = None) -> None:
        """`base`: a ground to which these pieces are added. What is found out about it serves here, too."""
        more = tuple(pieces)
        first = 0 if base is None else len(base.pieces)
        self.base = base
        self.pieces: tuple[Piece, ...] = more if base is None else (*base.pieces, *more)
        self.width, self.depth = float(width), float(depth)
        self._index: dict[str, int] = {} if base is None else base._index.copy()
        self._index.update({piece.name: i for i, piece in enumerate(more, first)})
        if len(self._index) < len(self.pieces):
            names = [p.name for p in self.pieces]
            twice = next(n for n in names if names.count(n) > 1)
            raise ShapeError(f"Two pieces of terrain are called {twice}: names must differ.")
        self.added = [part for i, piece in enumerate(more, first) for part in _parts(piece, i)]
        self.parts: tuple[Part, ...] = tuple(self.added) if base is None else (*base.parts, *self.added)
        self._chosen: dict[int, tuple[Part, ...]] = {}
        self._blocks: dict[tuple[int, float, float, float], list[Bounded]] = {}
        self._bounds: dict[int, list[Bounded]] = {}
        self._rows: PartRows | None = None
        self._without: dict[tuple[str, ...], Ground] = {}
        self.tolls: dict[Any, Any] = {}  # what ways cost here, by `Costs`: see `moving.tolls_of`

    @staticmethod
    def of(pieces: Iterable[Piece], width: float, depth: float) -> Ground:
        """The ground with these pieces; equal pieces give the very same ground while it is remembered."""
        return _ground(tuple(pieces), float(width), float(depth))

    def plus(self, *pieces: Piece) -> Ground:
        """This ground with more pieces (a barricade, smoke)."""
        return _extended(self, pieces) if pieces else self

    def minus(self, *names: str) -> Ground:
        """This ground without the pieces of these names."""
        found = self._without.get(names)
        if found is None:
            gone = {self.piece(name).name for name in names}
            found = Ground.of((p for p in self.pieces if p.name not in gone), self.width, self.depth)
            if len(self._without) < FEW:
                self._without[names] = found
        return found

    def piece(self, name: str) -> Piece:
        """The piece of this name."""
        if name not in self._index:
            close = get_close_matches(name, self._index, 1)
            raise ShapeError(f"There is no terrain called {name}." + (f" Do you mean {close[0]}?" if close else ""))
        return self.pieces[self._index[name]]

    def index(self, name: str) -> int:
        """Where the piece of this name stands in `pieces`."""
        return self._index[self.piece(name).name]

    def chosen(self, mask: int) -> tuple[Part, ...]:
        """The convex parts of the pieces that have a bit of the mask."""
        parts = self._chosen.get(mask)
        if parts is None:
            before = () if self.base is None else self.base.chosen(mask)
            parts = self._chosen[mask] = (*before, *[p for p in self.added if p.bits & mask])
        return parts

    def bounds(self, mask: int) -> list[Bounded]:
        """The same with their bounds (west, east, south, north) before them, for whoever passes most of them by."""
        known = self._bounds.get(mask)
        if known is None:
            before = [] if self.base is None else self.base.bounds(mask)
            known = self._bounds[mask] = before + [(p.x0, p.x1, p.y0, p.y1, p) for p in self.added if p.bits & mask]
        return known

    def bounds_about(self, x: float, y: float, reach: float, mask: int) -> list[Bounded]:
        """Those of them that may be so near to a point, and some more."""
        for block in BLOCKS:
            if reach <= block:
                return self._around(x, y, mask, block)
        return self.bounds(mask)

    def rows(self) -> PartRows:
        """All convex parts as rows, made when first asked for."""
        if self._rows is None:
            parts, around = self.parts, [_turns(part) for part in self.parts]
            planes = Rows(plane for part in parts for plane in part.planes)
            sides = Rows(side for part in parts for side in part.sides)
            numbers = {part: k for k, part in enumerate(parts)}
            boxes, turns = Rows(part.box for part in parts), Rows(turn for found in around for turn in found)
            spans = _spans(len(part.planes) for part in parts)
            self._rows = PartRows(numbers, spans, planes, sides, boxes, _spans(map(len, around)), turns)
        return self._rows

    # ---- lines

    def corridor(self, p: Point, ends: Sequence[Point], mask: int = ALL) -> tuple[Part, ...]:
        """The parts that some line from p to these ends may meet: look along many lines `among` these only."""
        if not ends:
            return ()
        px, py = p
        xs, ys = [px, *(q[0] for q in ends)], [py, *(q[1] for q in ends)]
        x0, y0, x1, y1 = min(xs), min(ys), max(xs), max(ys)
        dx, dy = sum(xs) / len(xs) - px, sum(ys) / len(ys) - py
        long = math.sqrt(dx * dx + dy * dy)
        wide = max(abs(dx * (q[1] - py) - dy * (q[0] - px)) for q in ends) + 1e-6 * long
        return tuple(
            part
            for part in self.chosen(mask)
            if part.x0 <= x1
            and part.x1 >= x0
            and part.y0 <= y1
            and part.y1 >= y0
            and abs(dx * (part.cy - py) - dy * (part.cx - px)) <= part.rad * long + wide
        )

    def stretches(
        self,
        p: Point,
        q: Point,
        mask: int = ALL,
        pz: float | None = None,
        qz: float | None = None,
        among: Sequence[Part] | None = None,
    ) -> Iterator[tuple[Part, float, float]]:
        """Part, entry and exit (shares of the way from p to q) of every convex part that the line runs through."""
        px, py = p
        qx, qy = q
        swap = qx < px or (qx == px and qy < py)
        if swap:
            px, py, qx, qy, pz, qz = qx, qy, px, py, qz, pz
        dx, dy = qx - px, qy - py
        long = math.sqrt(dx * dx + dy * dy)
        ly, hy = (py, qy) if py < qy else (qy, py)
        for part in self.chosen(mask) if among is None else among:
            if part.x0 > qx or part.x1 < px or part.y0 > hy or part.y1 < ly:
                continue
            if abs(dx * (part.cy - py) - dy * (part.cx - px)) > part.rad * long:
                continue
            if part.planes:
                t0, t1 = clip(part.planes, px, py, qx, qy)
            else:
                t0, t1 = clip_disc(part.cx, part.cy, part.rad, px, py, qx, qy)
            if t0 >= t1:
                continue
            if pz is not None and qz is not None:
                t0, t1 = clip_height(part.low, part.high, pz, qz, t0, t1)
                if t0 >= t1:
                    continue
            yield (part, 1.0 - t1, 1.0 - t0) if swap else (part, t0, t1)

    def crossings(
        self,
        p: Point,
        q: Point,
        mask: int = ALL,
        pz: float | None = None,
        qz: float | None = None,
        width: float = 0.0,
        among: Sequence[Part] | None = None,
    ) -> list[Crossing]:
        """Every stretch of more than `width` that the line runs inside a piece, in order along the way from p to q.

        The stretches inside the convex parts of one piece that follow each other are one.
        """
        runs: dict[int, list[tuple[float, float]]] = {}
        if among is None and not self.chosen(mask):
            return []
        for part, t0, t1 in self.stretches(p, q, mask, pz, qz, among):
            runs.setdefault(part.owner, []).append((t0, t1))
        if not runs:
            return []
        plan, long = line_length(p, q), line_length(p, q, pz, qz)
        found = [
            Crossing(self.pieces[i], i, t0, t1, (t1 - t0) * long, (t1 - t0) * plan)
            for i, spans in runs.items()
            for t0, t1 in union(spans)
            if (t1 - t0) * long > width
        ]
        found.sort(key=lambda c: (c.t0, c.index))
        return found

    def blocked(
        self,
        p: Point,
        q: Point,
        mask: int,
        pz: float | None = None,
        qz: float | None = None,
        width: float = 0.0,
        skip: Collection[str] = (),
        among: Sequence[Part] | None = None,
    ) -> Piece | None:
        """The first piece (in the order of `pieces`) that the line runs through for more than `width`, or None.

        `skip` names pieces that do not count; `among` (see `corridor`) limits the search in place of the mask. The
        width is compared with the stretch inside each convex part.
        """
        long = line_length(p, q, pz, qz)
        for part, t0, t1 in self.stretches(p, q, mask, pz, qz, among):
            if (t1 - t0) * long > width and not (skip and self.pieces[part.owner].name in skip):
                return self.pieces[part.owner]
        return None

    # ---- places

    def at(self, p: Point, mask: int = ALL) -> list[Piece]:
        """The pieces a point is in; the boundary counts."""
        x, y = p
        owners: dict[int, None] = {}
        for x0, x1, y0, y1, part in self.bounds_about(x, y, 0.0, mask):
            if x0 <= x <= x1 and y0 <= y <= y1 and in_part(part, x, y):
                owners[part.owner] = None
        return [self.pieces[i] for i in owners]

    def bits_at(self, p: Point) -> int:
        """All bits of the pieces a point is in."""
        bits = 0
        for piece in self.at(p):
            bits |= piece.bits
        return bits

    def near(self, c: Circle, distance: float, mask: int = ALL, tol: float = TOLERANCE) -> list[Piece]:
        """The pieces whose outline is at most `distance` from a base."""
        x, y, reach = c.x, c.y, distance + c.r + tol
        owners: dict[int, None] = {}
        for x0, x1, y0, y1, part in self.bounds_about(x, y, reach, mask):
            if x0 - reach <= x <= x1 + reach and y0 - reach <= y <= y1 + reach:
                owners[part.owner] = None
        return [self.pieces[i] for i in owners if to_piece(c, self.pieces[i]) <= distance + tol]

    def _around(self, x: float, y: float, mask: int, block: float) -> list[Bounded]:
        """The parts of the mask at most a block away from the block of the map that a point lies in."""
        i, j = x // block, y // block
        known = self._blocks.get((mask, block, i, j))
        if known is None:
            x0, y0, x1, y1 = (i - 1) * block, (j - 1) * block, (i + 2) * block, (j + 2) * block
            known = [b for b in self.bounds(mask) if b[0] <= x1 and b[1] >= x0 and b[2] <= y1 and b[3] >= y0]
            self._blocks[mask, block, i, j] = known
        return known

    def under(self, c: Circle, mask: int = ALL, tol: float = TOLERANCE) -> list[Piece]:
        """The pieces a base overlaps; touching does not count."""
        x, y, r = c.x, c.y, c.r
        owners: dict[int, None] = {}
        for x0, x1, y0, y1, part in self.bounds_about(x, y, r, mask):
            if x0 - r <= x <= x1 + r and y0 - r <= y <= y1 + r:
                owners[part.owner] = None
        return [self.pieces[i] for i in owners if overlaps(c, self.pieces[i], tol)] if owners else []

    def on_table(self, c: Circle, tol: float = TOLERANCE) -> bool:
        """Is the whole base on the table?"""
        return on_table(c, self.width, self.depth, tol)


@lru_cache(maxsize=512)
def _ground(pieces: tuple[Piece, ...], width: float, depth: float) -> Ground:
    return Ground(pieces, width, depth)


@lru_cache(maxsize=512)
def _extended(base: Ground, pieces: tuple[Piece, ...]) -> Ground:
    return Ground(pieces, base.width, base.depth, base)


@lru_cache(maxsize=4096)
def _cut(corners: tuple[Point, ...]) -> tuple[tuple[Point, ...], ...]:
    return tuple(convex_parts(corners))


@lru_cache(maxsize=8192)
def _parts(piece: Piece, owner: int) -> tuple[Part, ...]:
    """The convex parts of a piece; remembered, because a ground with one piece more has all the others again."""
    if piece.disc is not None:
        return (Part(piece, owner, piece.corners),)
    return tuple(Part(piece, owner, corners) for corners in _cut(piece.corners))


def line_length(p: Point, q: Point, pz: float | None = None, qz: float | None = None) -> float:
    """The length of a line, flat or in space: the kernel's very operations, so that widths compare alike."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    long = math.sqrt(dx * dx + dy * dy)
    if pz is None or qz is None:
        return long
    return math.sqrt(long * long + (qz - pz) * (qz - pz))


def in_part(part: Part, x: float, y: float) -> bool:
    """Is a point in a convex part? The boundary counts."""
    if not part.planes:
        return (x - part.cx) * (x - part.cx) + (y - part.cy) * (y - part.cy) <= part.rad * part.rad
    return in_planes(part.planes, x, y)


@kernel()
def in_planes(planes: Iterable[Plane], x: float, y: float) -> bool:
    """Is a point behind all sides of a convex part? The boundary counts."""
    for nx, ny, c, _ in planes:  # noqa: SIM110  # numba knows no generators
        if not nx * x + ny * y <= c:
            return False
    return True


@kernel()
def clip(planes: Iterable[Plane], px: float, py: float, qx: float, qy: float) -> tuple[float, float]:
    """Entry and exit of a line through the convex part with these sides; entry at or after exit when it does not
    cross."""
    t0, t1 = 0.0, 1.0
    for nx, ny, c, seam in planes:
        a = nx * px + ny * py - c
        b = nx * qx + ny * qy - c
        if a >= 0.0 and b >= 0.0 and not (seam and a == 0.0 and b == 0.0):
            return 1.0, 0.0
        if a > 0.0:
            t = a / (a - b)
            if t > t0:
                t0 = t
        elif b > 0.0:
            t = a / (a - b)
            if t < t1:
                t1 = t
        if t0 >= t1:
            return 1.0, 0.0
    return t0, t1


@kernel()
def clip_disc(cx: float, cy: float, r: float, px: float, py: float, qx: float, qy: float) -> tuple[float, float]:
    """Entry and exit of a line through a disc; entry at or after exit when it does not cross."""
    dx, dy, fx, fy = qx - px, qy - py, px - cx, py - cy
    a = dx * dx + dy * dy
    c = fx * fx + fy * fy - r * r
    if a == 0.0:
        return (0.0, 1.0) if c < 0.0 else (1.0, 0.0)
    b = fx * dx + fy * dy
    root = b * b - a * c
    if root <= 0.0:
        return 1.0, 0.0
    root = math.sqrt(root)
    return max(0.0, (-b - root) / a), min(1.0, (-b + root) / a)


@kernel()
def clip_height(low: float, high: float, pz: float, qz: float, t0: float, t1: float) -> tuple[float, float]:
    """The stretch of [t0, t1] where the line is above the foot and below the top."""
    dz = qz - pz
    if dz == 0.0:
        return (t0, t1) if low < pz < high else (1.0, 0.0)
    ta, tb = (low - pz) / dz, (high - pz) / dz
    if ta > tb:
        ta, tb = tb, ta
    return max(t0, ta), min(t1, tb)


@kernel()
def union(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Spans joined where they overlap or meet (a rounding error apart still meets)."""
    if len(spans) == 1:
        return list(spans)
    joined: list[tuple[float, float]] = []
    for t0, t1 in sorted(spans):
        if joined and t0 <= joined[-1][1] + 1e-12:
            if t1 > joined[-1][1]:
                joined[-1] = (joined[-1][0], t1)
        else:
            joined.append((t0, t1))
    return joined
