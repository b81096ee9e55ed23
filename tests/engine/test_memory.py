"""What a game remembers: how long, with which citations, and that it reads no more than it declares."""

from __future__ import annotations

import pytest

from recording import record_reads
from xenotable.engine import Row, Table, rule
from xenotable.engine.citing import SEEN, knock_out, memoize, recall
from xenotable.engine.memory import (
    RememberingGame,
    UndeclaredRead,
    until_it_moved,
    until_moved,
    until_they_moved,
    until_written,
)


class Piece(Row, frozen=True):
    x: int = 0
    tired: bool = False
    seat: int = 0


class Board(RememberingGame):
    place_fields = {"pieces": frozenset(("x",))}  # noqa: RUF012  # as every game declares it
    unit_fields = {"pieces": ""}  # noqa: RUF012
    fixed_fields = frozenset(("seat",))
    pieces: Table[str, Piece]
    notes: Table[str, Piece]


asked: list[str] = []


@rule("seeing.near", neutral=lambda game, id: False)
def is_near(game: Board, id: str) -> bool:
    return game.pieces[id].x < 6


@until_moved
def near(game: Board, id: str) -> bool:
    asked.append(id)
    return is_near(game, id)


@until_written
def rested(game: Board, id: str) -> bool:
    asked.append(id)
    return not game.pieces[id].tired


@until_moved
def near_and_rested(game: Board, id: str) -> bool:
    return near(game, id) and rested(game, id)


@until_moved
def others(game: Board) -> int:
    return len(game.notes)


@until_it_moved
def place(game: Board, id: str) -> int:
    asked.append(id)
    return game.pieces[id].x


@until_it_moved
def side_places(game: Board, seat: int) -> list[int]:
    asked.append(str(seat))
    return [piece.x for piece in game.pieces.values() if piece.seat == seat]


@until_they_moved
def gap(game: Board, a: str, b: str) -> int:
    asked.append(a + b)
    return place(game, b) - place(game, a)


@until_it_moved
def gap_of_one(game: Board, a: str) -> int:
    return gap(game, a, "b")


@until_written
def finished(game: Board) -> bool:
    return game.result is not None


@pytest.fixture
def board() -> Board:
    return laid(Board)


def laid(kind: type[Board]) -> Board:
    asked.clear()
    game = kind(None)
    for id in ("a", "b"):
        game.pieces.add(id, Piece(x=3))
    return game


def test_a_row_that_is_swapped_is_written(board: Board) -> None:
    assert near(board, "a")
    assert rested(board, "a")
    board.pieces.swap("a", board.pieces["a"], Piece(x=9, tired=True))
    assert not near(board, "a")
    assert not rested(board, "a")


def test_an_answer_about_places_holds_until_somebody_moves(board: Board) -> None:
    assert near(board, "a")
    board.pieces.set("b", tired=True)
    board.notes.add("n", Piece())
    assert near(board, "a")
    assert asked == ["a"]
    board.pieces.set("a", x=9)
    assert not near(board, "a")


def test_an_answer_about_one_holds_until_that_one_or_somebody_of_that_side_moves(board: Board) -> None:
    board.pieces.add("c", Piece(x=3, seat=1))
    assert (place(board, "a"), side_places(board, 0), side_places(board, 1)) == (3, [3, 3], [3])
    asked.clear()
    copy = board.copy()
    board.pieces.set("b", x=9)
    assert (place(board, "a"), side_places(board, 0), side_places(board, 1)) == (3, [3, 9], [3])
    assert asked == ["0"]
    assert side_places(copy, 0) == [3, 3]
    assert asked == ["0"]


def test_an_answer_about_two_holds_until_one_of_them_moves(board: Board) -> None:
    board.pieces.add("c", Piece(x=3))
    assert gap(board, "a", "b") == 0
    board.pieces.set("c", x=9)
    asked.clear()
    assert gap(board, "a", "b") == 0
    assert asked == []
    board.pieces.set("b", x=9)
    assert gap(board, "a", "b") == 6
    board.pieces.set("a", x=8)
    assert gap(board, "a", "b") == 1


def test_another_answer_holds_until_any_row_is_written(board: Board) -> None:
    assert rested(board, "a")
    assert rested(board, "a")
    assert asked == ["a"]
    board.notes.add("n", Piece())
    assert rested(board, "a")
    assert asked == ["a", "a"]


def test_copies_share_what_they_know_about_the_same_places(board: Board) -> None:
    assert near(board, "a")
    copy = board.copy()
    copy.pieces.set("a", x=9)
    assert not near(copy, "a")
    assert near(board, "a")
    assert near(board.snapshot(), "a")
    assert asked == ["a", "a"]


def test_a_remembered_answer_cites_its_rules_again(board: Board) -> None:
    near(board, "a")
    SEEN.clear()
    SEEN.add("something.else")
    near(board, "a")
    assert sorted(SEEN) == ["seeing.near", "something.else"]


def test_a_remembered_answer_does_not_serve_once_a_rule_is_knocked_out(board: Board) -> None:
    assert near(board, "a")
    knock_out("test_memory.seeing.near")
    try:
        assert not near(board, "a")
    finally:
        knock_out(None)
    assert near(board, "a")


def test_pure_functions_are_remembered_with_their_citations() -> None:
    @rule("seeing.double")
    def double(n: int) -> int:
        asked.append(str(n))
        return 2 * n

    asked.clear()
    twice = memoize(8)(double)
    assert twice(4) == twice(4) == 8
    assert asked == ["4"]
    SEEN.clear()
    twice(4)
    assert {"seeing.double"} == SEEN


def test_answers_kept_by_a_key_cite_again_and_do_not_serve_once_a_rule_is_knocked_out() -> None:
    @rule("seeing.triple", neutral=lambda n: 0)
    def triple(n: int) -> int:
        asked.append(str(n))
        return 3 * n

    asked.clear()
    known: dict[object, object] = {}
    assert recall(known, "four", triple, 4) == recall(known, "four", triple, 4) == 12
    assert asked == ["4"]
    SEEN.clear()
    recall(known, "four", triple, 4)
    assert {"seeing.triple"} == SEEN
    knock_out("test_memory.seeing.triple")
    try:
        assert recall(known, "four", triple, 4) == 0
    finally:
        knock_out(None)


def test_a_game_on_recording_tables_plays_as_before() -> None:
    plain = laid(Board).encode()
    with record_reads(Board):
        game = laid(Board)
        assert near(game, "a")
        assert rested(game.copy(), "a")
        assert game.snapshot().encode() == plain
    assert type(laid(Board).pieces["a"]) is Piece


def test_a_function_that_reads_more_than_it_declares_is_refused() -> None:
    with record_reads(Board):
        game = laid(Board)
        with pytest.raises(UndeclaredRead, match="near_and_rested is kept until somebody moves, but reads tired of pi"):
            near_and_rested(game, "a")
        with pytest.raises(UndeclaredRead, match=r"others .* reads which rows there are of notes"):
            others(game)
        with pytest.raises(UndeclaredRead, match=r"gap_of_one is kept until a moves, but reads x .* about \('b'"):
            gap_of_one(game, "a")
        with pytest.raises(UndeclaredRead, match=r"finished reads game\.result"):
            finished(game)


def test_what_a_remembered_answer_had_read_counts_for_who_asks_it() -> None:
    with record_reads(Board):
        game = laid(Board)
        assert rested(game, "a")
        with pytest.raises(UndeclaredRead, match="reads tired of pieces"):
            near_and_rested(game, "a")
