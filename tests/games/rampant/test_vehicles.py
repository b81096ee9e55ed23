"""Chapter "vehicles": driving, firing on the move, passengers and wrecks."""

import math

import pytest

from games.rampant.skirmish import Skirmish, claim, hits, rules, way
from xenotable.engine import Placed
from xenotable.games.rampant.rules.activation.order_legality import orders_of, why_not_order
from xenotable.games.rampant.rules.activation.order_tests import modifiers, score_of
from xenotable.games.rampant.rules.attacking.targets import attack_refusals
from xenotable.games.rampant.rules.command import near
from xenotable.games.rampant.rules.moving.move_order import manner_refusals
from xenotable.games.rampant.rules.setup.starts import starts
from xenotable.games.rampant.rules.shooting.armour import shooting_armour
from xenotable.games.rampant.rules.shooting.targets import target_refusals
from xenotable.games.rampant.rules.vehicles import board_refusals, leave_refusals
from xenotable.games.rampant.scenes import Combined, Moving, Nerve, Orders, Shock, Shooting


@pytest.mark.rule("rampant.vehicles.driving")
def test_reversing_costs_twice_and_turning_nothing():
    battle = Skirmish()
    truck = battle.put(0, "transport-vehicle", (24, 10), facing=90.0)
    battle.start(Moving(truck))
    assert not battle.why_not(way(truck, (24, 14), (24, 11), mode="reverse"))  # 4 + 6 = 10
    assert battle.why_not(way(truck, (24, 14), (24, 10.9), mode="reverse")) == {"moving.action"}
    assert not battle.why_not(way(truck, (24, 14), (24, 10.9)))
    battle.go(move=way(truck, (24, 14), (24, 11), mode="reverse"))
    assert battle.unit(truck).facing == 90.0  # backwards, still looking north


@pytest.mark.rule("rampant.vehicles.driving")
def test_the_owner_chooses_the_facing_at_the_end():
    battle = Skirmish()
    truck = battle.put(0, "transport-vehicle", (24, 10))
    battle.start(Moving(truck)).go(move={"paths": {truck: [[24, 14]]}, "facing": {truck: 180}})
    assert battle.unit(truck).facing == 180.0


@pytest.mark.rule("rampant.vehicles.walker-driving")
def test_walkers_step_back_as_they_step_forward():
    battle = Skirmish()
    strider = battle.put(0, "fighting-vehicle", (24, 10), "walker")  # 6 in
    battle.start(Moving(strider))
    assert not battle.why_not(way(strider, (24, 13), (24, 10), mode="reverse"))
    tank = Skirmish()
    uid = tank.put(0, "fighting-vehicle", (24, 10))  # 8 in: 3 + 6 = 9
    tank.start(Moving(uid))
    assert tank.why_not(way(uid, (24, 13), (24, 10), mode="reverse")) == {"moving.action"}


@pytest.mark.rule("rampant.vehicles.advance-and-fire")
def test_advance_and_fire_is_tested_at_minus_one_and_done_in_either_order():
    battle = Skirmish()
    tank, foe = battle.put(0, "fighting-vehicle", (24, 10)), battle.put(1, "heavy", (24, 25))
    assert "advance" in orders_of(battle.game, tank)
    assert (score_of(battle.game, tank, "advance"), modifiers(battle.game, tank, "advance")) == (6, -1)
    battle.start(Combined(tank, "advance")).roll(*hits(0))
    battle.go(part="shoot", target=foe)
    assert set(battle.options()) == {"move", "done"}
    battle.go(part="move", move=way(tank, (20, 10)))
    assert battle.place(tank) == (20, 10)


@pytest.mark.rule("rampant.vehicles.advance-and-fire")
def test_the_move_is_lost_when_the_answer_drives_it_back():
    battle = Skirmish()
    tank, foe = battle.put(0, "fighting-vehicle", (24, 14)), battle.put(1, "heavy", (24, 26))
    battle.start(Combined(tank, "advance")).roll(6, 6, *hits(0), *hits(1, face=6), 1, 1)
    battle.go(part="shoot", target=foe, firefight=True, facing=90.0)
    assert battle.unit(tank).suppressed
    assert battle.asked == ""


