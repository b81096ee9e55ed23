"""Chapters `movement`, `terrain`, `sight` and `grid`."""

from __future__ import annotations

from typing import Any

import pytest

from xenotable.engine import Moved
from xenotable.engine.viewing import prompt_of
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.grid.moving import grid_away
from xenotable.games.xcx.rules.grid.objects import layout_ground
from xenotable.games.xcx.rules.movement.forced import forced_to, straight_away
from xenotable.games.xcx.rules.movement.legality import move_refusals
from xenotable.games.xcx.rules.movement.positions import allowance, mobility
from xenotable.games.xcx.rules.movement.proposals import rest_ask
from xenotable.games.xcx.rules.play.measuring import distance_between
from xenotable.games.xcx.rules.sight import look
from xenotable.games.xcx.rules.terrain.field import Field
from xenotable.games.xcx.rules.terrain.forms import HARD, IMPASSABLE, IN_HARD, IN_SOFT, OPEN, SOFT, UNSEEN
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.scenes import Moving
from xenotable.games.xcx.state import Marker
from xenotable.games.xcx.title import GAME
from xenotable.table import Circle, Ground

rule = pytest.mark.rule


def why(b: Any, id: str, *path: tuple[float, float], run: bool = False) -> list[str]:
    return [r.rule for r in move_refusals(b.game, id, run, Moved({id: path}))]


def seen(b: Any, a: tuple[float, float], t: tuple[float, float], r: float = 0.5) -> int:
    return look(field_of(b.game), Circle(*a, 0.5), Circle(*t, r))


@rule("xcx.movement.allowance", "xcx.movement.path", "xcx.movement.illegal-refused")
def test_how_far_a_model_moves(bench: Any) -> None:
    b = bench()
    a = b.add(0, "breacher", 10, 10)
    assert (mobility(b.game, a), allowance(b.game, a, True)) == (5, 10)
    assert why(b, a, (10.0, 15.0)) == []
    assert why(b, a, (10.0, 15.1)) == ["movement.allowance"]
    assert why(b, a, (13.0, 10.0), (13.0, 12.5)) == ["movement.allowance"]
    assert why(b, a, (10.0, 20.0), run=True) == []
    b.order(a, "advance")
    assert b.why(Moved({a: ((10.0, 16.0),)})) == ["movement.allowance"]
    assert b.model(a).here == (10.0, 10.0)


@rule("xcx.movement.separation", "xcx.movement.through-models", "xcx.movement.table-edge")
def test_one_range_from_everybody(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 10)
    b.add(0, "volunteer", 14, 10)
    assert why(b, a, (12.0, 10.0)) == []
    assert set(why(b, a, (12.1, 10.0))) == {"movement.separation"}
    assert set(why(b, a, (16.0, 10.0))) == {"movement.separation"}
    b.game.models.set(a, x=1.0)
    assert "movement.table-edge" in why(b, a, (0.3, 10.0))


@rule("xcx.movement.separation-markers", "xcx.terrain.objectives-are-not-terrain", "xcx.movement.end-positions")
def test_markers_keep_their_distance_objects_may_be_touched(bench: Any) -> None:
    from xenotable.games.xcx.rules.movement.positions import can_end

    b = bench()
    b.thing("container", 13, 10)
    a = b.add(0, "volunteer", 10, 10)
    assert why(b, a, (12.0, 10.0)) == []
    assert "terrain.objectives-are-not-terrain" in why(b, a, (12.5, 10.0))
    ghost = b.add(1, "hollowface", 30, 30)
    b.game.models.set(ghost, state="reserve")
    b.game.markers.add("i1", Marker(ghost, 10.0, 13.0))
    assert set(why(b, a, (10.0, 12.0))) == {"movement.separation"}
    assert not can_end(b.game, a, (13.0, 10.5), 0.5)
    assert seen(b, (10, 10), (16, 10)) == OPEN  # objects never block


