"""Artillery: direct and indirect accuracy, spotters, cover against what falls from above (chapter "artillery")."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import rule
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.rules.play.measuring import WITHIN
from xenotable.games.xenocide.rules.sight.line_of_sight import base
from xenotable.games.xenocide.rules.sight.viewpoints import Seen
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import gap

DIRECT, INDIRECT = 3, 1  # accuracy of artillery
SPOTTED = 2  # by its own unit or by Recon
SPOTTER, RECON = 24.0 + WITHIN, 36.0 + WITHIN  # from how far others spot


@rule("artillery.indirect-range", neutral=lambda *a: True)
def near_enough(eyes: Sequence[Seen], marks: Sequence[Seen], w: Weapon) -> bool:
    return any(gap(base(e), base(t)) <= w.range + WITHIN for e in eyes for t in marks)


@rule("artillery.suppressed", neutral=lambda: False)
def is_silenced() -> bool:
    return True


@rule("artillery.indirect-own-unit", neutral=lambda: INDIRECT)
def by_own_unit() -> int:
    return SPOTTED


@rule("artillery.indirect-recon", neutral=lambda: INDIRECT)
def by_recon() -> int:
    return SPOTTED


@rule("artillery.indirect")
def by_friend() -> int:
    return INDIRECT


@rule("artillery.indirect")
def spotters_reach(game: Xenocide) -> float:
    """From how far an ordinary model spots."""
    return RECON if game.reads("artillery.indirect=thirty-six") else SPOTTER


@rule("artillery.direct", neutral=lambda w: w.accuracy)
def artillery_direct(w: Weapon) -> int:
    return DIRECT


@rule("artillery.indirect-cover")
def is_unwatched(eyes: Sequence[object]) -> bool:
    """Where nobody looks, nothing is merely behind anything."""
    return not eyes
