"""Lists kept by a private link: with versions, on every device that knows the link, and nobody else's."""

from __future__ import annotations

import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from server.serving import Server, serving
from xenotable.cli.admin import app
from xenotable.server.rooms.kept_lists import MOST_VERSIONS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("club")


@pytest.fixture(scope="module")
def club(folder: Path):
    with serving(f"sqlite:///{folder}/games.db", rate=10_000.0, rooms=1000) as running:
        yield running


def army(name: str = "Ash Company", unit: str = "elite") -> dict[str, Any]:
    unit_entry = {"group": "unit", "pick": unit, "name": "First"}
    return {"game": "rampant", "name": name, "parts": [{"group": "limit", "pick": "24"}, unit_entry]}


def keep(club: Server, key: str = "", status: int | None = None, **body: Any) -> dict[str, Any]:
    reply = club.http.post(f"/api/lists/{key}" if key else "/api/lists", json=body or {"army": army()})
    assert reply.status_code == (status or (200 if key else 201)), reply.text
    said: dict[str, Any] = reply.json()
    return said


def test_a_list_has_versions_and_opens_wherever_its_link_is_known(club: Server):
    first = keep(club)
    key = first["key"]
    assert re.fullmatch(r"[0-9a-f]{48}", key)
    assert [v["total"] for v in first["versions"]] == [6], "an unfinished list is kept too, with what it costs"
    second = keep(club, key, army=army(unit="heavy"))
    assert [v["total"] for v in second["versions"]] == [6, 2]
    found = club.http.get(f"/api/lists/{key}").json()
    assert found == second
    assert found["game"] == "rampant"
    assert found["versions"][1]["army"]["parts"][1]["pick"] == "heavy"
    old, new = (v["army"] for v in found["versions"])
    told = club.http.post("/api/games/rampant/muster/difference", json={"old": old, "new": new}).json()["differences"]
    assert told[-1]["price"] == -4


def test_two_devices_that_keep_at_once_lose_nothing(club: Server):
    key = keep(club)["key"]
    with ThreadPoolExecutor(4) as devices:
        list(devices.map(lambda n: keep(club, key, army=army(f"Version {n}")), range(8)))
    names = {v["army"]["name"] for v in club.http.get(f"/api/lists/{key}").json()["versions"]}
    assert names == {"Ash Company", *(f"Version {n}" for n in range(8))}


def test_only_so_many_versions_are_kept(club: Server):
    key = keep(club)["key"]
    for n in range(MOST_VERSIONS):
        last = keep(club, key, army=army(f"Version {n}"))
    assert [v["army"]["name"] for v in last["versions"]] == [f"Version {n}" for n in range(MOST_VERSIONS)]


def test_a_list_can_be_deleted_and_its_key_then_opens_nothing(club: Server):
    key = keep(club)["key"]
    assert club.http.delete(f"/api/lists/{key}").status_code == 204
    for reply in (club.http.get(f"/api/lists/{key}"), club.http.delete(f"/api/lists/{key}")):
        assert reply.status_code == 404
        assert reply.json()["says"].startswith("There is no such list")
    keep(club, key, 404)


def test_what_is_no_list_is_refused_in_a_sentence(club: Server):
    for wrong in (7, {"game": "chess"}, {"game": "rampant", "parts": [{"group": "unit"}]}):
        said = club.http.post("/api/lists", json={"army": wrong})
        assert said.status_code in (400, 404)
        assert "Traceback" not in said.text
    large = {"game": "rampant", "parts": [{"group": "unit", "pick": "elite"}] * 2000}
    assert club.http.post("/api/lists", json={"army": large}).status_code in (400, 413)
    for key in ("x", "../../rooms", "'" * 30, "a" * 32):
        assert club.http.get(f"/api/lists/{key}").status_code == 404


def test_the_database_holds_no_key(club: Server, folder: Path):
    key = keep(club, army=army("In the open"))["key"]
    assert key.encode() not in b"".join(file.read_bytes() for file in folder.iterdir())
    with sqlite3.connect(folder / "games.db") as database:
        assert database.execute("select count(*) from lists where id = ?", (key,)).fetchone() == (0,)


def test_one_address_makes_only_so_many(tmp_path: Path):
    with serving(f"sqlite:///{tmp_path}/games.db", rooms=3) as club:
        for _ in range(3):
            keep(club)
        assert "Too many new lists" in keep(club, status=429)["says"]


def test_the_administrator_sees_and_deletes_them_but_cannot_open_them(club: Server, folder: Path):
    kept = keep(club, army=army("[Of] the Club"))
    on = ["--database", f"sqlite:///{folder}/games.db"]
    shown = CliRunner().invoke(app, [*on, "lists"], env={"COLUMNS": "160"}).stdout
    row = next(line for line in shown.splitlines() if "[Of] the Club" in line)
    id = re.findall(r"[0-9a-f]{16}", row)[0]
    assert club.http.get(f"/api/lists/{id}").status_code == 404
    assert CliRunner().invoke(app, [*on, "delete-lists", id[:4], "--yes"]).exit_code != 0
    assert "is deleted" in CliRunner().invoke(app, [*on, "delete-lists", id, "--yes"]).stdout
    assert club.http.get(f"/api/lists/{kept['key']}").status_code == 404
