"""What workers do: think for a machine, answer questions, look into a record. A save goes in, an answer comes out."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec

from xenotable.engine import (
    Assign,
    Board,
    Choose,
    Confirm,
    Forecast,
    Game,
    Match,
    Move,
    Pick,
    Result,
    Title,
    View,
    Wait,
    load,
    verify,
)
from xenotable.engine.saving import Save, check_setup, proof_of, read
from xenotable.engine.showing import Sight
from xenotable.engine.tape import CLAIM, CONCEDE, EXPIRY, SAID, Entry
from xenotable.engine.wire import Why, why
from xenotable.faults import Fault
from xenotable.players import player
from xenotable.players.hints import hint_words
from xenotable.server.limits import decode_body
from xenotable.server.log.dice import dice_from_here, taken_over
from xenotable.server.log.record import Opened, SeatRow, opening_line
from xenotable.server.log.seats import check_options, seat_rows
from xenotable.server.messages.bodies import Options, SeatPlan, Step, Upload, Verdict
from xenotable.server.messages.protocol import SPECTATOR, Query, QueryAnswer, State
from xenotable.server.messages.screens import Surroundings, Terms, state
from xenotable.server.mustering import Mustering, do_muster

KEPT = 32  # matches that a worker remembers
KNOWN = "Whoever has that record may know what is hidden in it; the dice from here on nobody knows."
LEGAL = 24  # answers that the query `legal` shows
SHOWN = 512 * 1024  # bytes that a seat is shown of a record from outside; our largest battle shows half of that
SLOWEST = 2.0  # seconds in which all seats of it are shown


class Position(msgspec.Struct, frozen=True):
    """Where the match of a room stands. A worker that has it already is given the tape since, or nothing at all."""

    room: str
    length: int  # of the tape
    now: int
    save: bytes = b""
    tape: list[Entry] = []


NOWHERE = Position("", 0, 0)


class Think(msgspec.Struct, frozen=True, tag="think"):
    seat: int
    level: str
    seconds: float
    seed: str
    position: Position = NOWHERE  # said when a worker is found


class Thought(msgspec.Struct, frozen=True):
    """An answer to the ask with this key, or none yet: ask again in `wait` milliseconds."""

    key: str = ""
    value: Any = None
    reason: str = ""
    wait: int = 0


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    key: str  # of the ask
    query: Query
    seconds: float
    position: Position = NOWHERE


class Look(msgspec.Struct, frozen=True, tag="look"):
    save: bytes
    index: int
    seat: int


class Resume(msgspec.Struct, frozen=True, tag="resume"):
    """A new room that goes on from a save: an Upload, as it came."""

    upload: bytes
    watch: bool = False  # it is only to be looked at


class Fork(msgspec.Struct, frozen=True, tag="fork"):
    """A new room that goes on from some place of the record of another."""

    save: bytes
    index: int
    seats: list[SeatPlan]
    options: Options


class Rebuilt(msgspec.Struct, frozen=True):
    """The first line of the new room's log, and who may sit there."""

    first: Opened
    tokens: dict[int, str] = {}
    note: str = ""  # what had to be given up


class BrowseRecord(msgspec.Struct, frozen=True, tag="leaf"):
    save: bytes


class BrowsedRecord(msgspec.Struct, frozen=True):
    board: Board
    length: int
    steps: list[Step]
    result: Result | None


class Verify(msgspec.Struct, frozen=True, tag="verify"):
    save: bytes


class Calculate(msgspec.Struct, frozen=True, tag="calculate"):
    """Odds without a match."""

    game: str
    id: str
    values: dict[str, dict[str, bool | int | str]]
    exact: bool = False


Task = Think | Answer | Look | BrowseRecord | Verify | Resume | Fork | Calculate | Mustering


class Outcome(msgspec.Struct, frozen=True):
    result: bytes = b""
    fault: str = ""
    forgotten: bool = False  # the whole position is wanted


class Forgotten(Exception):
    """A worker was given less than it needs to stand where the match stands."""


