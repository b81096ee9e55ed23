"""The state of a battle and of a campaign: rows, set-ups, and the two game classes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from xenotable.engine import Game, Row, Table, cite
from xenotable.engine.citing import recall
from xenotable.engine.gestures import Shown
from xenotable.engine.readings import Agreement
from xenotable.games.killteam import content
from xenotable.games.killteam.content import LESSONS, Member, Roster, Unit
from xenotable.table import Circle, Ground

ENGAGE, CONCEAL = "engage", "conceal"
MARKER_NAMES = {"data-harvest": "Terminal", "salvage-run": "Core", "break-the-line": "Node"}
WIDTH, DEPTH = 30.0, 22.0
SEATS = (0, 1)


Outfitting = tuple[tuple[str, int], ...]  # items, and the places of their carriers in the list


class BattleSetup(Agreement, frozen=True):
    """A battle to be played: the mission ("" draws one), the kill teams (empty: chosen in set-up) and options."""

    scenario: str = ""
    rosters: tuple[Roster, Roster] = (Roster(), Roster())
    way: str = "matched"  # matched, open or narrative
    tutorial: bool = False
    points: bool = False  # ask for the point on the base from which cover lines start
    solo: tuple[str, str] = ("", "")  # level of the machine in a seat: recruit, veteran or ace
    equipment: tuple[Outfitting, Outfitting] = ((), ())  # what the lists bring along; nothing: chosen in set-up
    names: tuple[str, str] = ("", "")  # what the players call their lists


class Operative(Row, frozen=True):
    """An operative."""

    seat: int
    unit: str
    name: str
    ranged: tuple[str, ...]
    melee: tuple[str, ...]
    wounds: int
    full: int  # wounds it started with
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    there: bool = False  # in the killzone
    fallen: bool = False  # at 0 wounds, perhaps not removed yet
    order: str = ENGAGE
    ready: bool = True
    active: bool = False
    ap: int = 0
    mods: tuple[int, ...] = ()  # APL modifiers, until the end of its next activation
    did: tuple[str, ...] = ()  # actions of this activation
    fired: tuple[str, ...] = ()  # special rules of weapons it fired in Shoot actions of this activation
    overwatched: bool = False
    used: tuple[str, ...] = ()  # Limited weapons and once-per-battle things
    items: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()  # until the end of the turning point
    carries: str = ""
    honours: tuple[str, ...] = ()
    scars: tuple[int, ...] = ()
    activations: int = 0
    kills: int = 0
    missions: int = 0  # mission actions performed
    freed: tuple[str, ...] = ()  # psychic actions that Borrowed Moment allows once more


class Side(Row, frozen=True):
    """A player's kill team as a whole."""

    team: str = ""
    cp: int = 0
    role: str = ""  # mission attacker or defender
    zone: int = 0
    primary: tuple[int, ...] = ()  # VP of the mission, by turning point
    in_force: tuple[str, ...] = ()  # strategic ploys of this turning point
    used: tuple[str, ...] = ()  # ploys used in this turning point
    once: tuple[str, ...] = ()  # used up for the battle
    marked: str = ""  # the enemy that Brand the Guilty names
    scouting: str = ""
    infiltrates: bool = False
    directive: str = ""
    territory: int = 0  # VP of the attacker of Break the Line for ground
    size: int = 0  # operatives at the start
    reached: int = 0  # turning points at whose end somebody stood wholly in the enemy drop zone
    held: int = 0  # turning points at whose end it controlled a marker in its own territory
    moment: tuple[int, str] = (0, "")  # in narrative play the most damage of one attack, and the words for it


class Battle(Row, frozen=True):
    scenario: str = ""
    turn: int = 0
    turns: int = 4
    initiative: int = 0
    deaths: int = 0
    tokens: int = 0
    step: str = "set-up"
    lessons: tuple[str, ...] = ()  # of the first battle: rules that were seen at work
    ended: int = 0  # turning points that were played to their end


class Marker(Row, frozen=True):
    x: float
    y: float
    z: float = 0.0
    carrier: str = ""
    charged: bool = False
    gone: bool = False
    drawn: tuple[int, ...] = ()  # seats that extracted from it in this turning point


class Barricade(Row, frozen=True):
    seat: int
    x: float
    y: float
    facing: float = 0.0
    z: float = 0.0


class Spot(Row, frozen=True):
    """A token on the table: smoke, a beacon, a rig; or a place where somebody fell in a combat."""

    kind: str
    seat: int
    x: float
    y: float
    z: float = 0.0
    by: str = ""
    turn: int = 0
    feature: str = ""


class Death(Row, frozen=True, rename={"operative": "op"}):
    """An operative was incapacitated: by whom and how, for tac ops, campaign and statistics."""

    operative: str
    seat: int
    turn: int
    by: str = ""
    how: str = ""  # shoot, overwatch, fight or other
    weapon: str = ""
    slowed: bool = False  # its APL was below its datacard
    unhurt: bool = False  # whoever did it lost no wounds in that combat
    leader: bool = False


