"""Studies on many machines, by Ray (the extra `cluster`). Items are tasks: a machine that drops out loses none, because
Ray hands its tasks to another, and what comes out is the same."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from xenotable.faults import Fault
from xenotable.lab.playing import Item, Pair
from xenotable.lab.working import Job, Worker, play_item

LOCAL = ("ray", "local")
# Nothing is reported to anybody, and a busy machine may take its time to start.
SETTINGS = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_raylet_start_wait_time_s": "300"}
TRIES = 20  # machines that may drop out of one task
LONGEST_PAUSE = 5.0  # in seconds, before a task that was lost is handed out again
ATTEMPTS = 4  # to reach a cluster

_HERE: list[Worker] = []


def play_remotely(job: Job, item: Item) -> Pair:
    """A task. A process of Ray belongs to one run, and so to one study."""
    if not _HERE:
        _HERE.append(Worker(job))
    return _HERE[0].do(play_item, item.arm, item)


class Cluster:
    """Ray, as an engine for items."""

    def __init__(self, ray: Any, job: Job) -> None:
        self.ray = ray
        self.size = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.task = ray.remote(num_cpus=1, max_retries=TRIES)(play_remotely)
        self.job = ray.put(job)

    def begin(self, item: Item) -> Callable[[], Pair]:
        reference = self.task.remote(self.job, item)
        return lambda: self._wait(item, reference)

    def _wait(self, item: Item, reference: Any) -> Pair:
        raised = self.ray.exceptions
        for tried in range(TRIES):
            try:
                pair: Pair = self.ray.get(reference)
                return pair
            except raised.RayTaskError as fault:
                cause = fault.cause
                raise (cause if isinstance(cause, Fault) else Fault(f"A worker failed: {cause}")) from None
            except (raised.RayError, ConnectionError) as fault:
                # Ray hands on what ran on a machine that is lost, but not always what was just on its way there.
                lost = isinstance(fault, raised.LocalRayletDiedError | raised.NodeDiedError)
                if not lost or tried == TRIES - 1:
                    raise Fault(f"The cluster is gone: {str(fault).splitlines()[0]}") from None
                # It takes a while to know of the loss, and hands out more to the lost machine until then.
                time.sleep(min(LONGEST_PAUSE, 0.1 * 2**tried))
                reference = self.task.remote(self.job, item)
        raise AssertionError("the last try ends either way")


@contextmanager
def cluster(job: Job, on: str, jobs: int) -> Iterator[Cluster]:
    """A cluster at an address (`ray://host:10001`, or `auto` for the one on this machine), or one that is started here
    for the length of the run (`ray`)."""
    check_reachable(on)
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError:
        raise Fault("A cluster needs the extra `cluster`: pip install 'xenotable[cluster]'.") from None
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if on in LOCAL:
        quiet |= {"num_cpus": jobs, "include_dashboard": False, "_node_ip_address": "127.0.0.1"}
    connect(ray, "local" if on in LOCAL else on, quiet)
    try:
        yield Cluster(ray, job)
    finally:
        ray.shutdown()


def connect(ray: Any, address: str, how: dict[str, Any]) -> None:
    """Fault if nothing is there. A head that is busy is asked again: Ray's own patience with it is half a minute."""
    for left in reversed(range(ATTEMPTS)):
        try:
            ray.init(address=address, **how)
            return
        except Exception as fault:  # Ray raises what it likes
            ray.shutdown()
            if not left:
                said = (str(fault).strip().splitlines() or [type(fault).__name__])[-1]  # a trace stands above it
                raise Fault(f"There is no cluster at {address}: {said}") from None


def check_reachable(on: str) -> None:
    """Fault if nobody listens at an address; Ray itself would try for minutes."""
    host, colon, port = on.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host, int(port)), timeout=10).close()
    except (OSError, ValueError) as fault:
        raise Fault(f"There is no cluster at {on}: {fault}.") from None
