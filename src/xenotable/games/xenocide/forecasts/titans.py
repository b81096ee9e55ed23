"""Exact odds of fire at titans and of close assault with them: the very steps of live hits, over all dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from xenotable.engine import Forecast, Row
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.forecasts import blows
from xenotable.games.xenocide.forecasts.losses import hit_counts, whole
from xenotable.games.xenocide.rules.assault import casualties, morale, titan_hits
from xenotable.games.xenocide.rules.assault import dice as assault_dice
from xenotable.games.xenocide.rules.play.models import is_titan
from xenotable.games.xenocide.rules.play.units import strength
from xenotable.games.xenocide.rules.shooting.hits import effective
from xenotable.games.xenocide.rules.suppression import nerves, passes
from xenotable.games.xenocide.rules.titans.frame import frame
from xenotable.games.xenocide.rules.titans.hits import BLOW, HIT, Blow, Hull, hit_of, hull_of
from xenotable.games.xenocide.scenes import Volley
from xenotable.games.xenocide.state import Xenocide
from xenotable.odds import Odds, Steps, distribution, sums

Hulls = dict[Hull, float]
T = TypeVar("T", bound=Row)


def wear_titans(steps: Steps[T, Hull], terms: T, here: Hulls, exact: bool = False) -> Hulls:
    """One more hit on every titan that there could be."""
    after: Hulls = {}
    for hull, p in here.items():
        ends: Mapping[Hull, float] = {hull: 1} if hull.gone else distribution(steps, terms, hull, exact=exact)
        for end, q in ends.items():
            left = replace(end, blocked=False)
            after[left] = after.get(left, 0) + p * q
    return after


def by_hits(hits: Mapping[int, float], here: Hulls, hit: Callable[[Hulls], Hulls]) -> Hulls:
    """So many hits, each number with its probability."""
    found: Hulls = {}
    for n in range(max(hits) + 1):
        if n:
            here = hit(here)
        for hull, p in here.items():
            found[hull] = found.get(hull, 0) + p * hits.get(n, 0)
    return {hull: p for hull, p in found.items() if p}


def levels_lost(start: Hull, end: Hull) -> int:
    """Core levels; the destruction counts as one more."""
    return start.core - end.core + end.gone


# ---- fire ------------------------------------------------------------------------------------------------------------


def after_fire(game: Xenocide, unit: str, fired: Sequence[Volley], exact: bool = False) -> Hulls:
    """What a titan may be after some volleys; crippling hits take the system that is preselected."""
    here: Hulls = {hull_of(game, unit): whole(exact)}
    for v in fired:
        hits: dict[int, float] = {}
        for counts, p in hit_counts(v, whole(exact)).items():
            hits[sum(counts)] = hits.get(sum(counts), 0) + p
        terms = hit_of(frame(game, unit), v, v.pools[0])
        here = by_hits(hits, here, partial(wear_titans, HIT.compiled(), terms, exact=exact))
    return here


def of_fire(game: Xenocide, w: Weapon, unit: str, fired: Sequence[Volley], exact: bool = False) -> Forecast:
    """The core levels that a weapon system takes from a titan."""
    start, ends = hull_of(game, unit), after_fire(game, unit, fired, exact)
    notes = [f"{v.dice} dice, accuracy {effective(v)[0]}, strength {v.strength}" for v in fired]
    notes += [f"cover {v.pools[0].cover}" for v in fired[:1] if v.pools[0].cover]
    return forecast(f"{w.name} at {game.name(unit)}", "shooting.sequence", start, ends, notes)


def forecast(
    title: str, rule_id: str, start: Hull, ends: Hulls, notes: Sequence[str], more: Sequence[tuple[str, float]] = ()
) -> Forecast:
    levels = Odds.of(ends, lambda end: levels_lost(start, end))
    gone = sum(p for end, p in ends.items() if end.gone)
    chances = [("loses a core level", levels.at_least(1)), ("destroyed", gone), *more]
    if start.layers:
        chances.append(("loses a layer", sum(p for end, p in ends.items() if end.layers < start.layers)))
        notes = [*notes, f"{start.layers} deflector layers"]
    return levels.forecast(title, "core levels", rule_id, chances, notes)


# ---- close assault ---------------------------------------------------------------------------------------------------


class Fate(msgspec.Struct, frozen=True):
    """What a strike leaves of a unit, as far as tests look at it."""

    lost: int  # models, or core levels
    fallen: int  # casualties by weight
    gone: bool
    halved: bool
    weight: int  # what is left


Fates = dict[Fate, float]


def hulls_after(game: Xenocide, unit: str, t: str, dice: int, guard: int, defending: bool) -> Hulls:
    """A titan after the blows of a unit."""
    from xenotable.games.xenocide.kernels import uncancelled_odds

    (level,) = assault_dice.levels_of(game, t, defending).values()
    cutter, shatter = blows.flags(game, unit, dice)
    hits: dict[int, float] = {}
    for (sixes,), p in uncancelled_odds(dice, guard, (6,)).items():
        n = len(titan_hits.hits_on({(6, cutter, shatter): sixes}, level))
        hits[n] = hits.get(n, 0.0) + p
    return by_hits(hits, {hull_of(game, t): 1.0}, partial(wear_titans, BLOW.compiled(), Blow(shatter)))


def titan_fates(game: Xenocide, t: str, ends: Hulls) -> Fates:
    start, full, heavy = hull_of(game, t), frame(game, t).core, morale.side_weight(game, [t])
    found: Fates = {}
    for end, p in ends.items():
        n = levels_lost(start, end)
        fate = Fate(n, n, end.gone, end.core * 2 < full, heavy)
        found[fate] = found.get(fate, 0.0) + p
    return found


def troop_fates(game: Xenocide, unit: str, t: str, dice: int, guard: int, defending: bool) -> Fates:
    """Ordinary models after the blows of a unit."""
    b = blows.blows(game, unit, t, dice, guard, defending)
    size, all_, heavy = len(game.units[t].models), strength(game, t), morale.side_weight(game, [t])
    found: Fates = {}
    for dead, p in blows.casualties(b).items():
        n = sum(dead)
        fell = sum(casualties.weight(game.kinds[r.kind]) * k for r, k in zip(b.ranks, dead, strict=True))
        fate = Fate(n, fell, n >= size, (all_ - n) * 2 < game.units[t].start, heavy - fell)
        found[fate] = found.get(fate, 0.0) + p
    return found


def breaks(game: Xenocide, unit: str, mine: Fates, theirs: Fates, round_: int) -> float:
    """The chance that a unit is still there after a round against somebody, and fails its test."""
    dice, shelter, total = sums(nerves(game, unit), highest=2), morale.cover_modifier(game, unit), 0.0
    memo: dict[int, float] = {}
    for own, p in mine.items():
        for other, q in theirs.items():
            if own.gone or other.gone:
                continue
            fallen = game.units[unit].fallen + own.fallen
            n = morale.nerve_target(fallen, int(own.halved), own.weight, other.weight, round_, shelter)
            if n not in memo:
                memo[n] = sum(x for total_, x in dice.chances.items() if not passes(total_, n))
            total += p * q * memo[n]
    return total


def round_of(
    game: Xenocide, a: str, d: str, dice: tuple[int, int], guard: tuple[int, int], round_: int
) -> list[Forecast]:
    """What an attacker and a defender, one of them a titan, do to each other in a round."""
    found = []
    hulls = {d: hulls_after(game, a, d, dice[0], guard[1], True)} if is_titan(game, d) else {}
    if is_titan(game, a):
        hulls[a] = hulls_after(game, d, a, dice[1], guard[0], False)
    fates = {
        d: titan_fates(game, d, hulls[d]) if d in hulls else troop_fates(game, a, d, dice[0], guard[1], True),
        a: titan_fates(game, a, hulls[a]) if a in hulls else troop_fates(game, d, a, dice[1], guard[0], False),
    }
    for unit, t, n, against in ((a, d, dice[0], guard[1]), (d, a, dice[1], guard[0])):
        title, notes = f"{game.name(unit)} strikes {game.name(t)}", [f"{n} dice against {against} on defence"]
        broken = ("breaks", breaks(game, t, fates[t], fates[unit], round_))
        if t in hulls:
            found.append(forecast(title, "assault.attack-roll", hull_of(game, t), hulls[t], notes, [broken]))
            continue
        fall = Odds.of(fates[t], lambda fate: fate.lost)
        gone = sum(p for fate, p in fates[t].items() if fate.gone)
        chances = [("loses a model", fall.at_least(1)), ("wiped out", gone), broken]
        found.append(fall.forecast(title, "models", "assault.attack-roll", chances, notes))
    return found
