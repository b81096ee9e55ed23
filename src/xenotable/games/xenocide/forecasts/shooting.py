"""Odds at the asks of shooting, overwatch and bombing: what fire does to each target that can be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Forecast, is_legal
from xenotable.games.xenocide.content import Arm, Weapon
from xenotable.games.xenocide.forecasts.buildings import escapes, of_bombardment, of_dice
from xenotable.games.xenocide.forecasts.fire import forecast_of, of_fire
from xenotable.games.xenocide.forecasts.suppression import of_suppression
from xenotable.games.xenocide.rules.flight.flyers import bomb_odds, fall_of
from xenotable.games.xenocide.rules.overwatch import moment_odds
from xenotable.games.xenocide.rules.shooting.choices import directed_odds, focus_odds
from xenotable.games.xenocide.rules.shooting.sequence import target_odds
from xenotable.games.xenocide.rules.shooting.targeting import Where, carriers, target_refusals, targets
from xenotable.games.xenocide.rules.titans.shooting import best_odds
from xenotable.games.xenocide.rules.titans.weapons import line_at
from xenotable.games.xenocide.rules.transport.weapon_systems import systems
from xenotable.games.xenocide.scenes import Directed
from xenotable.games.xenocide.state import Xenocide


@target_odds.fill
def of_target(game: Xenocide, unit: str, w: Weapon, target: str | None) -> list[Forecast] | None:
    if target is None:
        return None
    if target in game.sections:
        return [of_bombardment(game, unit, w, target), *escapes(game, target)]
    shaken = of_suppression(game, unit, w, target)
    return [of_fire(game, unit, w, target), *([shaken] if shaken is not None else [])]


@focus_odds.fill
def of_focus(game: Xenocide, unit: str, w: Weapon, target: str, steps: int, where: Where | None) -> Forecast:
    if target in game.sections:
        return of_bombardment(game, unit, w, target, steps)
    return of_fire(game, unit, w, target, steps, where=where)


@directed_odds.fill
def of_directed_fire(
    game: Xenocide, unit: str, fired: Sequence[Weapon], target: str, where: Where | None, directed: Directed
) -> list[Forecast]:
    return [of_fire(game, unit, w, target, 0, directed, where) for w in fired if not w.aoe]


@best_odds.fill
def of_titan_weapon(game: Xenocide, unit: str, arm: Arm, power: int | None) -> list[Forecast] | None:
    """What a line does to each target that it reaches."""
    w = None if power is None else line_at(arm, power)
    if w is None:
        return None
    return [of_fire(game, unit, w, t) for t in targets(game, unit, w)]


@moment_odds.fill
def of_moment(game: Xenocide, shooter: str, mover: str, where: Where) -> list[Forecast]:
    """What each weapon system would do from one moment of the way."""
    here = {m: at for m, at in where.items() if m in game.models}
    able = [w for w in systems(game, shooter) if is_legal(target_refusals(game, shooter, w, mover, here, direct=True))]
    return [of_fire(game, shooter, w, mover, where=here) for w in able]


@bomb_odds.fill
def of_bombs(game: Xenocide, unit: str, bombs: Sequence[Weapon], target: str, by: Sequence[str]) -> list[Forecast]:
    guns = {w.id: [m for m in carriers(game, unit, w) if m in by] for w in bombs}
    if target in game.sections:
        return [of_dice(game, w, target, [(w.strength, w.shots * len(guns[w.id]))]) for w in bombs if guns[w.id]]
    return [forecast_of(game, w, target, [fall_of(game, unit, w, target, guns[w.id])[1]]) for w in bombs if guns[w.id]]
