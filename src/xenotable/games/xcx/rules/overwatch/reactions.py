"""React fire: an enemy move is resolved step by step, and each step may draw a shot."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from xenotable.engine import Choose, Flow, Scene, acts, cite, rule, scene
from xenotable.games.xcx.rules.ai.reactions import by_card
from xenotable.games.xcx.rules.charging import charge_path, contact, contacted, declare_charge
from xenotable.games.xcx.rules.engaged.fleeing import beside_refusals
from xenotable.games.xcx.rules.movement.positions import allowance, can_end, flat, others, way_cost
from xenotable.games.xcx.rules.movement.proposals import rest_ask
from xenotable.games.xcx.rules.overwatch.steps import (
    finish_move,
    left_contact,
    log_stop,
    may_be_interrupted,
    on_overwatch,
    path_steps,
    react_options,
    settle,
    stand_at,
    tell_where,
    unwatched_steps,
    watchers,
    who_may_react,
)
from xenotable.games.xcx.rules.play.models import is_ai, is_stopped, seat_of
from xenotable.games.xcx.rules.play.reaction_presets import preset, presets
from xenotable.games.xcx.rules.play.table import TOL, within
from xenotable.games.xcx.rules.shooting.attack import attack, attack_forecast
from xenotable.games.xcx.rules.shooting.shots import shot_refusals
from xenotable.games.xcx.rules.special.infiltration import discover, seen_markers
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.scenes import Moving, Steps
from xenotable.games.xcx.state import Xcx
from xenotable.table import Point, Walk


@scene
def moving(game: Xcx, at: Moving) -> Flow[list[Scene]]:
    """Walks until something happens on a step; what is left of the way is a new scene."""
    model = at.model
    if not at.passed:
        left_contact(game, model)
    if not may_be_interrupted(game, model):
        if at.steps:
            stand_at(game, model, at.steps[-1])
        return finish_move(game, at)
    passed, watching = at.passed or (game.models[model].here,), on_overwatch(game, model)
    quiet = 0 if game.markers else unwatched_steps(game, model, watching, at.steps)
    for k, p in enumerate(at.steps):
        last = k == len(at.steps) - 1
        passed += (p,)
        if k < quiet and not last:
            continue
        stand_at(game, model, p)
        if at.charge and last and acts("overwatch.charged"):
            contact(game, at)
        found = (yield from discovered_by(game, model)) if game.markers else False
        steps = at.steps[k + 1 :]
        ready = who_may_react(game, model, watching) if watching and k >= quiet else []
        offered = (yield from reactions(game, model, last, ready)) if ready else False
        if is_stopped(game, model):
            settle(game, model, passed)
            log_stop(game, model)
            return []
        if found and steps and in_the_way(game, model, steps, at):
            return (yield from choose_new_path(game, at, passed))
        if last:
            return finish_move(game, at)
        if offered:
            if not at.charge and (yield from stops_early(game, model, at.foes)):
                return finish_move(game, Moving(model, (), at.run, fled=at.fled))
            return [Moving(model, steps, at.run, at.charge, at.fled, passed, at.foes)]
    return finish_move(game, at)


@rule("overwatch.trigger", neutral=lambda game, model, last, ready: False)
def reactions(game: Xcx, model: str, last: bool, ready: list[str]) -> Flow[bool]:
    """Everybody on Overwatch who could shoot the mover where it is may do so; True if anybody had the choice."""
    offered = False
    tried: tuple[str, ...] = ()
    while ready and not is_stopped(game, model):
        if not offered:
            tell_where(game, model)
        offered = True
        cite("play.decisions-interrupt")
        side = game.models[ready[0]].side
        if is_ai(game, side):
            chosen = by_card(game, ready[0], model, last)
            tried += (ready[0],)
            if chosen is None:
                cite("play.take-back")
                game.tell("{who} holds its fire.", "overwatch.choice", reveals=True, who=ready[0])
        else:
            chosen = yield from react_ask(
                game, [w for w in ready if seat_of(game, w) == seat_of(game, ready[0])], model
            )
            if chosen is None:
                tried += tuple(w for w in ready if seat_of(game, w) == seat_of(game, ready[0]))
        if chosen is not None:
            cite("overwatch.one-trigger-many")
            cite("suppression.no-test-for-reactions")
            cite("overwatch.state")
            game.models.set(chosen[0], watch=False)
            game.tell("{who} fires from Overwatch.", "overwatch.shot", who=chosen[0])
            yield from attack(game, chosen[0], model, chosen[1], "react")
        ready = [w for w in who_may_react(game, model) if w not in tried]
    return offered


def react_ask(game: Xcx, ready: list[str], model: str) -> Choose[tuple[str, str] | None]:
    return Choose(
        seat=seat_of(game, ready[0]),
        key="react",
        rule="overwatch.choice",
        default=None,
        prompt="{who} moves: react fire?",
        args={"who": model},
        among=lambda: [*reactions_of(game, ready, model), None],
        why_not=lambda o: () if o is None else shot_refusals(game, o[0], o[1], model, "react"),
        label=lambda o: "Hold fire" if o is None else f"{game.name(o[0])}: {game.name(o[1])}",
        on=lambda o: o[0] if o else "",
        odds=lambda o: attack_forecast(game, o[0], model, o[1], "react") if o else None,
        orders=lambda order: preset(game, ready, model, order),
        presets=lambda: presets(game, ready),
    )


def reactions_of(game: Xcx, ready: list[str], model: str) -> list[tuple[str, str]]:
    """(watcher, weapon): those who can fire first, then the others of this player on Overwatch."""
    seat = seat_of(game, ready[0])
    rest = [w for w in watchers(game, model) if w not in ready and seat_of(game, w) == seat]
    legal = [o for w in ready for o in react_options(game, w, model)]
    shown = [(w, g.id) for w in (*ready, *rest) for g in profile_of(game, w).weapons if g.range >= 1]
    return [*legal, *(o for o in shown if o not in legal)]


def stops_early(game: Xcx, model: str, foes: tuple[str, ...]) -> Flow[bool]:
    """The one freedom of a mover under fire, where it may stand."""
    row = game.models[model]
    if (
        is_ai(game, row.side)
        or not can_end(game, model, row.here, row.r)
        or any(beside_refusals(game, foes, [row.here]))
    ):
        return False
    return (
        yield from Choose(
            seat=seat_of(game, model),
            key="halt",
            rule="overwatch.change-of-path",
            default=False,
            prompt="{who} is under fire: stop here?",
            args={"who": model},
            among=lambda: (False, True),
            label=lambda o: "Stop here" if o else "Go on",
        )
    )


def discovered_by(game: Xcx, model: str) -> Flow[bool]:
    """Markers that the mover sees from here; True if a model appeared."""
    seen = seen_markers(game, (model,))
    if not seen:
        return False
    row, says = game.models[model], "{who} sees {marker} from {x:.1f}, {y:.1f}."
    game.tell(says, "special.infiltrate-seen", who=model, marker=seen[0], x=row.x, y=row.y)
    return (yield from discover(game, (model,)))


def in_the_way(game: Xcx, model: str, steps: Steps, at: Moving) -> bool:
    """Would the rest of the path come too close to somebody now?"""
    row, field = game.models[model], field_of(game)
    around = list(others(game, model, at.charge).values())
    if field.grid is not None:
        taken = {field.grid.space((c.x, c.y)) for c in around}
        return any(field.grid.space((p[0], p[1])) in taken for p in steps)
    walk = Walk(row.circle, field.ground, others=around)
    way = [row.here, *[(p[0], p[1]) for p in steps]]
    return not all(walk.clear(p, q) for p, q in pairwise(way)) or not walk.ends(way[-1])


def choose_new_path(game: Xcx, at: Moving, passed: Steps) -> Flow[list[Scene]]:
    """The rest of the move is chosen anew, with what is left of the allowance. A charge may go on as one; the AI goes
    on with a charge where it can, and stops otherwise."""
    cite("special.infiltrate-arrival")
    model, charge = at.model, tuple[str, ...]()
    left = allowance(game, model, at.run) - way_cost(game, at.run, flat(passed))
    path: Sequence[Sequence[float]] = ()
    if is_ai(game, game.models[model].side):
        charge, path = charge_goes_on(game, at, left)
    elif left > TOL:
        went = yield from rest_ask(game, at, left)
        path = went.paths.get(model, ())
        if path and went.mode == "charge":
            charge = yield from declare_charge(game, model, path)
    if not path:
        settle(game, model, passed)
        return finish_move(game, Moving(model, (), at.run, fled=at.fled))
    return [Moving(model, path_steps(game, model, path), at.run, charge, at.fled, passed, at.foes)]


def charge_goes_on(game: Xcx, at: Moving, left: float) -> tuple[tuple[str, ...], Sequence[Point]]:
    """Another way into contact with one whom this charge was declared at, if what is left of the allowance pays it."""
    for target in at.charge:
        way = charge_path(game, at.model, target)
        if way and within(way_cost(game, at.run, [game.models[at.model].here, *way]), left):
            return contacted(game, at.model, target, way), way
    return (), ()
