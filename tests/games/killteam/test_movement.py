"""Chapter movement: legs, bases, climbing, dropping, jumping, flying, engagement range."""

import pytest

from games.killteam.field import Field, path, refused, rule
from xenotable.games.killteam.rules.movement.climbing import climb_cost, counted_length, drop_cost
from xenotable.games.killteam.rules.movement.legality import engaged_with, legs_of, path_refusals, way_of
from xenotable.games.killteam.rules.terrain.features import LIGHT, SOLID
from xenotable.games.killteam.state import ENGAGE, card
from xenotable.table import Ground, Piece


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


@rule("movement.climb")
@pytest.mark.parametrize(
    ("feature", "x", "why_not"),
    [
        (("ruin-corner", 15, 11), 15.25, ["movement.climb"]),  # under the middle of its upper floor
        (("ruin-corner", 15, 11), 16.8, []),  # under its edge
        (("gantry", 15, 11), 15.25, []),  # no place under it is more than 1 in from an edge
        (("tower", 17, 11), 15.0, []),
    ],
)
def test_nobody_climbs_through_the_middle_of_a_floor(feature, x, why_not):
    field = warden(x, 11.25).terrain(feature)
    height = 5.0 if feature[0] == "tower" else 3.0
    there = 16.0 if feature[0] == "tower" else x
    assert why(field, ((there, 11.25, height),), budget=20) == why_not


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


# ---- at the limits

R = card("cw-warden").r


@rule("movement.traverse")
@pytest.mark.parametrize(
    ("x", "y", "turn", "ax", "ay", "bx", "by"),
    [
        (7, 18, 90, 5, 18, 9, 18), (7, 18, 90, 9, 18, 5, 18), (25, 4, 90, 23, 4, 27, 4), (25, 4, 90, 27, 4, 23, 4),
        (7, 18, 0, 7, 16, 7, 20), (7, 18, 0, 7, 20, 7, 16), (25, 4, 0, 25, 2, 25, 6), (25, 4, 0, 25, 6, 25, 2),
    ],
)  # fmt: skip
def test_a_barricade_costs_two_inches_from_every_side(x, y, turn, ax, ay, bx, by):
    field = warden(ax, ay).terrain(("barricade", x, y, turn))
    assert cost(field, (float(bx), float(by))) == pytest.approx(6.0)
    beside = 1.0 + R  # half its length, and a base
    for off, extra in ((beside + 0.01, 0), (beside - 0.01, 2)):
        shift = (0.0, off) if turn else (off, 0.0)
        field = warden(ax + shift[0], ay + shift[1]).terrain(("barricade", x, y, turn))
        assert cost(field, (bx + shift[0], by + shift[1])) == pytest.approx(4.0 + extra)


@rule("movement.climb")
@pytest.mark.parametrize(("gap", "legal"), [(1.0, True), (1.01, False)])
def test_a_climb_starts_within_an_inch(gap, legal):
    field = warden(6 - gap - R).terrain(("container", 8, 11))
    assert why(field, ((6.6, 11.0, 2.5),), budget=20) == ([] if legal else ["movement.climb"])


@rule("movement.climb-end", "movement.no-through-terrain")
def test_nobody_climbs_into_thin_air_or_walks_through_a_container():
    field = warden().terrain(("container", 8, 11))
    assert "movement.climb-end" in why(field, ((5.0, 8.0, 2.5),), budget=20)
    assert why(field, ((11.0, 11.0),), budget=20) == ["movement.no-through-terrain"]
    assert cost(warden(7, 11).terrain(("wall", 8, 11, 90)), (9.0, 11.0)) == pytest.approx(2 + 4 + 2)  # over 3 in


@rule("movement.climb-over")
def test_what_hangs_over_somebody_is_not_climbed_over():
    """A beam between 0.8 in and 2 in above the floor: whoever stands under it, or would end there, cannot."""

    def beam(x):
        field = warden(x)
        span = Piece("beam-1/span", ((6.0, 9.0), (7.0, 9.0), (7.0, 13.0), (6.0, 13.0)), SOLID | LIGHT, 0.8, 2.0)
        field.game.built = (field.game.now.scenario, 0, Ground.of([span], 30, 22))
        return field

    assert why(beam(6.5), ((9.0, 11.0),), budget=20) == ["movement.climb-over"]
    assert why(beam(5.0), ((6.5, 11.0),), budget=20) == ["movement.end-place", "movement.climb-over"]
    assert why(beam(5.0), ((8.0, 11.0),), budget=20) == []


@rule("movement.drop")
def test_heights_are_counted_in_steps_of_two_inches():
    assert [climb_cost(h) for h in (1.99, 2.001, 2.01, 4.0)] == [2, 2, 4, 4]
    assert [climb_cost(h, easy=True) for h in (1.99, 1.999, 2.0, 3.9)] == [0, 2, 2, 2]
    assert [drop_cost(h) for h in (1.99, 1.999, 5.9, 6.0, 6.001, 6.01)] == [0, 2, 4, 6, 6, 8]


@rule("movement.drop")
@pytest.mark.parametrize(("x", "legal"), [(7.5, False), (7.48, True), (7.52, True)])
def test_a_drop_starts_within_an_inch_of_an_edge(x, legal):
    field = warden(x, 11, 5.0).terrain(("tower", 7.5, 11))  # 3 in wide: in its middle no edge is near enough
    assert ("movement.drop" in why(field, ((5.0, 11.0, 0.0),), budget=20)) is not legal


