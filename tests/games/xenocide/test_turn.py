"""The turn and command points (chapters "turn" and "command")."""

import itertools
import random

import msgspec
import pytest

from driver import Driver
from games.xenocide.battlefield import Battlefield, rules
from xenotable.games.xenocide.rules.command import may_skip, refill
from xenotable.games.xenocide.rules.turn.sequence import (
    coordinate,
    decide_initiative,
    hold_refusals,
    order_refusals,
    waiting_companies,
)
from xenotable.games.xenocide.scenes import (
    Activate,
    Activation,
    Bid,
    Due,
    EndActivation,
    EndTurn,
    First,
    Initiative,
    Morale,
    Movement,
    Orders,
    Phase,
    Plan,
    Reveal,
    Shooting,
    Turn,
)
from xenotable.games.xenocide.state import Marker
from xenotable.games.xenocide.title import GAME

rule = pytest.mark.rule


def view_bytes(game, seat):
    """All that a seat is shown of a state."""
    seen = game.blanked(seat)
    return seen.encoded() + msgspec.json.encode((GAME.board(seen), GAME.tokens(seen, seat), GAME.panels(seen, seat)))


def armies(blue=3, red=3):
    field = Battlefield()
    for seat, n in ((0, blue), (1, red)):
        for i in range(n):
            field.put(seat, "medium-tank", (10 + 20 * i, 10 + 30 * seat), 2, company=i)
            field.game.companies.set(f"{'br'[seat]}{i}", planned=True)
    return field


@rule("xenocide.turn.turn-steps")
@rule("xenocide.command.three-per-turn")
@rule("xenocide.turn.marker-cleanup")
def test_a_turn_begins_with_three_points_and_keeps_markers():
    field = armies()
    field.game.sides.set(0, points=0)
    field.game.units.set("b0u0", marks=2, dug=True, order="assault", company="b1")
    assert field.play(Turn(3)) == [Plan(), Bid(), Reveal(), Initiative(), EndTurn(3)]
    assert field.game.sides[0].points == 3
    unit = field.unit("b0u0")
    assert (unit.marks, unit.dug, unit.order, unit.company) == (2, True, "", "b0")
    refill(field.game)
    assert field.game.sides[1].points == 3


@rule("xenocide.turn.turn-steps")
@rule("xenocide.turn.marker-cleanup")
def test_what_a_unit_did_is_forgotten_when_a_turn_begins():
    field = armies()
    field.game.units.set("b0u0", acted=True, moved=True, shot=True, freed=True)
    field.play(Turn(3))
    row = field.unit("b0u0")
    assert (row.acted, row.moved, row.shot, row.freed) == (False, False, False, False)


@rule("xenocide.scenarios.invasion-turn-one")
def test_the_attacker_of_an_invasion_has_won_the_initiative_of_turn_one():
    field = armies()
    field.game.war.set("war", scenario="invasion")
    field.game.sides.set(0, won=False)
    field.game.sides.set(1, won=True)
    field.play(Turn(1))
    assert (field.game.sides[0].won, field.game.sides[1].won) == (True, False)


@rule("xenocide.turn.end-of-turn")
@pytest.mark.parametrize(("scenario", "score"), [("seize-ground", 1), ("invasion", 18), ("attrition", 0)])
def test_points_are_scored_at_the_end_of_a_turn(scenario, score):
    field = Battlefield(scenario=scenario)
    field.line(0, "medium-tank", [(30, 30)])
    field.game.markers.add("o0", Marker(-1, 30.0, 33.0))
    field.play(EndTurn(2))
    assert field.game.sides[0].score == score


@rule("xenocide.turn.initiative-roll")
@pytest.mark.parametrize(
    ("bids", "faces", "winner"),
    [((0, 0), (5, 2), 0), ((0, 0), (2, 5), 1), ((1, 0), (2, 4, 3), 0), ((0, 2), (4, 1, 5, 2), 1)],
)
def test_the_best_die_of_each_side_counts(bids, faces, winner):
    field = armies()
    for seat in (0, 1):
        field.game.sides.set(seat, bid=bids[seat], won=seat != winner)
    assert field.roll(*faces).play(Initiative()) == [First(winner)]
    assert [field.game.sides[seat].won for seat in (0, 1)] == [winner == 0, winner == 1]
    best = (max(faces[: 1 + bids[0]]), max(faces[1 + bids[0] :]))
    assert f"{best[winner]} against {best[1 - winner]}" in field.told()


@rule("xenocide.turn.plan-order")
def test_plans_are_secret():
    field = armies()
    field.play(Turn(3))
    secret = []
    field.play(Plan(), plan=lambda ask: secret.append(ask.secret) or ask.items)
    assert secret == [True, True]


