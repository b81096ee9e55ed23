"""Exact odds against the live rules, played many times: every figure within four deviations of its mean."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.xenocide.exchanges import CASES, FIRE, SHELLED, house, line_up
from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.forecasts import fire, losses
from xenotable.games.xenocide.forecasts.buildings import of_bombardment
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.buildings.bombardment import section_targets
from xenotable.games.xenocide.rules.shooting.pools import volleys_for
from xenotable.games.xenocide.rules.shooting.targeting import aim
from xenotable.odds import Odds

TRIALS = int(os.environ.get("XENOTABLE_TRIALS", "5000"))
PARTS = 8  # processes, so that several cores can share them


def test_every_exchange_has_another_name():
    assert len(CASES) == 60


@pytest.mark.parametrize("case", FIRE, ids=[f"{c[1]}-{c[3]}" for c in FIRE])
def test_the_odds_shown_for_fire_are_those_of_its_volleys(case):
    weapon, *setup = case
    field, a, b = line_up(*setup)
    w = weapons()[weapon]
    shown = fire.of_fire(field.game, a, w, b)
    kills = Odds.certain(0)
    for v in volleys_for(field.game, a, w, b, aim(field.game, a, w, b)):
        kills = kills + losses.losses(v)
    assert sum(c.p for c in shown.distribution) == pytest.approx(1.0)
    assert shown.mean == pytest.approx(kills.mean, abs=0.05)


@pytest.mark.parametrize(("kind", "before", "n", "left"), SHELLED)
def test_the_odds_shown_for_a_building_are_of_what_can_be_fired_at(kind, before, n, left):
    field, u = house(kind, before, n, left)
    w = kinds()[before].weapons[0]
    assert section_targets(field.game, u, w) == ["b0s0"]
    assert sum(c.p for c in of_bombardment(field.game, u, w, "b0s0").distribution) == pytest.approx(1.0)


@pytest.mark.timeout(7200)  # for a million
@pytest.mark.parametrize("part", range(PARTS))
def test_exact_odds_agree_with_the_rules_played_out(part):
    names = list(CASES)[part::PARTS]
    tests = Path(__file__).parents[2]
    env = {**os.environ, "XENOTABLE_TRACE": "0", "PYTHONPATH": os.pathsep.join([str(tests), *sys.path])}
    script = str(Path(__file__).with_name("exchanges.py"))
    done = subprocess.run(
        [sys.executable, script, str(TRIALS), *names], env=env, check=True, capture_output=True, text=True
    )
    found = json.loads(done.stdout)
    assert list(found) == names
    for name, figures in found.items():
        for key, (exact, deviation, mean) in figures.items():
            assert abs(mean - exact) <= 4 * deviation / TRIALS**0.5 + 1e-6, (name, key, exact, mean)
