"""The story of a game, told from its log (chapter content)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from xenotable.engine import Event, rule
from xenotable.games.xcom.content import book
from xenotable.games.xcom.odds import at_least, loss_chance
from xenotable.games.xcom.state import Xcom


@rule("content.stories")
def debriefing(game: Xcom, events: Sequence[Event]) -> list[str]:
    """Rounds, turning points, losses by class, and how it ended."""
    plan = book().plans[game.w.plan]
    out = [f"{plan.name} on {game.difficulty.name}: {game.w.round} rounds."]
    out += _turning_points(game, events)
    lost = Counter(f.cls for f in game.memorial.values())
    if lost:
        out.append("Lost: " + ", ".join(f"{n} {book().units[c].name}" for c, n in lost.most_common()) + ".")
        out += [
            f"{f.name}, {book().units[f.cls].name}, fell in round {f.round} ({f.task})." for f in game.memorial.values()
        ]
    techs = [c for c in game.cards if book().cards[c].deck == "tech"]
    if techs:
        out.append("Researched: " + ", ".join(book().cards[c].name for c in techs) + ".")
    if game.result is not None:
        out.append(game.result.says)
    return out


def _turning_points(game: Xcom, events: Sequence[Event]) -> list[str]:
    """The unluckiest loss and the boldest success, by their odds."""
    worst: tuple[float, str] | None = None
    best: tuple[float, str] | None = None
    for event in events:
        if event.rule != "tasks.roll":
            continue
        a, words = event.args, event.words(game.name)
        if a["loss"]:
            odds = float(loss_chance(a["t"]))
            worst = min(worst or (2.0, ""), (odds, words))
        elif a["h"]:
            odds = float(at_least(a["n"], a["h"])) * float(1 - loss_chance(a["t"]))
            best = min(best or (2.0, ""), (odds, words))
    out = []
    if worst is not None:
        out.append(f"Worst roll (a chance of {worst[0]:.0%}): {worst[1]}")
    if best is not None:
        out.append(f"Best push (a chance of {best[0]:.0%}): {best[1]}")
    return out
