"""Special rules at work in the blows of a combat (chapter specials): Brutal, Stun, Reap."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from xenotable.engine import rule
from xenotable.games.killteam.scenes import Bout, Melee, Pair

AfterStrike = Callable[[Melee, Bout, int], Bout]


@rule("specials.brutal", neutral=lambda m, me: True)
def normals_may_parry(melee: Melee, me: int) -> bool:
    """Against a Brutal weapon only critical hits parry."""
    return not melee.blades[1 - me].has("Brutal")


def put(pair: Pair, side: int, value: int) -> Pair:
    return (value, pair[1]) if side == 0 else (pair[0], value)


# ---- what a critical strike brings besides its damage


@rule("specials.stun-fight-first", neutral=lambda m, b, me: b)
def stun(melee: Melee, b: Bout, me: int) -> Bout:
    """The first takes a normal hit from the other side, the second 1 APL, a third nothing more."""
    foe = 1 - me
    struck = put(b.struck, me, min(2, b.struck[me] + 1))
    if b.struck[me] == 0:
        return replace(b, struck=struck, hits=put(b.hits, foe, max(0, b.hits[foe] - 1)))
    if b.struck[me] == 1:
        return second_stun(melee, replace(b, struck=struck), me)
    return b


@rule("specials.stun-fight-second", neutral=lambda m, b, me: b)
def second_stun(melee: Melee, b: Bout, me: int) -> Bout:
    return replace(b, stunned=put(b.stunned, 1 - me, 1))


def reap(melee: Melee, b: Bout, me: int) -> Bout:
    """Counted here; whom it hurts is found on the table."""
    return replace(b, reaped=put(b.reaped, me, b.reaped[me] + 1))


AFTER_CRITICAL_STRIKE: dict[str, AfterStrike] = {"Stun": stun, "Reap": reap}
