"""When things go wrong on the server's side: one sentence, the right status, and nothing half-written."""

from __future__ import annotations

import json
import random
import stat
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from server.postgresql import postgresql
from server.serving import Client, Server, play_on, serving
from xenotable.cli.serve import data_folder, file_in
from xenotable.engine import Match, load
from xenotable.engine import save as save_match
from xenotable.engine.saving import read
from xenotable.faults import Fault
from xenotable.games import NAMES, family
from xenotable.players import RandomPlayer
from xenotable.players.running import play_out
from xenotable.server.limits import one_line
from xenotable.server.log.storage import LOG
from xenotable.server.workers import tasks
from xenotable.server.workers.tasks import check_shown

TWO = [{"kind": "human"}, {"kind": "human"}]
OPEN = [{"kind": "human"}, {"kind": "open"}]
NAMELESS = "\u202eAda\u0000\nL\u2066\u200b\t"  # turned round, cut, broken


def problem(reply: Any, status: int) -> str:
    assert reply.status_code == status, reply.text
    says: str = reply.json()["says"]
    assert says.endswith(".")
    assert "Something went wrong" not in says
    return says


def own_save(server: Server, **wanted: Any) -> dict[str, Any]:
    """The record of a match of one's own, some decisions in."""
    room, tokens = server.room(**wanted)
    with server.sit(room, tokens["0"]) as me:
        play_on(me, 0, random.Random(1), 3)
        me.asked()
    reply = server.http.get(f"/api/rooms/{room}/save", headers={"Authorization": f"Bearer {tokens['0']}"})
    found: dict[str, Any] = reply.json()
    return found


def rows(server: Server) -> int:
    with server.tables.storage.engine.connect() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(LOG)).scalar_one()


# ---- before the first decision, and addresses that are none ----------------------------------------------------------


@pytest.mark.parametrize("game", ["duel", *(id for package in NAMES for id in family(package))])
def test_a_replay_can_be_looked_at_before_the_first_decision(server: Server, game: str):
    room, _ = server.room(game=game)
    reply = server.http.get(f"/api/rooms/{room}/replay")
    assert reply.status_code == 200, reply.text
    assert server.http.get(f"/api/rooms/{room}/replay/0").status_code == 200


@pytest.mark.parametrize("id", ["%00", "a%00b", "x" * 33, "%F0%9F%8E%B2", "..", "a'b", "%E2%80%AE", "%5C"])
@pytest.mark.parametrize("address", ["", "/replay", "/save", "/verify"])
def test_an_id_that_is_none_is_not_looked_for(server: Server, id: str, address: str):
    problem(server.http.get(f"/api/rooms/{id}{address}"), 404)


def test_nor_on_postgresql(postgres: str):
    with serving(postgres, rate=1000.0) as server:
        problem(server.http.get("/api/rooms/%00"), 404)
        problem(server.http.post("/api/rooms/a%00/join", json={}), 404)
        client = Client(server.address, "a%00")
        assert client.until("error")["code"] == "unknown"
        client.close()


# ---- the database ----------------------------------------------------------------------------------------------------


def test_a_database_that_is_down():
    with ExitStack() as down:
        address = down.enter_context(postgresql())
        with serving(address, rate=1000.0) as server:
            room, tokens = server.room(seats=TWO)
            with server.sit(room, tokens["0"]) as me:
                down.close()
                assert "try again" in problem(server.http.post("/api/rooms", json={"game": "duel"}), 503)
                assert len(server.tables.rooms) == 1
                assert "written down" in me.act("0.stance", "aim")["refusals"][0]["says"]
            for get in ("", "/replay", "/save"):
                assert "try again" in problem(server.http.get(f"/api/rooms/{room}{get}"), 503)
            client = Client(server.address, room, tokens["0"])
            assert "try again" in client.until("error", code="fault")["says"]
            client.close()


