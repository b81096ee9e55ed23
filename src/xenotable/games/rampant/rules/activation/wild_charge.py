"""The Wild Charge step: who must test, and whom it may charge."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Choose, Confirm, Flow, Reckon, Refusal, Scene, Then, cite, is_legal, rule, scene
from xenotable.games.rampant.rules.attacking.targets import attack_refusals, attacker_refusals
from xenotable.games.rampant.rules.command import helping_trait, use_trait
from xenotable.games.rampant.rules.play.conventions import enemies_within
from xenotable.games.rampant.rules.roster.numbers import free_action
from xenotable.games.rampant.rules.specials.charging import CHARGE_BY, charges_surely, hates, shooters_choice, wild
from xenotable.games.rampant.rules.xeno.two_dice import mishap, two_dice
from xenotable.games.rampant.scenes import Aftermath, Attack, Charges, Shooting
from xenotable.games.rampant.state import NOW, Rampant, fielded_units


def charge_kin(game: Rampant, unit: str) -> tuple[str, bool]:
    """The only kin that the unit may charge now, if it hates one that it can reach, and whether that needs no dice."""
    kin = hates(game, unit)
    if kin and is_legal(attacker_refusals(game, unit)) and next(charge_targets(game, unit, kin), None) is not None:
        return kin, wild(game, unit)
    return "", False


def shots_instead(game: Rampant, unit: str) -> list[str]:
    """Whom a unit that never attacks could shoot at in its Wild Charge."""
    return shooters_choice(game, unit, "" if wild(game, unit) else hates(game, unit))


def charge_targets(game: Rampant, unit: str, kin: str = "") -> Iterator[str]:
    """The enemies, of one kin or of any, that the unit may attack."""
    for foe in enemies_within(game, unit, game.profile[unit].max_move):
        if (not kin or game.profile[foe].kin == kin) and is_legal(attack_refusals(game, unit, foe)):
            yield foe


@rule("activation.wild-charge-must", neutral=lambda *a: [])
def must_charge(game: Rampant, seat: int) -> list[str]:
    """The units that must test now; who has no legal Attack at this moment is skipped."""
    return [unit for unit in could_charge(game, seat) if has_charge_target(game, unit)]


def could_charge(game: Rampant, seat: int) -> Iterator[str]:
    """The units that would have to test if they had anybody to charge."""
    for unit in game.members[seat]:
        what = game.profile[unit]
        if not what.commander and what.has.isdisjoint(CHARGE_BY):
            continue
        row = game.units[unit]
        if row.where != "table" or row.suppressed or row.rallied or row.charge or row.activated:
            continue
        if wild(game, unit) or hates(game, unit):
            yield unit


@rule("activation.wild-charge-no-target", neutral=lambda *a: True)
def has_charge_target(game: Rampant, unit: str) -> bool:
    """Whoever has nobody to charge does not test, and may be ordered like any other unit afterwards."""
    if "no-assault" in game.profile[unit].has:
        return bool(shots_instead(game, unit))
    only = "" if wild(game, unit) else hates(game, unit)
    return is_legal(attacker_refusals(game, unit)) and next(charge_targets(game, unit, only), None) is not None


def charge_refusals(game: Rampant, unit: str) -> Iterator[Refusal]:
    """Why a unit does not test for a Wild Charge now."""
    row, args = game.units[unit], {"unit": unit}
    if not (wild(game, unit) or hates(game, unit)):
        yield Refusal("specials.wild-charge", "{unit} does not charge wildly.", args, "Give it an order later.")
    elif row.suppressed or row.rallied:
        yield Refusal("activation.wild-charge-must", "{unit} is or was Suppressed in this phase.", args)
    elif row.charge or row.activated:
        yield Refusal("activation.wild-charge-must", "{unit} has had its Wild Charge in this phase.", args)
    else:
        yield Refusal("activation.wild-charge-no-target", "{unit} can attack nobody from where it stands.", args)


@scene
@rule("activation.wild-charge-recheck")
def charges(game: Rampant, at: Charges) -> Then:
    """Until no untested Wild Charge unit has a legal Attack."""
    if next(could_charge(game, at.seat), None) is not None:
        return next_charge(game, at)
    game.battle.set(NOW, phase="orders")
    return []


def next_charge(game: Rampant, at: Charges) -> Flow[list[Scene]]:
    waiting = yield from Reckon(work=lambda: must_charge(game, at.seat))
    game.battle.set(NOW, phase="charge" if waiting else "orders")
    if not waiting:
        return []
    unit = waiting[0]
    if len(waiting) > 1:
        unit = yield from Choose(
            seat=at.seat,
            key="charge",
            rule="activation.wild-charge-must",
            prompt="Which unit tests for its Wild Charge?",
            among=lambda: fielded_units(game, at.seat),
            why_not=lambda u: () if u in waiting else charge_refusals(game, u),
        )
    if helping_trait(game, unit, "firm-hand"):
        skip = yield from Confirm(
            seat=at.seat,
            key="firm-hand",
            rule="command.tactician-6-firm-hand",
            prompt="Hold {unit} back with a firm hand?",
            args={"unit": unit},
            yes="Hold it back",
            no="Let it go",
        )
        if skip:
            use_trait(game, at.seat, "firm-hand")
            game.units.set(unit, charge="skipped")
            return [at]
    return [*(yield from charge_test(game, unit)), Aftermath(), at]


@rule("activation.wild-charge-test")
def charge_test(game: Rampant, unit: str) -> Flow[list[Scene]]:
    """Two dice against the Attack score (Shoot for units that never attack); no Commander bonus."""
    shoots = "no-assault" in game.profile[unit].has
    kin, sure = ("", False) if shoots else (yield from Reckon(work=lambda: charge_kin(game, unit)))
    targets = (yield from Reckon(work=lambda: tuple(shots_instead(game, unit)))) if shoots else ()
    action = "shoot" if shoots else "attack"
    if not (sure or charges_surely(game, unit) or free_action(game, unit, action)):
        need = getattr(game.profile[unit], action)
        total, double = yield from two_dice(
            game, unit, "wild-charge", "activation.wild-charge-test", "{unit} tests for a Wild Charge", need
        )
        says, result = (
            "{unit} tests for a Wild Charge: {total} against {need}, {r}.",
            "success" if total >= need else "failure",
        )
        game.tell(says, "activation.wild-charge-test", unit=unit, total=total, need=need, r=result)
        after = yield from mishap(game, unit, double, total >= need)
        if game.units[unit].where == "gone":
            return after
        if total < need:
            game.units.set(unit, charge="held")
            cite("activation.failure-exceptions")
            game.tell("{unit} holds back.", "activation.wild-charge-failure", unit=unit)
            return after
    game.units.set(unit, charge="done", activated=True)
    game.tell("{unit} charges wildly.", "activation.wild-charge-success", unit=unit)
    if shoots:
        return [Shooting(unit, "shoot", targets)]
    return [Attack(unit, True, kin)]
