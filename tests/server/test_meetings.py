"""Lists that stay closed until everybody is ready, over the wire: nothing of a list is told before, all are checked,
and then the table opens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from server.serving import Server, serving

BATTLES = {  # of each game: a ready battle, and two ready lists of its kind
    "rampant": ("first-battle", "cinder-company", "lancet-cadre"),
    "killteam": ("relay-ground", "veil-court", "carrion-brood"),
    "xcx": ("attrition", "xcx-500-hired", "advent-500-steel"),
    "xenocide": ("quick-start", "lumen-500", "thren-500"),
}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory):
    folder: Path = tmp_path_factory.mktemp("club")
    with serving(f"sqlite:///{folder}/games.db", rate=10_000.0, rooms=1000) as running:
        yield running


def post(club: Server, path: str, status: int, token: str = "", **body: Any) -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    reply = club.http.post(f"/api/meetings{path}", json=body, headers=headers)
    assert reply.status_code == status, reply.text
    return reply.json()


def meet(club: Server, status: int = 201, **more: Any) -> Any:
    seats = [{"kind": "human", "name": "Ada"}, {"kind": "open"}]
    return post(
        club,
        "",
        status,
        **{"game": "rampant", "offer": BATTLES.get(more.get("game", "rampant"), [""])[0], "seats": seats, **more},
    )


def ready(club: Server, game: str = "rampant") -> list[dict[str, Any]]:
    """Two lists of the kind that the battle is for."""
    book = club.http.get(f"/api/games/{game}/muster").json()
    lists = {r["id"]: r["army"] for r in book["ready"]}
    return [lists[id] for id in BATTLES[game][1:]]


@pytest.mark.parametrize("game", BATTLES)
def test_nothing_of_a_list_is_told_before_all_are_ready(club: Server, game: str):
    """Two meetings that differ only in the list of the first seat tell everybody the same bytes."""
    heard = []
    for army in ready(club, game):
        army = {**army, "name": "Secret Name"}
        met = meet(club, game=game)
        id, ada = met["meeting"]["id"], met["tokens"]["0"]
        said = [post(club, f"/{id}/bring", 200, ada, seat=0, army=army), club.http.get(f"/api/meetings/{id}").json()]
        joined = post(club, f"/{id}/join", 201, name="Bo")
        said += [joined["meeting"], club.http.get(f"/api/meetings/{id}").json()]
        text = str(said).replace(id, "ID")
        assert "Secret Name" not in text
        assert [s.get("ready", False) for s in said[-1]["seats"]] == [True, False]
        assert said[-1].get("room", "") == ""
        heard.append(text)
    assert heard[0] == heard[1]


@pytest.mark.parametrize("game", BATTLES)
def test_the_table_opens_when_all_are_ready_and_the_seats_stay(club: Server, game: str):
    mine, other_list = ready(club, game)
    met = meet(club, game=game, lists=[{**mine, "name": "Iron Ashes"}, None])
    id = met["meeting"]["id"]
    assert met["meeting"]["seats"][0]["ready"]
    joined = post(club, f"/{id}/join", 201, name="Bo")
    bo = joined["tokens"]["1"]
    army = {**other_list, "name": "Quiet Steel"}
    told = post(club, f"/{id}/bring", 200, bo, seat=1, army=army)
    assert told["room"]
    assert all(seat["ready"] for seat in told["seats"])
    with club.sit(told["room"], met["tokens"]["0"]) as ada, club.sit(told["room"], bo) as other:
        for who, seat in ((ada, 0), (other, 1)):
            assert who.room["id"] == told["room"]
            assert who.room["seats"][seat]["online"]
        assert [seat["name"] for seat in other.room["seats"]] == ["Ada", "Bo"]
    match = club.tables.rooms[told["room"]].match
    fight = match.title.muster.lists_in(match.game.setup)
    assert [army.name for army in fight] == ["Iron Ashes", "Quiet Steel"]
    assert post(club, f"/{id}/take-back", 400, bo, seat=1)["says"] == "Everybody was ready: the table is open."
    assert club.http.get(f"/api/meetings/{id}").json()["room"] == told["room"]


def test_illegal_lists_are_refused_with_reasons_and_nothing_is_lost(club: Server):
    army = ready(club)[0]
    add = {"do": "add", "at": [], "group": "unit", "pick": "elite"}
    rich = club.http.post("/api/games/rampant/muster", json={"army": army, "changes": [add]}).json()["army"]
    met = meet(club)
    id, ada = met["meeting"]["id"], met["tokens"]["0"]
    post(club, f"/{id}/bring", 200, ada, seat=0, army=army)
    assert "more than 24" in post(club, f"/{id}/bring", 400, ada, seat=0, army=rich)["says"]
    assert club.http.get(f"/api/meetings/{id}").json()["seats"][0]["ready"], "the one handed in before stays"
    assert "more than 24" in meet(club, 400, lists=[rich, None])["says"]


def test_a_list_of_another_size_does_not_change_the_battle_for_the_others(club: Server):
    army = ready(club)[0]
    choose = {"do": "choose", "at": [], "group": "limit", "pick": "36"}
    large = club.http.post("/api/games/rampant/muster", json={"army": army, "changes": [choose]}).json()["army"]
    met = meet(club)
    id, ada = met["meeting"]["id"], met["tokens"]["0"]
    assert "another kind of battle" in post(club, f"/{id}/bring", 400, ada, seat=0, army=large)["says"]


def test_seats_belong_to_those_who_hold_them(club: Server):
    army = ready(club)[0]
    met = meet(club)
    id = met["meeting"]["id"]
    for token in ("", "wrong"):
        assert post(club, f"/{id}/bring", 400, token, seat=0, army=army)["says"] == "That is not your seat."
    bo = post(club, f"/{id}/join", 201, name="Bo")["tokens"]["1"]
    post(club, f"/{id}/bring", 400, bo, seat=0, army=army)
    post(club, f"/{id}/bring", 400, bo, seat=7, army=army)
    assert post(club, f"/{id}/join", 400, name="Cy")["says"] == "All seats are taken."
    post(club, f"/{id}/bring", 200, bo, seat=1)  # the list that the battle itself has
    back = post(club, f"/{id}/take-back", 200, bo, seat=1)
    assert not back["seats"][1].get("ready", False)
    assert club.http.get("/api/meetings/0123456789abcdef").status_code == 404


def test_machines_are_ready_and_games_of_one_side_have_no_closed_lists(club: Server):
    seats = [{"kind": "human"}, {"kind": "machine", "level": "recruit"}]
    met = meet(club, seats=seats)
    assert met["meeting"]["seats"][1]["ready"]
    told = post(club, f"/{met['meeting']['id']}/bring", 200, met["tokens"]["0"], seat=0)
    assert told["room"]
    assert "no lists to be closed" in meet(club, 400, game="xcom", seats=[])["says"]
    assert "no army builder" in meet(club, 400, game="duel")["says"]


def test_a_meeting_outlives_the_server_and_its_lists_are_sealed(tmp_path: Path):
    database = f"sqlite:///{tmp_path}/games.db"
    with serving(database) as club:
        army = {**ready(club)[0], "name": "Secret Name"}
        met = meet(club, lists=[army, None])
        id = met["meeting"]["id"]
        bo = post(club, f"/{id}/join", 201, name="Bo")["tokens"]["1"]
        found = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert id.encode() in found
        assert b"Secret Name" not in found
    with serving(database) as club:
        assert post(club, f"/{id}/bring", 200, bo, seat=1)["room"]


def test_the_battles_that_a_list_can_fight(club: Server):
    """Not the first battle of Kill Team, whose other side has three operatives."""
    army = ready(club, "killteam")[0]
    found = club.http.post("/api/games/killteam/muster/battles", json={"army": army}).json()["battles"]
    assert "relay-ground" in found
    assert "first-battle" not in found
