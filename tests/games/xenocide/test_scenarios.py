"""The four scenarios: what is scored, who breaks, who wins (chapter "scenarios")."""

import random

import pytest

from games.xenocide.battlefield import Battlefield, rules
from xenotable.engine import Placed
from xenotable.games.xenocide.rules.play.measuring import units_in_contact
from xenotable.games.xenocide.rules.scenarios import scoring
from xenotable.games.xenocide.rules.scenarios.entering import enter
from xenotable.games.xenocide.rules.scenarios.entry import may_enter, stand_at_edge, start_at
from xenotable.games.xenocide.rules.setup.deployment import deploy_refusals, deployments
from xenotable.games.xenocide.rules.setup.sequence import marker_refusals
from xenotable.games.xenocide.rules.turn.sequence import hold_refusals, order_refusals
from xenotable.games.xenocide.scenes import (
    Activate,
    BreakTests,
    ChooseReal,
    DeployNext,
    Due,
    EndTurn,
    Movement,
    PlaceMarkers,
    Plan,
    ReadyWatch,
    Roles,
    Turn,
    Verdict,
)
from xenotable.games.xenocide.state import Marker

rule = pytest.mark.rule


# ---- attrition -------------------------------------------------------------------------------------------------------


@rule("xenocide.scenarios.attrition-threshold")
@rule("xenocide.turn.end-of-turn")
@rule("xenocide.scenarios.break-test-both")
def test_who_takes_a_break_test():
    field = Battlefield()
    field.game.sides.set(0, value=1000, lost=499)
    assert field.play(EndTurn(2)) == [BreakTests(2, ()), Verdict(2)]
    field.game.sides.set(0, lost=500)
    assert field.play(EndTurn(2))[0] == BreakTests(2, (0,))
    field.game.sides.set(1, value=1000, lost=600)
    assert field.play(EndTurn(2))[0] == BreakTests(2, (1, 0))
    field.game.sides.set(1, lost=500, won=True)
    assert field.play(EndTurn(2))[0] == BreakTests(2, (0, 1))


@rule("xenocide.scenarios.break-test")
@rule("xenocide.scenarios.break-test-points")
@rule("xenocide.scenarios.scenario-points-lost")
def test_break_tests():
    field = Battlefield()
    assert field.roll(3, 3).play(BreakTests(2, (0,)), break_points=3) == [BreakTests(2, ())]
    assert field.game.sides[0].points == 0
    field.roll(4, 4).play(BreakTests(2, (0,)))
    assert field.game.result.winners == (1,)


@rule("xenocide.scenarios.break-test")
@rule("xenocide.scenarios.break-test-points")
@pytest.mark.parametrize(("spent", "faces", "fights_on"), [(0, (4, 5), True), (0, (4, 4), False), (1, (4, 4), True)])
def test_nine_less_the_points_spent_holds_an_army(spent, faces, fights_on):
    field = Battlefield()
    choices = []

    def spend(ask):
        choices.extend(ask.among())
        return spent

    after = field.roll(*faces).play(BreakTests(2, (0, 1)), break_points=spend)
    assert (after == [BreakTests(2, (1,))]) == fights_on
    assert (field.game.result is None) == fights_on
    assert choices == [0, 1, 2, 3]
    assert field.asked.count("break-points") == 1  # the enemy has no say outside an invasion
    assert field.deciders["break-points"] == 0
    assert field.play(BreakTests(2, ())) == []


@rule("xenocide.scenarios.wiped-out")
@pytest.mark.parametrize("seats", [(0, 1), (0,), ()])
def test_who_has_units_left_fights_on(seats):
    field = Battlefield()
    for seat in seats:
        field.put(seat, "medium-tank", (10, 10 + 30 * seat))
    scoring.wiped_out(field.game)
    if len(seats) == 2:
        assert field.game.result is None
        return
    assert field.game.result.winners == seats
    assert ("a draw" in field.game.result.says) == (not seats)
    field.put(1, "medium-tank", (10, 40))
    scoring.wiped_out(field.game)
    assert field.game.result.winners == seats  # what is decided stays decided


