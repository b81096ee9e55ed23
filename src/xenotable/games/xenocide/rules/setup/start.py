"""From a set-up to a battle: what is wrong with a set-up, and the state before the first decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Refusal
from xenotable.games.xenocide.content import maps, scenarios
from xenotable.games.xenocide.rules.army import lists as army_lists
from xenotable.games.xenocide.rules.army.mustering import muster
from xenotable.games.xenocide.rules.content import map_refusals
from xenotable.games.xenocide.rules.play.table import table_refusals
from xenotable.games.xenocide.rules.pricing.designer import agreement_refusals, know, unknown
from xenotable.games.xenocide.rules.setup.sequence import raise_buildings
from xenotable.games.xenocide.scenes import Opening
from xenotable.games.xenocide.state import Battle, Side, War, Xenocide


def new(setup: Battle) -> Xenocide:
    """The state before the first decision."""
    game = Xenocide(setup)
    game.war.add("war", War(setup.scenario, attacker=setup.attacker))
    for seat, army in enumerate(setup.armies):
        game.sides.add(seat, Side(army_lists.army_value(army)))
        muster(game, seat, army)
    raise_buildings(game)
    game.scenes = [Opening()]
    return game


def lists() -> Sequence[str]:
    return tuple(army_lists.ready_armies())


def setup_refusals(setup: Battle) -> Iterator[Refusal]:
    yield from table_refusals(setup)
    if setup.scenario and setup.scenario not in scenarios():
        yield Refusal(
            "setup.choose-scenario", "There is no scenario {s!r}.", {"s": setup.scenario}, "Choose another, or none."
        )
    if setup.drawn is not None:
        yield from map_refusals(setup.drawn)
    elif setup.map not in maps():
        yield Refusal("setup.terrain-agree", "There is no map {m!r}.", {"m": setup.map}, "Choose another.")
    if setup.terrain not in ("agreed", "one-player"):
        says = "Terrain is agreed or set up by one-player, not {t!r}."
        yield Refusal("setup.terrain-split", says, {"t": setup.terrain}, "Choose one of them.")
    if setup.scale not in army_lists.LIMITS:
        yield Refusal("play.scale", "The scale is 6mm or 15mm, not {s!r}.", {"s": setup.scale}, "Choose one of them.")
        return
    know(d for d in setup.designs if not any(unknown(d)))
    used = (k for army in setup.armies for c in army.companies for u in c.units for k, _ in u)
    yield from agreement_refusals(setup.designs, setup.agreed, used)
    for army in setup.armies:
        yield from army_lists.refusals(army, setup.points, setup.scale)