@pytest.mark.rule("rampant.vehicles.all-round-fire", exercises=["shooting.armour-order"])
def test_vehicles_shoot_behind_them_and_are_as_thick_there():
    battle = Skirmish()
    truck = battle.put(0, "transport-vehicle", (24, 24), facing=90.0)
    behind, before = battle.put(1, "heavy", (24, 12)), battle.put(1, "heavy", (24, 36))
    assert not rules(target_refusals(battle.game, truck, behind))
    assert shooting_armour(battle.game, behind, truck, False, "") == 5
    assert shooting_armour(battle.game, before, truck, False, "") == 5


@pytest.mark.rule("rampant.vehicles.attack")
def test_only_walkers_get_at_a_garrison():
    for bought, refused in (((), {"vehicles.attack"}), (("walker",), set())):
        battle = Skirmish()
        house = battle.land("house", 22, 30, 26, 33)
        inside = battle.put(1, "light", where="inside", inside=house, x=24.0, y=31.5)
        tank = battle.put(0, "fighting-vehicle", (24, 24), *bought)
        assert rules(attack_refusals(battle.game, tank, inside)) == refused
        assert not rules(attack_refusals(battle.game, tank, house))


@pytest.mark.rule("rampant.specials.breaching")
def test_a_tank_breaches_a_house():
    from xenotable.games.rampant.scenes import Melee

    battle = Skirmish()
    house = battle.land("house", 22, 30, 26, 33)
    tank = battle.put(0, "fighting-vehicle", (24, 28))
    battle.start(Melee(tank, house))
    assert battle.ask.default == "breaching"
    battle.roll(*hits(6, face=6), *hits(0, 5)).go(reduction="breaching")
    assert battle.live.buildings[house].strength == 2


@pytest.mark.rule("rampant.specials.cross-country")
@pytest.mark.rule("rampant.vehicles.terrain", exercises=["terrain.rough-moving", "terrain.cover-area"])
def test_vehicles_pay_for_rough_ground_and_take_cover():
    for bought, far in (((), 5.0), (("cross-country",), 10.0)):
        battle = Skirmish()
        battle.land("bog", 0, 0, 48, 48)
        truck = battle.put(0, "transport-vehicle", (24, 10), *bought)
        battle.start(Moving(truck))
        assert not battle.why_not(way(truck, (24, 10 + far)))
        assert battle.why_not(way(truck, (24, 10.1 + far))) == {"moving.action"}
    woods = Skirmish()
    woods.land("woods", 24, 24, 4)
    truck, foe = woods.put(0, "transport-vehicle", (24, 24)), woods.put(1, "heavy", (24, 12))
    assert shooting_armour(woods.game, foe, truck, False, "") == 6


def boarding(far=5.0, seats="seats-5", kind="light", bought=()):
    battle = Skirmish()
    truck = battle.put(0, "soft-skin-vehicle", (24, 20), seats)
    squad = battle.put(0, kind, (24, 20 - far - 3.5), *bought)
    battle.put(1, "primitive", (44, 44))
    return battle, squad, truck


def test_boarding_takes_a_move_and_the_vehicle_may_still_drive():
    battle, squad, truck = boarding()
    battle.start(Orders(0)).go(unit=squad, order="move", manner=f"board:{truck}")
    row = battle.unit(squad)
    assert (row.where, row.inside) == ("aboard", truck)
    assert truck in battle.options()
    assert squad not in battle.options()


@pytest.mark.rule("rampant.vehicles.board", "rampant.specials.transport")
def test_who_may_not_board():
    far, squad, truck = boarding(far=8.5)
    assert rules(board_refusals(far.game, squad, truck, 8.0)) == {"vehicles.board"}
    many, squad, truck = boarding(bought=("full-squad",))
    assert rules(board_refusals(many.game, squad, truck, 8.0)) == {"specials.transport"}
    ten, squad, truck = boarding(seats="seats-10", bought=("full-squad",))
    assert not rules(board_refusals(ten.game, squad, truck, 8.0))
    full, squad, truck = boarding()
    full.put(0, "light", where="aboard", inside=truck)
    assert rules(board_refusals(full.game, squad, truck, 8.0)) == {"vehicles.board"}
    tall, beast, truck = boarding(kind="greater-xenomorph")
    assert rules(board_refusals(tall.game, beast, truck, 10.0)) == {"vehicles.board"}


@pytest.mark.rule("rampant.vehicles.start-aboard")
def test_who_may_board_may_start_aboard():
    battle = Skirmish()
    truck = battle.put(0, "soft-skin-vehicle", None, "seats-10")
    squad, throng = battle.put(0, "light", None, "full-squad"), battle.put(0, "primitive", None, "throng")
    assert f"aboard:{truck}" in starts(battle.game, 0, squad)
    assert f"aboard:{truck}" not in starts(battle.game, 0, throng)


