"""Batches of lines: the parts of a ground as flat arrays, and the compiled twin of `ground` over them.

numpy is imported with this module, numba only by `use_compiled()`: a rule never waits for either.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from xenotable.kernels import load

if TYPE_CHECKING:
    from xenotable.table.ground import Ground, Part

F8 = npt.NDArray[np.float64]
I4 = npt.NDArray[np.int32]
I8 = npt.NDArray[np.int64]
U4 = npt.NDArray[np.uint32]


class Arrays(NamedTuple):
    """Convex parts: planes of part m are plane[first[m]:first[m + 1]] (nx, ny, c, seam); none: a disc.

    box has a column per part: x0, y0, x1, y1, centre x and y, outer radius, inner radius; z: foot and top.
    """

    first: I4
    plane: F8
    box: F8
    z: F8
    bits: U4
    owner: I4


def layout(parts: Sequence[Part]) -> Arrays:
    """The arrays of these parts."""
    first = [0]
    for part in parts:
        first.append(first[-1] + len(part.planes))
    plane = np.array([p for part in parts for p in part.planes], np.float64).reshape(-1, 4)
    rows = [(p.x0, p.y0, p.x1, p.y1, p.cx, p.cy, p.rad, _inner(p)) for p in parts]
    box = np.ascontiguousarray(np.array(rows, np.float64).reshape(-1, 8).T)
    z = np.ascontiguousarray(np.array([(p.low, p.high) for p in parts], np.float64).reshape(-1, 2).T)
    bits = np.array([p.bits for p in parts], np.uint32)
    return Arrays(np.array(first, np.int32), plane, box, z, bits, np.array([p.owner for p in parts], np.int32))


def _inner(part: Part) -> float:
    """The radius of a circle around the part's centre that lies in the part."""
    if not part.planes:
        return part.rad - 1e-6
    return min((c - nx * part.cx - ny * part.cy) / math.hypot(nx, ny) for nx, ny, c, _ in part.planes) - 1e-6


_compiled: list[ModuleType] = []


def use_compiled() -> None:
    """From now on batches run compiled."""
    from xenotable.table import compiled

    load(compiled.__name__)
    _compiled[:] = [compiled]


def is_warm() -> bool:
    """Will a batch run compiled?"""
    return bool(_compiled)


def blocked_batch(ground: Ground, segments: F8, mask: int, width: float) -> I4:
    """`Ground.blocked` for every row; see `Ground.blocked_batch`."""
    rows = np.ascontiguousarray(segments, np.float64)
    if rows.ndim != 2 or rows.shape[1] not in (4, 6):
        raise ValueError(f"Lines are rows of 4 numbers, or 6 with heights; these have the shape {rows.shape}.")
    if _compiled:
        return _run(ground.arrays(), rows, mask, width)
    return np.array([_single(ground, row, mask, width) for row in rows.tolist()], np.int32)


def _run(a: Arrays, rows: F8, mask: int, width: float) -> I4:
    out = np.empty(len(rows), np.int32)
    want = np.uint32(mask)
    if rows.shape[1] == 4:
        _compiled[0].flat(rows, a.first, a.plane, a.box, a.bits, a.owner, want, float(width), out)
    else:
        _compiled[0].tall(rows, a.first, a.plane, a.box, a.z, a.bits, a.owner, want, float(width), out)
    return out


def _single(ground: Ground, row: list[float], mask: int, width: float) -> int:
    if len(row) == 4:
        hit = ground.blocked((row[0], row[1]), (row[2], row[3]), mask, width=width)
    else:
        hit = ground.blocked((row[0], row[1]), (row[3], row[4]), mask, row[2], row[5], width)
    return -1 if hit is None else ground.index(hit.name)
