"""The levels of the computer opponent below and above its tactics: recruit and veteran."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from xenotable.engine import Ask, Match, Random, is_legal, rule
from xenotable.games.rampant.opponent.order_choice import Weighed, balance, explain_orders, in_turn, weigh_orders
from xenotable.games.rampant.opponent.position_cache import weighing
from xenotable.games.rampant.opponent.worth import nearest_enemy
from xenotable.games.rampant.rules.activation.order_legality import (
    action_and_trait,
    orders_of,
    why_not_order,
    why_not_unit,
)
from xenotable.games.rampant.rules.attacking.targets import attack_refusals
from xenotable.games.rampant.rules.roster.numbers import free_action
from xenotable.games.rampant.rules.shooting.targets import target_refusals
from xenotable.games.rampant.state import Rampant

RECRUIT_NEAREST = 3
More = Callable[[], bool]  # is there time for more?


# ---- recruit ---------------------------------------------------------------------------------------------------------


@rule("solo.levels")
def recruit_weights(game: Rampant, seat: int) -> list[tuple[tuple[str, str], int]]:
    """Recruit: an Attack or Shoot that can reach the nearest enemy weighs 3, every other order 1; ending the phase 1
    once every free action is used."""
    found: list[tuple[tuple[str, str], int]] = []
    free_left = False
    for unit, row in game.units.items():
        if row.seat != seat or row.where == "gone" or not is_legal(why_not_unit(game, unit, skip_orders=True)):
            continue
        foe = nearest_enemy(game, unit)
        for order in orders_of(game, unit):
            if not is_legal(why_not_order(game, unit, order)):
                continue
            action, trait = action_and_trait(order)
            free_left |= bool(trait) or free_action(game, unit, action)
            found.append(((unit, order), RECRUIT_NEAREST if foe and _reaches(game, unit, foe, action) else 1))
    return found if free_left else [*found, (("end", ""), 1)]


def _reaches(game: Rampant, unit: str, foe: str, action: str) -> bool:
    if action == "shoot":
        return is_legal(target_refusals(game, unit, foe))
    return action == "attack" and is_legal(attack_refusals(game, unit, foe))


def draw_order(weights: Sequence[tuple[tuple[str, str], int]], rnd: Random) -> tuple[str, str]:
    """A unit and an order at random by those weights; ("end", "") ends the phase."""
    if not weights:
        return "end", ""
    at = rnd() * sum(w for _, w in weights)
    for choice, w in weights:
        at -= w
        if at < 0:
            return choice
    return weights[-1][0]


def recruit(world: Match[Rampant], seat: int, ask: Ask[Any], rnd: Random) -> tuple[Any, str] | None:
    """Which unit and which order, at random; None leaves the rest to the tactics. The order is drawn among those of the
    unit, so that unit and order together come as often as the book says."""
    if ask.key == "unit":
        return draw_order(recruit_weights(world.game, seat), rnd)[0], "A recruit does what comes to mind."
    if ask.key == "order":
        unit = str((ask.args or {})["unit"])
        own = [w for w in recruit_weights(world.game, seat) if w[0][0] == unit]
        return (draw_order(own, rnd)[1], "A recruit likes to go for the nearest enemy.") if own else None
    return None


# ---- veteran ---------------------------------------------------------------------------------------------------------

SIMULATIONS = 100
BEST = 5


def veteran(world: Match[Rampant], seat: int, ask: Ask[Any], rnd: Random, more: More) -> tuple[Any, str] | None:
    """Which unit and which order, by simulation as long as there is time; None leaves the rest to the tactics."""
    if ask.key not in ("unit", "order"):
        return None
    unit = str((ask.args or {})["unit"]) if ask.key == "order" else ""
    with weighing(world.game):
        weighed = weigh_orders(world.game, seat)
    options = [w for w in in_turn(weighed) if not unit or w.unit == unit]
    best = compare_orders(world, seat, options or [w for w in weighed if w.unit == unit], rnd, more)
    if best is None:
        return None
    return (best.order if unit else best.unit), "By simulation, the best of: " + explain_orders(world.game, options)


@rule("solo.levels")
def compare_orders(
    world: Match[Rampant],
    seat: int,
    options: Sequence[Weighed],
    rnd: Random,
    more: More,
    simulations: int = SIMULATIONS,
) -> Weighed | None:
    """The five best orders by value, compared by simulating the rest of this turn and the enemy's next turn: a hundred
    times each, or as often as time allows."""
    options = options[:BEST]
    if len(options) < 2:
        return options[0] if options else None
    totals = [0.0] * len(options)
    for _ in range(simulations):
        seed = int(rnd() * 2**31)  # the same luck for all of them
        for i, option in enumerate(options):
            totals[i] += simulate_order(world, seat, option, seed)
        if not more():
            break
    return options[max(range(len(options)), key=lambda i: totals[i])]


def simulate_order(world: Match[Rampant], seat: int, option: Weighed, seed: int) -> float:
    """How the balance of points stands after the enemy's next turn, played at random from this order on."""
    fork = world.imagine(seat, seed)
    rnd = random.Random(seed).random
    start = balance(fork.game, seat)
    turns = fork.game.now.active, fork.game.now.round
    first = [("unit", option.unit), ("order", option.order)]
    changed = 0
    for _ in range(400):
        if fork.over:
            break
        ask = fork.open[0]
        if first and ask.key == first[0][0]:
            fork.play(first.pop(0)[1])
            continue
        choices = ask.candidates(3, rnd)
        if not choices:
            break
        fork.play(choices[int(rnd() * len(choices))])
        now = fork.game.now.active, fork.game.now.round
        if now != turns:
            turns, changed = now, changed + 1
            if changed == 2:
                break
    return balance(fork.game, seat) - start
