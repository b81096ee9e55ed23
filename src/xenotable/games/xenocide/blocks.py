"""Units in blocks: where machines put them down when they deploy or arrive."""

from __future__ import annotations

import math
from collections.abc import Sequence

from xenotable.engine import Placed, Point
from xenotable.games.xenocide.state import Xenocide, kind_of


def block(
    game: Xenocide, models: Sequence[str], at: tuple[float, float], turned: bool = False, files: int = 4
) -> Placed:
    """The models of a unit in rows around a point, a little apart."""
    step = 2 * max(kind_of(game, m).radius for m in models) + 0.125
    wide = min(files, len(models))
    rows = math.ceil(len(models) / wide)
    put: dict[str, Point] = {}
    for i, m in enumerate(models):
        dx = (i % wide - (wide - 1) / 2) * step
        dy = (i // wide - (rows - 1) / 2) * step
        if turned:
            dx, dy = dy, dx
        put[m] = (round((at[0] + dx) * 1024) / 1024, round((at[1] + dy) * 1024) / 1024)
    return Placed(put)


