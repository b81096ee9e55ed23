"""Grids of XCX by numbers: ways (`steps`) and, once compiled code is loaded, sight lines. The rule of these stands in
`rules.grid.sight`; a test holds them to it.
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from xenotable.games.xcx.kernels import steps
from xenotable.kernels import load, unload
from xenotable.table import Hexes
from xenotable.table.grids import Space, Spaces

if TYPE_CHECKING:
    from xenotable.games.xcx.rules.terrain.field import Field

_sight: list[ModuleType] = []


def use_compiled() -> None:
    """From now on compiled code answers (imports numpy and numba)."""
    from xenotable.games.xcx.kernels import sight

    load(sight.__name__, steps.__name__)
    _sight[:] = [sight]


def use_plain() -> None:
    """From now on the plain rules answer again."""
    _sight.clear()
    unload(steps.__name__)


def is_warm() -> bool:
    return bool(_sight)


def grid_look(field: Field, grid: Spaces, s: Space, t: Space) -> int:
    """`grid_line`, compiled."""
    line = _sight[0].hexes_line if isinstance(grid, Hexes) else _sight[0].squares_line
    found: int = line(field.numbered, grid.plan.stride, s[0], s[1], t[0], t[1])
    return found
