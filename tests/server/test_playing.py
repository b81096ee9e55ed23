"""Whole matches over real sockets."""

import json
import random
import re
import threading
import time

import pytest

from server.serving import Client, Server, first_shot, play_on, serving, some_answer

TWO = [{"kind": "human"}, {"kind": "human"}]


def test_a_person_plays_a_match_against_the_machine(server: Server):
    room, tokens = server.room()
    with server.sit(room, tokens["0"]) as me:
        assert [s["kind"] for s in me.room["seats"]] == ["human", "machine"]
        assert me.welcome["board"]["width"] == 12
        made = play_on(me, 0, random.Random(1))
        assert made > 0
        assert me.state()["result"]["says"]
        told = [e["says"] for e in me.state()["events"]]
        assert told[-1] == me.state()["result"]["says"]
    assert server.http.get(f"/api/rooms/{room}").json()["over"] is True
    assert server.http.get(f"/api/rooms/{room}/verify").json() == {"faults": []}


def test_two_people_play_and_a_spectator_follows(server: Server):
    room, tokens = server.room(seats=[{"kind": "human", "name": "Kim"}, {"kind": "open"}])
    assert list(tokens) == ["0"]
    joined = server.http.post(f"/api/rooms/{room}/join", json={"name": "Lou"}).json()
    assert joined["room"]["seats"][1] == {"seat": 1, "title": "Bo", "kind": "human", "name": "Lou", "kept": 120}
    with server.sit(room, tokens["0"]) as kim, server.sit(room, joined["tokens"]["1"]) as lou, server.sit(room) as eve:
        other = threading.Thread(target=play_on, args=(lou, 1, random.Random(2)))
        other.start()
        play_on(kim, 0, random.Random(1))
        other.join()
        while "result" not in eve.state(-2):
            eve.receive()
        assert eve.state(-2)["result"] == kim.state(0)["result"] == lou.state(1)["result"]
        assert eve.state(-2)["tokens"] == kim.state(0)["tokens"]
        assert not any(s.get("asks") for s in [eve.state(-2)])


def test_one_screen_for_both_seats(server: Server):
    room, tokens = server.room(seats=TWO)
    rnd = random.Random(3)
    with server.sit(room, tokens["0"], tokens["1"]) as us:
        assert sorted(us.states) == [0, 1]
        while not us.state(0).get("result"):
            states = [us.state(0), us.state(1)]
            asks = [a for s in states for a in s.get("asks", []) if a["id"] not in s.get("locked", [])]
            if not asks:
                us.receive()
                continue
            us.act(asks[0]["id"], some_answer(asks[0], rnd), asks[0]["seat"])
            us.until("update", seat=1)


def test_dice_come_with_the_event_they_decided(server: Server):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"], tokens["1"]) as us:
        shot = first_shot(us)["events"][0]
        assert shot["rule"] == "duel.shoot"
        (dice,) = shot["dice"]
        assert (dice["seat"], dice["key"], len(dice["faces"])) == (1, "shot", 3)
        assert all(1 <= face <= 6 for face in dice["faces"])
    with server.sit(room) as anybody:  # who comes later reads the same story
        told = [event for event in anybody.state(-2)["events"] if event["says"]]
        assert told[0] == shot


def test_what_can_be_seen_comes_with_the_event(server: Server):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"], tokens["1"]) as us:
        shot = first_shot(us)["events"][0]
        assert [shown["type"] for shown in shot["shows"]][:1] == ["threw"]
        assert shot["on"] == ["b", "a"]
    with server.sit(room) as anybody:  # who only watches sees the same
        assert shot in anybody.state(-2)["events"]
    reply = server.http.get(f"/api/rooms/{room}/replay/{shot['at']}?seat=-2").json()
    assert shot in reply["events"], "and so does who looks back"


