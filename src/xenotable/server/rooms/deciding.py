"""What a seat may do to a match: decide, take back, leave standing orders, give up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from xenotable.engine import Match
from xenotable.engine.asks import freeze
from xenotable.engine.refusals import MalformedAnswer, Refusal
from xenotable.engine.tape import SAID
from xenotable.engine.wire import why
from xenotable.server.log.record import Wished
from xenotable.server.log.storage import Lost
from xenotable.server.messages.protocol import Ack, Order, UndoAsked, UndoNews
from xenotable.server.messages.screens import rolled_for_others, undoable
from xenotable.server.rooms import presence, sharing
from xenotable.server.rooms.room import Person, Room, encode

ORDERS = 8 * 1024  # bytes of all standing orders of a seat
Step = Callable[[], list[Refusal]]


async def act(room: Room, seat: int, ask: str, do: str, value: Any, by: Person | None = None) -> Ack:
    """Answers an open ask; `seat` may type in the dice of those who have no hands."""

    def step() -> list[Refusal]:
        match = room.match
        rolled = rolled_for_others(seat, match, room.rollers())
        whose = next((a.seat for a in rolled if match.id(a) == ask), seat)
        return match.answer(whose, value, ask, room.clock.now())

    return await _change(room, seat, do, step, by)


async def order(room: Room, said: Order, by: Person | None = None) -> Ack:
    def step() -> list[Refusal]:
        try:
            wanted = UNSET if said.order is UNSET else freeze(said.order)
        except MalformedAnswer as malformed:
            return [malformed.refusal]
        if refusals := order_refusals(room.match, said):
            return refusals
        return room.match.tick(room.clock.now()) or room.match.order(said.seat, said.key, wanted)

    return await _change(room, said.seat, said.do, step, by)


def order_refusals(match: Match[Any], said: Order) -> list[Refusal]:
    """Orders are about what was asked or is asked of the seat, and short: every new one is written down with all."""
    if said.order is UNSET:
        return []
    asked = [(a.seat, a.key) for a in match.open] + [(e.seat, e.key) for e in match.tape if e.kind in SAID]
    if (said.seat, said.key) not in {(seat, key.partition(":")[0]) for seat, key in asked}:
        return [Refusal("server.order", "Nothing of that name was asked of you.")]
    standing = [order for (seat, _), order in match.standing.items() if seat == said.seat]
    if len(msgspec.json.encode([*standing, said.order])) > ORDERS:
        return [Refusal("server.order", "Your standing orders are too long.", {}, "End some of them first.")]
    return []


async def concede(room: Room, seat: int, do: str, by: Person | None = None) -> Ack:
    return await _change(room, seat, do, lambda: room.match.concede(seat), by)


async def claim(room: Room, seat: int, do: str, draw: bool, by: Person) -> Ack:
    def step() -> list[Refusal]:
        if refusals := presence.claim_refusals(room, by.seats):
            return refusals
        return room.match.claim(seat, () if draw else tuple(sorted(by.seats)))

    return await _change(room, seat, do, step, by)


async def tick(room: Room) -> None:
    """Time has passed."""
    async with room.lock:
        room.match.tick(room.clock.now())
        await _write_match(room)


async def _change(room: Room, seat: int, do: str, step: Step, by: Person | None) -> Ack:
    async with room.lock:
        ack = room.known(seat, do) if do else None
        if ack is not None:
            _reply(by, ack)
            return ack
        before = room.version
        try:
            refusals = await _take_step(room, seat, do, step)
        except Lost as lost:
            ack = Ack(seat, do, room.version, why([lost_refusal(lost)], room.match.game))
            _reply(by, ack)
            return ack
        ack = room.acknowledged(seat, do, why(refusals, room.match.game))
        _reply(by, ack)
        if not refusals:
            room.server.metrics.decisions.inc()
        if room.version != before:  # what is refused changes nothing for anybody
            _show(room)
        return ack


async def _take_step(room: Room, seat: int, do: str, step: Step) -> list[Refusal]:
    """Takes the step and writes it down; gives why it could not be taken. Where another process was quicker with
    something that is not about the match, such as somebody who comes in, it is taken again."""
    if room.opened.watch:
        return [Refusal("server.watch", "This record can only be watched.", {}, "Branch from it to play on.")]
    for last in (False, False, True):
        version, refusals = room.version, step()
        try:
            await room.commit_match(seat, "" if refusals else do, shown=True)
            break
        except Lost:
            if last or room.closed or room.version != version or room.server.rooms.get(room.id) is not room:
                raise
    return refusals


async def _write_match(room: Room) -> None:
    try:
        await room.commit_match(shown=True)
    except Lost:
        return  # the room stands as the log says, and everybody was shown it
    _show(room)


def _show(room: Room, back: int | None = None) -> None:
    if room.asked is not None:  # whoever wished to go back meant the moment before this
        room.asked = None
        room.tell(UndoNews())
    room.show(back)


def _reply(by: Person | None, ack: Ack) -> None:
    if by is not None:
        by.send(encode(ack))


# ---- taking back -----------------------------------------------------------------------------------------------------


async def undo(room: Room, seat: int, do: str, by: Person) -> None:
    async with room.lock:
        ack = room.known(seat, do)
        if ack is not None:
            _reply(by, ack)
            return
        to = room.match.last_answer(seat)
        policy = "strict" if room.opened.watch else room.opened.options.undo
        how = undoable(room.match, seat, policy, room.humans)
        if to is None or not how:
            refusal = Refusal("engine.undo", "There is nothing that you could take back.")
            _reply(by, room.acknowledged(seat, do, why([refusal], room.match.game)))
            return
        wanted = [s for s in room.humans if s != seat and s not in by.seats]
        try:
            if how == "free" or not wanted:
                await _take_back(room, to, seat, do, by)
            else:
                after = room.match.answers_after(to)
                since = f" and the {after if after > 1 else 'one'} made since" if after else ""
                says = f"{room.named(seat)} would like to take back a decision{since}."
                await _wish(room, UndoAsked(room.sequence + 1, seat, says, wanted), to)
                _reply(by, room.acknowledged(seat, do, []))
        except Lost as lost:
            _reply(by, Ack(seat, do, room.version, why([lost_refusal(lost)], room.match.game)))


async def consent(room: Room, seat: int, n: int, yes: bool, by: Person) -> str:
    """Gives what is wrong with it, "" if nothing is."""
    async with room.lock:
        asked = room.asked
        if asked is None or asked.n != n or seat not in asked.wanted:
            return "Nobody asks you to take something back."
        try:
            if not yes:
                await room.commit(Wished())
                room.asked = None
                room.tell(UndoNews(says=f"{room.named(seat)} would rather not."))
                return ""
            wanted = [s for s in asked.wanted if s != seat and s not in by.seats]
            if wanted:
                await _wish(room, replace(asked, wanted=wanted), room.to)
            else:
                await _take_back(room, room.to, asked.seat, "", None)
        except Lost as lost:
            return str(lost)
        return ""


async def _wish(room: Room, asked: UndoAsked, to: int) -> None:
    await room.commit(Wished(asked, to))
    room.asked, room.to = asked, to
    room.tell(UndoNews(asked))


async def _take_back(room: Room, to: int, seat: int, do: str, by: Person | None) -> None:
    if room.match.frames[0].index > to:  # a match that was resumed holds its last keyframe only
        await room.reload(back=to)
    if room.match.over and not room.opened.watch:  # everybody knows the secret by now
        await sharing.pledge(room)
    refusals = room.match.undo(to)
    if not refusals:
        await room.commit_match(seat, do, back=to, shown=True)
        room.clock.set(room.match.now)
    _reply(by, room.acknowledged(seat, do, why(refusals, room.match.game)))
    if not refusals:
        _show(room, back=to)
    await sharing.look_after(room)


def lost_refusal(lost: Lost) -> Refusal:
    return Refusal("server.lost", "{why}", {"why": str(lost)})
