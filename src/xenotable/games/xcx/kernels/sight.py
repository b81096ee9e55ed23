"""Sight, compiled.

The rules stand in `rules`; here is their arithmetic over numbers, in the same order, so that the answers are equal to
the last bit. A test holds each of these to the plain rule.

Spaces of a grid go by their numbers (`table.grids.Plan`): row by row, one space more at either end of a row.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from xenotable.kernels import kernel

F8 = npt.NDArray[np.float64]
I8 = npt.NDArray[np.int64]

UNSEEN, OPEN, IN_SOFT, IN_HARD, PERHAPS_IN = -1, 0, 1, 2, 3
SOFT, HARD, IMPASSABLE = 1, 2, 8
TOL = 0.001
ARM = 1.0 + TOL
# Of a hexagon, counter-clockwise, in half widths and half sides.
CORNERS = np.array([[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]], np.int64)
# The neighbours behind the sides that begin there, in even and in odd rows.
BEHIND = np.array([[[o, -1], [1, 0], [o, 1], [o - 1, 1], [-1, 0], [o - 1, -1]] for o in (0, 1)], np.int64)


@kernel()
def apart(x0: float, y0: float, x1: float, y1: float, x: float, y: float) -> float:
    """A point to a rectangle."""
    dx = x0 - x if x < x0 else x - x1 if x > x1 else 0.0
    dy = y0 - y if y < y0 else y - y1 if y > y1 else 0.0
    if dx != 0.0 and dy != 0.0:
        return math.sqrt(dx * dx + dy * dy)
    return dx if dx != 0.0 else dy


@kernel()
def crossed(ax: float, ay: float, x: float, y: float, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Does a line run through a rectangle?"""
    dx, dy, t0, t1 = x - ax, y - ay, 0.0, 1.0
    if dx != 0.0:
        s0, s1 = (x0 - ax) / dx, (x1 - ax) / dx
        t0, t1 = max(t0, min(s0, s1)), min(t1, max(s0, s1))
    elif not x0 < ax < x1:
        return False
    if dy != 0.0:
        s0, s1 = (y0 - ay) / dy, (y1 - ay) / dy
        t0, t1 = max(t0, min(s0, s1)), min(t1, max(s0, s1))
    elif not y0 < ay < y1:
        return False
    return t0 < t1


@kernel("i8(f8[:,::1], f8[:,::1], f8, f8, f8, f8, f8, f8)")
def nine_lines(shapes: F8, rim: F8, ax: float, ay: float, ar: float, bx: float, by: float, br: float) -> int:
    """`sight._nine_lines` over rows of bounds, middle, radius and bits. PERHAPS_IN: in the open, unless the base lies
    wholly in the Soft Cover that its centre is in."""
    lx, hx = min(ax, bx - br), max(ax, bx + br)
    ly, hy = min(ay, by - br), max(ay, by + br)
    dx, dy = bx - ax, by - ay
    long = math.sqrt(dx * dx + dy * dy)
    arm_a, arm_b = ARM + ar, ARM + br
    near, cover = np.empty(shapes.shape[0], np.int64), np.empty(shapes.shape[0], np.int64)
    n, within = 0, False
    for k in range(shapes.shape[0]):
        x0, y0, x1, y1 = shapes[k, 0], shapes[k, 1], shapes[k, 2], shapes[k, 3]
        if x0 > hx or x1 < lx or y0 > hy or y1 < ly:
            continue
        if abs(dx * (shapes[k, 5] - ay) - dy * (shapes[k, 4] - ax)) > (shapes[k, 6] + br) * long:
            continue
        bits = int(shapes[k, 7])
        if bits & IMPASSABLE:
            near[n], cover[n] = k, UNSEEN
        elif apart(x0, y0, x1, y1, bx, by) <= arm_b:
            near[n], cover[n] = k, IN_SOFT if bits & SOFT else IN_HARD
            within = within or (bits & SOFT != 0 and x0 <= bx <= x1 and y0 <= by <= y1)
        elif bits & SOFT == 0 and apart(x0, y0, x1, y1, ax, ay) > arm_a:
            near[n], cover[n] = k, UNSEEN
        else:
            continue
        n += 1
    if n == 0:
        return OPEN
    worst = UNSEEN
    for line in range(9):
        x, y = bx, by
        if line:
            x = np.rint((bx + br * rim[line - 1, 0]) * 1024.0) / 1024.0
            y = np.rint((by + br * rim[line - 1, 1]) * 1024.0) / 1024.0
        best = OPEN
        for m in range(n):
            if cover[m] == UNSEEN or cover[m] > best:
                k = near[m]
                if crossed(ax, ay, x, y, shapes[k, 0], shapes[k, 1], shapes[k, 2], shapes[k, 3]):
                    best = cover[m]
                    if best == UNSEEN:
                        break
        if best != UNSEEN and (worst == UNSEEN or best < worst):
            worst = best
            if worst == OPEN:
                break
    return PERHAPS_IN if worst == OPEN and within else worst


# ---- grids -----------------------------------------------------------------------------------------------------------


