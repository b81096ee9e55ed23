"""Line of sight and cover between spaces."""

from __future__ import annotations

from xenotable.engine import acts, cite, rule
from xenotable.games.xcx.rules.terrain.field import Field
from xenotable.games.xcx.rules.terrain.forms import HARD, IMPASSABLE, IN_HARD, IN_SOFT, OPEN, SOFT, UNSEEN
from xenotable.table import Base
from xenotable.table.grids import Spaces


def grid_shade(grid: Spaces, b: Base) -> int:
    s = grid.space((b.x, b.y))
    bits = grid.forms.get(s, 0) & SOFT
    for t in grid.beside(s):
        bits |= grid.forms.get(t, 0)
    return IN_HARD if bits & HARD else IN_SOFT if bits & SOFT else OPEN


@rule("grid.sight-line", neutral=lambda field, grid, a, b: OPEN)
def grid_line(field: Field, grid: Spaces, a: Base, b: Base) -> int:
    """From centre to centre; where it runs between two spaces, both must block or cover."""
    s, t = grid.space((a.x, a.y)), grid.space((b.x, b.y))
    cite("grid.sight-edges")
    cite("sight.symmetric")
    numbers, near, forms = grid.plan.numbers, grid.plan.near, field.numbered
    by_a, by_b = near[numbers[s]], near[numbers[t]]
    cover = IN_SOFT if grid.forms.get(t, 0) & SOFT else OPEN
    low, high = (s, t) if (s[1], s[0]) < (t[1], t[0]) else (t, s)  # the same line, found once for both directions
    start = numbers[low]
    for o, other in grid.between(low, high):
        one = forms[start + o]
        if not one:
            continue
        two = forms[start + other]
        if not two:
            continue
        u, v = start + o, start + other
        if _blocks(one, u in by_a or u in by_b) and _blocks(two, v in by_a or v in by_b) and acts("grid.sight-blocked"):
            return UNSEEN
        if u in by_b and v in by_b and not (one | two) & IMPASSABLE and acts("grid.cover"):
            cover = max(cover, IN_HARD if one & two & HARD else IN_SOFT)
    return cover


def _blocks(bits: int, beside: bool) -> bool:
    """Impassable terrain always, Hard Cover unless observer or target stand beside it."""
    return bool(bits & IMPASSABLE) or bool(bits & HARD and not beside)
