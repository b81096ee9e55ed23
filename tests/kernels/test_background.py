"""Nobody waits for the compiler, and nothing of it is left behind. Real processes, some of them killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from xenotable.kernels.background import BUSY

TESTS = Path(__file__).parents[1]
PATIENCE = 1000.0  # the compiler has the lowest priority: beside work of others it gets a hundredth of a processor
pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="processes are killed by signals here"),
    pytest.mark.timeout(2 * PATIENCE),
]


@pytest.fixture
def world(tmp_path: Path) -> dict[str, str]:
    """An environment with an empty cache, in which compiling is allowed."""
    ours = {"XENOTABLE_CACHE": str(tmp_path), "PYTHONPATH": str(TESTS), "NOTE": str(tmp_path / "note")}
    return {k: v for k, v in os.environ.items() if k not in ("XENOTABLE_PLAIN", "XENOTABLE_TRACE")} | ours


_started: list[subprocess.Popen[str]] = []


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    yield
    while _started:
        process = _started.pop()
        process.kill()
        process.communicate()


def python(code: str, world: dict[str, str]) -> subprocess.Popen[str]:
    head = "from xenotable.kernels import *\nfrom xenotable.kernels import background\nbackground.PATIENCE = 0.0\n"
    pipe = subprocess.PIPE
    _started.append(
        subprocess.Popen([sys.executable, "-c", head + code], env=world, stdout=pipe, stderr=pipe, text=True)
    )
    return _started[-1]


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def noted(world: dict[str, str]) -> int:
    """The compiling process."""
    note = Path(world["NOTE"])
    until(note.exists)
    return int(note.read_text())


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


IN_THE_MIDST = """
from types import FunctionType
from kernels import sample
compile_in_background(["kernels.sample"], print)
load_when_ready(["kernels.sample"])
first, answers = type(sample.area) is FunctionType, set()
while type(sample.area) is FunctionType:
    answers.add(sample.area(1.5, 3))
answers.add(sample.area(1.5, 3))
print(first, answers)
"""


def test_plain_code_runs_until_the_compiled_one_takes_over(world: dict[str, str]):
    code, out, err = ended(python(IN_THE_MIDST, world))
    assert (code, err) == (0, "")
    said, answers = out.splitlines()
    assert "plain code runs" in said
    assert answers == "True {6.75}"
    assert ended(python(IN_THE_MIDST, world)) == (0, "True {6.75}\n", "")  # nothing to compile, nothing to say


BY_OTHERS = """
import threading
from types import FunctionType, SimpleNamespace
from kernels import sample
from xenotable.lab import playing
from xenotable.server.workers import worker
title = SimpleNamespace(kernels=("kernels.sample",))
playing.game_named = lambda name: title
compile_in_background(title.kernels, print)
{start}
while type(sample.area) is FunctionType:
    threading.Event().wait(0.02)
"""


@pytest.mark.parametrize("start", ["playing.ready_for('any', 5)", "worker.prepare_title(title)"])
def test_workers_of_simulations_and_of_the_server_take_over_too(world: dict[str, str], start: str):
    assert ended(python(BY_OTHERS.format(start=start), world))[::2] == (0, "")


def test_it_can_be_forbidden(world: dict[str, str]):
    code = 'compile_in_background(["kernels.sample"], print); load_when_ready(["kernels.sample"], at_once=True)\n'
    more = "import threading; print(threading.active_count())"
    assert ended(python(code + more, world | {"XENOTABLE_PLAIN": "1"})) == (0, "1\n", "")


ENDLESS = 'compile_in_background(["kernels.sample_endless"], lambda line: print(line, flush=True))\n'


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_compiling_process_ends_with_the_one_that_it_works_for(world: dict[str, str], how: signal.Signals):
    process = python(ENDLESS + "import threading; threading.Event().wait()", world)
    child = noted(world)
    assert alive(child)
    process.send_signal(how)
    assert ended(process)[0] != 0
    until(lambda: not alive(child))


def test_a_process_that_has_done_its_work_does_not_wait_for_the_compiler(world: dict[str, str]):
    process = python(ENDLESS + "import os, time\nwhile not os.path.exists(os.environ['NOTE']): time.sleep(0.02)", world)
    child = noted(world)
    assert ended(process)[::2] == (0, "")
    until(lambda: not alive(child))


def test_a_killed_compiler_does_no_harm_and_is_one_line(world: dict[str, str]):
    wait = "import threading\nwhile threading.active_count() > 1: threading.Event().wait(0.02)\nprint('played on')"
    process = python(ENDLESS + wait, world)
    os.kill(noted(world), signal.SIGKILL)
    code, out, err = ended(process)
    assert (code, err) == (0, "")
    assert [("in the background" in line, "could not" in line) for line in out.splitlines()[:-1]] == [
        (True, False),
        (False, True),
    ]
    assert out.endswith("played on\n")


def test_what_cannot_be_compiled_is_one_line(world: dict[str, str]):
    code, out, err = ended(python(ENDLESS.replace("endless", "broken") + "background._threads[0].join()", world))
    assert (code, err) == (0, "")
    assert "could not be compiled" in out.splitlines()[1]
    assert len(out.splitlines()) == 2


def test_no_two_processes_compile_at_once(world: dict[str, str]):
    holder = python(ENDLESS + "import threading; threading.Event().wait()", world)
    child = noted(world)
    other = [sys.executable, "-m", "xenotable.kernels", "kernels.sample"]
    with subprocess.Popen(other, env=world, stdin=subprocess.PIPE) as second:
        assert second.wait(PATIENCE) == BUSY
    waiting = python(IN_THE_MIDST, world)  # finds the lock taken, and compiles when it is free
    assert alive(child)
    holder.kill()
    ended(holder)
    assert ended(waiting)[1].endswith("True {6.75}\n")
