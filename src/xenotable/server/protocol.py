"""Every message between a browser and the server, in both directions. `docs/wire.md` shows them in use;
`tools/typescript.py` makes the client's types from them.

What comes in is strict: an unknown field is an error, so that a misspelt one is never silently dropped.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from xenotable.engine.display import Board, Forecast, Panel, Token
from xenotable.engine.game import Result
from xenotable.engine.viewing import Waiting
from xenotable.engine.wire import Why, Wire

SPECTATOR = -2  # the seat of those who watch: -1 would be NOBODY, whose secrets are not for anybody

Kind = Literal["open", "human", "machine"]
Question = Literal["check", "legal", "reach", "toward", "odds", "hint", "measure", "sight"]


class Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what a client sends."""


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """Base of what the server says."""


# ---- games and rules (REST) ------------------------------------------------------------------------------------------


class OfferWire(Said, frozen=True):
    id: str
    title: str
    about: str
    seats: list[str]  # what each seat is called
    setup: Any = None  # to change it and send it back as the set-up of a new room


class GameWire(Said, frozen=True):
    id: str
    title: str
    about: str
    rules: int
    least: int  # seats, over all offers
    most: int


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


class RuleWire(Said, frozen=True):
    id: str
    says: str
    source: str = ""
    ruling: str = ""
    example: str = ""


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


class NewRoom(Sent, frozen=True):
    game: str
    offer: str = ""  # "": the first
    setup: Any = None  # a whole set-up instead of an offer
    seats: list[SeatPlan] = []  # none: the first seat is a person, the others machines
    options: Options = Options()


class SeatWire(Said, frozen=True):
    seat: int
    title: str  # what the game calls the seat
    kind: Kind
    name: str = ""  # who sits there
    level: str = ""
    online: bool = False


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


class Seated(Said, frozen=True):
    """Tokens are the only key to a seat: the client keeps them and sends them in `hello`, never in an address."""

    room: RoomWire
    tokens: dict[int, str] = {}
    note: str = ""  # what had to be given up when a save was resumed


class Join(Sent, frozen=True):
    name: str = ""
    seat: int | None = None  # None: the first open one


class Branch(Sent, frozen=True):
    index: int
    seats: list[SeatPlan] = []


class Upload(Sent, frozen=True):
    save: Any  # a downloaded save, as JSON
    seats: list[SeatPlan] = []
    options: Options = Options()


class Step(Said, frozen=True):
    """One entry of the record that somebody decided."""

    index: int  # length of the record before it
    seat: int
    key: str
    kind: str
    says: str = ""  # the story that followed


class ReplayWire(Said, frozen=True):
    room: RoomWire
    board: Board
    length: int
    steps: list[Step]
    result: Result | None = None


class Verdict(Said, frozen=True):
    faults: list[str]


class Problem(Said, frozen=True):
    """The body of every REST error."""

    says: str
    code: str  # bad, large, fast, token, unknown, stuck, rules or fault


# ---- what a client sends over the socket -----------------------------------------------------------------------------


class Hello(Sent, frozen=True, tag="hello"):
    """The first message. No tokens: a spectator. Several: one screen for several seats."""

    tokens: list[str] = []
    version: int = 0  # the last version this client has seen
    name: str = ""


class Act(Sent, frozen=True, tag="act"):
    seat: int
    ask: str  # its id
    do: str  # an id of the client's own making: sent twice, done once
    value: Any = None


class Query(Sent, frozen=True, tag="query"):
    """A question without commitment. `value` is a whole answer for check, an option for odds, {"piece", "mode"} for
    reach, {"piece", "to", "mode"} for toward, {"from", "to"} (token ids or points) for measure and sight."""

    seat: int
    n: int  # comes back with the answer
    query: Question
    ask: str = ""
    value: Any = None


class Undo(Sent, frozen=True, tag="undo"):
    """Takes back the seat's last decision if that is free; otherwise the others are asked."""

    seat: int
    do: str


class Consent(Sent, frozen=True, tag="consent"):
    seat: int
    undo: int  # the number of the request
    yes: bool


class Order(Sent, frozen=True, tag="order"):
    """A standing order for all asks with this key; without `order` it is taken back."""

    seat: int
    do: str
    key: str
    order: Any | UnsetType = UNSET


class Concede(Sent, frozen=True, tag="concede"):
    seat: int
    do: str


class Chat(Sent, frozen=True, tag="chat"):
    says: str


class Leave(Sent, frozen=True, tag="leave"):
    """Gives the seat up: it is open for others, its token is void."""

    seat: int


