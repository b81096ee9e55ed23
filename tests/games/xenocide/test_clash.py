"""Exact odds of close assault against the live rules: dice by dice, and simulated."""

import itertools
import os
import random
from collections import Counter
from math import comb

import pytest

from games.xenocide.battlefield import Battlefield, faces
from xenotable.engine import Roll
from xenotable.games.xenocide import clash, melee
from xenotable.games.xenocide.cancelling import uncancelled
from xenotable.games.xenocide.moves import assault_odds

TRIALS = int(os.environ.get("XENOTABLE_TRIALS", "400"))


@pytest.mark.parametrize(
    ("n", "guard", "bands"), [(3, 2, (4,)), (2, 3, (6, 4)), (4, 1, (5, 3)), (3, 3, (6,)), (2, 0, (6, 5, 3))]
)
def test_what_is_left_is_what_cancelling_leaves(n, guard, bands):
    """Every throw of the dice, through the function of the live game."""
    total, share = Counter(), 6.0 ** -(n + guard)
    for dice in itertools.combinations_with_replacement(range(1, 7), n):
        ways = _ways(dice)
        hits = {(f, False, False): k for f, k in Counter(dice).items() if melee.succeeds(f, bands[-1])}
        for shown in itertools.combinations_with_replacement(range(1, 7), guard):
            left = melee.cancelled(hits, faces(*shown))
            edges = (7, *bands)
            key = tuple(
                sum(k for (f, _, _), k in left.items() if low <= f < high)
                for high, low in itertools.pairwise(edges)
            )  # fmt: skip
            total[key] += ways * _ways(shown) * share
    found = uncancelled(n, guard, bands)
    assert set(found) == set(total)
    assert all(found[k] == pytest.approx(p, abs=1e-12) for k, p in total.items())


def _ways(dice):
    left, ways = len(dice), 1
    for k in Counter(dice).values():
        ways *= comb(left, k)
        left -= k
    return ways


FIGHTS = [
    ("medium-infantry", 6, "medium-infantry", 6, "", False),
    ("thren-warrior", 8, "heavy-tank", 2, "", False),  # 66
    ("delver", 4, "heavy-tank", 3, "", False),  # Cutter against 66
    ("blink-guard", 6, "lancer-adept", 6, "", False),  # Shatter against shields
    ("skitterling", 8, "lancer-adept", 5, "", True),  # shields, dug in
    ("assault-walker", 4, "medium-infantry", 5, "apc", False),  # two kinds with different CAD
    ("gorehorn", 3, "assault-walker", 4, "heavy-tank", False),  # CAD 6 and 66 in one unit
]


def duel(kind, n, target, m, mixed, dug):
    field = Battlefield()
    ranks = [(10 + 1.5 * (i % 4), 10 + 1.5 * (i // 4)) for i in range(n)]
    a = field.line(0, kind, ranks, order="assault", charge="assault")
    b = field.line(1, target, [(10 + 1.5 * (i % 4), 16 + 1.5 * (i // 4)) for i in range(m)], dug=dug)
    if mixed:
        field.mix(b, mixed, [(17, 16), (17, 18)])
    return field, a, b


def strike(setup, dice, guard, rnd):
    """One strike by the live rules with rolled dice; gives the models lost."""
    field, a, b = duel(*setup)
    field.game.units.set(a, attack=dice)
    field.game.units.set(b, defence=guard)
    size = field.size(b)
    flow, value = melee.struck(field.game, b, [(a, dice)], True), None
    while True:
        try:
            ask = flow.send(value)
        except StopIteration:
            return size - field.size(b)
        if isinstance(ask, Roll):
            value = ask.counts([rnd.randint(1, ask.sides) for _ in range(ask.n)])
        elif ask.key == "casualty":
            value = min(ask.among(), key=lambda name: (field.game.kinds[name.split("/")[0]].vp, name))
        else:
            value = ask.default


@pytest.mark.parametrize("setup", FIGHTS, ids=[f"{f[0]}-{f[2]}{'-' + f[4] if f[4] else ''}" for f in FIGHTS])
def test_strikes_agree_with_simulated_ones(setup):
    field, a, b = duel(*setup)
    dice, _, _ = melee.counted(field.game, a, field.unit(a).models, True)
    guard = melee.counted(field.game, b, field.unit(b).models, True)[2]
    exact = clash.lost_models(clash.blows(field.game, a, b, dice, guard, True))
    assert sum(exact.chances.values()) == pytest.approx(1.0)
    rnd = random.Random(11)
    lost = [strike(setup, dice, guard, rnd) for _ in range(TRIALS)]
    assert abs(sum(lost) / TRIALS - exact.mean) <= 4 * exact.deviation / TRIALS**0.5 + 1e-9
    for k in range(field.size(b) + 1):
        p = exact.at_least(k)
        assert abs(sum(x >= k for x in lost) / TRIALS - p) <= 4 * (max(0.0, p * (1 - p)) / TRIALS) ** 0.5 + 1e-9


def whole_round(setup, rnd):
    """Both strikes and both tests by the live rules; gives who is marked."""
    field, a, b = duel(*setup)
    game = field.game
    for u in (b, a):
        field.run(melee.split(game, u, field.unit(u).models, True, (a if u == b else b,)), split=0)
    for side in (0, 1):
        game.sides.set(side, points=0)
    for flow in (
        melee.strike(game, (a,), (b,), True, True), melee.strike(game, (b,), (a,), False, True),
        melee.tests(game, (a,), (b,), 1),
    ):  # fmt: skip
        value = None
        while True:
            try:
                ask = flow.send(value)
            except StopIteration:
                break
            value = ask.counts([rnd.randint(1, 6) for _ in range(ask.n)]) if isinstance(ask, Roll) else ask.default
    return game.units[a].marks, game.units[b].marks


@pytest.mark.parametrize("setup", FIGHTS[:2])
def test_who_breaks_agrees_with_simulated_rounds(setup):
    field, a, b = duel(*setup)
    field.game.units.set(a, charge="")
    there, back = clash.of_assault(field.game, a, (b,))
    p = {c.label: c.p for c in there.chances}["breaks"], {c.label: c.p for c in back.chances}["breaks"]
    rnd, n = random.Random(5), TRIALS
    ends = [whole_round(setup, rnd) for _ in range(n)]
    for side, chance in ((1, p[0]), (0, p[1])):
        assert abs(sum(e[side] for e in ends) / n - chance) <= 4 * (chance * (1 - chance) / n) ** 0.5 + 1e-9


def test_the_odds_of_an_assault_stand_on_the_asks():
    field, a, b = duel(*FIGHTS[0])
    field.game.units.set(a, charge="", order="assault")
    there, back = assault_odds(field.game, a, "assault")
    assert there.title.endswith(field.game.name(b))
    assert there.mean == pytest.approx(back.mean)  # the same dice on both sides
    assert assault_odds(field.game, a, "move") is None
    seen = []

    def look(ask):
        seen.extend(ask.odds(k)[1].mean for k in (0, 4))
        return 0

    field.run(melee.split(field.game, a, field.unit(a).models, True, (b,)), split=look)
    assert seen[1] < seen[0]  # dice kept back save own models