@rule(
    "xcx.terrain.hard-cover-advance",
    "xcx.terrain.obstacle",
    "xcx.terrain.obstacle-end",
    "xcx.terrain.impassable",
    "xcx.terrain.four-forms",
)
@rule("xcx.terrain.hard-cover", exercises=["sight.nine-lines", "terrain.hard-cover-advance", "movement.end-positions"])
@rule("xcx.terrain.soft-cover", exercises=["sight.nine-lines"])
def test_what_each_form_does_to_a_mover(bench: Any) -> None:
    from xenotable.games.xcx.content import layouts
    from xenotable.games.xcx.rules.terrain.forms import form_of

    assert {form_of(p) for p in layouts()["foundry-row"].piece} >= {SOFT, HARD, IMPASSABLE}
    for form, advance, run, stop in (
        ("soft", [], [], []),
        ("hard", ["terrain.hard-cover-advance"], [], ["movement.end-positions"]),
        ("obstacle", ["terrain.hard-cover-advance"], [], ["terrain.obstacle-end"]),
        ("impassable", ["terrain.impassable"], ["terrain.impassable"], ["terrain.impassable"]),
        ("pit", ["terrain.impassable"], ["terrain.impassable"], ["terrain.impassable"]),
    ):
        b = bench().terrain(form, 9, 12, 2, 1)
        a = b.add(0, "volunteer", 10, 10)
        assert seen(b, (10, 5), (10, 14)) == {"soft": IN_SOFT, "hard": IN_HARD, "impassable": UNSEEN}.get(form, OPEN)
        assert why(b, a, (10.0, 15.0)) == advance, form
        assert why(b, a, (10.0, 15.0), run=True) == run, form
        assert set(why(b, a, (10.0, 12.5), run=True)) == set(stop), form
        if form == "obstacle":  # its one inch counts double
            assert why(b, a, (10.0, 20.95), run=True) == []
            assert why(b, a, (10.0, 21.1), run=True) == ["movement.allowance"]


@rule("xcx.terrain.obstacle-cost")
def test_an_obstacle_counts_double(bench: Any) -> None:
    b = bench().terrain("obstacle", 8, 12, 4, 2)
    a = b.add(0, "volunteer", 10, 10)
    assert why(b, a, (10.0, 20.0), run=True) == []  # 8 + 2 x 2
    assert why(b, a, (10.0, 21.0), run=True) == ["movement.allowance"]


# ---- sight in inches -------------------------------------------------------------------------------------------------


@rule("xcx.sight.nine-lines", "xcx.sight.visible", "xcx.sight.blocked-line", "xcx.terrain.impassable")
def test_what_blocks_a_line(bench: Any) -> None:
    from xenotable.games.xcx import content
    from xenotable.games.xcx.rules.terrain.forms import form_of

    assert form_of(content.TerrainPiece("impassable", 0, 0, 1, 1, "open")) != IMPASSABLE
    b = bench().terrain("impassable", 9, 14, 2, 2)
    assert seen(b, (10, 10), (10, 20)) == UNSEEN
    assert seen(b, (10, 10), (12.2, 20)) == OPEN  # one of nine lines is enough
    b = bench().terrain("pit", 9, 14, 2, 2)
    assert seen(b, (10, 10), (10, 20)) == OPEN
    b = bench().terrain("hard", 8, 14, 4, 1)
    assert seen(b, (10, 10), (10, 20)) == UNSEEN
    assert seen(b, (10, 13), (10, 20)) == OPEN  # leaning out of one's own cover
    assert seen(b, (10, 10), (10, 16)) == IN_HARD
    b = bench().terrain("soft", 8, 14, 4, 1).terrain("obstacle", 8, 16, 4, 1)
    assert seen(b, (10, 10), (10, 20)) == OPEN


