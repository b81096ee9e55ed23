"""The weapon systems of a unit that can fire (rule "transport.passengers-no-shooting")."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.engine.memory import until_moved
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.rules.play.models import is_titan, kind_of
from xenotable.games.xenocide.rules.titans.weapons import lines_now
from xenotable.games.xenocide.rules.transport.riders import open_riders
from xenotable.games.xenocide.state import Xenocide


@rule("transport.passengers-no-shooting")
def systems(game: Xenocide, unit: str) -> list[Weapon]:
    """The weapon systems of a unit, in the order of its models' entries; bombs are dropped, not fired."""
    return lines_now(game, unit) if is_titan(game, unit) else entries(game, unit)


@until_moved
def entries(game: Xenocide, unit: str) -> list[Weapon]:
    found: dict[str, Weapon] = {}
    for model in (*game.units[unit].models, *open_riders(game, unit)):
        for w in kind_of(game, model).weapons:
            if not w.bombs:
                found[w.id] = w
    return list(found.values())
