"""Thousands of messages, most of them nearly right, to every address and of every kind. XENOTABLE_FUZZ says how many,
XENOTABLE_FUZZ_SEED which."""

from __future__ import annotations

import contextlib
import json
import os
import random
import time
from collections import Counter, deque
from hashlib import sha256
from pathlib import Path
from string import Formatter
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
import sqlalchemy as sa
from litestar.routes import HTTPRoute
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server.fuzzing import Known, Maker, filled, no_complaints
from server.serving import PATIENCE, Server, serving, some_answer
from xenotable.games import NAMES
from xenotable.server.http.addresses import SAID, bodies
from xenotable.server.limits import MESSAGE
from xenotable.server.log.storage import LOG
from xenotable.server.messages.protocol import Consent, Deed, Hello, Ping, Query, ToServer

MESSAGES = int(os.environ.get("XENOTABLE_FUZZ", "5000"))
SEED = int(os.environ.get("XENOTABLE_FUZZ_SEED", "1"))
TWO = [{"kind": "human"}, {"kind": "human"}]
ALONE = [{"kind": "human"}, {"kind": "machine", "level": "random"}]
OPEN = [{"kind": "human"}, {"kind": "open"}]
SEATS = ([], TWO, TWO, TWO, OPEN, OPEN, ALONE, ALONE)
CODES = {"bad", "large", "fast", "token", "unknown", "stuck", "rules"}  # not "fault": that is ours
GREET = "Say hello first."
OFTEN = {"act": 8.0, "query": 4.0, "undo": 2.0}  # what goes deepest
RARE = {"concede": 0.2, "claim": 0.6, "leave": 0.2, "replace": 0.3, "rematch": 0.2}  # what ends a match or a seat
PLAIN = {"game": "duel", "offer": "", "setup": None, "seats": [], "options": {}, "index": 0}  # what is right anywhere
HANDS = 6  # sockets of the attacker
KINDS = [str(kind.__struct_config__.tag) for kind in SAID]
WEIGHTS = [(OFTEN | RARE).get(kind, 1.0) for kind in KINDS]
decode = msgspec.json.Decoder(ToServer).decode


class Table(msgspec.Struct):
    """A room of the attacker's own."""

    room: str
    tokens: dict[int, str]
    sound: bool  # not from an upload, in which the state itself may be spoilt: rules stumble over that


class Others:
    """Two people at one screen who play on, whatever happens elsewhere."""

    def __init__(self, server: Server) -> None:
        self.server, self.rnd, self.decisions = server, random.Random(SEED), 0
        self._sit_down()

    def _sit_down(self) -> None:
        self.room, self.tokens = self.server.room(seats=TWO)
        self.client = self.server.sit(self.room, *self.tokens.values()).__enter__()
        self.secrets = list(self.tokens.values())

    def foretelling(self) -> list[str]:
        """What of their dice nobody may know yet."""
        return [epoch.secret for epoch in self.server.tables.rooms[self.room].fairness().epochs if epoch.secret]

    def decide(self) -> None:
        asks = [a for s in (0, 1) for a in self.client.state(s).get("asks", []) if not self.client.answered(s, a["id"])]
        ack = self.client.act(asks[0]["id"], some_answer(asks[0], self.rnd), asks[0]["seat"])
        assert "refusals" not in ack, ack
        self.decisions += 1
        self.secrets = [*self.tokens.values(), *self.foretelling()]
        assert len(self.secrets) > len(self.tokens)
        for seat in (0, 1):
            while self.client.state(seat)["version"] < ack["version"]:
                self.client.receive()
        if self.client.state(0).get("result"):
            self.client.close()
            self._sit_down()


