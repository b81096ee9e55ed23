"""The enumerator: every figure against a naive count over all faces, best play against every policy."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds.mini import ATTACK, FIGHT, HIT, MISS, USUAL, Bout, Melee, Shot, Terms, blow, hurt, margin
from xenotable.engine import UNSET, Assign, Bucket, Choose, Flow, Number, Pick, Reckon, Refusal, Roll
from xenotable.engine.citing import SEEN, knock_out
from xenotable.odds import (
    Exchange,
    Steps,
    Unanswered,
    chance,
    distribution,
    draw_outcomes,
    outcomes,
    prefer,
    resolve,
    worth,
)
from xenotable.odds.policies import policy_function

SPECIALS = ("Balanced", "Relentless", "Rending", "Severe")
small = st.builds(
    Terms,
    attacks=st.integers(0, 3),
    skill=st.integers(1, 4),
    lethal=st.integers(2, 4),
    defence=st.integers(0, 2),
    save=st.integers(1, 4),
    sides=st.just(3),
)
some_rules = st.sets(st.sampled_from(SPECIALS))


def naive(steps: Steps[Any, Any], terms: Any, start: Any, policy: Any) -> dict[Any, Fraction]:
    """No classes, no merging, no sharing: each sequence of faces is played from the beginning."""
    say = policy_function(policy)
    todo: list[tuple[Any, ...]] = [()]
    total: dict[Any, Fraction] = {}
    while todo:
        said = todo.pop()
        flow, weight, left = resolve(steps, terms, start), Fraction(1), list(said)
        value: Any = None
        try:
            while True:
                ask = flow.send(value)
                if isinstance(ask, Roll):
                    if not left:
                        todo += [(*said, faces) for faces in product(range(1, ask.sides + 1), repeat=ask.n)]
                        break
                    value = ask.counts(left.pop(0))
                    weight /= ask.sides**ask.n
                else:
                    assert say is not None
                    value = say(terms, None, ask)
        except StopIteration as end:
            total[end.value] = total.get(end.value, Fraction(0)) + weight
    return total


@given(small, some_rules)
@settings(max_examples=80)
def test_merging_and_classes_change_nothing(terms: Terms, rules: set[str]) -> None:
    steps = ATTACK.compiled(rules)
    found = distribution(steps, terms, Shot(), USUAL, exact=True)
    assert found == naive(steps, terms, Shot(), USUAL)
    assert sum(found.values()) == 1
    floats = distribution(steps, terms, Shot(), USUAL)
    assert floats == pytest.approx({end: float(p) for end, p in found.items()}, abs=1e-14)


@given(st.integers(0, 5), st.lists(st.integers(1, 9), max_size=4).map(sorted), st.integers(1, 8))
def test_outcomes_are_all_counts_that_dice_can_show(n: int, cuts: list[int], sides: int) -> None:
    n = min(n, 3 if sides > 6 else 4)
    roll = Roll(n=n, cuts=tuple(cuts), sides=sides)
    faces = Counter(roll.counts(f) for f in product(range(1, sides + 1), repeat=n))
    assert dict(outcomes(n, tuple(cuts), sides, True)) == {c: Fraction(k, sides**n) for c, k in faces.items()}


def test_a_figure_worked_by_hand() -> None:
    """Two dice hit on 4+, one save on 4+: 3 points each."""
    ends = distribution(ATTACK.compiled(), Terms(attacks=2, skill=4, lethal=7, defence=1), Shot(), exact=True)
    assert {end.damage: p for end, p in ends.items()} == {
        0: Fraction(1, 4) + Fraction(1, 2) * Fraction(1, 2),
        3: Fraction(1, 2) * Fraction(1, 2) + Fraction(1, 4) * Fraction(1, 2),
        6: Fraction(1, 4) * Fraction(1, 2),
    }
    assert chance(ends, lambda end: end.damage > 0) == Fraction(1, 2)


def test_figures_of_a_rulebook() -> None:
    """The reference values of Kill Team's chapter on odds, reckoned there by other hands: a carbine (four dice at 4+,
    2/3 damage) at three defence dice of 5+ with 7 wounds, and four hits of four dice at 4+ with Balanced."""
    carbine = Terms(attacks=4, skill=4, normal=2, critical=3, defence=3, save=5)
    ends = distribution(ATTACK.compiled(), carbine, Shot(), USUAL, exact=True)
    assert chance(ends, lambda end: end.damage >= 7) == Fraction(25189, 279936)
    assert mean(ends) == Fraction(131701, 46656)
    bare = Terms(attacks=4, skill=4, lethal=7, normal=1, defence=0)
    ends = distribution(ATTACK.compiled(["Balanced"]), bare, Shot(), USUAL, exact=True)
    assert chance(ends, lambda end: end.damage == 4) == Fraction(3, 16)


# ---- who decides -----------------------------------------------------------------------------------------------------

POLICIES: list[dict[str, Any]] = [
    USUAL,
    {"balanced": None, "rending": False, "saves": lambda t, s, ask: ask.options()[0]},
    {"balanced": prefer(HIT, MISS, None), "rending": True, "saves": lambda t, s, ask: ask.options()[-1]},
]


def mean(ends: dict[Shot, float]) -> float:
    return sum(p * end.damage for end, p in ends.items())


@given(small, some_rules, st.sampled_from(POLICIES), st.integers(1, 5), st.integers(1, 7))
@settings(max_examples=60)
def test_no_policy_beats_best_play(terms: Terms, rules: set[str], policy: dict[str, Any], n: int, c: int) -> None:
    terms = Terms(terms.attacks, terms.skill, terms.lethal, n, c, terms.defence, terms.save, terms.sides)
    steps = ATTACK.compiled(rules)
    attacker = {k: v for k, v in policy.items() if k != "saves"}
    defender = {"saves": policy["saves"]}
    best = mean(distribution(steps, terms, Shot(), value=hurt, exact=True))
    assert mean(distribution(steps, terms, Shot(), attacker, hurt, exact=True)) <= best
    assert mean(distribution(steps, terms, Shot(), defender, hurt, exact=True)) >= best
    assert worth(steps, terms, Shot(), hurt, exact=True) == best
    assert worth(steps, terms, Shot(), hurt) == pytest.approx(float(best))


def test_best_play_depends_on_what_it_is_for() -> None:
    """Without saves, Rending only weakens a weapon whose critical hits hurt less."""
    steps, odd, usual = ATTACK.compiled(["Rending"]), Terms(critical=1, defence=0), Terms(defence=0)
    for terms, way in ((odd, False), (usual, True)):
        assert distribution(steps, terms, Shot(), value=hurt) == distribution(steps, terms, Shot(), {"rending": way})
        other = distribution(steps, terms, Shot(), {"rending": not way})
        assert mean(other) < worth(steps, terms, Shot(), hurt)


def test_best_play_in_a_repeated_step_looks_to_the_end() -> None:
    steps, terms = FIGHT.compiled(), Melee(dice=(3, 3), hurts=2)
    best = distribution(steps, terms, Bout(), value=margin, exact=True)
    assert sum(best.values()) == 1
    value = sum(p * margin(terms, end) for end, p in best.items())
    for way in ("strike", "parry"):

        def ours(t: Melee, b: Bout, ask: Any, way: str = way) -> Any:
            return UNSET if ask.seat else next(o for o in (way, "strike") if o in ask.options())

        held = distribution(steps, terms, Bout(), {"blow": ours}, margin, exact=True)
        assert sum(p * margin(terms, end) for end, p in held.items()) <= value


def test_draws_branch_over_the_bag() -> None:
    steps, terms = FIGHT.compiled(), Melee(dice=(0, 0), bag=((0, 1), (1, 3), (2, 0)))
    ends = distribution(steps, terms, Bout(), exact=True)
    assert ends == {Bout(wounds=(3, 3)): Fraction(1, 4), Bout(wounds=(3, 4)): Fraction(3, 4)}
    with pytest.raises(ValueError, match="empty bag"):
        draw_outcomes([("red", 0)])


def asking(ask: Callable[[], Any]) -> Steps[Any, Any]:
    exchange = Exchange[Any, Any]("ask")

    @exchange.step("ask")
    def put(t: Any, r: Any) -> Flow[Any]:
        return (yield from ask())

    return exchange.compiled()


def test_every_small_decision_can_be_tried_out() -> None:
    number = asking(lambda: Number(seat=0, key="n", low=1, high=4))
    assert distribution(number, 0, 0, value=lambda t, r: -abs(r - 3)) == {3: 1.0}
    some = asking(lambda: Pick(seat=1, key="some", among=lambda: (1, 2, 4), least=1, most=2))
    assert distribution(some, 0, 0, value=lambda t, r: -sum(r)) == {(2, 4): 1.0}

    def odd(picked: tuple[int, ...]) -> list[Refusal]:
        return [] if sum(picked) % 2 else [Refusal("mini.odd", "The sum must be odd.")]

    oddly = asking(lambda: Pick(seat=1, key="some", among=lambda: (1, 2, 4), legal=odd))
    assert distribution(oddly, 0, 0, value=lambda t, r: -sum(r)) == {(1, 2, 4): 1.0}
    sure = asking(lambda: Reckon(work=lambda: 7))
    assert distribution(sure, 0, 0) == {7: 1.0}


def test_equal_options_go_to_the_first_however_the_floats_fall() -> None:
    @(exchange := Exchange[int, str]("which")).step("which")
    def which(t: int, r: str) -> Flow[str]:
        return (yield from Choose(seat=0, key="which", among=lambda: ("a", "b")))

    values = {"a": 0.3, "b": 0.1 + 0.2}
    assert values["b"] > values["a"]
    assert distribution(exchange.compiled(), 0, "", value=lambda t, r: values[r]) == {"a": 1.0}


def test_choices_without_an_answer_are_named() -> None:
    steps = ATTACK.compiled(["Balanced"])
    with pytest.raises(Unanswered, match=r'No policy answers "balanced".*Did you mean "balance"'):
        distribution(steps, Terms(), Shot(), {"balance": None})
    with pytest.raises(Unanswered, match="not allowed here"):
        distribution(steps, Terms(), Shot(), {"balanced": "all"})
    with pytest.raises(Unanswered, match="None of the answers"):
        distribution(steps, Terms(), Shot(), {"balanced": prefer("all", "some")})
    split = asking(lambda: Assign(seat=0, key="split", total=2, buckets=[Bucket("a"), Bucket("b")]))
    with pytest.raises(Unanswered, match="does not try out a Assign"):
        distribution(split, 0, 0, value=lambda t, r: 0)
    nothing = asking(lambda: Choose(seat=0, key="which", among=lambda: ()))
    with pytest.raises(Unanswered, match="no legal answer"):
        distribution(nothing, 0, 0, value=lambda t, r: 0)


def test_the_only_answer_and_the_default_need_no_policy() -> None:
    one = asking(lambda: Choose(seat=0, key="which", among=lambda: ("a",)))
    assert distribution(one, 0, 0) == {"a": 1.0}
    assert distribution(one, 0, 0, {"which": "b"}) == {"a": 1.0}
    two = asking(lambda: Choose(seat=0, key="which", among=lambda: ("a", "b"), default="b"))
    assert distribution(two, 0, 0) == {"b": 1.0}


def test_a_policy_answers_keys_with_a_tail_too() -> None:
    steps = asking(lambda: Choose(seat=0, key="which:u4", among=lambda: ("a", "b")))
    assert distribution(steps, 0, 0, {"which": "b"}) == {"b": 1.0}
    assert distribution(steps, 0, 0, {"which": "b", "which:u4": "a"}) == {"a": 1.0}


# ---- repeated steps --------------------------------------------------------------------------------------------------


def roll_off() -> Exchange[int, tuple[int, int]]:
    exchange = Exchange[int, tuple[int, int]]("roll-off")

    @exchange.step("roll-off", until=lambda t, r: r[0] != r[1])
    def once(t: int, r: tuple[int, int]) -> Flow[tuple[int, int]]:
        a = yield from Roll(seat=0, key="ours", n=1, cuts=(4,))
        b = yield from Roll(seat=1, key="theirs", n=1, cuts=(6,))
        return (0, 0) if a[1] == b[1] else (a[1], b[1])

    return exchange


def test_ties_that_are_rolled_again_end_exactly() -> None:
    """Ours wins with 1/2 x 5/6, theirs with 1/2 x 1/6; ties change nothing but the time."""
    ends = distribution(roll_off().compiled(), 0, (0, 0), exact=True)
    assert ends == {(1, 0): Fraction(5, 6), (0, 1): Fraction(1, 6)}
    assert distribution(roll_off().compiled(), 0, (0, 0)) == pytest.approx({(1, 0): 5 / 6, (0, 1): 1 / 6})


def test_what_never_ends_is_refused() -> None:
    still, swing = Exchange[int, int]("wait"), Exchange[int, int]("wait")
    still.step("wait", until=lambda t, r: r > 5)(lambda t, r: r)
    with pytest.raises(ValueError, match='"wait" never ends'):
        distribution(still.compiled(), 0, 0)
    swing.step("wait", until=lambda t, r: r > 5)(lambda t, r: 1 - r)
    with pytest.raises(ValueError, match='"wait" never ends'):
        distribution(swing.compiled(), 0, 0)
    with pytest.raises(Unanswered, match="can come back to where it was"):
        distribution(roll_off().compiled(), 0, (0, 0), value=lambda t, r: r[0])


# ---- remembering -----------------------------------------------------------------------------------------------------


def test_results_are_remembered_by_steps_terms_start_and_policy() -> None:
    steps = ATTACK.compiled(["Balanced"])
    first = distribution(steps, Terms(), Shot(), dict(USUAL))
    assert distribution(steps, Terms(), Shot(), dict(USUAL)) is first
    for other in (
        distribution(ATTACK.compiled(), Terms(), Shot(), USUAL),
        distribution(steps, Terms(attacks=5), Shot(), USUAL),
        distribution(steps, Terms(), Shot(), {**USUAL, "balanced": None}),
        distribution(steps, Terms(), Shot(), USUAL, exact=True),
        distribution(steps, Terms(), Shot(), value=hurt),
    ):
        assert other is not first


def test_a_policy_that_cannot_be_a_key_works_all_the_same() -> None:
    exchange = Exchange[int, int]("split")

    @exchange.step("split")
    def split(t: int, r: int) -> Flow[int]:
        parts = yield from Assign(seat=0, key="split", total=2, buckets=[Bucket("a"), Bucket("b")])
        return parts["a"]

    assert distribution(exchange.compiled(), 0, 0, {"split": {"a": 2, "b": 0}}) == {2: 1.0}


def test_a_remembered_result_cites_its_rules_again_and_not_those_of_others() -> None:
    steps, terms = ATTACK.compiled(["Rending"]), Terms(attacks=3)
    for _ in range(2):
        SEEN.clear()
        SEEN.add("something.else")
        distribution(steps, terms, Shot(), USUAL)
        assert {"something.else", "mini.roll", "mini.rending", "mini.damage"} <= SEEN
        assert "mini.balanced" not in SEEN


def test_a_remembered_result_does_not_hide_that_a_rule_is_knocked_out() -> None:
    steps = ATTACK.compiled(["Rending"])
    with_it = distribution(steps, Terms(), Shot(), USUAL)
    knock_out("mini.mini.rending")
    try:
        assert distribution(steps, Terms(), Shot(), USUAL) == distribution(ATTACK.compiled(), Terms(), Shot(), USUAL)
    finally:
        knock_out(None)
    assert distribution(steps, Terms(), Shot(), USUAL) is with_it


def test_odds_do_not_load_numpy() -> None:
    code = "import sys, xenotable.odds; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_step_is_told_what_stood_at_its_start() -> None:
    seen = []

    def strike(t: Melee, b: Bout, ask: Any) -> str:
        seen.append(b)
        return "strike"

    distribution(FIGHT.compiled(), Melee(dice=(1, 1)), Bout(wounds=(2, 2)), {"blow": strike})
    assert {(b.ours, b.theirs, b.turn) for b in seen} == {(1, 0, 0), (1, 1, 0), (0, 1, 1)}
    assert blow.__name__ == "blow"  # a decorated step is still the plain function