@rule("xcx.sight.wholly-covered", "xcx.sight.nine-lines")
@rule("xcx.sight.cover-within-one", exercises=["sight.nine-lines"])
def test_cover_must_be_near_and_whole(bench: Any) -> None:
    b = bench().terrain("soft", 8, 18, 4, 0.5)
    assert seen(b, (10, 10), (10, 20)) == IN_SOFT  # exactly 1.0 away
    assert seen(b, (10, 10), (10, 20.2)) == OPEN  # 1.2
    b = bench().terrain("hard", 8, 18.5, 2.2, 0.5)
    assert seen(b, (10, 10), (10, 20)) == OPEN  # a shoulder sticks out
    b.terrain("soft", 10.2, 18.5, 3, 0.5)
    assert seen(b, (10, 10), (10, 20)) == IN_SOFT  # the worst line counts
    b = bench().terrain("soft", 8, 18, 4, 4)
    assert seen(b, (10, 10), (10, 20)) == seen(b, (30, 20), (10, 20)) == IN_SOFT


@rule("xcx.sight.cover-not-cumulative")
def test_hedge_and_wall_together_are_hard_cover(bench: Any) -> None:
    from xenotable.games.xcx.rules.shooting.modifiers import cover_part

    b = bench().terrain("hard", 8, 18.5, 4, 0.4).terrain("soft", 8, 19.0, 4, 0.4)
    found = seen(b, (10, 10), (10, 20))
    assert found == IN_HARD
    part = cover_part(found)
    assert part is not None
    assert part[1] == -2


# ---- grids -----------------------------------------------------------------------------------------------------------


@rule("xcx.grid.square-spaces", "xcx.grid.square-distance", "xcx.play.modes")
def test_squares(bench: Any) -> None:
    b = bench("square")
    field = field_of(b.game)
    assert distance_between(field, Circle(3.5, 4.5, 0.5), Circle(10.5, 9.5, 1.0)) == 7
    assert len(field.grid.beside((3, 3))) == 8
    assert field.place((3.2, 4.9)) == (3.5, 4.5)


@rule("xcx.grid.hex-spaces", "xcx.grid.hex-distance")
def test_hexes(bench: Any) -> None:
    field = field_of(bench("hex").game)
    x, y = field.grid.centre((2, 3))
    assert (x, round(y, 3)) == (3.0, 3.098)
    assert field.grid.apart((0, 0), (3, 2)) == 4
    assert (
        distance_between(field, Circle(*field.grid.centre((0, 0)), 0.5), Circle(*field.grid.centre((3, 2)), 0.5)) == 4
    )
    assert len(field.grid.beside((3, 3))) == 6


def steps(*spaces: tuple[int, int]) -> tuple[tuple[float, float], ...]:
    return tuple((i + 0.5, j + 0.5) for i, j in spaces)


@rule("xcx.grid.step-cost", "xcx.grid.one-model-per-space", "xcx.movement.through-models")
def test_a_move_goes_from_space_to_space(bench: Any) -> None:
    b = bench("square").terrain("obstacle", 10, 11, 1, 2)
    a = b.add(0, "volunteer", 10, 9)
    way = [(10, j) for j in range(10, 20)]  # eight free spaces and two Obstacle spaces
    assert why(b, a, *steps(*way), run=True) == []
    assert why(b, a, *steps(*way, (10, 20)), run=True) == ["movement.allowance"]
    assert why(b, a, *steps((10, 11))) == ["grid.step-cost"]
    b.add(1, "advent-trooper", 11, 9)
    assert why(b, a, *steps((11, 9))) == ["grid.one-model-per-space"]
    assert why(b, a, *steps((11, 10), (12, 9))) == []  # past it, without being engaged


@rule("xcx.grid.corner-cutting")
def test_corners(bench: Any) -> None:
    b = bench("square").terrain("impassable", 3, 4)
    a = b.add(0, "volunteer", 3, 3)
    assert why(b, a, *steps((4, 4))) == []
    b.terrain("impassable", 4, 3)
    assert why(b, a, *steps((4, 4))) == ["grid.corner-cutting"]


