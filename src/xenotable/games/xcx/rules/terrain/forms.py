"""The forms of terrain: as bits, the cover that they give, and what they cost a mover."""

from __future__ import annotations

from functools import lru_cache

from xenotable.engine import cite, rule
from xenotable.games.xcx import content
from xenotable.table import Costs

UNSEEN, OPEN, IN_SOFT, IN_HARD = -1, 0, 1, 2
SOFT, HARD, OBSTACLE, IMPASSABLE, PIT, OBJECT = 1, 2, 4, 8, 16, 32
FORMS = {"soft": SOFT, "hard": HARD, "obstacle": OBSTACLE, "impassable": IMPASSABLE}
FORM_NAMES = {SOFT: "Soft Cover", HARD: "Hard Cover", OBSTACLE: "an Obstacle", IMPASSABLE: "Impassable terrain"}
SOLID = IMPASSABLE | PIT | OBJECT
MATTERS = SOFT | HARD | IMPASSABLE  # to a line of sight
_ADVANCE = Costs(impassable=SOLID | HARD | OBSTACLE, no_end=0)


def form_name(bits: int) -> str:
    return next((name for bit, name in FORM_NAMES.items() if bits & bit), "terrain")


@rule("terrain.four-forms", neutral=lambda piece: 0)
def form_of(piece: content.TerrainPiece) -> int:
    """Exactly one form each; impassable terrain that can be seen across (a pit) has a bit of its own."""
    if piece.form == "impassable" and piece.sight == "open":
        cite("terrain.impassable")
        return PIT
    return FORMS[piece.form]


@rule("terrain.hard-cover-advance", neutral=lambda run: Costs(SOLID, HARD | OBSTACLE, ((OBSTACLE, 2.0),)))
def costs_of(run: bool) -> Costs:
    """What terrain does to a mover: Hard Cover and Obstacles are crossed on a Run only, and never ended in."""
    return _run(obstacle_factor()) if run else _ADVANCE


@rule("terrain.obstacle-cost", neutral=lambda: 1.0)
def obstacle_factor() -> float:
    """Every inch inside an Obstacle, and every Obstacle space entered, counts double."""
    cite("terrain.obstacle")
    return 2.0


@lru_cache(4)
def _run(factor: float) -> Costs:
    return Costs(impassable=SOLID, no_end=HARD | OBSTACLE, slow=((OBSTACLE, factor),))
