"""How dice are read and fractions rounded (chapter "play")."""

from __future__ import annotations

from xenotable.engine import rule


@rule("play.roll-high")
def succeeds(face: int, least: int) -> bool:
    return face >= least or face == 6


@rule("play.rounding")
def round_down(n: float) -> int:
    """Down, unless a rule says otherwise."""
    return int(n)


@rule("play.die-types")
def thirds(low: int, middle: int, high: int) -> int:
    """The sum of d3s: each die halved, rounding up."""
    return low + 2 * middle + 3 * high
