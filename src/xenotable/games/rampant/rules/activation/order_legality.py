"""Which orders there are, and whether they may be given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from xenotable.engine import Refusal, acts, cite, is_legal, memoize, rule
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.attacking.targets import attacker_refusals, could_attack
from xenotable.games.rampant.rules.command import FREE_BY_TRAIT, free_by_trait, has_trait
from xenotable.games.rampant.rules.psychic.powers import power_refusals, power_targets
from xenotable.games.rampant.rules.roster.numbers import free_action
from xenotable.games.rampant.rules.setup.arrival import edge_refusals
from xenotable.games.rampant.rules.shooting.sequence import legal_targets, nearest_refusals
from xenotable.games.rampant.rules.suppression.effects import activation_refusals
from xenotable.games.rampant.rules.vehicles import leave_refusals
from xenotable.games.rampant.state import Profile, Rampant

NAMES = {
    "attack": "Attack",
    "move": "Move",
    "shoot": "Shoot",
    "skirmish": "Skirmish",
    "advance": "Advance and Fire",
    "bombard": "Bombardment",
    "regrow": "Regrowth",
    "detonate": "Detonate",
    "drop": "Drop",
}


def action_and_trait(order: str) -> tuple[str, str]:
    """ "shoot/fire-control" is a Shoot made free by a trait."""
    action, _, trait = order.partition("/")
    return action, trait


@rule("activation.orders")
def orders_of(game: Rampant, unit: str) -> list[str]:
    """The orders that this unit knows, legal now or not; twice where a trait could make one free."""
    what, row = game.profile[unit], game.units[unit]
    if row.where == "reserve" and not row.arrives:
        return ["drop"] if "drop-troops" in what.has else []
    return list(known_orders(what, game.sides[row.seat].trait))


@memoize(1024)
def known_orders(what: Profile, trait: str) -> Sequence[str]:
    found = [a for a in ("attack", "move", "shoot") if getattr(what, a)]
    if trait:
        found += [f"{a}/{t}" for a, t in FREE_BY_TRAIT.items() if a in found and trait == t]
    if "skirmish" in what.has:
        found.append("skirmish")
    if what.shoot_value and (what.vehicle or ("gyro-mounts" in what.has and acts("xeno.gyro-mounts"))):
        found.append("advance")
    found += [f"manifest:{p}" for p in what.powers]
    for special, order in (("bombardment", "bombard"), ("regrowth", "regrow")):
        if special in what.has:
            found.append(order)
    if what.volatile == 2:
        found.append("detonate")
    return tuple(found)


def label_of(game: Rampant, unit: str, order: str) -> str:
    action, trait = action_and_trait(order)
    if action.startswith("manifest:"):
        power = content().powers[action[9:]]
        return f"Manifest {power.name}"
    name = NAMES[action]
    if trait:
        return f"{name} (free: {content().traits[trait].name})"
    return f"{name} (free)" if free_action(game, unit, action) else name


# ---- may it be given? ------------------------------------------------------------------------------------------------


@rule("activation.once", neutral=lambda *a: ())
def once_refusals(game: Rampant, unit: str) -> Iterable[Refusal]:
    cite("activation.once")
    return (Refusal("activation.once", "{unit} has been activated this phase.", {"unit": unit}),)


def why_not_unit(game: Rampant, unit: str, skip_orders: bool = False) -> Iterable[Refusal]:
    """Why a unit cannot be chosen now."""
    row = game.units[unit]
    if row.activated or row.suppressed or row.where == "reserve":
        return _unit_refusals(game, unit, skip_orders)
    return () if skip_orders or any_legal_order(game, unit) else _idle_refusals(game, unit)


def _unit_refusals(game: Rampant, unit: str, skip_orders: bool) -> Iterator[Refusal]:
    row = game.units[unit]
    if row.activated:
        yield from once_refusals(game, unit)
    if row.suppressed:
        yield from activation_refusals(game, unit)
    if row.where == "reserve" and row.arrives > game.now.round:
        yield Refusal("setup.reserves", "{unit} cannot enter before round {n}.", {"unit": unit, "n": row.arrives})
    elif row.where == "reserve" and not row.arrives and "drop-troops" not in game.profile[unit].has:
        yield Refusal("setup.reserves", "{unit} is in reserve.", {"unit": unit})
    if not skip_orders and not row.activated and not row.suppressed and not any_legal_order(game, unit):
        yield from _idle_refusals(game, unit)


def _idle_refusals(game: Rampant, unit: str) -> Iterator[Refusal]:
    """Of a unit that no order can be given to."""
    yield Refusal("activation.legal-order", "There is nothing {unit} could do.", {"unit": unit})
    yield from order_bars(game, unit)


def order_bars(game: Rampant, unit: str) -> list[Refusal]:
    """What stands against the orders of a unit, each reason once."""
    found = [refusal for order in orders_of(game, unit) for refusal in why_not_order(game, unit, order)]
    return list({(refusal.rule, refusal.says): refusal for refusal in found}.values())


def any_legal_order(game: Rampant, unit: str) -> bool:
    """Is any order possible? A Move nearly always is, and costs nothing to find out."""
    what = game.profile[unit]
    if what.move and "rooted" not in what.has and game.units[unit].where in ("table", "inside"):
        return True
    return any(is_legal(why_not_order(game, unit, o)) for o in sorted(orders_of(game, unit), key=lambda o: o != "move"))


@rule("activation.legal-order", neutral=lambda *a: ())
def why_not_order(game: Rampant, unit: str, order: str) -> Iterator[Refusal]:
    """Why an order cannot be given: it must be possible to carry it out."""
    action, trait = action_and_trait(order)
    row = game.units[unit]
    args = {"unit": unit}
    if row.charge == "held" and action != "move":
        yield Refusal("activation.wild-charge-failure", "{unit} has balked: it may only Move.", args)
        return
    if trait and free_by_trait(game, unit, action) != trait:
        says = "{unit} must be within 12 in of the Commander, and only one unit each turn is helped."
        yield Refusal("command.trait-range", says, args)
    if row.where == "aboard" and action != "move":
        yield Refusal("vehicles.passengers-inactive", "Passengers can do nothing but leave.", args)
        return
    if row.where == "reserve" and row.arrives and action != "move":
        yield Refusal("setup.home-edge", "{unit} may only Move when it enters.", args)
        return
    yield from possible(game, unit, action)


def possible(game: Rampant, unit: str, action: str) -> Iterable[Refusal]:
    """Can this action be carried out at all?"""
    if not acts("play.illegal-choices"):
        return ()
    if action == "move":
        return move_possible(game, unit)
    if action == "attack":
        return attack_possible(game, unit)
    return other_possible(game, unit, action)


def other_possible(game: Rampant, unit: str, action: str) -> Iterator[Refusal]:
    args = {"unit": unit}
    if action == "shoot":
        if next(legal_targets(game, unit), None) is None:
            yield Refusal("activation.legal-order", "{unit} has no legal target.", args)
            yield from nearest_refusals(game, unit)
    elif action in ("skirmish", "advance"):
        cite("specials.skirmish" if action == "skirmish" else "vehicles.advance-and-fire")
        if "rooted" in game.profile[unit].has and next(legal_targets(game, unit, action), None) is None:
            yield Refusal("activation.legal-order", "{unit} has no legal target.", args)
    elif action.startswith("manifest:"):
        yield from manifest_possible(game, unit, action[9:])
    elif action == "bombard":
        if game.sides[game.units[unit].seat].bombs <= 0:
            yield Refusal("shooting.bombardment-order", "All bombardments have been used.", args)
    elif action == "regrow" and game.units[unit].strength >= game.profile[unit].strength:
        yield Refusal("xeno.regrowth", "{unit} has lost nothing.", args)


def move_possible(game: Rampant, unit: str) -> Iterable[Refusal]:
    """Staying in place counts as a Move, so only a few are barred from it."""
    rooted, where = "rooted" in game.profile[unit].has, game.units[unit].where
    bars = [Refusal("xeno.rooted", "{unit} is rooted to the spot.", {"unit": unit})] if rooted else []
    if where in ("aboard", "reserve"):
        bars += leave_refusals(game, unit) if where == "aboard" else edge_refusals(game, unit)
    return bars


def attack_possible(game: Rampant, unit: str) -> Iterator[Refusal]:
    if game.profile[unit].commander and has_trait(game, game.units[unit].seat, "cautious"):
        yield Refusal("command.firebrand-1-cautious", "{unit} is led too cautiously to attack.", {"unit": unit})
    barred = False
    for refusal in attacker_refusals(game, unit):
        barred = True
        yield refusal
    if not barred and not could_attack(game, unit):
        yield Refusal("activation.legal-order", "{unit} can reach nobody.", {"unit": unit})


def manifest_possible(game: Rampant, unit: str, power: str) -> Iterator[Refusal]:
    if not any(is_legal(power_refusals(game, unit, power, t)) for t in power_targets(game, unit, power)):
        yield Refusal("psychic.target-first", "There is no legal target for that power.", {"unit": unit})
