"""Deployment, and how units enter later (chapters "setup" and "scenarios")."""

import pytest

from games.xenocide.battlefield import Battlefield, rules
from xenotable.engine import Moved, Placed
from xenotable.games.xenocide.rules.scenarios.entering import enter, entry_refusals
from xenotable.games.xenocide.rules.scenarios.entry import by_port, stand_at_edge, start_at
from xenotable.games.xenocide.rules.scenarios.losses import eliminate_unit
from xenotable.games.xenocide.rules.setup.deployment import deploy_refusals, earliest, embark
from xenotable.games.xenocide.rules.setup.sequence import marker_refusals
from xenotable.games.xenocide.scenes import (
    DeployNext,
    DeployUnits,
    LayTerrain,
    Movement,
    Opening,
    PlaceMarkers,
    ReadyWatch,
    Roles,
    Sides,
    Turn,
)
from xenotable.games.xenocide.state import Marker

rule = pytest.mark.rule


def at(u, *points):
    return Placed({f"{u}m{i}": (float(x), float(y)) for i, (x, y) in enumerate(points)})


# ---- one company after the other -------------------------------------------------------------------------------------


@rule("xenocide.setup.deploy-order")
def test_who_has_no_company_left_waits_until_the_other_is_done():
    field = Battlefield()
    for company in range(3):
        field.put(0, "medium-tank", (10 + 10 * company, 3), company=company)
    tank = field.put(1, "medium-tank", (10, 45), on=False)
    ship = field.put(1, "light-dropship", (20, 45), on=False)
    for company in (1, 2):
        field.put(1, "medium-tank", (10 + 20 * company, 45), company=company)
    assert field.play(DeployNext(0)) == [DeployNext(1)]  # blue stands on the table
    assert "company" not in field.asked
    assert field.play(DeployNext(1), company="r0") == [DeployUnits(1, (ship, tank)), DeployNext(0)]  # transports first
    assert field.deciders["company"] == 1
    for unit in (tank, ship):
        field.game.units.set(unit, on=True)
    assert field.play(DeployNext(0)) == []


@rule("xenocide.setup.deploy-legal")
def test_units_are_put_down_one_after_the_other():
    field = Battlefield()
    a, b = field.put(0, "medium-tank", (10, 3), on=False), field.put(0, "medium-tank", (10, 3), on=False)
    assert field.play(DeployUnits(0, (a, b)), deploy=at(a, (30, 3))) == [DeployUnits(0, (b,))]
    assert (field.at(f"{a}m0"), field.unit(a).on, field.unit(b).on) == ((30.0, 3.0), True, False)
    assert "billet" not in field.asked  # there is no building
    assert field.play(DeployUnits(0, ())) == []


@rule("xenocide.setup.deploy-legal")
@rule("xenocide.army.coherency-area")
@rule("xenocide.scenarios.attrition-deployment")
def test_where_a_unit_may_be_deployed():
    field = Battlefield(("deep-water", 38, 0, 10, 10))
    field.line(0, "medium-tank", [(31.5, 3)])
    u = field.put(0, "medium-tank", (10, 3), 2, on=False)
    for points, broken in (
        (((10, 3), (19.5, 3)), []),  # 8 inches between the bases
        (((10, 3), (19.6, 3)), ["army.coherency-area"]),
        (((10, 3), (11.5, 3)), []),
        (((10, 3), (11.4, 3)), ["setup.deploy-legal"]),
        (((10, 3), (10, 5.25)), []),
        (((10, 3), (10, 5.3)), ["scenarios.attrition-deployment"]),  # wholly within 6 inches
        (((0.5, 3), (3, 3)), ["setup.deploy-legal"]),  # off the table
        (((41, 3), (43, 3)), ["setup.deploy-legal"]),  # in deep water
        (((30, 3), (33, 3)), []),
        (((30.1, 3), (32.9, 3)), ["setup.deploy-legal"]),  # on another unit
    ):
        assert rules(deploy_refusals(field.game, u, at(u, *points))) == broken


