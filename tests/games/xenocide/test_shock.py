"""Exact odds of suppression, rally, teleports and bombs against the live rules with rolled dice."""

import os
import random

import pytest

from games.xenocide.battlefield import Battlefield
from xenotable.engine import Roll
from xenotable.games.xenocide.content import kinds, weapons
from xenotable.games.xenocide.firing import fire
from xenotable.games.xenocide.flight import ported, teleport_odds
from xenotable.games.xenocide.flyers import bomb_odds, release
from xenotable.games.xenocide.overwatch import moment_odds, moments
from xenotable.games.xenocide.rally import chances, roll
from xenotable.games.xenocide.shock import of_suppression
from xenotable.games.xenocide.suppression import Suppression
from xenotable.games.xenocide.suppression import tests as nerve_tests

TRIALS = int(os.environ.get("XENOTABLE_TRIALS", "400"))


def played(flow, rnd):
    """Runs rules to their end: dice are rolled, everything else gets its default."""
    value = None
    while True:
        try:
            ask = flow.send(value)
        except StopIteration as end:
            return end.value
        value = ask.counts([rnd.randint(1, ask.sides) for _ in range(ask.n)]) if isinstance(ask, Roll) else ask.default


def near(found, p, n):
    return abs(found / n - p) <= 4 * (max(0.0, p * (1 - p)) / n) ** 0.5 + 1e-9


def scene(kind, n, target, m, mixed=False):
    field = Battlefield(("forest", 18, 24, 4, 8))
    a, b = field.put(0, kind, (20, 10), n), field.put(1, target, (21, 26), m)
    if mixed:
        field.mix(b, "apc", [(26, 26), (26, 28)])
    for seat in (0, 1):
        field.game.sides.set(seat, points=0)
    return field, a, b


FIRE = [
    ("assault-rifles", "medium-infantry", 6, "medium-infantry", 6, False),
    ("howitzer", "medium-artillery", 3, "medium-infantry", 6, False),  # area and Suppression
    ("twin-autogun", "apc", 4, "medium-infantry", 5, True),
    ("quad-flak", "anti-aircraft-tank", 3, "jetbike", 4, False),
    ("needle-volley", "needleback", 3, "medium-infantry", 4, False),
]


@pytest.mark.parametrize("case", FIRE, ids=[c[0] for c in FIRE])
def test_suppression_agrees_with_simulated_fire_and_tests(case):
    weapon, *setup = case
    field, a, b = scene(*setup)
    told = of_suppression(field.game, a, weapons()[weapon], b)
    assert told is not None
    p = {c.label: c.p for c in told.chances}
    rnd, shaken, alive = random.Random(3), 0, 0
    for _ in range(TRIALS):
        field, a, b = scene(*setup)
        played(fire(field.game, a, weapons()[weapon], b), rnd)
        alive += bool(field.unit(b).models)
        if field.unit(b).models:
            played(nerve_tests(field.game, Suppression((b,))), rnd)
            shaken += field.unit(b).marks > 0
    assert near(alive, p["survives"], TRIALS)
    assert near(shaken, p["suppressed"], TRIALS)


def test_who_is_hardly_fired_at_need_not_test():
    field, a, b = scene("medium-tank", 1, "medium-infantry", 6)
    assert of_suppression(field.game, a, weapons()["tank-cannon"], b) is None


@pytest.mark.parametrize(("marks", "extra", "friend"), [(1, False, False), (1, True, False), (2, False, True)])
def test_rally_agrees_with_simulated_rolls(marks, extra, friend):
    field = Battlefield()
    u = field.line(0, "medium-infantry", [(10, 10)], marks=marks)
    if friend:
        field.line(0, "medium-infantry", [(15, 10)])
    (chance,) = chances(field.game, u, extra).chances
    rnd, good = random.Random(9), 0
    for _ in range(TRIALS):
        field.game.units.set(u, marks=marks)
        played(roll(field.game, u, extra), rnd)
        good += not field.unit(u).marks
    assert near(good, chance.p, TRIALS)


def test_teleports_agree_with_simulated_rolls():
    field = Battlefield(("solid-wall", 0, 14, 40, 1))
    u = field.line(0, "blink-guard", [(10, 8)])
    (chance,) = teleport_odds().chances
    rnd = random.Random(2)
    eyes, ends = [(10.0, 8.0, 0.3, 0.5)], {f"{u}m0": (10.0, 19.0)}
    good = sum(played(ported(field.game, u, eyes, ends), rnd) for _ in range(TRIALS))
    assert near(good, chance.p, TRIALS)


def test_bombs_agree_with_simulated_ones():
    def start():
        field = Battlefield()
        return field, field.put(0, "strike-flyer", (20, 10), 3, high=True), field.put(1, "medium-infantry", (20, 20), 6)

    field, u, t = start()
    bombs = [w for w in kinds()["strike-flyer"].weapons if w.bombs]
    (told,) = bomb_odds(field.game, u, bombs, t, field.unit(u).models)
    rnd, lost = random.Random(6), []
    for _ in range(TRIALS):
        field, u, t = start()
        played(release(field.game, u, bombs[0], t, field.unit(u).models), rnd)
        lost.append(6 - field.size(t))
    p = sum(c.p for c in told.distribution if int(c.label) >= 1)
    assert near(sum(x >= 1 for x in lost), p, TRIALS)


def test_overwatch_odds_are_those_of_fire_from_that_moment():
    field = Battlefield()
    a, b = field.put(0, "medium-infantry", (20, 10), 5, watch=True), field.put(1, "medium-infantry", (20, 26), 5)
    starts = {m: field.at(m) for m in field.unit(b).models}
    when = moments(starts, {m: [(x, y + 20.0)] for m, (x, y) in starts.items()})
    close, far = moment_odds(field.game, a, b, when[0]), moment_odds(field.game, a, b, when[8])
    assert close
    assert close[0].mean > 0
    assert far == []  # out of range by then
