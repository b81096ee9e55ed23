"""The dice that soldiers on icons add."""

from __future__ import annotations

from xenotable.engine import acts, rule
from xenotable.games.xcom.rules.units.unit_locations import icons
from xenotable.games.xcom.state import Xcom


@rule("base.gold", neutral=lambda game, icon, soldier, wild: 0)
def gold(game: Xcom, icon: str, soldier: str, wild: bool) -> int:
    """One more die if the icon is specialised on both sides."""
    return int(not wild and icon.endswith("*") and icon in icons(game.units[soldier].cls))


@rule("base.elite", neutral=lambda game, soldier: 0)
def elite(game: Xcom, soldier: str) -> int:
    """One more die for an elite soldier, wherever it fights."""
    row = game.units[soldier]
    if row.elite and row.place == "base" and game.reads("base.elite=missions-only"):
        return 0
    return int(row.elite and acts("units.elite"))
