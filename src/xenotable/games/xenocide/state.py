"""The state of a battle: sides, companies, units, models, markers; and the few questions everybody asks about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Self

from xenotable.engine import (
    Board,
    Game,
    Offer,
    Panel,
    Random,
    Refusal,
    Result,
    Row,
    Scene,
    Sighting,
    Table,
    Token,
    cite,
    rule,
)
from xenotable.engine.citing import TRACING
from xenotable.games.xenocide import army as armies
from xenotable.games.xenocide.content import Kind, Map, kinds, maps, scenarios
from xenotable.games.xenocide.designing import Design, agreement_refusals, design_id, know, unknown
from xenotable.games.xenocide.mapping import map_refusals
from xenotable.games.xenocide.memory import Memo, Watched, bind, remembered
from xenotable.games.xenocide.stances import Stance, clear_by, nearest
from xenotable.games.xenocide.terrain import Field, field
from xenotable.games.xenocide.titan_state import Titan
from xenotable.games.xenocide.walls import both_inside, gap
from xenotable.table import Circle, hull

CONTACT = 4.0 - 0.001  # strictly below 4 inches, with a tolerance of a thousandth (play.contact-distance)
WITHIN = 0.01  # the tolerance of "within N inches" (play.within)
NEAR = 12.0  # no two centres of bases or sections in contact are farther apart than this
TURNS = 12
COLOURS = ("Blue", "Red")


class Battle(Row, frozen=True):
    """What the players agree on before the battle. No scenario: it is rolled. No attacker: the roll-off decides."""

    scenario: str
    map: str
    points: int
    armies: tuple[armies.Army, armies.Army]
    scale: str = "6mm"
    attacker: int = -1
    drawn: Map | None = None  # a map of the players' own; it replaces the shipped one
    designs: tuple[Design, ...] = ()  # own models, which both players have agreed to
    agreed: bool = False
    terrain: str = "agreed"  # or "one-player": the winner of a roll-off sets it up, the other takes a home edge


class Model(Row, frozen=True):
    unit: str
    kind: str
    x: float = 0.0
    y: float = 0.0
    facing: float = 0.0  # of a flyer, in degrees; east is 0, against the clock
    inside: str = ""  # the transport it rides in; it is then where that is
    section: str = ""  # of a building that it is in; it then stands at one of its sides
    door: str = ""  # the section at whose wall it stands just now, on its way in or out


class Unit(Row, frozen=True):
    seat: int
    home: str  # its company
    company: str  # the company it acts with this turn
    name: str
    vp: int
    start: int  # how many models it started with
    models: tuple[str, ...]  # that stand on the table
    riding: tuple[str, ...] = ()  # inside transports of the unit
    on: bool = False  # on the table
    marks: int = 0  # suppression markers
    watch: bool = False
    dug: bool = False
    burrowed: bool = False
    high: bool = False  # twelve inches up
    popped: bool = False  # up for a pop-up attack
    away: int = 0  # the turn in which it flew off the table; -1: held back for a teleport, -2: a flyer yet to come
    order: str = ""
    acted: bool = False  # finished its action of this phase
    moved: bool = False  # moved in this activation
    shot: bool = False  # shot, dug in or went on overwatch in this activation
    freed: bool = False  # a command point lifted the limits of suppression for this activation
    charge: str = ""  # how it came into this assault: "assault", "firing", "titan" (after firing, at ease), or ""
    came: tuple[float, float] = (0.0, 0.0)  # where it stood before its assault move
    fallen: int = 0  # casualties of this assault, multi-six models counted by weight
    dropped: tuple[str, ...] = ()  # models that got out of transports into this assault
    fled: bool = False  # fled or retreated from this assault
    sally: str = ""  # how it fights across walls: "out" of its building, "storm" between sections of one building
    attack: int = 0  # close assault dice of this round
    defence: int = 0


class Company(Row, frozen=True):
    seat: int
    name: str
    planned: bool = False  # waiting for its place in the order
    reserve: bool = False


class Side(Row, frozen=True):
    value: int  # of the army bought
    edge: str = ""  # home edge: south, north, and in Invasion the edge of arrival
    points: int = 3  # command points
    bid: int = 0
    best: int = 0
    lost: int = 0  # VP of eliminated units
    score: int = 0
    won: bool = False  # the initiative of this turn


class Marker(Row, frozen=True):
    seat: int  # its owner; NOBODY for an objective
    x: float
    y: float
    shown: str = ""  # "" until revealed, then "real" or "decoy"


class Section(Row, frozen=True):
    """What a battle does to a section of a building; `game.field.rooms` knows the rest."""

    points: int  # structure points left
    down: bool = False  # collapsed


class Fire(Row, frozen=True):
    """What a unit received in this phase, for its suppression test."""

    models: int  # when the phase began
    shots: int = 0  # that could cause a casualty
    area: int = 0
    units: tuple[str, ...] = ()  # that fired shots that could
    hit: bool = False
    casualty: bool = False
    weapons: int = 0  # Suppression weapons that hit
    nearest: tuple[float, float, float] = (0.0, 0.0, 1e9)  # the nearest model that fired, and how far


class War(Row, frozen=True):
    scenario: str
    turn: int = 0
    map: str = ""  # that one player chose; empty: as agreed
    attacker: int = -1  # of an invasion
    company: str = ""  # being activated
    watching: bool = False  # the command point for overwatch has been paid
    chosen: bool = False  # the real command centers have been chosen


class Hidden(Row, frozen=True):
    """What one player alone knows: the order of companies to come, the bid, the real command center."""

    order: tuple[str, ...] = ()
    bid: int = 0
    real: str = ""


class Xenocide(Game):
    id, title = "xenocide", "Xenocide 0.34"
    about = "Companies of infantry and armour, secret orders, suppression and close assault: a mass battle."
    rules: ClassVar[int] = 1
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
    memo: Memo  # what was worked out since a row was written last

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
        bind(twin, self.tables)
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
        game = cls(setup)
        game.war.add("war", War(setup.scenario, attacker=setup.attacker))
        for seat, army in enumerate(setup.armies):
            game.sides.add(seat, Side(armies.army_value(army)))
            muster(game, seat, army)
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
        for id, u in self.units.items():
            if any(m not in self.models for m in (*u.models, *u.riding)):
                yield f"{id} names a model that is gone"
            if u.on and not u.burrowed:
                for m in u.models:
                    if not self.field.ground.on_table(circle(self, m), 0.01):
                        yield f"{m} of {id} stands off the table at {self.models[m].x}, {self.models[m].y}"
            if u.marks and u.watch:
                yield f"{id} is suppressed and on overwatch"
        yield from overlaps(self)
        if self.titans:
            from xenotable.games.xenocide.titans import faults

            yield from faults(self)
        yield from misplaced(self)
        for seat, side in self.sides.items():
            gone = sum(u.vp for u in self.units.values() if u.seat == seat and not (u.models or u.riding))
            if side.lost != gone or not 0 <= side.points <= 3:
                yield f"side {seat} lost {side.lost}, eliminated units cost {gone}; {side.points} command points"


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


def overlaps(game: Xenocide) -> Iterator[str]:
    down = [u for u in game.units.values() if u.on and not u.burrowed and not u.high]
    low = [(m, circle(game, m)) for u in down for m in u.models if not (game.models[m].section or game.models[m].door)]
    for i, (m, a) in enumerate(low):
        for n, b in low[i + 1 :]:
            if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < (a.r + b.r - 0.01) ** 2:
                yield f"{m} and {n} overlap"


def misplaced(game: Xenocide) -> Iterator[str]:
    """What cannot be of sections and who is in them."""
    for s, row in game.sections.items():
        if not 0 <= row.points <= game.field.rooms[s].structure or (row.down and row.points):
            yield f"{s} has {row.points} structure points"
        here = [m for u in game.units.values() for m in u.models if game.models[m].section == s]
        if row.down and here:
            yield f"{here} are in {s}, which has collapsed"
        if sum(game.kinds[game.models[m].kind].size for m in here) > game.field.rooms[s].capacity:
            yield f"{s} holds too many: {here}"
        if len({game.units[game.models[m].unit].seat for m in here}) > 1:
            yield f"enemies share {s}: {here}"
        x0, y0, x1, y1 = game.field.rooms[s].sides
        for m in here:
            x, y = game.models[m].x, game.models[m].y
            if not (x0 <= x <= x1 and y0 <= y <= y1) or not (x in (x0, x1) or y in (y0, y1)):
                yield f"{m} is in {s} but at no side of it"
            if game.units[game.models[m].unit].high or game.units[game.models[m].unit].burrowed:
                yield f"{m} is in {s} and high or underground"


def muster(game: Xenocide, seat: int, army: armies.Army) -> None:
    """The rows of an army: companies c0.., units with their models; names of units of one kind are numbered."""
    counts: dict[str, int] = {}
    for i, company in enumerate(army.companies):
        home = f"{'br'[seat]}{i}"
        game.companies.add(home, Company(seat, company.name))
        for j, buys in enumerate(company.units):
            id = f"{home}u{j}"
            lead = kinds()[buys[0][0]].name
            counts[lead] = counts.get(lead, 0) + 1
            name = f"{COLOURS[seat]} {lead} {counts[lead]}"
            models = []
            for n, kind in enumerate(armies.kind_counts(buys)):
                models.append(f"{id}m{n}")
                game.models.add(models[-1], Model(id, kind.id))
            vp = armies.unit_vp(buys)
            game.units.add(id, Unit(seat, home, home, name, vp, len(models), tuple(models)))
            field_titan(game, id)


@rule("titans.core")
def field_titan(game: Xenocide, u: str) -> None:
    """A titan comes with its whole core and all deflector layers up, but without power."""
    kind = kind_of(game, game.units[u].models[0])
    if kind.titan is not None:
        game.titans.add(u, Titan(kind.id, kind.titan.core, layers=kind.titan.layers))


# ---- questions about the state ---------------------------------------------------------------------------------------


def kind_of(game: Xenocide, m: str) -> Kind:
    return game.kinds[game.models[m].kind]


@rule("play.within")
def within(distance: float, limit: float) -> bool:
    """At most the limit, with a tolerance of a hundredth of an inch."""
    return distance <= limit + WITHIN


@rule("play.bases")
def circle(game: Xenocide, m: str) -> Circle:
    return outlined(game, m) if game.models[m].section else own_base(game, m)


def own_base(game: Xenocide, m: str) -> Circle:
    row = game.models[m]
    return Circle(row.x, row.y, game.kinds[row.kind].radius)


@rule("buildings.measuring", neutral=own_base)
def outlined(game: Xenocide, m: str) -> Circle:
    """Distances to a model inside a section are measured from the outline of the section."""
    return game.field.rooms[game.models[m].section].walls


@remembered
def stance(game: Xenocide, u: str) -> Stance:
    """Where a unit stands, as remembered if nothing of it has changed."""
    models = game.models
    rows = [models[m] for m in game.units[u].models]
    found = game.stances.get(u)
    if found is None or found.rows != rows or TRACING:
        found = game.stances[u] = Stance(rows, [circle(game, m) for m in game.units[u].models])
    return found


def circles(game: Xenocide, u: str) -> Sequence[Circle]:
    """The bases of a unit; not to be changed, for others look at the same list."""
    return stance(game, u).circles


def is_titan(game: Xenocide, u: str) -> bool:
    """Is this unit a titan? A titan is always a unit of one model."""
    return u in game.titans


def kinds_in(game: Xenocide, u: str) -> set[str]:
    return {game.models[m].kind for m in game.units[u].models}


def alive(game: Xenocide, u: str) -> bool:
    return bool(game.units[u].models)


@remembered
@rule("movement.zoc-none-for")
def standing(game: Xenocide, seat: int) -> list[str]:
    """The units of a side that stand on the ground: not burrowed, not high, not off the table."""
    return [
        id for id, u in game.units.items() if u.seat == seat and u.on and u.models and not u.burrowed and not u.high
    ]


@remembered
def above_ground(game: Xenocide, seat: int) -> list[str]:
    """The units of a side that can be seen: on the ground or high above it."""
    return [id for id, u in game.units.items() if u.seat == seat and u.on and u.models and not u.burrowed]


def bases(game: Xenocide, units: Iterable[str]) -> list[Circle]:
    return [c for u in units for c in stance(game, u).circles]


@remembered
@rule("play.measuring")
def apart(game: Xenocide, a: str, b: str) -> float:
    """The distance between two units: between their nearest models."""
    return nearest(circles(game, a), circles(game, b))


@remembered
@rule("play.contact-distance")
def in_contact(game: Xenocide, a: str, b: str) -> bool:
    if clear_by(stance(game, a), stance(game, b), CONTACT):
        return False
    across = sallied(game, a, b)
    return any(meet(p, q, across) for p in circles(game, a) for q in circles(game, b))


def meet(p: Circle, q: Circle, across: bool = False) -> bool:
    """Are two enemies in contact? Across two walls only if they fight that way."""
    return gap(p, q) < CONTACT and (across or not both_inside(p, q) or not stands_off())


@rule("buildings.standoff", neutral=lambda: False)
def stands_off() -> bool:
    """Enemies in different buildings or sections leave each other alone until somebody decides otherwise."""
    cite("buildings.sections-adjacent")
    return True


def sallied(game: Xenocide, a: str, b: str) -> bool:
    return bool(game.units[a].sally and game.units[b].sally)


@remembered
def touched(game: Xenocide, u: str) -> list[str]:
    """The enemy units that a unit is in contact with."""
    unit = game.units[u]
    if not unit.on or unit.burrowed or unit.high:
        return []
    here = stance(game, u)
    if not unit.models:
        here = Stance((), [circle(game, game.models[m].inside) for m in unit.riding])
    found = []
    for t in standing(game, 1 - unit.seat):
        there = stance(game, t)
        if not clear_by(here, there, CONTACT):
            across = sallied(game, u, t)
            if any(meet(p, q, across) for q in there.circles for p in here.circles):
                found.append(t)
    return found


@remembered
def centre(game: Xenocide, u: str) -> tuple[float, float]:
    ms = game.units[u].models or game.units[u].riding
    return sum(game.models[m].x for m in ms) / len(ms), sum(game.models[m].y for m in ms) / len(ms)


@remembered
@rule("rally.delayed-units")
def company_units(game: Xenocide, company: str) -> list[str]:
    """The units that act with a company this turn and still exist, those inside transports too."""
    return [id for id, u in game.units.items() if u.company == company and (u.models or u.riding)]


def outline(game: Xenocide, u: str) -> tuple[tuple[float, float], ...]:
    return hull([(game.models[m].x, game.models[m].y) for m in game.units[u].models])


def put(game: Xenocide, m: str, at: tuple[float, float]) -> None:
    """A model stands somewhere else, and whoever rides in it."""
    row = game.models.set(m, x=at[0], y=at[1], section="", door="")
    if game.kinds[row.kind].transport:
        for rider in aboard(game, m):
            game.models.set(rider, x=at[0], y=at[1])


def aboard(game: Xenocide, carrier: str) -> list[str]:
    """Who rides in a transport: models of its own unit or of others of its side."""
    return [m for u in game.units.values() for m in u.riding if game.models[m].inside == carrier]


def riders(game: Xenocide, u: str) -> list[str]:
    """The models of a unit that ride in open transports: they shoot and fight from there."""
    found = []
    for m in game.units[u].riding:
        carrier = game.models.get(game.models[m].inside)
        if carrier is not None and game.kinds[carrier.kind].open_transport:
            found.append(m)
    return found


def mounted(game: Xenocide, u: str) -> list[str]:
    """Who rides in the open transports of a unit, its own models or guests: area hits and close assault reach them."""
    return [m for c in game.units[u].models if game.kinds[game.models[c].kind].open_transport for m in aboard(game, c)]


def strength(game: Xenocide, u: str) -> int:
    """All models of a unit, those in transports too."""
    return len(game.units[u].models) + len(game.units[u].riding)


def destroy(game: Xenocide, lost: Iterable[str]) -> None:
    """Models leave the battle; a unit without models is eliminated and its full price is lost."""
    for m in lost:
        u = game.models[m].unit
        game.models.remove(m)
        left = tuple(x for x in game.units[u].models if x != m)
        riding = tuple(x for x in game.units[u].riding if x != m)
        game.units.set(u, models=left, riding=riding)
        if not left and not riding:
            eliminated(game, u)


@rule("scenarios.attrition-loss")
def eliminated(game: Xenocide, u: str) -> None:
    unit = game.units.set(u, on=False, marks=0, watch=False, dug=False, burrowed=False)
    game.sides.set(unit.seat, lost=game.sides[unit.seat].lost + unit.vp)
    rule_id = "titans.vp-destroyed" if is_titan(game, u) else "shooting.unit-eliminated"
    game.tell("{u} is eliminated: {vp} points lost.", rule_id, u=u, vp=unit.vp)
