"""Rulings are the players' choice. Where a source leaves a doubt, a rule carries our ruling; beside it may stand other
readings that reasonable players prefer. A table agrees on them in its set-up, and rules ask `game.reads(...)`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec

from xenotable.engine.display import Line, Panel
from xenotable.engine.refusals import Refusal
from xenotable.engine.rows import Row
from xenotable.faults import Fault, nearest

if TYPE_CHECKING:
    from xenotable.engine.title import Title

S = TypeVar("S")

Preset = Literal["", "letter"]
RULING_HELP = 'How a rule is read, "rule=reading"; "letter": all by the letter of the source.'
HEADING = "Read otherwise at this table"
PRESETS: dict[Preset, str] = {"": "As we rule", "letter": "By the letter of the source"}


class Reading(msgspec.Struct, frozen=True, omit_defaults=True):
    """Another reading of a rule than our ruling; its id is `rule=name`, as in `command.suppressed=own-unit`."""

    id: str
    rule: str
    says: str
    stands: str  # the rule as we read it
    ruling: str  # and why
    preset: Preset = ""  # the preset that it belongs to


class Agreement(Row, frozen=True, kw_only=True):
    """Base of a set-up: what people agree on before a match of any game."""

    readings: tuple[str, ...] = ()  # ids; rules that are not named are read as we rule


def readings_of(setup: Any) -> tuple[str, ...]:
    """The readings that a set-up names; a game of one page may have none."""
    chosen: tuple[str, ...] = getattr(setup, "readings", ())
    return chosen


def chosen_readings(title: Title[Any], setup: Any) -> list[Reading]:
    """What was agreed, in the order of the book."""
    chosen = readings_of(setup)
    return [reading for reading in title.readings() if reading.id in chosen] if chosen else []


def setup_refusals(title: Title[Any], setup: Any) -> Iterator[Refusal]:
    """Everything that is wrong with a set-up: with its readings, and by the rules of the game."""
    yield from reading_refusals(title, readings_of(setup))
    yield from title.setup_refusals(setup)


def reading_refusals(title: Title[Any], chosen: Sequence[str]) -> Iterator[Refusal]:
    known = {reading.id: reading for reading in title.readings()} if chosen else {}
    for id in chosen:
        if id not in known:
            args = {"id": id[:60], "game": title.title, "near": nearest(id[:60], known)}
            yield Refusal("engine.readings", '{game} knows no reading "{id}".{near}', args)
            return
    rules = [known[id].rule for id in chosen]
    for rule in dict.fromkeys(rules):
        if rules.count(rule) > 1:
            yield Refusal("engine.readings", "The rule {rule} can be read in one way only.", {"rule": rule})


def named_readings(title: Title[Any], names: Sequence[str]) -> tuple[str, ...]:
    """The ids of readings that somebody wrote down, each `rule=name` or a preset; a Fault says what does not fit."""
    presets = {str(preset): [r.id for r in title.readings() if r.preset == preset] for preset in PRESETS if preset}
    ids = tuple(dict.fromkeys(id for name in names for id in presets.get(name, [name])))
    for refusal in reading_refusals(title, ids):
        raise Fault(f"{refusal} `xenotable rules {title.id.partition('-')[0]} --readings` lists them.")
    return ids


def agree(setup: S, readings: tuple[str, ...]) -> S:
    """The set-up with these readings."""
    return msgspec.structs.replace(setup, readings=readings) if readings else setup  # type: ignore[type-var]


def show_readings(panels: Sequence[Panel], title: Title[Any], setup: Any) -> list[Panel]:
    """What a table agreed on stands on the goal card, or in a panel of its own where there is none."""
    lines = tuple(Line(HEADING, reading.says, rule=reading.rule) for reading in chosen_readings(title, setup))
    if not lines:
        return list(panels)
    if any(panel.kind == "goal" for panel in panels):
        return [msgspec.structs.replace(p, lines=p.lines + lines) if p.kind == "goal" else p for p in panels]
    return [*panels, Panel("readings", HEADING, "list", lines)]
