"""What is worked out quickly is what would be worked out at length: sight, special rules of a weapon, suggestions."""

import math
import random

import pytest

from games.killteam.field import rule
from xenotable.engine import Match
from xenotable.games.killteam.content import scenarios
from xenotable.games.killteam.rules.datacards.printed import Use
from xenotable.games.killteam.rules.datacards.special_rules import granted_rules, rules_for
from xenotable.games.killteam.rules.play.line_geometry import LINE_WIDTH, between, part_tables, through
from xenotable.games.killteam.rules.play.suggestions import Suggestions, suggest
from xenotable.games.killteam.rules.shooting.targets import any_target, arms, valid_targets
from xenotable.games.killteam.rules.sight import cover_lines, visibility
from xenotable.games.killteam.rules.sight.fans import BY_HEAVY, BY_LIGHT, LEVELS
from xenotable.games.killteam.rules.sight.visibility import SILHOUETTE
from xenotable.games.killteam.rules.terrain.features import SOLID, ground_of
from xenotable.games.killteam.state import card, standing_operatives
from xenotable.games.killteam.title import GAME
from xenotable.players import RandomPlayer, play_out
from xenotable.table import Circle, rim, snap


def spots(rnd, n):
    for _ in range(n):
        yield tuple(snap(v) for v in (1 + rnd.random() * 28, 1 + rnd.random() * 20, 1 + rnd.random() * 28))


def clear_of(ground, x, y, r):
    return not ground.under(Circle(x, y, r), SOLID)


@pytest.mark.parametrize("scenario", scenarios())
def test_visible_is_decided_line_by_line(scenario):
    """Every line to the silhouette, clipped one by one, gives what the shortcuts give."""
    rnd, ground, unit = random.Random(scenario), ground_of(scenario), card("cw-warden")
    seen = hidden = 0
    for ax, ay, bx in spots(rnd, 300):
        by = snap(1 + rnd.random() * 20)
        if not clear_of(ground, ax, ay, unit.r) or not clear_of(ground, bx, by, unit.r):
            continue
        r, head = unit.r * SILHOUETTE, unit.height
        parts, boxes = ground.chosen(SOLID), part_tables(ground, SOLID).boxes
        near = [parts[k] for k in between(boxes, ax, ay, bx, by, r, 0.0, head)]
        points = [(bx, by), *rim(Circle(bx, by, r), 16, (ax, ay))]
        plain = any(
            not any(through(part, ax, ay, head, x, y, unit.height * level) for part in near)
            for x, y in points
            for level in LEVELS
        )
        assert visibility._sees(ground, "cw-warden", ax, ay, 0.0, "cw-warden", bx, by, 0.0) is plain
        seen, hidden = seen + plain, hidden + (not plain)
    assert seen > 20
    assert hidden > 20


@pytest.mark.parametrize("scenario", scenarios())
def test_what_hides_for_certain_hides_from_every_point(scenario):
    rnd, ground, r = random.Random(scenario), ground_of(scenario), card("cw-warden").r
    found = 0
    for ax, ay, bx in spots(rnd, 400):
        s, t = Circle(ax, ay, r), Circle(bx, snap(1 + rnd.random() * 20), r)
        far = math.hypot(s.x - t.x, s.y - t.y) - 2 * r
        if far < 0.1 or not clear_of(ground, s.x, s.y, r) or not clear_of(ground, t.x, t.y, r):
            continue
        sure = cover_lines.hides(ground, s, t, far > 2.001)
        if sure is None:
            continue
        found += 1
        views = [cover_lines.from_point(ground, s, t, p, far, ()) for p in cover_lines.points(s, t)]
        if sure.obscured:
            assert all(v.obscured for v in views)
        else:
            assert all(v.cover & (BY_LIGHT | BY_HEAVY) for v in views)
    assert found > 20


@pytest.mark.parametrize("scenario", scenarios())
def test_the_best_view_is_the_best_of_all_points(scenario):
    """Points that cannot be better are passed over; looking from each gives the same view, also past smoke."""
    rnd, ground, r = random.Random(scenario), ground_of(scenario), card("cw-warden").r
    kinds = set()
    for ax, ay, bx in spots(rnd, 300):
        z = rnd.choice((0.0, 0.0, 3.0))
        s, t = Circle(ax, ay, r, z), Circle(bx, snap(1 + rnd.random() * 20), r, rnd.choice((0.0, z)))
        far = math.hypot(s.x - t.x, s.y - t.y, s.z - t.z) - 2 * r
        smokes = (((s.x + t.x) / 2, (s.y + t.y) / 2, 0.0),) if rnd.random() < 0.2 else ()
        if far < 0.1 or not clear_of(ground, s.x, s.y, r) or not clear_of(ground, t.x, t.y, r):
            continue
        views = [cover_lines.from_point(ground, s, t, p, far, smokes) for p in cover_lines.points(s, t)]
        best = min(views, key=cover_lines.worse)
        kinds.add((best.obscured, best.cover))
        assert cover_lines.terrain_view(ground, s, t, far, smokes) == best
        assert cover_lines.obscured_from_all(ground, s, t, smokes) is all(v.obscured for v in views)
    assert len(kinds) > 3


def test_special_rules_of_a_weapon_are_the_printed_ones_where_nothing_can_change_them():
    asked = quick = 0
    for seed in range(6):
        match = Match(GAME.new(GAME.random_setup(random.Random(seed).random)), seed, live=False)

        def compare(m):
            nonlocal asked, quick
            game = m.game
            if game.now.turn == 0 or random.Random(len(m.tape)).random() > 0.1:
                return
            for operative in standing_operatives(game):
                for kind in ("shoot", "fight"):
                    for weapon, n in arms(game, operative, kind):
                        shot = Use(operative, weapon, n, "shoot")
                        assert kind == "fight" or any_target(game, shot) is bool(valid_targets(game, shot))
                        for target in ("", *standing_operatives(game, 1 - game.operatives[operative].seat)[:3]):
                            use = Use(operative, weapon, n, kind, target)
                            asked += 1
                            quick += rules_for(game, use) == granted_rules(game, use)

        play_out(match, {s: RandomPlayer(GAME, f"{seed}:{s}") for s in (0, 1)}, watch=compare)
    assert asked > 1000
    assert quick == asked


@rule("play.line-width")
def test_a_line_runs_through_what_is_wider_than_itself():
    ground = ground_of("relay-ground")
    part = next(p for p in ground.parts if p.bits & SOLID)
    z = (part.low + part.high) / 2
    across = (part.x0 - 1, part.cy, z, part.x1 + 1, part.cy, z)
    assert through(part, *across)
    assert not through(part, part.x0 - 1, part.y0 - 1, z, part.x0 + LINE_WIDTH / 4, part.y0 - 1, z)


def test_suggestions_are_worked_out_when_somebody_looks():
    made = []
    some = Suggestions(4, lambda i: made.append(i) or i * 10)
    assert len(some) == 4
    assert made == []
    assert (some[2], some[-1], some[2]) == (20, 30, 20)
    assert made == [2, 3]
    assert list(some) == [0, 10, 20, 30]
    assert some[1:3] == [10, 20]
    with pytest.raises(IndexError):
        some[4]
    assert list(suggest(3, lambda: None)) == []
    answers = iter([7, None, 9])
    assert list(suggest(3, lambda: next(answers))) == [7, 7, 9]
