"""Chapter `xeno`: who blinks, drops, hovers or is rooted, and what explodes on the way."""

from fractions import Fraction

import pytest

from games.rampant.skirmish import Skirmish, claim, hits, rules, way
from xenotable.engine import Placed
from xenotable.games.rampant.rules.activation.order_legality import why_not_order
from xenotable.games.rampant.rules.activation.order_tests import modifiers, score_of
from xenotable.games.rampant.rules.courage.losses import suffer
from xenotable.games.rampant.rules.roster.numbers import free_action
from xenotable.games.rampant.scenes import Combined, Drop, Moving, Orders
from xenotable.odds import sums


@pytest.mark.rule("rampant.xeno.blink")
def test_blinking_goes_through_anything():
    battle = Skirmish()
    battle.land("spires", 20, 26, 28, 28)
    unit = battle.put(0, "elite", (24, 24), "blink")
    battle.put(1, "heavy", (4, 44))
    battle.start(Moving(unit)).roll(5, 6).go(manner="blink", direction=90)
    assert battle.asked == "along"
    spots = [p[1] for p in battle.options()]
    assert max(spots) == 35  # 11 in
    assert not [y for y in spots if 24.5 < y < 29.5]  # never on the spires
    battle.go(along=(24.0, 31.0))
    assert battle.place(unit) == (24, 31)


@pytest.mark.rule("rampant.xeno.blink")
def test_a_double_costs_points_and_a_courage_test():
    battle = Skirmish()
    unit = battle.put(0, "light", (24, 4), "blink")
    battle.put(1, "heavy", (4, 44))
    battle.start(Moving(unit)).roll(2, 2, 3, 2).go(manner="blink", direction=90, along=(24.0, 8.0))
    assert battle.place(unit) == (24, 8)
    assert battle.unit(unit).strength == 3
    assert "Courage test: 3 against 4" in battle.told()  # 5 - 2


@pytest.mark.rule("rampant.xeno.drop-troops")
def test_drop_troops_are_tested_even_if_their_move_is_free():
    battle = Skirmish()
    drop, _foe = battle.put(0, "light", None, "drop-troops"), battle.put(1, "heavy", (24, 24))
    battle.put(0, "heavy", (4, 4))
    assert not free_action(battle.game, drop, "drop")
    assert score_of(battle.game, drop, "drop") == 5
    battle.start(Orders(0)).roll(2, 3).go(unit=drop, order="drop")
    assert battle.asked == "drop"
    assert battle.why_not(Placed({drop: (24.0, 32.9)})) == {"xeno.drop-troops"}
    battle.go(drop=Placed({drop: (24.0, 33.0)}))  # exactly 6 in
    assert battle.place(drop) == (24, 33)
    assert battle.unit(drop).activated


@pytest.mark.rule("rampant.vehicles.driving")
def test_vehicles_that_come_down_or_enter_face_as_they_are_turned():
    battle = Skirmish().now(round=2)
    drop = battle.put(0, "transport-vehicle", None, "drop-troops")
    late = battle.put(0, "transport-vehicle", arrives=2)
    battle.put(0, "heavy", (4, 4)), battle.put(1, "heavy", (4, 44))
    battle.start(Drop(drop), Moving(late)).go(drop=Placed({drop: (24.0, 24.0)}, {drop: 225.0}))
    assert battle.unit(drop).facing == 225.0
    edge = Placed({late: (24.0, battle.game.profile[late].radius)}, {late: 180.0})
    battle.go(arrive=edge, move={"paths": {}})
    assert battle.unit(late).facing == 180.0


@pytest.mark.rule("rampant.xeno.drop-troops-failure")
@pytest.mark.parametrize(("die", "lost"), [(3, 3), (4, 0)])
def test_a_failed_drop_may_land_hard(die, lost):
    battle = Skirmish()
    drop = battle.put(0, "heavy", None, "drop-troops")
    battle.put(0, "elite", (4, 4)), battle.put(1, "heavy", (24, 44))
    battle.start(Orders(0)).roll(1, 2).go(unit=drop, order="drop")
    battle.roll(die, *((6,) if lost else ())).go(drop_anyway=True, drop=Placed({drop: (24.0, 6.0)}))
    assert battle.unit(drop).strength == 5 - lost
    assert battle.live.now.over
    if lost:
        assert "Courage test: 3 against 4" in battle.told()


@pytest.mark.rule("rampant.xeno.drop-troops-failure")
def test_who_puts_a_unit_down_all_the_same_is_told_what_that_may_cost():
    battle = Skirmish()
    drop = battle.put(0, "heavy", None, "drop-troops")
    battle.put(0, "elite", (4, 4)), battle.put(1, "heavy", (24, 44))
    battle.game.units.set(drop, strength=2)
    battle.start(Orders(0)).roll(1, 2).go(unit=drop, order="drop")
    assert battle.asked == "drop-anyway"
    odds = battle.match.open[0].odds
    assert odds(False) is None
    told = odds(True)
    assert [(c.label, round(c.p * 6)) for c in told.chances] == [("lands unharmed", 3), ("destroyed", 2)]
    assert [(c.label, round(c.p * 6)) for c in told.distribution] == [("0", 3), ("1", 1), ("2", 2)]


