"""What can be had without a socket: games, rules, new rooms, seats, saves and replays."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Request, Response, get, post
from litestar.exceptions import InternalServerException
from litestar.params import FromPath, QueryParameter

from xenotable.engine import Forecast
from xenotable.engine.saving import Save
from xenotable.faults import Fault
from xenotable.server import seating
from xenotable.server.bodies import (
    BookWire,
    Branch,
    CalculatorsWire,
    DifferencesWire,
    Forecasts,
    GameDetail,
    GameWire,
    Join,
    MusterAsk,
    MusterDraft,
    MusterPair,
    MusterText,
    MusterTrial,
    MusterWire,
    NewRoom,
    ReplayWire,
    RoomWire,
    RulesWire,
    Seated,
    TrialWire,
    Upload,
    Values,
    Verdict,
)
from xenotable.server.fair_queue import Source, Urgency
from xenotable.server.limits import MESSAGE, UPLOAD, Denied, check_size, decode_body
from xenotable.server.mustering import Mustering
from xenotable.server.protocol import SPECTATOR, State
from xenotable.server.room import Room
from xenotable.server.rooms import TableServer
from xenotable.server.tasks import BrowsedRecord, BrowseRecord, Calculate, Fork, Look, Rebuilt, Resume, Task, Verify
from xenotable.server.visitors import address_of
from xenotable.server.workers import Stuck

T = TypeVar("T")
U = TypeVar("U")
Asked = Request[Any, Any, Any]
Seat = Annotated[int, QueryParameter(name="seat", description="Whose view; -2: a spectator's.")]


def house_of(request: Asked) -> TableServer:
    house: TableServer = request.app.state.house
    return house


def host(request: Asked, size: int = 0) -> TableServer:
    """The house for somebody who wants a new room in it, for a record of so many bytes."""
    house = house_of(request)
    house.visitors.check_room(address_of(request), size)
    return house


async def sent(request: Asked, most: int = MESSAGE) -> bytes:
    """The body as it came."""
    try:
        data = await request.body()
    except InternalServerException:  # the sender hung up: no fault of the server, and nothing for its log
        raise Fault("The request ended too early.") from None
    check_size(data, most)
    return data


async def body(request: Asked, kind: type[T]) -> T:
    """The body as a struct; whatever is wrong with it, in a sentence."""
    return decode_body(await sent(request), kind)


def held_seats(request: Asked, room: Room) -> set[int]:
    """The seats whose tokens came along."""
    given = request.headers.get("authorization", "")
    tokens = given.removeprefix("Bearer ").split(",") if given.startswith("Bearer ") else []
    return {seat for token in tokens[:16] if (seat := room.sits(token.strip())) is not None}


def check_open(room: Room, seats: set[int], what: str) -> None:
    """Whole records hold everybody's secrets and the dice to come."""
    if not (room.match.over or room.opened.watch or room.owns(seats)):
        raise Denied(f"While people play against each other, {what} must wait until the match is over.")


