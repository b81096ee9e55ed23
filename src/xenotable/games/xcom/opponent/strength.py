"""How strong the machine roles are.

python -m xenotable.games.xcom.opponent.strength normal --games 100
"""

from __future__ import annotations

import argparse

import msgspec

from xenotable.engine import rule
from xenotable.games import game as title
from xenotable.games.xcom.content import DIFFICULTIES, book
from xenotable.games.xcom.forecasts.simulation import Summary, simulate

BANDS = {"easy": (0.75, 0.97), "normal": (0.45, 0.80), "hard": (0.15, 0.45), "impossible": (0.02, 0.20)}


@rule("ai.strength", neutral=lambda *_, **__: False)
def in_band(summary: Summary, difficulty: str, slack: float = 0.0) -> bool:
    """Whether the machine roles win as often as the catalogue expects of right rules."""
    low, high = BANDS[difficulty]
    return low - slack <= summary.rate <= high + slack


def main() -> None:
    words = argparse.ArgumentParser(description="Machine roles play whole games of XCOM.")
    words.add_argument("difficulty", choices=DIFFICULTIES)
    words.add_argument("--games", type=int, default=100)
    words.add_argument("--plan", default="", choices=["", *book().plans])
    words.add_argument("--seed", type=int, default=0)
    asked = words.parse_args()
    title("xcom")
    found = simulate(asked.games, asked.difficulty, asked.plan, asked.seed)
    print(msgspec.json.format(msgspec.json.encode(found)).decode())
    fits = "as often as right rules make expect" if in_band(found, asked.difficulty) else "not as often as expected"
    print(f"won {found.rate:.1%}, {fits}")


if __name__ == "__main__":
    main()
