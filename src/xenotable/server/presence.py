"""People who close their last screen, and people who are back. What that means for a match is for its game to say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from xenotable.server.record import Sat

if TYPE_CHECKING:
    from xenotable.server.room import Person, Room


async def parted(room: Room, seats: Sequence[int]) -> None:
    """The last screens of these seats were closed."""
    from xenotable.server.room import Lost

    async with room.lock:
        away = [seat for seat in seats if not room.online(seat)]
        current = room.house.rooms.get(room.id) is room  # what was forgotten must not write to the log
        if not away or not current or room.match.over or room.opened.watch:
            return
        try:
            await answer_for(room, away)
        except Lost:
            return  # the room stands as the log says, and everybody was shown it
        room.show()


async def answer_for(room: Room, seats: Sequence[int]) -> None:
    """Gives the answers that the game has for this moment. When nobody is left the log also keeps how late it is, for
    a clock that stands while the room is not in memory."""
    alone = not room.attended
    room.match.tick(room.clock.now())
    for seat in seats:
        for whose, key, value in room.match.title.parting(room.match.game, seat, alone):
            room.match.answer(whose, value, key)
    await room.commit_match(always=alone and room.match.due() is not None)


async def came(room: Room, person: Person) -> None:
    """Somebody sits down again: a machine that stood in gives the seat back. A room that nobody was in may have been
    cut off by the end of the server, so the game is asked once more."""
    from xenotable.server.room import Lost

    async with room.lock:
        held = [s for s in person.seats if room.seats[s].kind == "machine"]
        try:
            if held:
                seats = [replace(r, kind="human", level="") if i in held else r for i, r in enumerate(room.seats)]
                await room.commit(Sat(seats))
                room.seats = seats
            if person.seats and not room.attended and not room.match.over and not room.opened.watch:
                await answer_for(room, sorted(person.seats)[:1])
        except Lost:
            return
