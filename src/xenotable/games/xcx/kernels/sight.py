"""Sight from space to space, compiled.

The rules stand in `rules`; here is their arithmetic over numbers, in the same order, so that the answers are equal to
the last bit. A test holds each of these to the plain rule.

Spaces of a grid go by their numbers (`table.grids.Plan`): row by row, one space more at either end of a row.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from xenotable.games.xcx.kernels.steps import steps_apart
from xenotable.kernels import kernel

F8 = npt.NDArray[np.float64]
I8 = npt.NDArray[np.int64]

UNSEEN, OPEN, IN_SOFT, IN_HARD = -1, 0, 1, 2
SOFT, HARD, IMPASSABLE = 1, 2, 8
# Of a hexagon, counter-clockwise, in half widths and half sides.
CORNERS = np.array([[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]], np.int64)
# The neighbours behind the sides that begin there, in even and in odd rows.
BEHIND = np.array([[[o, -1], [1, 0], [o, 1], [o - 1, 1], [-1, 0], [o - 1, -1]] for o in (0, 1)], np.int64)


@kernel()
def cover_between(forms: I8, stride: int, ends: I8, i: int, j: int, k: int, m: int, hexes: bool) -> int:
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
            found = cover_between(forms, stride, ends, i, j, k, m, False)
        if turn <= 0:
            u += 1
        if turn >= 0:
            v += 1
        if found != UNSEEN and (u < far or v < high):
            i, j = si + u * east, sj + v * north
            through = cover_between(forms, stride, ends, i, j, i, j, False)
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
                found = cover_between(forms, stride, ends, p, q, u, v, True)
                row = q + v - j
                column = (p - (q - (q & 1)) // 2) + (u - (v - (v & 1)) // 2) - (i - (j - odd) // 2)
                u, v = column + (row - (row & 1)) // 2, row
        i, j = u, v
        if found != UNSEEN and (i != ti or j != tj):
            through = cover_between(forms, stride, ends, i, j, i, j, True)
            found = through if through == UNSEEN else max(found, through)
        if found == UNSEEN:
            return UNSEEN
        cover = max(cover, found)
    return cover
