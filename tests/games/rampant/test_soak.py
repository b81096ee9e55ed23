"""Random battles over all scenarios and random lists: no crash, no stall, no broken invariant."""

import os
import random

import pytest

from xenotable.engine import Match, allowed
from xenotable.games.rampant.builder import random_roster
from xenotable.games.rampant.legality import roster_refusals, total
from xenotable.games.rampant.state import Rampant

BATTLES = int(os.environ.get("XENOTABLE_SOAK", "120"))


def battle(seed: int) -> tuple[Match[Rampant], int]:
    rnd = random.Random(seed).random
    match = Match(Rampant.new(Rampant.random_setup(rnd)), seed, live=False)
    steps = 0
    while not match.over:
        i = next(i for i in range(len(match.open)) if i not in match.held)
        options = match.open[i].candidates(4, rnd)
        assert options, f"seed {seed}: nobody can answer {match.open[i].key}"
        match.play(options[int(rnd() * len(options))], i)
        steps += 1
        assert steps < 5000, f"seed {seed} does not end"
        broken = list(match.game.broken())
        assert not broken, f"seed {seed}: {broken[0]}"
    return match, steps


@pytest.mark.parametrize("block", range(12))
def test_random_battles_end_in_order(block: int) -> None:
    per = max(1, BATTLES // 12)
    for seed in range(block * per, (block + 1) * per):
        match, _ = battle(seed)
        assert match.game.result is not None


@pytest.mark.rule("rampant.content.builder")
def test_random_rosters_are_legal_and_various() -> None:
    seen: set[str] = set()
    for seed in range(60):
        rnd = random.Random(seed).random
        limit = (12, 18, 24, 30, 36)[seed % 5]
        roster = random_roster("Any", limit, rnd)
        assert allowed(roster_refusals(roster, limit))
        assert total(roster) <= limit + 2
        seen |= {e.type for e in roster.units}
    assert len(seen) >= 11
