"""`python -m benchmarks.compare REV [--pieces 24] [--only decisions]`: this tree against another commit, interleaved.

The other commit is checked out into a temporary worktree. Each tree has a process of its own, and they take turns,
piece by piece, never at once: the game with seed 7 here, the same game there. So one slow battle falls on both. Each
piece is played four times (A B, B A, A B, B A), and the quickest counts: what else the machine does only makes it
slower. Told is the ratio of the processor times of all pieces, per decision where the two trees play differently (which
is told, too), with an interval that holds it in 95 of 100 cases (bootstrap over the pieces). Probes that the other
commit cannot run are named and left out. `--compiled` loads compiled code in both, which is compiled first for the
other commit (some minutes).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Self

from rich.console import Console
from rich.table import Table

from benchmarks.probes import PROBES, Piece

HERE = Path(__file__).parent.parent
SURE = 0.95
TURNS = 4  # how often each piece is played by each tree, each of them first as often as the other
DRAWS = 2000  # of the bootstrap


class Pair(NamedTuple):
    """The same piece of work, of this tree and of the other."""

    mine: Piece
    theirs: Piece


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Who ends this process from outside ends it as a fault does, so that what it has made is cleared away."""

    def end(number: int, frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)  # another one would cut the clearing short
        sys.exit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def checked_out(rev: str) -> Iterator[Path]:
    """The tree of another commit, for as long as this lasts."""
    with tempfile.TemporaryDirectory(prefix="xenotable-compare-") as folder:
        tree = Path(folder) / "tree"
        try:
            subprocess.run(["git", "-C", HERE, "worktree", "add", "--quiet", "--detach", tree, rev], check=True)
            yield tree
        finally:
            if tree.exists():
                subprocess.run(["git", "-C", HERE, "worktree", "remove", "--force", tree], check=True)


class Worker:
    """A process that runs the probes of this tree on the code of some tree."""

    def __init__(self, tree: Path, compiled: bool) -> None:
        path = os.pathsep.join([str(tree / "src"), str(HERE)])
        environment = os.environ | {"PYTHONPATH": path, "PYTHONHASHSEED": "0"}
        if not compiled:
            environment["XENOTABLE_PLAIN"] = "1"
        command = [sys.executable, "-m", "benchmarks.probes"]
        self.process = subprocess.Popen(
            command, env=environment, cwd=HERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def piece(self, name: str, n: int) -> Piece | str:
        """What the piece took, or why it cannot be measured."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{name}\t{n}\n")
        self.process.stdin.flush()
        said = json.loads(self.process.stdout.readline())
        return said["fault"] if "fault" in said else Piece(**said)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        self.process.terminate()  # it has nothing to do, or it does what nobody waits for any more
        self.process.communicate()


def measured(name: str, mine: Worker, theirs: Worker, pieces: int) -> list[Pair] | str:
    """The pieces of a probe; or why there are none."""
    pairs = []
    for n in range(pieces):
        found: dict[Worker, list[Piece]] = {mine: [], theirs: []}
        for turn in range(TURNS):
            for worker in (mine, theirs) if turn % 2 else (theirs, mine):
                piece = worker.piece(name, n)
                if isinstance(piece, str):
                    return piece
                found[worker].append(piece)
        pairs.append(Pair(min(found[mine]), min(found[theirs])))
    return pairs


def ratio(pairs: Sequence[Pair]) -> float:
    """How many times as fast this tree is, by all pieces together."""

    def each(pieces: Sequence[Piece]) -> float:
        return sum(p.seconds for p in pieces) / sum(p.work for p in pieces)

    return each([p.theirs for p in pairs]) / each([p.mine for p in pairs])


def interval(pairs: Sequence[Pair]) -> tuple[float, float, float]:
    """The ratio, and the bounds between which it lies for 95 of 100 sets of pieces drawn from these."""
    rnd = random.Random(0)
    drawn = sorted(ratio(rnd.choices(pairs, k=len(pairs))) for _ in range(DRAWS))
    cut = int(DRAWS * (1 - SURE) / 2)
    return ratio(pairs), drawn[cut], drawn[-1 - cut]


def report(pairs: Sequence[Pair]) -> dict[str, Any]:
    middle, low, high = interval(pairs)
    alike = sum(p.mine[1:] == p.theirs[1:] for p in pairs)
    return {"ratio": middle, "low": low, "high": high, "pieces": len(pairs), "alike": alike}


def show(rev: str, found: dict[str, dict[str, Any] | str]) -> None:
    table = Table(title=f"How many times as fast as {rev} (with the interval)")
    for column in ("What", "Ratio", "From", "To", "Same result"):
        table.add_column(column, justify="left" if column == "What" else "right")
    for name, told in found.items():
        if isinstance(told, str):
            table.add_row(name, "", "", "", told[:60])
        else:
            ratios = [f"{told[key]:.3f}" for key in ("ratio", "low", "high")]
            table.add_row(name, *ratios, f"{told['alike']} of {told['pieces']}")
    Console(stderr=True, width=None if sys.stderr.isatty() else 110).print(table)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare", description=__doc__.splitlines()[0])
    parser.add_argument("rev", metavar="REV", help="the other commit")
    parser.add_argument("--pieces", type=int, default=24, help="games, or other pieces of work, of each probe")
    parser.add_argument("--only", default="", help="only probes whose name holds this")
    parser.add_argument("--compiled", action="store_true", help="with compiled code")
    given = parser.parse_args()
    probes = [name for name in PROBES if given.only in name]
    if not probes:
        parser.error(f'no probe is called "{given.only}"; they are: {", ".join(PROBES)}')
    found: dict[str, dict[str, Any] | str] = {}
    with (
        ending_in_order(),
        checked_out(given.rev) as other,
        Worker(HERE, given.compiled) as mine,
        Worker(other, given.compiled) as theirs,
    ):
        for name in probes:
            pairs = measured(name, mine, theirs, max(2, given.pieces))
            found[name] = pairs if isinstance(pairs, str) else report(pairs)
            print(f"Measured: {name}.", file=sys.stderr)
    show(given.rev, found)
    print(json.dumps({"against": given.rev, "ratios": found}, indent=1))


if __name__ == "__main__":
    main()