@rule("xenocide.scenarios.invasion-deployment")
def test_one_model_too_near_to_the_edge_of_arrival_is_enough():
    field = Battlefield(scenario="invasion")
    field.game.sides.set(1, edge="north")
    u = field.put(1, "medium-tank", (10, 30), 2, on=False)
    assert rules(deploy_refusals(field.game, u, at(u, (10, 18.75), (12, 18.75)))) == []
    assert rules(deploy_refusals(field.game, u, at(u, (10, 18.6), (12, 20)))) == ["scenarios.invasion-deployment"]


# ---- how units start -------------------------------------------------------------------------------------------------


@rule("xenocide.setup.deploy-flyers")
@pytest.mark.parametrize("away", [True, False])
def test_flyers_may_wait_off_the_table(away):
    field = Battlefield()
    u = field.put(0, "strike-flyer", (10, 3), on=False)
    after = field.play(DeployUnits(0, (u,)), off_table=away, deploy=at(u, (30, 3)), facing=45)
    assert after == [DeployUnits(0, ())]
    row = field.unit(u)
    assert (row.on, row.away, row.high) == ((False, -2, True) if away else (True, 0, True))
    assert ("facing" in field.asked) != away
    tank = field.put(0, "medium-tank", (10, 3), on=False)
    field.asked.clear()
    field.play(DeployUnits(0, (tank,)), deploy=at(tank, (40, 3)))
    assert "off-table" not in field.asked


@rule("xenocide.setup.deploy-teleport")
def test_teleporters_may_be_held_back():
    for waits in (True, False):
        field = Battlefield()
        u, other = field.put(0, "blink-guard", (10, 3), on=False), field.put(0, "medium-tank", (10, 3), on=False)
        seen = []

        def hold(ask, waits=waits, seen=seen):
            seen.extend(ask.among())
            return waits

        after = field.play(DeployUnits(0, (u, other)), held_back=hold, deploy=at(u, (30, 3)))
        assert after == [DeployUnits(0, (other,))]
        assert (field.unit(u).away, field.unit(u).on) == ((-1, False) if waits else (0, True))
        assert seen == [False, True]


@rule("xenocide.setup.deploy-teleport")
def test_when_teleporters_come():
    field = Battlefield(scenario="invasion")
    assert [earliest(field.game, seat) for seat in (0, 1)] == [1, 2]
    field.game.war.set("war", scenario="attrition")
    assert [earliest(field.game, seat) for seat in (0, 1)] == [2, 2]


@rule("xenocide.setup.deploy-states")
@pytest.mark.parametrize(
    ("kind", "key", "state"), [("light-dropship", "aloft", "high"), ("delver", "below", "burrowed")]
)
def test_a_unit_may_start_high_or_below_if_all_its_models_can(kind, key, state):
    for answer in (True, False):
        field = Battlefield()
        u = field.put(0, kind, (10, 3), 1, on=False)
        among = []

        def said(ask, answer=answer, among=among):
            among.extend(ask.among())
            return answer

        field.play(DeployUnits(0, (u,)), deploy=at(u, (30, 3)), **{key: said})
        assert getattr(field.unit(u), state) == answer
        assert among == [False, True]
        assert ("starts" in field.told()) == answer
    field = Battlefield()
    u = field.put(0, kind, (10, 3), 1, on=False)
    field.mix(u, "medium-tank", [(0, 0)])
    spots = Placed({m: (30.0 + 3 * i, 3.0) for i, m in enumerate(field.unit(u).models)})
    field.play(DeployUnits(0, (u,)), deploy=spots, aboard=False)
    assert key not in field.asked


