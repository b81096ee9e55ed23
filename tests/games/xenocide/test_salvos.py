"""Odds of volleys from two kept halves are those of the whole volley: any weapon, pools, saves and number of dice."""

import random

import pytest

from xenotable.games.xenocide.forecasts import losses
from xenotable.games.xenocide.rules.army.models import armoury
from xenotable.games.xenocide.scenes import Pool, Volley

WEAPONS = [*armoury().values()]
KINDS = {(w.aoe, w.special): w for w in WEAPONS}  # one of each kind that can matter


def volleys(n: int, seed: int, same: bool) -> list[Volley]:
    """At pools of the same aspect, or of any."""
    rnd = random.Random(seed)
    found = []
    for w in [*KINDS.values(), *rnd.choices(WEAPONS, k=n)]:
        aspect = rnd.randint(-2, 2)
        pools = tuple(
            Pool(
                f"kind{i}",
                0,
                aspect if same else rnd.randint(-2, 2),
                tuple(f"{i}.{j}" for j in range(rnd.randint(1, 5))),
                (rnd.randint(0, 4), rnd.choice((0, 0, 3)), rnd.randint(0, 5)),
            )
            for i in range(rnd.randint(1, 3))
        )
        cap = sum(len(p.models) for p in pools)
        found.append(Volley(w, rnd.randint(1, 9), 1, rnd.randint(-2, 5), 3, pools, cap, (0, 1)))
    return found


def whole(v: Volley) -> dict[int, float]:
    return losses.losses_alike(losses._alike(v)).chances


def test_a_salvo_at_one_aspect_is_the_whole_volley_to_the_last_bit():
    for v in volleys(60, 1, same=True):
        assert losses.salvo(v).chances == whole(v)
        assert losses.losses(v).chances == whole(v)


@pytest.mark.parametrize("same", [True, False])
def test_many_salvos_are_the_whole_volleys(same: bool):
    many = volleys(60, 2, same)
    seen = []
    for group in losses.salvos([*many, *many]):
        for place, row in zip(group.places, group.chances, strict=True):
            one = dict(zip(group.ends, row.tolist(), strict=True))
            v = many[place % len(many)]
            assert {n: p for n, p in one.items() if p} == pytest.approx(whole(v), abs=1e-12)
            seen.append(place)
    assert sorted(seen) == list(range(2 * len(many)))