class Positions:
    """The matches that a worker served last, where they stood then."""

    def __init__(self, titled: Callable[[str], Title[Any]]) -> None:
        self.titled = titled
        self.matches: dict[str, Match[Any]] = {}

    def stand(self, position: Position) -> Match[Any]:
        """The match where the room's stands now. Kept only once that has gone well."""
        match = self.matches.pop(position.room, None)
        if position.save:
            saved = read(position.save)
            match = load_position(saved, self.titled(saved.game))
        elif match is None or len(match.tape) + len(position.tape) != position.length:
            raise Forgotten
        elif position.tape:
            match.follow(position.tape)
        match.now = max(match.now, position.now)
        self.matches[position.room] = match
        if len(self.matches) > KEPT:
            del self.matches[next(iter(self.matches))]
        return match


def do_task(task: Task, positions: Positions) -> object:
    titled = positions.titled
    match task:
        case Think():
            return think(task, positions.stand(task.position))
        case Answer():
            return answer(task, positions.stand(task.position))
        case Calculate():
            return titled(task.game).calculate(task.id, task.values, task.exact)
        case Mustering():
            return do_muster(task, titled(task.game))
        case Resume():
            return resume(task, titled)
    saved = read(task.save)
    title = titled(saved.game)
    match task:
        case Look():
            return look(task, saved, title)
        case BrowseRecord():
            return browse_record(saved, title)
        case Verify():
            found = proof_of(saved)
            return Verdict(verify(saved, title), found.unshown + found.elsewhere + found.typed)
        case Fork():
            return fork(task, saved, title)


def load_position(saved: Save, title: Title[Any]) -> Match[Any]:
    """The match where it stands. A worker that can only get near it has nothing to say about it."""
    match, note = load(saved, title, live=False)  # nobody reads its story
    if note:
        raise Fault(note)
    return match


def think(task: Think, match: Match[Any]) -> Thought:
    said = player(task.level, match.title, task.seed).decide(View(match, task.seat), time.monotonic() + task.seconds)
    if isinstance(said, Wait):
        return Thought(wait=said.ms)
    return Thought(said.key, said.value, said.reason)


def look(task: Look, saved: Save, title: Title[Any]) -> State:
    match, _ = load(saved, title)
    seen = state_at(match.at(task.index), task.seat)
    return msgspec.structs.replace(seen, asks=[], undo="")  # nothing is asked of those who look back


def state_at(match: Match[Any], seat: int) -> State:
    sight = Sight(match.game)
    around = Surroundings(len(match.tape), match.now, {}, (), False, sight.board())
    return state(match, seat, sight, Terms(), around)


def check_shown(match: Match[Any]) -> None:
    """A position from outside may be anybody's invention. It is shown here first: what cannot be shown is no table, and
    what takes long to show would hold up everybody at the server."""
    since = time.thread_time()
    for seat in (SPECTATOR, *range(match.game.seats)):
        if len(msgspec.json.encode(state_at(match, seat))) > SHOWN:
            raise Fault("There is more in this record than a table can show.")
        if time.thread_time() - since > SLOWEST:
            raise Fault("It takes too long to show what is in this record.")


def resume(task: Resume, titled: Callable[[str], Title[Any]]) -> Rebuilt:
    said = decode_body(task.upload, Upload)
    check_options(said.options)
    saved = read(bytes(said.save))
    title = titled(saved.game)
    check_setup(saved, title, campaign=task.watch)
    if task.watch:
        match, _ = load(saved, title)
        check_shown(match)
        rows = [SeatRow("open")] * match.game.seats
        return Rebuilt(opening_line(match, Options(), rows, watch=True, origin="This record was brought along."))
    match, note = load(taken_over(saved), title)
    check_shown(match)
    rows, tokens = seat_rows(said.seats, match.game.seats)
    origin = f"This match goes on from a record that was brought along. {KNOWN}"
    if any(row.kind == "open" for row in rows):
        faults = verify(saved, title)
        origin += f" It is not in order: {faults[0]}" if faults else " It was checked: all follows from the rules."
    return Rebuilt(opening_line(match, said.options, rows, origin=origin), tokens, note)


def fork(task: Fork, saved: Save, title: Title[Any]) -> Rebuilt:
    if not 0 <= task.index <= len(saved.tape):
        raise Fault(f"The record has {len(saved.tape)} entries; there is no place {task.index}.")
    match, _ = load(taken_over(saved), title)
    there = match.at(task.index)
    check_shown(there)
    there.dice = dice_from_here(there)
    rows, tokens = seat_rows(task.seats, there.game.seats)
    origin = f"This match branches off another one, after entry {task.index} of its record. {KNOWN}"
    return Rebuilt(opening_line(there, task.options, rows, origin=origin), tokens)


