"""Exact odds of close assault against the live rules, dice by dice."""

import itertools
from collections import Counter
from math import comb

import pytest

from games.xenocide.battlefield import faces
from games.xenocide.exchanges import FIGHTS, duel
from xenotable.games.xenocide.forecasts import blows
from xenotable.games.xenocide.kernels import uncancelled_odds
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.assault import dice as assault_dice
from xenotable.games.xenocide.rules.movement.phases import assault_odds
from xenotable.games.xenocide.rules.play import dice as play_dice


@pytest.mark.parametrize(
    ("n", "guard", "bands"), [(3, 2, (4,)), (2, 3, (6, 4)), (4, 1, (5, 3)), (3, 3, (6,)), (2, 0, (6, 5, 3))]
)
def test_what_is_left_is_what_cancelling_leaves(n, guard, bands):
    """Every throw of the dice, through the function of the live game."""
    total, share = Counter(), 6.0 ** -(n + guard)
    for dice in itertools.combinations_with_replacement(range(1, 7), n):
        ways = _ways(dice)
        hits = {(f, False, False): k for f, k in Counter(dice).items() if play_dice.succeeds(f, bands[-1])}
        for shown in itertools.combinations_with_replacement(range(1, 7), guard):
            left = assault_dice.cancel_dice(hits, faces(*shown))
            edges = (7, *bands)
            key = tuple(
                sum(k for (f, _, _), k in left.items() if low <= f < high)
                for high, low in itertools.pairwise(edges)
            )  # fmt: skip
            total[key] += ways * _ways(shown) * share
    found = uncancelled_odds(n, guard, bands)
    assert set(found) == set(total)
    assert all(found[k] == pytest.approx(p, abs=1e-12) for k, p in total.items())


@pytest.mark.parametrize(
    ("n", "guard", "bands", "enough"), [(9, 2, (4,), (3,)), (8, 1, (6, 4), (2, 5)), (6, 3, (6, 5, 3), (1, 3, 4))]
)
def test_dice_are_counted_until_there_are_enough(n, guard, bands, enough):
    def until_enough(odds):
        total = Counter()
        for lefts, p in odds.items():
            so_far = list(itertools.accumulate(lefts))
            done = next((i for i, most in enumerate(enough) if so_far[i] >= most), len(bands))
            total[done, tuple(so_far[:done])] += p
        return total

    whole = until_enough(uncancelled_odds(n, guard, bands))
    found = until_enough(uncancelled_odds(n, guard, bands, enough=enough))
    assert set(found) == set(whole)
    assert all(found[k] == pytest.approx(p, abs=1e-12) for k, p in whole.items())


@pytest.mark.parametrize("levels", [(3,), (3, 5), (4, 8), (6, 12)])
def test_dice_beyond_those_that_destroy_everybody_change_nothing(levels, monkeypatch):
    kind = next(k for k, row in kinds().items() if not row.shield)
    struck = blows.Blows(14, 2, False, False, tuple(blows.Ranks(kind, level, 2) for level in levels))
    found = blows.casualties(struck)
    monkeypatch.setattr(blows, "enough_dice", lambda b, ranks, bands: (b.dice,) * len(bands))
    blows_of_all = blows.casualties.__wrapped__(struck)
    assert set(found) == set(blows_of_all)
    assert all(found[k] == pytest.approx(p, abs=1e-12) for k, p in blows_of_all.items())


def _ways(dice):
    left, ways = len(dice), 1
    for k in Counter(dice).values():
        ways *= comb(left, k)
        left -= k
    return ways


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

    field.run(assault_dice.split(field.game, a, field.unit(a).models, True, (b,)), split=look)
    assert seen[1] < seen[0]  # dice kept back save own models
