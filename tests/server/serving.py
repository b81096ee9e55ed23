"""A server on loopback and clients that talk to it over real sockets."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Self

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from xenotable.cli.serve import listener
from xenotable.server.app import create_app
from xenotable.server.http.listening import configure
from xenotable.server.rooms.table_server import Settings, TableServer

DUEL = str(Path(__file__).parents[2] / "docs" / "duel.py")
PATIENCE = 60.0
LIMITS = httpx.Limits(keepalive_expiry=1.0)  # a line that the server is about to close is not used again
LASTING = {"wounds": 9}  # a duel that no first shot ends
_numbers = itertools.count()


class Server:
    """The application in a thread of its own."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings)
        listening = listener("127.0.0.1", 0)
        self.address = f"127.0.0.1:{listening.getsockname()[1]}"
        self.uvicorn = uvicorn.Server(configure(self.app))
        self._socket = listening
        self._thread = threading.Thread(target=self.uvicorn.run, kwargs={"sockets": [listening]})
        self._thread.start()
        until = time.monotonic() + PATIENCE
        while not self.uvicorn.started:
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() < until
            time.sleep(0.005)
        self.http = httpx.Client(base_url=f"http://{self.address}", timeout=PATIENCE, limits=LIMITS)

    @property
    def tables(self) -> TableServer:
        tables: TableServer = self.app.state.server
        return tables

    def forget(self) -> None:
        """The rooms leave memory, as idle ones do, once it is noted that everybody has gone."""
        tables = self.tables
        until = time.monotonic() + PATIENCE
        while any(room.people for room in tables.rooms.values()) or any(
            "note_departure" in str(chore.get_coro()) for chore in list(tables._chores)
        ):
            assert time.monotonic() < until
            time.sleep(0.005)
        tables.rooms.clear()

    def stop(self) -> None:
        self.http.close()
        self.uvicorn.should_exit = True
        self._thread.join(PATIENCE)
        self._socket.close()

    def room(self, **wanted: Any) -> tuple[str, dict[str, str]]:
        reply = self.http.post("/api/rooms", json={"game": "duel", **wanted})
        assert reply.status_code == 201, reply.text
        seated = reply.json()
        return seated["room"]["id"], seated.get("tokens", {})

    def sit(self, room: str, *tokens: str, **more: Any) -> Client:
        return Client(self.address, room, *tokens, **more)


@contextlib.contextmanager
def serving(database: str, games: tuple[str, ...] = (), **settings: Any) -> Iterator[Server]:
    server = Server(Settings(database, (DUEL, *games), **settings))
    try:
        yield server
    finally:
        server.stop()


class Reached:
    """A server in a process of its own, to be killed; `out` is where it says its address."""

    def __init__(self, out: IO[str]) -> None:
        line = out.readline()
        assert "http://" in line, line
        self.address = line.split("http://")[1].split("/")[0]
        self.http = httpx.Client(base_url=f"http://{self.address}", timeout=PATIENCE, limits=LIMITS)
        until = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(httpx.TransportError):
                self.http.get("/api/games")
                break
            assert time.monotonic() < until
            time.sleep(0.02)

    def kill(self) -> None:
        self.http.close()
        self.end_process()

    def end_process(self) -> None:
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


