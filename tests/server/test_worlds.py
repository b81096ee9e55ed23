"""Two worlds that differ only in what somebody may not know send them the same bytes: in all games, to every seat and
to who watches, over the socket and at every address that shows a record."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from server.serving import Client, Server, serving
from xenotable.engine import Match, Seeded, Title, View, save
from xenotable.engine.asks import All
from xenotable.engine.events import Event
from xenotable.engine.gestures import Moved
from xenotable.engine.tape import Entry
from xenotable.engine.wording import Hidden
from xenotable.games import NAMES
from xenotable.games import game as game_of
from xenotable.players import RandomPlayer
from xenotable.players.running import _step
from xenotable.server.messages.protocol import SPECTATOR
from xenotable.server.rooms.clocks import Clock

DECISIONS = 60  # of a random match, in which the moments are looked for
MOMENTS = 2  # of each match
TOGETHER = ("rampant", "killteam", "xcx", "xenocide")  # games in which several lock something in before anybody sees it
APART = 12  # decisions between them, so that they are not of one scene


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Its match clocks stand still, and every safe point is a keyframe."""
    monkeypatch.setattr(Clock, "now", lambda clock: clock._base)
    monkeypatch.setattr("xenotable.engine.running.FRAME_EVERY", 1)
    with serving(f"sqlite:///{tmp_path}/games.db", rate=1e9, rooms=10**9, answer=120.0) as running:
        yield running


# ---- worlds ----------------------------------------------------------------------------------------------------------


def played(title: Title[Any], seed: int) -> Iterator[Match[Any]]:
    """A random match before each of its decisions."""
    match: Match[Any] = Match(title.new(title.random_setup(random.Random(seed).random)), seed)
    seats = range(match.game.seats)
    players = dict.fromkeys(seats, RandomPlayer(title, seed))
    for _ in range(DECISIONS):
        if match.open:
            yield match
            _step(match, players, {s: View(match, s) for s in seats})


def world(match: Match[Any], seat: int, seed: int) -> bytes:
    """The match with other dice to come, other secrets in the places that this seat cannot see, other secret answers on
    the tape and other words in what was told to others."""
    rnd, hidden = random.Random(seed), match.key
    for blind in range(match.game.seats) if seat == SPECTATOR else [seat]:  # who watches knows less than anybody
        hidden = hidden.blanked(blind)
        match.title.redeal(hidden, blind, rnd.random)
    other = match._bare()
    first, last = match.frames[0], match.frames[-1]
    assert last.index == match.since
    other.frames = [*([first] if first.index < last.index else []), replace(last, game=hidden, dice=Seeded(seed))]
    other.tape = [other_answer(e, seat, seed) if i < match.since else e for i, e in enumerate(match.tape)]
    other.events = [other_words(event, seat, seed) for event in match.events]
    return save(other)


def other_answer(entry: Entry, seat: int, seed: int) -> Entry:
    unseen = entry.kind == "answer" and entry.seen is not None and seat not in entry.seen and entry.seat != seat
    return replace(entry, value=f"secret {seed}") if unseen else entry


def other_words(event: Event, seat: int, seed: int) -> Event:
    if event.seen_by(seat) is None:
        return replace(event, text=(f"secret {seed}.",), shows=(Moved(f"secret {seed}", ((seed, seed),)),))
    parts = [replace(p, value=f"secret {seed}") if type(p) is Hidden and seat not in p.seats else p for p in event.text]
    return replace(event, text=tuple(parts))


def moments(title: Title[Any]) -> Iterator[Match[Any]]:
    """Where nobody has locked anything in and, if the game has secrets at all, there is one."""
    last, secretive = -APART, bool(title.state.Hidden.__struct_fields__)
    found = 0
    for k, match in enumerate(played(title, 1)):
        if match.held or k - last < APART or found == MOMENTS:
            continue
        states = {json.dumps(json.loads(world(match, SPECTATOR, seed))["frames"][-1]["state"]) for seed in (1, 2)}
        if len(states) == 2 or not secretive:
            last, found = k, found + 1
            yield match


# ---- what is heard in them -------------------------------------------------------------------------------------------


def room_of(server: Server, saved: bytes, seats: int) -> tuple[str, dict[str, str]]:
    body = {"save": json.loads(saved), "seats": [{"kind": "human"}] * seats}
    reply = server.http.post("/api/rooms/resume", json=body)
    assert reply.status_code == 201, reply.text
    assert "note" not in reply.json(), "the world does not hold"
    return reply.json()["room"]["id"], reply.json()["tokens"]


