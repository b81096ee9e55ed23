"""`python -m benchmarks.compare REV [--rounds 8] [--only decisions]`: this tree against another commit, interleaved.

The other commit is checked out into a temporary worktree. Both are measured by the probes of this tree, in processes
that take turns (A B, B A, ...), so that whatever else the machine does falls on both. Told is the ratio of each pair of
processes: its median, with an interval that holds the true median in at least 95 of 100 cases (order statistics).
Probes that the other commit cannot run are named and left out. `--compiled` loads compiled code in both, which is
compiled first for the other commit (some minutes).
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent.parent
SURE = 0.95


@contextmanager
def checked_out(rev: str) -> Iterator[Path]:
    """The tree of another commit, for as long as this lasts."""
    with tempfile.TemporaryDirectory(prefix="xenotable-compare-") as folder:
        tree = Path(folder) / "tree"
        subprocess.run(["git", "-C", HERE, "worktree", "add", "--quiet", "--detach", tree, rev], check=True)
        try:
            yield tree
        finally:
            subprocess.run(["git", "-C", HERE, "worktree", "remove", "--force", tree], check=True)


def probed(tree: Path, probes: Sequence[str], compiled: bool) -> dict[str, float | None]:
    """Rounds of the loop that each probe takes with the code of a tree; None where it does not run."""
    path = os.pathsep.join([str(tree / "src"), str(HERE)])
    environment = os.environ | {"PYTHONPATH": path, "PYTHONHASHSEED": "0"}
    if not compiled:
        environment["XENOTABLE_PLAIN"] = "1"
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.probes", *probes],
        env=environment,
        cwd=HERE,
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, float | None] = json.loads(done.stdout)
    return found


def interval(ratios: Sequence[float]) -> tuple[float, float, float]:
    """The median with the narrowest pair of order statistics around it that is as sure as we want, or the extremes."""
    ordered, n = sorted(ratios), len(ratios)
    cut = 0
    while cut + 1 < n / 2 and 1 - 2 * sum(math.comb(n, k) for k in range(cut + 2)) / 2**n >= SURE:
        cut += 1
    return statistics.median(ordered), ordered[cut], ordered[n - 1 - cut]


def compared(other: Path, probes: Sequence[str], rounds: int, compiled: bool) -> dict[str, list[float]]:
    """Of each probe: how many times as fast this tree is as the other, once for each pair of processes."""
    ratios: dict[str, list[float]] = {}
    for n in range(rounds):
        trees = (HERE, other) if n % 2 else (other, HERE)
        found = {tree: probed(tree, probes, compiled) for tree in trees}
        for name, mine in found[HERE].items():
            theirs = found[other].get(name)
            ratios.setdefault(name, [])
            if mine and theirs:
                ratios[name].append(theirs / mine)
        print(f"Pair {n + 1} of {rounds} measured.", file=sys.stderr)
    return ratios


def show(rev: str, ratios: dict[str, list[float]]) -> None:
    table = Table(title=f"How many times as fast as {rev} (median, with its interval)")
    for column in ("What", "Ratio", "From", "To"):
        table.add_column(column, justify="left" if column == "What" else "right")
    for name, found in ratios.items():
        cells = [f"{x:.3f}" for x in interval(found)] if found else ["", "", "only here"]
        table.add_row(name, *cells)
    Console(stderr=True, width=None if sys.stderr.isatty() else 110).print(table)


def main() -> None:
    from benchmarks.probes import PROBES

    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare", description=__doc__.splitlines()[0])
    parser.add_argument("rev", metavar="REV", help="the other commit")
    parser.add_argument("--rounds", type=int, default=8, help="pairs of processes")
    parser.add_argument("--only", default="", help="only probes whose name holds this")
    parser.add_argument("--compiled", action="store_true", help="with compiled code")
    given = parser.parse_args()
    probes = [name for name in PROBES if given.only in name]
    if not probes:
        parser.error(f'no probe is called "{given.only}"; they are: {", ".join(PROBES)}')
    with checked_out(given.rev) as other:
        ratios = compared(other, probes, max(1, given.rounds), given.compiled)
    show(given.rev, ratios)
    report: dict[str, Any] = {
        name: dict(zip(("ratio", "low", "high"), interval(found), strict=True)) if found else None
        for name, found in ratios.items()
    }
    print(json.dumps({"against": given.rev, "pairs": given.rounds, "ratios": report}, indent=1))


if __name__ == "__main__":
    main()
