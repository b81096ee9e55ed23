"""Moving a base along a path: what the swept disc comes near, what the way costs, and why a move is not legal.

A path is a list of way-points without the start: the start is the circle's centre. Costs are data (`Costs`); masks are
classes of terrain chosen by the game. Whoever starts closer to something than the rule allows may move as long as it
never gets closer to it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from xenotable.kernels import Rows, kernel
from xenotable.table.ground import Box, Ground, Part, Plane, Side, clip, clip_disc, in_part, in_planes, union
from xenotable.table.near import TOLERANCE, to_outline
from xenotable.table.shapes import Circle, Point, along

Span = tuple[float, float]


class Costs(Struct, frozen=True, cache_hash=True):
    """What terrain does to a mover.

    impassable: the swept disc may not touch these pieces (it may slide along them).
    no_end:     the base may cross these but not end overlapping them.
    slow:       (mask, factor): each inch of the centre inside costs `factor`; where they overlap the greatest counts.
    crossing:   (mask, cost): each time the centre line crosses such a piece costs this much on top.
    edge:       must the whole base stay on the table?
    least:      a leg shorter than this counts as this long (0: exact lengths).
    """

    impassable: int = 0
    no_end: int = 0
    slow: tuple[tuple[int, float], ...] = ()
    crossing: tuple[tuple[int, float], ...] = ()
    edge: bool = True
    least: float = 0.0


FREE = Costs()


class Fault(Struct, frozen=True):
    """One reason why a move is not legal, and where on the path it happens first.

    kind: "impassable" | "close" | "edge" | "end" (may not stop on that piece) | "long" (amount: inches too many).
    piece and other are indices into `ground.pieces` and the circles given; -1 when they do not apply.
    """

    kind: str
    leg: int
    at: Point
    piece: int = -1
    other: int = -1
    amount: float = 0.0


def legs(c: Circle, path: Iterable[Point]) -> Iterator[tuple[Point, Point]]:
    """The straight legs of a path in turn."""
    at = (c.x, c.y)
    for to in path:
        yield at, to
        at = to


def length(c: Circle, path: Iterable[Point]) -> float:
    """The length of a path."""
    at, total = (c.x, c.y), 0.0
    for to in path:
        total += math.dist(at, to)
        at = to
    return total


def move_circle(c: Circle, at: Point) -> Circle:
    """The same base somewhere else."""
    return Circle(at[0], at[1], c.r, c.z)


# ---- how near a straight leg comes


def disc_span(p: Point, q: Point, x: float, y: float, r: float) -> Span | None:
    """Between which shares of a leg its point is closer than r to (x, y)."""
    t0, t1 = clip_disc(x, y, r, p[0], p[1], q[0], q[1])
    return (t0, t1) if t0 < t1 else None


def part_span(p: Point, q: Point, part: Part, d: float) -> Span | None:
    """Between which shares of a leg its point is closer than d to a convex part, or inside it.

    Whatever lies within d of a convex part is convex, so one span tells all: the hull of the spans near each side.
    """
    if not part.planes:
        return disc_span(p, q, part.cx, part.cy, part.rad + d)
    (px, py), (qx, qy) = p, q
    if clear_of(part.sides, part.box, d, px, py, qx, qy):
        return None
    t0, t1 = 1.0, 0.0
    if p != q:
        t0, t1 = clip(part.planes, px, py, qx, qy)
    elif in_part(part, px, py):
        t0, t1 = 0.0, 1.0
    if d > 0.0:
        for side in part.sides:
            s0, s1 = clip_disc(side[0], side[1], d, px, py, qx, qy)
            if s0 < s1:
                t0, t1 = min(t0, s0), max(t1, s1)
            s0, s1 = beside(px, py, qx, qy, side, d)
            if s0 < s1:
                t0, t1 = min(t0, s0), max(t1, s1)
    return (t0, t1) if t0 < t1 else None


@kernel()
def comes_close(
    planes: Sequence[Plane], sides: Iterable[Side], box: Box, d: float, px: float, py: float, qx: float, qy: float
) -> bool:
    """Does a leg come closer than d to a convex part, or into it? (`part_span`, to the first yes.)"""
    if len(planes) == 0:
        t0, t1 = clip_disc(box[4], box[5], box[6] + d, px, py, qx, qy)
        return t0 < t1
    if clear_of(sides, box, d, px, py, qx, qy):
        return False
    if px != qx or py != qy:
        t0, t1 = clip(planes, px, py, qx, qy)
        if t0 < t1:
            return True
    elif in_planes(planes, px, py):
        return True
    if d > 0.0:
        for side in sides:
            t0, t1 = clip_disc(side[0], side[1], d, px, py, qx, qy)
            if t0 < t1:
                return True
            t0, t1 = beside(px, py, qx, qy, side, d)
            if t0 < t1:
                return True
    return False


@kernel()
def clear_of(sides: Iterable[Side], box: Box, d: float, px: float, py: float, qx: float, qy: float) -> bool:
    """A quick no: bounds, the circle around the part, or one side with the whole leg beyond it by d."""
    x0, y0, x1, y1, cx, cy, rad = box
    if (px >= x1 + d and qx >= x1 + d) or (px <= x0 - d and qx <= x0 - d):
        return True
    if (py >= y1 + d and qy >= y1 + d) or (py <= y0 - d and qy <= y0 - d):
        return True
    dx, dy = qx - px, qy - py
    off, far = dx * (cy - py) - dy * (cx - px), rad + d
    if off * off > far * far * (dx * dx + dy * dy) and (dx != 0.0 or dy != 0.0):
        return True
    for ax, ay, ux, uy, _ in sides:  # numba knows no generators
        if (px - ax) * uy - (py - ay) * ux >= d and (qx - ax) * uy - (qy - ay) * ux >= d:
            return True
    return False


@kernel()
def beside(px: float, py: float, qx: float, qy: float, side: Side, d: float) -> Span:
    """Between which shares of a leg its point is beside a side (not past its ends) and closer than d to it."""
    ax, ay, ux, uy, long = side
    t0, t1 = 0.0, 1.0
    for vx, vy, low, high in ((ux, uy, 0.0, long), (uy, -ux, -d, d)):
        at = (px - ax) * vx + (py - ay) * vy
        to = (qx - ax) * vx + (qy - ay) * vy
        if at == to:
            if not low < at < high:
                return 1.0, 0.0
            continue
        s0, s1 = (low - at) / (to - at), (high - at) / (to - at)
        if s0 > s1:
            s0, s1 = s1, s0
        if s0 > t0:
            t0 = s0
        if s1 < t1:
            t1 = s1
    return t0, t1


def point_to_part(p: Point, part: Part) -> float:
    """A point to a convex part, 0 inside."""
    return to_convex(p, part.planes, part.corners, part.box)


@kernel()
def to_convex(p: Point, planes: Sequence[Plane], corners: Sequence[Point], box: Box) -> float:
    """A point to the convex part with these sides and corners, 0 inside; without sides it is a disc."""
    x, y = p
    if len(planes) == 0:
        dx, dy = x - box[4], y - box[5]
        return max(0.0, math.sqrt(dx * dx + dy * dy) - box[6])
    return 0.0 if in_planes(planes, x, y) else to_outline(p, corners)


class Contact(Struct, frozen=True):
    """Something the swept disc comes too near to: on which leg, from which share of it, and where the centre is."""

    leg: int
    t: float
    at: Point
    index: int
    travelled: float


def touched_circles(c: Circle, path: Sequence[Point], others: Sequence[Circle], d: float = 0.0) -> list[Contact]:
    """The circles that come closer than d to the moving base, each at its first contact, in order."""
    found: list[Contact] = []
    for i, other in enumerate(others):
        done = 0.0
        for leg, (p, q) in enumerate(legs(c, path)):
            span = disc_span(p, q, other.x, other.y, c.r + other.r + d)
            if span is not None:
                found.append(Contact(leg, span[0], along(p, q, span[0]), i, done + span[0] * math.dist(p, q)))
                break
            done += math.dist(p, q)
    found.sort(key=lambda f: (f.travelled, f.index))
    return found


def enters(c: Circle, path: Sequence[Point], others: Sequence[Circle], d: float, tol: float = TOLERANCE) -> bool:
    """Does the moving base come closer than d to any of these (a zone of control)? Exactly d is not closer."""
    return bool(touched_circles(c, path, others, d - tol))


def steps(c: Circle, path: Sequence[Point], stride: float = 1.0) -> list[Point]:
    """The centres along a path after every `stride` inches, and the end."""
    marks: list[Point] = []
    left = stride
    for p, q in legs(c, path):
        long, done = math.dist(p, q), 0.0
        while long - done > left + 1e-9:
            done += left
            marks.append(along(p, q, done / long))
            left = stride
        left -= long - done
    if path and (not marks or marks[-1] != path[-1]):
        marks.append(path[-1])
    return marks


# ---- what it costs


Toll = tuple[float, float, float, float, int, int, float]
"""A convex part that costs something: its bounds (west, east, south, north), its number, that of its piece, and the
price: of an inch inside it, or of crossing the piece."""

Tolls = tuple[
    Sequence[Toll], Sequence[Toll], float,  # slow ground, what is paid for crossing, and what a leg counts at least
    Sequence[tuple[int, int]], Sequence[Plane], Sequence[Box],  # of the ground: `Ground.rows`
]  # fmt: skip


def tolls_of(ground: Ground, costs: Costs) -> Tolls:
    """What ways cost on this ground, for kernels: made when first asked for."""
    tolls: Tolls | None = ground.tolls.get(costs)
    if tolls is None:
        _, spans, planes, _, boxes, *_ = ground.rows()
        slow, crossing = Rows(_tolls(ground, costs.slow)), Rows(_tolls(ground, costs.crossing))
        tolls = ground.tolls[costs] = slow, crossing, costs.least, spans, planes, boxes
    return tolls


def _tolls(ground: Ground, priced: Iterable[tuple[int, float]]) -> Iterator[Toll]:
    numbers, pieces = ground.rows().numbers, len(ground.pieces)
    for n, (mask, price) in enumerate(priced):
        for part in ground.chosen(mask):  # a piece that is priced twice counts as two
            yield part.x0, part.x1, part.y0, part.y1, numbers[part], n * pieces + part.owner, price


def leg_cost(p: Point, q: Point, ground: Ground, costs: Costs) -> float:
    """The movement that one straight leg costs."""
    return leg_price(tolls_of(ground, costs), p[0], p[1], q[0], q[1])


@kernel()
def leg_price(tolls: Tolls, px: float, py: float, qx: float, qy: float) -> float:
    """The length of a leg, with what the ground adds to it."""
    slow, crossing, least, _, _, _ = tolls
    dx, dy = px - qx, py - qy
    long = math.sqrt(dx * dx + dy * dy)
    cost = least if 0.0 < long < least else long
    if len(slow) > 0:
        cost += long * slow_share(stretches_in(slow, tolls, px, py, qx, qy))
    if len(crossing) > 0:
        cost += crossing_prices(stretches_in(crossing, tolls, px, py, qx, qy))
    return cost


@kernel()
def stretches_in(
    parts: Sequence[Toll], tolls: Tolls, px: float, py: float, qx: float, qy: float
) -> list[tuple[float, float, int, float]]:
    """Between which shares of a leg it runs through each of these parts, with the number of the piece and the price."""
    _, _, _, spans, planes, boxes = tolls
    west, east = (px, qx) if px < qx else (qx, px)
    south, north = (py, qy) if py < qy else (qy, py)
    found = [(0.0, 0.0, 0, 0.0) for _ in range(0)]
    for x0, x1, y0, y1, part, piece, price in parts:
        if x0 > east or x1 < west or y0 > north or y1 < south:
            continue
        k = int(part)
        i, j = spans[k]
        t0, t1 = stretch(planes[i:j], boxes[k], px, py, qx, qy)
        if t0 < t1:
            found.append((t0, t1, int(piece), price))
    return found


@kernel()
def slow_share(marks: Sequence[tuple[float, float, int, float]]) -> float:
    """What slow ground adds, as a share of the leg; where it overlaps, the slowest counts."""
    share, alike = 0.0, True
    for mark in marks:
        alike = alike and mark[3] == marks[0][3]
    if len(marks) == 0:
        return share
    if alike:
        for t0, t1 in union([(mark[0], mark[1]) for mark in marks]):
            share += t1 - t0
        return (marks[0][3] - 1.0) * share
    cuts = sorted([mark[0] for mark in marks] + [mark[1] for mark in marks])
    for n in range(len(cuts) - 1):
        most = 1.0
        for t0, t1, _, factor in marks:
            if t0 <= cuts[n] and t1 >= cuts[n + 1] and factor > most:
                most = factor
        share += (cuts[n + 1] - cuts[n]) * (most - 1.0)
    return share


@kernel()
def crossing_prices(marks: Sequence[tuple[float, float, int, float]]) -> float:
    """What a leg pays for the pieces that it crosses. Stretches in parts of one piece that meet each other are one."""
    paid, n = 0.0, 0
    while n < len(marks):
        _, _, piece, price = marks[n]
        of_piece = [(mark[0], mark[1]) for mark in marks[n:] if mark[2] == piece]  # they follow each other
        paid += price * len(union(of_piece))
        n += len(of_piece)
    return paid


@kernel()
def stretch(planes: Sequence[Plane], box: Box, px: float, py: float, qx: float, qy: float) -> Span:
    """Between which shares of a leg its point is in a convex part, the same from either end; entry at or after exit
    when it does not cross."""
    swap = qx < px or (qx == px and qy < py)
    if swap:
        px, py, qx, qy = qx, qy, px, py
    dx, dy = qx - px, qy - py
    _, _, _, _, cx, cy, rad = box
    if abs(dx * (cy - py) - dy * (cx - px)) > rad * math.sqrt(dx * dx + dy * dy):
        return 1.0, 0.0
    if len(planes) > 0:
        t0, t1 = clip(planes, px, py, qx, qy)
    else:
        t0, t1 = clip_disc(cx, cy, rad, px, py, qx, qy)
    if swap and t0 < t1:
        return 1.0 - t1, 1.0 - t0
    return t0, t1


def cost(c: Circle, path: Iterable[Point], ground: Ground, costs: Costs = FREE) -> float:
    """The movement that a path costs. A piece crossed with a way-point in its midst is crossed once."""
    straight = list(legs(c, path))
    total = sum(leg_cost(p, q, ground, costs) for p, q in straight)
    if costs.crossing:
        for (p, q), (_, r) in pairwise(straight):
            for mask, price in costs.crossing:
                into = {x.index for x in ground.crossings(p, q, mask) if x.t1 >= 1.0}
                total -= price * sum(x.index in into for x in ground.crossings(q, r, mask) if x.t0 <= 0.0)
    return total


def trim_path(c: Circle, path: Sequence[Point], budget: float, ground: Ground, costs: Costs = FREE) -> list[Point]:
    """The beginning of a path that the budget pays for."""
    kept: list[Point] = []
    for p, q in legs(c, path):
        price = leg_cost(p, q, ground, costs)
        if price > budget:
            t = affordable(p, q, budget, ground, costs)
            if t > 0.0:
                kept.append(along(p, q, t))
            return kept
        budget -= price
        kept.append(q)
    return kept


def _on_the_way(tolls: Tolls, p: Point, q: Point) -> Tolls:
    """The same without what lies beyond the bounds of a leg: no part of the leg touches it."""
    slow, crossing, least, spans, planes, boxes = tolls
    west, east = min(p[0], q[0]) - TOLERANCE, max(p[0], q[0]) + TOLERANCE
    south, north = min(p[1], q[1]) - TOLERANCE, max(p[1], q[1]) + TOLERANCE

    def near(parts: Sequence[Toll]) -> list[Toll]:
        return [t for t in parts if t[0] <= east and t[1] >= west and t[2] <= north and t[3] >= south]

    return near(slow), near(crossing), least, spans, planes, boxes


HALVINGS = 30  # of a leg, until it is known how much of it can be paid for


def affordable(p: Point, q: Point, budget: float, ground: Ground, costs: Costs) -> float:
    """The greatest share of a leg that the budget pays for: cost never falls along a leg."""
    if not costs.slow and not costs.crossing and not costs.least:
        return min(1.0, budget / math.dist(p, q))
    tolls, low, high = _on_the_way(tolls_of(ground, costs), p, q), 0.0, 1.0
    most = 1.0 - 0.5**HALVINGS
    if leg_price(tolls, *p, *along(p, q, most)) <= budget:  # mostly it pays for the whole leg
        return most
    for _ in range(HALVINGS):
        half = (low + high) / 2.0
        if leg_price(tolls, *p, *along(p, q, half)) <= budget:
            low = half
        else:
            high = half
    return low
