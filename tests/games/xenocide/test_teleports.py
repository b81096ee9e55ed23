"""Teleports: across the table, onto it, into transports and out of them (chapter "flight")."""

import pytest

from games.xenocide.battlefield import Battlefield, rules, step
from xenotable.engine import Placed
from xenotable.games.xenocide.rules.flight.pop_up import pop_refusals
from xenotable.games.xenocide.rules.flight.special_moves import (
    is_guided,
    landing_refusals,
    teleport_odds,
    teleports,
    way_refusals,
)
from xenotable.games.xenocide.rules.flight.teleport_insertion import insert, insert_refusals, may_insert
from xenotable.games.xenocide.rules.flight.teleport_transport import (
    in_refusals,
    port_refusals,
    prey_refusals,
)
from xenotable.games.xenocide.rules.flight.teleport_transport import way_refusals as port_way_refusals
from xenotable.games.xenocide.rules.movement.legality import move_refusals
from xenotable.games.xenocide.rules.setup.blocks import block
from xenotable.games.xenocide.rules.transport.passengers import mount
from xenotable.games.xenocide.scenes import DeployUnits, Manner, Movement

rule = pytest.mark.rule


# ---- special movement ------------------------------------------------------------------------------------------------


@rule("xenocide.flight.burrow-down")
@rule("xenocide.flight.burrow-move")
@rule("xenocide.flight.jump")
@rule("xenocide.flight.teleport")
@rule("xenocide.flight.hover-altitude")
def test_all_models_must_be_able_to_move_in_that_way():
    field = Battlefield(("road", 0, 20, 72, 4))
    for kind, modes, broken in (
        ("leaper", ("jump",), "flight.jump"),
        ("blink-guard", ("teleport",), "flight.teleport"),
        ("delver", ("dive",), "flight.burrow-down"),
        ("light-dropship", ("fly", "land"), "flight.hover-altitude"),
    ):
        u = field.line(0, kind, [(10, 10)])
        assert [rules(way_refusals(field.game, u, mode)) for mode in modes] == [[]] * len(modes)
        field.mix(u, "medium-infantry", [(12, 10)])
        assert [rules(way_refusals(field.game, u, mode)) for mode in modes] == [[broken]] * len(modes)
    u = field.line(0, "delver", [(10, 10)])
    assert rules(way_refusals(field.game, u, "tunnel")) == ["flight.burrow-move"]
    field.game.units.set(u, burrowed=True)
    assert rules(way_refusals(field.game, u, "tunnel")) == rules(way_refusals(field.game, u, "surface")) == []
    assert "flight.burrow-down" in rules(way_refusals(field.game, u, "dive"))
    on_road = field.line(0, "delver", [(10, 10), (12, 22)])  # one of them stands on the road
    assert rules(way_refusals(field.game, on_road, "dive")) == ["flight.burrow-down"]


@rule("xenocide.flight.burrow-up")
@rule("xenocide.flight.burrow-move")
def test_every_burrower_needs_ground_to_come_up_and_none_goes_under_water():
    field = Battlefield(("road", 0, 20, 72, 4), ("deep-water", 0, 30, 72, 4))
    u = field.line(0, "delver", [(10, 10), (12, 10)], burrowed=True)
    ends = lambda *points: {f"{u}m{i}": p for i, p in enumerate(points)}  # noqa: E731
    assert rules(landing_refusals(field.game, u, "surface", ends((10.0, 12.0), (12.0, 22.0)))) == ["flight.burrow-up"]
    assert rules(landing_refusals(field.game, u, "surface", ends((10.0, 12.0), (12.0, 12.0)))) == []
    assert rules(landing_refusals(field.game, u, "tunnel", ends((10.0, 12.0), (12.0, 32.0)))) == ["flight.burrow-move"]
    assert rules(landing_refusals(field.game, u, "tunnel", ends((10.0, 12.0), (12.0, 22.0)))) == []


@rule("xenocide.flight.skimmer-cliffs")
def test_a_skimmer_that_cannot_climb_is_told_once():
    field = Battlefield(("cliff", 0, 20, 72, 10))
    u = field.line(0, "jetbike", [(10, 15)])
    foot = field.line(0, "grav-assault-infantry", [(20, 15)])
    tank = field.line(0, "medium-tank", [(30, 15)])
    found = {x: rules(move_refusals(field.game, x, Manner(), step(field, x, 0, 8))) for x in (u, foot, tank)}
    assert found[u].count("flight.skimmer-cliffs") == 1
    assert "flight.skimmer-cliffs" not in found[foot] + found[tank]


