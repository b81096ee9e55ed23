"""Reports of studies: a list, pages that run nothing, records to watch; and nothing else of the folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from server.serving import Server, serving


def put_report(folder: Path, id: str, record: Any) -> None:
    """What `lab report` leaves behind."""
    watch = [{"file": "1-0-0.json", "arm": "a against b", "why": "The longest game."}]
    card = {"name": "A study", "game": "duel", "title": "Duel", "games": 6, "arms": 1, "watch": watch}
    (folder / f"{id}.card.json").write_text(json.dumps(card))
    (folder / f"{id}.html").write_text("<!doctype html><title>A study</title><p>Figures.</p>")
    (folder / f"{id}.records").mkdir()
    (folder / f"{id}.records" / "1-0-0.json").write_text(json.dumps(record))


@pytest.fixture
def tables(tmp_path: Path):
    (tmp_path / "lab").mkdir()
    with serving(f"sqlite:///{tmp_path}/games.db", rate=10_000.0, reports=str(tmp_path / "lab")) as running:
        yield running, tmp_path / "lab"


def test_reports_are_listed_shown_and_their_games_watched(tables: tuple[Server, Path]):
    server, folder = tables
    assert server.http.get("/api/lab").json() == []
    room, tokens = server.room()
    save = server.http.get(f"/api/rooms/{room}/save", headers={"Authorization": f"Bearer {tokens['0']}"}).json()
    put_report(folder, "study", save)
    [report] = server.http.get("/api/lab").json()
    assert (report["id"], report["name"], report["games"]) == ("study", "A study", 6)
    page = server.http.get("/api/lab/study.html")
    assert "Figures." in page.text
    assert "sandbox" in page.headers["content-security-policy"]
    record = server.http.get(f"/api/lab/study.records/{report['watch'][0]['file']}").json()
    watched = server.http.post("/api/replays", json={"save": record})
    assert watched.status_code == 201


def test_nothing_else_of_the_folder_is_shown(tables: tuple[Server, Path]):
    server, folder = tables
    put_report(folder, "study", {})
    (folder / "rows.jsonl").write_text("{}")
    (folder.parent / "secret.html").write_text("no")
    (folder / "link.html").symlink_to(folder.parent / "secret.html")
    for wrong in (
        "nobody", "rows.jsonl", "..%2Fsecret", "%2e%2e%2fsecret.html", "link", "study/..%2F..%2Fgames.db",
        "study.card.json", "study/2-0-0", "..%5Csecret", "study.%2F..%2F..%2Fsecret",
    ):  # fmt: skip
        assert server.http.get(f"/api/lab/{wrong}").status_code == 404, wrong


def test_a_card_that_is_none_hides_no_other(tables: tuple[Server, Path]):
    server, folder = tables
    put_report(folder, "study", {})
    for name, text in (("broken", "{"), ("list", "[]"), ("poor", '{"name": "x"}')):
        (folder / f"{name}.card.json").write_text(text)
        (folder / f"{name}.html").write_text("")
    assert [report["id"] for report in server.http.get("/api/lab").json()] == ["study"]


def test_a_server_without_reports_has_none(server: Server):
    assert server.http.get("/api/lab").json() == []
    assert server.http.get("/api/lab/study").status_code == 404