def heard(server: Server, saved: bytes, seat: int, seats: int) -> list[str]:
    """All that the seat hears by its socket and gets at the addresses of its room."""
    room, tokens = room_of(server, saved, seats)
    mine = [tokens[str(seat)]] if seat != SPECTATOR else []
    with server.sit(room, *mine) as me:
        for n, question in enumerate(questions(me, seat)):
            me.send(type="query", seat=seat, n=n, **question)
            me.until("answer", n=n)
        if mine:
            me.send(type="mute", seat=seat, of=SPECTATOR)
            me.until("update")
        key = {"Authorization": f"Bearer {mine[0]}"} if mine else {}
        length = len(json.loads(saved)["tape"])
        addresses = ("", "/replay", f"/replay/{length}?seat={seat}", f"/replay/{length}", "/save", "/verify")
        replies = [server.http.get(f"/api/rooms/{room}{address}", headers=key) for address in addresses]
        assert [reply.status_code for reply in replies] == [200, 200, 200, 200, 403, 403]
        return nameless([*me.heard, *(reply.text for reply in replies)], room)


def nameless(texts: list[str], room: str) -> list[str]:
    """Without what differs between any two rooms: their names, and the hashes of the secrets of their dice."""
    masked = (re.sub("[0-9a-f]{64}", "HASH", text.replace(room, "ROOM")) for text in texts)
    return [re.sub('"kept":[0-9]+', '"kept":SECONDS', text) for text in masked]  # how quick this machine is


def questions(me: Client, seat: int) -> Iterator[dict[str, Any]]:
    """What may be asked without commitment."""
    state = me.state(seat)
    for ask in state.get("asks", [])[:2]:
        yield {"query": "hint"}
        yield {"query": "legal", "ask": ask["id"]}
        for option in ask.get("options", [])[:2]:
            yield {"query": "check", "ask": ask["id"], "value": option["value"]}
            yield {"query": "odds", "ask": ask["id"], "value": option["value"]}
        for piece in ask.get("pieces", [])[:1]:
            yield {"query": "reach", "ask": ask["id"], "value": {"piece": piece["on"], "mode": ""}}
    there = [token["id"] for token in state.get("tokens", []) if token.get("at")]
    for one, two in zip(there[:2], there[-2:], strict=False):
        yield {"query": "measure", "value": {"from": one, "to": two}}
        yield {"query": "sight", "value": {"from": one, "to": two}}


@pytest.mark.parametrize("game", NAMES)
def test_what_a_seat_may_not_know_changes_no_byte(server: Server, game: str):
    title = game_of(game)
    looked = 0
    for match in moments(title):
        seats = match.game.seats
        for seat in (SPECTATOR, *range(seats)):
            one, two = (world(match, seat, seed) for seed in (1, 2))
            assert one != two
            assert heard(server, one, seat, seats) == heard(server, two, seat, seats)
            looked += 1
    assert looked >= MOMENTS * 2


def locked_in(server: Server, saved: bytes, seat: int, value: Any, seats: int) -> list[list[str]]:
    """What all the others hear while this seat locks its answer in."""
    room, tokens = room_of(server, saved, seats)
    others = [token for at, token in tokens.items() if int(at) != seat]
    with server.sit(room, tokens[str(seat)]) as me, server.sit(room, *others) as them, server.sit(room) as eve:
        ack = me.act(me.asked(seat)["id"], msgspec.to_builtins(value), seat)
        assert "refusals" not in ack
        for client in (them, eve):
            for at in client.states:
                while client.state(at)["version"] < ack["version"]:
                    client.receive()
        return [nameless(client.heard, room) for client in (them, eve)]


@pytest.mark.parametrize("game", NAMES)
def test_what_others_lock_in_changes_no_byte(server: Server, game: str):
    """Somebody locks one answer in or another; everybody else hears the same."""
    for match in played(game_of(game), 1):
        if type(match.top) is not All or match.held or len({ask.seat for ask in match.open}) == 1:
            continue
        ask, seats = match.open[0], match.game.seats
        answers = list(ask.candidates(8, random.Random(1).random))
        if answers[0] != answers[-1]:
            one, two = (locked_in(server, save(match), ask.seat, value, seats) for value in (answers[0], answers[-1]))
            assert one == two
            return
    assert game not in TOGETHER, "nobody decided at the same time as others"
