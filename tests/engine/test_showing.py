"""What a seat is shown is drawn anew when something changed, and only then."""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine.events import make_event
from xenotable.engine.gestures import Became, Lost
from xenotable.engine.showing import WATCHES, Sight
from xenotable.games import game

DUEL = game("docs/duel.py")


def test_nothing_is_drawn_again_while_nothing_changes_in_copies_too() -> None:
    duel = DUEL.new(DUEL.offers()[0].setup)
    drawn = Sight(duel).tokens(WATCHES)
    assert Sight(duel).tokens(WATCHES) is drawn
    assert Sight(duel.copy()).tokens(WATCHES) is drawn
    duel.figures.set("a", wounds=1)
    assert Sight(duel).tokens(WATCHES) is not drawn


def test_a_row_that_goes_by_another_id_is_drawn_anew() -> None:
    duel = DUEL.new(DUEL.offers()[0].setup)
    assert set(Sight(duel).tokens(WATCHES)) == {"a", "b"}
    row = duel.figures["b"]
    duel.figures.remove("b")
    duel.figures.add("c", row)
    assert set(Sight(duel).tokens(WATCHES)) == {"a", "c"}


def test_a_copy_of_what_is_only_looked_at_can_be_written() -> None:
    duel = DUEL.new(DUEL.offers()[0].setup)
    copy = Sight(duel)._seen_by(WATCHES).copy()
    before = copy.open_rows()
    copy.figures.set("a", wounds=1)
    assert copy.open_rows() is not before


def test_an_event_is_not_about_pieces_that_are_merely_marked_otherwise() -> None:
    """When a turn begins those of the other side are ready again: it is not theirs."""
    duel = DUEL.new(DUEL.offers()[0].setup)
    ready, hurt = Became(("b",), state="ready"), Lost(("b",), 1, 2, 3)
    turn = replace(make_event("The turn of A begins.", "engine.shown", {}, at=1), shows=(ready,))
    assert Sight(duel).said(turn).about == []
    named = replace(make_event("{who} is ready.", "engine.shown", {"who": "b"}, at=1), shows=(ready,))
    assert Sight(duel).said(named).about == ["b"]
    struck = replace(make_event("A shot.", "engine.shown", {}, at=1), shows=(ready, hurt))
    assert Sight(duel).said(struck).about == ["b"]
