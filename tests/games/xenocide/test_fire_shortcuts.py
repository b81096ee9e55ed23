"""Shortcuts of fire and sight, and of safe points, against the plain questions that they answer."""

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.xenocide.battlefield import Battlefield
from games.xenocide.test_shortcuts import town
from plain_code import use_plain
from xenotable.engine import Match, is_legal
from xenotable.games.xenocide.rules import overwatch
from xenotable.games.xenocide.rules.buildings import bombardment
from xenotable.games.xenocide.rules.buildings.occupants import standing_sections
from xenotable.games.xenocide.rules.buildings.walls import gap, off_walls, walls
from xenotable.games.xenocide.rules.overwatch import all_openings
from xenotable.games.xenocide.rules.play.measuring import WITHIN, circles
from xenotable.games.xenocide.rules.play.units import standing_units
from xenotable.games.xenocide.rules.setup import deployment
from xenotable.games.xenocide.rules.shooting import fire, targeting
from xenotable.games.xenocide.rules.sight import rays
from xenotable.games.xenocide.rules.transport.passengers import AROUND, place_refusals, placings
from xenotable.games.xenocide.rules.transport.weapon_systems import systems
from xenotable.games.xenocide.scenes import Reaction
from xenotable.games.xenocide.title import GAME
from xenotable.kernels import compile_now
from xenotable.players import RandomPlayer, Stall, play_out
from xenotable.table import Circle

inches = st.integers(0, 40 * 1024).map(lambda n: n / 1024)


@given(inches, inches, st.sampled_from((0.0, 0.3, 0.5, 1.5, 3.0)), inches, inches, st.sampled_from((2.0, 4.0, 6.5)))
def test_the_way_to_a_wall_is_the_gap_to_its_section(x, y, r, x0, y0, wide):
    sides = (x0, y0, x0 + wide, y0 + 4.0)
    assert off_walls(x, y, r, sides) == gap(Circle(x, y, r), walls(sides))


def armed(game):
    return [(u, w) for u in game.units for w in systems(game, u)]


@pytest.mark.parametrize("seed", range(4))
def test_whoever_fires_at_a_section_is_found_without_looking_for_all(seed):
    field = town(seed)
    field.put(0, "medium-artillery", (20, 12), 2)
    game = field.game
    asked = [(u, w, s) for u, w in armed(game) for s in list(game.sections)[::3]]
    aims = [bombardment.aim_at(game, *a) for a in asked]
    plain = [bool(aim.direct or aim.indirect) for aim in aims]
    assert [bombardment.fires_at(game, *a) for a in asked] == plain
    assert any(plain)
    assert not all(plain)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("compiled", [False, True])
def test_all_sections_at_once_are_those_one_by_one(seed, compiled):
    field = town(seed)
    field.put(0, "medium-artillery", (20, 12), 2)
    game, some = field.game, 0
    use_plain(rays)
    if compiled:
        compile_now("xenotable.games.xenocide.rules.sight.rays")
    for u, w in armed(game):
        guns, views = targeting.carriers(game, u, w), bombardment.sections_in_view(game, u, w)
        assert (views is None) == any(game.models[m].section for m in guns)
        for s, view in (views or {}).items():
            assert bool(view) == bool(bombardment.in_range(game, u, w, s))
            far = w.range + WITHIN
            assert (view == bombardment.SEEN) == any(bombardment.sees_section(game, g, s, far) for g in guns)
            some += view == bombardment.SEEN
        plain = [s for s in standing_sections(game) if is_legal(bombardment.section_refusals(game, u, w, s))]
        assert bombardment.section_targets(game, u, w) == plain
    use_plain(rays)
    assert some


