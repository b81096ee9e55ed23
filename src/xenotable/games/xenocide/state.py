"""The state of a battle, and what the game offers beside its rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Self

from xenotable.engine import (
    Board,
    Game,
    Offer,
    Panel,
    Random,
    Refusal,
    Result,
    Scene,
    Sighting,
    Table,
    Token,
    rule,
)
from xenotable.games.xenocide import army as armies
from xenotable.games.xenocide.content import Map, kinds, maps, scenarios
from xenotable.games.xenocide.designing import agreement_refusals, design_id, know, unknown
from xenotable.games.xenocide.mapping import map_refusals
from xenotable.games.xenocide.memory import Memo, Watched, bind
from xenotable.games.xenocide.rows import Battle, Company, Fire, Hidden, Marker, Model, Section, Side, Unit, War
from xenotable.games.xenocide.stances import Stance
from xenotable.games.xenocide.terrain import Field, field
from xenotable.games.xenocide.titan_state import Titan

TURNS = 12
COLOURS = ("Blue", "Red")


class Xenocide(Game):
    id, title = "xenocide", "Xenocide 0.34"
    about = "Companies of infantry and armour, secret orders, suppression and close assault: a mass battle."
    rules: ClassVar[int] = 2
    Setup, Hidden, shared = Battle, Hidden, ("field", "kinds", "sights", "stances", "glances")
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

    @classmethod
    def new(cls, setup: Battle) -> Xenocide:
        from xenotable.games.xenocide import mustering  # which asks the state that it fills

        game = cls(setup)
        game.war.add("war", War(setup.scenario, attacker=setup.attacker))
        for seat, army in enumerate(setup.armies):
            game.sides.add(seat, Side(armies.army_value(army)))
            mustering.muster(game, seat, army)
        game.raise_buildings()
        game.scenes = [opening()]
        return game

    def raise_buildings(self) -> None:
        """Every section of the map is whole again."""
        for id in list(self.sections):
            self.sections.remove(id)
        for id, room in self.field.rooms.items():
            self.sections.add(id, Section(room.structure))

    @classmethod
    def offers(cls) -> list[Offer]:
        from xenotable.games.xenocide.offers import ready_battles

        return ready_battles()

    @classmethod
    def random_setup(cls, rnd: Random) -> Battle:
        from xenotable.games.xenocide.offers import random_battle

        return random_battle(rnd)

    @classmethod
    def warm(cls) -> None:
        from xenotable.games.xenocide import glimpse
        from xenotable.table.quick import warm as warm_ways

        glimpse.warm()
        warm_ways()

    @classmethod
    def lists(cls) -> Sequence[str]:
        return tuple(armies.ready_armies())

    @classmethod
    def pairing(cls, first: str, second: str, rnd: Random) -> Battle | None:
        from xenotable.games.xenocide.offers import pairing

        return pairing(first, second, rnd)

    @classmethod
    def setup_refusals(cls, setup: Battle) -> Iterator[Refusal]:
        yield from table_refusals(setup)
        if setup.scenario and setup.scenario not in scenarios():
            yield Refusal("setup.choose-scenario", "There is no scenario {s!r}.", {"s": setup.scenario})
        if setup.drawn is not None:
            yield from map_refusals(setup.drawn)
        elif setup.map not in maps():
            yield Refusal("setup.terrain-agree", "There is no map {m!r}.", {"m": setup.map})
        if setup.terrain not in ("agreed", "one-player"):
            says = "Terrain is agreed or set up by one-player, not {t!r}."
            yield Refusal("setup.terrain-split", says, {"t": setup.terrain})
        if setup.scale not in armies.LIMITS:
            yield Refusal("play.scale", "The scale is 6mm or 15mm, not {s!r}.", {"s": setup.scale})
            return
        know(d for d in setup.designs if not any(unknown(d)))
        used = (k for army in setup.armies for c in army.companies for u in c.units for k, _ in u)
        yield from agreement_refusals(setup.designs, setup.agreed, used)
        for army in setup.armies:
            yield from armies.refusals(army, setup.points, setup.scale)

    @rule("play.open-information")
    def redeal(self, seat: int, rnd: Random) -> None:
        """Orders, bids and command centers that the other player could have, from what is open."""
        top = type(self.scenes[-1]).__name__ if self.scenes else ""
        for other in {0, 1} - {seat}:
            left = [c for c, row in self.companies.items() if row.seat == other and row.planned]
            order = tuple(left.pop(int(rnd() * len(left))) for _ in range(len(left)))
            closed = [m for m, row in self.markers.items() if row.seat == other and not row.shown]
            known = any(row.seat == other and row.shown == "real" for row in self.markers.values())
            hidden = self.war["war"].chosen and closed and not known
            real = closed[int(rnd() * len(closed))] if hidden else ""
            bid = int(rnd() * (1 + self.sides[other].points)) if top == "Reveal" else 0
            self.secret.set(other, order=order, bid=bid, real=real)

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

    def sight(self, viewer: str, target: str) -> Sighting | None:
        from xenotable.games.xenocide.sighting import sighting

        return sighting(self, viewer, target)

    def board(self) -> Board:
        from xenotable.games.xenocide.display import board

        return board(self)

    def tokens(self, seat: int) -> list[Token]:
        from xenotable.games.xenocide.display import tokens

        return tokens(self, seat)

    def panels(self, seat: int) -> list[Panel]:
        from xenotable.games.xenocide.display import panels

        return panels(self, seat)

    @rule("play.concede")
    def conceded(self, seat: int) -> Result:
        return Result((1 - seat,), f"{COLOURS[seat]} concedes.", "play.concede")

    def broken(self) -> Iterator[str]:
        from xenotable.games.xenocide.invariants import broken

        return broken(self)


@rule("play.table", neutral=lambda setup: ())
def table_refusals(setup: Battle) -> Iterator[Refusal]:
    """The standard table is 72 by 48 inches; 48 by 48 will do for 600 points."""
    m = setup.drawn or maps().get(setup.map)
    small = m is not None and m.width == m.depth == 48.0 and setup.points <= 600
    if m is not None and (m.width, m.depth) != (72.0, 48.0) and not small:
        yield Refusal("play.table", "{m} is {w:g} by {d:g} in.", {"m": m.name, "w": m.width, "d": m.depth})
    if len(setup.armies) != 2:
        yield Refusal("play.two-players", "Two armies fight.")


def opening() -> Scene:
    from xenotable.games.xenocide.setup import Opening

    return Opening()
