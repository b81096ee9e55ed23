"""Figures of other programs beside ours, in one run.

icepool is a public calculator of exact odds in Python (a tool for tests here). A plain shooting attack of Kill Team,
new each time and without special rules, is put to it as its users would write it: dice as vectors of hits and critical
hits, and a function for what the saves leave. The answers are the same.

OpenSpiel is the framework of games that researchers use most. Two of its games are played by random players as ours
are: one written in Python, as ours are, and one in C++. Their rules are far shorter, so this says what a framework
costs, not which is better.
"""

from __future__ import annotations

import random
import time
from importlib.metadata import version

import icepool
import pyspiel
from open_spiel.python.games import block_dominoes  # noqa: F401  # makes itself known when it is loaded

from benchmarks.games import forked, make_ready, played
from benchmarks.odds import one, rate
from benchmarks.timing import Figure, each_on_reference, spending
from xenotable.games.killteam.forecasts import situations
from xenotable.games.killteam.forecasts.situations import Shoot
from xenotable.games.killteam.rules.shooting.attack import remains
from xenotable.kernels import compile_now

CLOSE = 1e-12
THEIRS = {"python_block_dominoes": "dominoes, in Python", "backgammon": "backgammon, in C++"}
GAMES = 40  # of each of theirs
OURS = "killteam"


def figures() -> list[Figure]:
    return calculators() + frameworks()


def calculators() -> list[Figure]:
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


def frameworks() -> list[Figure]:
    found = []
    for id, title in THEIRS.items():
        name = f"OpenSpiel {version('open_spiel')}, {title}"
        decisions, forks = by_openspiel(id)
        found.append(Figure(f"random play: {name}", decisions, "decisions/s"))
        found.append(Figure(f"a fork: {name}", sum(forks) / len(forks) * 1e6, "µs"))
    make_ready(OURS)
    decided, _, spent = played(OURS)
    forks, _, _ = forked(OURS)
    found.append(Figure("random play: ours, Kill Team", decided / spent, "decisions/s"))
    found.append(Figure("a fork: ours, Kill Team", sum(forks) / len(forks) * 1e6, "µs"))
    return found


def by_openspiel(id: str) -> tuple[float, list[float]]:
    """Decisions a second of random players, chance aside, and the time of a copy at each decision of further games."""
    kind, rnd = pyspiel.load_game(id), random.Random(9)
    copies: list[float] = []

    def play(copy: bool) -> int:
        state, decisions = kind.new_initial_state(), 0
        while not state.is_terminal():
            if copy:
                start = time.thread_time()
                state.clone()
                copies.append(time.thread_time() - start)
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rnd.choices(outcomes, chances)[0])
            else:
                state.apply_action(rnd.choice(state.legal_actions()))
                decisions += 1
        return decisions

    with spending() as spent:
        decisions = sum(play(copy=False) for _ in range(GAMES))
    for _ in range(GAMES // 4):
        play(copy=True)
    return decisions / spent.seconds, each_on_reference(copies)


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
