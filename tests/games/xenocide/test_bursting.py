"""Titans that burst through buildings (rule "buildings.titan-overrun")."""

import pytest

from games.xenocide.battlefield import Battlefield, rules
from xenotable.engine import Moved
from xenotable.games.xenocide.rules.assault.dice import count_dice
from xenotable.games.xenocide.rules.buildings.titan_overrun import (
    burst,
    burst_refusals,
    in_the_way,
    way_refusals,
    ways_through,
)
from xenotable.games.xenocide.rules.play.measuring import circle
from xenotable.games.xenocide.rules.titans.frame import frame
from xenotable.games.xenocide.rules.titans.weapons import lines_now

rule = pytest.mark.rule
HUT = (("prefab-hut", 28.0, 24.0),)  # 28 to 31, 24 to 27: armour 4, 5 points
CLAIM = "xenocide.buildings.titan-overrun"


def table(order="assault", y=22.0, **unit):
    field = Battlefield(buildings=HUT)
    u = field.put(0, "bastion-titan", (29.5, y), order=order, **unit)  # base 3 in: its rim is 0.5 in from the hut
    field.game.war.set("war", company=field.unit(u).company)
    field.game.titans.set(u, boosted=True)
    return field, u


@rule(CLAIM)
def test_the_whole_way_is_declared_and_only_the_one_section_gives_way():
    field, u = table()
    m = f"{u}m0"
    assert rules(burst_refusals(field.game, u)) == []
    assert in_the_way(field.game, u) == ["b0s0"]
    assert all(move.way(m)[-1][1] > 28.5 for move in ways_through(field.game, u, "b0s0"))

    def said(*path):
        return rules(way_refusals(field.game, u, "b0s0", Moved({m: path})))

    assert said((29.5, 31.0)) == []
    assert said((29.5, 27.0)) == ["buildings.titan-overrun"]  # in the middle of it
    assert said((20.0, 22.0)) == ["buildings.titan-overrun"]  # past it
    assert said((29.5, 35.0)) == ["movement.model-path"]
    field.house(field.line(0, "medium-infantry", [(0, 0)]))
    assert in_the_way(field.game, u) == []
    foot = field.line(0, "medium-infantry", [(40, 40)])
    assert rules(burst_refusals(field.game, foot)) == ["buildings.titan-overrun"]


@rule(CLAIM)
def test_who_of_the_garrison_stands_outside_is_in_the_way():
    field, u = table()
    m = f"{u}m0"
    foe = field.house(field.line(1, "medium-infantry", [(0, 0), (0, 0)]))
    path = ((29.5, 31.0),)
    assert rules(way_refusals(field.game, u, "b0s0", Moved({m: path}))) == []
    field.game.models.set(f"{foe}m1", x=29.5, y=22.8, section="")  # where the titan stops if the wall holds
    assert "buildings.titan-overrun" in rules(way_refusals(field.game, u, "b0s0", Moved({m: path})))


@rule(CLAIM)
def test_over_the_rubble():
    field, u = table()
    m = f"{u}m0"
    n, _, _ = count_dice(field.game, u, (m,), True)
    assert n >= 6
    # six successes: five points, then two tests; the second fails
    field.roll(*[4] * 6, *[1] * (n - 6), 2, 3)
    field.run(burst(field.game, u), burst="b0s0", burst_move=Moved({m: ((29.5, 31.0),)}), split=0, blades=0)
    assert field.game.sections["b0s0"].down
    assert field.at(m) == (29.5, 31.0)
    assert not field.game.titans[u].fired


@rule(CLAIM)
def test_stopped_at_the_wall():
    field, u = table()
    m = f"{u}m0"
    n, _, _ = count_dice(field.game, u, (m,), True)
    core = field.game.titans[u].core
    # one success: four points left; three terrain attacks on CAD 666: a 6 takes a core level
    field.roll(4, *[1] * (n - 1), 5, 6, 1)
    field.run(burst(field.game, u), burst="b0s0", burst_move=Moved({m: ((29.5, 31.0),)}), split=0, blades=0)
    assert not field.game.sections["b0s0"].down
    assert field.game.sections["b0s0"].points == 4
    assert field.game.titans[u].core == core - 1
    x, y = field.at(m)
    assert x == 29.5
    assert y + circle(field.game, m).r == pytest.approx(24.0, abs=0.02)
    assert len(field.game.titans[u].fired) == len(frame(field.game, u).arms)
    assert lines_now(field.game, u) == []
    assert field.unit(u).moved


