"""What is quick is what is right: shortcuts against the plain questions that they answer."""

import os
import random
import subprocess
import sys
from contextlib import suppress

import pytest
from msgspec.structs import replace

from games.xenocide.battlefield import Battlefield
from recording import record_reads
from xenotable.engine import Match, Move, Moved
from xenotable.engine.memory import Watched
from xenotable.games.xenocide.content import maps, scenarios
from xenotable.games.xenocide.rules.assault import flight
from xenotable.games.xenocide.rules.buildings import bombardment
from xenotable.games.xenocide.rules.buildings.entering import gets_through, ways_in
from xenotable.games.xenocide.rules.buildings.occupants import (
    garrison,
    held_sections,
    holder,
    near_sections,
    near_walls,
    occupants,
)
from xenotable.games.xenocide.rules.buildings.walls import gap, spread, walls
from xenotable.games.xenocide.rules.ground.terrain import field as ground_of
from xenotable.games.xenocide.rules.ground.terrain import spans
from xenotable.games.xenocide.rules.movement.moving import whole_refusals
from xenotable.games.xenocide.rules.movement.restrictions import swept_stance
from xenotable.games.xenocide.rules.overrun.overrun_round import run_through
from xenotable.games.xenocide.rules.play.measuring import circles, stances
from xenotable.games.xenocide.rules.play.positions import Stance, clear_by, close_by, close_to, nearest
from xenotable.games.xenocide.rules.play.units import standing_units
from xenotable.games.xenocide.rules.setup import garrisons
from xenotable.games.xenocide.rules.setup.deployment import areas, free_spots
from xenotable.games.xenocide.rules.setup.garrisons import sections_with_room
from xenotable.games.xenocide.rules.setup.sequence import raise_buildings
from xenotable.games.xenocide.rules.shooting.targeting import any_within, unit_sees
from xenotable.games.xenocide.rules.sight.line_of_sight import THROUGH, base, model_sees, sight_shape
from xenotable.games.xenocide.rules.sight.rays import open_ray
from xenotable.games.xenocide.rules.sight.stealth import spotted_from
from xenotable.games.xenocide.scenes import Manner
from xenotable.games.xenocide.show.display import tokens
from xenotable.games.xenocide.state import Model, Unit, Xenocide
from xenotable.games.xenocide.title import GAME
from xenotable.players import RandomPlayer, Stall, play_out, player
from xenotable.table import Circle, move_circle

TOWN = next(m for m in maps().values() if m.suits == "city")


def town(seed):
    """Units of both sides anywhere in a town, some of them in buildings."""
    field, rnd = Battlefield(), random.Random(seed)
    field.game.field = ground_of(TOWN)
    raise_buildings(field.game)
    for seat in (0, 1):
        for _ in range(5):
            kind = rnd.choice(("medium-infantry", "medium-tank", "jetbike"))
            u = field.put(seat, kind, (rnd.randrange(8, 64), rnd.randrange(8, 40)), rnd.randint(2, 5))
            free = [s for s in field.game.sections if not occupants(field.game, s)]
            if kind == "medium-infantry" and rnd.random() < 0.5 and field.size(u) <= 4:
                field.house(u, rnd.choice(free), rnd.choice("NESW"))
    return field


def test_the_smallest_gap_of_many_is_the_smallest_of_all():
    rnd = random.Random(1)
    for _ in range(200):
        a, b = ([Circle(rnd.uniform(0, 30), rnd.uniform(0, 30), rnd.choice((0.3, 0.5, 1.5))) for _ in range(5)]
                for _ in range(2))  # fmt: skip
        if rnd.random() < 0.3:
            x, y = rnd.uniform(0, 30), rnd.uniform(0, 30)
            b.append(walls((x, y, x + 4, y + 4)))
        assert nearest(a, b) == min(gap(p, q) for p in a for q in b)
        assert spread(b) == max(gap(p, q) for p in b for q in b if p is not q)


