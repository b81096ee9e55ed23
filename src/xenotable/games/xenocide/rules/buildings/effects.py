"""What being in a building changes: eyes at its sides, CAD, dice, no digging (chapter "buildings")."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xenocide.rules.sight.viewpoints import Seen, eye_at
from xenotable.games.xenocide.state import Xenocide


@rule("buildings.no-dig", neutral=lambda: False)
def no_digging() -> bool:
    return True


@rule("buildings.cad-bonus", neutral=lambda: False)
def behind_walls() -> bool:
    """Who defends a building is better off by one; who assaults out of it is not."""
    return True


@rule("buildings.cad-suppressed", neutral=lambda game, model: False)
def steadied(game: Xenocide, model: str) -> bool:
    """Does a building make up for suppression? Then the printed CAD counts, whatever it is."""
    return bool(game.models[model].section)


@rule("buildings.sections-bonus", neutral=lambda game, unit: False)
def between_sections(game: Xenocide, unit: str) -> bool:
    """In a fight between sections both sides fight inside, attackers too."""
    return game.units[unit].sally == "storm"


@rule(
    "buildings.sight-from", neutral=lambda game, model: eye_at(game, model, game.models[model].x, game.models[model].y)
)
def at_window(game: Xenocide, model: str) -> Seen:
    """A model in a building looks, and is looked at, at its point of a side, as high as the roof."""
    row = game.models[model]
    return row.x, row.y, 0.0, game.field.rooms[row.section].height


@rule("buildings.sections-bonus", neutral=lambda game, unit: 0)
def bonus_die(game: Xenocide, unit: str) -> int:
    """In a fight between sections of a building both sides roll one die more."""
    return int(game.units[unit].sally == "storm")
