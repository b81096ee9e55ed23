"""The steps of a move, who watches them, and how the move ends."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Scene, cite, rule
from xenotable.engine.gestures import Moved
from xenotable.games.xcx.rules.charging import contact
from xenotable.games.xcx.rules.engaged.contact import part_from_all
from xenotable.games.xcx.rules.missions.hive import end_of_move
from xenotable.games.xcx.rules.movement.positions import can_end, flat, nearest_end
from xenotable.games.xcx.rules.play.models import is_stopped, rank
from xenotable.games.xcx.rules.shooting.shots import able_guns, guns_of
from xenotable.games.xcx.rules.sight import looks_at
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.terrain.forms import UNSEEN
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.scenes import Moving, Steps, Striking
from xenotable.games.xcx.state import TABLE, Xcx
from xenotable.table import Circle


@rule("overwatch.steps", neutral=lambda game, model, path: tuple(path))
def path_steps(game: Xcx, model: str, path: Sequence[Sequence[float]]) -> Steps:
    """One step for each inch of path, or each space entered."""
    return tuple(field_of(game).metric.steps(game.models[model].circle, flat(path)))


@rule("overwatch.phantom", neutral=lambda game, model: False)
def is_unwatched(game: Xcx, model: str) -> bool:
    """Phantom: its movement never triggers react fire."""
    if "Phantom" not in profile_of(game, model).rules:
        return False
    cite("special.phantom")
    return True


def watchers(game: Xcx, model: str) -> list[str]:
    """Enemies on Overwatch, south first, the neutral side last."""
    return in_turn(game, on_overwatch(game, model))


def on_overwatch(game: Xcx, model: str) -> list[str]:
    side = game.models[model].side
    return [i for i, m in game.models.items() if m.watch and m.state == TABLE and m.side != side]


def in_turn(game: Xcx, models: list[str]) -> list[str]:
    return sorted(models, key=lambda i: rank(game, i)) if len(models) > 1 else models


def may_be_interrupted(game: Xcx, model: str) -> bool:
    """Could anything happen on the way? If not, the steps need not be walked one by one."""
    if game.markers:
        return True
    return not is_unwatched(game, model) and bool(on_overwatch(game, model))


def who_may_react(game: Xcx, mover: str, watching: list[str] | None = None) -> list[str]:
    """Everybody on Overwatch who could shoot the mover where it is now. `watching`: who is on Overwatch, if that is
    known."""
    watching = on_overwatch(game, mover) if watching is None else watching
    if not watching or is_unwatched(game, mover):
        return []
    return in_turn(game, [i for i in watching if react_options(game, i, mover)])


def unwatched_steps(game: Xcx, mover: str, watching: Sequence[str], steps: Steps) -> int:
    """How many steps of a move, from its first on, nobody on Overwatch has in Range and in sight."""
    field, r, quiet = field_of(game), game.models[mover].r, len(steps)
    bases = [Circle(p[0], p[1], r) for p in steps]
    for watcher in watching:
        row, far = game.models[watcher], guns_of(game, watcher, "react")[1]
        near = [k for k, gap in enumerate(field.distances(row, bases[:quiet])) if gap <= far]
        seen = looks_at(field, row, [(steps[k][0], steps[k][1]) for k in near], r)
        quiet = next((k for k, cover in zip(near, seen, strict=False) if cover != UNSEEN), quiet)
    return quiet


@rule("overwatch.shot", neutral=lambda game, model, mover: [])
def react_options(game: Xcx, model: str, mover: str) -> list[tuple[str, str]]:
    """(watcher, weapon) of the shots that this watcher may take now."""
    guns, far = guns_of(game, model, "react")
    if field_of(game).distance(game.models[model], game.models[mover]) > far:
        return []
    return [(model, w) for w in able_guns(game, model, guns, mover, "react")]


def stand_at(game: Xcx, model: str, p: Sequence[float]) -> None:
    game.models.set(model, x=p[0], y=p[1])


def left_contact(game: Xcx, model: str) -> None:
    if game.models[model].engaged:
        part_from_all(game, model)


def finish_move(game: Xcx, at: Moving) -> list[Scene]:
    if at.steps or at.fled or at.passed:
        game.tell("{who} moves.", "movement.allowance", shows=(Moved(at.model, at.steps),), who=at.model)
    end_of_move(game, at.model)
    if at.charge and not is_stopped(game, at.model):
        contact(game, at)
        return [Striking(at.model, at.charge)]
    return []


def tell_where(game: Xcx, model: str) -> None:
    """How far a mover has come when somebody may fire at it."""
    row = game.models[model]
    game.tell("{who} is watched at {x:.1f}, {y:.1f}.", "overwatch.trigger", who=model, x=row.x, y=row.y)


def log_stop(game: Xcx, model: str) -> None:
    row = game.models[model]
    if row.state == TABLE:
        game.tell("{who} is stopped at {x:.1f}, {y:.1f}.", "overwatch.interrupt-effects", who=model, x=row.x, y=row.y)


@rule("overwatch.interrupt-effects", neutral=lambda game, model, passed: None)
def settle(game: Xcx, model: str, passed: Steps) -> None:
    """Whoever is stopped where it may not stand goes back along its path to the last place where it may. Whom a Lasso
    has pulled stands where it may, and stays there."""
    row = game.models[model]
    if row.state != TABLE or row.engaged or can_end(game, model, row.here, row.r):
        return
    back = next((p for p in reversed(passed) if can_end(game, model, (p[0], p[1]), row.r)), None)
    spot = back or nearest_end(game, model, row.here, row.r)
    if spot is not None:
        stand_at(game, model, spot)
