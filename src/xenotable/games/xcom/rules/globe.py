"""Global defense: Interceptors against UFOs over the continents."""

from __future__ import annotations

from xenotable.engine import Choose, Flow, Scene, rule, scene
from xenotable.games.xcom.content import COMMANDER
from xenotable.games.xcom.rules.actions.showing import hand_beside
from xenotable.games.xcom.rules.cards.windows import step_point
from xenotable.games.xcom.rules.effects.context import Rise
from xenotable.games.xcom.rules.panic import rise, standing_continents
from xenotable.games.xcom.rules.tasks import reset_threat, roll_once
from xenotable.games.xcom.rules.units.unit_locations import at
from xenotable.games.xcom.scenes import Globe, GlobePanic, GlobeTask
from xenotable.games.xcom.state import Throw, Xcom


@scene
@hand_beside
@rule("globe.order", neutral=lambda *_: [])
@rule("globe.panic-undefended", neutral=lambda *_: [])
def globe(game: Xcom, at: Globe) -> Flow[list[Scene]]:
    """The Commander takes one continent at a time. Where there is no UFO there is nothing to resolve."""
    game.put(step="globe")
    if at.done and not _unresolved_continents(game, at.done):
        return []
    yield from step_point(game, COMMANDER)
    left = _unresolved_continents(game, at.done)
    if not left:
        return []
    chosen = left[0]
    if len(left) > 1:
        chosen = yield from Choose(
            seat=COMMANDER,
            key="continent",
            rule="globe.order",
            prompt="Which continent is resolved next?",
            among=lambda: left,
        )
    reset_threat(game)
    return [GlobeTask(chosen), GlobePanic(chosen), Globe((*at.done, chosen))]


def _unresolved_continents(game: Xcom, done: tuple[str, ...]) -> list[str]:
    return [c for c in standing_continents(game) if c not in done and game.continents[c].ufos]


@scene
@hand_beside
@rule("globe.dice", neutral=lambda *_: [])
def globe_task(game: Xcom, at: GlobeTask) -> Flow[list[Scene]]:
    again = yield from roll_once(game, lambda: throw_of(game, at.continent), "globe.dice", _apply)
    return [at] if again else []


def throw_of(game: Xcom, continent: str) -> Throw:
    units, need = tuple(at(game, continent)), game.continents[continent].ufos
    return Throw("global", continent, units=units, need=need, threat=game.now.threat)


@rule("globe.success", neutral=lambda *_: None)
def _apply(game: Xcom, hits: int) -> Flow[None]:
    continent = game.throws[0].spot
    shot = min(hits, game.continents[continent].ufos)
    game.continents.set(continent, ufos=game.continents[continent].ufos - shot)
    if shot:
        game.tell("UFOs destroyed over {c}: {n}.", "globe.success", n=shot, c=continent)
    yield from ()


@scene
@hand_beside
@rule("globe.panic", neutral=lambda *_: [])
@rule("globe.ufos-stay", neutral=lambda *_: [])
def globe_panic(game: Xcom, at: GlobePanic) -> Flow[list[Scene]]:
    """Each UFO left raises panic by one; it stays."""
    yield from step_point(game, COMMANDER)
    rises = Rise()
    for _ in range(game.continents[at.continent].ufos):
        yield from rise(game, at.continent, rises, "globe.panic")
    return []
