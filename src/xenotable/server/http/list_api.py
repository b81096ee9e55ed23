"""Lists by REST beyond the builder: kept by a private link, and closed until everybody at a table to be is ready."""

from __future__ import annotations

from litestar import delete, get, post
from litestar.params import FromPath

from xenotable.engine.muster import from_plain
from xenotable.server.http.api import Asked, body, host, server_of
from xenotable.server.log.record import hash_token, new_secret
from xenotable.server.messages.bodies import Bring, Join, MeetingWire, Met, NewRoom, TakeBack
from xenotable.server.messages.list_bodies import KeepList, KeptList
from xenotable.server.mustering import book_of, own
from xenotable.server.rooms import kept_lists, meetings
from xenotable.server.rooms.meetings import stored
from xenotable.server.visitors import address_of

# ---- kept by a private link ------------------------------------------------------------------------------------------


async def keep(request: Asked, key: str, first: bool = False) -> KeptList:
    """What came, as it costs by the rules of today; faults may be left in it."""
    server = server_of(request)
    army = from_plain((await body(request, KeepList)).army)
    book = book_of((await server.games()).title(army.game))
    army = book.kept(own(book, army))
    kept: KeptList = await stored(kept_lists.add_version, server.storage.engine, key, army, server.time(), first)
    return kept


@post("/api/lists", summary="A list that the server keeps: its key is the only way to it", takes=KeepList)
async def keep_list(request: Asked) -> KeptList:
    server_of(request).visitors.check_list(address_of(request))
    return await keep(request, new_secret(), first=True)


@get("/api/lists/{key:str}", summary="A list that is kept, with its versions")
async def kept_list(request: Asked, key: FromPath[str]) -> KeptList:
    kept: KeptList = await stored(kept_lists.find, server_of(request).storage.engine, key)
    return kept


@post("/api/lists/{key:str}", status_code=200, summary="A new version of a list that is kept", takes=KeepList)
async def keep_version(request: Asked, key: FromPath[str]) -> KeptList:
    server_of(request).visitors.check_write(address_of(request))
    return await keep(request, key)


@delete("/api/lists/{key:str}", status_code=204, summary="Deletes a list and all its versions")
async def delete_list(request: Asked, key: FromPath[str]) -> None:
    await stored(kept_lists.delete, server_of(request).storage.engine, key)


# ---- closed until everybody is ready ---------------------------------------------------------------------------------


def held_key(request: Asked) -> str:
    """The hash of the token that came along; nobody's, if none did."""
    given = request.headers.get("authorization", "")
    return hash_token(given.removeprefix("Bearer ").strip()) if given.startswith("Bearer ") else ""


@post("/api/meetings", summary="People who hand in lists that stay closed until everybody is ready", takes=NewRoom)
async def open_meeting(request: Asked) -> Met:
    said = await body(request, NewRoom)
    server = host(request)
    id, meeting, tokens = await meetings.open_meeting(server, said)
    return Met(meetings.wire(server, id, meeting), tokens)


@get("/api/meetings/{id:str}", summary="Who is ready")
async def show_meeting(request: Asked, id: FromPath[str]) -> MeetingWire:
    server = server_of(request)
    await server.games()
    return meetings.wire(server, id, await meetings.opened(server, id, *await meetings.find(server, id)))


@post("/api/meetings/{id:str}/join", summary="Sit down on an open seat", takes=Join)
async def join_meeting(request: Asked, id: FromPath[str]) -> Met:
    said = await body(request, Join)
    server = server_of(request)
    server.visitors.check_write(address_of(request))
    await server.games()
    meeting, seat, token = await meetings.join(server, id, said.seat, said.name)
    return Met(meetings.wire(server, id, meeting), {seat: token})


@post("/api/meetings/{id:str}/bring", status_code=200, summary="Hands in a list; the last one opens", takes=Bring)
async def bring_list(request: Asked, id: FromPath[str]) -> MeetingWire:
    said = await body(request, Bring)
    server = server_of(request)
    server.visitors.check_write(address_of(request))
    return meetings.wire(server, id, await meetings.bring(server, id, held_key(request), said.seat, said.army))


@post("/api/meetings/{id:str}/take-back", status_code=200, summary="Takes a list back to change it", takes=TakeBack)
async def take_list_back(request: Asked, id: FromPath[str]) -> MeetingWire:
    said = await body(request, TakeBack)
    server = server_of(request)
    server.visitors.check_write(address_of(request))
    await server.games()
    return meetings.wire(server, id, await meetings.take_back(server, id, held_key(request), said.seat))


HANDLERS = [
    keep_list,
    kept_list,
    keep_version,
    delete_list,
    open_meeting,
    show_meeting,
    join_meeting,
    bring_list,
    take_list_back,
]
