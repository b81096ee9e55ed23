"""The compiled search gives the very ways of the plain one: the same source, run by Python and by numba."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plain_code import use_plain
from table.given import circles, grounds, points
from xenotable.kernels import compile_now, is_loaded
from xenotable.table import (
    Circle,
    Costs,
    Ground,
    disc,
    formation,
    formations,
    furthest_towards,
    grid_lines,
    path_to,
    reach,
    rectangle,
    roads,
    shortest_paths,
)
from xenotable.table.legal import Walk
from xenotable.table.paths import search
from xenotable.table.roads import Roads

pytestmark = pytest.mark.timeout(600)  # on a machine that never compiled it, the first of them compiles it all
MODULES = (formations, shortest_paths, roads, grid_lines)
WALL, BOG = 1, 2
COSTS = (
    Costs(impassable=WALL),
    Costs(impassable=WALL, no_end=BOG),
    Costs(impassable=WALL | BOG, edge=False),
    Costs(impassable=WALL, slow=((BOG, 2.0),)),
    Costs(slow=((WALL, 1.5), (BOG, 3.0)), crossing=((BOG, 2.0),), least=1.0),
)
crowds = st.lists(circles(), max_size=6)


@contextmanager
def plainly() -> Iterator[None]:
    """Whatever is asked for in here is found by the plain code."""
    assert all(is_loaded(module.__name__) for module in MODULES)
    use_plain(*MODULES)
    try:
        yield
    finally:
        for module in MODULES:
            module.use_compiled()


@pytest.fixture(autouse=True)
def _cold_again() -> Iterator[None]:
    for module in MODULES:
        compile_now(module.__name__)
    yield
    use_plain(*MODULES)


@given(circles(), points, st.lists(points, max_size=3), grounds(6), st.sampled_from(COSTS), crowds, st.floats(1, 30),
       st.sampled_from((1.0, 1.25)))  # fmt: skip
@settings(deadline=None)
def test_the_search_finds_the_same(c, focus, goals, ground, costs, others, limit, eager):
    walk = Walk(c, ground, costs, others, span=limit)
    asked = walk, (c.x, c.y), [g for g in goals if g != (c.x, c.y)], limit, focus if eager > 1.0 else None, eager
    with plainly():
        path, ways = search(*asked)
    quick_path, quick_ways = search(*asked)
    assert quick_path == path
    assert list(quick_ways.items()) == list(ways.items())


@given(circles(), points, grounds(6), st.sampled_from(COSTS), crowds, st.floats(1, 14), st.sampled_from((0.0, 1.5)))
@settings(deadline=None)
def test_ways_to_a_goal_are_the_same(c, goal, ground, costs, others, budget, near):
    asked = c, goal, budget, ground, costs, others
    with plainly():
        way, towards = path_to(*asked, near=near), furthest_towards(*asked, near=near)
    assert path_to(*asked, near=near) == way
    assert furthest_towards(*asked, near=near) == towards


@given(circles(), st.lists(points, min_size=1, max_size=12), grounds(6), st.sampled_from(COSTS), crowds,
       st.floats(1, 14), st.booleans())  # fmt: skip
@settings(deadline=None)
def test_ways_to_many_goals_are_the_same(c, goals, ground, costs, others, limit, eager):
    walk = Walk(c, ground, costs, others, span=limit)
    with plainly():
        found = Roads(walk, limit, eager=eager)
        ways = [found.to(goal) for goal in goals]
    again = Roads(walk, limit, eager=eager)
    assert [again.to(goal) for goal in goals] == ways


@given(st.integers(0, 1), st.integers(-40, 40), st.integers(-40, 40))
@settings(deadline=None)
def test_lines_over_grids_are_the_same(row, column, other):
    asked = row, column, other
    with plainly():
        squares, hexes = grid_lines.square_line(*asked), grid_lines.hex_line(*asked)
    assert grid_lines.square_line(*asked) == squares
    assert grid_lines.hex_line(*asked) == hexes


def test_a_unit_goes_round_a_house_the_same_way():
    table = Ground.of([rectangle("house", 8, 6, 12, 14, WALL), disc("pond", 14, 4, 2, WALL)], 24, 24)
    unit = [Circle(7, y, 0.5) for y in (8, 9.5, 11, 12.5)]
    asked = unit, (6.0, 0.0), 12.0, table, COSTS[0], [Circle(13, 12, 1.0)]
    with plainly():
        plain = formation(*asked, coherency=20.0, every_pair=True)
    assert any(len(way) > 1 for way in plain.paths)
    assert formation(*asked, coherency=20.0, every_pair=True) == plain


def test_what_lies_in_reach_is_the_same():
    table = Ground.of([rectangle("house", 8, 6, 12, 14, WALL)], 24, 24)
    with plainly():
        outlines = reach(Circle(7, 10, 0.5), 9.0, table, COSTS[0])
    assert len(outlines) > 1
    assert reach(Circle(7, 10, 0.5), 9.0, table, COSTS[0]) == outlines


def test_prices_of_terrain_lead_the_same_way_round():
    table = Ground.of([rectangle("house", 8, 6, 12, 14, WALL), rectangle("bog", 6, 14, 14, 18, BOG)], 24, 24)
    asked = Circle(7, 10, 0.5), (14.0, 10.0), 20.0, table, Costs(impassable=WALL, slow=((BOG, 3.0),))
    with plainly():
        way = path_to(*asked)
    assert way is not None
    assert all(y < 14 for _, y in way)  # round the other side
    assert path_to(*asked) == way
