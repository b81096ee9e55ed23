"""Processes that think, so that the event loop never does. One that is past its time is ended and replaced."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from xenotable.engine.tape import Entry
from xenotable.faults import Fault
from xenotable.players import Declared
from xenotable.server.workers.fair_queue import FairQueue, Source, Urgency
from xenotable.server.workers.tasks import KEPT, Answer, Outcome, Position, Task, Think
from xenotable.server.workers.worker import HEAD, StartedWith

START = 20.0  # seconds that a new process may need for its imports, on top of its first task
GRACE = 0.5  # seconds past the deadline before a worker counts as stuck


class Stuck(Exception):
    """No answer in time, or the process died over it."""


class Standing(msgspec.Struct, frozen=True):
    """Where the match of a room stands, for workers that may know it from before."""

    room: str
    tape: list[Entry]
    length: int
    now: int
    brief: Callable[[], bytes]  # the whole of it

    def since(self, known: Known | None) -> Position:
        """What a worker needs that knows so much. The very same entry at the same place means the same tape so far."""
        if known is None or known.length > self.length:
            return self.whole()
        if known.length and self.tape[known.length - 1] is not known.last:
            return self.whole()
        return Position(self.room, self.length, self.now, tape=self.tape[known.length : self.length])

    def whole(self) -> Position:
        return Position(self.room, self.length, self.now, self.brief())

    def known(self) -> Known:
        return Known(self.length, self.tape[self.length - 1] if self.length else None)


class Known(NamedTuple):
    """What a worker was given last of the match of a room."""

    length: int
    last: Entry | None


class Worker:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.fresh = True
        self.known: dict[str, Known] = {}  # by room

    async def do(self, task: Task, at: Standing | None, seconds: float) -> bytes:
        """The outcome of a task, told no more of the match than is new to this worker."""
        if at is None or not isinstance(task, Think | Answer):
            return await self.run(encode(task), seconds)
        known = self.known.pop(at.room, None)
        outcome = await self.run(encode(replace(task, position=at.since(known))), seconds)
        if msgspec.msgpack.decode(outcome, type=Outcome).forgotten:
            outcome = await self.run(encode(replace(task, position=at.whole())), seconds)
        self.known[at.room] = at.known()
        if len(self.known) > KEPT:
            del self.known[next(iter(self.known))]
        return outcome

    async def run(self, data: bytes, seconds: float) -> bytes:
        patience = seconds + GRACE + (START if self.fresh else 0.0)
        answer = await asyncio.wait_for(self._exchange(data), patience)
        self.fresh = False
        return answer

    async def _exchange(self, data: bytes) -> bytes:
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(HEAD.pack(len(data)) + data)
        await stdin.drain()
        (length,) = HEAD.unpack(await stdout.readexactly(HEAD.size))
        return await stdout.readexactly(length)

    async def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


def encode(task: Task) -> bytes:
    try:
        return msgspec.msgpack.encode(task)
    except OverflowError:
        raise Fault("A number in this is too large.") from None


class Turn(NamedTuple):
    """Somebody's place in the queue; granted when a worker is free for it."""

    granted: asyncio.Future[None]
    since: float


class Pool:
    """Up to `size` workers, started when they are first needed. Where there are several, one of them is always left
    for those who wait at a table, and one of the others for somebody else than the address that keeps them busy."""

    def __init__(
        self,
        size: int,
        files: Sequence[str] = (),
        waited: Callable[[float], object] = abs,
        bots: Mapping[str, Declared] | None = None,
    ) -> None:
        self.started_with = msgspec.json.encode(StartedWith(tuple(files), dict(bots or {}))).decode()
        self.size = size
        self.waited = waited  # is told how many seconds each task had to wait
        self._free: list[Worker] = []
        self._all: set[Worker] = set()
        self._queue: FairQueue[Turn] = FairQueue()
        self._busy: Counter[Urgency] = Counter()
        self._served: Counter[str] = Counter()  # address -> what is worked out for it in the background
        self._works: set[asyncio.Task[bytes]] = set()
        self._closed = False

    async def run(self, task: Task, seconds: float, source: Source, at: Standing | None = None) -> bytes:
        """The result as JSON; `at`: where the match stands that a Think or an Answer is about. Fault: what is wrong
        with the task, in a sentence; Stuck: no answer in time. Who is gone before the turn comes has asked for nothing;
        what is begun is finished, because a new worker costs more."""
        encode(task)  # what cannot be sent needs no turn
        await self._turn(source)
        work = asyncio.get_running_loop().create_task(self._work(task, at, seconds, source))
        self._works.add(work)
        work.add_done_callback(self._worked)
        outcome = msgspec.msgpack.decode(await asyncio.shield(work), type=Outcome)
        if outcome.fault:
            raise Fault(outcome.fault)
        return outcome.result

    def _worked(self, work: asyncio.Task[bytes]) -> None:
        self._works.discard(work)
        if not work.cancelled():
            work.exception()  # whoever asked may be gone

    async def _turn(self, source: Source) -> None:
        turn = Turn(asyncio.get_running_loop().create_future(), time.monotonic())
        self._queue.put(source, turn)
        self._grant()
        try:
            await turn.granted
        except asyncio.CancelledError:
            if turn.granted.cancelled():
                self._queue.drop(source, turn)
            else:  # the turn came in the same moment
                self._release(source)
            raise
        self.waited(time.monotonic() - turn.since)

    def _grant(self) -> None:
        """Gives the free workers to those whose turn it is."""
        background = max(1, self.size - 1)
        each = max(1, background - 1)
        while self._busy.total() < self.size:
            kept = self._busy[Urgency.BACKGROUND] >= background
            served = [address for address, n in self._served.items() if n >= each]
            found = self._queue.take(Urgency.QUESTION if kept else Urgency.BACKGROUND, served)
            if found is None:
                return
            source, turn = found
            if not turn.granted.cancelled():
                self._count(source, 1)
                turn.granted.set_result(None)

    def _count(self, source: Source, n: int) -> None:
        self._busy[source.urgency] += n
        if source.urgency == Urgency.BACKGROUND:
            self._served[source.address] += n
            if not self._served[source.address]:
                del self._served[source.address]

    def _release(self, source: Source) -> None:
        self._count(source, -1)
        self._grant()

    async def _work(self, task: Task, at: Standing | None, seconds: float, source: Source) -> bytes:
        try:
            if self._closed:
                raise Stuck
            worker = self._pick(at) if self._free else await self._start()
            try:
                data = await worker.do(task, at, seconds)
            except (TimeoutError, OSError, EOFError) as fault:
                await self._drop(worker)
                raise Stuck from fault
            self._free.append(worker)
            return data
        finally:
            self._release(source)

    def _pick(self, at: Standing | None) -> Worker:
        """Of the free workers one that knows the match, or else the one that was busy last."""
        known = [w for w in self._free if at is not None and at.room in w.known]
        worker = known[-1] if known else self._free[-1]
        self._free.remove(worker)
        return worker

    async def _start(self) -> Worker:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "xenotable.server.workers.worker",
            self.started_with,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 24,
        )
        worker = Worker(process)
        self._all.add(worker)
        return worker

    async def _drop(self, worker: Worker) -> None:
        self._all.discard(worker)
        await worker.end()

    async def close(self) -> None:
        self._closed = True
        for worker in list(self._all):
            await self._drop(worker)
        await asyncio.gather(*self._works, return_exceptions=True)


def cores() -> int:
    return os.cpu_count() or 1
