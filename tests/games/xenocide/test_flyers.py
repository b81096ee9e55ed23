"""Flyers and high models (chapter "flight")."""

import pytest

from games.xenocide.battlefield import Battlefield, rules
from xenotable.engine import Moved
from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.rules.flight.flyers import (
    crossing_flyers,
    flies,
    flight_refusals,
    flights,
    fly,
    may_return,
    mode_refusals,
)
from xenotable.games.xenocide.rules.flight.teleport_insertion import insert, insert_refusals, may_insert
from xenotable.games.xenocide.rules.movement.zones import zones_against
from xenotable.games.xenocide.rules.play.measuring import units_in_contact
from xenotable.games.xenocide.rules.play.positions import turns
from xenotable.games.xenocide.rules.scenarios.scoring import holders
from xenotable.games.xenocide.rules.setup.blocks import block
from xenotable.games.xenocide.rules.setup.deployment import deployments
from xenotable.games.xenocide.rules.shooting.hits import effective
from xenotable.games.xenocide.rules.shooting.instead import dig_refusals
from xenotable.games.xenocide.rules.shooting.pools import pools_of, volleys_for
from xenotable.games.xenocide.rules.shooting.targeting import aim, target_refusals
from xenotable.games.xenocide.rules.sight.line_of_sight import model_sees, sight_shape
from xenotable.games.xenocide.rules.turn.sequence import order_refusals
from xenotable.games.xenocide.scenes import DeployUnits, Movement, Suppression
from xenotable.games.xenocide.title import GAME

rule = pytest.mark.rule


def wing(kind="strike-flyer", points=((20, 10),), facing=90.0, **row):
    field = Battlefield()
    u = field.line(0, kind, points, high=True, **row)
    for m in field.unit(u).models:
        field.game.models.set(m, facing=facing)
    return field, u


def path(u, *points):
    return Moved({f"{u}m0": points})


@rule("xenocide.flight.flyer-minimum")
def test_flyers_keep_moving():
    field, u = wing()
    assert rules(flight_refusals(field.game, u, path(u, (20.0, 22.0)))) == []
    assert rules(flight_refusals(field.game, u, path(u, (20.0, 21.0)))) == ["flight.flyer-minimum"]
    assert rules(flight_refusals(field.game, u, path(u, (20.0, 35.0)))) == ["flight.flyer-minimum"]
    assert "flight.flyer-minimum" in rules(flight_refusals(field.game, u, Moved()))


@rule("xenocide.play.facing")
@rule("xenocide.flight.flyer-turns")
def test_flyers_turn_little():
    field, u = wing()
    legal = path(u, (28.5, 18.5), (28.5, 27.0))  # 45 degrees at the start, 45 after twelve inches
    assert rules(flight_refusals(field.game, u, legal)) == []
    early = path(u, (20.0, 16.0), (24.0, 20.0), (24.0, 26.0))
    assert rules(flight_refusals(field.game, u, early)) == ["flight.flyer-turns"]
    assert rules(flight_refusals(field.game, u, path(u, (34.0, 10.0)))) == ["flight.flyer-turns"]
    assert rules(flight_refusals(field.game, u, path(u, (20.0, 14.0), (26.0, 20.0)))) == []  # one turn anywhere
    assert turns(90.0, (0.0, 0.0), [(0.0, 5.0)]) == []


@rule("xenocide.flight.flyer-high")
@rule("xenocide.movement.zoc-none-for")
def test_high_models_neither_touch_nor_hold():
    field, u = wing()
    foe = field.line(1, "medium-infantry", [(20, 12)])
    assert units_in_contact(field.game, u) == []
    assert units_in_contact(field.game, foe) == []
    assert holders(field.game, 0) == []
    assert zones_against(field.game, 1, (), "") == []  # of seat 0
    assert flights(field.game, u, 3, lambda: 0.5)
    assert flies(field.game, u)
    assert not flies(field.game, foe)


@rule("xenocide.flight.high-line-of-sight")
def test_high_models_see_over_walls():
    field, u = wing()
    foe = field.line(1, "medium-infantry", [(20, 22)])
    field.game.field = Battlefield(("solid-wall", 10, 15, 20, 1)).game.field
    assert sight_shape(field.game, f"{u}m0")[3] == 12.0
    assert model_sees(field.game, f"{u}m0", f"{foe}m0")


@rule("xenocide.flight.high-range")
@rule("xenocide.stats.anti-air")
def test_altitude_adds_six_inches_but_not_for_anti_air():
    field, u = wing()
    tanks = field.line(1, "medium-tank", [(20, 41.5), (22, 41.5)])
    flak = field.line(1, "anti-aircraft-tank", [(20, 46)])
    cannon, quad = weapons()["tank-cannon"], weapons()["quad-flak"]
    assert rules(target_refusals(field.game, tanks, cannon, u)) == []  # 30 + 6
    field.game.models.set(f"{tanks}m0", y=43.0)
    field.game.models.set(f"{tanks}m1", y=43.0)
    assert rules(target_refusals(field.game, tanks, cannon, u)) == ["shooting.eligibility"]
    (v,) = volleys_for(field.game, flak, quad, u, aim(field.game, flak, quad, u))
    assert effective(v) == (3 + 1 - 1,)


