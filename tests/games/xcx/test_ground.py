"""What is remembered of the ground, or worked out for many places at once, agrees with the plain rule."""

from __future__ import annotations

import math

import pytest

from xenotable.games.xcx import content
from xenotable.games.xcx.rules.grid.objects import layout_ground
from xenotable.games.xcx.rules.movement.positions import stands
from xenotable.games.xcx.rules.sight import _open_shade, look, shade
from xenotable.games.xcx.rules.terrain.field import Field
from xenotable.games.xcx.rules.terrain.ground import first_field
from xenotable.games.xcx.state import BattleSetup, Side, Squad
from xenotable.table import Circle

SIDES = (Side((Squad("XCX"),)), Side((Squad("ADVENT"),)))
LAYOUTS = ("relay-plaza", "harbour-steps", "long-front")


def ground(layout: str, mode: str) -> Field:
    return Field(mode, layout_ground(content.layouts()[layout], ()), ())


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("r", [0.5, 0.75, 1.0])
def test_shade_of_all_points_is_that_of_each(layout: str, r: float) -> None:
    field = ground(layout, "inches")
    assert {shade(field, Circle(x, y, r)) for x, y in field.points()} == {0, 1, 2}
    for x, y in field.points():
        assert shade(field, Circle(x, y, r)) == _open_shade(field, Circle(x, y, r)), (x, y)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("r", [0.5, 1.0])
def test_columns_leave_out_only_where_nobody_can_stand(layout: str, r: float) -> None:
    field = ground(layout, "inches")
    kept = {p for _, points in field.columns(r) for p in points}
    assert kept <= set(field.points())
    assert all(stands(field, p, r) == (p in kept) for p in field.points())
    assert {p for _, points in field.columns(0.0) for p in points} == set(field.points())


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_lies_between_two_blocks_is_all_that_a_line_can_meet(layout: str) -> None:
    field, plain = ground(layout, "inches"), ground(layout, "inches")
    plain.corridor = lambda *line: plain.sighted  # type: ignore[method-assign]  # looks at every piece
    spots = [(3.25 + 2.5 * k % (field.width - 6), 3.75 + 3.75 * k % (field.depth - 6)) for k in range(24)]
    for ax, ay in spots:
        for bx, by in spots:
            a, b = Circle(ax, ay, 0.5), Circle(by % field.width, bx % field.depth, 1.0)
            assert look(field, a, b) == look(plain, a, b), (a, b)


@pytest.mark.parametrize("mode", ["square", "hex"])
def test_steps_on_a_changed_ground_are_those_of_a_new_one(mode: str) -> None:
    base = first_field(BattleSetup("broken-convoy", 500, mode, "ring-road", SIDES))
    assert base.grid is not None
    gone = (*(f"{i},{j}" for i, j in list(base.grid.forms)[:30]), "o1")
    after, fresh = base.changed(gone, (20.5, 20.5)), base.changed(gone, (20.5, 20.5))
    fresh.forget()
    for n in list(base.grid.plan.places)[::7]:
        for run in (True, False):
            assert after.flood(n, 8, run, ()) == fresh.flood(n, 8, run, ())
    assert any(after.flood(n, 8, True, ()) != base.flood(n, 8, True, ()) for n in base.grid.plan.places)


@pytest.mark.parametrize("mode", ["inches", "square", "hex"])
def test_looks_are_shared_while_sight_meets_the_same(mode: str) -> None:
    base = first_field(BattleSetup("broken-convoy", 500, mode, "ring-road", SIDES))
    assert base.changed(("o1", "o2"), ()).seen is base.seen  # objects hide nobody
    pieces = ("p3",) if base.grid is None else tuple(f"{i},{j}" for i, j in base.grid.forms)
    assert base.changed(pieces, ()).seen is not base.seen


@pytest.mark.parametrize("mode", ["square", "hex"])
def test_a_tidy_flood_finds_the_ways_of_the_grid_itself(mode: str) -> None:
    from xenotable.games.xcx.rules.terrain.forms import costs_of

    field = first_field(BattleSetup("broken-convoy", 500, mode, "foundry-row", SIDES))
    grid = field.grid
    assert grid is not None
    start = next(p for p in field.points() if math.dist(p, (18, 18)) < 4 and stands(field, p, 0.5))
    before = field.flood(field.number(start), 12, True, (), tidy=True)
    spent, back = grid.spread(grid.space(start), 12.0, costs_of(True), set())
    assert {grid.plan.spaces[grid.plan.places[n]] for n in before} == set(spent) - {grid.space(start)}
    for n in before:
        end = grid.plan.spaces[grid.plan.places[n]]
        assert field.traced(n, before) == grid.back(end, grid.space(start), back)
