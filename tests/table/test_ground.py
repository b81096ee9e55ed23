import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.given import DEPTH, WIDTH, grounds, heights, lines, points
from xenotable.table import Circle, Costs, Ground, ShapeError, disc, polygon, rectangle, wall
from xenotable.table.ground import in_part
from xenotable.table.moving import leg_cost
from xenotable.table.near import inside

BLOCK = Ground.of([rectangle("block", 4, 4, 8, 8, bits=1, high=2.0)], WIDTH, DEPTH)


def test_a_line_through_a_block_is_blocked_and_measured():
    (crossing,) = BLOCK.crossings((2, 6), (12, 6))
    assert (crossing.piece.name, crossing.t0, crossing.t1) == ("block", 0.2, 0.6)
    assert crossing.length == crossing.plan == pytest.approx(4.0)
    assert BLOCK.blocked((2, 6), (12, 6), 1) is BLOCK.pieces[0]
    assert BLOCK.blocked((2, 6), (12, 6), 2) is None


@pytest.mark.parametrize(
    ("p", "q"),
    [
        ((2.0, 4.0), (12.0, 4.0)),  # along a face
        ((4.0, 2.0), (4.0, 12.0)),
        ((2.0, 6.0), (6.0, 2.0)),  # through a corner
        ((2.0, 6.0), (4.0, 6.0)),  # up to a face
        ((8.0, 6.0), (12.0, 6.0)),  # away from a face
        ((4.0, 4.0), (2.0, 2.0)),  # away from a corner
        ((6.0, 6.0), (6.0, 6.0)),  # a point is no line
    ],
)
def test_touching_is_not_crossing(p, q):
    assert BLOCK.blocked(p, q, 1) is None
    assert BLOCK.blocked(q, p, 1) is None
    assert BLOCK.crossings(p, q) == []


def test_a_line_that_cuts_the_corner_by_a_hair_crosses():
    assert BLOCK.blocked((2, 6 + 1 / 1024), (6 + 1 / 1024, 2), 1)
    assert BLOCK.blocked((2, 6 + 1 / 1024), (6 + 1 / 1024, 2), 1, width=0.04) is None


def test_heights_count_where_the_line_is_over_the_block():
    assert BLOCK.blocked((2, 6), (12, 6), 1, 1.0, 1.0)
    assert BLOCK.blocked((2, 6), (12, 6), 1, 2.0, 2.0) is None  # grazing the top
    assert BLOCK.blocked((2, 6), (12, 6), 1, 0.0, 0.0) is None  # along the floor, on which it stands
    assert BLOCK.blocked((2, 6), (12, 6), 1, 0.0, 9.0)  # below the top at entry
    assert BLOCK.blocked((2, 6), (12, 6), 1, 0.0, 10.0) is None  # exactly at the top at entry
    (rising,) = BLOCK.crossings((2, 6), (12, 6), 1, 0.0, 5.0)
    assert (rising.t0, rising.t1) == (0.2, 0.4)
    assert math.isclose(rising.plan, 2.0)
    assert math.isclose(rising.length, math.hypot(2.0, 1.0))


def test_a_line_straight_down_is_measured_in_space():
    assert BLOCK.blocked((6, 6), (6, 6), 1, 5.0, 0.0, width=1.9)
    assert BLOCK.blocked((6, 6), (6, 6), 1, 5.0, 0.0, width=2.1) is None


def test_the_seam_of_a_bent_outline_is_inside_it():
    ell = [(0, 0), (8, 0), (8, 4), (4, 4), (4, 8), (0, 8)]
    for k in range(6):
        ground = Ground.of([polygon("ell", ell[k:] + ell[:k], 1)], WIDTH, DEPTH)
        assert sum(c.length for c in ground.crossings((4, -2), (4, 10))) == 4.0  # down the inner corner's line
        assert sum(c.length for c in ground.crossings((-2, 4), (10, 4))) == 4.0
        assert len(ground.crossings((-2, 2), (10, 2))) == 1
        assert sum(c.length for c in ground.crossings((-2, -2), (10, 10))) == pytest.approx(4 * math.sqrt(2))


def test_a_disc_is_round():
    ground = Ground.of([disc("wood", 10, 10, 4, 1)], WIDTH, DEPTH)
    (crossing,) = ground.crossings((2, 10), (18, 10))
    assert crossing.length == 8.0
    assert ground.blocked((2, 14), (18, 14), 1) is None  # a tangent touches
    assert ground.blocked((2, 13.99), (18, 13.99), 1)
    assert ground.at((14, 10))
    assert not ground.at((13, 13))


def test_a_line_without_thickness_can_be_crossed_and_is_measured_to_itself():
    ground = Ground.of([wall("hedge", (4, 10), (12, 10), bits=1)], WIDTH, DEPTH)
    assert len(ground.crossings((8, 4), (8, 16))) == 1
    assert ground.crossings((8, 4), (8, 9)) == []
    assert ground.crossings((13, 4), (13, 16)) == []
    assert ground.near(Circle(8, 12, 1), 1.0)


def slowed(p, q, ground, mask):
    """How much of a leg runs inside such pieces: what it costs more if an inch there counts double."""
    return leg_cost(p, q, ground, Costs(slow=((mask, 2.0),))) - leg_cost(p, q, ground, Costs())