def test_a_full_disk_keeps_nothing_of_a_new_room(tmp_path: Path):
    with serving(f"sqlite:///{tmp_path}/games.db", rate=1000.0) as server:
        engine = server.tables.storage.engine
        full = "PRAGMA max_page_count=1"  # as large as it is
        sa.event.listen(engine, "checkout", lambda line, *_: line.execute(full))
        made = 0
        while (reply := server.http.post("/api/rooms", json={"game": "duel"})).status_code == 201:
            made += 1
        assert "try again" in problem(reply, 503)
        assert rows(server) == len(server.tables.rooms) == made
        for room in list(server.tables.rooms):
            assert server.http.get(f"/api/rooms/{room}").status_code == 200


def test_files_are_their_owners_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "games.db"
    file.touch(0o644)
    with serving(f"sqlite:///{file}") as server:
        server.room()
        assert {stat.S_IMODE(f.stat().st_mode) for f in tmp_path.iterdir()} == {0o600}
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("sys.platform", "linux")
    (tmp_path / "data" / "xenotable").mkdir(parents=True, mode=0o755)
    file_in(data_folder())
    assert stat.S_IMODE((tmp_path / "data" / "xenotable").stat().st_mode) == 0o700


# ---- the log ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def closed(tmp_path: Path) -> tuple[str, str]:
    """A database with a room of some lines, and nobody in it."""
    url = f"sqlite:///{tmp_path}/games.db"
    with serving(url, rate=1000.0) as server:
        room, tokens = server.room(seats=TWO)
        with server.sit(room, *tokens.values()) as us:
            us.act("0.stance", "aim", seat=0)
            us.act("0.stance", "aim", seat=1)
    return url, room


def changed(url: str, *statements: Any) -> None:
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(statement)
    engine.dispose()


def line(url: str, room: str, sequence: int) -> bytes:
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        query = sa.select(LOG.c.line).where(LOG.c.room == room, LOG.c.sequence == sequence)
        found: bytes = connection.execute(query).scalar_one()
    engine.dispose()
    return found


@pytest.mark.parametrize("sequence", [0, 2, 3])
def test_a_damaged_line_is_noticed_and_named(closed: tuple[str, str], sequence: int):
    url, room = closed
    data = line(url, room, sequence)
    other = data[:-2] + b" " + data[-2:] if sequence else data[:-9]  # still JSON of the same kind, but for the first
    where = (LOG.c.room == room, LOG.c.sequence == sequence)
    with serving(url) as server:
        for wrong in (other, data[1:], b"", b"2 x", b"9 x {}", b"\xff"):
            assert wrong != data
            changed(url, LOG.update().where(*where).values(line=wrong))
            assert f"Line {sequence} of the log" in problem(server.http.get(f"/api/rooms/{room}"), 503)
        server.room()  # the others do not suffer


@pytest.mark.parametrize("sequence", [0, 1])
def test_a_missing_line_is_noticed_and_named(closed: tuple[str, str], sequence: int):
    url, room = closed
    changed(url, LOG.delete().where(LOG.c.room == room, LOG.c.sequence == sequence))
    with serving(url) as server:
        says = problem(server.http.get(f"/api/rooms/{room}"), 503)
        assert f"Line {sequence} of the log of this room is missing" in says


def test_a_line_of_another_room_is_none_of_this(closed: tuple[str, str]):
    url, room = closed
    with serving(url) as server:
        other, _ = server.room(seats=TWO)
    where = (LOG.c.room == room, LOG.c.sequence == 0)
    changed(url, LOG.update().where(*where).values(line=line(url, other, 0)))
    with serving(url) as server:
        assert "Line 0 of the log" in problem(server.http.get(f"/api/rooms/{room}"), 503)


def test_a_copy_of_the_database_foretells_no_dice(tmp_path: Path):
    folder = tmp_path / "data"
    folder.mkdir()
    url = f"sqlite:///{folder}/games.db"
    with serving(url, key_file=str(tmp_path / "server.key")) as server:
        room, tokens = server.room(seats=TWO)
        with server.sit(room, *tokens.values()) as us:
            us.act("0.stance", "aim", seat=0)
        seeds = [bytes.fromhex(epoch.secret) for epoch in server.tables.rooms[room].fairness().epochs]
        stored = b"".join(f.read_bytes() for f in folder.iterdir())
    assert stored
    assert len(seeds) == 1
    for seed in seeds:
        assert seed not in stored
        assert seed.hex().encode() not in stored
    with serving(url, key_file=str(tmp_path / "server.key")) as server:
        assert server.http.get(f"/api/rooms/{room}").status_code == 200
        assert [epoch.secret for epoch in server.tables.rooms[room].fairness().epochs] == [seed.hex() for seed in seeds]
    with serving(url, key_file=str(tmp_path / "another.key")) as server:
        assert "another key" in problem(server.http.get(f"/api/rooms/{room}"), 503)