class Attack:
    """Sends messages over a few sockets and to all addresses, and judges each answer."""

    def __init__(self, server: Server, others: Others) -> None:
        self.server, self.others = server, others
        self.rnd = random.Random(SEED)
        self.known = Known(self.rnd)
        self.maker = Maker(self.rnd, self.known)
        self.tables: deque[Table] = deque(maxlen=16)
        self.hands: list[Hand] = []
        self.old: deque[str] = deque(maxlen=200)
        self.outcomes: Counter[tuple[str, str]] = Counter()  # (kind of message or address, what came of it)
        self.taken = bodies(server.app)
        self.later = 0  # seconds: those who are away have been away for longer
        server.tables.time = lambda: time.time() + self.later
        self.addresses = [
            (route.path_format, method)
            for route in server.app.routes
            if isinstance(route, HTTPRoute) and route.path_format.startswith(("/api/games", "/api/rooms", "/api/repl"))
            for method in sorted(route.methods & {"GET", "POST"})
        ]
        titles = {game: server.tables.registry.title(game) for game in ("duel", *NAMES)}
        self.calculators = [(game, c) for game, title in titles.items() for c in title.calculators()]
        self.army = server.http.get("/api/games/rampant/muster").json()["ready"][0]["army"]
        self.printed = server.http.get("/api/games/rampant/print").json()["lists"]
        for game in ("duel", "duel", *titles):
            self.open_table(game)

    def open_table(self, game: str) -> None:
        wanted = {"game": game, "seats": self.rnd.choice(SEATS) if game in ("duel", "rampant") else []}
        if game == "duel":
            wanted["options"] = {"dice": self.rnd.choice(("server", "typed")), "grace": 30}
        reply = self.server.http.post("/api/rooms", json=wanted)
        assert reply.status_code == 201, reply.text
        self.seated(reply.json(), True)

    def seated(self, said: Any, sound: bool) -> None:
        self.known.learn(said)
        if isinstance(said, dict) and said.get("tokens") and isinstance(said.get("room"), dict):
            self.tables.append(Table(said["room"]["id"], {int(s): t for s, t in said["tokens"].items()}, sound))

    def heard(self, text: str, sent: Any) -> None:
        """No answer holds what is others'."""
        for secret in self.others.secrets:
            assert secret not in text, (sent, text)

    def complained(self, says: str, code: str, sent: Any) -> None:
        assert says[-1:] in tuple(".!?"), (sent, says)
        assert "Something went wrong" not in says, (sent, says)
        assert "cannot be shown" not in says, (sent, says)
        assert code in CODES, (sent, says, code)

    # ---- over sockets ----------------------------------------------------------------------------------------------

    def message(self) -> None:
        if len(self.hands) < HANDS:
            self.hands.append(Hand(self))
        hand = self.rnd.choice([hand for hand in self.hands if hand.wanted()] or self.hands)
        if not hand.attack() or self.rnd.random() < (0.02 if any(hand.asks.values()) else 0.2):
            hand.close()
            self.hands.remove(hand)

    # ---- without sockets -------------------------------------------------------------------------------------------

    def request(self) -> None:
        rnd = self.rnd
        address, method = rnd.choice(self.addresses)
        table = rnd.choice(self.tables)
        parts = {name: self.filling(name, table) for _, name, _, _ in Formatter().parse(address) if name}
        good: dict[str, Any] = {}
        if "id" in parts and rnd.random() < 0.8:
            parts["game"], calculator = rnd.choice(self.calculators)
            parts["id"], good = calculator.id, {"values": filled(calculator)}
        if "/muster" in address and rnd.random() < 0.8:
            parts["game"], good = "rampant", dict.fromkeys(("army", "old", "new"), self.army)
            good["text"] = json.dumps(self.army)
        if "name" in parts and rnd.random() < 0.5:
            parts["game"], parts["name"] = "rampant", rnd.choice(self.printed)
        path = address.format(**parts) + ("?seat=" + self.filling("seat", table) if rnd.random() < 0.2 else "")
        tokens = ",".join((table if rnd.random() < 0.8 else rnd.choice(self.tables)).tokens.values())
        body = None
        if kind := self.taken.get((address, method.lower())):
            made = self.maker.struct(kind)
            if rnd.random() < 0.6:
                made |= {name: value for name, value in (PLAIN | good).items() if name in made}
            if rnd.random() < 0.4:
                made = self.maker.spoilt(made)
            body = json.dumps(made)
            body = self.maker.garbled(body) if rnd.random() < 0.05 else body
        reply = self.server.http.request(method, path, content=body, headers={"Authorization": f"Bearer {tokens}"})
        self.heard(reply.text, (method, path, body))
        assert reply.status_code < 500, (method, path, body, reply.text)
        said = reply.json() if "json" in reply.headers["content-type"] else {}  # paper is a page
        if reply.status_code >= 400:
            self.complained(said["says"], said["code"], (method, path, body))
        elif address.endswith("/save"):
            self.maker.saves.append(said)
        else:
            self.seated(said, address == "/api/rooms")
        outcome = "done" if reply.status_code < 400 else "refused"
        self.outcomes[f"{method} {address}", "misread" if "understood" in said_of(said) else outcome] += 1

    def filling(self, name: str, table: Table) -> str:
        rnd = self.rnd
        if rnd.random() < 0.1:
            return quote(str(self.maker.anything()).encode(errors="replace"), safe="")[:4000] or "-"
        if name in ("index", "seat"):
            return str(rnd.choice((0, 0, 1, 2, 5, -1, -2, 10**9)))
        if name == "room":
            return table.room
        return quote(rnd.choice(("duel", self.known.recall(name, str))).encode(errors="replace"), safe="") or "-"


