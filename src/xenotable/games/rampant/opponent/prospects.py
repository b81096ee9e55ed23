"""What a unit may still do in the turns to come, from wherever it stands.

An order is judged one step ahead, so that step must know what a place is good for: a shot at extreme range every turn
brings less than a march and good shots afterwards. Here stands what a place promises until the end of the battle.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from xenotable.engine.citing import memoize
from xenotable.games.rampant.forecasts.chances import chances, ends_of, order_chance
from xenotable.games.rampant.opponent.generators import (
    FALLEN,
    shooting_at,
    siege,
    siege_gain,
    standing_generators,
    striking_at,
)
from xenotable.games.rampant.opponent.target_value import Fighter, Line, battle_line, fighter
from xenotable.games.rampant.opponent.worth import FIREFIGHT, WORN
from xenotable.games.rampant.rules.activation.order_tests import modifiers
from xenotable.games.rampant.rules.courage.courage_test import CourageTest
from xenotable.games.rampant.rules.moving.allowance import allowance
from xenotable.games.rampant.rules.play.conventions import centre
from xenotable.games.rampant.rules.play.dice import Blow
from xenotable.games.rampant.rules.roster.numbers import free_action
from xenotable.games.rampant.rules.scenarios.scoring import last_round
from xenotable.games.rampant.rules.shooting.armour import wears_plate
from xenotable.games.rampant.state import Profile, Rampant

Point = tuple[float, float]
OVERTIME = 0.75  # how many rounds the battle goes on beyond the number that the scenario names, on average
FAITH = 0.7  # how much of what a unit could do in later turns it really does: it may be hit, or its turn may not come
HIDDEN = 12.0  # inches from which those who hide can be aimed at


class Prospect(NamedTuple):
    """Something that a unit could do turn after turn: where, from how far, what a turn of it and all of it brings."""

    at: Point
    reach: float
    rate: float
    most: float


@memoize(8192)
def outcome(dice: int, need: int, armour: int, have: int, start: int, courage: int) -> tuple[float, float, float]:
    """Of a blow in the open: the chance that the unit is gone, the share of its Strength Points that it loses
    otherwise, and the chance that it is Suppressed."""
    gone = lost = shaken = 0.0
    for wound, p in ends_of(Blow("shoot", dice, need, armour, have)):
        if wound.lost >= have:
            gone += p
            continue
        lost += p * wound.lost / have
        if wound.hits:
            _, s, r = chances(CourageTest(2 if (have - wound.lost) * 2 > start else 1, -wound.lost, courage))
            shaken += p * s
            gone += p * r
    return gone, lost, shaken


def damage(unit: Fighter, dice: int, need: int, armour: int) -> float:
    """The points that a blow costs the side of a unit."""
    if not need:
        return 0.0
    courage = -99 if "machine" in unit.what.has else unit.what.courage
    gone, lost, shaken = outcome(dice, need, armour, unit.strength, unit.what.strength, courage)
    return unit.worth * min(1.0, gone + WORN * lost) + shaken * unit.stopped


def reduced_armour(mine: Profile, theirs: Profile, reducing: str) -> int:
    armour = theirs.armour
    return max(1, armour // 2) if wears_plate(theirs) and reducing in mine.has else armour


def obedience(game: Rampant, unit: str, action: str) -> float:
    if free_action(game, unit, action):
        return 1.0
    return order_chance(getattr(game.profile[unit], action), modifiers(game, unit, action))


@memoize(16384)
def ways_to_strike(unit: Fighter, foe: Fighter, shoots: float, strikes: float) -> Sequence[tuple[float, float]]:
    """What a unit could do to an enemy, by fire and by blows: from how far, and what a turn of it brings. shoots,
    strikes: how often it obeys; 0 where it does not do such things."""
    mine, theirs, dice, back = unit.what, foe.what, unit.dice, foe.dice
    apart, found = mine.radius + theirs.radius, []
    if shoots:
        hides = not theirs.has.isdisjoint(("elusive", "cloaked"))
        armour = reduced_armour(mine, theirs, "anti-vehicle")
        for reach, plus in ((float(mine.shoot_range), 0), (99.0, 1)):
            if plus and (mine.shoot_range <= 12 or hides):
                continue
            reach = min(reach, HIDDEN) if hides else reach
            gain = damage(foe, dice, mine.shoot_value, armour + plus)
            if "firefight" in theirs.has and theirs.shoot_range >= min(reach, 24.0):
                gain -= FIREFIGHT * damage(unit, back, theirs.shoot_value, mine.armour + plus)
            found.append((reach + apart - 0.5, shoots * gain))
    if strikes and not ("flying" in theirs.has and "flying" not in mine.has):
        gain = damage(foe, dice, mine.attack_value, reduced_armour(mine, theirs, "breaching"))
        gain = gain - damage(unit, back, theirs.defence_value, mine.armour) + foe.ousting
        found.append((mine.max_move + apart - 0.5, strikes * gain))
    return [(reach, rate) for reach, rate in found if rate > 0.0]


def siege_prospects(game: Rampant, unit: str, shoots: float, strikes: float) -> tuple[Prospect, ...]:
    """What a unit could do to each generator."""
    mine, seat = game.profile[unit], game.units[unit].seat
    if seat != game.now.attacker:
        return ()
    found, plan = [], siege(game, seat)
    for b in standing_generators(game):
        shot, strike = shooting_at(game, unit, b), striking_at(game, unit, b)
        if shot is not None:
            gain = siege_gain(game, unit, b, shot, plan)
            found.append(Prospect(centre(game, b), mine.shoot_range + mine.radius + 0.5, shoots * gain, FALLEN))
        if strike is not None:
            gain = siege_gain(game, unit, b, strike, plan)
            found.append(Prospect(centre(game, b), mine.max_move + mine.radius + 0.5, strikes * gain, FALLEN))
    return tuple([h for h in found if h.rate > 0.0])


def prospects_of(game: Rampant, unit: str) -> Prospects:
    """What a unit could do to each enemy, by fire and by blows, and to each generator."""
    mine, seat = game.profile[unit], game.units[unit].seat
    fights = mine.attack and mine.attack_value and mine.has.isdisjoint(("no-assault", "rooted"))
    shoots = obedience(game, unit, "shoot") if mine.shoot_value else 0.0
    strikes = obedience(game, unit, "attack") if fights else 0.0
    foes, besides = battle_line(game, 1 - seat), siege_prospects(game, unit, shoots, strikes)
    turns, pace = last_round(game) - game.now.round + OVERTIME, max(1.0, allowance(game, unit))
    return prospects_against(fighter(game, unit), foes, shoots, strikes, besides, turns, pace)


@memoize(1024)
def prospects_against(
    unit: Fighter, foes: Line, shoots: float, strikes: float, besides: Sequence[Prospect], turns: float, pace: float
) -> Prospects:
    found = [
        Prospect(foe.at, reach, rate, max(1.0, foe.fighter.worth))
        for foe in foes.units
        for reach, rate in ways_to_strike(unit, foe.fighter, shoots, strikes)
    ]
    return Prospects([*found, *besides], turns, pace)


class Prospects:
    """What a unit hopes for, and how many turns it has left for it after this one."""

    def __init__(self, hopes: Sequence[Prospect], turns: float, pace: float) -> None:
        self.turns, self.pace = turns, pace
        self.hopes = sorted(hopes, key=lambda h: min(h.most, h.rate * turns), reverse=True)[:8]
        self.best = sorted(((self.value(h, h.at), h) for h in self.hopes), reverse=True)  # from where it is at hand

    def judged_by(self) -> tuple[object, ...]:
        """All that promises follow from."""
        return self.turns, self.pace, *self.best

    def value(self, hope: Prospect, p: Point) -> float:
        """What a hope is worth from a place: as often as there are turns left when the way has been gone."""
        at, reach, rate, most = hope
        left, turns = math.dist(p, at) - reach, self.turns
        if left > 0.0:
            way = left / self.pace
            turns -= 0.5 * (way + math.ceil(way))
        return most * (1.0 - math.exp(-FAITH * rate * turns / most)) if turns > 0.0 else 0.0

    def promise(self, p: Point) -> float:
        """What the best of it brings."""
        found = 0.0
        for most, hope in self.best:
            if found >= most:
                break
            value = self.value(hope, p)
            if value > found:
                found = value
        return found

    def leading(self, p: Point) -> Prospect | None:
        """What the unit goes for, seen from a place."""
        return max(self.hopes, key=lambda hope: self.value(hope, p), default=None)
