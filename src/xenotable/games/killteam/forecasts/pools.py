"""Chapter odds: attacks by the thousand. What the attack dice of a weapon leave is worked out once, by the registered
steps themselves, and kept as numbers; one kernel sets it against defence dice. So a new special rule needs no numeric
code: one that acts later in an attack, or that looks at the target, is run by the enumerator instead.

Imported only by those who want batches, because numpy takes its time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn

import numpy as np
import numpy.typing as npt

from xenotable.engine.citing import memoize
from xenotable.games.killteam import kernels
from xenotable.games.killteam.content import Rule
from xenotable.games.killteam.forecasts.exact import BASIC, before, since
from xenotable.games.killteam.rules.shooting.attack import remains
from xenotable.games.killteam.rules.shooting.terms import ATTACK, Shot, Terms
from xenotable.odds import distribution, outcomes

F8 = npt.NDArray[np.float64]
I4 = npt.NDArray[np.int32]
I8 = npt.NDArray[np.int64]
DEFENCE = 12  # defence dice at most
PART = 512  # attacks at a time
# Which hits the defender leaves depends on the damage of a normal and a critical hit by their ratio alone: the critical
# one does less, up to twice as much, or more.
RATIOS = ((2, 1), (2, 3), (1, 3))


# ---- what attack dice leave


class LooksAtTheTarget(LookupError):
    """A special rule that reads more than the dice of its own weapon."""


class Unread:
    """Stands in the terms where attack dice must not look. Whatever does look is found out."""

    def refuse(self, *_: Any) -> NoReturn:
        raise LooksAtTheTarget

    def __eq__(self, other: object) -> bool:
        return True if other is self else self.refuse()

    def __hash__(self) -> int:
        return id(self)

    __bool__ = __int__ = __index__ = __float__ = __lt__ = __le__ = __gt__ = __ge__ = __neg__ = refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = refuse
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = refuse


UNREAD: Any = Unread()


class Pool(NamedTuple):
    """What the attack dice of a weapon leave: a row for each way, with the pair of hits and critical hits, the damage
    done already, AP, the dice that may be kept for Cover, and the chance."""

    rows: F8
    dice: int
    before: int  # the most damage that is done before the saves


@memoize(8192)
def attack_pool(attacks: int, skill: int, rules: tuple[Rule, ...], cover: int) -> Pool | None:
    """None where the rules of the weapon need the whole attack."""
    names = frozenset(name for name, _ in rules)
    if since(ATTACK, names, "defence").plan != since(ATTACK, frozenset(), "defence").plan:
        return None
    terms = Terms(attacks, skill, UNREAD, UNREAD, rules, UNREAD, UNREAD, UNREAD, UNREAD, cover)
    try:
        ends = distribution(before(ATTACK, names, "defence"), terms, Shot(), BASIC)
    except LooksAtTheTarget:
        return None
    ways: dict[tuple[int, ...], float] = {}
    for end, p in ends.items():
        way = pair(end.hits, end.crits), end.damage, end.ap, end.cover
        ways[way] = ways.get(way, 0.0) + p
    rows = np.array([(*way, p) for way, p in ways.items()])
    return Pool(rows, attacks, int(rows[:, 1].max()))


def pair(hits: int, crits: int) -> int:
    """Both as one number. The pairs of n dice come before those of more, so that tables serve pools of any size."""
    return (hits + crits) * (hits + crits + 1) // 2 + crits


def pairs(dice: int) -> list[tuple[int, int]]:
    return [(n - crits, crits) for n in range(dice + 1) for crits in range(n + 1)]


# ---- what defence dice do


@memoize(1)
def save_chances() -> F8:
    """By what a die needs (from 2), by dice, by the pair of normal and critical saves."""
    found = np.zeros((5, DEFENCE + 1, len(pairs(DEFENCE))))
    for need in range(2, 7):
        for dice in range(DEFENCE + 1):
            for (_, normal, critical), p in outcomes(dice, (need, 6)):
                found[need - 2, dice, pair(normal, critical)] = p
    return found


@memoize(4)
def hits_left(dice: int) -> I4:
    """The pair of hits that hurts least, by the ratio of damages, the pair of hits and the pair of saves."""
    against = pairs(DEFENCE)
    found = np.zeros((len(RATIOS), len(pairs(dice)), len(against)), np.int32)
    for i, hits in enumerate(pairs(dice)):
        for j, saves in enumerate(against):
            ways = remains(*hits, *saves)
            for k, (normal, critical) in enumerate(RATIOS):
                found[k, i, j] = pair(*min(ways, key=lambda w: (w[0] * normal + w[1] * critical, w[1])))
    return found


def defence_tables(dice: int) -> tuple[F8, I4]:
    """For attacks of so many dice; few sizes, so that few tables are made."""
    return save_chances(), hits_left(next(size for size in (6, 12, 20, dice) if size >= dice))


# ---- one attack, many attacks


class Answers(NamedTuple):
    """Of many attacks: amounts of damage and chances of attack i are those from begins[i] to begins[i + 1]."""

    begins: I8
    amounts: I4
    chances: F8
    mean: F8
    kill: F8


def shot(pool: Pool, t: Terms, always: bool) -> tuple[list[float], float, float]:
    """One attack: the chance of every amount of damage, the mean, the chance to incapacitate. always: an invulnerable
    save is used wherever there is one, not where it serves best."""
    out = np.zeros(pool.before + pool.dice * max(t.normal, t.critical) + 1)
    mean, kill = kernels.shot(
        pool.rows, *defence_tables(pool.dice), out, t.normal, t.critical, t.defence, t.save, t.invulnerable, t.wounds,
        t.kept_critical, always,
    )  # fmt: skip
    return out.tolist(), mean, kill


def targets(which: Sequence[int], attacks: Sequence[Any]) -> I4:
    """What `shots` takes, of attacks as `situations.Shoot` has them: column by column, which is the quickest way."""
    return np.array(
        [
            which,
            [s.damage[0] for s in attacks],
            [s.damage[1] for s in attacks],
            [s.defence for s in attacks],
            [s.save for s in attacks],
            [s.invulnerable or 0 for s in attacks],
            [s.wounds for s in attacks],
            [0] * len(attacks),
            [s.policy == "usual" for s in attacks],
        ],
        np.int32,
    ).T.copy()


def shots(owned: Sequence[Pool], targets: I4) -> Answers:
    """Many attacks. Columns of targets: which of the pools, then what the kernel takes."""
    rows = np.concatenate([pool.rows for pool in owned])
    starts = np.cumsum([0, *(len(pool.rows) for pool in owned)])
    before, dice = (np.array(column) for column in ([p.before for p in owned], [p.dice for p in owned]))
    widths = before[targets[:, 0]] + dice[targets[:, 0]] * targets[:, 1:3].max(axis=1) + 1
    tables = defence_tables(max(pool.dice for pool in owned))
    parts = [
        _part(rows, starts, tables, targets[i : i + PART], widths[i : i + PART]) for i in range(0, len(targets), PART)
    ]
    counts, *columns = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Answers(np.concatenate([[0], counts.cumsum()]), *columns)


def _part(rows: F8, starts: I8, tables: tuple[F8, I4], targets: I4, widths: I8) -> tuple[Any, ...]:
    """Few enough for arrays that have room for everything; and between two parts compiled code may take over."""
    n, room = len(targets), int(widths.sum())
    counts, amounts, chances = np.zeros(n, np.int64), np.zeros(room, np.int32), np.zeros(room)
    mean, kill = np.zeros(n), np.zeros(n)
    most = int(widths.max())
    total = kernels.shots(rows, starts, *tables, targets, most, counts, amounts, chances, mean, kill)
    return counts, amounts[:total], chances[:total], mean, kill
