"""Pop-up attacks (chapter "flight")."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Refusal, Scene, rule, scene
from xenotable.games.xenocide.rules.buildings.occupants import indoors
from xenotable.games.xenocide.rules.overwatch import reaction
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.scenes import Lowered, PopDown
from xenotable.games.xenocide.state import Xenocide


@rule("flight.pop-up", neutral=lambda *a: ())
def pop_refusals(game: Xenocide, unit: str) -> Iterator[Refusal]:
    """Low hover units on Move and Fire that have not moved may shoot from twelve inches up."""
    row = game.units[unit]
    if not row.models or not all(kind_of(game, m).hover for m in row.models) or row.high:
        yield Refusal("flight.pop-up", "Only low hover units pop up.", {"unit": unit})
    elif indoors(game, unit):
        yield Refusal("flight.pop-up", "{unit} is in a building.", {"unit": unit})
    elif row.order != "move-and-fire" or row.moved:
        yield Refusal("flight.pop-up", "{unit} has moved, or is not on Move and Fire.", {"unit": unit})


@scene
@rule("flight.pop-up-return-fire")
def pop_down(game: Xenocide, at: PopDown) -> list[Scene]:
    """Overwatch at the twelve inch position, without the altitude addition; then the unit is low again."""
    here = {m: (game.models[m].x, game.models[m].y) for m in game.units[at.unit].models}
    return [*reaction(game, at.unit, here, {}), Lowered(at.unit)]
