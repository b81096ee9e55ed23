"""Is there a legal place or way? The candidates of a region decide, nearest first."""

from __future__ import annotations

import math
import random
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xenotable.table import (
    Circle,
    Costs,
    Ground,
    Point,
    Region,
    Walk,
    legal,
    legal_places,
    nearest_place,
    path_to,
    rectangle,
    snap_point,
    wall,
    ways_into,
)
from xenotable.table.curves import crossings, foot, grazing_lines, pushed, signed_distance

WOOD, ROCK = 1, 2
SIZE = 24.0


def anywhere(p: Point) -> bool:
    return True


def test_the_nearest_place_is_the_focus_the_foot_on_a_curve_or_a_corner():
    free = Region((10.0, 10.0), 20.0)
    assert nearest_place([free], (10.0, 10.0), anywhere) == (10.0, 10.0)
    ring = Region((10.0, 10.0), 20.0).at_least(10.0, 10.0, 2.0)
    p = nearest_place([ring], (11.0, 10.0), anywhere)
    assert p == pytest.approx((12.0, 10.0), abs=0.002)
    corner = Region((10.0, 10.0), 20.0).at_least(9.0, 10.0, 2.0).at_least(11.0, 10.0, 2.0)
    p = nearest_place([corner], (10.0, 10.0), anywhere)
    assert p is not None
    assert (p[0], abs(p[1] - 10.0)) == pytest.approx((10.0, math.sqrt(3.0)), abs=0.003)


def test_a_gap_that_only_just_holds_a_base_is_found_and_a_narrower_one_is_not():
    for wide, there in ((2.0, True), (1.995, False)):
        lane = Region((5.0, 5.0), 4.0).at_least(4.0, 5.0, 1.0).at_least(4.0 + wide, 5.0, 1.0)
        lane.half_plane(0.0, 1.0, 5.0, 0.001).half_plane(0.0, -1.0, -5.0, 0.001)
        lane.half_plane(1.0, 0.0, 4.0 + wide).half_plane(-1.0, 0.0, -4.0)
        assert (nearest_place([lane], (5.0, 5.0), anywhere) is not None) == there


def test_of_several_regions_the_nearest_place_counts_and_the_check_has_the_last_word():
    two = [Region((0.0, 0.0), 30.0).at_most(x, 0.0, 1.0) for x in (9.0, 5.0)]
    assert nearest_place(two, (0.0, 0.0), anywhere) == pytest.approx((4.0, 0.0), abs=0.002)
    assert nearest_place(two, (0.0, 0.0), lambda p: p[0] > 7.0) == pytest.approx((8.0, 0.0), abs=0.002)
    assert nearest_place(two, (0.0, 0.0), lambda p: False) is None


def test_places_on_a_line_come_in_order():
    region = Region((0.0, 0.0), 20.0).at_least(4.0, 0.0, 1.0).at_least(8.0, 0.0, 1.0)
    xs = [p[0] for p in region.on_line((3.5, 0.0), (10.0, 0.0))]
    assert xs == pytest.approx([5.0, 7.0, 9.0, 10.0], abs=0.002)


def test_behind_a_wall_is_where_it_lies_between():
    fence = wall("fence", (4.0, 5.0), (6.0, 5.0))
    region = Region((5.0, 8.0), 6.0).near_piece(fence, 1.0).behind(*fence.line, (5.0, 0.0))
    assert region.holds(5.0, 5.5)
    assert not region.holds(5.0, 4.5)
    assert not region.holds(6.5, 5.1)


def test_a_way_round_a_corner_is_found_where_no_straight_one_leads():
    ground = Ground.of(
        [rectangle("rock", 8.0, 4.0, 10.0, 14.0, ROCK), rectangle("wood", 11.0, 7.0, 13.0, 9.0, WOOD)], SIZE, SIZE
    )
    base, costs = Circle(6.0, 8.0, 1.0), Costs(impassable=ROCK)
    for budget, there in ((8.0, False), (13.0, True)):
        walk = Walk(base, ground, costs, span=budget)
        region = Region.of(walk, budget).in_piece(ground.piece("wood"))
        check = partial(legal, base, ground=ground, costs=costs, budget=budget)
        way = next(ways_into([region], walk, budget, check), None)
        assert (way is not None) == there
        assert not way or len(way) > 1


