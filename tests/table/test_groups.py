from hypothesis import given, settings
from hypothesis import strategies as st

from table.given import circles, grounds, points
from xenotable.table import (
    Circle,
    Costs,
    Ground,
    bases_overlap,
    coherent,
    formation,
    groups,
    legal,
    rectangle,
    scene,
    spread,
)

COSTS = Costs(impassable=1)
OPEN = Ground.of([], 24, 24)
SQUAD = [Circle(2 + 1.5 * (k % 4), 2 + 1.5 * (k // 4), 0.5) for k in range(8)]


def test_coherency():
    row = [Circle(0, 0, 0.5), Circle(2, 0, 0.5), Circle(5, 0, 0.5), Circle(20, 0, 0.5)]
    assert groups(row, 2.0) == [[0, 1, 2], [3]]
    assert coherent(row[:3], 2.0)
    assert not coherent(row[:3], 1.9)
    assert coherent(row[:1], 0.0)
    assert coherent([], 0.0)
    assert spread(row[:3]) == 4.0
    assert spread(row[:1]) == 0.0


def test_in_the_open_everybody_keeps_the_formation():
    moved = formation(SQUAD, (6, 0), 8, OPEN, COSTS, coherency=2.0)
    assert moved.coherent
    assert [(c.x, c.y) for c in moved.ends] == [(c.x + 6, c.y) for c in SQUAD]


def test_a_far_target_is_approached_by_the_budget():
    moved = formation(SQUAD, (12, 0), 6, OPEN, COSTS, coherency=2.0)
    assert [c.x - s.x for c, s in zip(moved.ends, SQUAD, strict=True)] == [6.0] * 8


def test_around_a_house_nobody_overlaps_anything():
    table = Ground.of([rectangle("house", 9, 1, 12, 4, 1)], 24, 24)
    moved = formation(SQUAD, (7, 0), 8, table, COSTS, coherency=2.0)
    assert moved.coherent
    assert any(moved.paths)
    check(SQUAD, moved, table, [], 8.0)


def test_every_pair_may_be_the_rule():
    moved = formation(SQUAD, (6, 0), 8, OPEN, COSTS, coherency=8.0, every_pair=True)
    assert moved.coherent
    assert spread(moved.ends) <= 8.0
    closed_up = formation(SQUAD, (6, 0), 8, OPEN, COSTS, coherency=3.0, every_pair=True)
    assert spread(closed_up.ends) <= 3.001 < spread(SQUAD)
    assert not formation(SQUAD, (6, 0), 8, OPEN, COSTS, coherency=0.5, every_pair=True).coherent


def test_a_rule_of_the_game_can_refuse():
    moved = formation(SQUAD, (8, 0), 8, OPEN, COSTS, accept=lambda ends: max(c.x for c in ends) < 12)
    assert max(c.x for c in moved.ends) == 6.5 + 8 * 0.5
    stay = formation(SQUAD, (8, 0), 8, OPEN, COSTS, accept=lambda ends: False)
    assert stay.ends == tuple(SQUAD)


def check(models, moved, ground, others, budget):
    for c, path, end in zip(models, moved.paths, moved.ends, strict=True):
        assert legal(c, path, ground, COSTS, others, 1.0, budget)
        assert (end.x, end.y) == (path[-1] if path else (c.x, c.y))
    if any(moved.paths):
        ends = moved.ends
        assert not any(bases_overlap(a, b) for i, a in enumerate(ends) for b in ends[i + 1 :])
        assert coherent(ends, 2.0)


@settings(max_examples=50)
@given(points, points, grounds(5), st.lists(circles(), max_size=3), st.floats(1, 12))
def test_every_formation_is_legal(at, delta, ground, others, budget):
    models = [Circle(at[0] + 1.25 * (k % 3), at[1] + 1.25 * (k // 3), 0.5) for k in range(6)]
    moved = formation(models, (delta[0] - 12, delta[1] - 12), budget, ground, COSTS, others, 1.0, coherency=2.0)
    check(models, moved, ground, others, budget)


def test_a_crowded_table():
    ground = scene(40)
    models = [Circle(2 + 1.25 * (k % 4), 10 + 1.25 * (k // 4), 0.5) for k in range(8)]
    moved = formation(models, (6, 0), 8, ground, COSTS, coherency=2.0)
    for c, path in zip(models, moved.paths, strict=True):
        assert legal(c, path, ground, COSTS, budget=8.0)
