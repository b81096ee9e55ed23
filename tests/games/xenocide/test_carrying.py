"""Transports that carry other units: getting in and out around a drive, dropping from high up, porting in and out."""

import pytest

from games.xenocide.battlefield import Battlefield, rules, step
from xenotable.engine import Moved, Placed
from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.assault import dice as assault_dice
from xenotable.games.xenocide.rules.flight.teleport_transport import port_refusals
from xenotable.games.xenocide.rules.ground.paths import trials
from xenotable.games.xenocide.rules.movement.moving import whole_refusals
from xenotable.games.xenocide.rules.movement.phases import mode_refusals
from xenotable.games.xenocide.rules.play.units import aboard
from xenotable.games.xenocide.rules.shooting.alternatives import dig_refusals, watch_refusals
from xenotable.games.xenocide.rules.shooting.fire import fire
from xenotable.games.xenocide.rules.shooting.removal import remove
from xenotable.games.xenocide.rules.shooting.targeting import fire_refusals, targets
from xenotable.games.xenocide.rules.transport.boarding import guests
from xenotable.games.xenocide.rules.transport.passengers import load, may_drop, may_ride, mount, place_refusals, room
from xenotable.games.xenocide.rules.turn.sequence import order_refusals
from xenotable.games.xenocide.scenes import Carry, Fight, Manner, Movement, Orders
from xenotable.games.xenocide.title import GAME
from xenotable.table import Circle

rule = pytest.mark.rule
DEFAULT = lambda ask: ask.candidates(1, lambda: 0.5)[0]  # noqa: E731


def lift(kind="grav-assault-infantry", carrier="light-dropship", n=4, aboard=True, high=False, order="move-and-fire"):
    """A unit beside (or inside) transports of another unit of its company."""
    field = Battlefield()
    foot = field.line(0, kind, [(10 + 1.25 * i, 13) for i in range(n)], order=order)
    ships = field.line(0, carrier, [(11, 9), (15, 9)], order=order, high=high)
    if aboard:
        cars = field.unit(ships).models
        for i, m in enumerate(field.unit(foot).models):
            mount(field.game, m, cars[i % 2])
    return field, foot, ships


@rule("xenocide.transport.who-may-ride")
def test_who_rides_with_another_unit():
    field, foot, ships = lift(aboard=False)
    other = field.line(0, "medium-infantry", [(20, 13)], company=1, order="move-and-fire")
    late = field.line(0, "medium-infantry", [(24, 13)], order="fire-and-move")
    assert guests(field.game, ships) == [foot]
    field.game.units.set(other, company="b0")  # held back to act with this company
    assert guests(field.game, ships) == [foot, other]
    field.game.units.set(foot, moved=True)
    assert guests(field.game, ships) == [other]
    assert late not in guests(field.game, ships)  # it moves in the other phase
    stuck = field.line(0, "siege-emplacement", [(40, 13)])
    ray = field.line(0, "strike-flyer", [(50, 13)], high=True)
    assert not any(may_ride(field.game, f"{u}m0") for u in (stuck, ray))


@rule("xenocide.transport.load-unload-timing")
@rule("xenocide.transport.capacity")
def test_guests_get_in_and_the_transports_drive():
    field, foot, ships = lift(aboard=False)
    far = field.put(0, "medium-infantry", (60, 40), 2, order=field.unit(ships).order)
    guns = field.put(0, "siege-emplacement", (50, 30), 1, order=field.unit(ships).order)
    others = field.put(0, "medium-infantry", (40, 30), 2, company=1)
    closed = {}

    def ride(ask):
        closed.update({g: rules(ask.why_not(g)) for g in ask.among()})
        return (foot,)

    field.plays(Movement(0, "b0", False), unit=[ships, None], how="load", guests=ride, drive="walk",
                move=lambda _: step(field, ships, 0, 12))  # fmt: skip
    assert field.unit(foot).models == ()
    assert sorted(field.unit(foot).riding) == [f"{foot}m{i}" for i in range(4)]
    assert field.unit(foot).moved
    assert {field.at(m)[1] for m in field.unit(foot).riding} == {21.0}
    assert sum(room(field.game, c) for c in field.unit(ships).models) == 12 - 4
    assert closed == {
        foot: [],
        far: ["transport.load-distance"],
        guns: ["transport.who-may-ride"],
        others: ["transport.who-may-ride"],
    }
    assert not [*GAME.invariants(field.game)]


