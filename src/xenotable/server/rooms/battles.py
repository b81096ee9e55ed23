"""Battles within a campaign: an ask that wants a whole battle gets a room of its own, with the same people in the same
seats, and the result comes back by itself."""

from __future__ import annotations

from typing import Any

import msgspec

from xenotable.engine import Match
from xenotable.engine.decisions import Play
from xenotable.faults import Fault
from xenotable.server.log.dice import fresh_dice
from xenotable.server.log.record import Fought, SeatRow, opening_line
from xenotable.server.log.storage import Lost
from xenotable.server.messages.bodies import NewRoom
from xenotable.server.messages.protocol import Trouble
from xenotable.server.rooms.deciding import act
from xenotable.server.rooms.room import Room


def has_battle_news(room: Room) -> bool:
    """Whether there is a battle to begin or a result to bring home."""
    return bool(room.opened.parent and room.match.over) or wanted_battle(room) is not None


def wanted_battle(room: Room) -> Play | None:
    """The battle that a campaign waits for. Machines among themselves settle it without one."""
    if room.opened.watch or not room.humans:
        return None
    return next((a for a in room.match.open if isinstance(a, Play) and a.report is not None), None)


async def look_after(room: Room) -> None:
    try:
        await _look_after(room)
    except (Fault, Lost) as fault:
        room.tell(Trouble(f"The battle cannot be fought here: {fault}", "fault"))


async def _look_after(room: Room) -> None:
    if room.opened.parent and room.match.over:
        await bring_home(await room.server.room(room.opened.parent), room)
    play = wanted_battle(room)
    if play is None:
        return
    ask, battle = room.battle
    if ask == room.match.id(play):  # begun already; perhaps the server stopped before its result came home
        await bring_home(room, await room.server.room(battle))
    else:
        await begin(room)


async def begin(room: Room) -> None:
    async with room.lock:
        play = wanted_battle(room)
        if play is None or room.battle[0] == room.match.id(play):
            return
        setup = msgspec.to_builtins(play.setup, str_keys=True)
        game = room.server.registry.new(NewRoom(play.game, setup=setup), campaign=True)
        options = room.opened.options
        match: Match[Any] = Match(game, fresh_dice(options))
        spare = [SeatRow("machine", level="tactician")] * game.seats  # a battle may have more seats than the campaign
        seats = [*room.seats, *spare][: game.seats]
        new = await room.server.write(opening_line(match, options, seats, parent=room.id))
        fought = Fought(room.match.id(play), new.id)
        await room.commit(fought)
        room.battle = fought.ask, fought.battle
        room.tell_room()


async def bring_home(campaign: Room, battle: Room) -> None:
    """Answers the campaign's ask with the result, once."""
    play, (ask, id) = wanted_battle(campaign), campaign.battle
    if play is None or play.report is None or not battle.match.over:
        return
    if id == battle.id and ask == campaign.match.id(play):
        result = msgspec.to_builtins(play.report(battle.match.game), str_keys=True)
        await act(campaign, play.seat, ask, f"battle {battle.id}", result)
