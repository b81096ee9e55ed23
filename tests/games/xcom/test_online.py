"""XCOM over a network: grace, lost connections, everybody gone. Real sockets and the server's real clock; the waiting
before a zero is skipped by moving the room's clock, and where half a second counts, a hand moves time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.xcom.warroom import COMMANDER, LEADER, OFFICER, SCIENTIST, rule
from server.serving import Client, Server, serving
from xenotable.games.xcom.state import Clock
from xenotable.server.rooms import clocks

MACHINE, HUMAN, OPEN = {"kind": "machine"}, {"kind": "human"}, {"kind": "open"}
HARD_TIMES = {"difficulty": "impossible", "plan": "beachhead", "timer": "on"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path}/games.db", rate=10_000.0) as running:
        yield running


class Ops:
    """A room with the Central Officer (and other roles) in one hand and the Commander in another."""

    def __init__(self, server: Server, *mine: int, setup: dict[str, Any] = HARD_TIMES) -> None:
        self.server = server
        seats = [OPEN if s == COMMANDER else HUMAN if s in mine else MACHINE for s in range(4)]
        self.id, self.tokens = server.room(game="xcom", setup=setup, seats=seats)
        joined = server.http.post(f"/api/rooms/{self.id}/join", json={"seat": COMMANDER}).json()
        self.theirs = joined["tokens"][str(COMMANDER)]

    @property
    def room(self) -> Any:
        return self.server.tables.rooms[self.id]

    @property
    def clock(self) -> Clock:
        clock: Clock = self.room.match.game.clock[0]
        return clock

    def me(self) -> Client:
        return self.server.sit(self.id, *self.tokens.values())

    def other(self) -> Client:
        return self.server.sit(self.id, self.theirs)

    def begin(self, me: Client, other: Client) -> None:
        """Both are ready, and the first action is on screen."""
        for who, seat in ((other, COMMANDER), (me, min(int(s) for s in self.tokens))):
            assert "refusals" not in who.act("ready", "ready", seat)
        assert "refusals" not in me.act("start", "start", OFFICER)

    def done(self, me: Client) -> dict[str, Any]:
        return me.act("done", [self.clock.n], OFFICER)

    def before_zero(self, me: Client, ms: int) -> None:
        """The clock is moved to so many milliseconds before zero; the refused click lets the room look at it."""
        assert self.clock.zero is not None
        self.room.clock.set(self.clock.zero - ms)
        me.act("nothing", None, OFFICER)

    def until(self, what: Any, seconds: float = 30.0) -> None:
        end = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < end
            time.sleep(0.01)


@rule("modes.online-clock", "roles.ai-fill", "roles.colours", "modes.lobby")
def test_the_server_says_who_plays_and_gives_half_a_second_of_grace(server: Server):
    ops = Ops(server, OFFICER, LEADER)
    with ops.me() as me, ops.other() as other:
        setup = ops.room.match.game.setup
        assert (setup.grace, setup.humans) == (500, ((OFFICER, LEADER), (COMMANDER,)))
        assert [s["colour"] for s in me.room["seats"]] == ["green", "purple", "cyan", "white"]
        assert me.act("start", "start", OFFICER)["refusals"]  # not everybody is ready
        ops.begin(me, other)
        assert ops.clock.action == "new_tech"


class Hand:
    """A clock that stands until a hand moves it: how long a click is on its way depends on the machine."""

    seconds = 0.0

    def monotonic(self) -> float:
        return self.seconds


@rule("modes.online-clock", "timed.xcom-zero")
def test_a_command_just_after_zero_counts_and_a_later_one_hears_why_not(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    hand = Hand()
    monkeypatch.setattr(clocks, "time", hand)
    ops = Ops(server, OFFICER)
    with ops.me() as me, ops.other() as other:
        ops.begin(me, other)
        assert ops.clock.action == "new_tech"
        ops.before_zero(me, 0)
        hand.seconds += 0.499
        assert "refusals" not in ops.done(me)
        assert (ops.clock.action, ops.clock.ended) == ("budget", "done")
        old = next(a["id"] for a in me.state(OFFICER)["asks"] if a["key"] == "done")
        began = ops.clock.began
        ops.before_zero(me, 0)
        hand.seconds += 0.501
        ops.until(lambda: ops.clock.n == 2)  # nobody says a word: it ends by itself when the grace is over
        assert ops.clock.ended == "zero"
        assert ops.clock.began == began + 6_000 + 500
        (no,) = me.act(old, [1], OFFICER)["refusals"]
        assert no["rule"] == "timed.stale"
        assert "XCOM Budget has ended (its time ran out)" in no["says"]


@rule("modes.online-disconnect")
def test_a_lost_connection_starts_the_pause_and_the_machine_plays_when_it_ends(server: Server):
    ops = Ops(server, OFFICER, SCIENTIST, LEADER)
    with ops.me() as me:
        with ops.other() as other:
            ops.begin(me, other)
        ops.until(lambda: ops.clock.paused is not None)
        assert ops.clock.wanted == (COMMANDER,)
        with ops.other() as other:  # back again: the pause goes on until somebody ends it
            assert ops.clock.paused is not None
            assert "refusals" not in me.act("pause", [ops.clock.n], OFFICER)
            assert ops.clock.budget < 20_000
        ops.until(lambda: ops.clock.paused is not None)
        me.act("pause", [ops.clock.n], OFFICER)  # the others choose to go on: the machine plays the Commander
        while ops.clock.action != "crisis":
            assert "refusals" not in ops.done(me)
        assert ops.done(me)["refusals"][0]["rule"] == "timed.done-refused"
        ops.before_zero(me, 2_000)
        ops.until(lambda: ops.room.match.game.now.chosen != "")
        assert [s["kind"] for s in me.room["seats"]][COMMANDER] == "human"  # the seat is still theirs


@rule("modes.online-disconnect")
def test_without_a_pause_the_machine_plays_at_once_and_until_the_player_is_back(server: Server):
    ops = Ops(server, OFFICER, SCIENTIST, LEADER)
    with ops.me() as me:
        with ops.other() as other:
            ops.begin(me, other)
            while ops.clock.action != "crisis":
                assert "refusals" not in ops.done(me)
            ops.before_zero(me, 0)
            ops.until(lambda: ops.clock.expired)
        ops.until(lambda: ops.room.match.game.now.chosen != "")
        assert ops.clock.paused is None
        with ops.other() as other:
            assert other.state(COMMANDER)["asks"]
            ops.until(lambda: not ops.room.machines.busy)


@rule("timed.leave")
def test_when_everybody_is_gone_the_clocks_stand_and_the_phase_resumes_paused(server: Server):
    ops = Ops(server, OFFICER)
    with ops.me() as me, ops.other() as other, server.sit(ops.id):
        ops.begin(me, other)
        me.close()
        other.close()
        ops.until(lambda: not ops.room.clock.running)  # somebody who only watches does not play
        ops.until(lambda: ops.clock.paused is not None)
        now = ops.room.clock.now()
        time.sleep(0.3)
        assert ops.room.clock.now() == now
    ops.until(lambda: not ops.room.people)
    del server.tables.rooms[ops.id]  # as after a restart
    back = time.monotonic()
    with ops.me():
        assert ops.clock.paused is not None
        assert now <= ops.room.clock.now() <= now + (time.monotonic() - back) * 1000
        began, left = ops.clock.paused, ops.clock.budget
        ops.until(lambda: ops.room.clock.now() > now + 200)  # the budget runs from the moment somebody is back
        assert (ops.clock.paused, ops.clock.budget) == (began, left)


def test_others_hand_a_role_to_the_machine_and_it_comes_back(server: Server):
    ops = Ops(server, OFFICER, setup={**HARD_TIMES, "timer": "off"})
    with ops.me() as me:
        with ops.other() as other:
            ops.begin(me, other)
        while me.room["seats"][COMMANDER].get("online"):
            me.receive()
        me.send(type="replace", seat=COMMANDER, level="tactician")
        while me.room["seats"][COMMANDER]["kind"] != "machine":
            me.receive()
        with ops.other() as other:
            assert other.state(COMMANDER)["asks"]
            assert other.room["seats"][COMMANDER]["kind"] == "human"


@rule("play.undo")
def test_what_was_said_against_the_clock_is_not_taken_back(server: Server):
    ops = Ops(server, OFFICER)
    with ops.me() as me, ops.other() as other:
        ops.begin(me, other)
        ops.done(me)
        me.send(type="undo", seat=OFFICER, do="u")
        assert me.until("ack", do="u")["refusals"][0]["rule"] == "engine.undo"
        assert ops.clock.n == 1
