"""Lists that stay closed: people meet before there is a table, each hands in a list that nobody else sees, and the
table opens when everybody is ready. What is told of a meeting follows from its battle and from who is ready, never from
a list."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy.exc import DBAPIError

from xenotable.engine import Match, Title
from xenotable.engine.muster import from_plain, to_json
from xenotable.engine.readings import chosen_readings
from xenotable.faults import Fault
from xenotable.server.game_registry import Unknown, people, seat_lists
from xenotable.server.log.dice import fresh_dice
from xenotable.server.log.record import SeatRow, opening_line
from xenotable.server.log.seats import check_options, new_token, seat_rows
from xenotable.server.log.storage import MEETINGS, Taken, Unwritten
from xenotable.server.messages.bodies import MeetingSeat, MeetingWire, NewRoom, Options
from xenotable.server.mustering import book_of, check_list, own
from xenotable.server.rooms import presence
from xenotable.server.rooms.table_server import DAY, ROOM, TableServer, new_room_id

KEPT = 30 * DAY  # seconds after which a meeting that nobody looked after is over


class Meeting(msgspec.Struct, frozen=True):
    """Who comes, and what they brought."""

    game: str
    battle: str  # what is fought, in words
    setup: Any  # as plain data, with the lists of the battle itself
    options: Options
    seats: list[SeatRow]
    brought: dict[int, str]  # by seat: a list under seal; "": the one of the battle
    room: str = ""  # of the table, once all are ready
    open: bool = False  # it is there, and the lists with it

    @property
    def waits(self) -> bool:
        return any(row.kind == "open" or seat not in self.brought for seat, row in enumerate(self.seats))


# ---- on disk ---------------------------------------------------------------------------------------------------------


def _load(engine: sa.Engine, id: str) -> tuple[int, Meeting] | None:
    with engine.connect() as connection:
        row = connection.execute(MEETINGS.select().where(MEETINGS.c.id == id)).one_or_none()
    return None if row is None else (row.version, msgspec.json.decode(bytes(row.data), type=Meeting))


def _insert(engine: sa.Engine, id: str, meeting: Meeting, now: float) -> None:
    with engine.begin() as connection:
        connection.execute(MEETINGS.delete().where(MEETINGS.c.touched < now - KEPT))
        data = msgspec.json.encode(meeting)
        connection.execute(MEETINGS.insert().values(id=id, version=0, touched=now, data=data))


def _update(engine: sa.Engine, id: str, version: int, meeting: Meeting, now: float) -> bool:
    """False: somebody else has changed it meanwhile."""
    mine = sa.and_(MEETINGS.c.id == id, MEETINGS.c.version == version)
    new = {"version": version + 1, "touched": now, "data": msgspec.json.encode(meeting)}
    with engine.begin() as connection:
        return bool(connection.execute(MEETINGS.update().where(mine).values(**new)).rowcount)


async def stored(work: Callable[..., Any], *given: Any) -> Any:
    """What the database says, in a thread; Unwritten if it does not."""
    try:
        return await asyncio.to_thread(work, *given)
    except DBAPIError as fault:
        raise Unwritten(str(fault.orig)) from None


async def find(server: TableServer, id: str) -> tuple[int, Meeting]:
    found = await stored(_load, server.storage.engine, id) if ROOM.fullmatch(id) else None
    if found is None:
        raise Unknown("There is no such meeting; perhaps the link is not complete, or it was too long ago.")
    version, meeting = found
    return version, meeting


async def change(server: TableServer, id: str, edit: Callable[[Meeting], Meeting]) -> tuple[int, Meeting]:
    """The meeting with what somebody did, and the number of its version."""
    while True:
        version, meeting = await find(server, id)
        if meeting.room:
            raise Fault("Everybody was ready: the table is open.")
        new = edit(meeting)
        if await stored(_update, server.storage.engine, id, version, new, server.time()):
            return version + 1, new


# ---- what people do --------------------------------------------------------------------------------------------------


async def open_meeting(server: TableServer, wanted: NewRoom) -> tuple[str, Meeting, dict[int, str]]:
    """A meeting for a battle; lists that come along are handed in, and machines are ready."""
    registry = await server.games()
    title = registry.title(wanted.game)
    book, setup = book_of(title), title.peopled(registry.setup_of(title, wanted), people(wanted.seats))
    game = title.begin(setup)
    if title.together or len(book.lists_in(setup)) != game.seats:
        raise Fault(f"{title.title}: there are no lists to be closed in this battle.")
    rows, tokens = seat_rows(wanted.seats, game.seats)
    check_options(wanted.options)
    offers = {offer.id: offer for offer in title.offers()} if wanted.setup is None else {}
    named = offers.get(wanted.offer) if wanted.offer else next(iter(offers.values()), None)
    plain = msgspec.to_builtins(setup, str_keys=True)
    battle = f"{named.title}: {named.about}" if named is not None else ""
    id = new_room_id()
    meeting = Meeting(title.id, battle, plain, wanted.options, rows, {})
    for seat, army in enumerate([*wanted.lists, *[None] * game.seats][: game.seats]):
        if army is not None or rows[seat].kind == "machine":
            meeting = _hand_in(server, id, meeting, seat, army)
    await stored(_insert, server.storage.engine, id, meeting, server.time())
    return id, await opened(server, id, 0, meeting), tokens


async def join(server: TableServer, id: str, seat: int | None, name: str) -> tuple[Meeting, int, str]:
    token, row = new_token(name)
    took: list[int] = []

    def edit(meeting: Meeting) -> Meeting:
        free = [i for i, old in enumerate(meeting.seats) if old.kind == "open"]
        if not free or (seat is not None and seat not in free):
            raise Fault("That seat is taken." if free else "All seats are taken.")
        took[:] = [free[0] if seat is None else seat]
        return replace(meeting, seats=[row if i == took[0] else old for i, old in enumerate(meeting.seats)])

    _, meeting = await change(server, id, edit)
    return meeting, took[0], token


async def bring(server: TableServer, id: str, key: str, seat: int, army: Any) -> Meeting:
    """Hands in a list, checked; None: the one of the battle. If it is the last one, the table opens."""
    await server.games()

    def edit(meeting: Meeting) -> Meeting:
        _check_holder(meeting, key, seat)
        return _hand_in(server, id, meeting, seat, army)

    return await opened(server, id, *await change(server, id, edit))


async def take_back(server: TableServer, id: str, key: str, seat: int) -> Meeting:
    """While others are not ready, a list can be changed."""

    def edit(meeting: Meeting) -> Meeting:
        _check_holder(meeting, key, seat)
        return replace(meeting, brought={s: sealed for s, sealed in meeting.brought.items() if s != seat})

    return (await change(server, id, edit))[1]


def _check_holder(meeting: Meeting, key: str, seat: int) -> None:
    if not 0 <= seat < len(meeting.seats) or not key or meeting.seats[seat].key != key:
        raise Fault("That is not your seat.")


def _hand_in(server: TableServer, id: str, meeting: Meeting, seat: int, plain: Any) -> Meeting:
    title = server.registry.title(meeting.game)
    setup, sealed = msgspec.convert(meeting.setup, title.setup), ""
    if plain is not None:
        book = book_of(title)
        army = own(book, from_plain(plain))
        check_list(title, setup, seat, army)
        sealed = server.seal.close(to_json(army), _place(id, seat))
    meeting = replace(meeting, brought=meeting.brought | {seat: sealed})
    if not meeting.waits:
        check_together(title, _with_lists(server, id, meeting))
        meeting = replace(meeting, room=new_room_id())
    return meeting


def _place(id: str, seat: int) -> str:
    return f"{id}/{seat}"


def check_together(title: Title[Any], setup: Any) -> None:
    """All lists of the battle; nothing of one is told to the owner of another."""
    if refusals := list(title.setup_refusals(setup)):
        rules = ", ".join(dict.fromkeys(refusal.rule for refusal in refusals))
        raise Fault(f"Each list is legal, but not all of them in one battle ({rules}): talk about what you bring.")


def _with_lists(server: TableServer, id: str, meeting: Meeting) -> Any:
    """The set-up with everybody's lists."""
    title = server.registry.title(meeting.game)
    sealed = [meeting.brought.get(seat, "") for seat in range(len(meeting.seats))]
    lists = [msgspec.json.decode(server.seal.open(s, _place(id, i))) if s else None for i, s in enumerate(sealed)]
    return seat_lists(title, msgspec.convert(meeting.setup, title.setup), lists)


