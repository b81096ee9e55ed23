"""Whole records are looked through by workers; the loop that serves everybody reads their last keyframe at most."""

from pathlib import Path

import pytest

from server.serving import Server
from xenotable.engine import Match
from xenotable.engine.saving import SavedFrame
from xenotable.server.log.record import LoggedFrame
from xenotable.server.rooms import room as live
from xenotable.server.rooms.table_server import Settings

CLOCKWORK = str(Path(__file__).parent / "clockwork.py")
TWO = [{"kind": "human"}, {"kind": "human"}]


class Counting:
    """How many keyframes this process, which is the server, reads."""

    read = 0


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counting:
    frames, read = Counting(), LoggedFrame.read

    def counted(frame: LoggedFrame) -> SavedFrame:
        frames.read += 1
        return read(frame)

    monkeypatch.setattr(LoggedFrame, "read", counted)

    def elsewhere(*_: object) -> None:
        raise AssertionError("the loop went through a record")

    monkeypatch.setattr(Match, "at", elsewhere)
    return frames


def test_records_are_looked_through_by_workers(tmp_path: Path, counting: Counting, monkeypatch: pytest.MonkeyPatch):
    server = Server(Settings(f"sqlite:///{tmp_path}/games.db", (CLOCKWORK,), rate=10_000.0))
    try:
        room, tokens = server.room(game="clockwork", setup={"bell": 3_600_000}, seats=TWO)
        with server.sit(room, tokens["0"], tokens["1"]) as us:
            us.act(us.asked(1)["id"], "blue", seat=1)
            ask = us.asked(0)
            for _ in range(200):
                assert "refusals" not in us.act(ask["id"], "press")
            length = len(server.tables.rooms[room].match.tape)
            assert len(server.tables.rooms[room].match.frames) > 4
        mine = {"Authorization": f"Bearer {tokens['0']},{tokens['1']}"}
        loads: list[int] = []
        load = live.load
        monkeypatch.setattr(live, "load", lambda saved, kind: loads.append(len(saved.frames)) or load(saved, kind))
        counting.read = 0

        http = server.http
        save = http.get(f"/api/rooms/{room}/save", headers=mine).json()
        assert len(save["frames"]) > 4
        assert http.get(f"/api/rooms/{room}/verify", headers=mine).json() == {"faults": []}
        assert http.get(f"/api/rooms/{room}/replay").json()["length"] == length
        assert http.get(f"/api/rooms/{room}/replay/90").json()["version"] == 90
        assert counting.read == 0

        resumed = http.post("/api/rooms/resume", json={"save": save, "seats": TWO})
        watched = http.post("/api/replays", json={"save": save})
        branched = http.post(f"/api/rooms/{room}/branch", json={"index": 90, "seats": TWO}, headers=mine)
        assert [reply.status_code for reply in (resumed, watched, branched)] == [201] * 3
        assert (counting.read, loads) == (3, [1, 1, 1])
        there = branched.json()
        with server.sit(there["room"]["id"], *there["tokens"].values()) as us:
            assert us.asked(0)["key"] == "press"

        server.forget()
        with server.sit(room, tokens["0"]) as me:  # read from the log again
            assert me.asked()["key"] == "press"
        assert (counting.read, loads) == (4, [1] * 4)
    finally:
        server.stop()