@rule("xenocide.scenarios.invasion-turn-one")
def test_the_defender_of_an_invasion_picks_any_company_on_turn_one():
    field = armies()
    field.game.war.set("war", scenario="invasion", turn=1)
    assert field.play(Due(1), company="r1", skip=False)[0] == Activation(1, "r1")
    assert not field.game.companies["r1"].planned
    assert field.game.companies["r0"].planned


@rule("xenocide.turn.whole-company")
def test_an_activated_company_is_no_longer_planned():
    field = armies()
    field.game.secret.set(0, order=("b1", "b2"))
    field.play(Activate(0))
    assert [field.game.companies[c].planned for c in ("b0", "b1", "b2")] == [True, False, True]


@rule("xenocide.turn.phases")
def test_an_activation_of_nobody_ends_at_once():
    field = armies()
    field.game.war.set("war", watching=True)
    field.game.units.set("b0u0", models=())
    assert field.play(Activation(0, "b0"), coordinate="no") == [EndActivation(0, "b0")]
    assert (field.game.now.company, field.game.now.watching) == ("b0", False)
    field.play(EndActivation(0, "b0"))
    assert field.game.now.company == ""
    # the real thing: movement before and after shooting
    scenes = field.play(Activation(0, "b1"), coordinate="no")
    assert [s.second for s in scenes if isinstance(s, Movement)] == [False, True]


@rule("xenocide.command.use-coordinate")
def test_a_company_that_waits_as_a_whole_does_nothing_now():
    field = armies()
    assert field.play(Activation(0, "b0"), coordinate="company", host="b1") == [EndActivation(0, "b0")]
    assert field.unit("b0u0").company == "b1"


@rule("xenocide.command.use-coordinate")
@rule("xenocide.command.use-coordinate-company")
def test_what_it_costs_to_hold_units_back():
    def paid(n, what, held=()):
        field = armies()
        more = [field.put(0, "medium-tank", (10 + 5 * i, 20)) for i in range(n - 1)]
        mine = ("b0u0", *more)
        most = []

        def pick(ask):
            most.append((ask.least, ask.most))
            return mine[: len(held)]

        field.run(coordinate(field.game, 0, "b0"), coordinate=what, host="b1", held=pick)
        rules_ = {e.rule for e in field.game.listener}
        return 3 - field.game.sides[0].points, most, "command.use-coordinate-company" in rules_

    assert paid(3, "company")[0] == 2
    assert paid(2, "company")[0] == 1  # two units cost as much as each two
    assert paid(3, "units", ("a",))[:2] == (1, [(1, 2)])
    assert paid(3, "units", ("a", "b"))[0] == 1


@rule("xenocide.command.use-coordinate-company")
@pytest.mark.parametrize(("units", "points", "closed"), [(3, 1, True), (3, 2, False), (2, 1, False), (3, 3, False)])
def test_a_whole_company_costs_two_points(units, points, closed):
    field = armies()
    field.game.sides.set(0, points=points)
    found = rules(hold_refusals(field.game, 0, "company", units))
    assert found == (["command.use-coordinate-company"] if closed else [])
    assert rules(hold_refusals(field.game, 0, "units", 5)) == []
    field.game.sides.set(0, points=1)
    assert rules(hold_refusals(field.game, 0, "company", 3)) == ["command.use-coordinate-company"]


@rule("xenocide.command.use-coordinate")
def test_nobody_is_asked_to_wait_without_points_or_a_later_company():
    field = armies()
    assert not field.run(coordinate(field.game, 0, "b0"), coordinate="no")
    assert field.asked == ["coordinate"]
    field.game.sides.set(0, points=0)
    assert not field.run(coordinate(field.game, 0, "b0"))
    field.game.sides.set(0, points=3)
    for company in ("b0", "b1", "b2"):
        field.game.companies.set(company, planned=False)
    assert not field.run(coordinate(field.game, 0, "b0"))
    assert field.asked == ["coordinate"]


@rule("xenocide.command.use-skip")
def test_passing_is_offered_and_can_be_declined():
    field = armies(blue=1, red=3)
    among = []

    def no(ask):
        among.append((tuple(ask.among()), ask.default))
        return False

    assert field.play(Due(0), skip=no) == [Activate(0), Due(1)]
    assert among == [((False, True), False)]
    assert field.game.sides[0].points == 3
    assert field.deciders["skip"] == 0


