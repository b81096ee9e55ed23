"""Machines think in processes of their own, time passes on the server, and nothing stuck holds the table up."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.serving import Server
from xenotable.engine.saving import read
from xenotable.server.rooms.table_server import Settings

CLOCKWORK = str(Path(__file__).parent / "clockwork.py")


@pytest.fixture
def clockwork(tmp_path: Path) -> Iterator[Server]:
    server = Server(Settings(f"sqlite:///{tmp_path}/games.db", (CLOCKWORK,), think=0.2, answer=0.5, rate=1000.0))
    yield server
    server.stop()


def room_of(server: Server, **setup: object) -> tuple[str, str]:
    room, tokens = server.room(game="clockwork", setup=setup)
    return room, tokens["0"]


def warm(server: Server) -> None:
    """Has the first worker started, so that its imports do not count as thinking."""
    room, token = room_of(server)
    with server.sit(room, token) as me:
        me.asked()


def test_the_bell_rings_on_the_server(clockwork: Server):
    warm(clockwork)
    room, token = room_of(clockwork, bell=1500)  # late enough for the machine to say its word before, busy as it may be
    with clockwork.sit(room, token) as me:
        while not me.state().get("result"):
            me.receive()
        assert me.state()["result"]["says"] == "The bell rings after 0 presses, at 1500."
    assert clockwork.http.get(f"/api/rooms/{room}/verify").json() == {"faults": []}


def test_an_answer_before_the_bell_counts_and_one_after_it_does_not(clockwork: Server):
    room, token = room_of(clockwork, bell=60_000)
    with clockwork.sit(room, token) as me:
        ask = me.asked()
        assert ask["key"] == "press"
        assert "refusals" not in me.act(ask["id"], "press")
        assert "refusals" not in me.act(ask["id"], "press")  # put again by the same scene, it keeps its id
        clockwork.tables.rooms[room].clock.set(70_000)
        late = me.act(ask["id"], "press")
        assert late["refusals"]
        while not me.state().get("result"):
            me.receive()
        assert me.state()["result"]["says"] == "The bell rings after 2 presses, at 60000."


def test_the_clock_stands_still_while_nobody_is_there(clockwork: Server):
    room, token = room_of(clockwork, bell=100_000)
    with clockwork.sit(room, token) as me:
        me.asked()
        assert me.state().get("running", True)
    kept = clockwork.tables.rooms[room]
    until = time.monotonic() + 30
    while kept.clock.running and time.monotonic() < until:
        time.sleep(0.01)
    before = kept.clock.now()
    time.sleep(0.05)
    assert kept.clock.now() == before
    with clockwork.sit(room, token) as me:
        me.send(type="ping")
        assert before <= me.until("pong")["now"]


@pytest.mark.parametrize("trouble", ["slow", "dies", "raises"])
def test_a_machine_in_trouble_is_replaced_and_a_quick_answer_played(clockwork: Server, trouble: str):
    warm(clockwork)
    room, token = room_of(clockwork, bell=3_600_000, trouble=trouble)
    with clockwork.sit(room, token) as me:
        assert me.asked()["key"] == "press"  # the machine has said its word
    room, token = room_of(clockwork, bell=3_600_000)
    with clockwork.sit(room, token) as me:
        assert me.asked()["key"] == "press"  # and the next one has a worker again


def test_a_question_that_takes_too_long_is_given_up(clockwork: Server):
    plan = {"bell": 3_600_000, "trouble": "slow"}
    seats = [{"kind": "human"}, {"kind": "human"}]
    room, tokens = clockwork.room(game="clockwork", setup={"bell": 1}, seats=seats)
    with clockwork.sit(room, tokens["1"]) as me:
        assert me.query("hint", seat=1)["reason"]  # the helper is warm now
    room, tokens = clockwork.room(game="clockwork", setup=plan, seats=seats)
    with clockwork.sit(room, tokens["1"]) as me:
        assert "too long" in me.query("hint", seat=1)["refusals"][0]["says"]
        assert "refusals" not in me.act(me.asked(1)["id"], "red", seat=1)


def test_a_secret_in_the_story_stays_one_after_the_match_left_memory(clockwork: Server):
    seats = [{"kind": "human"}, {"kind": "human"}]
    room, tokens = clockwork.room(game="clockwork", setup={"bell": 3_600_000}, seats=seats)
    with clockwork.sit(room, tokens["0"], tokens["1"]) as us:
        us.act(us.asked(1)["id"], "blue", seat=1)
        ask = us.asked(0)
        for _ in range(40):  # far enough for a keyframe after it
            assert "refusals" not in us.act(ask["id"], "press")
    clockwork.forget()
    with clockwork.sit(room, tokens["0"], tokens["1"]) as us:
        kept = clockwork.tables.rooms[room]
        assert kept.match.frames[0].index > 0
        assert us.state(0)["events"][0]["says"] == "The word is something."
        assert us.state(1)["events"][0]["says"] == "The word is blue."


def test_rules_that_changed_since_cost_no_more_than_the_last_scene(clockwork: Server, monkeypatch: pytest.MonkeyPatch):
    seats = [{"kind": "human"}, {"kind": "human"}]
    room, tokens = clockwork.room(game="clockwork", setup={"bell": 3_600_000}, seats=seats)
    with clockwork.sit(room, tokens["0"], tokens["1"]) as us:
        us.act(us.asked(1)["id"], "blue", seat=1)
        us.act(us.asked(0)["id"], "press")
    clockwork.forget()
    monkeypatch.setattr(sys.modules["clockwork"], "words", lambda _: ("green", "grey"))  # no longer "blue"
    with clockwork.sit(room, tokens["0"], tokens["1"]) as us:
        assert "rules have changed" in us.state(0)["events"][-1]["says"]
        ask = us.asked(1)
        assert [o["value"] for o in ask["options"]] == ["green", "grey"]
        us.act(ask["id"], "grey", seat=1)
    clockwork.forget()
    with clockwork.sit(room, tokens["0"], tokens["1"]) as us:  # the log was cut: this time all of it fits
        assert us.asked(0)["key"] == "press"


@pytest.mark.parametrize("told", [0, 2])
def test_a_story_that_changed_rules_would_tell_otherwise_stays_as_it_was_told(
    told: int, clockwork: Server, monkeypatch: pytest.MonkeyPatch
):
    seats = [{"kind": "human"}, {"kind": "human"}]
    room, tokens = clockwork.room(game="clockwork", setup={"bell": 3_600_000}, seats=seats)
    with clockwork.sit(room, tokens["0"], tokens["1"]) as us:
        us.act(us.asked(1)["id"], "blue", seat=1)
        us.act(us.asked(0)["id"], "press")
        us.until("update", seat=1)
        known = us.state(0)
    clockwork.forget()
    game = sys.modules["clockwork"].Clockwork
    tell = game.tell

    def tell_otherwise(*args: object, **more: object) -> None:
        for _ in range(told):
            tell(*args, **more)

    monkeypatch.setattr(game, "tell", tell_otherwise)
    with clockwork.sit(room, tokens["0"], tokens["1"], version=known["version"]) as us:
        assert not us.state(0).get("events")  # nothing since
        us.act(us.asked(0)["id"], "press")
        us.until("update", seat=1)
        since = us.state(0).get("events", [])
        assert len(since) >= told
    clockwork.forget()
    with clockwork.sit(room, tokens["0"], tokens["1"]) as us:
        assert us.state(0)["events"] == known["events"] + since


def test_machines_play_each_other_while_somebody_watches(server: Server):
    room, _ = server.room(offer="blood", seats=[{"kind": "machine", "level": "random"}] * 2)
    with server.sit(room) as eve:
        while not eve.state(-2).get("result"):
            eve.receive()
    assert server.http.get(f"/api/rooms/{room}/verify").json() == {"faults": []}


def test_time_passes_for_machines_though_nothing_is_due(server: Server):
    """A machine that wants to wait a second, where no deadline stands, must not see the same moment for ever."""
    room, tokens = server.room()
    with server.sit(room, tokens["0"]) as me:
        me.asked()
        there = server.tables.rooms[room]
        assert there.match.due() is None
        before = read(there.brief()).now
        time.sleep(0.02)
        assert read(there.brief()).now > before >= there.match.now


OPENINGS = ("rampant", "killteam")  # the guided battles of tests/browser begin so in all games


@pytest.mark.parametrize("game", OPENINGS)
def test_a_machine_sets_the_table_up_for_a_newcomer(server: Server, game: str):
    """Sides, deployment, equipment: the first decision of the person is a real one. The rest is as always."""
    listed = next(g for g in server.http.get("/api/games").json() if g["id"] == game)
    assert listed["opening"]
    assert listed["battle"]
    offer = server.http.get(f"/api/games/{game}").json()["offers"][0]
    seats = [{"kind": "human"}, *[{"kind": "machine", "level": "recruit"}] * (len(offer["seats"]) - 1)]
    room, tokens = server.room(game=game, seats=seats, options={"ready": True})
    with server.sit(room, tokens["0"]) as me:
        there = server.tables.rooms[room]
        opening = there.match.title.opening
        while not (asks := me.state(0).get("asks")) or asks[0]["key"] in opening:
            me.receive()
        assert asks[0]["key"] not in opening
        assert {e.seat for e in there.match.tape if e.kind == "answer" and e.seat == 0}  # it is all on the record


def test_who_sets_up_himself_is_asked(server: Server):
    room, tokens = server.room(game="rampant", seats=[{"kind": "human"}] * 2)
    with server.sit(room, tokens["0"], tokens["1"]) as me:
        while not (me.state(0).get("asks") or me.state(1).get("asks")):
            me.receive()
        assert (me.state(0).get("asks") or me.state(1).get("asks"))[0]["key"] == "side"
