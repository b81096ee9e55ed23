"""The state of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from xenotable.engine import Table
from xenotable.engine.memory import RememberingGame
from xenotable.engine.slots import Slot
from xenotable.games.xenocide.board import Field
from xenotable.games.xenocide.content import Kind, Map, design_id, maps
from xenotable.games.xenocide.rows import Battle, Company, Fire, Hidden, Marker, Model, Section, Side, Unit, War
from xenotable.games.xenocide.titan_state import Titan

TURNS = 12
COLOURS = ("Blue", "Red")


PLACES = {
    "units": frozenset((
        "name", "start", "vp",  # which nobody changes
        "seat", "models", "riding", "on", "burrowed", "high", "popped", "dug", "marks", "sally",
    )),
    "models": frozenset(("unit", "kind", "x", "y", "facing", "inside", "section", "door")),
    "sections": frozenset(("down",)),
    "titans": frozenset(("kind", "core", "layers", "damaged")),
}  # what says where everybody is, and what hides or hinders him there: fields by table


models_of = Slot[[Battle], Mapping[str, Kind]]("xenocide.models_of")  # all that can fight, players' own among them
ground_of = Slot[[Map, tuple[str, ...]], Field]("xenocide.ground_of")  # with the types of movers of own models


class Xenocide(RememberingGame):
    Hidden, shared = Hidden, ("field", "kinds", "sights", "stances", "glances")
    places = PLACES

    sides: Table[int, Side]
    companies: Table[str, Company]
    units: Table[str, Unit]
    models: Table[str, Model]
    markers: Table[str, Marker]
    sections: Table[str, Section]
    fire: Table[str, Fire]
    titans: Table[str, Titan]  # by the id of the unit
    war: Table[str, War]

    kinds: Mapping[str, Kind]
    field: Field
    sights: dict[Any, Any]  # what was found out about lines on this ground, by the places of both ends
    stances: dict[str, Any]  # of units, believed while the rows of their models are the same
    glances: dict[str, tuple[Any, bool, tuple[float, float, float, float]]]

    def prepare(self) -> None:
        super().prepare()
        self.kinds = models_of(self.setup)
        lay(self, self.setup.drawn or maps()[self.setup.map])

    @classmethod
    def decode(cls, setup: Battle, state: dict[str, Any]) -> Self:
        game = super().decode(setup, state)
        if game.war["war"].map:
            lay(game, maps()[game.war["war"].map])
        return game

    def name(self, id: str) -> str:
        if id in self.units:
            return self.units[id].name
        if id in self.models:
            return self.kinds[self.models[id].kind].name
        if id in self.companies:
            return self.companies[id].name
        if id in self.field.rooms:
            return self.field.rooms[id].label
        return id

    def seat_name(self, seat: int) -> str:
        return COLOURS[seat]


def lay(game: Xenocide, m: Map) -> None:
    """This is the ground from now on; what was seen on another is forgotten."""
    game.memo.clear()
    own = {game.kinds[design_id(d)].mover for d in game.setup.designs}
    game.field = ground_of(m, tuple(sorted(own)))
    game.sights, game.stances, game.glances = {}, {}, {}
