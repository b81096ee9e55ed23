"""Chapter activation: whose turn it is, orders, action points, group activation, when Overwatch happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Choose, Flow, Forecast, Reckon, Refusal, Scene, acts, cite, is_legal, rule, scene
from xenotable.engine.slots import Slot
from xenotable.games.killteam.rules.actions.allowed import action_refusals, actions_of
from xenotable.games.killteam.rules.actions.overwatch import overwatch, overwatch_odds, overwatch_refusals
from xenotable.games.killteam.rules.actions.performing import perform
from xenotable.games.killteam.rules.actions.unique import HEALS
from xenotable.games.killteam.rules.actions.universal import cost_of, name_of
from xenotable.games.killteam.rules.datacards.printed import apl
from xenotable.games.killteam.rules.equipment import effects as equipment_effects
from xenotable.games.killteam.rules.narrative import battle_effects
from xenotable.games.killteam.rules.ploys import tactical
from xenotable.games.killteam.rules.scoring.missions import MISSION_ACTIONS
from xenotable.games.killteam.scenes import Act, Activate, EndActivation, Fading, Firefight, Group
from xenotable.games.killteam.state import CONCEAL, ENGAGE, KillTeam, card, standing_operatives

# What an action of an operative may do to whom: with one weapon and one target nothing else is asked before the dice.
action_odds = Slot[[KillTeam, str, str], Sequence[Forecast]]("killteam.action_odds")

QUICK_HANDS = "ghost:5"  # an honour
BRIEF = ("grit", "pounce", "range-cards", "oath:5")  # effects that end with the activation


def is_anybody_ready(game: KillTeam, seat: int, unit: str = "") -> bool:
    """Has this player a ready operative, of a type if one is named?"""
    for i in standing_operatives(game, seat):
        o = game.operatives[i]
        if o.ready and (not unit or o.unit == unit):
            return True
    return False


@scene
@rule("activation.alternate")
def firefight(game: KillTeam, at: Firefight) -> Flow[list[Scene]]:
    if not is_anybody_ready(game, at.seat):
        return (yield from offer_overwatch(game, at.seat)) if is_anybody_ready(game, 1 - at.seat) else []
    operative = yield from Choose(
        seat=at.seat,
        key="activate",
        rule="activation.alternate",
        prompt="Which operative is activated?",
        among=lambda: standing_operatives(game, at.seat),
        why_not=lambda i: ready_refusals(game, i),
    )
    unit = card(game.operatives[operative].unit).unit
    cite("datacards.ga")
    group = [Group(at.seat, unit.id)] if unit.GA > 1 else []
    return [Activate(operative), *group, Firefight(1 - at.seat)]


@rule("activation.overwatch-when", neutral=lambda game, seat: [Firefight(1 - seat)])
def offer_overwatch(game: KillTeam, seat: int) -> Flow[list[Scene]]:
    """A player without ready operatives may answer each of the other's turns with an Overwatch."""
    cite("activation.one-sided")
    if not standing_operatives(game, seat):
        cite("turns.alone-autopass")
        return [Firefight(1 - seat)]
    can = yield from Reckon(
        work=lambda: [i for i in standing_operatives(game, seat) if is_legal(overwatch_refusals(game, i))]
    )
    if not can:
        return [Firefight(1 - seat)]
    chosen: str | None = yield from Choose(
        seat=seat,
        key="overwatch",
        rule="activation.overwatch-when",
        prompt="No operative is ready: does one perform Overwatch?",
        among=lambda: [None, *standing_operatives(game, seat)],
        why_not=lambda i: () if i is None or i in can else overwatch_refusals(game, i),
        default=None,
        label=lambda i: "nobody" if i is None else game.name(i),
        odds=lambda i: None if i is None else overwatch_odds(game, i, ""),
    )
    if chosen is None:
        return [Firefight(1 - seat)]
    return [*(yield from overwatch(game, chosen)), Firefight(1 - seat)]


@scene
@rule("activation.group", neutral=lambda *_: [])
def group(game: KillTeam, at: Group) -> Flow[list[Scene]]:
    """Another ready operative of the same type, if there is one; never a third."""
    cite("activation.same-type")
    cite("activation.max-two")
    if not is_anybody_ready(game, at.seat, at.unit):
        return []
    operative = yield from Choose(
        seat=at.seat,
        key="activate",
        rule="activation.group",
        prompt="Group activation: which operative is next?",
        among=lambda: standing_operatives(game, at.seat),
        why_not=lambda i: (*ready_refusals(game, i), *group_refusals(game, i, at.unit)),
    )
    return [Activate(operative)]


def ready_refusals(game: KillTeam, operative: str) -> Sequence[Refusal]:
    """Only who is ready is activated."""
    if game.operatives[operative].ready:
        return ()
    says = "{operative} was activated in this turning point."
    return (Refusal("activation.alternate", says, {"operative": operative}, "Choose an operative that is ready."),)


def group_refusals(game: KillTeam, operative: str, unit: str) -> Iterator[Refusal]:
    """In a group activation the second operative is of the type of the first."""
    if game.operatives[operative].unit != unit:
        says = "{operative} is no {unit}: a group activation is of one type."
        yield Refusal("activation.same-type", says, {"operative": operative, "unit": card(unit).unit.name})


