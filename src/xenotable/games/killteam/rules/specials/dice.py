"""Special rules that act on dice (chapter specials): each hooks into a named moment of the exchanges in chapters
shooting and fighting."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, TypeVar

from msgspec.structs import replace

from xenotable.engine import Choose, Flow, cite, rule
from xenotable.games.killteam.content import SPECIALS, Reroll, Rule, entry
from xenotable.games.killteam.rules.dice.rerolls import (
    dice_to_pick_up,
    one_attack_die,
    pick_up,
    rerollable_kinds,
    ways_to_pick_up,
)
from xenotable.games.killteam.rules.shooting.terms import (
    ATTACK,
    DICE_WORDS,
    IN_ORDER,
    KEEP,
    ONE_DIE,
    PICKED,
    POOL,
    Shot,
    Terms,
    ap_odds,
    attack_dice_odds,
    describe_dice,
    rending_odds,
)
from xenotable.odds import ATTACKER

X = TypeVar("X")
HOT_BURN = 3
STUN_LOSS = 1


def in_shooting(name: str, at: str) -> Callable[[Callable[[Terms, Shot], X]], Callable[[Terms, Shot], X]]:
    """Acts in shooting attacks alone."""
    return ATTACK.special(name, at)


def in_attacks(name: str, at: str) -> Callable[[Callable[[Terms, Shot], X]], Callable[[Terms, Shot], X]]:
    """Acts on attack dice, in shooting attacks and combats."""

    def register(function: Callable[[Terms, Shot], X]) -> Callable[[Terms, Shot], X]:
        return POOL.special(name, at)(ATTACK.special(name, at)(function))

    return register


REROLLS: dict[str, Callable[[Terms, Shot], Flow[Shot]]] = {}


def as_reroll(name: str) -> Callable[[Callable[[Terms, Shot], Flow[Shot]]], Callable[[Terms, Shot], Flow[Shot]]]:
    """A re-roll by the weapon's own rule."""

    def register(function: Callable[[Terms, Shot], Flow[Shot]]) -> Callable[[Terms, Shot], Flow[Shot]]:
        @wraps(function)
        def unless_used(t: Terms, s: Shot) -> Flow[Shot]:
            return s if name in s.used else (yield from function(t, s))

        REROLLS[name] = function
        in_attacks(name, "rerolls")(unless_used)
        return function

    return register


def may_pick_up(name: str) -> Reroll:
    """The dice that a re-roll by the weapon's own rule may pick up."""
    by = SPECIALS[name].reroll
    assert by is not None
    return by


