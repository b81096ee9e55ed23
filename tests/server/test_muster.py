"""The army builder by its addresses: lists are looked at, changed, drafted, read and brought to the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from server.serving import Server, serving

AT = "/api/games/rampant/muster"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory):
    folder: Path = tmp_path_factory.mktemp("club")
    with serving(f"sqlite:///{folder}/games.db", rate=10_000.0) as running:
        yield running


def asked(club: Server, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
    reply = club.http.post(path, json=body)
    assert reply.status_code == status, reply.text
    said: dict[str, Any] = reply.json()
    return said


def ready(club: Server, id: str) -> dict[str, Any]:
    book = club.http.get(AT).json()
    army: dict[str, Any] = next(r["army"] for r in book["ready"] if r["id"] == id)
    return army


def test_a_list_is_changed_and_told_everything(club: Server):
    army = ready(club, "cinder-company")
    add = {"do": "add", "at": [4], "group": "options", "pick": "heavy-weapon"}
    said = asked(club, AT, army=army, changes=[add], places=[[], [4]])
    assert (said["total"], said["limit"], said["left"]) == (26, 24, -2)
    (fault,) = said["faults"]
    assert fault["rule"] == "detachment.size"
    assert all(way["price"] == -2 for way in fault["repairs"])
    mended = asked(club, AT, army=said["army"], changes=fault["repairs"][0]["changes"])
    assert mended["faults"] == []
    slots = {(tuple(s["at"]), s["group"]): s for s in said["slots"]}
    bought = next(c for c in slots[(4,), "options"]["candidates"] if c["pick"] == "heavy-weapon")
    assert (bought["chosen"], bought["price"], bought["change"]) == (1, -2, {"do": "remove", "at": [4, 1]})
    closed = next(c for c in slots[(4,), "xeno"]["candidates"] if c["pick"] == "infectious")
    assert closed["refusals"][0]["rule"] == "detachment.xeno-eligible"
    card = next(e for e in said["entries"] if e["at"] == [4])
    assert (card["title"], card["price"]) == ("Heavy Infantry", 6)
    lines = {line["label"]: line for line in card["lines"]}
    assert lines["Strength Points"] == {"label": "Strength Points", "text": "10", "plain": "5"}


def test_text_links_and_drafts(club: Server):
    first = asked(club, AT, army=ready(club, "ashen-choir"))
    for text in (first["text"], first["link"]):
        assert asked(club, f"{AT}/read", text=text)["army"]["parts"] == first["army"]["parts"]
    one, two = (asked(club, f"{AT}/draft", seed="7") for _ in range(2))
    assert one == two
    assert one["faults"] == []
    begun = asked(club, AT, changes=[{"do": "add", "at": [], "group": "unit", "pick": "elite"}])["army"]
    done = asked(club, f"{AT}/draft", army=begun, seed="1")
    assert done["faults"] == []
    assert any(p["pick"] == "elite" for p in done["army"]["parts"])
    told = asked(club, f"{AT}/difference", old=begun, new=done["army"])["differences"]
    assert told[-1]["says"].startswith("Together ")


@pytest.mark.parametrize(
    "body",
    [
        {"army": 7},
        {"army": {"game": "killteam"}},
        {"army": {"game": "rampant", "parts": [{"group": "unit"}]}},
        {"army": {"game": "rampant", "format": 2}},
        {"changes": [{"do": "remove", "at": [4]}]},
        {"changes": [{"do": "explode", "at": [4]}]},
        {"places": [[9]]},
        {"armies": []},
    ],
)
def test_what_makes_no_sense_is_one_sentence(club: Server, body: dict[str, Any]):
    said = asked(club, AT, status=400, **body)
    assert said["code"] == "bad"
    assert "Traceback" not in said["says"]


def test_lists_that_name_what_is_not_there_have_faults(club: Server):
    strange = {
        "game": "rampant",
        "parts": [{"group": "unit", "pick": "tank", "name": "T"}, {"group": "x", "pick": "y"}],
    }
    said = asked(club, AT, army=strange)
    assert any("there is no unit type called tank" in f["says"] for f in said["faults"])
    assert all(f["remedy"] for f in said["faults"])


def test_own_lists_come_to_the_table_and_illegal_ones_do_not(club: Server):
    mine = ready(club, "lancet-cadre")
    room = {"game": "rampant", "offer": "sabotage", "lists": [mine, None]}
    seated = asked(club, "/api/rooms", status=201, **room)
    assert seated["room"]["game"] == "rampant"
    rich = asked(club, AT, army=mine, changes=[{"do": "add", "at": [], "group": "unit", "pick": "elite"}])["army"]
    said = asked(club, "/api/rooms", status=400, **{**room, "lists": [None, rich]})
    assert "more than 24" in said["says"]
    assert asked(club, "/api/rooms", status=400, **{**room, "lists": [None, None, mine]})["code"] == "bad"


def test_games_without_a_builder_say_so(club: Server):
    assert "no army builder" in club.http.get("/api/games/duel/muster").json()["says"]
    assert club.http.post("/api/games/nothing/muster", json={}).status_code == 404


def test_what_belongs_to_campaigns_does_not_enter_by_rest_or_save(club: Server):
    """An XCX Squad with six free SPARKs on loan."""
    offer = next(o for o in club.http.get("/api/games/xcx").json()["offers"] if o["id"] == "attrition")
    setup = offer["setup"]
    setup["sides"][0]["squads"][0]["models"] += [{"unit": "spark", "lent": True}] * 6
    assert "campaigns" in asked(club, "/api/rooms", status=400, game="xcx", setup=setup)["says"]
    seated = asked(club, "/api/rooms", status=201, game="xcx", offer="attrition")
    key = {"Authorization": f"Bearer {seated['tokens']['0']}"}
    saved = club.http.get(f"/api/rooms/{seated['room']['id']}/save", headers=key).json()
    assert asked(club, "/api/rooms/resume", status=201, save=saved)["room"]["game"] == "xcx"
    saved["setup"] = setup
    assert "campaigns" in asked(club, "/api/rooms/resume", status=400, save=saved)["says"]


def test_what_a_list_is_worth(club: Server):
    """Odds against typical targets, and battles one by one with an interval that grows narrower."""
    army = ready(club, "silent-vault")
    found = asked(club, f"{AT}/worth", army=army)["forecasts"]
    assert len(found) == 6
    assert found[0]["title"] == "All shoot at Light Infantry"
    so_far: dict[str, int] = {}
    widths, told = [], []
    for _ in range(2):
        said = asked(club, f"{AT}/trial", army=army, seed="1", **so_far)
        so_far = {k: said[k] for k in ("wins", "draws", "games") if k in said}
        widths.append(said["high"] - said["low"])
        told.append((said["against"], said["score"]))
    assert so_far["games"] == 2
    assert widths[-1] < widths[0]
    again = asked(club, f"{AT}/trial", army=army, seed="1", games=0)
    assert (again["against"], again["score"]) == told[0]
    asked(club, f"{AT}/trial", status=400, army=army, wins=3, games=1)
    rich = asked(club, AT, army=army, changes=[{"do": "add", "at": [], "group": "unit", "pick": "elite"}])["army"]
    assert "more than 24" in asked(club, f"{AT}/trial", status=400, army=rich)["says"]
