"""What a straight line from the centre of a space to the centre of another meets on a grid.

It comes as groups of two spaces: twice the same where the line runs through a space, the two on both sides where it
runs exactly along a border or through a corner. All of it is decided in whole numbers.
"""

from __future__ import annotations

from xenotable.kernels import kernel, load

Crossed = list[tuple[int, int, int, int]]  # columns and rows of two spaces


def use_compiled() -> None:
    """From now on lines are drawn by compiled code."""
    load(__name__)


@kernel("(i8, i8, i8)")
def square_line(row: int, column: int, other: int) -> Crossed:
    """The line over squares from space (0, row) to space (column, other). Borders lie at odd multiples of half a side;
    the next one of columns comes before that of rows, after it, or with it: in a corner."""
    far, high = abs(column), abs(other - row)
    east, north = 1 if column > 0 else -1, 1 if other > row else -1
    met = [(0, 0, 0, 0) for _ in range(0)]
    u = v = 0  # columns and rows crossed
    while u < far or v < high:
        turn = (2 * u + 1) * high - (2 * v + 1) * far
        i, j = u * east, row + v * north
        if turn == 0:  # the space on the left of the line, and the one on its right
            met.append((i, j + north, i + east, j) if east == north else (i + east, j, i, j + north))
        if turn <= 0:
            u += 1
        if turn >= 0:
            v += 1
        if u < far or v < high:
            i, j = u * east, row + v * north
            met.append((i, j, i, j))
    return met


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