@rule("xenocide.setup.deploy-states")
@pytest.mark.parametrize("inside", [True, False])
def test_infantry_may_start_inside_the_transports_of_its_company(inside):
    field = Battlefield()
    apcs = field.line(0, "apc", [(30, 3), (33, 3)])
    foot = field.put(0, "medium-infantry", (10, 3), 3, on=False)
    among = []

    def said(ask):
        among.extend(ask.among())
        return inside

    field.play(DeployUnits(0, (foot,)), aboard=said, deploy=at(foot, (40, 3), (42, 3), (44, 3)))
    row = field.unit(foot)
    assert row.on
    assert (len(row.riding), len(row.models)) == ((3, 0) if inside else (0, 3))
    assert [field.game.models[f"{foot}m{i}"].inside for i in range(3)] == (
        [f"{apcs}m0", f"{apcs}m0", f"{apcs}m1"] if inside else ["", "", ""]
    )
    assert among == [False, True]


@rule("xenocide.setup.deploy-states")
@pytest.mark.parametrize("aboard", [True, False])
def test_the_infantry_of_a_mechanized_unit_may_start_aboard(aboard):
    field = Battlefield()
    u = field.line(0, "medium-infantry", [(0, 0)] * 2, on=False)
    field.mix(u, "apc", [(0, 0)])
    spots = Placed({m: (30.0 + 2 * i, 3.0) for i, m in enumerate(field.unit(u).models)})
    field.play(DeployUnits(0, (u,)), deploy=spots, aboard=aboard)
    assert len(field.unit(u).riding) == (2 if aboard else 0)


# ---- markers, sides, terrain -----------------------------------------------------------------------------------------


@rule("xenocide.scenarios.seize-objectives")
@pytest.mark.parametrize(
    ("x", "y", "legal"),
    [
        (6, 20, True), (5.9, 20, False), (20, 6, True), (20, 5.9, False), (66, 20, True), (66.1, 20, False),
        (30, 32, True), (30, 31.9, False), (38.4, 28.4, False), (38.5, 28.5, True), (-1, 20, False), (73, 20, False),
        (20, 49, False), (20, -1, False),
    ],
)  # fmt: skip
def test_objectives_lie_six_inches_from_edges_and_twelve_from_each_other(x, y, legal):
    field = Battlefield(scenario="seize-ground")
    for i, far in enumerate((30.0, 54.0)):
        field.game.markers.add(f"o{i}", Marker(-1, far, 20.0))
    assert rules(marker_refusals(field.game, 0, x, y)) == ([] if legal else ["scenarios.seize-objectives"])
    assert rules(marker_refusals(field.game, 0, 42.0, 20.1)) == []  # twelve from both
    assert rules(marker_refusals(field.game, 0, 42.0, 20.0)) == []
    assert rules(marker_refusals(field.game, 0, 0.0, 0.0)) == ["scenarios.seize-objectives"]


@rule("xenocide.scenarios.centers-place")
@pytest.mark.parametrize(("y", "legal"), [(5.9, False), (6, True), (18, True), (18.1, False)])
def test_command_centers_lie_six_to_eighteen_inches_from_the_home_edge(y, legal):
    field = Battlefield(scenario="command-centers")
    assert rules(marker_refusals(field.game, 0, 20.0, y)) == ([] if legal else ["scenarios.centers-place"])
    assert rules(marker_refusals(field.game, 0, 20.0, 48.1)) == ["scenarios.centers-place"]


@rule("xenocide.scenarios.centers-place")
def test_own_markers_may_lie_nearer_to_each_other_than_to_those_of_the_enemy():
    field = Battlefield(scenario="command-centers")
    field.game.markers.add("o0", Marker(0, 20.0, 10.0))
    field.game.markers.add("o1", Marker(1, 60.0, 10.0))
    assert rules(marker_refusals(field.game, 0, 36.1, 10.0)) == ["scenarios.centers-place"]
    assert rules(marker_refusals(field.game, 0, 36.0, 10.0)) == []
    assert rules(marker_refusals(field.game, 0, 31.9, 10.0)) == ["scenarios.centers-place"]
    assert rules(marker_refusals(field.game, 0, 32.0, 10.0)) == []


