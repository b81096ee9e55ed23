"""The models that volleys destroy, exactly: the same reading of dice, dealing and saves as live fire."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from xenotable.engine.citing import remembered as kept
from xenotable.games.xenocide.rules.aoe import capped
from xenotable.games.xenocide.rules.shooting.hits import aspects, deal, effective, read, rolls_again, unsaved_chance
from xenotable.games.xenocide.scenes import Pool, Volley
from xenotable.odds import Odds

Spread = dict[tuple[int, ...], float]


def losses(v: Volley) -> Odds:
    """The distribution of the models that one volley destroys; who they are and who fires does not matter."""
    alike = tuple(Pool("", 0, p.aspect, ("",) * len(p.models), p.saves) for p in v.pools)
    return losses_alike(Volley(v.weapon, v.dice, 1, v.accuracy, 0, alike, v.cap, (0, 1)))


@kept(4096)
def losses_alike(v: Volley) -> Odds:
    area = bool(v.weapon.aoe)
    dealt: dict[tuple[int, ...], float] = {}
    for hits, p in hit_counts(v).items():
        key = tuple(deal(v.pools, hits, area))
        dealt[key] = dealt.get(key, 0.0) + p
    chances: dict[int, float] = {}
    for counts, p in dealt.items():
        for n, q in killed(v, counts).items():
            chances[n] = chances.get(n, 0.0) + p * q
    return Odds(chances)


def hit_counts(v: Volley) -> Spread:
    """How the dice of a volley fall: hits by the aspects they reach, or area hits as one number."""
    one = die(v)
    spread: Spread = {(0,) * (1 if v.weapon.aoe else len(aspects(v))): 1.0}
    for _ in range(v.dice):
        after: Spread = {}
        for hits, p in spread.items():
            for more, q in one.items():
                key = tuple(a + b for a, b in zip(hits, more, strict=True))
                after[key] = after.get(key, 0.0) + p * q
        spread = after
    return spread


def die(v: Volley) -> Spread:
    """What one die does."""
    need = effective(v)
    faces: list[tuple[tuple[int, ...], tuple[int, ...], float]] = []
    for face in range(1, 7):
        shown = tuple(int(f == face) for f in range(1, 7))
        if face == 1 and rolls_again(need):
            faces += [(shown, tuple(int(f == second) for f in range(1, 7)), 1 / 36) for second in range(1, 7)]
        else:
            faces.append((shown, (), 1 / 6))
    spread: Spread = {}
    for shown, seconds, p in faces:
        tally = read(v, need, shown, seconds)
        if not v.weapon.aoe:
            spread[tally.hits] = spread.get(tally.hits, 0.0) + p
            continue
        splash = {capped(v.weapon.aoe, v.cap) * tally.splash: 1.0}
        for n, q in (area_of(v.weapon.aoe, v.cap) if sum(tally.hits) else splash).items():
            spread[(n,)] = spread.get((n,), 0.0) + p * q
    return spread


@lru_cache(256)
def area_of(x: int, cap: int) -> dict[int, float]:
    total = Odds({1: 1 / 3, 2: 1 / 3, 3: 1 / 3}).times(x)
    return total.map(lambda n: capped(n, cap)).chances


def killed(v: Volley, counts: Sequence[int]) -> dict[int, float]:
    """Unsaved hits pool by pool, none beyond the models of the pool."""
    total = {0: 1.0}
    for p, hits in zip(v.pools, counts, strict=True):
        through, size = unsaved_chance(p), len(p.models)
        after: dict[int, float] = {}
        for n in range(hits + 1):
            q = comb(hits, n) * through**n * (1 - through) ** (hits - n)
            for so_far, r in total.items():
                key = so_far + min(n, size)
                after[key] = after.get(key, 0.0) + q * r
        total = after
    return total