@rule("xenocide.turn.end-of-activation")
@rule("xenocide.scenarios.wiped-out")
@rule("xenocide.scenarios.centers-reveal")
def test_an_activation_ends_with_what_the_scenario_wants():
    field = armies()
    field.game.units.set("b0u0", order="assault", freed=True, acted=True)
    field.game.war.set("war", scenario="command-centers", company="b0", watching=True)
    field.game.markers.add("o0", Marker(1, 10.0, 12.0))
    field.game.secret.set(1, real="o0")
    field.play(EndActivation(0, "b0"))
    row = field.unit("b0u0")
    assert (row.order, row.freed, row.acted) == ("", False, False)
    assert (field.game.now.company, field.game.now.watching) == ("", False)
    assert field.game.markers["o0"].shown == "real"
    for seat in (0, 1, 2):
        field.game.units.set(f"r{seat}u0", models=())
    field.play(EndActivation(0, "b0"))
    assert field.game.result.winners == (0,)


@rule("xenocide.turn.plan-order")
@rule("xenocide.turn.eliminated-not-planned")
@rule("xenocide.play.hidden-order")
def test_orders_are_planned_in_secret():
    field = armies()
    field.game.units.set("b1u0", models=())
    field.play(Turn(3))
    field.play(Plan(), plan=lambda ask: tuple(reversed(ask.items)))
    assert field.game.secret[0].order == ("b2", "b0")
    assert field.game.secret[1].order == ("r2", "r1", "r0")


@rule("xenocide.play.open-information")
def test_who_looks_ahead_deals_himself_orders_that_could_be():
    """The order of the enemy is never his real one by more than chance, and always one of the companies to come."""
    field = armies()
    field.play(Turn(3))
    field.play(Plan(), plan=lambda ask: tuple(reversed(ask.items)))
    seen = set()
    for seed in range(60):
        dice = random.Random(seed)
        blanked = field.game.blanked(0)
        assert blanked.secret[1].order == ()
        GAME.redeal(blanked, 0, dice.random)
        assert blanked.secret[0].order == ("b2", "b1", "b0")
        seen.add(blanked.secret[1].order)
    assert seen == set(itertools.permutations(("r0", "r1", "r2")))


def test_nothing_in_the_view_tells_the_order_of_the_enemy():
    field = armies()
    field.play(Turn(3))
    field.play(Plan())
    views = []
    for order in itertools.permutations(("r0", "r1", "r2")):
        field.game.secret.set(1, order=order)
        field.game.scenes = [Due(0)]
        views.append(view_bytes(field.game, 0))
    assert len(set(views)) == 1
    assert len({view_bytes(field.game, 1), views[0]}) == 2


@rule("xenocide.turn.eliminated-skipped")
@rule("xenocide.turn.whole-company")
def test_a_company_eliminated_after_planning_is_skipped():
    field = armies()
    field.game.secret.set(0, order=("b1", "b2", "b0"))
    field.game.units.set("b1u0", models=())
    assert field.play(Activate(0)) == [Activation(0, "b2")]
    assert field.game.secret[0].order == ("b0",)


@rule("xenocide.command.use-initiative")
@rule("xenocide.play.hidden-initiative-bid")
@rule("xenocide.turn.initiative-roll")
@rule("xenocide.turn.initiative-choice")
def test_initiative_dice_are_bid_in_secret():
    field = armies()
    field.play(Bid(), bid=[2, 0])
    assert (field.game.secret[0].bid, field.game.sides[0].points) == (2, 3)
    field.play(Reveal())
    assert (field.game.secret[0].bid, field.game.sides[0].points, field.game.sides[0].bid) == (0, 1, 2)
    (first,) = field.roll(2, 4, 1, 3).play(Initiative())
    assert first == First(0)
    assert field.play(first, first="second") == [Due(1)]


@rule("xenocide.turn.initiative-tie-first")
def test_a_tie_on_turn_one_is_rolled_again():
    field = armies()
    field.game.war.set("war", turn=1)
    field.game.sides.set(0, bid=1)
    assert field.roll(2, 5, 5, 1, 3, 6).play(Initiative()) == [First(1)]


@rule("xenocide.turn.initiative-tie-later")
def test_later_ties_go_to_who_lost_the_turn_before():
    field = armies()
    field.game.sides.set(0, won=True)
    assert decide_initiative(field.game, 4, 4) == 1
    field.game.sides.set(0, won=False)
    field.game.sides.set(1, won=True)
    assert decide_initiative(field.game, 4, 4) == 0
    field.game.war.set("war", turn=2)
    assert field.roll(4, 4).play(Initiative()) == [First(0)]
    assert "Blue wins the initiative, 4 against 4: it lost it the turn before." in field.told()


@rule("xenocide.turn.alternate")
@rule("xenocide.turn.run-out")
def test_players_alternate_until_one_runs_out():
    field = armies(2, 1)
    assert field.play(Due(0)) == [Activate(0), Due(1)]
    field.game.companies.set("r0", planned=False)
    assert field.play(Due(1)) == [Due(0)]
    for c in ("b0", "b1"):
        field.game.companies.set(c, planned=False)
    assert field.play(Due(0)) == []


