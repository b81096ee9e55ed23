"""Commit and reveal over real sockets: who has a hand in the dice, and what the record proves afterwards."""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from server.serving import DUEL, LASTING, PATIENCE, Client, Server, concede, first_shot, play_on, serving

TWO = [{"kind": "human", "name": "Kim"}, {"kind": "human", "name": "Lou"}]
OPEN = [{"kind": "human", "name": "Kim"}, {"kind": "open"}]
SHARES = {0: "aa" * 32, 1: "bb" * 32}


def digest(share: str) -> str:
    return hashlib.sha256(bytes.fromhex(share)).hexdigest()


class Sharer(Client):
    """A client that makes shares as a browser does: whenever its seats are asked."""

    def __init__(self, server: Server, room: str, tokens: dict[int, str], shares: dict[int, str] | None = None) -> None:
        self.mine, self.shares, self.commits, self.shows = set(tokens), dict(shares or SHARES), True, True
        super().__init__(server.address, room, *tokens.values(), fair=True)

    def receive(self, timeout: float = 60.0) -> dict[str, Any]:
        said = super().receive(timeout)
        if said["type"] in ("welcome", "room"):
            self.share(said["room"].get("fair", {}))
        return said

    def share(self, fair: dict[str, Any]) -> None:
        epoch = fair.get("next", {}).get("commitment", "")
        for seat in sorted(self.mine & set(fair.get("commit", []))) if self.commits else ():
            self.send(type="commit", seat=seat, epoch=epoch, hash=digest(self.shares[seat]))
        for seat in sorted(self.mine & set(fair.get("show", []))) if self.shows else ():
            self.send(type="show", seat=seat, epoch=epoch, value=self.shares[seat])

    def __enter__(self) -> Sharer:
        self.until("welcome")
        return self

    def begun(self, epochs: int = 1, *others: Sharer) -> dict[str, Any]:
        """Waits until so many epochs have begun and none is to come; the others do their part meanwhile."""
        listening(lambda: len(self.fair["epochs"]) >= epochs and "next" not in self.fair, self, *others)
        return self.fair

    @property
    def fair(self) -> dict[str, Any]:
        fair: dict[str, Any] = self.room.get("fair", {"epochs": []})
        return fair


def listening(done: Callable[[], bool], *clients: Client) -> None:
    """All of them receive until that is so."""
    until = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < until
        for client in clients:
            with contextlib.suppress(TimeoutError):
                client.receive(0.02)


def verified(tmp_path: Path, save: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(save))
    command = [sys.executable, "-m", "xenotable", "verify", str(file), "--game", DUEL]
    return subprocess.run(command, capture_output=True, text=True, timeout=100)


def test_two_people_roll_dice_that_both_have_a_hand_in(server: Server, tmp_path: Path):
    room, tokens = server.room(seats=TWO)
    first = server.http.get(f"/api/rooms/{room}").json()["fair"]
    committed = first["next"]["commitment"]
    assert first["come"] == [0, 1]
    with Sharer(server, room, {0: tokens["0"]}) as kim:
        while not kim.fair["next"].get("shares"):
            kim.receive()
        assert kim.fair["come"] == [1]
        assert all("value" not in s for s in kim.fair["next"]["shares"])  # nobody shows before all have come
        kim.send(type="show", seat=0, epoch=committed, value=SHARES[0])  # too early: it is not taken
        kim.query("measure", value={"from": "a", "to": "b"})
        with Sharer(server, room, {1: tokens["1"]}) as lou:
            assert server.tables.rooms[room].round.shares == {}
            (epoch,) = lou.begun(1, kim)["epochs"]
            assert epoch["commitment"] == committed
            assert [s["value"] for s in epoch["shares"]] == [SHARES[0], SHARES[1]]
            assert "secret" not in epoch
            kim.begun(1, lou)
            for client, seat in ((kim, 0), (lou, 1)):
                client.act("0.stance", "aim", seat=seat)
            lou.act(lou.asked(1)["id"], {"paths": {"b": [[9.875, 8.25]]}}, seat=1)
            lou.act(lou.asked(1)["id"], True, seat=1)
            concede(kim, 0)
            while not lou.room.get("over") or "secret" not in lou.fair["epochs"][0]:
                lou.receive()
            assert digest(lou.fair["epochs"][0]["secret"]) == committed
    save = server.http.get(f"/api/rooms/{room}/save").json()
    assert any(e[0] == "roll" for e in save["tape"])
    good = verified(tmp_path, save)
    assert good.returncode == 0, good.stdout + good.stderr
    assert "commitments match (1 of the server, 2 of people)" in good.stdout
    assert "Every die follows" in good.stdout
    assert "Every state follows" in good.stdout
    save["fair"]["epochs"][0]["shares"][1]["value"] = "cc" * 32
    bad = verified(tmp_path, save)
    assert bad.returncode == 1
    assert "FAULT" in bad.stdout


