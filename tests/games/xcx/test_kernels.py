"""Compiled answers about a ground are those of the plain rules, to the last bit."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plain_code import use_plain
from xenotable.games.xcx import content, kernels
from xenotable.games.xcx.rules import sight
from xenotable.games.xcx.rules.grid import sight as grid_sight
from xenotable.games.xcx.rules.grid.objects import layout_ground
from xenotable.games.xcx.rules.sight import look
from xenotable.games.xcx.rules.terrain.field import Field, step_costs
from xenotable.games.xcx.rules.terrain.forms import OBSTACLE, SOLID, costs_of
from xenotable.kernels import compile_now
from xenotable.table import Circle, snap

LAYOUTS = tuple(content.layouts())
spots = st.floats(0.0, 1.0, exclude_max=True)
radii = st.sampled_from([0.0, 0.5, 0.75, 1.0])


@cache
def ground(layout: str, mode: str) -> Field:
    return Field(mode, layout_ground(content.layouts()[layout], ()), ())


@cache
def compiled() -> SimpleNamespace:
    """Without making everything else in this process quick: citations would be lost."""
    for module in ("rules.sight", "rules.grid.sight", "kernels"):
        compile_now(f"xenotable.games.xcx.{module}")
    found = SimpleNamespace(
        lines=sight.nine_lines, each=sight.nine_lines_each, flood=kernels.flood, walk=kernels.straight_walk,
        over_grid=grid_sight.line_between, many_over_grid=grid_sight.lines_between, between=kernels.points_between,
    )  # fmt: skip
    use_plain(sight, grid_sight, kernels)
    return found


def base(field: Field, u: float, v: float, r: float) -> Circle:
    """A base anywhere on the table, often on the half inches where borders are met exactly."""
    x, y = u * field.width, v * field.depth
    p = (snap(x), snap(y)) if int(x * 64) % 2 else (int(2 * x) / 2, int(2 * y) / 2)
    p = p if field.grid is None else field.place(p)
    return Circle(p[0], p[1], r)


Spot = tuple[float, float, float]


@settings(max_examples=400, deadline=None)
@given(layout=st.sampled_from(LAYOUTS), a=st.tuples(spots, spots, radii), b=st.tuples(spots, spots, radii))
def test_nine_lines(layout: str, a: Spot, b: Spot) -> None:
    field = ground(layout, "inches")
    one, two = base(field, *a), base(field, *b)
    for s, t in ((one, two), (two, one)):
        numbers = (s.x, s.y, s.r, t.x, t.y, t.r)
        plain = sight.nine_lines(field.sighted, *numbers)
        assert compiled().lines(field.sighted, *numbers) == plain
        assert sight.nine_lines(field.corridor(s.x, s.y, t.x, t.y, t.r), *numbers) == plain


@settings(deadline=None)
@given(
    layout=st.sampled_from(LAYOUTS),
    eyes=st.lists(st.tuples(spots, spots), max_size=12),
    at=st.tuples(spots, spots),
    r=radii,
)
def test_lines_from_many_places_are_those_from_each(
    layout: str, eyes: list[tuple[float, float]], at: tuple[float, float], r: float
) -> None:
    field = ground(layout, "inches")
    there = base(field, *at, r)
    places = [(c.x, c.y) for c in (base(field, *eye, 0.5) for eye in eyes)]
    lines = [(*p, there.x, there.y) for p in places]
    apart = [sight.nine_lines(field.sighted, x, y, 0.5, there.x, there.y, r) for x, y in places]
    assert sight.nine_lines_each(field.sighted, lines, 0.5, r) == apart
    assert not lines or compiled().each(field.sighted, lines, 0.5, r) == apart
    one_by_one = [look(field, Circle(*p, 0.5), there) for p in places]
    assert list(sight.looks(field, places, 0.5, there)) == sight._nine_lines_each(field, lines, 0.5, r) == one_by_one
    back = [look(field, there, Circle(*p, 0.5)) for p in places]
    assert list(sight.looks_at(field, there, places, 0.5)) == back


@pytest.mark.parametrize("mode", ["square", "hex"])
@settings(max_examples=200, deadline=None)
@given(layout=st.sampled_from(LAYOUTS), a=st.tuples(spots, spots), b=st.tuples(spots, spots))
def test_lines_over_grids(mode: str, layout: str, a: tuple[float, float], b: tuple[float, float]) -> None:
    """They are drawn by compiled code, and known to plain code (`Spaces.between`)."""
    field = ground(layout, mode)
    assert field.grid is not None
    s, t = (field.number((c.x, c.y)) for c in (base(field, *a, 0.5), base(field, *b, 0.5)))
    asked = field.numbered, s, t, field.grid.plan.stride, mode == "hex"
    plain = grid_sight.line_between(*asked)
    assert compiled().over_grid(*asked) == plain
    spaces, places, low, high = field.grid.plan.spaces, field.grid.plan.places, min(s, t), max(s, t)
    met = field.grid.between(spaces[places[low]], spaces[places[high]])
    assert grid_sight.line_meets(field.numbered, met, low, *asked[1:]) == plain


@pytest.mark.parametrize("mode", ["square", "hex"])
@settings(deadline=None)
@given(
    layout=st.sampled_from(LAYOUTS),
    eyes=st.lists(st.tuples(spots, spots), min_size=1, max_size=12),
    at=st.tuples(spots, spots),
)
def test_many_lines_over_grids_are_those_from_each(
    mode: str, layout: str, eyes: list[tuple[float, float]], at: tuple[float, float]
) -> None:
    field = ground(layout, mode)
    assert field.grid is not None
    there, bases = base(field, *at, 0.5), [base(field, *eye, 0.5) for eye in eyes]
    lines = [(field.number((c.x, c.y)), field.number((there.x, there.y))) for c in bases]
    asked = field.numbered, lines, field.grid.plan.stride, mode == "hex"
    assert compiled().many_over_grid(*asked) == grid_sight.lines_between(*asked)
    assert grid_sight.grid_lines(field, field.grid, lines) == [look(field, c, there) for c in bases]


@settings(deadline=None)
@given(
    layout=st.sampled_from(LAYOUTS),
    a=st.tuples(spots, spots, radii),
    b=st.tuples(spots, spots, radii),
    far=st.integers(1, 16),
    low=st.sampled_from([0.0, 3.0, 6.0]),
    wide=st.sampled_from([1.0, 6.0, 30.0]),
)
def test_points_between_two_distances(layout: str, a: Spot, b: Spot, far: int, low: float, wide: float) -> None:
    field = ground(layout, "inches")
    here, there, points = base(field, *a), base(field, *b), field.lattice(0.5)
    found = [
        (n, d)
        for n, (x, y) in enumerate(points)
        if (x - here.x) ** 2 + (y - here.y) ** 2 <= far * far
        and low <= (d := field.distance(Circle(x, y, here.r), there)) < low + wide
    ]
    asked = points, here.x, here.y, float(far), there.x, there.y, here.r, there.r, low, low + wide
    assert kernels.points_between(*asked) == compiled().between(*asked) == found


@pytest.mark.parametrize("mode", ["inches", "square", "hex"])
def test_looks_of_all_kinds_are_compared(mode: str) -> None:
    field = ground(LAYOUTS[0], mode)
    far = [base(field, 0.37 * k % 1.0, 0.61 * k % 1.0, 0.5) for k in range(40)]
    assert {look(field, a, b) for a in far for b in far} == {-1, 0, 1, 2}


@pytest.mark.parametrize("mode", ["square", "hex"])
@settings(deadline=None)
@given(
    layout=st.sampled_from(LAYOUTS),
    at=st.tuples(spots, spots),
    goal=st.tuples(spots, spots),
    far=st.integers(1, 16),
    run=st.booleans(),
    others=st.lists(st.tuples(spots, spots), max_size=20),
)
def test_ways(
    mode: str,
    layout: str,
    at: tuple[float, float],
    goal: tuple[float, float],
    far: int,
    run: bool,
    others: list[tuple[float, float]],
) -> None:
    field = ground(layout, mode)
    start, end = (field.number((p[0] * field.width, p[1] * field.depth)) for p in (at, goal))
    taken = frozenset([field.number((u * field.width, v * field.depth)) for u, v in others]) - {start}
    fast, p = compiled(), (goal[0] * field.width, goal[1] * field.depth)
    for tidy in (False, True):
        for aim in (0, end) if end not in taken else (0,):
            plain = field.flood(start, far, run, taken, aim, tidy)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(kernels, "flood", fast.flood)
                assert list(field.flood(start, far, run, taken, aim, tidy).items()) == list(plain.items())
    way = field.straight_walk(start, run, p, float(far), taken)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "straight_walk", fast.walk)
        assert field.straight_walk(start, run, p, float(far), taken) == way


@pytest.mark.parametrize("mode", ["square", "hex"])
@settings(deadline=None)
@given(
    layout=st.sampled_from(LAYOUTS),
    at=st.tuples(spots, spots),
    far=st.integers(1, 12),
    run=st.booleans(),
    others=st.lists(st.tuples(spots, spots), max_size=20),
)
def test_a_flood_reaches_all_that_can_be_paid_for(
    mode: str, layout: str, at: tuple[float, float], far: int, run: bool, others: list[tuple[float, float]]
) -> None:
    """Against the grid's own way from space to space."""
    field = ground(layout, mode)
    assert field.grid is not None
    start = field.number((at[0] * field.width, at[1] * field.depth))
    taken = frozenset([field.number((u * field.width, v * field.depth)) for u, v in others]) - {start}
    spent, left, costs = {start: 0}, [start], costs_of(run)
    shut, double, _ = step_costs(run)
    while left:  # the cheapest first
        left.sort(key=lambda n: -spent[n])
        s = left.pop()
        at_space = field.grid.space(field.grid.plan.places[s])
        for space in field.grid.beside(at_space):
            t, sides = field.grid.plan.numbers[space], field.grid.squeezed(at_space, space)
            more = spent[s] + (double if field.bits[t] & OBSTACLE else 1)
            squeezed = sides and all(field.grid.forms.get(side, 0) & SOLID for side in sides)
            open_ = t not in taken and not field.bits[t] & costs.impassable and not squeezed
            if open_ and more <= far and more < spent.get(t, far + 1):
                spent[t] = more
                left.append(t)
    found = field.flood(start, far, run, taken)
    assert shut == costs.impassable
    assert set(found) == set(spent) - {start}
    for end in found:
        way = field.traced(end, found)
        assert sum(double if field.bits[field.number(p)] & OBSTACLE else 1 for p in way) == spent[end]