@rule("xenocide.flight.pop-up")
def test_who_may_pop_up():
    field = Battlefield()
    u = field.line(0, "arc-gunship", [(10, 10)], order="move-and-fire")
    assert rules(pop_refusals(field.game, u)) == []
    for row in ({"high": True}, {"order": "fire-and-move"}, {"moved": True}):
        before = {key: getattr(field.unit(u), key) for key in row}
        field.game.units.set(u, **row)
        assert rules(pop_refusals(field.game, u)) == ["flight.pop-up"]
        field.game.units.set(u, **before)
    field.mix(u, "medium-tank", [(12, 10)])
    assert rules(pop_refusals(field.game, u)) == ["flight.pop-up"]


@rule("xenocide.flight.teleport-test")
def test_every_destination_must_be_seen_by_somebody():
    field = Battlefield(("solid-wall", 0, 14, 30, 1))
    u = field.line(0, "blink-guard", [(10, 10), (36, 10)])  # behind the wall, and beside it
    seen = {f"{u}m0": (40.0, 20.0), f"{u}m1": (42.0, 20.0)}
    assert field.run(teleports(field.game, u, seen))
    assert "teleport" not in field.asked
    half = {f"{u}m0": (5.0, 16.0), f"{u}m1": (42.0, 20.0)}
    assert field.roll(4).run(teleports(field.game, u, half))
    assert not field.roll(5).run(teleports(field.game, u, half))
    assert "fails" in field.told()
    assert teleport_odds().chances[0].p == pytest.approx(4 / 6)


@rule("xenocide.flight.teleport-recon")
def test_recon_must_see_every_destination():
    field = Battlefield(("solid-wall", 0, 14, 30, 1))
    u = field.line(0, "blink-guard", [(10, 10)])
    spots = [(10.0, 20.0, 0.5, 0.5), (12.0, 20.0, 0.5, 0.5)]
    assert not is_guided(field.game, u, spots)
    field.line(0, "veil-scout", [(10, 26)])
    assert is_guided(field.game, u, spots)
    both = [*spots, (10.0, 9.0, 0.5, 0.5)]
    assert not is_guided(field.game, u, both)
    field.line(0, "veil-scout", [(10, 5)])  # each of them sees one side of the wall
    assert is_guided(field.game, u, both)


# ---- onto the table --------------------------------------------------------------------------------------------------


@rule("xenocide.setup.deploy-teleport")
@rule("xenocide.flight.teleport-insertion")
def test_a_unit_held_back_is_ported_onto_the_table():
    field = Battlefield()
    u = field.put(0, "blink-guard", (10, 3), 3, on=False, order="move-and-fire")
    field.line(1, "medium-tank", [(40, 30)])
    field.play(DeployUnits(0, (u,)), held_back=True)
    assert (field.unit(u).on, field.unit(u).away) == (False, -1)
    field.game.war.set("war", turn=1)
    assert not may_insert(field.game, u)
    field.game.war.set("war", turn=2)
    near = block(field.game, field.unit(u).models, (40.0, 22.0))
    far = block(field.game, field.unit(u).models, (20.0, 20.0))
    assert "flight.teleport-insertion" in rules(insert_refusals(field.game, u, near))
    field.roll(5).play(Movement(0, "b0", False), unit=u, insert=far)
    assert not field.unit(u).on
    field.game.units.set(u, acted=False)
    field.roll(4).play(Movement(0, "b0", False), unit=u, insert=far)
    assert field.unit(u).on
    again = field.put(0, "blink-guard", (10, 3), 3, on=False, order="move-and-fire", away=-1)
    field.line(0, "veil-scout", [(20, 26)])
    field.run(insert(field.game, again), insert=block(field.game, field.unit(again).models, (20.0, 30.0)))
    assert field.unit(again).on