def test_a_machine_thinks_only_while_it_is_asked(server: Server):
    room, tokens = server.room()
    rnd = random.Random(2)
    with server.sit(room, tokens["0"]) as me:
        for _ in range(8):
            ask = me.asked()
            state = me.state()
            if not ask:
                break
            waited_for = [w["seat"] for w in state.get("waiting", []) if not w.get("locked")]
            assert set(state.get("thinking", [])) <= set(waited_for), "nobody thinks while a person decides"
            me.act(ask["id"], some_answer(ask, rnd))


def test_real_dice_are_typed_in_by_a_person_for_the_machine_too(server: Server):
    rnd = random.Random(4)
    typed: list[int] = []
    for _ in range(10):  # the machine moves by chance: it may never come to shoot in a match
        room, tokens = server.room(options={"dice": "typed"})
        with server.sit(room, tokens["0"]) as me:
            while ask := me.asked():
                typed += [ask["seat"]] * (ask["type"] == "roll")
                assert "refusals" not in me.act(ask["id"], some_answer(ask, rnd))
        if 1 in typed:
            break
    assert 1 in typed


def test_an_idle_room_leaves_memory_and_comes_back(tmp_path):
    with serving(f"sqlite:///{tmp_path}/games.db", idle=0.05, rate=1000.0) as server:
        room, tokens = server.room(seats=TWO)
        with server.sit(room, tokens["0"], tokens["1"]) as me:
            for seat in (0, 1, 1):
                play_on(me, seat, random.Random(1), 1)
                me.until("update", seat=1)
            before = me.state(1)
        until = time.monotonic() + 30
        while room in server.tables.rooms and time.monotonic() < until:
            time.sleep(0.02)
        assert room not in server.tables.rooms
        with server.sit(room, tokens["1"]) as me:
            for part in ("tokens", "asks", "version", "waiting"):
                assert me.state(1).get(part) == before.get(part)


def test_a_decision_that_takes_too_long_is_made_by_a_machine(server: Server):
    room, tokens = server.room(options={"seconds": 1})
    with server.sit(room, tokens["0"]) as me:
        first = me.asked()
        assert me.state()["limits"]["0"] <= me.state()["now"] + 1000
        late = me.until("error")
        assert (late["code"], late["says"]) == ("late", "The time of Ada was up: a machine has decided.")
        assert me.asked()["id"] != first["id"]


def test_a_leaver_is_replaced_by_a_machine_and_the_token_is_void(server: Server):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as kim, server.sit(room, tokens["1"]) as lou:
        lou.send(type="leave", seat=1)
        while kim.room["seats"][1]["kind"] != "open":
            kim.receive()
        kim.send(type="replace", seat=1, level="random")
        while kim.room["seats"][1]["kind"] != "machine":
            kim.receive()
        assert lou.trouble(type="act", seat=1, ask="0.stance", do="x", value="aim")["code"] == "token"
        play_on(kim, 0, random.Random(7))
    late = Client(server.address, room, tokens["1"])
    assert late.until("error")["code"] == "token"
    late.close()


def test_a_person_who_is_there_cannot_be_replaced(server: Server):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as kim, server.sit(room, tokens["1"]):
        assert "here" in kim.trouble(type="replace", seat=1)["says"]


def test_chat_reaches_everybody_and_those_who_come_later(server: Server):
    room, tokens = server.room(seats=[{"kind": "human", "name": "Kim"}, {"kind": "machine"}])
    with server.sit(room, tokens["0"]) as kim, server.sit(room) as eve:
        kim.send(type="chat", says="Good luck!\x07")
        line = eve.until("chat")
        assert (line["name"], line["says"]) == ("Kim", "Good luck!")
    with server.sit(room) as late:
        assert [c["says"] for c in late.welcome["chat"]] == ["Good luck!"]


