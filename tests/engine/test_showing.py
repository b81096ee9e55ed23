"""What a seat is shown is drawn anew when something changed, and only then."""

from __future__ import annotations

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
