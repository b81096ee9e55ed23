"""Whom the computer opponent hunts: what a unit could do to each enemy, in round figures.

Exact odds are for what is done now; for the way of the next turns the profiles are enough, and a hundred times quicker.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, dist
from typing import NamedTuple

from xenotable.games.rampant.opponent.position_cache import once
from xenotable.games.rampant.opponent.worth import EVICTION, worth
from xenotable.games.rampant.rules.play.conventions import above_half, centre
from xenotable.games.rampant.rules.scenarios.scoring import relay
from xenotable.games.rampant.rules.shooting.armour import is_plated
from xenotable.games.rampant.rules.specials.charging import wild
from xenotable.games.rampant.state import Rampant, fielded_units, garrison

WEAKENED = 1.2  # what Courage adds to losses
CHARGES = 0.8  # how likely a unit charges that must
ORDERED = 0.35  # how likely a unit is ordered to attack just this enemy, and obeys


class TargetValue(NamedTuple):
    """An enemy, what shooting at it and what attacking it would bring."""

    foe: str
    shot: float
    fight: float

    @property
    def best(self) -> float:
        return max(self.shot, self.fight)


@lru_cache(4096)
def mean_strength_lost(dice: int, need: int, armour: int) -> float:
    """The mean number of Strength Points that so many dice take."""
    p = (7 - need) / 6.0
    return sum(comb(dice, k) * p**k * (1.0 - p) ** (dice - k) * (k // armour) for k in range(armour, dice + 1))


def expected_damage(game: Rampant, unit: str, foe: str, need: int, halves: str) -> float:
    """The share of what a unit is worth that another would take from it, hitting on `need`."""
    if not need:
        return 0.0
    armour = game.profile[foe].armour
    if halves in game.profile[unit].has and is_plated(game, foe):
        armour = max(1, armour // 2)
    lost = mean_strength_lost(10 if above_half(game, unit) else 5, need, armour)
    return worth(game, foe) * min(1.0, WEAKENED * lost / max(1, game.units[foe].strength))


@once
def target_value(game: Rampant, unit: str, foe: str) -> TargetValue:
    mine, theirs = game.profile[unit], game.profile[foe]
    shot = expected_damage(game, unit, foe, mine.shoot_value, "anti-vehicle")
    fights = mine.attack and mine.attack_value and mine.has.isdisjoint(("no-assault", "rooted"))
    if not fights or ("flying" in theirs.has and "flying" not in mine.has):
        return TargetValue(foe, shot, 0.0)
    won = expected_damage(game, unit, foe, mine.attack_value, "breaching")
    house = game.units[foe].inside
    if house and house == relay(game):
        won += 0.4 * EVICTION / len(garrison(game, house))
    return TargetValue(foe, shot, won - expected_damage(game, foe, unit, theirs.defence_value, "breaching"))


def target_values(game: Rampant, unit: str) -> list[TargetValue]:
    return [target_value(game, unit, foe) for foe in fielded_units(game, 1 - game.units[unit].seat)]


@once
def attack_threat(game: Rampant, unit: str) -> float:
    """What a unit is likely to cost the other side by an attack in its next turn."""
    row, what = game.units[unit], game.profile[unit]
    if row.where != "table" or row.suppressed or not what.attack or not what.attack_value:
        return 0.0
    if not what.has.isdisjoint(("no-assault", "rooted")):
        return 0.0
    at, reach = (row.x, row.y), what.max_move + what.radius
    near = [f for f in fielded_units(game, 1 - row.seat) if dist(at, centre(game, f)) <= reach + game.profile[f].radius]
    best = max((target_value(game, unit, f).fight for f in near), default=0.0)
    return max(0.0, best) * (CHARGES if wild(game, unit) else ORDERED)