def test_whether_anybody_in_sight_is_in_range_is_measured_from_base_to_base():
    rnd = random.Random(4)
    for _ in range(200):
        eyes, spots = ([(rnd.uniform(0, 9), rnd.uniform(0, 9), 0.5, 1.0) for _ in range(3)] for _ in range(2))
        views = [[j for j in range(3) if rnd.random() < 0.5] for _ in range(3)]
        apart = [gap(Circle(*eyes[i][:3]), Circle(*spots[j][:3])) for i, js in enumerate(views) for j in js]
        for far in (0.0, *apart):
            assert any_within(eyes, spots, views, far) == any(d <= far for d in apart)


@pytest.mark.parametrize("seed", range(3))
def test_who_is_close_is_whoever_is_not_clear(seed):
    game = town(seed).game
    units = [*stances(game, 0), *stances(game, 1)]
    for _, box in units:
        for far in (0.0, 4.0, 12.0):
            assert close_by(units, box, far) == [(u, at) for u, at in units if not clear_by(at, box, far)]


@pytest.mark.parametrize("seed", range(3))
def test_only_sections_in_the_areas_of_a_zone_are_judged(seed, monkeypatch):
    looked = []

    def compared(game, unit, zone, areas):
        looked.append(sections_with_room(game, unit, zone, areas))
        assert looked[-1] == sections_with_room(game, unit, zone)
        return looked[-1]

    monkeypatch.setattr(garrisons, "sections_with_room", compared)
    for scenario in scenarios():
        setup = replace(GAME.random_setup(random.Random(seed).random), scenario=scenario, map=TOWN.id)
        with suppress(Stall):
            play_out(Match(GAME.new(setup), seed), {s: RandomPlayer(GAME, seed + s) for s in (0, 1)}, 60)
    assert any(looked)
    assert not all(looked)


@pytest.mark.parametrize("seed", range(6))
def test_who_runs_away_looks_only_at_those_he_can_run_into(seed, monkeypatch):
    game = town(seed).game
    units = [(u, h) for seat in (0, 1) for u in standing_units(game, seat) for h in range(6)]
    quick = [flight.Flight(game, u, h, foes=()) for u, h in units]
    monkeypatch.setattr(flight, "close_by", lambda units, *a: list(units))
    plain = [flight.Flight(game, u, h, foes=()) for u, h in units]
    assert [(f.lost, f.paths) for f in quick] == [(f.lost, f.paths) for f in plain]
    assert any(f.lost for f in plain)
    assert any(f.paths for f in plain)


def test_spots_are_free_where_nobody_stands_whoever_has_come_or_gone():
    field, rnd = Battlefield(), random.Random(5)
    looks = field.put(0, "medium-infantry", (60, 3), 1)
    game, met, model = field.game, set(), f"{looks}m0"
    (strip,) = areas(game, looks)
    for turn in range(12):
        if turn % 4 == 3:
            moved = rnd.choice([m for m in game.models if m != model])
            game.models.set(moved, x=rnd.randrange(4, 68) * 1.0, y=rnd.randrange(2, 6) * 1.0)
        else:
            kind = rnd.choice(("medium-infantry", "medium-tank"))
            field.put(rnd.randrange(2), kind, (rnd.randrange(4, 68), rnd.randrange(2, 6)), rnd.randint(1, 4))
        found = list(free_spots(game, model, 0.5, strip))  # out of those that were free the turn before
        met.add(len(found))
        game.free.clear()
        assert found == list(free_spots(game, model, 0.5, strip))
    assert len(met) > 6


def test_whoever_is_left_out_is_far_from_all():
    rnd = random.Random(2)
    for _ in range(200):
        a, b = ([Circle(rnd.uniform(0, 30), rnd.uniform(0, 30), rnd.choice((0.3, 4.5))) for _ in range(6)]
                for _ in range(2))  # fmt: skip
        far = rnd.choice((0.0, 2.0, 6.0))
        left = close_to(a, Stance(b), far)
        assert all(gap(c, d) > far for c in a if c not in left for d in b)


