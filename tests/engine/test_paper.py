"""Paper: what a game says becomes one page with everything inside; every list of every game can be printed."""

import re

import msgspec
import pytest

from xenotable.cli import main
from xenotable.engine.muster import to_json
from xenotable.engine.paper import Card, Cell, Counter, Paper, Sheet, Table, Text, shortened
from xenotable.engine.paper_html import to_html
from xenotable.games import game

GAMES = ("rampant", "killteam", "xcx", "xenocide", "xcom")
NASTY = "<script>alert(1)</script>&\"'"


def test_nothing_that_is_said_becomes_code():
    card = Card(
        NASTY, NASTY, (Cell(NASTY, NASTY),), (Table(NASTY, (NASTY,), ((NASTY,),)),), (Text(NASTY, (NASTY,)),), 3, NASTY
    )
    page = to_html(
        Paper(NASTY, (Sheet(NASTY, cards=(card,)), Sheet(NASTY, "counters", counters=(Counter(NASTY, NASTY),))))
    )
    assert "<script" not in page
    assert page.count("&lt;script&gt;") > 10


@pytest.mark.parametrize(("size", "says"), [("a4", "size: 210.0mm 297.0mm"), ("letter", "size: 215.9mm 279.4mm")])
def test_the_page_has_the_size_of_the_paper(size, says):
    assert says in to_html(Paper("x", ()), size)


def test_a_reference_takes_the_first_sentence_of_a_rule():
    assert shortened("Roll 2.5 dice, e.g. three. Then stop.") == "Roll 2.5 dice, e.g. three."
    assert shortened("One sentence") == "One sentence"


@pytest.mark.parametrize("name", GAMES)
def test_every_list_of_every_game_is_one_file_with_everything_inside(name):
    press = game(name).press
    for made in (*press.ready().values(), None):
        page = to_html(press.paper(made))
        assert not re.search(r"(src|href)=|url\(|@import", page)
        for part in ("Reference", "Counters to cut out"):
            assert part in page


@pytest.mark.parametrize(
    ("name", "needs"),
    [
        ("rampant", ("Missions", "Psychic powers", "Reference 2")),
        ("killteam", ("datacards", "Tac ops", "ploys")),
        ("xcx", ("AI cards", "Rewards", "Casualties")),
        ("xenocide", ("companies", "Scenarios", "order")),
        ("xcom", ("Commander", "Squad Leader", "Invasion plans")),
    ],
)
def test_each_game_prints_what_its_table_needs(name, needs):
    press = game(name).press
    page = to_html(press.paper(next(iter(press.ready().values()))))
    assert all(f">{n}" in page or n in page for n in needs)


def test_titans_have_consoles():
    assert "Power by system and turn" in to_html(game("xenocide").press.paper(None))


def test_the_command_writes_ready_lists_files_and_blanks(tmp_path, capsys):
    mine = tmp_path / "mine.json"
    mine.write_bytes(msgspec.json.encode(game("rampant").press.ready()["silent-vault"]))
    built = tmp_path / "built.json"
    built.write_bytes(to_json(game("rampant").muster.ready()["silent-vault"]))
    for what in ("silent-vault", str(mine), str(built), "blank"):
        out = tmp_path / "out.html"
        with pytest.raises(SystemExit) as end:
            main(["print", "rampant", what, "--out", str(out), "--paper", "letter"])
        assert not end.value.code
        assert "Roster" in out.read_text() or "Silent" in out.read_text()
        out.unlink()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (("rampant", "silent-valt"), 'Did you mean "silent-vault"'),
        (("rampant", "silent-vault", "--paper", "a5"), "a4 or letter"),
        (("rampant", "nothing.json"), "cannot be read"),
        (("rampant", "BAD"), "is no list of this game"),
        (("rampant", "DEEP"), "is no list of this game"),
        (("rampant", "UNKNOWN"), "not in the book"),
    ],
)
def test_what_cannot_be_printed_gets_a_sentence(said, words, tmp_path, capsys):
    bad = tmp_path / "bad.json"
    bad.write_text('{"x": 1}')
    unknown = tmp_path / "unknown.json"
    unknown.write_text('{"name": "X", "units": [{"name": "Y", "type": "dragon"}]}')
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 100_000)
    named = {"BAD": str(bad), "DEEP": str(deep), "UNKNOWN": str(unknown)}
    with pytest.raises(SystemExit) as end:
        main(["print", *(named.get(s, s) for s in said)])
    assert end.value.code == 2
    assert words in capsys.readouterr().err
