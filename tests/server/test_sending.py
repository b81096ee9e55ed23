"""What goes out over a socket: in order, at once where it can be, and nothing for those who are too far behind."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from websockets.protocol import State

from xenotable.server.http.listening import Inbox, SocketLine
from xenotable.server.http.socket import BEHIND, Connection


class Wire:
    """A line whose bytes are looked at."""

    def __init__(self) -> None:
        self.state = State.OPEN
        self.written: list[bytes] = []
        self._frames: list[bytes] = []
        self.send_text = self._frames.append
        self.write = self.written.append

    def data_to_send(self) -> list[bytes]:
        frames, self._frames[:] = self._frames.copy(), []
        return frames


def a_line() -> tuple[Any, Wire]:
    wire, line = Wire(), SocketLine.__new__(SocketLine)
    line.loop = asyncio.get_running_loop()
    line.conn = line.transport = wire  # type: ignore[assignment]  # all that sending asks of the two
    line.visitors = SimpleNamespace(spend=lambda *_: None)  # type: ignore[assignment]  # nobody pays here
    line.writable, line.outbox, line._flushing = asyncio.Event(), [], False
    line.disconnected = False
    line.writable.set()
    return line, wire


def test_what_is_said_at_once_is_sent_in_one_piece_and_in_order():
    async def work() -> None:
        line, wire = a_line()
        for text in (b"ack ", b"update 0 ", b"update 1"):
            line.post(text)
        assert wire.written == []
        await asyncio.sleep(0)
        assert wire.written == [b"ack update 0 update 1"]

    asyncio.run(work())


def test_a_line_that_is_full_keeps_what_is_said_until_it_is_not():
    async def work() -> None:
        line, wire = a_line()
        line.pause_writing()
        line.post(b"one ")
        await asyncio.sleep(0)
        line.post(b"two")
        await asyncio.sleep(0)
        assert wire.written == []
        line.resume_writing()
        assert wire.written == [b"one two"]

    asyncio.run(work())


def test_nothing_is_sent_over_a_line_that_is_gone():
    async def work() -> None:
        line, wire = a_line()
        line.post(b"one")
        line.disconnected = True
        await asyncio.sleep(0)
        assert wire.written == []
        assert line.outbox == []

    asyncio.run(work())


def test_nothing_is_sent_to_who_has_said_goodbye():
    async def work() -> None:
        line, wire = a_line()
        line.post(b"one")
        wire.state = State.CLOSING
        await asyncio.sleep(0)
        assert wire.written == []
        assert line.outbox == []

    asyncio.run(work())


def test_who_is_too_far_behind_is_sent_away_once_the_line_takes_something_again():
    async def work() -> None:
        line, wire = a_line()
        line.pause_writing()
        closed: list[tuple[int, str]] = []

        async def close(code: int, reason: str) -> None:
            closed.append((code, reason))

        person = Connection.__new__(Connection)
        person.socket = SimpleNamespace(close=close)  # type: ignore[assignment]  # parting only closes it
        person._line, person._parting = line, None
        for n in range(BEHIND + 10):
            person.send(b"%d " % n)
        await asyncio.sleep(0)
        assert (len(line.outbox), closed) == (BEHIND + 1, [])
        line.resume_writing()
        assert person._parting is not None
        await person._parting
        assert b"".join(wire.written).split() == [b"%d" % n for n in range(BEHIND + 1)]
        assert closed == [(1013, "You are too far behind; please connect again.")]

    asyncio.run(work())


def test_what_comes_in_waits_for_its_reader_and_a_reader_for_it():
    async def work() -> None:
        inbox = Inbox()
        reader = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        assert inbox.empty()
        inbox.put_nowait("first")
        inbox.put_nowait("second")
        assert (await reader, await inbox.get()) == ("first", "second")

    asyncio.run(work())
