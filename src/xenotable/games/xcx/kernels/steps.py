"""Ways from space to space, compiled. The plain versions are `Field.flood` and `grid_ways.straight_walk`; a test
holds these to them.

`steps` has for the number of each space up to eight triples: a neighbour, and the two spaces that a step there squeezes
between (0: none). `taken` are the numbers of the spaces that are occupied.
"""

from __future__ import annotations

import numpy as np

from xenotable.games.xcx.kernels.sight import F8, I8, steps_apart
from xenotable.kernels import kernel

SOLID, OBSTACLE = 8 | 16 | 32, 4


@kernel()
def price(bits: I8, steps: I8, at: int, k: int, shut: int, double: int) -> int:
    """What the k-th step from a space costs; 0: it is not possible."""
    to, one, two = steps[at, k, 0], steps[at, k, 1], steps[at, k, 2]
    if bits[to] & shut or (bits[one] & SOLID and bits[two] & SOLID):
        return 0
    return double if bits[to] & OBSTACLE else 1


@kernel("i8(i8[::1], i8[:,:,::1], i8[::1], i8, i8, i8, i8, i8, i8, b1, i8[::1], i8[::1])")
def flood(
    bits: I8,
    steps: I8,
    taken: I8,
    start: int,
    far: int,
    shut: int,
    double: int,
    goal: int,
    stride: int,
    tidy: bool,
    before: I8,
    reached: I8,
) -> int:
    """How many spaces are within the allowance: `reached` in the order in which they were found, `before` by number."""
    spent = np.full(bits.shape[0], far + 1, np.int64)
    for t in taken:
        spent[t] = -1
    spent[start] = 0
    before[start] = 0
    rings = np.empty((3, 2 * bits.shape[0]), np.int64)
    sizes = np.zeros(3, np.int64)
    rings[0, 0], sizes[0], found = start, 1, 0
    for cost in range(far + 1):
        if goal and spent[goal] <= cost:
            break
        now = cost % 3
        ring = rings[now, : sizes[now]].copy()
        sizes[now] = 0
        if tidy:
            ring = np.sort(ring % stride * bits.shape[0] + ring) % bits.shape[0]
        for s in ring:
            if spent[s] != cost:
                continue
            for k in range(8):
                t = steps[s, k, 0]
                if t == 0:
                    break
                more = price(bits, steps, s, k, shut, double)
                if more and cost + more < spent[t]:
                    if spent[t] == far + 1:
                        reached[found] = t
                        found += 1
                    spent[t] = cost + more
                    before[t] = s
                    to = (cost + more) % 3
                    rings[to, sizes[to]] = t
                    sizes[to] += 1
    return found


@kernel("i8(i8[::1], i8[:,:,::1], f8[:,::1], i8[::1], i8, f8, f8, i8, f8, i8, i8, i8, i8, b1, i8[::1])")
def stroll(
    bits: I8,
    steps: I8,
    places: F8,
    taken: I8,
    start: int,
    x: float,
    y: float,
    aim: int,
    far: float,
    shut: int,
    double: int,
    stop: int,
    stride: int,
    hexes: bool,
    path: I8,
) -> int:
    """How many spaces lead straight at a goal (x, y) in the space `aim`: they are put into `path`."""
    i, j = aim % stride, aim // stride - 1  # both a column further: it is the same for all
    at, legal, spent, count = start, 0, 0, 0
    nearer = steps_apart(at % stride, at // stride - 1, i, j, hexes)
    while nearer:
        best, least, more, left = 0, 0.0, 0, nearer
        for k in range(8):
            t = steps[at, k, 0]
            if t == 0:
                break
            cost = price(bits, steps, at, k, shut, double)
            if cost == 0:
                continue
            dx, dy = places[t, 0] - x, places[t, 1] - y
            off = dx * dx + dy * dy
            if best == 0 or off < least:
                d = steps_apart(t % stride, t // stride - 1, i, j, hexes)
                if d < nearer and not np.any(taken == t):
                    best, least, more, left = t, off, cost, d
        if best == 0:
            break
        at, nearer = best, left
        spent += more
        if spent > far:
            break
        path[count] = at
        count += 1
        if not bits[at] & stop:
            legal = count
    return legal
