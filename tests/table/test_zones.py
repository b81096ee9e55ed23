from hypothesis import given
from hypothesis import strategies as st

from table.given import grounds
from xenotable.table import Circle, Ground, bounds, disc, fits, gap, lattice, polygon, rectangle, spots, wholly_in
from xenotable.table.scenes import shaker

TABLE = Ground.of([rectangle("house", 4, 2, 8, 6, 1)], 24, 24)
ZONE = rectangle("south", 0, 0, 24, 8)


def test_where_a_base_may_be_put():
    others = [Circle(16, 4, 1)]
    assert fits(Circle(12, 4, 1), [ZONE], TABLE, 1, others, 1.0)
    assert not fits(Circle(12, 7.5, 1), [ZONE], TABLE, 1)  # not wholly in the zone
    assert fits(Circle(12, 7.5, 1), [ZONE], TABLE, 1, wholly=False)
    assert not fits(Circle(6, 4, 1), [ZONE], TABLE, 1)
    assert fits(Circle(6, 4, 1), [ZONE], TABLE)
    assert not fits(Circle(13.5, 4, 1), [ZONE], TABLE, 1, others, 1.0)
    assert not fits(Circle(0.5, 4, 1), [], TABLE)
    assert fits(Circle(20, 20, 1), [], TABLE)


def test_bounds():
    assert bounds(ZONE) == (0, 0, 24, 8)
    assert bounds(disc("d", 4, 4, 2)) == (2, 2, 6, 6)


def test_a_lattice_is_regular_and_legal():
    places = lattice(ZONE, 1.0, TABLE, avoid=1, step=2.0)
    assert (1.0, 1.0) in places
    assert (5.0, 3.0) not in places
    assert all(fits(Circle(x, y, 1.0), [ZONE], TABLE, 1) for x, y in places)


zones = st.sampled_from((ZONE, disc("centre", 12, 12, 6), polygon("corner", [(0, 0), (12, 0), (0, 12)])))


@given(zones, grounds(4), st.integers(0, 1000), st.sampled_from((0.5, 1.0)))
def test_random_places_are_legal_and_the_same_for_the_same_numbers(zone, ground, seed, r):
    others = [Circle(6, 4, 1), Circle(12, 12, 1)]
    found = spots(zone, r, ground, others, 5, shaker(seed), avoid=1, apart=1.0)
    assert found == spots(zone, r, ground, others, 5, shaker(seed), avoid=1, apart=1.0)
    for x, y in found:
        c = Circle(x, y, r)
        assert wholly_in(c, zone)
        assert not ground.under(c, 1)
        assert all(gap(c, o) >= 1.0 - 1e-3 for o in others)


def test_some_places_are_found():
    assert len(spots([ZONE, disc("d", 20, 20, 3)], 0.5, TABLE, [], 10, shaker(1), avoid=1)) == 10
    assert len(spots([], 0.5, TABLE, [], 3, shaker(1))) == 3
    assert spots(disc("d", 20, 20, 0.25), 0.5, TABLE, [], 3, shaker(1)) == []
