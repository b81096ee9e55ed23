"""Titans in close assault: dice, powered weapons, specials (chapter "titans")."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from xenotable.engine import Choose, Flow, Forecast, rule
from xenotable.engine.slots import Slot
from xenotable.games.xenocide.content import Arm
from xenotable.games.xenocide.rules.play.models import is_titan
from xenotable.games.xenocide.rules.titans.frame import frame
from xenotable.games.xenocide.rules.titans.systems import works
from xenotable.games.xenocide.state import Titan, Xenocide

Dice = dict[tuple[int, bool, bool], int]  # face, Cutter, Shatter -> how many


def blades(game: Xenocide, unit: str) -> list[Arm]:
    """The close assault weapons of a titan that work."""
    return [a for a in frame(game, unit).arms if not a.lines and works(game, unit, a.mount)]


@rule("titans.assault-dice", neutral=lambda game, unit: 0)
def dice(game: Xenocide, unit: str) -> int:
    """The close assault dice of a titan: its own, its weapons' and what their power adds. They are split like those of
    other units: up to a third may defend."""
    own = game.kinds[game.titans[unit].kind].caa + sum(edge(game.titans[unit], a) for a in blades(game, unit))
    return own if game.titans[unit].core else dice_lost(own)


@rule("titans.assault-weapons", neutral=lambda t, arm: 0)
def edge(t: Titan, arm: Arm) -> int:
    return arm.caa + arm.per_power * dict(t.blades).get(arm.mount, 0)


@rule("titans.assault-core-zero", neutral=lambda n: n)
def dice_lost(n: int) -> int:
    """Without a core half of the dice are lost, rounded up, before any other loss."""
    return n // 2


blade_odds = Slot[[Xenocide, str, Arm, Sequence[str], bool, Sequence[str], int], Sequence[Forecast]](
    "xenocide.blade_odds"
)


def charge_blades(game: Xenocide, unit: str, models: Sequence[str], first: bool, foes: Sequence[str]) -> Flow[None]:
    """Power for each close assault weapon, before the dice are split; it stays in it until the assault is over. Also
    outside the titan's own activation."""
    if not is_titan(game, unit):
        return
    for arm in blades(game, unit):
        t = game.titans[unit]
        inside = dict(t.blades).get(arm.mount, 0)
        if min(arm.most - inside, t.power) <= 0:
            continue
        own = game.now.company == game.units[unit].company
        more = yield from Choose(
            seat=game.units[unit].seat, key="blades", rule="titans.assault-weapons" if own else "titans.power-outside",
            prompt="Power for {w} of {unit} ({n} left)?", args={"w": arm.name, "unit": unit, "n": t.power},
            among=partial(_upto, game, unit, arm.most - inside), label=partial(_more_dice, arm),
            odds=partial(blade_odds, game, unit, arm, models, first, foes),
        )  # fmt: skip
        if more:
            feed(game, unit, arm, more)


def feed(game: Xenocide, unit: str, arm: Arm, power: int) -> None:
    t = game.titans[unit]
    kept = {**dict(t.blades), arm.mount: dict(t.blades).get(arm.mount, 0) + power}
    game.titans.set(unit, power=t.power - power, blades=tuple(kept.items()))
    says = "{unit} puts {n} power into its {w}: {d:more die|more dice}."
    game.tell(says, "titans.assault-weapons", unit=unit, n=power, w=arm.name, d=arm.per_power * power)


def _upto(game: Xenocide, unit: str, most: int) -> range:
    """As much as the weapon takes and the titan has, when somebody looks: it may repair something first."""
    return range(min(most, game.titans[unit].power) + 1)


def _more_dice(arm: Arm, power: int) -> str:
    return f"{power} power: {arm.per_power * power} more dice" if power else "No power"


def specials(game: Xenocide, unit: str) -> tuple[bool, bool]:
    """Cutter and Shatter of all dice of a titan, by itself or by a working weapon."""
    kind = game.kinds[game.titans[unit].kind]
    mounted = weapon_specials(game, unit)
    return kind.cutter or "cutter" in mounted, kind.shatter or "shatter" in mounted


@rule("titans.assault-weapon-specials", neutral=lambda *a: frozenset())
def weapon_specials(game: Xenocide, unit: str) -> frozenset[str]:
    return frozenset(s for a in blades(game, unit) for s in a.special)


def drop_assault_power(game: Xenocide, unit: str) -> None:
    """The assault is over: power in close assault weapons is gone."""
    if is_titan(game, unit) and game.titans[unit].blades:
        game.titans.set(unit, blades=())
