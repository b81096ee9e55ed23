"""What a seat is shown: a whole state for a newcomer, differences afterwards. Every byte comes through its View, or is
drawn out of a Sight: both leave out what it may not know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from operator import is_not
from typing import Any, Literal, TypeVar

import msgspec

from xenotable.engine.asks import Ask, Roll
from xenotable.engine.display import Board, Panel, Token
from xenotable.engine.match import Match
from xenotable.engine.showing import Sight
from xenotable.engine.tape import ROLL
from xenotable.engine.viewing import View
from xenotable.engine.wire import Wire, to_wire
from xenotable.server.messages.protocol import SPECTATOR, DiceWire, EventWire, State, Update

T = TypeVar("T", Token, Panel)


class Terms(msgspec.Struct, frozen=True):
    """What holds at a table for those who decide there."""

    policy: Literal["free", "consent", "strict"] = "strict"
    humans: Sequence[int] = ()  # seats of people: those who would have to agree
    rollers: Mapping[int, int] = {}  # whose dice are typed in by whom: machines and NOBODY have no hands
    opening: bool = False  # a machine sets the table up, and nobody is asked yet


class Surroundings(msgspec.Struct, frozen=True):
    """What a room adds to a match at the moment when it is shown, the same for all seats."""

    version: int
    now: int
    limits: Mapping[int, int]
    thinking: Sequence[int]
    running: bool
    board: Board | None = None  # only if it has changed
    muted: Mapping[int, list[int]] = {}  # seat -> whose chat it does not hear


class Screen:
    """What one seat was shown last."""

    def __init__(self, match: Match[Any], seat: int, sight: Sight) -> None:
        self.seat = seat
        self._see(match, sight)

    def _see(self, match: Match[Any], sight: Sight) -> None:
        self.tokens, self.panels = sight.tokens(self.seat), sight.panels(self.seat)
        self.told, self.length = len(match.events), len(match.tape)

    def draw(self, match: Match[Any], sight: Sight, terms: Terms, back: int | None = None) -> dict[str, Any]:
        """What has changed since the last call, as parts of an update. `back`: the length of the record that an undo
        has left."""
        if back is not None:  # the last event tells of the undo itself; the others before it are known
            self.told, self.length = len(match.events) - 1, len(match.tape)
        tokens, panels, told, length = self.tokens, self.panels, self.told, self.length
        self._see(match, sight)
        view = View(match, self.seat)
        events, dice = story(view, match, sight, told, length)
        return {
            **whole_parts(view, match, terms),
            "tokens": changed_rows(tokens, self.tokens),
            "gone": gone_rows(tokens, self.tokens),
            "panels": changed_rows(panels, self.panels),
            "closed": gone_rows(panels, self.panels),
            "events": events,
            "dice": dice,
            "back": back,
        }


def update(drawn: dict[str, Any], around: Surroundings) -> Update:
    """What a seat is told of what was drawn for it."""
    return Update(**drawn, **parts_around(drawn["seat"], around))


def state(match: Match[Any], seat: int, sight: Sight, terms: Terms, around: Surroundings, told: int = 0) -> State:
    """All that the seat may know; of the story only what comes after the first `told` events."""
    view = View(match, seat)
    events, dice = story(view, match, sight, told, match.events[told - 1].at if told else 0)
    return State(
        **whole_parts(view, match, terms),
        **parts_around(seat, around),
        tokens=list(sight.tokens(seat).values()),
        panels=list(sight.panels(seat).values()),
        events=events,
        dice=dice,
        tail=told > 0,
    )


def whole_parts(view: View[Any], match: Match[Any], terms: Terms) -> dict[str, Any]:
    """The parts of states and updates that are always whole, as they follow from the match."""
    seat = view.seat
    return {
        "seat": seat,
        "asks": [] if terms.opening else asks(view, match, terms.rollers),
        "locked": [match.id(a) for i, a in enumerate(match.open) if a.seat == seat and i in match.held],
        "waiting": view.waiting(),
        "result": match.game.result,
        "undo": undoable(match, seat, terms.policy, terms.humans),
        "orders": {key: order for (whose, key), order in match.standing.items() if whose == seat},
        "opening": terms.opening,
    }


def parts_around(seat: int, around: Surroundings) -> dict[str, Any]:
    """Those that follow from the room."""
    return {
        "version": around.version,
        "now": around.now,
        "muted": around.muted.get(seat, []),
        "limits": dict(around.limits),
        "thinking": list(around.thinking),
        "running": around.running,
        "board": around.board,
    }


def asks(view: View[Any], match: Match[Any], rollers: Mapping[int, int]) -> list[Wire]:
    return [to_wire(a, match.id(a), match.game) for a in [*view.asks, *rolled_for_others(view.seat, match, rollers)]]


def rolled_for_others(seat: int, match: Match[Any], rollers: Mapping[int, int]) -> list[Ask[Any]]:
    """Dice that this seat types in for a machine or for chance."""
    return [a for a in match.open if type(a) is Roll and a.seat != seat and rollers.get(a.seat) == seat]


def undoable(match: Match[Any], seat: int, policy: str, humans: Sequence[int]) -> Literal["", "free", "ask"]:
    """Machines always agree, so with consent whoever plays against them alone need not ask."""
    last = match.last_answer(seat) if seat != SPECTATOR else None
    if last is None or not match.title.may_undo(match.game, match.tape[last].key):
        return ""
    free = match.free_undo(seat)
    if policy == "free" or (free is not None and last >= free):
        return "free"
    if policy != "consent" or match.over:
        return ""
    return "ask" if any(other != seat for other in humans) else "free"


def story(
    view: View[Any], match: Match[Any], sight: Sight, told: int, length: int
) -> tuple[list[EventWire], list[DiceWire]]:
    """The events after the first `told`, each with the dice rolled on the way to it, and the dice left over."""
    dice, here = rolls(view, match, length), 0
    out: list[EventWire] = []
    for event in view.events(told):
        first = here
        while event.text and here < len(dice) and dice[here].at < event.at:
            here += 1
        words, about = sight.said(event)
        shows, readings = list(event.shows), list(event.readings)
        out.append(EventWire(event.at, words, event.rule, dice[first:here], shows, about, readings))
    return out, dice[here:]


def rolls(view: View[Any], match: Match[Any], length: int) -> list[DiceWire]:
    shown = enumerate(view.tape(length), length)
    return [DiceWire(i, e.seat, e.key, list(e.value)) for i, e in shown if e.kind == ROLL and e.value is not None]


def changed_rows(before: Mapping[str, T], after: Mapping[str, T]) -> list[T]:
    if before is after:
        return []
    others = compress(after.items(), map(is_not, map(before.get, after), after.values()))  # most are the very same
    return [row for id, row in others if before.get(id) != row]


def gone_rows(before: Mapping[str, T], after: Mapping[str, T]) -> list[str]:
    return [] if before.keys() <= after.keys() else [id for id in before if id not in after]