def riding(moved=0.0, **rows):
    battle = Skirmish()
    truck = battle.put(0, "transport-vehicle", (24, 20), moved=moved, **rows)
    squad = battle.put(0, "light", where="aboard", inside=truck)
    return battle, squad, truck


@pytest.mark.rule("rampant.vehicles.one-way-per-phase")
def test_passengers_leave_touching_and_move_half():
    battle, squad, _ = riding()
    battle.start(Moving(squad)).go(manner="leave")
    assert battle.why_not(Placed({squad: (24.0, 25.0)})) == {"vehicles.leave"}
    battle.go(door=Placed({squad: (24.0, 23.5)}))
    assert battle.why_not(way(squad, (24, 27.6))) == {"moving.action"}
    battle.go(move=way(squad, (24, 27.5)))
    assert battle.unit(squad).where == "table"
    boarded, unit, truck = boarding()
    boarded.start(Orders(0)).go(unit=unit, order="move", manner=f"board:{truck}")
    assert boarded.why_not(unit) == {"activation.once"}  # boarding and leaving never happen in one phase


@pytest.mark.parametrize(("moved", "refused"), [(5.0, set()), claim("vehicles.leave", 6.0, {"vehicles.leave"})])
def test_nobody_jumps_from_a_vehicle_that_drove_far(moved, refused):
    battle, squad, _ = riding(moved)
    assert rules(leave_refusals(battle.game, squad)) == refused


@pytest.mark.rule("rampant.vehicles.leave", "rampant.activation.legal-order")
def test_who_asks_for_passengers_of_a_vehicle_that_drove_far_learns_why_not():
    battle, squad, _ = riding(6.0)
    battle.start(Orders(0)).go()
    assert battle.why_not(squad) == {"activation.legal-order", "vehicles.leave", "vehicles.passengers-inactive"}


@pytest.mark.parametrize(("up", "refused"), [(3.0, set()), claim("vehicles.leave", 3.1, {"vehicles.leave"})])
def test_what_a_vehicle_spends_on_entering_the_table_counts_for_its_passengers(up, refused):
    battle = Skirmish().now(round=2)
    truck = battle.put(0, "transport-vehicle", None, arrives=2)  # of 10 in: 2 in and then so many
    squad = battle.put(0, "light", None, where="aboard", inside=truck)
    battle.put(1, "heavy", (40, 40))
    battle.start(Moving(truck)).go(arrive=Placed({truck: (24.0, 2.0)}), move=way(truck, (24, 2 + up)))
    assert rules(leave_refusals(battle.live, squad)) == refused


@pytest.mark.rule("rampant.vehicles.leave", "rampant.terrain.building-leave", exercises=["moving.move-alternatives"])
@pytest.mark.parametrize(("how", "rule"), [("leave", "vehicles.leave"), ("out", "terrain.building-leave")])
def test_nobody_gets_out_where_no_place_is_free(how, rule):
    for n, closed in ((10, False), (12, True)):
        battle = Skirmish()
        if how == "leave":
            inside = battle.put(0, "transport-vehicle", (24, 24))
            squad = battle.put(0, "light", None, where="aboard", inside=inside)
        else:
            inside = battle.land("bunker", 22.5, 22.5, 25.5, 25.5)
            squad = battle.put(0, "light", None, where="inside", inside=inside, x=24.0, y=24.0)
        for k in range(n):
            turn = math.radians(30 * k)
            battle.put(0, "light", (24 + 5.9 * math.cos(turn), 24 + 5.9 * math.sin(turn)))
        battle.start(Moving(squad))
        if closed:
            assert not battle.asked  # it stays inside: nothing else is possible
            assert rules(manner_refusals(battle.game, squad, how, 1.0)) == {rule}
        else:
            battle.go(manner=how)
            assert battle.asked == "door"


@pytest.mark.rule("rampant.vehicles.passengers-inactive")
@pytest.mark.rule("rampant.command.aboard", exercises=["command.model"])
def test_passengers_do_nothing_but_a_commander_still_leads():
    battle = Skirmish()
    truck = battle.put(0, "transport-vehicle", (20, 20))
    chief = battle.put(0, "elite", None, where="aboard", inside=truck, commander=True)
    friend = battle.put(0, "light", (34, 20))  # 14 - 0.5 - 1.5 = 12.0 in
    outside = battle.put(0, "light", (34.1, 30))
    foe = battle.put(1, "heavy", (20, 30))
    assert rules(why_not_order(battle.game, chief, "shoot")) == {"vehicles.passengers-inactive"}
    assert rules(target_refusals(battle.game, foe, chief)) == {"shooting.target"}
    assert near(battle.game, friend)
    assert not near(battle.game, outside)


