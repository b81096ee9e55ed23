"""In a worker: a process that plays items. It reads the rules once, and loads nothing that only those need who give out
the work: with a few seconds of games in each process, starting them is what counts."""

from __future__ import annotations

import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from typing import Any, TypeVar

import msgspec

from xenotable.faults import Fault
from xenotable.lab.playing import (
    Item,
    Pair,
    Row,
    games_in,
    is_same_game,
    pays_to_load,
    play_game,
    play_pair,
    ready_for,
    record_of,
)
from xenotable.lab.study import Study, rules_hash
from xenotable.players import Declared, declare, declared
from xenotable.rulebook.amending import amend

X = TypeVar("X")
Y = TypeVar("Y")


class Job(msgspec.Struct, frozen=True):
    """What every process needs to know: the study, the rules it is played by, about how many games each will play,
    whether records are wanted, and the players from outside. Those never come out of a file with a study or rows."""

    study: Study
    rules: str
    games: int = 1
    records: bool = False
    players: dict[str, Declared] = msgspec.field(default_factory=declared)


class Worker:
    """Plays items in this process. A process reads the rules once, so it plays by one set of changes; for any other it
    keeps a helper process."""

    def __init__(self, job: Job, patch: tuple[str, ...] | None = None) -> None:
        declare(job.players)
        self.job, self.study, self.patch = job, job.study, patch
        self.helpers: dict[tuple[str, ...], Helper] = {}
        self.games, self.since = 0, 0.0  # that were played so far, and when the first began
        self.ready = False

    def do(self, work: Callable[[Job, X], Y], arm: str, what: X) -> Y:
        """Does some work of an arm under the changes of that arm."""
        wanted = self.study.arm(arm).patch
        if self.patch is None:
            amend(self.study.game, wanted)
            self.patch = wanted
        if wanted != self.patch:
            return self._helper(wanted).do(work, arm, what)
        if not self.ready:
            check_rules(self.job)
            self.since = time.process_time()
            ready_for(self.study.game, self.job.games, self._pays_to_load)
            self.ready = True
        done = work(self.job, what)
        self.games += games_in(self.study.arm(arm))
        return done

    def _pays_to_load(self) -> bool:
        return pays_to_load(time.process_time() - self.since, self.games, self.job.games - self.games)

    def _helper(self, patch: tuple[str, ...]) -> Helper:
        if patch not in self.helpers:
            self.helpers[patch] = Helper(self.job)
        return self.helpers[patch]

    def close(self) -> None:
        for helper in self.helpers.values():
            helper.process.terminate()


class Helper:
    """A process that works under other changes of the rules, one thing at a time: over a pipe, which leaves nothing
    behind however suddenly both ends go."""

    def __init__(self, job: Job) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=help_out, args=(job, theirs), daemon=True)
        self.process.start()
        theirs.close()

    def do(self, work: Callable[[Job, X], Y], arm: str, what: X) -> Y:
        self.pipe.send((work, arm, what))
        try:
            done, fault = self.pipe.recv()
        except EOFError:
            raise Fault("A process that played by changed rules has ended.") from None
        if fault is not None:
            raise fault
        return done  # type: ignore[no-any-return]  # what the work gave, over there


def help_out(job: Job, pipe: Connection[Any, Any]) -> None:
    """What a helper does, until it is ended."""
    begin_work(job)
    while True:
        try:
            work, arm, what = pipe.recv()
        except EOFError:
            return
        answer: tuple[Any, Exception | None]
        try:
            answer = work_here(work, arm, what), None
        except Exception as fault:
            fault.add_note(traceback.format_exc())  # the trace itself does not go over the pipe
            answer = None, fault
        pipe.send(answer)


def check_rules(job: Job) -> None:
    """All machines must play by the same rules."""
    here, game = rules_hash(job.study.game), job.study.game
    if here != job.rules:
        raise Fault(f"A machine has other rules of {game} ({here}) than the one that gives out the work ({job.rules}).")


_HERE: list[Worker] = []  # the one worker of a process of a pool


def begin_work(job: Job, patch: tuple[str, ...] | None = None) -> None:
    """How a process of a pool starts. Ctrl-C is for the one who gives out the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, end_work)
    threading.Thread(target=end_with_parent, daemon=True).start()
    _HERE[:] = [Worker(job, patch)]


def end_with_parent() -> None:
    """Runs beside: who gives out the work may be killed, and then nobody is left to end those who wait for more."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        end_work()


def end_work(*_: object) -> None:
    """Who is ended takes the helpers along: nobody else knows of them."""
    for worker in _HERE:
        worker.close()
    os._exit(0)


def work_here(work: Callable[[Job, X], Y], arm: str, what: X) -> Y:
    return _HERE[0].do(work, arm, what)


def play_item(job: Job, item: Item) -> Pair:
    return play_pair(job.study, item, job.records)


def play_items(items: Sequence[Item]) -> list[Pair]:
    """In a process of a pool."""
    return [work_here(play_item, item.arm, item) for item in items]


def record_row(job: Job, row: Row) -> bytes:
    """The record of a game that was played before: it is played once more; Fault if it goes otherwise now."""
    played = play_game(job.study, Item(row.arm, row.pair), row.game)
    check_again(row, played.row)
    return record_of(played)


def check_again(row: Row, again: Row) -> None:
    if not is_same_game(row, again):
        raise Fault(f"{row.arm}, pair {row.pair} goes otherwise now: other rules, or a player who thinks by the clock.")


def processes(jobs: int, job: Job) -> ProcessPoolExecutor:
    """Processes that load everything for themselves."""
    return ProcessPoolExecutor(jobs, get_context("spawn"), initializer=begin_work, initargs=(job,))


def stop(pool: ProcessPoolExecutor) -> None:
    """Ends a pool at once: what it was playing is not wanted any more."""
    running = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in running:
        process.terminate()
