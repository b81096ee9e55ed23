"""The story of a game, told from its log: its rounds, its losses and how it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from xenotable.engine import Event, rule
from xenotable.games.xcom.content import book
from xenotable.games.xcom.rules.setup.opening import plan_of
from xenotable.games.xcom.state import Xcom

# What a round is remembered by: the rule of the event, which of its numbers count ("": how many there are), the words
REMEMBERED = (
    ("globe.success", "n", "UFOs shot down: {n}"),
    ("orbit.success", "n", "destroyed in orbit: {n}"),
    ("globe.panic", "", "panic rises: {n}"),
    ("base.damage", "", "hits on the base: {n}"),
    ("research.complete", "", "techs researched: {n}"),
)


NOTABLE = ("mission.complete", "panic.fall-ufos", "actions.unlock-final")


@rule("content.stories", neutral=lambda *_: [])
def rounds(game: Xcom, told: dict[int, list[Event]]) -> list[str]:
    """A line for the game, and one for each round in which something happened."""
    out = [f"{plan_of(game).name} on {book().difficulties[game.setup.difficulty].name}: {game.now.round} rounds."]
    return out + [words for n, happened in told.items() if (words := _round(game, n, happened))]


@rule("content.stories", neutral=lambda game: [""])
def ending_lines(game: Xcom) -> list[str]:
    """Losses by class, what was researched, and how it ended."""
    out = []
    lost = Counter(f.cls for f in game.memorial.values())
    if lost:
        out.append("Lost: " + ", ".join(f"{n} {book().units[c].name}" for c, n in lost.most_common()) + ".")
    techs = [c for c in game.cards if book().cards[c].deck == "tech"]
    if techs:
        out.append("Researched: " + ", ".join(book().cards[c].name for c in techs) + ".")
    if game.result is not None:
        out.append(game.result.says)
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
    for rule_, amount, words in REMEMBERED:
        found = [e for e in events if e.rule == rule_]
        number = sum(e.args[amount] for e in found) if amount else len(found)
        if number:
            parts.append(words.format(n=number))
    parts += [e.words(game.name).rstrip(".") for e in events if e.rule in NOTABLE]
    return f"Round {n}: {'; '.join(parts)}." if parts else ""