class TacOp(Row, frozen=True):
    """A revealed tac op."""

    seat: int
    card: str
    turn: int
    late: bool = False  # revealed at the end of the turning point or by its event
    scored: tuple[bool, bool] = (False, False)
    note: str = ""


class Known(Row, frozen=True):
    """What one player alone knows."""

    team: str = ""
    members: tuple[Member, ...] = ()
    tac_ops: tuple[str, ...] = ()
    equipment: tuple[tuple[str, str], ...] = ()
    scouting: str = ""
    directive: str = ""


class PlacedTable(Table[Any, Any]):
    """A table that knows who is engaged with whom, while nobody is somewhere else, and who stands, while nobody comes
    or falls. Copies find it out anew."""

    __slots__ = ("engaged", "standing")
    engaged: dict[Any, tuple[str, ...]]
    standing: dict[Any, tuple[str, ...]]

    def set(self, key: Any, /, **changes: Any) -> Any:
        if not PLACE_FIELDS.isdisjoint(changes):
            self.engaged = {}
            if "there" in changes or "fallen" in changes:
                self.standing = {}
        row = replace(self[key], **changes)
        dict.__setitem__(self, key, row)
        return row

    def add(self, key: Any, row: Any) -> None:
        self.engaged, self.standing = {}, {}
        super().add(key, row)

    def remove(self, key: Any) -> None:
        self.engaged, self.standing = {}, {}
        super().remove(key)


PLACE_FIELDS = frozenset(("x", "y", "z", "there", "fallen"))


class Card(NamedTuple):
    """A datacard with what is worked out from it once."""

    unit: Unit
    r: float
    height: float


@lru_cache(256)
def card(unit: str) -> Card:
    found = content.units()[unit]
    return Card(found, found.base_mm / content.MM / 2, content.HEIGHTS[found.base_mm])


class KillTeam(Game):
    Hidden: ClassVar[type[Row]] = Known
    saved_as: ClassVar[Mapping[str, str]] = {"operatives": "ops"}
    kept: ClassVar[type[Table[Any, Any]]] = PlacedTable

    setup: BattleSetup
    operatives: Table[str, Operative]
    sides: Table[int, Side]
    battle: Table[str, Battle]
    markers: Table[str, Marker]
    barricades: Table[str, Barricade]
    spots: Table[str, Spot]
    deaths: Table[str, Death]
    tacops: Table[str, TacOp]
    built: tuple[str, int, Ground | None]  # the ground of a scenario with so many barricades
    held: dict[str, Any]  # who controls which marker, and the rows by which that was found out

    def prepare(self) -> None:
        self.built, self.held = ("", 0, None), {}

    @property
    def now(self) -> Battle:
        return self.battle["now"]

    def tell(
        self,
        says: str,
        rule: str,
        /,
        only: tuple[int, ...] | None = None,
        reveals: bool = False,
        shows: tuple[Shown, ...] = (),
        **args: Any,
    ) -> None:
        """Events of a table entry are told under the rule that it stands under."""
        cite("play.log-citations")
        if self.setup.tutorial and rule in LESSONS and rule not in self.now.lessons:
            self.battle.set("now", lessons=(*self.now.lessons, rule))
        if self.is_heard():
            super().tell(says, content.entry(rule), only, reveals, shows, **args)

    def name(self, id: str) -> str:
        """Operatives, markers, terrain, cards and actions in words."""
        if id in self.operatives:
            return self.operatives[id].name
        if id in self.markers:
            return f"{MARKER_NAMES.get(self.now.scenario, 'Marker')} {id[1:]}"
        cards = (content.ploys(), content.tac_ops(), content.items(), content.weapons(), content.units())
        for table in (*cards, content.unique_actions()):
            if id in table:
                return str(table[id].name)
        if id[:1] == "w" and id[1:].isdigit():
            return f"Barricade {id[1:]}"
        feature, _, part = id.partition("/")
        kind, _, number = feature.rpartition("-")
        if kind in content.terrain_types() and number.isdigit():
            return f"the {content.terrain_types()[kind].name.lower()}" + (f" ({part})" if part else "")
        return id

    def seat_name(self, seat: int) -> str:
        """The team; with a number while none is chosen, or where both have the same."""
        side, other = self.sides.get(seat), self.sides.get(1 - seat)
        if side is None or not side.team:
            return f"Player {seat + 1}"
        name = content.teams()[side.team].name
        return f"{name} (Player {seat + 1})" if other is not None and other.team == side.team else name


def circle(row: Operative) -> Circle:
    """The base of an operative."""
    return Circle(row.x, row.y, card(row.unit).r, row.z)