@pytest.mark.parametrize(("y", "lost"), [claim("xeno.overmind", 6.0, 0), claim("xeno.drop-troops-failure", 24.0, 1)])
def test_beside_the_overmind_nobody_lands_hard(y, lost):
    battle = Skirmish()
    drop = battle.put(0, "heavy", None, "drop-troops", "overmind")
    battle.put(0, "elite", (24, 4), commander=True), battle.put(1, "heavy", (4, 44))
    battle.start(Orders(0)).roll(1, 1).go(unit=drop, order="drop")
    battle.roll(1, *((6, 6) if lost else ())).go(drop_anyway=True, drop=Placed({drop: (34.0, y)}))
    assert battle.unit(drop).strength == 5 - lost


@pytest.mark.rule("rampant.xeno.drop-troops-alone")
def test_the_first_drop_onto_an_empty_table_needs_no_dice():
    battle = Skirmish()
    one, two = battle.put(0, "heavy", None, "drop-troops"), battle.put(0, "heavy", None, "drop-troops")
    battle.put(1, "heavy", (24, 44))
    assert free_action(battle.game, one, "drop")
    battle.start(Orders(0)).go(unit=one, order="drop", drop=Placed({one: (24.0, 6.0)}))
    assert not free_action(battle.live, two, "drop")
    carried = Skirmish()  # passengers of a vehicle in orbit are not on the table either
    ship = carried.put(0, "transport-vehicle", None, "drop-troops")
    squad = carried.put(0, "light", where="aboard", inside=ship)
    carried.put(1, "heavy", (24, 44))
    assert free_action(carried.game, ship, "drop")
    carried.start(Orders(0)).go(unit=ship, order="drop", drop=Placed({ship: (24.0, 6.0)}))
    assert (carried.unit(ship).where, carried.unit(squad).where) == ("table", "aboard")


@pytest.mark.rule("rampant.xeno.gyro-mounts", "rampant.vehicles.advance-and-fire")
def test_gyro_mounts_advance_and_fire():
    battle = Skirmish()
    hunters = battle.put(0, "support", (24, 10), "gyro-mounts")
    battle.put(1, "heavy", (24, 30))
    assert modifiers(battle.game, hunters, "advance") == -1
    assert sums(2, exact=True).at_least(7 + 1) == Fraction(15, 36)
    battle.start(Orders(0)).roll(4, 4).go(unit=hunters, order="advance", part="move")
    if battle.asked == "manner":
        battle.go(manner="move")
    battle.roll(*hits(0)).go(move=way(hunters, (24, 16)), part="shoot", target="b1")
    assert battle.place(hunters) == (24, 16)


@pytest.mark.rule("rampant.xeno.rooted")
def test_the_rooted_neither_move_nor_attack_nor_ride():
    from xenotable.games.rampant.rules.specials.moving import seat_refusals

    battle = Skirmish()
    nest = battle.put(0, "heavy", (24, 10), "rooted")
    truck = battle.put(0, "transport-vehicle", (30, 10))
    battle.put(1, "heavy", (24, 15))
    assert rules(why_not_order(battle.game, nest, "move")) == {"xeno.rooted"}
    assert rules(why_not_order(battle.game, nest, "attack")) == {"xeno.rooted"}
    assert not rules(why_not_order(battle.game, nest, "shoot"))
    assert rules(seat_refusals(battle.game, nest, truck)) == {"xeno.rooted"}


@pytest.mark.rule("rampant.xeno.volatile-1")
def test_a_volatile_garrison_explodes_too():
    from xenotable.games.rampant.scenes import Blast

    battle = Skirmish()
    house = battle.land("house", 22, 34, 26, 37)
    bomb = battle.put(1, "light", None, "volatile:1", where="inside", inside=house, x=24.0, y=35.5)
    battle.put(1, "light", (4, 44))
    assert [type(s) for s in suffer(battle.game, bomb, 9, "shooting.losses")] == [Blast]


@pytest.mark.rule("rampant.specials.skirmish")
def test_skirmishers_leave_a_building_at_half_pace():
    battle = Skirmish()
    house = battle.land("house", 22, 20, 26, 23)
    recon = battle.put(0, "recon", where="inside", inside=house, x=24.0, y=21.5)
    battle.put(1, "heavy", (24, 44))
    battle.start(Combined(recon, "skirmish")).go(part="move", manner="out", door=Placed({recon: (24.0, 24.5)}))
    assert battle.why_not(way(recon, (24, 28.6))) == {"moving.action"}
    assert not battle.why_not(way(recon, (24, 28.5)))
    assert Moving(recon).share == 1.0
