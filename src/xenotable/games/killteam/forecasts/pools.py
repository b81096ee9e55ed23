"""Chapter odds: attacks by the thousand. What the attack dice of a weapon leave is worked out once, by the registered
steps themselves, and kept as numbers; one kernel sets it against defence dice. So a new special rule needs no numeric
code: one that acts later in an attack, or that looks at the target, is run by the enumerator instead.

Imported only by those who want batches, because numpy takes its time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from xenotable.engine.citing import memoize
from xenotable.games.killteam import kernels
from xenotable.games.killteam.content import Rule
from xenotable.games.killteam.forecasts.exact import BASIC, between, since
from xenotable.games.killteam.rules.shooting.attack import remains
from xenotable.games.killteam.rules.shooting.terms import ATTACK, Shot, Terms
from xenotable.odds import Steps, distribution, outcomes
from xenotable.odds.stages import UNREAD, LooksFurther

F8 = npt.NDArray[np.float64]
I4 = npt.NDArray[np.int32]
Way = tuple[int, int, int, int]  # pair of hits and critical hits, damage done already, AP, dice kept for Cover
DEFENCE = 12  # defence dice at most
# Which hits the defender leaves depends on the damage of a normal and a critical hit by their ratio alone: the critical
# one does less, up to twice as much, or more.
RATIOS = ((2, 1), (2, 3), (1, 3))


# ---- what attack dice leave


class Pool(NamedTuple):
    """What the attack dice of a weapon leave: a row for each way, with the pair of hits and critical hits, the damage
    done already, AP, the dice that may be kept for Cover, and the chance."""

    rows: F8
    dice: int
    before: int  # the most damage that is done before the saves


def acts_late(rules: tuple[Rule, ...]) -> bool:
    """Does one of these rules act from the defence dice on?"""
    names = frozenset(name for name, _ in rules)
    return since(ATTACK, names, "defence").plan != since(ATTACK, frozenset(), "defence").plan


def dice_terms(attacks: int, skill: int, rules: tuple[Rule, ...], cover: int = 0, free: bool = False) -> Terms:
    """An attack of which only the attack dice are known."""
    return Terms(attacks, skill, UNREAD, UNREAD, rules, UNREAD, UNREAD, UNREAD, UNREAD, cover, free=free)


def what_matters(end: Shot) -> Way:
    """All that defence dice ask of an attack."""
    return pair(end.hits, end.crits), end.damage, end.ap, end.cover


@memoize(65536)
def attack_pool(attacks: int, skill: int, rules: tuple[Rule, ...], cover: int) -> Pool | None:
    """None where the rules of the weapon need the whole attack. Weapons differ in far more ways than their dice do: so
    the dice are kept by the rules that act on them, and what critical hits do by those that act then. A special rule
    reads its own number alone."""
    if acts_late(rules):
        return None
    later = _acting(rules, "criticals", "defence")
    steps = between(ATTACK, frozenset(name for name, _ in later), "criticals", "defence")
    ways: dict[Way, float] = {}
    try:
        ready = _ready(dice_terms(attacks, skill, rules, cover))
        on_dice = _acting(rules, "roll", "criticals")
        for record, p in _retained(attacks, skill, on_dice, replace(ready, ap=UNREAD, cover=UNREAD)):
            for way, q in _ends(steps, later, record, ready.ap, ready.cover):
                ways[way] = ways.get(way, 0.0) + p * q
    except LooksFurther:
        return None
    rows = np.array([(*way, p) for way, p in ways.items()])
    return Pool(rows, attacks, int(rows[:, 1].max()))


def _acting(rules: tuple[Rule, ...], first: str, last: str) -> tuple[Rule, ...]:
    """Those that do something between two moments."""
    moments = ATTACK.moments[ATTACK.moments.index(first) : ATTACK.moments.index(last)]
    return tuple(rule for rule in rules if ATTACK.has_hook(rule[0], moments))


def _ready(terms: Terms) -> Shot:
    """Before the dice are rolled."""
    steps = between(ATTACK, frozenset(name for name, _ in terms.rules), "ready", "roll")
    (ready,) = distribution(steps, terms, Shot(), BASIC)
    return ready


@memoize(8192)
def _retained(attacks: int, skill: int, rules: tuple[Rule, ...], ready: Shot) -> tuple[tuple[Shot, float], ...]:
    """What the dice leave before critical hits do anything more. Ones and burns are of no use any more."""
    steps = between(ATTACK, frozenset(name for name, _ in rules), "roll", "criticals")
    found: dict[Shot, float] = {}
    for end, p in distribution(steps, dice_terms(attacks, skill, rules), ready, BASIC).items():
        left = replace(end, ones=UNREAD, burn=UNREAD)
        found[left] = found.get(left, 0.0) + p
    return tuple(found.items())


@memoize(65536)
def _ends(
    steps: Steps[Terms, Shot], rules: tuple[Rule, ...], record: Shot, ap: int, cover: int
) -> tuple[tuple[Way, float], ...]:
    """What critical hits make of one way that the dice fell."""
    ends = distribution(steps, dice_terms(UNREAD, UNREAD, rules), replace(record, ap=ap, cover=cover), BASIC)
    return tuple((what_matters(end), p) for end, p in ends.items())


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


@memoize(8)
def hits_left(dice: int, defence: int) -> I4:
    """The pair of hits that hurts least, by the ratio of damages, the pair of hits and the pair of saves."""
    against = pairs(defence)
    found = np.zeros((len(RATIOS), len(pairs(dice)), len(against)), np.int32)
    for i, hits in enumerate(pairs(dice)):
        for j, saves in enumerate(against):
            ways = remains(*hits, *saves)
            for k, (normal, critical) in enumerate(RATIOS):
                found[k, i, j] = pair(*min(ways, key=lambda w: (w[0] * normal + w[1] * critical, w[1])))
    return found


@memoize(4)
def ways_left(dice: int) -> tuple[I4, I4]:
    """Every way to spend saves that none betters, as normal and critical hits left, one after the other in the order of
    the rules; and where those of each pair of hits and pair of saves begin."""
    found, begins = list[tuple[int, int]](), [0]
    for hits in pairs(dice):
        for saves in pairs(DEFENCE):
            found += remains(*hits, *saves)
            begins.append(len(found))
    return np.array(begins, np.int32), np.array(found, np.int32)


@lru_cache(64)
def size_for(dice: int) -> int:
    """Tables are made for few sizes."""
    return next(size for size in (6, 12, 20, dice) if size >= dice)


# ---- one attack


def shot(pool: Pool, t: Terms, always: bool) -> tuple[list[float], float, float]:
    """One attack: the chance of every amount of damage, the mean, the chance to incapacitate. always: an invulnerable
    save is used wherever there is one, not where it serves best."""
    out = np.zeros(pool.before + pool.dice * max(t.normal, t.critical) + 1)
    mean, kill = kernels.shot(
        pool.rows, save_chances(), hits_left(size_for(pool.dice), DEFENCE), out, t.normal, t.critical, t.defence,
        t.save, t.invulnerable, t.wounds, t.kept_critical, always,
    )  # fmt: skip
    return out.tolist(), mean, kill
