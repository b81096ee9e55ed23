"""A campaign at the server: its battle gets a room of its own, and the result comes home."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.serving import Client, Server
from xenotable.server.rooms.table_server import Settings


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(Settings(f"sqlite:///{tmp_path}/games.db", (), rate=1000.0))
    yield running
    running.stop()


def asked(me: Client, key: str) -> str:
    """Waits for an ask with this key; gives its id."""
    while key not in (ask := str(me.asked()["id"])):
        me.receive()
    return ask


def test_a_battle_is_fought_in_its_own_room(server: Server):
    listed = {g["id"] for g in server.http.get("/api/games").json()}
    assert {"killteam", "killteam-campaign"} <= listed
    room, tokens = server.room(game="killteam-campaign", seats=[{"kind": "human"}])
    with server.sit(room, tokens["0"]) as me:
        for key, value in (("asset", "as-range"), ("operation", None), ("quarters", ["done", ""]), ("field:1", [])):
            assert "refusals" not in me.act(asked(me, key), value)
        while not me.room.get("battle"):
            me.receive()
        with server.sit(me.room["battle"], tokens["0"]) as there:
            assert there.room["parent"] == room
            there.send(type="concede", seat=0, do="c")
            there.until("ack", do="c")
        asked(me, "operation")
        panels = {p["id"]: p for p in me.state()["panels"]}
        assert "The machine won" in str(panels["campaign"])
        assert "No victory" in str(panels["story0"])
