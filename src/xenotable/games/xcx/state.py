"""The state of a battle and of a campaign: set-ups, rows, tables."""

from __future__ import annotations

from typing import Any

from xenotable.engine import Game, Row, Slot, Table, cite
from xenotable.engine.readings import Agreement
from xenotable.games.xcx import content
from xenotable.table import Circle

NEUTRAL, CIVIL = 2, 3  # sides beside the two that fight
TABLE, RESERVE, DEAD, LEFT = "table", "reserve", "dead", "left"
MODES = ("inches", "square", "hex")
DIFFICULTY = {"easy": -2, "normal": -1, "classic": 0, "impossible": 1}


class Recruit(Row, frozen=True, cache_hash=True):
    """One model of a Squad: its card and what was bought, won or learnt."""

    unit: str
    name: str = ""
    leader: bool = False
    free: bool = False
    lent: bool = False
    primary: str = ""
    secondary: str = ""
    armour: str = ""
    items: tuple[tuple[str, str], ...] = ()  # (item, the weapon it is fitted to)
    ups: tuple[str, ...] = ()  # promotions taken
    talents: tuple[str, ...] = ()
    shaken: int = 0  # Suppression markers it starts with
    soldier: str = ""  # its id in a campaign's roster


class Squad(Row, frozen=True):
    faction: str
    models: tuple[Recruit, ...] = ()
    name: str = ""


class Side(Row, frozen=True):
    squads: tuple[Squad, ...]
    ai: bool = False
    difficulty: str = "classic"

    @property
    def faction(self) -> str:
        return self.squads[0].faction


class BattleSetup(Agreement, frozen=True):
    """The options that the host chooses, none of which can be changed once deployment starts."""

    mission: str = "attrition"
    limit: int = 500
    mode: str = "inches"
    layout: str = ""
    sides: tuple[Side, ...] = ()
    levy: bool = False
    pick_leaders: bool = False
    tutorial: bool = False


class Model(Row, frozen=True, rename={"objectives": "deeds"}):
    unit: str
    owner: int
    side: int  # who commands it now
    seat: int  # the player of its owner's side; NOBODY for the AI
    number: int
    wounds: int
    full: int
    x: float = 0.0
    y: float = 0.0
    r: float = 0.5
    state: str = RESERVE
    activated: bool = False
    down: bool = False
    watch: bool = False
    halted: bool = False  # its activation was ended by force
    markers: int = 0  # Suppression
    engaged: tuple[str, ...] = ()
    controls: str = ""
    caster: str = ""  # who controls it
    until: int = 0  # the round at whose end control expires
    core: bool = False
    finds: tuple[str, ...] = ()
    used: tuple[str, ...] = ()  # single-use items
    kills: int = 0
    objectives: int = 0

    @property
    def circle(self) -> Circle:
        return Circle(self.x, self.y, self.r)

    @property
    def here(self) -> tuple[float, float]:
        return (self.x, self.y)


class Thing(Row, frozen=True):
    """An objective object; civilians are models."""

    kind: str
    number: int
    x: float
    y: float
    w: float = 0.0
    h: float = 0.0
    r: float = 0.5
    gone: bool = False
    holder: int = -1


class Marker(Row, frozen=True):
    """One of the places where an Infiltrate model may turn out to be."""

    model: str
    x: float
    y: float
    r: float = 0.5


class Battle(Row, frozen=True):
    round: int = 0
    south: int = 0  # the side that owns the south edge
    winner_of_roll: int = 0
    first_role: int = 0  # the side with the mission's first role
    spare: tuple[int, int] = (0, 0)  # dice added (above 0) or withheld (below) by AI difficulty
    active: str = ""  # the model that acts now
    marched: tuple[int, ...] = ()  # sides that used Marching Order this round
    points: tuple[int, int] = (0, 0)
    gone: tuple[str, ...] = ()  # destroyed terrain and removed objects
    core: tuple[float, ...] = ()  # where the core lies, if it does
    planter: str = ""
    winner: int = -1
    over: bool = False
    conceded: int = -1
    nested: int = 0  # Gnashers placed so far
    reason: str = ""  # the AI's last thought, for its panel
    card: tuple[str, ...] = ()  # model, D6, column, letter


class Kit(Row, frozen=True):
    """Who stands behind a model: written when it joins, never changed."""

    recruit: Recruit
    faction: str  # of its Squad; "" for what belongs to none
    leader: bool = False


