"""Ray: the same rows from a cluster, even if a machine of it is lost on the way."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from xenotable.faults import Fault
from xenotable.lab import cluster

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Ray starts its clusters elsewhere")

# In a process of its own: Ray leaves threads, sockets and settings behind.
LOST = """
import os, socket, time
from xenotable.lab.cluster import SETTINGS
os.environ.update(SETTINGS)
from ray.cluster_utils import Cluster as Machines
from xenotable.lab.cluster import cluster
from xenotable.lab.playing import is_same_game
from xenotable.lab.running import engine_for, run
from xenotable.lab.store import Store
from xenotable.lab.working import Job
from xenotable.lab.study import WrittenStudy, make_study, rules_hash

study = make_study(WrittenStudy(game="docs/duel.py", players=("tactician", "random"), pairs=40))
job = Job(study, rules_hash(study.game))
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
head = {"num_cpus": 0, "include_dashboard": False, "ray_client_server_port": port}
machines = Machines(initialize_head=True, head_node_args=head)
two = [machines.add_node(num_cpus=1) for _ in range(2)]
machines.wait_for_nodes()
while True:  # the door to the cluster may open later than its machines are there; pytest's own limit ends this
    try:
        socket.create_connection(("127.0.0.1", port)).close()
        break
    except ConnectionRefusedError:
        time.sleep(0.1)
with Store(study, None) as there, cluster(job, f"ray://127.0.0.1:{port}", 1) as remote:
    print("processors", remote.size)
    # All are at one address, so Ray may have put the one that hands out the work on any of them. That one has to stay.
    hands_out = remote.ray.get_runtime_context().get_node_id()
    lost = next(machine for machine in two if machine.node_id != hands_out)
    for n, _ in enumerate(run(study, there, remote)):
        if n == 5:
            machines.remove_node(lost, allow_graceful=False)
            print("one machine is gone")
machines.shutdown()
with Store(study, None) as here, engine_for(job) as engine:
    for _ in run(study, here, engine):
        pass
assert len(here.rows) == len(there.rows) == 80
assert all(map(is_same_game, here.rows, there.rows))
print("the same rows")
"""


def test_a_machine_that_is_lost_loses_no_game_and_changes_none():
    done = subprocess.run([sys.executable, "-c", LOST], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr[-3000:]
    steps = ["processors 2", "one machine is gone", "the same rows"]
    assert [line for line in done.stdout.splitlines() if line in steps] == steps  # Ray tells a lot about its loss


class Lost(Exception):
    """What Ray raises for a task on a machine that is gone."""


class ForgetfulRay:
    """Hands tasks to a machine that is gone, until it knows of the loss."""

    exceptions = SimpleNamespace(RayTaskError=KeyError, RayError=Lost, LocalRayletDiedError=Lost, NodeDiedError=Lost)

    def __init__(self, knows_at: float) -> None:
        self.now, self.knows_at = 0.0, knows_at

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 1}

    def put(self, job: object) -> object:
        return job

    def remote(self, **_: object) -> object:
        return lambda _: SimpleNamespace(remote=lambda _job, item: item)

    def get(self, item: object) -> object:
        if self.now < self.knows_at:
            raise Lost("The task's local raylet died.")
        return item


def test_a_cluster_has_time_to_notice_a_loss_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = ForgetfulRay(knows_at=30)
    monkeypatch.setattr(cluster.time, "sleep", ray.sleep)
    assert cluster.Cluster(ray, None).begin("the item")() == "the item"
    ray.knows_at = float("inf")
    with pytest.raises(Fault, match=r"The cluster is gone: The task's local raylet died\."):
        cluster.Cluster(ray, None).begin("the item")()


def test_a_line_to_the_cluster_that_breaks_is_told_in_one_sentence() -> None:
    ray = ForgetfulRay(knows_at=0)

    def broken(_: object) -> object:
        raise ConnectionError("Failed during this or a previous request.\nand a trace")

    ray.get = broken
    with pytest.raises(Fault, match=r"^The cluster is gone: Failed during this or a previous request\.$"):
        cluster.Cluster(ray, None).begin("the item")()


def test_a_tiny_study_on_a_local_ray(tmp_path: Path):
    def run(out: str, *more: str) -> list[str]:
        words = (
            "lab",
            "run",
            "benchmarks/studies/duel.toml",
            "--pairs",
            "3",
            "--no-report",
            "--out",
            str(tmp_path / out),
        )
        command = [sys.executable, "-m", "xenotable", *words, *more]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout.splitlines()[:-1]  # the last line tells how long it took

    assert run("ray.jsonl", "--on", "ray", "--jobs", "2") == run("here.jsonl")
