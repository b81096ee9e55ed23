"""The compiled search and formation give the very ways of the plain ones."""

import math
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.given import circles, grounds, points
from xenotable.kernels import compile_now
from xenotable.table import (
    Circle,
    Costs,
    Ground,
    compiled_paths,
    disc,
    formation,
    furthest_towards,
    path_to,
    reach,
    rectangle,
)
from xenotable.table.groups import COMPILED as FORMATIONS
from xenotable.table.legal import Walk
from xenotable.table.paths import COMPILED as SEARCHES
from xenotable.table.paths import search

pytestmark = pytest.mark.timeout(600)  # on a machine that never compiled it, the first of them compiles it all
WALL, BOG = 1, 2
COSTS = (Costs(impassable=WALL), Costs(impassable=WALL, no_end=BOG), Costs(impassable=WALL | BOG, edge=False))
crowds = st.lists(circles(), max_size=6)


@contextmanager
def plainly() -> Iterator[None]:
    """Whatever is asked for in here is found by the plain code."""
    compile_now("xenotable.table.compiled_paths")
    kept = SEARCHES.pop(), FORMATIONS.pop()
    try:
        yield
    finally:
        SEARCHES.append(kept[0])
        FORMATIONS.append(kept[1])


@pytest.fixture(autouse=True)
def _cold_again() -> Iterator[None]:
    compile_now("xenotable.table.compiled_paths")
    yield
    compiled_paths.use_plain()


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


@given(st.lists(circles(), min_size=1, max_size=6), points, grounds(6), st.sampled_from(COSTS), crowds,
       st.lists(st.floats(0, 9), min_size=6, max_size=6), st.sampled_from((0.0, 1.0)),
       st.sampled_from((3.0, 8.0, 40.0)))  # fmt: skip
@settings(deadline=None)
def test_formations_are_the_same(models, delta, ground, costs, others, budgets, gap, coherency):
    asked = models, (delta[0] - 12.0, delta[1] - 12.0), budgets[: len(models)], ground, costs, others, gap
    with plainly():
        plain = formation(*asked, coherency=coherency, every_pair=True)
    assert formation(*asked, coherency=coherency, every_pair=True) == plain


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


def test_a_ground_with_round_pieces_that_nobody_ends_on_is_left_to_the_plain_code():
    pond = Ground.of([disc("pond", 12, 12, 3, BOG)], 24, 24)
    assert compiled_paths.shut_outlines(pond, BOG) is None
    asked = [Circle(12, 6, 0.5)], (0.0, 4.0), 4.0, pond, COSTS[1]
    went = formation(*asked, coherency=math.inf, every_pair=True)
    with plainly():
        assert formation(*asked, coherency=math.inf, every_pair=True) == went
    assert 3.5 - 0.001 <= math.dist(went.paths[0][-1], (12, 12)) < 6.0
