"""The games that this server offers: those of the package and any from files."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from xenotable import games
from xenotable.engine import Game, Offer, Title
from xenotable.engine.muster import from_plain
from xenotable.faults import Fault, nearest
from xenotable.players import levels
from xenotable.rulebook import Rule, catalogue
from xenotable.rulebook import games as catalogued
from xenotable.server.limits import in_lines
from xenotable.server.messages.bodies import (
    ChapterWire,
    GameDetail,
    GameWire,
    LevelWire,
    NewRoom,
    OfferWire,
    RulesWire,
    RuleWire,
    SeatPlan,
)
from xenotable.server.messages.list_bodies import BookWire
from xenotable.server.mustering import describe_book

ABOUT = {
    "random": "Any legal move; for a first look at the rules.",
    "recruit": "A beginner like you: sees the enemy in front and errs often.",
    "tactician": "Plays by the game's tactics and says why.",
    "veteran": "Tries its best plans out in its head before it decides; takes a second or two.",
    "searcher": "Imagines how the battle could go on; takes a moment longer.",
}
FROM_OUTSIDE = "A program that this server was started with."

LONGEST = 1000  # characters of a text in a set-up; names are shorter, stories of a campaign are not

log = logging.getLogger(__name__)


class Unknown(Fault):
    """There is nothing of that name."""


class GameRegistry:
    def __init__(self, files: Sequence[str] = ()) -> None:
        self._own = {title.id: title for title in (games.load_file(Path(file)) for file in files)}
        self._details: dict[str, GameDetail] = {}

    def title(self, id: str) -> Title[Any]:
        """A game by its id; only its own package is loaded."""
        if id in self._own:
            return self._own[id]
        package = id.partition("-")[0]  # "xcx-campaign" is a second game of xcx
        found = self._exported(package) if package in games.packages() else {}
        if id not in found:
            raise Unknown(f'There is no game "{id[:40]}".{nearest(id, (*games.packages(), *self._own))}')
        return found[id]

    def _exported(self, package: str) -> dict[str, Title[Any]]:
        """The games of a package, the main one first."""
        with guard_loading(package):
            return games.family(package)

    def all(self) -> list[GameWire]:
        """What can be played."""
        ids = [id for package in games.packages() for id in self._playable(package)] + list(self._own)
        return [entry for id in ids if (entry := self._entry(id)) is not None]

    def _playable(self, package: str) -> Sequence[str]:
        try:
            return list(self._exported(package))
        except Fault:
            return ()

    def _entry(self, id: str) -> GameWire | None:
        try:
            game = self.detail(id)
        except Fault:
            return None
        counts = [len(offer.seats) for offer in game.offers]
        title, first = self.title(id), game.offers[0]
        return GameWire(
            game.id,
            game.title,
            game.about,
            game.rules,
            min(counts),
            max(counts),
            bool(title.calculators()),
            title.muster is not None,
            f"{first.title}. {first.about}",
            first.seats,
            title.together,
            bool(title.opening),
        )

    def detail(self, id: str) -> GameDetail:
        if id not in self._details:
            title = self.title(id)
            machines = [LevelWire(level, ABOUT.get(level, FROM_OUTSIDE)) for level in levels()]
            with guard_loading(id):
                offers = [offer_wire(title, offer) for offer in title.offers()]
            if not offers:
                raise Fault(f"{title.title} has no battles to play yet.")
            readings = list(title.readings())
            self._details[id] = GameDetail(title.id, title.title, title.about, title.rules, offers, machines, readings)
        return self._details[id]

    def book(self, id: str) -> BookWire:
        """Its army builder."""
        return describe_book(self.title(id))

    def rules(self, id: str) -> RulesWire:
        title = self.title(id)
        package = id.partition("-")[0]
        if package not in catalogued():  # a game from a file has no rulebook
            return RulesWire(id, title.title, title.about, [])
        book = catalogue(package)
        rules: dict[str, list[RuleWire]] = {chapter: [] for chapter in book.chapters}
        for r in book.rules.values():
            rules[r.chapter].append(rule_wire(r))
        chapters = [ChapterWire(c.id, c.title, c.about, rules[c.id]) for c in book.chapters.values()]
        return RulesWire(id, book.game.name, book.game.summary, chapters)

    def new(self, wanted: NewRoom, campaign: bool = False) -> Game:
        """The state before the first decision; Fault with everything that is wrong with the set-up."""
        title = self.title(wanted.game)
        setup = title.peopled(seat_lists(title, self.setup_of(title, wanted), wanted.lists), people(wanted.seats))
        game: Game = title.begin(setup, campaign)
        return game

    def setup_of(self, title: Title[Any], wanted: NewRoom) -> Any:
        """The set-up that somebody sent or chose among the ready ones, with its own lists."""
        if wanted.setup is not None:
            try:
                return msgspec.convert(in_lines(wanted.setup, LONGEST), title.setup)
            except msgspec.ValidationError as fault:
                raise Fault(f"That is no set-up of {title.title}: {fault}.") from None
        offers = {offer.id: offer for offer in title.offers()}
        if not wanted.offer:
            return next(iter(offers.values())).setup
        if wanted.offer not in offers:
            raise Fault(f'{title.title} has no battle "{wanted.offer[:40]}".{nearest(wanted.offer, offers)}')
        return offers[wanted.offer].setup


def rule_wire(rule: Rule) -> RuleWire:
    others = list(rule.readings)
    return RuleWire(rule.id, rule.says, rule.origin, rule.source, rule.ruling, rule.example, others)


def seat_lists(title: Title[Any], setup: Any, lists: Sequence[Any]) -> Any:
    """The set-up with lists of people's own in their seats."""
    for seat, plain in enumerate(lists):
        if plain is None:
            continue
        if title.muster is None:
            raise Fault(f"{title.title} has no lists of one's own.")
        army = from_plain(plain)
        if army.game != title.id:
            raise Fault(f"That is a list of {army.game[:40]!r}, not of {title.title}.")
        setup = title.muster.seated(setup, seat, title.muster.settle(army))
    return setup


def people(seats: Sequence[SeatPlan]) -> list[tuple[int, ...]]:
    """Which seats each person of a new room will hold: whoever makes it holds all of theirs, each open seat waits for
    somebody."""
    if not seats:
        return [(0,)]
    mine = tuple(i for i, plan in enumerate(seats) if plan.kind == "human")
    return [*([mine] if mine else []), *((i,) for i, plan in enumerate(seats) if plan.kind == "open")]


@contextmanager
def guard_loading(id: str) -> Iterator[None]:
    """A game that cannot be loaded is a sentence, and no harm to the others."""
    try:
        yield
    except Fault:
        raise
    except Exception as fault:
        log.exception("%s cannot be loaded", id)
        raise Fault(f'"{id}" cannot be loaded ({type(fault).__name__}: {fault}).') from None


def offer_wire(title: Title[Any], offer: Offer) -> OfferWire:
    game = title.new(offer.setup)
    seats = [game.seat_name(seat) for seat in range(game.seats)]
    setup = msgspec.to_builtins(offer.setup, str_keys=True)
    colours = [title.seat_colour(game, seat) for seat in range(game.seats)]
    own = colours if any(colours) else []
    return OfferWire(offer.id, offer.title, offer.about, seats, setup, offer.origin, own)
