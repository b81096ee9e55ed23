"""Exploring a running match: all dice, exactly, without touching it."""

from fractions import Fraction
from typing import Any

import pytest

from workshop import GAME, Plan
from xenotable.engine import Match
from xenotable.faults import Fault
from xenotable.odds import TooMany, explore, sums


def at(*steps: str) -> Match[Any]:
    return Match(GAME.new(Plan(steps)), 1)


def test_every_way_of_the_dice_is_gone_with_its_probability() -> None:
    match = at("confirm", "roll")
    before = match.game.encoded(), len(match.tape)
    found = explore(match, True)
    assert sum(end.p for end in found.ends) == 1
    assert found.rolled
    # Four dice in three classes, two eight-sided ones in two: 15 * 3 ways.
    assert len(found.ends) == 15 * 3
    four_sixes = found.chance(lambda end: "((0, 0, 4)," in end.game.boxes["b"].note)
    assert four_sixes == Fraction(1, 6**4)
    assert (match.game.encoded(), len(match.tape)) == before


def test_draws_and_shuffles_branch_too() -> None:
    found = explore(at("confirm", "deck"), True)
    cards = found.odds(lambda end: end.game.secret[0].cards)
    assert cards["red", "x", "y", "z"] == Fraction(2, 3) * Fraction(1, 6)
    assert len(cards.chances) == 2 * 6


def test_a_way_ends_where_somebody_has_to_choose() -> None:
    found = explore(at("choose", "pick"), "a")
    assert [end.ask.key for end in found.ends if end.ask] == ["pick"]
    assert not found.rolled


def test_a_policy_chooses_on_the_way_and_until_ends_it() -> None:
    on = explore(at("choose", "number", "pick"), "a", policy={"number": 4})
    assert "4" in on.ends[0].game.boxes["b"].note
    assert on.ends[0].ask is not None
    assert on.ends[0].ask.key == "pick"
    short = explore(at("choose", "number"), "a", policy={"number": 4}, until=lambda game, ask: ask.key == "number")
    assert short.ends[0].game.boxes["b"].value == 1


def test_equal_states_are_one_between_scenes() -> None:
    """Two rolls that leave the same state lead to it once; with the story of each they are kept apart."""
    match = at("anytime", "confirm", "roll")
    policy = {"main": "go", "confirm": True}
    assert len(explore(match, "power", "spend", policy=policy).ends) == 45
    assert len(explore(match, "power", "spend", policy=policy, story=True).ends) == 6 * 45


def test_what_is_refused_unknown_or_endless_is_said() -> None:
    with pytest.raises(Fault, match="refused"):
        explore(at("choose"), "c")
    with pytest.raises(Fault, match="Nothing called"):
        explore(at("choose"), "a", "nonsense")
    with pytest.raises(TooMany, match="more than 10 ways"):
        explore(at("confirm", "roll"), True, ways=10)


def test_what_was_told_can_be_kept() -> None:
    found = explore(at("choose", "pick"), "a", story=True)
    assert [event.rule for event in found.ends[0].told] == ["workshop.note"]
    assert sums(2).at_least(7) == pytest.approx(21 / 36)
