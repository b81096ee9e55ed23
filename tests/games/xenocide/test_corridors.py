"""Shortcuts of sight are exact: what they settle for whole units is what the rays say one by one."""

import random

import pytest

from games.xenocide.battlefield import Battlefield
from games.xenocide.single_rays import sees
from plain_code import use_plain
from xenotable.games.xenocide.content import maps
from xenotable.games.xenocide.rules.ground.terrain import field as ground_of
from xenotable.games.xenocide.rules.play.measuring import circles
from xenotable.games.xenocide.rules.play.positions import Stance, clear_by, nearest
from xenotable.games.xenocide.rules.play.units import put
from xenotable.games.xenocide.rules.sight import corridors, rays, stretches
from xenotable.games.xenocide.rules.sight.line_of_sight import RIM, THROUGH, TURNS, WHOLE
from xenotable.games.xenocide.rules.sight.stretches import low_enough
from xenotable.kernels import compile_now
from xenotable.table import Circle


def units(rnd, m):
    for _ in range(2):
        x, y, z = rnd.uniform(1, m.width - 5), rnd.uniform(1, m.depth - 4), rnd.choice((0.5, 0.5, 1.0, 3.5))
        yield tuple(
            (round((x + 1.25 * (i % 3)) * 8) / 8, round((y + 1.25 * (i // 3)) * 8) / 8, 0.5, z) for i in range(5)
        )


@pytest.mark.parametrize("name", sorted(maps()))
def test_blocks_left_out_and_units_hidden_agree_with_every_ray(name):
    blocks = ground_of(maps()[name]).blocks
    rnd, settled = random.Random(name), 0
    for _ in range(120):
        a, b = units(rnd, maps()[name])
        low = min(s[3] for s in (*a, *b))
        parts = corridors.between(blocks, corridors.around(a, True), corridors.around(b, True), low)
        plain = [sees(blocks, e, t) for e in a for t in b]
        assert [sees(parts, e, t) for e in a for t in b] == plain
        top = max(s[3] for s in (*a, *b))
        if corridors.is_hidden(parts, corridors.around(a, False), corridors.around(b, True), top, THROUGH):
            settled += 1
            assert not any(plain)
    assert settled or name not in ("river-town",)


@pytest.mark.parametrize("name", sorted(maps()))
def test_blocks_below_a_steep_ray_are_left_out_and_nothing_is_seen_otherwise(name):
    ground = maps()[name]
    blocks = ground_of(ground).blocks
    rnd, left_out, hidden = random.Random(f"steep {name}"), 0, 0
    for n in range(60):
        (a, *_), (b, *_) = units(rnd, ground)
        high = rnd.choice((3.5, 6.0, 12.0))
        eye, here = ((*a[:3], high), b) if n % 2 else (a, (*b[:3], high))
        there = (here[0] + rnd.uniform(-9, 9), here[1] + rnd.uniform(-9, 9), *here[2:])
        parts = low_enough(blocks, eye, (here, there))
        left_out += len(blocks) - len(parts)
        for t in (0.0, 0.3, 0.7, 1.0):
            at = (here[0] + (there[0] - here[0]) * t, here[1] + (there[1] - here[1]) * t, *here[2:])
            seen = sees(blocks, eye, at)
            hidden += not seen
            assert sees(parts, eye, at) == seen
    assert left_out
    assert hidden or not blocks


@pytest.fixture(params=["plain", "compiled"])
def table(request):
    """The rays of whole units, of plain or of compiled code."""
    if request.param == "compiled":
        compile_now("xenotable.games.xenocide.rules.sight.rays")
    yield rays.table
    use_plain(rays)


@pytest.mark.parametrize("name", sorted(maps()))
def test_rays_of_whole_units_are_rays_one_by_one(name, table):
    ground = ground_of(maps()[name])
    rnd, seen, hidden = random.Random(f"rays {name}"), 0, 0
    for _ in range(150):
        a, b = units(rnd, maps()[name])
        one = [sees(ground.blocks, e, t) for e in a for t in b]
        seen, hidden = seen + sum(one), hidden + len(one) - sum(one)
        assert table(ground.blocks, a, b, RIM[1:], THROUGH) == one
    assert seen
    assert hidden


@pytest.mark.parametrize("name", sorted(maps()))
def test_compiled_code_finds_the_same_moments_of_a_way(name):
    """On the ground of a map, with its plateaus, past walls and windows."""
    ground, rnd = ground_of(maps()[name]), random.Random(f"ways {name}")
    asked = []
    for _ in range(40):
        eyes, walkers = units(rnd, maps()[name])
        behind_walls = [(0.0, 1.0, y, x - 1.0, y - 3.0, x + 1.0, y) for x, y, _, _ in eyes]
        views = [rnd.choice((stretches.OPEN, window)) for window in behind_walls]
        legs = []
        for k, (x, y, r, z) in enumerate(walkers):
            dx, dy, long = rnd.choice(((6.0, 8.0, 10.0), (-3.0, 4.0, 5.0), (0.0, -7.0, 7.0)))
            legs.append((k, x, y, x + dx, y + dy, long, long + 2.0, r, z, 1.0))
            legs.append((k, x + dx, y + dy, x + dx + 2.0, y + dy, 2.0, long + 2.0, r, z, 1.0))
        far, known = rnd.choice((12.0, 24.0, 48.0)), (0.0, 0.5, 1.0)
        asked.append((ground.blocks, ground.cliffs, eyes, views, legs, WHOLE, TURNS, far, THROUGH, known))
    plain = [stretches.unseen(*given) for given in asked]
    compile_now("xenotable.games.xenocide.rules.sight.stretches")
    try:
        assert [stretches.unseen(*given) for given in asked] == plain
    finally:
        use_plain(stretches)
    assert any(plain) or not ground.blocks


def test_veils_that_overlap_count_once(table):
    forests = ((2.0, 0.0, 5.0, 9.0, 3.0, False), (4.0, 0.0, 6.0, 9.0, 3.0, False))
    eye, target = ((0.0, 4.0, 0.5, 1.0),), ((9.0, 4.0, 0.5, 1.0),)
    assert table(forests, eye, target, RIM[1:], 4.5) == [True]
    assert table(forests, eye, target, RIM[1:], 3.5) == [False]


def test_rectangles_never_call_near_units_far():
    rnd = random.Random(2)
    for _ in range(300):
        a, b = ([Circle(rnd.uniform(0, 30), rnd.uniform(0, 30), 0.5) for _ in range(4)] for _ in range(2))
        far = nearest(a, b)
        for limit in (4.0, 12.0, far - 0.01):
            if clear_by(Stance(a), Stance(b), limit):
                assert far > limit


def test_where_a_unit_stands_follows_its_models():
    field = Battlefield()
    u = field.line(0, "medium-infantry", [(10, 10), (12, 10)])

    assert [(c.x, c.y) for c in circles(field.game, u)] == [(10.0, 10.0), (12.0, 10.0)]
    put(field.game, f"{u}m0", (20.0, 20.0))
    assert [(c.x, c.y) for c in circles(field.game, u)] == [(20.0, 20.0), (12.0, 10.0)]
