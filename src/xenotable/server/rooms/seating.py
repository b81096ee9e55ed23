"""Coming, going and talking."""

from __future__ import annotations

import time

from msgspec.structs import replace

from xenotable.engine.showing import Sight
from xenotable.faults import Fault
from xenotable.server.limits import Denied, one_line
from xenotable.server.log.record import Chatted, Sat, SeatRow
from xenotable.server.log.seats import check_machine, new_token
from xenotable.server.messages.protocol import SPECTATOR, ChatLine
from xenotable.server.messages.screens import Screen
from xenotable.server.rooms import presence, sharing
from xenotable.server.rooms.room import Person, Room, encode, seats_of

LONGEST = 500  # characters of a line of chat


async def join(room: Room, seat: int | None, name: str) -> tuple[int, str]:
    """Sits down on an open seat; gives the seat and the token that holds it."""
    async with room.lock:
        free = [i for i, row in enumerate(room.seats) if row.kind == "open"]
        if room.closed:
            raise Denied(room.closed)
        if room.opened.watch or not free:
            raise Fault("All seats are taken; you can watch.")
        if seat is not None and seat not in free:
            raise Fault(f"That seat is taken; free is {', '.join(map(str, free))}.")
        chosen = free[0] if seat is None else seat
        token, row = new_token(name, int(room.server.time()))
        await _seat(room, chosen, row)
        return chosen, token


async def leave(room: Room, seat: int) -> None:
    async with room.lock:
        _stand_up(room, seat)
        await _seat(room, seat, SeatRow("open"))
        room.mind_the_clock()
    room.server.parted(room, [seat])


async def replace_by_machine(room: Room, seat: int, level: str, by: Person) -> None:
    """A machine takes an open seat, one's own, or stands in for somebody who is not online until they are back."""
    async with room.lock:
        if not 0 <= seat < len(room.seats):
            raise Fault(f"There is no seat {seat}.")
        check_machine(level)
        row = room.seats[seat]
        away = row.kind == "human" and seat not in by.seats
        if not by.seats or (away and room.present(seat)):
            raise Fault("Only players can do that, and not to somebody who is here.")
        if away and (left := presence.seconds_kept(room, seat)):
            raise Fault(f"{room.named(seat)} may come back: the seat is kept for another {left} seconds.")
        _stand_up(room, seat)
        await _seat(room, seat, SeatRow("machine", row.name if away else "", level, row.key if away else ""))
        room.show()


def _stand_up(room: Room, seat: int) -> None:
    """Whoever held the seat watches from now on."""
    for person in room.people:
        if seat in person.seats:
            person.seats.discard(seat)
            if not person.seats:
                sight = Sight(room.match.game)
                room.screens.setdefault(SPECTATOR, Screen(room.match, SPECTATOR, sight))
                person.send(encode(room.state(SPECTATOR, sight)))
    if not any(seat in seats_of(person) for person in room.people):
        room.screens.pop(seat, None)


async def _seat(room: Room, seat: int, row: SeatRow) -> None:
    seats = [row if i == seat else old for i, old in enumerate(room.seats)]
    await room.commit(Sat(seats))
    room.sit(seats)
    room.tell_room()
    await sharing.look_after(room)


async def chat(room: Room, says: str, by: Person) -> None:
    words = one_line(says, LONGEST)
    if not words:
        raise Fault("There is nothing to say in that.")
    seat = min(by.seats) if by.seats else SPECTATOR
    line = ChatLine(words, room.named(seat) if by.seats else by.name or "A spectator", seat, int(time.time()))
    async with room.lock:
        await room.commit(Chatted(line))
        room.remember(line)
        for person in room.people:
            if room.hears(person, line):
                person.send(encode(line))


async def mute(room: Room, seat: int, of: int, yes: bool) -> None:
    """The player of the seat does not want to hear what another says, or wants to hear it again."""
    async with room.lock:
        if of == seat or not (of == SPECTATOR or 0 <= of < len(room.seats)):
            raise Fault("There is nobody to mute there.")
        row = room.seats[seat]
        muted = sorted({*row.muted, of} if yes else {*row.muted} - {of})
        if muted != row.muted:
            await _seat(room, seat, replace(row, muted=muted))
            room.show()
