"""Figures of the shared parts: sight, the enumerator, imports."""

from __future__ import annotations

import random
import resource
import subprocess
import sys

from benchmarks.timing import Figure, each_on_reference, seconds_of
from xenotable.engine import Flow, Roll, Row
from xenotable.odds import ATTACKER, DEFENDER, Exchange, distribution
from xenotable.table import scene, snap_point

LINES = 500


def figures() -> list[Figure]:
    return [*sight_figures(), *odds_figures(), *import_figures()]


def sight_figures() -> list[Figure]:
    ground = scene(40)
    rnd = random.Random(3)

    def spot() -> tuple[float, float]:
        return snap_point((rnd.uniform(0, ground.width), rnd.uniform(0, ground.depth)))

    lines = [(spot(), spot(), rnd.choice((1.2, 1.5)), rnd.choice((0.6, 1.2, 4.2))) for _ in range(LINES)]
    flat = seconds_of(lambda: [ground.blocked(p, q, 1) for p, q, _, _ in lines])
    high = seconds_of(lambda: [ground.blocked(p, q, 1, pz, qz) for p, q, pz, qz in lines])
    return [
        Figure("sight, 40 polygons, flat", LINES / flat, "queries/s"),
        Figure("sight, 40 polygons, with heights", LINES / high, "queries/s"),
    ]


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
    seconds = seconds_of(lambda: distribution(steps, Attack(salt=next(salt)), Shot()))
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
    """Processor time of a process that runs this, as on the reference core."""
    found = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", source], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return each_on_reference(found)[0]
