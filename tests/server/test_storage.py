"""The log on SQLite and on PostgreSQL: durable, in order, and the unique sequence decides races."""

import asyncio
import random
import time
from pathlib import Path

import pytest

from server.serving import play_on, serving
from xenotable.engine.running import FRAME_APART
from xenotable.faults import Fault
from xenotable.server.log.storage import Storage, Taken
from xenotable.server.rooms import table_server

TWO = [{"kind": "human"}, {"kind": "human"}]


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.db"
    found: str = request.getfixturevalue("postgres")
    return found


def test_lines_come_back_in_order_and_each_place_is_taken_once(url: str):
    async def work() -> None:
        storage = Storage(url)
        room = f"room{random.getrandbits(60)}"
        await asyncio.gather(*(storage.append(room, n, b"line %d" % n) for n in range(50)))
        assert await storage.lines(room) == [(n, b"line %d" % n) for n in range(50)]
        assert await storage.lines(room, 48) == [(48, b"line 48"), (49, b"line 49")]
        assert await storage.lines("nowhere") == []
        late = await asyncio.gather(
            storage.append(room, 49, b"late"), storage.append(room, 50, b"in time"), return_exceptions=True
        )
        assert isinstance(late[0], Taken)
        assert late[1] is None  # those who came together with it do not suffer
        storage.close()
        again = Storage(url)
        assert len(await again.lines(room)) == 51
        again.close()

    asyncio.run(work())


def test_a_match_on_this_database(url: str):
    with serving(url, rate=1000.0) as server:
        room, tokens = server.room()
        with server.sit(room, tokens["0"]) as me:
            play_on(me, 0, random.Random(1))
        assert server.http.get(f"/api/rooms/{room}/verify").json() == {"faults": []}


def test_two_processes_share_a_match(postgres: str):
    with serving(postgres, rate=1000.0) as one, serving(postgres, rate=1000.0) as two:
        room, tokens = one.room(seats=TWO)
        with one.sit(room, tokens["0"]) as kim, two.sit(room, tokens["1"]) as lou:
            kim.act("0.stance", "aim")
            while not lou.state(1).get("waiting", [{}])[0].get("locked"):  # the news has come over
                lou.receive()
            lou.act("0.stance", "aim", seat=1)
            while kim.state()["version"] < 2:
                kim.receive()
            lou.send(type="chat", says="Hello over there")
            while "Hello over there" not in [line["says"] for line in kim.welcome.get("chat", [])]:
                kim.receive()


def test_who_leaves_while_others_sit_at_another_process_leaves_no_keyframe(postgres: str):
    with serving(postgres, rate=1000.0) as two, serving(postgres, rate=1000.0) as one:  # which knows that `two` lives
        room, tokens = one.room(seats=TWO)
        with two.sit(room, tokens["1"]) as lou:
            with one.sit(room, tokens["0"]) as kim:
                for turns in (((lou, 1), (kim, 0)), ((kim, 0), (lou, 1)), ((lou, 1), (kim, 0))):
                    play_on(kim, 0, random.Random(1), 1)
                    while not lou.state(1).get("waiting", [{}])[0].get("locked"):
                        lou.receive()
                    play_on(lou, 1, random.Random(1), 1)
                    for client, seat in turns:
                        play_on(client, seat, random.Random(1), 1)
                safe = one.tables.rooms[room].match.safe
                assert safe is not None
                assert safe.index >= FRAME_APART
            one.forget()
            assert [frame.index for frame in asyncio.run(two.tables.ledger(room)).frames] == [0]


def test_two_processes_race_and_the_log_decides(postgres: str):
    with serving(postgres, rate=1000.0) as one, serving(postgres, rate=1000.0) as two:
        room, tokens = one.room(seats=TWO)
        both = tokens["0"], tokens["1"]
        with one.sit(room, *both) as here, two.sit(room, *both) as there:
            for n in range(10):
                here.send(type="act", seat=0, ask="0.stance", do=f"h{n}", value="aim")
                there.send(type="act", seat=0, ask="0.stance", do=f"t{n}", value="dodge")
                acks = [here.until("ack", do=f"h{n}"), there.until("ack", do=f"t{n}")]
                assert any("refusals" not in ack for ack in acks)
            done = {a["do"]: a for c in (here, there) for a in map(_decoded, c.heard) if a["type"] == "ack"}
            taken = sum("refusals" not in a for a in done.values())
        until = time.monotonic() + 30
        while one.tables.rooms[room].sequence != two.tables.rooms[room].sequence and time.monotonic() < until:
            time.sleep(0.05)
        lines = asyncio.run(one.tables.ledger(room))
        assert sum(e.kind == "answer" for e in lines.tape) == taken
        assert one.tables.rooms[room].match.tape == two.tables.rooms[room].match.tape


def _decoded(message: str) -> dict:
    import json

    found: dict = json.loads(message)
    return found


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("nonsense", "not a database address"),
        ("oracle9://x", "not a database address"),
        ("sqlite:////no/such/folder/games.db", "does not open"),
        ("postgresql+psycopg://club:secret@127.0.0.1:1/none", "does not open"),
    ],
)
def test_a_wrong_address_gets_a_sentence_without_the_password(address: str, words: str):
    with pytest.raises(Fault, match=words) as fault:
        Storage(address)
    assert "secret" not in str(fault.value)


def test_a_room_that_is_played_at_another_process_leaves_memory_and_comes_back(
    postgres: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(table_server, "ENTERING", 0.0)
    with serving(postgres, rate=1000.0) as one, serving(postgres, rate=1000.0) as two:
        room, tokens = one.room(seats=TWO)
        assert room in one.tables.rooms  # it was opened there
        with two.sit(room, tokens["0"]) as kim:
            assert "refusals" not in kim.act("0.stance", "aim")
            while room in one.tables.rooms:
                time.sleep(0.01)
            with one.sit(room, tokens["1"]) as lou:
                assert lou.state(1)["waiting"][0]["locked"]  # as it was decided at the other one
