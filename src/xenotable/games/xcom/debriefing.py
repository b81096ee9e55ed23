"""The story of a game, told from its log (chapter content): its rounds, the turning points, the fallen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from xenotable.engine import Event, rule
from xenotable.games.xcom.content import book
from xenotable.games.xcom.odds import at_least, loss_chance
from xenotable.games.xcom.state import Xcom

# What a round is remembered by: the rule of the event, which of its numbers count ("": how many there are), the words
DEEDS = (
    ("globe.success", "n", "UFOs shot down: {n}"),
    ("orbit.success", "n", "destroyed in orbit: {n}"),
    ("globe.panic", "", "panic rises: {n}"),
    ("base.damage", "", "hits on the base: {n}"),
    ("research.complete", "", "techs researched: {n}"),
)
NOTABLE = ("mission.complete", "panic.fall-ufos", "actions.unlock-final")


@rule("content.stories", neutral=lambda *_: [])
def debriefing(game: Xcom, events: Sequence[Event]) -> list[str]:
    """Rounds, turning points, losses by class, and how it ended."""
    plan = book().plans[game.w.plan]
    told = by_round(events)
    out = [f"{plan.name} on {game.difficulty.name}: {game.w.round} rounds."]
    out += [words for n, happened in told.items() if (words := _round(game, n, happened))]
    out += _turning_points(game, told)
    lost = Counter(f.cls for f in game.memorial.values())
    if lost:
        out.append("Lost: " + ", ".join(f"{n} {book().units[c].name}" for c, n in lost.most_common()) + ".")
    techs = [c for c in game.cards if book().cards[c].deck == "tech"]
    if techs:
        out.append("Researched: " + ", ".join(book().cards[c].name for c in techs) + ".")
    if game.result is not None:
        out.append(game.result.says)
    return out


@rule("content.soldier-names", neutral=lambda game: [])
def memorial(game: Xcom) -> list[str]:
    """Everybody who did not come back: when, where, and how likely it was."""
    out = []
    for f in game.memorial.values():
        odds = f"; the roll had a chance of {f.odds:.1%} to go wrong" if f.odds else ""
        task = f.task.split()[-1].replace("_", " ") if f.task else "the war"
        out.append(f"{f.name}, {book().units[f.cls].name}: round {f.round}, {task}{odds}.")
    return out


def by_round(events: Sequence[Event]) -> dict[int, list[Event]]:
    out: dict[int, list[Event]] = {}
    for event in events:
        if event.rule == "timed.round":
            out[event.args["n"]] = []
        elif out:
            out[max(out)].append(event)
    return out


def _round(game: Xcom, n: int, events: Sequence[Event]) -> str:
    """One line for a round; "" for one in which nothing is worth telling."""
    parts = []
    for rule_, amount, words in DEEDS:
        found = [e for e in events if e.rule == rule_]
        number = sum(e.args[amount] for e in found) if amount else len(found)
        if number:
            parts.append(words.format(n=number))
    parts += [e.words(game.name).rstrip(".") for e in events if e.rule in NOTABLE]
    return f"Round {n}: {'; '.join(parts)}." if parts else ""


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
