"""What a shot or a fight brings the computer opponent, in points of units."""

from __future__ import annotations

from xenotable.engine import is_legal
from xenotable.games.rampant.forecasts.chances import contest, fates_by_test, mean_loss
from xenotable.games.rampant.opponent.generators import siege_gain
from xenotable.games.rampant.opponent.position_cache import once
from xenotable.games.rampant.opponent.target_value import attack_threat
from xenotable.games.rampant.opponent.worth import (
    EVICTION,
    FIREFIGHT,
    ROOF,
    WORN,
    holds,
    suppression_value,
    tempo,
    vow_by_fire,
    vow_by_steel,
    worth,
)
from xenotable.games.rampant.rules.attacking.targets import attack_refusals, attacker_refusals
from xenotable.games.rampant.rules.attacking.values import attack_blow, building_blow
from xenotable.games.rampant.rules.courage.courage_test import courage_test_for
from xenotable.games.rampant.rules.firefight import firefight_refusals
from xenotable.games.rampant.rules.play.conventions import centre
from xenotable.games.rampant.rules.play.dice import Blow, Wound
from xenotable.games.rampant.rules.scenarios.scoring import relay
from xenotable.games.rampant.rules.shooting.dice import shock_of, volley
from xenotable.games.rampant.rules.shooting.sequence import legal_targets
from xenotable.games.rampant.rules.shooting.targets import targets
from xenotable.games.rampant.rules.terrain.fighting import rough_sides
from xenotable.games.rampant.rules.variants.rear_hits import from_behind
from xenotable.games.rampant.scenes import Shock
from xenotable.games.rampant.state import Rampant, garrison

courage_now, volley_now = once(courage_test_for), once(volley)


@once
def shots(game: Rampant, unit: str, way: str) -> list[str]:
    """Whom a unit may shoot at."""
    return list(legal_targets(game, unit, way))


def harm(game: Rampant, unit: str, blow: Blow, shock: Shock, any_hit: bool) -> float:
    """The points that a blow is expected to take from a unit's side."""
    dead, rout, shaken, *_ = fates_by_test(game, unit, blow, courage_now(game, shock), any_hit)
    gone = dead + rout
    late = tempo(game)
    lost = mean_loss(blow) / max(1, game.units[unit].strength) * WORN * (1.0 - gone) * late
    stopped = (
        0.0
        if game.units[unit].suppressed
        else shaken * suppression_value(game, unit) * (1.0 if holds(game, unit) else late)
    )
    return worth(game, unit) * min(1.0, gone + lost) + stopped + late * (gone + shaken) * attack_threat(game, unit)


def shot_gain(game: Rampant, unit: str, target: str, way: str = "shoot") -> float:
    """What a Shoot is expected to bring, minus what the answer may cost."""
    blow = volley_now(game, unit, target, way)
    if target in game.buildings:
        return demolition(game, unit, target, blow)
    gain = harm(game, target, blow, shock_of(game, target, unit, Wound()), True)
    gain += vow_by_fire(game, unit, target, blow, way)
    if is_legal(firefight_refusals(game, target, unit)):
        back = volley_now(game, target, unit, "firefight")
        gain -= FIREFIGHT * harm(game, unit, back, shock_of(game, unit, target, Wound()), True)
    return gain


def attack_gain(game: Rampant, unit: str, target: str) -> float:
    """What an Attack is expected to bring, minus what it may cost; the loser's retreat counts a little."""
    if target in game.buildings:
        return demolition(game, unit, target, building_blow(game, unit, target)) - 0.4
    ground = rough_sides(game, unit, target, False)
    mine = attack_blow(game, unit, target, True, ground, False, rear=from_behind(game, unit, target))
    theirs = attack_blow(game, target, unit, False, ground, False)
    there = Shock(target, "attack", by=unit, source=True, x=centre(game, unit)[0], y=centre(game, unit)[1])
    here = Shock(unit, "attack", by=target, source=True, x=centre(game, target)[0], y=centre(game, target)[1])
    win, _, lose = contest(mine, theirs)
    house = game.units[target].inside
    ousted = EVICTION / len(garrison(game, house)) if house and house == relay(game) else 0.0
    gain = harm(game, target, mine, there, False) - harm(game, unit, theirs, here, False)
    return gain + 0.5 * (win - lose) + ousted * win + vow_by_steel(game, unit, mine, win)


def demolition(game: Rampant, unit: str, building: str, blow: Blow) -> float:
    """What a blow at a building is expected to bring."""
    if game.buildings[building].kind == "generator":
        return siege_gain(game, unit, building, blow)
    return mean_loss(blow) / game.buildings[building].start * prize_of(game, unit, building)


def prize_of(game: Rampant, unit: str, building: str) -> float:
    """What it is worth to bring a building down: the relay over the heads of its garrison. One that has been hit is
    worth more fire than a whole one, because only a fallen one counts."""
    row = game.buildings[building]
    cracked = 2.0 - row.strength / row.start
    if building != relay(game):
        return 0.2
    held = [u for u in garrison(game, building) if game.units[u].seat != game.units[unit].seat]
    return ROOF * len(held) * cracked


def best_shot(game: Rampant, unit: str, way: str = "shoot") -> tuple[str, float]:
    """The best legal target and its gain; nothing and 0 where there is none."""
    return _best_shot(game, unit, way if way == "skirmish" else "shoot")  # who advances and fires shoots as ever


@once
def _best_shot(game: Rampant, unit: str, way: str) -> tuple[str, float]:
    gains = [(shot_gain(game, unit, t, way), t) for t in shots(game, unit, way)]
    gain, target = max(gains, default=(0.0, ""))
    return target, gain


@once
def best_attack(game: Rampant, unit: str) -> tuple[str, float]:
    """The same for an Attack. What it would bring is worked out sooner than whether a way leads there."""
    if is_legal(attacker_refusals(game, unit)):
        near = targets(game, unit, game.profile[unit].max_move)
        for gain, target in sorted([(attack_gain(game, unit, t), t) for t in near], reverse=True):
            if is_legal(attack_refusals(game, unit, target)):
                return target, gain
    return "", 0.0