class Replace(Sent, frozen=True, tag="replace"):
    """A machine takes an open seat, the seat of somebody who is not online, or one's own."""

    seat: int
    level: str = "tactician"


class Rematch(Sent, frozen=True, tag="rematch"):
    """A new room with the same set-up; everybody is told where. Machines sit again, tokens stay good there."""


class Ping(Sent, frozen=True, tag="ping"):
    pass


ToServer = Hello | Act | Query | Undo | Consent | Order | Concede | Chat | Leave | Replace | Rematch | Ping


# ---- what the server says over the socket ----------------------------------------------------------------------------


class DiceWire(Said, frozen=True):
    at: int
    seat: int
    key: str
    faces: list[int]


class EventWire(Said, frozen=True):
    at: int  # length of the record when it happened
    says: str
    rule: str = ""
    dice: list[DiceWire] = []  # rolled on the way to it


class ChatLine(Said, frozen=True, tag="chat"):
    says: str
    name: str
    seat: int = SPECTATOR
    at: int = 0  # seconds since 1970


class UndoAsked(Said, frozen=True):
    """Somebody would like to take a decision back; every seat in `wanted` has to agree."""

    n: int
    seat: int
    says: str
    wanted: list[int]


class State(Said, frozen=True, tag="state"):
    """Everything that one seat may know; sent in `welcome` and whenever differences would not do."""

    seat: int
    version: int
    now: int  # the match clock in ms
    tokens: list[Token] = []
    panels: list[Panel] = []
    events: list[EventWire] = []
    tail: bool = False  # `events` holds only those after the version that the client has seen
    asks: list[Wire] = []
    locked: list[str] = []  # ids of asks that this seat has answered, but may still change
    waiting: list[Waiting] = []
    result: Result | None = None
    undo: Literal["", "free", "ask"] = ""  # what `undo` would do now
    orders: dict[str, Any] = {}  # the seat's standing orders by key
    limits: dict[int, int] = {}  # seat -> when its time for a decision is up, on the match clock
    thinking: list[int] = []  # machine seats at work
    running: bool = True  # whether the match clock runs (left out: it does)


class Update(Said, frozen=True, tag="update"):
    """What has changed for one seat. Tokens and panels replace those with their id, new ones go to the end; all the
    other fields are whole. `back`: events received before with a larger `at` were taken back."""

    seat: int
    version: int
    now: int
    tokens: list[Token] = []
    gone: list[str] = []
    panels: list[Panel] = []
    closed: list[str] = []
    events: list[EventWire] = []
    dice: list[DiceWire] = []  # rolls that no event tells of
    back: int | None = None
    board: Board | None = None  # only if it has changed
    asks: list[Wire] = []
    locked: list[str] = []
    waiting: list[Waiting] = []
    result: Result | None = None
    undo: Literal["", "free", "ask"] = ""
    orders: dict[str, Any] = {}
    limits: dict[int, int] = {}
    thinking: list[int] = []
    running: bool = True


class Welcome(Said, frozen=True, tag="welcome"):
    room: RoomWire
    board: Board
    states: list[State]  # one for each seat held; one with seat -2 for a spectator
    chat: list[ChatLine] = []
    asked: UndoAsked | None = None


class Ack(Said, frozen=True, tag="ack"):
    """Comes when the action is on disk, or with the reasons why it was not taken."""

    seat: int
    do: str
    version: int
    refusals: list[Why] = []


class Found(Said, frozen=True, tag="answer"):
    """The answer to a query; which field is filled depends on it."""

    n: int
    refusals: list[Why] = []  # check (none: it is allowed), or why there is no answer
    polygons: list[list[tuple[float, ...]]] = []  # reach
    value: Any = None  # toward, hint: an answer that can be sent back as it is; legal: a list of such
    ask: str = ""  # hint: the id of the ask it is for
    reason: str = ""  # hint
    forecasts: list[Forecast] = []  # odds
    distance: float | None = None  # measure: between the bases, in inches
    visible: bool | None = None  # sight
    notes: list[str] = []  # sight: what is in the way


class RoomNews(Said, frozen=True, tag="room"):
    """Somebody came, left, went off line, or a machine sat down."""

    room: RoomWire


class UndoNews(Said, frozen=True, tag="undo"):
    asked: UndoAsked | None = None  # None: settled
    says: str = ""


class Trouble(Said, frozen=True, tag="error"):
    says: str
    code: str  # bad, large, fast, token, unknown, stuck, rules or fault


class Pong(Said, frozen=True, tag="pong"):
    now: int


ToClient = Welcome | State | Update | Ack | Found | RoomNews | ChatLine | UndoNews | Trouble | Pong