@pytest.mark.rule("rampant.vehicles.suppressed-carrier", exercises=["vehicles.leave", "moving.move-alternatives"])
def test_passengers_of_a_suppressed_vehicle_may_leave():
    battle, squad, truck = riding(suppressed=True)
    assert not rules(leave_refusals(battle.game, squad))
    battle.start(Orders(0)).go(unit=squad, order="move", manner="leave")
    assert battle.asked == "door"
    assert battle.unit(truck).suppressed


@pytest.mark.rule("rampant.vehicles.bail-out")
def test_passengers_bail_out_of_a_wreck():
    battle = Skirmish()
    truck = battle.put(0, "transport-vehicle", (24, 24), strength=1)
    squad = battle.put(0, "light", where="aboard", inside=truck)
    foe = battle.put(1, "heavy", (24, 10))
    battle.start(Shooting(foe)).roll(*hits(5, face=6), 1, 2, 2, 5, 6).go(target=truck)
    assert battle.asked == "bail-place"
    assert battle.why_not(Placed({squad: (24.0, 30.0)})) == {"vehicles.bail-out"}  # 2.5 in from the wreck
    battle.roll(6).go(bail_place=Placed({squad: (24.0, 24.0)}))  # one die, 3 lost, +1 in the wreck: 4
    row = battle.unit(squad)
    assert (row.strength, row.where, row.suppressed) == (2, "table", False)


@pytest.mark.rule("rampant.vehicles.routed-carrier")
def test_a_routed_vehicle_lets_its_passengers_out_and_a_fleeing_one_takes_them_along():
    battle = Skirmish()
    truck = battle.put(0, "transport-vehicle", (24, 24), strength=1)
    squad = battle.put(0, "light", where="aboard", inside=truck)
    battle.start(Nerve(Shock(truck, "shoot", 3))).roll(2).go()
    assert battle.unit(truck).gone == "routed"
    battle.roll(3, 3).go(bail_place=Placed({squad: (24.0, 24.0)}))
    assert battle.unit(squad).strength == 5
    fled = Skirmish()
    truck = fled.put(0, "transport-vehicle", (24, 44))
    squad = fled.put(0, "light", where="aboard", inside=truck)
    fled.put(1, "heavy", (24, 30))
    fled.start(Nerve(Shock(truck, "shoot", by="b1", source=True, x=24, y=30))).roll(1, 1).go()
    assert (fled.unit(truck).gone, fled.unit(squad).gone) == ("fled", "fled")
    assert fled.of_side(0).removed == 4 + 1


@pytest.mark.rule("rampant.vehicles.destroyed", exercises=["shooting.losses", "courage.minus-losses"])
def test_a_vehicle_is_worn_down_like_any_unit():
    from xenotable.games.rampant.rules.courage.courage_test import courage_dice
    from xenotable.games.rampant.rules.shooting.dice import combat_dice

    battle = Skirmish()
    truck, foe = battle.put(0, "transport-vehicle", (24, 24)), battle.put(1, "elite", (24, 12), "heavy-weapon")
    throw = [6, 6, 6, 6, 6, 6, 5, 5, 5, 5]  # 16 hits
    battle.start(Shooting(foe)).roll(*throw, 6).go(target=truck, facing=90.0)
    assert battle.unit(truck).strength == 2
    assert (combat_dice(battle.live, truck), courage_dice(battle.live, truck)) == (5, 1)
    assert battle.unit(truck).suppressed  # one die at -3: 3 against 4


@pytest.mark.rule("rampant.vehicles.driving")
def test_what_is_suggested_in_reverse_can_be_paid_for():
    battle = Skirmish()
    truck = battle.put(0, "transport-vehicle", (24, 10))
    battle.start(Moving(truck))
    ask = battle.ask
    assert [m.value for m in ask.modes] == ["forward", "reverse"]
    for mode, far in (("forward", 10.0), ("reverse", 5.0)):
        moved = ask.toward(truck, (24.0, 40.0), mode)
        assert not list(ask.check(moved))
        assert moved.paths[truck][-1][1] == pytest.approx(10.0 + far, abs=0.01)
