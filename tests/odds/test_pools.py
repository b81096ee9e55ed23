"""Large pools in numbers: the mini attack over arrays, equal to the enumerator, as the batch odds of games are made."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds.mini import ATTACK, USUAL, Shot, Terms
from xenotable.odds import Odds, distribution, pool
from xenotable.odds.pools import Classes, Floats, Ints, Outcome, Pool, batch, exchange, shares


def reroll_classes(one: Floats, classes: list[int]) -> Floats:
    """The shares of one die when it is rolled once more if it shows one of these classes."""
    up = one[classes].sum()
    kept = one.copy()
    kept[classes] = 0.0
    return kept + up * one


def least_damage(normal: int, critical: int) -> Outcome:
    """What is left by the policy of least damage, for every pair of counts: tries how many critical hits are stopped
    by pairs of saves and by critical saves, as `remains` does, and keeps the best."""

    def damage(attack: Classes, defence: Classes) -> Ints:
        (_, hits, crits), (_, saves, keeps) = attack, defence
        best = hits * normal + crits * critical
        for pairs in range(int(saves.max()) // 2 + 1):
            for by_keep in range(int(keeps.max()) + 1):
                can = (2 * pairs <= saves) & (by_keep <= keeps) & (pairs + by_keep <= crits)
                left = np.maximum(hits - (saves - 2 * pairs) - (keeps - by_keep), 0)
                here = left * normal + (crits - pairs - by_keep) * critical
                best = np.where(can & (here < best), here, best)
        return best

    return damage


def numeric(t: Terms, relentless: bool = False) -> Odds:
    dice = shares((t.skill, t.lethal), t.sides)
    attack = Pool(t.attacks, reroll_classes(dice, [0]) if relentless else dice)
    defence = Pool(t.defence, shares((t.save, t.sides), t.sides))
    return exchange(attack, defence, least_damage(t.normal, t.critical))


some_terms = st.builds(
    Terms,
    attacks=st.integers(0, 6),
    skill=st.integers(1, 6),
    lethal=st.just(6) | st.just(7),
    normal=st.integers(1, 4),
    critical=st.integers(0, 6),
    defence=st.integers(0, 4),
    save=st.integers(2, 6),
)


@given(some_terms, st.booleans())
@settings(max_examples=40)
def test_the_twin_equals_the_enumerator(terms: Terms, relentless: bool) -> None:
    steps = ATTACK.compiled(["Relentless"] if relentless else [])
    reckoned = Odds.of(distribution(steps, terms, Shot(), USUAL), lambda end: end.damage)
    found = numeric(terms, relentless)
    assert found.chances.keys() == reckoned.chances.keys()
    assert found.chances == pytest.approx(reckoned.chances, abs=1e-12)


def test_large_pools_add_up() -> None:
    odds = numeric(Terms(attacks=25, defence=8))
    assert sum(odds.chances.values()) == pytest.approx(1, abs=1e-12)
    assert 25 * 3 * 2 / 3 > odds.mean > 25 * 3 / 3


def test_dice_picked_up_once_more() -> None:
    sixes = reroll_classes(shares((2, 6)), [0])
    assert sixes == pytest.approx([1 / 36, 4 / 6 + 4 / 36, 1 / 6 + 1 / 36])

    def hits(attack: Classes, defence: Classes) -> Ints:
        return attack[2]

    odds = exchange(Pool(30, reroll_classes(shares((2, 5)), [0])), Pool(0, shares(())), hits)
    assert odds.chances == pytest.approx(pool(30, 5, again=1).chances, abs=1e-12)


def test_a_batch_gives_a_row_for_each_exchange() -> None:
    needs = (2, 3, 4, 5, 6)
    attack = Pool(6, np.array([shares((need, 6)) for need in needs]))
    defence = Pool(3, shares((4, 6)))
    values, chances = batch(attack, defence, least_damage(3, 4))
    assert chances.shape == (5, len(values))
    for row, need in zip(chances, needs, strict=True):
        one = numeric(Terms(attacks=6, skill=need))
        assert {v: p for v, p in zip(values.tolist(), row.tolist(), strict=True) if p} == pytest.approx(one.chances)
    saves = Pool(3, np.array([shares((need, 6)) for need in needs]))
    _, both = batch(attack, saves, least_damage(3, 4))
    assert both[2] == pytest.approx(chances[2])
