"""What a unit is worth to the computer opponent: its points, its strength, its vows, what it holds."""

from __future__ import annotations

import math
from collections.abc import Sequence

from xenotable.engine import rule
from xenotable.games.rampant.forecasts.chances import losses
from xenotable.games.rampant.opponent.position_cache import once
from xenotable.games.rampant.rules.play.conventions import distance
from xenotable.games.rampant.rules.play.dice import Blow
from xenotable.games.rampant.rules.scenarios.battlefield import scenario
from xenotable.games.rampant.rules.scenarios.scoring import bracket_points, kill_points, last_round, relay
from xenotable.games.rampant.rules.shooting.dice import at_extreme
from xenotable.games.rampant.state import Profile, Rampant, fielded_units

FIREFIGHT = 21 / 36
WORN = 0.6  # what the Strength Points of a unit are worth of the whole
ROOF = 4.0  # what it is worth to bring the relay down on each unit that holds it
VICTORY = 3.0  # what a victory point is worth, in points of units
KEEPER = 10.0  # what a unit that holds the relay is worth for that
EVICTION = 20.0  # what it is worth to drive the only garrison out of the relay
STRENGTH = 0.35  # what a point of a unit is worth beyond the victory points
HORIZON = 3.0  # how many rounds before the end units begin to be worth less than they were
LEADER = 2.0  # what a Commander is worth to those he leads
NEARER = 0.6  # how much it counts that a loss brings a side nearer to being broken
ROUTED = 0.6  # how many of the units that are lost rout or flee
SHAKEN = 0.45  # how much of what a unit can do is lost while it is Suppressed


# ---- posture ---------------------------------------------------------------------------------------------------------


@once
@rule("solo.posture")
def posture(game: Rampant, seat: int) -> str:
    """As the roster says; for a home-made one what its points suggest."""
    given: str = game.setup.rosters[seat].posture
    return given or suggest_trait([game.profile[u] for u, row in game.units.items() if row.seat == seat])


def suggest_trait(units: Sequence[Profile]) -> str:
    points = sum(p.points for p in units)
    close = sum(p.points for p in units if "wild-charge" in p.has or not p.shoot_value)
    if close * 2 > points:
        return "rush"
    return "raid" if sum(p.max_move for p in units) > 8 * len(units) else "line"


# ---- what things are worth -------------------------------------------------------------------------------------------


@once
def worth(game: Rampant, unit: str) -> float:
    """What losing a unit costs its side: its points, more for the Commander and for who holds an objective, little
    where the scenario gives nothing for its removal."""
    what, row = game.profile[unit], game.units[unit]
    value = STRENGTH * what.points + (LEADER if what.commander else 0.0)
    if not game.now.terrain:
        return value + vow_value(game, unit) + VICTORY
    value = value * tempo(game) + vow_value(game, unit)
    plan = scenario(game)
    attacks = row.seat == game.now.attacker
    if plan.id in ("break-the-line", "sabotage") and not attacks and len(fielded_units(game, row.seat)) == 1:
        return 0.0  # with the last Defender the battle ends: nobody leaves the table, no generator falls any more
    value += VICTORY * victory_points_at_stake(game, unit)
    if row.inside and row.inside == relay(game):
        return value + KEEPER
    return value + (1.5 if row.where in ("table", "inside") and holds(game, unit) else 0.0)


@once
def tempo(game: Rampant) -> float:
    """How much of what a unit can do still lies before it: towards the end only victory points count."""
    return max(0.2, min(1.0, (last_round(game) - game.now.round + 1) / HORIZON))


def victory_points_at_stake(game: Rampant, unit: str) -> float:
    """The victory points that the removal of a unit gives the other side, or takes from its own."""
    what, plan = game.profile[unit], scenario(game)
    attacks = game.units[unit].seat == game.now.attacker
    if plan.id == "break-the-line":
        return 1.6 * bracket_points(what.points) if attacks else 0.0
    if plan.id == "night-convoy":
        return float(what.points >= 5) if attacks else 1.6 * bracket_points(what.points) + 2.0 * what.commander
    return kill_points(what.points) + (2.0 if what.commander and plan.id in ("first-blood", "quick-battle") else 0.0)


def vow_open(game: Rampant, seat: int, vow: str) -> bool:
    """Has this side taken a vow that it has not kept yet? Of the other side it is only supposed."""
    return vow in game.secret[seat].vows and vow not in game.sides[seat].facts


def vow_value(game: Rampant, unit: str) -> float:
    """What vows make of losing a unit: the enemy's on the Commander's head, the own to stay unbroken and not to step
    back. A broken vow costs a point besides what it would have given."""
    row, what = game.units[unit], game.profile[unit]
    side, vows, points = game.sides[row.seat], game.secret[row.seat].vows, 0.0
    if what.commander and vow_open(game, 1 - row.seat, "take-their-head"):
        points += 4.0
    spare = side.total / 4.0 - side.removed
    if "unbroken" in vows and spare > 0.0:
        points += 4.0 if what.points >= spare else 4.0 * NEARER * what.points / spare
    if "no-step-back" in vows and "stepped-back" not in side.facts:
        points += 3.0 * ROUTED
    return VICTORY * points


def vow_by_fire(game: Rampant, unit: str, target: str, blow: Blow, way: str) -> float:
    """What a first loss of the battle, or one at extreme range, would be worth to a side that has sworn it."""
    seat, points = game.units[unit].seat, 0.0
    if not game.now.blood and vow_open(game, seat, "first-strike"):
        points += 2.0
    if vow_open(game, seat, "long-arm") and at_extreme(game, unit, target, way):
        points += 2.0
    return points * VICTORY * (1.0 - losses(blow).get(0, 0.0)) if points else 0.0


def vow_by_steel(game: Rampant, unit: str, blow: Blow, win: float) -> float:
    """What a fight would be worth to a side that has sworn to destroy by blows or to lead from the front."""
    seat, total = game.units[unit].seat, 0.0
    if vow_open(game, seat, "cold-steel"):
        total += 3.0 * losses(blow).get(blow.have, 0.0)
    if game.profile[unit].commander and vow_open(game, seat, "into-the-maw"):
        total += 3.0 * win
    return VICTORY * total


@once
def holds(game: Rampant, unit: str) -> bool:
    """Does the unit stand at a marker or at the relay?"""
    row = game.units[unit]
    if row.inside and row.inside == relay(game):
        return True
    spots = [
        (o.x, o.y) for o in scenario(game).objectives if o.kind == "marker" and o.x is not None and o.y is not None
    ]
    return any(math.hypot(row.x - x, row.y - y) <= 5.0 for x, y in spots)


def suppression_value(game: Rampant, unit: str) -> float:
    """What it is worth that a unit is Suppressed: it does nothing for a while, and is easier prey."""
    return SHAKEN * (1.5 + 0.75 * game.profile[unit].points)


def nearest_enemy(game: Rampant, unit: str) -> str:
    foes = fielded_units(game, 1 - game.units[unit].seat)
    if not foes or game.units[unit].where not in ("table", "inside"):
        return ""
    return min(foes, key=lambda f: (distance(game, unit, f), f))
