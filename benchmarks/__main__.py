"""`python -m benchmarks [PART ...] [--json FILE]`: all figures as a table and as JSON, and the growth curves as plots.

Parts: odds, games, battle, table, server, jobs, growth, shared, peers. Each figure stands beside what it was and what
it shall be (`goals.toml`), in rounds of the loop that is the yardstick (`timing`).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tomllib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.timing import REFERENCE, Figure, speed

PARTS = {  # each a module with a function `figures`
    "odds": "benchmarks.odds",
    "games": "benchmarks.games",
    "battle": "benchmarks.battle",
    "table": "benchmarks.at_table",
    "server": "benchmarks.server",
    "jobs": "benchmarks.jobs",
    "growth": "benchmarks.growth",
    "shared": "benchmarks.parts",
    "peers": "benchmarks.peers",
}
GOALS: dict[str, dict[str, float]] = tomllib.loads((Path(__file__).parent / "goals.toml").read_text("utf-8"))


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__.splitlines()[0])
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"what to measure (default: all of {', '.join(PARTS)})"
    )
    parser.add_argument("--json", type=Path, help="write the figures to this file instead of the output")
    given = parser.parse_args()
    unknown = [part for part in given.parts if part not in PARTS]
    if unknown:
        parser.error(f'there is no part "{unknown[0]}"; they are: {", ".join(PARTS)}')
    figures: list[Figure] = []
    for part in given.parts or PARTS:
        print(f"Measuring: {part} ...", file=sys.stderr)
        measure: Callable[[], list[Figure]] = import_module(PARTS[part]).figures
        figures += measure()
    show(figures)
    text = json.dumps(report(figures), indent=1) + "\n"
    if given.json is not None:
        given.json.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


def report(figures: list[Figure]) -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "rounds_per_second": speed(),
        "reference_rounds_per_second": REFERENCE,
        "figures": [f.data() | GOALS.get(f.name, {}) for f in figures],
    }


def show(figures: list[Figure]) -> None:
    title = f"As on a core that makes {REFERENCE:,} rounds of the loop a second (this one, now: {speed():,.0f})"
    table = Table(title=title, caption="Rounds: what one of it takes, in rounds of the loop.")
    for column in ("What", "Before", "Now", "Goal", "Unit", "Rounds"):
        table.add_column(column, justify="left" if column in ("What", "Unit") else "right")
    for f in figures:
        aims = GOALS.get(f.name, {})
        before, goal = (written(aims.get(key)) for key in ("before", "goal"))
        table.add_row(f.name, before, f"[bold]{written(f.value)}", goal, f.unit, written(f.rounds))
    Console(stderr=True, width=None if sys.stderr.isatty() else 130).print(table)


def written(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


if __name__ == "__main__":
    main()
