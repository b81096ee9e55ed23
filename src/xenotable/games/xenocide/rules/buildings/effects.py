"""What being in a building changes: eyes at its sides, CAD, dice, no digging (chapter "buildings")."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xenocide.rules.sight.eyes import Seen, eye_at
from xenotable.games.xenocide.state import Xenocide


@rule("buildings.no-dig", neutral=lambda: False)
def no_digging() -> bool:
    return True


@rule("buildings.cad-bonus", neutral=lambda: False)
def behind_walls() -> bool:
    """Who defends a building is better off by one; who assaults out of it is not."""
    return True


@rule("buildings.sections-bonus", neutral=lambda game, u: False)
def between_sections(game: Xenocide, u: str) -> bool:
    """In a fight between sections both sides fight inside, attackers too."""
    return game.units[u].sally == "storm"


@rule("buildings.sight-from", neutral=lambda game, m: eye_at(game, m, game.models[m].x, game.models[m].y))
def at_window(game: Xenocide, m: str) -> Seen:
    """A model in a building looks, and is looked at, at its point of a side, as high as the roof."""
    row = game.models[m]
    return row.x, row.y, 0.0, game.field.rooms[row.section].height


@rule("buildings.sections-bonus", neutral=lambda game, u: 0)
def bonus_die(game: Xenocide, u: str) -> int:
    """In a fight between sections of a building both sides roll one die more."""
    return int(game.units[u].sally == "storm")
