"""Processes that begin as copies of the one that gives out the work: with a few seconds of games in each, starting them
is what counts. What such a process then does is in `working`."""

from __future__ import annotations

import gc
import sys
import threading
import warnings
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from xenotable.games import game as game_named
from xenotable.lab.working import Job, begin_work


def may_fork(job: Job) -> bool:
    """Can processes start as copies of this one? Not where rules are changed (it may have read them), nor beside other
    threads (a lock that one of them holds would be held for ever), nor where the system's own parts do not bear it."""
    patched = any(arm.patch for arm in job.study.arms)
    return sys.platform == "linux" and not patched and threading.active_count() == 1


def forked_processes(jobs: int, job: Job) -> ProcessPoolExecutor:
    """Processes that begin with all that this one has loaded: above all the game."""
    game_named(job.study.game)
    gc.freeze()  # what is shared is not written to by the collectors of the copies
    pool = ProcessPoolExecutor(jobs, get_context("fork"), initializer=begin_work, initargs=(job, ()))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads of numpy, which knows how to fork
        pool.submit(int)  # all of them start now, before anybody else begins a thread
    gc.unfreeze()
    return pool
