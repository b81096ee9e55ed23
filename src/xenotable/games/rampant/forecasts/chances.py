"""Exact chances of tests, blows and fights, each kept for whoever asks again."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from xenotable.engine import cite
from xenotable.engine.citing import memoize
from xenotable.games.rampant.rules.courage.courage_test import CourageTest, courage_test_for, takes_courage_tests
from xenotable.games.rampant.rules.play.dice import Blow, Wound
from xenotable.games.rampant.rules.xeno.loss_order import FULL
from xenotable.games.rampant.scenes import Shock
from xenotable.games.rampant.state import Rampant
from xenotable.odds import distribution, sums
from xenotable.odds.stages import Stages


@memoize(256)
def order_chance(need: int, bonus: int = 0, exact: bool = False) -> float:
    """The chance of two dice plus a bonus reaching a score."""
    return sums(2, exact=exact).at_least(need - bonus)


VOLLEY = Stages(
    FULL, "divide", Wound(),
    first=("kind", "dice", "need", "double_six", "again"),
    then=("kind", "armour", "have", "up", "doubled", "stun", "deflect", "surgeon"),
)  # fmt: skip


@memoize(8192)
def ends_of(blow: Blow, exact: bool = False) -> Sequence[tuple[Wound, float]]:
    return tuple(distribution(FULL, blow, Wound(), exact=True).items()) if exact else VOLLEY.ends(blow)


def losses(blow: Blow, exact: bool = False) -> dict[int, float]:
    """How likely each number of lost Strength Points is; of points stunned, where a unit stuns."""
    cite("content.odds")
    found: dict[int, float] = {}
    for wound, p in ends_of(blow, exact):
        n = wound.stunned if blow.stun else wound.lost
        found[n] = found.get(n, 0) + p
    return dict(sorted(found.items()))


@memoize(8192)
def mean_loss(blow: Blow) -> float:
    return sum(n * p for n, p in losses(blow).items())


def chances(test: CourageTest, exact: bool = False) -> tuple[float, float, float]:
    """Chances of passing, of failing above 0, and of a total of 0 or less that fails."""
    total = sums(test.dice, exact=exact)
    passed = total.at_least(test.need - test.bonus)
    rout = total.at_most(min(-test.bonus, test.need - test.bonus - 1))
    return passed, max(0, 1 - passed - rout), rout


class Fates(NamedTuple):
    """What may become of a unit that is struck, as chances that add up to 1."""

    dead: float  # Fractions where asked for exactly
    rout: float
    shaken: float
    passes: float  # its Courage test
    holds: float  # no test is due
    missed: float  # not even hit


def fates(game: Rampant, unit: str, blow: Blow, shock: Shock, any_hit: bool, exact: bool = False) -> Fates:
    """Chances of a blow and of the Courage test that follows: after any hit, or only after a loss."""
    return fates_by_test(game, unit, blow, courage_test_for(game, shock), any_hit, exact)


def fates_by_test(game: Rampant, unit: str, blow: Blow, base: CourageTest, any_hit: bool, exact: bool = False) -> Fates:
    """The same where the test is known, as it is before the blow."""
    tests = takes_courage_tests(game, unit)
    return fates_of(blow, base.bonus, base.need, game.profile[unit].strength, tests, any_hit, exact)


@memoize(8192)
def fates_of(blow: Blow, bonus: int, need: int, start: int, tests: bool, any_hit: bool, exact: bool) -> Fates:
    """The same of any unit that began with so many Strength Points."""
    zero: Any = Fraction(0) if exact else 0.0
    dead = rout = shaken = passes = holds = missed = zero
    for wound, p in ends_of(blow, exact):
        if wound.lost >= blow.have:
            dead += p
        elif any_hit and not wound.hits:
            missed += p
        elif not tests or not (any_hit or wound.lost or wound.stunned):
            holds += p
        else:
            dice = 2 if (blow.have - wound.lost) * 2 > start else 1
            test = CourageTest(dice, bonus - wound.lost - 2 * wound.stunned, need)
            passed, failed, routed = chances(test, exact)
            passes, shaken, rout = passes + p * passed, shaken + p * failed, rout + p * routed
    return Fates(dead, rout, shaken, passes, holds, missed)


@memoize(8192)
def contest(mine: Blow, theirs: Blow) -> tuple[float, float, float]:
    """Chances that the attacker costs more than it loses, as much, or less."""
    win = tie = 0.0
    back = losses(theirs)
    for n, p in losses(mine).items():
        for m, q in back.items():
            if n > m:
                win += p * q
            elif n == m:
                tie += p * q
    return win, tie, max(0.0, 1.0 - win - tie)