def test_no_leg_of_a_move_leaves_the_rectangle_around_it():
    rnd, field = random.Random(3), Battlefield()
    u = field.put(0, "medium-infantry", (20, 20), 4)

    ways = {m: tuple((rnd.uniform(0, 70), rnd.uniform(0, 46)) for _ in range(3)) for m in field.unit(u).models}
    last = [move_circle(c, ways[m][-1]) for m, c in zip(field.unit(u).models, circles(field.game, u), strict=True)]
    box = swept_stance(circles(field.game, u), Moved(ways), last)
    for m, c in zip(field.unit(u).models, circles(field.game, u), strict=True):
        for x, y in ((c.x, c.y), *ways[m]):
            assert box.x0 <= x - c.r
            assert box.x1 >= x + c.r
            assert box.y0 <= y - c.r
            assert box.y1 >= y + c.r


def test_a_leg_beside_a_rectangle_never_runs_in_it():
    rnd, inside = random.Random(4), 0
    for _ in range(2000):
        sides = (4.0, 6.0, 8.0, 9.0)
        p, q = ((rnd.randrange(13), rnd.randrange(13)) for _ in range(2))
        steps = [(p[0] + (q[0] - p[0]) * k / 64, p[1] + (q[1] - p[1]) * k / 64) for k in range(65)]
        some = any(sides[0] < x < sides[2] and sides[1] < y < sides[3] for x, y in steps)
        inside += some
        assert not some or spans(sides, p, q) is not None
    assert inside > 50


@pytest.mark.parametrize("seed", range(6))
def test_what_is_known_of_a_town_is_what_is_there(seed):
    field = town(seed)
    game = field.game
    for s in game.sections:
        here = [m for u in game.units.values() for m in u.models if game.models[m].section == s]
        assert occupants(game, s) == here
        assert garrison(game, s) == [u for u, row in game.units.items() if any(m in here for m in row.models)]
        assert holder(game, s) == (game.units[game.models[here[0]].unit].seat if here else None)
        assert held_sections(game).get(s) == holder(game, s)
    for u in game.units:
        far = random.Random(u).choice((4.0, 8.0, 20.0))
        assert near_sections(game, u, far) == [s for s in game.sections if near_walls(game, u, s) <= far]
        for t in game.units:
            each = any(
                model_sees(game, m, x)
                and gap(base(sight_shape(game, m)), base(sight_shape(game, x))) <= spotted_from(game, x, 99.0)
                for m in game.units[u].models
                for x in game.units[t].models
            )
            assert unit_sees(game, u, t) == each


@pytest.mark.parametrize("seed", range(6))
def test_a_section_is_seen_by_few_rays_as_by_all(seed):
    field = town(seed)
    game, some = field.game, 0
    for u, row in game.units.items():
        for m in row.models:
            for s in list(game.sections)[::3]:
                if not game.models[m].section:
                    few = bombardment.open_to(game, sight_shape(game, m), u, s)
                    assert few == bombardment.sees_section(game, m, s)
                    some += few
    assert some


@pytest.mark.parametrize("seed", range(4))
def test_there_is_a_way_in_where_ways_in_are_found(seed):
    field = town(seed)
    game = field.game
    for u in [u for u, row in game.units.items() if not any(game.models[m].section for m in row.models)][:4]:
        for s in near_sections(game, u, 8.0)[:3]:
            manner = Manner(section=s)
            assert gets_through(game, u, manner) == bool(ways_in(game, u, manner).paths)


def test_machines_run_through_an_enemy_as_the_rules_want_it():
    field = Battlefield()
    u = field.put(0, "jetbike", (20, 10), 4, order="assault")
    foe = field.put(1, "medium-infantry", (20, 18), 3)
    manner = Manner(named=(foe,), overrun=True)
    move = run_through(field.game, u, manner)
    assert len(move.paths) == 4
    assert not list(whole_refusals(field.game, u, manner, move))
    far = field.put(1, "medium-infantry", (60, 40), 3)
    assert not run_through(field.game, u, Manner(named=(far,), overrun=True)).paths


