"""Exact odds against simulated fire."""

import os
import random

import pytest

from games.xenocide.battlefield import Battlefield
from xenotable.games.xenocide import odds
from xenotable.games.xenocide.aiming import aim
from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.firing import fire
from xenotable.games.xenocide.salvos import volleys
from xenotable.games.xenocide.scenarios import break_odds, break_target, holds
from xenotable.games.xenocide.suppression import test as nerve
from xenotable.odds import Odds

TRIALS = int(os.environ.get("XENOTABLE_TRIALS", "400"))


def shoot(weapon, kind, n, target, m, seed, mixed=False):
    field = Battlefield(("forest", 18, 24, 4, 8))
    a, b = field.put(0, kind, (20, 10), n), field.put(1, target, (21, 26), m)
    if mixed:
        field.mix(b, "apc", [(26, 26), (26, 28)])
    if seed is None:
        return field, a, b
    dice = random.Random(seed)
    field.faces = [dice.randint(1, 6) for _ in range(400)]
    flow, value = fire(field.game, a, weapons()[weapon], b), None
    while True:
        try:
            ask = flow.send(value)
        except StopIteration:
            return field.size(b)
        value = field._answer(ask, {"remove": lambda q: q.among()[: q.least]})


@pytest.mark.parametrize(
    ("weapon", "kind", "n", "target", "m", "mixed"),
    [
        ("tank-cannon", "medium-tank", 5, "medium-infantry", 6, False),
        ("assault-rifles", "medium-infantry", 6, "jetbike", 5, False),
        ("howitzer", "medium-artillery", 3, "medium-infantry", 6, False),
        ("assault-rifles", "medium-infantry", 5, "medium-infantry", 4, True),
        ("chorus-array", "chorus-battery", 3, "lancer-adept", 3, False),
    ],
)
def test_forecasts_agree_with_simulated_fire(weapon, kind, n, target, m, mixed):
    field, a, b = shoot(weapon, kind, n, target, m, None, mixed)
    size, w = field.size(b), weapons()[weapon]
    fired = volleys(field.game, a, w, b, aim(field.game, a, w, b))
    kills = Odds.certain(0)
    for v in fired:
        kills = kills + odds.losses(v)
    assert sum(kills.chances.values()) == pytest.approx(1.0)
    lost = [size - shoot(weapon, kind, n, target, m, seed, mixed) for seed in range(TRIALS)]
    mean = sum(lost) / TRIALS
    assert abs(mean - kills.mean) <= 4 * kills.deviation / TRIALS**0.5 + 1e-9
    assert odds.of_fire(field.game, a, w, b).mean == pytest.approx(kills.mean, abs=0.05)


@pytest.mark.parametrize(("scenario", "target"), [("attrition", 9), ("attrition", 7), ("invasion", 12)])
def test_break_tests_agree_with_simulated_dice(scenario, target):
    field = Battlefield(scenario=scenario)
    (chance,) = break_odds(field.game, target).chances
    rnd = random.Random(8)
    n = 20 * TRIALS
    good = sum(holds(rnd.randint(1, 6) + rnd.randint(1, 6), target, scenario == "invasion") for _ in range(n))
    assert abs(good / n - chance.p) <= 4 * (chance.p * (1 - chance.p) / n) ** 0.5


def test_the_odds_of_another_die_and_of_points_stand_on_the_asks():
    field = Battlefield()
    u = field.line(0, "medium-infantry", [(10, 10)])
    seen = []

    def look(ask):
        seen.extend(ask.odds(x).chances[0].p for x in (False, True))
        return False

    field.roll(2, 2).run(nerve(field.game, u, 7, "suppression.test"), steady=look)
    assert seen == [0.0, pytest.approx(4 / 6)]  # 4 rolled, 7 needed: 3 and more

    def spend(ask):
        seen[:] = [ask.odds(n).chances[0].p for n in (0, 1, 3)]
        return 1

    assert field.run(break_target(field.game, 0), break_points=spend) == 8
    assert seen == [pytest.approx(10 / 36), pytest.approx(15 / 36), pytest.approx(26 / 36)]
