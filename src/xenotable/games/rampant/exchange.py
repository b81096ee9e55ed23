"""One side's dice in an exchange of fire or blows: hits, and what they cost, in the order of `xeno.loss-order`.

The live game runs these steps and the exact odds enumerate the very same functions.
"""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import Choose, Confirm, Flow, Roll, Row, acts, cite, rule
from xenotable.odds import ATTACKER, DEFENDER, Exchange, Steps, resolve, seated

ALL_MISSES = 99


class Blow(Row, frozen=True):
    """What is fixed before the dice are thrown."""

    kind: str  # "shoot", "attack", "bomb" or "blast": the rules behind the throw
    dice: int
    need: int
    armour: int
    have: int  # Strength Points of the unit struck
    double_six: bool = False
    again: int = 0  # missed dice that are thrown once more
    up: bool = False  # losses are rounded up
    doubled: bool = False  # both sides are Otherworldly
    stun: bool = False
    deflect: int = 0  # a deflector cancels a point on this or more; 0: none
    surgeon: int = 0  # a surgeon keeps a point on this or more; 0: none


class Wound(Row, frozen=True):
    hits: int = 0
    points: int = 0  # Strength Points about to be lost
    stunned: int = 0  # points that would have been lost
    lost: int = 0


BLOW = Exchange[Blow, Wound]("throw", "divide", "double", "stun", "deflect", "surgeon", "limit")

HIT_RULES = {
    "shoot": "shooting.hit",
    "attack": "attacking.values",
    "bomb": "shooting.bombardment-effect",
    "blast": "xeno.volatile-blast",
    "masonry": "terrain.building-strikes-back",
}


@BLOW.step("throw")
@rule("play.dice")
def throw(t: Blow, s: Wound) -> Flow[Wound]:
    """Each die at the value or more is a hit; some sixes count twice; some misses are thrown once more."""
    if t.dice <= 0:
        return s
    id = HIT_RULES[t.kind]
    cuts = (t.need, 6) if t.double_six and t.need < 6 else (t.need,)
    counts = yield from Roll(
        seat=ATTACKER,
        key="hit",
        rule=id,
        prompt="Roll {n:die|dice} to hit on {v}+",
        args={"n": t.dice, "v": t.need},
        n=t.dice,
        cuts=cuts,
        names=("miss", "hit", "six")[: len(cuts) + 1],
    )
    hits = score(t, counts)
    misses = min(counts[0], t.again)
    if misses:
        misses = yield from ask_again(t, misses)
    if misses:
        cite("play.rerolls")
        counts = yield from Roll(
            seat=ATTACKER,
            key="again",
            rule="play.rerolls",
            prompt="Throw {n:missed die|missed dice} again",
            args={"n": misses},
            n=misses,
            cuts=cuts,
            again=(misses, *(0 for _ in cuts)),
            names=("miss", "hit", "six")[: len(cuts) + 1],
        )
        hits += score(t, counts)
    return replace(s, hits=hits)


def ask_again(t: Blow, misses: int) -> Flow[int]:
    """How many of the misses are thrown once more: all or none, or (a Commander's knack) any number up to two."""
    options = (misses, 0) if t.again == ALL_MISSES else tuple(range(misses, -1, -1))
    return (
        yield from Choose(
            seat=ATTACKER,
            key="throw-again",
            rule="play.rerolls",
            prompt="Throw missed dice again?",
            among=lambda: options,
            label=lambda n: f"Throw {n} again" if n else "Let them lie",
            default=misses,
        )
    )


def score(t: Blow, counts: tuple[int, ...]) -> int:
    if t.double_six:
        cite("options.heavy-weapon" if t.kind == "shoot" else "xeno.monofilament")
        return sum(counts[1:-1]) + 2 * counts[-1]
    return counts[-1]


@BLOW.step("divide")
@rule("xeno.loss-order")
def divide(t: Blow, s: Wound) -> Wound:
    """One Strength Point for each full number of hits equal to the Armour; the rest is wasted."""
    cite("attacking.losses" if t.kind in ("attack", "masonry") else "shooting.losses")
    hit = min(s.hits, 1)  # later only whether it was hit at all matters, and fewer records make quicker odds
    if t.up and acts("xeno.undying-hits"):
        return replace(s, hits=hit, points=-(-s.hits // t.armour))
    return replace(s, hits=hit, points=s.hits // t.armour)


@BLOW.step("double")
def double(t: Blow, s: Wound) -> Wound:
    if not t.doubled:
        return s
    cite("xeno.otherworldly-weakness")
    return replace(s, points=s.points * 2)


@BLOW.step("stun")
def stun(t: Blow, s: Wound) -> Wound:
    if not t.stun:
        return s
    cite("xeno.stunners")
    return replace(s, points=0, stunned=s.points)


@BLOW.step("deflect")
def deflect(t: Blow, s: Wound) -> Flow[Wound]:
    """One die per point, surplus points included; stunned points may be deflected too."""
    n = s.points + s.stunned
    if not t.deflect or not n:
        return s
    _, saved = yield from Roll(
        seat=DEFENDER,
        key="deflect",
        rule="xeno.deflector",
        prompt="Deflect {n} points",
        args={"n": n},
        n=n,
        cuts=(t.deflect,),
        names=("through", "deflected"),
    )
    return replace(s, points=n - saved) if s.points else replace(s, stunned=n - saved)


@BLOW.step("surgeon")
def surgeon(t: Blow, s: Wound) -> Flow[Wound]:
    if not t.surgeon or not s.points:
        return s
    if not (yield from ask_surgeon(DEFENDER, s.points)):
        return s
    _, kept = yield from Roll(
        seat=DEFENDER,
        key="surgeon",
        rule="xeno.field-surgeon",
        prompt="The surgeon tries to keep one point",
        n=1,
        cuts=(t.surgeon,),
        names=("lost", "kept"),
    )
    return replace(s, points=s.points - kept)


def ask_surgeon(seat: int, lost: int) -> Confirm:
    """The owner may let the surgeon try to keep one of the lost points."""
    return Confirm(
        seat=seat,
        key="treat",
        rule="xeno.field-surgeon",
        prompt="{n} lost. Does the surgeon try to keep one?",
        args={"n": lost},
        yes="Let the surgeon try",
        no="Take the loss",
        default=True,
    )


@BLOW.step("limit")
def limit(t: Blow, s: Wound) -> Wound:
    """Only now the result is limited to what the unit has. The points before the limit matter to nothing after."""
    return replace(s, points=0, lost=min(s.points, t.have))


FULL: Steps[Blow, Wound] = BLOW.compiled()
THROW: Steps[Blow, Wound] = Steps(FULL.plan[:1])
TOLL: Steps[Blow, Wound] = Steps(FULL.plan[1:])


def thrown(t: Blow, seat: int) -> Flow[Wound]:
    """The dice to hit."""
    return (yield from seated(resolve(THROW, t, Wound()), (seat, 1 - seat)))


def toll(t: Blow, s: Wound, seat: int) -> Flow[Wound]:
    """What the hits cost; `seat` threw them."""
    return (yield from seated(resolve(TOLL, t, s), (seat, 1 - seat)))
