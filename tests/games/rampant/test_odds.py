"""Exact odds: the same functions as the battle, checked against figures worked out by hand and against simulation."""

import math
import os

import pytest

from games.rampant.skirmish import Skirmish
from xenotable.games.rampant.forecasts.asks import attack_forecasts, order_forecast, shot_forecasts
from xenotable.games.rampant.forecasts.chances import chances, contest, losses, order_chance
from xenotable.games.rampant.rules.courage.courage_test import courage_test_for
from xenotable.games.rampant.rules.play.dice import Blow, Wound
from xenotable.games.rampant.rules.xeno.loss_order import FULL
from xenotable.games.rampant.scenes import Orders, Shock, Shooting
from xenotable.odds import simulate

TRIALS = int(os.environ.get("XENOTABLE_TRIALS", "20000"))


@pytest.mark.rule("rampant.content.odds")
def test_the_losses_of_a_plain_volley():
    exact = losses(Blow("shoot", 10, 4, 3, 5))
    assert {n: p * 1024 for n, p in exact.items()} == pytest.approx({0: 56, 1: 582, 2: 375, 3: 11})


@pytest.mark.parametrize(
    ("need", "bonus", "ways"), [(5, 0, 30), (6, 0, 26), (6, 1, 30), (7, 0, 21), (7, -1, 15), (8, 0, 15)]
)
@pytest.mark.rule("rampant.content.odds")
def test_activation_tests(need, bonus, ways):
    assert order_chance(need, bonus) * 36 == pytest.approx(ways)
    battle = Skirmish()
    uid = battle.put(0, "light", (24, 10))
    battle.put(1, "heavy", (24, 25))
    assert order_forecast(battle.game, uid, "shoot").chances[0].p == pytest.approx(26 / 36)
    assert order_forecast(battle.game, uid, "move").chances[0].p == 1.0
    assert losses(Blow("shoot", 1, 6, 1, 5)) == pytest.approx({0: 5 / 6, 1: 1 / 6})


BLOWS = [
    Blow("shoot", 10, 5, 3, 5),
    Blow("shoot", 10, 6, 3, 5, double_six=True),
    Blow("shoot", 5, 4, 2, 3, again=99),
    Blow("shoot", 10, 5, 2, 10, again=2, deflect=5),
    Blow("attack", 10, 3, 1, 15, up=True, surgeon=4),
    Blow("attack", 10, 4, 3, 5, double_six=True, doubled=True, deflect=5, surgeon=5),
    Blow("attack", 10, 4, 2, 5, stun=True, deflect=5),
]


RARE = 20  # ends expected less often than this are counted together: single ones are too few for a bell curve


@pytest.mark.timeout(3600)  # a million exchanges take a while
@pytest.mark.parametrize("blow", BLOWS, ids=[str(i) for i in range(len(BLOWS))])
def test_exact_odds_agree_with_simulation(blow):
    """Every end within 4 standard deviations of what the same steps gave with dice."""
    from xenotable.games.rampant.forecasts.chances import ends_of

    exact = dict(ends_of(blow))
    assert sum(exact.values()) == pytest.approx(1.0)
    seen = simulate(FULL, blow, Wound(), n=TRIALS, seed=1)
    assert set(seen) <= set(exact)
    often = [end for end, p in exact.items() if p * TRIALS >= RARE]
    classes = [[end] for end in often] + [[end for end in exact if end not in often]]
    for ends in classes:
        p, n = sum(exact[end] for end in ends), sum(seen[end] for end in ends)
        if p * TRIALS >= RARE:
            assert abs(n - p * TRIALS) <= 4 * math.sqrt(TRIALS * p * (1 - p)), ends
        else:
            assert n <= poisson_limit(p * TRIALS), ends


def poisson_limit(mean: float) -> int:
    """The count that is passed as seldom as 4 standard deviations are."""
    term = math.exp(-mean)
    below, n = term, 0
    while 1.0 - below > 3.2e-5:
        n += 1
        term *= mean / n
        below += term
    return n


def test_a_courage_test_in_figures():
    battle = Skirmish()
    uid = battle.put(0, "heavy", (24, 24), strength=2)
    test = courage_test_for(battle.game, Shock(uid, "shoot", 3))
    assert (test.dice, test.bonus, test.need) == (1, -3, 4)
    assert chances(test) == pytest.approx((0.0, 3 / 6, 3 / 6))


def test_forecasts_speak_of_both_sides():
    battle = Skirmish()
    a, b = battle.face_off(("elite",), ("heavy",), 5.0)
    shots = shot_forecasts(battle.game, a, b, "shoot")
    assert [f.rule for f in shots] == ["shooting.hit", "firefight.test"]
    assert sum(c.p for c in shots[0].distribution) == pytest.approx(1.0)
    fights = attack_forecasts(battle.game, a, b)
    assert len(fights) == 2
    assert "Armour 3" in fights[0].notes
    assert sum(contest(Blow("attack", 10, 4, 3, 5), Blow("attack", 10, 5, 4, 5))) == pytest.approx(1.0)
    battle.start(Shooting(a))
    assert battle.ask.odds(b)
    again = Skirmish()
    a, b = again.face_off(("elite",), ("heavy",), 5.0)
    again.start(Orders(0)).go(unit=a)
    assert again.ask.odds("shoot").chances[0].p == 1.0
