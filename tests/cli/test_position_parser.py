"""Positions in words: numbers, pieces by name, directions, and clear words where nothing is meant."""

from __future__ import annotations

import pytest

from xenotable.cli.answering import parse_answer
from xenotable.cli.position_parser import PositionParser
from xenotable.engine import (
    Area,
    Board,
    Choose,
    Confirm,
    MalformedAnswer,
    Move,
    Moved,
    Number,
    Pick,
    Piece,
    Place,
    Shape,
    Token,
)
from xenotable.engine.refusals import Refusal

WOODS = Area("w1", "woods", Shape(points=((0, 0), (4, 0), (4, 2), (0, 2))), "Dark Woods")
POST = Area("post", "objective", Shape(centre=(10.0, 10.0), r=1.0))
TOKENS = [
    Token("a1", "Ada", 0, (6.0, 1.0), glyph="A"),
    Token("b2", "Bo", 1, (6.0, 9.0, 2.0), glyph="B"),
    Token("c3", "Cy", 1),
]
POSITIONS = PositionParser(Board(12, 12, (WOODS, POST)), TOKENS)


@pytest.mark.parametrize(
    ("said", "point"),
    [
        ("3 4.5", (3.0, 4.5)),
        ("-1 .5", (-1.0, 0.5)),
        ("3 4 2", (3.0, 4.0, 2.0)),
        ("b2", (6.0, 9.0)),
        ("Bo", (6.0, 9.0)),
        ("dark woods", (2.0, 1.0)),
        ("post", (10.0, 10.0)),
        ("6 towards b2", (6.0, 7.0)),
        ("6 toward Bo", (6.0, 7.0)),
        ("2 from b2", (6.0, 7.0)),
        ("3 north", (6.0, 4.0)),
        ("1.5 west of post", (8.5, 10.0)),
        ("b2 + 1 -2", (7.0, 7.0)),
    ],
)
def test_a_place_can_be_said_in_many_ways(said: str, point: tuple[float, ...]):
    assert POSITIONS.point(said, (6.0, 1.0)) == pytest.approx(point)


@pytest.mark.parametrize(
    ("said", "start", "says"),
    [
        ("", (6, 1), "two numbers"),
        ("5", (6, 1), "two numbers"),
        ("1 2 3 4", (6, 1), "two numbers"),
        ("bob", (6, 1), r"nothing called 'bob' on the table\. Did you mean"),
        ("Cy", (6, 1), "nothing called"),
        ("6 towards a1", (6, 1), "stands there already"),
        ("3 north", (), "not on the table yet"),
        ("6 towards b2", (), "not on the table yet"),
        ("[bold]{x!r} 9 9", (6, 1), "nothing called"),
    ],
)
def test_what_is_no_place_gets_a_sentence(said: str, start: tuple[float, ...], says: str):
    with pytest.raises(MalformedAnswer) as malformed:
        POSITIONS.point(said, start)
    refusal: Refusal = malformed.value.refusal
    from xenotable.engine.wording import render_template

    with pytest.raises(AssertionError, match=says):
        raise AssertionError(render_template(refusal.says, refusal.args, str))


def move(**more) -> Move:
    return Move(key="move", pieces=[Piece("a1", (6.0, 1.0))], legal=lambda _: (), propose=lambda n, rnd: [], **more)


def test_a_way_has_points_said_from_each_other():
    assert parse_answer(move(), "3 north, 2 towards post", POSITIONS)["paths"]["a1"][0] == (6.0, 4.0)
    way = parse_answer(move(), "3 north, 2 east", POSITIONS)["paths"]["a1"]
    assert way == ((6.0, 4.0), (8.0, 4.0))
    assert parse_answer(move(), "1 2 3 4", POSITIONS)["paths"]["a1"] == ((1.0, 2.0), (3.0, 4.0))


def test_a_drag_towards_a_piece_becomes_a_whole_move():
    def toward(piece: str, goal: tuple[float, ...], mode: str) -> Moved:
        return Moved({piece: (goal,)}, mode)

    assert parse_answer(move(toward=toward), "6 towards b2", POSITIONS) == Moved({"a1": ((6.0, 7.0),)})


def test_pieces_are_placed_by_number_or_in_order():
    ask = Place(key="deploy", pieces=[Piece("a1"), Piece("b2")], legal=lambda _: (), propose=lambda n, rnd: [])
    assert parse_answer(ask, "2 3 4", POSITIONS) == {"at": {"b2": (3.0, 4.0)}}
    assert parse_answer(ask, "1 2, 2 north of post", POSITIONS) == {"at": {"a1": (1.0, 2.0), "b2": (10.0, 12.0)}}
    assert parse_answer(ask, "2 woods", PositionParser(Board(12, 12, (Area("woods", "woods", WOODS.shape),)))) == {
        "at": {"b2": (2.0, 1.0)}
    }


@pytest.mark.parametrize("ask", [move(), Confirm(key="yes"), Pick(key="some", among=lambda: (1, 2))])
@pytest.mark.parametrize("text", ["", "   "])
def test_nothing_is_no_answer(ask, text: str):
    with pytest.raises(MalformedAnswer):
        parse_answer(ask, text, POSITIONS)


@pytest.mark.parametrize(
    ("ask", "text", "says"),
    [
        (Choose(key="x", among=lambda: ("stop", "go")), "1 1", "one number"),
        (Number(key="x", low=0, high=9), "3 4", "one number"),
        (Confirm(key="x"), "north", "Answer y or n"),
        (
            Place(key="x", pieces=[Piece("a1")], legal=lambda _: (), propose=lambda n, rnd: []),
            "1 2, 3 4",
            "places for 1 piece, not for more",
        ),
    ],
)
def test_more_than_was_asked_for_decides_nothing(ask, text, says):
    """A place that is typed where a number is asked for must not spend a move."""
    with pytest.raises(MalformedAnswer, match=says):
        parse_answer(ask, text, POSITIONS)
