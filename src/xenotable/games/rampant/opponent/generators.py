"""How the computer opponent goes about generators: one after another, and only where there is hope."""

from __future__ import annotations

import math
from typing import NamedTuple

from msgspec.structs import replace

from xenotable.games.rampant.forecasts.chances import losses, mean_loss, order_chance
from xenotable.games.rampant.rules.attacking.values import building_blow
from xenotable.games.rampant.rules.moving.allowance import allowance
from xenotable.games.rampant.rules.play.conventions import distance
from xenotable.games.rampant.rules.play.dice import Blow
from xenotable.games.rampant.rules.scenarios.scoring import last_round
from xenotable.games.rampant.rules.shooting.dice import at_extreme, volley
from xenotable.games.rampant.state import Rampant, fielded_units

FALLEN = 25.0  # what a fallen generator is worth: five victory points, counted both ways, that often decide
ACTS = 0.5  # how often a unit that could strike really does: orders fail, and end the phase
ASIDE = 0.3  # how much of the whole strength would be left for another generator than the chosen one


class Siege(NamedTuple):
    """The generator that a side goes for, and how many Strength Points it can hope to take from each in time."""

    target: str
    hopes: dict[str, float]


def standing_generators(game: Rampant) -> list[str]:
    return [b for b, row in game.buildings.items() if row.kind == "generator" and row.strength > 0]


def shooting_at(game: Rampant, unit: str, building: str) -> Blow | None:
    """The fire of a unit at a building from its proper range."""
    if not game.profile[unit].shoot_value:
        return None
    blow = volley(game, unit, building, "shoot")
    return replace(blow, armour=max(1, blow.armour - 1)) if at_extreme(game, unit, building, "shoot") else blow


def striking_at(game: Rampant, unit: str, building: str) -> Blow | None:
    what = game.profile[unit]
    able = what.attack and what.attack_value and what.has.isdisjoint(("no-assault", "rooted"))
    return building_blow(game, unit, building) if able else None


def contribution(game: Rampant, unit: str, building: str, turns: float) -> float:
    """The Strength Points that a unit can hope to take from a building in so many turns, by its better way."""
    what, best = game.profile[unit], 0.0
    pace, far = max(1.0, allowance(game, unit)), distance(game, unit, building)
    for blow, reach, score in (
        (shooting_at(game, unit, building), what.shoot_range, what.shoot),
        (striking_at(game, unit, building), what.max_move, what.attack),
    ):
        if blow is not None:
            chance = ACTS + (1.0 - ACTS) * (order_chance(score) if score else 1.0)
            left = turns - math.ceil(max(0.0, far - reach) / pace)
            best = max(best, mean_loss(blow) * max(0.0, left) * chance * ACTS)
    return best


_LAST: dict[int, tuple[tuple[object, ...], Siege]] = {}  # the plan of a seat, and the position it was made for


def siege(game: Rampant, seat: int) -> Siege:
    """The plan for a position; every unit asks for it several times, so the last one is kept."""
    position = (game.setup, game.now.round, *game.units.values(), *game.buildings.values())
    kept = _LAST.get(seat)
    if kept is None or kept[0] != position:
        kept = _LAST[seat] = position, plan_siege(game, seat)
    return kept[1]


def plan_siege(game: Rampant, seat: int) -> Siege:
    """What the whole side could do to each generator before the battle is likely to end; it goes for the likeliest."""
    turns = max(1, last_round(game) - game.now.round + 1) + 0.5
    units = [u for u in fielded_units(game, seat) if not game.units[u].suppressed]
    hopes = {b: sum(contribution(game, u, b, turns) for u in units) for b in standing_generators(game)}
    target = max(hopes, key=lambda b: (falls(hopes[b], game.buildings[b].strength), b), default="")
    return Siege(target, {b: h if b == target else ASIDE * h for b, h in hopes.items()})


def falls(hope: float, strength: int) -> float:
    """How likely so many Strength Points fall when so many are hoped for: losses come singly and by chance."""
    term = total = math.exp(-hope)
    for n in range(1, strength):
        term *= hope / n
        total += term
    return 1.0 - total if strength > 0 else 1.0


def siege_gain(game: Rampant, unit: str, building: str, blow: Blow, plan: Siege | None = None) -> float:
    """What a blow at a generator is worth: how much likelier it makes its fall."""
    plan = plan or siege(game, game.units[unit].seat)
    strength = game.buildings[building].strength
    hope = min(plan.hopes.get(building, 0.0), float(strength))
    now = falls(hope, strength)
    return FALLEN * sum(p * (falls(hope, strength - n) - now) for n, p in losses(blow).items() if n)
