"""The models that volleys destroy, exactly: the same reading of dice, dealing and saves as live fire."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, zip_longest
from math import comb
from typing import Any

from xenotable.engine.citing import memoize, recall
from xenotable.games.xenocide.rules.aoe import cap_hits
from xenotable.games.xenocide.rules.shooting.hits import aspects, deal, effective, read, rolls_again, unsaved_chance
from xenotable.games.xenocide.scenes import Pool, Volley
from xenotable.odds import Odds
from xenotable.odds.stages import Group

Spread = dict[tuple[int, ...], Any]  # floats, or Fractions where asked for exactly


def losses(*fired: Volley, exact: bool = False) -> Odds:
    """The distribution of the models that a volley destroys (with focus fire: and what it left over, in one cycle);
    who they are and who fires does not matter."""
    if len(fired) == 1 and not exact and len(aspects(fired[0])) == 1:
        return salvo(fired[0])
    return losses_alike(*(_alike(v) for v in fired), exact=exact)


def _alike(v: Volley) -> Volley:
    pools = tuple(Pool("", 0, p.aspect, ("",) * len(p.models), p.saves) for p in v.pools)
    return Volley(v.weapon, v.dice, 1, v.accuracy, 0, pools, v.cap, (0, 1))


@memoize(4096)
def losses_alike(*fired: Volley, exact: bool = False) -> Odds:
    one = whole(exact)
    dealt: dict[tuple[tuple[int, ...], ...], Any] = {((0,) * len(fired[0].pools),): one}
    for v in fired:
        after: dict[tuple[tuple[int, ...], ...], Any] = {}
        for hits, p in hit_counts(v, one).items():
            for so_far, q in dealt.items():
                key = (*so_far, tuple(deal(v.pools, hits, bool(v.weapon.aoe), so_far[-1])))
                after[key] = after.get(key, 0 * one) + p * q
        dealt = after
    chances: dict[int, Any] = {}
    for counts, p in dealt.items():
        shares = [tuple(b - a for a, b in pairwise(pool)) for pool in zip(*counts, strict=True)]
        for n, q in loss_odds(fired, shares, one).items():
            chances[n] = chances.get(n, 0 * one) + p * q
    return Odds(chances)


# ---- one volley in two halves: how its dice fall, what hits do to the target; each is worked out once and kept -------

MOST = 65536  # entries of a half: then it begins anew, so that nobody fills the memory with questions
Falls = dict[tuple[int, ...], float]  # hits, and the chance of each
Row = tuple[int, tuple[float, ...]]  # the number of a set of hits, and the chance of each
COUNTED = 0  # the number of all sets whose hits are just so many: 0, 1, 2, ... up to the dice
Leads = dict[tuple[int, ...], dict[int, float]]  # by hits: the models lost
_falls: dict[Any, Falls] = {}
_rows: dict[Any, Row] = {}
_leads: dict[Any, Leads] = {}
_matrices: dict[Any, tuple[list[int], Any]] = {}
_numbers: dict[Any, int] = {}  # of other sets


def salvo(v: Volley) -> Odds:
    """What `losses` gives for one volley; where one aspect can be hit, to the last bit."""
    _make_room()
    found: dict[int, float] = {}
    leads = _lead(v)
    for here, p in _fall(v).items():
        for n, q in _lost(v, leads, here).items():
            found[n] = found.get(n, 0.0) + p * q
    return Odds(found)


def salvos(volleys: Sequence[Volley]) -> list[Group[int]]:
    """The same for many as arrays, those of a kind together."""
    import numpy as np

    _make_room()
    kinds: dict[Any, tuple[list[int], list[tuple[float, ...]]]] = {}
    for i, v in enumerate(volleys):
        number, row = recall(_rows, _dice(v), _row, v)
        kind = kinds.get(key := (number, *_target(v)))
        if kind is None:
            kind = kinds[key] = [], []
        kind[0].append(i)
        kind[1].append(row)
    found = []
    for key, (places, rows) in kinds.items():
        most = max(map(len, rows))
        ends, matrix = recall(_matrices, (most, *key), _matrix, volleys[places[0]], key[0], most)
        found.append(Group(ends, places, np.array([*zip_longest(*rows, fillvalue=0.0)]).T @ matrix))
    return found


def _matrix(v: Volley, number: int, most: int) -> tuple[list[int], Any]:
    """The models that can be lost, and the chance of each by the hits of a set."""
    import numpy as np

    leads = _lead(v)
    table = [_lost(v, leads, here) for here in ([(n,) for n in range(most)] if number == COUNTED else _fall(v))]
    ends = sorted({n for lost in table for n in lost})
    return ends, np.array([[lost.get(n, 0.0) for n in ends] for lost in table])


def _make_room() -> None:
    for known in (_falls, _rows, _leads, _matrices):
        if len(known) > MOST:
            known.clear()


def _dice(v: Volley) -> tuple[Any, ...]:
    """All that matters for how the dice fall."""
    w = v.weapon
    return v.dice, v.accuracy, w.aoe and v.cap, w.aoe, w.special, *[p.aspect for p in v.pools]


def _fall(v: Volley) -> Falls:
    return recall(_falls, _dice(v), hit_counts, v)


def _row(v: Volley) -> Row:
    """Where one aspect is hit, salvos of any number of dice are of a kind."""
    spread = _fall(v)
    if not v.weapon.aoe and len(aspects(v)) == 1:
        return COUNTED, tuple(spread.get((n,), 0.0) for n in range(v.dice + 1))
    return _numbers.setdefault(tuple(spread), len(_numbers) + 1), tuple(spread.values())


def _target(v: Volley) -> tuple[Any, ...]:
    """All that matters of a target: who its models are does not."""
    return (bool(v.weapon.aoe), *[(p.aspect, len(p.models), p.saves) for p in v.pools])


def _lead(v: Volley) -> Leads:
    return _leads.setdefault(_target(v), {})


def _lost(v: Volley, leads: Leads, hits: tuple[int, ...]) -> dict[int, float]:
    return recall(leads, hits, _lost_to, v, hits)


def _lost_to(v: Volley, hits: tuple[int, ...]) -> dict[int, float]:
    return loss_odds((v,), [(n,) for n in deal(v.pools, hits, bool(v.weapon.aoe))])


# ---- the parts -------------------------------------------------------------------------------------------------------


def whole(exact: bool) -> Any:
    """The number to reckon with: 1 as a float, or as a Fraction."""
    return Fraction(1) if exact else 1.0


def hit_counts(v: Volley, one: Any = 1.0) -> Spread:
    """How the dice of a volley fall: hits by the aspects they reach, or area hits as one number."""
    single, exact = tuple(die(v, one).items()), isinstance(one, Fraction)
    for n in range(v.dice):  # most are known
        dice_alike(single, n, exact)
    return dice_alike(single, v.dice, exact)


@memoize(4096)
def dice_alike(single: tuple[tuple[tuple[int, ...], Any], ...], n: int, exact: bool) -> Spread:
    """How so many dice fall that each fall like this: as one less, and one more."""
    if n == 0:
        return {(0,) * len(single[0][0]): whole(exact)}
    spread: Spread = {}
    for hits, p in dice_alike(single, n - 1, exact).items():
        for more, q in single:
            key = tuple([a + b for a, b in zip(hits, more, strict=True)])
            spread[key] = spread.get(key, 0 * p) + p * q
    return spread


def die(v: Volley, one: Any = 1.0) -> Spread:
    """What one die does."""
    need = effective(v)
    faces: list[tuple[tuple[int, ...], tuple[int, ...], Any]] = []
    for face in range(1, 7):
        shown = tuple(int(f == face) for f in range(1, 7))
        if face == 1 and rolls_again(need):
            faces += [(shown, tuple(int(f == second) for f in range(1, 7)), one / 36) for second in range(1, 7)]
        else:
            faces.append((shown, (), one / 6))
    spread: Spread = {}
    for shown, seconds, p in faces:
        tally = read(v, need, shown, seconds)
        if not v.weapon.aoe:
            spread[tally.hits] = spread.get(tally.hits, 0 * one) + p
            continue
        splash = {cap_hits(v.weapon.aoe, v.cap) * tally.splash: one}
        for n, q in (area_of(v.weapon.aoe, v.cap, isinstance(one, Fraction)) if sum(tally.hits) else splash).items():
            spread[(n,)] = spread.get((n,), 0 * one) + p * q
    return spread


@memoize(256)
def area_of(x: int, cap: int, exact: bool = False) -> dict[int, float]:
    total = Odds(dict.fromkeys((1, 2, 3), whole(exact) / 3)).times(x)
    return total.map(lambda n: cap_hits(n, cap)).chances


def loss_odds(fired: Sequence[Volley], shares: Sequence[Sequence[int]], one: Any = 1.0) -> dict[int, float]:
    """Unsaved hits pool by pool (a share for each volley), none beyond the models of the pool."""
    total = {0: one}
    for i, hits in enumerate(shares):
        through = {0: one}
        for v, n in zip(fired, hits, strict=True):
            through = _sum(through, _unsaved(unsaved_chance(v.pools[i], one), n))
        size = len(fired[0].pools[i].models)
        lost: dict[int, Any] = {}
        for n, p in through.items():
            lost[min(n, size)] = lost.get(min(n, size), 0 * one) + p
        total = _sum(total, lost)
    return total


def _unsaved(chance: Any, hits: int) -> dict[int, Any]:
    return {n: comb(hits, n) * chance**n * (1 - chance) ** (hits - n) for n in range(hits + 1)}


def _sum(a: dict[int, float], b: dict[int, float]) -> dict[int, float]:
    if a == {0: 1}:  # nothing so far
        return b
    found: dict[int, float] = {}
    for n, q in b.items():
        for so_far, r in a.items():
            found[so_far + n] = found.get(so_far + n, 0) + q * r
    return found
