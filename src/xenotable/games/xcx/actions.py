"""Activation and orders: the steps of an activation and the six orders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xenotable.engine import Choose, Flow, Forecast, Moved, Pick, Reckon, Refusal, Scene, Slot, acts, cite, rule, scene
from xenotable.games.xcx.charging import strikes, touched
from xenotable.games.xcx.engaged import Flight, best_flight, free_attackers
from xenotable.games.xcx.layouts import field_of
from xenotable.games.xcx.models import is_ai, seat_of
from xenotable.games.xcx.modifiers import MELEE
from xenotable.games.xcx.move_asks import move_ask
from xenotable.games.xcx.overwatch import Moving, stepping
from xenotable.games.xcx.shooting import attack, shot_refusals, shots, some_shots
from xenotable.games.xcx.skills import Deed, deeds, perform
from xenotable.games.xcx.special import marchers
from xenotable.games.xcx.state import TABLE, Xcx
from xenotable.games.xcx.suppression import rally, tested

order_odds = Slot[[Xcx, str, str], Sequence[Forecast]]("xcx.order_odds")
# Of an attack and of what may come back: attacker, target, weapon, manner.
attack_odds = Slot[[Xcx, str, str, str, str], Sequence[Forecast]]("xcx.attack_odds")
deed_odds = Slot[[Xcx, str, Deed | None], Forecast | None]("xcx.deed_odds")
ORDERS = ("fire", "advance", "run", "overwatch", "down", "rally", "strike", "flee")
LABELS = {
    "fire": "Fire: stand and shoot",
    "advance": "Advance: move and shoot at -1",
    "run": "Run: move twice, or charge",
    "overwatch": "Overwatch: shoot when an enemy moves",
    "down": "Down: take cover, or use a skill",
    "rally": "Rally: remove D6 Suppression markers",
    "strike": "Run: attack in contact",
    "flee": "Run: flee from contact",
}


class Activation(Scene, frozen=True):
    """A model has been picked. `marched`: the Officer's Trooper has already acted."""

    model: str
    marched: bool = False


class Order(Scene, frozen=True):
    """The order is carried out; a human decides its details here."""

    model: str
    order: str


class Shooting(Scene, frozen=True):
    """The shot of a Fire or Advance order."""

    model: str
    manner: str


class Striking(Scene, frozen=True):
    """The attack after a charge, or of an engaged model."""

    model: str
    targets: tuple[str, ...]


class Aimed(Scene, frozen=True):
    """An attack that an AI card has decided on; made if it is still legal."""

    model: str
    weapon: str
    target: str
    manner: str


# ---- what may be ordered ---------------------------------------------------------------------------------------------


@rule("actions.availability", neutral=lambda game, id, order: iter(()))
def order_refusals(game: Xcx, id: str, order: str) -> Iterable[Refusal]:
    """Unengaged: any of the six orders. Engaged: only Run, as an attack or a flight."""
    m = game.models[id]
    if order in ("strike", "flee"):
        cite("actions.run-engaged")
        if not m.engaged:
            return (Refusal("engaged.only-run", "{who} is not engaged.", {"who": id}),)
        if order == "flee" and best_flight(game, id) is None:
            return (Refusal("engaged.flee-move", "{who} has nowhere to flee to.", {"who": id}, "Attack instead."),)
    elif m.engaged:
        return (Refusal("engaged.only-run", "{who} is engaged: attack or flee.", {"who": id}),)
    return ()


@rule("actions.sequence", neutral=lambda game, id: None)
def stand_up(game: Xcx, id: str) -> None:
    """Down and Overwatch from an earlier activation end as the next one begins."""
    m = game.models[id]
    if m.down or m.watch or not m.activated or m.halted:
        cite("actions.down-lasts")
        cite("overwatch.state")
        game.models.set(id, down=False, watch=False, activated=True, halted=False)


