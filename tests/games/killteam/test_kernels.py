"""The kernels give what the rules give, run by the enumerator: all special rules, values and policies."""

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.killteam.field import rules
from plain_code import use_plain
from xenotable.games.killteam import kernels
from xenotable.games.killteam.content import SPECIALS, rule_text
from xenotable.games.killteam.forecasts import best_combats, exact, pools, situations
from xenotable.games.killteam.forecasts.best_combats import best_ends
from xenotable.games.killteam.forecasts.exact import FIGHT_POLICIES, Fighter, badness, fight_odds, harm, saved_odds
from xenotable.games.killteam.forecasts.situations import Shoot, shoot_answers
from xenotable.games.killteam.rules.shooting.terms import ATTACK, Shot, Terms
from xenotable.games.killteam.rules.specials.dice import merge_rules
from xenotable.kernels import compile_now

CLOSE = 1e-12


@pytest.fixture(autouse=True, scope="module")
def _compiled():
    compile_now("xenotable.games.killteam.kernels")
    yield
    use_plain(kernels)


def values(name):
    """What may stand behind a numbered rule."""
    return st.integers(2, 6) if name == "Lethal" else st.integers(1, 4)


@st.composite
def special(draw, fights):
    """One special rule as it is written; every rule of the book can come, also those that do nothing here."""
    names = [s.name for s in SPECIALS.values() if (s.fights if fights else s.shoots)]
    name = draw(st.sampled_from(sorted(names)))
    return rule_text((name, draw(values(name)) if SPECIALS[name].label else 0))


@st.composite
def shots(draw):
    low = draw(st.integers(0, 8))
    return Shoot(
        draw(st.integers(0, 6)),
        draw(st.integers(2, 6)),
        (low, draw(st.integers(0, 9))),
        tuple(draw(st.lists(special(fights=False), max_size=5))),
        draw(st.integers(0, 5)),
        draw(st.integers(2, 6)),
        draw(st.none() | st.integers(2, 6)),
        draw(st.integers(0, 6)),
        draw(st.integers(1, 20)),
        draw(st.sampled_from(("plain", "usual"))),
    )


@st.composite
def fighters(draw, policies=FIGHT_POLICIES):
    own = draw(st.lists(special(fights=True), max_size=4))
    return Fighter(
        draw(st.integers(0, 4)),
        draw(st.integers(2, 6)),
        draw(st.integers(0, 7)),
        draw(st.integers(0, 9)),
        merge_rules([rules(text)[0] for text in own]),
        draw(st.integers(1, 16)),
        draw(st.sampled_from(policies)),
    )


@settings(deadline=None)
@given(shots())
@example(Shoot(4, 2, (3, 2), ("Relentless", "Balanced", "Ceaseless", "Rending"), 3, 4, 5, 1, 9, "plain"))
@example(Shoot(5, 3, (3, 4), ("Lethal 5+", "P1", "AP2", "MW3", "Splash 1"), 3, 3, 2, 3, 12, "usual"))
def test_a_shot_by_numbers_is_the_shot_of_the_rules(shot):
    (quick,), (plain,) = shoot_answers([shot], fast=True), shoot_answers([shot], fast=False)
    assert quick["damage"] == pytest.approx({d: p for d, p in plain["damage"].items() if p}, abs=CLOSE)
    assert (quick["mean"], quick["kill"]) == pytest.approx((plain["mean"], plain["kill"]), rel=CLOSE, abs=CLOSE)
    assert sum(quick["damage"].values()) == pytest.approx(1)
    for one in shoot_answers([shot, shot], fast=True):
        assert one["damage"] == pytest.approx(quick["damage"], abs=CLOSE)
        assert (one["mean"], one["kill"]) == pytest.approx((quick["mean"], quick["kill"]), rel=CLOSE, abs=CLOSE)


@settings(deadline=None, max_examples=60)
@given(shots())
@example(Shoot(5, 3, (3, 2), ("Relentless", "Balanced", "Ceaseless", "Rending"), 3, 4, 5, 2, 9))
@example(Shoot(4, 2, (4, 2), ("Relentless", "P1", "AP2", "MW3"), 4, 3, 4, 1, 7))
@example(Shoot(5, 3, (3, 4), ("Ceaseless", "Balanced", "Splash 1", "Hot"), 3, 3, 2, 3, 12))
def test_best_play_by_numbers_is_best_play_of_the_rules(shot):
    shot.policy, shot.attacks = "best", min(shot.attacks, 5)
    (quick,), (plain,) = shoot_answers([shot], fast=True), shoot_answers([shot], fast=False)
    assert quick["damage"] == pytest.approx({d: p for d, p in plain["damage"].items() if p}, abs=CLOSE)
    assert (quick["mean"], quick["kill"]) == pytest.approx((plain["mean"], plain["kill"]), rel=CLOSE, abs=CLOSE)


