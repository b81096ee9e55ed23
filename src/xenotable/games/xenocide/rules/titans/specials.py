"""Steps of a hit on a titan that depend on specials of the attack (chapter "titans")."""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import Flow, Roll, rule
from xenotable.games.xenocide.rules.stats.titan_specials import cripple_system, shatter_layer
from xenotable.games.xenocide.rules.titans.hits import BLOW, DEFLECTS, HIT, Blow, Hit, Hull
from xenotable.odds import DEFENDER


@HIT.step("cripple")
def cripple(t: Hit, s: Hull) -> Flow[Hull]:
    left = [x for x in t.systems if x not in s.damaged]
    if not t.cripples or s.blocked or s.gone or not left:
        return s
    return (yield from cripple_system(t, s, left))


@BLOW.step("parry")
@rule("titans.deflector-assault", neutral=lambda t, s: s)
def parry(t: Blow, s: Hull) -> Flow[Hull]:
    """A deflector die of 4 or less blocks the hit for a layer; Shatter takes a layer and is not blocked."""
    if not s.layers:
        return s
    if t.shatter:
        return shatter_layer(s)
    saved, _ = yield from Roll(
        seat=DEFENDER, key="deflect", rule="titans.deflector-assault", n=1, cuts=(DEFLECTS + 1,),
        names=("blocked", "through"),
    )  # fmt: skip
    return replace(s, layers=s.layers - 1, blocked=True) if saved else s