@scene
def activation(game: Xcx, at: Activation) -> Flow[list[Scene]]:
    from xenotable.games.xcx.ai import act
    from xenotable.games.xcx.missions import detonates

    id = at.model
    if game.models[id].state != TABLE:
        return []
    game.note(active=id)
    if not at.marched:
        if not game.models[id].activated:
            game.models.set(id, activated=True)
        game.tell("{who} is activated.", "bag.pick-unactivated", who=id)
        if detonates(game, id):
            return []
        first = yield from sent_first(game, id)
        if first:
            return [Activation(first), Activation(id, True)]
    stand_up(game, id)
    if game.models[id].caster:
        cite("skills.control-acts")
    if is_ai(game, game.models[id].side):
        return (yield from act(game, id))
    cite("play.decisions-turn")
    cite("play.take-back")
    order = yield from order_ask(game, id)
    cite("actions.one-order")
    return [Order(id, order)]


def order_ask(game: Xcx, id: str) -> Choose[str]:
    return Choose(
        seat=seat_of(game, id),
        key="order",
        rule="actions.one-order",
        prompt="What does {who} do?",
        args={"who": id},
        among=lambda: ORDERS,
        why_not=lambda o: order_refusals(game, id, o),
        label=lambda o: LABELS[o],
        odds=lambda o: order_odds(game, id, o),
    )


def sent_first(game: Xcx, id: str) -> Flow[str]:
    """Marching Order: the Trooper that acts before its Officer."""
    from xenotable.games.xcx.ai import nearest_to_enemy

    among = marchers(game, id)
    if not among:
        return ""
    if is_ai(game, game.models[id].side):
        cite("ai.marching-order")
        chosen: str | None = nearest_to_enemy(game, among)
    else:
        chosen = yield from Choose(
            seat=seat_of(game, id),
            key="march",
            rule="special.marching-order",
            prompt="Marching Order: who acts first?",
            among=lambda: [None, *among],
            default=None,
            label=lambda o: "Nobody" if o is None else game.name(o),
        )
    if not chosen:
        return ""
    game.note(marched=(*game.now.marched, game.models[id].side))
    game.tell("{who} sends {trooper} first.", "special.marching-order", who=id, trooper=chosen)
    return chosen


# ---- carrying it out -------------------------------------------------------------------------------------------------


@scene
def order(game: Xcx, at: Order) -> Flow[list[Scene]]:
    """The WILL test of a suppressed model comes first, unless it Rallies or just goes Down."""
    id = at.model
    if at.order == "walk":  # the move of an Advance that began with its shot
        return (yield from walk(game, id)) if can_go_on(game, id) else []
    if at.order == "rally":
        yield from rally(game, id)
        return []
    if at.order == "down":
        yield from go_down(game, id)
        return []
    if not (yield from tested(game, id)):
        return []
    if at.order == "fire":
        cite("actions.fire")
        return [Shooting(id, "fire")]
    if at.order == "overwatch":
        on_watch(game, id)
        return []
    if at.order == "advance":
        return (yield from advance(game, id))
    if at.order == "run":
        return (yield from run(game, id))
    if at.order == "strike":
        cite("engaged.attack")
        return [Striking(id, game.models[id].engaged)]
    went = yield from move_ask(game, id, True, flee=True)
    game.tell("{who} flees.", "engaged.flee-move", who=id)
    return [Flight(id, went.paths[id], free_attackers(game, id))]


@rule("actions.overwatch", neutral=lambda game, id: None)
def on_watch(game: Xcx, id: str) -> None:
    game.models.set(id, watch=True)
    game.tell("{who} goes on Overwatch.", "actions.overwatch", who=id)


@rule("actions.down", neutral=lambda game, id: None)
def go_down(game: Xcx, id: str) -> Flow[None]:
    """Down, and perhaps one bracketed skill or carried item; only then a suppressed model has to test."""
    among: list[Deed] = yield from Reckon(work=lambda: deeds(game, id))
    deed = None
    if among:
        deed = yield from Choose(
            seat=seat_of(game, id),
            key="skill",
            rule="skills.used-on-down",
            prompt="What does {who} do while Down?",
            args={"who": id},
            among=lambda: [None, *among],
            default=None,
            label=lambda d: "Just keep down" if d is None else f"{game.name(d[0])}: {game.name(d[1])}",
            on=lambda d: d[1] if d else "",
            odds=lambda d: deed_odds(game, id, d),
        )
    if deed is not None and acts("suppression.down-order") and not (yield from tested(game, id)):
        return
    game.models.set(id, down=True, watch=False)
    game.tell("{who} goes Down.", "actions.down", who=id)
    if deed is not None:
        yield from perform(game, id, deed)


