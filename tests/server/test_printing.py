"""Paper by its addresses: what can be printed, the pages with their strict headers, and what is no list."""

from __future__ import annotations

import pytest

from server.serving import Server
from xenotable.engine.muster import to_link
from xenotable.games import game as load_game

GAMES = ("rampant", "killteam", "xcx", "xenocide", "xcom")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_lists_to_print(server: Server, game: str):
    answer = server.http.get(f"/api/games/{game}/print").json()
    lists, names = answer["lists"], answer["names"]
    assert lists[-1] == "blank"
    assert all(names[id].startswith(load_game(game).muster.ready()[id].name) for id in lists[:-1])
    for paper, width in (("a4", "210.0mm"), ("letter", "215.9mm")):
        page = server.http.get(f"/api/games/{game}/print/{lists[0]}", params={"paper": paper})
        assert page.status_code == 200
        assert page.headers["content-type"].startswith("text/html")
        assert "script-src 'self'" in page.headers["content-security-policy"]
        assert page.headers["x-content-type-options"] == "nosniff"
        assert f"size: {width}" in page.text
        assert "<script" not in page.text


@pytest.mark.parametrize("game", GAMES)
def test_a_list_of_the_builder_is_printed_from_its_link(server: Server, game: str):
    book = load_game(game).muster
    army = next(a for a in book.ready().values() if book.is_legal(a))
    page = server.http.get(f"/api/games/{game}/print-link/{to_link(army)}")
    assert page.status_code == 200, page.text
    assert "Counters to cut out" in page.text
    other = next(g for g in GAMES if g != game)
    assert server.http.get(f"/api/games/{other}/print-link/{to_link(army)}").status_code == 400
    assert server.http.get(f"/api/games/{game}/print-link/1.nonsense").status_code == 400


def test_what_is_no_list_gets_a_sentence(server: Server):
    for address, status, says in (
        ("rampant/print/cinder-compny", 404, "cinder-company"),
        ("rampant/print/blank?paper=a5", 400, "a4 or letter"),
        ("chess/print", 404, "chess"),
    ):
        reply = server.http.get(f"/api/games/{address}")
        assert reply.status_code == status
        assert says in reply.text


def test_odds_of_every_game_come_with_fractions(server: Server):
    for game in GAMES:
        form = server.http.get(f"/api/games/{game}/odds").json()["calculators"][0]
        said = server.http.post(f"/api/games/{game}/odds/{form['id']}", json={"values": {}, "exact": True})
        assert said.status_code == 200, said.text
        chances = [c for f in said.json()["forecasts"] for c in f["chances"]]
        assert any("/" in c.get("exact", "") for c in chances)
