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
