"""What was acknowledged is never lost, happens once, and goes on after a restart."""

import asyncio
import contextlib
import os
import random
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage

from server.serving import (
    LASTING,
    PATIENCE,
    Client,
    Forked,
    Nursery,
    Process,
    Reached,
    Server,
    play_on,
    serving,
    some_answer,
)
from xenotable.server.log.storage import Wanted

TWO = [{"kind": "human"}, {"kind": "human"}]
KILLS = int(os.environ.get("XENOTABLE_KILLS", "6"))  # more of them for a longer look
WHOLE = 50  # one of so many servers is started by the command line; the others spare themselves the imports


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as running:
        yield running


def answers(save: dict) -> list[tuple[int, str, object]]:
    """What people answered, in order, as the record has it."""
    return [(e[1], e[2], e[3]) for e in save["tape"] if e[0] == "answer"]


class Hammer(threading.Thread):
    """Plays both seats of a room as quickly as it can until the line breaks; notes what was acknowledged."""

    def __init__(self, address: str, room: str, tokens: dict[str, str], seed: int) -> None:
        super().__init__()
        self.address, self.room, self.tokens, self.rnd = address, room, tokens, random.Random(seed)
        self.acknowledged: list[tuple[int, str, object]] = []

    def run(self) -> None:
        broken = contextlib.suppress(ConnectionClosed, InvalidMessage, OSError, EOFError, TimeoutError)
        with broken, Client(self.address, self.room, *self.tokens.values()) as us:
            while not us.state(0).get("result"):
                ask = next((a for s in (0, 1) if (a := self.open(us, s))), None)
                if ask is None:
                    us.receive()
                    continue
                value = some_answer(ask, self.rnd)
                ack = us.act(ask["id"], value, ask["seat"])
                assert "refusals" not in ack
                self.acknowledged.append((ask["seat"], ask["key"], value))

    @staticmethod
    def open(us: Client, seat: int) -> dict | None:
        state = us.state(seat)
        asks = [a for a in state.get("asks", []) if a["id"] not in state.get("locked", [])]
        return next((a for a in asks if not us.answered(seat, a["id"])), None)


@pytest.mark.timeout(600 + 20 * KILLS)
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_no_acknowledged_action_is_missing_after_a_kill(
    kind: str, tmp_path: Path, nursery: Nursery, request: pytest.FixtureRequest
):
    database = f"sqlite:///{tmp_path}/games.db" if kind == "sqlite" else request.getfixturevalue("postgres")
    rnd = random.Random(11)
    rooms: list[tuple[str, dict[str, str]]] = []
    known: dict[str, list[tuple[int, str, object]]] = {}
    for kill in range(KILLS):
        with Forked(nursery, database) if kill % WHOLE else Process(database) as server:
            for _ in range(2):
                made = server.http.post("/api/rooms", json={"game": "duel", "seats": TWO}).json()
                rooms.append((made["room"]["id"], made["tokens"]))
                known[made["room"]["id"]] = []
            hammers = [Hammer(server.address, room, tokens, kill) for room, tokens in rooms[-4:]]
            for hammer in hammers:
                hammer.start()
            enough = rnd.randint(4, 16)
            while sum(len(h.acknowledged) for h in hammers) < enough and any(h.is_alive() for h in hammers):
                time.sleep(0.01)
            time.sleep(rnd.random() / 10)  # somewhere in the middle of the next
        for hammer in hammers:
            hammer.join()
            known[hammer.room] += hammer.acknowledged
    print(f"{KILLS} kills, {sum(map(len, known.values()))} acknowledged decisions in {len(rooms)} rooms")
    assert sum(map(len, known.values())) > 20
    with Process(database) as server:
        for room, tokens in rooms:
            nothing_is_missing(server, room, tokens, known[room])
        room, tokens = rooms[-1]
        last = Hammer(server.address, room, tokens, 99)
        last.start()
        last.join()
        assert fetch(server, f"/api/rooms/{room}")["over"]


def fetch(server: Reached, address: str, **headers: str) -> dict:
    """What stands there; one who asks more often than people may waits as he is told."""
    while (reply := server.http.get(address, headers=headers)).status_code == 429:
        time.sleep(0.1)
    assert reply.status_code == 200, reply.text
    found: dict = reply.json()
    return found


