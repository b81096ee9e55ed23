import math
import re

import pytest
from hypothesis import given

from table.given import circles, grounds, points
from xenotable import table
from xenotable.table import (
    Circle,
    Ground,
    along,
    centre_and_rim,
    centre_and_sides,
    circle_span,
    off_base,
    rectangle,
    rim,
    tangents,
)

TABLE = Ground.of([rectangle("wall", 10, 0, 11, 12, 1, 0.0, 3.0)], 24, 24)


def test_three_lines_see_past_a_corner_that_hides_the_centre():
    eye, target = (4.0, 11.5), Circle(20, 11.5, 2)
    centre, left, right = centre_and_sides(eye, target)
    assert TABLE.blocked(eye, centre, 1)
    assert TABLE.blocked(eye, right, 1)
    assert TABLE.blocked(eye, left, 1) is None


def test_eight_points_of_the_rim_are_exact_at_the_quarters():
    points = rim(Circle(10, 10, 1))
    assert points[0::2] == [(11, 10), (10, 11), (9, 10), (10, 9)]
    assert len(centre_and_rim(Circle(10, 10, 1))) == 9


def test_circles_in_the_way():
    assert circle_span((0, 0), (10, 0), Circle(5, 0, 1)) == pytest.approx((0.4, 0.6))
    assert circle_span((0, 1), (10, 1), Circle(5, 0, 1)) is None  # a tangent touches
    assert circle_span((0, 0), (5, 0), Circle(5, 0, 1)) == pytest.approx((0.8, 1.0))


def test_how_far_a_crossing_is_from_either_base():
    shooter, target = Circle(8, 6, 0.5), Circle(14, 6, 0.5)
    p, q = (8.0, 6.0), (14.0, 6.0)
    (crossing,) = TABLE.crossings(p, q, 1)
    assert along(p, q, crossing.t0) == pytest.approx((10, 6))
    for base, far in ((target, [3.5, 2.5]), (shooter, [1.5, 2.5])):
        around = (base.x, base.y, base.r, base.z)
        assert [off_base(p, q, t, around, 0.0, 0.0, 0.0) for t in (crossing.t0, crossing.t1)] == pytest.approx(far)
    assert off_base(p, q, 0.5, (14.0, 6.0, 0.5, 0.0), 0.1, 0.1, lift=0.1) == pytest.approx(2.5)


def test_the_overview_of_the_table_names_all_that_it_offers():
    assert set(table.__all__) <= set(re.findall(r"\w+", table.__doc__))


@given(points, circles())
def test_tangents_touch(p, c):
    for at in tangents(p, c):
        assert math.dist(at, (c.x, c.y)) == pytest.approx(c.r, abs=2e-3)
    if math.dist(p, (c.x, c.y)) > c.r + 0.1:
        left, right = tangents(p, c)
        assert circle_span(p, left, Circle(c.x, c.y, c.r - 0.002)) is None
        assert (left[0] - p[0]) * (c.y - p[1]) - (left[1] - p[1]) * (c.x - p[0]) < 0  # the base lies right of it
        assert (right[0] - p[0]) * (c.y - p[1]) - (right[1] - p[1]) * (c.x - p[0]) > 0


@given(points, points, circles())
def test_circles_are_crossed_alike_from_both_ends(p, q, c):
    there, back = circle_span(p, q, c), circle_span(q, p, c)
    assert (there is None) == (back is None)
    if there and back:
        assert there == pytest.approx((1 - back[1], 1 - back[0]), abs=1e-9)


@given(grounds(), points, circles())
def test_the_corridor_leaves_out_nothing_that_a_line_meets(ground, p, c):
    ends = [*tangents(p, c), *centre_and_rim(c, 16, p)]
    among = ground.corridor(p, ends, 3)
    assert all(ground.crossings(p, q, 3, among=among) == ground.crossings(p, q, 3) for q in ends)