def engagements(game: KillTeam) -> dict[Any, tuple[str, ...]]:
    """What is known about who is engaged with whom."""
    operatives: Any = game.operatives
    try:
        return operatives.engaged  # type: ignore[no-any-return]  # says the table
    except AttributeError:
        return _begun(operatives, "engaged")


def _begun(operatives: Any, memory: str) -> dict[Any, tuple[str, ...]]:
    """A memory that a copy has not begun yet; what is only looked at remembers nothing."""
    known: dict[Any, tuple[str, ...]] = {}
    if type(operatives) is PlacedTable:
        setattr(operatives, memory, known)
    return known


def standing_operatives(game: KillTeam, seat: int | None = None) -> tuple[str, ...]:
    """Operatives in the killzone that have not been incapacitated, of one side or of both."""
    operatives: Any = game.operatives
    try:
        known = operatives.standing
    except AttributeError:
        known = _begun(operatives, "standing")
    return recall(known, seat, _standing, game, seat)


def _standing(game: KillTeam, seat: int | None) -> tuple[str, ...]:
    rows = game.operatives.items()
    return tuple([i for i, o in rows if (seat is None or o.seat == seat) and o.there and not o.fallen])


def in_force(game: KillTeam, seat: int, ploy: str) -> bool:
    """Is a strategic ploy of this player running?"""
    return ploy in game.sides[seat].in_force


def card_of(game: KillTeam, operative: str) -> Unit:
    return card(game.operatives[operative].unit).unit


def scenario_of(game: KillTeam) -> content.Scenario:
    return content.scenarios()[game.battle["now"].scenario]


class Record(Row, frozen=True):
    """A narrative datacard."""

    name: str
    unit: str
    options: tuple[str, ...] = ()
    specialism: str = ""
    xp: int = 0
    rank: str = "Recruit"
    honours: tuple[int, ...] = ()
    scars: tuple[int, ...] = ()
    rest: int = 0
    battles: int = 0
    kills: int = 0
    trained: tuple[str, ...] = ()  # ranks in which it was given Training
    notes: str = ""
    story: tuple[str, ...] = ()  # what became of it, one sentence after the other


class Dataslate(Row, frozen=True):
    """A player's campaign."""

    name: str
    player: str
    team: str
    operatives: tuple[Record, ...]
    base: str = ""
    history: str = ""
    quirk: str = ""
    rp: int = 3
    slots: int = 2
    assets: tuple[str, ...] = ()
    stash: tuple[str, ...] = ()
    operation: str = ""
    progress: int = 0
    finished: tuple[str, ...] = ()
    memorial: tuple[str, ...] = ()
    chronicle: tuple[str, ...] = ()
    former: tuple[Record, ...] = ()  # slain, retired or dismissed; they never come back
    listened: bool = False  # its Listening Post was used in this operation


class CampaignSetup(Agreement, frozen=True):
    """The dataslates as they begin: two players, or one against the machine."""

    slates: tuple[Dataslate, ...]
    battles: int = 6
    level: str = "veteran"  # of the machine


class Performance(NamedTuple):
    """What one operative did in a battle."""

    kills: int = 0
    mission: bool = False
    fell: bool = False


class Part(Row, frozen=True, rename={"performances": "deeds"}):
    """What a battle was for one side."""

    performances: tuple[tuple[str, Performance], ...] = ()
    shot: int = 0  # enemies incapacitated by shooting
    leader: bool = False  # the enemy LEADER was incapacitated
    reached: bool = False  # somebody stood in the enemy drop zone at the end of a turning point
    held: bool = False  # a marker in its territory was its own at the end of every turning point
    lost: int = 0
    size: int = 0
    moment: str = ""  # the dice that will be remembered
    listened: bool = False  # its Listening Post was used


class Fought(Row, frozen=True):
    """A battle of the campaign."""

    scenario: str
    winner: int  # a seat, -1 for a draw
    scores: tuple[int, int]
    parts: tuple[Part, Part]
    foe: str = ""  # the team of the machine


class Ledger(Row, frozen=True):
    battle: int = 1
    points: tuple[int, ...] = ()


class Fielded(Row, frozen=True):
    """Who was deployed in the battle at hand, and what it brought them."""

    names: tuple[str, ...] = ()
    honours: tuple[str, ...] = ()
    scars: tuple[str, ...] = ()


class Campaign(Game):
    setup: CampaignSetup
    slates: Table[int, Dataslate]
    ledger: Table[str, Ledger]
    fielded: Table[int, Fielded]
    battles: Table[int, Fought]

    @property
    def now(self) -> Ledger:
        return self.ledger["now"]

    def name(self, id: str) -> str:
        for table in ("asset", "operation", "requisition"):
            for entry in content.table(table):
                if entry.id == id:
                    return entry.name
        if id in content.items():
            return content.items()[id].name
        return content.units()[id].name if id in content.units() else id

    def seat_name(self, seat: int) -> str:
        return f"{self.slates[seat].player} ({self.slates[seat].name})" if seat in self.slates else "The machine"
