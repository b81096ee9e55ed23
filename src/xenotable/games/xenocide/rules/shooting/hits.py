"""A volley: dice against a unit, who is hit and who is saved. Live fire and exact odds use the same functions
(chapter "shooting")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xenotable.engine import Flow, Roll, cite, rule
from xenotable.games.xenocide.rules.aoe import low_splash, splash
from xenotable.games.xenocide.scenes import Pool, Tally, Volley

FACES = (2, 3, 4, 5, 6)
SECOND = {0: 4, -1: 2, -2: 1}  # what the second roll must not exceed at accuracy 0, -1, -2
SECOND_RULES = {0: "shooting.accuracy-zero", -1: "shooting.accuracy-minus-one", -2: "shooting.accuracy-minus-two"}


def aspects(v: Volley) -> tuple[int, ...]:
    """The aspects that matter: all that can be hit, highest first; area weapons look at the highest alone."""
    found = sorted({p.aspect for p in v.pools}, reverse=True)
    return tuple(found[:1]) if v.weapon.aoe else tuple(found)


@rule("shooting.accuracy-modifiers")
def effective(v: Volley) -> tuple[int, ...]:
    return tuple(v.accuracy + a for a in aspects(v))


@rule("shooting.mixed-aspect")
def aspects_reached(need: Sequence[int], die: int, second: int) -> int:
    """How many of the aspects (highest first) a die reaches; `second` is its second roll, 7 if there was none."""
    n = 0
    for at in need:
        if die <= at:
            n += 1
        elif at <= 0 and die == 1 and second <= SECOND.get(at, 0):
            cite(SECOND_RULES[at])
            n += 1
        else:
            break
    return n


@rule("shooting.mixed-aspect-low-accuracy", neutral=lambda need: False)
def low_for_some(need: Sequence[int]) -> bool:
    return need[0] > 0


def rolls_again(need: Sequence[int]) -> bool:
    """Is a die of 1 rolled a second time?"""
    low = [at for at in need if -2 <= at <= 0]
    return bool(low) and (need[0] <= 0 or low_for_some(need))


def splashes(v: Volley, top: int, die: int, second: int) -> bool:
    """Does a die that missed splash? At accuracy 0 a 1 whose second roll fails, above it a miss by exactly 1."""
    if not v.weapon.aoe:
        return False
    if top == 0:
        return die == 1 and low_splash()
    return top > 0 and die == top + 1 and splash()


def read(v: Volley, need: Sequence[int], faces: Sequence[int], seconds: Sequence[int]) -> Tally:
    """Counts of faces, and of the second faces of the ones, as hits, splashes and misses."""
    hits = [0] * len(need)
    splash_dice = misses = 0
    groups = [(face, 7, n) for face, n in enumerate(faces, 1) if n and not (face == 1 and seconds)]
    groups += [(1, second, n) for second, n in enumerate(seconds, 1) if n]
    for die, second, n in groups:
        deep = aspects_reached(need, die, second)
        if deep:
            hits[deep - 1] += n
        elif splashes(v, need[0], die, second):
            splash_dice += n
        else:
            misses += n
    return Tally(tuple(hits), splash_dice, misses)


@rule("shooting.hit-roll")
def to_hit(v: Volley) -> Flow[Tally]:
    """Rolls to hit; Suppression weapons with several shots are rolled gun by gun, because each gun counts once."""
    per_gun = "suppression" in v.weapon.special and v.dice > v.guns
    total = Tally((0,) * len(aspects(v)), 0, 0)
    for dice in [v.dice // v.guns] * v.guns if per_gun else [v.dice]:
        one = yield from roll(v, dice)
        hit = sum(one.hits) + one.splash
        guns = min(1, hit) if per_gun else min(hit, v.guns)
        sums = tuple(a + b for a, b in zip(total.hits, one.hits, strict=True))
        total = Tally(sums, total.splash + one.splash, total.misses + one.misses, total.guns + guns)
    return total


def roll(v: Volley, dice: int) -> Flow[Tally]:
    need = effective(v)
    faces = yield from Roll(seat=v.seats[0], key="hit", rule="shooting.hit-roll", n=dice, cuts=FACES)
    seconds: tuple[int, ...] = ()
    if faces[0] and rolls_again(need):
        rule_id = SECOND_RULES.get(need[0], "shooting.mixed-aspect-low-accuracy")
        seconds = yield from Roll(seat=v.seats[0], key="again", rule=rule_id, n=faces[0], cuts=FACES)
    return read(v, need, faces, seconds)


# ---- dealing hits ----------------------------------------------------------------------------------------------------


@rule("shooting.deal-evenly")
def deal(pools: Sequence[Pool], hits: Sequence[int], area: bool = False, before: Sequence[int] = ()) -> list[int]:
    """Hits per pool: one at a time in turn; a pool whose models all have one waits for the next cycle. `hits[k]` reach
    the k + 1 highest aspects; a pool takes, of those that reach it, one that reaches the fewest. `before`: what each
    pool has got in this cycle already; the result counts it."""
    order = sorted({p.aspect for p in pools}, reverse=True)
    left = [sum(hits)] if area else list(hits)
    depth = [0 if area else order.index(p.aspect) for p in pools]
    dealt, cycle = list(before or (0,) * len(pools)), 1
    while any(left):
        given = False
        for i, p in enumerate(pools):
            if dealt[i] >= cycle * len(p.models):
                continue
            at = fewest(left, depth[i])
            if at is not None:
                left[at] -= 1
                dealt[i] += 1
                given = True
        if not given:
            if not any(fewest(left, d) is not None for d in depth):
                break
            cycle += 1
    return dealt


@rule("shooting.deal-aspects", neutral=lambda left, depth: next((k for k, n in enumerate(left) if n), None))
def fewest(left: Sequence[int], depth: int) -> int | None:
    """Of the hits that reach this aspect, those that reach the fewest others."""
    return next((k for k in range(depth, len(left)) if left[k]), None)


# ---- saves -----------------------------------------------------------------------------------------------------------

SAVE_RULES = ("saves.cover-save", "saves.shield-save", "saves.armor-save")
SAVE_KEYS = ("cover", "shield", "armour")


def saves(v: Volley, p: Pool, hits: int) -> Flow[int]:
    """All cover dice of a pool, then the shield dice, then the armour dice of what is left; gives the unsaved hits."""
    cite("play.roll-low")
    cite("saves.same-roll")
    for value, key, rule_id in zip(p.saves, SAVE_KEYS, SAVE_RULES, strict=True):
        if value >= 6:
            return 0
        if hits and value > 0:
            _, hits = yield from Roll(seat=v.seats[1], key=key, rule=rule_id, n=hits, cuts=(value + 1,))
    return hits


def unsaved_chance(p: Pool, one: Any = 1.0) -> Any:
    """The chance that a hit gets through all three saves; `one`: the number to reckon with, a float or a Fraction."""
    chance = one
    for value in p.saves:
        chance *= one - min(value, 6) * one / 6
    return chance
