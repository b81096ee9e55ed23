import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.given import circles, grounds, points
from xenotable.table import (
    Circle,
    Costs,
    Ground,
    Walk,
    cost,
    disc,
    enters,
    faults,
    gap,
    legal,
    legs,
    length,
    rectangle,
    steps,
    to_piece,
    touched_circles,
    trim_path,
    wall,
)
from xenotable.table.moving import part_span
from xenotable.table.obstacles import free_points

WALL, BOG, HEDGE = 1, 2, 4
TABLE = Ground.of(
    [
        rectangle("house", 10, 10, 14, 14, WALL),
        rectangle("bog", 2, 2, 6, 6, BOG),
        disc("pond", 4, 8, 2, BOG),
        wall("hedge", (16, 0), (16, 8), bits=HEDGE),
    ],
    24,
    24,
)
COSTS = Costs(impassable=WALL, slow=((BOG, 2.0),), crossing=((HEDGE, 2.0),))
paths = st.lists(points, min_size=1, max_size=3)


def test_a_path_in_figures():
    c = Circle(0, 4, 0.5)
    assert length(c, [(8, 4)]) == 8.0
    assert cost(c, [(8, 4)], TABLE, COSTS) == 12.0  # four of the eight inches in the bog
    assert cost(Circle(12, 4, 0.5), [(20, 4)], TABLE, COSTS) == 10.0  # once over the hedge
    assert cost(Circle(12, 4, 0.5), [(20, 4), (12, 4)], TABLE, COSTS) == 20.0
    assert cost(Circle(12, 4, 0.5), [(16, 4), (20, 4)], TABLE, COSTS) == 10.0  # way-points change nothing
    assert cost(Circle(4, 0, 0.5), [(4, 12)], TABLE, COSTS) == 20.0  # bog and pond touch, nothing counts twice
    assert cost(c, [(0.25, 4)], TABLE, Costs(least=1.0)) == 1.0


def test_the_greatest_factor_counts_where_slow_areas_overlap():
    both = Costs(slow=((BOG, 2.0), (HEDGE, 4.0)))
    table = Ground.of([rectangle("a", 2, 0, 6, 4, BOG), rectangle("b", 4, 0, 8, 4, HEDGE)], 24, 24)
    assert cost(Circle(0, 2, 0.5), [(10, 2)], table, both) == pytest.approx(4 + 2 * 2 + 4 * 4)


def test_a_path_cut_to_its_budget():
    c = Circle(0, 4, 0.5)
    assert trim_path(c, [(8, 4)], 3.0, TABLE) == [(3, 4)]
    (end,) = trim_path(c, [(8, 4)], 4.0, TABLE, COSTS)
    assert end[0] == pytest.approx(3.0)
    assert trim_path(c, [(2, 4), (2, 8)], 100.0, TABLE, COSTS) == [(2, 4), (2, 8)]


def touched_pieces(c, path, ground, mask, d=0.0):
    """The pieces that come closer than d to the moving base, each with the first place of its centre and the way there,
    by the stretches of each leg that are too near to a part."""
    first = {}
    done = 0.0
    for p, q in legs(c, path):
        for part in ground.chosen(mask):
            if span := part_span(p, q, part, c.r + d):
                at = (p[0] + (q[0] - p[0]) * span[0], p[1] + (q[1] - p[1]) * span[0])
                found = (done + span[0] * math.dist(p, q), at)
                first[part.owner] = min(first.get(part.owner, found), found)
        done += math.dist(p, q)
    return first


def test_first_contact_with_pieces_and_circles():
    c = Circle(4, 12, 1)
    ((travelled, at),) = touched_pieces(c, [(20, 12)], TABLE, WALL).values()
    assert at == pytest.approx((9, 12))
    assert travelled == pytest.approx(5.0)
    (mate,) = touched_circles(c, [(4, 16), (20, 16)], [Circle(12, 16, 1), Circle(0, 0, 1)], d=1.0)
    assert (mate.index, mate.leg) == (0, 1)
    assert mate.at == pytest.approx((9, 16))


def test_zones_of_control():
    c, enemy = Circle(2, 20, 0.5), Circle(12, 15, 0.5)
    assert not enters(c, [(20, 20)], [enemy], 4.0)
    assert enters(c, [(20, 20)], [enemy], 4.1)


def test_steps_of_a_range_each():
    assert steps(Circle(0, 0, 1), [(2.5, 0)]) == [(1, 0), (2, 0), (2.5, 0)]
    assert steps(Circle(0, 0, 1), [(1.5, 0), (1.5, 1.5)]) == [(1, 0), (1.5, 0.5), (1.5, 1.5)]
    assert steps(Circle(0, 0, 1), [(2, 0)]) == [(1, 0), (2, 0)]


def test_every_fault_is_told():
    c = Circle(8, 12, 1)
    told = list(faults(c, [(12, 12), (30, 12)], TABLE, COSTS, [Circle(18, 12, 1)], 1.0, budget=10.0))
    assert [(f.kind, f.leg) for f in told] == [
        ("impassable", 0),
        ("impassable", 1),
        ("close", 1),
        ("edge", 1),
        ("edge", 1),
        ("long", 1),
    ]
    assert told[0].piece == 0
    assert told[2].other == 0
    assert told[-1].amount == pytest.approx(12.0)