def with_reroll_order(rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """The rules of a weapon in the live game, where several re-rolls may be used in any order."""
    several = sum(name in REROLLS for name, _ in rules) > 1
    return (*rules, (IN_ORDER, 0)) if several else rules


def keep_shot(t: Terms, s: Shot) -> Any:
    """What the absence of a rule gives."""
    return s


# ---- before the dice


@in_shooting("AP", "ready")
@rule("specials.ap", neutral=keep_shot)
def armour_penetration(t: Terms, s: Shot) -> Shot:
    cite("specials.ap-scope")
    return replace(s, ap=max(s.ap, t.x("AP")))


@in_shooting("No Cover", "ready")
@rule("specials.no-cover", neutral=keep_shot)
def no_cover(t: Terms, s: Shot) -> Shot:
    return replace(s, cover=0)


@in_attacks("Lethal", "ready")
@rule("specials.lethal", neutral=keep_shot)
def lethal(t: Terms, s: Shot) -> Shot:
    """Never turns a failed die into a hit: whoever needs a 6 has criticals from 6 on."""
    return replace(s, crit_from=min(s.crit_from, max(t.skill, t.x("Lethal"))))


@in_attacks("Ceaseless", "ready")
def ceaseless_counts(t: Terms, s: Shot) -> Shot:
    return replace(s, counting=True)


@in_shooting("Hot", "ready")
def hot_counts(t: Terms, s: Shot) -> Shot:
    return replace(s, counting=True)


@as_reroll("Relentless")
@rule("specials.relentless", neutral=keep_shot)
def relentless(t: Terms, s: Shot) -> Flow[Shot]:
    """Any or all dice, chosen at once after seeing the roll."""
    ways = ways_to_pick_up(t, s, may_pick_up("Relentless"))
    if not any(map(any, ways)):
        return s
    which = yield from Choose(
        seat=ATTACKER,
        key="relentless",
        rule="specials.relentless",
        prompt="Relentless: which dice are rolled again?",
        among=lambda: ways,
        label=lambda w: describe_dice(w, DICE_WORDS),
        odds=partial(attack_dice_odds, t, s, "Relentless", "specials.relentless"),
        default=ways[0],
    )
    return (yield from pick_up(t, s, which)) if any(which) else s


@as_reroll("Ceaseless")
@rule("specials.ceaseless", neutral=keep_shot)
def ceaseless(t: Terms, s: Shot) -> Flow[Shot]:
    ones = dice_to_pick_up(t, s, may_pick_up("Ceaseless"))[0]
    if not ones:
        return s
    n = yield from Choose(
        seat=ATTACKER,
        key="ceaseless",
        rule="specials.ceaseless",
        prompt="Ceaseless: how many dice showing 1 are rolled again?",
        among=lambda: tuple(range(ones + 1)),
        label=lambda n: describe_dice((n, 0, 0, 0), DICE_WORDS),
        odds=lambda n: attack_dice_odds(t, s, "Ceaseless", "specials.ceaseless", (n, 0, 0, 0)),
        default=ones,
    )
    return (yield from pick_up(t, s, (n, 0, 0, 0))) if n else s


@as_reroll("Balanced")
@rule("specials.balanced", neutral=keep_shot)
def balanced(t: Terms, s: Shot) -> Flow[Shot]:
    kinds = rerollable_kinds(t, s, may_pick_up("Balanced"))
    if kinds == (KEEP,):
        return s
    cite("dice.reroll-optional")
    cite("combos.rerolls-per-attack")
    said = yield from Choose(
        seat=ATTACKER,
        key="balanced",
        rule="specials.balanced",
        prompt="Balanced: re-roll one attack die?",
        among=lambda: kinds,
        label=ONE_DIE.__getitem__,
        odds=partial(one_attack_die, t, s, "Balanced", "specials.balanced"),
        default=KEEP,
    )
    return s if said == KEEP else (yield from pick_up(t, s, PICKED[said]))


# ---- discarded and retained dice


@in_shooting("Hot", "discard")
@rule("specials.hot", neutral=keep_shot)
def hot(t: Terms, s: Shot) -> Shot:
    """The ones left after all re-rolls."""
    burn = after_shrugging_off(HOT_BURN * s.ones, t.shed[0])
    return replace(s, burn=burn, ones=0)


def after_shrugging_off(mortal: int, shed: int) -> int:
    """Mortal wounds of one source, less what the victim shrugs off."""
    return max(0, mortal - shed) if mortal else 0


@POOL.special("Unto Ruin", "retained")
def unto_ruin(t: Terms, s: Shot) -> Flow[Shot]:
    """A ploy of the Ferric Penitents, resolved before Rending."""
    if not s.hits or t.oath <= s.paid[0]:  # Command Re-rolls of this pool may have taken the last CP
        return s
    said = yield from Choose(
        seat=ATTACKER,
        key="pl-fp-unto-ruin",
        rule=entry("pl-fp-unto-ruin"),
        prompt="Unto Ruin: make one normal hit critical for 1 CP?",
        among=lambda: (False, True),
        default=False,
    )
    if not said:
        return s
    return replace(s, hits=s.hits - 1, crits=s.crits + 1, paid=(s.paid[0] + 1, s.paid[1]), spent=True)


@in_attacks("Rending", "retained")
@rule("specials.rending", neutral=keep_shot)
def rending(t: Terms, s: Shot) -> Flow[Shot]:
    if not (s.crits and s.hits):
        cite("specials.rending-once")
        return s
    cite("combos.rending-optional")
    said = yield from Choose(
        seat=ATTACKER,
        key="rending",
        rule="specials.rending",
        prompt="Rending: retain one normal hit as a critical hit?",
        among=lambda: (True, False),
        odds=lambda use: rending_odds(t, s, use),
        default=True,
    )
    return replace(s, hits=s.hits - 1, crits=s.crits + 1) if said else s


# ---- what retained criticals do, in a shooting attack


@in_shooting("P", "criticals")
@rule("specials.piercing", neutral=keep_shot)
def piercing(t: Terms, s: Shot) -> Flow[Shot]:
    """A critical gives APx for this attack. Two values of AP never add up: the attacker selects one."""
    cite("specials.piercing-scope")
    if not s.crits:
        return s
    values = sorted({x for x in (s.ap, t.x("P")) if x}, reverse=True)
    if len(values) < 2:
        return replace(s, ap=values[0])
    cite("specials.ap-not-cumulative")
    cite("combos.ap-piercing")
    if not t.free:  # in odds, where a smaller AP is never better for the attacker
        return replace(s, ap=values[0])
    ap = yield from Choose(
        seat=ATTACKER,
        key="ap",
        rule="specials.ap-not-cumulative",
        prompt="Two values of AP are in force: which one counts?",
        among=lambda: values,
        label=lambda x: f"AP{x}",
        odds=lambda x: ap_odds(t, s, x),
        default=values[0],
    )
    return replace(s, ap=ap)


@in_shooting("MW", "criticals")
@rule("specials.mw", neutral=keep_shot)
def mortal_wounds(t: Terms, s: Shot) -> Shot:
    """The criticals stay in the pool and may hurt once more."""
    if not s.crits:
        return s
    cite("wounds.mortal")
    cite("wounds.mortal-not-hit")
    cite("specials.mw-then-hit")
    return replace(s, damage=s.damage + after_shrugging_off(t.x("MW") * s.crits, t.shed[1]))


@in_shooting("Splash", "criticals")
@rule("specials.splash", neutral=keep_shot)
def splash(t: Terms, s: Shot) -> Shot:
    """The target's share; everybody else near it suffers `splash`."""
    if not s.crits:
        return s
    mortal = t.x("Splash") * s.crits
    return replace(s, damage=s.damage + after_shrugging_off(mortal, t.shed[1]), splash=mortal)


@in_shooting("Stun", "criticals")
@rule("specials.stun-shooting", neutral=keep_shot)
def stun(t: Terms, s: Shot) -> Shot:
    return replace(s, stun=STUN_LOSS) if s.crits else s


def merge_rules(rules: list[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """A rule that a weapon has twice it has once, with the better x."""
    best: dict[str, int] = {}
    for name, x in rules:
        if name in best:
            cite("datacards.same-rule-twice")
            x = (min if SPECIALS[name].lower else max)(best[name], x)
        best[name] = x
    return tuple(sorted(best.items()))
