"""Runs a study: items go to this process, to a pool of processes or to a cluster, and rows come back in order. What
comes out does not depend on where it was played."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Protocol, TypeVar

import msgspec

from xenotable.faults import Fault
from xenotable.lab.playing import Item, Pair, Row, games_in, play_game, play_pair, ready_for, record_of
from xenotable.lab.scoring import pair_score
from xenotable.lab.statistics.pairs import Pentanomial
from xenotable.lab.statistics.sequential import decide
from xenotable.lab.store import Store, is_same_game
from xenotable.lab.study import Study, rules_hash
from xenotable.rulebook.amending import amend

AHEAD = 3  # items that wait for each process, so that none is idle while rows are written
X = TypeVar("X")
Y = TypeVar("Y")
Shard = tuple[int, int]  # the first of four is (1, 4)


class Job(msgspec.Struct, frozen=True):
    """What every process needs to know: the study, the rules it is played by, about how many games each will play, and
    whether records are wanted."""

    study: Study
    rules: str
    games: int = 1
    records: bool = False


# ---- in a worker -----------------------------------------------------------------------------------------------------


class Worker:
    """Plays items in this process. A process reads the rules once, so it plays by one set of changes; for any other it
    keeps a helper process."""

    def __init__(self, job: Job, patch: tuple[str, ...] | None = None) -> None:
        self.job, self.study, self.patch = job, job.study, patch
        self.helpers: dict[tuple[str, ...], ProcessPoolExecutor] = {}
        self.ready = False

    def do(self, work: Callable[[Job, X], Y], arm: str, what: X) -> Y:
        """Does some work of an arm under the changes of that arm."""
        wanted = self.study.arm(arm).patch
        if self.patch is None:
            amend(self.study.game, wanted)
            self.patch = wanted
        if wanted != self.patch:
            return self._helper(wanted).submit(work_here, work, arm, what).result()
        if not self.ready:
            check_rules(self.job)
            ready_for(self.study.game, self.job.games)
            self.ready = True
        return work(self.job, what)

    def _helper(self, patch: tuple[str, ...]) -> ProcessPoolExecutor:
        if patch not in self.helpers:
            self.helpers[patch] = processes(1, self.job)
        return self.helpers[patch]

    def close(self) -> None:
        for helper in self.helpers.values():
            stop(helper)


def check_rules(job: Job) -> None:
    """All machines must play by the same rules."""
    here, game = rules_hash(job.study.game), job.study.game
    if here != job.rules:
        raise Fault(f"A machine has other rules of {game} ({here}) than the one that gives out the work ({job.rules}).")


_HERE: list[Worker] = []  # the one worker of a process of a pool


def begin_work(job: Job) -> None:
    """How a process of a pool starts. Ctrl-C is for the one who gives out the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _HERE[:] = [Worker(job)]


def work_here(work: Callable[[Job, X], Y], arm: str, what: X) -> Y:
    return _HERE[0].do(work, arm, what)


def play_item(job: Job, item: Item) -> Pair:
    return play_pair(job.study, item, job.records)


def record_row(job: Job, row: Row) -> bytes:
    """The record of a game that was played before: it is played once more; Fault if it goes otherwise now."""
    played = play_game(job.study, Item(row.arm, row.pair), row.game)
    check_again(row, played.row)
    return record_of(played)


def check_again(row: Row, again: Row) -> None:
    if not is_same_game(row, again):
        raise Fault(f"{row.arm}, pair {row.pair} goes otherwise now: other rules, or a player who thinks by the clock.")


def processes(jobs: int, job: Job) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, get_context("spawn"), initializer=begin_work, initargs=(job,))


def stop(pool: ProcessPoolExecutor) -> None:
    """Ends a pool at once: what it was playing is not wanted any more."""
    running = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in running:
        process.terminate()


# ---- who gives out the work ------------------------------------------------------------------------------------------


class Engine(Protocol):
    """Whatever can play items."""

    size: int  # items that it plays at the same time

    def begin(self, item: Item) -> Callable[[], Pair]:
        """Begins an item, and gives what waits for its rows."""
        ...


class Here:
    """This process alone."""

    size = 0

    def __init__(self, job: Job) -> None:
        self.worker = Worker(job, ())

    def begin(self, item: Item) -> Callable[[], Pair]:
        return lambda: self.worker.do(play_item, item.arm, item)


class Pool:
    """Processes of this machine."""

    def __init__(self, jobs: int, job: Job) -> None:
        self.size, self.pool = jobs, processes(jobs, job)

    def begin(self, item: Item) -> Callable[[], Pair]:
        future: Future[Pair] = self.pool.submit(work_here, play_item, item.arm, item)
        return future.result


@contextmanager
def engine_for(job: Job, jobs: int = 1, on: str = "") -> Iterator[Engine]:
    """This process, a pool of some, or a cluster at this address."""
    if on:
        from xenotable.lab.cluster import cluster

        with cluster(job, on, jobs) as remote:
            yield remote
    elif jobs > 1:
        pool = Pool(jobs, job)
        try:
            yield pool
        finally:
            stop(pool.pool)
    else:
        here = Here(job)
        try:
            yield here
        finally:
            here.worker.close()


def run(study: Study, store: Store, engine: Engine, shard: Shard = (1, 1)) -> Iterator[Pair]:
    """Plays what is missing, pair after pair through all arms, and adds it to the store. Results are taken in order,
    whoever played them: so a sequential rule stops at the same pair everywhere; what was begun beyond is dropped."""
    stops = Stops(study, store.rows)
    waiting: deque[tuple[Item, Callable[[], Pair]]] = deque()

    def collect() -> Iterator[Pair]:
        item, wait = waiting.popleft()
        pair = wait()
        if not stops.has_stopped(item.arm):
            store.add(pair.rows)
            stops.note(item.arm, pair.rows)
            yield pair

    for item in missing(study, store.rows, shard):
        if not stops.has_stopped(item.arm):
            waiting.append((item, engine.begin(item)))
        if len(waiting) > engine.size * AHEAD:
            yield from collect()
    while waiting:
        yield from collect()


def missing(study: Study, rows: Sequence[Row], shard: Shard = (1, 1)) -> Iterator[Item]:
    """The items that are not in the store, in the order in which they are played."""
    there: dict[Item, int] = {}
    for row in rows:
        item = Item(row.arm, row.pair)
        there[item] = there.get(item, 0) + 1
    for pair in range(study.pairs):
        if pair % shard[1] == shard[0] - 1:
            for arm in study.arms:
                if there.get(item := Item(arm.name, pair), 0) < games_in(arm):
                    yield item


class Stops:
    """When each arm has enough."""

    def __init__(self, study: Study, rows: Sequence[Row]) -> None:
        self.study = study
        self.scores: dict[str, list[float]] = {arm.name: [] for arm in study.arms}
        self.decided: dict[str, str] = {}
        pairs: dict[Item, list[Row]] = {}
        for row in rows:
            pairs.setdefault(Item(row.arm, row.pair), []).append(row)
        for item in sorted(pairs, key=lambda item: item.pair):
            if not self.has_stopped(item.arm):
                self.note(item.arm, pairs[item])

    def note(self, arm: str, rows: Sequence[Row]) -> None:
        rule, score = self.study.sprt, pair_score(rows)
        if rule is None or score is None:
            return
        self.scores[arm].append(score)
        said = decide(Pentanomial.of(self.scores[arm]).counts, *msgspec.structs.astuple(rule))
        if said:
            self.decided[arm] = said

    def has_stopped(self, arm: str) -> bool:
        return arm in self.decided