@settings(deadline=None, max_examples=30)
@given(st.lists(shots(), min_size=1, max_size=5), fighters(), fighters())
def test_compiled_and_plain_numbers_are_the_same(many, a, d):
    one_by_one = [shoot_answers([shot], fast=True) for shot in many]
    compiled, table = shoot_answers(many, fast=True), situations.combat_table(a, d)
    use_plain(kernels)
    try:
        assert [shoot_answers([shot], fast=True) for shot in many] == one_by_one
        for matrices, kernel in zip(shoot_answers(many, fast=True), compiled, strict=True):
            assert matrices["damage"] == pytest.approx(kernel["damage"], abs=CLOSE)
            assert (matrices["mean"], matrices["kill"]) == pytest.approx((kernel["mean"], kernel["kill"]), rel=CLOSE)
        assert situations.combat_table(a, d).tolist() == table.tolist()
    finally:
        kernels.use_compiled()


@pytest.mark.parametrize("weapon", [(), ("AP1",), ("P1",)], ids=("without AP", "AP", "AP by criticals"))
def test_a_batch_knows_which_save_the_defender_takes(weapon):
    """Where an answer follows without the dice, and where it depends on the wounds that are left."""
    many = [
        Shoot(3, 3, (3, 4), weapon, 3, save, invulnerable, cover, wounds)
        for save in range(2, 7)
        for invulnerable in range(2, 7)
        for cover in (0, 2)
        for wounds in (4, 7)
    ]
    batch, plain = shoot_answers(many, fast=True), shoot_answers(many, fast=False)
    for quick, slow in zip(batch, plain, strict=True):
        assert quick["damage"] == pytest.approx({d: p for d, p in slow["damage"].items() if p}, abs=CLOSE)
        assert (quick["mean"], quick["kill"]) == pytest.approx((slow["mean"], slow["kill"]), rel=CLOSE, abs=CLOSE)


@settings(deadline=None, max_examples=20)
@given(st.lists(shots(), min_size=1, max_size=5))
def test_a_batch_is_written_as_it_is_answered(some):
    """With attacks by best play in between, which are not worked out by tables."""
    many = [*some, *(replace(shot, policy="best", attacks=2) for shot in some)] * 30
    written = msgspec.json.decode(msgspec.json.encode(list(situations.shoot_json(many))))
    assert written == shoot_answers(many, fast=True)


@settings(deadline=None)
@given(shots(), st.booleans())
def test_dice_kept_as_critical_saves_by_numbers(shot, critical):
    own = tuple(r for r in merge_rules([rules(text)[0] for text in shot.rules]) if SPECIALS[r[0]].shoots)
    terms = Terms(
        shot.attacks, shot.skill, *shot.damage, own, shot.defence, shot.save, shot.wounds, 0, shot.cover, critical
    )
    pool = pools.attack_pool(terms.attacks, terms.skill, terms.rules, terms.cover)
    _, mean, kill = pools.shot(pool, terms, always=False)
    found = harm(terms)
    assert (mean, kill) == pytest.approx((found.mean, found.kill), abs=CLOSE)


@settings(deadline=None)
@given(shots(), st.integers(0, 4), st.integers(0, 4), st.integers(0, 6), st.booleans())
def test_how_bad_a_save_is_by_counting(shot, hits, crits, mortal, critical):
    terms = Terms(
        shot.attacks,
        shot.skill,
        *shot.damage,
        (),
        shot.defence,
        shot.save,
        shot.wounds + mortal,  # the target still stands when defence dice are taken
        shot.invulnerable or 5,
        kept_critical=critical,
    )
    record = Shot(hits=hits, crits=crits, ap=shot.attacks % 4, cover=shot.cover, damage=mortal)
    for choice in ("save", "invulnerable") if hits + crits else ():
        ends = saved_odds(terms, record, choice)
        kill = sum(p for end, p in ends.items() if end.damage >= terms.wounds)
        mean = sum(p * end.damage for end, p in ends.items())
        assert badness(terms, record, choice) == pytest.approx((kill, mean), abs=CLOSE)


