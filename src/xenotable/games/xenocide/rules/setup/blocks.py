"""Units in blocks: where machines put them down when they deploy or arrive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xenotable.engine import Placed
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.state import Xenocide

GAP = 0.125
Spot = tuple[float, float]


def block(game: Xenocide, models: Sequence[str], at: Spot, turned: bool = False, files: int = 4) -> Placed:
    """The models of a unit in rows around a point."""
    return put_down(rows_of(game, models, turned, files), at)


def put_down(rows: Mapping[str, Spot], at: Spot) -> Placed:
    x, y = at
    return Placed({m: (round((x + dx) * 1024) / 1024, round((y + dy) * 1024) / 1024) for m, (dx, dy) in rows.items()})


def rows_of(game: Xenocide, models: Sequence[str], turned: bool = False, files: int = 4) -> dict[str, Spot]:
    """Where each model stands in its block, from the middle: a little apart, the largest first, each row as wide as it
    needs."""
    order = sorted(models, key=lambda m: -kind_of(game, m).radius)
    rows = [order[i : i + files] for i in range(0, len(order), files)]
    wide = [2 * kind_of(game, row[0]).radius + GAP for row in rows]
    put: dict[str, Spot] = {}
    down = -sum(wide) / 2
    for row, step in zip(rows, wide, strict=True):
        down += step / 2
        for i, m in enumerate(row):
            dx, dy = (i - (min(files, len(order)) - 1) / 2) * step, down
            if turned:
                dx, dy = dy, dx
            put[m] = (dx, dy)
        down += step / 2
    return {m: put[m] for m in models}