def test_nothing_is_rolled_before_all_shares_are_shown(server: Server):
    """Xenos Rampant rolls for its scenario before anybody decides."""
    room, tokens = server.room(game="rampant", seats=TWO)
    assert server.tables.rooms[room].match.waits
    with Sharer(server, room, {0: tokens["0"]}) as kim, Sharer(server, room, {1: tokens["1"]}) as lou:
        lou.shows = False
        listening(lambda: kim.fair.get("show") == [1], kim, lou)  # Lou's client does not show its share
        assert kim.fair["waits"]
        assert server.tables.rooms[room].match.tape == []
        lou.shows = True
        lou.share(kim.fair)
        kim.begun(1, lou)
        assert server.tables.rooms[room].match.tape


def test_a_share_that_was_not_committed_to_is_refused(server: Server):
    room, tokens = server.room()
    with Sharer(server, room, {0: tokens["0"]}) as kim:
        kim.shows = False
        while kim.fair.get("show") != [0]:
            kim.receive()
        epoch = kim.fair["next"]["commitment"]
        for value in ("cc" * 32, "", "x", "AA" * 32, SHARES[0] + "00"):
            said = kim.trouble(type="show", seat=0, epoch=epoch, value=value)
            assert "not the share" in said["says"]
        assert "64" in kim.trouble(type="commit", seat=0, epoch=epoch, hash="zz")["says"]
        kim.send(type="commit", seat=0, epoch="ff", hash=digest("cc" * 32))  # of another epoch: nothing to do
        assert kim.trouble(type="commit", seat=1, epoch=epoch, hash=digest(SHARES[0]))["code"] == "token"
        kim.send(type="show", seat=0, epoch=epoch, value=SHARES[0])
        kim.begun()


def test_a_lost_share_begins_the_round_anew(server: Server):
    room, tokens = server.room()
    with Sharer(server, room, {0: tokens["0"]}) as kim:
        kim.shows = False
        while kim.fair.get("show") != [0]:
            kim.receive()
        old = kim.fair["next"]["commitment"]
    with Sharer(server, room, {0: tokens["0"]}, {0: "dd" * 32}) as kim:  # another device
        kim.send(type="commit", seat=0, epoch=old, hash=digest("dd" * 32))
        (epoch,) = kim.begun()["epochs"]
        assert epoch["attempt"] == 2
        assert epoch["commitment"] != old  # the server has a new secret, too
        assert epoch["shares"][0]["value"] == "dd" * 32


def test_who_leaves_before_showing_frees_the_table(server: Server):
    room, tokens = server.room(seats=TWO)
    with Sharer(server, room, {0: tokens["0"]}) as kim, Sharer(server, room, {1: tokens["1"]}) as lou:
        lou.shows = False
        listening(lambda: kim.fair.get("show") == [1], kim, lou)
        lou.send(type="leave", seat=1)
        while kim.fair.get("come") != [1]:
            kim.receive()
        kim.send(type="replace", seat=1, level="random")
        (epoch,) = kim.begun()["epochs"]
        assert epoch["attempt"] >= 2
        assert [s["seat"] for s in epoch["shares"]] == [0]


def test_whoever_sits_down_later_has_a_hand_in_all_later_dice(server: Server, tmp_path: Path):
    room, tokens = server.room(setup=LASTING, seats=TWO)
    with Sharer(server, room, {0: tokens["0"], 1: tokens["1"]}) as us:
        us.begun()
        first_shot(us)
        us.send(type="leave", seat=1)
        us.mine.discard(1)
        while us.room["seats"][1]["kind"] != "open":
            us.receive()
        us.shares[0] = "ee" * 32
        new = server.http.post(f"/api/rooms/{room}/join", json={"name": "Max"}).json()["tokens"]["1"]
        with Sharer(server, room, {1: new}, {1: "ff" * 32}) as joined:
            fair = joined.begun(2, us)
            assert [s["value"] for s in fair["epochs"][1]["shares"]] == ["ee" * 32, "ff" * 32]
            us.begun(2, joined)
            rnd = random.Random(4)
            while not us.state(0).get("result"):
                for client, seat in ((us, 0), (joined, 1)):
                    asks = [a for a in client.states[seat].get("asks", []) if not client.answered(seat, a["id"])]
                    if asks:
                        play_on(client, seat, rnd, 1)
                client.query("measure", seat=1, value={"from": "a", "to": "b"})
                us.query("measure", seat=0, value={"from": "a", "to": "b"})
    save = server.http.get(f"/api/rooms/{room}/save").json()
    assert len({e["secret"] for e in save["fair"]["epochs"]}) == 2
    good = verified(tmp_path, save)
    assert good.returncode == 0, good.stdout
    assert "2 of the server, 4 of people" in good.stdout