@rule("xenocide.transport.load-unload-timing")
def test_transports_drive_up_and_collect():
    field, foot, ships = lift("medium-infantry", "apc", n=2, aboard=False)
    field.game.models.set(f"{ships}m0", y=2.0)
    field.game.models.set(f"{ships}m1", y=2.0)
    assert rules(mode_refusals(field.game, ships, "load")) == ["transport.load-distance"]
    field.plays(Movement(0, "b0", False), unit=[ships], how="collect", guests=[(foot,)],
                move=lambda _: step(field, ships, 0, 8))  # fmt: skip
    assert len(field.unit(foot).riding) == 2


@rule("xenocide.transport.load-and-unload-cost")
def test_taking_some_in_and_setting_others_down_costs_eight_inches():
    field, foot, ships = lift("medium-infantry", "apc", n=4)
    more = field.line(0, "recon-infantry", [(12, 5), (13.5, 5)], order="move-and-fire")
    asked = []

    def drive(ask):
        asked.extend(p.budget for p in ask.pieces)
        return step(field, ships, 0, 4)

    field.plays(Movement(0, "b0", False), unit=[ships, None], how="exchange", guests=[(more,)], move=drive,
                get_down=lambda _: Placed({f"{foot}m{i}": (9.0 + 2.75 * i, 11.0) for i in range(4)}))  # fmt: skip
    assert asked == [4.0, 4.0]
    assert len(field.unit(foot).models) == 4
    assert field.unit(foot).acted
    assert field.unit(foot).moved
    assert field.unit(more).models == (f"{more}m0", f"{more}m1")  # the transports have driven away from them


@rule("xenocide.transport.load-distance")
@pytest.mark.parametrize(("kind", "loads"), [("medium-infantry", False), ("grav-assault-infantry", True)])
def test_walking_up_to_a_transport(kind, loads):
    field = Battlefield()
    foot = field.line(0, kind, [(10, 16)], order="move-and-fire")
    apc = field.line(0, "apc", [(10, 10), (14, 10)], order="move-and-fire")
    if not loads:  # 6 inches away, Move 4
        assert rules(mode_refusals(field.game, foot, "board")) == ["transport.load-distance"]
        return
    field.plays(Movement(0, "b0", False), unit=[foot], how="board", move=DEFAULT)
    assert field.unit(foot).riding == (f"{foot}m0",)
    assert field.unit(apc).moved  # and goes nowhere in this activation


@rule("xenocide.turn.embarked-orders")
def test_units_inside_the_transports_of_others_get_orders():
    field, foot, ships = lift(order="")
    assert rules(order_refusals(field.game, foot, "assault")) == []
    field.plays(Orders(0, "b0"), order="move-and-fire")
    assert field.unit(foot).order == field.unit(ships).order == "move-and-fire"
    field.plays(Movement(0, "b0", False), unit=[ships], how="unload", drive="walk", move=lambda _: Moved(),
                get_down=DEFAULT)  # fmt: skip
    assert len(field.unit(foot).models) == 4


@rule("xenocide.transport.high-drop")
def test_dropping_along_the_way_of_a_high_transport():
    field, foot, ships = lift(high=True)
    riders = list(field.unit(foot).riding)
    spots = {m: (11.0 + 1.5 * i, 15.0) for i, m in enumerate(riders)}
    field.plays(Movement(0, "b0", False), unit=[ships], how="unload", drive="fly",
                move=lambda _: step(field, ships, 0, 20), get_down=lambda _: Placed(spots))  # fmt: skip
    assert field.at(f"{ships}m0") == (11.0, 29.0)  # they were let out half-way
    assert {m: field.at(m) for m in riders} == spots
    assert field.unit(foot).moved
    assert (field.unit(foot).high, field.unit(ships).high) == (False, True)
    assert not [*GAME.invariants(field.game)]


@rule("xenocide.transport.high-drop")
def test_at_most_eight_inches_from_the_way():
    field, foot, _ = lift(high=True)
    m = field.unit(foot).riding[0]
    where, way = {m: Circle(11.0, 29.0, 0.75)}, {m: ((11.0, 9.0), (11.0, 29.0))}

    def at(x, y):
        return rules(place_refusals(field.game, foot, where, Placed({m: (x, y)}), False, way))

    assert at(19.0, 20.0) == []
    assert at(19.25, 20.0) == ["transport.high-drop"]
    assert at(11.0, 1.0) == []


