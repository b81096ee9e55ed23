"""What powers, bombardments and explosions are worth to the computer opponent."""

from __future__ import annotations

from xenotable.engine import is_legal
from xenotable.games.rampant.opponent.attack_value import best_attack, best_shot, harm
from xenotable.games.rampant.opponent.worth import WORN, suppression_value, worth
from xenotable.games.rampant.rules.play.conventions import centre, distance
from xenotable.games.rampant.rules.psychic.powers import power_refusals, power_targets
from xenotable.games.rampant.rules.shooting.bombardment import aim_refusals
from xenotable.games.rampant.rules.xeno.explosions import bomb_blow, units_near
from xenotable.games.rampant.scenes import Boom, Shock
from xenotable.games.rampant.state import Rampant, fielded_units
from xenotable.table import snap_point

Point = tuple[float, float]
GUIDED = 0.6  # what guided dice add to the gain of a shot or a fight
SHARES = {"barrier": 0.1, "veil": 0.05, "calm": 0.04, "leaden-limbs": 0.08}  # of a unit that is in danger
DEAR = 8.0  # no more than this is guarded: a gift lasts a turn, what vows make of a unit lies in the whole battle
IMPELLED = 0.03
BECKONED = 0.6
LOST = 0.35  # what an explosion takes from a unit, on the whole
CARE = 1.3  # own units count more than the enemy's


def threats(game: Rampant, unit: str) -> int:
    """The enemies that could shoot or attack this unit in their next turn."""
    found = 0
    for foe in fielded_units(game, 1 - game.units[unit].seat):
        what = game.profile[foe]
        reach = max(what.shoot_range if what.shoot_value else 0.0, what.max_move if what.attack_value else 0.0)
        found += not game.units[foe].suppressed and distance(game, unit, foe) <= reach
    return found


def power_value(game: Rampant, unit: str, power: str, target: str) -> float:
    """What a power would bring on this target."""
    row, what = game.units[target], game.profile[target]
    if any(s.power == power for s in row.spells):
        return 0.0
    if power in SHARES:
        return SHARES[power] * min(DEAR, worth(game, target)) * min(2, threats(game, target)) / 2.0
    if power == "dread-vision":
        return suppression_value(game, target)
    if power in ("mend-flesh", "mend-machine"):
        return WORN * worth(game, target) / what.strength
    if power in ("guide-the-shot", "guide-the-blade", "impel"):
        if row.activated or target == unit or row.suppressed:
            return 0.0
        if power == "impel":
            return IMPELLED * worth(game, target)
        gain = best_shot(game, target)[1] if power == "guide-the-shot" else best_attack(game, target)[1]
        return GUIDED * max(0.0, gain)
    if power == "unravel":
        return 0.1 * len(row.spells) if row.seat != game.units[unit].seat else 0.0
    return BECKONED * worth(game, target) if power == "beckon" else 0.0


def power_gain(game: Rampant, unit: str, power: str) -> tuple[str, float]:
    """The best target of a power and what it is worth."""
    legal = [t for t in power_targets(game, unit, power) if is_legal(power_refusals(game, unit, power, t))]
    gain, target = max(((power_value(game, unit, power, t), t) for t in legal), default=(0.0, ""))
    return target, gain


# ---- bombardments and explosions -------------------------------------------------------------------------------------


def bomb_gain(game: Rampant, unit: str, at: Point) -> float:
    """What a bombardment of this point is expected to bring, own losses taken off."""
    seat, boom, total = game.units[unit].seat, Boom(unit, at[0], at[1], 10, True), 0.0
    for id in units_near(game, at, 0.0, 3.0):
        if id in game.units:
            shock = Shock(id, "bomb", source=True, x=at[0], y=at[1])
            hurt = harm(game, id, bomb_blow(game, boom, id), shock, True)
            total += hurt if game.units[id].seat != seat else -CARE * hurt
    return total


def best_bomb(game: Rampant, unit: str) -> tuple[Point | None, float]:
    """The enemy on whose head a bombardment would bring most."""
    spots = [snap_point(centre(game, t)) for t in fielded_units(game, 1 - game.units[unit].seat)]
    legal = [(bomb_gain(game, unit, p), p) for p in spots if is_legal(aim_refusals(game, unit, p))]
    gain, at = max(legal, default=(0.0, None))
    return at, gain


def detonation_gain(game: Rampant, unit: str) -> float:
    near = [u for u in game.units if u != unit and game.units[u].where == "table" and distance(game, unit, u) <= 6.0]
    seat = game.units[unit].seat
    shift = sum(LOST * worth(game, u) * (1 if game.units[u].seat != seat else -1) for u in near)
    return shift - worth(game, unit)