class Running(Reached):
    """A command that serves."""

    def __init__(self, *command: str, **environment: str) -> None:
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | environment)
        assert self.process.stdout is not None
        try:
            super().__init__(self.process.stdout)
        except BaseException:  # nobody else would end it
            self.end_process()
            raise

    def end_process(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()


def duel_arguments(database: str) -> tuple[str, ...]:
    """Of `xenotable`: the teaching game on a free port, for tests, which decide faster than people."""
    where = ("--port", "0", "--database", database)
    return ("serve", *where, "--game", DUEL, "--rate", "10000", "--rooms", "10000")


class Process(Running):
    """The real command with the teaching game."""

    def __init__(self, database: str, *options: str) -> None:
        super().__init__(sys.executable, "-m", "xenotable", *duel_arguments(database), *options)


class Forked(Reached):
    """The same command in a process of a nursery, which has all modules imported."""

    def __init__(self, nursery: Nursery, database: str) -> None:
        self.nursery = nursery
        self.process = nursery.bear(*duel_arguments(database))
        super().__init__(nursery.says)

    def end_process(self) -> None:
        os.kill(self.process, signal.SIGKILL)
        while self.nursery.says.readline().strip() != "ended":
            pass


class Nursery:
    """For those who start a thousand servers, one after the other."""

    def __init__(self) -> None:
        command = (sys.executable, str(Path(__file__).parent / "nursery.py"))
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.wants, self.says = self.process.stdin, self.process.stdout

    def bear(self, *arguments: str) -> int:
        self.wants.write(json.dumps(arguments) + "\n")
        self.wants.flush()
        return int(self.says.readline())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.wants.close()
        self.process.wait(PATIENCE)
        self.says.close()


class Client:
    """One socket. Keeps the last state of each seat, as a browser would, and every byte it ever got."""

    def __init__(
        self, address: str, room: str, *tokens: str, version: int = 0, origin: str | None = None, fair: bool = False
    ) -> None:
        url = f"ws://{address}/api/rooms/{room}/socket"
        self._line = contextlib.ExitStack()
        line = connect(url, origin=origin, max_size=None, open_timeout=PATIENCE, close_timeout=0.5)
        self.socket: ClientConnection = self._line.enter_context(line)
        self.states: dict[int, dict[str, Any]] = {}
        self.room: dict[str, Any] = {}
        self.heard: list[str] = []
        self.welcome: dict[str, Any] = {}
        self._answered: set[tuple[int, str]] = set()
        self.send(type="hello", tokens=list(tokens), version=version, fair=fair)

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        data = self.socket.recv(timeout)
        assert isinstance(data, str)
        self.heard.append(data)
        said: dict[str, Any] = json.loads(data)
        match said["type"]:
            case "welcome":
                self.welcome, self.room = said, said["room"]
                self.states = {state["seat"]: state for state in said["states"]}
            case "state":
                self.states[said["seat"]] = said
            case "update":
                self._update(said)
            case "room":
                self.room = said["room"]
        return said

    def _update(self, said: dict[str, Any]) -> None:
        old = self.states[said["seat"]]
        tokens = {t["id"]: t for t in old.get("tokens", [])} | {t["id"]: t for t in said.get("tokens", [])}
        panels = {p["id"]: p for p in old.get("panels", [])} | {p["id"]: p for p in said.get("panels", [])}
        back = said.get("back")
        events = [e for e in old.get("events", []) if back is None or e["at"] <= back]
        self.states[said["seat"]] = said | {
            "tokens": [t for id, t in tokens.items() if id not in said.get("gone", [])],
            "panels": [p for id, p in panels.items() if id not in said.get("closed", [])],
            "events": events + said.get("events", []),
        }

    def until(self, kind: str, timeout: float = PATIENCE, **fields: Any) -> dict[str, Any]:
        """Receives up to the first message of this kind with these fields."""
        end = time.monotonic() + timeout
        while True:
            said = self.receive(max(0.01, end - time.monotonic()))
            if said["type"] == kind and all(said.get(k) == v for k, v in fields.items()):
                return said

    def state(self, seat: int = 0) -> dict[str, Any]:
        while seat not in self.states:
            self.receive()
        return self.states[seat]

    def asked(self, seat: int = 0) -> dict[str, Any]:
        """The first ask of the seat that it has not answered; waits for one. An empty one at the end of the match."""
        while True:
            state = self.state(seat)
            if state.get("result"):
                return {}
            for ask in state.get("asks", []):
                if ask["id"] not in state.get("locked", []) and not self.answered(seat, ask["id"]):
                    return ask
            self.receive()

    def act(self, ask: str, value: Any, seat: int = 0, do: str = "") -> dict[str, Any]:
        do = do or f"do{next(_numbers)}"
        self.send(type="act", seat=seat, ask=ask, do=do, value=value)
        ack = self.until("ack", do=do)
        if "refusals" not in ack:
            self._answered.add((seat, ask))
        return ack

    def answered(self, seat: int, ask: str) -> bool:
        return (seat, ask) in self._answered

    def query(self, query: str, seat: int = 0, **more: Any) -> dict[str, Any]:
        n = next(_numbers)
        self.send(type="query", seat=seat, n=n, query=query, **more)
        return self.until("answer", n=n)

    def trouble(self, **message: Any) -> dict[str, Any]:
        self.send(**message)
        return self.until("error")

    def closed(self) -> bool:
        """Receives until the server closes the line."""
        try:
            while True:
                self.receive()
        except ConnectionClosed:
            return True

    def close(self) -> None:
        self._line.close()

    def __enter__(self) -> Client:
        room = self.until("welcome")["room"]
        if -2 not in self.states and not room.get("over") and room.get("fair", {}).get("next"):
            self.until("room")  # those who sit down have had their hand in the dice, or wait for others
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def some_answer(ask: dict[str, Any], rnd: random.Random) -> Any:
    """Any answer to an ask of the teaching game."""
    if ask["type"] == "choose":
        return rnd.choice([o["value"] for o in ask["options"] if not o.get("why")])
    if ask["type"] == "roll":
        return [rnd.randint(1, ask.get("sides", 6)) for _ in range(ask["dice"])]
    assert ask["type"] == "move"
    return {}


def play_on(client: Client, seat: int, rnd: random.Random, decisions: int | None = None) -> int:
    """Answers for a seat until the match is over or so many decisions are made; gives how many."""
    made = 0
    while decisions is None or made < decisions:
        ask = client.asked(seat)
        if not ask:
            break
        ack = client.act(ask["id"], some_answer(ask, rnd), seat)
        assert "refusals" not in ack, ack
        made += 1
    return made


def concede(client: Client, seat: int) -> None:
    client.send(type="concede", seat=seat, do="c")
    client.until("ack", do="c")


def first_shot(us: Client) -> dict[str, Any]:
    """Both seats up to the first shot of the match; gives the update that tells of it."""
    us.act("0.stance", "aim", seat=0)
    us.act("0.stance", "aim", seat=1)
    us.act(us.asked(1)["id"], {"paths": {"b": [[9.875, 8.25]]}}, seat=1)
    us.act(us.asked(1)["id"], True, seat=1)
    while True:
        said = us.until("update", seat=1)
        if "events" in said:
            return said
