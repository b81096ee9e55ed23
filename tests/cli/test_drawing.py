"""The position as text."""

from __future__ import annotations

from rich.console import Console

from xenotable.cli.drawing import draw_board, draw_forecast, panel_table, token_table, zone_lines
from xenotable.engine import NOBODY, Area, Board, Chance, Forecast, Line, Panel, Place, Shape, Token
from xenotable.games import game


def lines(*tokens: Token) -> list[str]:
    kind = game("docs/duel.py")
    console = Console(width=120)
    with console.capture() as shown:
        console.print(token_table(kind.new(kind.offers()[0].setup), list(tokens)))
    return shown.get().splitlines()[2:]


def test_figures_that_look_alike_share_a_line_at_their_middle():
    squad = [Token(f"s{i}", "Riders", 0, (10.0 + i, 4.0), state="ready") for i in range(3)]
    (line,) = lines(*squad)
    assert "s0 … s2" in line  # by their ids they can be named
    assert "Riders × 3" in line
    assert "11.0, 4.0" in line


def test_what_differs_has_a_line_of_its_own():
    squad = [
        Token("a", "Riders", 0, (1.0, 1.0), state="ready"),
        Token("b", "Riders", 0, (2.0, 1.0), state="done"),
        Token("c", "Riders", 0, state="done"),
        Token("d", "Flag", NOBODY, (3.0, 3.0)),
    ]
    shown = lines(*squad)
    assert len(shown) == 4
    assert not any("×" in line for line in shown)
    assert "—" in shown[2]


def test_whose_a_line_of_a_panel_is_stands_in_words_and_titles_stay_on_a_line():
    points = (Line("Points", "3", seat=0), Line("Points", "1", seat=1), Line("Bo", "leads", seat=1))
    console = Console(width=60)
    with console.capture() as shown:
        console.print(panel_table(Panel("x", "How it stands", "strip", points), ("Ada", "Bo").__getitem__))
        console.print(panel_table(Panel("y", "Reserve of the Cinder Company", "list", (Line("Ada", ""),))))
    text = shown.get()
    assert [line.split("│")[0].strip() for line in text.splitlines()[1:4]] == ["Points, Ada", "Points, Bo", "Bo"]
    assert "Reserve of the Cinder Company" in text


def test_pieces_stand_on_the_map_by_the_names_that_answers_take():
    board = Board(24.0, 24.0)
    shown = draw_board(
        board, [Token("b2", "Riders", 1, (6.0, 6.0), glyph="LX"), Token("b0u1", "Guard", 0, (2.0, 2.0), glyph="HV")]
    )
    assert "b2" in shown.plain
    assert "LX" not in shown.plain
    assert "HV" in shown.plain  # a long name does not fit


def test_where_something_may_be_placed_is_said_in_numbers():
    strip = Shape(points=((0.0, 40.0), (48.0, 40.0), (48.0, 48.0), (0.0, 48.0)))
    areas = (
        Area("zone0", "zone", strip, "Reds deploy here", seat=0),
        Area("zone0-1", "zone", Shape(centre=(24.0, 24.0), r=9.0), seat=0),
        Area("zone1", "zone", strip, "Blues deploy here", seat=1),
    )
    ask = Place((), lambda placed: (), lambda n, rnd: (), zone="zone0", seat=0)
    assert list(zone_lines(Board(48.0, 48.0, areas), ask)) == [
        "Reds deploy here: x 0 to 48, y 40 to 48",
        "The zone: at most 9 from 24 24",
    ]


def test_map_and_charts_are_as_wide_as_the_terminal_lets_them_be():
    board = Board(48.0, 48.0)
    assert max(map(len, draw_board(board, [], 120).plain.splitlines())) == 79
    narrow = draw_board(board, [], 40).plain.splitlines()
    assert max(map(len, narrow)) <= 40
    assert narrow[-1].split() == ["0", "6", "12", "18", "24", "30", "36", "42", "48"]
    sure = Forecast("All or nothing", distribution=(Chance("10", 1.0),))
    assert max(map(len, draw_forecast(sure, 40).plain.splitlines())) <= 40