def test_a_base_slides_along_a_wall_and_exactly_at_its_distance():
    assert legal(Circle(9, 5, 1), [(9, 20)], TABLE, COSTS)
    assert not legal(Circle(9.1, 5, 1), [(9.1, 20)], TABLE, COSTS)
    assert legal(Circle(5, 20, 1), [(15, 20)], TABLE, COSTS, [Circle(10, 17, 1)], 1.0)
    assert not legal(Circle(5, 20, 1), [(15, 20)], TABLE, COSTS, [Circle(10, 17.1, 1)], 1.0)


def test_whoever_starts_too_close_may_leave_but_not_come_closer():
    c, other = Circle(5, 20, 1), Circle(7.5, 20, 1)
    assert legal(c, [(3, 20)], TABLE, COSTS, [other], 1.0)
    assert not legal(c, [(5.2, 20)], TABLE, COSTS, [other], 1.0)


def test_a_column_passes_where_the_footprint_would_not_and_must_fit_at_the_end():
    others = [Circle(8, 2.5, 0.5), Circle(8, 5.5, 0.5)]
    c = Circle(5, 4, 1.5)
    assert not legal(c, [(11, 4)], TABLE, COSTS, others)
    assert legal(c, [(11, 4)], TABLE, COSTS, others, way_r=0.5)
    assert not legal(c, [(8, 4)], TABLE, COSTS, others, way_r=0.5)


def test_own_models_are_passed_but_not_stood_upon():
    c, mate = Circle(5, 20, 0.5), Circle(7, 20, 0.5)
    assert legal(c, [(9, 20)], TABLE, COSTS, solid=[mate])
    assert [f.kind for f in faults(c, [(7.5, 20)], TABLE, COSTS, solid=[mate])] == ["close"]


def test_where_one_may_cross_but_not_end():
    costs = Costs(no_end=BOG)
    assert legal(Circle(0.5, 4, 0.5), [(7, 4)], TABLE, costs)
    assert [f.kind for f in faults(Circle(0.5, 4, 0.5), [(6.2, 4)], TABLE, costs)] == ["end"]


def test_a_garrison_walks_out_of_its_house():
    assert legal(Circle(12, 12, 0.5), [(12, 16)], TABLE, COSTS)
    assert not legal(Circle(12, 12, 0.5), [(12, 14)], TABLE, COSTS)


def samples(c, path, n=60):
    at = (c.x, c.y)
    for to in path:
        for k in range(n + 1):
            yield Circle(at[0] + (to[0] - at[0]) * k / n, at[1] + (to[1] - at[1]) * k / n, c.r)
        at = to


@given(circles(), paths, grounds(5), st.lists(circles(), max_size=4), st.sampled_from((0.0, 1.0)))
def test_the_swept_base_against_many_still_ones(c, path, ground, others, d):
    """Whatever a sample touches the sweep finds; what the sweep finds some sample nearly touches."""
    found = set(touched_pieces(c, path, ground, 3, d))
    near = {i: min(to_piece(s, p) for s in samples(c, path)) for i, p in enumerate(ground.pieces)}
    step = max(math.dist(a, b) for a, b in zip([(c.x, c.y), *path], path, strict=False)) / 60
    assert {i for i, n in near.items() if n < d - 2e-3} <= found
    assert all(near[i] <= d + step + 2e-3 for i in found)
    met = {contact.index for contact in touched_circles(c, path, others, d)}
    gaps = {i: min(gap(s, o) for s in samples(c, path)) for i, o in enumerate(others)}
    assert {i for i, g in gaps.items() if g < d - 1e-6} <= met
    assert all(gaps[i] <= d + step + 1e-6 for i in met)


@given(circles(), paths, grounds(5))
def test_first_contact_is_at_the_distance_asked_for(c, path, ground):
    for n, (_, at) in touched_pieces(c, path, ground, 3, 0.5).items():
        start = to_piece(c, ground.pieces[n])
        assert to_piece(Circle(*at, c.r), ground.pieces[n]) == pytest.approx(min(0.5, start), abs=3e-3)


@given(circles(), paths, grounds(5), st.floats(0, 30))
def test_a_trimmed_path_costs_its_budget_or_is_whole(c, path, ground, budget):
    costs = Costs(slow=((1, 2.0), (2, 1.5)))
    cut = trim_path(c, path, budget, ground, costs)
    spent = cost(c, cut, ground, costs)
    assert spent <= budget + 1e-6
    assert cut == path or spent == pytest.approx(budget, abs=1e-3)


@given(circles(), paths, grounds(5), st.lists(circles(), max_size=5), st.lists(points, max_size=8))
def test_shortcuts_of_a_walk_say_what_its_faults_say(c, path, ground, others, spots):
    costs = Costs(impassable=1, no_end=2)
    walk = Walk(c, ground, costs, others, 0.5)
    spots.sort()
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    assert free_points(walk.obstacles(), xs, ys) == [walk.free(p) for p in spots]
    for p, q in legs(c, path):
        assert walk.clear(p, q) == (not list(walk.leg_faults(p, q, 0)))
    assert walk.ends(path[-1]) == (not list(walk.end_faults(path[-1], 0)))


@given(circles(), grounds(5), st.lists(points, max_size=8))
def test_where_one_may_neither_cross_nor_end_is_judged_once(c, ground, spots):
    """Also from too near to it: then one may go on as near as that, but not end there."""
    walk, passing = Walk(c, ground, Costs(impassable=1, no_end=3)), Walk(c, ground, Costs(impassable=1))
    for p in [(c.x, c.y), *spots]:
        ends = passing.ends(p) and not ground.under(Circle(*p, c.r), 3)
        assert walk.ends(p) == ends == (not list(walk.end_faults(p, 0)))
