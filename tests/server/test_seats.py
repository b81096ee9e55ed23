"""Whoever loses the line keeps the seat for a while; afterwards a machine may stand in, or the others claim the match.
Time is an input: the clock of the tables is set by hand."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from server.serving import Client, Server, serving
from xenotable.server.log import registers
from xenotable.server.log.storage import Wanted
from xenotable.server.rooms.presence import GRACE

TWO = [{"kind": "human", "name": "Kim"}, {"kind": "human", "name": "Lou"}]
WARPATH = str(Path(__file__).parent / "warpath.py")


class Clock:
    def __init__(self, server: Server) -> None:
        self.now = server.tables.time()
        server.tables.time = lambda: self.now
        server.tables.started = self.now - 10_000  # it has been up for long

    def goes(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(server: Server) -> Clock:
    return Clock(server)


def gone(client: Client, seat: int = 1) -> dict[str, Any]:
    """The seat, once it is known that its player is away."""
    while "kept" not in client.room["seats"][seat]:
        client.receive()
    found: dict[str, Any] = client.room["seats"][seat]
    return found


@pytest.fixture
def deserted(server: Server, clock: Clock) -> Iterator[tuple[Client, str, dict[str, str]]]:
    """Kim, whose opponent has just lost the line."""
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as kim:
        with server.sit(room, tokens["1"]):
            while not kim.room["seats"][1].get("online"):
                kim.receive()
            assert "kept" not in kim.room["seats"][1]
        gone(kim)
        yield kim, room, tokens


def test_a_seat_is_not_taken_from_somebody_whose_line_broke(deserted, clock: Clock):
    kim, _, _ = deserted
    assert gone(kim)["kept"] == GRACE["live"] == 120
    clock.goes(119)
    assert "kept for another 1 seconds" in kim.trouble(type="replace", seat=1, level="random")["says"]
    clock.goes(1)
    kim.send(type="replace", seat=1, level="random")
    while kim.room["seats"][1]["kind"] != "machine":
        kim.receive()


def test_who_is_back_has_the_whole_time_again(deserted, server: Server, clock: Clock):
    kim, room, tokens = deserted
    clock.goes(119)
    with server.sit(room, tokens["1"]) as lou:
        while "kept" in kim.room["seats"][1]:
            kim.receive()
        clock.goes(500)
        lou.act("0.stance", "aim", seat=1)
    assert gone(kim)["kept"] == 120


def test_a_machine_that_stood_in_has_given_the_seat_back_before_its_player_is_shown_the_table(
    deserted, server: Server, clock: Clock, monkeypatch: pytest.MonkeyPatch
):
    kim, room, tokens = deserted
    clock.goes(120)
    kim.send(type="replace", seat=1, level="random")
    while kim.room["seats"][1]["kind"] != "machine":
        kim.receive()
    live, storage, there = server.tables.rooms[room], server.tables.storage, []
    insert = storage._insert

    def look_who_is_there(lines: Sequence[Wanted]) -> None:
        there.extend(live.online(1) for w in lines if b'"type":"sat"' in w.line)
        insert(lines)

    monkeypatch.setattr(storage, "_insert", look_who_is_there)
    with server.sit(room, tokens["1"]) as lou:
        assert lou.welcome["room"]["seats"][1]["kind"] == "human"
        assert there == [False]


def test_a_match_can_be_claimed_when_the_opponent_stays_away(deserted, server: Server, clock: Clock):
    kim, room, tokens = deserted
    kim.send(type="claim", seat=0, do="early")
    assert "wait 120 seconds" in kim.until("ack", do="early")["refusals"][0]["says"]
    clock.goes(121)
    kim.send(type="claim", seat=0, do="late")
    assert "refusals" not in kim.until("ack", do="late")
    while not kim.state().get("result"):
        kim.receive()
    assert kim.state()["result"]["winners"] == [0]
    assert "The match is claimed by" in kim.state()["result"]["says"]
    server.tables.rooms.clear()
    with server.sit(room, tokens["1"]) as lou:  # the record says so too
        assert lou.state(1)["result"] == kim.state()["result"]
    assert server.http.get(f"/api/rooms/{room}/verify").json() == {"faults": []}
    assert server.http.get(f"/api/rooms/{room}/replay").json()["steps"][-1]["kind"] == "claim"


def test_a_draw_can_be_claimed_as_well(deserted, clock: Clock):
    kim, _, _ = deserted
    clock.goes(121)
    kim.send(type="claim", seat=0, do="draw", draw=True)
    kim.until("ack", do="draw")
    while not kim.state().get("result"):
        kim.receive()
    assert kim.state()["result"]["winners"] == []


def test_nobody_claims_against_those_who_are_here_or_where_it_was_not_agreed(server: Server, clock: Clock):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as kim, server.sit(room, tokens["1"]):
        clock.goes(1000)
        kim.send(type="claim", seat=0, do="a")
        assert "are here" in kim.until("ack", do="a")["refusals"][0]["says"]
        assert kim.trouble(type="claim", seat=1, do="b")["code"] == "token"
    room, tokens = server.room(seats=TWO, options={"claim": False})
    with server.sit(room, tokens["0"]) as kim:
        clock.goes(1000)
        kim.send(type="claim", seat=0, do="c")
        assert "nobody can claim" in kim.until("ack", do="c")["refusals"][0]["says"]
    room, tokens = server.room()
    with server.sit(room, tokens["0"]) as kim:
        clock.goes(1000)
        kim.send(type="claim", seat=0, do="d")
        assert kim.until("ack", do="d")["refusals"]  # a machine is never away


@pytest.mark.parametrize(
    ("options", "seconds"), [({}, 120), ({"pace": "correspondence"}, 3 * 86_400), ({"grace": 600}, 600)]
)
def test_the_table_says_how_long_a_seat_is_kept(server: Server, clock: Clock, options: dict[str, Any], seconds: int):
    room, _ = server.room(seats=TWO, options=options)
    assert server.http.get(f"/api/rooms/{room}").json()["seats"][1]["kept"] == seconds
    clock.goes(10)
    assert server.http.get(f"/api/rooms/{room}").json()["seats"][1]["kept"] == seconds - 10


def test_the_time_runs_on_while_the_room_is_not_in_memory(server: Server, clock: Clock):
    room, tokens = server.room(seats=TWO, options={"pace": "correspondence"})
    with server.sit(room, tokens["0"]) as kim:
        with server.sit(room, tokens["1"]):
            while not kim.room["seats"][1].get("online"):
                kim.receive()
        gone(kim)
    server.forget()
    clock.goes(3 * 86_400 - 60)
    with server.sit(room, tokens["0"]) as kim:
        assert gone(kim)["kept"] == 60


def test_a_server_that_was_down_gives_everybody_time_to_come_back(deserted, server: Server, clock: Clock):
    kim, _, _ = deserted
    clock.goes(1000)
    server.tables.started = clock.now  # as after a start
    kim.send(type="claim", seat=0, do="a")
    assert "wait 120 seconds" in kim.until("ack", do="a")["refusals"][0]["says"]


@pytest.mark.parametrize("grace", [0, -1, 29, 31 * 86_400])
def test_a_time_that_nobody_could_mean_is_refused(server: Server, grace: int):
    reply = server.http.post("/api/rooms", json={"game": "duel", "options": {"grace": grace}})
    assert "30 seconds to 30 days" in reply.json()["says"]


def test_people_at_another_process_are_here(tmp_path: Path):
    """Two processes on one database: who plays at one of them is not away at the other, until that one is dead."""
    database = f"sqlite:///{tmp_path}/games.db"
    with serving(database, rate=1000.0) as one, serving(database, rate=1000.0) as two:
        clocks = [Clock(one), Clock(two)]
        room, tokens = one.room(seats=TWO)
        with one.sit(room, tokens["1"]), two.sit(room, tokens["0"]) as kim:
            two.tables.beats = {one.tables.storage.me: clocks[1].now}
            for clock in clocks:
                clock.goes(20)
            assert two.http.get(f"/api/rooms/{room}").json()["seats"][1]["online"]
            assert "here" in kim.trouble(type="replace", seat=1)["says"]
            clocks[1].goes(registers.DEAD)
            assert two.http.get(f"/api/rooms/{room}").json()["seats"][1]["kept"] == 120 - 20 - registers.DEAD
    assert set(registers.beats(one.tables.storage.engine)) == {one.tables.storage.me, two.tables.storage.me}
    one.tables.storage.engine.dispose()


def test_who_fights_a_battle_is_not_away_from_the_campaign(tmp_path: Path):
    with serving(f"sqlite:///{tmp_path}/games.db", games=(WARPATH,), rate=1000.0) as server:
        clock = Clock(server)
        room, tokens = server.room(game="warpath", seats=TWO)
        with server.sit(room, tokens["0"]) as kim:
            while not kim.room.get("battle"):
                kim.receive()
            with server.sit(kim.room["battle"], tokens["1"]):
                clock.goes(10_000)
                kim.send(type="claim", seat=0, do="a")
                assert "are here" in kim.until("ack", do="a")["refusals"][0]["says"]


def test_coming_and_going_does_not_fill_the_log(server: Server, clock: Clock):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]):
        for _ in range(40):
            with server.sit(room, tokens["1"]):
                pass
        done = threading.Event()
        done.wait(0.1)
        assert server.tables.rooms[room].sequence < 40
