"""Shooting attacks and combats in batches: the policies plain and usual as loops over counts, numbers in and out.

Imported only by those who want batches, because numpy takes its time. A property test holds it equal to the rules
themselves, run by the enumerator.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import factorial

import numpy as np
import numpy.typing as npt

from xenotable.kernels import kernel, load, unload

F8 = npt.NDArray[np.float64]
I4 = npt.NDArray[np.int32]
MOST = 24  # dice in a pool
PART = 256  # attacks at a time: between two parts compiled code may take over
FACTORIAL = np.array([float(factorial(n)) for n in range(MOST + 1)])
COLUMNS = 21


def most_damage(rows: I4) -> int:
    each = np.maximum(rows[:, 2], rows[:, 3] + rows[:, 13] + rows[:, 14])
    return int((rows[:, 0] * each).max(initial=0))


def shots(rows: I4) -> tuple[F8, F8, F8]:
    """For each attack: the chance of every amount of damage, the mean, the chance to incapacitate."""
    out = np.zeros((len(rows), most_damage(rows) + 1))
    mean, kill = np.zeros(len(rows)), np.zeros(len(rows))
    for i in range(0, len(rows), PART):
        part = slice(i, i + PART)
        _shots(rows[part], FACTORIAL, out[part], mean[part], kill[part])
    return out, mean, kill


def use_compiled() -> None:
    """From now on batches run compiled."""
    load(__name__)


def use_plain() -> None:
    """From now on batches run as plain Python again."""
    unload(__name__)


@kernel()
def _power(p: float, n: int) -> float:
    """Written out, because compilers and Python round `**` differently."""
    product = 1.0
    for _ in range(n):
        product *= p
    return product


@kernel()
def _trinomial(n: int, a: int, b: int, pa: float, pb: float, pc: float, f: F8) -> float:
    if pc <= 0.0:
        if a + b < n:
            return 0.0
        pc = 1.0
    ways: float = f[n] / (f[a] * f[b] * f[n - a - b])
    return ways * _power(pa, a) * _power(pb, b) * _power(pc, n - a - b)


@kernel()
def _least(h: int, c: int, n: int, k: int, dn: int, dc: int) -> int:
    """The damage left when saves are spent to leave the least."""
    best = h * dn + c * dc
    for pairs in range(min(c, n // 2) + 1):
        for by in range(min(c - pairs, k) + 1):
            left = max(0, h - (n - 2 * pairs) - (k - by)) * dn + (c - pairs - by) * dc
            if left < best:
                best = left
    return best


@kernel()
def _saves(rolled: int, need: int, f: F8, to: F8) -> None:
    """The chance of so many normal and critical saves of the defence dice rolled."""
    ok, critical = max(0.0, (6 - need) / 6.0), 1.0 / 6.0
    for s in range(rolled + 1):
        for k in range(rolled - s + 1):
            to[s, k] = _trinomial(rolled, s, k, ok, critical, 1.0 - ok - critical, f)


@kernel()
def _damage_after_saves(
    h: int, c: int, first: int, kept: int, rolled: int, crit: int, dn: int, dc: int, w: int, p: F8, to: F8, by: float
) -> tuple[float, float]:
    """The damage of these hits against saves of these chances, added up in `to`, weighed `by` some chance; the chance
    to fall and the mean."""
    kill, mean = 0.0, 0.0
    for s in range(rolled + 1):
        for k in range(rolled - s + 1):
            if p[s, k] == 0.0:
                continue
            damage = first + _least(h, c, s + kept * (1 - crit), k + kept * crit, dn, dc)
            to[damage] += by * p[s, k]
            mean += p[s, k] * damage
            if damage >= w:
                kill += p[s, k]
    return kill, mean


@kernel("void(i4[:,::1], f8[::1], f8[:,::1], f8[::1], f8[::1])")
def _shots(rows: I4, f: F8, out: F8, mean: F8, kill: F8) -> None:
    saves = np.zeros((3, MOST + 1, MOST + 1))  # against hits alone, with a critical hit among them, invulnerable
    kept, rolled = np.zeros(3, np.int64), np.zeros(3, np.int64)
    for i in range(rows.shape[0]):
        a, skill, dn, dc, df, sv, inv, w, cover, crit = rows[i, :10]
        lethal, ap, pierce, mw, splash, balanced, ceaseless, relentless, rending, no_cover, always = rows[i, 10:21]
        for way in range(3):
            dice = df if way == 2 else max(0, df - (max(ap, pierce) if way else ap))
            kept[way] = 0 if no_cover else min(cover, dice)
            rolled[way] = dice - kept[way]
            if way < 2 or inv:
                _saves(rolled[way], max(2, inv) if way == 2 else sv, f, saves[way])
        top = min(6, max(skill, lethal))
        pc, ph = (7 - top) / 6.0, (top - skill) / 6.0
        miss = 1.0 - pc - ph
        again = miss if relentless else 1.0 / 6.0 if ceaseless else 0.0
        qh, qc = ph + again * ph, pc + again * pc
        fixed, loose = again * miss, miss - again  # failed dice that were re-rolled, and those that were not
        for c in range(a + 1):
            for h in range(a - c + 1):
                p = _trinomial(a, h, c, qh, qc, fixed + loose, f)
                if balanced:
                    p = _trinomial(a, h, c, qh, qc, fixed, f)
                    if loose > 0.0:
                        p += _with_one_more(a, h, c, qh, qc, fixed, loose, ph, pc, miss, f)
                if p <= 0.0:
                    continue
                hits, crits = h, c
                if rending and crits and hits:
                    hits, crits = hits - 1, crits + 1
                first = (mw + splash) * crits
                if first >= w or hits + crits == 0:
                    out[i, first] += p
                    mean[i] += p * first
                    kill[i] += p if first >= w else 0.0
                    continue
                way = 1 if crits else 0
                if inv and always:
                    way = 2
                elif inv:
                    k, m = _damage_after_saves(
                        hits, crits, first, kept[way], rolled[way], crit, dn, dc, w, saves[way], out[i], 0.0
                    )
                    k2, m2 = _damage_after_saves(
                        hits, crits, first, kept[2], rolled[2], crit, dn, dc, w, saves[2], out[i], 0.0
                    )
                    if k2 < k - 5e-13 or (abs(k2 - k) <= 5e-13 and m2 < m - 5e-13):
                        way = 2
                k, m = _damage_after_saves(
                    hits, crits, first, kept[way], rolled[way], crit, dn, dc, w, saves[way], out[i], p
                )
                mean[i] += p * m
                kill[i] += p * k


@kernel()
def _with_one_more(
    a: int, h: int, c: int, qh: float, qc: float, fixed: float, loose: float, ph: float, pc: float, miss: float, f: F8
) -> float:
    """The chance of these hits when one of the failed dice left (there is at least one) is rolled once more."""
    total = 0.0
    for kind in range(3):
        x, y = h - (kind == 0), c - (kind == 1)
        if x < 0 or y < 0 or x + y > a - 1:
            continue
        some = _trinomial(a, x, y, qh, qc, fixed + loose, f) - _trinomial(a, x, y, qh, qc, fixed, f)
        total += some * (ph if kind == 0 else pc if kind == 1 else miss)
    return total


# ---- combats


def fight(
    pools: Sequence[Mapping[tuple[int, int], float]],
    wounds: tuple[int, int],
    damage: Sequence[int],
    flags: Sequence[int],
) -> F8:
    """The chance of each pair of wounds left (attacker, defender), of the chances of each pool by hits and criticals;
    flags of each side: Brutal, Stun, strikes only; and whether both play kill or deny."""
    mine, yours = (_square(pool) for pool in pools)
    return _fight(mine, yours, *wounds, np.array(damage, np.int32), np.array(flags, np.int32))


def _square(pool: Mapping[tuple[int, int], float]) -> F8:
    most = max(hits + crits for hits, crits in pool)
    table = np.zeros((most + 1, most + 1))
    for (hits, crits), p in pool.items():
        table[hits, crits] = p
    return table


@kernel()
def _value(aw: int, dw: int, wa: int, wd: int, denying: int) -> int:
    if denying:
        return (64000 if dw == 0 else 0) + wd - dw
    return (wd - dw) + (1000 if dw == 0 else 0) - (wa - aw) - (1000 if aw == 0 else 0)


@kernel()
def _possible(wounds: int, strikes: int, normal: int, critical: int) -> I4:
    """The wounds that can be left after so many strikes or fewer: nothing else needs an answer."""
    seen = np.zeros(wounds + 1, np.int32)
    for n in range(strikes + 1):
        for c in range(strikes - n + 1):
            seen[max(0, wounds - n * normal - c * critical)] = 1
    return np.nonzero(seen)[0].astype(np.int32)


@kernel("f8[:,::1](f8[:,::1], f8[:,::1], i8, i8, i4[::1], i4[::1])")
def _fight(mine: F8, yours: F8, wa: int, wd: int, damage: I4, flags: I4) -> F8:
    na, nd = mine.shape[0] - 1, yours.shape[0] - 1
    sa, sd = 1 + flags[1], 1 + flags[4]  # has a critical strike with a Stun weapon been made
    end = np.empty((2, na + 1, na + 1, nd + 1, nd + 1, sa, sd, wa + 1, wd + 1), np.int32)
    on_a, on_d = _possible(wa, nd, damage[2], damage[3]), _possible(wd, na, damage[0], damage[1])
    for total in range(na + nd + 1):
        for ah in range(min(na, total) + 1):
            for ac in range(min(na - ah, total - ah) + 1):
                for dh in range(total - ah - ac + 1):
                    dc = total - ah - ac - dh
                    if dh + dc > nd:
                        continue
                    _layer(end, ah, ac, dh, dc, wa, wd, on_a, on_d, damage, flags)
    out = np.zeros((wa + 1, wd + 1))
    for ah in range(na + 1):
        for ac in range(na - ah + 1):
            for dh in range(nd + 1):
                for dc in range(nd - dh + 1):
                    p = mine[ah, ac] * yours[dh, dc]
                    if p > 0.0:
                        e = end[0, ah, ac, dh, dc, 0, 0, wa, wd]
                        out[e // 256, e % 256] += p
    return out


@kernel()
def _layer(
    end: I4, ah: int, ac: int, dh: int, dc: int, wa: int, wd: int, on_a: I4, on_d: I4, damage: I4, flags: I4
) -> None:
    """How a combat with these hits ends, for all wounds; fewer hits have been settled before."""
    for ka in range(end.shape[5]):
        for kd in range(end.shape[6]):
            for aw in on_a:
                for dw in on_d:
                    if aw == 0 or dw == 0 or ah + ac + dh + dc == 0:
                        end[0, ah, ac, dh, dc, ka, kd, aw, dw] = end[1, ah, ac, dh, dc, ka, kd, aw, dw] = aw * 256 + dw
                        continue
                    if ah + ac:
                        end[0, ah, ac, dh, dc, ka, kd, aw, dw] = _turn(
                            end, 0, ah, ac, dh, dc, ka, kd, aw, dw, wa, wd, damage, flags
                        )
                    if dh + dc:
                        end[1, ah, ac, dh, dc, ka, kd, aw, dw] = _turn(
                            end, 1, dh, dc, ah, ac, kd, ka, dw, aw, wa, wd, damage, flags
                        )
                    if ah + ac == 0:
                        end[0, ah, ac, dh, dc, ka, kd, aw, dw] = end[1, ah, ac, dh, dc, ka, kd, aw, dw]
                    if dh + dc == 0:
                        end[1, ah, ac, dh, dc, ka, kd, aw, dw] = end[0, ah, ac, dh, dc, ka, kd, aw, dw]


@kernel()
def _then(end: I4, side: int, h: int, c: int, oh: int, oc: int, k: int, ok: int, w: int, ow: int) -> int:
    """How it ends when it is the other side's turn, with what is left to this side before what is left to the other."""
    return int(end[1, h, c, oh, oc, k, ok, w, ow] if side == 0 else end[0, oh, oc, h, c, ok, k, ow, w])


