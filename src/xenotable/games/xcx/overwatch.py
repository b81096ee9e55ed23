"""Overwatch and react fire: an enemy move is resolved step by step, and each step may draw a shot."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from xenotable.engine import UNSET, Choose, Flow, Preset, Scene, acts, cite, rule, scene
from xenotable.games.xcx.engaged import engage, part_from_all, rank
from xenotable.games.xcx.layouts import field_of
from xenotable.games.xcx.models import is_ai, seat_of
from xenotable.games.xcx.modifiers import aim
from xenotable.games.xcx.move_asks import move_ask
from xenotable.games.xcx.movement import allowance, can_end, others
from xenotable.games.xcx.recruits import profile_of
from xenotable.games.xcx.shooting import aimed_refusals, attack, attack_forecast, guns_of
from xenotable.games.xcx.state import TABLE, Xcx
from xenotable.table import Point, Walk, snapped

Steps = tuple[tuple[float, ...], ...]
PRESET_VALUES = (4, 5, 6, 7, 8)  # to hit: worth a standing order


class Moving(Scene, frozen=True):
    """A model on its way: the steps still to go. A charge names whom it will contact."""

    model: str
    steps: Steps
    run: bool
    charge: tuple[str, ...] = ()
    fled: bool = False
    passed: Steps = ()  # where it has been, its start first; nothing before it sets out


@rule("overwatch.steps", neutral=lambda game, id, path: tuple(path))
def stepping(game: Xcx, id: str, path: Sequence[Sequence[float]]) -> Steps:
    """One step for each inch of path, or each space entered."""
    way: list[Point] = [(p[0], p[1]) for p in path]
    return tuple(
        snapped(p) if i < len(way) else p
        for i, p in enumerate(field_of(game).metric.steps(game.models[id].circle, way))
    )


@rule("overwatch.phantom", neutral=lambda game, id: False)
def unwatched(game: Xcx, id: str) -> bool:
    """Phantom: its movement never triggers react fire."""
    if "Phantom" not in profile_of(game, id).rules:
        return False
    cite("special.phantom")
    return True


def watchers(game: Xcx, id: str) -> list[str]:
    """Enemies on Overwatch, south first, the neutral side last."""
    side = game.models[id].side
    found = [i for i, m in game.models.items() if m.watch and m.state == TABLE and m.side != side]
    return sorted(found, key=lambda i: rank(game, i)) if len(found) > 1 else found


def interested(game: Xcx, id: str) -> bool:
    """Could anything happen on the way? If not, the steps need not be walked one by one."""
    if game.markers:
        return True
    return not unwatched(game, id) and bool(watchers(game, id))


@rule("overwatch.shot", neutral=lambda game, id, mover: [])
def react_options(game: Xcx, id: str, mover: str) -> list[tuple[str, str]]:
    """(watcher, weapon) of the shots that this watcher may take now."""
    guns, far = guns_of(game, id, "react")
    if field_of(game).metric.distance(game.models[id], game.models[mover]) > far:
        return []
    return [(id, w) for w in guns if next(aimed_refusals(game, id, w, mover, "react"), None) is None]


@scene
def moving(game: Xcx, at: Moving) -> Flow[list[Scene]]:
    """Walks until something happens on a step; what is left of the way is a new scene."""
    id = at.model
    if not at.passed:
        left_contact(game, id)
    if not interested(game, id):
        if at.steps:
            put(game, id, at.steps[-1])
        return arrived(game, at)
    if at.fled:
        cite("engaged.flee-triggers-react")
    passed = at.passed or (game.models[id].here,)
    for k, p in enumerate(at.steps):
        last = k == len(at.steps) - 1
        put(game, id, p)
        passed += (p,)
        if at.charge and last and acts("overwatch.charged"):
            contact(game, at)
        found = yield from discovered_by(game, id)
        steps = at.steps[k + 1 :]
        if found and steps and in_the_way(game, id, steps, at):
            return (yield from another_way(game, at, passed))
        offered = yield from reactions(game, id, last)
        if stopped(game, id):
            settle(game, id, passed)
            return []
        if last:
            return arrived(game, at)
        if offered:
            if not at.charge and (yield from stops_early(game, id)):
                return arrived(game, Moving(id, (), at.run, fled=at.fled))
            return [Moving(id, steps, at.run, at.charge, at.fled, passed)]
    return arrived(game, at)


def put(game: Xcx, id: str, p: Sequence[float]) -> None:
    game.models.set(id, x=p[0], y=p[1])


def left_contact(game: Xcx, id: str) -> None:
    if game.models[id].engaged:
        part_from_all(game, id)


def stopped(game: Xcx, id: str) -> bool:
    m = game.models[id]
    return m.state != TABLE or m.halted


@rule("charging.engages", neutral=lambda game, at: None)
def contact(game: Xcx, at: Moving) -> None:
    """Charger and contacted enemies are engaged, whether the attack then hits, misses or is not made."""
    if field_of(game).grid is not None:
        cite("grid.charge-contacts")
    for target in at.charge:
        if game.models[target].state == TABLE and not stopped(game, at.model):
            if game.models[target].engaged:
                cite("engaged.third-parties")
            engage(game, at.model, target)


def arrived(game: Xcx, at: Moving) -> list[Scene]:
    from xenotable.games.xcx.actions import Striking
    from xenotable.games.xcx.missions_hive import end_of_move

    m = game.models[at.model]
    if at.steps or at.fled or at.passed:
        game.tell("{who} moves to {x:.1f}, {y:.1f}.", "movement.allowance", who=at.model, x=m.x, y=m.y)
    if at.charge and not stopped(game, at.model):
        contact(game, at)
        return [Striking(at.model, at.charge)]
    end_of_move(game, at.model)
    return []


@rule("overwatch.interrupt-effects", neutral=lambda game, id, passed: None)
def settle(game: Xcx, id: str, passed: Steps) -> None:
    """Whoever is forced Down where it may not stand goes back along its path to the last place where it may."""
    m = game.models[id]
    if m.state != TABLE or m.engaged:
        return
    for p in reversed(passed):
        if can_end(game, id, (p[0], p[1]), m.r):
            put(game, id, p)
            return


# ---- reactions -------------------------------------------------------------------------------------------------------


@rule("overwatch.trigger", neutral=lambda game, id, last: False)
def reactions(game: Xcx, id: str, last: bool) -> Flow[bool]:
    """Everybody on Overwatch who could shoot the mover where it is may do so; True if anybody had the choice."""
    offered = False
    if unwatched(game, id):
        return False
    tried: tuple[str, ...] = ()
    while not stopped(game, id):
        ready = [w for w in watchers(game, id) if w not in tried and react_options(game, w, id)]
        if not ready:
            return offered
        offered = True
        cite("play.decisions-interrupt")
        side = game.models[ready[0]].side
        if is_ai(game, side):
            chosen = by_card(game, ready[0], id, last)
            tried += (ready[0],)
        else:
            chosen = yield from react_ask(game, [w for w in ready if seat_of(game, w) == seat_of(game, ready[0])], id)
            if chosen is None:
                tried += tuple(w for w in ready if seat_of(game, w) == seat_of(game, ready[0]))
        if chosen is not None:
            cite("overwatch.one-trigger-many")
            cite("suppression.no-test-for-reactions")
            cite("overwatch.state")
            game.models.set(chosen[0], watch=False)
            game.tell("{who} fires from Overwatch.", "overwatch.shot", who=chosen[0])
            yield from attack(game, chosen[0], id, chosen[1], "react")
    return offered


def react_ask(game: Xcx, ready: list[str], id: str) -> Choose[tuple[str, str] | None]:
    return Choose(
        seat=seat_of(game, ready[0]),
        key="react",
        rule="overwatch.choice",
        default=None,
        prompt="{who} moves: react fire?",
        args={"who": id},
        among=lambda: [o for w in ready for o in react_options(game, w, id)] + [None],
        label=lambda o: "Hold fire" if o is None else f"{game.name(o[0])}: {game.name(o[1])}",
        on=lambda o: o[0] if o else "",
        odds=lambda o: attack_forecast(game, o[0], id, o[1], "react") if o else None,
        orders=lambda order: preset(game, ready, id, order),
        presets=lambda: presets(game, ready),
    )


def presets(game: Xcx, ready: list[str]) -> list[Preset]:
    """What can be ordered for each of them."""
    fire = [(n, f"fire at {n} or more") for n in PRESET_VALUES]
    return [Preset({w: n}, f"{game.name(w)}: {says}") for w in ready for n, says in (("never", "never fire"), *fire)]


@rule("play.reaction-presets", neutral=lambda game, ready, id, order: None)
def preset(game: Xcx, ready: list[str], id: str, order: Any) -> Any:
    """A standing order: one figure, "never", or these by model: fire when the value is at least that. A model without
    one is asked about: then nothing is settled."""
    asked = False
    for watcher in ready:
        wanted = order.get(watcher, "ask") if isinstance(order, dict) else order
        asked = asked or wanted == "ask"
        if isinstance(wanted, int) and not isinstance(wanted, bool):
            options = react_options(game, watcher, id)
            best = max(options, key=lambda o: aim(game, o[0], id, o[1], "react").value, default=None)
            if best is not None and aim(game, best[0], id, best[1], "react").value >= wanted:
                return best
    return UNSET if asked else None


@rule("ai.reactions", neutral=lambda game, watcher, id, last: None)
def by_card(game: Xcx, watcher: str, id: str, last: bool) -> tuple[str, str] | None:
    """An AI model fires on the first step with a value of 6 or more, or on the last with 2 or more."""
    from xenotable.games.xcx.ai import best_of

    options = [(w, g, "react") for w, g in react_options(game, watcher, id)]
    best = best_of(game, id, options)
    if best is None:
        return None
    value = aim(game, watcher, id, best[1], "react").value
    return (watcher, best[1]) if value >= 6 or (last and value >= 2) else None


def stops_early(game: Xcx, id: str) -> Flow[bool]:
    """The one freedom of a mover under fire, where it may stand."""
    m = game.models[id]
    if is_ai(game, m.side) or not can_end(game, id, m.here, m.r):
        return False
    return (
        yield from Choose(
            seat=seat_of(game, id),
            key="halt",
            rule="overwatch.change-of-path",
            default=False,
            prompt="{who} is under fire: stop here?",
            args={"who": id},
            among=lambda: (False, True),
            label=lambda o: "Stop here" if o else "Go on",
        )
    )


# ---- infiltrators on the way -----------------------------------------------------------------------------------------


def discovered_by(game: Xcx, id: str) -> Flow[bool]:
    """Markers that the mover sees from here; True if a model appeared."""
    if not game.markers:
        return False
    from xenotable.games.xcx.infiltrate import discover

    return (yield from discover(game, (id,)))


def in_the_way(game: Xcx, id: str, steps: Steps, at: Moving) -> bool:
    """Would the rest of the path come too close to somebody now?"""
    m, field = game.models[id], field_of(game)
    around = [c for _, c in others(game, id, at.charge)]
    if field.grid is not None:
        taken = {field.grid.space((c.x, c.y)) for c in around}
        return any(field.grid.space((p[0], p[1])) in taken for p in steps)
    walk = Walk(m.circle, field.ground, others=around)
    way = [m.here, *[(p[0], p[1]) for p in steps]]
    return not all(walk.clear(p, q) for p, q in pairwise(way)) or not walk.ends(way[-1])


@rule("special.infiltrate-arrival")
def another_way(game: Xcx, at: Moving, passed: Steps) -> Flow[list[Scene]]:
    """The rest of the move is chosen anew, with what is left of the allowance; the AI stops where it may."""
    left = float(allowance(game, at.model, at.run) - len(passed) + 1)
    if is_ai(game, game.models[at.model].side) or left <= 0:
        settle(game, at.model, passed)
        return arrived(game, Moving(at.model, (), at.run, fled=at.fled))
    went = yield from move_ask(game, at.model, at.run, budget=left)
    path = went.paths.get(at.model, ())
    if not path:
        settle(game, at.model, passed)
    steps = stepping(game, at.model, path)
    return [Moving(at.model, steps, at.run, (), at.fled, passed)]
