"""The model designer (chapter "pricing"): own models, priced by the formula, fight if both players agree."""

import msgspec
import pytest

from games.xenocide.battlefield import rules
from xenotable.engine import Match
from xenotable.games.xenocide.content import Design, design_id
from xenotable.games.xenocide.rules.army.lists import unit_vp
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.pricing.designer import design_model, design_refusals, know
from xenotable.games.xenocide.rules.pricing.formula import price
from xenotable.games.xenocide.title import GAME
from xenotable.players import RandomPlayer, play_out

rule = pytest.mark.rule
RAFT = Design(
    "Storm raft", "generic", 16, ("skimmer",), 0, 3, 2, "5", ("twin-autogun",), ("amphibious",), ("shield-2",), size=3
)  # a type of mover that no model of the catalogue has


def battle(agreed=True, designs=(RAFT,)):
    start = GAME.offers()[0].setup
    blue = start.armies[0]
    riders = msgspec.structs.replace(blue.companies[1], units=(((design_id(RAFT), 4),), *blue.companies[1].units[1:]))
    army = msgspec.structs.replace(blue, companies=(blue.companies[0], riders, blue.companies[2]))
    return msgspec.structs.replace(start, armies=(army, start.armies[1]), designs=designs, agreed=agreed, points=600)


@rule("xenocide.pricing.custom-models")
def test_a_design_has_the_price_of_the_formula_and_no_other():
    kind = design_model(RAFT)
    assert kind.vp == price(kind) > kinds()["apc"].vp
    assert (kind.klass, kind.shield, kind.amphibious) == ("light", 2, True)
    better = design_model(msgspec.structs.replace(RAFT, armor=5))
    assert better.vp > kind.vp
    assert better.klass == "heavy"
    know([RAFT])
    assert unit_vp(((design_id(RAFT), 4),)) == 4 * kind.vp
    assert design_id(RAFT) not in list(kinds())  # nobody who goes through the catalogue meets it


@rule("xenocide.pricing.custom-models")
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"weapons": ("twin-autogum",)}, "weapon"), ({"type": ("skimer",)}, "type"), ({"faction": "genric"}, "faction"),
        ({"cad": "7"}, "CAD"), ({"move_special": ("jump",)}, "movement special"), ({"name": ""}, "name"),
    ],
)  # fmt: skip
def test_what_the_rules_do_not_know_is_refused(change, says):
    refused = list(design_refusals(msgspec.structs.replace(RAFT, **change)))
    assert refused
    assert says in str(refused[0].args) + refused[0].says


@rule("xenocide.stats.move")
def test_values_outside_their_ranges_are_refused():
    assert rules(design_refusals(msgspec.structs.replace(RAFT, move=7))) == ["stats.move"]
    assert rules(design_refusals(RAFT)) == []


@rule("xenocide.pricing.custom-models")
def test_own_models_need_the_agreement_of_both_players():
    assert rules(GAME.setup_refusals(battle())) == []
    assert rules(GAME.setup_refusals(battle(agreed=False))) == ["pricing.custom-models"]
    assert "pricing.custom-models" in rules(GAME.setup_refusals(battle(designs=())))


def test_a_battle_with_own_models_is_played_to_its_end():
    match = Match(GAME.new(battle()), 5)
    assert match.game.kinds[design_id(RAFT)].name == "Storm raft"
    play_out(match, {s: RandomPlayer(GAME, f"{s}") for s in (0, 1)})
    assert match.game.result is not None


@rule("xenocide.pricing.custom-models")
@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        ("base", (0.5, 2.0), (0.0, 2.1, -1.0)),
        ("height", (0.5, 8.0), (0.0, 8.1, -1.0)),
        ("size", (1, 99), (0, 100)),
        ("transport", (0, 99), (-1, 100)),
        ("caa", (0, 9), (-1, 100)),
        (
            "move_special",
            (("jump-24",), ()),
            (("jump-25",), ("jump",), ("jmp-4",), ("jump-²",), ("jump-" + "9" * 5000,)),
        ),
    ],
)
def test_numbers_of_a_design_lie_between_their_limits(field, good, bad):
    for value in good:
        found = list(design_refusals(msgspec.structs.replace(RAFT, **{field: value})))
        assert [r for r in found if r.rule == "pricing.custom-models"] == []
    for value in bad:
        found = rules(design_refusals(msgspec.structs.replace(RAFT, **{field: value})))
        assert found.count("pricing.custom-models") == 1


@rule("xenocide.pricing.custom-models")
def test_a_name_that_is_nearly_right_is_told():
    remedy = lambda **change: [r.remedy for r in design_refusals(msgspec.structs.replace(RAFT, **change))]  # noqa: E731
    assert remedy(weapons=("twin-autogum",)) == ["Leave it out. Did you mean twin-autogun?"]
    assert remedy(weapons=("xxxx",)) == ["Leave it out."]
    assert remedy(type=()) == ["Give it both."]
    assert remedy(name="") == ["Give it both."]


@rule("xenocide.pricing.custom-models")
def test_what_a_design_is_follows_from_its_type_and_armour():
    klass = lambda **change: design_model(msgspec.structs.replace(RAFT, **change)).klass  # noqa: E731
    assert [klass(armor=3), klass(armor=4), klass(type=("infantry", "skimmer"))] == ["light", "heavy", "infantry"]
    assert design_model(RAFT).vp == price(design_model(RAFT))


@rule("xenocide.pricing.custom-models")
def test_designs_that_are_wrong_or_were_not_shown_do_not_fight():
    wrong = msgspec.structs.replace(RAFT, armor=9)
    assert "pricing.custom-models" in rules(GAME.setup_refusals(battle(designs=(RAFT, wrong))))
    (missing,) = [r for r in GAME.setup_refusals(battle(designs=())) if r.rule == "pricing.custom-models"]
    assert missing.remedy == "Bring the design along."


@rule("xenocide.pricing.custom-models")
@pytest.mark.parametrize(
    "twice",
    [
        {"weapons": ("twin-autogun",) * 2},
        {"type": ("skimmer", "wheeled", "wheeled")},
        {"ca_special": ("guard-1", "guard-2")},
    ],
)
def test_nothing_is_bought_twice_that_counts_once(twice):
    (refused,) = design_refusals(msgspec.structs.replace(RAFT, **twice))
    assert "named twice" in refused.says


@rule("xenocide.pricing.defensive-factors")
def test_only_an_open_transport_that_carries_somebody_costs_less_for_being_open():
    def cost(**change):
        return design_model(msgspec.structs.replace(RAFT, **change)).vp

    assert cost(open_transport=True) == cost()
    assert cost(open_transport=True, transport=3) < cost(transport=3)
