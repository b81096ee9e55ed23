"""Taking back: free while it costs nobody anything, else by consent."""

import random

import pytest

from server.serving import LASTING, Client, Server, play_on, serving

TWO = [{"kind": "human", "name": "Kim"}, {"kind": "human", "name": "Lou"}]


def stances(*who: Client) -> None:
    who[0].act("0.stance", "aim", seat=0)
    who[-1].act("0.stance", "aim", seat=1)


def take_back(client: Client, seat: int = 0, do: str = "u") -> dict:
    client.send(type="undo", seat=seat, do=do)
    return client.until("ack", do=do)


def test_what_costs_nobody_anything_is_free(server: Server):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as kim, server.sit(room, tokens["1"]) as lou:
        stances(kim, lou)
        ask = lou.asked(1)
        lou.act(ask["id"], {"paths": {"b": [[9.875, 8.25]]}}, 1)
        while lou.state(1)["tokens"][1]["at"] != [9.875, 8.25]:
            lou.receive()
        assert lou.asked(1)["key"] == "shoot"  # it is still her turn
        assert lou.state(1)["undo"] == "free"
        assert "refusals" not in take_back(lou, 1)
        said = lou.until("update")
        assert said["tokens"][0]["at"] == [6.0, 9.0]
        assert "taken back" in said["events"][-1]["says"]
        assert lou.asked(1)["id"] != ask["id"]  # no late click lands in it


def test_what_costs_others_something_needs_their_consent(server: Server):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as kim, server.sit(room, tokens["1"]) as lou:
        stances(kim, lou)
        lou.asked(1)
        assert "refusals" not in take_back(kim)
        asked = lou.until("undo")["asked"]
        assert (asked["seat"], asked["wanted"]) == (0, [1])
        assert asked["says"] == "Kim would like to take back a decision and the one made since."
        lou.send(type="consent", seat=1, undo=asked["n"], yes=False)
        kim.until("undo", says="Lou would rather not.")
        assert kim.trouble(type="consent", seat=0, undo=asked["n"], yes=True)["code"] == "bad"
        take_back(kim, do="again")
        while not (asked := lou.until("undo").get("asked")):
            pass
        lou.send(type="consent", seat=1, undo=asked["n"], yes=True)
        assert kim.until("update", back=0)["seat"] == 0
        assert kim.asked()["key"] == "stance"
        assert server.tables.rooms[room].match.tape == []


def test_whoever_plays_against_machines_alone_need_not_ask(server: Server):
    room, tokens = server.room()
    with server.sit(room, tokens["0"]) as kim:
        kim.act("0.stance", "aim")
        kim.asked()  # the machine has chosen, too, so it was not free
        assert kim.state()["undo"] == "free"
        assert "refusals" not in take_back(kim)
        assert kim.until("update", back=0)["seat"] == 0


def test_a_refused_answer_does_not_silence_a_request(server: Server):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as kim, server.sit(room, tokens["1"]) as lou:
        stances(kim, lou)
        take_back(kim)
        asked = lou.until("undo")["asked"]
        assert lou.act(lou.asked(1)["id"], {"paths": {"b": [[900, 900]]}}, 1)["refusals"]
        lou.send(type="consent", seat=1, undo=asked["n"], yes=True)
        assert kim.until("update", back=0)["seat"] == 0


def test_a_request_lapses_when_the_game_goes_on(server: Server):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as kim, server.sit(room, tokens["1"]) as lou:
        stances(kim, lou)
        take_back(kim)
        asked = lou.until("undo")["asked"]
        lou.act(lou.asked(1)["id"], {}, 1)
        assert "asked" not in kim.until("undo", asked=None)
        assert lou.trouble(type="consent", seat=1, undo=asked["n"], yes=True)["code"] == "bad"


def test_a_request_outlives_a_restart(tmp_path):
    database = f"sqlite:///{tmp_path}/games.db"
    with serving(database) as server:
        room, tokens = server.room(seats=TWO)
        with server.sit(room, tokens["0"]) as kim, server.sit(room, tokens["1"]) as lou:
            stances(kim, lou)
            take_back(kim)
    with serving(database) as server, server.sit(room, tokens["1"]) as lou:
        lou.send(type="consent", seat=1, undo=lou.welcome["asked"]["n"], yes=True)
        lou.until("update", back=0)


def test_a_request_outlives_that_all_go_after_a_long_while(server: Server):
    room, tokens = server.room(seats=TWO, setup=LASTING)
    rnd = random.Random(3)
    with server.sit(room, tokens["0"]) as kim, server.sit(room, tokens["1"]) as lou:
        while len(server.tables.rooms[room].match.tape) < 20:
            for seat, client in enumerate((kim, lou)):
                if server.tables.rooms[room].match.find(seat) is not None:
                    play_on(client, seat, rnd, 1)
        take_back(kim)
        lou.until("undo")
    server.forget()
    with server.sit(room, tokens["1"]) as lou:
        assert lou.welcome["asked"]["seat"] == 0


def test_machines_always_consent(server: Server):
    room, tokens = server.room()
    with server.sit(room, tokens["0"]) as me:
        play_on(me, 0, random.Random(1), 3)
        me.asked()
        length = len(server.tables.rooms[room].match.tape)
        assert "refusals" not in take_back(me)
        me.until("update", undo=me.state().get("undo"))
        assert len(server.tables.rooms[room].match.tape) != length or me.state()["version"]
        play_on(me, 0, random.Random(2))
    assert server.http.get(f"/api/rooms/{room}/verify").json() == {"faults": []}


def test_going_back_past_the_keyframe_of_a_resumed_match(server: Server):
    room, tokens = server.room(seats=TWO)
    rnd = random.Random(3)
    with server.sit(room, tokens["0"], tokens["1"]) as us:
        for _ in range(60):
            if us.state(0).get("result"):
                break
            states = [us.state(0), us.state(1)]
            ask = next(a for s in states for a in s.get("asks", []) if a["id"] not in s.get("locked", []))
            play_on(us, ask["seat"], rnd, 1)
            us.until("update", seat=1)
    frames = server.tables.rooms[room].match.frames
    if len(frames) < 2:
        pytest.fail("the match was too short to have a second keyframe")
    server.forget()
    with server.sit(room, tokens["0"], tokens["1"]) as us:
        kept = server.tables.rooms[room]
        assert len(kept.match.frames) == 1
        for n in range(40):
            if kept.match.last_answer(0) is None or kept.match.frames[-1].index == 0:
                break
            take_back(us, 0, f"u{n}")
        assert kept.match.frames[-1].index == 0


def test_strictly_only_what_is_free_can_be_taken_back(server: Server):
    room, tokens = server.room(seats=TWO, options={"undo": "strict"})
    with server.sit(room, tokens["0"]) as kim, server.sit(room, tokens["1"]) as lou:
        stances(kim, lou)
        kim.until("update")
        assert take_back(kim)["refusals"]
        assert server.tables.rooms[room].asked is None


def test_freely_everything_can_be_taken_back(server: Server):
    room, tokens = server.room(seats=TWO, options={"undo": "free"})
    with server.sit(room, tokens["0"]) as kim, server.sit(room, tokens["1"]) as lou:
        stances(kim, lou)
        assert "refusals" not in take_back(kim)
        assert kim.until("update", back=0)
