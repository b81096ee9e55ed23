"""Whom a unit may shoot at: sight, range and what hides a target."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from xenotable.engine import Refusal, acts, cite, rule
from xenotable.games.rampant.rules.play.conventions import distance, enemies_within, houses_within, within
from xenotable.games.rampant.rules.scenarios.battlefield import night_refusals, part_of, visibility
from xenotable.games.rampant.rules.specials.shooting import may_spot
from xenotable.games.rampant.rules.terrain.field import is_standing
from xenotable.games.rampant.rules.terrain.sight import sees
from xenotable.games.rampant.state import Rampant, fielded_units, under
from xenotable.table import more_than

RANGE_RULES = {24: "shooting.range-24", 18: "shooting.range-18", 12: "shooting.range-12", 6: "shooting.range-6"}


def targets(game: Rampant, unit: str, far: float = math.inf) -> list[str]:
    """Whatever could be shot at or attacked, legal or not: enemy units on the table, then buildings that their own side
    does not hold. Without what is farther away than this for sure."""
    foes = enemies_within(game, unit, far)
    if not game.buildings or not (houses := houses_within(game, unit, far)):
        return foes
    units = game.units
    held = {units[u].inside for u in game.members[units[unit].seat] if units[u].where == "inside"}
    return [*foes, *[house for house in houses if house not in held]]


def shoot_range(game: Rampant, unit: str, way: str = "shoot") -> int:
    """The range on the card; 12 in while skirmishing without Old Scouts."""
    what = game.profile[unit]
    if way == "skirmish" and "old-scouts" not in what.has:
        cite("specials.skirmish")
        return 12
    return what.shoot_range


def concealment(game: Rampant, shooter: str, target: str, far: float) -> Iterable[Refusal]:
    """Elusive, Cloaked and Veil allow no shot from beyond 12 in; Hunter's Eyes find the Elusive."""
    if within(far, 12.0) or target not in game.profile:
        return ()
    if game.profile[target].has.isdisjoint(("elusive", "cloaked")) and not game.units[target].spells:
        return ()
    return _concealment_refusals(game, shooter, target, far)


def _concealment_refusals(game: Rampant, shooter: str, target: str, far: float) -> Iterator[Refusal]:
    has = game.profile[target].has
    args = {"t": target, "far": far}
    says = "{t} can be aimed at only from within 12 in; it is {far:.1f} in away."
    if "elusive" in has and not ("hunters-eyes" in game.profile[shooter].has and acts("options.hunters-eyes")):
        yield Refusal("specials.elusive", says, args, "Go closer.")
    if "cloaked" in has:
        yield Refusal("xeno.cloaked", says, args, "Go closer.")
    if under(game, target, "veil"):
        yield Refusal("psychic.veil", says, args, "Go closer.")


def spotters(game: Rampant, shooter: str, target: str) -> list[str]:
    """Friends that could spot for a unit with Spotted Fire."""
    if "spotted-fire" not in game.profile[shooter].has or target in game.buildings:
        return []
    blind = needs_spotter(game, shooter, target)
    return [u for u in fielded_units(game, game.units[shooter].seat) if may_spot(game, u, shooter, target, blind)]


def needs_spotter(game: Rampant, shooter: str, target: str) -> bool:
    """Does only Lobbed Fire make this target possible?"""
    return "lobbed-fire" in game.profile[shooter].has and not sees(game, shooter, target)


@rule("shooting.target", neutral=lambda *a: ())
def target_refusals(game: Rampant, shooter: str, target: str, way: str = "shoot") -> Iterator[Refusal]:
    """Every reason why a unit may not shoot at something."""
    what, args = game.profile[shooter], {"unit": shooter, "t": target}
    if not what.shoot_value and acts("shooting.range-none"):
        yield Refusal("roster.dash", "{unit} has nothing to shoot with.", args)
        return
    if target in game.buildings:
        if not is_standing(game, target):
            yield Refusal("terrain.building-target", "{t} has fallen already.", args)
            return
        yield from generator_refusals(game, shooter, target)
    else:
        row = game.units[target]
        if row.seat == game.units[shooter].seat:
            yield Refusal("shooting.no-friends", "{t} is on the same side.", args)
        if row.where not in ("table", "inside"):
            yield Refusal("shooting.target", "{t} is not on the table.", args)
            return
    far = distance(game, shooter, target)
    yield from range_refusals(game, shooter, target, way, far)
    yield from concealment(game, shooter, target, far)
    yield from night_refusals(game, far, shooter)
    yield from sight_refusals(game, shooter, target)


def farthest_shot(game: Rampant, shooter: str, way: str) -> float:
    """Farther away nothing is a target: out of a range without extremes, or in the dark."""
    reach = shoot_range(game, shooter, way)
    return min(math.inf if reach > 12 else reach, visibility(game) or math.inf)


@rule("shooting.extreme-range", neutral=lambda *a: ())
def range_refusals(game: Rampant, shooter: str, target: str, way: str, far: float) -> Iterable[Refusal]:
    """Weapons that reach farther than 12 in may shoot at extreme range, the others not."""
    reach = shoot_range(game, shooter, way)
    if reach > 12 or not more_than(far, reach):
        return ()
    says = "{t} is {far:.1f} in away, {over:.1f} in out of range, and {unit} has no extreme range."
    args = {"unit": shooter, "t": target, "far": far, "over": far - reach}
    return (Refusal("shooting.extreme-range", says, args, "Go closer."),)


@rule("shooting.sight-needed", neutral=lambda *a: ())
def sight_refusals(game: Rampant, shooter: str, target: str) -> Iterable[Refusal]:
    """Sight is needed at every range; Lobbed Fire with a spotter who sees the target is the one exception."""
    if sees(game, shooter, target):
        return ()
    lobs = "lobbed-fire" in game.profile[shooter].has and spotters(game, shooter, target)
    if lobs and acts("options.lobbed-fire"):
        return ()
    return (Refusal("shooting.sight-needed", "{unit} does not see {t}.", {"unit": shooter, "t": target}),)


def generator_refusals(game: Rampant, shooter: str, target: str) -> Iterator[Refusal]:
    """The Defender may not target the generators."""
    if game.buildings[target].kind == "generator" and part_of(game, game.units[shooter].seat) == "defender":
        yield Refusal("scenarios.sabotage", "{unit} must protect {t}.", {"unit": shooter, "t": target})
