"""Chapter movement: legs, bases, climbing, dropping, jumping, flying, engagement range."""

import pytest

from games.killteam.field import Field, path, refused, rule
from xenotable.games.killteam.rules.movement.climbing import climb_cost, counted_length, drop_cost
from xenotable.games.killteam.rules.movement.legality import engaged_with, legs_of, path_refusals, way_of
from xenotable.games.killteam.state import ENGAGE


def warden(x=5.0, y=11.0, z=0.0, **k):
    return Field().operative("a1", "cw-warden", x, y, z, **k)


def why(field, points, action="normal", budget=6.0, operative="a1"):
    return refused(path_refusals(field.game, way_of(field.game, operative, action, budget), points))


def cost(field, *points, operative="a1", action="normal"):
    return sum(leg.cost for leg in legs_of(field.game, way_of(field.game, operative, action, 9.0), points))


@rule("movement.increments")
def test_short_legs_count_an_inch():
    field = warden()
    assert cost(field, (5.4, 11.0), (7.7, 11.0), (7.7, 11.5)) == pytest.approx(4.3)
    assert counted_length((0, 0, 0), (0, 0, 0)) == 0
    assert why(field, ((11.1, 11.0),)) == ["movement.increments"]


@rule("movement.end-place", "play.bases", "play.table", "movement.not-off-board")
def test_a_move_ends_where_the_base_can_stand():
    field = warden().operative("a2", "cw-warden", 8, 11)
    assert "movement.end-place" in why(field, ((7.5, 11.0),))
    assert why(field, ((5.0, 5.0),)) == []
    field = warden(1, 1)
    assert "play.table" in why(field, ((0.4, 1.0),))
    assert why(field, ((0.4922, 1.0),)) == []


@rule("movement.no-through-bases")
def test_nobody_walks_through_a_base():
    field = warden().operative("a2", "cw-warden", 7.5, 11)
    assert "movement.no-through-bases" in why(field, ((10.0, 11.0),))


@rule("movement.stay", exercises=["activation.no-repeat"])
def test_a_move_of_nothing_counts_as_performed():
    field = warden().operative("b1", "fp-penitent", 20, 11)
    again: list[str] = []

    def once_more(ask):
        again.extend(refused(ask.check("normal")))
        return "pass"

    field.act("a1", "normal", once_more, move=path("a1"))
    assert again == ["activation.no-repeat"]
    assert "Normal Move, 0.0 in." in field.story[0]


@rule("movement.engagement-range")
def test_engagement_needs_an_inch_and_sight():
    field = warden().operative("b1", "cw-warden", 6.8, 11)
    assert engaged_with(field.game, "a1") == ("b1",)
    field.terrain(("wall", 5.9, 11, 90))
    assert engaged_with(field.game, "a1") == ()


@rule("movement.traverse", "terrain.traversable", "movement.path-shown")
def test_crossing_a_barricade_costs_two_inches():
    field = warden().terrain(("barricade", 7, 11, 90))
    assert cost(field, (9.0, 11.0)) == pytest.approx(6.0)
    assert "terrain.traversable" in why(field, ((7.0, 11.0),))


@rule("movement.traverse-dash")
def test_a_dash_alone_does_not_cross_a_barricade_but_skitter_does():
    field = warden(6.25).terrain(("barricade", 7, 11, 90))
    assert why(field, ((7.75, 11.0),), "dash", 3.0) == ["movement.traverse-dash"]
    brood = (
        Field(("carrion-brood", "cinder-wardens"))
        .operative("a1", "cb-scuttler", 6.25, 11)
        .terrain(("barricade", 7, 11, 90))
    )
    assert why(brood, ((7.75, 11.0),), "dash", 3.0) == []


@rule("movement.climb", "movement.climb-end")
def test_climbing_a_floor():
    field = warden(5, 11).terrain(("container", 8, 11))
    assert climb_cost(3) == 4
    assert climb_cost(2) == 2
    assert climb_cost(0.5) == 2
    assert cost(field, (6.6, 11.0, 2.5)) == pytest.approx(4 + 1.6)
    assert why(field, ((6.8, 11.0, 2.5),)) == []
    assert why(field, ((4.0, 11.0), (6.6, 11.0, 2.5)), budget=20) == ["movement.climb"]
    assert why(field, ((4.6, 11.0), (6.6, 11.0, 2.5))) == ["movement.climb-end"]


@rule("movement.climb-with-dash")
def test_a_dash_may_finish_a_climb():
    from xenotable.engine import Moved

    field = warden(3, 11).terrain(("container", 8, 11)).operative("b1", "fp-penitent", 25, 11)
    field.act("a1", "normal", move=lambda ask: Moved({"a1": ((5.0, 11.0), (6.6, 11.0, 2.5))}, "long"))
    assert field["a1"].z == 2.5
    field = warden(3, 11).operative("b1", "fp-penitent", 25, 11)
    field.active("a1").act("a1", "normal", stop="move")
    assert field.why(0, {"paths": {"a1": [[5, 11]]}, "mode": "long"}) == ["movement.climb-with-dash"]


