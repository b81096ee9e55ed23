"""Saves, replays, branches, questions."""

import random

import pytest

from server.serving import LASTING, Server, concede, first_shot, play_on
from xenotable.engine import Game, Row
from xenotable.server.workers.tasks import in_words

TWO = [{"kind": "human"}, {"kind": "human"}]


@pytest.fixture
def over(server: Server) -> str:
    """A match that was played to its end."""
    room, tokens = server.room(setup=LASTING, seats=TWO)
    with server.sit(room, tokens["0"], tokens["1"]) as us:
        first_shot(us)
        concede(us, 0)
    return room


def test_a_replay_steps_through_the_record(server: Server, over: str):
    replay = server.http.get(f"/api/rooms/{over}/replay").json()
    tape = server.tables.rooms[over].match.tape
    assert replay["length"] == len(tape)
    decided = ("answer", "forced", "concede")
    assert [s["index"] for s in replay["steps"]] == [i for i, e in enumerate(tape) if e.kind in decided]
    assert replay["result"]["says"] in replay["steps"][-1]["says"]
    chose = {key: {s.get("chose", "") for s in replay["steps"] if s["key"] == key} for key in ("stance", "shoot")}
    assert chose["stance"] == {""}  # decided in secret: nobody is told what
    assert any(chose["shoot"])
    first = server.http.get(f"/api/rooms/{over}/replay/0").json()
    assert [t["at"] for t in first["tokens"]] == [[6.0, 1.0], [6.0, 9.0]]
    assert "asks" not in first
    assert first["board"] == replay["board"]
    last = server.http.get(f"/api/rooms/{over}/replay/{replay['length']}?seat=1").json()
    assert last["result"] == replay["result"]
    assert [e["says"] for e in last["events"]][-1] == replay["result"]["says"]
    for bad in (replay["length"] + 1, "x", -1):
        assert 400 <= server.http.get(f"/api/rooms/{over}/replay/{bad}").status_code < 500
    assert server.http.get(f"/api/rooms/{over}/replay/0?seat=7").status_code == 400


def test_an_answer_in_words_passes_over_what_was_left_open():
    assert in_words(("give", "flak-vest", "", ""), Game(Row())) == "give, flak vest"


