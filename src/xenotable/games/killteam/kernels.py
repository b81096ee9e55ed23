"""Shooting attacks and combats in batches, numbers in and out. Attacks know no special rule: what attack dice leave
comes as a table (`forecasts.pools`).

Imported only by those who want batches, because numpy takes its time. A property test holds it equal to the rules
themselves, run by the enumerator.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from xenotable.kernels import kernel, load, unload

F8 = npt.NDArray[np.float64]
I4 = npt.NDArray[np.int32]
I8 = npt.NDArray[np.int64]
TIE = 5e-13  # chances that differ by less are the same


def use_compiled() -> None:
    """From now on batches run compiled."""
    load(__name__)


def use_plain() -> None:
    """From now on batches run as plain Python again."""
    unload(__name__)


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
                use = 1 if k2 < k - TIE or (k2 <= k + TIE and m2 < m - TIE) else 0
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


@kernel("i8(f8[:,::1], i8[::1], f8[:,:,::1], i4[:,:,::1], i4[:,::1], i8, i8[::1], i4[::1], f8[::1], f8[::1], f8[::1])")
def shots(
    rows: F8, starts: I8, saves: F8, left: I4, targets: I4, most: int, counts: I8, amounts: I4, chances: F8, mean: F8,
    kill: F8,
) -> int:  # fmt: skip
    """Many attacks: amounts that can happen with their chances, one attack after the other, and how many each has."""
    out, worth = np.zeros(most), np.empty(left.shape[1], np.int64)
    total = 0
    for i in range(targets.shape[0]):
        pool, normal, critical, defence, save, invulnerable, wounds, kept_critical, always = targets[i]
        out[:] = 0.0
        _spread(
            rows, starts[pool], starts[pool + 1], saves, left, out, worth, normal, critical, defence, save,
            invulnerable, wounds, kept_critical, always,
        )  # fmt: skip
        for damage in range(most):
            p = out[damage]
            if p != 0.0:
                amounts[total], chances[total] = damage, p
                total += 1
                counts[i] += 1
                mean[i] += damage * p
                if damage >= wounds:
                    kill[i] += p
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
