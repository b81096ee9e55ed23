"""Exact odds of fire, from the position on the table: the same reading of dice, dealing and saves as live fire; and
the odds of tests, by the same judgement as the live test."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from xenotable.engine import Forecast
from xenotable.engine.citing import remembered as kept
from xenotable.engine.memory import until_moved
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.play import is_titan
from xenotable.games.xenocide.state import Xenocide
from xenotable.games.xenocide.volley import (
    Pool,
    Volley,
    aspects,
    capped,
    deal,
    effective,
    read,
    rolls_again,
    unsaved_chance,
)
from xenotable.odds import Odds

Spread = dict[tuple[int, ...], float]


def of_fire(
    game: Xenocide, u: str, w: Weapon, target: str, focus: int = 0, directed: tuple[str, ...] = (),
    where: dict[str, tuple[float, float]] | None = None,
) -> Forecast:  # fmt: skip
    """The models that a weapon system destroys; the pools in the order they stand."""
    from xenotable.games.xenocide.aiming import aim
    from xenotable.games.xenocide.salvos import volleys

    if where is None:
        return fire_now(game, u, w, target, focus, directed)
    found = aim(game, u, w, target, where, direct=True)
    return forecast_of(game, w, target, volleys(game, u, w, target, found, focus, directed, where))


@until_moved
def fire_now(game: Xenocide, u: str, w: Weapon, target: str, focus: int, directed: tuple[str, ...]) -> Forecast:
    from xenotable.games.xenocide.aiming import aim
    from xenotable.games.xenocide.salvos import volleys

    return forecast_of(game, w, target, volleys(game, u, w, target, aim(game, u, w, target), focus, directed))


def forecast_of(game: Xenocide, w: Weapon, target: str, fired: Sequence[Volley]) -> Forecast:
    if is_titan(game, target):
        from xenotable.games.xenocide import titan_odds

        return titan_odds.of_fire(game, w, target, fired)
    kills = Odds.certain(0)
    for v in fired:
        kills = kills + losses(v)
    size = len(game.units[target].models)
    kills = kills.map(lambda n: min(n, size))
    notes = tuple(f"{v.dice} dice, accuracy {effective(v)[0]}, strength {v.strength}" for v in fired)
    notes += tuple(f"{p.kind}: cover {p.cover}" for v in fired[:1] for p in v.pools if p.cover)
    some = [("loses a model", kills.at_least(1)), ("eliminated", kills.at_least(size))]
    return kills.forecast(f"{w.name} at {game.name(target)}", "models", "shooting.sequence", some, notes)


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


# ---- tests -----------------------------------------------------------------------------------------------------------
