"""Overruns (chapter "overrun")."""

import pytest

from games.xenocide.battlefield import Battlefield, rules, step
from xenotable.engine import Moved
from xenotable.games.xenocide.rules.movement.legality import move_refusals
from xenotable.games.xenocide.rules.movement.moving import perform
from xenotable.games.xenocide.rules.overrun import overrun_round
from xenotable.games.xenocide.rules.play.measuring import circle
from xenotable.games.xenocide.rules.shooting.targeting import fire_refusals
from xenotable.games.xenocide.scenes import EndActivation, Manner
from xenotable.table import bases_overlap, gap, move_circle

rule = pytest.mark.rule


@rule("xenocide.overrun.condition")
@rule("xenocide.overrun.no-difficult")
def test_when_a_unit_may_overrun():
    field = Battlefield(("forest", 28, 14, 10, 4))
    u = field.line(0, "jetbike", [(10, 10), (12, 10)])
    foe = field.line(1, "medium-infantry", [(10, 16), (12, 16)])
    way = Manner("walk", (foe,), overrun=True)
    assert rules(overrun_round.refusals(field.game, u, way, step(field, u, 0, 11))) == []
    assert rules(move_refusals(field.game, u, way, step(field, u, 0, 11))) == []
    assert rules(overrun_round.refusals(field.game, u, way, step(field, u, 0, 9))) == ["overrun.condition"]
    field.game.models.set(f"{u}m0", x=30.0)
    field.game.models.set(f"{u}m1", x=32.0)
    assert "overrun.no-difficult" in rules(overrun_round.refusals(field.game, u, way, step(field, u, 0, 11)))


@rule("xenocide.overrun.one-round")
@rule("xenocide.overrun.participants")
@rule("xenocide.overrun.dice-loss")
@rule("xenocide.overrun.success")
@rule("xenocide.overrun.victim-flees")
def test_a_successful_overrun():
    field = Battlefield()
    for seat in (0, 1):
        field.game.sides.set(seat, points=0)
    u = field.line(0, "jetbike", [(10, 10), (12, 10)], order="move-and-fire")
    foe = field.line(1, "medium-infantry", [(10, 16), (12, 16), (14, 16), (16, 16)])
    way = Manner("walk", (foe,), overrun=True)
    # 4 dice at a disadvantage: 2 left. Two fall; the victims strike with 8 dice in vain; tests: 12 and 3.
    field.roll(5, 5, 1, 1, *[1] * 8, 6, 6, 1, 2)
    field.run(perform(field.game, u, way, step(field, u, 0, 12)), split=0, remove=lambda a: a.among()[:2],
              finish_overrun=far_side)  # fmt: skip
    assert field.size(foe) == 2
    assert field.unit(foe).marks == 1
    # the victims have run the same way, 8 inches, as if nobody stood there; the bikes end where these leave room
    assert all(field.at(m)[1] > 22.0 for m in field.unit(foe).models)
    assert field.at(f"{u}m0")[1] > 20.0
    assert all(gap(circle(field.game, a), circle(field.game, b)) >= 4.0 - 0.002
               for a in field.unit(u).models for b in field.unit(foe).models)  # fmt: skip


@rule("xenocide.overrun.one-round")
def test_who_has_been_overrun_is_no_longer_on_overwatch():
    field = Battlefield()
    u = field.line(0, "jetbike", [(10, 10)], order="move-and-fire")
    foe = field.line(1, "medium-infantry", [(10, 16), (12, 16)], watch=True)
    way = Manner("walk", (foe,), overrun=True)
    field.roll(1, *[1] * 4, 6, 6, 6, 6)
    field.run(perform(field.game, u, way, step(field, u, 0, 12)), react=None, split=0, finish_overrun=far_side)
    assert (field.unit(foe).marks, field.unit(foe).watch) == (0, False)


def test_an_overrun_in_which_the_overrunner_falls_is_over():
    field = Battlefield()
    for seat in (0, 1):
        field.game.sides.set(seat, points=0)
    u = field.line(0, "jetbike", [(10, 10)], order="move-and-fire")
    foe = field.line(1, "medium-infantry", [(10, 16), (12, 16)])
    way = Manner("walk", (foe,), overrun=True)
    field.roll(1, 6, *[1] * 3).run(perform(field.game, u, way, step(field, u, 0, 12)), split=0)
    assert not field.unit(u).models
    assert (field.unit(foe).attack, field.unit(foe).defence) == (0, 0)  # nothing that odds could take for a promise


def far_side(ask):
    return ask.candidates(1, lambda: 0.5)[0]


@rule("xenocide.overrun.success")
def test_the_end_of_an_overrun_is_chosen_after_the_fight():
    field = Battlefield()
    for seat in (0, 1):
        field.game.sides.set(seat, points=0)
    u = field.line(0, "jetbike", [(10, 10), (12, 10)], order="move-and-fire")
    foe = field.line(1, "medium-infantry", [(10, 16), (12, 16), (14, 16), (16, 16)])
    refused = []

    def elsewhere(ask):
        back = Moved({m: ((10.0 + 2 * i, 8.0),) for i, m in enumerate(field.unit(u).models)})
        refused.extend(rules(ask.check(back)) + rules(ask.check(Moved())))
        return Moved({m: ((21.0 + 2 * i, 20.0),) for i, m in enumerate(field.unit(u).models)})

    field.roll(1, 1, *[1] * 8, 6, 6, 6, 6)  # nobody falls, nobody is shaken: the victims stay where they are
    field.run(perform(field.game, u, Manner("walk", (foe,), overrun=True), step(field, u, 0, 12)), split=0,
              finish_overrun=elsewhere)  # fmt: skip
    assert refused == ["overrun.success", "overrun.success"]
    assert field.at(f"{u}m0") == (21, 20)  # not where it was declared