def said_of(said: Any) -> str:
    return str(said.get("says", "")) if isinstance(said, dict) else ""


class Hand:
    """One socket of the attacker, at a table of their own or at that of the others."""

    def __init__(self, attack: Attack) -> None:
        self.all, self.rnd, self.maker = attack, attack.rnd, attack.maker
        near = [hand.table for hand in attack.hands if hand.asks]
        self.table = self.rnd.choice(near if near and self.rnd.random() < 0.6 else attack.tables)
        self.room = attack.others.room if self.rnd.random() < 0.1 else self.table.room
        address = f"ws://{attack.server.address}/api/rooms/{self.room}/socket"
        self._line = contextlib.ExitStack()
        line = connect(address, max_size=None, compression=None, open_timeout=PATIENCE, close_timeout=0.5)
        self.socket = self._line.enter_context(line)
        self.greeted = False
        self.asks: dict[int, list[dict[str, Any]]] = {}  # by seat: those that are open
        self.wish: dict[str, Any] = {}  # what somebody would like to take back
        self.answers: dict[str, list[Any]] = {}  # by the id of an ask: what the server calls legal

    def close(self) -> None:
        self._line.close()

    def attack(self) -> bool:
        """One message; False if that was the end of this socket."""
        kind = self.rnd.choices(SAID, WEIGHTS)[0] if self.greeted else Hello
        if self.wanted() and self.rnd.random() < 0.7:
            kind = Consent
        made = self.maker.struct(kind)
        if self.rnd.random() < 0.8:
            self.aim(made)
        if self.rnd.random() < 0.3:
            made = self.maker.spoilt(made)
        self.all.known.learn(made)
        text: str | bytes = json.dumps(made)
        self.all.old.append(json.dumps(made))
        if self.greeted and self.rnd.random() < 0.05:
            text = self.rnd.choice(self.all.old)
        elif self.rnd.random() < 0.04:
            text = self.maker.garbled(json.dumps(made))
        try:
            self.exchange(text)
        except ConnectionClosed:
            self.all.outcomes["socket", "closed"] += 1
            return False
        return True

    def wanted(self) -> list[int]:
        """The seats of this socket that are asked for their consent."""
        return [seat for seat in self.wish.get("wanted", []) if seat in self.asks]

    def aim(self, made: dict[str, Any]) -> None:
        """What is about a decision becomes about one that is open; the rest about a seat that is held."""
        if "tokens" in made:
            tokens = list(self.table.tokens.values())
            made["tokens"] = tokens if self.rnd.random() < 0.3 else [self.rnd.choice(tokens)]
        if "do" in made:
            made["do"] = f"do{self.rnd.random()}"
        if "seat" in made and self.asks:
            made["seat"] = self.rnd.choice(list(self.asks))
        if "undo" in made and self.wanted():
            made |= {"undo": self.wish["n"], "seat": self.rnd.choice(self.wanted())}
        if "epoch" in made:
            share = "ab" * 32
            made["epoch"] = self.all.known.recall("commitment", str)
            made |= {"hash": sha256(bytes.fromhex(share)).hexdigest()} if "hash" in made else {"value": share}
        asks = self.asks.get(made.get("seat", -1))
        if "ask" in made and asks:
            ask = self.rnd.choice(asks)
            made["ask"] = ask["id"]
            if ask["id"] not in self.answers and made["type"] == "act":
                self.answers[ask["id"]] = []
                legal = {"type": "query", "seat": made["seat"], "n": 1, "query": "legal", "ask": ask["id"]}
                self.exchange(json.dumps(legal))
            if self.answers.get(ask["id"]):
                made["value"] = self.rnd.choice(self.answers[ask["id"]])

    def exchange(self, frame: str | bytes) -> None:
        """Sends it and judges all that comes, up to the answer to a `ping` behind it."""
        meant = understood(frame)
        early = not self.greeted and meant is not None and not isinstance(meant, Hello)
        pings = 1 + (early or isinstance(meant, Ping))
        self.socket.send(frame)
        self.socket.send('{"type": "ping"}')
        said: list[dict[str, Any]] = []
        while pings or (isinstance(meant, Query) and self.greeted and not any(answers(meant, s) for s in said)):
            text = self.socket.recv(PATIENCE)
            assert isinstance(text, str)
            self.all.heard(text, frame)
            one = json.loads(text)
            said.append(one)
            self.note(one, meant)
            pings -= one["type"] == "pong" or (one["type"], one.get("says")) == ("error", GREET)
        name = type(meant).__struct_config__.tag if meant is not None else "none"
        self.all.outcomes[str(name), self.outcome(frame, meant, said)] += 1

    def note(self, said: dict[str, Any], meant: Any) -> None:
        if said["type"] == "welcome":
            self.greeted = True
        if said["type"] in ("welcome", "state"):  # somebody who has left sees as a spectator does
            self.asks = {}
        if said["type"] == "undo":
            for hand in self.all.hands:
                if hand.room == self.room:
                    hand.wish = said.get("asked") or {}
        for state in said.get("states", [said] if said["type"] in ("state", "update") else []):
            self.asks[state["seat"]] = [] if state.get("result") else state.get("asks", [])
        if said["type"] == "answer" and isinstance(meant, Query) and meant.query == "legal" and said.get("value"):
            self.answers[meant.ask] = said["value"]
        self.all.known.learn({"asks": said.get("asks", [])})
        self.all.known.learn(said)

    def outcome(self, frame: str | bytes, meant: Any, said: list[dict[str, Any]]) -> str:
        for one in said:
            if one["type"] == "error":
                self.all.complained(one["says"], one["code"], frame)
            for why in one.get("refusals", []):
                assert why["says"][-1:] in tuple(".!?"), (frame, why)
                assert why["rule"] != "engine.fault" or not self.table.sound, (frame, why)
        if any(one["type"] == "error" for one in said):
            return "refused" if meant is not None else "misread"
        assert meant is not None, (frame, said)
        if isinstance(meant, Deed | Query):
            mine = [one for one in said if answers(meant, one)]
            assert mine, (frame, said)
            return "refused" if mine[0].get("refusals") else "done"
        return "done"


