"""The activation phase: its three steps, activation tests, free actions and failure."""

from __future__ import annotations

from xenotable.engine import Choose, Confirm, Flow, Reckon, Scene, acts, allowed, cite, rule, scene
from xenotable.games.rampant.attacking import attack_refusals, attacker_refusals, not_too_far
from xenotable.games.rampant.command import helping_trait, use_trait
from xenotable.games.rampant.orders import (
    execute,
    free_action,
    label_of,
    modifiers,
    orders_of,
    score_of,
    split,
    why_not_order,
    why_not_unit,
)
from xenotable.games.rampant.psychic import aim_power, end_spells, power_free
from xenotable.games.rampant.reach import way_to
from xenotable.games.rampant.rolling import mishap, two_dice
from xenotable.games.rampant.scenes import Aftermath, Attack, Charges, Orders, PhaseEnd, Rally, RoundEnd, Shooting, Turn
from xenotable.games.rampant.specials import charges_surely, hates, wild
from xenotable.games.rampant.state import NOW, Rampant, fielded, switched, under
from xenotable.games.rampant.suppression import to_rally
from xenotable.games.rampant.targets import target_refusals
from xenotable.games.rampant.terrain import sees
from xenotable.games.rampant.xeno import detonate


@scene
@rule("play.round-turn-phase")
@rule("activation.steps")
def turn(game: Rampant, at: Turn) -> list[Scene]:
    """A turn is one activation phase: Rally tests, Wild Charges, orders."""
    game.battle.set(NOW, round=at.round, active=at.seat, over=False, phase="rally")
    cite("play.markers")
    for uid, row in list(game.units.items()):
        fresh = not (row.activated or row.targeted or row.charge or row.rallied or row.moved)
        if row.where != "gone" and not fresh:
            game.units.set(uid, activated=False, targeted=False, charge="", rallied=False, moved=0.0)
    for seat in (0, 1):
        if game.sides[seat].used or game.sides[seat].drops:
            game.sides.set(seat, used=(), drops=0)
    end_spells(game, "start", at.seat)
    game.tell("Round {n}: {who} takes its turn.", "play.round-turn-phase", n=at.round, who=game.seat_name(at.seat))
    return [Rally(at.seat, to_rally(game, at.seat)), Charges(at.seat), Orders(at.seat), PhaseEnd(at.seat)]


@scene
@rule("activation.end")
def phase_end(game: Rampant, at: PhaseEnd) -> list[Scene]:
    end_spells(game, "end", at.seat)
    return []


# ---- Wild Charges ----------------------------------------------------------------------------------------------------


def charge_kin(game: Rampant, uid: str) -> tuple[list[str], str, bool]:
    """Whom the unit could charge now, the only kin it may turn on, and whether that needs no dice."""
    own, kin = wild(game, uid), hates(game, uid)
    if not own and not kin:
        return [], "", False
    if "no-assault" in game.profile[uid].has:
        return shooters_choice(game, uid, "" if own else kin), kin, False
    if not allowed(attacker_refusals(game, uid)):
        return [], "", False
    foes = not_too_far(game, uid, fielded(game, 1 - game.units[uid].seat))
    if kin:
        hated = [t for t in foes if game.profile[t].kin == kin and allowed(attack_refusals(game, uid, t))]
        if hated:
            return hated, kin, own
        if not own:
            return [], "", False
    return [t for t in foes if allowed(attack_refusals(game, uid, t))], "", False


@rule("specials.no-assault")
def shooters_choice(game: Rampant, uid: str, kin: str) -> list[str]:
    """A unit that never attacks shoots instead, at an enemy that it sees and could reach."""
    return [
        t
        for t in fielded(game, 1 - game.units[uid].seat)
        if (not kin or game.profile[t].kin == kin)
        and sees(game, uid, t)
        and way_to(game, uid, t) is not None
        and allowed(target_refusals(game, uid, t))
    ]


@rule("activation.wild-charge-must", neutral=lambda *a: [])
def must_charge(game: Rampant, seat: int) -> list[str]:
    """The units that must test now; who has no legal Attack at this moment is skipped."""
    found = []
    for uid in fielded(game, seat):
        row = game.units[uid]
        if row.suppressed or row.rallied or row.charge or row.activated or row.where != "table":
            continue
        if not (wild(game, uid) or hates(game, uid)):
            continue
        if charge_kin(game, uid)[0]:
            found.append(uid)
        else:
            cite("activation.wild-charge-no-target")
    return found


