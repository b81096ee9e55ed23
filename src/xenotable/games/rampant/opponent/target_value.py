"""Whom the computer opponent hunts: what a unit could do to each enemy, in round figures.

Exact odds are for what is done now; for the way of the next turns the profiles are enough, and a hundred times quicker.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, dist

from xenotable.engine import Row
from xenotable.engine.citing import memoize
from xenotable.games.rampant.opponent.position_cache import once
from xenotable.games.rampant.opponent.worth import EVICTION, suppression_value, worth
from xenotable.games.rampant.rules.play.conventions import above_half, centre
from xenotable.games.rampant.rules.scenarios.scoring import relay
from xenotable.games.rampant.rules.shooting.armour import wears_plate
from xenotable.games.rampant.rules.specials.charging import wild
from xenotable.games.rampant.state import Profile, Rampant, fielded_units, garrison

WEAKENED = 1.2  # what Courage adds to losses
CHARGES = 0.8  # how likely a unit charges that must
ORDERED = 0.35  # how likely a unit is ordered to attack just this enemy, and obeys


@lru_cache(4096)
def mean_strength_lost(dice: int, need: int, armour: int) -> float:
    """The mean number of Strength Points that so many dice take."""
    p = (7 - need) / 6.0
    return sum(comb(dice, k) * p**k * (1.0 - p) ** (dice - k) * (k // armour) for k in range(armour, dice + 1))


class Fighter(Row, frozen=True, cache_hash=True):
    """What is left of a unit, and what it is worth; wherever it is."""

    what: Profile
    strength: int
    dice: int
    worth: float
    stopped: float  # what it is worth that it is Suppressed; nothing if it is already
    ousting: float  # what it is worth to drive it out of where it is


@once
def fighter(game: Rampant, unit: str) -> Fighter:
    row, house = game.units[unit], game.units[unit].inside
    stopped = 0.0 if row.suppressed else suppression_value(game, unit)
    ousting = 0.4 * EVICTION / len(garrison(game, house)) if house and house == relay(game) else 0.0
    dice = 10 if above_half(game, unit) else 5
    return Fighter(game.profile[unit], row.strength, dice, worth(game, unit), stopped, ousting)


class Standing(Row, frozen=True, cache_hash=True):
    """A unit on the table, and where it is."""

    unit: str
    at: tuple[float, float]
    fighter: Fighter


class Line(Row, frozen=True, cache_hash=True):
    """All of a side who stand on the table or in a building. What follows from it is kept as long as it is the same."""

    units: tuple[Standing, ...]


@once
def battle_line(game: Rampant, seat: int) -> Line:
    return Line(tuple([Standing(u, centre(game, u), fighter(game, u)) for u in fielded_units(game, seat)]))


def expected_damage(unit: Fighter, foe: Fighter, need: int, halves: str) -> float:
    """The share of what a unit is worth that another would take from it, hitting on `need`."""
    if not need:
        return 0.0
    armour = foe.what.armour
    if halves in unit.what.has and wears_plate(foe.what):
        armour = max(1, armour // 2)
    lost = mean_strength_lost(unit.dice, need, armour)
    return foe.worth * min(1.0, WEAKENED * lost / max(1, foe.strength))


@memoize(16384)
def exchange(unit: Fighter, foe: Fighter) -> tuple[float, float]:
    """What shooting at an enemy and what attacking it would bring."""
    mine, theirs = unit.what, foe.what
    shot = expected_damage(unit, foe, mine.shoot_value, "anti-vehicle")
    fights = mine.attack and mine.attack_value and mine.has.isdisjoint(("no-assault", "rooted"))
    if not fights or ("flying" in theirs.has and "flying" not in mine.has):
        return shot, 0.0
    won = expected_damage(unit, foe, mine.attack_value, "breaching") + foe.ousting
    return shot, won - expected_damage(foe, unit, theirs.defence_value, "breaching")


@once
def attack_threat(game: Rampant, unit: str) -> float:
    """What a unit is likely to cost the other side by an attack in its next turn."""
    row, what = game.units[unit], game.profile[unit]
    if row.where != "table" or row.suppressed or not what.attack or not what.attack_value:
        return 0.0
    if not what.has.isdisjoint(("no-assault", "rooted")):
        return 0.0
    at, reach, mine = (row.x, row.y), what.max_move + what.radius, fighter(game, unit)
    foes = battle_line(game, 1 - row.seat).units
    near = [foe.fighter for foe in foes if dist(at, foe.at) <= reach + foe.fighter.what.radius]
    best = max([exchange(mine, foe)[1] for foe in near], default=0.0)
    return max(0.0, best) * (CHARGES if wild(game, unit) else ORDERED)
