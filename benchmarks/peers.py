"""A figure of another program beside ours, for the same work with the same answers, in one run.

icepool is a public calculator of exact odds in Python (a tool for tests here). A plain shooting attack of Kill Team,
new each time and without special rules, is put to it as its users would write it: dice as vectors of hits and critical
hits, and a function for what the saves leave.
"""

from __future__ import annotations

import random
from importlib.metadata import version

import icepool

from benchmarks.odds import one, rate
from benchmarks.timing import Figure
from xenotable.games.killteam.forecasts import situations
from xenotable.games.killteam.forecasts.situations import Shoot
from xenotable.games.killteam.rules.shooting.attack import remains
from xenotable.kernels import compile_now

CLOSE = 1e-12


def figures() -> list[Figure]:
    compile_now(situations.KERNELS)
    many = attacks(1_600)
    for shot in many[:100]:
        theirs, ours = by_icepool(shot), one(shot)["damage"]
        assert theirs.keys() == ours.keys()
        assert all(abs(theirs[amount] - ours[amount]) < CLOSE for amount in ours)
    return [
        Figure(f"plain shots: icepool {version('icepool')}", rate(by_icepool, many), "odds/s"),
        Figure("plain shots: ours, one by one, as words", rate(one, many), "odds/s"),
    ]


def attacks(count: int) -> list[Shoot]:
    rnd = random.Random(9)
    found = []
    for _ in range(count):
        normal = rnd.randint(2, 4)
        damage = normal, normal + rnd.randint(0, 4)
        dice, skill, defence, save = rnd.randint(2, 6), rnd.randint(2, 5), rnd.randint(2, 5), rnd.randint(2, 6)
        found.append(Shoot(dice, skill, damage, defence=defence, save=save))
    return found


def by_icepool(shot: Shoot) -> dict[str, float]:
    normal, critical = shot.damage

    def left(hits: tuple[int, int], saves: tuple[int, int]) -> int:
        return min(h * normal + c * critical for h, c in remains(*hits, *saves))

    ends = icepool.map(left, shot.attacks @ _die(shot.skill), shot.defence @ _die(shot.save), star=False)
    return {str(damage): n / ends.denominator() for damage, n in ends.items()}


def _die(need: int) -> icepool.Die:
    """As normal and critical successes."""
    return icepool.Die({icepool.Vector((0, 0)): need - 1, icepool.Vector((1, 0)): 6 - need, icepool.Vector((0, 1)): 1})
