import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.given import circles, grounds, points
from xenotable.table import (
    Circle,
    Costs,
    Ground,
    cost,
    disc,
    fan,
    furthest_towards,
    gap,
    legal,
    length,
    path_to,
    polygon,
    reach,
    rectangle,
    scene,
    shortest_paths,
    wall,
)
from xenotable.table.legal import Walk
from xenotable.table.near import in_outline
from xenotable.table.obstacles import may_stand

WALL, BOG, HEDGE = 1, 2, 4
HOUSE = Ground.of([rectangle("house", 8, 8, 16, 12, WALL)], 24, 24)
COSTS = Costs(impassable=WALL)


def test_the_straight_way_is_taken_when_it_is_free():
    assert path_to(Circle(2, 2, 0.5), (20, 2), None, HOUSE, COSTS) == [(20, 2)]
    assert path_to(Circle(2, 2, 0.5), (20, 2), 17.9, HOUSE, COSTS) is None
    assert path_to(Circle(2, 2, 0.5), (2, 2), 5, HOUSE, COSTS) == []


def test_whom_no_way_of_that_length_touches_changes_no_way(monkeypatch):
    rnd = random.Random(3)
    asked, bent = [], 0
    for _ in range(40):
        crowd = [Circle(rnd.uniform(1, 47), rnd.uniform(1, 47), rnd.uniform(0.4, 1.5)) for _ in range(60)]
        base = Circle(rnd.randrange(1, 47), rnd.randrange(1, 47), 0.5)
        goal, budget = (rnd.randrange(1, 47), rnd.randrange(1, 47)), rnd.uniform(4, 40)
        asked.append((base, goal, budget, Ground.of([], 48, 48), COSTS, crowd))
    found = [(path_to(*a), furthest_towards(*a)) for a in asked]
    monkeypatch.setattr(shortest_paths, "in_the_way", lambda *_: True)
    for a, few in zip(asked, found, strict=True):
        assert (path_to(*a), furthest_towards(*a)) == few
        bent += len(few[1]) > 1
    assert bent > 5


def test_the_way_round_a_house_is_short_and_legal():
    c = Circle(12, 6, 1)
    path = path_to(c, (12, 14), None, HOUSE, COSTS)
    assert path is not None
    assert legal(c, path, HOUSE, COSTS)
    tight = 2 * (math.hypot(4, 1) + 0.25 * 2 * math.pi * 1.0) + 4  # along the faces, round the corners
    assert length(c, path) < tight * 1.02
    assert path_to(c, (12, 14), 10, HOUSE, COSTS) is None
    assert path_to(c, (12, 10), None, HOUSE, COSTS) is None  # inside the house


def test_a_gap_between_others_is_used_only_if_it_is_wide_enough():
    row = [Circle(12, y, 0.5) for y in range(0, 25, 3)]
    assert path_to(Circle(4, 10, 0.5), (20, 10), None, HOUSE.minus("house"), COSTS, row)
    assert path_to(Circle(4, 10, 0.5), (20, 10), None, HOUSE.minus("house"), COSTS, row, gap=1.0) is None


@pytest.mark.parametrize("turn", [0.0, 0.1, 0.4, 1.0])
def test_who_stands_in_a_row_as_close_as_allowed_gets_out_of_it(turn: float):
    """Two inches from either neighbour: the only way out is along both circles, and then round one of them."""
    c, costs, table = Circle(12, 12, 0.5), Costs(), Ground.of([], 24, 24)
    dx, dy = 3 * math.cos(turn), 3 * math.sin(turn)
    row = [Circle(12 - dx, 12 - dy, 0.5), Circle(12 + dx, 12 + dy, 0.5)]
    goal = (12 + 2 * dx + 0.2 * dy, 12 + 2 * dy - 0.2 * dx)
    path = path_to(c, goal, None, table, costs, row, gap=2.0)
    assert path is not None
    assert legal(c, path, table, costs, row, gap=2.0)
    assert length(c, path) < 9.5  # half round a circle of 3 inches is 9.4


def test_a_bog_is_gone_round_when_that_is_cheaper():
    table = Ground.of([rectangle("bog", 10, 6, 12, 11, BOG)], 24, 24)
    c, slow = Circle(4, 10, 0.5), Costs(slow=((BOG, 4.0),))
    path = path_to(c, (18, 10), None, table, slow)
    assert path is not None
    assert len(path) > 1
    assert cost(c, path, table, slow) < cost(c, [(18, 10)], table, slow)
    assert path_to(c, (18, 10), None, table, Costs(slow=((BOG, 1.01),))) == [(18, 10)]


def test_a_hedge_is_crossed_or_gone_round_whichever_is_cheaper():
    table = Ground.of([wall("hedge", (10, 4), (10, 12), bits=HEDGE)], 24, 24)
    c = Circle(4, 11, 0.5)
    assert path_to(c, (16, 11), None, table, Costs(crossing=((HEDGE, 0.1),))) == [(16, 11)]
    round_it = path_to(c, (16, 11), None, table, Costs(crossing=((HEDGE, 2.0),)))
    assert round_it is not None
    assert len(round_it) == 2


