"""Board, tokens, panels and story of a game as each seat sees them, worked out from what changed.

All of it follows from the rows that lie open and from the seat's own secret. Rows are frozen, so while they are the
very same objects nothing is drawn again, for whoever asks. What the parts of a drawing share with each other and with
other seats is for each game to keep, in `game.shown` by the same `reuse`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from xenotable.engine.citing import reuse
from xenotable.engine.display import Board, Panel, Token
from xenotable.engine.events import Event, story_for
from xenotable.engine.game import Game
from xenotable.engine.gestures import Became, pieces_of
from xenotable.engine.readings import show_readings
from xenotable.engine.title import title_of
from xenotable.engine.wording import Named

T = TypeVar("T")
WATCHES = -2  # a seat that nobody has: no secret is its own


class Said(NamedTuple):
    """An event as it is read."""

    words: str
    about: list[str]  # the ids in its sentence, and of the pieces that it shows


class Sight:
    """A game as it stands now; whoever writes to it needs another one. Secrets of others are taken out here."""

    def __init__(self, game: Game) -> None:
        self.game, self.rows = game, game.open_rows()
        self._seen: dict[int, Game] = {}  # by seat
        self._said: dict[int, tuple[Event, Said]] = {}  # by the identity of the event, which is kept alive with it

    def board(self) -> Board:
        return self._drawn("board", WATCHES, lambda seen, _: title_of(seen).board(seen))

    def tokens(self, seat: int) -> Mapping[str, Token]:
        """By id."""
        return self._drawn("tokens", seat, _tokens)

    def panels(self, seat: int) -> Mapping[str, Panel]:
        """What stands beside the board, by id: the panels of the game, and what this table agreed on."""
        return self._drawn("panels", seat, _panels)

    def said(self, event: Event) -> Said:
        """The event of some seat's story in words; those who see the very same event share them."""
        known = self._said.get(id(event))
        if known is None:
            known = self._said[id(event)] = event, Said(event.words(self.game.name), _spoken_of(event))
        return known[1]

    def _drawn(self, part: str, seat: int, draw: Callable[[Game, int], T]) -> T:
        game = self.game
        if game.result is not None:  # what is shown then depends on the story, too
            return self._draw(draw, seat)
        own = game.secret.get(seat)
        drawn: T = reuse(game.shown, (part, seat), (self.rows, *game.scenes, own), self._draw, draw, seat)
        return drawn

    def _draw(self, draw: Callable[[Game, int], T], seat: int) -> T:
        seen = self._seen.get(seat)
        if seen is None:
            seen = self._seen[seat] = self._seen_by(seat)
        return draw(seen, seat)

    def _seen_by(self, seat: int) -> Game:
        """The state without the secrets of others. A debriefing looks back on the story, as this seat may know it."""
        seen = self.game.looked_at(seat, self.rows)
        if seen.result is not None:
            seen.listener = story_for(seat, self.game.listener or ())
        return seen


def _spoken_of(event: Event) -> list[str]:
    """The pieces that it names, and those to which something happens; not those that are merely marked otherwise, such
    as a whole side that is ready again in the turn of the other."""
    named = [part.id for part in event.text if isinstance(part, Named)]
    struck = [id for shown in event.shows if not isinstance(shown, Became) for id in pieces_of(shown)]
    return list(dict.fromkeys([*named, *struck]))


def _tokens(seen: Game, seat: int) -> dict[str, Token]:
    return {token.id: token for token in title_of(seen).tokens(seen, seat)}


def _panels(seen: Game, seat: int) -> dict[str, Panel]:
    title = title_of(seen)
    return {panel.id: panel for panel in show_readings(title.panels(seen, seat), title, seen.setup)}
