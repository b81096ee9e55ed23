import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.given import circles, grounds, points
from xenotable.table import Circle, Costs, Ground, cost, legal, rectangle
from xenotable.table.legal import Walk
from xenotable.table.moving import leg_cost
from xenotable.table.paths import search
from xenotable.table.roads import Roads

WALL, BOG = 1, 2
COSTS = (Costs(impassable=WALL), Costs(impassable=WALL, no_end=BOG, slow=((BOG, 2.0),)))


def by_everything(walk: Walk, goal: tuple[float, float], limit: float) -> float:
    """What the straight way costs if it will do, else the best of all ways; infinite if there is none."""
    start, ground, costs = (walk.base.x, walk.base.y), walk.ground, walk.costs
    if not walk.on_table(goal) or not walk.ends(goal):
        return math.inf
    if walk.clear(start, goal) and (straight := leg_cost(start, goal, ground, costs)) <= limit + 0.001:
        return straight
    found = []
    for bend, way in search(walk, start, [], limit)[1].items():
        legs = zip((start, *way), (*way, goal), strict=True)
        spent = sum(leg_cost(p, q, ground, costs) for p, q in legs)
        if spent <= limit + 0.001 and walk.clear(bend, goal):
            found.append(spent)
    return min(found, default=math.inf)


@given(circles(), st.lists(points, min_size=1, max_size=6), grounds(6), st.sampled_from(COSTS), st.floats(1, 14))
def test_ways_to_many_goals_are_as_short_as_if_every_bend_had_been_tried(c, goals, ground, costs, limit):
    others = [Circle(12, 12, 1.5), Circle(9, 15, 1.0)]
    walk = Walk(c, ground, costs, others, span=limit)
    roads, eager = Roads(walk, limit), Roads(walk, limit, eager=True)
    for goal in goals:
        way, best, soon = roads.to(goal), by_everything(walk, goal, limit), eager.to(goal)
        assert (way is None) == (soon is None)
        assert soon is None or legal(c, soon, ground, costs, others, budget=limit)
        if way is None:
            assert best == math.inf
        else:
            assert way[-1] == goal
            assert legal(c, way, ground, costs, others, budget=limit)
            assert cost(c, way, ground, costs) == pytest.approx(best, abs=1e-6)


@pytest.mark.parametrize("limit", [4.0, 6.0, 9.0])
def test_no_bend_is_overlooked(limit):
    """Every place around houses, a bog and two others, with a limit that just suffices or just does not."""
    pieces = [
        rectangle("a", 8, 8, 12, 11, WALL),
        rectangle("b", 13, 6, 15, 12, WALL),
        rectangle("c", 6, 12, 9, 13, BOG),
    ]
    ground = Ground.of(pieces, 24, 24)
    others = [Circle(9, 6, 1.5), Circle(16, 15, 1.0)]
    for costs in COSTS:
        walk = Walk(Circle(10, 12, 0.5), ground, costs, others, span=limit)
        roads, found = Roads(walk, limit), 0
        for goal in [(i + 0.5, j + 0.5) for i in range(24) for j in range(24)]:
            way, best = roads.to(goal), by_everything(walk, goal, limit)
            found += way is not None and len(way) > 1
            spent = math.inf if way is None else cost(walk.base, way, ground, costs)
            assert spent == pytest.approx(best, abs=1e-6), goal
        assert found > 2


def test_a_goal_behind_a_house_is_reached_round_its_corner_or_not_at_all():
    house = Ground.of([rectangle("house", 8, 8, 16, 12, WALL)], 24, 24)
    walk = Walk(Circle(12, 6, 1), house, COSTS[0], span=20)
    way = Roads(walk, 20.0).to((12, 14))
    assert way is not None
    assert len(way) > 2
    assert Roads(walk, 10.0).to((12, 14)) is None
    assert Roads(walk, 20.0).to((12, 10)) is None  # in the house
    assert Roads(walk, 20.0).to((2, 6)) == ((2, 6),)