def test_a_resumed_save_has_new_dice_whatever_it_says(server: Server):
    """Seeds and dice seen that come with an upload are somebody's invention."""
    room, tokens = server.room()
    with server.sit(room, tokens["0"]) as me:
        play_on(me, 0, random.Random(1), 3)
        me.asked()
    save = server.http.get(f"/api/rooms/{room}/save", headers={"Authorization": f"Bearer {tokens['0']}"}).json()
    assert "secret" not in json.dumps(save["fair"])
    save["fair"]["epochs"] = [{"commitment": digest("11" * 32), "secret": "11" * 32}]
    save["fair"].pop("waiting", None)
    for frame in save["frames"]:
        frame["dice"] = {"kind": "seeded", "seed": "22" * 16}
    made = server.http.post("/api/rooms/resume", json={"save": save, "seats": OPEN}).json()
    fair = made["room"]["fair"]
    assert fair["epochs"] == [{"commitment": ""}]
    assert fair["next"]["commitment"] != digest("11" * 32)
    assert server.tables.rooms[made["room"]["id"]].fairness().taken == []


def test_taking_back_the_end_does_not_play_on_with_a_secret_that_is_shown(server: Server):
    room, tokens = server.room(setup=LASTING, seats=TWO, options={"undo": "free"})
    with Sharer(server, room, {0: tokens["0"], 1: tokens["1"]}) as us:
        us.begun()
        first_shot(us)
        concede(us, 0)
        while not us.room.get("over") or "secret" not in us.fair["epochs"][0]:
            us.receive()
        us.send(type="undo", seat=1, do="u")
        assert "refusals" not in us.until("ack", do="u")
        fair = us.begun(2)
        assert "secret" not in fair["epochs"][1]


def test_the_database_alone_does_not_tell_the_secret(tmp_path: Path):
    database = tmp_path / "games.db"
    with serving(f"sqlite:///{database}") as server:
        room, tokens = server.room(setup=LASTING, seats=TWO)
        with Sharer(server, room, {0: tokens["0"], 1: tokens["1"]}) as us:
            us.begun()
            first_shot(us)
            secret = server.tables.rooms[room].fairness().epochs[0].secret
        assert len(secret) == 64
    with contextlib.closing(sqlite3.connect(database)) as connection:
        lines = b"".join(row[0] for row in connection.execute("select line from log"))
    assert digest(secret).encode() in lines
    assert secret.encode() not in lines
    assert bytes.fromhex(secret) not in lines
    with serving(f"sqlite:///{database}") as server, Sharer(server, room, {0: tokens["0"], 1: tokens["1"]}) as us:
        us.state(0)
        assert server.tables.rooms[room].fairness().epochs[0].secret == secret  # with its key the server goes on


def test_workers_are_told_nothing_that_foretells_a_die(server: Server):
    room, tokens = server.room(setup=LASTING, seats=TWO)
    with Sharer(server, room, {0: tokens["0"], 1: tokens["1"]}) as us:
        us.begun()
        first_shot(us)
        there = server.tables.rooms[room]
        secret = there.fairness().epochs[0].secret
        assert secret.encode() not in there.brief()
        assert all(secret not in message for message in us.heard)


@pytest.mark.parametrize("seats", [[{"kind": "machine"}, {"kind": "machine"}], None])
def test_machines_have_no_share(server: Server, seats: list[dict[str, str]] | None):
    room, tokens = server.room(**({"seats": seats} if seats else {}))
    if tokens:
        with Sharer(server, room, {0: tokens["0"]}) as me:
            (epoch,) = me.begun()["epochs"]
            assert [s["seat"] for s in epoch["shares"]] == [0]
    else:
        (epoch,) = server.http.get(f"/api/rooms/{room}").json()["fair"]["epochs"]
        assert "shares" not in epoch


def test_a_room_of_before_gets_fair_dice_when_somebody_sits_down(tmp_path: Path):
    from xenotable.engine import Match
    from xenotable.games import game
    from xenotable.server.log.record import SeatRow, hash_token, opening_line
    from xenotable.server.messages.bodies import Options

    kind = game(DUEL)
    match = Match(kind.new(kind.setup(**LASTING)), 5)
    first = opening_line(
        match, Options(), [SeatRow("human", key=hash_token("a")), SeatRow("human", key=hash_token("b"))]
    )
    database = f"sqlite:///{tmp_path}/games.db"
    with serving(database):
        pass
    with contextlib.closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
        from xenotable.server.rooms.room import encode

        connection.execute("insert into log values ('old', 0, ?)", (encode(first),))
    with serving(database) as server, Sharer(server, "old", {0: "a", 1: "b"}) as us:
        us.begun(2)
        first_shot(us)
        concede(us, 0)
        found = server.http.get("/api/rooms/old/verify").json()
        assert found == {"faults": []}
