"""Every message over the socket, in both directions. `docs/wire.md` shows them in use; `tools/typescript.py` makes the
client's types from them and from `bodies`."""

# ruff: noqa: RUF012  # structs copy their defaults; ruff knows that only of bases in the same file

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from xenotable.engine.display import Board, Forecast, Panel, Token
from xenotable.engine.game import Result
from xenotable.engine.gestures import Shown
from xenotable.engine.viewing import Waiting
from xenotable.engine.wire import Why, Wire
from xenotable.server.messages.bodies import RoomWire, Said, Sent

SPECTATOR = -2  # the seat of those who watch: -1 would be NOBODY, whose secrets are not for anybody

Question = Literal["check", "legal", "reach", "toward", "odds", "hint", "measure", "sight"]


# ---- what a client sends over the socket -----------------------------------------------------------------------------


class Hello(Sent, frozen=True, tag="hello"):
    """The first message. No tokens: a spectator. Several: one screen for several seats."""

    tokens: list[str] = []
    version: int = 0  # the last version this client has seen
    name: str = ""
    fair: bool = False  # this client makes a share of the dice for its seats when it is asked for one


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


class Commit(Sent, frozen=True, tag="commit"):
    """The hash of a share of the dice that this client has just made for the epoch with this commitment."""

    seat: int
    epoch: str
    hash: str


class Show(Sent, frozen=True, tag="show"):
    """The share itself, when all hashes are there."""

    seat: int
    epoch: str
    value: str


class Concede(Sent, frozen=True, tag="concede"):
    seat: int
    do: str


class Claim(Sent, frozen=True, tag="claim"):
    """Ends the match when all others have been away for too long: as won, or as a draw."""

    seat: int
    do: str
    draw: bool = False


class Chat(Sent, frozen=True, tag="chat"):
    says: str


class Mute(Sent, frozen=True, tag="mute"):
    """The player of a seat no longer hears what another (-2: all who watch) says in the chat, or hears it again."""

    seat: int
    of: int
    yes: bool = True


class Leave(Sent, frozen=True, tag="leave"):
    """Gives the seat up: it is open for others, its token is void."""

    seat: int


class Replace(Sent, frozen=True, tag="replace"):
    """A machine takes an open seat, one's own, or the seat of somebody who has been away for too long."""

    seat: int
    level: str = "tactician"


class Rematch(Sent, frozen=True, tag="rematch"):
    """A new room with the same set-up; everybody is told where. Machines sit again, tokens stay good there."""


class Ping(Sent, frozen=True, tag="ping"):
    pass


Deed = Act | Undo | Order | Concede | Claim  # what gets an acknowledgement
ToServer = Hello | Deed | Query | Consent | Commit | Show | Chat | Mute | Leave | Replace | Rematch | Ping


# ---- what the server says over the socket ----------------------------------------------------------------------------


class DiceWire(Said, frozen=True):
    at: int
    seat: int
    key: str
    faces: list[int]


class EventWire(Said, frozen=True):
    at: int  # length of the record when it happened
    says: str  # "": it is only seen
    rule: str = ""
    dice: list[DiceWire] = []  # rolled on the way to it
    shows: list[Shown] = []  # what can be seen of it, in the order in which it is played
    on: list[str] = []  # pieces and places that it speaks of
    readings: list[str] = []  # ids of those that decided something on the way to it


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
    dice: list[DiceWire] = []  # rolls that no event tells of yet
    tail: bool = False  # `events` holds only those after the version that the client has seen
    board: Board | None = None  # only in a replay: as it was then
    asks: list[Wire] = []
    locked: list[str] = []  # ids of asks that this seat has answered, but may still change
    waiting: list[Waiting] = []
    result: Result | None = None
    undo: Literal["", "free", "ask"] = ""  # what `undo` would do now
    orders: dict[str, Any] = {}  # the seat's standing orders by key
    muted: list[int] = []  # whose chat the seat does not hear
    limits: dict[int, int] = {}  # seat -> when its time for a decision is up, on the match clock
    thinking: list[int] = []  # machine seats at work
    running: bool = True  # whether the match clock runs (left out: it does)
    opening: bool = False  # a machine sets the table up, and nobody is asked yet


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
    muted: list[int] = []
    limits: dict[int, int] = {}
    thinking: list[int] = []
    running: bool = True
    opening: bool = False


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


class QueryAnswer(Said, frozen=True, tag="answer"):
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
    notes: list[str] = []  # sight: what was found on the way
    through: list[list[tuple[float, float]]] = []  # sight: where the line runs through terrain


class RoomNews(Said, frozen=True, tag="room"):
    """Somebody came, left, went off line, or a machine sat down."""

    room: RoomWire


class UndoNews(Said, frozen=True, tag="undo"):
    asked: UndoAsked | None = None  # None: settled
    says: str = ""


class Trouble(Said, frozen=True, tag="error"):
    says: str
    code: str  # bad, large, fast, token, unknown, stuck, late, rules or fault


class Pong(Said, frozen=True, tag="pong"):
    now: int


ToClient = Welcome | State | Update | Ack | QueryAnswer | RoomNews | ChatLine | UndoNews | Trouble | Pong
