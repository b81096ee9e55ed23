"""What one address may use: requests, sockets, rooms, lines of the log. Nobody is believed to be somebody else."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import os
import socket
import sys
import time
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server.serving import PATIENCE, Client, Process, Server, serving
from xenotable.server import app
from xenotable.server.http.listening import LINES
from xenotable.server.http.socket import IGNORED
from xenotable.server.limits import Buckets
from xenotable.server.log.storage import LOG
from xenotable.server.pacing import clocked
from xenotable.server.visitors import DEBT, LEAST_SHARE, MOST_SHARE, RECORD, SAVED, Visitors, network_of

TOO_BIG = 1009  # code of closing
TWO = [{"kind": "human"}, {"kind": "human"}]


def database(folder: Path) -> str:
    return f"sqlite:///{folder}/games.db"


def written(server: Server, room: str) -> list[bytes]:
    with server.tables.storage.engine.connect() as connection:
        return [bytes(row.line) for row in connection.execute(LOG.select().where(LOG.c.room == room))]


# ---- standing orders -------------------------------------------------------------------------------------------------


def test_orders_are_about_what_is_asked_and_the_log_does_not_repeat_them(server: Server):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"], tokens["1"]) as us:
        before = len(written(server, room))
        for n in range(20):
            us.send(type="order", seat=0, do=f"a{n}", key=f"junk{n}", order="x" * 1000)
            assert us.until("ack", do=f"a{n}")["refusals"][0]["rule"] == "server.order"
        assert len(written(server, room)) == before
        us.send(type="order", seat=0, do="long", key="stance", order="x" * 20_000)
        assert "too long" in us.until("ack", do="long")["refusals"][0]["says"]
        mark = "never" * 200  # an order that fits nothing, so that the decision stays open
        us.send(type="order", seat=0, do="b", key="stance", order=mark)
        assert "refusals" not in us.until("ack", do="b")
        us.act("0.stance", "aim", seat=1)
        us.act("0.stance", "aim", seat=0)
        assert sum(mark.encode() in line for line in written(server, room)) == 1
    server.forget()
    with server.sit(room, tokens["0"]) as me:  # they stand after the room was read again
        assert me.state()["orders"] == {"stance": mark}
        me.send(type="order", seat=0, do="end", key="stance")
        assert "refusals" not in me.until("ack", do="end")
    server.forget()
    with server.sit(room, tokens["0"]) as me:
        assert "orders" not in me.state()


# ---- sockets ---------------------------------------------------------------------------------------------------------


def test_a_socket_that_says_nothing_is_closed(tmp_path: Path):
    with serving(database(tmp_path), hello=0.05) as server:
        room, tokens = server.room()
        with connect(f"ws://{server.address}/api/rooms/{room}/socket") as silent:
            with pytest.raises(ConnectionClosed) as closed:
                silent.recv(60)
            assert closed.value.rcvd is not None
            assert "said who you are" in closed.value.rcvd.reason
        address = f"ws://{server.address}/api/rooms/{room}/socket"
        with contextlib.suppress(ConnectionClosed), connect(address) as chatterer:
            while True:  # talking is no greeting
                chatterer.send("{}")
                chatterer.recv(60)
        server.tables.settings = replace(server.tables.settings, hello=60.0)
        with server.sit(room, tokens["0"]) as me:
            me.asked()
            assert not server.tables.visitors.sockets["127.0.0.1"] > 1


def test_an_address_has_so_many_sockets(tmp_path: Path):
    with serving(database(tmp_path), sockets=3, rate=1000.0) as server:
        room, _ = server.room()
        here = [Client(server.address, room) for _ in range(3)]
        for client in here:
            client.until("welcome")
        with connect(f"ws://{server.address}/api/rooms/{room}/socket") as fourth:
            with pytest.raises(ConnectionClosed) as closed:
                fourth.recv(60)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.reason.startswith("Too many tables")
        with connect(f"ws://{server.address}/api/rooms/{room}/socket", source_address=("127.0.0.2", 0)) as other:
            other.send('{"type": "hello"}')
            assert "welcome" in str(other.recv(60))
        for client in here:
            client.close()


def test_messages_are_counted_by_address_too(tmp_path: Path):
    with serving(database(tmp_path), rate=1000.0) as server:
        server.tables.visitors.messages = Buckets(0.001, 30)
        room, _ = server.room()
        clients = [Client(server.address, room) for _ in range(4)]
        for client in clients:
            client.until("welcome")
            for _ in range(8):
                client.send(type="ping")
        assert clients[3].until("error")["code"] == "fast"
        for client in clients:
            client.close()


def test_a_message_far_too_large_is_not_even_unpacked(tmp_path: Path):
    """Some kilobytes on the line are megabytes when they are unpacked; unpacking them stopped everybody."""
    with serving(database(tmp_path)) as server:
        room, _ = server.room()
        with connect(f"ws://{server.address}/api/rooms/{room}/socket") as line:
            line.send(json.dumps({"type": "chat", "says": "x" * 5_000_000}))
            with pytest.raises(ConnectionClosed) as closed:
                line.recv(60)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == TOO_BIG


def test_messages_that_are_too_large_count_and_end_the_line(tmp_path: Path):
    with serving(database(tmp_path), rate=1e6) as server:
        room, _ = server.room()
        with Client(server.address, room) as eve:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(IGNORED + 10):
                    eve.send(type="chat", says="x" * 70_000)
            assert eve.closed()
        server.tables.visitors.messages = Buckets(0.001, 30)
        with Client(server.address, room) as eve:
            for _ in range(40):
                eve.send(type="chat", says="x" * 70_000)
            assert eve.until("error", code="large")["says"].endswith("allowed.")
            assert eve.until("error", code="fast")


# ---- lines before they are sockets -----------------------------------------------------------------------------------


def opened(server: Server, says: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
    host, _, port = server.address.partition(":")
    line = socket.create_connection((host, int(port)), 60, (address, 0))
    line.sendall(says)
    return line


@pytest.mark.parametrize("says", [b"", b"GET /api/games HTTP/1.1\r\nHost: x\r\nX-Slow: "])
def test_a_line_that_asks_for_nothing_is_closed(tmp_path: Path, says: bytes):
    with serving(database(tmp_path), head=0.05) as server, opened(server, says) as silent:
        assert silent.recv(1) == b""


def test_an_address_has_so_many_lines(tmp_path: Path):
    head = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    with serving(database(tmp_path), sockets=2, rate=1000.0) as server:
        lines = [opened(server) for _ in range(2 * LINES)]
        with opened(server, head) as more, contextlib.suppress(ConnectionResetError):
            assert more.recv(1) == b""
        with opened(server, head, "127.0.0.2") as other:
            assert other.recv(12) == b"HTTP/1.1 200"
        for line in lines:
            line.close()
        while True:  # until it is noticed that they are free again
            with contextlib.suppress(httpx.TransportError):
                server.http.get("/healthz")
                break
        room, _ = server.room()
        for _ in range(4 * LINES):  # a line that has become a socket is none any more
            Client(server.address, room).close()


def test_behind_a_proxy_all_lines_are_those_of_the_proxy(tmp_path: Path):
    with serving(database(tmp_path), sockets=1, behind_proxy=True, rate=1000.0) as server:
        lines = [opened(server) for _ in range(4 * LINES)]
        assert server.http.get("/healthz").status_code == 200
        for line in lines:
            line.close()


# ---- files of the client ---------------------------------------------------------------------------------------------


def test_files_are_packed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    files = tmp_path / "client"
    (files / "assets").mkdir(parents=True)
    (files / "index.html").write_text("<!doctype html>" + "x" * 5000)
    (files / "assets" / "a.js").write_text("let a;" * 1000)
    monkeypatch.setattr(app, "STATIC", files)
    with serving(database(tmp_path)) as server:
        monkeypatch.setattr(gzip, "compress", None)
        for address, kind in (("/", "text/html"), ("/index.html", "text/html"), ("/assets/a.js", "text/javascript")):
            packed = server.http.get(address)
            assert (packed.headers["content-encoding"], packed.headers["content-type"].split(";")[0]) == ("gzip", kind)
            assert server.http.get(address, headers={"Accept-Encoding": "identity"}).text == packed.text
            known = {"If-None-Match": packed.headers["etag"]}
            assert (server.http.get(address, headers=known).status_code, server.http.head(address).content) == (
                304,
                b"",
            )
        assert server.http.get("/").headers["cache-control"] == "no-cache"
        assert "immutable" in server.http.get("/assets/a.js").headers["cache-control"]
        for nothing in ("/assets", "/../games.db", "/assets/..%2F..%2Fgames.db", "/%2e%2e/games.db", "/assets/a.js/x"):
            assert server.http.get(nothing).json()["says"].endswith(".")


# ---- requests and rooms ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["/api/games", "/api/games/duel", "/api/rooms/nowhere", "/api/docs/openapi.json"])
def test_looking_is_limited_too(tmp_path: Path, address: str):
    with serving(database(tmp_path)) as server:
        server.tables.visitors.requests = Buckets(0.001, 5)
        statuses = [server.http.get(address).status_code for _ in range(20)]
        assert statuses[0] != 429
        assert statuses[-1] == 429
        with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2")) as other:
            assert other.get(f"http://{server.address}{address}").status_code == statuses[0]


def test_an_address_opens_so_many_rooms(tmp_path: Path):
    with serving(database(tmp_path), rooms=3, rate=1000.0) as server:
        room, tokens = server.room()
        save = server.http.get(f"/api/rooms/{room}/save", headers={"Authorization": f"Bearer {tokens['0']}"}).json()
        server.room()
        assert server.http.post("/api/replays", json={"save": save}).status_code == 201
        for path, body in (
            ("/api/rooms", {"game": "duel"}),
            ("/api/rooms/resume", {"save": save}),
            ("/api/replays", {"save": save}),
            (f"/api/rooms/{room}/branch", {"index": 0}),
        ):
            reply = server.http.post(path, json=body, headers={"Authorization": f"Bearer {tokens['0']}"})
            assert (reply.status_code, reply.json()["code"]) == (429, "fast"), path
        with server.sit(room, tokens["0"]) as me:
            assert me.trouble(type="rematch")["code"] == "fast"


def test_large_records_count_as_many_tables(tmp_path: Path):
    with serving(database(tmp_path), rate=1000.0) as server:
        opened = server.tables.visitors.rooms = Buckets(0.001, 60)
        assert server.http.post("/api/rooms/resume", json={"save": "x" * 4 * RECORD}).status_code == 400
        assert 50 < opened.left("127.0.0.1") < 60 - 4


# ---- the time of the loop --------------------------------------------------------------------------------------------


def test_what_is_done_for_an_address_is_measured_and_waiting_is_not():
    spent: list[float] = []

    async def work() -> int:
        until = time.thread_time() + 0.02
        while time.thread_time() < until:
            pass
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.sleep(60), 0.05)
        return 7

    assert asyncio.run(clocked(work(), spent.append)) == 7
    assert len(spent) > 1
    assert sum(spent) >= 0.02


def test_who_had_more_than_a_share_of_the_loop_waits_while_others_are_there(tmp_path: Path):
    """Nothing is refused for it, and the others do not wait."""
    with serving(database(tmp_path), rate=1000.0) as server:
        seconds = server.tables.visitors.seconds = Buckets(0.001, 2)
        room, tokens = server.room(seats=TWO)
        address = f"ws://{server.address}/api/rooms/{room}/socket"
        with server.sit(room, tokens["0"]) as greedy:
            assert seconds.left("127.0.0.1") < 2  # both the request and the greeting were measured
            seconds.charge("127.0.0.1", 1000)
            greedy.send(type="ping")
            greedy.until("pong")  # nobody else is there
            with connect(address, source_address=("127.0.0.2", 0)) as other:
                other.send('{"type": "hello"}')
                assert "welcome" in str(other.recv(60))
                greedy.send(type="ping")
                for _ in range(20):
                    other.send('{"type": "ping"}')
                    while "pong" not in str(other.recv(60)):
                        pass
                with contextlib.suppress(TimeoutError):
                    while True:  # all that has come so far
                        assert "pong" not in str(greedy.socket.recv(0))
                seconds.charge("127.0.0.1", -1000)
                greedy.until("pong")


def test_the_more_are_there_the_smaller_is_a_share():
    visitors = Visitors(30.0, 64, 60)
    shares = []
    for n in (1, 4, 10, 1000):
        visitors.sockets.update({f"10.0.{i // 250}.{i % 250}": 1 for i in range(n)})
        shares.append(visitors.share)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == MOST_SHARE
    assert shares[2] == 0.1
    assert shares[-1] == LEAST_SHARE
    visitors.spend("greedy", LEAST_SHARE * (SAVED + 5))
    assert 4 < visitors.wait("greedy") <= 5
    visitors.spend("greedy", 3600)  # while nobody else was there, perhaps
    assert visitors.wait("greedy") <= DEBT
    visitors.sockets.clear()
    assert visitors.wait("greedy") == 0


def test_waiting_is_no_work_however_many_wait(monkeypatch: pytest.MonkeyPatch):
    """Each of them costs a little; who waits behind others is not woken for every one of those."""
    visitors, sleeps, sleep = Visitors(30.0, 64, 60), [], asyncio.sleep
    visitors.sockets["somebody else"] = 1
    visitors.seconds = Buckets(1.0, 0.001)

    async def counted(seconds: float) -> None:
        sleeps.append(seconds)
        await sleep(seconds)

    async def ask() -> None:
        await visitors.turn("greedy")
        visitors.seconds.charge("greedy", 0.002)

    async def all_at_once() -> None:
        await asyncio.gather(*(ask() for _ in range(100)))

    monkeypatch.setattr(asyncio, "sleep", counted)
    visitors.seconds.charge("greedy", 0.01)
    asyncio.run(all_at_once())
    assert 50 < len(sleeps) < 300
    assert not visitors._queues


def test_what_the_application_never_hears_of_is_paid_for_too(tmp_path: Path):
    """Pings are answered by the protocol; who has had a share waits for the answer."""
    with serving(database(tmp_path), rate=1000.0) as server:
        seconds = server.tables.visitors.seconds = Buckets(0.001, 2)
        room, tokens = server.room(seats=TWO)
        address = f"ws://{server.address}/api/rooms/{room}/socket"
        with server.sit(room, tokens["0"]) as greedy, connect(address, source_address=("127.0.0.2", 0)) as other:
            before = seconds.left("127.0.0.1")
            for _ in range(50):
                assert greedy.socket.ping().wait(60)
            assert seconds.left("127.0.0.1") < before
            other.send('{"type": "hello"}')
            seconds.charge("127.0.0.1", 1000)
            assert greedy.socket.ping().wait(60)  # after this one nothing more is read
            late = greedy.socket.ping()
            for _ in range(20):
                assert other.ping().wait(60)
            assert not late.is_set()
            seconds.charge("127.0.0.1", -1000)
            assert late.wait(60)


def test_who_may_have_no_more_tables_is_not_listened_to(tmp_path: Path):
    """The head of a request with a large record is enough to refuse it."""
    with serving(database(tmp_path), rate=1000.0) as server:
        server.tables.visitors.rooms = Buckets(0.001, 0.5)
        host, _, port = server.address.partition(":")
        with socket.create_connection((host, int(port)), timeout=60) as line:
            line.sendall(b"POST /api/rooms/resume HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n\r\n{")
            assert line.recv(1000).startswith(b"HTTP/1.1 429")


@pytest.mark.skipif(sys.platform == "win32", reason="priorities are otherwise there")
def test_workers_stand_back_in_the_session_of_their_server(tmp_path: Path):
    """In a session of their own their low priority would count for nothing where Linux groups by session."""
    with serving(database(tmp_path)) as server:
        odds = server.http.post("/api/games/killteam/odds/shoot", json={"values": {}})
        assert odds.status_code == 200
        (worker,) = server.tables.helpers._all
        pid = worker.process.pid
        assert os.getsid(pid) == os.getsid(0)
        assert os.getpgid(pid) == pid  # Ctrl-C does not reach it
        assert os.getpriority(os.PRIO_PROCESS, pid) >= min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)


def test_requests_and_machines_wait_for_their_turn_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    turns: list[str] = []

    async def noted(self: Visitors, address: str) -> None:
        turns.append(address)

    monkeypatch.setattr(Visitors, "turn", noted)
    with serving(database(tmp_path), rate=1000.0) as server:
        room, tokens = server.room()
        assert turns == ["127.0.0.1"]
        with server.sit(room, tokens["0"]) as me:
            me.asked()
            said = len(turns)
            me.act(me.asked()["id"], "aim")
            until = time.monotonic() + PATIENCE
            while len(turns) < said + 2:  # of the person, and of the machine
                assert time.monotonic() < until
                time.sleep(0.01)


def test_forgetting_addresses_lets_nobody_off(monkeypatch: pytest.MonkeyPatch):
    buckets = Buckets(0.001, 2)
    monkeypatch.setattr(Buckets, "KEPT", 4)
    for _ in range(3):
        buckets.take("greedy")
    for n in range(50):
        buckets.take(f"other{n}")
    assert not buckets.take("greedy")


# ---- addresses -------------------------------------------------------------------------------------------------------


def test_a_network_is_one_visitor():
    assert network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::4") != network_of("2001:db8:1:2::4")
    assert network_of("nonsense") == network_of("") == ""


def statuses(http: httpx.Client, forwarded: list[str]) -> list[int]:
    return [http.get("/api/games/dual", headers={"X-Forwarded-For": said}).status_code for said in forwarded]


def test_a_forwarded_address_is_not_believed_without_being_told_to(tmp_path: Path):
    many = [f"198.51.100.{n}" for n in range(1, 200)]
    with Process(database(tmp_path), "--rate", "1") as server:
        assert statuses(server.http, many)[-1] == 429


def test_behind_a_proxy_the_address_that_it_adds_counts_and_no_other(tmp_path: Path):
    with Process(database(tmp_path), "--rate", "1", "--behind-proxy") as server:
        assert set(statuses(server.http, [f"198.51.100.{n}" for n in range(1, 30)])) == {404}
        spoofed = [f"203.0.113.{n}, 192.0.2.1" for n in range(1, 30)]
        assert statuses(server.http, spoofed)[-1] == 429