@given(st.integers(0, 10**9))
def test_no_random_point_is_legal_where_no_candidate_is(seed):
    rnd = random.Random(seed)
    ground = Ground.of(
        [rectangle(f"rock-{i}", x, y, x + rnd.uniform(1, 4), y + rnd.uniform(1, 4), ROCK)
         for i, (x, y) in enumerate((rnd.uniform(0, 12), rnd.uniform(0, 12)) for _ in range(4))],
        14.0, 14.0,
    )  # fmt: skip
    others = [Circle(*snap_point((rnd.uniform(0, 14), rnd.uniform(0, 14))), 1.0) for _ in range(5)]
    base = Circle(*snap_point((rnd.uniform(2, 12), rnd.uniform(2, 12))), 1.0)
    walk = Walk(base, ground, Costs(impassable=ROCK), others, 0.5)
    region = Region.of(walk, 20.0).at_least(base.x, base.y, 1.0)
    free = [p for p in ((rnd.uniform(1, 13), rnd.uniform(1, 13)) for _ in range(150))
            if walk.ends(p) and math.dist(p, (base.x, base.y)) > 1.01]  # fmt: skip
    best = next(legal_places([region], (base.x, base.y), walk.ends), None)
    assert best is not None or not free
    if best is not None and free:
        assert math.dist(best, (base.x, base.y)) <= min(math.dist(p, (base.x, base.y)) for p in free) + 0.002


@given(st.integers(0, 10**9))
def test_where_some_point_can_be_walked_to_a_way_is_found(seed):
    rnd = random.Random(seed)
    ground = Ground.of(
        [rectangle(f"rock-{i}", x, y, x + rnd.uniform(1, 5), y + rnd.uniform(1, 5), ROCK)
         for i, (x, y) in enumerate((rnd.uniform(0, 12), rnd.uniform(0, 12)) for _ in range(4))]
        + [rectangle("wood", 9.0, 9.0, 12.0, 12.0, WOOD)], 14.0, 14.0)  # fmt: skip
    base, costs, budget = Circle(2.0, 2.0, 0.5), Costs(impassable=ROCK), rnd.uniform(8.0, 14.0)
    walk = Walk(base, ground, costs, span=budget)
    region = Region.of(walk, budget).in_piece(ground.piece("wood"))
    found = next(ways_into([region], walk, budget, lambda w: legal(base, w, ground, costs, budget=budget)), None)
    inside = (snap_point((rnd.uniform(9, 12), rnd.uniform(9, 12))) for _ in range(12))
    assert found is not None or not any(path_to(base, p, budget - 0.01, ground, costs) for p in inside)


def test_curves():
    circle, segment = (0.0, 0.0, 2.0, 0.0, 0.0), (-3.0, 1.0, 0.0, 6.0, 0.0)
    assert foot(circle, 4.0, 0.0) == (2.0, 0.0)
    assert foot(segment, 9.0, 5.0) == (3.0, 1.0)
    assert [x for x, _ in crossings(circle, segment)] == pytest.approx([-math.sqrt(3), math.sqrt(3)])
    assert crossings(circle, (9.0, 0.0, 2.0, 0.0, 0.0)) == ()
    square = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    assert [signed_distance(square, *p) for p in ((1.0, 1.0), (3.0, 1.0))] == [-1.0, 1.0]
    assert len(pushed(square, 1.0)) == 8
    stops = [(4.0, 0.0, 4.0)]
    assert [line[3:] for line in grazing_lines((0.0, 0.0), stops, 2.0, (0.0, 0.0, 9.0))] == [(0.0, 2.0), (0.0, -2.0)]
    assert grazing_lines((0.0, 0.0), stops, 2.0, (2.0, 0.0, 1.0)) == []