@pytest.mark.parametrize("seed", range(3))
def test_what_machines_answer_is_legal(seed):
    """Answers of machines are trusted in simulations: they must be what the asks would let a person say."""

    class Enough(Exception):
        pass

    class Careful(RandomPlayer):
        def decide(self, view, deadline=None):
            said = super().decide(view)
            ask = next(a for a in view.undecided() if a.key == said.key)
            assert not list(ask.check(ask.shape(said.value))), ask.key
            return said

    def watch(match):
        if len(match.tape) > 700:
            raise Enough

    match = Match(GAME.new(GAME.random_setup(random.Random(seed).random)), seed, live=False)
    with suppress(Enough):
        play_out(match, {s: Careful(GAME, f"{seed}:{s}") for s in (0, 1)}, watch=watch)


def test_who_cannot_come_up_may_stay_below():
    field = Battlefield(("road", 5, 5, 20, 20))
    u = field.line(0, "delver", [(10, 10)], burrowed=True)
    assert not list(whole_refusals(field.game, u, Manner("surface"), Moved()))
    moved = Moved({f"{u}m0": ((10.5, 10.5),)})
    assert "flight.burrow-up" in [r.rule for r in whole_refusals(field.game, u, Manner("surface"), moved)]


def test_a_ray_that_only_touches_is_open():
    blocks = ((4.0, 4.0, 8.0, 8.0, 2.0, True),)
    assert open_ray(blocks, 0, 4, 0.5, 12, 4, 0.5, THROUGH)  # along a side
    assert not open_ray(blocks, 0, 5, 0.5, 12, 5, 0.5, THROUGH)
    assert open_ray(blocks, 0, 5, 2.0, 12, 5, 2.0, THROUGH)  # over it


# ---- what is remembered ----------------------------------------------------------------------------------------------


def test_answers_are_forgotten_when_a_row_is_written_and_forks_keep_their_own():
    """In a process of its own: outside tests nothing is kept of what was cited."""
    script = """
from games.xenocide.battlefield import Battlefield
from xenotable.games.xenocide.rules.movement.allowances import farthest
from xenotable.games.xenocide.rules.play.measuring import apart, units_in_contact
from xenotable.games.xenocide.rules.play.units import standing_units
from xenotable.games.xenocide.rules.transport.weapon_systems import entries
field = Battlefield()
a, b = field.line(0, "medium-infantry", [(10, 10)]), field.line(1, "medium-infantry", [(10, 20)])
game = field.game
assert (standing_units(game, 0), units_in_contact(game, a), farthest(game, a)) == ([a], [], 4.0)
assert entries(game, a) and game.memo.here and game.memo.now
far = apart(game, a, b)
copy = game.copy()
assert not copy.memo.now and copy.memo.here is game.memo.here
game.units.set(a, order="assault")
assert not game.memo.now and copy.memo.here is game.memo.here and farthest(game, a) == 8.0
copy.models.set(f"{b}m0", y=13.0)
assert units_in_contact(copy, a) == [b]
assert units_in_contact(game, a) == [] and apart(game, a, b) == far
game.units.set(b, on=False)
assert not game.memo.here and standing_units(game, 1) == [] and standing_units(copy, 1) == [b]
game.models.remove(f"{b}m0")
assert not game.memo.here
again = type(game).decode(game.setup, game.encode())
assert standing_units(again, 0) == [a] and again.memo.of[0] and not game.memo.here
print("good")
"""
    runs_well(script)


