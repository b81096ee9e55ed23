"""Two stages give what the whole exchange gives; a step that reads more than it should is found out."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xenotable.engine import Roll, Row
from xenotable.games.rampant.forecasts.chances import VOLLEY
from xenotable.games.rampant.rules.play.dice import ALL_MISSES, HIT_RULES, Blow, Wound
from xenotable.games.rampant.rules.xeno.loss_order import FULL
from xenotable.games.xcx.forecasts.attacks import SHOTS
from xenotable.games.xcx.rules.shooting.attack import ATTACK
from xenotable.games.xcx.rules.shooting.terms import Shot, Terms
from xenotable.odds import ATTACKER, Exchange, distribution
from xenotable.odds.stages import LooksFurther, Stages

CLOSE = 1e-12
chances = st.integers(0, 6).filter(lambda n: n != 1)
blows = st.builds(
    Blow,
    kind=st.sampled_from(sorted(HIT_RULES)),
    dice=st.integers(0, 12),
    need=st.integers(2, 6),
    armour=st.integers(1, 6),
    have=st.integers(1, 12),
    double_six=st.booleans(),
    again=st.sampled_from((0, 2, ALL_MISSES)),
    up=st.booleans(),
    doubled=st.booleans(),
    stun=st.booleans(),
    deflect=chances,
    surgeon=chances,
)
attacks = st.builds(
    Terms,
    value=st.integers(2, 12),
    dice=st.integers(2, 3),
    armour=st.integers(2, 12),
    plus=st.integers(0, 3),
    lost=st.integers(1, 3),
    wounds=st.integers(1, 4),
    scatter=st.booleans(),
    shredding=st.booleans(),
    mind=st.booleans(),
)


def same(stages, steps, many, start):
    """One by one and all at once."""
    plain = [distribution(steps, one, start) for one in many]
    for one, wanted in zip(many, plain, strict=True):
        assert dict(stages.ends(one)) == pytest.approx(wanted, abs=CLOSE)
    groups = stages.many(many)
    assert sorted(n for group in groups for n in group.places) == list(range(len(many)))
    for ends, places, rows in groups:
        for n, row in zip(places, rows.tolist(), strict=True):
            found = {end: p for end, p in zip(ends, row, strict=True) if p}
            assert found == pytest.approx(plain[n], abs=CLOSE)


@settings(deadline=None, max_examples=40)
@given(st.lists(blows, min_size=1, max_size=4))
def test_volleys_of_rampant(many):
    same(VOLLEY, FULL, many, Wound())


@settings(deadline=None, max_examples=40)
@given(st.lists(attacks, min_size=1, max_size=4))
def test_attacks_of_xcx(many):
    same(SHOTS, ATTACK.compiled(), many, Shot())


@pytest.mark.parametrize(("stages", "terms"), [
    (VOLLEY, Blow("shoot", 6, 4, 3, 10, again=2, deflect=5, surgeon=4)),
    (SHOTS, Terms(8, 3, 6, shredding=True, scatter=True)),
])  # fmt: skip
def test_no_half_reads_more_than_is_declared(stages, terms):
    records, number, _ = stages._first(terms)
    assert stages._then(terms, records, number)


class Spear(Row, frozen=True):
    dice: int
    save: int


class Stab(Row, frozen=True):
    hits: int = 0
    hurt: int = 0


STAB = Exchange[Spear, Stab]("thrust", "ward")


@STAB.step("thrust")
def thrust(t, s):
    _, hits = yield from Roll(seat=ATTACKER, key="thrust", n=t.dice, cuts=(4,))
    return Stab(hits)


@STAB.step("ward")
def ward(t, s):
    through, _ = yield from Roll(seat=ATTACKER, key="ward", n=s.hits, cuts=(t.save,))
    return Stab(hurt=through + (t.dice > 2))


def test_a_step_that_looks_further_is_run_by_the_enumerator():
    nosy = Stages(STAB.compiled(), "ward", Stab(), first=("dice",), then=("save",))
    honest = Stages(STAB.compiled(), "ward", Stab(), first=("dice",), then=("dice", "save"))
    for stages in (nosy, honest):
        same(stages, STAB.compiled(), [Spear(3, 5), Spear(2, 5)], Stab())
    with pytest.raises(LooksFurther):
        nosy._then(Spear(3, 5), *nosy._first(Spear(3, 5))[:2])
