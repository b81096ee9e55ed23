"""What a straight line from the centre of a space to the centre of another meets on a grid.

It comes as groups of two spaces: twice the same where the line runs through a space, the two on both sides where it
runs exactly along a border or through a corner. All of it is decided in whole numbers.
"""

from __future__ import annotations

from functools import lru_cache

from xenotable.kernels import kernel, load

Crossed = list[tuple[int, int, int, int]]  # columns and rows of two spaces


def use_compiled() -> None:
    """From now on lines are drawn by compiled code."""
    load(__name__)


def square_line(row: int, column: int, other: int) -> Crossed:
    """The line over squares from space (0, row) to space (column, other). All of them are turned or mirrored lines into
    the first eighth: `slanted_steps`."""
    far, high = abs(column), abs(other - row)
    east, north = 1 if column > 0 else -1, 1 if other > row else -1
    met: Crossed = []
    for u, v, corner in slanted_steps(max(far, high), min(far, high)):
        if far < high:
            u, v = v, u
        i, j = u * east, row + v * north
        if corner:  # the space crossed to along the row and the one along the column: left of the line, right of it
            above, beside = (i, j + north), (i + east, j)
            met.append((*above, *beside) if east == north else (*beside, *above))
        else:
            met.append((i, j, i, j))
    return met


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


CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""The corners of a hexagon from its centre, counter-clockwise, with x in half widths and y in half sides: then corners
fall on whole numbers, and straight lines stay straight."""
BEHIND = tuple(((odd, -1), (1, 0), (odd, 1), (odd - 1, 1), (-1, 0), (odd - 1, -1)) for odd in (0, 1))
"""The neighbour behind the side that begins at each corner, in an even and in an odd row."""


@kernel("(i8, i8, i8)")
def hex_line(row: int, column: int, other: int) -> Crossed:
    """The line over hexagons from space (0, row) to space (column, other): from space to space, always over the side or
    through the corner where the line leaves. `left` of a corner: above 0 when it lies left of the line."""
    i, j, ax, ay = 0, row, row & 1, 3 * row
    dx, dy = 2 * column + (other & 1) - ax, 3 * other - ay
    left = [dx * v - dy * u for u, v in CORNERS]
    first = 0  # the rightmost corner: from there on, with the line's end ahead
    for k in range(6):
        if left[k] < left[first]:
            first = k
    met = [(0, 0, 0, 0) for _ in range(0)]
    while i != column or j != other:
        odd = j & 1
        middle = dx * (3 * j - ay) - dy * (2 * i + odd - ax)
        k = first
        while middle + left[k] < 0:
            k = (k + 1) % 6
        u, v = BEHIND[odd][(k + 5) % 6]
        to_i, to_j = i + u, j + v
        if middle + left[k] == 0:  # through a corner, behind which two spaces meet: that one, and this on its left
            u, v = BEHIND[odd][k]
            by_i, by_j = i + u, j + v
            # Twice the way to the space at the far end of their border, which bisects the way to the two centres.
            x = 2 * (to_i + by_i - 2 * i) + (to_j & 1) + (by_j & 1) - 2 * odd
            y = 3 * (to_j + by_j - 2 * j)
            turn = dx * y - dy * x
            if turn == 0:
                met.append((by_i, by_j, to_i, to_j))
                to_j += by_j - j
                to_i = (2 * i + odd + x - (to_j & 1)) // 2
            elif turn < 0:
                to_i, to_j = by_i, by_j
        i, j = to_i, to_j
        if i != column or j != other:
            met.append((i, j, i, j))
    return met
