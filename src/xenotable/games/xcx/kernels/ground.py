"""Quick answers about a grid: its sight lines and steps by compiled code, once that is loaded. The rules stand in
`rules`; a test holds this to them. Under test nothing is loaded: citations are whole there.
"""

from __future__ import annotations

from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from xenotable.kernels import load
from xenotable.table import Hexes, Point
from xenotable.table.grids import Plan, Space

if TYPE_CHECKING:
    from xenotable.games.xcx.rules.terrain.field import Field
    from xenotable.table import Costs

_loaded: list[ModuleType] = []


def use_compiled() -> None:
    """From now on compiled code answers (imports numpy and numba)."""
    from xenotable.games.xcx.kernels import sight, steps

    load(sight.__name__, steps.__name__)
    _loaded[:] = [sight, steps]


def use_plain() -> None:
    """From now on new grounds are looked at by the plain rules again."""
    _loaded.clear()


def is_warm() -> bool:
    return bool(_loaded)


class CompiledGround:
    """One grid as arrays."""

    __slots__ = ("bits", "forms", "hexes", "line", "places", "plan", "steps", "stride", "ways")

    def __init__(self, field: Field) -> None:
        import numpy as np

        sights, self.ways = _loaded
        assert field.grid is not None
        self.plan, self.hexes = field.grid.plan, isinstance(field.grid, Hexes)
        self.line = sights.hexes_line if self.hexes else sights.squares_line
        self.forms, self.bits = np.array(field.numbered, np.int64), np.array(field.bits, np.int64)
        self.stride = self.plan.stride
        self.steps, self.places = _laid_out(self.plan, len(field.bits))

    def look(self, s: Space, t: Space) -> int:
        """`grid_line`."""
        found: int = self.line(self.forms, self.stride, s[0], s[1], t[0], t[1])
        return found

    def flood(
        self, start: int, far: int, costs: Costs, taken: Any, goal: int = 0, tidy: bool = False
    ) -> dict[int, int]:
        """`Field.flood`."""
        import numpy as np

        size = len(self.bits)
        before, reached = np.empty(size, np.int64), np.empty(size, np.int64)
        double, full = int(costs.slow[0][1]) if costs.slow else 1, np.array([*taken], np.int64)
        n = self.ways.flood(
            self.bits, self.steps, full, start, far, costs.impassable, double, goal, self.stride, tidy, before, reached
        )
        spaces = reached[:n]
        return dict(zip(spaces.tolist(), before[spaces].tolist(), strict=True))

    def stroll(
        self, start: int, goal: Point, aim: int, far: float, costs: Costs, taken: frozenset[int]
    ) -> tuple[Point, ...]:
        """`grid_ways.straight_walk`."""
        import numpy as np

        path, full = np.empty(128, np.int64), np.array([*taken], np.int64)
        double = int(costs.slow[0][1]) if costs.slow else 1
        n = self.ways.stroll(
            self.bits, self.steps, self.places, full, start, goal[0], goal[1], aim, far, costs.impassable, double,
            costs.no_end, self.stride, self.hexes, path,
        )  # fmt: skip
        places = self.plan.places
        return tuple([places[k] for k in path[:n].tolist()])


@lru_cache(32)
def _laid_out(plan: Plan, size: int) -> tuple[Any, Any]:
    """The steps and the places of a plan by the numbers of its spaces."""
    import numpy as np

    steps, places = np.zeros((size, 8, 3), np.int64), np.zeros((size, 2), np.float64)
    for n, found in plan.steps.items():
        steps[n, : len(found)] = found
        places[n] = plan.places[n]
    return steps, places