class Xcx(Game):
    models: Table[str, Model]
    kits: Table[str, Kit]
    things: Table[str, Thing]
    markers: Table[str, Marker]
    battle: Table[str, Battle]

    mission: content.Mission
    fields: dict[Any, Any]  # the ground by what is gone and where the core lies: see `field_of`
    lies: tuple[Battle | None, Any]  # the ground that somebody last asked for, and what it was like then
    weighed: dict[Any, Any]  # what a player made of the table last, by its rows (`citing.reuse`); copies share it
    profiles: dict[str, tuple[Kit, Any]]  # of each model, and the kit that it follows from: see `profile_of`
    ai_sides: tuple[bool, ...]
    banners: tuple[str, ...]  # what the sides are called: one of a single squad by the squad's name
    commanders: tuple[tuple[int, ...], tuple[int, ...]]  # the seats of each side; none where the AI commands

    def prepare(self) -> None:
        setup: BattleSetup = self.setup
        self.mission = content.missions()[setup.mission]
        self.fields, self.profiles, self.weighed = {}, {}, {}
        self.lies = (None, None)
        self.ai_sides = (*(side.ai for side in setup.sides), True, True)
        self.banners = tuple((len(s.squads) == 1 and s.squads[0].name) or s.faction for s in setup.sides)
        seat, found = 0, []
        for side in setup.sides:
            n = 0 if side.ai else len(side.squads)
            found.append(tuple(range(seat, seat + n)))
            seat += n
        self.commanders = (found[0], found[1])

    # ---- reading ---------------------------------------------------------------------------------------------------

    @property
    def now(self) -> Battle:
        return self.battle["now"]

    def note(self, **changes: Any) -> None:
        self.battle.set("now", **changes)

    def name(self, id: str) -> str:
        row = self.models.get(id)
        if row is not None:
            kit = self.kits[id].recruit
            return kit.name or f"{content.units()[row.unit].name} {row.number}"
        if id in self.things:
            thing = self.things[id]
            return "the core" if thing.kind == "core" else f"the {thing.kind} {thing.number}"  # there is one core
        if id[:1] == "i" and id[1:].isdecimal():  # the story speaks of markers that are gone, too
            return f"the marker {id[1:]}"
        return content.equipment_name(id)

    def side_name(self, side: int) -> str:
        """Two sides of one name are told apart by where they stand."""
        if side == NEUTRAL:
            return "The hive"
        name = self.banners[side]
        if name == self.banners[1 - side]:
            return f"{name} ({'south' if self.now.south == side else 'north'})"
        return name

    def seat_name(self, seat: int) -> str:
        for side, seats in enumerate(self.commanders):
            if seat in seats:
                squad = self.setup.sides[side].squads[seats.index(seat)]
                return self.side_name(side) if len(seats) == 1 else str(squad.name or squad.faction)
        return f"Player {seat + 1}"


class Force(Row, frozen=True):
    """A side of the campaign: the starting Squad of each of its players, or the AI."""

    squads: tuple[Squad, ...]
    ai: bool = False
    difficulty: str = "classic"


class CampaignSetup(Agreement, frozen=True):
    forces: tuple[Force, ...]
    mode: str = "inches"
    levy: bool = False


class Soldier(Row, frozen=True, rename={"objectives": "deeds"}):
    """A member of a roster and its history."""

    seat: int
    unit: str
    name: str
    rank: int = 0
    marks: int = 0
    primary: str = ""
    secondary: str = ""
    armour: str = ""
    items: tuple[tuple[str, str], ...] = ()
    ups: tuple[str, ...] = ()
    talents: tuple[str, ...] = ()
    misses: int = 0  # missions that it still has to sit out
    shaken: int = 0
    dead: bool = False
    missions: int = 0
    kills: int = 0
    objectives: int = 0
    story: tuple[str, ...] = ()


class Account(Row, frozen=True):
    """What a player owns beside soldiers."""

    supplies: int = 0
    store: tuple[str, ...] = ()
    points: int = 0
    wins: int = 0
    mustered: tuple[str, ...] = ()
    leader: str = ""
    lent: int = 0


class Ledger(Row, frozen=True):
    """How the campaign stands."""

    mission: int = 1
    winners: tuple[int, ...] = ()  # the winning side of each mission played, -1 for a draw
    conceded: int = -1
    cards: tuple[tuple[str, int], ...] = ()  # of the last draw
    costs: tuple[int, int] = (0, 0)  # mustered in the last battle


class Campaign(Game):
    soldiers: Table[str, Soldier]
    accounts: Table[int, Account]
    ledger: Table[str, Ledger]
    sides: tuple[tuple[int, ...], tuple[int, ...]]

    def prepare(self) -> None:
        cite("campaign.structure")
        seat, found = 0, []
        for force in self.setup.forces:
            n = 0 if force.ai else len(force.squads)
            found.append(tuple(range(seat, seat + n)))
            seat += n
        self.sides = (found[0], found[1])

    @property
    def now(self) -> Ledger:
        return self.ledger["now"]

    def side_of(self, seat: int) -> int:
        return 0 if seat in self.sides[0] else 1

    def faction(self, seat: int) -> str:
        force = self.setup.forces[self.side_of(seat)]
        return str(force.squads[self.sides[self.side_of(seat)].index(seat)].faction)

    def versus(self) -> bool:
        return bool(self.sides[0] and self.sides[1])

    def name(self, id: str) -> str:
        if id in self.soldiers:
            s = self.soldiers[id]
            return f"{rank_of(self, id)} {s.name}"
        return content.equipment_name(id) if id not in content.units() else content.units()[id].name

    def seat_name(self, seat: int) -> str:
        return f"{self.faction(seat)} (player {seat + 1})"


rank_of: Slot[[Campaign, str], str] = Slot("xcx.rank_of")  # in words
