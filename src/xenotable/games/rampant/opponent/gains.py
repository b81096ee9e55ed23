"""What a shot or a fight brings the computer opponent, in points of units."""

from __future__ import annotations

from xenotable.engine import allowed
from xenotable.games.rampant.forecasts.chances import aftermath_chances, contest, mean_loss
from xenotable.games.rampant.opponent.siege import siege_gain
from xenotable.games.rampant.opponent.target_value import menace
from xenotable.games.rampant.opponent.worth import (
    EVICTION,
    FIREFIGHT,
    ROOF,
    WORN,
    holds,
    might,
    tempo,
    vow_by_fire,
    vow_by_steel,
    worth,
)
from xenotable.games.rampant.rules.attacking.targets import attack_refusals, attack_targets, attacker_refusals
from xenotable.games.rampant.rules.attacking.values import attack_blow, building_blow
from xenotable.games.rampant.rules.firefight import firefight_refusals
from xenotable.games.rampant.rules.play.conventions import centre
from xenotable.games.rampant.rules.play.dice import Blow, Wound
from xenotable.games.rampant.rules.scenarios.scoring import relay
from xenotable.games.rampant.rules.shooting.dice import shock_of, volley
from xenotable.games.rampant.rules.shooting.sequence import legal_targets
from xenotable.games.rampant.rules.terrain.fighting import rough_sides
from xenotable.games.rampant.rules.variants.rear_hits import from_behind
from xenotable.games.rampant.scenes import Shock
from xenotable.games.rampant.state import Rampant, garrison


def harm(game: Rampant, uid: str, blow: Blow, shock: Shock, any_hit: bool) -> float:
    """The points that a blow is expected to take from a unit's side."""
    dead, rout, shaken = aftermath_chances(game, uid, blow, shock, any_hit)
    gone = dead + rout
    late = tempo(game)
    lost = mean_loss(blow) / max(1, game.units[uid].strength) * WORN * (1.0 - gone) * late
    stopped = 0.0 if game.units[uid].suppressed else shaken * might(game, uid) * (1.0 if holds(game, uid) else late)
    return worth(game, uid) * min(1.0, gone + lost) + stopped + late * (gone + shaken) * menace(game, uid)


def shot_gain(game: Rampant, uid: str, target: str, way: str = "shoot") -> float:
    """What a Shoot is expected to bring, minus what the answer may cost."""
    blow = volley(game, uid, target, way)
    if target in game.buildings:
        return demolition(game, uid, target, blow)
    gain = harm(game, target, blow, shock_of(game, target, uid, Wound()), True)
    gain += vow_by_fire(game, uid, target, blow, way)
    if allowed(firefight_refusals(game, target, uid)):
        back = volley(game, target, uid, "firefight")
        gain -= FIREFIGHT * harm(game, uid, back, shock_of(game, uid, target, Wound()), True)
    return gain


def attack_gain(game: Rampant, uid: str, target: str) -> float:
    """What an Attack is expected to bring, minus what it may cost; the loser's retreat counts a little."""
    if target in game.buildings:
        return demolition(game, uid, target, building_blow(game, uid, target)) - 0.4
    ground = rough_sides(game, uid, target, False)
    mine = attack_blow(game, uid, target, True, ground, False, rear=from_behind(game, uid, target))
    theirs = attack_blow(game, target, uid, False, ground, False)
    there = Shock(target, "attack", by=uid, source=True, x=centre(game, uid)[0], y=centre(game, uid)[1])
    here = Shock(uid, "attack", by=target, source=True, x=centre(game, target)[0], y=centre(game, target)[1])
    win, _, lose = contest(mine, theirs)
    house = game.units[target].inside
    ousted = EVICTION / len(garrison(game, house)) if house and house == relay(game) else 0.0
    gain = harm(game, target, mine, there, False) - harm(game, uid, theirs, here, False)
    return gain + 0.5 * (win - lose) + ousted * win + vow_by_steel(game, uid, mine, win)


def demolition(game: Rampant, uid: str, building: str, blow: Blow) -> float:
    """What a blow at a building is expected to bring."""
    if game.buildings[building].kind == "generator":
        return siege_gain(game, uid, building, blow)
    return mean_loss(blow) / game.buildings[building].start * prize_of(game, uid, building)


def prize_of(game: Rampant, uid: str, building: str) -> float:
    """What it is worth to bring a building down: the relay over the heads of its garrison. One that has been hit is
    worth more fire than a whole one, because only a fallen one counts."""
    row = game.buildings[building]
    cracked = 2.0 - row.strength / row.start
    if building != relay(game):
        return 0.2
    held = [u for u in garrison(game, building) if game.units[u].seat != game.units[uid].seat]
    return ROOF * len(held) * cracked


def best_shot(game: Rampant, uid: str, way: str = "shoot") -> tuple[str, float]:
    """The best legal target and its gain; nothing and 0 where there is none."""
    gains = [(shot_gain(game, uid, t, way), t) for t in legal_targets(game, uid, way)]
    gain, target = max(gains, default=(0.0, ""))
    return target, gain


def best_attack(game: Rampant, uid: str) -> tuple[str, float]:
    if not allowed(attacker_refusals(game, uid)):
        return "", 0.0
    found = [
        (attack_gain(game, uid, t), t) for t in attack_targets(game, uid) if allowed(attack_refusals(game, uid, t))
    ]
    gain, target = max(found, default=(0.0, ""))
    return target, gain
