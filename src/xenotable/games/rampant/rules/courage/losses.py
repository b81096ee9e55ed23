"""Losing Strength Points and leaving the battle: what every loss sets off.

Explosions (chapter "xeno") and passengers of wrecks (chapter "vehicles") start here too, because every kind of loss
runs through the same door.
"""

from __future__ import annotations

from xenotable.engine import Scene, acts, rule
from xenotable.games.rampant.rules.play.conventions import centre
from xenotable.games.rampant.rules.psychic.lasting import end_powers
from xenotable.games.rampant.rules.scenarios.vows import fact
from xenotable.games.rampant.rules.terrain.field import leave_wreck
from xenotable.games.rampant.scenes import BailOut, Blast, Boom, Shock, Wrecks
from xenotable.games.rampant.state import NOW, Rampant, of_side, passenger

LOSES = "{unit} loses {n:Strength Point}."


def suffer(
    game: Rampant, unit: str, n: int, under: str, shock: Shock | None = None, says: str = LOSES
) -> list[Scene] | None:
    """Takes Strength Points away under a rule and says so. None while the unit has any left; else it is removed, and
    what that sets off is given."""
    before = game.units[unit].strength
    lost = min(n, before)
    game.tell(says, under, unit=unit, n=lost)
    if lost <= 0:
        return None
    game.units.set(unit, strength=before - lost)
    if not game.now.blood:  # nobody's First Strike: whoever strikes first is noted before the loss
        game.battle.set(NOW, blood=True)
    if "otherworldly" in game.profile[unit].has and acts("xeno.otherworldly"):
        game.units.set(unit, unstable=True)
    if lost < before or (under == "shooting.losses" and not acts("shooting.destroyed")):
        return None
    end = "shooting.destroyed" if under == "shooting.losses" else under
    return [*explode(game, unit, before), *remove(game, unit, "destroyed", shock, end)]


def explode(game: Rampant, unit: str, before: int) -> list[Scene]:
    """A Volatile unit whose last Strength Point is lost explodes with as many dice as it had before that loss."""
    there = game.units[unit].where in ("table", "inside")
    if not (there and game.profile[unit].volatile == 1 and acts("xeno.volatile-1")):
        return []
    return [Blast((Boom(unit, *centre(game, unit), before),))]


def regain(game: Rampant, unit: str, under: str, says: str) -> None:
    """One Strength Point comes back, never beyond those that the unit began with."""
    if game.units[unit].strength < game.profile[unit].strength:
        game.units.set(unit, strength=game.units[unit].strength + 1)
        game.tell(says, under, unit=unit)


@rule("courage.removed-points")
def remove(game: Rampant, unit: str, how: str, shock: Shock | None = None, under: str = "") -> list[Scene]:
    """A unit is destroyed, routs or flees. Gives what must be played out: passengers getting out.

    `shock` says who did it; `under` which rule destroys it.
    """
    row = game.units[unit]
    if row.where == "gone":
        return []
    what = game.profile[unit]
    x, y = centre(game, unit)
    on_table = row.where == "table"
    aboard = passenger(game, unit)
    drop_marker(game, unit)
    end_powers(game, unit)
    if how == "destroyed" and what.vehicle and on_table:
        leave_wreck(game, unit)
    game.units.set(unit, where="gone", gone=how, inside="", suppressed=False, prone=False, spells=())
    game.tell(GONE[how], under or GONE_RULES[how], unit=unit)
    count_removed(game, unit, how, shock)
    return lost_carrier(game, unit, aboard, how, (x, y), shock) if aboard else []


GONE = {
    "destroyed": "{unit} is destroyed.",
    "routed": "{unit} routs and is removed.",
    "fled": "{unit} flees from the table.",
    "absent": "{unit} takes no part in the battle.",
}
GONE_RULES = {
    "destroyed": "shooting.destroyed",
    "routed": "courage.fail-rout",
    "fled": "retreat.table-edge",
    "absent": "xeno.hired-guns",
}


def lost_carrier(
    game: Rampant, unit: str, aboard: str, how: str, at: tuple[float, float], shock: Shock | None
) -> list[Scene]:
    """Passengers go down with a vehicle that flees; otherwise they get out."""
    if how == "fled" and acts("vehicles.routed-carrier"):
        return remove(game, aboard, "fled", shock)
    cause = (
        Shock(aboard, "bail", by=shock.by, source=shock.source, x=shock.x, y=shock.y)
        if shock
        else Shock(aboard, "bail")
    )
    game.units.set(aboard, inside="", x=at[0], y=at[1])
    rolls = how == "destroyed" or not acts("vehicles.routed-carrier")
    return [BailOut(aboard, at[0], at[1], game.profile[unit].radius, cause, rolls)]


def together(scenes: list[Scene]) -> list[Scene]:
    """What one event sets off at one moment, put together: explosions first, then the passengers of all wrecks."""
    booms = tuple(b for s in scenes if isinstance(s, Blast) for b in s.booms)
    wrecks = tuple(s for s in scenes if isinstance(s, BailOut))
    if len(booms) + len(wrecks) < 2:
        return scenes
    return [Blast(booms, wrecks=wrecks)] if booms else [Wrecks(wrecks)]


def count_removed(game: Rampant, unit: str, how: str, shock: Shock | None) -> None:
    """Full points count, whatever had been lost before; the army-wide causes are noted for later."""
    row, what = game.units[unit], game.profile[unit]
    side = game.sides[row.seat]
    removed = side.removed + what.points
    grief = side.grief
    half = side.half
    if not half and removed * 2 >= side.total and acts("courage.when-half-lost"):
        half, grief = True, (*grief, "half")
    if what.commander and acts("command.last-to-fall"):
        grief = (*grief, "commander")
    if len(of_side(game, row.seat)) == 1 and acts("courage.when-alone"):
        grief = (*grief, "last")
    if how in ("routed", "fled") and acts("scenarios.vow-no-step-back"):
        fact(game, row.seat, "stepped-back")
    game.sides.set(row.seat, removed=removed, half=half, grief=grief)
    credit(game, unit, how, shock)


def credit(game: Rampant, unit: str, how: str, shock: Shock | None) -> None:
    """What the enemy's vows make of it."""
    what, foe = game.profile[unit], 1 - game.units[unit].seat
    by_arms = (
        shock is not None and shock.kind in ("shoot", "attack") and shock.by != "" and game.units[shock.by].seat == foe
    )
    if (what.commander and (how == "destroyed" or by_arms)) and acts("scenarios.vow-take-their-head"):
        fact(game, foe, "take-their-head")
    if (
        how == "destroyed"
        and by_arms
        and shock is not None
        and shock.kind == "attack"
        and acts("scenarios.vow-cold-steel")
    ):
        fact(game, foe, "cold-steel")
    if by_arms and what.points >= 4 and game.sides[foe].half and acts("scenarios.vow-turned-tide"):
        fact(game, foe, "turned-tide")


def drop_marker(game: Rampant, unit: str) -> None:
    """The envoy stays where its carrier stands."""
    if game.now.carrier == unit:
        row = game.units[unit]
        game.battle.set(NOW, carrier="", marker=(row.x, row.y))
        game.tell("{unit} leaves the envoy behind.", "scenarios.envoy-carrying", unit=unit)
