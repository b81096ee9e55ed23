"""Runs a study: items go to this process, to a pool of processes or to a cluster, and rows come back in order. What
comes out does not depend on where it was played."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Protocol

import msgspec

from xenotable.lab.forking import forked_processes, may_fork
from xenotable.lab.playing import Item, Pair, Row, games_in
from xenotable.lab.scoring import pair_score
from xenotable.lab.statistics.pairs import Pentanomial
from xenotable.lab.statistics.sequential import decide
from xenotable.lab.store import Store
from xenotable.lab.study import Study
from xenotable.lab.working import Job, Worker, play_item, play_items, processes, stop

AHEAD = 3  # items that wait for each process, so that none is idle while rows are written
PORTION = 0.06  # seconds that a process is given work for at a time: to hand it over takes half a millisecond
Shard = tuple[int, int]  # the first of four is (1, 4)


class Engine(Protocol):
    """Whatever can play items."""

    @property
    def size(self) -> int:
        """Items that it plays at the same time."""
        ...

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


class Portion:
    """Items that one process plays in a row."""

    def __init__(self, pool: Pool) -> None:
        self.pool, self.items = pool, list[Item]()
        self.played: Future[list[Pair]] | None = None

    def send(self) -> Future[list[Pair]]:
        if self.played is None:
            self.played = self.pool.processes.submit(play_items, self.items)
        return self.played

    def wait(self, n: int) -> Pair:
        pair = self.send().result()[n]
        self.pool.note(pair)
        return pair


class Pool:
    """Processes of this machine. They get items in portions, short games many and long ones one by one."""

    def __init__(self, jobs: int, job: Job) -> None:
        self.jobs, self.processes = jobs, (forked_processes if may_fork(job) else processes)(jobs, job)
        self.most = 1  # items of a portion, by what was played so far
        self.items, self.seconds = 0, 0.0
        self.portion = Portion(self)

    @property
    def size(self) -> int:
        return self.jobs * self.most

    def begin(self, item: Item) -> Callable[[], Pair]:
        if self.portion.played is not None:
            self.portion = Portion(self)
        portion, n = self.portion, len(self.portion.items)
        portion.items.append(item)
        if len(portion.items) >= self.most:
            portion.send()
        return lambda: portion.wait(n)

    def note(self, pair: Pair) -> None:
        self.items, self.seconds = self.items + 1, self.seconds + sum(row.seconds for row in pair.rows)
        self.most = max(1, int(PORTION * self.items / max(self.seconds, 1e-3)))


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
            stop(pool.processes)
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
