"""Setting up: terrain, scenario, sides, zones (chapter "setup")."""

import random

import msgspec
import pytest

from games.xenocide.battlefield import Battlefield, rules
from xenotable.engine import Placed
from xenotable.games.xenocide.content import Map, maps
from xenotable.games.xenocide.rules.army.lists import ready_armies
from xenotable.games.xenocide.rules.buildings.construction import rooms_of
from xenotable.games.xenocide.rules.content import map_refusals
from xenotable.games.xenocide.rules.setup.deployment import deploy_refusals, deployments
from xenotable.games.xenocide.scenes import (
    DeployNext,
    DeployUnits,
    LayTerrain,
    Opening,
    PlaceMarkers,
    Roles,
    Sides,
    Turn,
    Verdict,
)
from xenotable.games.xenocide.title import GAME

rule = pytest.mark.rule


@rule("xenocide.setup.choose-scenario")
@rule("xenocide.setup.sequence")
@rule("xenocide.play.decisions-before-battle", exercises=["setup.sequence"])
def test_the_scenario_may_be_rolled():
    field = Battlefield()
    field.game.war.set("war", scenario="")
    assert field.roll(6, 5, 3).play(Opening()) == [Roles()]
    assert field.game.now.scenario == "invasion"
    field.game.war.set("war", scenario="seize-ground")
    assert field.play(Opening()) == [PlaceMarkers(), Sides()]


@rule("xenocide.setup.terrain-split")
def test_one_player_sets_up_the_terrain_and_the_other_takes_an_edge():
    setup = msgspec.structs.replace(GAME.offers()[0].setup, terrain="one-player")
    field = Battlefield()
    field.game = game = GAME.new(setup)
    other = next(m for m in maps().values() if m.id != setup.map and m.width == 72)
    assert field.play(Opening()) == [LayTerrain()]
    assert field.roll(2, 6).play(LayTerrain(), terrain=other.id) == [Sides(0)]
    assert len(game.field.features) == len(other.features) + len(rooms_of(other))
    assert list(game.sections) == list(rooms_of(other))
    assert field.play(Sides(0), edge="north") == [DeployNext(1), Turn(1)]  # no roll
    assert GAME.state.decode(setup, game.encode()).field is game.field
    assert rules(GAME.setup_refusals(msgspec.structs.replace(setup, terrain="mine"))) == ["setup.terrain-split"]


@rule("xenocide.setup.terrain-split")
def test_who_lays_the_table_leaves_out_what_he_likes():
    setup = msgspec.structs.replace(GAME.offers()[0].setup, terrain="one-player")
    field = Battlefield()
    field.game = game = GAME.new(setup)
    before = len(game.field.features)
    field.roll(2, 6).play(LayTerrain(), terrain="", left_out=(0, 1))
    assert len(game.field.features) == before - 2
    assert GAME.state.decode(setup, game.encode()).field.features == game.field.features


@rule("xenocide.setup.terrain-adjust")
@pytest.mark.parametrize("agrees", [True, False])
def test_terrain_is_adjusted_by_agreement_once_the_scenario_is_rolled(agrees):
    offer = next(o for o in GAME.offers() if o.id == "rolled")
    field = Battlefield()
    field.game = game = GAME.new(offer.setup)
    other = next(m for m in maps().values() if m.id != offer.setup.map and m.width == 72)
    field.roll(1).play(Opening(), terrain=other.id, terrain_agreed=agrees)
    assert field.asked[-3:] == ["terrain", "left-out", "terrain-agreed"]
    assert (game.now.map == other.id) == agrees
    assert (len(game.field.features) == len(other.features) + len(rooms_of(other))) == agrees


@rule("xenocide.setup.sequence")
@rule("xenocide.setup.terrain-adjust", exercises=["setup.terrain-split"])
def test_who_lays_the_table_does_not_know_yet_which_scenario_is_rolled():
    setup = msgspec.structs.replace(GAME.offers()[0].setup, terrain="one-player", scenario="")
    field = Battlefield()
    field.game = game = GAME.new(setup)
    before = len(game.field.features)
    assert field.play(Opening()) == [LayTerrain()]
    assert not game.now.scenario
    # the winner leaves two pieces out; Seize Ground is rolled; then another piece is left out by agreement
    after = field.roll(2, 6, 2).play(LayTerrain(), terrain="", left_out=[(0, 1), lambda ask: ask.among()[:1]],
                                     terrain_agreed=True)  # fmt: skip
    assert after == [PlaceMarkers(), Sides(0)]
    assert field.asked.index("scenario") > field.asked.index("left-out")
    assert game.now.without == (0, 1, 2)
    assert len(game.field.features) == before - 3


@rule("xenocide.play.turn-cap")
@pytest.mark.parametrize(("turns", "ends"), [(12, True), (13, False), (0, False)])
def test_the_last_turn_is_agreed(turns, ends):
    setup = msgspec.structs.replace(GAME.offers()[0].setup, turns=turns)
    field = Battlefield()
    field.game = game = GAME.new(setup)
    assert field.play(Verdict(12)) == ([] if ends else [Turn(13)])
    assert (game.result is not None) == ends
    assert rules(GAME.setup_refusals(msgspec.structs.replace(setup, turns=-1))) == ["play.turn-cap"]
    shown = {line.label: line.value for panel in GAME.panels(GAME.new(setup), 0) for line in panel.lines}
    end = f" After turn {turns} whoever has lost fewer points wins." if turns else ""
    assert shown["How long"] == f"Until somebody wins.{end}"


