"""Orbital defense: satellites against UFOs in orbit."""

from __future__ import annotations

from xenotable.engine import Flow, Scene, rule, scene
from xenotable.games.xcom.content import OFFICER
from xenotable.games.xcom.rules.actions.showing import hand_beside
from xenotable.games.xcom.rules.cards.windows import step_point
from xenotable.games.xcom.rules.effects.context import Rise
from xenotable.games.xcom.rules.panic import extreme, rise
from xenotable.games.xcom.rules.tasks import reset_threat, roll_once
from xenotable.games.xcom.rules.units.unit_locations import at
from xenotable.games.xcom.scenes import Orbit, OrbitPanic, OrbitTask
from xenotable.games.xcom.state import Throw, Xcom


@scene
@hand_beside
@rule("orbit.dice", neutral=lambda *_: [])
def orbit(game: Xcom, at: Orbit) -> Flow[list[Scene]]:
    game.put(step="orbit")
    reset_threat(game)
    yield from step_point(game, OFFICER)
    return [OrbitTask(), OrbitPanic()]


@scene
@hand_beside
def orbit_task(game: Xcom, at: OrbitTask) -> Flow[list[Scene]]:
    again = yield from roll_once(game, lambda: throw_of(game), "orbit.dice", _apply)
    return [at] if again else []


def throw_of(game: Xcom) -> Throw:
    ready = tuple(u for u in at(game, "orbit") if not game.units[u].exhausted)
    return Throw("orbit", "orbit", units=ready, need=game.now.orbit, threat=game.now.threat)


@rule("orbit.success", neutral=lambda *_: None)
def _apply(game: Xcom, hits: int) -> Flow[None]:
    shot = min(hits, game.now.orbit)
    game.put(orbit=game.now.orbit - shot)
    if shot:
        game.tell("UFOs destroyed in orbit: {n}.", "orbit.success", n=shot)
    yield from ()


@scene
@hand_beside
@rule("orbit.panic", neutral=lambda *_: [])
@rule("orbit.panic-always", neutral=lambda *_: [])
@rule("orbit.stay", neutral=lambda *_: [])
def orbit_panic(game: Xcom, at: OrbitPanic) -> Flow[list[Scene]]:
    """One UFO after the other; the UFOs stay in orbit."""
    if at.left < 0:
        yield from step_point(game, OFFICER)
        return [OrbitPanic(game.now.orbit)]
    if at.left == 0:
        return []
    continent = yield from extreme(game, "least", "orbit.panic-tie")
    if continent:
        yield from rise(game, continent, Rise(), "orbit.panic")
    return [OrbitPanic(at.left - 1)]
