"""A campaign's battles have rooms of their own, and their results come home."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.serving import DUEL, Client, Server
from xenotable.server.rooms.table_server import Settings

WARPATH = str(Path(__file__).parent / "warpath.py")
TWO = [{"kind": "human"}, {"kind": "human"}]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(Settings(f"sqlite:///{tmp_path}/games.db", (DUEL, WARPATH), rate=1000.0))
    yield running
    running.stop()


def battle_of(me: Client, but: str = "") -> str:
    while me.room.get("battle", "") in ("", but):
        me.receive()
    found: str = me.room["battle"]
    return found


def lose(server: Server, room: str, token: str, campaign: str) -> None:
    """The seat gives up the battle."""
    with server.sit(room, token) as me:
        assert me.room["parent"] == campaign
        seat = next(iter(me.states))
        me.send(type="concede", seat=seat, do="c")
        me.until("ack", do="c")


def test_results_come_home_by_themselves(server: Server):
    room, tokens = server.room(game="warpath", seats=TWO)
    with server.sit(room, tokens["0"]) as me:
        assert me.asked()["type"] == "play"
        first = battle_of(me)
        lose(server, first, tokens["1"], room)
        second = battle_of(me, but=first)
        assert second != first
        lose(server, second, tokens["0"], room)
        while not me.state().get("result"):
            me.receive()
        assert me.state()["result"]["says"] == "1 to 1"
    assert "battle" not in server.http.get(f"/api/rooms/{room}").json()


def test_a_result_that_could_not_come_home_does_when_somebody_looks(server: Server, monkeypatch: pytest.MonkeyPatch):
    room, tokens = server.room(game="warpath", setup={"duels": 1}, seats=TWO)
    with server.sit(room, tokens["0"]) as me:
        battle = battle_of(me)
    with monkeypatch.context() as stopped:  # as if the server had stopped just then
        stopped.setattr(server.tables, "look_after", lambda _: None)
        lose(server, battle, tokens["1"], room)
    server.forget()
    with server.sit(room, tokens["0"]) as me:
        while not me.state().get("result"):
            me.receive()
        assert me.state()["result"]["says"] == "1 to 0"


def test_machines_among_themselves_need_no_battlefield(server: Server):
    room, _ = server.room(game="warpath", seats=[{"kind": "machine", "level": "random"}] * 2)
    with server.sit(room) as eve:
        while not eve.state(-2).get("result"):
            eve.receive()
    assert len(server.tables.rooms) == 1