@rule("xenocide.flight.flyer-arc")
def test_flyers_shoot_ahead():
    field, u = wing()
    ahead, behind = field.line(1, "medium-tank", [(24, 20)]), field.line(1, "medium-tank", [(20, 4)])
    gun = weapons()["strafing-cannon"]
    assert aim(field.game, u, gun, ahead).direct
    assert not aim(field.game, u, gun, behind).direct


@rule("xenocide.flight.high-no-cover")
def test_no_cover_up_there_and_only_cover_below_one_is_in():
    field, u = wing()
    field.game.field = Battlefield(("forest", 18, 8, 6, 6), ("low-wall", 15, 29, 10, 0.5)).game.field
    foe = field.line(1, "medium-tank", [(20, 30.5)])
    gun = weapons()["tank-cannon"]
    found = aim(field.game, foe, gun, u)
    assert [p.cover for p in pools_of(field.game, gun, u, found, (f"{foe}m0",))] == [0]
    strafe = weapons()["strafing-cannon"]
    assert [p.cover for p in pools_of(field.game, strafe, foe, aim(field.game, u, strafe, foe), (f"{u}m0",))] == [0]
    assert "flight.high-no-cover" in rules(dig_refusals(field.game, u))


@rule("xenocide.turn.flyers-no-assault")
def test_flyers_get_no_assault_orders():
    field, u = wing()
    assert rules(order_refusals(field.game, u, "assault")) == ["turn.flyers-no-assault"]
    assert rules(order_refusals(field.game, u, "fire-and-move")) == []


@rule("xenocide.flight.bombs")
@rule("xenocide.flight.bombs-resolution")
def test_bombs_fall_on_what_is_passed():
    field, u = wing("drift-ray", ((20, 10), (24, 10)), order="fire-and-move")
    foe = field.line(1, "medium-infantry", [(20, 18), (18, 18)])
    away = Moved({f"{u}m0": ((20.0, 30.0),), f"{u}m1": ((24.0, 30.0),)})
    assert crossing_flyers(field.game, u, away, foe) == [f"{u}m0"]
    # two dice at accuracy 3 - 1: one hit (2d3 capped at two models), one miss; armour 2
    field.roll(2, 6, 4, 4, 3, 3)
    field.play(Movement(0, "b0", True), flight="fly", fly=away, bomb=foe)
    assert field.size(foe) == 0
    assert field.at(f"{u}m0") == (20, 30)
    assert field.play(Movement(0, "b0", True)) == [Suppression((foe,))]


@rule("xenocide.flight.flyer-leave-table")
@rule("xenocide.setup.deploy-flyers")
def test_leaving_and_coming_back():
    field, u = wing(points=((20, 40),))
    assert rules(mode_refusals(field.game, u, "leave")) == []
    field.run(fly(field.game, u), flight="leave")
    assert (field.unit(u).on, field.unit(u).away, field.game.sides[0].lost) == (False, 2, 0)
    assert not may_return(field.game, u)
    field.game.war.set("war", turn=4)
    assert may_return(field.game, u)
    field.run(fly(field.game, u), **{"return": ("west", 24)}, fly=lambda ask: ask.candidates(1, lambda: 0.0)[0])
    assert field.unit(u).on
    assert field.at(f"{u}m0")[0] > 10
    new = field.put(0, "drift-ray", (40, 3), 3, company=1, on=False)
    put = deployments(field.game, new, 1, lambda: 0.4)[0]
    field.play(DeployUnits(0, (new,)), deploy=put, facing=45)
    assert field.unit(new).high
    assert field.game.models[f"{new}m0"].facing == 45.0


@rule("xenocide.flight.flyer-leave-table")
def test_the_edge_must_be_in_reach():
    field, u = wing(points=((36, 10),))
    assert rules(mode_refusals(field.game, u, "leave")) == ["flight.flyer-leave-table"]


@rule("xenocide.flight.flyer-suppressed")
def test_suppressed_flyers_fly_their_minimum():
    field, u = wing(marks=1)
    field.line(1, "medium-infantry", [(20, 40)])
    assert rules(flight_refusals(field.game, u, path(u, (20.0, 22.0)))) == []
    assert rules(flight_refusals(field.game, u, path(u, (20.0, 30.0)))) == ["movement.suppressed-move"]


@rule("xenocide.content.quick-start")
def test_the_quick_start():
    quick = GAME.offers()[1]
    assert (quick.id, quick.setup.scenario, quick.setup.map) == ("quick-start", "attrition", "crossroads")
    assert [a.name for a in quick.setup.armies] == ["Border Patrol", "Hunting Brood"]
    assert quick.setup.points == 500
    assert not list(GAME.setup_refusals(quick.setup))


@rule("xenocide.content.first-battle")
def test_the_first_battle_is_a_small_one():
    first = GAME.offers()[0]
    assert (first.id, first.setup.scenario, first.setup.map, first.setup.turns) == (
        "first-battle", "attrition", "crossroads", 3,
    )  # fmt: skip
    units = [[unit[0][0] for c in army.companies for unit in c.units] for army in first.setup.armies]
    assert units == [["medium-infantry", "jetbike", "medium-artillery"], ["thren-warrior", "delver", "drift-ray"]]
    assert not list(GAME.setup_refusals(first.setup))


# ---- teleport insertion ----------------------------------------------------------------------------------------------


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
