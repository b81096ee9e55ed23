import math

import pytest
from hypothesis import given

from table.given import circles, grounds, heights, points
from xenotable.table import (
    Circle,
    Ground,
    along,
    blocking_circle,
    centre_and_rim,
    centre_and_sides,
    circle_crossed,
    circle_span,
    cover_lines,
    from_base,
    leaves,
    reach_of,
    rectangle,
    rim,
    sight_lines,
    silhouette,
    tangents,
    visible,
    visible3,
)

TABLE = Ground.of([rectangle("wall", 10, 0, 11, 12, 1, 0.0, 3.0)], 24, 24)


def test_three_lines_see_past_a_corner_that_hides_the_centre():
    eye, target = (4.0, 11.5), Circle(20, 11.5, 2)
    centre, left, right = centre_and_sides(eye, target)
    assert TABLE.blocked(eye, centre, 1)
    assert TABLE.blocked(eye, right, 1)
    assert TABLE.blocked(eye, left, 1) is None
    assert visible(TABLE, eye, [centre, left, right], 1)
    assert not visible(TABLE, eye, [centre, right], 1)


def test_eight_points_of_the_rim_are_exact_at_the_quarters():
    points = rim(Circle(10, 10, 1))
    assert points[0::2] == [(11, 10), (10, 11), (9, 10), (10, 9)]
    assert len(centre_and_rim(Circle(10, 10, 1))) == 9


def test_the_silhouette_has_85_points_and_starts_towards_the_viewer():
    points = silhouette(Circle(10, 10, 0.5, z=3.0), 1.2, (0, 10), share=0.8)
    assert len(points) == 85
    assert points[1][:2] == pytest.approx((9.6, 10), abs=1e-3)
    assert min(z for _, _, z in points) == pytest.approx(3.12, abs=1e-3)
    assert max(z for _, _, z in points) == pytest.approx(4.2, abs=1e-3)


def test_a_head_sees_over_a_wall_what_a_line_at_the_floor_does_not():
    target = Circle(20, 6, 0.5)
    assert not visible3(TABLE, (4, 6, 1.2), silhouette(target, 1.2, (4, 6)), 1, 0.04)
    assert visible3(TABLE, (9.5, 6, 5.0), silhouette(target, 1.2, (9.5, 6)), 1, 0.04)


def test_circles_in_the_way():
    assert circle_crossed((0, 0), (10, 0), (5, 0), 1) == pytest.approx(2.0)
    assert circle_crossed((0, 1), (10, 1), (5, 0), 1) == 0.0  # a tangent touches
    assert circle_crossed((0, 0), (5, 0), (5, 0), 1) == pytest.approx(1.0)
    near, far = Circle(5, 0.9, 1), Circle(7, 0, 1)
    assert blocking_circle((0, 0), (10, 0), [near, far]) is near
    assert blocking_circle((0, 0), (10, 0), [near, far], width=1.0) is far


def test_how_far_a_crossing_is_from_either_base():
    shooter, target = Circle(8, 6, 0.5), Circle(14, 6, 0.5)
    p, q = (8.0, 6.0), (14.0, 6.0)
    (crossing,) = TABLE.crossings(p, q, 1)
    assert reach_of(crossing, p, q, target) == pytest.approx((2.5, 3.5))
    assert reach_of(crossing, p, q, shooter) == pytest.approx((1.5, 2.5))
    assert along(p, q, leaves(p, q, shooter, 1.0))[0] == pytest.approx(9.5)
    assert from_base(p, q, 0.5, target, 0.1, 0.1, lift=0.1) == pytest.approx(2.5)


@given(points, circles())
def test_tangents_touch(p, c):
    for at in tangents(p, c):
        assert math.dist(at, (c.x, c.y)) == pytest.approx(c.r, abs=2e-3)
    if math.dist(p, (c.x, c.y)) > c.r + 0.1:
        left, right = tangents(p, c)
        assert circle_crossed(p, left, (c.x, c.y), c.r - 0.002) == 0.0
        assert (left[0] - p[0]) * (c.y - p[1]) - (left[1] - p[1]) * (c.x - p[0]) < 0  # the base lies right of it
        assert (right[0] - p[0]) * (c.y - p[1]) - (right[1] - p[1]) * (c.x - p[0]) > 0


@given(points, circles())
def test_a_fan_stays_on_the_base(p, c):
    assert all(math.dist(q, (c.x, c.y)) <= c.r + 2e-3 for q in cover_lines(p, c))


@given(circles(), circles())
def test_sight_lines_run_from_base_to_base(a, b):
    for p, q in sight_lines(a, b):
        assert math.dist(p, (a.x, a.y)) <= a.r + 2e-3
        assert math.dist(q, (b.x, b.y)) <= b.r + 2e-3


@given(points, points, circles())
def test_circles_are_crossed_alike_from_both_ends(p, q, c):
    there, back = circle_span(p, q, c), circle_span(q, p, c)
    assert (there is None) == (back is None)
    assert circle_crossed(p, q, (c.x, c.y), c.r) == pytest.approx(circle_crossed(q, p, (c.x, c.y), c.r))


@given(grounds(), points, circles())
def test_visible_is_some_line_clear(ground, p, c):
    ends = centre_and_rim(c)
    assert visible(ground, p, ends, 1) == any(ground.blocked(p, q, 1) is None for q in ends)
    assert not visible(ground, p, [], 1)


@given(grounds(), points, circles(), heights, heights)
def test_visible_in_space_is_some_line_clear(ground, p, c, eye, height):
    ends = silhouette(c, height + 0.5, p, around=6, levels=(0.1, 1.0))
    one_by_one = any(ground.blocked(p, (x, y), 1, eye, z, 0.04) is None for x, y, z in ends)
    assert visible3(ground, (*p, eye), ends, 1, 0.04) == one_by_one
    assert not visible3(ground, (*p, eye), [], 1)


@given(grounds(), points, circles())
def test_the_corridor_leaves_out_nothing_that_a_line_meets(ground, p, c):
    ends = cover_lines(p, c)
    among = ground.corridor(p, ends, 3)
    assert all(ground.crossings(p, q, 3, among=among) == ground.crossings(p, q, 3) for q in ends)
