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
