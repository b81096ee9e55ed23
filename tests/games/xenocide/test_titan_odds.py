"""Exact odds of fire at titans and of close assault with them, against simulated exchanges."""

import os
import random

import pytest

from games.xenocide.battlefield import Battlefield
from xenotable.engine import Roll
from xenotable.games.xenocide import clash, melee, odds, titan_odds
from xenotable.games.xenocide.aiming import aim
from xenotable.games.xenocide.arms import armoury
from xenotable.games.xenocide.deflectors import hull_of
from xenotable.games.xenocide.firing import fire
from xenotable.games.xenocide.gunnery import barrels, loaded
from xenotable.games.xenocide.salvos import volleys
from xenotable.odds import Odds

TRIALS = int(os.environ.get("XENOTABLE_TRIALS", "400"))


def roll_out(flow, rnd):
    value = None
    while True:
        try:
            ask = flow.send(value)
        except StopIteration:
            return
        value = ask.counts([rnd.randint(1, 6) for _ in range(ask.n)]) if isinstance(ask, Roll) else ask.default


def within(seen, exact, n):
    return abs(seen - exact.mean) <= 4 * exact.deviation / n**0.5 + 1e-9


FIRE = [
    ("medium-tank", 5, "tank-cannon", "bastion-titan", {}),
    ("jetbike", 6, "twin-stubbers", "bastion-titan", {"layers": 1, "core": 1}),
    ("obelisk-titan", 1, "sunlance@3", "bastion-titan", {"core": 2}),  # Shield Breaker and Crippling
    ("obelisk-titan", 1, "sunlance@2", "obelisk-titan", {"core": 3}),  # crippled projectors stop flickering
    ("mirage-titan", 1, "mirage-lance@1", "mirage-titan", {}),
    ("medium-tank", 5, "tank-cannon", "mirage-titan", {"core": 1}),
    ("medium-artillery", 4, "howitzer", "worldmaw", {"core": 2}),
    ("heavy-tank", 4, "heavy-cannon", "crawler-titan", {"core": 1, "layers": 2}),
]


def shooting(kind, n, weapon, target, state):
    field = Battlefield(("forest", 18, 24, 6, 8))
    a, t = field.put(0, kind, (20, 8), n), field.put(1, target, (21, 27))
    field.game.titans.set(t, **state)
    names = [w.id for w in field.game.kinds[field.game.models[field.unit(a).models[0]].kind].weapons]
    return field, a, t, armoury()[weapon if weapon in names else names[0]]


@pytest.mark.parametrize("setup", FIRE, ids=[f"{f[0]}-{f[3]}" for f in FIRE])
def test_fire_at_titans_agrees_with_simulated_fire(setup):
    field, a, t, w = shooting(*setup)
    start = hull_of(field.game, t)
    ends = titan_odds.after_fire(field.game, t, volleys(field.game, a, w, t, aim(field.game, a, w, t)))
    assert sum(ends.values()) == pytest.approx(1.0)
    levels = Odds.of(ends, lambda end: titan_odds.lost(start, end))
    layers = Odds.of(ends, lambda end: end.layers)
    gone = Odds.of(ends, lambda end: int(end.gone))
    rnd, seen = random.Random(3), []
    for _ in range(TRIALS):
        field, a, t, w = shooting(*setup)
        roll_out(fire(field.game, a, w, t), rnd)
        row = field.game.titans[t]
        dead = not field.size(t)
        seen.append((start.core - row.core + dead, row.layers, int(dead)))
    for i, exact in enumerate((levels, layers, gone)):
        assert within(sum(s[i] for s in seen) / TRIALS, exact, TRIALS), i
    shown = odds.of_fire(field.game, a, w, t) if field.size(t) else None
    assert shown is None or shown.unit == "core levels"


