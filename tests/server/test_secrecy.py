"""What a seat may not know is in no byte that is sent to it."""

import json
import random
from typing import Any

from server.serving import Server, some_answer

TWO = [{"kind": "human"}, {"kind": "human"}]


def played(server: Server, stances: tuple[str, str], seed: int) -> list[list[str]]:
    """A match up to the first shot, with these stances; gives everything that seats 0, 1 and a spectator got."""
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as a, server.sit(room, tokens["1"]) as b, server.sit(room) as eve:
        a.act("0.stance", stances[0], seat=0)
        b.act("0.stance", stances[1], seat=1)
        rnd = random.Random(seed)
        for client, seat in ((b, 1), (a, 0)):
            ask = client.asked(seat)
            assert ask["key"] == "move"
            client.query("hint", seat=seat)
            client.query("legal", seat=seat, ask=ask["id"])
            client.act(ask["id"], some_answer(ask, rnd), seat)
        for client, seat in ((a, 0), (b, 1), (eve, -2)):
            client.send(type="query", seat=seat, n=-1, query="measure", value={"from": "a", "to": "b"})
            client.until("answer", n=-1)
        return [a.heard, b.heard, eve.heard]


def plain(heard: list[str]) -> list[Any]:
    """Messages without what differs between any two rooms: ids, clock, what machines advise by chance."""
    out = []
    for message in map(json.loads, heard):
        if message["type"] in ("answer", "room"):
            continue
        message.pop("room", None)
        for part in [message, *message.get("states", [])]:
            for name in ("now", "do", "limits"):
                part.pop(name, None)
        out.append(message)
    return out


def test_two_worlds_that_differ_in_a_secret_look_the_same_to_the_others(server: Server):
    """Seat 0 aims in both worlds; whether seat 1 aims or dodges must not reach seat 0 or a spectator."""
    (a1, _, eve1), (a2, _, eve2) = played(server, ("aim", "aim"), 1), played(server, ("aim", "dodge"), 1)
    assert plain(a1) == plain(a2)
    assert plain(eve1) == plain(eve2)


def test_the_word_itself_never_goes_to_the_others(server: Server):
    a, b, eve = played(server, ("aim", "dodge"), 2)
    for heard, secret in ((a, "dodge"), (eve, "dodge"), (eve, "aim")):
        for message in heard:
            said = json.loads(message)
            said.pop("asks", None)  # the options of one's own ask name both stances
            for state in said.get("states", []):
                state.pop("asks", None)
            if said["type"] != "answer":
                assert f'"{secret}"' not in json.dumps(said)
    assert any("dodge" in message for message in b)


def test_the_record_of_a_running_match_is_kept_from_others(server: Server):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as a, server.sit(room, tokens["1"]) as b:
        a.act("0.stance", "aim", seat=0)
        b.act("0.stance", "dodge", seat=1)
        key = {"Authorization": f"Bearer {tokens['0']}"}
        for address in ("save", "verify", "replay/1?seat=1"):
            reply = server.http.get(f"/api/rooms/{room}/{address}", headers=key)
            assert reply.status_code == 403, address
            assert "over" in reply.json()["says"]
        assert server.http.post(f"/api/rooms/{room}/branch", json={"index": 0}, headers=key).status_code == 403
        for address in ("replay", "replay/2", "replay/2?seat=0"):
            reply = server.http.get(f"/api/rooms/{room}/{address}", headers=key)
            assert reply.status_code == 200, reply.text
            assert "dodge" not in reply.text
        b.send(type="concede", seat=1, do="c")
        b.until("ack", do="c")
        assert server.http.get(f"/api/rooms/{room}/replay/2?seat=1").status_code == 200
        assert server.http.get(f"/api/rooms/{room}/verify").json() == {"faults": []}
