import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xenotable.table import (
    Circle,
    Costs,
    Ground,
    Hexes,
    Inches,
    Metric,
    Squares,
    disc,
    rectangle,
)

BLOCK, SOFT, OBSTACLE, OBJECT = 1, 2, 4, 8
EMPTY = Ground.of([], 12, 12)
ROCK, FENCE = rectangle("rock", 4, 4, 6, 6, BLOCK), rectangle("fence", 8, 0, 9, 4, OBSTACLE)
LAYOUT = Ground.of([ROCK, FENCE, rectangle("bush", 2, 8, 4, 9, SOFT)], 12, 12)
COSTS = Costs(impassable=BLOCK | OBJECT, crossing=((OBSTACLE, 1.0),))
at_most_11 = st.integers(0, 11)


def at(metric, i, j, r=0.5):
    x, y = metric.centre((i, j))
    return Circle(x, y, r)


def test_squares_measure_the_larger_difference():
    grid = Squares(EMPTY)
    assert grid.distance(at(grid, 1, 1), at(grid, 4, 3)) == 3.0
    assert len(grid.beside((5, 5))) == 8
    assert len(grid.beside((0, 0))) == 3
    assert grid.place((3.2, 7.9)) == (3.5, 7.5)
    assert grid.contact(at(grid, 1, 1), at(grid, 2, 2))
    assert not grid.contact(at(grid, 1, 1), at(grid, 3, 2))


def test_hexes_measure_steps():
    grid = Hexes(EMPTY)
    assert grid.distance(at(grid, 1, 1), at(grid, 4, 1)) == 3.0
    assert grid.distance(at(grid, 0, 0), at(grid, 1, 2)) == 2.0
    assert len(grid.beside((5, 5))) == 6
    assert all(grid.apart((5, 5), s) == 1 for s in grid.beside((5, 5)))
    assert grid.beside((0, 0)) == [(0, 1), (1, 0)]
    assert grid.centre((2, 3)) == pytest.approx((3.0, 0.5 + 3 * 0.866025), abs=1e-3)


@given(at_most_11, at_most_11, at_most_11, at_most_11, st.sampled_from((Squares, Hexes)))
def test_distance_is_the_number_of_steps_and_centres_lie_in_their_space(i, j, k, m, kind):
    grid = kind(EMPTY)
    assert grid.space(grid.centre((i, j))) == (i, j)
    assert grid.apart((i, j), (k, m)) == grid.apart((k, m), (i, j))
    path = grid.path(at(grid, i, j), grid.centre((k, m)), None)
    assert path is not None
    assert len(path) == grid.apart((i, j), (k, m))
    for s, t in zip([(i, j), *(grid.space(p) for p in path)], (grid.space(p) for p in path), strict=False):
        assert t in grid.beside(s)


def test_steps_into_obstacles_cost_more_and_occupied_spaces_are_closed():
    grid = Squares(LAYOUT)
    assert grid.cost(at(grid, 7, 1), [(8.5, 1.5)], COSTS) == 2.0
    assert grid.path(at(grid, 7, 1), (8.5, 1.5), 2, COSTS) == [(8.5, 1.5)]
    assert grid.path(at(grid, 7, 1), (9.5, 1.5), 2, COSTS) is None
    assert grid.path(at(grid, 3, 4), (4.5, 4.5), 5, COSTS) is None
    mate = at(grid, 3, 3)
    assert grid.path(at(grid, 2, 3), (3.5, 3.5), 1, COSTS, [mate]) is None
    assert len(grid.path(at(grid, 2, 3), (4.5, 3.5), 5, COSTS, [mate]) or []) == 2
    assert grid.path(at(grid, 1, 8), (2.5, 8.5), 3, Costs(no_end=SOFT)) is None
    assert grid.path(at(grid, 1, 8), (4.5, 8.5), 3, Costs(no_end=SOFT)) is not None