def ends_of(a, d):
    """Wounds left by the rules themselves."""
    left = {}
    for end, p in fight_odds(a, d).items():
        left[end.wounds] = left.get(end.wounds, 0.0) + p
    return left


@settings(deadline=None)
@given(fighters(), fighters())
@example(Fighter(4, 3, 3, 4, (("Stun", 0),), 9, "best"), Fighter(4, 3, 3, 4, (("Brutal", 0), ("Stun", 0)), 9, "strike"))
def test_a_fight_by_numbers_is_the_fight_of_the_rules(a, d):
    table = situations.combat_table(a, d)
    quick = {(int(x), int(y)): float(table[x, y]) for x, y in zip(*table.nonzero(), strict=True)}
    assert quick == pytest.approx(ends_of(a, d), abs=CLOSE)


@settings(deadline=None)
@given(fighters(("best",)), fighters(("best",)))
def test_the_preview_of_a_fight_is_the_fight_of_the_rules(a, d):
    plain = {}
    for end, p in fight_odds(a, d).items():
        key = (*end.wounds, *end.stunned, *end.reaped)
        plain[key] = plain.get(key, 0.0) + p
    assert best_ends(a, d) == pytest.approx(plain, abs=CLOSE)


def test_rules_that_no_shortcut_counts_with_are_run_by_their_steps(monkeypatch):
    a, d = Fighter(4, 3, 3, 5, rules("Stun, Reap 1"), 9), Fighter(3, 4, 4, 5, rules("Brutal"), 8)
    (fought,) = situations.fight_answers([combat(a, d)], fast=True)
    ends = best_ends(a, d)
    monkeypatch.setitem(SPECIALS, "Stun", SPECIALS["Stun"]._replace(counted=False))
    monkeypatch.setattr(kernels, "fight", None)
    monkeypatch.setattr(best_combats, "_player", None)
    assert situations.fight_answers([combat(a, d)], fast=True)[0]["wounds_left"] == pytest.approx(fought["wounds_left"])
    assert best_ends(a, d) == pytest.approx(ends)


@pytest.fixture
def new_rule():
    """Gives a special rule something to do at another moment. Use dice that no other test rolls: pools are kept."""
    known = dict(ATTACK._specials)

    def forget():
        ATTACK._compiled.clear()
        exact.between.cache_clear()

    def hook(name, at, act):
        ATTACK.special(name, at)(act)
        forget()

    yield hook
    ATTACK._specials.clear()
    ATTACK._specials.update(known)
    forget()


def mean_by_steps(shot):
    """That of a pool and that of the rules, which agree."""
    (quick,), (plain,) = shoot_answers([shot], fast=True), shoot_answers([shot], fast=False)
    assert quick["damage"] == pytest.approx({d: p for d, p in plain["damage"].items() if p}, abs=CLOSE)
    return quick["mean"]


def test_a_new_special_rule_needs_no_numeric_code(new_rule):
    """Heavy does nothing to dice; here each critical hit does a wound more at once."""
    new_rule("Heavy", "criticals", lambda t, s: replace(s, damage=s.damage + s.crits))
    assert pools.attack_pool(7, 3, rules("Heavy"), 0) is not None
    with_it, without = (mean_by_steps(Shoot(7, 3, (3, 4), own, wounds=99)) for own in (("Heavy",), ()))
    assert with_it - without == pytest.approx(7 / 6)


def test_a_special_rule_that_looks_at_the_target_is_run_by_its_steps(new_rule):
    new_rule("Heavy", "criticals", lambda t, s: replace(s, damage=s.damage + (t.wounds > 8)))
    assert pools.attack_pool(8, 3, rules("Heavy"), 0) is None
    with_it, without = (mean_by_steps(Shoot(8, 3, (3, 4), own, wounds=99)) for own in (("Heavy",), ()))
    assert with_it - without == pytest.approx(1)


def test_a_special_rule_that_acts_after_the_attack_dice_is_run_by_its_steps(new_rule):
    new_rule("Heavy", "saves", lambda t, s: replace(s, hits=s.hits + 1))
    assert pools.attack_pool(9, 3, rules("Heavy"), 0) is None
    with_it, without = (mean_by_steps(Shoot(9, 3, (3, 4), own, wounds=99)) for own in (("Heavy",), ()))
    assert with_it - without == pytest.approx(3)


def combat(a, d):
    sides = (
        situations.Side(f.attacks, f.skill, (f.normal, f.critical), f.wounds, tuple(rule_text(r) for r in f.rules))
        for f in (a, d)
    )
    return situations.Fight(*sides)
