"""People who close their last screen, and people who are back: how long their seats are kept, and what their going
means for the match, which is for its game to say."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from xenotable.engine.refusals import Refusal
from xenotable.server.log.record import Sat, SeatRow
from xenotable.server.log.storage import Lost
from xenotable.server.messages.bodies import Options
from xenotable.server.rooms import sharing

if TYPE_CHECKING:
    from xenotable.server.rooms.room import Person, Room

GRACE = {"live": 120, "correspondence": 3 * 86_400}  # seconds for which a seat is kept


def grace(options: Options) -> int:
    return GRACE[options.pace] if options.grace is None else options.grace


def seconds_kept(room: Room, seat: int) -> int | None:
    """Seconds for which the seat is still kept for its player, who is away; None: nobody is. A server that was down
    gives everybody time to come back. Those who are on one side may do without each other at once."""
    row, server, battle = room.seats[seat], room.server, room.fought
    if row.kind != "human" or room.present(seat):
        return None
    if room.match.title.together:
        return 0
    since = row.away or server.beats.get(row.here, room.loaded)
    if battle is not None and seat < len(battle.seats):  # who comes from there has not been away from the campaign
        since = max(since, battle.seats[seat].away)
    until = max(since + grace(room.opened.options), server.started + GRACE["live"])
    return max(0, math.ceil(until - server.time()))


def claim_refusals(room: Room, mine: Collection[int]) -> list[Refusal]:
    """Why those who hold these seats may not end the match because all others stay away."""
    others = [seat for seat in room.humans if seat not in mine]
    left = [seconds_kept(room, seat) for seat in others]
    if not room.opened.options.claim or room.match.title.together or not others:
        return [Refusal("server.claim", "At this table nobody can claim the match.")]
    if None in left:
        return [Refusal("server.claim", "Those who play against you are here.")]
    seconds = max(n or 0 for n in left)
    return [Refusal("server.claim", "They may still come back; wait {n} seconds.", {"n": seconds})] if seconds else []


async def note_departure(room: Room, seats: Sequence[int]) -> None:
    """The last screens of these seats were closed."""
    async with room.lock:
        away = [seat for seat in seats if not room.online(seat)]
        current = room.server.rooms.get(room.id) is room  # what was forgotten must not write to the log
        if away and current and not room.match.over and not room.opened.watch:
            try:
                await note(room, {s: replace(room.seats[s], here="", away=int(room.server.time())) for s in away})
                await answer_for(room, away)
                await sharing.look_after(room)
            except Lost:
                return  # the room stands as the log says, and everybody was shown it
            room.show()
        room.tell_room()


async def note(room: Room, rows: dict[int, SeatRow]) -> None:
    """Who is where. It is written down where others care, though not for ever for somebody who comes and goes."""
    seats = [rows.get(i, row) if row.key else row for i, row in enumerate(room.seats)]
    if seats == room.seats:
        return
    if sum(row.kind != "machine" or bool(row.key) for row in seats) > 1 and room.comings.take():
        await room.commit(Sat(seats))
    room.sit(seats)


async def answer_for(room: Room, seats: Sequence[int]) -> None:
    """Gives the answers that the game has for this moment. When nobody is left the log also keeps how late it is, for
    a clock that stands while the room is not in memory, and a keyframe, so that the match comes back quickly."""
    alone = not room.attended
    room.match.tick(room.clock.now())
    for seat in seats:
        for whose, key, value in room.match.title.parting(room.match.game, seat, alone):
            room.match.answer(whose, value, key)
    if alone and room.asked is None and not any(map(room.present, room.humans)):
        room.match.keep_safe_point()  # not while something is asked: a line about the match settles that
    await room.commit_match(always=alone and room.match.due() is not None)


async def came(room: Room, person: Person) -> None:
    """Somebody is about to be shown the table: a machine that stood in gives the seat back. A room that nobody was in
    may have been cut off by the end of the server, so the game is asked once more."""
    async with room.lock:
        try:
            if any(room.seats[seat].kind == "machine" for seat in person.seats):
                await note_arrival(room, person)
            if person.seats and not room.attended and not room.match.over and not room.opened.watch:
                await answer_for(room, sorted(person.seats)[:1])
        except Lost:
            return


async def note_arrival(room: Room, person: Person) -> None:
    """Where those who came are. If another process was quicker, once more after what it has written."""
    me = room.server.storage.me
    for again in (True, False):
        try:
            rows = {s: replace(room.seats[s], kind="human", level="", here=me, away=0) for s in person.seats}
            await note(room, rows)
            return
        except Lost:
            if not again:
                raise