def test_a_player_can_mute_the_chat_of_others(server: Server):
    room, tokens = server.room(seats=TWO)
    with server.sit(room, tokens["0"]) as kim, server.sit(room, tokens["1"]) as lou, server.sit(room) as eve:
        kim.send(type="mute", seat=0, of=1)
        kim.send(type="mute", seat=0, of=-2)
        while kim.state().get("muted") != [-2, 1]:
            kim.receive()
        assert "muted" not in lou.state(1)  # that is nobody else's business
        for who in (lou, eve):
            who.send(type="chat", says="Boo!")
            assert who.until("chat")["says"] == "Boo!"
        kim.send(type="mute", seat=0, of=1, yes=False)
        while kim.state()["muted"] != [-2]:
            kim.receive()
        lou.send(type="chat", says="Sorry.")
        assert kim.until("chat")["says"] == "Sorry."
        assert sum("Boo!" in said for said in kim.heard) == 0
        assert kim.trouble(type="mute", seat=0, of=0)["code"] == "bad"
        assert kim.trouble(type="mute", seat=0, of=7)["code"] == "bad"
        assert kim.trouble(type="mute", seat=1, of=0)["code"] == "token"
    server.forget()
    with server.sit(room, tokens["0"]) as kim:  # it stays so
        assert kim.state()["muted"] == [-2]
        assert [line["says"] for line in kim.welcome["chat"]] == ["Boo!", "Sorry."]  # of Lou, who was forgiven


def test_a_rematch_keeps_the_seats(server: Server):
    room, tokens = server.room()
    with server.sit(room, tokens["0"]) as me:
        ack = me.act("", None)  # nothing is called so: refused, and the match goes on
        assert ack["refusals"]
        me.send(type="concede", seat=0, do="c")
        assert "refusals" not in me.until("ack", do="c")
        while not me.state().get("result"):
            me.receive()
        me.send(type="rematch")
        while not me.room.get("next"):
            me.receive()
    with server.sit(me.room["next"], tokens["0"]) as again:
        assert again.asked()["key"] == "stance"


def test_a_standing_order_answers_by_itself(server: Server):
    room, tokens = server.room()
    rnd = random.Random(1)
    with server.sit(room, tokens["0"]) as me:
        me.send(type="order", seat=0, do="o", key="stance", order="dodge")
        assert "refusals" not in me.until("ack", do="o")
        assert me.until("update")["orders"] == {"stance": "dodge"}
        asked = []
        while ask := me.asked():
            asked.append(ask["key"])
            me.act(ask["id"], some_answer(ask, rnd))
        assert me.state()["orders"] == {"stance": "dodge"}
        assert "stance" not in asked


@pytest.mark.parametrize("address", ["/api/games/dual", "/api/rooms/nowhere", "/api/nothing"])
def test_unknown_addresses_get_a_sentence(server: Server, address: str):
    reply = server.http.get(address)
    assert reply.status_code in (400, 404)
    assert reply.json()["says"].endswith((".", "?"))


@pytest.mark.parametrize("address", ["/", "/api/games", "/api/docs", "/nothing", "/assets/nothing.js"])
def test_everything_that_leaves_carries_security_headers(server: Server, address: str):
    reply = server.http.get(address)
    assert "script-src 'self';" in reply.headers["content-security-policy"]
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.headers["referrer-policy"] == "no-referrer"


def test_the_list_of_addresses_loads_nothing_foreign(server: Server):
    page = server.http.get("/api/docs")
    assert "/api/rooms" in page.text
    assert "https://" not in page.text
    schema = server.http.get("/api/docs/openapi.json").json()
    opening = schema["paths"]["/api/rooms"]["post"]
    reference = {"$ref": "#/components/schemas/NewRoom"}
    assert opening["requestBody"]["content"]["application/json"]["schema"] == reference
    assert set(opening["responses"]) == {"201", "4XX"}
    posts = [spec["post"] for spec in schema["paths"].values() if "post" in spec]
    assert all("requestBody" in post for post in posts)
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(schema)))
    assert named <= set(schema["components"]["schemas"])
    assert {"Act", "Update", "Problem", "SeatPlan"} <= set(schema["components"]["schemas"])
    assert 'href="#NewRoom"' in page.text
    assert '<section id="NewRoom">' in page.text