# ---- records from outside --------------------------------------------------------------------------------------------


def uploads(server: Server, save: object, status: int, **more: Any) -> list[Any]:
    replies = [server.http.post(a, json={"save": save, **more}) for a in ("/api/rooms/resume", "/api/replays")]
    assert [r.status_code for r in replies] == [status] * 2, [r.text for r in replies]
    return replies


def test_a_save_of_a_thousand_seats(server: Server):
    save, before = own_save(server), rows(server)
    for frame in save["frames"]:
        frame["state"]["secret"] = {str(n): {"chosen": ""} for n in range(-1, 1000)}
    for reply in uploads(server, save, 400):
        assert "2 seats" in problem(reply, 400)
    assert rows(server) == before


def test_a_position_that_is_too_large_to_be_shown_is_no_table(server: Server):
    """Whoever sat down at it stopped everybody until it was drawn."""
    save, before = own_save(server), rows(server)
    figures = save["frames"][-1]["state"]["figures"]
    figures |= {f"a{n}": figures["a"] for n in range(6000)}
    for reply in uploads(server, save, 400):
        assert problem(reply, 400) == "There is more in this record than a table can show."
    assert rows(server) == before


def test_nor_is_one_that_takes_long_to_be_shown(server: Server, monkeypatch: pytest.MonkeyPatch):
    save = read(json.dumps(own_save(server)).encode())
    match, _ = load(save, server.tables.registry.title("duel"))
    check_shown(match)
    monkeypatch.setattr(tasks, "SLOWEST", -1.0)
    with pytest.raises(Fault, match="takes too long"):
        check_shown(match)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process reliably")
def test_a_worker_does_not_eat_all_memory():
    tried = (
        "from xenotable.server.workers import worker\n"
        "def do_task(*_): return bytearray(3 * 1024**3)\n"
        "worker.do_task = do_task\n"
        "worker.limit_memory()\n"
        "print(worker.outcome_of(None, None).decode(errors='replace'))"
    )
    said = subprocess.run([sys.executable, "-c", tried], capture_output=True, text=True, check=True)
    assert "That takes too much memory to work out." in said.stdout


@pytest.mark.parametrize(
    "dice",
    [
        {"kind": "scripted", "script": [[6] * 100, []]},
        {"kind": "loaded"},
        {"kind": "seeded", "seed": "xyz"},
        {"kind": "seeded", "block": -1},
        {"kind": "seeded", "block": 1 << 64},
        {"kind": "seeded", "draws": 1 << 63},
    ],
)
def test_dice_from_outside_are_none_that_somebody_has_chosen(server: Server, dice: dict[str, Any]):
    save, before = own_save(server), rows(server)
    del save["fair"]
    for frame in save["frames"]:
        frame["dice"] = {"seed": "00"} | dice
    for reply in uploads(server, save, 400):
        assert "damaged" in problem(reply, 400)
    assert rows(server) == before


def test_a_first_keyframe_that_does_not_follow_from_the_set_up_is_found(server: Server):
    """Its fingerprint is right, and everything after it follows; but nobody ever set up a battle like that."""
    save = own_save(server)
    frame = save["frames"][0]
    frame["state"]["figures"]["a"]["wounds"] = 9
    title = server.tables.registry.title("duel")
    state = title.state.decode(title.setup(**save["setup"]), frame["state"])
    frame["fingerprint"] = state.fingerprint()
    kept = server.http.post("/api/replays", json={"save": save}).json()
    faults = server.http.get(f"/api/rooms/{kept['id']}/verify").json()["faults"]
    assert "The state at entry 0 is not the recorded one." in faults


