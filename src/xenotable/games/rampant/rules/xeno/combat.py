"""Xeno rules of shots and fights: deflectors, surgeons, stunners, sworn foes, dread, flying."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xenotable.engine import Choose, Flow, Roll, acts, cite, rule
from xenotable.games.rampant.rules.command import own_trait
from xenotable.games.rampant.rules.play.conventions import above_half, bits_under, distance, to_spot, within
from xenotable.games.rampant.rules.play.dice import ALL_MISSES
from xenotable.games.rampant.rules.terrain.field import DENSE, is_standing
from xenotable.games.rampant.rules.xeno.loss_order import ask_surgeon
from xenotable.games.rampant.state import Rampant, under

IMMUNE = ("machine", "undying", "rift")


@rule("xeno.deflector", neutral=lambda *a: 0)
def deflects(game: Rampant, unit: str, attack: bool) -> int:
    """What a deflector die needs to cancel a point; tier 3 works in Attacks as well."""
    tier = game.profile[unit].deflector
    if tier == 0 or (attack and tier < 3):
        return 0
    return 6 if tier == 1 else 5


@rule("xeno.field-surgeon", neutral=lambda *a: 0)
def surgeon_near(game: Rampant, unit: str) -> int:
    """What a surgeon's die needs: 4, or 5 from a worn-down surgeon; 0 where none is near. The best one rolls."""
    row, kin = game.units[unit], game.profile[unit].kin
    best = 0
    for friend in game.members[row.seat]:
        what = game.profile[friend]
        if "field-surgeon" not in what.has:
            continue  # nearly all
        there = game.units[friend]
        if there.suppressed or there.where not in ("table", "inside"):
            continue
        if kin in IMMUNE and what.kin != kin and acts("xeno.field-surgeon-kin"):
            continue
        if friend == unit or beside(game, friend, unit):
            need = 4 if above_half(game, friend) else 5
            best = min(best, need) if best else need
    return best


def beside(game: Rampant, friend: str, unit: str) -> bool:
    """Within 6 in; units under the same fallen building are."""
    house = game.units[unit].inside
    if house and not is_standing(game, house):
        return game.units[friend].inside == house or within(
            to_spot(game, friend, (game.units[unit].x, game.units[unit].y)), 6.0
        )
    return within(distance(game, friend, unit), 6.0)


def treat_losses(game: Rampant, unit: str, lost: int) -> Flow[int]:
    """What a surgeon leaves of a loss outside an exchange: a double, a hard landing, falling stone."""
    need = surgeon_near(game, unit)
    if not need or lost <= 0 or not (yield from ask_surgeon(game.units[unit].seat, lost, need)):
        return lost
    _, kept = yield from Roll(
        seat=game.units[unit].seat,
        key="surgeon",
        rule="xeno.field-surgeon",
        prompt="The surgeon tries to keep one point of {unit}",
        args={"unit": unit},
        n=1,
        cuts=(need,),
        names=("lost", "kept"),
    )
    return lost - kept


@rule("xeno.sworn-foe", neutral=lambda *a: False)
def is_sworn_foe(game: Rampant, unit: str, enemy: str) -> bool:
    """Does the unit fight the kin its owner has named?"""
    if "sworn-foe" not in game.profile[unit].has or enemy not in game.units:
        return False
    return game.profile[enemy].kin == game.sides[game.units[unit].seat].foe != ""


def throws_again(game: Rampant, unit: str, enemy: str, attack: bool) -> int:
    """How many missed dice the unit throws once more; no die is ever thrown a third time."""
    power = "guide-the-blade" if attack else "guide-the-shot"
    if is_sworn_foe(game, unit, enemy):
        return ALL_MISSES
    if under(game, unit, power):
        cite(f"psychic.{power}")
        return ALL_MISSES
    return 2 if own_trait(game, unit, "duellist" if attack else "deadeye") else 0


def both_otherworldly(game: Rampant, a: str, b: str) -> bool:
    one, two = game.profile.get(a), game.profile.get(b)
    return one is not None and two is not None and "otherworldly" in one.has and "otherworldly" in two.has


@rule("xeno.stunners", neutral=lambda *a: False)
def may_stun(game: Rampant, unit: str, enemy: str) -> bool:
    """Machines, the undying, rift beings and buildings cannot be stunned."""
    return "stunners" in game.profile[unit].has and enemy in game.profile and game.profile[enemy].kin not in IMMUNE


def ask_stun(game: Rampant, unit: str, enemy: str, odds: Callable[[bool], Any]) -> Flow[bool]:
    """`odds`: what stunning, or killing, would bring."""
    if not may_stun(game, unit, enemy):
        return False
    how = yield from Choose(
        seat=game.units[unit].seat,
        key="stun",
        rule="xeno.stunners",
        prompt="Does {unit} stun {e}, or strike to kill?",
        args={"unit": unit, "e": enemy},
        among=lambda: ("kill", "stun"),
        label=lambda o: "Strike to kill" if o == "kill" else "Stun",
        odds=lambda o: odds(o == "stun"),
    )
    return how == "stun"


@rule("xeno.infectious", neutral=lambda *a: None)
def infect(game: Rampant, unit: str, enemy: str, lost: int) -> None:
    """Once per Attack, after its own losses: an enemy infantry unit that lost a point gives one back."""
    if lost <= 0 or enemy not in game.profile or game.profile[enemy].vehicle:
        return
    row = game.units[unit]
    if (
        "infectious" in game.profile[unit].has
        and row.where != "gone"
        and 0 < row.strength < game.profile[unit].strength
    ):
        game.units.set(unit, strength=row.strength + 1)
        game.tell("{unit} grows by one.", "xeno.infectious", unit=unit)


@rule("xeno.dreadful", neutral=lambda *a: False)
def dreads(game: Rampant, unit: str, by: str = "") -> bool:
    """Machines, the undying, rift beings and the Dreadful themselves are immune; so are a Fearless Commander's unit
    and the sworn foes of the attacker `by`."""
    what = game.profile[unit]
    if what.kin in ("machine", "undying", "rift") or "dreadful" in what.has:
        return False
    return not (own_trait(game, unit, "fearless") or is_sworn_foe(game, unit, by))


@rule("xeno.aura-distance", neutral=lambda *a: True)
def reaches(game: Rampant, source: str, unit: str, far: float) -> bool:
    """Effects on friends are measured between footprints, through anything, and include the own unit."""
    return source == unit or within(distance(game, source, unit), far)


def is_flying(game: Rampant, id: str) -> bool:
    what = game.profile.get(id)
    return what is not None and "flying" in what.has


@rule("xeno.flying-sight", neutral=lambda *a: True)
def seen_in_flight(game: Rampant, a: str, b: str) -> bool:
    """Only a dense area hides: who is in one and who flies see each other within 6 in."""
    for id in (a, b):
        if id in game.units and not is_flying(game, id) and bits_under(game, id) & DENSE:
            return within(distance(game, a, b), 6.0)
    return True
