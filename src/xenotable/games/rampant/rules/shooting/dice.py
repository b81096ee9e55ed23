"""The dice of a shot: how many, at which range, on what."""

from __future__ import annotations

from typing import NamedTuple

from xenotable.engine import cite, rule
from xenotable.games.rampant.rules.command import own_trait
from xenotable.games.rampant.rules.play.conventions import above_half, centre, distance
from xenotable.games.rampant.rules.play.dice import Blow, Wound
from xenotable.games.rampant.rules.roster.numbers import shoot_value
from xenotable.games.rampant.rules.shooting.armour import shooting_armour
from xenotable.games.rampant.rules.shooting.targets import needs_spotter, shoot_range
from xenotable.games.rampant.rules.specials.shooting import best_reduction
from xenotable.games.rampant.rules.xeno.combat import both_otherworldly, deflects, surgeon_near, throws_again
from xenotable.games.rampant.scenes import Shock
from xenotable.games.rampant.state import Rampant
from xenotable.table import more_than


@rule("shooting.dice-full", neutral=lambda *a: 0)
def combat_dice(game: Rampant, unit: str) -> int:
    """10 dice above half strength, 5 at half or less; a Feeble Commander's unit one fewer."""
    if above_half(game, unit):
        dice = 10
    else:
        cite("shooting.dice-half")
        dice = 5
    cite("shooting.dice-fixed-before")
    return dice - 1 if own_trait(game, unit, "feeble") else dice


def at_extreme(game: Rampant, shooter: str, id: str, way: str) -> bool:
    return more_than(distance(game, shooter, id), shoot_range(game, shooter, way))


class Aim(NamedTuple):
    """How a unit shoots: by which order, with whose help, and what its owner has chosen; None: its best reduction."""

    way: str = "shoot"
    spotter: str = ""
    stun: bool = False
    reduction: str | None = None


def volley(
    game: Rampant, shooter: str, id: str, way: str, spotter: str = "", stun: bool = False, reduction: str | None = None
) -> Blow:
    """Everything that is fixed before a unit's dice are thrown at a target."""
    extreme = at_extreme(game, shooter, id, way)
    lobbed = bool(spotter) and needs_spotter(game, shooter, id)
    if lobbed:
        cite("options.lobbed-fire")
    if reduction is None:
        reduction = best_reduction(game, shooter, id, extreme)
    armour = shooting_armour(game, shooter, id, extreme, reduction, lobbed)
    need = shoot_value(game, shooter, way, bool(spotter))
    six = "heavy-weapon" in game.profile[shooter].has
    dice, again = combat_dice(game, shooter), throws_again(game, shooter, id, False)
    if id in game.buildings:
        cite("terrain.building-target")
        return Blow("shoot", dice, need, armour, game.buildings[id].strength, six, again)
    return Blow(
        "shoot",
        dice,
        need,
        armour,
        game.units[id].strength,
        six,
        again,
        doubled=both_otherworldly(game, shooter, id),
        stun=stun,
        deflect=deflects(game, id, False),
        surgeon=0 if stun else surgeon_near(game, id),
    )


def shock_of(game: Rampant, id: str, shooter: str, wound: Wound) -> Shock:
    x, y = centre(game, shooter)
    return Shock(id, "shoot", wound.lost, wound.stunned, shooter, True, x, y)