@pytest.mark.parametrize("change", [{"seed": "00" * 16}, {"pos": 5}, {"block": 3}])
def test_dice_of_a_keyframe_that_do_not_follow_are_found(server: Server, change: dict[str, Any]):
    title = server.tables.registry.title("duel")
    match = Match(title.new(title.setup(30)), 1)
    play_out(match, {seat: RandomPlayer(title, seat) for seat in (0, 1)})
    assert len(match.frames) > 1
    save = json.loads(save_match(match))
    save["frames"][-1]["dice"] |= change
    kept = server.http.post("/api/replays", json={"save": save}).json()
    faults = server.http.get(f"/api/rooms/{kept['id']}/verify").json()["faults"]
    assert f"The state at entry {save['frames'][-1]['index']} is not the recorded one." in faults


def test_whoever_joins_a_table_is_told_where_it_comes_from(server: Server):
    """And the dice to come are nobody's: whoever brought the record along knows its seed."""
    save = own_save(server)
    alone = server.http.post("/api/rooms/resume", json={"save": save}).json()["room"]
    assert alone["notes"] == [f"This match goes on from a record that was brought along. {tasks.KNOWN}"]
    assert alone["fair"]["epochs"] == [{"commitment": ""}]
    room = server.http.post("/api/rooms/resume", json={"save": save, "seats": OPEN}).json()["room"]
    assert room["fair"]["next"]["commitment"] != alone["fair"]["next"]["commitment"]
    joined = server.http.post(f"/api/rooms/{room['id']}/join", json={}).json()
    assert joined["room"]["notes"] == [alone["notes"][0] + " It was checked: all follows from the rules."]
    with server.sit(room["id"], joined["tokens"]["1"]) as bo:
        assert bo.room["notes"] == joined["room"]["notes"]
    save["tape"][0][3] = "dodge" if save["tape"][0][3] == "aim" else "aim"
    save["frames"][0]["state"]["figures"]["b"]["wounds"] = 1
    forged = server.http.post("/api/rooms/resume", json={"save": save, "seats": OPEN}).json()["room"]
    assert "It is not in order: The keyframe at 0" in forged["notes"][0]


def test_a_branch_says_so(server: Server):
    room, tokens = server.room()
    with server.sit(room, tokens["0"]) as me:
        play_on(me, 0, random.Random(1))
    branch = server.http.post(f"/api/rooms/{room}/branch", json={"index": 3, "seats": OPEN}).json()["room"]
    assert branch["notes"] == [f"This match branches off another one, after entry 3 of its record. {tasks.KNOWN}"]
    known = {epoch.commitment for epoch in server.tables.rooms[room].fairness().epochs}
    assert branch["fair"]["next"]["commitment"] not in known


def test_other_rules_are_told_to_everybody(server: Server):
    save = own_save(server) | {"rules": 7}
    room = server.http.post("/api/rooms/resume", json={"save": save, "seats": OPEN}).json()["room"]
    told = "It began by version 7 of the rules and goes on by version 1."
    assert room["notes"][1] == told
    with server.sit(room["id"]) as eve:
        assert told in eve.room["notes"]
    server.tables.rooms.clear()
    assert told in server.http.get(f"/api/rooms/{room['id']}").json()["notes"]


# ---- names -----------------------------------------------------------------------------------------------------------


def test_a_name_is_one_line_of_what_can_be_seen(server: Server):
    assert one_line(NAMELESS) == "AdaL"
    plans = [{"kind": "human", "name": NAMELESS}, {"kind": "open"}]
    room, _ = server.room(seats=plans)
    server.http.post(f"/api/rooms/{room}/join", json={"name": NAMELESS + "x" * 100})
    names = [seat["name"] for seat in server.http.get(f"/api/rooms/{room}").json()["seats"]]
    assert names == ["AdaL", "AdaL" + "x" * 36]


def test_so_are_the_names_in_a_setup(server: Server):
    setup = server.http.get("/api/games/rampant").json()["offers"][0]["setup"]
    setup["rosters"][0]["name"] = NAMELESS
    room, _ = server.room(game="rampant", setup=setup)
    assert server.tables.rooms[room].match.game.setup.rosters[0].name == "AdaL"
