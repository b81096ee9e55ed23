"""The blows of a combat (chapter fighting), over the two weapons and a record of the hits and wounds left.

Both pools are rolled by `shooting.terms.POOL`. Sides are ATTACKER (0) and DEFENDER (1); pairs are indexed by side.
"""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import Choose, Flow, Forecast, Slot, cite, rule
from xenotable.games.killteam.content import entry
from xenotable.games.killteam.rules.specials.melee import AFTER_CRITICAL_STRIKE, normals_may_parry, put
from xenotable.games.killteam.scenes import Bout, Melee
from xenotable.odds import Exchange

STRIKE_CRITICAL, STRIKE, PARRY_CRITICAL, PARRY, PARRY_WITH_CRITICAL = (
    "strike critical",
    "strike",
    "parry critical",
    "parry",
    "parry with critical",
)
RIPOSTE_DAMAGE = 2
blow_odds = Slot[[Melee, Bout, str], Forecast]("killteam.blow_odds")  # where a blow leads
BLOWS = Exchange[Melee, Bout]("blow")


@rule("fighting.end", neutral=lambda m, b: not (any(b.hits) or any(b.crits)))
def over(melee: Melee, b: Bout) -> bool:
    """No hits left, or one of the two incapacitated: what is unresolved is discarded."""
    return not (b.wounds[0] > 0 and b.wounds[1] > 0 and (any(b.hits) or any(b.crits)))


@BLOWS.step("blow", until=over)
@rule("fighting.alternate")
def blow(melee: Melee, b: Bout) -> Flow[Bout]:
    """One hit of the side whose turn it is; a side without hits is skipped."""
    me = b.turn
    if not (b.hits[me] or b.crits[me]):
        return replace(b, turn=1 - me)
    ways = blows(melee, b, me)
    said = ways[0]
    if len(ways) > 1:
        said = yield from Choose(
            seat=me,
            key="blow",
            rule="fighting.alternate",
            prompt="Strike or parry?",
            among=lambda: ways,
            label=lambda way: in_words(melee, me, way),
            odds=lambda way: blow_odds(melee, b, way),
        )
    b = after_blow(melee, b, said)
    if said in (PARRY_CRITICAL, PARRY_WITH_CRITICAL) and melee.riposte[me] > b.paid[me]:
        b = yield from riposte(b, me)
    return b


def in_words(melee: Melee, me: int, way: str) -> str:
    """A blow as a player would say it."""
    blade = melee.blades[me]
    return {
        STRIKE: f"Strike with a normal hit: {blade.normal} damage",
        STRIKE_CRITICAL: f"Strike with a critical hit: {blade.critical} damage",
        PARRY: "Parry a normal hit",
        PARRY_CRITICAL: "Parry a critical hit",
        PARRY_WITH_CRITICAL: "Parry a normal hit with a critical one",
    }[way]


def after_blow(melee: Melee, b: Bout, said: str) -> Bout:
    """The combat after one blow of the side whose turn it is."""
    me = b.turn
    b = replace(b, turn=1 - me)
    if said in (STRIKE, STRIKE_CRITICAL):
        return strike(melee, b, me, said == STRIKE_CRITICAL)
    return parry(b, me, said)


def blows(melee: Melee, b: Bout, me: int) -> tuple[str, ...]:
    """What this side may do with its next hit, in the order in which ties of best play are broken."""
    foe = 1 - me
    normal_parries = normals_may_parry(melee, me)
    cite("fighting.parry-needs-target")
    crits, hits = b.crits[me], b.hits[me]
    found = [STRIKE_CRITICAL] if crits else []
    if hits:
        found.append(STRIKE)
    if crits and b.crits[foe]:
        found.append(PARRY_CRITICAL)
    if hits and b.hits[foe] and normal_parries:
        found.append(PARRY)
    if crits and b.hits[foe]:
        found.append(PARRY_WITH_CRITICAL)
    return tuple(found)


@rule("fighting.strike", neutral=lambda m, b, me, critical: b)
def strike(melee: Melee, b: Bout, me: int, critical: bool) -> Bout:
    foe, blade = 1 - me, melee.blades[me]
    wounds = put(b.wounds, foe, max(0, b.wounds[foe] - (blade.critical if critical else blade.normal)))
    if not critical:
        return replace(b, hits=put(b.hits, me, b.hits[me] - 1), wounds=wounds)
    b = replace(b, crits=put(b.crits, me, b.crits[me] - 1), wounds=wounds)
    for name, _ in blade.rules:
        if name in AFTER_CRITICAL_STRIKE:
            b = AFTER_CRITICAL_STRIKE[name](melee, b, me)
    return b


@rule("fighting.parry")
def parry(b: Bout, me: int, how: str) -> Bout:
    """A normal hit discards a normal one, a critical hit either kind."""
    foe = 1 - me
    hits, crits = b.hits, b.crits
    if how == PARRY:
        hits = put(hits, me, hits[me] - 1)
    else:
        cite("specials.stun-parry")
        crits = put(crits, me, crits[me] - 1)
    if how == PARRY_CRITICAL:
        crits = put(crits, foe, crits[foe] - 1)
    else:
        hits = put(hits, foe, hits[foe] - 1)
    return replace(b, hits=hits, crits=crits)


def riposte(b: Bout, me: int) -> Flow[Bout]:
    """A ploy of the Veil Court; its damage is no strike."""
    said = yield from Choose(
        seat=me,
        key="pl-vc-riposte",
        rule=entry("pl-vc-riposte"),
        prompt="Riposte: inflict 2 damage for 1 CP?",
        among=lambda: (False, True),
        default=False,
    )
    if not said:
        return b
    foe = 1 - me
    wounds = put(b.wounds, foe, max(0, b.wounds[foe] - RIPOSTE_DAMAGE))
    return replace(b, wounds=wounds, paid=put(b.paid, me, b.paid[me] + 1))