@rule("xenocide.transport.high-drop")
@rule("xenocide.flight.skimmer-falls")
def test_who_cannot_float_stays_in_a_high_transport():
    field, _, ships = lift("medium-infantry", high=True)
    assert rules(mode_refusals(field.game, ships, "set-down")) == ["transport.high-drop"]
    assert may_drop(kinds()["grav-assault-infantry"])
    assert may_drop(kinds()["jetbike"])
    assert may_drop(kinds()["leaper"])  # it jumps
    assert not may_drop(kinds()["medium-infantry"])
    field.plays(Movement(0, "b0", False), unit=[ships], how="unload", drive="fly",
                move=lambda _: step(field, ships, 0, 12))  # fmt: skip
    assert "get-down" not in field.asked


@rule("xenocide.flight.skimmer-cliffs")
def test_skimmers_drop_off_a_cliff_but_do_not_climb_it():
    field = Battlefield(("cliff", 20, 10, 10, 10))
    up = field.line(0, "jetbike", [(25, 15), (27, 15)], order="move-and-fire")
    down = field.line(0, "jetbike", [(25, 30)], order="move-and-fire")
    off, on = step(field, up, 14, 0), step(field, down, 0, -13)
    assert rules(whole_refusals(field.game, up, Manner(), off)) == []
    assert "ground.impassable" in rules(whole_refusals(field.game, down, Manner(), on))
    over = Moved({m: ((35.0, 15.0), (x, 15.0)) for m, x in zip(field.unit(up).models, (25.5, 27.5), strict=True)})
    assert "flight.skimmer-cliffs" in rules(whole_refusals(field.game, up, Manner(), over))
    field.play(Movement(0, "b0", False), unit=up, how="move", move=off)
    assert field.at(f"{up}m0") == (39.0, 15.0)
    assert rules(whole_refusals(field.game, down, Manner(), Moved())) == []


@pytest.mark.parametrize(
    ("kind", "rolls"),
    [
        pytest.param("grav-assault-infantry", False, marks=rule("xenocide.flight.skimmer-falls")),
        ("thren-warrior", True),
    ],
)
def test_floating_infantry_drops_off_a_cliff_without_a_roll(kind, rolls):
    field = Battlefield(("cliff", 20, 10, 10, 10))
    u = field.line(0, kind, [(28, 15)], order="move-and-fire")
    assert bool(trials(field.game, u, {f"{u}m0": [(33.0, 15.0)]})) is rolls
    field.game.models.set(f"{u}m0", x=33.0)
    if not rolls:  # up again it climbs like any infantry
        assert trials(field.game, u, {f"{u}m0": [(28.0, 15.0)]})


@rule("xenocide.flight.teleport-transport")
@pytest.mark.parametrize(
    ("high", "far", "good"),
    [
        (False, 12.0, True),
        (True, 6.0, True),
        pytest.param(True, 6.5, False, marks=rule("xenocide.flight.teleport-transport")),
    ],
)
def test_porting_out_of_a_transport(high, far, good):
    field, foot, ships = lift("blink-guard", "concord-carrier", n=2, high=high)
    r, s = kinds()["concord-carrier"].radius, kinds()["blink-guard"].radius
    spots = {f"{foot}m0": (11.0, 9.0 + r + s + far), f"{foot}m1": (15.0, 9.0 + r + s + far)}
    found = rules(port_refusals(field.game, foot, Placed(spots), ()))
    assert found == ([] if good else ["flight.teleport-transport"])
    if good:
        field.play(Movement(0, "b0", False), unit=foot, port="teleport", port_out=Placed(spots))
        assert field.at(f"{foot}m0") == spots[f"{foot}m0"]  # seen from the carriers: no roll
        assert field.unit(foot).riding == ()
    assert ships


@rule("xenocide.flight.teleport-test")
@pytest.mark.parametrize("die", [4, 5])
def test_one_roll_for_a_unit_that_ports_out_of_sight(die):
    field = Battlefield(("solid-wall", 0, 14, 40, 1))
    foot = field.line(0, "blink-guard", [(10, 5), (12, 5)], order="move-and-fire")
    ships = field.line(0, "concord-carrier", [(11, 9), (15, 9)], order="move-and-fire")
    for m, c in zip(field.unit(foot).models, field.unit(ships).models, strict=True):
        mount(field.game, m, c)
    spots = Placed({f"{foot}m0": (11.0, 17.0), f"{foot}m1": (15.0, 17.0)})
    field.roll(die).play(Movement(0, "b0", False), unit=foot, port="teleport", port_out=spots)
    assert len(field.unit(foot).models) == (2 if die == 4 else 0)