@rule("xenocide.scenarios.wiped-out")
@rule("xenocide.scenarios.scenario-points-lost")
def test_the_score_of_a_side_is_what_the_other_has_lost():
    field = Battlefield()
    field.put(1, "medium-tank", (10, 40))
    field.game.sides.set(0, lost=30)
    field.game.sides.set(1, lost=20)
    scoring.wiped_out(field.game)
    assert field.game.result.scores == (20.0, 30.0)


@rule("xenocide.scenarios.wiped-out")
def test_nobody_left():
    field = Battlefield()
    field.put(1, "medium-tank", (10, 40))
    scoring.wiped_out(field.game)
    assert field.game.result.winners == (1,)


# ---- seize ground ----------------------------------------------------------------------------------------------------


@rule("xenocide.scenarios.seize-objectives")
def test_objectives_are_spread():
    field = Battlefield(scenario="seize-ground")
    field.game.markers.add("o0", Marker(-1, 30.0, 20.0))
    assert rules(marker_refusals(field.game, 0, 41.0, 20.0)) == ["scenarios.seize-objectives"]
    assert rules(marker_refusals(field.game, 0, 42.0, 20.0)) == []
    assert rules(marker_refusals(field.game, 0, 50.0, 5.0)) == ["scenarios.seize-objectives"]
    assert field.play(PlaceMarkers(0), marker=Placed({"o1": (50.0, 20.0)})) == [PlaceMarkers(0)]
    assert len(field.game.markers) == 2


@rule("xenocide.scenarios.objective-control")
@rule("xenocide.scenarios.objective-eligible")
@rule("xenocide.scenarios.seize-scoring")
def test_control():
    field = Battlefield(scenario="seize-ground")
    field.game.markers.add("o0", Marker(-1, 30.0, 20.0))
    assert scoring.controller(field.game, "o0") is None
    blue = field.line(0, "medium-infantry", [(34.5, 20)])
    red = field.line(1, "medium-infantry", [(25.3, 20)])
    assert scoring.controller(field.game, "o0") == 0
    scoring.seize_scoring(field.game)
    assert field.game.sides[0].score == 1
    field.game.models.set(f"{red}m0", x=25.5)
    assert scoring.controller(field.game, "o0") is None
    field.game.units.set(blue, burrowed=True)
    assert scoring.controller(field.game, "o0") == 1


@rule("xenocide.scenarios.seize-victory")
def test_ten_points_and_ahead():
    field = Battlefield(scenario="seize-ground")
    field.game.sides.set(0, score=10)
    field.game.sides.set(1, score=10)
    assert field.play(Verdict(3)) == [Turn(4)]
    field.game.sides.set(1, score=11)
    assert field.play(Verdict(3)) == []
    assert field.game.result.winners == (1,)


@rule("xenocide.scenarios.seize-victory")
def test_ten_points_are_enough_and_the_higher_score_wins():
    for scores, winners in (((9, 3), None), ((10, 3), (0,)), ((3, 10), (1,))):
        field = Battlefield(scenario="seize-ground")
        for seat in (0, 1):
            field.game.sides.set(seat, score=scores[seat])
        field.play(Verdict(3))
        if winners is None:
            assert field.game.result is None
        else:
            assert (field.game.result.winners, field.game.result.rule) == (winners, "scenarios.seize-victory")


@rule("xenocide.scenarios.attrition-goal")
@pytest.mark.parametrize("scenario", ["attrition", "seize-ground", "command-centers"])
def test_only_attrition_and_invasions_have_break_tests(scenario):
    field = Battlefield()
    field.game.sides.set(0, value=100, lost=90)
    assert scoring.testers(field.game) == [0]
    field.game.war.set("war", scenario=scenario)
    assert scoring.testers(field.game) == ([0] if scenario == "attrition" else [])


# ---- invasion --------------------------------------------------------------------------------------------------------