@scene
@rule("activation.wild-charge-recheck")
def charges(game: Rampant, at: Charges) -> Flow[list[Scene]]:
    """Until no untested Wild Charge unit has a legal Attack."""
    game.battle.set(NOW, phase="charge")
    waiting = yield from Reckon(work=lambda: must_charge(game, at.seat))
    if not waiting:
        game.battle.set(NOW, phase="orders")
        return []
    uid = waiting[0]
    if len(waiting) > 1:
        uid = yield from Choose(
            seat=at.seat,
            key="charge",
            rule="activation.wild-charge-must",
            prompt="Which unit tests for its Wild Charge?",
            among=lambda: waiting,
        )
    if helping_trait(game, uid, "firm-hand"):
        skip = yield from Confirm(
            seat=at.seat,
            key="firm-hand",
            rule="command.tactician-6-firm-hand",
            prompt="Hold {u} back with a firm hand?",
            args={"u": uid},
            yes="Hold it back",
            no="Let it go",
        )
        if skip:
            use_trait(game, at.seat, "firm-hand")
            game.units.set(uid, charge="skipped")
            return [at]
    return [*(yield from charge_test(game, uid)), Aftermath(), at]


@rule("activation.wild-charge-test")
def charge_test(game: Rampant, uid: str) -> Flow[list[Scene]]:
    """Two dice against the Attack score (Shoot for units that never attack); no Commander bonus."""
    targets, kin, sure = yield from Reckon(work=lambda: charge_kin(game, uid))
    shoots = "no-assault" in game.profile[uid].has
    action = "shoot" if shoots else "attack"
    if not (sure or charges_surely(game, uid) or free_action(game, uid, action)):
        need = getattr(game.profile[uid], action)
        total, double = yield from two_dice(
            game, uid, "wild-charge", "activation.wild-charge-test", "{u} tests for a Wild Charge", need
        )
        after = yield from mishap(game, uid, double, total >= need)
        if game.units[uid].where == "gone":
            return after
        if total < need:
            game.units.set(uid, charge="held")
            cite("activation.failure-exceptions")
            game.tell("{u} holds back.", "activation.wild-charge-failure", u=uid)
            return after
    game.units.set(uid, charge="done", activated=True)
    game.tell("{u} charges wildly.", "activation.wild-charge-success", u=uid)
    if shoots:
        return [Shooting(uid, "shoot", tuple(targets))]
    return [Attack(uid, True, kin)]


# ---- orders ----------------------------------------------------------------------------------------------------------


@scene
@rule("activation.orders")
@rule("play.decisions-in-turn")
def orders(game: Rampant, at: Orders) -> Flow[list[Scene]]:
    """One unit after another is ordered, until a test fails, all are done, or the player ends the phase."""
    from xenotable.games.rampant.forecast import order_odds

    if game.now.over:
        return []
    if not (yield from Reckon(work=lambda: any(any_order(game, u) for u in commandable(game, at.seat)))):
        return []
    uid = yield from Choose(
        seat=at.seat,
        key="unit",
        rule="activation.orders",
        prompt="Which unit acts next?",
        among=lambda: ("end", *commandable(game, at.seat)),
        why_not=lambda u: () if u == "end" else why_not_unit(game, u),
        label=lambda u: "End the phase" if u == "end" else game.name(u),
    )
    if uid == "end":
        game.tell("{who} ends its phase.", "activation.end", who=game.seat_name(at.seat))
        return []
    order = yield from Choose(
        seat=at.seat,
        key="order",
        rule="activation.orders",
        prompt="What is {u} ordered to do?",
        args={"u": uid},
        among=lambda: orders_of(game, uid),
        why_not=lambda o: why_not_order(game, uid, o),
        label=lambda o: label_of(game, uid, o),
        on=lambda o: uid,
        odds=lambda o: order_odds(game, uid, o),
    )
    after = yield from give_order(game, uid, order)
    return [*after, Aftermath(), at]


def commandable(game: Rampant, seat: int) -> list[str]:
    """All units that could ever be chosen: on the table, in a building, aboard, or waiting to come."""
    return [u for u, row in game.units.items() if row.seat == seat and row.where != "gone"]


def any_order(game: Rampant, uid: str) -> bool:
    return allowed(why_not_unit(game, uid))