@rule("xcx.grid.terrain-from-layout", "xcx.grid.objects")
@pytest.mark.parametrize("mode", ["square", "hex"])
def test_layouts_and_objects_fill_whole_spaces(bench: Any, mode: str) -> None:
    from xenotable.games.xcx.rules.content import versus

    game = GAME.new(versus("broken-convoy", 500, mode))
    field = field_of(game)
    assert field.thing_spaces(game.things["o1"]) == [(17, 17), (17, 18), (18, 17), (18, 18)]
    assert field.thing_spaces(game.things["o2"]) == [(6, 18)]
    assert field.grid.forms[(17, 17)] == field.grid.forms[(6, 18)]
    laid = content.layouts()["foundry-row"].piece[0]
    alone = layout_ground(content.layouts()["foundry-row"], ())
    assert alone.bits_at((laid.x + 0.5, laid.y + 0.5))
    landed = (("x", content.MissionObject("container", 1, laid.x + laid.w / 2, laid.y + laid.h / 2, 0, 0)),)
    assert not layout_ground(content.layouts()["foundry-row"], landed).bits_at((laid.x + 0.5, laid.y + 0.5))
    b = bench(mode).terrain("hard", 14, 14, 2, 1)
    assert {s for s, bits in field_of(b.game).grid.forms.items() if bits == HARD} == {(14, 14), (15, 14)}


@rule("xcx.grid.sight-line", "xcx.grid.sight-blocked", "xcx.grid.sight-edges", "xcx.sight.symmetric")
def test_sight_on_a_grid(bench: Any) -> None:
    b = bench("square").terrain("impassable", 1, 0)
    assert seen(b, (0.5, 0.5), (2.5, 2.5)) == OPEN
    b.terrain("impassable", 0, 1)
    assert seen(b, (0.5, 0.5), (2.5, 2.5)) == seen(b, (2.5, 2.5), (0.5, 0.5)) == UNSEEN
    b = bench("square").terrain("hard", 5, 10)
    assert seen(b, (5.5, 5.5), (5.5, 15.5)) == UNSEEN
    assert seen(b, (5.5, 9.5), (5.5, 15.5)) == OPEN


@rule("xcx.grid.cover")
def test_cover_on_a_grid(bench: Any) -> None:
    b = bench("square").terrain("hard", 5, 6)
    assert seen(b, (5.5, 15.5), (5.5, 5.5)) == IN_HARD
    assert seen(b, (15.5, 5.5), (5.5, 5.5)) == OPEN
    b = bench("square").terrain("soft", 5, 5)
    assert seen(b, (15.5, 5.5), (5.5, 5.5)) == IN_SOFT


@rule("xcx.grid.charge-contacts")
@rule("xcx.grid.base-contact", exercises=["charging.contact", "grid.charge-contacts"])
@rule("xcx.grid.adjacent", exercises=["skills.adjacent"])
def test_contact_on_a_grid_is_declared(bench: Any) -> None:
    from xenotable.games.xcx.rules.skills.reach import gap_to

    b = bench("square")
    a = b.add(0, "volunteer", 10, 5)
    one, two = b.add(1, "advent-trooper", 10, 10), b.add(1, "advent-trooper", 11, 10)
    assert gap_to(b.game, one, two) == 1
    way = steps(*[(10, j) for j in range(6, 10)])
    b.order(a, "run", move=Moved({a: way}, "charge"), contacts=(one,), strike=None)
    assert b.model(a).engaged == (one,)
    assert b.model(two).engaged == ()


@rule("xcx.grid.directly-away")
def test_running_away_on_a_grid(bench: Any) -> None:
    b = bench("square").terrain("impassable", 10, 18)
    a = b.add(0, "volunteer", 10, 14)
    assert grid_away(b.game, a, (10.5, 10.5), 3) == (10.5, 17.5)
    assert grid_away(b.game, a, (10.5, 10.5), 6)[1] == 20.5  # round the block, further at every step