@rule("xenocide.command.use-skip")
def test_skipping_needs_fewer_companies():
    assert may_skip(2, 3)
    assert not may_skip(3, 3)
    field = armies(2, 3)
    assert field.play(Due(0), skip=True) == [Due(1)]
    assert field.game.sides[0].points == 2
    assert waiting_companies(field.game, 0) == ["b0", "b1"]


@rule("xenocide.command.use-coordinate")
@rule("xenocide.command.coordinate-many")
def test_units_wait_for_a_later_company():
    field = armies()
    extra = [field.put(0, "medium-tank", (10 + 10 * i, 20), 2) for i in range(2)]
    field.game.companies.set("b0", planned=False)
    held = field.run(coordinate(field.game, 0, "b0"), coordinate="units", host="b2", held=(extra[0],))
    assert not held
    assert field.unit(extra[0]).company == "b2"
    assert field.game.sides[0].points == 2


@rule("xenocide.command.use-coordinate-company")
def test_whole_companies_wait_for_two_points_or_one():
    field = armies()
    field.game.companies.set("b0", planned=False)
    assert field.run(coordinate(field.game, 0, "b0"), coordinate="company", host="b1")
    assert field.game.sides[0].points == 2  # a company of one unit
    field = armies()
    for i in range(2):
        field.put(0, "medium-tank", (10 + 10 * i, 20), 2)
    field.game.companies.set("b0", planned=False)
    assert field.run(coordinate(field.game, 0, "b0"), coordinate="company", host="b1")
    assert field.game.sides[0].points == 1
    field.game.sides.set(0, points=1)
    assert rules(hold_refusals(field.game, 0, "company", 3)) == ["command.use-coordinate-company"]


@rule("xenocide.turn.phases")
def test_five_phases():
    field = armies()
    for c in ("b0", "b1", "b2"):
        field.game.companies.set(c, planned=False)
    found = [type(s).__name__ for s in field.play(Activation(0, "b0"))]
    assert [n for n in found if n != "Phase"] == [
        "Orders", "Movement", "Shooting", "Movement", "Storm", "CloseAssault", "Morale", "EndActivation",
    ]  # fmt: skip
    field.game.units.set("b0u0", acted=True)
    field.play(Phase("b0"))
    assert not field.unit("b0u0").acted


@rule("xenocide.turn.orders-given")
def test_every_unit_gets_an_order():
    field = armies()
    field.plays(Orders(0, "b0"), order="fire-and-move")
    assert field.unit("b0u0").order == "fire-and-move"
    assert rules(order_refusals(field.game, "b0u0", "assault")) == []


@rule("xenocide.turn.end-of-activation")
@rule("xenocide.rally.scenario-actions")
def test_orders_last_for_the_activation():
    field = armies()
    field.game.units.set("b0u0", order="assault", freed=True)
    assert field.play(EndActivation(0, "b0")) == []
    assert (field.unit("b0u0").order, field.unit("b0u0").freed) == ("", False)


@rule("xenocide.turn.whole-company", "xenocide.rally.who")
def test_units_of_other_companies_stand_closed_in_every_phase():
    for scene, own in ((Movement(0, "b0", False), "movement.action"), (Shooting(0, "b0"), ""), (Morale(0, "b0"), "")):
        field = armies()
        for unit in ("b0u0", "b1u0"):
            field.game.units.set(unit, marks=1, order="move-and-fire")
        field.put(0, "medium-tank", (10, 20), 1, marks=1, order="move-and-fire")
        field.put(0, "medium-tank", (30, 20), 1, moved=True, acted=True, order="move-and-fire")
        play = Driver(field.game).start(scene)
        assert play.asked in ("unit", "rally")
        assert play.why_not("b0u0") == set()
        assert play.why_not("b2u0") >= {"turn.whole-company"}
        if own:
            assert play.why_not("b0u2") == {own}


@rule("xenocide.shooting.sequence")
def test_that_a_unit_can_only_do_nothing_is_said_before():
    field = Battlefield()
    for x in (10, 30):
        field.put(0, "medium-tank", (x, 10), 1, marks=1, order="move-and-fire")
    field.put(1, "medium-tank", (60, 44), 1)
    field.game.sides.set(0, points=0)
    play = Driver(field.game).start(Shooting(0, "b0")).go(unit="b0u0")
    (entry,) = [e for e in play.match.tape if e.kind == "forced"]
    assert entry.value == "nothing"
    assert 'Nothing else is left to "What does ' in play.told()
