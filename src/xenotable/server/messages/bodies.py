"""What goes in and out without a socket: games, rules, rooms, saves and replays. The socket's messages stand in
`protocol`."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from xenotable.engine.display import Board, Calculator, Forecast
from xenotable.engine.game import Result
from xenotable.engine.readings import Reading

Kind = Literal["open", "human", "machine"]


class Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what a client sends: an unknown field is an error, so that a misspelt one is never silently dropped."""


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """Base of what the server says."""


# ---- games and rules (REST) ------------------------------------------------------------------------------------------


class OfferWire(Said, frozen=True):
    id: str
    title: str
    about: str
    seats: list[str]  # what each seat is called
    setup: Any = None  # to change it and send it back as the set-up of a new room
    origin: str = ""  # of its scenario: source, restored or ours
    colours: list[str] = []  # of the seats, where the game gives them some


class GameWire(Said, frozen=True):
    id: str
    title: str
    about: str
    rules: int
    least: int  # seats, over all offers
    most: int
    odds: bool = False  # it has calculators
    muster: bool = False  # it has an army builder
    battle: str = ""  # what the first ready battle is
    sides: list[str] = []  # who fights in it, the side of a newcomer first
    together: bool = False  # all seats are on one side
    opening: bool = False  # it begins with setting up, which a machine can do


class LevelWire(Said, frozen=True):
    """A machine that can sit in a seat."""

    id: str
    about: str


class GameDetail(Said, frozen=True):
    id: str
    title: str
    about: str
    rules: int
    offers: list[OfferWire]
    levels: list[LevelWire]
    readings: list[Reading] = []  # of rules, on which a table may agree in its set-up


class RuleWire(Said, frozen=True):
    id: str
    says: str
    origin: str
    source: str = ""
    ruling: str = ""
    example: str = ""
    readings: list[Reading] = []  # others, on which a table may agree


class ChapterWire(Said, frozen=True):
    id: str
    title: str
    about: str
    rules: list[RuleWire]


class RulesWire(Said, frozen=True):
    game: str
    title: str
    summary: str
    chapters: list[ChapterWire]


class Values(Sent, frozen=True):
    """What was filled into a calculator, by group and field."""

    values: dict[str, dict[str, bool | int | str]]
    exact: bool = False  # fractions beside the floats


class CalculatorsWire(Said, frozen=True):
    calculators: list[Calculator]


class PrintsWire(Said, frozen=True):
    """The lists that can be printed, and what they are called."""

    lists: list[str]
    names: dict[str, str] = {}


class Forecasts(Said, frozen=True):
    forecasts: list[Forecast]


# ---- rooms (REST) ----------------------------------------------------------------------------------------------------


class SeatPlan(Sent, frozen=True):
    """`human`: a token for this seat comes back to whoever makes the room; `open`: for somebody who joins."""

    kind: Kind = "human"
    level: str = "tactician"  # of a machine
    name: str = ""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dice: Literal["server", "typed"] = "server"  # typed: people roll real dice and type the faces in
    undo: Literal["free", "consent", "strict"] = "consent"  # strict: only what costs nobody anything
    seconds: int | None = None  # for each decision of a person; then a machine decides for them
    pace: Literal["live", "correspondence"] = "live"
    grace: int | None = None  # seconds for which who is away keeps the seat; None: as usual for the pace
    claim: bool = True  # afterwards the others may claim the match, or a draw
    ready: bool = False  # a machine sets the table up for everybody: people begin with the first real decision


class NewRoom(Sent, frozen=True):
    game: str
    offer: str = ""  # "": the first
    setup: Any = None  # a whole set-up instead of an offer
    lists: list[Any] = []  # an ArmyList for each seat, or null where the set-up stays as it is
    seats: list[SeatPlan] = []  # none: the first seat is a person, the others machines
    options: Options = Options()


class SeatWire(Said, frozen=True):
    seat: int
    title: str  # what the game calls the seat
    kind: Kind
    name: str = ""  # who sits there
    level: str = ""
    online: bool = False
    colour: str = ""  # where the game gives the seat one
    kept: int | None = None  # who plays here is away, and keeps the seat for so many seconds


class ShareWire(Said, frozen=True):
    seat: int
    commitment: str  # SHA-256 of the share
    value: str = ""  # the share, when it is shown


