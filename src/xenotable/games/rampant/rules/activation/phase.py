"""The activation phase: its steps, orders given, tested and carried out, and what failure does."""

from __future__ import annotations

from xenotable.engine import Choose, Flow, Forecast, Scene, Then, acts, cite, is_legal, rule, scene
from xenotable.engine.slots import Slot
from xenotable.games.rampant.rules.activation.order_legality import (
    action_and_trait,
    label_of,
    orders_of,
    why_not_order,
    why_not_unit,
)
from xenotable.games.rampant.rules.activation.order_tests import modifier_list, score_of
from xenotable.games.rampant.rules.command import helping_trait, use_trait
from xenotable.games.rampant.rules.courage.losses import regain
from xenotable.games.rampant.rules.play.conventions import in_brackets
from xenotable.games.rampant.rules.play.turns import begin_turn
from xenotable.games.rampant.rules.psychic.lasting import end_spells
from xenotable.games.rampant.rules.psychic.powers import aim_power
from xenotable.games.rampant.rules.roster.numbers import free_action
from xenotable.games.rampant.rules.specials.moving import stand_up
from xenotable.games.rampant.rules.suppression.rally import to_rally
from xenotable.games.rampant.rules.xeno.explosions import detonate
from xenotable.games.rampant.rules.xeno.psi import backlash, power_free
from xenotable.games.rampant.rules.xeno.two_dice import mishap, two_dice
from xenotable.games.rampant.scenes import (
    Aftermath,
    Attack,
    Bombardment,
    Charges,
    Combined,
    Drop,
    Manifest,
    Moving,
    Orders,
    PhaseEnd,
    Rally,
    Shooting,
    Turn,
)
from xenotable.games.rampant.state import NOW, Rampant, is_in_force, under


@scene
@rule("activation.steps")
def turn(game: Rampant, at: Turn) -> list[Scene]:
    """A turn is one activation phase: Rally tests, Wild Charges, orders."""
    begin_turn(game, at.round, at.seat)
    return [Rally(at.seat, to_rally(game, at.seat)), Charges(at.seat), Orders(at.seat), PhaseEnd(at.seat)]


@scene
@rule("activation.end")
def phase_end(game: Rampant, at: PhaseEnd) -> list[Scene]:
    end_spells(game, "end", at.seat)
    return []


# ---- orders ----------------------------------------------------------------------------------------------------------

order_odds = Slot[[Rampant, str, str], Forecast | None]("rampant.order_odds")
again_odds = Slot[[Rampant, str, str, str], Forecast]("rampant.again_odds")


@scene
@rule("activation.orders")
def orders(game: Rampant, at: Orders) -> Then:
    """One unit after another is ordered, until a test fails, all are done, or the player ends the phase."""
    cite("play.decisions-in-turn")
    return [] if game.now.over or not anybody_left(game, at.seat) else next_order(game, at)


def next_order(game: Rampant, at: Orders) -> Flow[list[Scene]]:
    unit = yield from Choose(
        seat=at.seat,
        key="unit",
        rule="activation.orders",
        prompt="Which unit acts next?",
        among=lambda: ("end", *commandable(game, at.seat)),
        why_not=lambda u: () if u == "end" else why_not_unit(game, u),
        label=lambda u: "End the phase" if u == "end" else game.name(u),
        odds=lambda u: order_odds(game, u, order) if (order := only_order(game, u)) else None,
        has_odds=lambda u: bool(only_order(game, u)),
    )
    if unit == "end":
        game.tell("The phase of {who} is over.", "activation.end", who=game.seat_name(at.seat))
        return []
    order = yield from Choose(
        seat=at.seat,
        key="order",
        rule="activation.orders",
        prompt="What is {unit} ordered to do?",
        args={"unit": unit},
        among=lambda: orders_of(game, unit),
        why_not=lambda o: why_not_order(game, unit, o),
        label=lambda o: label_of(game, unit, o),
        on=lambda o: unit,
        odds=lambda o: order_odds(game, unit, o),
    )
    after = yield from give_order(game, unit, order)
    return [*after, Aftermath(), at]


def commandable(game: Rampant, seat: int) -> list[str]:
    """All units that could ever be chosen: on the table, in a building, aboard, or waiting to come."""
    units = game.units
    return [u for u in game.members[seat] if units[u].where != "gone"]


def anybody_left(game: Rampant, seat: int) -> bool:
    """Could any unit be ordered? Those who have acted are passed by at a glance."""
    for unit in game.members[seat]:
        row = game.units[unit]
        if row.where == "gone" or (row.activated and acts("activation.once")):
            continue
        if is_legal(why_not_unit(game, unit)):
            return True
    return False


def only_order(game: Rampant, unit: str) -> str | None:
    """Of a unit with a single order left: to choose it is to give that order."""
    if unit == "end":
        return None
    legal = (o for o in orders_of(game, unit) if is_legal(why_not_order(game, unit, o)))
    first, second = next(legal, None), next(legal, None)
    return first if second is None else None


