"""What the computer opponent weighs before an order, and how it reacts.

It is handed an imagined world and an open ask, so it knows what a human in its seat knows and nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from operator import attrgetter

from xenotable.engine import Row, is_legal, rule
from xenotable.games.rampant.forecasts.chances import order_chance
from xenotable.games.rampant.opponent.attack_value import best_attack, best_shot
from xenotable.games.rampant.opponent.position_cache import once
from xenotable.games.rampant.opponent.positions import arrival_gain, move_gain
from xenotable.games.rampant.opponent.powers import best_bomb, detonation_gain, power_gain
from xenotable.games.rampant.opponent.worth import worth
from xenotable.games.rampant.rules.activation.order_legality import (
    action_and_trait,
    label_of,
    orders_of,
    why_not_order,
    why_not_unit,
)
from xenotable.games.rampant.rules.activation.order_tests import modifiers, score_of
from xenotable.games.rampant.rules.attacking.values import fight_value
from xenotable.games.rampant.rules.courage.courage_test import harsh
from xenotable.games.rampant.rules.play.conventions import above_half
from xenotable.games.rampant.rules.roster.numbers import free_action
from xenotable.games.rampant.rules.terrain.fighting import rough_sides
from xenotable.games.rampant.rules.xeno.psi import power_free
from xenotable.games.rampant.state import Rampant

PROSPECTS = (
    (2.0, "gains much"),
    (1.0, "gains a good deal"),
    (0.25, "gains something"),
    (0.0, "gains little"),
    (-math.inf, "does more harm than good"),
)


class Weighed(Row, frozen=True):
    """One thing the computer could do: its chance, its gain, and its value with what would be lost by failing."""

    unit: str
    order: str
    chance: float
    gain: float
    value: float

    @property
    def index(self) -> float:
        """What it brings for its risk: in this order a row of orders that the first failure ends brings most."""
        return self.chance * self.gain / (1.0001 - self.chance)

    def words(self, name: str, label: str) -> str:
        prospect = next(words for least, words in PROSPECTS if self.value >= least)
        return f"{name}, {label}: succeeds with {self.chance:.0%} and {prospect}"


# ---- orders ----------------------------------------------------------------------------------------------------------


def chance_of(game: Rampant, unit: str, order: str) -> float:
    action, trait = action_and_trait(order)
    if trait or free_action(game, unit, action) or power_free(game, unit, action):
        return 1.0
    return order_chance(score_of(game, unit, action), modifiers(game, unit, action))


def gain_of(game: Rampant, unit: str, order: str, move_gain: float) -> float:
    """What an order is expected to bring if it succeeds."""
    action, _ = action_and_trait(order)
    if action == "shoot":
        return best_shot(game, unit)[1]
    if action == "attack":
        return best_attack(game, unit)[1]
    if action == "move":
        return move_gain
    if action in ("skirmish", "advance"):
        return max(best_shot(game, unit, action)[1], 0.0) + 0.5 * move_gain
    if action.startswith("manifest:"):
        return power_gain(game, unit, action[9:])[1]
    if action == "bombard":
        return best_bomb(game, unit)[1]
    if action == "regrow":
        return 0.5
    if action == "drop":
        return 1.2 * arrival_gain(game, unit)
    return detonation_gain(game, unit)


def actors(game: Rampant, seat: int) -> list[str]:
    """The units that may act."""
    mine = [u for u, row in game.units.items() if row.seat == seat and row.where != "gone"]
    return [u for u in mine if is_legal(why_not_unit(game, u, skip_orders=True))]


@once
def gains(game: Rampant, unit: str) -> Sequence[tuple[str, float, float]]:
    """The legal orders of a unit, each with its chance and its gain."""
    step = move_gain(game, unit)
    return [weighed_order(game, unit, o, step) for o in legal_orders(game, unit)]


@once
def legal_orders(game: Rampant, unit: str) -> list[str]:
    return [o for o in orders_of(game, unit) if is_legal(why_not_order(game, unit, o))]


def weighed_order(game: Rampant, unit: str, order: str, step: float) -> tuple[str, float, float]:
    chance = chance_of(game, unit, order)
    return order, chance, gain_of(game, unit, order, step) - hazard(game, unit, order, chance)


def hazard(game: Rampant, unit: str, order: str, chance: float) -> float:
    """What a double in the test of an order may cost the Unstable, a worn Machine, or whom powers lash back at; by the
    chance of success, because it is taken off the gain."""
    what, row = game.profile[unit], game.units[unit]
    action, trait = action_and_trait(order)
    if chance == 1.0 or trait:
        return 0.0
    cost = 0.0
    if "unstable" in what.has or row.unstable or (action.startswith("manifest:") and "backlash" in what.has):
        cost += sum(min(1.0, n / row.strength) for n in range(1, 7)) / 36.0
    if "machine" in what.has and not above_half(game, unit):
        need = score_of(game, unit, action) - modifiers(game, unit, action)
        cost += sum(2 * n < need for n in range(1, 7)) / 36.0
    return worth(game, unit) * cost / max(0.03, chance) if cost else 0.0


@rule("solo.order-value")
def order_value(chance: float, gain: float, at_stake: float) -> float:
    """Success chance times gain, minus failure chance times everything that could still be done this phase."""
    return chance * gain - (1.0 - chance) * at_stake


@once
def weigh_orders(game: Rampant, seat: int) -> Sequence[Weighed]:
    """Every legal order with its value, the best first."""
    everything = {unit: gains(game, unit) for unit in actors(game, seat)}
    best = {u: max((c * g for _, c, g in orders), default=0.0) for u, orders in everything.items()}
    found = []
    for unit, orders in everything.items():
        at_stake = sum(max(0.0, v) for u, v in best.items() if u != unit)
        found += [Weighed(unit, o, c, g, order_value(c, g, at_stake)) for o, c, g in orders]
    # What cannot fail comes first: nothing is lost by doing it before something that may end the phase.
    found.sort(key=lambda w: (not (w.chance == 1.0 and w.value > 0.0), -w.value, w.unit, w.order))
    return found


@once
def sure_order(game: Rampant, unit: str) -> Sequence[Weighed]:
    """What a unit had best do if that cannot fail, and then its other orders; nothing if its best order may fail. It
    takes nothing from anybody (as a trait does, which helps one unit alone), so they need not be weighed before."""
    free = [o for o in orders_of(game, unit) if not action_and_trait(o)[1] and chance_of(game, unit, o) == 1.0]
    if not free:
        return ()
    found = [Weighed(unit, o, c, g, order_value(c, g, 0.0)) for o, c, g in gains(game, unit)]
    found.sort(key=lambda w: (-w.value, w.order))
    return found if found and found[0].order in free and found[0].gain > 0.0 else ()


def in_turn(options: Sequence[Weighed]) -> list[Weighed]:
    """One order for each unit, in the order in which they are given, so that the whole phase promises most. A failed
    test ends the phase, but so does giving up: everything that brings something is tried."""
    units: dict[str, list[Weighed]] = {}
    for w in options:
        if w.gain > 0.0:
            units.setdefault(w.unit, []).append(w)
    chosen = {u: max(orders, key=lambda w: w.chance * w.gain) for u, orders in units.items()}
    best, changed = promise(chosen.values()), True
    while changed:
        changed = False
        for unit, orders in units.items():
            for other in orders:
                now = promise([other, *(w for u, w in chosen.items() if u != unit)])
                if now > best + 1e-9:
                    best, chosen[unit], changed = now, other, True
    return sorted(chosen.values(), key=lambda w: (-w.index, w.unit))


def promise(orders: Iterable[Weighed]) -> float:
    """What a phase of these orders is expected to bring: each is reached only if all before it succeeded."""
    total, reached = 0.0, 1.0
    for w in sorted(orders, key=attrgetter("index"), reverse=True):
        reached *= w.chance
        total += reached * w.gain
    return total


@rule("solo.explain")
def explain_orders(game: Rampant, options: Sequence[Weighed], most: int = 2, then: str = "Next best:") -> str:
    """What was weighed for a choice, with chances and prospects; `then` says what the second one is to the first."""
    parts = [w.words(game.name(w.unit), label_of(game, w.unit, w.order)) for w in options[:most]]
    return f". {then} ".join(parts) + "."


# ---- reactions and retreats ------------------------------------------------------------------------------------------


@rule("solo.reactions")
def answers_fire(game: Rampant, unit: str) -> bool:
    """Every Firefight, unless a double could be the end of an Unstable unit."""
    unstable = "unstable" in game.profile[unit].has or game.units[unit].unstable
    return not (unstable and game.units[unit].strength <= 3)


def countercharges(game: Rampant, unit: str, attacker: str) -> bool:
    """When its Attack Value is better than its Defence Value in that place."""
    ground = rough_sides(game, attacker, unit, False)
    attack, defence = fight_value(game, unit, True, ground), fight_value(game, unit, False, ground)
    return 0 < attack < defence


@rule("solo.retreats")
def retreats(options: Sequence[str]) -> str:
    """Stays in cover, else takes the best cover in reach, else goes away."""
    for wish in ("stay", "cover"):
        if wish in options:
            return wish
    return next((o for o in options if o.startswith("house:")), "away")


def second_chance(game: Rampant, unit: str, total: int, helpers: Sequence[str]) -> str:
    """Free re-rolls always; a Harsh Leader's only with 2 Strength Points or in the face of a rout."""
    free = [h for h in helpers if h and not harsh(game, h)]
    if free:
        return free[0]
    paid = [h for h in helpers if h]
    return paid[0] if paid and (game.units[unit].strength >= 2 or total <= 0) else ""


def balance(game: Rampant, seat: int) -> float:
    """Own points on the table minus the enemy's, and the score."""
    total = 0.0
    for unit, row in game.units.items():
        if row.where != "gone":
            share = 0.4 + 0.6 * row.strength / game.profile[unit].strength - (0.3 if row.suppressed else 0.0)
            total += worth(game, unit) * share * (1 if row.seat == seat else -1)
    return total + 3.0 * (game.sides[seat].score - game.sides[1 - seat].score)


def bearing(a: tuple[float, float], b: tuple[float, float]) -> float:
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) % 360.0