def understood(frame: str | bytes) -> ToServer | None:
    """The message as the server would read it; None: it is none."""
    if len(frame) > MESSAGE:
        return None
    try:
        return decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def answers(meant: Any, said: dict[str, Any]) -> bool:
    match meant:
        case Query():
            return said["type"] == "error" or (said["type"] == "answer" and said["n"] == meant.n)
        case _:
            return said["type"] == "ack" and (said["seat"], said["do"]) == (meant.seat, meant.do)


@pytest.mark.timeout(600 + MESSAGES // 10)
def test_nothing_that_is_sent_does_harm(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    database = f"sqlite:///{tmp_path}/games.db"
    with serving(database, rate=1e9, rooms=10**9, sockets=100, think=0.1) as server, no_complaints():
        others = Others(server)
        attack = Attack(server, others)
        for n in range(MESSAGES):
            if attack.rnd.random() < 0.2:
                attack.request()
            else:
                attack.message()
            if n % 50 == 0:
                others.decide()
            if n % 25 == 0:
                attack.open_table("duel")
                attack.later += 60
        for hand in attack.hands:
            hand.close()
        others.client.close()
    assert "Traceback" not in capfd.readouterr().err
    judge(attack, others)
    every_room_can_be_read(database)


def judge(attack: Attack, others: Others) -> None:
    """The attack was one: every kind of message and every address, and many got past the door."""
    done, reached = Counter[str](), Counter[str]()
    for (kind, outcome), n in sorted(attack.outcomes.items()):
        print(f"{n:7} {kind}: {outcome}")
        done[kind] += n * (outcome == "done")
        reached[kind] += n * (outcome in ("done", "refused"))
    kinds = [*KINDS, *(f"{m} {a}" for a, m in attack.addresses)]
    assert [kind for kind in kinds if not reached[kind]] == []
    assert len([kind for kind in kinds if not done[kind]]) <= len(kinds) // 10
    assert done.total() > 0.2 * MESSAGES
    assert reached.total() > 0.6 * MESSAGES
    assert others.decisions == (MESSAGES + 49) // 50


def every_room_can_be_read(database: str) -> None:
    with serving(database, rate=1e9) as server:
        with server.tables.storage.engine.connect() as connection:
            rooms = connection.execute(sa.select(LOG.c.room).distinct()).scalars().all()
        for room in rooms:
            reply = server.http.get(f"/api/rooms/{room}")
            assert reply.status_code == 200, reply.text