FIGHTS = [
    ("bastion-titan", 1, "medium-tank", 4, {"power": 0}),
    ("gorehorn", 4, "bastion-titan", 1, {"core": 2, "layers": 2}),
    ("blink-guard", 8, "bastion-titan", 1, {"core": 1, "layers": 2}),  # Shatter
    ("delver", 5, "worldmaw", 1, {"core": 1}),  # Cutter against 6666
    ("worldmaw", 1, "heavy-tank", 3, {}),  # Cutter of a weapon
    ("skyrender", 1, "mirage-titan", 1, {"core": 1}),
]


def brawling(kind, n, target, m, state, suppressed=False):
    field = Battlefield()
    a = field.put(0, kind, (20, 10), n, order="assault", charge="assault")
    d = field.put(1, target, (20, 16.5), m)
    for u in (a, d):
        if u in field.game.titans:
            field.game.titans.set(u, **state)
    if suppressed:
        field.game.units.set(d, marks=1)
    for side in (0, 1):
        field.game.sides.set(side, points=0)
    return field, a, d


def level(field, u):
    """Core levels and the life of a titan, models of others."""
    return field.game.titans[u].core + field.size(u) if u in field.game.titans else field.size(u)


@pytest.mark.parametrize("suppressed", [False, True])
@pytest.mark.parametrize("setup", FIGHTS, ids=[f"{f[0]}-{f[2]}" for f in FIGHTS])
def test_close_assault_with_titans_agrees_with_simulated_rounds(setup, suppressed):
    field, a, d = brawling(*setup, suppressed)
    there, back = clash.of_assault(field.game, a, (d,))
    before = level(field, d), level(field, a)
    rnd, seen = random.Random(9), []
    for _ in range(TRIALS):
        field, a, d = brawling(*setup, suppressed)
        for u, foe in ((d, a), (a, d)):
            field.run(melee.split(field.game, u, field.unit(u).models, True, (foe,)), split=0, blades=0)
        marks = field.unit(a).marks, field.unit(d).marks
        for flow in (
            melee.strike(field.game, (a,), (d,), True, True), melee.strike(field.game, (d,), (a,), False, True),
            melee.tests(field.game, (a,), (d,), 1),
        ):  # fmt: skip
            roll_out(flow, rnd)
        after = level(field, d), level(field, a)
        broke = field.unit(d).marks > marks[1], field.unit(a).marks > marks[0]
        seen.append((before[0] - after[0], before[1] - after[1], *broke))
    for i, shown in enumerate((there, back)):
        exact = Odds({float(c.label.split()[0]): c.p for c in shown.distribution})
        mean = sum(s[i] for s in seen) / TRIALS
        assert abs(mean - shown.mean) <= 4 * max(exact.deviation, 0.02) / TRIALS**0.5 + 1e-6
        p = {c.label: c.p for c in shown.chances}["breaks"]
        assert abs(sum(s[2 + i] for s in seen) / TRIALS - p) <= 4 * (p * (1 - p) / TRIALS) ** 0.5 + 1e-6


def test_odds_stand_on_the_asks_for_power():
    field = Battlefield()
    u, t = field.put(0, "bastion-titan", (30, 10)), field.put(1, "medium-tank", (30, 30), 3)
    field.game.titans.set(u, power=4)
    shown = {}

    def look(ask):
        shown[ask.args["w"]] = [ask.odds(p) for p in ask.options()]
        return

    for barrel in barrels(field.game, u):
        field.run(loaded(field.game, u, barrel, lambda w: ()), level=look)
    assert [len(s or []) for s in shown["Macro cannon"]] == [0, 1, 1, 1]
    means = [s[0].mean for s in shown["Macro cannon"][1:]]
    assert means == sorted(means)
    assert means[0] < means[1] < means[2]
    near = field.put(1, "medium-tank", (30, 15), 3)
    figures = []

    def blades(ask):
        figures.extend(ask.odds(p)[0].mean for p in ask.options())
        return 0

    field.run(melee.split(field.game, u, field.unit(u).models, True, (near,)), blades=blades, split=0)
    assert figures == sorted(figures)
    assert figures[-1] > figures[0]
    assert (field.game.titans[u].power, field.game.titans[u].blades) == (4, ())
    assert field.size(t) == 3
