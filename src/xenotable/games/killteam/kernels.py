"""Shooting attacks and combats, numbers in and out. Attacks know no special rule: what attack dice leave comes as a
table (`forecasts.pools`), what may be chosen on the way as a graph (`forecasts.best_shots`).

Imported only by those who want many, because numpy takes its time. A property test holds it equal to the rules
themselves, run by the enumerator.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from xenotable.kernels import kernel, load
from xenotable.odds.decisions import CHANCE
from xenotable.odds.exact import TIE

F8 = npt.NDArray[np.float64]
I4 = npt.NDArray[np.int32]
I8 = npt.NDArray[np.int64]
SAME = 5e-13  # chances that differ by less are the same
KILL = 1000.0  # what a fallen target is worth beside damage
SAVES = 91  # pairs of normal and critical saves of up to twelve dice


def use_compiled() -> None:
    """From now on they run compiled."""
    load(__name__)


# ---- shooting attacks


@kernel()
def _against_saves(
    pair: int, first: int, kept: int, rolled: int, need: int, kept_critical: int, wounds: int, worth: I8, saves: F8,
    left: I4,
) -> tuple[float, float]:  # fmt: skip
    """The chance to fall and the mean damage of these hits against so many saves kept and dice rolled."""
    kill, mean = 0.0, 0.0
    for n in range(rolled + 1):
        for c in range(n + 1):
            p = saves[need - 2, rolled, n * (n + 1) // 2 + c]
            all_saves = n + kept
            at = all_saves * (all_saves + 1) // 2 + c + (kept if kept_critical else 0)
            damage = first + worth[left[pair, at]]
            mean += p * damage
            if damage >= wounds:
                kill += p
    return kill, mean


@kernel()
def _spread(
    rows: F8, begin: int, end: int, saves: F8, left: I4, out: F8, worth: I8, normal: int, critical: int, defence: int,
    save: int, invulnerable: int, wounds: int, kept_critical: int, always: int,
) -> None:  # fmt: skip
    """Adds up the chance of every amount of damage in `out`."""
    ratio = 0 if critical < normal else 1 if critical <= 2 * normal else 2
    table = left[ratio]
    pairs, dice = 0, 0
    while pairs < worth.shape[0]:
        for crits in range(dice + 1):
            worth[pairs + crits] = (dice - crits) * normal + crits * critical
        pairs += dice + 1
        dice += 1
    for i in range(begin, end):
        pair, first, ap, cover, p = int(rows[i, 0]), int(rows[i, 1]), int(rows[i, 2]), int(rows[i, 3]), rows[i, 4]
        if first >= wounds or pair == 0:
            out[first] += p
            continue
        dice, need = max(0, defence - ap), save
        kept = min(cover, dice)
        if invulnerable:
            other, full = max(2, invulnerable), min(cover, defence)
            use = always
            if not always:
                k, m = _against_saves(pair, first, kept, dice - kept, need, kept_critical, wounds, worth, saves, table)
                k2, m2 = _against_saves(
                    pair, first, full, defence - full, other, kept_critical, wounds, worth, saves, table
                )
                use = 1 if k2 < k - SAME or (k2 <= k + SAME and m2 < m - SAME) else 0
            if use:
                dice, need, kept = defence, other, full
        rolled, more = dice - kept, kept if kept_critical else 0
        for n in range(rolled + 1):
            here, there = n * (n + 1) // 2, (n + kept) * (n + kept + 1) // 2 + more
            for c in range(n + 1):
                out[first + worth[table[pair, there + c]]] += p * saves[need - 2, rolled, here + c]


@kernel("UniTuple(f8, 2)(f8[:,::1], f8[:,:,::1], i4[:,:,::1], f8[::1], i8, i8, i8, i8, i8, i8, i8, i8)")
def shot(
    rows: F8, saves: F8, left: I4, out: F8, normal: int, critical: int, defence: int, save: int, invulnerable: int,
    wounds: int, kept_critical: int, always: int,
) -> tuple[float, float]:  # fmt: skip
    """One attack: the chances go to `out`; the mean and the chance to incapacitate."""
    worth = np.empty(left.shape[1], np.int64)
    _spread(
        rows, 0, rows.shape[0], saves, left, out, worth, normal, critical, defence, save, invulnerable, wounds,
        kept_critical, always,
    )  # fmt: skip
    mean, kill = 0.0, 0.0
    for damage in range(out.shape[0]):
        mean += damage * out[damage]
        if damage >= wounds:
            kill += out[damage]
    return mean, kill


@kernel("i8(f8[:,::1], i8[::1], f8[:,:,::1], i4[:,:,::1], i4[:,::1], i8, i8[::1], i4[::1], f8[::1], f8[::1])")
def shots(
    rows: F8, starts: I8, saves: F8, left: I4, targets: I4, most: int, counts: I8, amounts: I4, chances: F8, mean: F8
) -> int:  # fmt: skip
    """Many attacks: amounts that can happen with their chances, one attack after the other, and how many each has."""
    out, worth = np.zeros(most), np.empty(left.shape[1], np.int64)
    total = 0
    for i in range(targets.shape[0]):
        pool, normal, critical, defence, save, invulnerable, wounds, always = targets[i]
        out[:] = 0.0
        _spread(
            rows, starts[pool], starts[pool + 1], saves, left, out, worth, normal, critical, defence, save,
            invulnerable, wounds, 0, always,
        )  # fmt: skip
        for damage in range(most):
            p = out[damage]
            if p != 0.0:
                amounts[total], chances[total] = damage, p
                total += 1
                counts[i] += 1
                mean[i] += damage * p
    return total


# ---- shooting attacks by best play


@kernel()
def _score(damage: int, wounds: int, kills: int) -> float:
    """What an amount of damage is worth: by itself, or falling before anything else."""
    if kills == 0:
        return float(damage)
    return (KILL if damage >= wounds else 0.0) + min(damage, 2 * wounds) / 64.0


@kernel()
def _least(
    pair: int, first: int, count: int, normal: int, critical: int, wounds: int, kills: int, begins: I4, ways: I4,
    worth: F8, damage: I8,
) -> None:  # fmt: skip
    """Of each number of saves: the damage of the hits that the defender leaves, and what that is worth."""
    at = pair * SAVES
    for j in range(count):
        best, left = 0.0, 0
        for x in range(begins[at + j], begins[at + j + 1]):
            dealt = first + ways[x, 0] * normal + ways[x, 1] * critical
            score = _score(dealt, wounds, kills)
            if x == begins[at + j] or best - score > TIE:
                best, left = score, dealt
        worth[j], damage[j] = best, left


@kernel()
def _saved(rolled: int, need: int, kept: int, saves: F8, worth: F8) -> float:
    """The mean worth over so many defence dice."""
    mean = 0.0
    for n in range(rolled + 1):
        here, there = n * (n + 1) // 2, (n + kept) * (n + kept + 1) // 2
        for c in range(n + 1):
            mean += saves[need - 2, rolled, here + c] * worth[there + c]
    return mean


@kernel()
def _defended(
    ends: I4, saves: F8, begins: I4, ways: I4, normal: int, critical: int, defence: int, save: int, invulnerable: int,
    wounds: int, kills: int, values: F8, how: I4, worth: F8, damage: I8,
) -> None:  # fmt: skip
    """What each end of the attack dice is worth against the best defence: which save (1: the invulnerable one), and
    how many dice are kept for Cover; -1: none is needed."""
    count = (defence + 1) * (defence + 2) // 2
    for e in range(ends.shape[0]):
        pair, first, ap, cover = ends[e, 0], ends[e, 1], ends[e, 2], ends[e, 3]
        how[e, 0] = how[e, 1] = -1
        if first >= wounds or pair == 0:
            values[e] = _score(first, wounds, kills)
            continue
        _least(pair, first, count, normal, critical, wounds, kills, begins, ways, worth, damage)
        for kind in range(2 if invulnerable else 1):
            dice, need = (defence, max(2, invulnerable)) if kind else (max(0, defence - ap), save)
            most = min(cover, dice)
            best, choice = _saved(dice - most, need, most, saves, worth), most
            for kept in range(most - 1, -1, -1):
                value = _saved(dice - kept, need, kept, saves, worth)
                if best - value > TIE:
                    best, choice = value, kept
            if kind == 0 or values[e] - best > TIE:
                values[e], how[e, 0], how[e, 1] = best, kind, choice


@kernel()
def _decided(count: int, kinds: I4, begins: I4, to: I4, chances: F8, values: F8, choices: I4) -> None:
    """What every node is worth, of those of the ends, and what is chosen where there is a choice."""
    for n in range(count, kinds.shape[0]):
        begin, end = begins[n], begins[n + 1]
        if kinds[n] == CHANCE:
            value = 0.0
            for e in range(begin, end):
                value += chances[e] * values[to[e]]
            values[n] = value
        else:
            choices[n] = to[begin]
            values[n] = values[to[begin]]
            for e in range(begin + 1, end):
                if values[to[e]] - values[n] > TIE:
                    values[n], choices[n] = values[to[e]], to[e]


@kernel()
def _reached(count: int, kinds: I4, begins: I4, to: I4, chances: F8, choices: I4, mass: F8) -> None:
    """The chance to come to each end."""
    mass[:] = 0.0
    mass[kinds.shape[0] - 1] = 1.0
    for n in range(kinds.shape[0] - 1, count - 1, -1):
        p = mass[n]
        if p == 0.0:
            continue
        if kinds[n] == CHANCE:
            for e in range(begins[n], begins[n + 1]):
                mass[to[e]] += p * chances[e]
        else:
            mass[choices[n]] += p


@kernel(
    "UniTuple(f8, 2)(i4[:,::1], i4[::1], i4[::1], i4[::1], f8[::1], f8[:,:,::1], i4[::1], i4[:,::1], f8[::1], i8, i8,"
    " i8, i8, i8, i8)"
)
def best_shot(
    ends: I4, kinds: I4, begins: I4, to: I4, chances: F8, saves: F8, way_begins: I4, ways: I4, out: F8, normal: int,
    critical: int, defence: int, save: int, invulnerable: int, wounds: int,
) -> tuple[float, float]:  # fmt: skip
    """One attack by best play of both sides, of the decisions of the attack dice (`odds.decisions`): the chances, when
    both play for the fall of the target, go to `out`; the mean, when both play for damage, and the chance to fall."""
    count = ends.shape[0]
    values, choices, mass = np.empty(kinds.shape[0]), np.empty(kinds.shape[0], np.int32), np.empty(kinds.shape[0])
    how, worth, damage = np.empty((count, 2), np.int32), np.empty(SAVES), np.empty(SAVES, np.int64)
    mean, kill = 0.0, 0.0
    for kills in range(2):
        _defended(
            ends, saves, way_begins, ways, normal, critical, defence, save, invulnerable, wounds, kills, values, how,
            worth, damage,
        )  # fmt: skip
        _decided(count, kinds, begins, to, chances, values, choices)
        if kills == 0:
            mean = values[kinds.shape[0] - 1]
    _reached(count, kinds, begins, to, chances, choices, mass)
    for e in range(count):
        p, first, kept = mass[e], ends[e, 1], how[e, 1]
        if p == 0.0:
            continue
        if kept < 0:
            out[first] += p
            continue
        dice, need = (defence, max(2, invulnerable)) if how[e, 0] else (max(0, defence - ends[e, 2]), save)
        most = (dice + 1) * (dice + 2) // 2
        _least(ends[e, 0], first, most, normal, critical, wounds, 1, way_begins, ways, worth, damage)
        for n in range(dice - kept + 1):
            here, there = n * (n + 1) // 2, (n + kept) * (n + kept + 1) // 2
            for c in range(n + 1):
                out[damage[there + c]] += p * saves[need - 2, dice - kept, here + c]
    for dealt in range(wounds, out.shape[0]):
        kill += out[dealt]
    return mean, kill


# ---- combats
#
# Once both pools lie there no dice are left, so that each pair of pools has one end. Ends are worked out for all pairs,
# smaller ones first, and for all wounds that a fighter can have left by then, which run along the rows.


@kernel()
def _wounds_left(wounds: int, strikes: int, normal: int, critical: int, left: I4, after: I4, counts: I8) -> int:
    """The wounds that a living fighter can have after so many strikes or fewer, in the order of the strikes they take;
    what a strike makes of each (-1: fallen); how many there are within so many strikes."""
    place = np.full(wounds + 1, -1, np.int64)
    left[0] = wounds
    place[wounds] = 0
    many, begin = 1, 0
    counts[0] = 1
    for strike in range(1, strikes + 1):
        end = many
        for x in range(begin, end):
            for kind in range(2):
                w = left[x] - (critical if kind else normal)
                if w > 0 and place[w] < 0:
                    left[many] = w
                    place[w] = many
                    many += 1
        begin = end
        counts[strike] = many
    for x in range(many):
        for kind in range(2):
            w = left[x] - (critical if kind else normal)
            after[kind, x] = place[w] if w > 0 else -1
    return many


@kernel()
def _ended(aw: int, dw: int, wa: int, wd: int, denying: int) -> int:
    """How a combat ends, behind its worth for the attacker: of two such numbers the higher is the better."""
    worth = 2048 + (wd - dw) + (1000 if dw == 0 else 0)
    if not denying:
        worth -= (wa - aw) + (1000 if aw == 0 else 0)
    return (worth << 16) + (aw << 8) + dw


@kernel()
def _take(ends: I4, to: int, other: int, n: int, first: int, sign: int) -> None:
    """A way on that leaves the defender's wounds as they are: kept where it is better than those before."""
    for y in range(n):
        found, best = ends[other + y], ends[to + y]
        if first or sign * (found >> 16) > sign * (best >> 16):
            ends[to + y] = found