@rule("xcx.grid.radius-effects", "xcx.terrain.destroyed")
def test_destruction_on_a_grid_takes_single_spaces(bench: Any) -> None:
    b = bench("square").terrain("hard", 10, 10, 4, 1)
    gone = field_of(b.game).destroyed_around(Circle(10.5, 12.5, 0.5), 2.0)
    assert gone == ("10,10", "11,10", "12,10")
    b.game.note(gone=gone)
    assert {s for s, bits in field_of(b.game).grid.forms.items() if bits == HARD} == {(13, 10)}
    c = bench().terrain("hard", 10, 10, 4, 1)
    assert field_of(c.game).destroyed_around(Circle(10.5, 12.5, 0.5), 2.0) == ("p0",)


@rule("xcx.movement.forced")
def test_a_forced_move_ends_down_and_overwatch(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 10, down=True), b.add(1, "advent-trooper", 11, 10)
    b.engage(a, t)
    forced_to(b.game, a, (5.0, 5.0))
    assert (b.model(a).down, b.model(a).engaged, b.model(a).activated) == (False, (), False)


def test_straight_away_stops_before_a_wall(bench: Any) -> None:
    b = bench().terrain("impassable", 8, 20, 4, 1)
    a = b.add(0, "volunteer", 10, 14)
    assert straight_away(b.game, a, (10.0, 10.0), 12.0)[1] == pytest.approx(19.5, abs=0.02)


@rule("xcx.play.bases", "xcx.play.flat-and-all-round")
def test_bases_and_flatness(bench: Any) -> None:
    b = bench()
    a, big = b.add(0, "volunteer", 10, 10), b.add(0, "spark", 20, 10)
    assert (b.model(a).r, b.model(big).r) == (0.5, 1.0)
    found = [r.rule for r in move_refusals(b.game, a, False, Moved({a: ((11.0, 10.0, 3.0),)}))]
    assert found == ["play.flat-and-all-round"]
    assert seen(b, (18, 10), (24, 10)) == OPEN  # models never block
    assert (
        distance_between(Field("square", Ground.of((), 36, 36), ()), Circle(1.5, 1.5, 0.5), Circle(2.5, 1.5, 1.0)) == 1
    )


@pytest.mark.parametrize("mode", ["inches", "square", "hex"])
def test_one_drag_makes_a_whole_legal_move(bench: Any, mode: str) -> None:
    """What a screen offers: outlines in reach, and a way to where somebody points."""
    from xenotable.games.xcx.rules.movement.proposals import move_ask

    b = bench(mode).terrain("impassable", 8, 12, 5, 1)
    a, t = b.add(0, "volunteer", 10, 10), b.add(1, "advent-trooper", 20, 10)
    for run in (False, True):
        ask = move_ask(b.game, a, run)
        went = ask.toward(a, (10.5, 14.5), "run" if run else "")
        assert went is not None
        assert not [*ask.check(went)]
        assert ask.reach(a, "")
    charge = move_ask(b.game, a, True).toward(a, b.model(t).here, "charge")
    assert charge is not None
    assert not [*move_ask(b.game, a, True).check(charge)]


@rule("xcx.grid.corner-cutting")
def test_an_advance_squeezes_between_hard_covers_but_not_between_impassable_spaces(bench: Any) -> None:
    """What is shown as reach and made of a drag follows the same rule as the check."""
    for form, through in (("hard", True), ("impassable", False)):
        b = bench("square").terrain(form, 11, 10).terrain(form, 10, 11)
        a = b.add(0, "volunteer", 10, 10)
        b.order(a, "advance")
        move = b.match.open[0]
        assert (b.why({"paths": {a: [(11.5, 11.5)]}}) == []) == through
        shown = {tuple(sum(q[k] for q in space) / 4 for k in (0, 1)) for space in move.reach(a, "")}
        one = move.toward(a, (11.5, 11.5), "")
        assert ((11.5, 11.5) in shown) or not through
        assert (one is not None and one.paths[a] == ((11.5, 11.5),)) == through