def test_a_path_into_reach_of_somebody():
    enemy, c = Circle(20, 10, 1), Circle(4, 10, 0.5)
    path = path_to(c, (enemy.x, enemy.y), None, HOUSE, COSTS, [enemy], near=1.5)
    assert path is not None
    end = Circle(*path[-1], c.r)
    assert gap(end, enemy) <= 0.002
    assert legal(c, path, HOUSE, COSTS, [enemy])


def test_as_far_as_the_budget_goes():
    c = Circle(2, 2, 0.5)
    (end,) = furthest_towards(c, (20, 2), 6.0, HOUSE, COSTS)
    assert end == (8, 2)
    path = furthest_towards(Circle(12, 6, 1), (12, 14), 8.0, HOUSE, COSTS)
    assert 7.9 < length(Circle(12, 6, 1), path) <= 8.001
    assert furthest_towards(c, (2.5, 2), 6.0, HOUSE, COSTS, near=1.0) == []


def test_towards_a_place_nobody_can_reach():
    tower = Ground.of([polygon("tower", [(10, 10), (14, 10), (14, 14), (10, 14)], WALL)], 24, 24)
    path = furthest_towards(Circle(2, 12, 0.5), (12, 12), 12.0, tower, COSTS)
    assert path
    assert legal(Circle(2, 12, 0.5), path, tower, COSTS, budget=12.0)
    assert math.dist(path[-1], (12, 12)) < 4.0


def test_a_fan_turns_the_direction_nearest_first():
    straight, left, right = fan((0, 2), (0, 90, -90))
    assert straight == (0, 1)
    assert left == pytest.approx((-1, 0))
    assert right == pytest.approx((1, 0))


def test_reach_on_an_open_table_is_a_disc_cut_by_the_edges():
    (outline,) = reach(Circle(3, 12, 1), 4.0, HOUSE.minus("house"), COSTS)
    assert all(math.dist(p, (3, 12)) <= 4.0 + 1e-9 for p in outline)
    assert min(p[0] for p in outline) == pytest.approx(1.0)
    assert max(p[0] for p in outline) == pytest.approx(7.0)


def test_reach_goes_round_corners():
    outlines = [tuple(o) for o in reach(Circle(12, 6, 1), 11.0, HOUSE, COSTS)]
    assert any(in_outline((17.2, 11.5), o) for o in outlines)
    assert not any(in_outline((12, 10), o) for o in outlines)
    assert not any(in_outline((12, 14), o) for o in outlines)


def test_a_crowded_table_is_crossed():
    ground, c, costs = scene(25), Circle(0.5, 0.5, 0.25), Costs(impassable=1)
    path = path_to(c, (29.5, 21.5), None, ground, costs)
    assert path is not None
    assert len(path) > 1
    assert legal(c, path, ground, costs)


all_costs = st.sampled_from((Costs(impassable=1), Costs(impassable=1, slow=((2, 2.0),)), Costs(crossing=((3, 1.5),))))

gaps = st.sampled_from((0.0, 1.0))


@settings(max_examples=60)
@given(circles(), points, grounds(5), all_costs, st.lists(circles(), max_size=4), st.floats(1, 25), gaps)
def test_every_path_is_legal_and_paid_for(c, goal, ground, costs, others, budget, apart):
    path = path_to(c, goal, budget, ground, costs, others, apart)
    if path:
        assert path[-1] == goal
        assert legal(c, path, ground, costs, others, apart, budget)
    far = furthest_towards(c, goal, budget, ground, costs, others, apart)
    assert legal(c, far, ground, costs, others, apart, budget)


def test_a_disc_is_gone_round():
    pond = Ground.of([disc("pond", 12, 12, 4, WALL)], 24, 24)
    c = Circle(6, 12, 1)
    path = path_to(c, (18, 12), None, pond, COSTS)
    assert path is not None
    assert legal(c, path, pond, COSTS)
    shortest = 2 * math.sqrt(36 - 25) + 5 * (math.pi - 2 * math.acos(5 / 6))
    assert length(c, path) < shortest * 1.04


@given(circles(), points, st.floats(0, 6), grounds(6), st.lists(circles(), max_size=6), st.booleans())
@settings(deadline=None)
def test_who_looks_at_many_ends_at_once_finds_those_that_are_free(base, about, reach, ground, others, edge):
    walk = Walk(base, ground, Costs(impassable=WALL, no_end=BOG, edge=edge), others)
    turns = [math.pi * k / 12.0 for k in range(24)]
    spots = [about, *((about[0] + reach * math.cos(t), about[1] + reach * math.sin(t)) for t in turns)]
    there = walk.ends_about(about, reach)
    assert [may_stand(*there, *p) for p in spots] == [walk.ends(p) for p in spots]
