"""Those who run a server look after its tables, while it runs; and what nobody touches is put away."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import InvalidStatus

from server.serving import Client, Server, play_on, serving
from server.test_shares import called
from xenotable.cli import main
from xenotable.server.log import archive, registers
from xenotable.server.log.record import new_secret
from xenotable.server.log.storage import LOG, ROOMS, Storage

TWO = [{"kind": "human", "name": "Kim"}, {"kind": "human", "name": "Lou"}]


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


def admin(database: str, *arguments: str) -> None:
    """The real command, on the database of a server that runs."""
    with pytest.raises(SystemExit) as end:
        main(["admin", "--database", database, *arguments])
    assert not end.value.code, arguments


def notice(server: Server) -> None:
    """The server looks around, as it does every few seconds."""
    called(server, server.tables._look_around())


def lines(server: Server, room: str) -> int:
    with server.tables.storage.engine.connect() as connection:
        return len(connection.execute(LOG.select().where(LOG.c.room == room)).all())


# ---- the administrator -----------------------------------------------------------------------------------------------


def test_tables_are_listed(server: Server, database: str, capsys: pytest.CaptureFixture[str], monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    room, tokens = server.room(seats=TWO)
    other, _ = server.room()
    with server.sit(room, tokens["0"]) as kim:
        kim.send(type="concede", seat=0, do="c")
        kim.until("ack")
    admin(database, "list")
    said = capsys.readouterr().out
    assert f"{room}" in said
    assert "Kim, Lou" in said
    assert other in said
    admin(database, "list", "--state", "over")
    said = capsys.readouterr().out
    assert room in said
    assert other not in said


def test_a_closed_table_can_be_looked_at_and_nothing_else(server: Server, database: str):
    room, tokens = server.room(seats=[{"kind": "human"}, {"kind": "open"}])
    with server.sit(room, tokens["0"]) as me:
        admin(database, "close", room, "--says", "Enough of that.")
        notice(server)
        while me.room.get("closed") != "Enough of that.":
            me.receive()
        assert me.room["over"]
        for message in (
            {"type": "act", "seat": 0, "ask": "0.stance", "do": "x", "value": "aim"},
            {"type": "chat", "says": "why?"},
            {"type": "rematch"},
        ):
            assert me.trouble(**message) == {"type": "error", "says": "Enough of that.", "code": "token"}
        assert me.query("measure", value={"from": "a", "to": "b"})["distance"] == 7.0
    assert server.http.post(f"/api/rooms/{room}/join", json={}).status_code == 403
    key = {"Authorization": f"Bearer {tokens['0']}"}
    again = server.http.post(f"/api/rooms/{room}/branch", json={"index": 0, "seats": TWO}, headers=key)
    assert (again.status_code, again.json()["says"]) == (403, "Enough of that.")


def test_a_decision_finds_a_table_closed_before_anybody_has_noticed(server: Server, database: str):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as me:
        admin(database, "close", room)
        ack = me.act("0.stance", "aim")
        assert ack["refusals"][0]["rule"] == "server.lost"
        assert me.room["closed"]


def test_a_deleted_table_is_gone_though_somebody_sits_there(server: Server, database: str):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as me:
        me.act("0.stance", "aim")
        admin(database, "delete", room, "--yes")
        notice(server)
        assert me.closed()
        assert "deleted" in str(me.socket.protocol.close_reason)
    assert lines(server, room) == 1  # the place where the next line would be
    reply = server.http.get(f"/api/rooms/{room}")
    assert (reply.status_code, reply.json()["code"]) == (404, "unknown")
    late = Client(server.address, room, tokens["0"])
    assert late.until("error")["code"] == "unknown"
    late.close()


def test_a_decision_does_not_bring_a_deleted_table_back(server: Server, database: str):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as me:
        admin(database, "delete", room, "--yes")
        assert me.act("0.stance", "aim")["refusals"]
    assert lines(server, room) == 1


def test_an_address_is_kept_out_for_a_while(server: Server, database: str, capsys: pytest.CaptureFixture[str]):
    room, tokens = server.room()
    with server.sit(room, tokens["0"]) as me:
        admin(database, "ban", "127.0.0.1", "--hours", "2")
        notice(server)
        assert me.closed()
    assert server.http.get("/api/games").status_code == 403
    with pytest.raises(InvalidStatus):
        Client(server.address, room, tokens["0"])
    with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2")) as other:
        assert other.get(f"http://{server.address}/api/games").status_code == 200
    admin(database, "bans")
    assert "127.0.0.1 until" in capsys.readouterr().out
    now = server.tables.time()
    server.tables.time = lambda: now + 3 * 3600
    notice(server)
    assert server.http.get("/api/games").status_code == 200
    assert registers.bans(server.tables.storage.engine, 0.0) == {}
    admin(database, "ban", "2001:db8::1")
    admin(database, "unban", "2001:db8::2")  # the same network


def test_no_token_looks_like_an_option_of_a_command():
    secrets = {new_secret() for _ in range(500)}
    assert len(secrets) == 500
    assert all(secret.isalnum() for secret in secrets)


def test_the_tables_of_a_person_are_exported_and_deleted(server: Server, database: str, tmp_path: Path):
    mine, tokens = server.room(seats=TWO)
    other, _ = server.room(seats=[{"kind": "human", "name": "Eve"}, {"kind": "machine"}])
    with server.sit(mine, tokens["0"], tokens["1"]) as us:
        us.send(type="chat", says="Hello")
        us.until("chat")
    folder = tmp_path / "out"
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit) as end:
        main(["admin", "--database", database, "export", "kim", str(tmp_path / "file" / "out")])
    assert end.value.code == 2  # where no folder can be
    admin(database, "export", "kim", str(folder))
    (file,) = folder.iterdir()
    kept: dict[str, Any] = json.loads(file.read_text())
    assert (kept["table"], kept["seats"], kept["chat"][0]["says"]) == (mine, ["Kim", "Lou"], "Hello")
    assert kept["save"] is None  # it would tell what is secret while they play
    with server.sit(mine, tokens["0"]) as kim:
        kim.send(type="concede", seat=0, do="c")
        kim.until("ack")
    admin(database, "export", tokens["1"], str(folder))
    kept = json.loads(file.read_text())
    assert server.http.post("/api/replays", json={"save": kept["save"]}).status_code == 201
    assert all(epoch["secret"] for epoch in kept["save"]["fair"]["epochs"])  # so that it proves itself
    admin(database, "forget", tokens["0"], "--yes")
    assert server.http.get(f"/api/rooms/{other}").status_code == 200
    assert lines(server, mine) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["close", "nowhere"], "no table"),
        (["delete", "nowhere", "--yes"], "no table"),
        (["ban", "somewhere"], "not an IP address"),
        (["ban", "192.0.2.1", "--hours", "nan"], 'is a number from 0.01 to 87600, not "nan"'),
        (["unban", "192.0.2.1"], "not kept out"),
        (["export", "nobody", "out"], "Nobody of that name"),
        (["forget", "nobody", "--yes"], "Nobody of that name"),
    ],
)
def test_an_administrator_who_errs_gets_a_sentence(
    database: str, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
):
    Storage(database).close()
    with pytest.raises(SystemExit) as end:
        main(["admin", "--database", database, *arguments])
    assert end.value.code == 2
    assert words in capsys.readouterr().err


def test_an_administrator_who_mistypes_the_database_does_not_make_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(SystemExit) as end:
        main(["admin", "--database", f"sqlite:///{tmp_path}/gmes.db", "ban", "192.0.2.1"])
    assert end.value.code == 2
    assert "There is no database" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


# ---- the archive -----------------------------------------------------------------------------------------------------


def archived(server: Server, room: str) -> bool:
    with server.tables.storage.engine.connect() as connection:
        row = connection.execute(ROOMS.select().where(ROOMS.c.room == room)).one()
    return row.packed is not None


def test_rooms_that_nobody_touched_are_archived_and_come_back_by_their_link(server: Server):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"], tokens["1"]) as us:
        for seat in (0, 1, 1):
            play_on(us, seat, random.Random(1), 1)
        version = us.state(1)["version"]
    server.forget()
    engine, now, before = server.tables.storage.engine, server.tables.time(), lines(server, room)
    assert archive.archive(engine, now - 100, now) == []  # seen for the first time: nobody knows for how long
    assert archive.archive(engine, now + 1, now) == [room]
    assert (lines(server, room), archived(server, room)) == (0, True)
    with server.sit(room, tokens["0"], tokens["1"]) as us:
        while us.state(1)["version"] < version:
            us.receive()
        assert lines(server, room) >= before
        assert not archived(server, room)
        play_on(us, 0, random.Random(1), 1)


def test_a_room_that_is_open_is_not_archived(server: Server):
    room, tokens = server.room(seats=TWO)
    engine, now = server.tables.storage.engine, server.tables.time()
    archive.archive(engine, now, now)
    server.forget()
    server.tables.time = lambda: now + 5000
    with server.sit(room, tokens["0"]):
        assert archive.archive(engine, now + 4999, now + 4999) == []
    archive.touch(engine, [room], now + 6000)
    assert archive.archive(engine, now + 5999, now + 5999) == []


def test_whoever_comes_back_soon_does_not_wait_until_that_is_noted(server: Server):
    room, tokens = server.room(seats=TWO)
    engine, now = server.tables.storage.engine, server.tables.time()

    def touched() -> float:
        with engine.connect() as connection:
            return connection.execute(ROOMS.select().where(ROOMS.c.room == room)).one().touched - now

    archive.archive(engine, now, now)
    for after, noted in ((3000, 0), (4000, 4000)):
        server.forget()
        server.tables.time = lambda after=after: now + after
        with server.sit(room, tokens["0"]):
            assert touched() == noted


def test_an_archived_table_can_be_listed_and_deleted(server: Server, database: str, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    room, _ = server.room(seats=TWO)
    server.forget()
    engine, now = server.tables.storage.engine, server.tables.time()
    archive.archive(engine, now, now)
    assert archive.archive(engine, now + 1, now) == [room]
    admin(database, "list", "--state", "archived")
    assert room in capsys.readouterr().out
    admin(database, "delete", room, "--yes")
    assert server.http.get(f"/api/rooms/{room}").status_code == 404


def test_the_server_archives_by_itself(database: str):
    async def age() -> None:
        storage = Storage(database)
        with storage.engine.begin() as connection:
            connection.execute(ROOMS.insert().values(room=room, touched=0.0))
        storage.close()

    with serving(database) as server:
        room, _ = server.room()
    asyncio.run(age())
    with serving(database, archive=0) as server:
        assert not archived(server, room)
    with serving(database, archive=1) as server:
        while not archived(server, room):
            pass
        assert server.http.get(f"/api/rooms/{room}").status_code == 200


# ---- health and figures ----------------------------------------------------------------------------------------------


def test_the_server_says_whether_it_is_well(server: Server, monkeypatch: pytest.MonkeyPatch):
    assert server.http.get("/healthz").json() == {"status": "ok"}
    broken = Storage("sqlite://").engine

    def refuse(*_: object) -> None:
        raise OperationalError("select 1", {}, Exception("gone"))

    monkeypatch.setattr(broken, "connect", refuse)
    monkeypatch.setattr(server.tables.storage, "engine", broken)
    reply = server.http.get("/healthz")
    assert (reply.status_code, reply.json()) == (503, {"status": "The database does not answer."})
    monkeypatch.undo()


def test_the_figures_of_a_server(server: Server):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"], tokens["1"]) as us:
        us.act("0.stance", "aim", seat=0)
        us.act("0.stance", "aim", seat=1)
        us.query("hint", seat=1)
        reply = server.http.get("/metrics")
        assert reply.headers["content-type"].count("charset") == 1
        text = reply.text
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert figures["xenotable_rooms"] == figures["xenotable_sockets"] == "1.0"
    assert figures["xenotable_decisions_total"] == "2.0"
    assert figures["xenotable_acknowledgement_seconds_count"] == "2.0"
    assert float(figures['xenotable_acknowledgement_seconds{quantile="0.95"}']) > 0
    assert figures['xenotable_pool_wait_seconds_count{pool="helpers"}'] == "1.0"


def test_the_figures_are_for_those_who_run_the_server(tmp_path: Path):
    with serving(f"sqlite:///{tmp_path}/games.db", metrics_token="sesame") as server:
        get = server.http.get
        assert get("/metrics").status_code == 200
        assert get("/metrics", headers={"X-Forwarded-For": "192.0.2.1"}).status_code == 403
        token = {"X-Forwarded-For": "192.0.2.1", "Authorization": "Bearer sesame"}
        assert get("/metrics", headers=token).status_code == 200
        assert get("/metrics", headers=token | {"Authorization": "Bearer open"}).status_code == 403
    with serving(f"sqlite:///{tmp_path}/games.db", behind_proxy=True) as server:
        for forwarded in ("192.0.2.1", "127.0.0.1", "192.0.2.1, 127.0.0.1"):
            assert server.http.get("/metrics", headers={"X-Forwarded-For": forwarded}).status_code == 403