# ---- where the rules end ---------------------------------------------------------------------------------------------


@rule("xcx.grid.sight-line", "xcx.grid.sight-edges")
@pytest.mark.parametrize(("left", "right", "cover"), [
    ("soft", "", OPEN), ("", "hard", OPEN), ("soft", "soft", IN_SOFT), ("hard", "soft", IN_SOFT),
    ("hard", "hard", IN_HARD), ("impassable", "soft", OPEN),
])  # fmt: skip
def test_a_line_between_two_spaces_is_covered_by_both_or_not_at_all(
    bench: Any, left: str, right: str, cover: int
) -> None:
    b = bench("square").terrain("soft", 30, 30)
    for form, (x, y) in ((left, (5, 6)), (right, (6, 5))):
        if form:
            b.terrain(form, x, y)
    assert seen(b, (2.5, 2.5), (6.5, 6.5)) == cover
    assert seen(b, (30.5, 20.5), (30.5, 30.5)) == IN_SOFT  # in a wood


@rule("xcx.grid.sight-blocked")
def test_hard_cover_far_from_both_blocks_only_on_both_sides(bench: Any) -> None:
    b = bench("square").terrain("hard", 4, 5)
    assert seen(b, (2.5, 2.5), (8.5, 8.5)) == OPEN
    b.terrain("hard", 5, 4)
    assert seen(b, (2.5, 2.5), (8.5, 8.5)) == UNSEEN
    assert seen(b, (4.5, 4.5), (8.5, 8.5)) == OPEN  # from beside it
    assert seen(b, (8.5, 8.5), (4.5, 4.5)) == IN_HARD


@rule("xcx.grid.directly-away")
def test_which_spaces_a_flight_on_a_grid_takes(bench: Any) -> None:
    b = bench("square")
    a = b.add(0, "volunteer", 12.5, 14.5)
    assert grid_away(b.game, a, (10.5, 10.5), 2) == (13.5, 16.5)  # nearest to the ray at each step
    b.game.models.set(a, x=8.5, y=6.5)
    assert grid_away(b.game, a, (10.5, 10.5), 2) == (7.5, 4.5)
    b.game.models.set(a, x=10.5, y=14.5)
    b.add(0, "volunteer", 10.5, 15.5)
    assert grid_away(b.game, a, (10.5, 10.5), 1) == (9.5, 15.5)  # past a friend
    o = bench("square").terrain("obstacle", 9, 15, 3, 1)
    a = o.add(0, "volunteer", 10.5, 14.5)
    assert grid_away(o.game, a, (10.5, 10.5), 3) == (10.5, 16.5)  # an Obstacle costs 2
    assert grid_away(o.game, a, (10.5, 10.5), 2) == (10.5, 14.5)  # and nobody stays in it
    edge = bench("square")
    a = edge.add(0, "volunteer", 10.5, 34.5)
    assert grid_away(edge.game, a, (10.5, 30.5), 6) == (10.5, 35.5)


@rule("xcx.grid.step-cost", "xcx.terrain.impassable", "xcx.terrain.hard-cover-advance", "xcx.terrain.obstacle-end")
@rule("xcx.movement.end-positions", "xcx.terrain.objectives-are-not-terrain")
def test_what_a_space_refuses(bench: Any) -> None:
    b = bench("square").terrain("impassable", 9, 11).terrain("hard", 10, 11).terrain("obstacle", 11, 11)
    b.thing("container", 12.5, 10.5)
    a = b.add(0, "volunteer", 10.5, 10.5)
    east = b.add(0, "volunteer", 11.5, 10.5)
    assert why(b, a, *steps((9, 11)), run=True) == ["terrain.impassable"]
    assert why(b, a, *steps((10, 11), (10, 12))) == ["terrain.hard-cover-advance"]
    assert why(b, a, *steps((10, 11), (10, 12)), run=True) == []
    assert why(b, a, *steps((10, 11)), run=True) == ["movement.end-positions"]
    assert why(b, a, *steps((11, 11)), run=True) == ["terrain.obstacle-end"]
    assert why(b, a, *steps((11, 11), (11, 12))) == ["terrain.hard-cover-advance"]
    assert why(b, east, *steps((12, 10)), run=True) == ["terrain.objectives-are-not-terrain"]
    far = list(move_refusals(b.game, a, False, Moved({a: steps(*[(10, j) for j in range(9, 1, -1)])})))
    assert [(r.rule, r.args["more"], r.args["may"]) for r in far] == [("movement.allowance", 2, 6)]