@rule("actions.advance", neutral=lambda game, id: [])
def advance(game: Xcx, id: str) -> Flow[list[Scene]]:
    """Shoot before the move or after it, not in the middle."""
    first = False
    if (yield from Reckon(work=lambda: any(True for _ in some_shots(game, id, "advance")))):
        first = yield from Choose(
            seat=seat_of(game, id),
            key="timing",
            rule="actions.advance-timing",
            prompt="Shoot before or after the move?",
            among=lambda: (False, True),
            label=lambda o: "Shoot first" if o else "Move first",
            default=False,
        )
    return (
        [Shooting(id, "advance"), Order(id, "walk")]
        if first
        else [*(yield from walk(game, id)), Shooting(id, "advance")]
    )


def walk(game: Xcx, id: str) -> Flow[list[Scene]]:
    went = yield from move_ask(game, id, False)
    path = went.paths.get(id, ())
    return [Moving(id, stepping(game, id, path), False)] if path else []


@rule("actions.run", neutral=lambda game, id: [])
def run(game: Xcx, id: str) -> Flow[list[Scene]]:
    went: Moved = yield from move_ask(game, id, True)
    path = went.paths.get(id, ())
    if not path:
        return []
    charge: tuple[str, ...] = ()
    if went.mode == "charge":
        charge = tuple(touched(game, id, (path[-1][0], path[-1][1])))
        if field_of(game).grid is not None and len(charge) > 1:
            reached = charge
            charge = yield from Pick(
                seat=seat_of(game, id),
                key="contacts",
                rule="grid.charge-contacts",
                prompt="Whom does {who} charge?",
                args={"who": id},
                among=lambda: reached,
                least=1,
                label=game.name,
            )
        game.tell("{who} charges {foe}.", "charging.declare", who=id, foe=charge[0])
    return [Moving(id, stepping(game, id, path), True, charge)]


# ---- attacks ---------------------------------------------------------------------------------------------------------


def can_go_on(game: Xcx, id: str) -> bool:
    m = game.models[id]
    return m.state == TABLE and not m.halted and not m.down


@scene
def shooting(game: Xcx, at: Shooting) -> Flow[list[Scene]]:
    if not can_go_on(game, at.model):
        return []
    among: list[tuple[str, str]] = yield from Reckon(work=lambda: shots(game, at.model, at.manner))
    if not among:
        return []
    chosen = yield from Choose(
        seat=seat_of(game, at.model),
        key="attack",
        rule="actions.attack-optional",
        prompt="Whom does {who} shoot?",
        args={"who": at.model},
        among=lambda: [*among, None],
        label=lambda o: "Do not shoot" if o is None else f"{game.name(o[1])} with {game.name(o[0])}",
        on=lambda o: o[1] if o else "",
        odds=lambda o: attack_odds(game, at.model, o[1], o[0], at.manner) if o else None,
    )
    if chosen is not None:
        yield from attack(game, at.model, chosen[1], chosen[0], at.manner)
    return []


@scene
def striking(game: Xcx, at: Striking) -> Flow[list[Scene]]:
    if not can_go_on(game, at.model):
        return []
    among = strikes(game, at.model, at.targets)
    if not among:
        return []
    if is_ai(game, game.models[at.model].side):
        from xenotable.games.xcx.ai import best_strike

        chosen = best_strike(game, at.model, at.targets)
    else:
        chosen = yield from Choose(
            seat=seat_of(game, at.model),
            key="strike",
            rule="charging.attack",
            prompt="Whom does {who} attack?",
            args={"who": at.model},
            among=lambda: [*among, None],
            label=lambda o: "Do not attack" if o is None else f"{game.name(o[1])} with {game.name(o[0])}",
            on=lambda o: o[1] if o else "",
            odds=lambda o: attack_odds(game, at.model, o[1], o[0], MELEE) if o else None,
        )
    cite("actions.attack-optional")
    if chosen is not None:
        yield from attack(game, at.model, chosen[1], chosen[0], MELEE)
    return []


@scene
def aimed(game: Xcx, at: Aimed) -> Flow[list[Scene]]:
    legal = can_go_on(game, at.model) and game.models[at.target].state == TABLE
    if legal and next(shot_refusals(game, at.model, at.weapon, at.target, at.manner), None) is None:
        yield from attack(game, at.model, at.target, at.weapon, at.manner)
    return []