@rule("xenocide.flight.teleport-insertion")
@rule("xenocide.play.no-overlap")
@rule("xenocide.army.coherency-area")
def test_where_a_unit_may_arrive():
    field = Battlefield(("plasma-crater", 0, 40, 20, 8))
    u = field.put(0, "blink-guard", (10, 3), 2, on=False, away=-1)
    field.line(1, "medium-infantry", [(40, 20)])
    field.line(0, "medium-infantry", [(60, 20)])

    def refused(*points):
        return rules(insert_refusals(field.game, u, Placed({f"{u}m{i}": p for i, p in enumerate(points)})))

    assert refused((20.0, 20.0), (21.0, 20.0)) == []
    assert refused((20.0, 20.0)) == ["flight.teleport-insertion"]  # all of them, or nobody
    assert refused() == []
    assert refused((27.0, 20.0), (26.0, 20.0)) == []  # 12 inches from the enemy
    assert refused((27.1, 20.0), (26.0, 20.0)) == ["flight.teleport-insertion"]
    ship = field.line(1, "light-dropship", [(20, 30)], high=True)  # high up there is an enemy, too
    assert refused((20.0, 24.0), (21.0, 24.0)) == ["flight.teleport-insertion"]
    field.game.units.set(ship, on=False)
    assert refused((20.0, 20.0), (20.9, 20.0)) == ["play.no-overlap"]
    assert refused((60.9, 20.0), (63.0, 20.0)) == ["play.no-overlap"]
    assert refused((10.0, 10.0), (19.0, 10.0)) == []
    assert refused((10.0, 10.0), (19.1, 10.0)) == ["army.coherency-area"]
    assert refused((10.0, 44.0), (11.0, 44.0)) == ["flight.teleport-insertion"]  # impassable
    assert refused((0.4, 10.0), (2.0, 10.0)) == ["flight.teleport-insertion"]  # off the table


@rule("xenocide.flight.teleport-insertion")
def test_who_arrives_has_moved_and_who_does_not_still_waits():
    field = Battlefield()
    u = field.put(0, "blink-guard", (10, 3), 1, on=False, away=-1)
    optional = []

    def nobody(ask):
        optional.append(ask.optional)
        return Placed()

    assert field.run(insert(field.game, u), insert=nobody) == []
    assert optional == [True]
    assert (field.unit(u).on, field.unit(u).away) == (False, -1)
    field.roll(4).run(insert(field.game, u), insert=Placed({f"{u}m0": (20.0, 30.0)}))
    row = field.unit(u)
    assert (row.on, row.away, row.moved, field.at(f"{u}m0")) == (True, 0, True, (20.0, 30.0))


# ---- out of transports and into them ---------------------------------------------------------------------------------


def carried(n=2, **row):
    """Blink Guard inside two carriers, which stand at (11, 9) and (15, 9)."""
    field = Battlefield(("plasma-crater", 30, 9, 6, 6))
    foot = field.line(0, "blink-guard", [(10 + 1.25 * i, 13) for i in range(n)], order="assault", **row)
    ships = field.line(0, "concord-carrier", [(11, 9), (15, 9)], order="assault")
    for i, m in enumerate(field.unit(foot).models):
        mount(field.game, m, field.unit(ships).models[i % 2])
    return field, foot, ships


def spots(u, *points):
    return Placed({f"{u}m{i}": (float(x), float(y)) for i, (x, y) in enumerate(points)})


@rule("xenocide.flight.teleport-transport")
def test_who_rides_may_stay_or_think_better_of_it():
    field, foot, _ = carried()
    field.play(Movement(0, "b0", True), unit=[foot, None], port="stay")
    assert "port-out" not in field.asked
    field, foot, _ = carried()
    optional = []

    def nobody(ask):
        optional.append(ask.optional)
        return Placed()

    field.play(Movement(0, "b0", True), unit=[foot, None], port="teleport", port_out=nobody)
    assert optional == [True]
    assert len(field.unit(foot).riding) == 2


@rule("xenocide.flight.teleport-transport")
@rule("xenocide.movement.suppressed-no-assault")
@rule("xenocide.movement.assault-move")
def test_who_may_port_into_an_assault():
    field, foot, _ = carried()
    far = field.line(1, "medium-infantry", [(60, 40)])
    assert rules(port_way_refusals(field.game, foot, "teleport-assault")) == ["movement.assault-move"]
    near = field.line(1, "medium-infantry", [(13, 20)])
    assert rules(port_way_refusals(field.game, foot, "teleport-assault")) == []
    assert rules(prey_refusals(field.game, foot, near)) == []
    (refused,) = prey_refusals(field.game, foot, far)
    assert (refused.rule, refused.remedy) == ("movement.assault-move", "Drive nearer to it first.")
    field.game.units.set(far, burrowed=True)
    assert "movement.assault-move" not in rules(prey_refusals(field.game, foot, far))  # one reason is enough
    field.game.units.set(foot, marks=1)
    assert rules(port_way_refusals(field.game, foot, "teleport-assault")) == ["movement.suppressed-no-assault"]
    assert rules(port_way_refusals(field.game, foot, "teleport")) == []
    field.play(Movement(0, "b0", True), unit=[foot, None], port="stay")


