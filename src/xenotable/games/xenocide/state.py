"""The state of a battle."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from xenotable.engine import (
    Game,
    Table,
)
from xenotable.games.xenocide.content import Map, kinds, maps
from xenotable.games.xenocide.designing import design_id, know
from xenotable.games.xenocide.memory import Memo, Watched, bind
from xenotable.games.xenocide.rows import Battle, Company, Fire, Hidden, Marker, Model, Section, Side, Unit, War
from xenotable.games.xenocide.stances import Stance
from xenotable.games.xenocide.terrain import Field, field
from xenotable.games.xenocide.titan_state import Titan

TURNS = 12
COLOURS = ("Blue", "Red")


class Xenocide(Game):
    Hidden, shared = Hidden, ("field", "kinds", "sights", "stances", "glances")
    kept: ClassVar[type[Table[Any, Any]]] = Watched

    sides: Table[int, Side]
    companies: Table[str, Company]
    units: Table[str, Unit]
    models: Table[str, Model]
    markers: Table[str, Marker]
    sections: Table[str, Section]
    fire: Table[str, Fire]
    titans: Table[str, Titan]  # by the id of the unit
    war: Table[str, War]
    memo: Memo  # what was worked out since a row was written last, or since anybody moved

    def prepare(self) -> None:
        bind(self, self.tables)
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

    def copy(self) -> Self:
        twin = super().copy()
        bind(twin, self.tables, self.memo.here)
        return twin

    def snapshot(self) -> Self:
        """Tables that were not written since the last one are shared with it."""
        twin = object.__new__(type(self))
        mine, its, last = self.__dict__, twin.__dict__, self.memo.last
        if last is None:
            its.update(mine)
            its["listener"], its["length"], its["memo"] = None, 0, Memo(mine["memo"].here)
            for name in self.tables:
                table = mine[name]
                if table.same is None:
                    table.same = Watched(table)
                its[name] = table.same
            self.memo.last = twin
        else:  # nothing at all has been written since
            its.update(last.__dict__)
            its["result"] = mine["result"]
        its["scenes"], its["secret"] = mine["scenes"].copy(), Table(mine["secret"])
        return twin

    @classmethod
    def decode(cls, setup: Battle, state: dict[str, Any]) -> Self:
        game = super().decode(setup, state)
        bind(game, game.tables)
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
