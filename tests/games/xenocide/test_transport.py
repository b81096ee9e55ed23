"""Transports (chapter "transport") that carry models of their own unit."""

import pytest

from games.xenocide.battlefield import Battlefield, rules, step
from xenotable.engine import Moved, Placed
from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.assault import dice, morale
from xenotable.games.xenocide.rules.assault.flight import flee
from xenotable.games.xenocide.rules.buildings.leaving import stay_behind
from xenotable.games.xenocide.rules.movement.allowances import allowance
from xenotable.games.xenocide.rules.movement.moving import perform
from xenotable.games.xenocide.rules.movement.phases import mode_refusals
from xenotable.games.xenocide.rules.overrun.overrun_round import remove_stranded
from xenotable.games.xenocide.rules.play.units import put, strength
from xenotable.games.xenocide.rules.scenarios.entry import brought, too_many
from xenotable.games.xenocide.rules.scenarios.scoring import invasion_score
from xenotable.games.xenocide.rules.setup.deployment import embark
from xenotable.games.xenocide.rules.shooting.choices import directions
from xenotable.games.xenocide.rules.shooting.fire import fire, suffer
from xenotable.games.xenocide.rules.shooting.removal import remove
from xenotable.games.xenocide.rules.shooting.targeting import aim, fire_refusals
from xenotable.games.xenocide.rules.transport import riders
from xenotable.games.xenocide.rules.transport.passengers import (
    boarders,
    load,
    load_refusals,
    may_ride,
    mount,
    place_refusals,
    room,
    unload,
)
from xenotable.games.xenocide.rules.transport.riders import counting_circles
from xenotable.games.xenocide.rules.transport.weapon_systems import systems
from xenotable.games.xenocide.scenes import Fight, FollowUp, Manner, Movement, Pool, Volley
from xenotable.games.xenocide.title import GAME
from xenotable.table import Circle

rule = pytest.mark.rule


def platoon(aboard=True, n=4):
    """Infantry with two carriers; the carriers stand at (14, 10) and (17, 10)."""
    field = Battlefield()
    u = field.line(0, "medium-infantry", [(10 + 1.25 * i, 13) for i in range(n)], order="move-and-fire")
    field.mix(u, "apc", [(11, 10), (14, 10)])
    if aboard:
        load(field.game, u)
    apcs = [m for m in field.unit(u).models if field.game.models[m].kind == "apc"]
    return field, u, apcs


@rule("xenocide.transport.capacity")
@rule("xenocide.transport.who-may-ride")
@rule("xenocide.transport.load-unload-timing")
def test_loading():
    field, u, (a, b) = platoon(aboard=False, n=5)
    assert room(field.game, a) == 2
    assert may_ride(field.game, a)  # in something larger, while it is empty
    load(field.game, u)
    assert not may_ride(field.game, a)
    assert len(field.unit(u).riding) == 4  # the fifth finds no room
    assert (room(field.game, a), room(field.game, b)) == (0, 0)
    assert strength(field.game, u) == 7
    assert rules(load_refusals(field.game, u)) == ["transport.load-distance"]
    assert rules(load_refusals(field.game, field.put(0, "medium-tank", (40, 10)))) == ["transport.capacity"]


@rule("xenocide.transport.load-distance")
def test_who_is_near_enough_to_load():
    field, u, _ = platoon(aboard=False)
    field.game.models.set(f"{u}m0", y=20.0)
    assert f"{u}m0" not in boarders(field.game, u)
    assert f"{u}m1" in boarders(field.game, u)


@rule("xenocide.transport.passengers-no-shooting")
def test_passengers_do_not_shoot_and_ride_along():
    field, u, (a, _) = platoon()
    assert [w.id for w in systems(field.game, u)] == ["twin-autogun"]
    put(field.game, a, (20.0, 20.0))
    rider = next(m for m in field.unit(u).riding if field.game.models[m].inside == a)
    assert field.at(rider) == (20.0, 20.0)


@rule("xenocide.transport.unload-distance")
@rule("xenocide.transport.unload-terrain")
def test_where_passengers_get_out():
    field, u, (a, _) = platoon()
    rider = field.unit(u).riding[0]
    where = {rider: Circle(11.0, 10.0, 0.625)}
    assert rules(place_refusals(field.game, u, where, Placed({rider: (11.0, 14.5)}), False)) == []
    far = Placed({rider: (11.0, 15.5)})
    assert "transport.unload-distance" in rules(place_refusals(field.game, u, where, far, False))
    field.line(1, "medium-infantry", [(11, 19)])
    near = Placed({rider: (11.0, 14.5)})
    assert rules(place_refusals(field.game, u, where, near, False)) == ["transport.unload-terrain"]
    assert rules(place_refusals(field.game, u, where, near, True)) == []
    assert a