@scene
def activate(game: KillTeam, at: Activate) -> Flow[list[Scene]]:
    """The order first, then what may happen on activation, then AP."""
    if not game.operatives[at.operative].there or game.operatives[at.operative].fallen:
        return []
    yield from order(game, at.operative)
    yield from equipment_effects.adrenal_sac(game, at.operative)
    yield from tactical.grit(game, at.operative)
    yield from tactical.pounce(game, at.operative)
    battle_effects.at_activation(game, at.operative)
    cite("activation.ap")
    game.operatives.set(
        at.operative,
        active=True,
        ap=apl(game, at.operative),
        did=(),
        fired=(),
        activations=game.operatives[at.operative].activations + 1,
    )
    game.tell(
        "{operative} is activated: {o}, {n} AP.",
        "activation.ap",
        operative=at.operative,
        o=game.operatives[at.operative].order,
        n=game.operatives[at.operative].ap,
    )
    return [Act(at.operative)]


@rule("activation.order-choice", neutral=lambda *_: None)
def order(game: KillTeam, operative: str) -> Flow[None]:
    """Chosen at the start of each activation; in the first turning point the one of set-up stays."""
    row = game.operatives[operative]
    seat = row.seat
    if game.now.turn == 1 and acts("activation.order-first-tp"):
        if not game.sides[seat].infiltrates:
            return
        other = CONCEAL if row.order == ENGAGE else ENGAGE
        changes = yield from Choose(
            seat=seat,
            key="infiltrate",
            rule="setup.scouting-infiltrate",
            prompt="Infiltrate: give {operative} the other order ({o})?",
            args={"operative": operative, "o": other},
            among=lambda: (False, True),
            default=False,
        )
        if changes:
            game.sides.set(seat, infiltrates=False)
            take_order(game, operative, other, "setup.scouting-infiltrate")
        return
    said = yield from Choose(
        seat=seat,
        key="order",
        rule="activation.order-choice",
        prompt="{operative}: Engage or Conceal?",
        args={"operative": operative},
        among=lambda: (ENGAGE, CONCEAL),
        label=str.capitalize,
    )
    take_order(game, operative, said, "activation.order-choice")


def take_order(game: KillTeam, operative: str, order: str, rule: str) -> None:
    """The order of an operative changes, or stays."""
    if game.operatives[operative].order != order:
        game.operatives.set(operative, order=order)
        game.tell("{operative} takes the order {o}.", rule, operative=operative, o=order)


@scene
@rule("activation.no-declaring")
def act(game: KillTeam, at: Act) -> Flow[list[Scene]]:
    """One action; its result is seen before the next is chosen."""
    if is_spent(game, at.operative):
        return [EndActivation(at.operative)]
    row = game.operatives[at.operative]
    cite("activation.conceal-may-fight")
    cite("play.commit")
    cite("play.forced-choice")
    action = yield from Choose(
        seat=row.seat,
        key="action",
        rule="activation.enough-ap",
        prompt="{operative} has {n} AP: which action?",
        args={"operative": at.operative, "n": row.ap},
        among=lambda: actions_of(game, at.operative),
        why_not=lambda a: action_refusals(game, at.operative, a),
        label=name_of,
        on=lambda a: at.operative,
        odds=lambda a: action_odds(game, at.operative, a),
        has_odds=lambda a: a in ("shoot", "fight", "ua-unleash-lash") or a in HEALS,
    )
    if action == "pass":
        cite("actions.pass")
        return [EndActivation(at.operative)]
    after = yield from perform(game, at.operative, action)
    return [*after, Act(at.operative)] if after or not is_spent(game, at.operative) else [EndActivation(at.operative)]


def is_spent(game: KillTeam, operative: str) -> bool:
    """Has the active operative nothing left to do?"""
    row = game.operatives[operative]
    if row.fallen or not row.there:
        return True
    return row.ap <= 0 and not row.carries and not has_errand_for_nothing(game, operative)


@rule("activation.end", neutral=lambda *_: False)
def has_errand_for_nothing(game: KillTeam, operative: str) -> bool:
    """Quick Hands: a first Pick Up or mission action that costs 0 AP is open even when all AP are spent."""
    if QUICK_HANDS not in game.operatives[operative].honours:
        return False
    cite(QUICK_HANDS)
    errands = [a for a in actions_of(game, operative) if a == "pick-up" or a in MISSION_ACTIONS]
    return any(not cost_of(game, operative, a) and is_legal(action_refusals(game, operative, a)) for a in errands)


@scene
def end_activation(game: KillTeam, at: EndActivation) -> list[Scene]:
    if tactical.may_fade(game, at.operative):
        return [Fading(at.operative)]
    close(game, at.operative)
    return []


@scene
def fading(game: KillTeam, at: Fading) -> Flow[list[Scene]]:
    yield from tactical.fade(game, at.operative)
    close(game, at.operative)
    return []


@rule("activation.end", neutral=lambda *_: None)
def close(game: KillTeam, operative: str) -> None:
    """AP left are lost, APL modifiers end, the operative is no longer ready."""
    effects = game.operatives[operative].effects
    if effects:
        effects = tuple(e for e in effects if e not in BRIEF)
    modified = game.operatives[operative].mods
    game.operatives.set(
        operative, active=False, ready=False, ap=0, mods=(), did=(), fired=(), freed=(), effects=effects
    )
    if modified:
        game.tell("{operative} has APL {n} again.", "activation.end", operative=operative, n=apl(game, operative))
