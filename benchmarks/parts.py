"""Figures of the shared parts: sight, odds, imports."""

from __future__ import annotations

import random
import subprocess
import sys
import time

from benchmarks.timing import Figure, timed
from xenotable.engine import Flow, Roll, Row
from xenotable.kernels import compile_now
from xenotable.odds import ATTACKER, DEFENDER, Exchange, distribution
from xenotable.table import scene, snapped

LINES = 20_000


def sight_figures() -> list[Figure]:
    import numpy as np

    ground = scene(40)
    rnd = random.Random(3)

    def spot(height: float) -> tuple[float, float, float]:
        return *snapped((rnd.uniform(0, ground.width), rnd.uniform(0, ground.depth))), height

    flat = [(*spot(0.0), *spot(0.0)) for _ in range(LINES)]
    high = [(*spot(rnd.choice((1.2, 1.5))), *spot(rnd.choice((0.6, 1.2, 4.2)))) for _ in range(LINES)]
    compile_now("xenotable.table.kernel")
    out = []
    for name, lines, width in (("flat", flat, 4), ("with heights", high, 6)):
        array = np.array([(a, b, d, e) if width == 4 else (a, b, c, d, e, f) for a, b, c, d, e, f in lines])
        seconds = timed(lambda array=array: ground.blocked_batch(array, 1))
        out.append(Figure(f"sight, 40 polygons, {name}, batch", LINES / seconds, "queries/s"))
    few = high[:500]
    seconds = timed(lambda: [ground.blocked(x[:2], x[3:5], 1, x[2], x[5]) for x in few])
    out.append(Figure("sight, 40 polygons, with heights, plain twin", len(few) / seconds, "queries/s"))
    return out


class Attack(Row, frozen=True):
    dice: int = 5
    hit: int = 3
    saves: int = 3
    save: int = 4
    salt: int = 0  # makes every call a new one, so that nothing is remembered


class Shot(Row, frozen=True):
    hits: int = 0
    crits: int = 0
    damage: int = 0


SHOOT = Exchange[Attack, Shot]("attack", "defence")


@SHOOT.step("attack")
def attack(t: Attack, s: Shot) -> Flow[Shot]:
    _, hits, crits = yield from Roll(seat=ATTACKER, key="attack", n=t.dice, cuts=(t.hit, 6))
    return Shot(hits, crits)


@SHOOT.step("defence")
def defence(t: Attack, s: Shot) -> Flow[Shot]:
    _, saves, crits = yield from Roll(seat=DEFENDER, key="defence", n=t.saves, cuts=(t.save, 6))
    left = max(0, s.crits - crits)
    return Shot(damage=4 * left + 3 * max(0, s.hits - saves))


def odds_figures() -> list[Figure]:
    steps = SHOOT.compiled()
    salt = iter(range(10**9))
    seconds = timed(lambda: distribution(steps, Attack(salt=next(salt)), Shot()))
    return [Figure("exact odds of a plain attack", seconds * 1000, "ms")]


def import_figures() -> list[Figure]:
    """In a fresh process, the best of five."""
    first = (
        "from xenotable.games import game; from xenotable.engine import Match; from xenotable.players import *\n"
        "k = game('docs/duel.py'); m = Match(k.new(k.offers()[0].setup), 1, live=False)\n"
        "play_out(m, {s: RandomPlayer(k, s) for s in (0, 1)})"
    )
    bare = started("pass")
    return [
        Figure("import of xenotable.engine", started("import xenotable.engine") - bare, "s"),
        Figure("import + first game (duel)", started(first) - bare, "s"),
        Figure("xenotable --help", started("from xenotable.cli import main; main(['--help'])"), "s"),
    ]


def started(source: str) -> float:
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", source], check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return best
