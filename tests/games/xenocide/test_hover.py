"""Hover units: low as skimmers, high above everything, pop-up attacks (chapter "flight")."""

import pytest

from games.xenocide.battlefield import Battlefield, rules, step
from xenotable.games.xenocide.rules.flight.pop_up import pop_refusals
from xenotable.games.xenocide.rules.flight.special_moves import way_refusals
from xenotable.games.xenocide.rules.movement.legality import move_refusals
from xenotable.games.xenocide.rules.movement.moving import perform
from xenotable.games.xenocide.rules.movement.proposals import charge
from xenotable.games.xenocide.rules.play.measuring import units_in_contact
from xenotable.games.xenocide.rules.setup.deployment import deployments
from xenotable.games.xenocide.scenes import DeployUnits, Manner, Movement, PopDown, Shooting

rule = pytest.mark.rule


def gunships(*features, at=((10, 10), (12, 10)), **row):
    field = Battlefield(*features)
    return field, field.line(0, "arc-gunship", at, order="move-and-fire", **row)


@rule("xenocide.flight.hover-altitude")
def test_altitude_is_chosen_with_the_move():
    field, u = gunships(("solid-wall", 0, 14, 72, 1))
    assert rules(way_refusals(field.game, u, "fly")) == []
    assert rules(way_refusals(field.game, field.put(0, "medium-tank", (40, 10)), "fly")) == ["flight.hover-altitude"]
    assert "ground.impassable" in rules(move_refusals(field.game, u, Manner(), step(field, u, 0, 10)))
    field.play(Movement(0, "b0", False), unit=u, how="fly", move=lambda _: step(field, u, 0, 10))
    assert field.unit(u).high
    assert rules(way_refusals(field.game, u, "walk")) == ["flight.hover-altitude"]
    field.game.units.set(u, acted=False)
    field.play(Movement(0, "b0", False), unit=u, how="stay")
    assert field.unit(u).high


@rule("xenocide.movement.zoc-high")
@rule("xenocide.flight.hover-low")
def test_high_units_ignore_zones_and_land_clear_of_the_enemy():
    field, u = gunships()
    field.line(1, "medium-infantry", [(10, 18)])
    over = step(field, u, 0, 8)
    assert rules(move_refusals(field.game, u, Manner("fly"), over)) == []
    assert "movement.assault-declare" in rules(move_refusals(field.game, u, Manner("land"), step(field, u, 0, 6)))
    field.run(perform(field.game, u, Manner("land"), step(field, u, 0, 14)))
    assert not field.unit(u).high
    assert units_in_contact(field.game, u) == []


@rule("xenocide.flight.hover-land-assault")
def test_landing_in_contact_is_a_declared_assault():
    field, u = gunships(high=True)
    foe = field.line(1, "medium-infantry", [(10, 20)])
    way = Manner("land", (foe,))
    field.run(perform(field.game, u, way, charge(field.game, u, way)))
    assert units_in_contact(field.game, u) == [foe]
    assert field.unit(u).charge == "firing"


@rule("xenocide.flight.pop-up")
@rule("xenocide.flight.pop-up-return-fire")
def test_pop_up_attacks():
    field, u = gunships(("solid-wall", 0, 14, 72, 1), at=((10, 12),))
    foe = field.line(1, "medium-tank", [(10, 22)], watch=True)
    field.game.sides.set(0, points=0)
    assert rules(pop_refusals(field.game, u)) == []
    scenes = field.play(Shooting(0, "b0"), unit=u, act="pop-up", target=foe)
    assert field.unit(u).high
    assert scenes[1] == PopDown(u)
    field.roll(6, 6).play(scenes[0])
    field.roll(1, 6, 6, 6, 6, 3).plays(scenes[1], react=foe, moment=0)
    assert not field.unit(u).high
    assert not field.unit(foe).watch
    field.game.units.set(u, moved=True)
    assert rules(pop_refusals(field.game, u)) == ["flight.pop-up"]


@rule("xenocide.setup.deploy-states")
def test_hover_units_start_high_or_low():
    field = Battlefield()
    u = field.put(0, "arc-gunship", (10, 3), 3, on=False)
    put = deployments(field.game, u, 1, lambda: 0.4)[0]
    field.play(DeployUnits(0, (u,)), deploy=put, aloft=True)
    assert field.unit(u).high
