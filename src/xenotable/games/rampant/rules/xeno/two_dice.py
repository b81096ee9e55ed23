"""Tests on two dice, and the mishaps that a double brings (Unstable, Otherworldly, Machine)."""

from __future__ import annotations

from xenotable.engine import Flow, Roll, Scene, acts, cite, rule
from xenotable.games.rampant.rules.courage.losses import remove, suffer
from xenotable.games.rampant.rules.play.conventions import above_half
from xenotable.games.rampant.rules.play.dice import FACES, pips
from xenotable.games.rampant.rules.scenarios.vows import first_blood
from xenotable.games.rampant.rules.xeno.combat import treat_losses
from xenotable.games.rampant.state import Rampant


def two_dice(
    game: Rampant, unit: str, key: str, rule_id: str, prompt: str, need: int, bonus: int = 0
) -> Flow[tuple[int, int]]:
    """The total with the bonus, and the face of a double (0 if there is none)."""
    counts = yield from Roll(
        seat=game.units[unit].seat,
        key=key,
        rule=rule_id,
        n=2,
        cuts=FACES,
        prompt=prompt + ": two dice {b:+d}, {need} or more",
        args={"unit": unit, "b": bonus, "need": need},
    )
    return pips(counts) + bonus, counts.index(2) + 1 if 2 in counts else 0


@rule("xeno.unstable", neutral=lambda *a: [])
def mishap(game: Rampant, unit: str, double: int, passed: bool) -> Flow[list[Scene]]:
    """What a double in an activation test does to the Unstable and to worn Machines; it may destroy the unit."""
    if not double:
        return []
    what = game.profile[unit]
    if "machine" in what.has and not passed and not above_half(game, unit) and acts("xeno.machine-worn"):
        game.tell("{unit} shuts down for good.", "xeno.machine-worn", unit=unit)
        return remove(game, unit, "destroyed", under="xeno.machine-worn")
    if "unstable" in what.has or game.units[unit].unstable:
        lost = yield from treat_losses(game, unit, double)
        first_blood(game, {unit: lost}, by_enemy=False)
        return suffer(game, unit, lost, "xeno.unstable", says="{unit} is unstable and loses {n:Strength Point}.") or []
    return []


def reaction(game: Rampant, unit: str, key: str, rule_id: str, prompt: str) -> Flow[tuple[bool, list[Scene]]]:
    """A reaction test: 7 or more, whatever the scores; no Commander bonus. Gives success and what a double did."""
    total, double = yield from two_dice(game, unit, key, rule_id, prompt, 7)
    result = "success" if total >= 7 else "failure"
    game.tell(prompt + ": {total} against 7, {r}.", rule_id, unit=unit, total=total, r=result)
    after = yield from mishap(game, unit, double, total >= 7)
    cite("activation.failure-exceptions")
    return total >= 7 and game.units[unit].where != "gone", after