def test_a_diagonal_step_between_two_closed_spaces_is_forbidden_between_one_it_is_not():
    two = Squares(Ground.of([rectangle("a", 4, 4, 5, 5, BLOCK), rectangle("b", 5, 5, 6, 6, BLOCK)], 12, 12))
    assert len(two.path(at(two, 4, 5), (5.5, 4.5), 9, COSTS) or []) > 1
    one = Squares(Ground.of([rectangle("a", 4, 4, 5, 5, BLOCK)], 12, 12))
    assert len(one.path(at(one, 4, 5), (5.5, 4.5), 9, COSTS) or []) == 1


def test_objects_fill_every_space_they_overlap():
    corner, long = disc("corner", 6, 6, 0.5, OBJECT), rectangle("long", 8, 8, 10, 9, OBJECT)
    grid = Squares(Ground.of([disc("in", 2.5, 2.5, 0.5, OBJECT), corner, long], 12, 12), spill=OBJECT)
    assert sorted(grid.forms) == [(2, 2), (5, 5), (5, 6), (6, 5), (6, 6), (8, 8), (9, 8)]
    assert Hexes(Ground.of([disc("in", 2.5, 0.5, 0.5, OBJECT)], 12, 12), spill=OBJECT).forms == {(2, 0): OBJECT}


def test_a_line_along_a_row_runs_through_its_spaces():
    grid = Squares(EMPTY)
    assert grid.line((1, 1), (4, 1)) == [((2, 1),), ((3, 1),)]
    assert grid.line((1, 1), (2, 1)) == []
    assert grid.line((1, 1), (1, 1)) == []


def test_a_diagonal_runs_between_the_corner_spaces():
    grid = Squares(EMPTY)
    assert [set(g) for g in grid.line((1, 1), (3, 3))] == [{(1, 2), (2, 1)}, {(2, 2)}, {(2, 3), (3, 2)}]
    one = Squares(Ground.of([rectangle("a", 1, 2, 2, 3, BLOCK)], 12, 12))
    both = Squares(Ground.of([rectangle("a", 1, 2, 2, 3, BLOCK), rectangle("b", 2, 1, 3, 2, BLOCK)], 12, 12))
    for grid, blocked in ((one, False), (both, True)):
        (line,) = grid.lines(at(grid, 1, 1), at(grid, 3, 3), BLOCK)
        assert any(all(met.bits & BLOCK for met in group) for group in line) is blocked


def test_on_hexes_a_line_between_second_neighbours_runs_along_a_border():
    grid = Hexes(EMPTY)
    assert [set(g) for g in grid.line((3, 2), (3, 4))] == [{(2, 3), (3, 3)}]
    assert grid.line((3, 2), (5, 2)) == [((4, 2),)]


@given(at_most_11, at_most_11, at_most_11, at_most_11, st.sampled_from((Squares, Hexes)))
def test_grid_lines_are_symmetric_and_agree_with_walking_along(i, j, k, m, kind):
    grid = kind(EMPTY)
    there, back = grid.line((i, j), (k, m)), grid.line((k, m), (i, j))
    assert [set(g) for g in there] == [set(g) for g in reversed(back)]
    (ax, ay), (bx, by) = (grid._exact(s) if kind is Hexes else grid.centre(s) for s in ((i, j), (k, m)))
    named = {s for g in there for s in g} | {(i, j), (k, m)}
    walked = {grid.space((ax + (bx - ax) * t / 997, ay + (by - ay) * t / 997)) for t in range(998)}
    # along the ragged rim of a hex table only one side exists, and one side alone never counts
    assert all(kind is Hexes and s[0] in (0, 11) for s in walked - named)
    assert {g[0] for g in there if len(g) == 1} <= walked | short_cuts(grid, (ax, ay), (bx, by))


@given(at_most_11, at_most_11, at_most_11, at_most_11, st.sampled_from((Squares, Hexes)))
def test_numbers_along_a_line_name_the_same_spaces(i, j, k, m, kind):
    grid = kind(EMPTY)
    number, whole = grid.plan.numbers, {grid.plan.numbers[s]: s for s in grid.plan.numbers}
    met = [(number[i, j] + a, number[i, j] + b) for a, b in grid.between((i, j), (k, m))]
    on = [{whole[a], whole[b]} for a, b in met if a in whole and b in whole]
    assert on == [set(group) for group in grid.line((i, j), (k, m))]


