"""The state of a battle."""

from __future__ import annotations

from typing import Any, Self

from xenotable.engine import Table
from xenotable.engine.memory import RememberingGame
from xenotable.games.xenocide.content import Map, kinds, maps
from xenotable.games.xenocide.designing import design_id, know
from xenotable.games.xenocide.rows import Battle, Company, Fire, Hidden, Marker, Model, Section, Side, Unit, War
from xenotable.games.xenocide.stances import Stance
from xenotable.games.xenocide.terrain import Field, field
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

    def prepare(self) -> None:
        super().prepare()
        self.kinds = {**kinds(), **know(self.setup.designs)} if self.setup.designs else kinds()
        self.lay(self.setup.drawn or maps()[self.setup.map])

    def lay(self, m: Map) -> None:
        """This is the ground from now on; what was seen on another is forgotten."""
        self.memo.clear()
        own = {self.kinds[design_id(d)].mover for d in self.setup.designs}
        self.field: Field = field(m, tuple(sorted(own)))
        self.sights: dict[Any, Any] = {}
        self.stances: dict[str, Stance] = {}
        self.glances: dict[str, tuple[Any, bool, tuple[float, float, float, float]]] = {}

    @classmethod
    def decode(cls, setup: Battle, state: dict[str, Any]) -> Self:
        game = super().decode(setup, state)
        if game.war["war"].map:
            game.lay(maps()[game.war["war"].map])
        return game

    def raise_buildings(self) -> None:
        """Every section of the map is whole again."""
        for id in list(self.sections):
            self.sections.remove(id)
        for id, room in self.field.rooms.items():
            self.sections.add(id, Section(room.structure))

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
