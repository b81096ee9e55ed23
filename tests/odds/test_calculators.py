"""Calculators: a struct becomes a form, what does not fit gets a sentence, modifiers get a share; all five games."""

from fractions import Fraction
from typing import Annotated, Literal

import pytest

from xenotable.engine.display import Forecast
from xenotable.faults import Fault
from xenotable.games import game
from xenotable.odds import sums
from xenotable.odds.calculators import Calculating, Calculators, Part, Situation, named, number

GAMES = ("rampant", "killteam", "xcx", "xenocide", "xcom")
KINDS = [(g, c) for g in GAMES for c in game(g).calculators()]


class Roll(Part, frozen=True):
    need: Annotated[int, number("Needed", 2, 12)] = 7
    words: Annotated[tuple[str, ...], named("Rules")] = ()


class Changes(Part, frozen=True):
    bonus: Annotated[int, number("Bonus", 0, 3)] = 0
    rain: Annotated[bool, named("Rain")] = False
    ground: Annotated[Literal["flat", "steep"], named("Ground")] = "flat"


class Test(Situation, frozen=True):
    roll: Roll = Roll()
    modifiers: Changes = Changes()


def work(s: Test, exact: bool) -> list[Forecast]:
    more = s.modifiers.bonus - s.modifiers.rain - 2 * (s.modifiers.ground == "steep") + ("Lucky" in s.roll.words)
    total = sums(2, exact=exact)
    return [total.forecast("A test", "", "", [("passes", total.at_least(s.roll.need - more))])]


DESK = Calculators(Calculating("test", "A test", "Two dice.", Test, work))


def test_a_form_follows_from_the_struct():
    (form,) = DESK.forms()
    (need, words), (bonus, rain, ground) = (g.fields for g in form.groups)
    assert (need.label, need.low, need.high, need.value) == ("Needed", 2, 12, 7)
    assert (words.kind, rain.kind, ground.kind, ground.choices) == ("words", "flag", "choice", ("flat", "steep"))
    assert bonus.label == "Bonus"


def test_fractions_are_given_where_they_are_asked_for():
    plain, exact = (DESK.calculate("test", {"roll": {"need": 7}}, exact)[0].chances[0] for exact in (False, True))
    assert plain.exact == ""
    assert exact.exact == "7/12"
    assert plain.p == pytest.approx(exact.p)  # Pythons differ in the last bit of a sum
    assert exact.p == pytest.approx(21 / 36)


def test_each_modifier_and_each_rule_has_the_share_that_it_makes():
    said = {"roll": {"words": "Lucky, Bold"}, "modifiers": {"rain": True, "ground": "steep", "bonus": 1}}
    (found,) = DESK.calculate("test", said)
    shares = {s.label: round(s.chances[0].p * 36) for s in found.shares}
    assert round(found.chances[0].p * 36) == 15  # 8 or more
    assert shares == {"Lucky": 15 - 10, "Bonus: 1": 15 - 10, "Rain": 15 - 21, "steep": 15 - 26}  # Bold does nothing


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"rol": {}}, 'no field "rol".* Did you mean "roll"'),
        ({"roll": {"need": 1}}, "need: it is at least 2"),
        ({"roll": {"need": "x"}}, "a whole number is wanted, not words"),
        ({"modifiers": {"ground": "step"}}, 'no "step". Did you mean "steep"'),
        ({"modifiers": {"rain": 2}}, "true or false is wanted"),
        ({"roll": 5}, "fields in braces are wanted"),
    ],
)
def test_what_does_not_fit_gets_a_sentence(said, words):
    with pytest.raises(Fault, match=words):
        DESK.calculate("test", said)


def test_a_calculator_that_does_not_exist_is_named():
    with pytest.raises(Fault, match=r'no calculator "tset".* Did you mean "test"'):
        DESK.calculate("tset", {})


@pytest.mark.parametrize(("name", "calculator"), KINDS, ids=lambda v: getattr(v, "id", v))
def test_every_calculator_of_every_game_answers_as_its_form_stands(name, calculator):
    first = {g.id: {f.name: f.value for f in g.fields} for g in calculator.groups}
    for f in game(name).calculate(calculator.id, first):
        assert not f.distribution or sum(c.p for c in f.distribution) == pytest.approx(1)
        assert all(-1e-9 <= c.p <= 1 + 1e-9 for c in f.chances)
        assert f.rule
    assert calculator.compare == "" or calculator.compare in first


@pytest.mark.parametrize(("name", "calculator"), KINDS, ids=lambda v: getattr(v, "id", v))
def test_exact_answers_are_the_same_numbers(name, calculator):
    plain, exact = (game(name).calculate(calculator.id, {}, exact) for exact in (False, True))
    for a, b in zip(plain, exact, strict=True):
        assert [c.p for c in a.chances] == pytest.approx([c.p for c in b.chances])
        for c in (*b.chances, *b.distribution):
            assert not c.exact or float(Fraction(c.exact)) == pytest.approx(c.p)


@pytest.mark.parametrize(("name", "calculator"), KINDS, ids=lambda v: getattr(v, "id", v))
def test_what_the_book_fills_in_is_understood(name, calculator):
    for group in calculator.groups:
        for preset in group.presets[:: max(1, len(group.presets) // 12)]:
            assert game(name).calculate(calculator.id, {group.id: preset.values})


@pytest.mark.parametrize(("name", "calculator"), KINDS, ids=lambda v: getattr(v, "id", v))
def test_every_modifier_can_be_set(name, calculator):
    for group in calculator.groups:
        if group.id != "modifiers":
            continue
        for field in group.fields:
            said = True if field.kind == "flag" else field.choices[-1] if field.choices else min(field.high, 2)
            assert game(name).calculate(calculator.id, {"modifiers": {field.name: said}})