async def worked_out(request: Asked, task: Task, kind: type[T]) -> T:
    """What a worker says to it. Who hangs up meanwhile leaves the queue."""
    house = house_of(request)
    source = Source(Urgency.BACKGROUND, address_of(request))
    work = asyncio.ensure_future(house.helpers.run(task, house.settings.answer * 4, source))
    hanging_up = asyncio.ensure_future(wait_for_disconnect(request))
    try:
        await asyncio.wait((work, hanging_up), return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Fault("Nobody waits for this any more.")
        return msgspec.json.decode(work.result(), type=kind)
    except Stuck:
        raise Fault("That takes too long to work out.") from None
    finally:
        work.cancel()
        hanging_up.cancel()


async def wait_for_disconnect(request: Asked) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass  # the rest of a body


# ---- games -----------------------------------------------------------------------------------------------------------


@get("/api/games", summary="The games that can be played")
async def list_games(request: Asked) -> list[GameWire]:
    return (await house_of(request).games()).all()


@get("/api/games/{game:str}", summary="A game: its battles and machines")
async def show_game(request: Asked, game: FromPath[str]) -> GameDetail:
    return (await house_of(request).games()).detail(game)


@get("/api/games/{game:str}/rules", summary="Its rulebook: chapters, rules, rulings")
async def show_rules(request: Asked, game: FromPath[str]) -> RulesWire:
    return (await house_of(request).games()).rules(game)


@get("/api/games/{game:str}/odds", summary="Its calculators: odds without a match")
async def show_calculators(request: Asked, game: FromPath[str]) -> CalculatorsWire:
    return CalculatorsWire(list((await house_of(request).games()).title(game).calculators()))


@post("/api/games/{game:str}/odds/{id:str}", status_code=200, summary="The answer of a calculator", takes=Values)
async def calculate(request: Asked, game: FromPath[str], id: FromPath[str]) -> Forecasts:
    (await house_of(request).games()).title(game)
    said = await body(request, Values)
    return Forecasts(await worked_out(request, Calculate(game, id, said.values, said.exact), list[Forecast]))


# ---- the army builder ------------------------------------------------------------------------------------------------


async def mustered(request: Asked, game: str, do: str, kind: type[T], gives: type[U]) -> U:
    """What a worker makes of a list; a body of another form never reaches it."""
    (await house_of(request).games()).title(game)
    said = await body(request, kind)
    return await worked_out(request, Mustering(game, do, msgspec.json.encode(said)), gives)


@get("/api/games/{game:str}/muster", summary="Its army builder: a new list, and the ready ones")
async def show_book(request: Asked, game: FromPath[str]) -> BookWire:
    return (await house_of(request).games()).book(game)


@post("/api/games/{game:str}/muster", status_code=200, summary="A list, changed and looked at", takes=MusterAsk)
async def look_at_list(request: Asked, game: FromPath[str]) -> MusterWire:
    return await mustered(request, game, "look", MusterAsk, MusterWire)


@post("/api/games/{game:str}/muster/draft", status_code=200, summary="A list completed or by chance", takes=MusterDraft)
async def draft_list(request: Asked, game: FromPath[str]) -> MusterWire:
    return await mustered(request, game, "draft", MusterDraft, MusterWire)


@post("/api/games/{game:str}/muster/read", status_code=200, summary="A list from text, link or JSON", takes=MusterText)
async def read_list(request: Asked, game: FromPath[str]) -> MusterWire:
    return await mustered(request, game, "read", MusterText, MusterWire)


@post("/api/games/{game:str}/muster/difference", status_code=200, summary="What two lists differ in", takes=MusterPair)
async def compare_lists(request: Asked, game: FromPath[str]) -> DifferencesWire:
    return await mustered(request, game, "difference", MusterPair, DifferencesWire)


@post("/api/games/{game:str}/muster/worth", status_code=200, summary="Odds against typical targets", takes=MusterAsk)
async def show_worth(request: Asked, game: FromPath[str]) -> Forecasts:
    return await mustered(request, game, "worth", MusterAsk, Forecasts)


@post("/api/games/{game:str}/muster/trial", status_code=200, summary="One more battle of a list", takes=MusterTrial)
async def try_list(request: Asked, game: FromPath[str]) -> TrialWire:
    return await mustered(request, game, "trial", MusterTrial, TrialWire)


async def upload_save(request: Asked, watch: bool = False) -> Seated:
    """A room for a save from outside; a worker reads all of it."""
    data = await sent(request, UPLOAD)
    return await host(request, len(data)).take_over(await worked_out(request, Resume(data, watch), Rebuilt))


# ---- rooms -----------------------------------------------------------------------------------------------------------


@post("/api/rooms", summary="A new room", takes=NewRoom)
async def open_room(request: Asked) -> Seated:
    said = await body(request, NewRoom)
    return await host(request).open(said)


@post("/api/rooms/resume", summary="A new room that goes on from a save", takes=Upload)
async def resume_room(request: Asked) -> Seated:
    return await upload_save(request)


@post("/api/replays", summary="A room for a save that is only to be watched", takes=Upload)
async def keep_replay(request: Asked) -> RoomWire:
    return (await upload_save(request, watch=True)).room


@get("/api/rooms/{room:str}", summary="Who sits in a room")
async def show_room(request: Asked, room: FromPath[str]) -> RoomWire:
    return (await house_of(request).room(room)).wire()


@post("/api/rooms/{room:str}/join", summary="Sit down on an open seat", takes=Join)
async def join_room(request: Asked, room: FromPath[str]) -> Seated:
    said = await body(request, Join)
    there = await house_of(request).room(room)
    seat, token = await seating.join(there, said.seat, said.name)
    return Seated(there.wire(), {seat: token})


# ---- records ---------------------------------------------------------------------------------------------------------


async def whole_record(request: Asked, room: str, what: str = "") -> bytes:
    """The whole record of a room as a save; `what` names the use that needs all of it."""
    house = house_of(request)
    there = await house.room(room)
    if what:
        check_open(there, held_seats(request, there), what)
    return await house.public_record(there)


@get("/api/rooms/{room:str}/save", summary="The record as a file", gives=Save)
async def download(request: Asked, room: FromPath[str]) -> Response[bytes]:
    data = await whole_record(request, room, "a copy of the whole record")
    name = f'attachment; filename="{room}.xenotable.json"'
    return Response(data, media_type="application/json", headers={"Content-Disposition": name})


@get("/api/rooms/{room:str}/verify", summary="What does not follow from the seed and the rules")
async def verify_room(request: Asked, room: FromPath[str]) -> Verdict:
    task = Verify(await whole_record(request, room, "checking the record"))
    return await worked_out(request, task, Verdict)


@get("/api/rooms/{room:str}/replay", summary="All steps of the record")
async def replay(request: Asked, room: FromPath[str]) -> ReplayWire:
    task = BrowseRecord(await whole_record(request, room))
    there = await house_of(request).room(room)
    leafed = await worked_out(request, task, BrowsedRecord)
    return ReplayWire(there.wire(), leafed.board, leafed.length, leafed.steps, leafed.result)


@get("/api/rooms/{room:str}/replay/{index:int}", summary="The table when the record was so long")
async def replay_at(request: Asked, room: FromPath[str], index: FromPath[int], seat: Seat = SPECTATOR) -> State:
    house = house_of(request)
    there = await house.room(room)
    mine = held_seats(request, there)
    if seat != SPECTATOR and seat not in mine:
        check_open(there, mine, "the view of others")
    data = await whole_record(request, room)
    if not 0 <= index <= len(there.match.tape) or not (seat == SPECTATOR or 0 <= seat < len(there.seats)):
        raise Fault(f"The record has {len(there.match.tape)} entries and {len(there.seats)} seats.")
    return await worked_out(request, Look(data, index, seat), State)


@post("/api/rooms/{room:str}/branch", summary="A new room that goes on from some place of the record", takes=Branch)
async def branch(request: Asked, room: FromPath[str]) -> Seated:
    said = await body(request, Branch)
    there = await house_of(request).room(room)
    if there.closed:
        raise Denied(there.closed)
    check_open(there, held_seats(request, there), "trying another way")
    data = await whole_record(request, room)
    task = Fork(data, said.index, said.seats, there.opened.options)
    return await host(request, len(data)).take_over(await worked_out(request, task, Rebuilt))


HANDLERS = [
    list_games,
    show_game,
    show_rules,
    show_calculators,
    calculate,
    show_book,
    look_at_list,
    draft_list,
    read_list,
    compare_lists,
    show_worth,
    try_list,
    open_room,
    resume_room,
    keep_replay,
    show_room,
    join_room,
    download,
    verify_room,
    replay,
    replay_at,
    branch,
]