@rule("xenocide.scenarios.invasion-edge")
@rule("xenocide.scenarios.invasion-goal")
@rule("xenocide.scenarios.invasion-reserve")
def test_roles_and_reserves():
    field = Battlefield(scenario="invasion")
    field.game.war.set("war", attacker=-1)
    after = field.roll(2, 5).play(Roles(), attacks="attack", arrival="west", reserve=("b0",))
    assert after == [DeployNext(0), ReadyWatch(), Turn(1)]
    assert (field.game.now.attacker, field.game.sides[1].edge, field.game.sides[0].edge) == (1, "west", "east")
    assert field.game.companies["b0"].reserve


@rule("xenocide.scenarios.invasion-overwatch")
def test_defenders_may_begin_on_overwatch():
    field = Battlefield(scenario="invasion")
    u = field.put(1, "medium-tank", (10, 40), 2)
    high = field.put(1, "light-dropship", (30, 40), 1, high=True)
    below = field.put(1, "delver", (40, 40), 2, burrowed=True)
    seen = {}

    def watch(ask):
        seen.update({unit: rules(ask.why_not(unit)) for unit in ask.among()})
        return (u, high)

    field.play(ReadyWatch(), watch=watch)
    assert seen == {u: [], high: [], below: ["flight.burrow-move"]}  # any that is deployed, and nobody is left out
    assert field.unit(u).watch
    assert field.unit(high).watch


@rule("xenocide.scenarios.invasion-turn-one")
def test_the_first_turn_of_an_invasion():
    field = Battlefield(scenario="invasion")
    for seat in (0, 1):
        field.put(seat, "medium-tank", (10, 10 + 30 * seat), 2)
    assert field.play(Turn(1)) == [Plan(), Due(0), EndTurn(1)]
    field.play(Plan())
    assert field.game.secret[0].order == ("b0",)
    assert field.game.secret[1].order == ()
    assert field.play(Due(0)) == [Activate(0), Due(1)]
    assert field.play(Due(1))[0].company == "r0"
    assert not field.game.sides[1].won


