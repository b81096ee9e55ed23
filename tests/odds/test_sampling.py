"""Thousands of seeded attacks fall as the exact odds say."""

from collections import Counter

import pytest

from odds.mini import ATTACK, FIGHT, USUAL, Bout, Melee, Shot, Terms
from xenotable.engine import Choose, Flow, Reckon
from xenotable.odds import Exchange, agrees, distribution, simulate

STRIKE = {"blow": "strike"}


@pytest.mark.parametrize("rules", [(), ("Rending",), ("Balanced", "Rending", "Severe"), ("Relentless", "Balanced")])
def test_attacks_fall_as_reckoned(rules: tuple[str, ...]) -> None:
    steps, terms = ATTACK.compiled(rules), Terms(attacks=5, sides=6)
    ends = distribution(steps, terms, Shot(), USUAL)
    assert agrees(ends, simulate(steps, terms, Shot(), USUAL, n=6_000, seed=1))


def test_fights_with_draws_fall_as_reckoned() -> None:
    ends = distribution(FIGHT.compiled(), Melee(), Bout(), STRIKE)
    assert agrees(ends, simulate(FIGHT.compiled(), Melee(), Bout(), STRIKE, n=4_000, seed="fight"))


def test_dice_with_other_sides_fall_as_reckoned() -> None:
    terms = Terms(skill=4, lethal=8, save=6, sides=8)
    ends = distribution(ATTACK.compiled(), terms, Shot(), USUAL)
    assert agrees(ends, simulate(ATTACK.compiled(), terms, Shot(), USUAL, n=4_000))


def test_the_same_seed_gives_the_same_count() -> None:
    runs = [simulate(ATTACK.compiled(), Terms(), Shot(), USUAL, 200, seed) for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


def test_a_wrong_distribution_is_found_out() -> None:
    steps = ATTACK.compiled()
    rolled = simulate(steps, Terms(), Shot(), USUAL, n=4_000)
    assert agrees(distribution(steps, Terms(), Shot(), USUAL), rolled)
    assert not agrees(distribution(steps, Terms(skill=4), Shot(), USUAL), rolled)
    assert not agrees({"heads": 1.0}, Counter({"heads": 99, "edge": 1}))


def test_without_a_policy_defaults_serve_and_a_policy_sees_the_record() -> None:
    exchange, seen = Exchange[int, int]("first", "second"), []
    exchange.step("first")(lambda t, r: r + 1)

    @exchange.step("second")
    def second(t: int, r: int) -> Flow[int]:
        more = yield from Reckon(work=lambda: 10)
        return more + (yield from Choose(seat=0, key="which", among=lambda: (1, 2), default=2))

    def one(t: int, r: int, ask: Choose[int]) -> int:
        seen.append(r)
        return 1

    assert simulate(exchange.compiled(), 0, 4, n=3) == {12: 3}
    assert simulate(exchange.compiled(), 0, 4, one, n=2) == {11: 2}
    assert seen == [5, 5]
