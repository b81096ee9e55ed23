"""Exact odds beside the decisions inside an exchange: dice picked up again, a kept die, which save, the next blow.
Whole attacks and combats are in `attacks`.

Each figure is the rest of the exchange, run by its own steps from the record as it stands, under the plain policy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from xenotable.engine import Chance, Flow, Forecast
from xenotable.games.killteam.forecasts.exact import CHOICES, PLAIN, Solver, saved_odds, since
from xenotable.games.killteam.rules.dice.rerolls import pick_up
from xenotable.games.killteam.rules.dice.rolls import spread_of
from xenotable.games.killteam.rules.fighting.blows import after_blow, blow_odds
from xenotable.games.killteam.rules.shooting.attack import roll_saves, save_again
from xenotable.games.killteam.rules.shooting.terms import (
    ATTACK,
    DICE_WORDS,
    IN_ORDER,
    POOL,
    SAVE_WORDS,
    Dice,
    Saves,
    Shot,
    Terms,
    ap_odds,
    attack_dice_odds,
    cover_odds,
    defence_dice_odds,
    describe_dice,
    rending_odds,
    save_odds,
)
from xenotable.games.killteam.rules.specials.dice import REROLLS
from xenotable.games.killteam.scenes import Bout, Melee
from xenotable.odds import Steps, distribution
from xenotable.odds.exchange import Step

COMMAND = "command"
Function = Callable[..., Flow[Shot]]


# ---- the rest of an exchange


def bare(t: Terms) -> Terms:
    """The terms without what a player may still buy or choose: odds do not count with it."""
    own = tuple(r for r in t.rules if r[0] not in (IN_ORDER, "Unto Ruin"))
    return replace(t, rules=own, free=False, command=(0, 0), plate=False, oath=0)


def names_of(t: Terms) -> frozenset[str]:
    return frozenset(name for name, _ in t.rules)


@lru_cache(512)
def steps_after(function: Function, args: tuple[Any, ...], rest: Steps[Terms, Shot]) -> Steps[Terms, Shot]:
    """The rest of an exchange after one thing more is done: `function(terms, record, *args)`."""

    def first(t: Terms, s: Shot) -> Flow[Shot]:
        return (yield from function(t, s, *args))

    return Steps((Step(first, True, None, "first"), *rest.plan))


def attack_figures(title: str, rule: str, t: Terms, now: Shot, ends: Mapping[Shot, float]) -> Forecast:
    """The figures of an attack that can end in these ways: what is still to come. What mortal wounds did is on the
    table already."""
    left = t.wounds - now.damage
    spread: dict[int, float] = {}
    for end, p in ends.items():
        more = end.damage - now.damage
        spread[more] = spread.get(more, 0.0) + p
    kill = sum(p for d, p in spread.items() if d >= left)
    burn = sum(p for end, p in ends.items() if end.burn > now.burn)
    chances = (Chance("incapacitated", kill), *((Chance("the shooter is burnt", burn),) if burn else ()))
    mean = sum(min(d, left) * p for d, p in spread.items())
    return Forecast(title, rule, mean, "wounds", chances, spread_of(spread), (CHOICES["plain"],))


def pool_figures(title: str, rule: str, t: Terms, now: Shot, ends: Mapping[Shot, float]) -> Forecast:
    """The hits that one side of a combat can retain."""
    spread: dict[tuple[int, int], float] = {}
    for end, p in ends.items():
        spread[end.hits, end.crits] = spread.get((end.hits, end.crits), 0.0) + p
    mean = sum((h * t.normal + c * t.critical) * p for (h, c), p in spread.items())
    shown = tuple(Chance(f"{h} normal, {c} critical", p) for (h, c), p in sorted(spread.items()))
    critical = sum(p for (_, c), p in spread.items() if c)
    chances = (Chance("at least one critical hit", critical),)
    return Forecast(title, rule, mean, "damage, if every hit strikes", chances, shown, (CHOICES["plain"],))


def figures(title: str, rule: str, t: Terms, now: Shot, ends: Mapping[Shot, float]) -> Forecast:
    return (pool_figures if t.melee else attack_figures)(title, rule, t, now, ends)


# ---- attack dice


@attack_dice_odds.fill
def attack_dice(t: Terms, s: Shot, by: str, rule: str, which: Dice) -> Forecast:
    """The rest of the attack, or of this side's dice in a combat, when these dice are picked up."""
    plain, exchange = bare(t), POOL if t.melee else ATTACK
    if by == COMMAND:
        rest = since(exchange, names_of(plain), "discard")
    else:
        rest = since(exchange, names_of(plain), "rerolls")
        s = replace(s, used=(*s.used, by) if t.has(IN_ORDER) else before(by))
    steps = steps_after(pick_up, (which,), rest) if any(which) else rest
    title = describe_dice(which, DICE_WORDS)
    return figures(title[0].upper() + title[1:], rule, plain, s, distribution(steps, plain, s, PLAIN))