@rule("activation.declare-then-test")
def give_order(game: Rampant, uid: str, order: str) -> Flow[list[Scene]]:
    """Unit and order are declared, then tested unless free, then carried out in full."""
    action, trait = split(order)
    aim = yield from aim_power(game, uid, action)
    game.units.set(uid, activated=True)
    if trait:
        use_trait(game, game.units[uid].seat, trait)
    elif not (free_action(game, uid, action) or power_free(game, uid, action)):
        passed, after = yield from order_test(game, uid, action, aim)
        if game.units[uid].where == "gone":
            return [*after, *([] if passed else fail(game, uid, action))]
        if not passed:
            return [*after, *fail(game, uid, action)]
        return [*after, *execute(game, uid, action, aim)]
    else:
        cite("activation.free")
    return execute(game, uid, action, aim)


@rule("activation.test")
def order_test(game: Rampant, uid: str, action: str, aim: str) -> Flow[tuple[bool, list[Scene]]]:
    """Two dice plus modifiers against the score; a failed test may be saved once."""
    need, bonus = score_of(game, uid, action), modifiers(game, uid, action, aim)
    seat, number = game.units[uid].seat, game.now.round
    if number not in game.sides[seat].tested:
        game.sides.set(seat, tested=(*game.sides[seat].tested, number))
    total, double = yield from two_dice(game, uid, "order-test", "activation.test", "{u} is ordered", need, bonus)
    if total < need and (yield from saved(game, uid, action, total, need)):
        total, double = yield from two_dice(game, uid, "order-test", "play.rerolls", "{u} tries again", need, bonus)
    passed = total >= need
    says = "{u} is ordered to {a}: {total} against {need}, {r}."
    game.tell(
        says,
        "activation.test",
        u=uid,
        a=label_of(game, uid, action),
        total=total,
        need=need,
        r="success" if passed else "failure",
    )
    after = yield from mishap(game, uid, double, passed)
    if action.startswith("manifest:"):
        from xenotable.games.rampant.psychic import backlash

        after += yield from backlash(game, uid, double)
    return passed, after


def saved(game: Rampant, uid: str, action: str, total: int, need: int) -> Flow[bool]:
    """Commanding Voice and Impel let a failed order be tested once more."""
    ways = []
    if action in ("move", "attack", "shoot") and helping_trait(game, uid, "commanding-voice"):
        ways.append("commanding-voice")
    if under(game, uid, "impel") and acts("psychic.impel"):
        ways.append("impel")
    if not ways:
        return False
    names = {"": "Let it stand", "commanding-voice": "Commanding Voice", "impel": "Impel"}
    way = yield from Choose(
        seat=game.units[uid].seat,
        key="order-again",
        rule="play.rerolls",
        args={"u": uid, "t": total, "n": need},
        prompt="{u} failed with {t} against {n}. Test again?",
        among=lambda: ("", *ways),
        label=lambda w: names[w],
    )
    if way == "commanding-voice":
        use_trait(game, game.units[uid].seat, way)
    elif way == "impel":
        game.units.set(uid, spells=tuple(s for s in game.units[uid].spells if s.power != "impel"))
    return bool(way)


@rule("activation.failure-ends-phase", neutral=lambda *a: [])
def fail(game: Rampant, uid: str, action: str) -> list[Scene]:
    """The first failed order ends the phase; with Steady Command only that unit's activation."""
    from xenotable.games.rampant.scenes import Drop

    seat = game.units[uid].seat
    if game.now.round not in game.sides[seat].failed:
        game.sides.set(seat, failed=(*game.sides[seat].failed, game.now.round))
    if switched(game, "steady-command"):
        cite("variants.steady-command")
    else:
        game.battle.set(NOW, over=True)
        game.tell(
            "The order fails: the phase of {who} is over.", "activation.failure-ends-phase", who=game.seat_name(seat)
        )
    if game.units[uid].where == "gone":
        return []
    if action == "detonate":
        return detonate(game, uid, False)
    return [Drop(uid, True)] if action == "drop" else []


# ---- rounds ----------------------------------------------------------------------------------------------------------


@rule("setup.first-turn")
def round_scenes(game: Rampant, number: int) -> list[Scene]:
    """The Attacker's turn, then the Defender's, then the end of the round."""
    first = game.now.attacker
    return [Turn(number, first), Turn(number, 1 - first), RoundEnd(number)]
