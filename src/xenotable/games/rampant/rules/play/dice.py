"""The dice of one side in an exchange of fire or blows: hits and re-rolls.

The live game runs these steps and the exact odds enumerate the very same functions.
"""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import Choose, Flow, Roll, Row, cite, rule
from xenotable.odds import ATTACKER, Exchange

ALL_MISSES = 99
FACES = (2, 3, 4, 5, 6)  # cuts of dice that are added up: each face is a class of its own


def pips(counts: tuple[int, ...]) -> int:
    """What such dice add up to."""
    one, two, three, four, five, six = counts
    return one + 2 * two + 3 * three + 4 * four + 5 * five + 6 * six


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