@rule("xcx.grid.objects")
@pytest.mark.parametrize(("kind", "x", "y", "w", "filled"), [
    ("container", 0.5, 0.5, 0, {(0, 0)}), ("container", 35.5, 35.5, 0, {(35, 35)}),
    ("container", 12.0, 10.5, 0, {(11, 10), (12, 10)}),
    ("site", 32, 32, 4, {(i, j) for i in range(32, 36) for j in range(32, 36)}),
    ("site", 0, 0, 3, {(i, j) for i in range(3) for j in range(3)}),
    ("derelict", 13.0, 10.5, 0, {(13, 10)}), ("derelict", 20.0, 10.5, 0, {(19, 10)}),
])  # fmt: skip
def test_the_spaces_of_an_object(bench: Any, kind: str, x: float, y: float, w: float, filled: set[Any]) -> None:
    b = bench("square")
    thing = b.thing(kind, x, y, w, w)
    assert set(field_of(b.game).thing_spaces(b.game.things[thing])) == filled


@rule("xcx.movement.allowance", "xcx.missions.hive-core")
def test_armour_and_the_core_slow_a_model_down(bench: Any) -> None:
    b = bench()
    a = b.add(0, "breacher", 10, 10, {"armour": "siege-plate"}, core=True)
    slow = content.armours()["siege-plate"].mobility
    assert mobility(b.game, a) == 5 + slow - 2
    b.game.models.set(a, core=False)
    assert mobility(b.game, a) == 5 + slow


@rule("xcx.movement.forced")
def test_who_is_forced_nowhere_stays_in_contact(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 10, down=True, watch=True), b.add(1, "advent-trooper", 11, 10)
    b.engage(a, t)
    forced_to(b.game, a, (10.0, 10.001))
    assert (b.model(a).engaged, b.model(a).here) == ((t,), (10.0, 10.0))
    assert (b.model(a).down, b.model(a).watch) == (False, False)


@rule("xcx.movement.illegal-refused", "xcx.charging.contact")
def test_a_charge_that_goes_nowhere(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 10), b.add(1, "advent-trooper", 10, 15)

    def charge(*path: tuple[float, float]) -> list[str]:
        return [r.rule for r in move_refusals(b.game, a, True, Moved({a: path} if path else {}, "charge"))]

    assert charge() == ["charging.contact"]
    assert charge((10.0, 14.0)) == []
    assert charge((14.0, 10.0)) == ["charging.contact"]
    assert t


@pytest.mark.parametrize(("mode", "far"), [("inches", "10 in"), ("square", "10 spaces"), ("hex", "10 spaces")])
def test_a_move_says_what_it_is_measured_in(mode: str, far: str, bench: Any) -> None:
    b = bench(mode=mode)
    a = b.add(0, "breacher", 10, 10)
    b.order(a, "run")
    assert prompt_of(b.match.open[0], b.game) == f"Move {b.game.name(a)} up to {far}"


@pytest.mark.parametrize(("mode", "far"), [("inches", "1 in"), ("square", "1 space"), ("hex", "1 space")])
def test_one_space_is_not_spaces(mode: str, far: str, bench: Any) -> None:
    b = bench(mode=mode)
    a = b.add(0, "breacher", 10, 10)
    ask = rest_ask(b.game, Moving(a, (), False), 1.0)
    assert prompt_of(ask, b.game) == f"Move {b.game.name(a)} up to {far}"
