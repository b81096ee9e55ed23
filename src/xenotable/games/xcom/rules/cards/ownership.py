"""Cards in play: whose they are, and when they may serve."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.engine.citing import memoize
from xenotable.games.xcom.content import Card, book, card_of
from xenotable.games.xcom.state import Xcom


@rule("cards.optional", neutral=lambda id: False)
def is_passive(id: str) -> bool:
    """Works always and cannot be refused: no price, and not tied to an action."""
    bonus = book().continents.get(id)
    if bonus is not None:
        return not bonus.once
    card = card_of(id)
    return not card.pay and not card.window.startswith("action:")


@rule("cards.tech-owner", neutral=lambda card: -1)
def tech_owner(card: str) -> int:
    """The role printed on a tech card, whoever researched it."""
    return card_of(card).seat


@rule("cards.asset", neutral=list)
def asset_cards() -> list[Card]:
    """Three of each role, in play from the start."""
    return [card for card in book().cards.values() if card.deck == "asset"]


@rule("cards.task", neutral=lambda game, id: True)
def fits_task(game: Xcom, id: str) -> bool:
    """Whether the card may touch the roll on the table."""
    bonus = book().continents.get(id)
    tasks = bonus.task if bonus is not None else card_of(id).task
    return not tasks or (0 in game.throws and game.throws[0].task in tasks)


@rule("cards.no-watch", neutral=lambda id: True)
def has_watch(id: str) -> bool:
    """Only cards with the watch symbol can be used in a timed phase."""
    return book().cards[id].timed


def watch_cards(game: Xcom) -> list[tuple[int, str]]:
    """Cards in play with the watch symbol, with their owners."""
    return [(game.cards[id].seat, id) for id in _watching(tuple(game.cards))]


@memoize(256)
def _watching(cards: tuple[str, ...]) -> list[str]:
    return [id for id in cards if has_watch(id)]
