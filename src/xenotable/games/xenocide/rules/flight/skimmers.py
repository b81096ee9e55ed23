"""What the ground is to skimmers and swimmers (chapter "flight")."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xenocide.content import Kind, Terrain
from xenotable.games.xenocide.rules.ground.classes import DANGEROUS, DIFFICULT, IMPASSABLE, OPEN, WATER, skims


@rule("flight.amphibious", neutral=lambda t: (IMPASSABLE, "walker"))
def amphibious_class(t: Terrain) -> tuple[int, str]:
    return OPEN, "amphibious"


@rule("flight.skimmer-cliffs", neutral=lambda: OPEN)
def too_high() -> int:
    """Cliffs and walls of two inches and more are not climbed by floating."""
    return IMPASSABLE


@rule("flight.skimmer-low-terrain", neutral=lambda: DANGEROUS)
def low_for_skimmers() -> int:
    return OPEN


@rule("flight.skimmer-cover-terrain", neutral=lambda: OPEN)
def skimmer_in_cover() -> int:
    return DIFFICULT


@rule("flight.skimmer-no-end-impassable", neutral=lambda t, mover: False)
def no_end(t: Terrain, mover: str) -> bool:
    """Does a skimmer float over it without being able to end there?"""
    return skims(mover) and t.height < 2.0 and t.infantry == "impassable" and t.id not in WATER


@rule("flight.skimmer-falls", neutral=lambda kind: False)
def falls(kind: Kind) -> bool:
    """Who floats or flies drops from any height unharmed: off a cliff, or out of a high transport."""
    return any(t in ("skimmer", "hover", "flyer") for t in kind.types)
