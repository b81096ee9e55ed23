"""A hostile client gets clear errors and changes nothing."""

import asyncio
import contextlib
import json
import socket
import time

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.serving import PATIENCE, Client, Server, serving

TWO = [{"kind": "human"}, {"kind": "human"}]


@pytest.fixture
def table(server: Server):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as mine, server.sit(room, tokens["1"]) as other:
        before = server.tables.rooms[room].sequence
        yield mine, other, server, room
        assert server.tables.rooms[room].sequence == before, "something was changed"


def test_a_wrong_token_opens_nothing(server: Server):
    room, _ = server.room(seats=TWO)
    client = Client(server.address, room, "a" * 32)
    assert client.until("error")["code"] == "token"
    assert client.trouble(type="act", seat=0, ask="0.stance", do="x", value="aim")["says"] == "Say hello first."
    client.close()
    assert server.tables.rooms[room].sequence == 0


def test_the_seat_of_another_is_out_of_reach(table):
    mine, _, _, _ = table
    for message in (
        {"type": "act", "seat": 1, "ask": "0.stance", "do": "x", "value": "aim"},
        {"type": "undo", "seat": 1, "do": "x"},
        {"type": "concede", "seat": 1, "do": "x"},
        {"type": "order", "seat": 1, "do": "x", "key": "stance", "order": "aim"},
        {"type": "leave", "seat": 1},
        {"type": "query", "seat": 1, "n": 1, "query": "hint"},
        {"type": "concede", "seat": -1, "do": "x"},
        {"type": "concede", "seat": -2, "do": "x"},
    ):
        assert mine.trouble(**message)["code"] == "token", message


def test_a_spectator_cannot_act(server: Server):
    room, _ = server.room(seats=TWO)
    with server.sit(room) as eve:
        for seat in (-2, -1, 0, 1):
            assert eve.trouble(type="concede", seat=seat, do="x")["code"] == "token"
        assert eve.trouble(type="replace", seat=0)["code"] == "bad"
        assert eve.trouble(type="rematch")["code"] == "token"
        assert eve.query("measure", seat=-2, value={"from": "a", "to": "b"})["distance"] == 7.0
        assert eve.query("hint", seat=-2)["refusals"]
    assert server.tables.rooms[room].sequence == 0


@pytest.mark.parametrize(
    "data",
    [
        "",
        "null",
        "[]",
        "{",
        "\x00",
        '{"type": "nothing"}',
        '{"type": "act"}',
        '{"type": "act", "seat": "0", "ask": "0.stance", "do": "x"}',
        '{"type": "act", "seat": 0, "ask": "0.stance", "do": "x", "value": "aim", "more": 1}',
        '{"type": "act", "seat": 0, "ask": "0.stance", "do": "", "value": "aim"}',
        '{"type": "act", "seat": 0, "ask": "0.stance", "do": "' + "x" * 65 + '", "value": "aim"}',
        '{"type": "act", "seat": 1e400, "ask": "", "do": "x"}',
        '{"type": "hello"}',
        '{"type": "chat", "says": " \\u0007 "}',
    ],
)
def test_garbage_gets_a_sentence(table, data: str):
    mine, _, _, _ = table
    mine.socket.send(data)
    said = mine.until("error")
    assert said["code"] == "bad"
    assert said["says"].endswith(".")


def test_bytes_that_are_no_text_get_a_sentence_too(table):
    mine, _, _, _ = table
    mine.socket.send(b"\xff\xfe\x00")
    assert mine.until("error")["says"]


@pytest.mark.parametrize(
    "value",
    [None, 3, "duck", [], {}, [["aim"]], {"aim": 1}, True, "a" * 5000, "{0.__class__}", [[[[[[[[[["x"]]]]]]]]]]],
)
def test_a_wrong_answer_is_refused_with_its_reason(table, value: object):
    mine, _, _, _ = table
    ack = mine.act("0.stance", value)
    assert ack["refusals"][0]["says"].endswith(".")


def test_a_closed_or_unknown_ask_is_refused(table):
    mine, _, _, _ = table
    for ask in ("7.stance", "0.move", "", "0.stance~1", "x" * 1000):
        assert mine.act(ask, "aim")["refusals"][0]["rule"].startswith("engine.")


def test_oversized_and_deep_messages_are_refused(table):
    mine, _, _, _ = table
    mine.socket.send(json.dumps({"type": "chat", "says": "x" * 70_000}))
    assert mine.until("error")["code"] == "large"
    mine.socket.send(
        '{"type": "act", "seat": 0, "ask": "0.stance", "do": "x", "value": ' + "[" * 5000 + "]" * 5000 + "}"
    )
    assert mine.until("error")["code"] == "large"
    mine.socket.send('{"type": "chat", "says": "' + "[" * 100)  # brackets in an unfinished string are no nesting
    assert mine.until("error")["code"] in ("bad", "large")


def test_a_flood_is_cut_off(tmp_path):
    with serving(f"sqlite:///{tmp_path}/games.db", rate=20.0) as server:
        room, tokens = server.room(seats=TWO)
        with server.sit(room, tokens["0"]) as mine:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(2000):
                    mine.send(type="ping")
            assert mine.closed()
            codes = [json.loads(m).get("code") for m in mine.heard]
            assert "fast" in codes
        assert server.tables.rooms[room].version == 0


def test_too_many_requests_are_refused(tmp_path):
    with serving(f"sqlite:///{tmp_path}/games.db", rate=3.0) as server:
        replies = [server.http.post("/api/rooms", json={"game": "duel"}) for _ in range(20)]
        assert replies[0].status_code == 201
        assert replies[-1].status_code == 429
        assert replies[-1].json()["code"] == "fast"