@rule("xenocide.setup.roll-sides")
def test_command_centers_are_placed_between_the_sides_and_deployment():
    field = Battlefield(scenario="command-centers")
    after = field.roll(2, 5).play(Sides(), edge="south")
    assert [type(x).__name__ for x in after] == ["PlaceMarkers", "ChooseReal", "DeployNext", "Turn"]
    assert field.deciders["edge"] == 1
    assert after[2] == DeployNext(0)


@rule("xenocide.scenarios.invasion-edge")
@rule("xenocide.scenarios.invasion-goal")
@pytest.mark.parametrize(("attacks", "attacker"), [("attack", 0), ("defend", 1)])
def test_the_winner_attacks_or_defends_and_the_defender_chooses_the_edge(attacks, attacker):
    field = Battlefield(scenario="invasion")
    field.game.war.set("war", attacker=-1)
    most = []

    def keep(ask):
        most.append(ask.most)
        return ()

    after = field.roll(5, 2).play(Roles(), attacks=attacks, arrival="east", reserve=keep)
    assert (field.game.now.attacker, field.deciders["attacks"]) == (attacker, 0)
    assert field.deciders["arrival"] == field.deciders["reserve"] == 1 - attacker
    assert (field.game.sides[attacker].edge, field.game.sides[1 - attacker].edge) == ("east", "west")
    assert after == [DeployNext(1 - attacker), ReadyWatch(), Turn(1)]
    assert most == [2]


@rule("xenocide.scenarios.invasion-reserve")
def test_one_company_at_least_is_deployed():
    field = Battlefield(scenario="invasion")
    field.game.companies.remove("r2")
    most = []
    field.play(Roles(), arrival="north", reserve=lambda ask: most.append(ask.most) or ())
    assert most == [1]
    assert "attacks" not in field.asked  # the attacker was known


# ---- entering --------------------------------------------------------------------------------------------------------


@rule("xenocide.scenarios.invasion-entry")
def test_a_unit_need_not_enter_yet():
    field = Battlefield(scenario="invasion")
    u = field.line(0, "jetbike", [(10, 10)], on=False, order="move-and-fire")
    field.play(Movement(0, "b0", False), unit=[u, None], entry=None)
    assert not field.unit(u).on
    assert "enter-move" not in field.asked


@rule("xenocide.scenarios.invasion-entry-blocked")
def test_who_does_not_come_on_with_all_models_stays_off():
    field = Battlefield(scenario="invasion")
    u = field.line(0, "jetbike", [(10, 10), (10, 10)], on=False, order="move-and-fire")
    field.play(Movement(0, "b0", False), unit=u, entry=20, enter_how="move", enter_move=lambda _: Moved())
    assert not field.unit(u).on
    assert "stays off the table" in field.told()


@rule("xenocide.scenarios.invasion-entry-blocked")
def test_guns_find_room_at_the_edge_or_stay_off():
    field = Battlefield(scenario="invasion")
    u = field.line(0, "siege-emplacement", [(10, 10), (10, 10), (10, 10)], on=False, order="move-and-fire")
    field.play(Movement(0, "b0", False), unit=u, entry=20)
    assert field.unit(u).on
    assert [field.at(f"{u}m{i}") for i in range(3)] == [(20.0, 0.75), (21.5, 0.75), (18.5, 0.75)]

    field = Battlefield(scenario="invasion")
    field.line(1, "medium-tank", [(20, 3)])  # nearer than 4 inches to most of the edge there
    guns = field.line(0, "siege-emplacement", [(10, 10)] * 2, on=False)
    start_at(field.game, guns, 20)
    assert not stand_at_edge(field.game, guns)
    assert not field.unit(guns).on
    one = field.line(0, "siege-emplacement", [(10, 10)], on=False)
    field.game.models.set("r0u0m0", x=24.0)
    start_at(field.game, one, 20)
    assert stand_at_edge(field.game, one)
    assert field.at(f"{one}m0")[0] < 20

    hut = (("prefab-hut", 23.0, 0.0),)
    field = Battlefield(("deep-water", 19.0, 0.0, 4.0, 4.0), scenario="invasion", buildings=hut)
    gun = field.line(0, "siege-emplacement", [(10, 10)], on=False)
    start_at(field.game, gun, 22)
    assert stand_at_edge(field.game, gun)  # beside the water, not in it nor in the hut
    assert field.at(f"{gun}m0")[0] <= 19.0 - 0.75


