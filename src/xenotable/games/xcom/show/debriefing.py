"""The debriefing after a game: its story with its turning points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Event
from xenotable.games.xcom.forecasts.dice import at_least, loss_chance
from xenotable.games.xcom.rules.content.stories import by_round, ending_lines, rounds
from xenotable.games.xcom.state import Xcom


def debriefing(game: Xcom, events: Sequence[Event]) -> list[str]:
    """Rounds, turning points, losses by class, and how it ended."""
    told = by_round(events)
    return [*rounds(game, told), *_turning_points(game, told), *ending_lines(game)]


def _rolls(told: dict[int, list[Event]]) -> Iterator[tuple[int, Event]]:
    return ((n, e) for n, events in told.items() for e in events if e.rule == "tasks.roll")


def _turning_points(game: Xcom, told: dict[int, list[Event]]) -> list[str]:
    """The unluckiest loss and the boldest success, by their odds."""
    worst: tuple[float, int, str] | None = None
    best: tuple[float, int, str] | None = None
    for n, event in _rolls(told):
        a, words = event.args, event.words(game.name)
        if a["loss"]:
            worst = min(worst or (2.0, 0, ""), (float(loss_chance(a["t"])), n, words))
        elif a["h"]:
            odds = float(at_least(a["n"], a["h"])) * float(1 - loss_chance(a["t"]))
            best = min(best or (2.0, 0, ""), (odds, n, words))
    out = []
    if worst is not None:
        out.append(f"Worst roll (round {worst[1]}, a chance of {worst[0]:.1%}): {worst[2]}")
    if best is not None:
        out.append(f"Best push (round {best[1]}, a chance of {best[0]:.1%}): {best[2]}")
    return out
