"""Carrying an order out: moves, shots, blows, skills."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from xenotable.engine import Choose, Flow, Forecast, Moved, Reckon, Scene, Slot, acts, cite, rule, scene
from xenotable.games.xcx.rules.actions.orders import ORDERED, can_go_on, on_watch, rally
from xenotable.games.xcx.rules.ai.cards import best_strike
from xenotable.games.xcx.rules.charging import blows, declare_charge, strike_refusals, strikes
from xenotable.games.xcx.rules.engaged.contact import walks_off
from xenotable.games.xcx.rules.engaged.free_attacks import free_attackers
from xenotable.games.xcx.rules.modifiers.values import MELEE
from xenotable.games.xcx.rules.movement.proposals import move_ask
from xenotable.games.xcx.rules.overwatch.steps import path_steps
from xenotable.games.xcx.rules.play.models import is_ai, seat_of
from xenotable.games.xcx.rules.shooting.attack import attack
from xenotable.games.xcx.rules.shooting.shots import aims, shot_refusals, shots, some_shots
from xenotable.games.xcx.rules.skills.attempts import Attempt, attempt_refusals, attempts, thinkable
from xenotable.games.xcx.rules.skills.performing import perform
from xenotable.games.xcx.rules.suppression import passes_will_test
from xenotable.games.xcx.scenes import Aimed, Flight, Moving, Order, Shooting, Striking
from xenotable.games.xcx.state import TABLE, Xcx

# Of an attack and of what may come back: attacker, target, weapon, manner.
attack_odds = Slot[[Xcx, str, str, str, str], Sequence[Forecast]]("xcx.attack_odds")
attempt_odds = Slot[[Xcx, str, Attempt | None], Sequence[Forecast]]("xcx.deed_odds")


Option = TypeVar("Option")


def with_closed(legal: Sequence[Option], all_: Sequence[Option]) -> list[Option | None]:
    """What can be chosen first, then what cannot, then nothing."""
    return [*legal, *(o for o in all_ if o not in legal), None]


@scene
def order(game: Xcx, at: Order) -> Flow[list[Scene]]:
    """The WILL test of a suppressed model comes first, unless it Rallies or just goes Down."""
    model = at.model
    if at.order == "walk":  # the move of an Advance that began with its shot
        return (yield from walk(game, model)) if can_go_on(game, model) and walks_off(game, model) else []
    if at.order == "rally":
        yield from rally(game, model)
        return []
    if at.order == "down":
        yield from go_down(game, model)
        return []
    game.tell("{who} is ordered to {order}.", "actions.one-order", who=model, order=ORDERED[at.order])
    if not (yield from passes_will_test(game, model)):
        return []
    if at.order == "fire":
        cite("actions.fire")
        return [Shooting(model, "fire")]
    if at.order == "overwatch":
        on_watch(game, model)
        return []
    if at.order == "advance":
        return (yield from advance(game, model))
    if at.order == "run":
        return (yield from run(game, model))
    if at.order == "strike":
        cite("engaged.attack")
        return [Striking(model, game.models[model].engaged)]
    went = yield from move_ask(game, model, True, flee=True)
    game.tell("{who} flees.", "engaged.flee-move", who=model)
    return [Flight(model, went.paths[model], free_attackers(game, model))]


@rule("actions.down", neutral=lambda game, model: None)
def go_down(game: Xcx, model: str) -> Flow[None]:
    """Down, and perhaps one bracketed skill or carried item; only then a suppressed model has to test."""
    among: list[Attempt] = yield from Reckon(work=lambda: attempts(game, model))
    deed = None
    if among:
        deed = yield from Choose(
            seat=seat_of(game, model),
            key="skill",
            rule="skills.used-on-down",
            prompt="What does {who} do while Down?",
            args={"who": model},
            among=lambda: [None, *with_closed(among, thinkable(game, model))[:-1]],
            why_not=lambda d: () if d is None or d in among else attempt_refusals(game, model, d),
            open=lambda: [None, *among],
            default=None,
            label=lambda d: "Just keep down" if d is None else f"{game.name(d[0])}: {game.name(d[1])}",
            on=lambda d: d[1] if d else "",
            odds=lambda d: attempt_odds(game, model, d),
        )
    if deed is not None and acts("suppression.down-order") and not (yield from passes_will_test(game, model)):
        return
    game.models.set(model, down=True, watch=False)
    game.tell("{who} goes Down.", "actions.down", who=model)
    if deed is not None:
        yield from perform(game, model, deed)


@rule("actions.advance", neutral=lambda game, model: [])
def advance(game: Xcx, model: str) -> Flow[list[Scene]]:
    """Shoot before the move or after it, not in the middle."""
    first = False
    if (yield from Reckon(work=lambda: any(True for _ in some_shots(game, model, "advance")))):
        first = yield from Choose(
            seat=seat_of(game, model),
            key="timing",
            rule="actions.advance-timing",
            prompt="Shoot before or after the move?",
            among=lambda: (False, True),
            label=lambda o: "Shoot first" if o else "Move first",
            default=False,
        )
    return (
        [Shooting(model, "advance"), Order(model, "walk")]
        if first
        else [*(yield from walk(game, model)), Shooting(model, "advance")]
    )


def walk(game: Xcx, model: str) -> Flow[list[Scene]]:
    went = yield from move_ask(game, model, False)
    path = went.paths.get(model, ())
    return [Moving(model, path_steps(game, model, path), False)] if path else []


@rule("actions.run", neutral=lambda game, model: [])
def run(game: Xcx, model: str) -> Flow[list[Scene]]:
    went: Moved = yield from move_ask(game, model, True)
    path = went.paths.get(model, ())
    if not path:
        return []
    charge: tuple[str, ...] = ()
    if went.mode == "charge":
        charge = yield from declare_charge(game, model, path)
    return [Moving(model, path_steps(game, model, path), True, charge)]


@scene
def shooting(game: Xcx, at: Shooting) -> Flow[list[Scene]]:
    if not can_go_on(game, at.model):
        return []
    among: list[tuple[str, str]] = yield from Reckon(work=lambda: shots(game, at.model, at.manner))
    if not among:
        game.tell("{who} has nobody to shoot at.", "shooting.when", who=at.model)
        return []
    chosen = yield from Choose(
        seat=seat_of(game, at.model),
        key="attack",
        rule="actions.attack-optional",
        prompt="Whom does {who} shoot?",
        args={"who": at.model},
        among=lambda: with_closed(among, aims(game, at.model)),
        why_not=lambda o: () if o is None or o in among else shot_refusals(game, at.model, *o, at.manner),
        open=lambda: [*among, None],
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
        chosen = best_strike(game, at.model, at.targets)
    else:
        chosen = yield from Choose(
            seat=seat_of(game, at.model),
            key="strike",
            rule="charging.attack",
            prompt="Whom does {who} attack?",
            args={"who": at.model},
            among=lambda: with_closed(among, blows(game, at.model)),
            why_not=lambda o: () if o is None or o in among else strike_refusals(game, at.model, *o, at.targets),
            open=lambda: [*among, None],
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
