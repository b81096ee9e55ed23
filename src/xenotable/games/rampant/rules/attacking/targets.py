"""Whom a unit may attack, and every reason why not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from xenotable.engine import Refusal, cite, is_legal, rule
from xenotable.games.rampant.rules.attacking.contact import way_to
from xenotable.games.rampant.rules.play.conventions import distance, within
from xenotable.games.rampant.rules.scenarios.battlefield import night_refusals
from xenotable.games.rampant.rules.shooting.targets import generator_refusals, targets
from xenotable.games.rampant.rules.terrain.sight import sees
from xenotable.games.rampant.rules.xeno.combat import is_flying
from xenotable.games.rampant.state import Rampant, under


def attacker_refusals(game: Rampant, unit: str) -> Iterable[Refusal]:
    """Why a unit can attack nobody at all."""
    what = game.profile[unit]
    able = what.attack and what.attack_value and what.has.isdisjoint(("no-assault", "rooted"))
    if able and game.units[unit].where == "table" and game.now.carrier != unit:
        return ()
    return _bars(game, unit)


def _bars(game: Rampant, unit: str) -> Iterator[Refusal]:
    what = game.profile[unit]
    args = {"unit": unit}
    if "no-assault" in what.has:
        yield Refusal("specials.no-assault", "{unit} never attacks.", args)
    elif not what.attack or not what.attack_value:
        yield Refusal("roster.dash", "{unit} cannot attack.", args)
    if "rooted" in what.has:
        yield Refusal("xeno.rooted", "{unit} is rooted to the spot.", args)
    if game.now.carrier == unit:
        yield Refusal("scenarios.envoy-carrying", "{unit} carries the envoy and cannot attack.", args)
    if game.units[unit].where != "table":
        yield Refusal("attacking.target", "{unit} must stand in the open to attack.", args, "Leave the building first.")


@rule("attacking.target", neutral=lambda *a: ())
def attack_refusals(game: Rampant, unit: str, target: str, kin: str = "") -> Iterator[Refusal]:
    """Every reason why a unit may not attack something; the way is looked for last, because it is dear."""
    stopped = False
    for refusal in _seen_refusals(game, unit, target, kin):
        stopped = True
        yield refusal
    if not stopped and way_to(game, unit, target) is None:
        yield Refusal("attacking.reach", "{unit} cannot reach {t}.", {"unit": unit, "t": target})


def _seen_refusals(game: Rampant, unit: str, target: str, kin: str) -> Iterator[Refusal]:
    yield from attacker_refusals(game, unit)
    args: dict[str, object] = {"unit": unit, "t": target}
    far = distance(game, unit, target)
    if far > game.profile[unit].max_move + 0.01:
        args["over"] = far - game.profile[unit].max_move
        yield Refusal("attacking.reach", "{t} is {over:.1f} in too far away for {unit}.", args)
    if target in game.buildings:
        cite("terrain.building-target")
        yield from generator_refusals(game, unit, target)
    else:
        yield from enemy_refusals(game, unit, target, kin, far)
    yield from night_refusals(game, far, unit)
    if not sees(game, unit, target):
        yield Refusal("attacking.target", "{unit} does not see {t}.", args)


def enemy_refusals(game: Rampant, unit: str, target: str, kin: str, far: float) -> Iterator[Refusal]:
    args = {"unit": unit, "t": target}
    what = game.profile[unit]
    inside = game.units[target].where == "inside"
    if is_flying(game, target) and not is_flying(game, unit):
        yield Refusal("xeno.flying-attack", "{t} flies out of reach of {unit}.", args)
    if inside and what.vehicle and "walker" not in what.has:
        says = "{unit} cannot get at {t} inside."
        yield Refusal("vehicles.attack", says, args, "Attack the building itself.")
    if inside and is_flying(game, unit):
        yield Refusal("xeno.flying-attack", "{unit} cannot enter buildings.", args)
    if under(game, target, "veil") and not within(far, 12.0):
        yield Refusal("psychic.veil", "{t} is veiled from {unit}.", args)
    if kin and game.profile[target].kin != kin:
        yield Refusal("xeno.grudge", "{unit} must turn on the kin it hates.", args)


def could_attack(game: Rampant, unit: str) -> bool:
    """Is there anything to attack for a unit that may?"""
    near = targets(game, unit, game.profile[unit].max_move)  # no path is shorter than the straight line
    return any(is_legal(attack_refusals(game, unit, t)) for t in near)
