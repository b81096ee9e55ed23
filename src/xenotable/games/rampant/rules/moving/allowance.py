"""How far a unit may move, how wide it is on its way, and how far it keeps from others."""

from __future__ import annotations

from xenotable.engine import acts, cite, rule
from xenotable.games.rampant.rules.terrain.crossing import hard_going
from xenotable.games.rampant.state import Rampant, is_in_force

COLUMN = 0.5  # half the width of a column of infantry on the march
CARRIER_LIMIT = 8.0
MAX_RULES = {12: "moving.max-12", 10: "moving.max-10", 8: "moving.max-8", 6: "moving.max-6"}


@rule("moving.separation", neutral=lambda *a: 0.0)
def separation(game: Rampant) -> float:
    """How far units keep apart: 1 in, 3 in with Wide Order."""
    if is_in_force(game, "wide-order") and acts("variants.wide-order"):
        return 3.0
    return 1.0


@rule("moving.column", neutral=lambda game, unit: game.profile[unit].radius)
def way_radius(game: Rampant, unit: str) -> float:
    """On the way infantry is a column, a vehicle its whole footprint."""
    what = game.profile[unit]
    return what.radius if what.vehicle else COLUMN


@rule("moving.action", neutral=lambda *a: 99.0)
def allowance(game: Rampant, unit: str, share: float = 1.0) -> float:
    """What a Move may cost: Maximum Movement or a share of it; a carrier's is limited, a weighed-down unit's halved."""
    most = game.profile[unit].max_move
    cite(MAX_RULES.get(most, "moving.action"))
    far = most * share
    if game.now.carrier == unit and acts("scenarios.envoy-carrying"):
        far = min(far, CARRIER_LIMIT)
    return far / 2.0 if hard_going(game, unit) else far
