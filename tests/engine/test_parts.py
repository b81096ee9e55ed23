"""Rows, dice, events, refusals, views: the small parts."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driver import used_up
from workshop import GAME as WORKSHOP
from workshop import Plan
from xenotable.engine import Choose, Match, Refusal, Row, Scripted, Secret, Seeded, Table, TypedIn, View
from xenotable.engine.dice import count_classes, restore_dice
from xenotable.engine.events import make_event
from xenotable.engine.wording import render_template


class Man(Row, frozen=True):
    wounds: int = 3


def test_a_table_is_written_by_set_alone():
    table: Table[str, Man] = Table({"a": Man()})
    copy = table.copy()
    table.set("a", wounds=1)
    assert (table["a"].wounds, copy["a"].wounds) == (1, 3)
    table.add("b", Man(2))
    with pytest.raises(KeyError):
        table.add("b", Man())
    with pytest.raises(TypeError):
        table["a"] = Man()
    with pytest.raises(TypeError):
        del table["a"]
    table.remove("b")
    assert list(table) == ["a"]
    with pytest.raises(TypeError):
        table.set("a", hounds=1)


def test_a_row_is_swapped_only_for_the_one_that_it_was_worked_out_from():
    table: Table[str, Man] = Table({"a": Man()})
    old = table["a"]
    table.swap("a", old, Man(old.wounds - 1))
    assert table["a"].wounds == 2
    with pytest.raises(RuntimeError, match="written since"):
        table.swap("a", old, Man(9))
    assert table["a"].wounds == 2


def test_whether_a_choice_is_forced_is_known_at_the_second_open_option():
    looked: list[str] = []
    ask = Choose(seat=0, key="which", among=lambda: tuple("abc"), why_not=lambda option: looked.append(option) or ())
    assert ask.only() == ()
    assert looked == ["a", "b"]
    assert ask.options() == ["a", "b", "c"]


@given(st.integers(0, 2**32), st.lists(st.tuples(st.integers(1, 40), st.sampled_from((6, 8, 3, 100))), max_size=20))
def test_a_restored_source_goes_on_where_it_was(seed: int, rolls: list[tuple[int, int]]):
    dice = Seeded(seed)
    for n, sides in rolls:
        faces = dice.roll(n, sides)
        assert len(faces) == n
        assert all(1 <= f <= sides for f in faces)
    for copy in (dice.copy(), restore_dice(dice.state())):
        assert tuple(copy.roll(30)) == tuple(dice.copy().roll(30))
        assert copy.shuffle("abcdef") == dice.copy().shuffle("abcdef")


def test_rolling_in_one_go_or_in_parts_is_the_same():
    one, many = Seeded(4), Seeded(4)
    assert tuple(one.roll(100)) == tuple(f for _ in range(100) for f in many.roll(1))


def test_dice_are_fair_enough():
    """Chi-squared with 5 degrees of freedom stays below 25 with a chance of 0.9999."""
    seen = Counter(Seeded(11).roll(60_000))
    assert sum((seen[f] - 10_000) ** 2 / 10_000 for f in range(1, 7)) < 25


def test_draws_follow_the_bag():
    seen = Counter(Seeded(seed).draw([("red", 3), ("blue", 1)]) for seed in range(4000))
    assert 2800 < seen["red"] < 3200
    big = Seeded(1)
    assert {big.below(1000) for _ in range(20_000)} == set(range(1000))


def test_the_first_faces_of_a_seed_never_change():
    """Old games are verified by their seed: this may not change in any version."""
    assert tuple(Seeded(b"xenotable").roll(12)) == FIRST_FACES
    assert Seeded(b"xenotable").shuffle("abcde") == FIRST_SHUFFLE


FIRST_FACES = (5, 2, 1, 2, 5, 3, 6, 2, 2, 4, 3, 6)
FIRST_SHUFFLE = ("a", "d", "b", "c", "e")


@given(st.lists(st.integers(1, 6), max_size=12), st.sampled_from(((3, 6), (2,), (), (2, 3, 4, 5, 6), (1, 4, 6), (7,))))
def test_counts_per_class(faces: list[int], cuts: tuple[int, ...]):
    bounds = (1, *cuts, 7)
    assert count_classes(faces, cuts) == tuple(
        sum(a <= f < b for f in faces) for a, b in zip((0, *bounds[1:-1]), (*bounds[1:-1], 99), strict=True)
    )


def test_scripted_dice_must_be_used_up():
    dice = Scripted([1, 2], ["x"])
    dice.roll(2)
    with pytest.raises(Exception, match="never used"):
        used_up(dice)


def test_typed_in_dice_are_restored_as_such():
    assert isinstance(restore_dice(TypedIn(1).state()), TypedIn)
    with pytest.raises(ValueError, match="scripted"):
        restore_dice(Scripted([3], ["x"]).state())


def test_events_are_worded_for_each_seat():
    event = make_event("{a} shows {card}.", "x.y", {"a": "b", "card": Secret("the ace", (0,), "a card")})
    names = {"b": "Bo"}.get
    mine, theirs = event.seen_by(0), event.seen_by(1)
    assert mine is not None
    assert theirs is not None
    assert mine.words(lambda i: names(i, i)) == "Bo shows the ace."
    assert theirs.words(lambda i: names(i, i)) == "Bo shows a card."
    assert make_event("x", "y", {}, (1,)).seen_by(0) is None


def test_numbers_in_words_keep_their_format():
    assert render_template("{n:.1f} in", {"n": 2.25}, str) == "2.2 in"


@pytest.mark.parametrize(("n", "said"), [(0, "0 hits, 0 dice"), (1, "1 hit, 1 die"), (2, "2 hits, 2 dice")])
def test_what_is_counted_is_one_or_many(n: int, said: str):
    assert render_template("{n:hit}, {n:die|dice}", {"n": n}, str) == said


def test_a_sentence_that_opens_with_a_name_has_a_capital():
    assert render_template("{t} blocks {t}.", {"t": "b"}, lambda _: "the bunker") == "The bunker blocks the bunker."


def test_the_story_reads_as_sentences():
    m = Match(WORKSHOP.new(Plan(("choose",))), 1)
    m.answer(0, "a")
    assert View(m, 0).story() == ["The box holds 'a'.", "All done."]


def test_what_is_drawn_of_options_is_any_legal_one_as_often_as_another():
    rnd, looked = random.Random(1).random, Counter[int]()

    def odd(n: int) -> list[Refusal]:
        looked[n] += 1
        return [Refusal("engine.no-such-option", "Even numbers only.")] if n % 2 else []

    ask = Choose(among=lambda: range(10), why_not=odd)
    drawn = Counter(n for _ in range(5000) for n in ask.drawn(4, rnd))
    assert set(drawn) == {0, 2, 4, 6, 8}
    assert all(abs(n - 1000) < 4 * 28.3 for n in drawn.values())  # within four standard deviations
    assert looked.total() < 0.5 * 5000 * 10  # nobody looks at all of them to take one
    assert Choose(among=lambda: (1, 3), why_not=odd).drawn(4, rnd) == ()
