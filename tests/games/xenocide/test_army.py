"""Army lists (chapter "army")."""

import random

import msgspec
import pytest

from games.xenocide.battlefield import rules
from xenotable.engine.muster.values import places_of
from xenotable.games.xenocide.content import Army, Company, armies
from xenotable.games.xenocide.muster.book import BOOK, read
from xenotable.games.xenocide.rules.army.lists import (
    army_of,
    army_value,
    company_vp,
    random_army,
    ready_armies,
    refusals,
    unit_refusals,
    unit_vp,
)
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.title import GAME

rule = pytest.mark.rule
TANKS = (("medium-tank", 3),)


def three(*units):
    return Army("Test", "generic", tuple(Company(f"C{i}", us) for i, us in enumerate(units)))


@rule("xenocide.army.unit-vp")
@rule("xenocide.army.army-value")
def test_values():
    vp = {k: x.vp for k, x in kinds().items()}
    assert unit_vp((("medium-infantry", 6), ("apc", 3))) == 6 * vp["medium-infantry"] + 3 * vp["apc"]
    joe = army_of(armies()["joes-example"])
    values = [company_vp(c) for c in joe.companies]
    assert values[0] == 6 * vp["heavy-tank"] + 5 * vp["medium-tank"] + 3 * vp["anti-aircraft-tank"]
    assert (army_value(joe), values) == (sum(values), [c.vp for c in armies()["joes-example"].companies])


@pytest.mark.parametrize(
    ("buys", "broken"),
    [
        pytest.param((("medium-infantry", 2),), "army.unit-infantry", marks=rule("xenocide.army.unit-infantry")),
        pytest.param((("medium-infantry", 9),), "army.unit-infantry", marks=rule("xenocide.army.unit-infantry")),
        ((("medium-infantry", 8), ("apc", 4)), None),
        pytest.param((("strike-flyer", 2),), "army.unit-light", marks=rule("xenocide.army.unit-light")),
        pytest.param((("medium-tank", 6),), "army.unit-heavy", marks=rule("xenocide.army.unit-heavy")),
        ((("light-dropship", 2),), None),
        ((("medium-tank", 2), ("light-hovertank", 3)), None),
        pytest.param((("medium-tank", 3), ("light-hovertank", 3)), "army.mixed-units",
                     marks=rule("xenocide.army.mixed-units")),
        ((("medium-infantry", 6), ("apc", 3)), None),
        pytest.param((("medium-infantry", 6), ("apc", 4)), "army.unit-transports",
                     marks=rule("xenocide.army.unit-transports")),
    ],
)  # fmt: skip
def test_sizes_of_units(buys, broken):
    assert rules(unit_refusals("C", buys, "6mm")) == ([broken] if broken else [])


@rule("xenocide.army.unit-size-15mm")
def test_sizes_at_15_mm():
    assert rules(unit_refusals("C", (("medium-infantry", 6),), "15mm")) == ["army.unit-size-15mm"]
    assert rules(unit_refusals("C", (("medium-infantry", 2),), "15mm")) == []


@rule("xenocide.army.company-forty-percent")
@rule("xenocide.army.company-count")
@rule("xenocide.army.company-size")
@rule("xenocide.army.company-names")
@rule("xenocide.army.points-total")
@rule("xenocide.army.one-faction")
@rule("xenocide.army.roster-validation")
def test_all_reasons_at_once():
    wrong_units = ((("skitterling", 5),), (("skiterling", 5),))
    two = Army("Test", "generic", (Company("A", (TANKS,) * 6), Company("A", wrong_units)))
    found = set(rules(refusals(two, 100)))
    assert found == {
        "army.points-total", "army.company-count", "army.company-names", "army.company-size",
        "army.company-forty-percent", "army.one-faction", "army.roster-validation",
    }  # fmt: skip
    wrong = next(r for r in refusals(two, 100) if r.rule == "army.roster-validation")
    assert "skitterling" in wrong.remedy


@rule("xenocide.army.company-forty-percent")
def test_forty_percent_exactly_is_legal():
    even = three((TANKS, TANKS), (TANKS, TANKS), (TANKS,))
    assert rules(refusals(even, 1000)) == []
    uneven = three((TANKS, TANKS, TANKS), (TANKS, TANKS), (TANKS,))
    assert rules(refusals(uneven, 1000)) == ["army.company-forty-percent"]


@rule("xenocide.army.large-games")
def test_large_games_may_have_nine_companies():
    big = three(*((TANKS,),) * 8)
    assert rules(refusals(big, 4000)) == []
    assert rules(refusals(big, 3000)) == ["army.company-count"]
    assert rules(refusals(three(*((TANKS,),) * 10), 4000)) == ["army.large-games"]


@rule("xenocide.army.mixed-units")
def test_mixed_units_are_legal_with_a_warning():
    mixed = ((("medium-tank", 2), ("light-hovertank", 3)), (("medium-infantry", 6), ("apc", 3)))
    army = read(three(mixed, (TANKS,), (TANKS,)), 1000)
    (company, *_) = places_of(army, "company")

    def warned(unit):
        lines = BOOK.profile(army, (company, unit, 0)).lines
        return [line.text for line in lines if line.label == "Mixed unit"]

    assert warned(0) == ["legal, but its models differ"]
    assert warned(1) == []


def test_shipped_lists_are_legal_and_cost_what_they_say():
    for data in armies().values():
        army = army_of(data)
        assert rules(refusals(army, data.points)) == [], data.id
        assert (army_value(army), [company_vp(c) for c in army.companies]) == (data.vp, [c.vp for c in data.companies])
    assert len(ready_armies()) == len(armies()) == 22


def test_random_lists_are_legal():
    for seed in range(20):
        rnd = random.Random(seed).random
        army = random_army(("generic", "lumen", "thren")[seed % 3], 500, rnd)
        assert rules(refusals(army, 500)) == []
        assert rules(GAME.setup_refusals(GAME.random_setup(rnd))) == []


@rule("xenocide.army.one-faction")
def test_a_faction_that_nobody_knows_is_named():
    army = msgspec.structs.replace(three((TANKS,), (TANKS,), (TANKS,)), faction="genric")
    refused = [r for r in refusals(army, 1000) if r.says.startswith("There is no faction")]
    assert [(r.rule, r.args["f"]) for r in refused] == [("army.one-faction", "genric")]
    assert "generic" in refused[0].remedy


@rule("xenocide.army.company-count")
def test_what_helps_an_army_with_too_few_or_too_many_companies():
    few = [r for r in refusals(three(*((TANKS,),) * 2), 1000) if r.rule == "army.company-count"]
    many = [r for r in refusals(three(*((TANKS,),) * 7), 1000) if r.rule == "army.company-count"]
    assert [r.remedy for r in (*few, *many)] == ["Add one.", "Leave one out."]


@rule("xenocide.army.roster-validation")
@pytest.mark.parametrize("buys", [(), (("medium-tank", 0),), (("medium-tank", 3), ("medium-tank", 0))])
def test_a_unit_has_models(buys):
    assert rules(unit_refusals("C", buys, "6mm")) == ["army.roster-validation"]


@rule("xenocide.army.company-forty-percent")
def test_forty_percent_are_told_in_points():
    army = three((TANKS, TANKS, TANKS), (TANKS,), (TANKS,))
    (refused,) = [r for r in refusals(army, 1000) if r.rule == "army.company-forty-percent"]
    value = 5 * 3 * kinds()["medium-tank"].vp
    assert (refused.args["vp"], refused.args["max"]) == (value * 3 // 5, value * 2 // 5)