@rule("xenocide.scenarios.invasion-turn-one")
def test_the_attacker_must_make_the_first_activation():
    field = Battlefield(scenario="invasion")
    units = [field.put(0, "medium-tank", (10, 10 + 8 * i), 2, company=i // 2) for i in range(3)]
    for i in range(3):
        field.put(1, "medium-tank", (40, 10 + 12 * i), 2, company=i)
    field.play(Turn(1))
    field.play(Plan())
    assert field.play(Due(0)) == [Activate(0), Due(1)]  # though the defender has more companies left
    assert "skip" not in field.asked
    (at,) = field.play(Activate(0))
    most = []

    def held(ask):
        most.append(ask.most)
        return (units[0],)

    field.play(at, coordinate="units", host="b1", held=held)
    assert most == [1]
    assert rules(hold_refusals(field.game, 0, "company", 2)) == ["scenarios.invasion-turn-one"]
    assert rules(hold_refusals(field.game, 0, "units", 1)) == ["scenarios.invasion-turn-one"]
    field.game.war.set("war", company="")  # it is over: from now on as in any battle
    assert rules(hold_refusals(field.game, 0, "company", 2)) == []
    field.play(Due(0), skip=True)
    assert "skip" in field.asked


@rule("xenocide.scenarios.invasion-entry")
def test_entering():
    field = Battlefield(scenario="invasion")
    u = field.put(0, "jetbike", (10, 10), 3, on=False)
    assert rules(order_refusals(field.game, u, "fire-and-move")) == ["scenarios.invasion-entry"]
    field.game.units.set(u, order="move-and-fire")
    end = {f"{u}m{i}": ((20.0 + 2 * i, 10.0),) for i in range(3)}
    field.play(Movement(0, "b0", False), unit=u, entry=20, enter_move={"paths": end})
    assert field.unit(u).on
    assert field.at(f"{u}m2") == (24, 10)


@rule("xenocide.scenarios.invasion-entry-move")
def test_a_unit_assaults_as_it_enters():
    field = Battlefield(scenario="invasion")
    u = field.line(0, "jetbike", [(10, 10), (10, 10)], on=False, order="assault")
    foe = field.line(1, "medium-infantry", [(20, 19), (22, 19)])
    far = field.line(1, "medium-infantry", [(60, 40)])
    end = {f"{u}m0": ((20.0, 15.0),), f"{u}m1": ((22.0, 15.0),)}
    shown, closed = [], {}

    def named(ask):
        shown.extend(ask.options())
        closed.update({t: r.rule for t in ask.among() for r in ask.why_not(t)})
        return (foe,)

    field.play(Movement(0, "b0", True), unit=u, entry=20, enter_how="assault", named=named, enter_move={"paths": end})
    assert shown == [foe]
    assert closed == {far: "movement.assault-move"}
    assert units_in_contact(field.game, u) == [foe]
    assert field.unit(u).charge == "assault"


@rule("xenocide.scenarios.invasion-entry-move")
@pytest.mark.parametrize(("how", "high"), [("fly", True), ("land", False)])
def test_hover_units_enter_high_or_land(how, high):
    field = Battlefield(("solid-wall", 10, 4, 30, 1), scenario="invasion")
    u = field.line(0, "light-dropship", [(10, 10)], on=False, order="move-and-fire")
    field.play(Movement(0, "b0", False), unit=u, entry=20, enter_how=how,
               enter_move={"paths": {f"{u}m0": ((20.0, 10.0),)}})  # fmt: skip
    assert field.unit(u).on
    assert field.unit(u).high == high


@rule("xenocide.scenarios.invasion-entry-blocked")
def test_guns_are_put_down_at_the_edge():
    field = Battlefield(scenario="invasion")
    u = field.put(0, "siege-emplacement", (10, 10), 2, on=False)
    assert may_enter(field.game, u)
    start_at(field.game, u, 20)
    assert stand_at_edge(field.game, u)
    assert [field.at(m)[1] for m in field.unit(u).models] == [0.75, 0.75]


@rule("xenocide.overwatch.trigger")
def test_guns_that_are_put_down_at_the_edge_can_be_fired_at():
    field = Battlefield(scenario="invasion")
    u = field.put(0, "siege-emplacement", (10, 10), 2, on=False, order="move-and-fire")
    watcher = field.line(1, "medium-tank", [(20, 16)], watch=True)
    seen = []

    def look(ask):
        seen.extend(ask.among())

    field.run(enter(field.game, u), entry=20, react=look)
    assert field.unit(u).on
    assert seen == [watcher, None]


@rule("xenocide.scenarios.invasion-score")
@rule("xenocide.scenarios.invasion-victory")
def test_scoring_deep_units():
    field = Battlefield(scenario="invasion")
    u = field.line(0, "medium-tank", [(10, 24.75), (12, 20)])
    price = 2 * field.game.kinds["medium-tank"].vp
    field.game.sides.set(0, value=price)
    scoring.invasion_score(field.game)
    assert field.game.sides[0].score == price
    assert field.play(Verdict(2)) == [Turn(3)]
    scoring.invasion_score(field.game)
    field.play(Verdict(2))
    assert field.game.result.winners == (0,)
    assert u


@rule("xenocide.scenarios.invasion-score")
@pytest.mark.parametrize(
    ("y", "row", "scores"),
    [(24.75, {}, True), (24.7, {}, False), (40, {"burrowed": True}, False), (40, {"on": False}, False)],
)
def test_who_scores_24_inches_from_the_edge_of_arrival(y, row, scores):
    field = Battlefield(scenario="invasion")
    u = field.line(0, "medium-tank", [(10, y)], **row)
    field.line(1, "medium-tank", [(10, 30)])
    scoring.invasion_score(field.game)
    assert field.game.sides[0].score == (field.unit(u).vp if scores else 0)
    assert field.game.sides[1].score == 0


@rule("xenocide.scenarios.invasion-break")
@rule("xenocide.scenarios.invasion-break-points")
def test_both_sides_spend_points_on_the_break_test_of_an_invasion():
    field = Battlefield(scenario="invasion")
    # 9, less one of the attacker, more two of the defender: 10
    field.roll(4, 5).play(BreakTests(2, (0,)), break_points=[1, 2])
    assert (field.game.result.winners, field.game.result.rule) == ((1,), "scenarios.invasion-break")
    assert (field.game.sides[0].points, field.game.sides[1].points) == (2, 1)
    spent = [e.rule for e in field.game.listener if "point" in e.words()]
    assert set(spent) <= {"scenarios.invasion-break-points", "scenarios.invasion-break"}


@rule("xenocide.scenarios.invasion-break")
@rule("xenocide.scenarios.invasion-break-points")
def test_the_break_test_of_an_invasion():
    field = Battlefield(scenario="invasion")
    field.game.sides.set(0, value=1000, lost=520)
    field.game.sides.set(1, value=1000, lost=900)
    assert scoring.testers(field.game) == [0]
    field.roll(5, 6).play(BreakTests(2, (0,)), break_points=[0, 3])
    assert field.game.result is None
    field.game.sides.set(1, points=1)
    field.roll(4, 5).play(BreakTests(2, (0,)), break_points=[0, 1])
    assert field.game.result.winners == (1,)


# ---- command centers -------------------------------------------------------------------------------------------------


@rule("xenocide.scenarios.centers-place")
@rule("xenocide.scenarios.centers-secret")
@rule("xenocide.play.hidden-command-center")
def test_command_centers_are_placed_and_hidden():
    field = Battlefield(scenario="command-centers")
    field.game.markers.add("o0", Marker(0, 36.0, 18.0))
    assert rules(marker_refusals(field.game, 1, 36.0, 30.0)) == ["scenarios.centers-place"]
    assert rules(marker_refusals(field.game, 1, 36.0, 42.0)) == []
    assert rules(marker_refusals(field.game, 0, 20.0, 19.0)) == ["scenarios.centers-place"]
    field.game.markers.add("o1", Marker(1, 36.0, 42.0))
    field.game.markers.add("o2", Marker(0, 10.0, 10.0))
    secret = []

    def real(ask):
        secret.append(ask.secret)
        return "o2" if ask.seat == 0 else "o1"

    field.play(ChooseReal(), real=real)
    assert secret == [True, True]
    assert (field.game.secret[0].real, field.game.secret[1].real) == ("o2", "o1")


@rule("xenocide.scenarios.centers-deployment")
@rule("xenocide.scenarios.centers-forward-distance")
def test_forward_deployment():
    field = Battlefield(scenario="command-centers")
    field.game.markers.add("o0", Marker(0, 36.0, 18.0))
    u = field.put(0, "medium-tank", (36, 18), 2, on=False)
    near = Placed({f"{u}m0": (35.0, 18.0), f"{u}m1": (37.0, 18.0)})
    assert rules(deploy_refusals(field.game, u, near)) == []
    enemy = field.line(1, "medium-tank", [(36, 30)])
    assert rules(deploy_refusals(field.game, u, near)) == ["scenarios.centers-forward-distance"]
    field.game.units.set(enemy, high=True)  # in the air it is an enemy, too
    assert rules(deploy_refusals(field.game, u, near)) == ["scenarios.centers-forward-distance"]
    field.game.units.set(enemy, high=False)
    field.game.markers.add("o1", Marker(0, 60.0, 18.0))  # near one of the markers is enough
    for y, legal in ((30.0, False), (31.4, False), (31.6, True)):  # more than 12 inches from every enemy
        field.game.models.set(f"{enemy}m0", x=35.0, y=y)
        assert (rules(deploy_refusals(field.game, u, near)) == []) == legal
    for x, legal in ((40.75, True), (40.8, False)):  # 4 inches from the marker to the base
        put = Placed({f"{u}m0": (36.0, 18.0), f"{u}m1": (x, 18.0)})
        assert (rules(deploy_refusals(field.game, u, put)) == []) == legal


@rule("xenocide.scenarios.centers-deployment")
def test_where_the_strip_has_no_room_a_place_at_a_marker_is_proposed():
    field = Battlefield(("deep-water", 0.0, 0.0, 72.0, 6.0), scenario="command-centers")
    u = field.put(0, "medium-tank", (36, 18), 3, on=False)
    assert deployments(field.game, u, 1, random.Random(1).random) == []
    field.game.markers.add("o0", Marker(0, 36.0, 12.0))
    (put,) = deployments(field.game, u, 1, random.Random(1).random)
    assert rules(deploy_refusals(field.game, u, put)) == []


@rule("xenocide.scenarios.centers-reveal")
@rule("xenocide.scenarios.centers-victory")
@rule("xenocide.scenarios.centers-both")
def test_reveals_and_victory():
    field = Battlefield(scenario="command-centers")
    for i, (seat, x, y) in enumerate([(0, 10.0, 10.0), (0, 30.0, 10.0), (1, 10.0, 40.0), (1, 30.0, 40.0)]):
        field.game.markers.add(f"o{i}", Marker(seat, x, y))
    field.game.secret.set(0, real="o0")
    field.game.secret.set(1, real="o3")
    field.line(0, "medium-tank", [(10, 38)])
    scoring.reveals(field.game)
    assert "o2" not in field.game.markers  # a decoy
    field.line(0, "medium-tank", [(30, 38)])
    field.line(1, "medium-tank", [(10, 12)])
    scoring.reveals(field.game)
    assert field.game.markers["o3"].shown == "real"
    assert list(field.game.markers) == ["o0", "o3"]
    assert field.play(Verdict(2)) == [Turn(3)]  # both hold each other's, with equal losses
    field.game.sides.set(0, lost=10)
    field.play(Verdict(2))
    assert field.game.result.winners == (1,)


@rule("xenocide.scenarios.centers-victory")
@rule("xenocide.scenarios.centers-both")
@pytest.mark.parametrize(("lost", "winner"), [((0, 10), 0), ((10, 0), 1)])
def test_who_holds_a_command_center_wins_and_of_two_who_has_lost_less(lost, winner):
    field = Battlefield(scenario="command-centers")
    field.game.markers.add("o0", Marker(0, 10.0, 10.0, shown="real"))
    field.game.markers.add("o1", Marker(1, 30.0, 40.0, shown="real"))
    field.line(0, "medium-tank", [(30, 38)])
    field.line(1, "medium-tank", [(10, 12)])
    for seat in (0, 1):
        field.game.sides.set(seat, lost=lost[seat])
    field.play(Verdict(2))
    assert field.game.result.winners == (winner,)


@rule("xenocide.scenarios.centers-reveal")
def test_markers_are_revealed_by_enemies_near_them_and_in_that_scenario_only():
    field = Battlefield(scenario="command-centers")
    for i, (seat, x) in enumerate([(0, 10.0), (0, 30.0), (1, 50.0)]):
        field.game.markers.add(f"o{i}", Marker(seat, x, 20.0))
    field.game.secret.set(0, real="o0")
    field.game.secret.set(1, real="o2")
    field.line(0, "medium-tank", [(30, 22)])  # a friend
    scoring.reveals(field.game)
    assert len(field.game.markers) == 3
    field.line(1, "medium-tank", [(10, 22)])
    field.game.war.set("war", scenario="attrition")
    scoring.reveals(field.game)
    assert len(field.game.markers) == 3
    field.game.war.set("war", scenario="command-centers")
    scoring.reveals(field.game)
    assert sorted(field.game.markers) == ["o0", "o2"]
    assert field.game.markers["o0"].shown == "real"


@rule("xenocide.play.turn-cap")
@pytest.mark.parametrize(("scenario", "winners"), [("attrition", (1,)), ("seize-ground", (0,)), ("invasion", (1,))])
def test_the_turn_cap(scenario, winners):
    field = Battlefield(scenario=scenario)
    field.game.sides.set(0, lost=10, score=5)
    field.play(Verdict(12))
    assert field.game.result.winners == winners