@rule("xenocide.flight.teleport-transport")
@rule("xenocide.play.no-overlap")
@rule("xenocide.movement.coherency-end")
@rule("xenocide.movement.assault-declare")
def test_where_passengers_may_port():
    field, foot, ships = carried()
    foe = field.line(1, "medium-infantry", [(13, 26)])
    field.line(0, "medium-infantry", [(5, 12)])
    field.game.units.set(ships, high=True)  # 6 inches less
    refused = lambda named, *points: rules(port_refusals(field.game, foot, spots(foot, *points), named))  # noqa: E731
    far = 9 + 1.0 + 0.5 + 6.0
    r = field.game.kinds["concord-carrier"].radius
    assert refused((), (11, far - 1.0 + r), (15, far - 1.0 + r)) == []
    assert refused((), (11, far - 0.9 + r), (15, far - 1.0 + r)) == ["flight.teleport-transport"]
    field.game.units.set(ships, high=False)
    assert refused((), (11, 14), (11.9, 14)) == ["play.no-overlap"]
    assert refused((), (5.5, 12.5), (8, 14)) == ["play.no-overlap"]
    assert refused((), (8, 15), (17, 15)) == []
    assert refused((), (7.9, 15), (17, 15)) == ["movement.coherency-end"]
    assert refused((foe,), (12, 21), (14, 22)) == []  # one of them in contact is enough
    assert refused((foe,), (12, 15), (14, 15)) == ["movement.assault-declare"]
    field.game.models.set(f"{ships}m1", x=28.0)
    field.game.models.set(f"{ships}m0", x=24.0)
    assert refused((), (33, 12), (30, 20)) == ["flight.teleport"]  # impassable


@rule("xenocide.flight.teleport-transport")
def test_who_ports_out_has_moved_and_stands_low():
    field, foot, ships = carried(high=True)
    field.play(Movement(0, "b0", True), unit=foot, port="teleport", port_out=spots(foot, (11, 15), (15, 16)))
    row = field.unit(foot)
    assert (row.moved, row.high, row.riding, row.came) == (True, False, (), (11.0, 9.0))
    assert (field.at(f"{foot}m0"), field.at(f"{foot}m1")) == ((11.0, 15.0), (15.0, 16.0))
    assert field.game.models[f"{foot}m1"].inside == ""
    assert ships


@rule("xenocide.flight.teleport-transport")
def test_one_of_two_may_port_out_and_the_other_rides_on():
    field, foot, _ = carried()
    field.play(Movement(0, "b0", True), unit=foot, port="teleport", port_out=spots(foot, (11, 15)))
    assert (field.unit(foot).models, field.unit(foot).riding) == ((f"{foot}m0",), (f"{foot}m1",))


@rule("xenocide.flight.teleport-transport")
@rule("xenocide.flight.teleport-test")
@pytest.mark.parametrize("die", [4, 5])
def test_porting_in_where_the_transports_are_not_seen(die):
    field = Battlefield(("solid-wall", 0, 14, 72, 1))
    foot = field.line(0, "blink-guard", [(10, 5), (12, 5)], order="move-and-fire")
    ships = field.line(0, "concord-carrier", [(11, 17)], order="move-and-fire")
    tank = field.line(0, "medium-tank", [(40, 5)], order="move-and-fire")
    assert rules(in_refusals(field.game, foot)) == []
    field.roll(die).play(Movement(0, "b0", False), unit=foot, how="teleport-in")
    assert len(field.unit(foot).riding) == (2 if die == 4 else 0)
    assert field.unit(foot).moved == (die == 4)
    field.game.models.set(f"{ships}m0", y=40.0)
    assert rules(in_refusals(field.game, field.line(0, "blink-guard", [(10, 5)]))) == ["flight.teleport-transport"]
    assert rules(in_refusals(field.game, tank)) == []  # it does not teleport at all
