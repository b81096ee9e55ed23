"""Nobody starves: work is shared by address and by room, what a person waits for at a table comes first, and who is
gone has asked for nothing. The workers here do exactly what the test says, so that nothing depends on speed."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest

from server.serving import Client, Server
from xenotable.server.workers.fair_queue import MOST, Crowded, FairQueue, Source, Urgency
from xenotable.server.workers.pool import Pool, Worker
from xenotable.server.workers.tasks import Answer, Calculate, Look, Outcome, Task, Think

OPPONENT, QUESTION, BACKGROUND = Urgency
TWO = [{"kind": "human"}, {"kind": "human"}]


def order(queue: FairQueue[str]) -> list[str]:
    taken = []
    while (found := queue.take()) is not None:
        taken.append(found[1])
    return taken


def test_one_address_after_the_other_and_one_room_after_the_other():
    queue: FairQueue[str] = FairQueue()
    for n in range(4):
        queue.put(Source(BACKGROUND, "1.1.1.1", "a"), f"one a{n}")
    queue.put(Source(BACKGROUND, "1.1.1.1", "b"), "one b")
    queue.put(Source(BACKGROUND, "2.2.2.2", "c"), "two")
    assert order(queue) == ["one a0", "two", "one b", "one a1", "one a2", "one a3"]


def test_what_a_person_waits_for_comes_first():
    queue: FairQueue[str] = FairQueue()
    queue.put(Source(BACKGROUND, "1.1.1.1"), "calculator")
    queue.put(Source(QUESTION, "2.2.2.2", "r"), "hint")
    queue.put(Source(OPPONENT, "3.3.3.3", "s"), "opponent")
    assert queue.take(OPPONENT) == (Source(OPPONENT, "3.3.3.3", "s"), "opponent")
    assert queue.take(OPPONENT) is None
    assert order(queue) == ["hint", "calculator"]


def test_an_address_waits_in_a_few_places_only_and_leaves_room_for_others():
    queue: FairQueue[str] = FairQueue()
    for n in range(MOST[BACKGROUND]):
        queue.put(Source(BACKGROUND, "1.1.1.1", f"room {n}"), str(n))
    with pytest.raises(Crowded):
        queue.put(Source(BACKGROUND, "1.1.1.1", "another"), "more")
    queue.put(Source(BACKGROUND, "2.2.2.2"), "other")
    queue.drop(Source(BACKGROUND, "1.1.1.1", "room 0"), "0")
    queue.put(Source(BACKGROUND, "1.1.1.1", "another"), "more")
    assert order(queue)[1] == "other"


class Puppets(Worker):
    """Workers that note what they are given and answer when they are told to."""

    def __init__(self, pool: Pool) -> None:
        self.known = {}
        self.begun: list[Task] = []
        self.answers: asyncio.Queue[Any] = asyncio.Queue()
        pool._start = self._start

    async def _start(self) -> Any:
        return self

    async def run(self, data: bytes, seconds: float) -> bytes:
        self.begun.append(msgspec.msgpack.decode(data, type=Task))
        return msgspec.msgpack.encode(Outcome(msgspec.json.encode(await self.answers.get())))

    async def end(self) -> None:
        pass


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def task(n: int) -> Look:
    return Look(b"", n, 0)


def test_who_is_gone_has_asked_for_nothing_and_what_is_begun_is_finished():
    async def work() -> None:
        pool = Pool(1)
        puppets = Puppets(pool)
        asked = [asyncio.ensure_future(pool.run(task(n), 1.0, Source(QUESTION, f"1.1.1.{n}"))) for n in range(3)]
        await settled()
        assert puppets.begun == [task(0)]
        asked[0].cancel()  # at work: it goes on, because a worker that is ended costs everybody a new one
        asked[1].cancel()  # waiting: it never begins
        await settled()
        assert puppets.begun == [task(0)]
        puppets.answers.put_nowait("nobody hears this")
        puppets.answers.put_nowait("third")
        assert await asked[2] == b'"third"'
        assert puppets.begun == [task(0), task(2)]
        assert pool._busy.total() == 0

    asyncio.run(work())


def test_one_worker_is_left_for_those_at_a_table():
    async def work() -> None:
        pool = Pool(2)
        puppets = Puppets(pool)
        asked = [asyncio.ensure_future(pool.run(task(n), 1.0, Source(BACKGROUND, f"1.1.1.{n}"))) for n in range(2)]
        await settled()
        assert puppets.begun == [task(0)]
        asked.append(asyncio.ensure_future(pool.run(task(2), 1.0, Source(QUESTION, "2.2.2.2"))))
        await settled()
        assert puppets.begun == [task(0), task(2)]
        for _ in asked:
            puppets.answers.put_nowait("")
        await asyncio.gather(*asked)
        assert puppets.begun == [task(0), task(2), task(1)]

    asyncio.run(work())


def test_one_address_does_not_keep_all_others_waiting_in_the_background():
    """Its work may be such that a worker is only free again when it is ended."""

    async def work() -> None:
        pool = Pool(3)
        puppets = Puppets(pool)
        asked = [asyncio.ensure_future(pool.run(task(n), 1.0, Source(BACKGROUND, "1.1.1.1"))) for n in range(3)]
        await settled()
        assert puppets.begun == [task(0)]
        asked.append(asyncio.ensure_future(pool.run(task(3), 1.0, Source(BACKGROUND, "2.2.2.2"))))
        await settled()
        assert puppets.begun == [task(0), task(3)]
        for _ in asked:
            puppets.answers.put_nowait("")
        await asyncio.gather(*asked)
        assert puppets.begun == [task(n) for n in (0, 3, 1, 2)]
        assert not pool._served

    asyncio.run(work())


# ---- over real sockets -----------------------------------------------------------------------------------------------


@contextlib.contextmanager
def calculators(server: Server, address: str, many: int) -> Iterator[list[int]]:
    """So many calculator requests from one address, all at once; gives the statuses as they come back."""
    statuses: list[int] = []

    def ask() -> None:
        with httpx.Client(transport=httpx.HTTPTransport(local_address=address), timeout=60) as http:
            reply = http.post(f"http://{server.address}/api/games/duel/odds/x", json={"values": {}})
            statuses.append(reply.status_code)

    threads = [threading.Thread(target=ask) for _ in range(many)]
    for thread in threads:
        thread.start()
    try:
        yield statuses
    finally:
        for thread in threads:
            thread.join()


def called(server: Server, coroutine: Any) -> Any:
    """Runs something in the loop of the server."""
    loop = server.tables._chores and next(iter(server.tables._chores)).get_loop()
    return asyncio.run_coroutine_threadsafe(coroutine, loop).result(60)


async def puppets_of(pool: Pool) -> Puppets:
    return Puppets(pool)


def waited(condition: Any) -> None:
    """Until it is so; the limit is that of the test."""
    while not condition():
        threading.Event().wait(0.01)


def test_calculators_of_a_stranger_do_not_hold_up_a_hint(server: Server):
    puppets = called(server, puppets_of(server.tables.helpers))
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as me, calculators(server, "127.0.0.2", 30) as statuses:
        waited(lambda: len(statuses) == 30 - 1 - MOST[BACKGROUND])  # those who do not even wait
        assert set(statuses) == {429}
        assert [type(t) for t in puppets.begun] == [Calculate]
        me.send(type="query", seat=0, n=1, query="hint")
        waited(lambda: len(puppets.begun) == 2)
        assert isinstance(puppets.begun[1], Answer)  # at once, with eight calculators before it in time
        for _ in range(2 + MOST[BACKGROUND]):
            called(server, puppets.answers.put([]))
    assert sorted(statuses) == [200] * (1 + MOST[BACKGROUND]) + [429] * (29 - MOST[BACKGROUND])


def test_who_hangs_up_leaves_the_queue(server: Server):
    puppets = called(server, puppets_of(server.tables.helpers))
    waiting = server.tables.helpers._queue._waiting[BACKGROUND]
    with calculators(server, "127.0.0.2", 1):
        waited(lambda: len(puppets.begun) == 1)
        same = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(timeout=0.2, transport=same) as http, pytest.raises(httpx.TimeoutException):
            http.post(f"http://{server.address}/api/games/duel/odds/x", json={"values": {}})
        waited(lambda: not waiting)
        called(server, puppets.answers.put([]))
    assert len(puppets.begun) == 1


def test_machines_among_themselves_wait_for_the_opponent_of_a_person(server: Server):
    puppets = called(server, puppets_of(server.tables.thinkers))
    server.tables.thinkers.size = 1
    machines = [{"kind": "machine", "level": "random"}] * 2
    shows = [server.room(seats=machines)[0] for _ in range(6)]
    watching = [Client(server.address, room) for room in shows]
    for eve in watching:
        eve.until("welcome")
    waited(lambda: len(puppets.begun) == 1)
    room, tokens = server.room()
    with server.sit(room, tokens["0"]):
        waited(lambda: server.tables.thinkers._queue._waiting[OPPONENT])
        called(server, puppets.answers.put({"key": "stance", "value": "aim"}))
        waited(lambda: len(puppets.begun) == 2)
        mine = server.tables.rooms[room].brief()
        said = puppets.begun[1]
        assert isinstance(said, Think)
        assert msgspec.json.decode(said.position.save)["frames"] == msgspec.json.decode(mine)["frames"]
    for eve in watching:
        eve.close()
    waited(lambda: not server.tables.thinkers._queue._waiting[BACKGROUND])  # nobody looks: nobody thinks
    called(server, puppets.answers.put({"key": "stance", "value": "aim"}))
