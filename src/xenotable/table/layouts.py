"""How kernels see a ground: flat arrays, and their types as numba spells them.

Leaf functions (`ground.clip`, `moving.comes_close`, `near.to_outline`) take rows: tuples of tuples in plain code,
slices of these arrays in compiled code. So there is one source for both; mypy knows no type for that, hence `Any`.

A kernel gets the arrays one by one, or as a plain tuple, and gives them their names itself: numba takes long to look at
named tuples that come from outside.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

F8 = npt.NDArray[np.float64]
I8 = npt.NDArray[np.int64]


class Flat(NamedTuple):
    """Convex parts: planes and sides of part k are those from first[k] to first[k + 1]; none: a disc.

    box: x0, y0, x1, y1, centre x and y, radius. turn (from turn_first[k] on): for each way-point around a part the
    corner it stands off from, the direction, and by how much farther off than the base keeps it stands (a cosine).
    """

    first: I8
    plane: Any
    side: Any
    box: Any
    turn_first: I8
    turn: F8
    twelve: F8


class Outlines(NamedTuple):
    """Pieces: corners of piece k are those from first[k] to first[k + 1]; box: x0, y0, x1, y1."""

    first: I8
    corner: Any
    box: F8


class Course(NamedTuple):
    """A walk with a limit: what it keeps away from on its way and at its end, and what slows it down. figures: the
    start, the limit, how near outlines that nobody ends on may come, and what an inch of slow ground counts."""

    flat: Flat
    shut: Outlines
    slow: Flat
    rings: Any
    parts: I8
    off: F8
    end_rings: F8
    end_parts: I8
    end_off: F8
    edge: F8
    figures: F8


Rows = tuple[Any, ...]  # the arrays of a course, one after the other

FLAT = "i8[::1], f8[:,::1], f8[:,::1], f8[:,::1], i8[::1], f8[:,::1], f8[:,::1]"
OUTLINES = "i8[::1], f8[:,::1], f8[:,::1]"
AWAY = "f8[:,::1], i8[::1], f8[::1]"  # circles, parts, how far off they are
COURSE = f"Tuple(({FLAT}, {OUTLINES}, {FLAT}, {AWAY}, {AWAY}, f8[::1], f8[::1]))"
