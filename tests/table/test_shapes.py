import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.given import outlines, points
from xenotable.table import ShapeError, disc, polygon, rectangle, snap, turn_corners, wall
from xenotable.table.shapes import area, convex, convex_parts, orient


@given(points, points, points)
def test_orientation_is_exact_on_the_grid(a, b, c):
    (ax, ay), (bx, by), (cx, cy) = ((Fraction(x), Fraction(y)) for x, y in (a, b, c))
    assert Fraction(orient(a, b, c)) == (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


@given(outlines())
def test_convex_parts_are_convex_and_fill_the_outline(corners):
    try:
        piece = polygon("p", corners)
    except ShapeError:
        return
    parts = convex_parts(piece.corners)
    assert all(convex(part) and area(part) > 0 for part in parts)
    assert math.isclose(sum(area(part) for part in parts), area(piece.corners), rel_tol=1e-12)


@given(st.floats(-100, 100))
def test_snap_is_idempotent_and_near(value):
    assert snap(snap(value)) == snap(value)
    assert abs(snap(value) - value) <= 1 / 2048


def test_outlines_turn_counter_clockwise_and_lose_needless_corners():
    clockwise = polygon("p", [(0, 0), (0, 2), (1, 2), (2, 2), (2, 0)])
    assert area(clockwise.corners) == 4.0
    assert len(clockwise.corners) == 4


@pytest.mark.parametrize(
    ("corners", "says"),
    [
        ([(0, 0), (1, 1), (2, 2)], "three corners"),
        ([(0, 0), (1, 0)], "three corners"),
        ([], "three corners"),
        ([(0, 0), (4, 4), (4, 0), (0, 4)], "meets the side"),
    ],
)
def test_no_outline_is_refused_in_a_sentence(corners, says):
    with pytest.raises(ShapeError, match=f"bow tie: .*{says}"):
        polygon("bow tie", corners)


def test_discs_and_walls_need_a_size():
    with pytest.raises(ShapeError, match="radius"):
        disc("d", 1, 1, 0)
    with pytest.raises(ShapeError, match="two different ends"):
        wall("w", (1, 1), (1, 1))


def test_quarter_turns_are_exact():
    box = rectangle("b", -2, -1, 2, 1).corners
    assert set(turn_corners(box, 10, 5, 90)) == {(11.0, 3.0), (11.0, 7.0), (9.0, 7.0), (9.0, 3.0)}
    assert set(turn_corners(box, 10, 5, 360)) == set(turn_corners(box, 10, 5))
    assert math.isclose(area(turn_corners(box, 10, 5, 45)), 8.0, rel_tol=1e-3)