@pytest.mark.parametrize("seed", range(6))
def test_watchers_left_out_have_no_opening(seed, monkeypatch):
    field, rnd = Battlefield(("forest", 30, 20, 6, 6)), random.Random(seed)
    mover = field.put(0, "medium-infantry", (rnd.randrange(10, 60), rnd.randrange(8, 40)), 4)
    watching = [field.put(1, rnd.choice(("medium-infantry", "medium-tank")),
                          (rnd.randrange(4, 68), rnd.randrange(4, 44)), 3) for _ in range(6)]  # fmt: skip
    starts = {m: field.at(m) for m in field.unit(mover).models}
    by = rnd.randrange(-8, 8), rnd.randrange(-8, 8)
    ways = tuple((m, ((x + by[0], y), (x + by[0], y + by[1]))) for m, (x, y) in starts.items())
    at = Reaction(mover, tuple(starts.items()), ways)
    quick = all_openings(field.game, watching, at)
    monkeypatch.setattr(overwatch, "out_of_reach", lambda *a: False)
    plain = all_openings(field.game, watching, at)
    x0, y0, x1, y1 = overwatch.swept_rectangle(field.game, plain[1])
    bases = [Circle(*p, circles(field.game, mover)[0].r) for where in plain[1] for p in where.values()]
    assert all(x0 <= c.x - c.r and c.x + c.r <= x1 and y0 <= c.y - c.r and c.y + c.r <= y1 for c in bases)
    assert quick == plain


@pytest.mark.parametrize("seed", range(4))
def test_units_whose_rectangles_do_not_touch_are_not_mingled(seed, monkeypatch):
    field, rnd = Battlefield(), random.Random(seed)
    for _ in range(10):
        x, y = rnd.uniform(16, 30), rnd.uniform(16, 26)
        around = [(x + rnd.uniform(-4, 4), y + rnd.uniform(-4, 4)) for _ in range(rnd.randint(2, 5))]
        field.line(0, "medium-infantry", around)
    quick = {u: fire.mingled_units(field.game, u) for u in standing_units(field.game, 0)}
    monkeypatch.setattr(fire, "apart_for_sure", lambda *a: False)
    assert {u: fire.mingled_units(field.game, u) for u in quick} == quick
    assert any(quick.values())
    assert len(quick) == 10


@pytest.mark.parametrize("seed", range(6))
def test_whoever_gets_out_where_nobody_stands_in_the_way_gets_out_where_the_rules_let_him(seed, monkeypatch):
    field, rnd = Battlefield(("forest", 30, 20, 6, 6)), random.Random(seed)
    u = field.put(0, "medium-infantry", (60, 40), 4)
    for _ in range(6):
        field.put(rnd.randrange(2), "medium-tank", (rnd.uniform(16, 26), rnd.uniform(14, 24)))
    where = dict.fromkeys(field.unit(u).models, Circle(20.0, 18.0, 1.5))
    field.game.units.set(u, models=(), riding=field.unit(u).models)
    quick = placings(field.game, u, where, True, rnd.random)
    assert not list(place_refusals(field.game, u, where, quick[0], True))
    monkeypatch.setattr("xenotable.games.xenocide.rules.transport.passengers.AROUND", -1000.0)
    assert AROUND > 0.0
    assert placings(field.game, u, where, True, rnd.random) == quick


def test_a_safe_point_stays_as_it_was_though_it_shares_tables():
    kind, kept, shared = GAME, [], 0
    match = Match(kind.new(kind.random_setup(random.Random(3).random)), 3, live=False)

    def watch(m):
        nonlocal shared
        kept.append((m.key, m.game.snapshot(), m.key.encoded(), m.game.encoded()))
        assert kept[-1][1].encoded() == m.game.encoded()
        shared += len(kept) > 1 and kept[-2][1].models is kept[-1][1].models

    with suppress(Stall):  # some turns are enough
        play_out(match, {s: RandomPlayer(kind, f"3:{s}") for s in (0, 1)}, limit=250, watch=watch)
    assert shared > 20
    for key, game, before, there in kept:
        assert key.encoded() == before
        assert game.encoded() == there
        assert game.copy().encoded() == there


def test_blocks_whose_rim_is_in_the_zone_are_those_put_down(monkeypatch):
    kind, asked = GAME, []

    def put(ask):
        return [ask.candidates(4, random.Random(k).random) for k in range(3)]

    def look(m):
        for ask in [a for a in m.open if a.key == "deploy"]:
            quick = put(ask)
            with monkeypatch.context() as plain:
                plain.setattr(deployment, "outermost", lambda rows: {})
                asked.append(put(ask) == quick)

    for seed in (1, 2, 5):
        match = Match(kind.new(kind.random_setup(random.Random(seed).random)), seed, live=False)
        with suppress(Stall):  # the deployment is enough
            play_out(match, {s: RandomPlayer(kind, f"{seed}:{s}") for s in (0, 1)}, limit=40, watch=look)
    assert len(asked) > 10
    assert all(asked)