@rule("activation.declare-then-test")
def give_order(game: Rampant, unit: str, order: str) -> Flow[list[Scene]]:
    """Unit and order are declared, then tested unless free, then carried out in full."""
    action, trait = action_and_trait(order)
    aim = yield from aim_power(game, unit, action)
    game.units.set(unit, activated=True)
    if trait:
        use_trait(game, game.units[unit].seat, trait)
    elif not ((free_action(game, unit, action) or power_free(game, unit, action)) and acts("activation.free")):
        passed, after = yield from order_test(game, unit, action, aim)
        if game.units[unit].where == "gone":
            return [*after, *([] if passed else order_failed(game, unit, action))]
        if not passed:
            return [*after, *order_failed(game, unit, action)]
        return [*after, *execute(game, unit, action, aim)]
    return execute(game, unit, action, aim)


@rule("activation.test")
def order_test(game: Rampant, unit: str, action: str, aim: str) -> Flow[tuple[bool, list[Scene]]]:
    """Two dice plus modifiers against the score; a failed test may be saved once."""
    need, added = score_of(game, unit, action), modifier_list(game, unit, action, aim)
    bonus = sum(n for n, _ in added)
    seat, number = game.units[unit].seat, game.now.round
    if number not in game.sides[seat].tested:
        game.sides.set(seat, tested=(*game.sides[seat].tested, number))
    total, double = yield from two_dice(game, unit, "order-test", "activation.test", "{unit} is ordered", need, bonus)
    if total < need and (yield from test_again(game, unit, action, aim, total, need)):
        game.tell("{unit} fails with {t} against {n} and tries again.", "play.rerolls", unit=unit, t=total, n=need)
        total, double = yield from two_dice(game, unit, "order-test", "play.rerolls", "{unit} tries again", need, bonus)
    passed = total >= need
    if game.is_heard():
        game.tell(
            "{unit} is ordered to {a}: {total} against {need}, {r}{why}.",
            "activation.test",
            unit=unit,
            a=label_of(game, unit, action),
            total=total,
            need=need,
            r="success" if passed else "failure",
            why=in_brackets([f"{n:+d} {what}" for n, what in added]),
        )
    after = yield from mishap(game, unit, double, passed)
    if action.startswith("manifest:"):
        after += yield from backlash(game, unit, double)
    return passed, after


def test_again(game: Rampant, unit: str, action: str, aim: str, total: int, need: int) -> Flow[bool]:
    """Commanding Voice and Impel let a failed order be tested once more."""
    ways = []
    if action in ("move", "attack", "shoot") and helping_trait(game, unit, "commanding-voice"):
        ways.append("commanding-voice")
    if under(game, unit, "impel") and acts("psychic.impel"):
        ways.append("impel")
    if not ways:
        return False
    names = {"": "Let it stand", "commanding-voice": "Commanding Voice", "impel": "Impel"}
    way = yield from Choose(
        seat=game.units[unit].seat,
        key="order-again",
        rule="play.rerolls",
        args={"unit": unit, "t": total, "n": need},
        prompt="{unit} failed with {t} against {n}. Test again?",
        among=lambda: ("", *ways),
        label=lambda w: names[w],
        odds=lambda w: again_odds(game, unit, action, aim) if w else None,
        has_odds=bool,
    )
    if way == "commanding-voice":
        use_trait(game, game.units[unit].seat, way)
    elif way == "impel":
        game.units.set(unit, spells=tuple(s for s in game.units[unit].spells if s.power != "impel"))
        game.tell("Impel is spent on {unit}.", "psychic.impel", unit=unit)
    return bool(way)


@rule("activation.failure-ends-phase", neutral=lambda *a: [])
def order_failed(game: Rampant, unit: str, action: str) -> list[Scene]:
    """The first failed order ends the phase; with Steady Command only that unit's activation."""
    seat = game.units[unit].seat
    if game.now.round not in game.sides[seat].failed:
        game.sides.set(seat, failed=(*game.sides[seat].failed, game.now.round))
    if not (is_in_force(game, "steady-command") and acts("variants.steady-command")):
        game.battle.set(NOW, over=True)
        game.tell(
            "The order fails: the phase of {who} is over.", "activation.failure-ends-phase", who=game.seat_name(seat)
        )
    if game.units[unit].where == "gone":
        return []
    if action == "detonate":
        return detonate(game, unit, False)
    return [Drop(unit, True)] if action == "drop" else []


# ---- carrying out ----------------------------------------------------------------------------------------------------


@rule("activation.resolve-fully")
def execute(game: Rampant, unit: str, action: str, aim: str) -> list[Scene]:
    """What a successful or free order sets in motion; everything of it is finished before the next unit is chosen."""
    stand_up(game, unit)
    if action == "attack":
        return [Attack(unit)]
    if action == "move":
        return [Moving(unit)]
    if action == "shoot":
        return [Shooting(unit)]
    if action in ("skirmish", "advance"):
        return [Combined(unit, action)]
    if action.startswith("manifest:"):
        return [Manifest(unit, action[9:], aim)]
    if action == "bombard":
        seat = game.units[unit].seat
        game.sides.set(seat, bombs=game.sides[seat].bombs - 1)
        x, _, y = aim.partition(" ")
        game.tell("{unit} calls a bombardment.", "shooting.bombardment-order", unit=unit)
        return [Bombardment(unit, float(x), float(y))]
    if action == "regrow":
        regain(game, unit, "xeno.regrowth", "{unit} grows back.")
        return []
    return detonate(game, unit, True) if action == "detonate" else [Drop(unit)]