@kernel()
def steps_apart(i: int, j: int, k: int, m: int, hexes: bool) -> int:
    """The distance of two spaces."""
    if not hexes:
        return max(abs(i - k), abs(j - m))
    dq, dr = (i - (j - (j & 1)) // 2) - (k - (m - (m & 1)) // 2), j - m
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


@kernel()
def met(forms: I8, stride: int, ends: I8, i: int, j: int, k: int, m: int, hexes: bool) -> int:
    """What two spaces do that a line runs between (or through, twice the same): UNSEEN, or the cover that they give."""
    one = forms[(j + 1) * stride + i + 1]
    two = forms[(m + 1) * stride + k + 1]
    if one == 0 or two == 0:
        return OPEN
    by_b = steps_apart(i, j, ends[2], ends[3], hexes) <= 1
    also = steps_apart(k, m, ends[2], ends[3], hexes) <= 1
    alone = one & HARD != 0 and not by_b and steps_apart(i, j, ends[0], ends[1], hexes) > 1
    if one & IMPASSABLE or alone:
        alone = two & HARD != 0 and not also and steps_apart(k, m, ends[0], ends[1], hexes) > 1
        if two & IMPASSABLE or alone:
            return UNSEEN
    if by_b and also and (one | two) & IMPASSABLE == 0:
        return IN_HARD if one & two & HARD else IN_SOFT
    return OPEN


@kernel("i8(i8[::1], i8, i8, i8, i8, i8)")
def squares_line(forms: I8, stride: int, si: int, sj: int, ti: int, tj: int) -> int:
    """`grid_line` on squares: `table.grids.slanted`, turned and mirrored."""
    far, high = abs(ti - si), abs(tj - sj)
    east, north = 1 if ti > si else -1, 1 if tj > sj else -1
    ends = np.array([si, sj, ti, tj])
    cover = IN_SOFT if forms[(tj + 1) * stride + ti + 1] & SOFT else OPEN
    u, v = 0, 0
    while u < far or v < high:
        turn = (2 * u + 1) * high - (2 * v + 1) * far
        found = OPEN
        if turn == 0:  # through a corner: between the space ahead and the one beside
            i, j, k, m = si + (u + 1) * east, sj + v * north, si + u * east, sj + (v + 1) * north
            found = met(forms, stride, ends, i, j, k, m, False)
        if turn <= 0:
            u += 1
        if turn >= 0:
            v += 1
        if found != UNSEEN and (u < far or v < high):
            i, j = si + u * east, sj + v * north
            through = met(forms, stride, ends, i, j, i, j, False)
            found = through if through == UNSEEN else max(found, through)
        if found == UNSEEN:
            return UNSEEN
        cover = max(cover, found)
    return cover


@kernel("i8(i8[::1], i8, i8, i8, i8, i8)")
def hexes_line(forms: I8, stride: int, si: int, sj: int, ti: int, tj: int) -> int:
    """`grid_line` on hexagons: `table.grids.Hexes._line`, always from the lower or western end."""
    ends = np.array([si, sj, ti, tj])
    cover = IN_SOFT if forms[(tj + 1) * stride + ti + 1] & SOFT else OPEN
    if tj < sj or (tj == sj and ti < si):
        si, sj, ti, tj = ti, tj, si, sj
    ax, ay = 2 * si + (sj & 1), 3 * sj
    dx, dy = 2 * ti + (tj & 1) - ax, 3 * tj - ay
    left, first = np.empty(6, np.int64), 0
    for k in range(6):
        left[k] = dx * CORNERS[k, 1] - dy * CORNERS[k, 0]
        if left[k] < left[first]:
            first = k
    i, j = si, sj
    while i != ti or j != tj:
        odd = j & 1
        middle, k = dx * (3 * j - ay) - dy * (2 * i + odd - ax), first
        while middle + left[k] < 0:
            k = (k + 1) % 6
        back = (k + 5) % 6
        u, v = i + BEHIND[odd, back, 0], j + BEHIND[odd, back, 1]
        found = OPEN
        if middle + left[k] == 0:  # through a corner: into one of the two spaces behind it, or along their border
            p, q = i + BEHIND[odd, k, 0], j + BEHIND[odd, k, 1]
            x, y = 2 * (p + u) + (q & 1) + (v & 1) - 2 * (2 * i + odd), 3 * (q + v) - 6 * j
            turn = dx * y - dy * x
            if turn < 0:
                u, v = p, q
            elif turn == 0:
                found = met(forms, stride, ends, p, q, u, v, True)
                row = q + v - j
                column = (p - (q - (q & 1)) // 2) + (u - (v - (v & 1)) // 2) - (i - (j - odd) // 2)
                u, v = column + (row - (row & 1)) // 2, row
        i, j = u, v
        if found != UNSEEN and (i != ti or j != tj):
            through = met(forms, stride, ends, i, j, i, j, True)
            found = through if through == UNSEEN else max(found, through)
        if found == UNSEEN:
            return UNSEEN
        cover = max(cover, found)
    return cover
