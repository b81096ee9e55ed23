"""The odds of an attack, and of the best that may come back (rule `play.odds-preview`)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from xenotable.engine import Chance, Forecast, cite
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.actions import carrying_out
from xenotable.games.xcx.rules.charging import strikes
from xenotable.games.xcx.rules.engaged.free_attacks import free_attackers, free_options
from xenotable.games.xcx.rules.modifiers.tables import aim
from xenotable.games.xcx.rules.modifiers.values import FREE_MELEE, MELEE
from xenotable.games.xcx.rules.shooting import attack
from xenotable.games.xcx.rules.shooting.attack import ATTACK, terms_of
from xenotable.games.xcx.rules.shooting.shots import shots
from xenotable.games.xcx.rules.shooting.terms import Shot, Terms
from xenotable.games.xcx.state import CIVIL, Xcx
from xenotable.odds import Odds, chance, distribution
from xenotable.odds.stages import Stages

Forecasts = list[Forecast]
_STEPS = ATTACK.compiled()
SHOTS = Stages(
    _STEPS, "armour", Shot(),
    first=("value", "dice", "scatter"), then=("value", "dice", "armour", "plus", "lost", "wounds", "shredding", "mind"),
)  # fmt: skip


def worth(found: Forecast) -> float:
    """To find the best of several: mean damage, or the chance to hit where nothing is damaged."""
    return found.mean if found.mean is not None else found.chances[0].p


@carrying_out.attack_odds.fill
def both_ways(game: Xcx, model: str, target: str, weapon: str, manner: str) -> Forecasts:
    """An attack, and the best that its target could do to the attacker from where both stand."""
    cite("play.odds-preview")
    return [attack_forecast(game, model, target, weapon, manner), *answer(game, model, target, manner)]


def answer(game: Xcx, model: str, target: str, manner: str) -> Forecasts:
    if game.models[target].side == CIVIL:
        return []
    close = manner in (MELEE, FREE_MELEE)
    if close:
        found = [attack_forecast(game, target, model, w, MELEE) for w, _ in strikes(game, target, (model,))]
    else:
        found = [attack_forecast(game, target, model, w, "fire") for w, t in shots(game, target, "fire") if t == model]
    best = max(found, key=worth, default=None)
    return [] if best is None else [replace(best, title=f"{game.name(target)} could answer. {best.title}")]


def best_attack(game: Xcx, model: str, manner: str) -> Forecasts:
    options = strikes(game, model, game.models[model].engaged) if manner == MELEE else shots(game, model, manner)
    found = [(attack_forecast(game, model, t, w, manner), t) for w, t in options]
    if not found:
        return []
    best, target = max(found, key=lambda f: worth(f[0]))
    return [replace(best, title=f"{game.name(target)}: {best.title}"), *answer(game, model, target, manner)]


def flight_odds(game: Xcx, model: str) -> Forecasts:
    """The best free attack of each enemy that gets one."""
    found = []
    for foe in free_attackers(game, model):
        options = [attack_forecast(game, foe, model, w, manner) for _, w, manner in free_options(game, foe, model)]
        if options:
            best = max(options, key=worth)
            found.append(replace(best, title=f"{game.name(foe)} strikes at it. {best.title}"))
    return found


@attack.attack_forecast.fill
def attack_forecast(game: Xcx, model: str, target: str, weapon: str, manner: str) -> Forecast:
    return of_attack(game, model, target, weapon, manner)


def of_attack(game: Xcx, model: str, target: str, weapon: str, manner: str, exact: bool = False) -> Forecast:
    """Exact odds of one attack, by the very steps that resolve it."""
    found = aim(game, model, target, weapon, manner)
    terms = terms_of(game, model, target, weapon, manner, found)
    return forecast_of(terms, f"{content.equipment_name(weapon)}: {found.words()}", exact)


def forecast_of(terms: Terms, title: str, exact: bool = False) -> Forecast:
    cite("play.odds-preview")
    ends = distribution(_STEPS, terms, Shot(), exact=True) if exact else dict(SHOTS.ends(terms))

    def of(label: str, holds: Callable[[Shot], bool]) -> Chance:
        return Chance.of(label, chance(ends, holds))

    chances = [of("hit", lambda s: s.hit)]
    if terms.scatter:
        chances.append(of("scatters", lambda s: s.scattered))
    if terms.mind:
        effects = Odds.of(ends, lambda s: s.effect)
        chances += [Chance.of(e, effects[e]) for e in ("panic", "disorientation", "control")]
        return Forecast(title, "skills.mindspin-table", chances=tuple(chances))
    lost = Odds.of(ends, lambda s: s.lost)
    chances += [of("damage", lambda s: s.hurt), of("kill", lambda s: s.lost >= terms.wounds)]
    found = lost.forecast(title, "Wounds", "play.odds-preview", label=lambda n: f"{n} Wounds")
    return replace(found, chances=tuple(chances))