def browse_record(saved: Save, title: Title[Any]) -> BrowsedRecord:
    """The decisions of a record, each with what was told after it, as anybody may know it."""
    match, _ = load(saved, title)
    places = [i for i, e in enumerate(match.tape) if e.kind in SAID or e.kind in (EXPIRY, CONCEDE, CLAIM)]
    view = View(match, SPECTATOR)
    told, shown = [(e.at, e.words(match.game.name)) for e in view.events() if e.text], view.tape()
    steps = []
    for i, after in pairwise([*places, len(match.tape)]):
        entry = shown[i]
        says = " ".join(words for at, words in told if i < at <= after)
        chose = in_words(entry.value, match.game) if entry.kind in SAID else ""
        steps.append(Step(i, entry.seat, entry.key, entry.kind, says, chose))
    return BrowsedRecord(Sight(match.game).board(), len(match.tape), steps, match.game.result)


def in_words(value: Any, game: Game) -> str:
    """A plain answer; longer ones, such as moves, are told by the story."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        name = game.name(value)
        return name if name != value else re.sub(r"[:_-]", " ", value)
    if isinstance(value, tuple) and all(isinstance(part, str) for part in value):
        return ", ".join(in_words(part, game) for part in value if part)
    return ""


def answer(task: Answer, match: Match[Any]) -> QueryAnswer:
    query = task.query
    if query.query == "hint":
        return hint(task, match)
    at = match.find(query.seat, task.key)
    if at is None:
        return QueryAnswer(query.n, [Why("engine.closed", "That decision is closed.")])
    ask = match.open[at]
    try:
        match query.query:
            case "reach" if isinstance(ask, Move) and ask.reach is not None:
                outline = ask.reach(*_strings(query.value, "piece", "mode"))
                return QueryAnswer(query.n, polygons=[[tuple(p) for p in polygon] for polygon in outline])
            case "toward" if isinstance(ask, Move) and ask.toward is not None:
                return toward(query, ask)
            case "odds" if isinstance(ask, Choose | Confirm | Pick | Assign) and ask.odds is not None:
                return odds(query, ask, match)
            case "legal":
                return QueryAnswer(query.n, value=list(ask.candidates(LEGAL, random.Random(query.n).random)))
    except (KeyError, TypeError, ValueError, IndexError, LookupError):
        return QueryAnswer(query.n, [Why("engine.misheard", "That question does not fit this decision.")])
    return QueryAnswer(query.n, [Why("engine.misheard", f"This decision knows no {query.query}.")])


def hint(task: Answer, match: Match[Any]) -> QueryAnswer:
    view = View(match, task.query.seat)
    if not view.undecided():
        return QueryAnswer(task.query.n, [Why("engine.not-asked", "There is nothing for you to decide now.")])
    said = player("tactician", match.title, task.query.n).decide(view, time.monotonic() + task.seconds)
    if isinstance(said, Wait):
        return QueryAnswer(task.query.n, reason="Better to wait a moment.")
    at = match.find(task.query.seat, said.key)
    words = said.reason if at is None else hint_words(match.game, match.open[at], said)
    return QueryAnswer(task.query.n, value=said.value, ask=said.key, reason=words)


def toward(query: Query, ask: Move) -> QueryAnswer:
    assert ask.toward is not None
    piece, mode = _strings(query.value, "piece", "mode")
    goal = query.value["to"]
    moved = ask.toward(piece, tuple(float(v) for v in goal), mode)
    if moved is None:
        return QueryAnswer(query.n, [Why("engine.nowhere", "There is no way there.")])
    return QueryAnswer(query.n, value=moved)


def odds(query: Query, ask: Choose[Any] | Confirm | Pick[Any] | Assign, match: Match[Any]) -> QueryAnswer:
    told: Callable[[Any], Any] | None = ask.odds
    assert told is not None
    value: Any = ask.shape(query.value)
    refusals = list(ask.check(value))
    if refusals:
        return QueryAnswer(query.n, why(refusals, match.game))
    said = told(ask.settle(value))
    forecasts = [] if said is None else [said] if isinstance(said, Forecast) else list(said)
    return QueryAnswer(query.n, forecasts=forecasts)


def _strings(value: Any, *names: str) -> list[str]:
    if not isinstance(value, dict):
        raise ValueError(names)
    said = [value.get(name, "") for name in names]
    if not all(isinstance(s, str) for s in said):
        raise ValueError(names)
    return said