@rule("xenocide.army.example-army")
def test_offers_show_what_the_set_up_can_do():
    offers = {o.id: o.setup for o in GAME.offers()}
    assert not offers["rolled"].scenario
    assert offers["15mm"].scale == "15mm"
    assert offers["one-player-terrain"].terrain == "one-player"
    assert offers["own-map"].drawn is not None
    assert offers["joes-army"].armies[0] == ready_armies()["joes-example"]
    assert all(rules(GAME.setup_refusals(setup)) == [] for setup in offers.values())


@rule("xenocide.content.custom-maps")
@pytest.mark.parametrize(
    ("features", "said"),
    [
        ((("forest", 10, 10, 6, 6), ("road", 0, 12, 72, 2)), []),
        ((("forest", 10, 10, 6, 6), ("ruins", 15, 15, 6, 6)), ["Only roads may."]),
        ((("forest", 10, 10, 6, 6), ("ruins", 16, 10, 6, 6)), []),  # they touch
        ((("solid-wall", 0, 2, 50, 1),), ["Clear the edge."]),
        ((("solid-wall", 0, 43, 30, 1), ("solid-wall", 42, 43, 30, 1)), ["Clear the edge."]),
        ((("solid-wall", 0, 2, 48, 1),), []),
        ((("forrest", 10, 10, 6, 6),), ["Did you mean forest?"]),
        ((("forest", 70, 10, 6, 6),), [""]),
    ],
)
def test_maps_of_ones_own(features, said):
    own = Map("own", "Our field", "attrition", 72.0, 48.0, features, ())
    setup = msgspec.structs.replace(GAME.offers()[0].setup, drawn=own)
    refused = list(GAME.setup_refusals(setup))
    assert [r.remedy for r in refused] == said
    assert all(r.rule == "content.custom-maps" for r in refused)
    if not said:
        again = msgspec.json.decode(msgspec.json.encode(setup), type=type(setup))
        assert len(GAME.new(again).field.features) == len(features)


def test_shipped_maps_are_legal():
    assert [r.says for m in maps().values() for r in map_refusals(m)] == []


@rule("xenocide.setup.roll-sides")
def test_the_higher_roller_takes_an_edge_and_the_other_deploys_first():
    field = Battlefield()
    assert field.roll(4, 4, 5, 2).play(Sides(), edge="north") == [DeployNext(1), Turn(1)]
    assert (field.game.sides[0].edge, field.game.sides[1].edge) == ("north", "south")


@rule("xenocide.setup.deploy-order")
@rule("xenocide.setup.deploy-legal")
def test_companies_are_deployed_in_turn():
    field = Battlefield()
    u = field.put(0, "medium-tank", (10, 3), 2, on=False)
    red = field.put(1, "medium-tank", (10, 45), 2, on=False)
    assert field.play(DeployNext(0), company="b0") == [DeployUnits(0, (u,)), DeployNext(1)]
    good = Placed({f"{u}m0": (10.0, 3.0), f"{u}m1": (12.0, 3.0)})
    packed = Placed({f"{u}m0": (10.0, 3.0), f"{u}m1": (11.0, 3.0)})
    assert rules(deploy_refusals(field.game, u, packed)) == ["setup.deploy-legal"]
    field.play(DeployUnits(0, (u,)), deploy=good)
    assert field.unit(u).on
    assert field.play(DeployNext(0), company="b1")[0] == DeployUnits(0, ())
    assert red


@pytest.mark.parametrize(("scenario", "broken"), [
    pytest.param("attrition", "scenarios.attrition-deployment", marks=rule("xenocide.scenarios.attrition-deployment")),
    pytest.param("seize-ground", "scenarios.seize-deployment", marks=rule("xenocide.scenarios.seize-deployment")),
    pytest.param("invasion", "scenarios.invasion-deployment", marks=rule("xenocide.scenarios.invasion-deployment")),
])  # fmt: skip
def test_zones(scenario, broken):
    field = Battlefield(scenario=scenario)
    u = field.put(1, "medium-tank", (10, 30), 2, on=False)
    bad = Placed({f"{u}m0": (10.0, 17.0), f"{u}m1": (12.0, 17.0)})
    good = Placed({f"{u}m0": (10.0, 47.0), f"{u}m1": (12.0, 47.0)})
    assert rules(deploy_refusals(field.game, u, bad)) == [broken]
    assert rules(deploy_refusals(field.game, u, good)) == []
    for put in deployments(field.game, u, 4, random.Random(1).random):
        assert rules(deploy_refusals(field.game, u, put)) == []


@rule("xenocide.setup.deploy-states")
def test_burrowers_may_start_below():
    field = Battlefield()
    u = field.put(0, "delver", (10, 3), 2, on=False)
    put = deployments(field.game, u, 1, random.Random(1).random)[0]
    field.play(DeployUnits(0, (u,)), deploy=put, below=True)
    assert field.unit(u).burrowed
