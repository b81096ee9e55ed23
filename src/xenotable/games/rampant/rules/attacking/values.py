"""The figures of a fight: values, dice and Armour of both sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xenotable.engine import Flow, acts, cite, rule
from xenotable.games.rampant.rules.play.conventions import centre, circle
from xenotable.games.rampant.rules.play.dice import Blow
from xenotable.games.rampant.rules.shooting.armour import is_plated
from xenotable.games.rampant.rules.shooting.dice import combat_dice
from xenotable.games.rampant.rules.specials.shooting import ask_which_reduction
from xenotable.games.rampant.rules.terrain.cover import obstacles_between
from xenotable.games.rampant.rules.terrain.field import HARD, SOFT, areas_at
from xenotable.games.rampant.rules.terrain.fighting import Footing, is_defended, own_footing
from xenotable.games.rampant.rules.xeno.combat import both_otherworldly, deflects, surgeon_near, throws_again
from xenotable.games.rampant.state import Rampant, under


def fight_value(game: Rampant, unit: str, attacking: bool, ground: Footing) -> int:
    """The value a unit hits on: Attack or Defence, replaced in rough terrain, 6 while Suppressed, worse while Prone."""
    what, row = game.profile[unit], game.units[unit]
    value = what.attack_value if attacking else what.defence_value
    if value == 0 and acts("terrain.rough-dash"):
        return 0
    if unit in ground.rough and acts("terrain.rough-fighting"):
        value = 5
    if row.suppressed:
        return on_six(value)
    if row.prone and not attacking:
        cite("specials.prone")
        value = max(value, 5)
    return value


@rule("attacking.suppressed-sixes", neutral=lambda v: v)
def on_six(value: int) -> int:
    cite("suppression.hits-on-six")
    cite("terrain.rough-dash")
    return 6


@rule("attacking.dice-full", neutral=lambda *a: 0)
def fight_dice(game: Rampant, unit: str) -> int:
    """10 or 5, attacking or defending, counted before any loss of this Attack."""
    cite("attacking.dice-half")
    return combat_dice(game, unit)


def fight_reductions(game: Rampant, unit: str, enemy: str) -> list[str]:
    """The armour-reducing rules that a unit could use in this fight: Breaching where it applies, and Powered Edges."""
    has = game.profile[unit].has
    found = ["breaching"] if "breaching" in has and is_plated(game, enemy) else []
    return found + (["powered-edges"] if "powered-edges" in has else [])


def fight_reduction(game: Rampant, unit: str, enemy: str, armour: Callable[[str], int]) -> str:
    """Only one is used: by default the one that gives the lower Armour."""
    found = fight_reductions(game, unit, enemy)
    if len(found) < 2:
        return found[0] if found else ""
    return min(found, key=armour)


def ask_fight_reduction(
    game: Rampant, unit: str, enemy: str, armour: Callable[[str], int], odds: Callable[[str], Any]
) -> Flow[str]:
    found, best = fight_reductions(game, unit, enemy), fight_reduction(game, unit, enemy, armour)
    return (yield from ask_which_reduction(game, unit, found, best, armour, odds))


@rule("attacking.armour-order")
def attack_armour(
    game: Rampant,
    unit: str,
    enemy: str,
    defending: bool,
    ground: Footing,
    countered: bool,
    rear: bool = False,
    reduction: str | None = None,
) -> int:
    """Printed, replaced in rough terrain, halved, added to, reduced; never less than 1. Cover does not count.

    rear: the blow comes from behind a vehicle (optional rule)
    reduction: the enemy's rule against Armour; None: its best
    """
    if reduction is None:

        def armour_by(r: str) -> int:
            return attack_armour(game, unit, enemy, defending, ground, countered, rear, r)

        return armour_by(fight_reduction(game, enemy, unit, armour_by))
    what = game.profile[unit]
    armour = what.armour
    cite("terrain.cover-not-in-attacks")
    if "hide-armour" in what.has and acts("options.hide-armour"):
        armour = 2
    if unit in ground.rough and acts("terrain.rough-fighting"):
        armour = 2
    if reduction == "breaching" and acts("specials.breaching"):
        armour //= 2
    if defending and not countered and is_defended(game, unit, enemy):
        armour += 1
    if under(game, unit, "barrier") and acts("psychic.barrier"):
        armour += 1
    if reduction == "powered-edges" and acts("specials.powered-edges"):
        armour -= 1
    return max(1, armour - rear)


def attack_blow(
    game: Rampant,
    unit: str,
    enemy: str,
    attacking: bool,
    ground: Footing,
    countered: bool,
    stun: bool = False,
    rear: bool = False,
    reduction: str | None = None,
) -> Blow:
    """What one side throws at the other. After a Counter-Charge both count as attacking."""
    need = fight_value(game, unit, attacking, ground)
    # The unit struck is a defender when its own side is not the one that attacks.
    armour = attack_armour(game, enemy, unit, attacking, ground, countered, rear, reduction)
    return Blow(
        "attack",
        fight_dice(game, unit) if need else 0,
        need or 6,
        armour,
        game.units[enemy].strength,
        "monofilament" in game.profile[unit].has,
        throws_again(game, unit, enemy, True),
        up="undying" in game.profile[enemy].has,
        doubled=both_otherworldly(game, unit, enemy),
        stun=stun,
        deflect=deflects(game, enemy, True),
        surgeon=0 if stun else surgeon_near(game, enemy),
    )


def building_armour(game: Rampant, house: str, reduction: str) -> int:
    """Buildings count as vehicles for Breaching."""
    armour = game.buildings[house].armour
    cite("terrain.building-profile")
    if reduction == "breaching" and acts("specials.breaching"):
        return max(1, armour // 2)
    return max(1, armour - 1) if reduction == "powered-edges" else armour


def building_blow(game: Rampant, unit: str, house: str, reduction: str | None = None) -> Blow:
    """An Attack on a building itself."""
    if reduction is None:
        reduction = fight_reduction(game, unit, house, lambda r: building_armour(game, house, r))
    armour = building_armour(game, house, reduction)
    value = fight_value(game, unit, True, own_footing(game, unit))
    six = "monofilament" in game.profile[unit].has
    again = throws_again(game, unit, house, True)
    return Blow("attack", fight_dice(game, unit), value, armour, game.buildings[house].strength, six, again)


def cover_held(game: Rampant, unit: str, enemy: str) -> tuple[str, ...]:
    """What a unit stood in or behind when it fought: areas of cover, the obstacle between, its building."""
    row = game.units[unit]
    if row.where == "inside":
        return (row.inside,)
    names = [a.name for a in areas_at(game, (row.x, row.y), SOFT | HARD)]
    return (*names, *(p.name for p, _ in obstacles_between(game, circle(game, unit), centre(game, enemy))))