@rule("xenocide.movement.dug-in-lost")
def test_who_ports_out_is_no_longer_dug_in_nor_on_overwatch():
    field, foot, _ = lift("blink-guard", "concord-carrier", n=2)
    field.game.units.set(foot, dug=True, watch=True)  # those beside the carriers did so, and fell
    spots = Placed({f"{foot}m{i}": (12.0 + 1.25 * i, 5.0) for i in range(2)})
    field.play(Movement(0, "b0", False), unit=foot, port="teleport", port_out=spots)
    assert (field.size(foot), field.unit(foot).dug, field.unit(foot).watch) == (2, False, False)


@rule("xenocide.movement.suppressed-move")
@rule("xenocide.command.use-suppressed-move")
def test_suppressed_passengers_port_towards_the_enemy_only_for_a_command_point():
    field, foot, _ = lift("blink-guard", "concord-carrier", n=2)
    foe = field.line(1, "medium-infantry", [(13, 20), (14.5, 20)])
    field.game.units.set(foot, marks=1)
    spots = Placed({f"{foot}m{i}": (12.0 + 1.25 * i, 15.0) for i in range(2)})
    assert rules(port_refusals(field.game, foot, spots, ())) == ["movement.suppressed-move"]
    away = Placed({f"{foot}m{i}": (12.0 + 1.25 * i, 5.0) for i in range(2)})
    assert rules(port_refusals(field.game, foot, away, ())) == []
    spots = Placed({f"{foot}m{i}": (11.0 + 1.25 * i, 17.0) for i in range(2)})
    field.play(Movement(0, "b0", False), unit=foot, free=True, port="teleport-assault", named=(foe,), port_out=spots)
    assert (field.unit(foot).charge, field.game.sides[0].points) == ("firing", 2)


@rule("xenocide.flight.teleport-transport")
def test_porting_into_a_transport():
    field, foot, ships = lift("blink-guard", "concord-carrier", n=3, aboard=False, high=True)
    field.game.models.set(f"{foot}m2", y=20.0)  # out of reach, because the carrier is high
    field.play(Movement(0, "b0", False), unit=foot, how="teleport-in")
    assert len(field.unit(foot).riding) == 2
    assert field.unit(foot).models == (f"{foot}m2",)
    assert len(aboard(field.game, f"{ships}m0")) == 2