@rule("xenocide.transport.unload-distance")
def test_nobody_gets_out_below_who_has_popped_up():
    field, u, _ = platoon()
    rider = field.unit(u).riding[0]
    where = {rider: Circle(11.0, 10.0, 0.625)}
    up = field.line(0, "light-dropship", [(11, 14.5)], high=True)
    spot = Placed({rider: (11.0, 14.5)})
    assert rules(place_refusals(field.game, u, where, spot, False)) == []
    field.game.units.set(up, popped=True)  # for one attack only
    assert rules(place_refusals(field.game, u, where, spot, False)) == ["play.no-overlap"]


@rule("xenocide.transport.once-per-activation")
def test_driving_and_unloading():
    field, u, apcs = platoon()
    field.plays(Movement(0, "b0", False), unit=u, how="unload", move=lambda _: step(field, u, 0, 10),
               get_down=lambda ask: ask.candidates(1, lambda: 0.5)[0])  # fmt: skip
    assert field.unit(u).riding == ()
    assert len(field.unit(u).models) == 6
    assert all(field.at(m)[1] == 20.0 for m in apcs)
    assert field.unit(u).acted
    assert not [*GAME.invariants(field.game)]


@rule("xenocide.transport.unloaded-shooting", exercises=["transport.load-unload-timing"])
def test_who_got_out_in_the_first_movement_may_shoot():
    field, u, _ = platoon()
    field.plays(Movement(0, "b0", False), unit=u, how="unload", move=lambda _: step(field, u, 0, 4),
               get_down=lambda ask: ask.candidates(1, lambda: 0.5)[0])  # fmt: skip
    assert "assault-rifles" in [w.id for w in systems(field.game, u)]
    assert rules(fire_refusals(field.game, u)) == []


@rule("xenocide.transport.followup-load")
def test_getting_in_and_out_in_a_follow_up():
    field, u, _ = platoon()
    stay = lambda _: Moved()  # noqa: E731
    out = lambda ask: ask.candidates(1, lambda: 0.5)[0]  # noqa: E731
    field.play(FollowUp(0, (u,), ()), follow=u, mounting="unload", follow_move=stay, get_down=out)
    assert field.unit(u).riding == ()
    field.play(FollowUp(0, (u,), ()), follow=u, mounting="load", follow_move=stay)
    assert len(field.unit(u).riding) == 4


@pytest.mark.parametrize("yes", [pytest.param(True, marks=rule("xenocide.transport.flee-load")), False])
def test_fleeing_transports_take_their_infantry_along(yes):
    field, u, _ = platoon(aboard=False)
    foe = field.line(1, "medium-infantry", [(12, 16)])
    field.run(flee(field.game, u, [foe]), flee_load=yes)
    assert len(field.unit(u).riding) == (4 if yes else 0)
    assert field.unit(u).fled


@rule("xenocide.transport.load-unload-timing")
def test_unloading_driving_and_loading_others():
    field, u, (a, b) = platoon()
    field.mix(u, "medium-infantry", [(11, 14.5), (12.5, 14.5)])
    first = field.unit(u).riding
    late = [m for m in field.unit(u).models if m not in (a, b)]
    assert rules(mode_refusals(field.game, u, "exchange")) == []
    manner = Manner(spent=((a, 8.0),))
    assert [allowance(field.game, m, manner) for m in (a, b)] == [4.0, 12.0]
    drive = lambda _: Moved({a: ((11.0, 12.0),), b: ((14.0, 12.0),)})  # noqa: E731
    field.plays(Movement(0, "b0", False), unit=u, how="exchange", move=drive,
               get_down=lambda ask: Placed({m: (10.0 + 1.5 * i, 8.0) for i, m in enumerate(first)}))  # fmt: skip
    assert set(field.unit(u).riding) == set(late)
    assert set(first) < set(field.unit(u).models)
    assert field.at(a) == (11.0, 12.0)


@rule("xenocide.transport.load-unload-timing")
def test_an_exchange_needs_somebody_on_foot():
    field, u, _ = platoon()
    assert rules(mode_refusals(field.game, u, "exchange")) == ["transport.load-distance"]


