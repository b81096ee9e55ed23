"""Chapter odds: attacks by best play, as quick as a question at the table. All that the attacker may choose while the
attack dice lie there is recorded once from the registered steps (`odds.decisions`); one kernel weighs it against the
best defence of each target. Where a rule acts later, or looks at the target, the enumerator plays the whole attack.

Imported only by those who want many, because numpy takes its time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from xenotable.engine.citing import memoize
from xenotable.games.killteam import kernels
from xenotable.games.killteam.content import Rule
from xenotable.games.killteam.forecasts.exact import BEST, best_terms, between
from xenotable.games.killteam.forecasts.pools import (
    F8,
    I4,
    acts_late,
    dice_terms,
    save_chances,
    size_for,
    ways_left,
    what_matters,
)
from xenotable.games.killteam.rules.shooting.terms import ATTACK, Shot, Terms
from xenotable.odds.decisions import record_decisions
from xenotable.odds.policies import policy_function
from xenotable.odds.stages import LooksFurther


class Choices(NamedTuple):
    """What may be chosen while the attack dice of a weapon lie there; the columns of `odds.decisions`."""

    ends: I4
    kinds: I4
    begins: I4
    to: I4
    chances: F8
    before: int  # the most damage that is done before the saves


@memoize(2048)
def attack_choices(attacks: int, skill: int, rules: tuple[Rule, ...], cover: int, free: bool) -> Choices | None:
    """None where the rules of the weapon need the whole attack."""
    if acts_late(rules):
        return None
    steps = between(ATTACK, frozenset(name for name, _ in rules), "ready", "defence")
    terms = dice_terms(attacks, skill, rules, cover, free)
    try:
        found = record_decisions(steps, terms, Shot(), policy_function(BEST), what_matters)
    except LooksFurther:
        return None
    ends = np.array(found.ends, np.int32)
    kinds, begins, to = (np.array(column, np.int32) for column in (found.kinds, found.begins, found.to))
    return Choices(ends, kinds, begins, to, np.array(found.chances), int(ends[:, 1].max()))


def best_shot(terms: Terms) -> tuple[list[float], float, float] | None:
    """The chance of every amount of damage, the mean, the chance to incapacitate."""
    t = best_terms(terms)
    found = attack_choices(t.attacks, t.skill, t.rules, t.cover, t.free)
    if found is None:
        return None
    out = np.zeros(found.before + t.attacks * max(t.normal, t.critical) + 1)
    mean, kill = kernels.best_shot(
        *found[:5], save_chances(), *ways_left(size_for(t.attacks)), out, t.normal, t.critical, t.defence, t.save,
        t.invulnerable, t.wounds,
    )  # fmt: skip
    return out.tolist(), mean, kill
