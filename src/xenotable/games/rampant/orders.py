"""Which orders there are, whether they may be given, what they are tested against, and what they set in motion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from xenotable.engine import Refusal, Scene, acts, allowed, cite, rule
from xenotable.games.rampant.attacking import attacker_refusals, could_attack
from xenotable.games.rampant.command import FREE_BY_TRAIT, free_by_trait, has_trait, order_bonus
from xenotable.games.rampant.content import content
from xenotable.games.rampant.field import distance
from xenotable.games.rampant.psychic import power_refusals, power_targets
from xenotable.games.rampant.scenes import Attack, Bombardment, Combined, Drop, Manifest, Moving, Shooting
from xenotable.games.rampant.shooting import legal_targets
from xenotable.games.rampant.specials import stand_up
from xenotable.games.rampant.state import Rampant, above_half, fielded, keeps_free_actions, of_side
from xenotable.games.rampant.targets import target_refusals
from xenotable.games.rampant.vehicles import leave_refusals
from xenotable.games.rampant.xeno import detonate

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
FIXED = {"skirmish": 7, "bombard": 7, "regrow": 7, "detonate": 5}


def split(order: str) -> tuple[str, str]:
    """ "shoot/fire-control" is a Shoot made free by a trait."""
    action, _, trait = order.partition("/")
    return action, trait


@rule("activation.orders")
def orders_of(game: Rampant, uid: str) -> list[str]:
    """The orders that this unit knows, legal now or not; twice where a trait could make one free."""
    what, row = game.profile[uid], game.units[uid]
    if row.where == "reserve" and not row.arrives:
        return ["drop"] if "drop-troops" in what.has else []
    found = [a for a in ("attack", "move", "shoot") if getattr(what, a)]
    trait = game.sides[row.seat].trait
    if trait:
        found += [f"{a}/{t}" for a, t in FREE_BY_TRAIT.items() if a in found and trait == t]
    if "skirmish" in what.has:
        found.append("skirmish")
    if what.shoot_value and (what.vehicle or "gyro-mounts" in what.has):
        found.append("advance")
    found += [f"manifest:{p}" for p in what.powers]
    for special, order in (("bombardment", "bombard"), ("regrowth", "regrow")):
        if special in what.has:
            found.append(order)
    if what.volatile == 2:
        found.append("detonate")
    return found


def label_of(game: Rampant, uid: str, order: str) -> str:
    action, trait = split(order)
    if action.startswith("manifest:"):
        power = content().powers[action[9:]]
        return f"Manifest {power.name}"
    name = NAMES[action]
    if trait:
        return f"{name} (free: {content().traits[trait].name})"
    return f"{name} (free)" if free_action(game, uid, action) else name


# ---- may it be given? ------------------------------------------------------------------------------------------------


@rule("activation.once", neutral=lambda *a: ())
def once_refusals(game: Rampant, uid: str) -> Iterable[Refusal]:
    cite("activation.once")
    return (Refusal("activation.once", "{u} has been activated this phase.", {"u": uid}),)


@rule("suppression.no-activation", neutral=lambda *a: ())
def suppressed_refusals(game: Rampant, uid: str) -> Iterator[Refusal]:
    cite("suppression.movement")
    cite("suppression.in-own-turn")
    yield Refusal("suppression.no-activation", "{u} is Suppressed.", {"u": uid}, "It rallies at the start of a phase.")


def why_not_unit(game: Rampant, uid: str, quick: bool = False) -> Iterable[Refusal]:
    """Why a unit cannot be chosen now."""
    row = game.units[uid]
    if row.activated or row.suppressed or row.where == "reserve" or not (quick or something(game, uid)):
        return _unit_refusals(game, uid, quick)
    return ()


def _unit_refusals(game: Rampant, uid: str, quick: bool) -> Iterator[Refusal]:
    row = game.units[uid]
    if row.activated:
        yield from once_refusals(game, uid)
    if row.suppressed:
        yield from suppressed_refusals(game, uid)
    if row.where == "reserve" and row.arrives > game.now.round:
        yield Refusal("setup.reserves", "{u} cannot enter before round {n}.", {"u": uid, "n": row.arrives})
    elif row.where == "reserve" and not row.arrives and "drop-troops" not in game.profile[uid].has:
        yield Refusal("setup.reserves", "{u} is in reserve.", {"u": uid})
    if not quick and not row.activated and not row.suppressed and not something(game, uid):
        yield Refusal("activation.legal-order", "There is nothing {u} could do.", {"u": uid})


def something(game: Rampant, uid: str) -> bool:
    """Is any order possible? A Move nearly always is, and costs nothing to find out."""
    what = game.profile[uid]
    if what.move and "rooted" not in what.has and game.units[uid].where in ("table", "inside"):
        return True
    return any(allowed(why_not_order(game, uid, o)) for o in sorted(orders_of(game, uid), key=lambda o: o != "move"))


@rule("activation.legal-order", neutral=lambda *a: ())
def why_not_order(game: Rampant, uid: str, order: str) -> Iterator[Refusal]:
    """Why an order cannot be given: it must be possible to carry it out."""
    action, trait = split(order)
    row = game.units[uid]
    args = {"u": uid}
    if row.charge == "held" and action != "move":
        yield Refusal("activation.wild-charge-failure", "{u} has balked: it may only Move.", args)
        return
    if trait and free_by_trait(game, uid, action) != trait:
        says = "{u} must be within 12 in of the Commander, and only one unit each turn is helped."
        yield Refusal("command.trait-range", says, args)
    if row.where == "aboard" and action != "move":
        yield Refusal("vehicles.passengers-inactive", "Passengers can do nothing but leave.", args)
        return
    if row.where == "reserve" and row.arrives and action != "move":
        yield Refusal("setup.home-edge", "{u} may only Move when it enters.", args)
        return
    yield from possible(game, uid, action)


@rule("play.illegal-choices", neutral=lambda *a: ())
def possible(game: Rampant, uid: str, action: str) -> Iterable[Refusal]:
    """Can this action be carried out at all?"""
    if action == "move":
        return move_possible(game, uid)
    if action == "attack":
        return attack_possible(game, uid)
    return other_possible(game, uid, action)


def other_possible(game: Rampant, uid: str, action: str) -> Iterator[Refusal]:
    args = {"u": uid}
    if action == "shoot":
        if next(legal_targets(game, uid), None) is None:
            yield Refusal("activation.legal-order", "{u} has no legal target.", args)
            yield from nearest_refusals(game, uid)
    elif action in ("skirmish", "advance"):
        cite("specials.skirmish" if action == "skirmish" else "vehicles.advance-and-fire")
        if "rooted" in game.profile[uid].has and next(legal_targets(game, uid, action), None) is None:
            yield Refusal("activation.legal-order", "{u} has no legal target.", args)
    elif action.startswith("manifest:"):
        yield from manifest_possible(game, uid, action[9:])
    elif action == "bombard":
        if game.sides[game.units[uid].seat].bombs <= 0:
            yield Refusal("shooting.bombardment-order", "All bombardments have been used.", args)
    elif action == "regrow" and game.units[uid].strength >= game.profile[uid].strength:
        yield Refusal("xeno.regrowth", "{u} has lost nothing.", args)


def nearest_refusals(game: Rampant, uid: str) -> Iterator[Refusal]:
    """Why not even the nearest enemy is a target: that tells the player what to change."""
    foes = fielded(game, 1 - game.units[uid].seat)
    if foes and game.units[uid].where in ("table", "inside"):
        yield from target_refusals(game, uid, min(foes, key=lambda t: distance(game, uid, t)))


def move_possible(game: Rampant, uid: str) -> Iterable[Refusal]:
    """Staying in place counts as a Move, so only a few are barred from it."""
    rooted = "rooted" in game.profile[uid].has
    bars = [Refusal("xeno.rooted", "{u} is rooted to the spot.", {"u": uid})] if rooted else []
    return (*bars, *leave_refusals(game, uid)) if game.units[uid].where == "aboard" else bars


def attack_possible(game: Rampant, uid: str) -> Iterator[Refusal]:
    if game.profile[uid].commander and has_trait(game, game.units[uid].seat, "cautious"):
        yield Refusal("command.firebrand-1-cautious", "{u} is led too cautiously to attack.", {"u": uid})
    barred = False
    for refusal in attacker_refusals(game, uid):
        barred = True
        yield refusal
    if not barred and not could_attack(game, uid):
        yield Refusal("activation.legal-order", "{u} can reach nobody.", {"u": uid})


def manifest_possible(game: Rampant, uid: str, power: str) -> Iterator[Refusal]:
    if not any(allowed(power_refusals(game, uid, power, t)) for t in power_targets(game, uid, power)):
        yield Refusal("psychic.target-first", "There is no legal target for that power.", {"u": uid})


# ---- tests -----------------------------------------------------------------------------------------------------------


@rule("roster.activation-column", neutral=lambda *a: False)
def free_action(game: Rampant, uid: str, action: str) -> bool:
    """Does the unit do this without a test?"""
    if action == "drop":
        return first_alone(game, uid)
    return action in game.profile[uid].free and keeps_free_actions(game, uid)


@rule("xeno.drop-troops-alone", neutral=lambda *a: False)
def first_alone(game: Rampant, uid: str) -> bool:
    """With nobody on the table, the first drop of a turn needs no test."""
    seat = game.units[uid].seat
    return not of_side(game, seat) and game.sides[seat].drops == 0


def score_of(game: Rampant, uid: str, action: str) -> int:
    """What a test of this order needs."""
    what = game.profile[uid]
    if action.startswith("manifest:"):
        return content().powers[action[9:]].difficulty
    if action == "advance":
        return what.shoot
    if action == "drop":
        cite("xeno.drop-troops")
        return what.move
    if action in FIXED:
        return FIXED[action]
    score: int = getattr(what, action)
    return score


@rule("activation.modifiers", neutral=lambda *a: 0)
def modifiers(game: Rampant, uid: str, action: str, aim: str = "") -> int:
    """All that apply are added."""
    return sum(n for n, _ in modifier_list(game, uid, action, aim))


def modifier_list(game: Rampant, uid: str, action: str, aim: str = "") -> list[tuple[int, str]]:
    what, row = game.profile[uid], game.units[uid]
    found = []
    if order_bonus(game, uid):
        found.append((1, "Commander near"))
    if "machine" in what.has and acts("xeno.machine-orders"):
        found.append((-1, "Machine"))
    if action == "advance" and "crack-crew" in what.has:
        cite("options.crack-crew")
    elif action == "advance":
        cite("vehicles.advance-and-fire")
        found.append((-1, "firing on the move"))
    if row.hired in (3, 4) and action in ("attack", "shoot"):
        cite("xeno.hired-guns")
        found.append((1, "eager") if row.hired == 4 else (-1, "sullen"))
    if action.startswith("manifest:"):
        if not above_half(game, uid) and acts("psychic.manifest"):
            found.append((-1, "half strength"))
        if aim in game.profile and game.units[aim].seat != row.seat and "otherworldly" in game.profile[aim].has:
            cite("xeno.otherworldly-weakness")
            found.append((2, "Otherworldly target"))
    return found


# ---- carrying out ----------------------------------------------------------------------------------------------------


@rule("activation.resolve-fully")
def execute(game: Rampant, uid: str, action: str, aim: str) -> list[Scene]:
    """What a successful or free order sets in motion; everything of it is finished before the next unit is chosen."""
    stand_up(game, uid)
    if action == "attack":
        return [Attack(uid)]
    if action == "move":
        return [Moving(uid)]
    if action == "shoot":
        return [Shooting(uid)]
    if action in ("skirmish", "advance"):
        return [Combined(uid, action)]
    if action.startswith("manifest:"):
        return [Manifest(uid, action[9:], aim)]
    if action == "bombard":
        seat = game.units[uid].seat
        game.sides.set(seat, bombs=game.sides[seat].bombs - 1)
        x, _, y = aim.partition(" ")
        game.tell("{u} calls a bombardment.", "shooting.bombardment-order", u=uid)
        return [Bombardment(uid, float(x), float(y))]
    if action == "regrow":
        game.units.set(uid, strength=game.units[uid].strength + 1)
        game.tell("{u} grows back.", "xeno.regrowth", u=uid)
        return []
    return detonate(game, uid, True) if action == "detonate" else [Drop(uid)]