@rule("movement.jump")
@pytest.mark.parametrize(("gap", "legal"), [(3.0, True), (3.01, False)])
def test_a_jump_goes_three_inches(gap, legal):
    field = warden(6.4, 11, 2.5).terrain(("container", 5, 11), ("container", 9 + gap, 11))
    assert why(field, ((7.6 + gap, 11.0, 2.5),), budget=9) == ([] if legal else ["movement.jump"])


@rule("movement.jump")
def test_a_jump_goes_two_inches_up_or_down_and_starts_at_an_edge():
    """Between the upper floor of a ruin, 3 in up, and a tower of 5 in."""
    ruin = ("ruin-corner", 9, 11, 90), ("tower", 13.5, 11)
    for a, b, terrain, refused_by in (
        ((10.4, 11, 3.0), (13.0, 11.0, 5.0), ruin, []),
        ((13.0, 11, 5.0), (10.4, 11.0, 3.0), ruin, []),
        ((13.5, 11, 5.0), (10.4, 11.0, 3.0), ruin, ["movement.jump"]),  # from the middle of the tower
        ((6.4, 11, 2.5), (10.0, 11.0, 5.0), (("container", 5, 11), ("tower", 10.0, 11)), ["movement.jump"]),
        ((10.0, 11, 2.5), (12.0, 11.0, 2.5), (("container", 9, 11), ("container", 13, 11)), []),  # no gap: a walk
    ):
        field = warden(*a).terrain(*terrain)
        found = [r for r in why(field, (b,), budget=12) if r.startswith("movement.jump")]
        assert found == refused_by, (a, b)
    legs = legs_of(field.game, way_of(field.game, "a1", "normal", 9.0), ((12.0, 11.0, 2.5),))
    assert [leg.kind for leg in legs] == ["walk"]


@rule("movement.end-place", "play.bases")
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1), (0.6, 0.8)])
def test_bases_may_touch_but_not_overlap(dx, dy):
    for gap, legal in ((0.0, True), (-0.01, False)):
        far = 2 * R + gap
        field = warden(5, 4).operative("a2", "cw-warden", 8 - dx * far, 8 - dy * far)
        assert ("movement.end-place" not in why(field, ((8.0, 8.0),), budget=20)) is legal


@rule("movement.end-place")
def test_who_stands_high_above_is_not_in_the_way():
    for z, free in ((0.99, False), (1.0, True)):
        field = warden().operative("a2", "cw-warden", 8, 11, z)
        assert ("movement.end-place" not in why(field, ((8.0, 11.0),))) is free
    field = warden(6.6, 11, 2.5).terrain(("container", 8, 11))
    assert why(field, ((7.5, 11.0, 2.5),)) == []
    assert why(field, ((6.3, 11.0, 2.5),)) == ["movement.end-place"]  # over the edge of the roof


@rule("movement.no-through-bases", "movement.fly-bases")
def test_walkers_go_round_bases_and_flyers_over_them():
    for unit, z, refused_by in (
        ("cb-scuttler", 0.0, ["movement.no-through-bases"]),
        ("cb-scuttler", 1.0, ["movement.no-through-bases"]),
        ("cb-scuttler", 1.01, []),
        ("cb-winged", 0.0, []),
    ):
        field = Field(("carrion-brood", "cinder-wardens")).operative("a1", unit, 5, 11)
        field.operative("a2", "cb-scuttler", 7.5, 11, z)
        assert why(field, ((10.0, 11.0),)) == refused_by
    beside = Field(("carrion-brood", "cinder-wardens")).operative("a1", "cb-scuttler", 5, 11)
    beside.operative("a2", "cb-scuttler", 7.5, 11 + 2 * R)  # the way only brushes past it
    assert why(beside, ((10.0, 11.0),)) == []


@rule("movement.engagement-range")
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0.6, -0.8)])
def test_engagement_range_is_an_inch_between_bases(dx, dy):
    for gap, engaged in ((1.0, True), (1.01, False)):
        far = 2 * R + gap
        field = warden(10, 10).operative("b1", "cw-warden", 10 + dx * far, 10 + dy * far)
        assert (engaged_with(field.game, "a1") == ("b1",)) is engaged


@rule("movement.jump-test")
def test_a_jump_is_dared_with_its_odds_or_taken_back():
    def up(stop="", **said):
        field = warden(6.4, 11, 2.5).terrain(("container", 5, 11), ("container", 11.5, 11), ("container", 18, 11))
        field.operative("b1", "fp-penitent", 25, 20).cp(0, 0)
        return field.act("a1", "normal", stop=stop, **said)

    one, both = path("a1", (10.4, 11.0, 2.5)), path("a1", (10.4, 11.0, 2.5), (12.0, 11.0, 2.5))
    ask = up("dare", move=one).match.open[0]
    assert ask.odds(False) is None
    assert [(f.title, [round(c.p * 6) for c in f.chances]) for f in [ask.odds(True)]] == [("Jump test", [5, 1])]
    assert ask.default is True
    assert up("dare", move=both).match.open[0].key == "dare"  # one of its legs is a jump
    back = up("action", move=one, dare=False)
    row = back.match.game.operatives["a1"]
    assert (row.x, row.ap, row.did) == (6.4, 2, ())
    flat = up("action", move=path("a1", (5.0, 11.0, 2.5)))
    assert "dare" not in [e.key for e in flat.match.tape]