@rule("xenocide.scenarios.invasion-entry-blocked")
@pytest.mark.parametrize(("edge", "place"), [("north", (20, 47.25)), ("west", (0.75, 20)), ("east", (71.25, 20))])
def test_guns_stand_at_the_edge_of_arrival(edge, place):
    field = Battlefield(scenario="invasion")
    field.game.sides.set(0, edge=edge)
    gun = field.line(0, "siege-emplacement", [(10, 10)], on=False)
    start_at(field.game, gun, 20)
    assert stand_at_edge(field.game, gun)
    assert field.at(f"{gun}m0") == place


@rule("xenocide.scenarios.invasion-entry-blocked")
@pytest.mark.parametrize(("way", "on"), [({1: ((20.0, 6.0),)}, True), ({}, False)])
def test_guns_are_put_down_where_the_rest_of_their_unit_comes_in(way, on):
    field = Battlefield(scenario="invasion")
    u = field.line(0, "siege-emplacement", [(10, 10)], on=False, order="move-and-fire")
    field.mix(u, "medium-tank", [(12, 10)])
    models = field.unit(u).models
    field.run(enter(field.game, u), entry=20, enter_move=Moved({models[i]: path for i, path in way.items()}))
    assert field.unit(u).on == on
    if on:
        assert [field.at(m) for m in models] == [(20.0, 0.75), (20.0, 6.0)]
    else:
        assert "stays off the table" in field.told()


@rule("xenocide.scenarios.invasion-entry-move")
@rule("xenocide.movement.suppressed-no-assault")
def test_who_cannot_assault_as_it_enters():
    field = Battlefield(scenario="invasion")
    u = field.line(0, "jetbike", [(10, 0), (10, 0)], on=False, order="assault")
    field.play(Movement(0, "b0", True), unit=u, entry=12, enter_how="move", enter_move=lambda _: Moved())
    start_at(field.game, u, 10)
    (refused,) = entry_refusals(field.game, u, "assault")
    assert (refused.rule, refused.remedy) == ("movement.assault-move", "Enter nearer to one.")
    field.line(1, "medium-infantry", [(10, 12)])
    assert rules(entry_refusals(field.game, u, "assault")) == []
    field.game.units.set(u, marks=1)
    assert rules(entry_refusals(field.game, u, "assault")) == ["movement.suppressed-no-assault"]
    assert rules(entry_refusals(field.game, u, "move")) == []


@rule("xenocide.setup.deploy-teleport")
def test_teleporters_of_the_attacker_decide_when_they_come():
    for ports in (True, False):
        field = Battlefield(scenario="invasion")
        u = field.put(0, "blink-guard", (10, 3), on=False)
        among = []

        def said(ask, ports=ports, among=among):
            among.extend(ask.among())
            return ports

        assert field.run(by_port(field.game, u), held_back=said) == ports
        assert field.unit(u).away == (-1 if ports else 0)
        assert among == [False, True]
    red = field.put(1, "blink-guard", (10, 40), on=False)
    walker = field.put(0, "medium-tank", (10, 3), on=False)
    field.asked.clear()
    assert not field.run(by_port(field.game, red))
    assert not field.run(by_port(field.game, walker))
    field.game.units.set(u, away=-1)
    assert field.run(by_port(field.game, u))
    assert field.asked == []


