"""Who moves is no longer dug in (rule "movement.dug-in-lost")."""

from __future__ import annotations

from xenotable.games.xenocide.state import Xenocide


def undig(game: Xenocide, unit: str) -> None:
    if game.units[unit].dug:
        game.units.set(unit, dug=False)
        game.tell("{unit} is no longer dug in.", "movement.dug-in-lost", unit=unit)
