"""The driver of tests: every ability of it, on games of their own and on all five."""

import random
from fractions import Fraction

import pytest

from driver import Driver, numbers
from workshop import Plan, Step, new
from xenotable.engine import Title
from xenotable.games import game as load_game
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.detachment.profiles import profile
from xenotable.games.rampant.state import Entry


def bench(*steps: str) -> Driver:
    return Driver(new(Plan(steps)))


def test_it_starts_at_a_named_scene_and_answers_by_key() -> None:
    play = bench().start("Step", name="choose")
    assert play.asked == "choose"
    assert play.why_not("c") == {"workshop.closed"}
    play.go(choose="b")
    assert "'b'" in play.told()
    with pytest.raises(AssertionError, match=r"no scene 'Stepp'.*Step"):
        bench().start("Stepp")


def test_it_stops_at_any_ask_and_goes_on() -> None:
    play = bench("choose", "number", "pick").go(choose="a", until="number")
    assert play.asked == "number"
    play.go(number=3)
    assert play.asked == "pick"


def test_a_list_answers_one_ask_after_the_other() -> None:
    play = bench("number", "number", "number").go(number=[2, 3])
    assert play.asked == "number"
    assert play.game.boxes["b"].value == 2


def test_a_missing_die_is_named_by_its_roll() -> None:
    with pytest.raises(AssertionError, match=r'the roll "roll" of 4 .* is not scripted: only \[6, 6\] are left'):
        bench("roll").roll(6, 6).go()
    with pytest.raises(AssertionError, match=r'the roll "alien" of 2 .* has 8 sides, but \[9, 1\] are scripted'):
        bench("roll").roll(1, 1, 1, 1, 9, 1).go()


def test_what_is_scripted_must_be_used() -> None:
    with pytest.raises(AssertionError, match=r"dice that nobody rolled: \[5\]"):
        bench("roll", "choose").roll(1, 1, 1, 1, 8, 8, 5).go()
    with pytest.raises(AssertionError, match=r"never asked"):
        bench("choose").go(choose="a", nobody="x")
    with pytest.raises(AssertionError, match=r"'c' to 'choose' is refused: .*the rule|workshop.closed"):
        bench("choose").go(choose="c")


def test_draws_are_scripted_or_named() -> None:
    play = bench("deck").draw("blue", "z", "y", "x").go()
    assert play.game.secret[0].cards[0] == "blue"
    with pytest.raises(AssertionError, match=r"a draw from .* is not scripted"):
        bench("deck").draw("red").go()


def test_all_dice_of_an_exchange_are_gone_through_in_one_call() -> None:
    play = Driver(new(Plan())).start(Step("confirm"), Step("roll"))
    found = play.explore(True)
    assert found.chance(lambda end: "(4, 0, 0)" in end.game.boxes["b"].note) == Fraction(1, 3) ** 4
    assert play.asked == "confirm"


def test_numbers_of_units_and_weapons_can_be_others_for_a_while() -> None:
    entry = Entry("Unit", "heavy")
    before = profile(entry).armour
    with numbers(content().units["heavy"], armour=before + 2):
        assert profile(entry).armour == before + 2
    assert profile(entry).armour == before


@pytest.mark.parametrize("id", ["rampant", "killteam", "xcx", "xenocide", "xcom"])
def test_it_drives_every_game(id: str) -> None:
    title: Title = load_game(id)
    play = Driver(title.new(title.offers()[0].setup)).roll(*[3, 4] * 400)
    rnd = random.Random(1).random
    for _ in range(6):
        asks = play.go(until="anything").match.open
        key, said = next((ask.key, found[0]) for ask in asks if (found := ask.candidates(1, rnd)))
        play.go(until="anything", **{key.partition(":")[0].replace("-", "_"): [said]})
    assert len([entry for entry in play.match.tape if entry.kind == "answer"]) >= 6