def test_a_branch_goes_on_from_the_middle(server: Server, over: str):
    steps = server.http.get(f"/api/rooms/{over}/replay").json()["steps"]
    middle = steps[len(steps) // 2]["index"]
    made = server.http.post(f"/api/rooms/{over}/branch", json={"index": middle, "seats": TWO})
    assert made.status_code == 201
    room, tokens = made.json()["room"]["id"], made.json()["tokens"]
    assert len(server.tables.rooms[room].match.tape) == middle
    with server.sit(room, *tokens.values()) as us:
        asks = [a for seat in (0, 1) for a in us.state(seat).get("asks", [])]
        assert asks
        before = server.http.get(f"/api/rooms/{over}/replay/{middle}").json()["tokens"]
        assert us.state(0)["tokens"] == before
    assert server.http.post(f"/api/rooms/{over}/branch", json={"index": 10**6}).status_code == 400


def test_a_save_can_be_taken_home_and_played_on(server: Server):
    room, tokens = server.room()
    with server.sit(room, tokens["0"]) as me:
        play_on(me, 0, random.Random(1), 3)
        me.asked()
    key = {"Authorization": f"Bearer {tokens['0']}"}
    reply = server.http.get(f"/api/rooms/{room}/save", headers=key)
    assert "attachment" in reply.headers["content-disposition"]
    made = server.http.post("/api/rooms/resume", json={"save": reply.json()}).json()
    assert "note" not in made
    again, mine = made["room"]["id"], made["tokens"]["0"]
    assert server.tables.rooms[again].match.tape == server.tables.rooms[room].match.tape
    with server.sit(again, mine) as me:
        play_on(me, 0, random.Random(2))
    assert server.http.get(f"/api/rooms/{again}/verify").json() == {"faults": []}


def test_a_save_can_be_watched_but_not_played(server: Server, over: str):
    save = server.http.get(f"/api/rooms/{over}/save").json()
    kept = server.http.post("/api/replays", json={"save": save}).json()
    assert kept["over"]
    assert server.http.get(f"/api/rooms/{kept['id']}/replay").json()["length"] == len(save["tape"])
    assert server.http.post(f"/api/rooms/{kept['id']}/join", json={}).status_code == 400
    with server.sit(kept["id"]) as eve:
        assert eve.state(-2)["result"] == save["result"]


def test_a_forged_die_is_found(server: Server):
    room, tokens = server.room(setup=LASTING, seats=TWO)
    with server.sit(room, tokens["0"], tokens["1"]) as us:
        first_shot(us)
        concede(us, 0)
    save = server.http.get(f"/api/rooms/{room}/save").json()
    roll = next(e for e in save["tape"] if e[0] == "roll")
    roll[3] = [*roll[3][1:], roll[3][0] % 6 + 1]
    kept = server.http.post("/api/replays", json={"save": save}).json()
    faults = server.http.get(f"/api/rooms/{kept['id']}/verify").json()["faults"]
    assert any("secret" in fault for fault in faults)


@pytest.mark.parametrize(
    "damage",
    [
        {},
        {"format": 1, "tape": []},
        {"format": 99, "tape": []},
        [],
        "x",
        None,
        {"format": 1, "game": "duel", "tape": [["answer"]]},
    ],
)
def test_a_damaged_save_gets_a_sentence(server: Server, damage: object):
    for address in ("/api/rooms/resume", "/api/replays"):
        reply = server.http.post(address, json={"save": damage})
        assert reply.status_code == 400
        assert reply.json()["says"].endswith(".")


def test_questions_are_answered_without_commitment(server: Server):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"], tokens["1"]) as us:
        us.act("0.stance", "aim", seat=0)
        us.act("0.stance", "aim", seat=1)
        ask = us.asked(1)
        sequence = server.tables.rooms[room].sequence
        far = us.query("check", seat=1, ask=ask["id"], value={"paths": {"b": [[0.0, 0.0]]}})
        assert far["refusals"][0]["rule"].startswith("duel.")
        near = {"paths": {"b": [[9.875, 8.25]]}}
        assert "refusals" not in us.query("check", seat=1, ask=ask["id"], value=near)
        hint = us.query("hint", seat=1)
        assert hint["ask"] == ask["id"]
        assert hint["reason"]
        assert "refusals" not in us.query("check", seat=1, ask=ask["id"], value=hint["value"])
        legal = us.query("legal", seat=1, ask=ask["id"])["value"]
        assert all("refusals" not in us.query("check", seat=1, ask=ask["id"], value=v) for v in legal)
        assert us.query("measure", seat=1, value={"from": "a", "to": [6.0, 9.0]})["distance"] == 7.5
        assert us.query("measure", seat=1, value={"from": "a", "to": "zz"})["refusals"]
        assert us.query("measure", seat=1, value=[1])["refusals"]
        assert us.query("odds", seat=1, ask=ask["id"], value=True)["refusals"]
        assert us.query("reach", seat=1, ask="9.x", value={"piece": "b"})["refusals"]
        assert server.tables.rooms[room].sequence == sequence
        us.act(ask["id"], near, 1)
        shoot = us.asked(1)
        forecasts = us.query("odds", seat=1, ask=shoot["id"], value=True)["forecasts"]
        assert forecasts[0]["title"]
        assert forecasts[0]["mean"] > 0
        assert us.query("odds", seat=1, ask=shoot["id"], value="maybe")["refusals"]


def test_games_and_their_rules_can_be_read(server: Server):
    assert "duel" in [g["id"] for g in server.http.get("/api/games").json()]
    detail = server.http.get("/api/games/duel").json()
    assert [o["id"] for o in detail["offers"]] == ["duel", "blood"]
    assert detail["offers"][0]["seats"] == ["Ada", "Bo"]
    assert {"random", "tactician"} <= {level["id"] for level in detail["levels"]}
    assert server.http.get("/api/games/duel/rules").json()["chapters"] == []
