"""What one seat may know of a match. Every byte that leaves for a seat passes here."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from xenotable.engine.asks import All, Ask
from xenotable.engine.events import Event, story_for
from xenotable.engine.game import Game
from xenotable.engine.match import Match
from xenotable.engine.tape import Entry
from xenotable.engine.title import Title
from xenotable.engine.wording import render_template

G = TypeVar("G", bound=Game)


class Waiting(msgspec.Struct, frozen=True, omit_defaults=True):
    """Another seat has something to decide."""

    seat: int
    prompt: str = ""
    until: int | None = None
    locked: bool = False


class View(Generic[G]):
    """A match as one seat may know it. To look ahead there is only `imagine`."""

    def __init__(self, match: Match[G], seat: int) -> None:
        self._match, self.seat = match, seat

    @property
    def title(self) -> Title[G]:
        """What there is to the game beside its state: its board, its tokens, its ready battles."""
        return self._match.title

    @property
    def game(self) -> G:
        """The state without the secrets of others."""
        seen = self._match.game.blanked(self.seat)
        if seen.result is not None:
            seen.listener = self.events()  # a debriefing looks back on the story, as this seat may know it
        return seen

    @property
    def now(self) -> int:
        """The match clock, in milliseconds."""
        return self._match.now

    @property
    def due(self) -> int | None:
        """When something expires; None while nothing is timed."""
        return self._match.due()

    @property
    def asks(self) -> list[Ask[Any]]:
        """What this seat has to decide; an answer locked in may still be changed."""
        return [a for a in self._match.open if a.seat == self.seat]

    def undecided(self) -> list[Ask[Any]]:
        """What this seat has to decide and has not locked in; nobody has to do what stands open aside."""
        found, seat, match = [], self.seat, self._match
        left = match.open if not match.held else [a for i, a in enumerate(match.open) if i not in match.held]
        for ask in left:
            if ask.seat == seat and not ask.aside:
                found.append(ask)  # noqa: PERF401  # mostly one stands open, and a list of it is made in less time so
        return found

    def id(self, ask: Ask[Any]) -> str:
        """The name of an open ask, as `answer` takes it."""
        return self._match.id(ask)

    def waiting(self) -> list[Waiting]:
        """Whom else the match waits for."""
        out = []
        for i, ask in enumerate(self._match.open):
            if ask.seat != self.seat and not ask.aside:
                hidden = ask.secret or type(self._match.top) is All
                prompt = "" if hidden else prompt_of(ask, self._match.game)
                out.append(Waiting(ask.seat, prompt, ask.until, i in self._match.held))
        return out

    def imagine(self, seed: bytes | int | str) -> Match[G]:
        """A match of its own that this seat may hold possible: fresh dice, the secrets of others dealt anew."""
        return self._match.imagine(self.seat, seed)

    def events(self, since: int = 0) -> list[Event]:
        """The story from the event with this number on."""
        return story_for(self.seat, self._match.events[since:])

    def story(self, since: int = 0) -> list[str]:
        """The events in words."""
        return [e.words(self._match.game.name) for e in self.events(since) if e.text]

    def tape(self, since: int = 0) -> list[Entry]:
        """The record from this entry on, without what this seat may not know: secret answers, hidden draws, what others
        locked in."""
        match = self._match
        pending = match.serial if type(match.top) is All else len(match.tape)
        return [self._shown(e, i >= pending) for i, e in enumerate(match.tape[since:], since)]

    def _shown(self, entry: Entry, pending: bool) -> Entry:
        hidden = (entry.seen is not None and self.seat not in entry.seen) or (pending and entry.seat != self.seat)
        return msgspec.structs.replace(entry, value=None) if hidden and entry.seat != self.seat else entry

    def encoded(self) -> bytes:
        """All that this seat may know, in bytes: equal for two worlds that differ only in what it may not know."""
        from xenotable.engine.wire import to_wire

        match = self._match
        return msgspec.json.encode(
            {
                "state": self.game.encode(),
                "now": match.now,
                "asks": [to_wire(a, match.id(a), match.game) for a in self.asks],
                "waiting": self.waiting(),
                "events": self.events(),
                "tape": self.tape(),
            }
        )


def prompt_of(ask: Ask[Any], game: Game) -> str:
    return render_template(ask.prompt or ask.key.replace("-", " ").capitalize(), dict(ask.args or {}), game.name)
