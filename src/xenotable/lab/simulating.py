"""Thousands of matches between machines: one row per game, the same rows for any number of jobs."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import msgspec

from xenotable.engine import Match, Title
from xenotable.games import game
from xenotable.kernels import load_when_ready
from xenotable.players import Stall, play_out, player
from xenotable.players.trials import wilson

CHUNK = 4  # games handed to a worker at a time
MANY = 20  # games in one process for which it pays to load compiled code before the first
SELDOM = (100_000, 20, 100)  # how many rows more than are gone before cycles are looked for
EVERY = "every"  # in place of the id of a ready battle: all of them in turn


class Plan(msgspec.Struct, frozen=True):
    """What is simulated. Game n follows from the plan alone, so a plan can be split, stopped and resumed anywhere."""

    game: str
    seed: int = 0
    players: tuple[str, ...] = ("random", "random")
    offer: str = ""  # a ready battle by its id, or every one in turn; "": any legal set-up
    check: bool = True  # look at the invariants all the way
    limit: int = 100_000


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game. `seats` says who sat where; `fault` is why a game did not end as games should."""

    n: int
    setup: Any
    seats: tuple[str, ...]
    decisions: int
    winners: tuple[int, ...] = ()
    scores: tuple[float, ...] = ()
    says: str = ""
    rule: str = ""
    fault: str = ""


def simulate_game(plan: Plan, n: int) -> Outcome:
    """Game n of a plan. With two kinds of players, games come in pairs: same battle, same dice, seats changed."""
    title = game(plan.game)
    mixed = len(set(plan.players)) > 1
    battle, turn = (n // 2, n % 2) if mixed else (n, 0)
    rnd = random.Random(f"{plan.game}:{plan.seed}:{battle}")
    setup = ready(title, plan.offer, battle) if plan.offer else title.random_setup(rnd.random)
    match = Match(title.new(setup), rnd.randbytes(16), live=False)
    count = match.game.seats
    names = tuple(plan.players[(s + turn) % len(plan.players)] for s in range(count))
    seats = {s: player(names[s], title, f"{plan.seed}:{battle}:{s}") for s in range(count)}
    decisions, fault = 0, ""

    def watch(m: Match[Any]) -> None:
        nonlocal decisions
        decisions += 1
        for broken in title.invariants(m.game) if plan.check else ():
            raise Stall(f"After {decisions} decisions: {broken}")

    try:
        play_out(match, seats, plan.limit, watch)
        if match.game.result is None:
            fault = "The game ended without a result."
    except Exception as error:
        fault = f"{type(error).__name__}: {error}"
    result = match.game.result
    plain = msgspec.to_builtins(setup)
    if result is None or fault:
        return Outcome(n, plain, names, decisions, fault=fault)
    return Outcome(n, plain, names, decisions, result.winners, result.scores, result.says, result.rule)


def ready(title: Title[Any], offer: str, battle: int) -> Any:
    offers = [o for o in title.offers() if offer in (EVERY, o.id)]
    return offers[battle % len(offers)].setup


def ready_for(name: str, games: int) -> None:
    """This process is about to play so many games: compiled code is loaded now if there are many, later if they last.
    What has been loaded stays, and what games leave behind is mostly freed at once, so the collector of cycles may look
    much less often."""
    load_when_ready(game(name).kernels, at_once=games >= MANY)
    if games >= MANY:
        gc.freeze()
        gc.set_threshold(*SELDOM)


def simulate(plan: Plan, numbers: Sequence[int], jobs: int = 1) -> Iterator[Outcome]:
    """The games with these numbers, in order."""
    if jobs <= 1:
        ready_for(plan.game, len(numbers))
        for n in numbers:
            yield simulate_game(plan, n)
        return
    parts = [(plan, numbers[i : i + CHUNK]) for i in range(0, len(numbers), CHUNK)]
    many = (plan.game, len(numbers) // jobs)
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=ready_for, initargs=many) as pool:
        for rows in pool.map(_part, parts):
            yield from rows


def _part(part: tuple[Plan, Sequence[int]]) -> list[Outcome]:
    plan, numbers = part
    return [simulate_game(plan, n) for n in numbers]


class Tally(msgspec.Struct):
    """How often a player won, with the 95 % interval."""

    player: str
    wins: int
    draws: int
    games: int

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)


def tallies(rows: Iterable[Outcome]) -> list[Tally]:
    """Wins by player; in a game of one player against itself, by seat."""
    found: dict[str, Tally] = {}
    for row in rows:
        if row.fault:
            continue
        same = len(set(row.seats)) == 1
        for seat in range(len(row.seats)):
            name = f"{row.seats[seat]} in seat {seat + 1}" if same else row.seats[seat]
            tally = found.setdefault(name, Tally(name, 0, 0, 0))
            tally.games += 1
            tally.wins += seat in row.winners
            tally.draws += not row.winners
    return sorted(found.values(), key=lambda t: -t.rate)