def nothing_is_missing(
    server: Reached, room: str, tokens: dict[str, str], known: list[tuple[int, str, object]]
) -> None:
    key = {"Authorization": "Bearer " + ",".join(tokens.values())}
    kept = answers(fetch(server, f"/api/rooms/{room}/save", **key))
    wanted = [(s, k, {"paths": {}, "mode": "", "facing": {}} if k == "move" else v) for s, k, v in known]
    assert _contains(kept, wanted), (kept, wanted)
    assert len(kept) <= len(wanted) + KILLS  # at most the action under way at each kill is there unacknowledged
    assert fetch(server, f"/api/rooms/{room}/verify", **key) == {"faults": []}


def _contains(kept: list, wanted: list) -> bool:
    """All that is wanted, in order; between them may stand what was never acknowledged."""
    left = iter(kept)
    return all(any(k == w for k in left) for w in wanted)


def test_a_restart_goes_on_where_it_was(tmp_path: Path):
    database = f"sqlite:///{tmp_path}/games.db"
    with serving(database) as server:
        room, tokens = server.room(seats=TWO)
        with server.sit(room, tokens["0"], tokens["1"]) as us:
            for seat in (0, 1, 1):
                play_on(us, seat, random.Random(1), 1)
                us.until("update", seat=1)
            before = us.states
    with serving(database) as server, server.sit(room, tokens["0"], tokens["1"]) as us:
        for seat in (0, 1):
            for part in ("version", "tokens", "asks", "waiting", "undo"):
                assert us.state(seat).get(part) == before[seat].get(part)


def test_the_same_action_sent_twice_happens_once(server: Server, tmp_path: Path):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as me:
        first = me.act("0.stance", "aim", do="once")
        assert me.act("0.stance", "dodge", do="once") == first
        assert server.tables.rooms[room].version == 1
    server.forget()  # as after a restart
    with server.sit(room, tokens["0"]) as me:
        assert me.act("0.stance", "dodge", do="once") == first
        assert server.tables.rooms[room].version == 1


def test_a_refused_action_gets_the_same_refusal_again(server: Server):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as me:
        assert me.act("0.stance", "duck", do="x") == me.act("0.stance", "aim", do="x")


def test_an_answer_to_a_secret_ask_can_be_changed_until_all_have_answered(server: Server):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as me, server.sit(room, tokens["1"]) as other:
        me.act("0.stance", "aim")
        assert me.until("update")["locked"] == ["0.stance"]
        assert other.until("update")["waiting"] == [{"seat": 0, "locked": True}]
        assert "refusals" not in me.act("0.stance", "dodge")
        other.act("0.stance", "aim", seat=1)
        assert me.act("0.stance", "aim")["refusals"]


def test_reconnecting_with_a_version_brings_the_tail_of_the_story(server: Server):
    room, tokens = server.room()
    with server.sit(room, tokens["0"]) as me:
        while not me.state().get("events") and play_on(me, 0, random.Random(1), 1):
            pass
        me.asked()
        version, known = me.state()["version"], me.state().get("events", [])
        play_on(me, 0, random.Random(2))
        whole = me.state()["events"]
    with server.sit(room, tokens["0"], version=version) as again:
        state = again.state()
        assert state["tail"]
        assert known + state.get("events", []) == whole
    with server.sit(room, tokens["0"], version=99999) as again:
        assert "tail" not in again.state()
        assert again.state()["events"] == whole


def step_into_sight(us: Client) -> None:
    """The first decisions of a duel: from here on each can shoot at the other."""
    for seat in (0, 1):
        us.act("0.stance", "aim", seat=seat)
    us.act(us.asked(1)["id"], {"paths": {"b": [[9.875, 8.25]]}}, 1)
    us.asked(1)


def play_both(us: Client, decisions: int, rnd: random.Random) -> None:
    """Both seats of a duel on one screen."""
    for _ in range(decisions):
        states = [us.state(0), us.state(1)]
        ask = next(a for s in states for a in s.get("asks", []) if a["id"] not in s.get("locked", []))
        play_on(us, ask["seat"], rnd, 1)
        us.until("update", seat=1)


def test_a_match_that_all_have_left_comes_back_from_its_last_safe_point(server: Server):
    room, tokens = server.room(seats=TWO, setup={"wounds": 99})
    with server.sit(room, tokens["0"], tokens["1"]) as us:
        step_into_sight(us)
        play_both(us, 14, random.Random(3))
        left = server.tables.rooms[room].match
        known, version = us.state(0), us.state(0)["version"]
        assert [f.index for f in left.frames] == [0]
    server.forget()
    assert [f.index for f in left.frames] == [0, left.since]
    with server.sit(room, tokens["0"], tokens["1"]) as us:
        match = server.tables.rooms[room].match
        assert [f.index for f in match.frames] == [left.since]
        assert match.game.encoded() == left.game.encoded()
        assert [us.state(0)[part] for part in ("tokens", "events")] == [known["tokens"], known["events"]]
        us.send(type="undo", seat=0, do="back")  # past the keyframe
    server.forget()
    with server.sit(room, tokens["0"], tokens["1"], version=version) as us:
        play_both(us, 5, random.Random(4))
        us.send(type="concede", seat=0, do="enough")
        us.until("ack", do="enough")
    assert server.http.get(f"/api/rooms/{room}/verify").json() == {"faults": []}


