"""Every game that can be played is played over the socket against the machine, leaves memory, and goes on as it was."""

import random
import time
from typing import Any

import pytest

from server.serving import Client, Server
from xenotable.games import NAMES

DECISIONS = 25
REFUSED = 40  # answers in a row that come too late, because machines act at the same time


def is_open(ask: dict[str, Any]) -> bool:
    """Whether anything can be chosen: some decisions only show what others must do first."""
    return "options" not in ask or any(not option.get("why") for option in ask["options"])


def decide(me: Client, rnd: random.Random) -> bool:
    """One decision, by what the server itself calls legal; False at the end of the match."""
    refused = 0
    while refused < REFUSED:
        state = me.state()
        if state.get("result"):
            return False
        asks = [a for a in state.get("asks", []) if a["id"] not in state.get("locked", []) and is_open(a)]
        if not asks:
            me.receive()
            continue
        ask = rnd.choice(asks)
        said = me.query("legal", ask=ask["id"])
        if said.get("value"):
            said = me.act(ask["id"], rnd.choice(said["value"]))
            if "refusals" not in said:
                me.until("update")
                return True
        refused += 1
    raise AssertionError(f"no answer was taken to {ask}: {said}")


@pytest.mark.parametrize("game", NAMES)
def test_a_game_against_the_machine(server: Server, game: str):
    detail = server.http.get(f"/api/games/{game}")
    assert detail.status_code == 200, detail.text
    assert server.http.get(f"/api/games/{game}/rules").json()["chapters"]
    room, tokens = server.room(game=game)
    rnd = random.Random(1)
    with server.sit(room, tokens["0"]) as me, server.sit(room) as eve:
        assert me.welcome["board"]
        for _ in range(DECISIONS):
            if not decide(me, rnd):
                break
        while eve.state(-2)["version"] < me.state()["version"]:
            eve.receive()
        assert eve.state(-2)["tokens"] or eve.state(-2)["panels"]
        assert not [m for m in me.heard + eve.heard if m.startswith('{"type":"error"')]
    kept = server.tables.rooms[room]
    until = time.monotonic() + 30
    while (kept.people or kept.machines.busy or kept.lock.locked()) and time.monotonic() < until:
        time.sleep(0.01)
    del server.tables.rooms[room]  # as after a restart
    assert server.http.get(f"/api/rooms/{room}").status_code == 200
    again = server.tables.rooms[room]  # nobody is in it, so it stands still
    assert again.match.game.encoded() == kept.match.game.encoded()
    assert [a.key for a in again.match.open] == [a.key for a in kept.match.open]
    with server.sit(room, tokens["0"]) as me:
        decide(me, rnd)
    key = {"Authorization": f"Bearer {tokens['0']}"}
    assert server.http.get(f"/api/rooms/{room}/verify", headers=key).json()["faults"] == []
