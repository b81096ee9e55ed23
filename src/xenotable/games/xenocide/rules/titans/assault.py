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


def blades(game: Xenocide, u: str) -> list[Arm]:
    """The close assault weapons of a titan that work."""
    return [a for a in frame(game, u).arms if not a.lines and works(game, u, a.mount)]


@rule("titans.assault-dice", neutral=lambda game, u: 0)
def dice(game: Xenocide, u: str) -> int:
    """The close assault dice of a titan: its own, its weapons' and what their power adds. They are split like those of
    other units: up to a third may defend."""
    own = game.kinds[game.titans[u].kind].caa + sum(edge(game.titans[u], a) for a in blades(game, u))
    return own if game.titans[u].core else faltering(own)


@rule("titans.assault-weapons", neutral=lambda t, arm: 0)
def edge(t: Titan, arm: Arm) -> int:
    return arm.caa + arm.per_power * dict(t.blades).get(arm.mount, 0)


@rule("titans.assault-core-zero", neutral=lambda n: n)
def faltering(n: int) -> int:
    """Without a core half of the dice are lost, rounded up, before any other loss."""
    return n // 2


blade_odds = Slot[[Xenocide, str, Arm, Sequence[str], bool, Sequence[str], int], Sequence[Forecast]](
    "xenocide.blade_odds"
)


def charge_blades(game: Xenocide, u: str, models: Sequence[str], first: bool, foes: Sequence[str]) -> Flow[None]:
    """Power for each close assault weapon, before the dice are split; it stays in it until the assault is over. Also
    outside the titan's own activation."""
    if not is_titan(game, u):
        return
    for arm in blades(game, u):
        t = game.titans[u]
        inside = dict(t.blades).get(arm.mount, 0)
        if min(arm.most - inside, t.power) <= 0:
            continue
        own = game.now.company == game.units[u].company
        more = yield from Choose(
            seat=game.units[u].seat, key="blades", rule="titans.assault-weapons" if own else "titans.power-outside",
            prompt="Power for {w} of {u} ({n} left)?", args={"w": arm.name, "u": u, "n": t.power},
            among=partial(_upto, game, u, arm.most - inside), label=partial(_more_dice, arm),
            odds=partial(blade_odds, game, u, arm, models, first, foes),
        )  # fmt: skip
        if more:
            feed(game, u, arm, more)


def feed(game: Xenocide, u: str, arm: Arm, power: int) -> None:
    t = game.titans[u]
    kept = {**dict(t.blades), arm.mount: dict(t.blades).get(arm.mount, 0) + power}
    game.titans.set(u, power=t.power - power, blades=tuple(kept.items()))
    says = "{u} puts {n} power into its {w}: {d:more die|more dice}."
    game.tell(says, "titans.assault-weapons", u=u, n=power, w=arm.name, d=arm.per_power * power)


def _upto(game: Xenocide, u: str, most: int) -> range:
    """As much as the weapon takes and the titan has, when somebody looks: it may repair something first."""
    return range(min(most, game.titans[u].power) + 1)


def _more_dice(arm: Arm, power: int) -> str:
    return f"{power} power: {arm.per_power * power} more dice" if power else "No power"


def specials(game: Xenocide, u: str) -> tuple[bool, bool]:
    """Cutter and Shatter of all dice of a titan, by itself or by a working weapon."""
    kind = game.kinds[game.titans[u].kind]
    mounted = weapon_specials(game, u)
    return kind.cutter or "cutter" in mounted, kind.shatter or "shatter" in mounted


@rule("titans.assault-weapon-specials", neutral=lambda *a: frozenset())
def weapon_specials(game: Xenocide, u: str) -> frozenset[str]:
    return frozenset(s for a in blades(game, u) for s in a.special)


def parting(game: Xenocide, u: str) -> None:
    """The assault is over: power in close assault weapons is gone."""
    if is_titan(game, u) and game.titans[u].blades:
        game.titans.set(u, blades=())