def test_dice_that_changed_rules_roll_beyond_the_record_are_written_down(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    room, tokens = server.room(seats=TWO, setup=LASTING)
    with server.sit(room, tokens["0"], tokens["1"]) as us:
        step_into_sight(us)
        us.act(us.asked(1)["id"], True, 1)
        us.until("update", seat=1)
    server.forget()
    duel = sys.modules["duel"]
    shoot = duel.shoot

    def shoot_twice(*args: object) -> Iterator[object]:
        yield from shoot(*args)
        yield from shoot(*args)

    monkeypatch.setattr(duel, "shoot", shoot_twice)
    for decided in range(2):
        with server.sit(room, tokens["0"], tokens["1"]) as us:
            match, ledger = server.tables.rooms[room].match, asyncio.run(server.tables.ledger(room))
            assert [e.key for e in match.tape if e.kind == "roll"] == ["shot", "shot"]
            assert [e.key for e in ledger.tape] == [e.key for e in match.tape]
            assert ledger.events == match.events
            if not decided:
                us.act(us.asked(0)["id"], {}, 0)
        server.forget()


def test_two_screens_of_one_seat_race_and_one_wins(server: Server):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"], tokens["1"]) as one, server.sit(room, tokens["0"], tokens["1"]) as two:
        one.act("0.stance", "aim")
        one.act("0.stance", "dodge", seat=1)
        ask = one.asked(1)
        two.asked(1)
        one.send(type="act", seat=1, ask=ask["id"], do="one", value={})
        two.send(type="act", seat=1, ask=ask["id"], do="two", value={})
        acks = [one.until("ack", do="one"), two.until("ack", do="two")]
        assert sorted("refusals" in a for a in acks) == [False, True]
        while two.state(1)["version"] < max(a["version"] for a in acks):
            two.receive()
        record = server.tables.rooms[room].match.tape
        assert [e.key for e in record if e.kind == "answer"].count("move") == 1


def test_a_disk_that_does_not_take_it_acknowledges_nothing(server: Server, monkeypatch: pytest.MonkeyPatch):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as me:

        def full(_: object) -> None:
            raise OSError("no space left")

        with monkeypatch.context() as broken:
            broken.setattr(server.tables.storage, "_insert", full)
            ack = me.act("0.stance", "aim")
            assert "did not happen" in ack["refusals"][0]["says"]
            assert me.closed()
    with server.sit(room, tokens["0"]) as me:
        assert me.state()["version"] == 0
        assert "locked" not in me.state()
        assert "refusals" not in me.act("0.stance", "aim")


def test_who_comes_back_sees_the_table_before_the_disk_has_noted_it(server: Server, monkeypatch: pytest.MonkeyPatch):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"], tokens["1"]) as us:
        us.act("0.stance", "aim")
    server.forget()
    storage, free = server.tables.storage, threading.Event()
    insert, written = storage._insert, len(storage.read(room))

    def wait_for_the_disk(lines: Sequence[Wanted]) -> None:
        assert free.wait(PATIENCE)
        insert(lines)

    monkeypatch.setattr(storage, "_insert", wait_for_the_disk)
    with contextlib.closing(server.sit(room, tokens["0"], tokens["1"])) as us:
        try:
            us.until("welcome")
            assert len(storage.read(room)) == written
        finally:
            free.set()
        us.act("0.stance", "dodge", seat=1)
        here = asyncio.run(server.tables.ledger(room)).seats
        assert [(row.here, row.away) for row in here] == [(storage.me, 0)] * 2


def test_who_comes_back_while_the_disk_takes_nothing_is_told_so(server: Server, monkeypatch: pytest.MonkeyPatch):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]):
        pass
    server.forget()

    def full(_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(server.tables.storage, "_insert", full)
    with contextlib.closing(server.sit(room, tokens["0"])) as me:
        assert me.closed()
        assert me.state()["version"] == 0
    assert room not in server.tables.rooms
