"""Ways from space to space, by the numbers of the spaces (`table.grids.Plan`), and points of an open table.

`steps` has for even and odd rows up to eight triples: how much higher the number of a neighbour is, and those of the
two spaces that a step there squeezes between. `taken` are the spaces that are occupied. Steps into `shut` spaces and
beyond the table's edge are not possible, into Obstacles they cost `double`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from xenotable.kernels import kernel, load

SOLID, OBSTACLE, BEYOND = 8 | 16 | 32, 4, 64
Steps = Sequence[Sequence[tuple[int, int, int]]]


def use_compiled() -> None:
    """From now on ways are found by compiled code."""
    load(__name__)


@kernel()
def steps_apart(i: int, j: int, k: int, m: int, hexes: bool) -> int:
    """The distance of two spaces."""
    if not hexes:
        return max(abs(i - k), abs(j - m))
    dq, dr = (i - (j - (j & 1)) // 2) - (k - (m - (m & 1)) // 2), j - m
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


@kernel("(i8[::1], i8[:,:,::1], i8[::1], i8, i8, i8, i8, i8, i8, b1)")
def flood(
    bits: Sequence[int], steps: Steps, taken: Collection[int], start: int, far: int, shut: int, double: int, goal: int,
    stride: int, tidy: bool,
) -> tuple[list[int], list[int]]:  # fmt: skip
    """The spaces within the allowance in the order in which they are found, and from which each is entered on its
    cheapest way; as far as the goal is, if there is one (0: none). A step costs 1 or 2, so three rings will do. `tidy`:
    of equal ways the one over lower columns, then lower rows."""
    size, closed = len(bits), shut | BEYOND
    spent, before, reached = [far + 1] * size, [0] * size, [0][:0]
    for t in taken:
        spent[t] = -1
    spent[start] = 0
    ring, after, later = [start], [0][:0], [0][:0]
    for cost in range(far + 1):
        if goal and spent[goal] <= cost:
            break
        if tidy:
            keys = [n % stride * size + n for n in ring]
            keys.sort()
            ring = [key % size for key in keys]
        for s in ring:
            if spent[s] != cost:
                continue
            for step, one, two in steps[s // stride % 2]:
                if step == 0:
                    break
                t = s + step
                form = bits[t]
                if form & closed or spent[t] <= cost + 1 or (bits[s + one] & SOLID and bits[s + two] & SOLID):
                    continue
                more = double if form & OBSTACLE else 1
                if cost + more < spent[t]:
                    if spent[t] == far + 1:
                        reached.append(t)
                    spent[t] = cost + more
                    before[t] = s
                    if more == 1:
                        after.append(t)
                    else:
                        later.append(t)
        ring, after, later = after, later, [0][:0]
    return reached, [before[t] for t in reached]


@kernel("(i8[::1], i8[:,:,::1], f8[:,::1], i8[::1], i8, f8, f8, i8, f8, i8, i8, i8, i8, b1)")
def straight_walk(
    bits: Sequence[int], steps: Steps, points: Sequence[tuple[float, float]], taken: Collection[int], start: int,
    x: float, y: float, aim: int, far: float, shut: int, double: int, stop: int, stride: int, hexes: bool,
) -> list[int]:  # fmt: skip
    """From space to space straight at a goal (x, y) in the space `aim`, as long as the way is free and paid for, and
    not ending on a form of `stop`."""
    closed, i, j = shut | BEYOND, aim % stride, aim // stride - 1  # both a column further: it is the same for all
    at, legal, spent, path = start, 0, 0, [0][:0]
    nearer = steps_apart(at % stride, at // stride - 1, i, j, hexes)
    while nearer:
        best, least, left = 0, 0.0, nearer
        for step, one, two in steps[at // stride % 2]:
            if step == 0:
                break
            t = at + step
            if bits[t] & closed or (bits[at + one] & SOLID and bits[at + two] & SOLID):
                continue
            u, v = points[t]
            off = (u - x) * (u - x) + (v - y) * (v - y)
            if best == 0 or off < least:
                d = steps_apart(t % stride, t // stride - 1, i, j, hexes)
                if d < nearer and t not in taken:
                    best, least, left = t, off, d
        if best == 0:
            break
        at, nearer = best, left
        spent += double if bits[at] & OBSTACLE else 1
        if spent > far:
            break
        path.append(at)
        if not bits[at] & stop:
            legal = len(path)
    return path[:legal]


@kernel("(f8[:,::1], f8, f8, f8, f8, f8, f8, f8, f8, f8)")
def points_between(
    points: Sequence[tuple[float, float]], x: float, y: float, far: float, tx: float, ty: float, r: float, other: float,
    low: float, high: float,
) -> list[tuple[int, float]]:  # fmt: skip
    """Which of these points are at most so far from (x, y), and where a base of radius r is from `low` up to (not at)
    `high` away from another at (tx, ty): their numbers, and how far it is away."""
    found = [(0, 0.0) for _ in range(0)]
    for n, (u, v) in enumerate(points):
        if (u - x) * (u - x) + (v - y) * (v - y) <= far * far:
            d = max(0.0, math.sqrt((u - tx) * (u - tx) + (v - ty) * (v - ty)) - r - other)
            if low <= d < high:
                found.append((n, d))
    return found