def before(by: str) -> tuple[str, ...]:
    """The re-rolls that are over when this one is, in the order in which they come by themselves."""
    names = tuple(REROLLS)
    return names[: names.index(by) + 1]


@rending_odds.fill
def rending_forecast(t: Terms, s: Shot, use: bool) -> Forecast | None:
    """The rest of the attack with one more critical hit or without; in a combat it is plain to see."""
    if t.melee:
        return None
    plain = bare(t)
    s = replace(s, hits=s.hits - use, crits=s.crits + use)
    ends = distribution(since(ATTACK, names_of(plain), "criticals"), plain, s, PLAIN)
    return attack_figures("With Rending" if use else "Without Rending", "specials.rending", plain, s, ends)


@ap_odds.fill
def with_ap(t: Terms, s: Shot, ap: int) -> Forecast:
    plain = bare(t)
    rest = since(ATTACK, names_of(plain) - {"P"}, "criticals")
    ends = distribution(rest, plain, replace(s, ap=ap), PLAIN)
    return attack_figures(f"With AP{ap}", "specials.ap-not-cumulative", plain, s, ends)


# ---- defence dice


@save_odds.fill
def save_choice(t: Terms, s: Shot, choice: str) -> Forecast:
    """The rest of the attack with the Save or with the Invulnerable Save."""
    plain = bare(t)
    title = "With the Invulnerable Save" if choice == "invulnerable" else "With the Save"
    return attack_figures(title, "odds.policy-defender-invulnerable", plain, s, saved_odds(plain, s, choice))


@cover_odds.fill
def cover_choice(t: Terms, s: Shot, dice: int, need: int, kept: int) -> Forecast:
    """The rest of the attack with so many dice kept for Cover."""
    plain = bare(t)
    steps = steps_after(roll_saves, (dice, need, kept), since(ATTACK, frozenset(), "plates"))
    title = f"{kept} kept, {dice - kept} rolled"
    return attack_figures(title, "shooting.cover-die", plain, s, distribution(steps, plain, s, PLAIN))


@defence_dice_odds.fill
def defence_dice(t: Terms, s: Shot, rule: str, which: Saves) -> Forecast:
    """The rest of the attack when these defence dice are picked up."""
    plain, rest = bare(t), since(ATTACK, frozenset(), "saves")
    steps = steps_after(_saved_again, (which,), rest) if any(which) else rest
    title = describe_dice(which, SAVE_WORDS)
    return attack_figures(title[0].upper() + title[1:], rule, plain, s, distribution(steps, plain, s, PLAIN))


def _saved_again(t: Terms, s: Shot, which: Saves) -> Flow[Shot]:
    return save_again(s, which)


# ---- blows


@blow_odds.fill
def blow(melee: Melee, b: Bout, said: str) -> Forecast:
    """Where this blow leads with best play of both sides; no dice are left to roll."""
    me = b.turn
    _, end = Solver(Melee(melee.blades), b.wounds, ("best", "best")).play(after_blow(melee, b, said))
    mine, yours = (b.wounds[side] - end.wounds[side] for side in (me, 1 - me))
    fallen = (("the enemy falls", 1 - me), ("you fall", me))
    chances = tuple(Chance(label, float(end.wounds[side] <= 0)) for label, side in fallen)
    notes = (f"You lose {mine} wounds more, the enemy {yours}.", CHOICES["best"])
    return Forecast(said.capitalize(), "odds.fight-best", chances=chances, notes=notes)