@rule("xenocide.transport.assault-from-transport")
def test_passengers_unloaded_into_an_assault_lose_a_third_of_their_dice():
    field, u, apcs = platoon()
    foe = field.line(1, "medium-infantry", [(12, 6), (14, 6)])
    field.game.units.set(u, charge="assault")
    out = lambda ask: ask.candidates(1, lambda: 0.5)[0]  # noqa: E731
    field.play(Fight(0, (u,), (foe,), 1, "maneuver-attacker"), maneuver=None, get_out=True, get_down=out)
    late = field.unit(u).dropped
    assert len(late) == 4
    own, carried = (sum(kinds()[field.game.models[m].kind].caa for m in ms) for ms in (apcs, late))
    lost = -(-carried // 3)
    assert riders.dropped_dice(field.game, u, late) == (carried - lost, (carried - lost) // 2)
    field.run(dice.split(field.game, u, [*apcs, *late], True, [foe]), split=0)
    assert field.unit(u).attack == own + carried - lost
    field.run(dice.split(field.game, u, [*apcs, *late], False, [foe]), split=0)
    assert field.unit(u).attack == own + carried


@rule("xenocide.transport.passengers-assault-first-round")
def test_passengers_of_the_assaulted_stay_in():
    field, u, _ = platoon()
    foe = field.line(1, "medium-infantry", [(12, 6)], charge="assault")
    field.play(Fight(1, (foe,), (u,), 1, "maneuver-defender"), maneuver=None)
    assert "get-out" not in field.asked


@rule("xenocide.transport.transport-vp")
def test_passengers_score_where_their_transport_is():
    field, u, (a, b) = platoon()
    field.game.war.set("war", scenario="invasion")
    for m in (a, b):
        put(field.game, m, (field.at(m)[0], 26.0))
    invasion_score(field.game)
    assert field.game.sides[0].score == field.unit(u).vp
    field.game.units.set(u, high=True)
    assert counting_circles(field.game, u) == []
    field.game.models.remove(field.game.models[field.game.units[u].riding[0]].inside)  # it was shot, they get out next
    assert counting_circles(field.game, u) == []
    invasion_score(field.game)
    assert field.game.sides[0].score == field.unit(u).vp


@rule("xenocide.overrun.stranded-passengers")
def test_passengers_left_among_the_overrun_enemy_are_lost():
    field, u, (a, b) = platoon()
    starts = {m: field.at(m) for m in (a, b)}
    field.line(1, "medium-infantry", [(11, 6)])
    field.roll(1, 1).run(remove(field.game, u, (a,), 1), get_down=lambda ask: ask.candidates(1, lambda: 0.5)[0])
    afoot = [m for m in field.unit(u).models if m not in starts]
    field.game.models.set(afoot[0], x=11.0, y=9.0)
    field.game.models.set(afoot[1], x=11.0, y=14.0)
    remove_stranded(field.game, u, starts)
    assert [m for m in afoot if m in field.game.models] == [afoot[1]]


@rule("xenocide.transport.destroyed")
@rule("xenocide.transport.survivors")
def test_passengers_of_a_wreck():
    field, u, (a, b) = platoon()
    field.roll(4, 3).run(remove(field.game, u, (a,), 1), get_down=lambda ask: ask.candidates(1, lambda: 0.5)[0])
    assert strength(field.game, u) == 4
    assert len(field.unit(u).riding) == 2
    assert len(field.unit(u).models) == 2
    field.roll(6, 6).run(remove(field.game, u, (b,), 1))
    assert strength(field.game, u) == 1
    assert field.game.sides[0].lost == 0


@rule("xenocide.transport.survivors")
def test_who_finds_no_place_is_lost():
    field, u, (a, _) = platoon()
    field.roll(1, 1).run(remove(field.game, u, (a,), 1), get_down=Placed())
    assert strength(field.game, u) == 3


@rule("xenocide.transport.survivors")
def test_survivors_get_out_beside_the_enemy_only_in_close_assault():
    field, u, (a, _) = platoon()
    field.line(1, "medium-infantry", [(11, 3)])
    near = lambda ask: Placed({p.on: (11.0 + 1.5 * i, 7.0) for i, p in enumerate(ask.pieces)})  # noqa: E731
    with pytest.raises(AssertionError, match="get out next to the enemy"):
        field.roll(1, 1).run(remove(field.game, u, (a,), 1), get_down=near)

    field, u, (a, _) = platoon()
    field.line(1, "medium-infantry", [(11, 5)])  # in contact: a close assault
    field.roll(1, 1).run(remove(field.game, u, (a,), 1, "assault.assign-lowest"), get_down=near)
    assert len(field.unit(u).models) == 3


@rule("xenocide.transport.passengers-assault-first-round")
def test_passengers_get_out_in_the_second_round():
    field, u, _ = platoon()
    foe = field.line(1, "medium-infantry", [(12, 6)])
    field.play(Fight(1, (foe,), (u,), 1, "maneuver-defender"), maneuver=None)
    assert len(field.unit(u).riding) == 4
    field.play(Fight(1, (foe,), (u,), 2, "maneuver-defender"), maneuver=None, get_out=True,
               get_down=lambda ask: ask.candidates(1, lambda: 0.5)[0])  # fmt: skip
    assert field.unit(u).riding == ()


@rule("xenocide.movement.dug-in-lost")
def test_who_gets_out_to_fight_or_out_of_a_wreck_is_no_longer_dug_in():
    field, u, (a, _) = platoon()
    foe = field.line(1, "medium-infantry", [(12, 6)])
    field.game.units.set(u, dug=True)  # those of it who stand beside their carriers
    field.play(Fight(1, (foe,), (u,), 2, "maneuver-defender"), maneuver=None, get_out=True,
               get_down=lambda ask: ask.candidates(1, lambda: 0.5)[0])  # fmt: skip
    assert not field.unit(u).dug
    field, u, (a, _) = platoon()
    field.game.units.set(u, dug=True)
    field.roll(1, 1).run(remove(field.game, u, (a,), 1), get_down=lambda ask: ask.candidates(1, lambda: 0.5)[0])
    assert not field.unit(u).dug


@rule("xenocide.transport.load-unload-timing")
def test_unloading_can_be_declined():
    field, u, _ = platoon()
    assert field.run(unload(field.game, u), get_down=Placed()) == {u: {}}
    assert len(field.unit(u).riding) == 4


# ---- open transports -------------------------------------------------------------------------------------------------


def skiff():
    """Three adepts on a skiff."""
    field = Battlefield()
    u = field.line(0, "lancer-adept", [(10, 13), (11.25, 13), (12.5, 13)], order="move-and-fire")
    field.mix(u, "shard-skiff", [(11, 10)])
    load(field.game, u)
    return field, u, field.unit(u).models[0]


@rule("xenocide.transport.open-shooting")
def test_riders_of_open_transports_shoot_from_them():
    field, u, carrier = skiff()
    foe = field.line(1, "medium-tank", [(11, 30)])
    lances = weapons()["lance-rifle"]
    assert [w.id for w in systems(field.game, u)] == ["shard-thrower", "lance-rifle"]
    assert len(aim(field.game, u, lances, foe).direct) == 3
    put(field.game, carrier, (60.0, 10.0))
    assert not aim(field.game, u, lances, foe).direct


@rule("xenocide.transport.open-assault")
def test_riders_fight_with_a_third_less():
    field, u, carrier = skiff()
    assert riders.mounted_dice(field.game, u, [carrier]) == (4, 2)  # 6 dice, two lost, half may defend
    assert riders.mounted_dice(field.game, u, []) == (0, 0)
    field.run(dice.split(field.game, u, [carrier], True, []), split=0)
    assert (field.unit(u).attack, field.unit(u).defence) == (2 + 4, 2)
    assert len(dice.levels_of(field.game, u, True)) == 4


@rule("xenocide.assault.test-outnumbered")
def test_riders_of_open_transports_count_in_the_assault():
    field, u, _ = skiff()
    two = field.line(1, "medium-infantry", [(11, 14), (13, 14)])
    assert morale.side_weight(field.game, [u]) == 4  # the skiff and its three riders
    assert morale.target_number(field.game, two, [two], [u], 1) == 3 + 1
    assert morale.target_number(field.game, u, [u], [two], 1) == 3


@rule("xenocide.transport.open-targeting")
def test_riders_are_no_target_of_their_own():
    field, u, carrier = skiff()
    foe = field.line(1, "medium-tank", [(11, 30)])
    gun = systems(field.game, foe)[0]
    assert aim(field.game, foe, gun, u).exposed == (carrier,)
    assert directions(field.game, foe, [gun], u) == [()]


@rule("xenocide.transport.open-destroyed")
def test_two_dice_for_riders_of_an_open_wreck():
    field, u, carrier = skiff()
    field.roll(4, 1, 1, 4, 1).run(
        remove(field.game, u, (carrier,), 1), get_down=lambda ask: ask.candidates(1, lambda: 0.5)[0]
    )
    assert strength(field.game, u) == 1


@rule("xenocide.transport.destroyed")
def test_riders_who_fall_together_with_their_transport_do_not_get_out_of_the_wreck():
    field, u, carrier = skiff()
    first, *others = field.unit(u).riding
    field.roll(4, 1, 1).run(  # two riders are left: one dies at once, the other survives both of its dice
        remove(field.game, u, (carrier, first), 2), get_down=lambda ask: ask.candidates(1, lambda: 0.5)[0]
    )
    assert first not in field.game.models
    assert field.unit(u).models == (others[1],)


@rule("xenocide.transport.open-area-hits")
@rule("xenocide.saves.cover-open-transport")
def test_area_hits_reach_the_riders():
    field, u, carrier = skiff()
    pool = Pool("shard-skiff", 0, -1, (carrier,), (0, 1, 1))
    v = Volley(weapons()["howitzer"], 1, 1, 3, 1, (pool,), 4, (1, 0))
    # two hits: the skiff saves both by its shield; the riders take two: cover 2 saves one of them, then shield 2 and
    # armour 1 are tried for the other
    field.roll(1, 1, 2, 3, 5, 5).run(suffer(field.game, u, [(v, (2,))]), remove=lambda ask: ask.among()[:1])
    assert strength(field.game, u) == 3
    assert carrier in field.unit(u).models


@rule("xenocide.transport.open-area-hits")
def test_riders_that_area_hits_kill_are_casualties():
    field, u, carrier = skiff()
    gun = field.put(1, "medium-artillery", (12, 30), 1)
    # a hit on one model; the skiff saves by its shield, a rider by nothing
    howitzer = weapons()["howitzer"]
    field.roll(1, 1, 1, 1, 6, 6, 6).run(fire(field.game, gun, howitzer, u))
    assert carrier in field.unit(u).models
    assert field.game.fire[u].casualty
    assert "rider" in field.told()


@rule("xenocide.transport.capacity")
def test_guests_that_fit_alone_need_not_fit_together():
    field = Battlefield(scenario="invasion")
    cars = field.line(0, "apc", [(10, 0), (10, 0)], on=False)
    a, b = (field.line(0, "medium-infantry", [(10, 0)] * 3, on=False) for _ in range(2))
    assert rules(too_many(field.game, cars, (), (a,))) == rules(too_many(field.game, cars, (), (b,))) == []
    assert rules(too_many(field.game, cars, (), (a, b))) == ["transport.capacity"]
    field.run(embark(field.game, cars), guests=(b,))
    assert (len(field.unit(a).riding), len(field.unit(b).riding)) == (0, 3)


@rule("xenocide.transport.survivors")
def test_who_got_out_of_a_wreck_at_the_edge_stays_though_its_other_transports_do_not_come():
    field = Battlefield(scenario="invasion")
    cars = field.line(0, "apc", [(10, 1), (20, 0)], on=False)
    first, second = field.unit(cars).models
    guest = field.line(0, "medium-infantry", [(20, 0)] * 2, on=False)
    for m, carrier in zip(field.unit(guest).models, (first, second), strict=True):
        mount(field.game, m, carrier)
    field.roll(1).run(remove(field.game, cars, (first,), 1), get_down=lambda ask: ask.candidates(1, lambda: 0.5)[0])
    brought(field.game, cars)
    assert not field.unit(cars).on
    assert field.unit(guest).on
    assert len(field.unit(guest).models) == len(field.unit(guest).riding) == 1


@rule("xenocide.ground.intrinsic-danger")
def test_nobody_drives_onto_those_who_got_out_of_a_wreck_on_the_way():
    field = Battlefield(("minefield", 18, 12, 4, 4))
    cars = field.line(0, "apc", [(20, 10), (14, 10)])
    first, second = field.unit(cars).models
    rider = field.line(0, "medium-infantry", [(20, 10)])
    mount(field.game, f"{rider}m0", first)
    field.roll(6, 1).run(
        perform(field.game, cars, Manner(), Moved({first: ((20.0, 14.0),), second: ((18.0, 10.0),)})),
        get_down=Placed({f"{rider}m0": (18.5, 10.0)}),
    )
    assert (field.unit(cars).models, field.at(f"{rider}m0")) == ((second,), (18.5, 10.0))
    assert field.at(second)[0] < 18.0
    assert not list(GAME.invariants(field.game))


def test_who_got_into_a_transport_does_not_stay_behind_in_the_building():
    field = Battlefield(buildings=(("hangar", 20.0, 20.0),))
    foot = field.house(field.put(0, "medium-infantry", (0, 0), 1))
    (m,) = field.unit(foot).models
    before = {m: ("b0s0", field.game.models[m].x, field.game.models[m].y)}
    mount(field.game, m, field.unit(field.line(0, "apc", [(24, 19)])).models[0])
    stay_behind(field.game, before, Moved())
    row = field.game.models[m]
    assert (row.section, row.x, row.y) == ("", 24.0, 19.0)