def test_overlapping_areas_count_once():
    areas = [rectangle("a", 2, 0, 6, 4, 1), rectangle("b", 4, 0, 8, 4, 1), disc("c", 12, 2, 1, 1)]
    ground = Ground.of(areas, WIDTH, DEPTH)
    assert math.isclose(slowed((0, 2), (20, 2), ground, 1), 8.0)
    assert slowed((0, 2), (20, 2), ground, 2) == 0.0


def test_pieces_can_be_skipped_added_and_removed():
    assert BLOCK.blocked((2, 6), (12, 6), 1, skip={"block"}) is None
    more = BLOCK.plus(disc("smoke", 2, 2, 1, 2))
    assert [p.name for p in more.pieces] == ["block", "smoke"]
    # Which objects are remembered depends on how many maps were made before, so only the newest one is sure to be.
    assert more.minus("smoke") is Ground.of(BLOCK.pieces, BLOCK.width, BLOCK.depth)
    assert more.minus("smoke").pieces == BLOCK.pieces
    with pytest.raises(ShapeError, match="Do you mean smoke"):
        more.piece("smok")
    with pytest.raises(ShapeError, match="names must differ"):
        BLOCK.plus(BLOCK.pieces[0])


@given(grounds(), st.integers(0, 8), points, st.floats(0.0, 5.0))
def test_a_ground_with_more_pieces_answers_as_the_ground_of_all(ground, n, p, reach):
    more = Ground.of(ground.pieces[:n], WIDTH, DEPTH).plus(*ground.pieces[n:])
    base = Circle(*p, 0.5)
    assert more.pieces == ground.pieces
    for mask in (1, 2, 3):
        assert [part.owner for part in more.chosen(mask)] == [part.owner for part in ground.chosen(mask)]
        assert [part[:4] for part in more.bounds(mask)] == [part[:4] for part in ground.bounds(mask)]
        assert more.at(p, mask) == ground.at(p, mask)
        assert more.near(base, reach, mask) == ground.near(base, reach, mask)
        assert more.under(base, mask) == ground.under(base, mask)
        found = [part for *_, part in more.bounds_about(*p, reach, mask)]
        for x0, x1, y0, y1, part in more.bounds(mask):
            if x0 - reach <= p[0] <= x1 + reach and y0 - reach <= p[1] <= y1 + reach:
                assert part in found


@given(grounds(), lines, heights, heights)
def test_lines_are_symmetric(ground, line, pz, qz):
    p, q = line
    assert ground.blocked(p, q, 1) is ground.blocked(q, p, 1)
    assert ground.blocked(p, q, 3, pz, qz, 0.04) is ground.blocked(q, p, 3, qz, pz, 0.04)
    there, back = ground.crossings(p, q, 3, pz, qz), ground.crossings(q, p, 3, qz, pz)
    assert sorted((c.index, round(c.t0, 12), round(c.t1, 12)) for c in there) == sorted(
        (c.index, round(1 - c.t1, 12), round(1 - c.t0, 12)) for c in back
    )


def moved(ground: Ground, change) -> Ground:
    """The same ground with every point changed; a mirror turns outlines round, which `polygon` puts right."""
    pieces = []
    for p in ground.pieces:
        if p.disc is not None:
            x, y = change((p.disc[0], p.disc[1]))
            pieces.append(disc(p.name, x, y, p.disc[2], p.bits, p.low, p.high))
        else:
            pieces.append(polygon(p.name, [change(c) for c in p.corners], p.bits, p.low, p.high))
    return Ground.of(pieces, ground.width, ground.depth)


CHANGES = [
    lambda p: (p[0] + 17 / 1024, p[1] - 3),
    lambda p: (-p[1], p[0]),
    lambda p: (-p[0], -p[1]),
    lambda p: (p[0], -p[1]),
    lambda p: (p[1], p[0]),
]


@given(grounds(), lines, st.sampled_from(CHANGES))
def test_moving_turning_and_mirroring_the_table_changes_nothing(ground, line, change):
    """Exact for outlines; a line that grazes a disc within rounding may fall on either side, so discs get a width."""
    other = moved(ground, change)
    p, q = line
    width = 1e-6 if any(piece.disc for piece in ground.pieces) else 0.0
    here, there = ground.crossings(p, q, 3, width=width), other.crossings(change(p), change(q), 3, width=width)
    assert sorted((c.index, round(c.length, 6)) for c in here) == sorted((c.index, round(c.length, 6)) for c in there)


@given(grounds(3), lines)
def test_the_part_of_a_leg_inside_agrees_with_counting_points(ground, line):
    p, q = ((x + 0.00037, y + 0.00053) for x, y in line)  # off the grid: no face is met exactly
    n = 400
    marks = [(p[0] + (q[0] - p[0]) * (k + 0.5) / n, p[1] + (q[1] - p[1]) * (k + 0.5) / n) for k in range(n)]
    hits = sum(any(inside(m, piece) for piece in ground.pieces) for m in marks)
    long = math.dist(p, q)
    assert long == 0.0 or abs(hits / n - slowed(p, q, ground, 3) / long) < 0.08


@given(grounds(), points)
def test_places_agree_with_outlines(ground, p):
    assert {x.name for x in ground.at(p)} == {x.name for x in ground.pieces if inside(p, x)}
    bits = 0
    for part in ground.parts:
        if in_part(part, *p):
            bits |= part.bits
    assert ground.bits_at(p) == bits


def test_importing_the_table_imports_neither_numpy_nor_numba():
    code = "import sys, xenotable.table; print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
