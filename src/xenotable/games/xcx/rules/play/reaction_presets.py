"""Standing orders for react fire."""

from __future__ import annotations

from typing import Any

from xenotable.engine import UNSET, StandingOrder, rule
from xenotable.games.xcx.rules.modifiers.tables import aim
from xenotable.games.xcx.rules.overwatch.steps import react_options
from xenotable.games.xcx.state import Xcx

PRESET_VALUES = (4, 5, 6, 7, 8)  # to hit: worth a standing order


def presets(game: Xcx, ready: list[str]) -> list[StandingOrder]:
    """What can be ordered for each of them."""
    fire = [(n, f"fire at {n} or more") for n in PRESET_VALUES]
    return [
        StandingOrder({w: n}, f"{game.name(w)}: {says}") for w in ready for n, says in (("never", "never fire"), *fire)
    ]


@rule("play.reaction-presets", neutral=lambda game, ready, model, order: None)
def preset(game: Xcx, ready: list[str], model: str, order: Any) -> Any:
    """A standing order: one figure, "never", or these by model: fire when the value is at least that. A model without
    one is asked about: then nothing is settled."""
    asked = False
    for watcher in ready:
        wanted = order.get(watcher, "ask") if isinstance(order, dict) else order
        asked = asked or wanted == "ask"
        if isinstance(wanted, int) and not isinstance(wanted, bool):
            options = react_options(game, watcher, model)
            best = max(options, key=lambda o: aim(game, o[0], model, o[1], "react").value, default=None)
            if best is not None and aim(game, best[0], model, best[1], "react").value >= wanted:
                return best
    return UNSET if asked else None
