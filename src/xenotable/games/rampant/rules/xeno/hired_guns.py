"""Hired Guns: what they are worth today."""

from __future__ import annotations

from xenotable.engine import Choose, Flow, Roll, Scene, Then, rule, scene
from xenotable.games.rampant.rules.courage.losses import suffer
from xenotable.games.rampant.scenes import Hiring
from xenotable.games.rampant.state import NOW, Rampant


@scene
@rule("xeno.hired-guns")
def hiring(game: Rampant, at: Hiring) -> Then:
    """One die for each unit of Hired Guns."""
    return hire(game, at) if at.left else []


def hire(game: Rampant, at: Hiring) -> Flow[list[Scene]]:
    unit, *rest = at.left
    counts = yield from Roll(
        seat=game.units[unit].seat,
        key="hired",
        rule="xeno.hired-guns",
        prompt="What is {unit} worth today?",
        args={"unit": unit},
        n=1,
    )
    die = 1 + counts.index(1)
    game.units.set(unit, hired=die)
    what = ("no-show", "late", "sullen", "eager", "blood up", "night raid")[die - 1]
    game.tell("{unit}: {what}.", "xeno.hired-guns", unit=unit, what=what)
    if die == 1:
        side = game.sides[game.units[unit].seat]
        game.units.set(unit, where="gone", gone="absent")
        game.sides.set(game.units[unit].seat, total=side.total - game.profile[unit].points)
    elif die == 2:
        late = yield from Roll(
            seat=game.units[unit].seat, key="late", rule="xeno.hired-guns", prompt="In which round?", n=1
        )
        game.units.set(unit, arrives=1 + late.index(1))
    elif die == 6:
        yield from night_raid(game, 1 - game.units[unit].seat)
    return [Hiring(tuple(rest))]


def night_raid(game: Rampant, seat: int) -> Flow[None]:
    """The cheapest enemy unit loses one die of Strength Points, never below 1."""
    units = [u for u in game.members[seat] if game.units[u].where != "gone"]
    least = min(game.profile[u].points for u in units)
    cheapest = [u for u in units if game.profile[u].points == least]
    unit = cheapest[0]
    if len(cheapest) > 1:
        unit = yield from Choose(
            seat=seat,
            key="raided",
            rule="xeno.hired-guns",
            prompt="Which of your units was raided in the night?",
            among=lambda: cheapest,
        )
    counts = yield from Roll(
        seat=1 - seat, key="raid", rule="xeno.hired-guns", prompt="How many were lost in the raid?", n=1
    )
    lost = min(1 + counts.index(1), game.units[unit].strength - 1)
    suffer(game, unit, lost, "xeno.hired-guns", says="{unit} loses {n:Strength Point} in the night.")
    game.battle.set(NOW, blood=False)  # a raid before the battle is no First Strike