def runs_well(script: str) -> None:
    env = {**os.environ, "XENOTABLE_TRACE": "0", "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True)
    assert done.stdout == "good\n", done.stderr


def test_what_is_remembered_is_what_would_be_answered_again():
    """Battles in a process of their own; now and then everything that is remembered is worked out anew."""
    runs_well("""
import random
from xenotable.engine import Match
from xenotable.games.xenocide.rules.play.positions import Stance
from xenotable.games.xenocide.title import GAME
from xenotable.players import play_out, player

def plain(answer):
    if isinstance(answer, list | tuple):
        return [plain(part) for part in answer]
    return answer.circles if isinstance(answer, Stance) else answer

def watch(match):
    if len(match.tape) > 900:
        raise TimeoutError
    if len(match.tape) % 7 == 0:
        memo = match.game.memo
        known = [(f, args if isinstance(args, tuple) else (args,), answer) for part in (memo.here, memo.now)
                 for (f, args), answer in part.items()]
        for about, answers in memo.of.items():
            for key, answer in answers.items():
                if not isinstance(key, tuple):
                    known.append((key, (about,), answer))
                elif len(key) == 2:
                    known.append((key[0], (about, *key[1]), answer))
                elif answer[0] is memo.of[key[1]]:
                    known.append((key[0], (about, key[1], *key[2]), answer[1]))
        memo.clear()
        for f, args, answer in known:
            fresh = f(match.game, *args)
            assert plain(fresh) == plain(answer), (f.__name__, args, answer, fresh)

for seed, who in ((1, "random"), (4, "random"), (6, "tactician")):
    match = Match(GAME.new(GAME.random_setup(random.Random(seed).random)), seed, live=False)
    try:
        play_out(match, {s: player(who, GAME, f"{seed}:{s}") for s in (0, 1)}, watch=watch)
    except TimeoutError:
        pass
print("good")
""")


@pytest.mark.parametrize("seed", [3, 5])
def test_units_that_are_drawn_as_before_have_not_changed(seed):
    """All rows that a token is made of are named: a stale token would differ from one that is made anew."""
    looked = []

    def draw_anew(match):
        game = match.game.blanked(0)
        drawn = tokens(game, 0)
        game.shown = {}
        assert drawn == tokens(game, 0)
        looked.append(drawn)

    match = Match(GAME.new(GAME.random_setup(random.Random(seed).random)), seed, live=False)
    with suppress(Stall):
        play_out(match, {seat: RandomPlayer(GAME, seat) for seat in (0, 1)}, limit=250, watch=draw_anew)
    assert len(looked) > 100


def test_every_table_of_a_battle_forgets():
    game = Battlefield().game
    assert isinstance(game, Xenocide)
    assert all(isinstance(getattr(game, name), Watched) for name in game.tables)
    assert all(getattr(game, name).memo is game.memo for name in game.tables)
    for name, fields in Xenocide.place_fields.items():
        assert getattr(game, name).place_fields == fields
    assert Xenocide.place_fields["models"] == frozenset(Model.__struct_fields__)
    assert Xenocide.place_fields["units"] < frozenset(Unit.__struct_fields__)


@pytest.mark.parametrize(("seed", "who"), [(1, "random"), (2, "random"), (6, "tactician")])
def test_what_is_remembered_reads_no_more_than_it_declares(seed, who):
    """Battles on tables that note every field that is read: a function that reads more than it declares is refused."""
    with record_reads(Xenocide):
        match = Match(GAME.new(GAME.random_setup(random.Random(seed).random)), seed, live=False)
        with suppress(Stall):
            play_out(match, {s: player(who, GAME, f"{seed}:{s}") for s in (0, 1)}, limit=300)
    assert len(match.tape) > 100


def test_a_move_drawn_before_ways_are_looked_for_is_the_one_drawn_among_all():
    kind, asked = GAME, []

    def watch(match):
        for ask in match.open:
            if type(ask) is Move and ask.one is not None:
                seed = len(asked)
                found = ask.candidates(4, rnd := random.Random(seed).random)
                asked.append(ask.drawn(4, random.Random(seed).random) == (found[int(rnd() * len(found))],))

    match = Match(kind.new(kind.random_setup(random.Random(1).random)), 1, live=False)
    with suppress(Stall):  # some turns are enough
        play_out(match, {s: RandomPlayer(kind, f"1:{s}") for s in (0, 1)}, limit=300, watch=watch)
    assert len(asked) > 5
    assert all(asked)