@rule("xenocide.transport.teleport-from-transport-assault")
def test_who_ports_into_an_assault_loses_no_dice():
    field, foot, ships = lift("blink-guard", "concord-carrier", n=4, order="assault")
    foe = field.line(1, "medium-infantry", [(13, 20), (14.5, 20)])
    spots = Placed({f"{foot}m{i}": (11.0 + 1.25 * i, 17.0) for i in range(4)})
    field.play(Movement(0, "b0", True), unit=foot, port="teleport-assault", named=(foe,), port_out=spots)
    assert field.unit(foot).charge == "assault"
    dice = sum(kinds()["blink-guard"].caa for _ in range(4))
    field.run(assault_dice.split(field.game, foot, field.unit(foot).models, True, (foe,)), split=0)
    assert field.unit(foot).attack == dice  # out of a transport on foot it would be a third less
    field.game.units.set(foot, dropped=field.unit(foot).models)
    field.run(assault_dice.split(field.game, foot, field.unit(foot).models, True, (foe,)), split=0)
    assert field.unit(foot).attack == dice - -(-dice // 3)
    assert ships


@rule("xenocide.transport.assault-from-transport")
def test_guests_are_unloaded_into_the_assault_of_their_transports():
    field, foot, ships = lift("medium-infantry", "apc", n=4, order="assault")
    foe = field.line(1, "medium-infantry", [(11, 14), (12.5, 14)])
    field.game.units.set(ships, charge="assault", came=(13.0, 2.0))
    put = Placed({m: (10.0 + 1.25 * i, 11.5) for i, m in enumerate(field.unit(foot).riding)})
    after = field.play(Fight(0, (ships,), (foe,), 1, "maneuver-attacker"), get_out=True, get_down=put, maneuver=None)
    assert foot in after[0].attackers
    assert field.unit(foot).charge == "assault"
    field.run(assault_dice.split(field.game, foot, field.unit(foot).models, True, (foe,)), split=0)
    assert field.unit(foot).attack == 8 - 3


@rule("xenocide.movement.suppressed-no-assault")
@pytest.mark.parametrize(("points", "free"), [(0, False), (1, False), (1, True)])
def test_suppressed_guests_do_not_get_out_to_fight_unless_a_command_point_frees_them(points, free):
    field, foot, ships = lift("medium-infantry", "apc", n=4, order="assault")
    foe = field.line(1, "medium-infantry", [(11, 14), (12.5, 14)])
    field.game.units.set(ships, charge="assault", came=(13.0, 2.0))
    field.game.units.set(foot, marks=1)
    field.game.sides.set(0, points=points)
    put = Placed({m: (10.0 + 1.25 * i, 11.5) for i, m in enumerate(field.unit(foot).riding)})
    closed = []

    def out(ask):
        closed.extend(rules(ask.why_not(True)))
        return not closed

    after = field.play(Fight(0, (ships,), (foe,), 1, "maneuver-attacker"), get_out=out, free=free, get_down=put,
                       maneuver=None)  # fmt: skip
    assert closed == ([] if points else ["movement.suppressed-no-assault"])
    assert (foot in after[0].attackers) == free
    assert len(field.unit(foot).riding) == (0 if free else 4)
    assert field.game.sides[0].points == points - free


@rule("xenocide.transport.destroyed")
def test_guests_of_a_wreck_are_no_casualties_of_its_unit():
    field, foot, ships = lift("medium-infantry", "apc", n=4)
    aboard_first = aboard(field.game, f"{ships}m0")
    lost = field.roll(4, 3).run(remove(field.game, ships, (f"{ships}m0",), 1), get_down=DEFAULT)
    assert lost == 0  # one guest died, but it belongs to another unit
    assert len(aboard_first) == 2
    assert len(field.unit(foot).models) == 1
    assert len(field.unit(foot).riding) == 2


@rule("xenocide.transport.destroyed-casualties")
def test_passengers_of_the_same_unit_count():
    field = Battlefield()
    u = field.line(0, "medium-infantry", [(10, 13), (11.5, 13)], order="move-and-fire")
    field.mix(u, "apc", [(11, 10)])
    load(field.game, u)
    apc = field.unit(u).models[0]
    assert field.roll(4, 4).run(remove(field.game, u, (apc,), 1)) == 2


@rule("xenocide.transport.passengers-no-shooting")
@rule("xenocide.transport.open-shooting")
def test_units_inside_transports_shoot_only_out_of_open_ones():
    field, foot, _ = lift("medium-infantry", "apc", n=4)
    foe = field.line(1, "medium-infantry", [(13, 24), (14.5, 24)])
    assert rules(fire_refusals(field.game, foot)) == ["transport.passengers-no-shooting"]
    assert "transport.passengers-no-shooting" in rules(watch_refusals(field.game, foot))
    assert rules(dig_refusals(field.game, foot)) == ["shooting.dig-in"]
    field, foot, _ = lift("medium-infantry", "gun-truck", n=4)
    foe = field.line(1, "medium-infantry", [(13, 24), (14.5, 24)])
    assert rules(fire_refusals(field.game, foot)) == []
    rifles = weapons()["assault-rifles"]
    assert targets(field.game, foot, rifles) == [foe]
    field.roll(1, *[6] * 8).run(fire(field.game, foot, rifles, foe), remove=lambda ask: ask.among()[:1])
    assert field.size(foe) == 1


@rule("xenocide.transport.load-unload-timing")
@rule("xenocide.transport.load-and-unload-cost")
@rule("xenocide.transport.once-per-activation")
def test_who_rides_gets_out_at_the_end_of_a_drive_that_began_with_loading():
    field, foot, ships = lift(carrier="apc", kind="medium-infantry", n=2, order="move-and-fire")
    others = field.line(0, "medium-infantry", [(9, 12), (17, 12)], order="move-and-fire")
    too_far = []

    def drive(ask):
        too_far.extend(rules(ask.check(step(field, ships, 0, 6))))  # of Move 12 the exchange takes 8
        return step(field, ships, 0, 4)

    field.plays(Carry(ships, "relay"), guests=(others,), move=drive,
                get_down=lambda ask: ask.candidates(1, lambda: 0.5)[0])  # fmt: skip
    assert field.unit(foot).riding == ()
    assert len(field.unit(others).riding) == 2
    assert field.asked.count("guests") == 1  # nobody is taken in a second time
    assert "movement.model-path" in too_far


@rule("xenocide.transport.load-unload-timing")
def test_who_loads_at_the_start_does_not_load_again_at_the_end():
    field, foot, ships = lift(carrier="apc", kind="medium-infantry", n=2, aboard=False)
    near_the_end = field.line(0, "medium-infantry", [(12, 21), (14, 21)], order="move-and-fire")
    field.plays(Carry(ships, "load"), guests=(foot,), move=lambda ask: step(field, ships, 0, 8))
    assert len(field.unit(foot).riding) == 2
    assert field.unit(near_the_end).riding == ()
    assert field.asked.count("guests") == 1