@rule(CLAIM)
def test_a_garrison_fights_back_if_the_titan_strikes_at_it():
    field, u = table("move-and-fire")
    m = f"{u}m0"
    foe = field.house(field.put(1, "medium-infantry", (0, 0), 3))
    n, _, _ = count_dice(field.game, u, (m,), True)
    field.game.units.set(u, charge="firing")
    weak, _, _ = count_dice(field.game, u, (m,), True)
    field.game.units.set(u, charge="")
    assert weak < n  # on firing orders it is at a disadvantage
    blows, _, guard = count_dice(field.game, foe, field.unit(foe).models, False)
    # one die at the garrison succeeds and is not parried, the others at the hut fail; the garrison's blows, two tests
    # that are passed, and the three attacks of the ground
    field.roll(6, *[1] * guard, *[1] * (weak - 1), *[1] * blows, 6, 6, 6, 6, 6, 1, 1, 1)
    field.run(
        burst(field.game, u), burst="b0s0", burst_move=Moved({m: ((29.5, 31.0),)}), involve=True, split=0, blades=0,
        divide=lambda ask: {"b0s0": ask.total - 1, foe: 1}, remove=lambda ask: tuple(ask.among())[:1],
    )  # fmt: skip
    assert field.size(foe) == 2
    assert field.asked.count("nerve") == 2
    assert field.game.sections["b0s0"].points == 5


def at_a_held_hut(titan, garrison, *dice, **unit):
    """A titan strikes with one die at the hut and with the rest at three squads in it, and hits nothing; then what is
    given: the tests of both, and what follows."""
    field, u = table("move-and-fire", **unit)
    for seat in (0, 1):
        field.game.sides.set(seat, points=0)
    foe = field.house(field.put(1, "medium-infantry", (0, 0), 3, watch=True))
    field.game.units.set(u, charge="firing")
    n, _, _ = count_dice(field.game, u, (f"{u}m0",), True)
    field.game.units.set(u, charge="")
    blows, _, _ = count_dice(field.game, foe, field.unit(foe).models, False)
    field.roll(*[1] * (n - 1), 1, *[1] * blows, *titan, *garrison, *dice)
    field.run(
        burst(field.game, u), burst="b0s0", burst_move=Moved({f"{u}m0": ((29.5, 31.0),)}), involve=True, split=0,
        divide=lambda ask: {"b0s0": 1, foe: ask.total - 1},
    )  # fmt: skip
    return field, u, foe


@rule(CLAIM)
@rule("xenocide.overrun.failure")
@pytest.mark.parametrize("y", [22.0, 22.49])  # the second stands at the wall already, as who was stopped there before
def test_a_titan_that_is_suppressed_at_the_wall_is_thrown_back(y):
    field, u, foe = at_a_held_hut((1, 1, 1), (6, 6), 1, 1, 1, y=y)  # the ground attacks it first: the hut stands
    assert field.unit(u).marks == 1
    assert field.at(f"{u}m0") == pytest.approx((29.5, 22.5 - 8.0), abs=0.1)
    assert "stops" in field.told().partition("thrown back")[0]
    assert field.unit(u).charge == ""
    assert field.size(foe) == 3


@rule(CLAIM)
def test_a_garrison_that_is_suppressed_by_a_titan_flees():
    field, u, foe = at_a_held_hut((6, 6, 6), (1, 1), 1, 1, 1)
    assert field.unit(u).marks == 0
    assert all(field.at(m)[1] > 30.0 for m in field.unit(foe).models)  # out by the far side, and 8 in on
    assert not any(field.game.models[m].section for m in field.unit(foe).models)
    assert not field.unit(foe).watch
    assert field.game.sections["b0s0"].points == 5
    assert field.at(f"{u}m0")[1] < 24.0


@rule(CLAIM)
def test_a_suppressed_titan_bursts_through_if_it_leaves_the_garrison_alone():
    field, u = table(marks=1)
    m = f"{u}m0"
    field.house(field.put(1, "medium-infantry", (0, 0), 3))
    n, _, _ = count_dice(field.game, u, (m,), True)
    prompts = []

    def involve(ask):
        prompts.append(ask.prompt)
        return False

    # every die a five: the hut falls, the garrison is shaken five times and buried
    field.roll(*[5] * n, *[1] * 5, 6, 6, 6, 6)
    field.run(burst(field.game, u), burst="b0s0", burst_move=Moved({m: ((29.5, 31.0),)}), split=0, blades=0,
              involve=involve)  # fmt: skip
    assert field.at(m) == (29.5, 31.0)
    assert "thrown back" in prompts[0]
