"""Chapter odds: attacks by the hundred thousand. Where compiled kernels are at hand they do it; whoever asks once
works on numpy alone, which is there sooner than they can be loaded.

What defence dice make of any pair of hits is a matrix for each number of dice and what they need. So attacks against
the same defence are one product of matrices, whatever their weapons are; only the amounts of damage differ then.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from xenotable.engine.citing import memoize
from xenotable.games.killteam import kernels
from xenotable.games.killteam.forecasts.pools import DEFENCE, F8, Pool, hits_left, pair, pairs, save_chances, size_for
from xenotable.games.killteam.kernels import SAME
from xenotable.kernels import is_loaded
from xenotable.odds import outcomes

I8 = npt.NDArray[np.int64]
PART, FEW = 32768, 512  # attacks at a time: by matrices, by the kernel
WOUNDS = 256  # more than a target can have
KEPT = 12  # dice of attacks whose matrices are worth keeping: beyond that they are large


class Answers(NamedTuple):
    """Of many attacks, among which there are fewer kinds of damage: amounts and chances of kind k are those from
    begins[k] to begins[k + 1]."""

    kinds: I8  # of each attack
    begins: I8
    amounts: I8
    chances: F8
    mean: F8  # of each kind
    kill: F8  # of each attack


class Targets(NamedTuple):
    """Of many attacks, a column for each figure."""

    pool: I8  # which of the pools
    normal: I8
    critical: I8
    defence: I8
    save: I8
    invulnerable: I8
    wounds: I8
    always: I8  # an invulnerable save is used wherever there is one, not where it serves best

    def some(self, which: Any) -> Targets:
        return Targets(*(column[which] for column in self))


def targets(which: Sequence[int], attacks: Sequence[Any]) -> Targets:
    """Of attacks as `situations.Shoot` has them, with the pool of each."""
    columns = (
        [s.damage[0] for s in attacks],
        [s.damage[1] for s in attacks],
        [s.defence for s in attacks],
        [s.save for s in attacks],
        [s.invulnerable or 0 for s in attacks],
        [s.wounds for s in attacks],
        [s.policy == "usual" for s in attacks],
    )
    # None of these figures needs more than a byte, and bytes are read several times as quickly as a list.
    return Targets(np.array(which, np.int64), *(np.frombuffer(bytes(c), np.uint8).astype(np.int64) for c in columns))


def shots(owned: Sequence[Pool], at: Targets) -> Answers:
    """Many attacks, of which one of each kind is worked out."""
    at = _settled(owned, at)
    first, kinds, cases, wounds = _alike(owned, at)
    some = at.some(first)
    if is_loaded(kernels.__name__):
        parts = _by_kernel(owned, some)
    else:
        parts = [_by_matrices(owned, some.some(slice(i, i + PART))) for i in range(0, len(first), PART)]
    counts, amounts, chances, mean = map(np.concatenate, zip(*parts, strict=True))
    begins = np.concatenate([[0], counts.cumsum()])
    return Answers(kinds[cases], begins, amounts, chances, mean, _kill(kinds, wounds, begins, amounts, chances)[cases])


def _settled(owned: Sequence[Pool], at: Targets) -> Targets:
    """With one save where the defender need not look at what was rolled: an invulnerable one that needs no more than
    the Save is never worse, because AP takes no dice from it; without AP the Save is better where it needs less."""
    without_ap = np.array([not p.rows[:, 2].any() for p in owned])[at.pool]
    other = at.invulnerable > 0
    always = other & ((at.always > 0) | (at.invulnerable <= at.save))
    never = other & ~always & without_ap
    return at._replace(
        save=np.where(always, 0, at.save),
        invulnerable=np.where(never, 0, at.invulnerable),
        always=always.astype(np.int64),
    )


def _alike(owned: Sequence[Pool], at: Targets) -> tuple[I8, I8, I8, I8]:
    """The first attack of each kind of damage; of each case, which is a kind and the wounds of the target, the kind and
    the wounds, in order; and the case of each attack. Wounds matter for the damage only where the defender chooses
    between two saves by them, or where mortal wounds may be enough."""
    before = np.array([p.before for p in owned])[at.pool]
    chosen = (at.invulnerable > 0) & (at.always == 0)
    matter = np.where(chosen | (before >= at.wounds), at.wounds, 0)
    keys = np.zeros(len(at.pool), np.int64)
    for column, most in (
        (at.pool, len(owned)), (at.normal, 64), (at.critical, 64), (at.defence, 16), (at.save, 8), (at.invulnerable, 8),
        (at.always, 2), (matter, WOUNDS), (at.wounds, WOUNDS),
    ):  # fmt: skip
        keys = keys * most + column
    first, cases = _distinct(keys)
    kinds, wounds = np.divmod(keys[first], WOUNDS)
    begins = _changes(kinds)
    return first[begins], begins.cumsum() - 1, cases, wounds


def _distinct(keys: I8) -> tuple[I8, I8]:
    """Where each key stands first, in the order of the keys, and which of them each is. `np.unique` does the same, but
    loads masked arrays for it."""
    order = np.argsort(keys, kind="stable")
    begins = _changes(keys[order])
    which = np.empty(len(keys), np.int64)
    which[order] = begins.cumsum() - 1
    return order[begins], which


def _changes(ordered: I8) -> npt.NDArray[np.bool_]:
    """Where keys in order differ from the one before."""
    return np.concatenate([[True], ordered[1:] != ordered[:-1]])


def _kill(kinds: I8, wounds: I8, begins: I8, amounts: I8, chances: F8) -> F8:
    """The chance of each case to kill. Cases stand in order, so the sums of what lies between them are short."""
    most = max(WOUNDS, int(amounts.max()) + 1)
    values = np.repeat(np.arange(len(begins) - 1), np.diff(begins)) * most + amounts
    ends = begins[kinds + 1]
    enough = np.searchsorted(values, kinds * most + wounds)
    sums = np.add.reduceat(np.append(chances, 0.0), np.stack([enough, ends], axis=1).ravel())[::2]
    return np.where(enough < ends, sums, 0.0)


def _by_kernel(owned: Sequence[Pool], at: Targets) -> list[tuple[Any, ...]]:
    """Few at a time, so that arrays with room for everything stay small."""
    rows, starts = np.concatenate([p.rows for p in owned]), np.cumsum([0, *(len(p.rows) for p in owned)])
    tables = save_chances(), hits_left(size_for(max(p.dice for p in owned)), DEFENCE)
    columns, widths = np.stack(at, axis=1).astype(np.int32), _widths(owned, at)
    found = []
    for i in range(0, len(columns), FEW):
        some, room = columns[i : i + FEW], int(widths[i : i + FEW].sum())
        counts, amounts, chances = np.zeros(len(some), np.int64), np.empty(room, np.int32), np.empty(room)
        mean, most = np.zeros(len(some)), int(widths[i : i + FEW].max())
        total = kernels.shots(rows, starts, *tables, some, most, counts, amounts, chances, mean)
        found.append((counts, amounts[:total], chances[:total], mean))
    return found


def _widths(owned: Sequence[Pool], at: Targets) -> I8:
    """How many amounts of damage each attack may do."""
    before, dice = np.array([(p.before, p.dice) for p in owned]).T
    found: I8 = before[at.pool] + dice[at.pool] * np.maximum(at.normal, at.critical) + 1
    return found


# ---- by matrices


def _by_matrices(owned: Sequence[Pool], at: Targets) -> tuple[Any, ...]:
    widths, sizes = _widths(owned, at), [size_for(p.dice) for p in owned]
    offsets = np.concatenate([[0], widths.cumsum()])
    dense = np.zeros(offsets[-1])
    for size in sorted(set(sizes)):
        which = np.flatnonzero(np.array(sizes)[at.pool] == size)
        if not len(which):  # none of this part
            continue
        places, chances = _added(owned, at.some(which), offsets[which], size)
        dense += np.bincount(places, chances, len(dense))[: len(dense)]
    return _sparse(dense, offsets, widths)


def _sparse(dense: F8, offsets: I8, widths: I8) -> tuple[Any, ...]:
    """Amounts that can happen with their chances, how many each attack has, and their mean."""
    places = np.flatnonzero(dense)
    chances, whose = dense[places], np.repeat(np.arange(len(widths)), widths)[places]
    amounts = places - offsets[whose]
    counts = np.bincount(whose, minlength=len(widths))
    return counts, amounts, chances, np.bincount(whose, amounts * chances, len(widths))


class Slices(NamedTuple):
    """Pools in slices of equal damage done, AP and Cover: for each a row of chances by the pair of hits."""

    begins: I8  # of the slices of each pool
    first: I8
    ap: I8
    cover: I8
    chances: F8


def _slices(owned: Sequence[Pool], wanted: I8, size: int) -> Slices:
    """Of the pools that are wanted, in order; the others have none."""
    rows = np.concatenate([owned[n].rows for n in wanted])
    whose = np.repeat(wanted, [len(owned[n].rows) for n in wanted])
    first, ap, cover = (rows[:, k].astype(np.int64) for k in (1, 2, 3))
    where, which = _distinct(((whose * (first.max() + 1) + first) * 128 + ap) * 32 + cover)
    chances = np.zeros((len(where), len(pairs(size))))
    np.add.at(chances, (which, rows[:, 0].astype(np.int64)), rows[:, 4])
    begins = np.searchsorted(whose[where], np.arange(len(owned) + 1))
    return Slices(begins, first[where], ap[where], cover[where], chances)


class Defence(NamedTuple):
    """One way to meet hits: a Save, and perhaps an invulnerable one beside it."""

    ratio: int  # of the damages of a normal and a critical hit
    rolled: int  # with the Save: dice rolled, saves kept, what a die needs
    kept: int
    need: int
    other_rolled: int = 0  # with the invulnerable one
    other_kept: int = 0
    other_need: int = 0  # 0: there is none
    always: int = 0  # it is used in any case
    dead: int = 0  # mortal wounds were enough: nobody rolls for saves any more


def _added(owned: Sequence[Pool], at: Targets, offsets: I8, size: int) -> tuple[Any, Any]:
    """The chances of all that can be left of all hits, and the places to add them up at: where an attack begins, and
    its damage. Places of what cannot happen may lie beyond, with a chance of 0."""
    slices = _slices(owned, np.flatnonzero(np.bincount(at.pool)), size)
    counts = slices.begins[at.pool + 1] - slices.begins[at.pool]
    shot = np.repeat(np.arange(len(at.pool)), counts)
    part = np.arange(len(shot)) + np.repeat(slices.begins[at.pool] - (counts.cumsum() - counts), counts)
    keys = _keys(at.some(shot), slices, part)
    order = np.argsort(keys, kind="stable")
    shot, part, keys = shot[order], part[order], keys[order]
    hits, crits = np.array(pairs(size), np.int64).T
    width = len(hits)
    places, chances = np.empty((len(shot), width), np.int64), np.empty((len(shot), width))
    normal, critical, wounds = at.normal[shot][:, None], at.critical[shot][:, None], at.wounds[shot][:, None]
    first, offsets = slices.first[part][:, None], offsets[shot][:, None]
    for begin, end in pairwise((*np.flatnonzero(_changes(keys)).tolist(), len(keys))):
        here = slice(begin, end)
        defence, own = _defence(int(keys[begin])), slices.chances[part[here]]
        if defence.dead:
            places[here], chances[here] = offsets[here] + first[here], own
            continue
        damage = normal[here] * hits + critical[here] * crits + first[here]
        chances[here] = _left(defence, size, own, damage, wounds[here])
        np.add(damage, offsets[here], out=places[here])
    return places.ravel(), chances.ravel()


def _keys(one: Targets, slices: Slices, part: I8) -> I8:
    """What hits of each slice are met by, as one number."""
    ratio = np.where(one.critical < one.normal, 0, np.where(one.critical <= 2 * one.normal, 1, 2))
    cover, dice = slices.cover[part], np.maximum(0, one.defence - slices.ap[part])
    kept, full = np.minimum(cover, dice), np.minimum(cover, one.defence)
    own = ratio * 16**3 + np.where(one.always, 0, ((dice - kept) * 16 + kept) * 16 + one.save)
    other = ((one.defence - full) * 16 + full) * 16 + np.maximum(2, one.invulnerable)
    keys: I8 = own * 16**4 + np.where(one.invulnerable, other * 16 + 2 * one.always, 0)
    keys[slices.first[part] >= one.wounds] = 1
    return keys


def _defence(key: int) -> Defence:
    """What a number of `_keys` says."""
    *found, last = ((key >> shift) & 15 for shift in range(28, -1, -4))
    return Defence._make((*found, last >> 1, last & 1))


def _left(defence: Defence, size: int, chances: F8, damage: I8, wounds: I8) -> F8:
    """The chance of every pair of hits that is left in attacks against one kind of defence."""
    ratio, rolled, kept, need, other_rolled, other_kept, other_need, always, _ = defence
    if not other_need:
        return chances @ matrix(size, ratio, rolled, kept, need)
    better = matrix(size, ratio, other_rolled, other_kept, other_need)
    if always:
        return chances @ better
    plain = matrix(size, ratio, rolled, kept, need)
    gain = (better - plain).T
    deadlier, harm = (damage >= wounds).astype(float) @ gain, damage.astype(float) @ gain
    use = (deadlier < -SAME) | ((deadlier <= SAME) & (harm < -SAME))
    found: F8 = np.where(use, 0.0, chances) @ plain + np.where(use, chances, 0.0) @ better
    return found


def matrix(size: int, ratio: int, rolled: int, kept: int, need: int) -> F8:
    """The chance of every pair of hits that is left of every pair, against so many dice rolled and saves kept."""
    return (_kept_matrix if size <= KEPT else _matrix)(size, ratio, rolled, kept, need)


def _matrix(size: int, ratio: int, rolled: int, kept: int, need: int) -> F8:
    left = hits_left(size_for(size), size_for(rolled + kept))[ratio]
    fan = outcomes(rolled, (need, 6))
    saves, chances = [pair(normal + kept, critical) for (_, normal, critical), _ in fan], [p for _, p in fan]
    n = len(left)
    where = np.arange(n)[:, None] * n + left[:, saves]
    found = np.bincount(where.ravel(), np.broadcast_to(chances, where.shape).ravel(), n * n)
    return np.asarray(found, np.float64).reshape(n, n)


_kept_matrix = memoize(1024)(_matrix)
