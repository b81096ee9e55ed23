"""What can be had without a socket: games, rules, new rooms, seats, saves and replays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.exceptions import InternalServerException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, QueryParameter

from xenotable.engine import Forecast
from xenotable.engine.saving import Save
from xenotable.faults import Fault
from xenotable.server.game_registry import GameRegistry
from xenotable.server.limits import MESSAGE, UPLOAD, Denied, check_size, decode_body
from xenotable.server.messages.bodies import (
    Branch,
    CalculatorsWire,
    Forecasts,
    GameDetail,
    GameWire,
    Join,
    NewRoom,
    ReplayWire,
    RoomWire,
    RulesWire,
    Seated,
    Upload,
    Values,
    Verdict,
)
from xenotable.server.messages.list_bodies import (
    BattlesWire,
    BookWire,
    DifferencesWire,
    MusterAsk,
    MusterDraft,
    MusterPair,
    MusterText,
    MusterTrial,
    MusterWire,
    TrialWire,
)
from xenotable.server.messages.protocol import SPECTATOR, State
from xenotable.server.mustering import Mustering
from xenotable.server.prepared import prepare, respond
from xenotable.server.rooms import seating
from xenotable.server.rooms.room import Room
from xenotable.server.rooms.table_server import TableServer
from xenotable.server.visitors import address_of
from xenotable.server.workers.fair_queue import Source, Urgency
from xenotable.server.workers.pool import Stuck
from xenotable.server.workers.tasks import (
    BrowsedRecord,
    BrowseRecord,
    Calculate,
    Fork,
    Look,
    Rebuilt,
    Resume,
    Task,
    Verify,
)

T = TypeVar("T")
Asked = Request[Any, Any, Any]
Seat = Annotated[int, QueryParameter(name="seat", description="Whose view; -2: a spectator's.")]


def server_of(request: Asked) -> TableServer:
    server: TableServer = request.app.state.server
    return server


def host(request: Asked) -> TableServer:
    """The server, for somebody who wants a new room."""
    server = server_of(request)
    server.visitors.check_room(address_of(request))
    return server


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
    """What a worker says to it."""
    return msgspec.json.decode(await worker_answer(request, task), type=kind)


async def passed_on(request: Asked, task: Task) -> Response[bytes]:
    """The same, for who asks: as the worker has written it."""
    return Response(await worker_answer(request, task), media_type=MediaType.JSON)


async def worker_answer(request: Asked, task: Task) -> bytes:
    """As JSON. Who hangs up meanwhile leaves the queue."""
    server = server_of(request)
    source = Source(Urgency.BACKGROUND, address_of(request))
    work = asyncio.ensure_future(server.helpers.run(task, server.settings.answer * 4, source))
    hanging_up = asyncio.ensure_future(wait_for_disconnect(request))
    try:
        await asyncio.wait((work, hanging_up), return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Fault("Nobody waits for this any more.")
        return work.result()
    except Stuck:
        raise Fault("That takes too long to work out.") from None
    finally:
        work.cancel()
        hanging_up.cancel()


async def wait_for_disconnect(request: Asked) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass  # the rest of a body


# ---- games -----------------------------------------------------------------------------------------------------------


async def described(request: Asked, what: str, describe: Callable[[GameRegistry], object]) -> Response[bytes]:
    """What is known of the games, which stays as it is while the server runs."""
    server = server_of(request)
    games = await server.games()
    if what not in server.descriptions:
        server.descriptions[what] = prepare(msgspec.json.encode(describe(games)), MediaType.JSON)
    return respond(request, server.descriptions[what])


@get("/api/games", summary="The games that can be played", gives=list[GameWire], is_packed=True)
async def list_games(request: Asked) -> Response[bytes]:
    return await described(request, "games", GameRegistry.all)


@get("/api/games/{game:str}", summary="A game: its battles and machines", gives=GameDetail, is_packed=True)
async def show_game(request: Asked, game: FromPath[str]) -> Response[bytes]:
    return await described(request, f"game {game}", lambda games: games.detail(game))


@get("/api/games/{game:str}/rules", summary="Its rulebook: chapters, rules, rulings", gives=RulesWire, is_packed=True)
async def show_rules(request: Asked, game: FromPath[str]) -> Response[bytes]:
    return await described(request, f"rules {game}", lambda games: games.rules(game))


@get("/api/games/{game:str}/odds", summary="Its calculators", gives=CalculatorsWire, is_packed=True)
async def show_calculators(request: Asked, game: FromPath[str]) -> Response[bytes]:
    def describe(games: GameRegistry) -> CalculatorsWire:
        return CalculatorsWire(list(games.title(game).calculators()))

    return await described(request, f"odds {game}", describe)


@post("/api/games/{game:str}/odds/{id:str}", status_code=200, summary="The answer of a calculator", takes=Values)
async def calculate(request: Asked, game: FromPath[str], id: FromPath[str]) -> Forecasts:
    (await server_of(request).games()).title(game)
    said = await body(request, Values)
    return Forecasts(await worked_out(request, Calculate(game, id, said.values, said.exact), list[Forecast]))


# ---- the army builder ------------------------------------------------------------------------------------------------


@get("/api/games/{game:str}/muster", summary="Its army builder and its ready lists", gives=BookWire, is_packed=True)
async def show_book(request: Asked, game: FromPath[str]) -> Response[bytes]:
    return await described(request, f"muster {game}", lambda games: games.book(game))


def muster_handler(do: str, summary: str, takes: type, gives: type, path: str = "") -> HTTPRouteHandler:
    """An address where a worker makes something of a list; a body of another form never reaches it."""

    @post(f"/api/games/{{game:str}}/muster{path}", status_code=200, summary=summary, takes=takes, gives=gives, name=do)
    async def make_of_list(request: Asked, game: FromPath[str]) -> Response[bytes]:
        (await server_of(request).games()).title(game)
        said: object = await body(request, takes)
        return await passed_on(request, Mustering(game, do, msgspec.json.encode(said)))

    return make_of_list


MUSTER_HANDLERS = [
    muster_handler("look", "A list, changed and looked at", MusterAsk, MusterWire),
    muster_handler("draft", "A list completed or by chance", MusterDraft, MusterWire, "/draft"),
    muster_handler("read", "A list from text, link or JSON", MusterText, MusterWire, "/read"),
    muster_handler("difference", "What two lists differ in", MusterPair, DifferencesWire, "/difference"),
    muster_handler("worth", "Odds against typical targets", MusterAsk, Forecasts, "/worth"),
    muster_handler("trial", "One more battle of a list", MusterTrial, TrialWire, "/trial"),
    muster_handler("battles", "The battles it can fight", MusterAsk, BattlesWire, "/battles"),
]


# ---- rooms -----------------------------------------------------------------------------------------------------------


async def upload_save(request: Asked, watch: bool = False) -> Seated:
    """A room for a save from outside; a worker reads all of it."""
    server = host(request)  # who may have no more rooms is not listened to: records are large
    data = await sent(request, UPLOAD)
    server.visitors.count_record(address_of(request), len(data))
    return await server.take_over(await worked_out(request, Resume(data, watch), Rebuilt))


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
    return (await server_of(request).room(room)).wire()


@post("/api/rooms/{room:str}/join", summary="Sit down on an open seat", takes=Join)
async def join_room(request: Asked, room: FromPath[str]) -> Seated:
    said = await body(request, Join)
    there = await server_of(request).room(room)
    seat, token = await seating.join(there, said.seat, said.name)
    return Seated(there.wire(), {seat: token})


# ---- records ---------------------------------------------------------------------------------------------------------


async def whole_record(request: Asked, room: str, what: str = "") -> bytes:
    """The whole record of a room as a save; `what` names the use that needs all of it."""
    server = server_of(request)
    there = await server.room(room)
    if what:
        check_open(there, held_seats(request, there), what)
    return await server.public_record(there)


@get("/api/rooms/{room:str}/save", summary="The record as a file", gives=Save)
async def download(request: Asked, room: FromPath[str]) -> Response[bytes]:
    data = await whole_record(request, room, "a copy of the whole record")
    name = f'attachment; filename="{room}.xenotable.json"'
    return Response(data, media_type="application/json", headers={"Content-Disposition": name})


@get("/api/rooms/{room:str}/verify", summary="What does not follow from the seed and the rules", gives=Verdict)
async def verify_room(request: Asked, room: FromPath[str]) -> Response[bytes]:
    return await passed_on(request, Verify(await whole_record(request, room, "checking the record")))


@get("/api/rooms/{room:str}/replay", summary="All steps of the record")
async def replay(request: Asked, room: FromPath[str]) -> ReplayWire:
    task = BrowseRecord(await whole_record(request, room))
    there = await server_of(request).room(room)
    leafed = await worked_out(request, task, BrowsedRecord)
    return ReplayWire(there.wire(), leafed.board, leafed.length, leafed.steps, leafed.result)


@get("/api/rooms/{room:str}/replay/{index:int}", summary="The table when the record was so long", gives=State)
async def replay_at(
    request: Asked, room: FromPath[str], index: FromPath[int], seat: Seat = SPECTATOR
) -> Response[bytes]:
    server = server_of(request)
    there = await server.room(room)
    mine = held_seats(request, there)
    if seat != SPECTATOR and seat not in mine:
        check_open(there, mine, "the view of others")
    data = await whole_record(request, room)
    if not 0 <= index <= len(there.match.tape) or not (seat == SPECTATOR or 0 <= seat < len(there.seats)):
        raise Fault(f"The record has {len(there.match.tape)} entries and {len(there.seats)} seats.")
    return await passed_on(request, Look(data, index, seat))


@post("/api/rooms/{room:str}/branch", summary="A new room that goes on from some place of the record", takes=Branch)
async def branch(request: Asked, room: FromPath[str]) -> Seated:
    said = await body(request, Branch)
    there = await server_of(request).room(room)
    if there.closed:
        raise Denied(there.closed)
    check_open(there, held_seats(request, there), "trying another way")
    server = host(request)
    data = await whole_record(request, room)
    server.visitors.count_record(address_of(request), len(data))
    task = Fork(data, said.index, said.seats, there.opened.options)
    return await server.take_over(await worked_out(request, task, Rebuilt))


HANDLERS = [
    list_games,
    show_game,
    show_rules,
    show_calculators,
    calculate,
    show_book,
    *MUSTER_HANDLERS,
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
