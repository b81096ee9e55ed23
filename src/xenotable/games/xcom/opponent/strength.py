"""How strong the machine roles are, and how often one task succeeds when it is played.

python -m xenotable.games.xcom.opponent.strength normal --games 100
python -m xenotable.games.xcom.opponent.strength --task save.json --games 1000
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec

from xenotable.engine import Match, load, rule
from xenotable.faults import Fault
from xenotable.games import game as title
from xenotable.games.xcom.content import DIFFICULTIES, book
from xenotable.games.xcom.forecasts.simulation import Summary, repeat_task, simulate
from xenotable.games.xcom.state import Xcom

BANDS = {"easy": (0.75, 0.97), "normal": (0.45, 0.80), "hard": (0.15, 0.45), "impossible": (0.02, 0.20)}


@rule("ai.strength", neutral=lambda *_, **__: False)
def in_band(summary: Summary, difficulty: str, slack: float = 0.0) -> bool:
    """Whether the machine roles win as often as the catalogue expects of right rules."""
    low, high = BANDS[difficulty]
    return low - slack <= summary.rate <= high + slack


def main(arguments: Sequence[str] | None = None) -> None:
    words = argparse.ArgumentParser(description="Machine roles play whole games of XCOM, or one task many times.")
    words.add_argument("difficulty", nargs="?", choices=DIFFICULTIES, default="normal")
    words.add_argument("--games", type=int, default=100, help="how many games or, with --task, how many tries")
    words.add_argument("--plan", default="", choices=["", *book().plans])
    words.add_argument("--seed", type=int, default=0)
    words.add_argument("--task", type=Path, help="a save that waits for a decision to push: this task alone")
    words.add_argument("--push", type=int, default=5, help="push while the threat is at most this")
    asked = words.parse_args(arguments)
    game = title("xcom")
    if asked.task is not None:
        try:
            match, _ = load(asked.task.read_bytes(), game)
            print(told_task(match, asked.games, asked.push, asked.seed))
        except OSError as fault:
            words.error(f"{asked.task} cannot be read: {fault.strerror}.")
        except Fault as fault:
            words.error(str(fault))
        return
    found = simulate(asked.games, asked.difficulty, asked.plan, asked.seed)
    print(msgspec.json.format(msgspec.json.encode(found)).decode())
    fits = "as often as right rules make expect" if in_band(found, asked.difficulty) else "not as often as expected"
    print(f"won {found.rate:.1%}, {fits}")


def told_task(match: Match[Xcom], n: int, k: int, seed: int) -> str:
    """How often a task was completed and how often it cost something, beside the exact odds."""
    if match.find(match.open[0].seat if match.open else 0, "push") is None:
        raise Fault("The save does not wait for a decision to push.")
    done, lost, exact = repeat_task(match, n, k, seed)
    return (
        f"completed {done:.1%} (exactly {float(exact.complete):.1%}), "
        f"with a loss {lost:.1%} (exactly {float(exact.loss):.1%})"
    )


if __name__ == "__main__":
    main()
