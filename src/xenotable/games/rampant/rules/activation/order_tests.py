"""What an order is tested against, and what is added to the dice."""

from __future__ import annotations

from xenotable.engine import acts, cite, rule
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.command import order_bonus
from xenotable.games.rampant.rules.play.conventions import above_half
from xenotable.games.rampant.state import Rampant

FIXED = {"skirmish": 7, "bombard": 7, "regrow": 7, "detonate": 5}


def score_of(game: Rampant, unit: str, action: str) -> int:
    """What a test of this order needs."""
    what = game.profile[unit]
    if action.startswith("manifest:"):
        return content().powers[action[9:]].difficulty
    if action == "advance":
        return what.shoot
    if action == "drop":
        cite("xeno.drop-troops")
        return what.move
    if action in FIXED:
        return FIXED[action]
    score: int = getattr(what, action)
    return score


def modifiers(game: Rampant, unit: str, action: str, aim: str = "") -> int:
    return sum(n for n, _ in modifier_list(game, unit, action, aim))


@rule("activation.modifiers", neutral=lambda *a: [])
def modifier_list(game: Rampant, unit: str, action: str, aim: str = "") -> list[tuple[int, str]]:
    """All that apply; they are added."""
    what, row = game.profile[unit], game.units[unit]
    found = []
    if order_bonus(game, unit):
        found.append((1, "Commander near"))
    if "machine" in what.has and acts("xeno.machine-orders"):
        found.append((-1, "Machine"))
    if action == "advance" and not ("crack-crew" in what.has and acts("options.crack-crew")):
        cite("vehicles.advance-and-fire")
        found.append((-1, "firing on the move"))
    if row.hired in (3, 4) and action in ("attack", "shoot"):
        cite("xeno.hired-guns")
        found.append((1, "eager") if row.hired == 4 else (-1, "sullen"))
    if action.startswith("manifest:"):
        if not above_half(game, unit) and acts("psychic.manifest"):
            found.append((-1, "half strength"))
        if aim in game.profile and game.units[aim].seat != row.seat and "otherworldly" in game.profile[aim].has:
            cite("xeno.otherworldly-weakness")
            found.append((2, "Otherworldly target"))
    return found