@pytest.mark.parametrize("origin", ["http://evil.example", "https://127.0.0.1.evil.example", "null"])
def test_a_page_from_elsewhere_cannot_connect(server: Server, origin: str):
    room, tokens = server.room(seats=TWO)
    with pytest.raises(InvalidStatus):
        Client(server.address, room, tokens["0"], origin=origin)
    reply = server.http.post("/api/rooms", json={"game": "duel"}, headers={"Origin": origin})
    assert reply.status_code == 403
    assert reply.json()["says"]


def test_our_own_page_can_connect(server: Server):
    room, tokens = server.room(seats=TWO)
    with Client(server.address, room, tokens["0"], origin=f"http://{server.address}") as mine:
        assert mine.asked()["key"] == "stance"


def test_a_foreign_name_for_this_machine_is_refused(tmp_path):
    with serving(f"sqlite:///{tmp_path}/games.db", hosts=("127.0.0.1", "localhost")) as server:
        assert server.http.get("/api/games").status_code == 200
        reply = server.http.get("/api/games", headers={"Host": "evil.example"})
        assert reply.status_code == 403


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "not understood"),
        (b"[]", "not understood"),
        (b'{"game": "dual"}', 'Did you mean "duel"?'),
        (b'{"game": "duel", "offer": "blod"}', 'Did you mean "blood"?'),
        (b'{"game": "duel", "colour": 1}', "colour"),
        (b'{"game": "duel", "setup": {"wounds": "many"}}', "wounds"),
        (b'{"game": "duel", "seats": [{"kind": "human"}]}', "2 seats"),
        (b'{"game": "duel", "seats": [{"kind": "machine", "level": "tacticia"}, {}]}', 'Did you mean "tactician"?'),
        (b'{"game": "duel", "options": {"seconds": 0}}', "1 second"),
        (b'{"game": "duel", "setup": ' + b"[" * 9000 + b"}", "deeply"),
        (b'{"game": "' + b"x" * 70_000 + b'"}', "large"),
    ],
)
def test_a_bad_request_gets_a_sentence_that_helps(server: Server, body: bytes, words: str):
    reply = server.http.post("/api/rooms", content=body)
    assert 400 <= reply.status_code < 500
    assert words in reply.json()["says"]
    assert "Traceback" not in reply.text


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/api/rooms/x/replay/0?seat=..%2Fetc", 400),
        ("DELETE", "/api/games", 405),
        ("GET", "/api/nothing", 404),
    ],
)
def test_what_the_framework_refuses_is_a_sentence_too(server: Server, method: str, address: str, status: int):
    reply = server.http.request(method, address)
    assert reply.status_code == status
    assert reply.json()["says"].endswith(".")
    assert "etc" not in reply.text


def test_a_number_beyond_all_bounds_is_refused_and_takes_no_worker_away(table):
    mine, _, server, _ = table
    for n in range(3):
        said = mine.query("legal", ask="0.stance", value=10 ** (30 + n))
        assert said["refusals"][0]["says"] == "A number in this is too large."
    reply = server.http.post("/api/games/killteam/odds/shoot", json={"values": {"weapon": {"attacks": 10**30}}})
    assert reply.status_code == 400
    assert mine.query("legal", ask="0.stance")["value"]
    assert len(server.tables.helpers._all) == 1


def test_who_hangs_up_in_mid_request_leaves_nothing_in_the_log(server: Server, caplog: pytest.LogCaptureFixture):
    """A traceback for each of them would fill the disk."""
    host, _, port = server.address.partition(":")
    for _ in range(3):
        with socket.create_connection((host, int(port))) as line:
            line.sendall(f"POST /api/rooms HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: 99\r\n\r\n{{".encode())
    assert server.http.post("/api/rooms", json={"game": "duel"}).status_code == 201
    until = time.monotonic() + PATIENCE
    while asked := [task for task in asyncio.all_tasks(server.tables._games.get_loop()) if "run_asgi" in repr(task)]:
        assert time.monotonic() < until, asked
        time.sleep(0.01)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_tokens_are_neither_in_the_log_nor_in_what_others_get(server: Server, tmp_path):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as mine, server.sit(room) as eve:
        mine.act("0.stance", "aim")
        eve.until("update")
        said = "".join(eve.heard) + server.http.get(f"/api/rooms/{room}").text
    stored = b"".join(f.read_bytes() for f in tmp_path.iterdir())
    for token in tokens.values():
        assert token not in said
        assert token.encode() not in stored


SPIES = ["{n.__class__.__init__.__globals__}", "{n.__class__.__mro__[1].__subclasses__}", "{n:100000000}", "{n[0]}"]


@pytest.mark.parametrize("spy", SPIES)
@pytest.mark.parametrize("old", [True, False])
def test_an_uploaded_story_is_text_and_nothing_else(server: Server, spy: str, old: bool):
    """What a record tells was once formatted: its templates read the memory of the server."""
    room, tokens = server.room()
    save = server.http.get(f"/api/rooms/{room}/save", headers={"Authorization": f"Bearer {tokens['0']}"}).json()
    event = {"says": spy, "args": {"n": 1}} if old else {"text": [spy, ["name", spy]], "args": {"n": spy}}
    save |= {"format": 1 if old else 2, "events": [event | {"rule": "duel.x"}]}
    save["frames"][0]["told"] = 1
    kept = server.http.post("/api/replays", json={"save": save})
    assert kept.status_code == 201, kept.text
    with server.sit(kept.json()["id"]) as eve:
        assert eve.state(-2)["events"][0]["says"] == (spy if old else spy + spy)
    for index in ("", "/0"):
        shown = server.http.get(f"/api/rooms/{kept.json()['id']}/replay{index}")
        assert len(shown.content) < 20_000
