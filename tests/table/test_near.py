import math

from hypothesis import given
from hypothesis import strategies as st

from table.given import circles, grounds, lines, points
from xenotable.table import (
    Circle,
    bases_overlap,
    centre_in,
    disc,
    gap,
    gap3,
    hull,
    more_than,
    nearest_on,
    nearest_on_boundary,
    on_table,
    overlaps,
    pieces_apart,
    point_to_piece,
    polygon,
    rectangle,
    segment_to_piece,
    to_edge,
    to_piece,
    to_segment,
    wall,
    wholly_in,
    within,
)
from xenotable.table.near import inside

ROOM = rectangle("room", 4, 4, 8, 8)
ELL = polygon("ell", [(0, 0), (8, 0), (8, 4), (4, 4), (4, 8), (0, 8)])


def test_bases_are_measured_from_rim_to_rim():
    a, b = Circle(0, 0, 0.5), Circle(3, 4, 0.5, z=3.0)
    assert gap(a, b) == 4.0
    assert gap3(a, b) == 5.0
    assert gap(a, Circle(0.5, 0, 0.5)) == 0.0
    assert not bases_overlap(a, Circle(1, 0, 0.5))
    assert to_segment(a, (-5, 2), (5, 2)) == 1.5


def test_a_base_and_a_piece():
    c = Circle(2, 6, 0.5)
    assert to_piece(c, ROOM) == 1.5
    assert nearest_on(ROOM, (2, 6)) == (4, 6)
    assert nearest_on(ROOM, (5, 5)) == (5, 5)
    assert nearest_on_boundary(ROOM, (5, 6)) == (4, 6)
    assert to_piece(Circle(6, 6, 0.5), ROOM) == 0.0
    assert segment_to_piece((0, 0), (0, 12), ROOM) == 4.0
    assert segment_to_piece((0, 6), (12, 6), ROOM) == 0.0
    assert to_piece(Circle(0, 3, 1), wall("hedge", (-4, 0), (4, 0))) == 2.0
    assert point_to_piece((6, 6), ELL) == 2.0


def test_in_on_and_over_an_area():
    assert centre_in(Circle(4, 6, 1), ROOM)  # the boundary counts
    assert not centre_in(Circle(3.999, 6, 1), ROOM)
    assert overlaps(Circle(3.5, 6, 1), ROOM)
    assert not overlaps(Circle(3, 6, 1), ROOM)  # touching does not
    assert wholly_in(Circle(5, 5, 1), ROOM)
    assert not wholly_in(Circle(4.9, 5, 1), ROOM)
    assert not wholly_in(Circle(4, 3.5, 1), ELL)  # the inner corner cuts into it
    assert wholly_in(Circle(2, 2, 2), disc("d", 2, 2, 2))


@given(points, st.floats(0.0, 4.0), st.sampled_from((0.001, 0.04)))
def test_a_base_overlaps_what_is_nearer_to_its_centre_than_its_rim(p, r, tol):
    for piece in (ROOM, ELL, disc("disc", 6.0, 6.0, 2.0), wall("wall", (2.0, 2.0), (9.0, 3.0))):
        assert overlaps(Circle(*p, r), piece, tol) == (point_to_piece(p, piece) < r - tol)


def test_comparisons_know_their_tolerance():
    assert within(6.0005, 6)
    assert not within(6.0015, 6)
    assert within(6.009, 6, 0.01)
    assert not more_than(2.0005, 2)
    assert more_than(2.01, 2)


def test_table_edges():
    c = Circle(1, 20, 1)
    assert on_table(c, 48, 48)
    assert not on_table(Circle(0.9, 20, 1), 48, 48)
    assert to_edge(c, 48, 48) == 0.0
    assert to_edge(c, 48, 48, "north") == 27.0


def test_pieces_apart():
    assert pieces_apart(ROOM, rectangle("r", 9, 4, 12, 8)) == 1.0
    assert pieces_apart(ROOM, rectangle("r", 5, 5, 6, 6)) == 0.0
    assert pieces_apart(ROOM, disc("d", 11, 6, 1)) == 2.0


def test_hull():
    assert set(hull([(0, 0), (4, 0), (4, 4), (0, 4), (2, 2), (2, 0)])) == {(0, 0), (4, 0), (4, 4), (0, 4)}
    assert hull([(1, 1), (0, 0), (2, 2)]) == ((0, 0), (2, 2))


@given(circles(), circles(), points)
def test_distance_is_symmetric_and_keeps_the_triangle(a, b, p):
    assert gap(a, b) == gap(b, a) >= 0.0
    assert math.dist((a.x, a.y), p) + gap(b, Circle(*p, 0.0)) >= gap(a, b) - 1e-9


@given(grounds(4), points)
def test_the_nearest_point_is_on_the_piece_and_nearest(ground, p):
    for piece in ground.pieces:
        n = nearest_on(piece, p)
        assert math.isclose(math.dist(n, p), point_to_piece(p, piece), abs_tol=1e-9)
        assert all(math.dist(p, c) >= math.dist(n, p) - 2e-3 for c in piece.corners)


@given(grounds(4), lines, st.integers(0, 100))
def test_no_point_of_a_line_is_nearer_than_the_line(ground, line, k):
    p, q = line
    m = (p[0] + (q[0] - p[0]) * k / 100, p[1] + (q[1] - p[1]) * k / 100)
    for piece in ground.pieces:
        assert segment_to_piece(p, q, piece) <= point_to_piece(m, piece) + 2e-3
        if inside(m, piece):
            assert segment_to_piece(p, q, piece) < 1e-9
