"""The weapons of a titan: which lines can be used now, and what power they take (chapter "titans")."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Refusal, is_legal, rule
from xenotable.engine.memory import until_written
from xenotable.games.xenocide.content import Arm, Weapon
from xenotable.games.xenocide.rules.army.models import power_of
from xenotable.games.xenocide.rules.titans.frame import frame
from xenotable.games.xenocide.rules.titans.systems import works
from xenotable.games.xenocide.state import Xenocide


def guns(game: Xenocide, unit: str) -> tuple[Arm, ...]:
    """The ranged weapons of a titan."""
    return tuple(a for a in frame(game, unit).arms if a.lines)


@rule("titans.weapon-levels", neutral=lambda arm, power: arm.lines[0])
def line_at(arm: Arm, power: int) -> Weapon | None:
    """The line of a weapon at exactly this power."""
    return next((w for w in arm.lines if power_of(w) == power), None)


def mount_refusals(game: Xenocide, unit: str, arm: Arm) -> Iterator[Refusal]:
    """Why a weapon cannot be fired at all."""
    args = {"unit": unit, "w": arm.name}
    if not works(game, unit, arm.mount):
        yield Refusal("titans.systems", "{w} of {unit} is damaged.", args, "Repair it.")
    if arm.mount in game.titans[unit].fired:
        yield Refusal("titans.weapon-once", "{w} of {unit} has fired in this activation.", args)


def level_refusals(game: Xenocide, unit: str, arm: Arm, power: int) -> Iterator[Refusal]:
    """Why a weapon cannot be fired at this power."""
    yield from mount_refusals(game, unit, arm)
    args = {"unit": unit, "w": arm.name, "n": power, "left": game.titans[unit].power}
    if line_at(arm, power) is None:
        if power == 0:
            yield Refusal("titans.weapon-needs-power", "{w} of {unit} does not fire without power.", args)
        else:
            yield Refusal("titans.weapon-levels", "{w} has no line for {n} power.", args)
    if power > game.titans[unit].power:
        yield Refusal("titans.power-spend", "{unit} has {left} power, not {n}.", args)


@until_written
def lines_now(game: Xenocide, unit: str) -> list[Weapon]:
    """The lines that a titan could fire now."""
    found = [w for a in guns(game, unit) for w in a.lines if is_legal(level_refusals(game, unit, a, power_of(w)))]
    return found if game.titans[unit].core else unpowered_weapons(found)


@rule("titans.core-zero-acts", neutral=lambda lines: [])
def unpowered_weapons(lines: list[Weapon]) -> list[Weapon]:
    """A titan without a core still fires what needs no power."""
    return [w for w in lines if power_of(w) == 0]


def discharge(game: Xenocide, unit: str, arm: Arm, power: int) -> None:
    """The power is in the weapon, and the weapon is used until the next activation."""
    t = game.titans[unit]
    game.titans.set(unit, power=t.power - power, fired=(*t.fired, arm.mount))
    if power:
        says = "{unit} puts {n} power into its {w}; {left} left."
        game.tell(says, "titans.weapon-levels", unit=unit, n=power, w=arm.name, left=t.power - power)
