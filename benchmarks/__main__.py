"""`python -m benchmarks [GAME ...] [--json FILE]`: all figures, as a table and as JSON."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.battle import battle_figures
from benchmarks.games import game_figures
from benchmarks.parts import import_figures, odds_figures, sight_figures
from benchmarks.timing import Figure, spin
from xenotable.games import packages

TEACHING = "docs/duel.py"


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("games", nargs="*", help="games to measure (default: all that can be played)")
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to play each game")
    given = parser.parse_args()
    games = given.games or [TEACHING, *packages()]
    parts: list[Callable[[], list[Figure]]] = [sight_figures, odds_figures, import_figures]
    if "xenocide" in games:
        parts.insert(0, battle_figures)
    figures = [f for g in games for f in game_figures(g, given.seconds)]
    figures += [f for part in parts for f in part()]
    reference = spin()
    show(figures, reference)
    data = {
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "reference_loops_per_second": reference,
        "figures": [f.data(reference) for f in figures],
    }
    if given.json is not None:
        given.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    else:
        sys.stdout.write(json.dumps(data) + "\n")


def show(figures: list[Figure], reference: float) -> None:
    table = Table(title="Figures (ratio: against an empty loop on this machine, so that machines can be compared)")
    for column in ("What", "Figure", "Unit", "Ratio"):
        table.add_column(column, justify="left" if column in ("What", "Unit") else "right")
    for f in figures:
        table.add_row(f.name, f"{f.value:,.{0 if f.value >= 100 else 2}f}", f.unit, f"{f.ratio(reference):.3g}")
    Console(stderr=True).print(table)


main()
