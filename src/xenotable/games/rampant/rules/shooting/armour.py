"""Armour against shooting, in the order of the book."""

from __future__ import annotations

from xenotable.engine import acts, cite, rule
from xenotable.games.rampant.rules.play.conventions import bits_under
from xenotable.games.rampant.rules.terrain.cover import cover
from xenotable.games.rampant.rules.terrain.field import HARD, HARD_COVER, NONE, SOFT, SOFT_COVER
from xenotable.games.rampant.rules.variants.rear_hits import from_behind
from xenotable.games.rampant.state import Profile, Rampant, under

MODERN_NOT = ("primitive", "militia", "greater-xenomorph", "lesser-xenomorph")


def base_armour(game: Rampant, shooter: str, id: str) -> int:
    """Printed Armour, or what replaces it: Elusive, Hide and Mail."""
    if id in game.buildings:
        cite("terrain.building-profile")
        return game.buildings[id].armour
    what = game.profile[id]
    if "elusive" in what.has and acts("specials.elusive"):
        return 2
    if (
        "hide-armour" in what.has
        and shooter
        and game.profile[shooter].type in ("primitive", "militia")
        and acts("options.hide-armour")
    ):
        return 2
    return what.armour


def is_plated(game: Rampant, id: str) -> bool:
    """Is the target affected by Anti-Vehicle and Breaching?"""
    return id in game.buildings or wears_plate(game.profile[id])


def wears_plate(what: Profile) -> bool:
    if "titan-plate" in what.has:
        cite("options.titan-plate")
        return True
    cite("specials.vehicle")
    return what.vehicle


def reductions(game: Rampant, shooter: str, id: str) -> list[str]:
    """The armour-reducing rules that the shooter could use."""
    has = game.profile[shooter].has
    found = ["anti-vehicle"] if "anti-vehicle" in has and is_plated(game, id) else []
    return found + (["penetrators"] if "penetrators" in has else [])


def cover_bonus(game: Rampant, shooter: str, id: str, lobbed: bool = False) -> int:
    """What cover adds: 1 for soft, 2 for hard; Bushcraft makes more of soft cover, Engulfing Weapons leave none."""
    if "engulfing" in game.profile[shooter].has and acts("options.engulfing"):
        return 0
    return bonus_of(game, id, cover(game, id, shooter, hiding=not lobbed))


def bonus_of(game: Rampant, id: str, kind: int) -> int:
    if kind == SOFT_COVER and "bushcraft" in game.profile[id].has and acts("options.bushcraft"):
        return 2
    if kind == SOFT_COVER and acts("terrain.cover-soft"):
        return 1
    return 2 if kind == HARD_COVER and acts("terrain.cover-hard") else 0


def area_bonus(game: Rampant, id: str) -> int:
    """Cover from areas and buildings alone: against bombardments and explosions."""
    if game.units[id].where == "inside":
        return bonus_of(game, id, HARD_COVER)
    bits = bits_under(game, id)
    if "flying" in game.profile[id].has:
        return 0
    return bonus_of(game, id, HARD_COVER if bits & HARD else SOFT_COVER if bits & SOFT else NONE)


def own_additions(game: Rampant, id: str, shot: bool = True) -> int:
    """Prone, Assault Shields, Cloaked and Barrier; shields and cloaks work against Shooting and Firefight only."""
    has, more = game.profile[id].has, 0
    if game.units[id].prone:
        cite("specials.prone")
        more += 1
    if shot and "assault-shields" in has and acts("xeno.assault-shields"):
        more += 1
    if shot and "cloaked" in has and acts("xeno.cloaked"):
        more += 1
    if under(game, id, "barrier") and acts("psychic.barrier"):
        more += 1
    return more


@rule("shooting.extreme-armour", neutral=lambda *a: 0)
def extreme_bonus(extreme: bool) -> int:
    return int(extreme)


def bows_bonus(game: Rampant, shooter: str, id: str) -> int:
    """Bows and Slings do little to modern targets."""
    if "bows" not in game.profile[shooter].has or (id in game.profile and game.profile[id].type in MODERN_NOT):
        return 0
    cite("options.bows")
    return 1


@rule("shooting.armour-order")
def shooting_armour(game: Rampant, shooter: str, id: str, extreme: bool, reduction: str, lobbed: bool = False) -> int:
    """Printed or replaced, halved, added to, reduced; never less than 1."""
    armour = base_armour(game, shooter, id)
    if reduction == "anti-vehicle" and acts("specials.anti-vehicle"):
        armour //= 2
    armour += extreme_bonus(extreme) + bows_bonus(game, shooter, id)
    if id in game.profile:
        armour += cover_bonus(game, shooter, id, lobbed) + own_additions(game, id)
    if reduction == "penetrators" and acts("options.penetrators"):
        armour -= 1
    if from_behind(game, shooter, id):
        armour -= 1
    return max(1, armour)