def test_along_the_rim_of_a_hex_table_one_side_alone_blocks_nothing():
    grid = Hexes(Ground.of([rectangle("rock", 11, 10, 12, 11, BLOCK)], 12, 12))
    assert grid.forms == {(11, 10): BLOCK}
    assert grid.lines(at(grid, 11, 9), at(grid, 11, 11), BLOCK) == [[]]


def short_cuts(grid, a, b):
    """The spaces within a hair of the line: samples may step over a space whose corner is only just cut."""
    n = math.ceil(math.dist(a, b) * 997) + 1
    return {grid.space((a[0] + (b[0] - a[0]) * t / n, a[1] + (b[1] - a[1]) * t / n)) for t in range(n + 1)}


def test_cover_and_sight_are_asked_alike_in_every_mode():
    table = Ground.of([rectangle("hard", 5, 0, 6, 3, BLOCK)], 12, 12)
    for metric in (Inches(table), Squares(table)):
        shooter, far, near = Circle(1.5, 1.5, 0.5), Circle(9.5, 1.5, 0.5), Circle(6.5, 1.5, 0.5)
        hidden = [met.from_a > 1 and met.from_b > 1 for line in metric.lines(shooter, far, BLOCK) for (met,) in line]
        beside = [met.from_a > 1 and met.from_b > 1 for line in metric.lines(shooter, near, BLOCK) for (met,) in line]
        assert all(hidden)
        assert not any(beside)
        assert all(line for line in metric.lines(shooter, far, BLOCK))
        assert all(line for line in metric.lines(shooter, near, BLOCK))


def test_every_metric_keeps_the_interface():
    metrics: list[Metric] = [Inches(LAYOUT), Squares(LAYOUT), Hexes(LAYOUT)]
    for metric in metrics:
        a = Circle(*metric.place((2.5, 2.5)), 0.5)
        b = Circle(*metric.place((10.5, 9.5)), 0.5)
        assert metric.distance(a, b) == metric.distance(b, a) > 5
        path = metric.path(a, (b.x, b.y), None, COSTS)
        assert path
        assert path[-1] == (b.x, b.y)
        assert metric.steps(a, path)[-1] == (b.x, b.y)
        assert metric.cost(a, path, COSTS) >= metric.distance(a, b)
        assert list(metric.faults(a, path, COSTS, [], 1.0, 100.0)) == []
        assert [f.kind for f in metric.faults(a, path, COSTS, [b], 1.0, 1.0)][-1] == "long"
        assert "close" in [f.kind for f in metric.faults(a, path, COSTS, [b], 1.0)]
        assert metric.taken(a, a, 1.0)
        assert not metric.taken(a, b, 1.0)
    assert metrics[1].bits((4.5, 4.5)) == BLOCK
    assert metrics[0].bits((4.5, 4.5)) == BLOCK
    assert metrics[0].contact(Circle(1, 1, 0.5), Circle(2, 1, 0.5))


def test_faults_on_a_grid_name_the_step():
    grid = Squares(LAYOUT)
    start = at(grid, 3, 3)
    assert [f.kind for f in grid.faults(start, [(6.5, 3.5)], COSTS)] == ["step"]
    assert [f.kind for f in grid.faults(start, [(4.5, 4.5)], COSTS)] == ["impassable"]
    assert [f.kind for f in grid.faults(at(grid, 1, 8), [(2.5, 8.5)], Costs(no_end=SOFT))] == ["end"]
    two = Squares(Ground.of([rectangle("a", 4, 4, 5, 5, BLOCK), rectangle("b", 5, 5, 6, 6, BLOCK)], 12, 12))
    assert [f.kind for f in two.faults(at(two, 4, 5), [(5.5, 4.5)], COSTS)] == ["step"]
