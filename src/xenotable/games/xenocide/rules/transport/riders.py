"""Who rides in open transports: they shoot, fight and are hit (chapter "transport")."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Flow, rule
from xenotable.games.xenocide.rules.assault.dice_count import at_disadvantage, tally
from xenotable.games.xenocide.rules.play.measuring import circle, circles
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.play.units import mounted_models, riders
from xenotable.games.xenocide.rules.saves.cover import rider_cover, save_values
from xenotable.games.xenocide.rules.shooting.hits import saves
from xenotable.games.xenocide.rules.shooting.removal import remove
from xenotable.games.xenocide.scenes import Pool, Volley
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle


@rule("transport.open-shooting", neutral=lambda game, unit: [])
def open_riders(game: Xenocide, unit: str) -> list[str]:
    return riders(game, unit)


@rule("transport.open-targeting", neutral=lambda game, target: (*game.units[target].models, *riders(game, target)))
def without_riders(game: Xenocide, target: str) -> tuple[str, ...]:
    """Riders are no target of their own, not even in open transports: only area hits and close assault reach them."""
    return game.units[target].models


@rule("transport.open-area-hits", neutral=lambda *a: None)
def riders_hit(game: Xenocide, target: str, v: Volley, p: Pool, hits: int) -> Flow[None]:
    """For each area hit on an open transport its riders suffer one, too, with a cover save of 2."""
    aboard = [m for m in mounted_models(game, target) if game.models[m].inside in p.models]
    if not aboard:
        return
    kind, unit = game.models[aboard[0]].kind, game.models[aboard[0]].unit
    line = save_values(game.kinds[kind], rider_cover(), v.weapon, v.strength)
    lost = yield from saves(v, Pool(kind, rider_cover(), 0, tuple(aboard), line), hits)
    lost = min(lost, len(aboard))
    if lost:
        game.tell("Hit in open transports: {n:rider} of {unit}.", "transport.open-area-hits", n=lost, unit=unit)
    yield from remove(game, unit, aboard, lost)


@rule("transport.open-assault", neutral=lambda *a: (0, 0))
def mounted_dice(game: Xenocide, unit: str, models: Sequence[str]) -> tuple[int, int]:
    """Riders of engaged open transports fight from where they are, a third of their dice lost; half may defend."""
    caa = sum(kind_of(game, m).caa for m in mounted_models(game, unit) if game.models[m].inside in models)
    return at_disadvantage(caa) if caa else (0, 0)


@rule("transport.assault-from-transport", neutral=lambda *a: (0, 0))
def dropped_dice(game: Xenocide, unit: str, late: Sequence[str]) -> tuple[int, int]:
    """Models that got out of transports into the assault fight its first round with a third of their dice lost."""
    return at_disadvantage(tally(game, unit, late, True)) if late else (0, 0)


@rule("transport.teleport-from-transport-assault", neutral=lambda models: models)
def unsettled_models(models: tuple[str, ...]) -> tuple[str, ...]:
    """Who loses dice for having got out of a transport into this assault: of those who ported, nobody."""
    return ()


@rule("transport.transport-vp")
def counting_circles(game: Xenocide, unit: str) -> list[Circle]:
    """Where the models of a unit count: passengers where their transport is; nobody high or inside a high one, nor who
    is about to get out of a wreck and stands nowhere yet."""
    row = game.units[unit]
    held = dict.fromkeys(game.models[m].inside for m in row.riding)
    low = [c for c in held if c in game.models and not game.units[game.models[c].unit].high]
    return [*(() if row.high else circles(game, unit)), *(circle(game, c) for c in low)]
