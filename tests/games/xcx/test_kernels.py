"""Compiled answers about a ground are those of the plain rules, to the last bit."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from xenotable.games.xcx import content
from xenotable.games.xcx.kernels import ground as arrays
from xenotable.games.xcx.rules.ai.destinations import Destinations
from xenotable.games.xcx.rules.grid.objects import layout_ground
from xenotable.games.xcx.rules.movement.grid_ways import plain_straight_walk
from xenotable.games.xcx.rules.sight import _compiled_look, look
from xenotable.games.xcx.rules.terrain.field import Field
from xenotable.games.xcx.rules.terrain.forms import costs_of
from xenotable.games.xcx.rules.terrain.ground import UNCHANGED
from xenotable.games.xcx.state import Thing
from xenotable.kernels import compile_now
from xenotable.table import Circle, snap

LAYOUTS = tuple(content.layouts())
spots = st.floats(0.0, 1.0, exclude_max=True)
radii = st.sampled_from([0.0, 0.5, 0.75, 1.0])


@cache
def ground(layout: str, mode: str) -> Field:
    return Field(mode, layout_ground(content.layouts()[layout], ()), ())


@cache
def quick(field: Field) -> arrays.CompiledGround:
    """Without making everything else in this process quick: citations would be lost."""
    from xenotable.games.xcx.kernels import sight, steps

    compile_now("xenotable.games.xcx.kernels.ground")
    arrays.use_plain()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrays, "_loaded", [sight, steps])
        assert arrays.is_warm()
        return arrays.CompiledGround(field)


def base(field: Field, u: float, v: float, r: float) -> Circle:
    """A base anywhere on the table, often on the half inches where borders are met exactly."""
    x, y = u * field.width, v * field.depth
    p = (snap(x), snap(y)) if int(x * 64) % 2 else (int(2 * x) / 2, int(2 * y) / 2)
    p = p if field.grid is None else field.place(p)
    return Circle(p[0], p[1], r)


@pytest.mark.parametrize("mode", ["inches", "square", "hex"])
@settings(max_examples=400, deadline=None)
@given(layout=st.sampled_from(LAYOUTS), a=st.tuples(spots, spots, radii), b=st.tuples(spots, spots, radii))
def test_looks(mode: str, layout: str, a: tuple[float, float, float], b: tuple[float, float, float]) -> None:
    field = ground(layout, mode)
    one, two = base(field, *a), base(field, *b)
    assert _compiled_look(field, quick(field), one, two) == look(field, one, two)
    assert _compiled_look(field, quick(field), two, one) == look(field, two, one)


@pytest.mark.parametrize("mode", ["inches", "square", "hex"])
def test_looks_of_all_kinds_are_compared(mode: str) -> None:
    field = ground(LAYOUTS[0], mode)
    far = [base(field, 0.37 * k % 1.0, 0.61 * k % 1.0, 0.5) for k in range(40)]
    found = {(_compiled_look(field, quick(field), a, b), look(field, a, b)) for a in far for b in far}
    assert found == {(-1, -1), (0, 0), (1, 1), (2, 2)}


@pytest.mark.parametrize("mode", ["square", "hex"])
@settings(deadline=None)
@given(
    layout=st.sampled_from(LAYOUTS),
    at=st.tuples(spots, spots),
    goal=st.tuples(spots, spots),
    far=st.integers(1, 16),
    run=st.booleans(),
    others=st.lists(st.tuples(spots, spots), max_size=20),
)
def test_ways(
    mode: str,
    layout: str,
    at: tuple[float, float],
    goal: tuple[float, float],
    far: int,
    run: bool,
    others: list[tuple[float, float]],
) -> None:
    field = ground(layout, mode)
    start, end = (field.number((p[0] * field.width, p[1] * field.depth)) for p in (at, goal))
    taken = frozenset([field.number((u * field.width, v * field.depth)) for u, v in others]) - {start}
    costs, fast = costs_of(run), quick(field)
    for tidy in (False, True):
        for aim in (0, end) if end not in taken else (0,):
            plain = field.flood(start, far, run, taken, aim, tidy)
            assert list(fast.flood(start, far, costs, taken, aim, tidy).items()) == list(plain.items())
    p = (goal[0] * field.width, goal[1] * field.depth)
    assert fast.stroll(start, p, field.number(p), float(far), costs, taken) == plain_straight_walk(
        field, start, run, p, float(far), taken
    )


@pytest.mark.parametrize("mode", ["inches", "square", "hex"])
@pytest.mark.parametrize("run", [True, False])
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])  # it is a class
@given(
    layout=st.sampled_from(LAYOUTS),
    places=st.lists(st.tuples(spots, spots), min_size=3, max_size=6),
    unit=st.sampled_from(["advent-trooper", "advent-officer", "thinling"]),
    covered=st.booleans(),
    least=st.sampled_from([0.0, 0.3]),
    thing=st.sampled_from([Thing("core", 1, 9.5, 9.5), Thing("nest", 1, 14.0, 12.0), Thing("site", 1, 8, 8, 3, 2)]),
)
def test_places_that_an_ai_model_considers(
    bench: Any,
    mode: str,
    run: bool,
    layout: str,
    places: list[tuple[float, float]],
    unit: str,
    covered: bool,
    least: float,
    thing: Thing,
) -> None:
    b = bench(mode, ai=(False, True))
    field = ground(layout, mode)
    b.game.fields.clear()
    b.game.fields[UNCHANGED] = field
    units = [(1, unit), *[(0, "volunteer")] * 5]
    at = [(snap(u * field.width), snap(v * field.depth)) for u, v in places]
    id, *foes = [b.add(*who, *p) for who, p in zip(units, at, strict=False)]
    t, bases = b.model(foes[0]).circle, [b.model(f).circle for f in foes]

    def considered() -> list[object]:
        ways = Destinations(b.game, id, run)
        firing = ways.firing(foes[0], "primary")
        return [
            ways.points(),
            [*ways.gaps(t)],
            [*ways.nearest(t)],
            [*ways.nearby(t, firing.far)],
            [*ways.about(ways.gaps_to_thing(thing), 1.001)],
            [*ways.farthest(bases)],
            [*ways.prospects(firing, covered, least)],
            [*ways.shaded()],
        ]

    plain = considered()
    try:
        field._compiled = quick(field)
        assert considered() == plain
    finally:
        field._compiled = None
