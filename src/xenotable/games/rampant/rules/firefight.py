"""Firefight: the shoot-back reaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from xenotable.engine import Confirm, Flow, Forecast, Refusal, Scene, acts, cite, is_legal, rule
from xenotable.engine.slots import Slot
from xenotable.games.rampant.rules.play.conventions import distance
from xenotable.games.rampant.rules.play.dice import Blow
from xenotable.games.rampant.rules.scenarios.battlefield import night_refusals
from xenotable.games.rampant.rules.shooting.dice import combat_dice, volley
from xenotable.games.rampant.rules.shooting.targets import concealment, shoot_range
from xenotable.games.rampant.rules.specials.shooting import drill_refusals
from xenotable.games.rampant.rules.suppression.effects import reaction_refusals
from xenotable.games.rampant.rules.terrain.sight import sees
from xenotable.games.rampant.rules.xeno.combat import ask_stun
from xenotable.games.rampant.rules.xeno.two_dice import reaction
from xenotable.games.rampant.state import Rampant
from xenotable.table import more_than


@rule("firefight.first-only", neutral=lambda *a: ())
def first_refusals(game: Rampant, unit: str) -> Iterator[Refusal]:
    """Only against the first enemy that targets it in a turn, whether it could react to that one or not."""
    if game.units[unit].targeted and acts("firefight.chance-lost"):
        yield Refusal("firefight.first-only", "{unit} was shot at already this turn.", {"unit": unit})


@rule("firefight.range", neutral=lambda *a: ())
def reach_refusals(game: Rampant, unit: str, shooter: str) -> Iterator[Refusal]:
    """Within its own range, never at extreme range, and in its sight."""
    far = distance(game, unit, shooter)
    if more_than(far, shoot_range(game, unit)):
        yield Refusal("firefight.range", "{s} is out of the range of {unit}.", {"unit": unit, "s": shooter})
    if not sees(game, unit, shooter):
        yield Refusal("firefight.range", "{unit} does not see {s}.", {"unit": unit, "s": shooter})


@rule("firefight.target-limits", neutral=lambda *a: ())
def aim_refusals(game: Rampant, unit: str, shooter: str) -> Iterator[Refusal]:
    """Whoever is too well hidden to be aimed at is not aimed at in a reaction either."""
    far = distance(game, unit, shooter)
    yield from concealment(game, unit, shooter, far)
    yield from night_refusals(game, far, unit)


def firefight_refusals(game: Rampant, unit: str, shooter: str) -> Iterator[Refusal]:
    yield from drill_refusals(game, unit)
    yield from first_refusals(game, unit)
    yield from reaction_refusals(game, unit)
    yield from reach_refusals(game, unit, shooter)
    yield from aim_refusals(game, unit, shooter)


answer_odds = Slot[[Rampant, str, str, bool], Sequence[Forecast]]("rampant.answer_odds")


@rule("firefight.declare-before-dice")
def answer_fire(game: Rampant, unit: str, shooter: str) -> Flow[tuple[Blow | None, list[Scene]]]:
    """The target's owner may declare and test before anybody rolls to hit. Gives the answering fire, if any."""
    may = is_legal(firefight_refusals(game, unit, shooter))
    game.units.set(unit, targeted=True)
    cite("firefight.no-chain")
    cite("firefight.next-activation")  # a reaction is no activation: nothing is marked but the shot itself
    if not may:
        return None, []
    yes = yield from Confirm(
        seat=game.units[unit].seat,
        key="firefight",
        rule="firefight.what",
        prompt="{s} aims at {unit}. Answer the fire?",
        args={"s": shooter, "unit": unit},
        default=True,
        yes="Firefight",
        no="Keep heads down",
        odds=lambda yes: answer_odds(game, unit, shooter, False) if yes else None,
    )
    if not yes:
        return None, []
    dice = combat_dice(game, unit)  # as the action began: what its own test costs it takes no die away
    passed, after = yield from reaction(game, unit, "firefight-test", "firefight.test", "{unit} answers fire")
    if not passed:
        game.tell("{unit} fails to answer the fire.", "firefight.failure", unit=unit)
        return None, after
    stun = yield from ask_stun(game, unit, shooter, lambda stun: answer_odds(game, unit, shooter, stun))
    return replace(volley(game, unit, shooter, "firefight", stun=stun), dice=dice), after
