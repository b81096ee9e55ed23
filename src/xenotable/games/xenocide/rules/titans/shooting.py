"""Shooting with titans: power for each weapon before it fires, in the own activation and on overwatch (chapter
"titans")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from xenotable.engine import Choose, Flow, Forecast, Reckon, Refusal, is_legal, rule
from xenotable.engine.slots import Slot
from xenotable.games.xenocide.content import Arm, Weapon
from xenotable.games.xenocide.rules.army.models import armoury, power_of
from xenotable.games.xenocide.rules.play.models import is_titan
from xenotable.games.xenocide.rules.titans.weapons import discharge, guns, level_refusals, line_at, mount_refusals
from xenotable.games.xenocide.rules.transport.weapon_systems import systems
from xenotable.games.xenocide.state import Xenocide

Barrel = Arm | Weapon  # a weapon of a titan, or a weapon system of an ordinary unit
Fits = Callable[[Weapon], Iterable[Refusal]]


@rule("titans.shooting-options", neutral=lambda *a: [])
def barrels(game: Xenocide, unit: str) -> Sequence[Barrel]:
    """What fires on its own: the weapon systems of a unit, or the weapons of a titan that can still be used."""
    if not is_titan(game, unit):
        return systems(game, unit)
    return [a for a in guns(game, unit) if is_legal(mount_refusals(game, unit, a))]


def barrel_id(barrel: Barrel) -> str:
    return barrel.id if isinstance(barrel, Weapon) else barrel.mount


def barrel_of(game: Xenocide, unit: str, id: str) -> Barrel:
    """What fires on its own, by its id."""
    return armoury()[id] if id in armoury() else next(a for a in guns(game, unit) if a.mount == id)


best_odds = Slot[[Xenocide, str, Arm, int | None], Sequence[Forecast] | None]("xenocide.best_odds")


def load_weapon(game: Xenocide, unit: str, barrel: Barrel, why: Fits, outside: bool = False) -> Flow[Weapon | None]:
    """The weapon as it fires. The owner of a titan first says with how much power; None: it holds its fire. `why`
    says why a line could not be fired; `outside`: not in the titan's own activation."""
    if isinstance(barrel, Weapon):
        return barrel
    arm = barrel
    some = yield from Reckon(
        key="lines", rule="titans.weapon-levels",
        work=lambda: any(is_legal(line_refusals(game, unit, arm, why, power_of(w))) for w in arm.lines),
    )  # fmt: skip
    if not some:
        return None
    levels = range(max(power_of(w) for w in arm.lines) + 1)
    power = yield from Choose(
        seat=game.units[unit].seat, key="level", rule="titans.power-outside" if outside else "titans.weapon-levels",
        prompt="Power for {w} of {unit} ({n} left)?", args={"w": arm.name, "unit": unit, "n": game.titans[unit].power},
        among=lambda: (None, *levels), why_not=lambda p: line_refusals(game, unit, arm, why, p),
        label=lambda p: level_label(arm, p), odds=lambda p: None if outside else best_odds(game, unit, arm, p),
        has_odds=lambda p: not outside and p is not None,
    )  # fmt: skip
    if power is None:
        return None
    discharge(game, unit, arm, power)
    return line_at(arm, power)


def line_refusals(game: Xenocide, unit: str, arm: Arm, why: Fits, power: int | None) -> Iterator[Refusal]:
    if power is None:
        return
    yield from level_refusals(game, unit, arm, power)
    w = line_at(arm, power)
    if w is not None:
        yield from why(w)


def level_label(arm: Arm, power: int | None) -> str:
    w = None if power is None else line_at(arm, power)
    if w is None:
        return "Hold fire" if power is None else f"Power {power}"
    more = "".join(f", {s}" for s in sorted(w.special)) + (f", area {w.aoe}" if w.aoe else "")
    return f"Power {power}: {w.shots} shots, {w.range:g} in, strength {w.strength}{more}"