@kernel()
def _turn(
    end: I4, side: int, h: int, c: int, oh: int, oc: int, k: int, ok: int, w: int, ow: int, wa: int, wd: int,
    damage: I4, flags: I4,
) -> int:  # fmt: skip
    """How it ends with the best use of one of a side's dice (0: attacker, 1: defender): hits and criticals of its own
    and of the other's, whether they have stunned, wounds; both try for the highest and the lowest value."""
    best: int = -1
    top, e = 0, 0
    own, sign = 3 * side, 1 - 2 * side
    stun, brutal = flags[own + 1], flags[3 - own]
    for way in range(5):
        if way == 0 and c:
            lost = 1 if stun and k == 0 and oh else 0
            e = _then(end, side, h, c - 1, oh - lost, oc, 1 if stun else 0, ok, w, max(0, ow - damage[2 * side + 1]))
        elif way == 1 and h:
            e = _then(end, side, h - 1, c, oh, oc, k, ok, w, max(0, ow - damage[2 * side]))
        elif way == 2 and c and oc:
            e = _then(end, side, h, c - 1, oh, oc - 1, k, ok, w, ow)
        elif way == 3 and h and oh and not brutal:
            e = _then(end, side, h - 1, c, oh - 1, oc, k, ok, w, ow)
        elif way == 4 and c and oh:
            e = _then(end, side, h, c - 1, oh - 1, oc, k, ok, w, ow)
        else:
            continue
        if flags[own + 2]:
            return e
        v = sign * _value(e // 256, e % 256, wa, wd, flags[6])
        if best < 0 or v > top:
            best, top = e, v
    return best


def table(rows: Sequence[tuple[int, ...]]) -> I4:
    return np.array(rows, np.int32).reshape(-1, COLUMNS)


def columns(
    fixed: Sequence[Sequence[int]], own: Sequence[tuple[int, ...]], which: Sequence[int], last: Sequence[int]
) -> I4:
    """The same table out of columns: what is not the weapon's rules; the different rules, and which of them each row
    has; the policy."""
    found = np.zeros((len(which), COLUMNS), np.int32)
    for at, column in enumerate(fixed):
        found[:, at] = column
    if which:
        found[:, len(fixed) + 1 : -1] = np.array(own, np.int32)[np.array(which)]
    found[:, -1] = last
    return found