async def opened(server: TableServer, id: str, version: int, meeting: Meeting) -> Meeting:
    """The meeting, and its table where all are ready: whoever comes first opens it, be it after
    the server fell."""
    if not meeting.room or meeting.open:
        return meeting
    if not await server.storage.lines(meeting.room):
        title = (await server.games()).title(meeting.game)
        match = Match(title.begin(_with_lists(server, id, meeting)), fresh_dice(meeting.options))
        with contextlib.suppress(Taken):
            await server.write(opening_line(match, meeting.options, meeting.seats), meeting.room)
    done = replace(meeting, open=True, brought={})
    await stored(_update, server.storage.engine, id, version, done, server.time())
    return done


# ---- what is told ----------------------------------------------------------------------------------------------------


def wire(server: TableServer, id: str, meeting: Meeting) -> MeetingWire:
    title = server.registry.title(meeting.game)
    setup = msgspec.convert(meeting.setup, title.setup)
    game, book = title.new(setup), book_of(title)
    seats = [
        MeetingSeat(
            i,
            game.seat_name(i),
            row.kind,
            row.name,
            row.level,
            bool(meeting.room) or i in meeting.brought,
            title.seat_colour(game, i),
            book.limit(army),
            book.total(army),
        )
        for i, (row, army) in enumerate(zip(meeting.seats, book.lists_in(setup), strict=True))
    ]
    options = replace(meeting.options, grace=presence.grace(meeting.options))
    readings = chosen_readings(title, setup)
    return MeetingWire(id, title.id, title.title, meeting.battle, seats, options, book.currency, readings, meeting.room)