@rule("xenocide.setup.deploy-teleport")
def test_teleporters_of_a_reserve_decide_when_they_come():
    field = Battlefield(scenario="invasion")
    field.game.companies.set("r0", reserve=True)
    for ports in (True, False):
        u = field.put(1, "blink-guard", (10, 40), on=False)
        assert field.run(by_port(field.game, u), held_back=ports) == ports
        assert field.unit(u).away == (-1 if ports else 0)
    walker = field.put(1, "medium-tank", (10, 40), on=False)
    field.asked.clear()
    assert not field.run(by_port(field.game, walker))
    assert field.asked == []


@rule("xenocide.setup.deploy-states")
@rule("xenocide.transport.who-may-ride")
def test_who_waits_with_a_transport_may_enter_inside():
    field = Battlefield(scenario="invasion")
    apc = field.line(0, "apc", [(0, 0)], on=False)
    foot = field.line(0, "medium-infantry", [(0, 0)] * 2, on=False)
    many = field.line(0, "medium-infantry", [(0, 0)] * 3, on=False)
    tank = field.line(0, "medium-tank", [(0, 0)], on=False)
    closed = {}

    def guests(ask):
        closed.update({g: rules(ask.why_not(g)) for g in ask.among()})
        return (foot,)

    field.run(embark(field.game, apc), guests=guests)
    assert closed == {foot: [], many: ["transport.capacity"], tank: ["transport.who-may-ride"]}
    assert "aboard" not in field.asked
    assert len(field.unit(foot).riding) == 2


@rule("xenocide.setup.deploy-states")
@pytest.mark.parametrize("inside", [True, False])
def test_the_infantry_of_a_mechanized_unit_may_enter_inside(inside):
    field = Battlefield(scenario="invasion")
    u = field.line(0, "medium-infantry", [(0, 0)] * 2, on=False)
    field.mix(u, "apc", [(0, 0)])
    among = []
    field.run(embark(field.game, u), aboard=lambda ask: among.extend(ask.among()) or inside)
    assert len(field.unit(u).riding) == (2 if inside else 0)
    assert among == [True, False]


@rule("xenocide.scenarios.attrition-loss")
def test_an_eliminated_unit_leaves_nothing_behind():
    field = Battlefield()
    u = field.put(0, "delver", (10, 10), marks=2, watch=True, dug=True, burrowed=True)
    eliminate_unit(field.game, u)
    row = field.unit(u)
    assert (row.on, row.marks, row.watch, row.dug, row.burrowed) == (False, 0, False, False, False)
    assert field.game.sides[0].lost == row.vp


@rule("xenocide.setup.terrain-split")
def test_the_loser_of_the_roll_takes_the_edge():
    import msgspec

    from xenotable.games.xenocide.title import GAME

    setup = msgspec.structs.replace(GAME.offers()[0].setup, terrain="one-player")
    field = Battlefield()
    field.game = GAME.new(setup)
    assert field.play(Opening()) == [LayTerrain()]
    assert field.roll(5, 2).play(LayTerrain(), terrain="") == [Sides(1)]
    assert field.deciders["terrain"] == 0


@rule("xenocide.scenarios.seize-objectives")
def test_players_place_markers_in_turn_beginning_with_the_higher_roller():
    field = Battlefield(scenario="seize-ground")
    assert field.roll(2, 5).play(PlaceMarkers()) == [PlaceMarkers(1)]
    field.play(PlaceMarkers(1), marker=Placed({"o0": (20.0, 20.0)}))
    assert field.deciders["marker"] == 1
    field.play(PlaceMarkers(1), marker=Placed({"o1": (40.0, 20.0)}))
    assert field.deciders["marker"] == 0
