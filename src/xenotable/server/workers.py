"""Processes that think, so that the event loop never does. One that is past its time is ended and replaced."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Sequence

import msgspec

from xenotable.faults import Fault
from xenotable.server.tasks import Outcome, Task
from xenotable.server.worker import HEAD

START = 20.0  # seconds that a new process may need for its imports, on top of its first task
GRACE = 0.5  # seconds past the deadline before a worker counts as stuck


class Stuck(Exception):
    """No answer in time, or the process died over it."""


class Worker:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.fresh = True

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


class Pool:
    """Up to `size` workers, started when they are first needed."""

    def __init__(self, size: int, files: Sequence[str] = ()) -> None:
        self.files = tuple(files)
        self._free: list[Worker] = []
        self._all: set[Worker] = set()
        self._room = asyncio.Semaphore(size)
        self._closed = False

    async def run(self, task: Task, seconds: float) -> bytes:
        """The result as JSON. Fault: what is wrong with the task, in a sentence; Stuck: no answer in time."""
        async with self._room:
            if self._closed:
                raise Stuck
            worker = self._free.pop() if self._free else await self._start()
            try:
                data = await worker.run(msgspec.msgpack.encode(task), seconds)
            except (TimeoutError, OSError, EOFError) as fault:
                await self._drop(worker)
                raise Stuck from fault
            except asyncio.CancelledError:  # its answer would be taken for that of the next task
                await asyncio.shield(self._drop(worker))
                raise
            self._free.append(worker)
        outcome = msgspec.msgpack.decode(data, type=Outcome)
        if outcome.fault:
            raise Fault(outcome.fault)
        return outcome.result

    async def _start(self) -> Worker:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "xenotable.server.worker",
            *self.files,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 24,
            start_new_session=True,  # Ctrl-C is for the server, which then ends its workers
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


def cores() -> int:
    return os.cpu_count() or 1