class EpochWire(Said, frozen=True):
    """Who had a hand in the dice from some moment on. Without a commitment: dice from another table."""

    commitment: str  # SHA-256 of the server's secret
    shares: list[ShareWire] = []
    secret: str = ""  # shown when the match is over
    attempt: int = 1  # the round in which all shares were shown


class FairWire(Said, frozen=True):
    """Fair dice. `next` is an epoch that does not begin before the seats in `come` have sat down, those in `commit`
    have sent a hash and those in `show` their share; until then there are no dice."""

    epochs: list[EpochWire]
    next: EpochWire | None = None
    come: list[int] = []
    commit: list[int] = []
    show: list[int] = []
    waits: bool = False  # the match waits for dice now


class RoomWire(Said, frozen=True):
    id: str
    game: str
    title: str
    seats: list[SeatWire]
    options: Options
    rules: int = 1
    watchers: int = 0
    over: bool = False
    next: str = ""  # the room of the rematch
    battle: str = ""  # the room of the battle that a campaign waits for; the same tokens sit there
    parent: str = ""  # the room of the campaign that this battle belongs to
    together: bool = False  # all seats are on one side
    notes: list[str] = []  # what everybody should know: where the match comes from, that its rules have changed since
    closed: str = ""  # why nobody plays on: the administrator has closed the table
    fair: FairWire | None = None  # None: a table from before there were fair dice
    readings: list[Reading] = []  # how this table reads rules otherwise than we rule
    unseated: list[tuple[int, str]] = []  # sides that the game plays itself: the seat whose colour it has, and its name


class Seated(Said, frozen=True):
    """Tokens are the only key to a seat: the client keeps them and sends them in `hello`, never in an address."""

    room: RoomWire
    tokens: dict[int, str] = {}
    note: str = ""  # what had to be given up when a save was resumed


class Join(Sent, frozen=True):
    name: str = ""
    seat: int | None = None  # None: the first open one


class MeetingSeat(Said, frozen=True):
    """A seat of a battle whose lists are closed: it is known whether its list is handed in, and nothing of it."""

    seat: int
    title: str  # what the battle calls the seat
    kind: Kind
    name: str = ""
    level: str = ""
    ready: bool = False
    colour: str = ""
    limit: int | None = None  # of its list
    total: int = 0  # what the list costs that the battle itself has for this seat


class MeetingWire(Said, frozen=True):
    """People who hand in lists that stay closed until everybody is ready; then `room` is their table."""

    id: str
    game: str
    title: str
    battle: str
    seats: list[MeetingSeat]
    options: Options
    currency: str
    readings: list[Reading] = []
    room: str = ""


class Met(Said, frozen=True):
    """The tokens are those of the table to come."""

    meeting: MeetingWire
    tokens: dict[int, str] = {}


class Bring(Sent, frozen=True):
    """A list for a seat of one's own; no list: the one that the battle has for it."""

    seat: int
    army: Any = None


class TakeBack(Sent, frozen=True):
    seat: int


class Branch(Sent, frozen=True):
    index: int
    seats: list[SeatPlan] = []


class Upload(Sent, frozen=True):
    save: msgspec.Raw  # a downloaded save, as JSON; only workers look into it
    seats: list[SeatPlan] = []
    options: Options = Options()


class Step(Said, frozen=True):
    """One entry of the record that somebody decided."""

    index: int  # length of the record before it
    seat: int
    key: str
    kind: str
    says: str = ""  # the story that followed
    chose: str = ""  # what was decided, where a few words can say it


class ReplayWire(Said, frozen=True):
    room: RoomWire
    board: Board
    length: int
    steps: list[Step]
    result: Result | None = None


class Verdict(Said, frozen=True):
    faults: list[str]
    unproven: int = 0  # rolls and draws whose secret is not known: not shown yet, or from another table


class WatchWire(Said, frozen=True):
    """A game of a study that can be watched: the file of its record, and why it is worth it."""

    file: str
    arm: str
    why: str


class ReportWire(Said, frozen=True):
    """The report of a study."""

    id: str
    name: str
    title: str  # of the game
    games: int
    arms: int
    made: int  # in seconds since 1970
    watch: list[WatchWire] = []


class Problem(Said, frozen=True):
    """The body of every REST error."""

    says: str
    code: str  # bad, large, fast, token, unknown, stuck, rules or fault