@rule("movement.climb-over")
def test_a_scrap_pile_is_climbed_over():
    field = warden(5, 11).terrain(("barrels", 6.4, 11))
    assert cost(field, (7.8, 11.0)) == pytest.approx(2.8 + 2)
    assert why(field, ((7.8, 11.0),)) == []
    assert "movement.end-place" in why(field, ((6.4, 11.0),))


@rule("movement.climb-down")
def test_climbing_down_costs_as_climbing_up():
    assert drop_cost(6.5) == 8


@rule("movement.drop", "movement.drop-blocked")
def test_a_drop_is_rounded_down():
    assert [drop_cost(h) for h in (3, 1.9, 4)] == [2, 0, 4]
    field = warden(6.6, 11, 2.5).terrain(("container", 8, 11))
    assert cost(field, (5.0, 11.0, 0.0)) == pytest.approx(1.6 + 2)
    field.operative("a2", "cw-warden", 5, 11)
    assert "movement.drop-blocked" in why(field, ((5.0, 11.0, 0.0),))


@rule("terrain.scalable")
def test_a_scalable_face_forgives_the_last_stretch():
    assert climb_cost(5, easy=True) == 4
    field = warden(5, 11).terrain(("tower", 7.5, 11))
    assert cost(field, (6.5, 11.0, 5.0)) == pytest.approx(1.5 + 4)


@rule("movement.jump", "movement.jump-test", "movement.jump-reach")
def test_a_jump_between_two_containers():
    def up():
        return (
            warden(6.4, 11, 2.5)
            .terrain(("container", 5, 11), ("container", 11.5, 11))
            .operative("b1", "fp-penitent", 25, 20)
        )

    field = up()
    field.act("a1", "normal", move=path("a1", (10.4, 11.0, 2.5)), dice="2")
    assert field["a1"].x == 10.4 or abs(field["a1"].x - 10.4) < 0.001
    field = up()
    field.act("a1", "normal", move=path("a1", (10.4, 11.0, 2.5)), dice="1")
    assert abs(field["a1"].x - 6.4) < 0.001
    assert why(up(), ((10.4, 11.0, 2.5),), budget=3.5) == ["movement.jump-reach"]
    wide = warden(6.4, 11, 2.5).terrain(("container", 5, 11), ("container", 12.5, 11))
    assert "movement.jump" in why(wide, ((11.1, 11.0, 2.5),), budget=9)


@rule("movement.fly-terrain", "movement.fly-bases")
def test_flyers_pay_only_the_plan():
    field = (
        Field(("carrion-brood", "cinder-wardens"))
        .operative("a1", "cb-winged", 5, 11)
        .operative("a2", "cb-scuttler", 7, 11)
    )
    field.terrain(("container", 9, 11)).operative("b1", "cw-warden", 25, 20)
    assert cost(field, (9.0, 11.0, 2.5)) == pytest.approx(4)
    field.act("a1", "normal", move=path("a1", (9.0, 11.0, 2.5)))
    assert field["a1"].z == 2.5


@rule("actions.normal-move-er", "movement.engagement-range")
def test_a_normal_move_keeps_out_of_engagement_ranges():
    field = warden().operative("b1", "cw-warden", 8, 12.5)
    assert "actions.normal-move-er" in why(field, ((8.0, 11.1),))
    assert "actions.normal-move-er" in why(field, ((10.5, 11.1),))
    field.operative("a2", "cw-warden", 8, 14)
    assert why(field, ((10.5, 11.1),)) == []


@rule("actions.charge-path")
def test_a_charge_ends_at_an_enemy_it_passed():
    field = warden(order=ENGAGE).operative("b1", "cw-warden", 9, 12.6).operative("b2", "cw-warden", 13.2, 11)
    assert why(field, ((7.0, 11.0),), "charge", 8) == ["actions.charge"]
    assert "actions.charge-path" in why(field, ((11.6, 11.0),), "charge", 8)
    assert why(field, ((9.0, 11.1),), "charge", 8) == []


@rule("actions.fall-back")
def test_a_fall_back_ends_outside():
    field = warden().operative("b1", "cw-warden", 6.5, 11)
    assert "actions.fall-back" in why(field, ((5.0, 11.5),), "fall-back")
    assert why(field, ((3.0, 11.0),), "fall-back") == []
    field.active("a1", 1)
    from xenotable.games.killteam.rules.actions.allowed import action_refusals

    assert refused(action_refusals(field.game, "a1", "fall-back")) == ["activation.enough-ap"]
    field.active("a1", 2, x=3.0)
    assert refused(action_refusals(field.game, "a1", "fall-back")) == ["actions.fall-back"]