@kernel()
def _hurt(ends: I4, to: int, other: int, n: int, first: int, after: I4, kind: int, dead: int) -> None:
    """A strike of the attacker: it changes the defender's wounds."""
    for y in range(n):
        z = after[kind, y]
        found, best = dead if z < 0 else ends[other + z], ends[to + y]
        if first or found >> 16 > best >> 16:
            ends[to + y] = found


@kernel()
def _fell(ends: I4, to: int, dead: I4, n: int, first: int) -> None:
    """A strike of the defender that fells the attacker."""
    for y in range(n):
        if first or dead[y] >> 16 < ends[to + y] >> 16:
            ends[to + y] = dead[y]


@kernel("f8[:,::1](f8[::1], f8[::1], i8, i8, i8, i8, i8[::1], i8[::1])")
def fight(mine: F8, yours: F8, na: int, nd: int, wa: int, wd: int, damage: I8, flags: I8) -> F8:
    """The chance of each pair of wounds left (attacker, defender), of the chances of either pool by its pair of hits
    and criticals. Damage: normal and critical of the attacker, then of the defender. Flags of each side: Brutal, Stun,
    strikes only; and whether both play kill or deny."""
    an, ac, dn, dc = damage
    brutal_a, stun_a, only_a, brutal_d, stun_d, only_d, denying = flags
    ta, td = (na + 1) * (na + 2) // 2, (nd + 1) * (nd + 2) // 2
    left_a, after_a, count_a = np.empty(wa + 1, np.int32), np.zeros((2, wa + 1), np.int32), np.empty(nd + 1, np.int64)
    left_d, after_d, count_d = np.empty(wd + 1, np.int32), np.zeros((2, wd + 1), np.int32), np.empty(na + 1, np.int64)
    xa = _wounds_left(wa, nd, dn, dc, left_a, after_a, count_a)
    xd = _wounds_left(wd, na, an, ac, left_d, after_d, count_d)
    a_falls, d_falls = np.empty(xd, np.int32), np.empty(xa, np.int32)
    for y in range(xd):
        a_falls[y] = _ended(0, left_d[y], wa, wd, denying)
    for x in range(xa):
        d_falls[x] = _ended(left_a[x], 0, wa, wd, denying)
    # In one piece: with a function for each side's turn it takes 1.8 times as long.
    # ends[turn, pair of a, pair of d, stunned by a, stunned by d, wounds of a, wounds of d], as strides
    s5 = xd * xa
    s4 = s5 * (1 + stun_d)
    s3 = s4 * (1 + stun_a)
    s2 = s3 * td
    s1 = s2 * ta
    ends = np.empty(2 * s1, np.int32)
    i = -1
    for ti in range(na + 1):
        for ci in range(ti + 1):
            i += 1
            j = -1
            for tj in range(nd + 1):
                for cj in range(tj + 1):
                    j += 1
                    hi, hj = ti - ci, tj - cj
                    for turn in range(2):
                        if turn and ti == na:
                            continue
                        # Sides take turns while both have hits: neither has struck more often than both have spent.
                        rows = count_a[min(nd - tj, na - ti - turn)]
                        n = count_d[min(na - ti, nd - tj + turn)]
                        for p in range(1 + stun_a):
                            for q in range(1 + stun_d):
                                to = turn * s1 + i * s2 + j * s3 + p * s4 + q * s5
                                for x in range(rows):
                                    if i == 0 or j == 0:  # only one side is left, and strikes
                                        aw = max(0, left_a[x] - hj * dn - cj * dc)
                                        for y in range(n):
                                            dw = max(0, left_d[y] - hi * an - ci * ac)
                                            ends[to + y] = _ended(aw, dw, wa, wd, denying)
                                    elif turn == 0:
                                        here = s1 + q * s5 + x * xd  # then it is the defender's turn
                                        less, crit = (i - ti) * s2, (i - ti - 1) * s2
                                        if ci:
                                            lost = tj if stun_a and p == 0 and hj else 0
                                            other = here + crit + (j - lost) * s3 + (s4 if stun_a else 0)
                                            _hurt(ends, to, other, n, 1, after_d, 1, d_falls[x])
                                        if hi and not (only_a and ci):
                                            other = here + less + j * s3 + p * s4
                                            _hurt(ends, to, other, n, 1 if ci == 0 else 0, after_d, 0, d_falls[x])
                                        if not only_a:
                                            if ci and cj:
                                                _take(ends, to, here + crit + (j - tj - 1) * s3 + p * s4, n, 0, 1)
                                            if hi and hj and not brutal_d:
                                                _take(ends, to, here + less + (j - tj) * s3 + p * s4, n, 0, 1)
                                            if ci and hj:
                                                _take(ends, to, here + crit + (j - tj) * s3 + p * s4, n, 0, 1)
                                    else:
                                        here = p * s4
                                        less, crit = (j - tj) * s3, (j - tj - 1) * s3
                                        if cj:
                                            z = after_a[1, x]
                                            if z < 0:
                                                _fell(ends, to, a_falls, n, 1)
                                            else:
                                                lost = ti if stun_d and q == 0 and hi else 0
                                                other = here + (i - lost) * s2 + crit + (s5 if stun_d else 0) + z * xd
                                                _take(ends, to, other, n, 1, -1)
                                        if hj and not (only_d and cj):
                                            z = after_a[0, x]
                                            if z < 0:
                                                _fell(ends, to, a_falls, n, 1 if cj == 0 else 0)
                                            else:
                                                other = here + i * s2 + less + q * s5 + z * xd
                                                _take(ends, to, other, n, 1 if cj == 0 else 0, -1)
                                        if not only_d:
                                            here += q * s5 + x * xd
                                            if cj and ci:
                                                _take(ends, to, here + (i - ti - 1) * s2 + crit, n, 0, -1)
                                            if hj and hi and not brutal_a:
                                                _take(ends, to, here + (i - ti) * s2 + less, n, 0, -1)
                                            if cj and hi:
                                                _take(ends, to, here + (i - ti) * s2 + crit, n, 0, -1)
                                    to += xd
    out = np.zeros((wa + 1, wd + 1))
    for i in range(ta):
        if mine[i] != 0.0:
            for j in range(td):
                if yours[j] != 0.0:
                    end = ends[i * s2 + j * s3]
                    out[end >> 8 & 255, end & 255] += mine[i] * yours[j]
    return out
