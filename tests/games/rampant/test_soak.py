"""Random battles over all scenarios and random lists: no crash, no stall, no broken invariant."""

import math
import os
import random
from collections.abc import Iterator

import pytest

from xenotable.engine import Match, is_legal
from xenotable.games.rampant.rules.content import random_roster
from xenotable.games.rampant.rules.detachment.legality import roster_refusals, total
from xenotable.games.rampant.rules.play.conventions import circle, distance
from xenotable.games.rampant.rules.terrain.field import BUILDING, SOLID, field
from xenotable.games.rampant.state import Rampant
from xenotable.games.rampant.title import GAME

BATTLES = int(os.environ.get("XENOTABLE_SOAK", "120"))


def battle(seed: int) -> tuple[Match[Rampant], int]:
    rnd = random.Random(seed).random
    match = Match(GAME.new(GAME.random_setup(rnd)), seed, live=False)
    steps = 0
    while not match.over:
        i = next(i for i in range(len(match.open)) if i not in match.held)
        options = match.open[i].candidates(4, rnd)
        assert options, f"seed {seed}: nobody can answer {match.open[i].key}"
        match.play(options[int(rnd() * len(options))], i)
        steps += 1
        assert steps < 5000, f"seed {seed} does not end"
        broken = list(GAME.invariants(match.game))
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
        assert is_legal(roster_refusals(roster, limit))
        assert total(roster) <= limit + 2
        seen |= {e.type for e in roster.units}
    assert len(seen) >= 11


@pytest.mark.rule("rampant.moving.separation", "rampant.retreat.separation")
def test_units_keep_an_inch_apart_whatever_happens() -> None:
    """Before every order no two units stand closer than 1 in, except passengers that have just got out and whoever
    fights at a building that a second unit still holds; and nobody stands on what cannot be stood on."""
    for seed in range(300, 312):
        rnd = random.Random(seed).random
        match = Match(GAME.new(GAME.random_setup(rnd)), seed, live=False)
        while not match.over:
            i = next(i for i in range(len(match.open)) if i not in match.held)
            if match.open[i].key == "unit":
                assert not list(too_close(match.game)), f"seed {seed}"
            options = match.open[i].candidates(4, rnd)
            match.play(options[int(rnd() * len(options))], i)


def too_close(game: Rampant) -> Iterator[tuple[str, str]]:
    here = [u for u, row in game.units.items() if row.where == "table"]
    ground = field(game).ground
    for n, a in enumerate(here):
        if ground.under(circle(game, a), BUILDING | SOLID, 0.02):
            yield a, "impassable"
        for b in here[:n]:
            rides = game.units[a].seat == game.units[b].seat and (game.profile[a].seats or game.profile[b].seats)
            if not rides and distance(game, a, b) < 1.0 - 0.02:
                yield a, b


def test_a_bombardment_finds_an_aim_point_wherever_one_is():
    """Random points may all be out of sight; then all directions are tried, from near to far."""
    from xenotable.games.rampant.rules.shooting.bombardment import rings

    spots = list(rings(24.0, 24.0))
    assert len(set(spots)) == len(spots)
    assert min(math.dist(p, (24.0, 24.0)) for p in spots) < 8.01
    assert max(math.dist(p, (24.0, 24.0)) for p in spots) > 45.0