@rule("xenocide.overrun.condition")
def test_every_model_goes_through_the_enemy():
    field = Battlefield()
    u = field.line(0, "jetbike", [(10, 10), (17.5, 10)])
    foe = field.line(1, "medium-infantry", [(10, 16)])
    way = Manner("walk", (foe,), overrun=True)
    assert rules(overrun_round.refusals(field.game, u, way, step(field, u, 0, 12))) == ["overrun.condition"]


def overrunning(order):
    """Two bikes overrun infantry; one tank is near enough for the rest of their movement, another is not."""
    field = Battlefield()
    for seat in (0, 1):
        field.game.sides.set(seat, points=0)
    u = field.line(0, "jetbike", [(10, 10), (12, 10)], order=order)
    foe = field.line(1, "medium-infantry", [(10, 16), (12, 16), (14, 16), (16, 16)])
    field.line(1, "medium-tank", [(10, 30)])
    field.line(1, "medium-tank", [(40, 40)])
    field.roll(5, 5, *([1, 1] if order == "assault" else []), 1, 1, *[1] * 8, 6, 6, 1, 2)
    offered = []
    field.run(perform(field.game, u, Manner("walk", (foe,), overrun=True), step(field, u, 0, 12)), split=0,
              remove=lambda ask: ask.among()[: ask.least], press_on_move=lambda _: step(field, u, 0, 4),
              finish_overrun=lambda ask: Moved({m: ((field.at(m)[0], 22.0),) for m in field.unit(u).models}),
              press_on=lambda ask: offered.extend(ask.among()) or tuple(ask.among()))  # fmt: skip
    return field, u, offered


@rule("xenocide.overrun.assault-after")
def test_an_assault_with_the_rest_of_the_movement():
    field, u, offered = overrunning("assault")
    assert offered == ["r0u1"]
    assert field.at(f"{u}m0") == (10, 26)
    assert field.unit(u).charge == "assault"


@rule("xenocide.movement.firing-order-assault")
@rule("xenocide.overrun.success")
def test_no_assault_after_an_overrun_on_firing_orders():
    field, u, offered = overrunning("move-and-fire")
    assert offered == []
    assert field.at(f"{u}m0") == (10, 22)


@rule("xenocide.overrun.failure")
def test_a_failed_overrun_goes_back():
    field = Battlefield()
    for seat in (0, 1):
        field.game.sides.set(seat, points=0)
    u = field.line(0, "jetbike", [(10, 10), (12, 10)], order="assault")
    foe = field.line(1, "medium-infantry", [(10, 16), (12, 16)])
    way = Manner("walk", (foe,), overrun=True)
    field.roll(1, 1, 1, 1, *[1] * 4, 1, 1, 6, 6)
    field.run(perform(field.game, u, way, step(field, u, 0, 12)), split=0)
    assert field.unit(u).marks == 1
    assert all(field.at(m)[1] <= 10.0 for m in field.unit(u).models)


@rule("xenocide.overrun.failure")
@rule("xenocide.assault.flee-direction-defender")
def test_who_fails_an_overrun_where_it_began_flees_away_from_the_enemy():
    field = Battlefield()
    for seat in (0, 1):
        field.game.sides.set(seat, points=0)
    u = field.line(0, "jetbike", [(10, 10)], order="assault")
    field.line(0, "medium-infantry", [(10, 11.05)])  # in its way up to where it meets the enemy
    foe = field.line(1, "medium-infantry", [(10, 15.3)])
    way = Manner("walk", (foe,), overrun=True)
    field.roll(1, 1, 1, 1, 1, 1, 6, 6).run(perform(field.game, u, way, step(field, u, 0, 12)), split=0)
    assert field.unit(u).marks == 1
    assert field.at(f"{u}m0") == (10.0, 2.0)


@rule("xenocide.overrun.shoot-after")
def test_who_was_thrown_back_does_not_shoot_in_this_activation():
    field = Battlefield()
    for seat in (0, 1):
        field.game.sides.set(seat, points=0)
    u = field.line(0, "jetbike", [(10, 10), (12, 10)], order="move-and-fire")
    foe = field.line(1, "medium-infantry", [(10, 16), (12, 16)])
    way = Manner("walk", (foe,), overrun=True)
    field.roll(1, 1, *[1] * 4, 1, 1, 6, 6)
    field.run(perform(field.game, u, way, step(field, u, 0, 12)), split=0)
    assert field.unit(u).marks == 1
    assert rules(fire_refusals(field.game, u)) == ["overrun.shoot-after"]
    field.play(EndActivation(0, "b0"))
    assert rules(fire_refusals(field.game, u)) == []


def test_a_failed_overrun_flees_from_where_it_can_stand():
    field = Battlefield()
    u = field.line(0, "jetbike", [(10, 6)], order="assault")
    foe = field.line(1, "medium-infantry", [(10, 18)])
    m, way = f"{u}m0", {f"{u}m0": ((10.0, 24.0),)}
    met = overrun_round.meeting_places(field.game, u, (foe,), {m: (10.0, 6.0)}, way)[0][m]
    assert 12.0 < met[1] < 18.0
    friend = field.line(0, "medium-infantry", [met])
    before = overrun_round.meeting_places(field.game, u, (foe,), {m: (10.0, 6.0)}, way)[0][m]
    assert 6.0 <= before[1] < met[1]
    assert not bases_overlap(move_circle(circle(field.game, m), before), circle(field.game, f"{friend}m0"))
