"""Exact odds of rolls and of pushing on, in rational arithmetic."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

import msgspec

from xenotable.engine import cite, memoize, rule

SIDES = 8


TOP = 5


EXACT, DOUBLES = Fraction(1), 1.0  # the number to reckon with: fractions, or doubles that are right to fifteen places


class Outcome(msgspec.Struct, frozen=True):
    """Of a policy: the chance to complete, to end with a loss, and the expected number of rolls."""

    complete: Any
    loss: Any
    rolls: Any


@rule("odds.exact")
def successes(dice: int) -> tuple[Fraction, ...]:
    """The distribution of successes of one roll."""
    return _successes(dice, EXACT)


def chances(dice: int) -> tuple[float, ...]:
    """The same in doubles, for machines that weigh many rolls."""
    return _successes(dice, DOUBLES)


@lru_cache(4096, typed=True)
def _successes(dice: int, one: Any) -> tuple[Any, ...]:
    hit = one / 3
    return tuple(comb(dice, k) * hit**k * (one - hit) ** (dice - k) for k in range(dice + 1))


def loss_chance(threat: int, minus: int = 0) -> Fraction:
    """The alien die, less what the enemy takes from it, does not exceed threat."""
    return Fraction(max(0, min(SIDES, threat + minus)), SIDES)


@rule("odds.per-roll", neutral=lambda *_, **__: Fraction(0))
def at_least(dice: int, need: int, armor: int = 0) -> Fraction:
    return sum(successes(dice)[max(0, need) + (armor if need > 0 else 0) :], Fraction(0))


@rule("odds.until-done", neutral=lambda *_, **__: Outcome(0, 0, 0))
@rule("odds.stop-at", neutral=lambda *_, **__: Outcome(0, 0, 0))
def policy(
    dice: int, need: int, threat: int = 1, k: int = TOP, armor: int = 0, minus: int = 0, one: Any = EXACT
) -> Outcome:
    """Roll while threat is at most k (5: until done or lost). Successes of a losing roll count."""
    cite("research.odds-example")
    return _policy(dice, need, threat, k, armor, minus, one)


@lru_cache(65536, typed=True)
def _policy(dice: int, need: int, threat: int, k: int, armor: int, minus: int, one: Any) -> Outcome:
    if need <= 0:
        return Outcome(one, 0 * one, 0 * one)
    if threat > k or dice <= 0:
        return Outcome(0 * one, 0 * one, 0 * one)
    lost = one * max(0, min(SIDES, min(threat, TOP) + minus)) / SIDES
    complete, loss, rolls, same = 0 * one, lost, one, 0 * one
    for hits, p in enumerate(_successes(dice, one)):
        gained = max(0, hits - armor)
        if need <= gained:
            complete += p * lost
        if threat >= TOP and not gained:
            same += p * (one - lost)  # threat stays: this case leads back here and is solved for below
            continue
        then = _policy(dice, need - gained, min(TOP, threat + 1) if k == TOP else threat + 1, k, armor, minus, one)
        complete += p * (one - lost) * then.complete
        loss += p * (one - lost) * then.loss
        rolls += p * (one - lost) * then.rolls
    return Outcome(complete / (one - same), loss / (one - same), rolls / (one - same))


@rule("odds.panic-forecast", neutral=lambda *_: (Fraction(1),))
@memoize(1024)
def ufos_left(dice: int, ufos: int, threat: int = 1) -> tuple[Fraction, ...]:
    """The distribution of UFOs left when the Interceptors push until done or lost: index = UFOs left."""
    reach = [policy(dice, n, threat).complete for n in range(ufos + 2)]
    reach[ufos + 1] = Fraction(0)
    return tuple(reach[ufos - left] - reach[ufos - left + 1] for left in range(ufos + 1))
