"""Exact chances of tests, blows and fights, each kept for whoever asks again."""

from __future__ import annotations

from functools import lru_cache

from xenotable.engine import cite
from xenotable.games.rampant.rules.courage.courage_test import CourageTest, courage_test_for, takes_courage_tests
from xenotable.games.rampant.rules.play.dice import Blow, Wound
from xenotable.games.rampant.rules.xeno.loss_order import FULL
from xenotable.games.rampant.scenes import Shock
from xenotable.games.rampant.state import Rampant
from xenotable.odds import distribution, sums


def order_chance(need: int, bonus: int = 0) -> float:
    """The chance of two dice plus a bonus reaching a score."""
    return sums(2).at_least(need - bonus)


@lru_cache(8192)
def ends_of(blow: Blow) -> tuple[tuple[Wound, float], ...]:
    return tuple(distribution(FULL, blow, Wound()).items())


def losses(blow: Blow) -> dict[int, float]:
    """How likely each number of lost Strength Points is."""
    cite("content.odds")
    found: dict[int, float] = {}
    for wound, p in ends_of(blow):
        found[wound.lost] = found.get(wound.lost, 0.0) + p
    return dict(sorted(found.items()))


def mean_loss(blow: Blow) -> float:
    return sum(wound.lost * p for wound, p in ends_of(blow))


def chances(test: CourageTest) -> tuple[float, float, float]:
    """Chances of passing, of failing above 0, and of a total of 0 or less that fails."""
    total = sums(test.dice)
    passed = total.at_least(test.need - test.bonus)
    rout = total.at_most(min(-test.bonus, test.need - test.bonus - 1))
    return passed, max(0.0, 1.0 - passed - rout), rout


def aftermath_chances(game: Rampant, unit: str, blow: Blow, shock: Shock, any_hit: bool) -> tuple[float, float, float]:
    """Chances that the struck unit is destroyed, routs, or becomes Suppressed by the test that follows."""
    base = courage_test_for(game, shock)
    start, have = game.profile[unit].strength, blow.have
    dead = rout = shaken = 0.0
    for wound, p in ends_of(blow):
        if wound.lost >= have:
            dead += p
            continue
        if not takes_courage_tests(game, unit) or not (wound.hits if any_hit else wound.lost or wound.stunned):
            continue
        dice = 2 if (have - wound.lost) * 2 > start else 1
        _, s, r = chances(CourageTest(dice, base.bonus - wound.lost - 2 * wound.stunned, base.need))
        shaken += p * s
        rout += p * r
    return dead, rout, shaken


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
