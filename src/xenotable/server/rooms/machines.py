"""Those who decide without a person: machine seats, people whose time is up, and the clock of the match itself."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from typing import Any

import msgspec

from xenotable.engine.asks import UNSET, Ask, Roll
from xenotable.engine.decisions import Play
from xenotable.faults import Fault
from xenotable.players import declared
from xenotable.server.messages.protocol import Trouble
from xenotable.server.pacing import clocked
from xenotable.server.rooms.deciding import act, tick
from xenotable.server.rooms.room import Room
from xenotable.server.workers.fair_queue import Crowded, Source, Urgency
from xenotable.server.workers.pool import Stuck
from xenotable.server.workers.tasks import Think, Thought

log = logging.getLogger(__name__)

TRIES = 3  # refused answers in a row before a machine gives up on a decision
FEW = 24  # candidates that a quick answer looks at
SHORTEST = 50  # milliseconds that a machine waits at least when it would rather wait
STUMBLED = 1000  # milliseconds
CROWDED = 1000  # milliseconds until a machine asks again for its turn to think
STAND_IN = "tactician"  # decides for people whose time is up, and for those who are away


class Machines:
    def __init__(self, room: Room) -> None:
        self.room = room
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._asleep: set[int] = set()
        self._thinking: set[int] = set()  # those who wait for a worker or for its answer
        self._gave_up: dict[int, int] = {}  # seat -> the version it found no answer for
        self._limits: dict[int, tuple[list[str], int]] = {}  # seat -> the asks it is about, and until when
        self._timer: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None

    def thinking(self) -> list[int]:
        """Who is at work on something: a machine that has just answered the last question is not."""
        if not self._tasks:
            return []
        now = self.room.clock.now()
        return sorted(s for s in self._tasks if s not in self._asleep and self._level(s, now) and self._asked(s))

    def limits(self) -> dict[int, int]:
        return {seat: until for seat, (_, until) in self._limits.items()}

    def look(self) -> None:
        """Sets to work whoever is asked something; called after every change."""
        room = self.room
        if not room.people or room.opened.watch or room.closed:
            return
        self._set_limits()
        now = room.clock.now()
        for seat in range(len(room.seats)):
            if seat in self._asleep:
                self._tasks.pop(seat).cancel()
                self._asleep.discard(seat)
            busy = seat in self._tasks or self._gave_up.get(seat) == room.version
            if not busy and self._level(seat, now) and self._asked(seat):
                self._tasks[seat] = asyncio.get_running_loop().create_task(self._work(seat))
        self._set_timer(now)

    def rest(self) -> None:
        """Nobody is there: no timers, nobody thinks; only what is being written down is finished."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for seat in self._asleep | self._thinking:
            self._tasks.pop(seat).cancel()
        self._asleep.clear()
        self._thinking.clear()
        self._limits.clear()

    async def close(self) -> None:
        self.rest()
        tasks = [*self._tasks.values(), *([self._ringing] if self._ringing is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    def _level(self, seat: int, now: int) -> str:
        """Which machine decides for this seat now; "" for a person who has time left."""
        row = self.room.seats[seat]
        if row.kind == "machine":
            return row.level
        if self.room.opening:
            return STAND_IN
        if self.room.away(seat) and self.room.match.title.stands_in(self.room.match.game, seat):
            return STAND_IN
        return STAND_IN if self._late(seat, now) else ""

    def _late(self, seat: int, now: int) -> bool:
        """Whether a person's time for a decision is up."""
        limit = self._limits.get(seat)
        return limit is not None and limit[1] <= now

    def _asked(self, seat: int) -> dict[str, Ask[Any]]:
        """The open asks of a seat by id. Real dice are typed in by people, and battles are fought in their rooms."""
        match, typed = self.room.match, bool(self.room.rollers())
        machine = self.room.seats[seat].kind == "machine"
        return {
            match.id(a): a
            for i, a in enumerate(match.open)
            if a.seat == seat
            and not a.aside
            and i not in match.held
            and not (machine and typed and type(a) is Roll)
            and not (type(a) is Play and self.room.humans)
        }

    # ---- deciding --------------------------------------------------------------------------------------------------

    async def _work(self, seat: int) -> None:
        room = self.room
        refused = 0
        try:
            while room.people and (level := self._level(seat, room.clock.now())) and (asks := self._asked(seat)):
                thought = await self._think(seat, level) if refused == 0 else any_legal_answer(asks)
                if thought is None or refused >= TRIES:
                    self._gave_up[seat] = room.version
                    room.tell(Trouble(f"{room.named(seat)} does not know what to do.", "stuck"))
                    return
                if not thought.key:
                    self._asleep.add(seat)
                    await asyncio.sleep(max(thought.wait, SHORTEST) / 1000)
                    self._asleep.discard(seat)
                    continue
                refused = 0 if await self._say(seat, asks, thought) else refused + 1
        except Exception:  # whatever it is, people are told that nothing more comes from this seat
            log.exception("a machine failed")
            self._gave_up[seat] = room.version
            room.tell(Trouble(f"{room.named(seat)} failed.", "stuck"))
        finally:
            if self._tasks.get(seat) is asyncio.current_task():
                del self._tasks[seat]

    async def _say(self, seat: int, asks: dict[str, Ask[Any]], thought: Thought) -> bool:
        ask = next((id for id, a in asks.items() if a.key == thought.key), None)
        if ask is None:
            return False
        if ask not in self._asked(seat) or not self.room.people:  # the game went on meanwhile: think again
            return True
        visitors, address = self.room.server.visitors, self._source().address
        await visitors.turn(address)  # whoever leaves meanwhile leaves the answer to the next who comes
        late = self._late(seat, self.room.clock.now())
        ack = await clocked(act(self.room, seat, ask, "", thought.value), visitors.spender(address))
        if late and not ack.refusals:  # the record has the answer alone, as if it were the person's own
            self.room.tell(Trouble(f"The time of {self.room.named(seat)} was up: a machine has decided.", "late"))
        return not ack.refusals

    async def _think(self, seat: int, level: str) -> Thought | None:
        room = self.room
        seconds, due = room.server.settings.think, room.match.due()
        if due is not None:  # half of what is left, so that the answer still counts
            seconds = min(seconds, max(0.05, (due - room.clock.now()) / 2000))
        task, at = Think(seat, level, seconds, secrets.token_hex(8)), room.standing()
        asks = self._asked(seat)
        source = self._source()
        if source.urgency == Urgency.BACKGROUND and not room.server.visitors.shows.take(source.address):
            return Thought(wait=CROWDED)
        self._thinking.add(seat)
        try:
            return msgspec.json.decode(await room.server.thinkers.run(task, seconds, source, at), type=Thought)
        except Crowded:  # whoever has so many machines at work waits; quick answers would be work as well
            return Thought(wait=CROWDED)
        except (Stuck, Fault) as fault:
            if level in declared():  # people are told whose fault it is; its seat plays on
                says = str(fault) or f"{level} does not answer in time."
                room.tell(Trouble(f"{says} Any legal answer is given instead.", "stuck"))
            return any_legal_answer(asks)
        finally:
            self._thinking.discard(seat)

    def _source(self) -> Source:
        """Machines think on the account of those who are there, of players before watchers."""
        room = self.room
        _, address = min((not p.seats, p.address) for p in room.people)
        urgency = Urgency.OPPONENT if any(p.seats for p in room.people) else Urgency.BACKGROUND
        return Source(urgency, address, room.id)

    # ---- time ------------------------------------------------------------------------------------------------------

    def _set_limits(self) -> None:
        """Each decision of a person has its own time, from the moment it is put."""
        seconds = self.room.opened.options.seconds
        if seconds is None:
            return
        until = self.room.clock.now() + seconds * 1000
        for seat in range(len(self.room.seats)):
            asks = list(self._asked(seat)) if self.room.seats[seat].kind == "human" else []
            if not asks:
                self._limits.pop(seat, None)
            elif seat not in self._limits or self._limits[seat][0] != asks:
                self._limits[seat] = asks, until

    def _set_timer(self, now: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        moments = [until for until in self.limits().values() if until > now]
        due = self.room.match.due()
        if due is not None:  # one that is past was due before, and the rules stumbled over it: do not hurry
            moments.append(due if due > now else now + STUMBLED)
        if moments and self.room.clock.running:
            self._timer = asyncio.get_running_loop().call_later((min(moments) - now) / 1000 + 0.001, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._ringing = asyncio.get_running_loop().create_task(self._rung())

    async def _rung(self) -> None:
        await tick(self.room)


def any_legal_answer(asks: dict[str, Ask[Any]]) -> Thought | None:
    """Any legal answer at once, for when there is no time to think."""
    for ask in asks.values():
        offered = [] if ask.default is UNSET else [ask.default]
        try:
            for value in (*offered, *ask.candidates(FEW, random.random)):
                if ask.accepts(value):
                    return Thought(ask.key, value)
        except Exception:  # a fault in one offer must not keep the seat from another
            log.exception("no quick answer to %s", ask.key)
    return None
